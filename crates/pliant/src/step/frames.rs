//! Eight frames at once: to the rows, back from them, and along.
//!
//! Every substep asks the same of every frame, a thousand of them in a pile, so this is laid out in
//! lanes as the rows are. What is rare is done frame by frame: poses predicted for rows that ask for
//! them, and the rotation of frames that turn fast.

use crate::bodies::rigid;
use crate::math::lanes::{Lanes, Rotor, Triple, V3, W};
use crate::math::wide::{Kernel, Wide};
use crate::math::{Pose, Quat, Real, Vec3};
use crate::solvers::simd::Level;
use crate::solvers::velocities::FrameSlot;
use crate::state::{Frames, PackedFrame, Scale};

/// How little a frame has to move in a step to count as still.
const STILL: Real = 1e-4;

/// What stays of eight frames for a step.
#[derive(Clone, Debug)]
struct Lasting {
    /// `m^-½` and `m^½`.
    inv_m: Lanes,
    m: Lanes,
    /// `I^-½` and `I`.
    inv_i: V3,
    inertia: V3,
    /// One for frames whose moments differ, so that they wobble, else zero.
    lopsided: Lanes,
    /// The square of about the radius of gyration, m².
    size: Lanes,
    /// No corner is farther from the centre, m.
    reach: Lanes,
    /// Where they were when the step began.
    x: V3,
    q: Rotor,
}

/// Eight frames as the rows of a substep find them.
#[derive(Clone, Debug)]
struct Found<T = Lanes> {
    q: Rotor<T>,
    v: Triple<T>,
    w: Triple<T>,
    /// Rows of `diag(I^-½) Rᵀ`.
    sr: [Triple<T>; 3],
    /// Scaled velocities.
    u: [Triple<T>; 2],
}

/// All frames of a world, eight at a time.
#[derive(Default)]
pub(super) struct Octets {
    lasting: Vec<Lasting>,
    found: Vec<Found>,
}

impl Octets {
    /// Takes masses and poses at the beginning of a step.
    pub(super) fn begin(&mut self, frames: &Frames, scales: &[Scale], start: &[Pose]) {
        self.lasting.clear();
        for first in (0..frames.x.len()).step_by(W) {
            let mut octet = Lasting::PADDING;
            for (l, i) in (first..frames.x.len().min(first + W)).enumerate() {
                let (k, m) = (&scales[i], &frames.mass[i]);
                let mobile = m.mass > 0.0;
                octet.inv_m.0[l] = k.inv_m;
                octet.m.0[l] = k.m;
                octet.inv_i.set_lane(l, k.inv_i);
                octet.inertia.set_lane(l, m.inertia);
                octet.lopsided.0[l] = if mobile && !k.isotropic { 1.0 } else { 0.0 };
                // Twice the radius squared of a body of equal moments; any scale does for fixed ones.
                octet.size.0[l] = if mobile { m.inertia.x / m.mass } else { 1e-6 };
                // Corners are at most so many radii of gyration away; of a fixed frame, anywhere.
                octet.reach.0[l] = if mobile {
                    2.5 * (m.inertia.max_element() / m.mass).sqrt()
                } else {
                    Real::INFINITY
                };
                octet.x.set_lane(l, start[i].translation);
                octet.q.set_lane(l, start[i].rotation);
            }
            self.lasting.push(octet);
        }
        self.found.resize(self.lasting.len(), Found::PADDING);
    }

    /// Lays frames out for the rows; tells which are still (in the first substep none), and a speed in
    /// m/s that no point of a frame has.
    pub(super) fn lend(
        &mut self,
        frames: &Frames,
        first_substep: bool,
        to: (&mut Vec<PackedFrame>, &mut [FrameSlot], &mut Vec<bool>),
        level: Level,
    ) -> Real {
        let (packed, slots, still) = to;
        let count = frames.x.len();
        debug_assert!(slots.len() >= count);
        packed.resize(count, PackedFrame::default());
        still.resize(count, false);
        if let Some(world) = packed.first_mut() {
            *world = PackedFrame::WORLD;
        }
        let (lasting, found) = (&self.lasting, &mut self.found);
        level.run_kernel(Lend { lasting, found, frames, first_substep, packed, slots, still })
    }

    /// Takes velocities back from the rows, and moves frames along by `h` if there is one.
    pub(super) fn take_back(
        &self,
        frames: &mut Frames,
        slots: &[FrameSlot],
        h: Option<Real>,
        level: Level,
    ) {
        let (lasting, found) = (&self.lasting, &self.found);
        level.run_kernel(TakeBack { lasting, found, frames, slots, h });
    }
}

struct Lend<'a> {
    lasting: &'a [Lasting],
    found: &'a mut [Found],
    frames: &'a Frames,
    first_substep: bool,
    packed: &'a mut [PackedFrame],
    slots: &'a mut [FrameSlot],
    still: &'a mut [bool],
}

impl Kernel for Lend<'_> {
    type Out = Real;

    #[inline(always)]
    fn run<T: Wide>(self) -> Real {
        let count = self.frames.x.len();
        let mut fastest = T::splat(0.0);
        for (block, (lasting, kept)) in self.lasting.iter().zip(self.found).enumerate() {
            let first = block * W;
            let x = load::<T>(&self.frames.x, first);
            let found = lasting.find::<T>(self.frames, first);
            let index = places(first, count);
            found.pack(lasting, x, &index, self.packed);
            found.push(&index, self.slots);
            fastest = fastest.max(lasting.speed(&found));
            let moved = lasting.moved(x, found.q).lanes();
            for (l, still) in self.still[first..].iter_mut().take(W).enumerate() {
                *still = !self.first_substep && moved.0[l] < 1.0;
            }
            *kept = found.lanes();
        }
        fastest.lanes().0.into_iter().fold(0.0, Real::max)
    }
}

struct TakeBack<'a> {
    lasting: &'a [Lasting],
    found: &'a [Found],
    frames: &'a mut Frames,
    slots: &'a [FrameSlot],
    h: Option<Real>,
}

impl Kernel for TakeBack<'_> {
    type Out = ();

    #[inline(always)]
    fn run<T: Wide>(self) {
        let Self { frames, slots, .. } = self;
        let count = frames.x.len();
        for (block, (lasting, found)) in self.lasting.iter().zip(self.found).enumerate() {
            let (first, found) = (block * W, Found::<T>::of(found));
            let gained = found.gained(&places(first, count), slots);
            let mobile = T::of(&lasting.inv_m);
            // Kinematic frames keep what they are told.
            let v = either(mobile, found.v + gained[0].scale(mobile), found.v);
            store(&mut frames.v, first, v);
            match self.h {
                Some(h) => {
                    let w = either(mobile, found.w + found.unscale(gained[1]), found.w);
                    store(&mut frames.w, first, w);
                    advance(lasting, &found, frames, first, [v, w], h);
                }
                None => {
                    let w = found.turning(lasting, gained[1], frames, first);
                    store(&mut frames.w, first, either(mobile, w, found.w));
                }
            }
        }
    }
}

impl Lasting {
    const PADDING: Self = Self {
        inv_m: Lanes::ZERO,
        m: Lanes::ZERO,
        inv_i: V3::ZERO,
        inertia: V3::ZERO,
        lopsided: Lanes::ZERO,
        size: Lanes::ONE,
        reach: Lanes::ZERO,
        x: V3::ZERO,
        q: Rotor::IDENTITY,
    };

    #[inline(always)]
    fn find<T: Wide>(&self, frames: &Frames, first: usize) -> Found<T> {
        let q = load_rotors::<T>(&frames.q, first);
        let (v, w) = (load::<T>(&frames.v, first), load::<T>(&frames.w, first));
        let [a, b, c] = q.axes();
        let root = Triple::<T>::of(&self.inv_i);
        let sr = [a.scale(root.x), b.scale(root.y), c.scale(root.z)];
        let own = Triple { x: sr[0].dot(w), y: sr[1].dot(w), z: sr[2].dot(w) };
        let spin = times(Triple::of(&self.inertia), own);
        Found { q, v, w, sr, u: [v.scale(T::of(&self.m)), spin] }
    }

    /// A speed that no point of the frames has, m/s.
    #[inline(always)]
    fn speed<T: Wide>(&self, found: &Found<T>) -> T {
        let turning = found.w.dot(found.w).sqrt();
        let rim = turning.where_positive(turning * T::of(&self.reach), T::splat(0.0));
        found.v.dot(found.v).sqrt() + rim
    }

    /// How far frames have moved, in units of [`STILL`] of their radius of gyration or, turned, as an angle;
    /// squared.
    #[inline(always)]
    fn moved<T: Wide>(&self, x: Triple<T>, q: Rotor<T>) -> T {
        let start = Rotor::<T>::of(&self.q);
        let (along, turned) = (x - Triple::of(&self.x), q.v - start.v);
        let about = turned.dot(turned) + (q.w - start.w) * (q.w - start.w);
        along.dot(along).over(T::of(&self.size)).max(about) * T::splat(1.0 / (STILL * STILL))
    }

    /// Whether any of the frames wobbles.
    #[inline(always)]
    fn wobbles(&self) -> bool {
        self.lopsided.sum() > 0.0
    }
}

impl Found {
    const PADDING: Self =
        Self { q: Rotor::IDENTITY, v: V3::ZERO, w: V3::ZERO, sr: [V3::ZERO; 3], u: [V3::ZERO; 2] };
}

impl<T: Wide> Found<T> {
    /// From memory.
    #[inline(always)]
    fn of(f: &Found) -> Self {
        let [a, b, c] = &f.sr;
        Self {
            q: Rotor::of(&f.q),
            v: Triple::of(&f.v),
            w: Triple::of(&f.w),
            sr: [Triple::of(a), Triple::of(b), Triple::of(c)],
            u: [Triple::of(&f.u[0]), Triple::of(&f.u[1])],
        }
    }

    /// To memory.
    #[inline(always)]
    fn lanes(self) -> Found {
        let [a, b, c] = self.sr;
        Found {
            q: self.q.lanes(),
            v: self.v.lanes(),
            w: self.w.lanes(),
            sr: [a.lanes(), b.lanes(), c.lanes()],
            u: [self.u[0].lanes(), self.u[1].lanes()],
        }
    }

    #[inline(always)]
    fn pack(&self, lasting: &Lasting, x: Triple<T>, index: &[u32; W], packed: &mut [PackedFrame]) {
        debug_assert!(index.iter().all(|&i| (i as usize) < packed.len()));
        let base = packed.as_mut_ptr().cast::<[Real; 4]>();
        let first = index.map(|i| PackedFrame::QUADS as u32 * i);
        let zero = T::splat(0.0);
        let quad = |v: Triple<T>, w: T| [v.x, v.y, v.z, w];
        let (q, [a, b, c]) = (quad(self.q.v, self.q.w), self.sr);
        // SAFETY: indices are those of packed frames, each of so many quadruples; 0 is skipped.
        unsafe {
            T::scatter_mobile(base, &first, quad(x, T::of(&lasting.inv_m)));
            T::scatter_mobile(base.add(1), &first, q);
            T::scatter_mobile(base.add(2), &first, quad(x, zero));
            T::scatter_mobile(base.add(3), &first, q);
            T::scatter_mobile(base.add(4), &first, quad(self.v, zero));
            T::scatter_mobile(base.add(5), &first, quad(self.w, zero));
            T::scatter_mobile(base.add(6), &first, quad(a, zero));
            T::scatter_mobile(base.add(7), &first, quad(b, zero));
            T::scatter_mobile(base.add(8), &first, quad(c, zero));
        }
    }

    #[inline(always)]
    fn push(&self, index: &[u32; W], slots: &mut [FrameSlot]) {
        debug_assert!(index.iter().all(|&i| (i as usize) < slots.len()));
        let base = slots.as_mut_ptr().cast::<[Real; 4]>();
        let halves = index.map(|i| 2 * i);
        let ([v, w], zero) = (&self.u, T::splat(0.0));
        // SAFETY: indices are those of slots, each of two quadruples; 0 is skipped.
        unsafe {
            T::scatter_mobile(base, &halves, [v.x, v.y, v.z, w.x]);
            T::scatter_mobile(base.add(1), &halves, [w.y, w.z, zero, zero]);
        }
    }

    /// What rows have added to the scaled velocities. Only this is unscaled: the rounding of scaling
    /// there and back, the same in every substep, would act like a damping.
    #[inline(always)]
    fn gained(&self, index: &[u32; W], slots: &[FrameSlot]) -> [Triple<T>; 2] {
        debug_assert!(index.iter().all(|&i| (i as usize) < slots.len()));
        let base = slots.as_ptr().cast::<[Real; 4]>();
        let halves = index.map(|i| 2 * i);
        // SAFETY: as in `push`.
        let ([x, y, z, p], [q, r, ..]) =
            unsafe { (T::gather(base, &halves), T::gather(base.add(1), &halves)) };
        [Triple { x, y, z } - self.u[0], Triple { x: p, y: q, z: r } - self.u[1]]
    }

    /// `Σ sr_k u_k`: with `u` the scaled angular velocity the angular velocity, with `I u` the
    /// angular momentum.
    #[inline(always)]
    fn unscale(&self, u: Triple<T>) -> Triple<T> {
        self.sr[0].scale(u.x) + self.sr[1].scale(u.y) + self.sr[2].scale(u.z)
    }

    /// Angular velocities at the end of the substep: angular momentum is what the rows left; the
    /// attitude has changed since.
    #[inline(always)]
    fn turning(
        &self,
        lasting: &Lasting,
        gained: Triple<T>,
        frames: &Frames,
        first: usize,
    ) -> Triple<T> {
        let plain = self.w + self.unscale(gained);
        if !lasting.wobbles() {
            return plain;
        }
        let inertia = Triple::of(&lasting.inertia);
        let spin = spin(self.q, inertia, self.w) + self.unscale(times(inertia, gained));
        let q = load_rotors(&frames.q, first);
        either(T::of(&lasting.lopsided), rate(q, inertia, spin), plain)
    }
}

/// Moves eight frames by one substep with the angular momentum they have.
#[inline(always)]
fn advance<T: Wide>(
    lasting: &Lasting,
    found: &Found<T>,
    frames: &mut Frames,
    first: usize,
    [v, w]: [Triple<T>; 2],
    h: Real,
) {
    let wide = T::splat(h);
    let turn = w.scale(wide);
    let mut middle = turn;
    if lasting.wobbles() {
        // The angular velocity of the middle depends on the attitude there, which it decides.
        let inertia = Triple::of(&lasting.inertia);
        let spin = spin(found.q, inertia, w);
        let q = Rotor::small(turn.scale(T::splat(0.5))).after(found.q);
        let rate = rate(q, inertia, spin).scale(wide);
        middle = either(T::of(&lasting.lopsided), rate, middle);
    }
    let turned = Rotor::small(middle).after(found.q);
    let length = (turned.v.dot(turned.v) + turned.w * turned.w).sqrt();
    let one = T::splat(1.0).over(length);
    let square = turn.dot(turn);
    // What does not turn keeps its attitude to the bit.
    let q = found.q;
    let turned = Rotor {
        v: either(square, turned.v.scale(one), q.v),
        w: square.where_positive(turned.w * one, q.w),
    };
    let moved = load::<T>(&frames.x, first) + v.scale(wide);
    let square = square.lanes();
    let fast: [bool; W] = std::array::from_fn(|l| square.0[l] >= 1e-6);
    if fast == [false; W] {
        store(&mut frames.x, first, moved);
        store_rotors(&mut frames.q, first, turned);
        return;
    }
    let (moved, turned) = (moved.lanes(), turned.lanes());
    let end = frames.x.len().min(first + W);
    for (l, i) in (first..end).enumerate() {
        if fast[l] {
            rigid::integrate(frames, i, h);
        } else {
            (frames.x[i], frames.q[i]) = (moved.lane(l), turned.lane(l));
        }
    }
}

/// Angular momentum about the frames' own centres, in world axes.
#[inline(always)]
fn spin<T: Wide>(q: Rotor<T>, inertia: Triple<T>, w: Triple<T>) -> Triple<T> {
    turn(q, times(inertia, turn(q.inverse(), w)))
}

/// The angular velocities of frames of this attitude whose angular momentum is `spin`.
#[inline(always)]
fn rate<T: Wide>(q: Rotor<T>, inertia: Triple<T>, spin: Triple<T>) -> Triple<T> {
    let Triple { x, y, z } = turn(q.inverse(), spin);
    turn(q, Triple { x: x.over(inertia.x), y: y.over(inertia.y), z: z.over(inertia.z) })
}

/// Rotates as [`Quat`] does. What a length of the quaternion that is a rounding off does to a vector and back
/// cancels then; with [`Rotor::turn`] a body that spins for long would feel it.
#[inline(always)]
fn turn<T: Wide>(q: Rotor<T>, u: Triple<T>) -> Triple<T> {
    let two = T::splat(2.0);
    u.scale(q.w * q.w - q.v.dot(q.v)) + q.v.scale(u.dot(q.v) * two) + q.v.cross(u).scale(q.w * two)
}

#[inline(always)]
fn times<T: Wide>(a: Triple<T>, b: Triple<T>) -> Triple<T> {
    Triple { x: a.x * b.x, y: a.y * b.y, z: a.z * b.z }
}

/// `a` where the number is positive, else `b`.
#[inline(always)]
fn either<T: Wide>(positive: T, a: Triple<T>, b: Triple<T>) -> Triple<T> {
    Triple {
        x: positive.where_positive(a.x, b.x),
        y: positive.where_positive(a.y, b.y),
        z: positive.where_positive(a.z, b.z),
    }
}

/// The places of eight frames; 0 beyond the last.
#[inline(always)]
fn places(first: usize, count: usize) -> [u32; W] {
    std::array::from_fn(|l| if first + l < count { (first + l) as u32 } else { 0 })
}

#[inline(always)]
fn load<T: Wide>(from: &[Vec3], first: usize) -> Triple<T> {
    if let Some(eight) = from[first..].first_chunk() {
        return T::load(eight);
    }
    let mut eight = [Vec3::ZERO; W];
    eight[..from.len() - first].copy_from_slice(&from[first..]);
    T::load(&eight)
}

#[inline(always)]
fn store<T: Wide>(to: &mut [Vec3], first: usize, v: Triple<T>) {
    if let Some(eight) = to[first..].first_chunk_mut() {
        return T::store(v, eight);
    }
    let mut eight = [Vec3::ZERO; W];
    T::store(v, &mut eight);
    let left = to.len() - first;
    to[first..].copy_from_slice(&eight[..left]);
}

#[inline(always)]
fn load_rotors<T: Wide>(from: &[Quat], first: usize) -> Rotor<T> {
    let index = places(first, from.len());
    // SAFETY: quaternions are four numbers each.
    let [x, y, z, w] = unsafe { T::gather(from.as_ptr().cast(), &index) };
    Rotor { v: Triple { x, y, z }, w }
}

/// Writes eight attitudes but that of the world, which never turns.
#[inline(always)]
fn store_rotors<T: Wide>(to: &mut [Quat], first: usize, q: Rotor<T>) {
    let index = places(first, to.len());
    // SAFETY: quaternions are four numbers each, and 0 is skipped.
    unsafe { T::scatter_mobile(to.as_mut_ptr().cast(), &index, [q.v.x, q.v.y, q.v.z, q.w]) };
}
