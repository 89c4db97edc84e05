//! Eight frames at once: to the rows, back from them, and along.
//!
//! Every substep asks the same of every frame, a thousand of them in a pile, so this is laid out in
//! lanes as the rows are. What is rare is done frame by frame: poses predicted for rows that ask for
//! them, and the rotation of frames that turn fast.

use crate::bodies::rigid;
use crate::math::lanes::{Lanes, Rotor, V3, W};
use crate::math::transpose::{gather, scatter};
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
    /// `I^-½`, `I^½` and `I`.
    inv_i: V3,
    i: V3,
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
struct Found {
    q: Rotor,
    v: V3,
    w: V3,
    /// Rows of `diag(I^-½) Rᵀ`.
    sr: [V3; 3],
    /// Scaled velocities.
    u: [V3; 2],
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
                octet.i.set_lane(l, k.i);
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
        let fastest = level.run(
            #[inline(always)]
            || {
                let mut fastest = Lanes::ZERO;
                let octets = self.lasting.iter().zip(&mut self.found).enumerate();
                for (block, (lasting, found)) in octets {
                    let first = block * W;
                    let x = load(&frames.x, first);
                    *found = lasting.find(frames, first);
                    let index = places(first, count);
                    found.pack(lasting, x, &index, packed, level);
                    found.push(&index, slots, level);
                    fastest = fastest.max(lasting.speed(found));
                    let moved = lasting.moved(x, found.q);
                    for (l, still) in still[first..].iter_mut().take(W).enumerate() {
                        *still = !first_substep && moved.0[l] < 1.0;
                    }
                }
                fastest
            },
        );
        fastest.0.into_iter().fold(0.0, Real::max)
    }

    /// Takes velocities back from the rows, and moves frames along by `h` if there is one.
    pub(super) fn take_back(
        &self,
        frames: &mut Frames,
        slots: &[FrameSlot],
        h: Option<Real>,
        level: Level,
    ) {
        let count = frames.x.len();
        level.run(
            #[inline(always)]
            || {
                for (block, (lasting, found)) in self.lasting.iter().zip(&self.found).enumerate() {
                    let first = block * W;
                    let gained = found.gained(&places(first, count), slots, level);
                    let mobile = lasting.inv_m;
                    let v = found.v + gained[0].scale(lasting.inv_m);
                    // Kinematic frames keep what they are told.
                    let v = either(mobile, v, found.v);
                    store(&mut frames.v, first, v);
                    match h {
                        Some(h) => {
                            let w = either(mobile, found.w + found.unscale(gained[1]), found.w);
                            store(&mut frames.w, first, w);
                            advance(lasting, found, frames, first, [v, w], h);
                        }
                        None => {
                            let w = found.turning(lasting, gained[1], frames, first);
                            store(&mut frames.w, first, either(mobile, w, found.w));
                        }
                    }
                }
            },
        );
    }
}

impl Lasting {
    const PADDING: Self = Self {
        inv_m: Lanes::ZERO,
        m: Lanes::ZERO,
        inv_i: V3::ZERO,
        i: V3::ZERO,
        inertia: V3::ZERO,
        lopsided: Lanes::ZERO,
        size: Lanes::ONE,
        reach: Lanes::ZERO,
        x: V3::ZERO,
        q: Rotor::IDENTITY,
    };

    #[inline(always)]
    fn find(&self, frames: &Frames, first: usize) -> Found {
        let q = load_rotors(&frames.q, first);
        let (v, w) = (load(&frames.v, first), load(&frames.w, first));
        let sr = q.axes();
        let sr = [sr[0].scale(self.inv_i.x), sr[1].scale(self.inv_i.y), sr[2].scale(self.inv_i.z)];
        let spin = V3 {
            x: self.inertia.x * sr[0].dot(w),
            y: self.inertia.y * sr[1].dot(w),
            z: self.inertia.z * sr[2].dot(w),
        };
        Found { q, v, w, sr, u: [v.scale(self.m), spin] }
    }

    /// A speed that no point of the frames has, m/s.
    #[inline(always)]
    fn speed(&self, found: &Found) -> Lanes {
        let turning = found.w.dot(found.w).sqrt();
        let rim = turning.where_positive(turning * self.reach, Lanes::ZERO);
        found.v.dot(found.v).sqrt() + rim
    }

    /// How far frames have moved, in units of [`STILL`] of their radius of gyration or, turned, as an angle;
    /// squared.
    #[inline(always)]
    fn moved(&self, x: V3, q: Rotor) -> Lanes {
        let (along, turned) = (x - self.x, q.v - self.q.v);
        let about = turned.dot(turned) + (q.w - self.q.w) * (q.w - self.q.w);
        along.dot(along).over(self.size).max(about) * Lanes::splat(1.0 / (STILL * STILL))
    }
}

impl Found {
    const PADDING: Self =
        Self { q: Rotor::IDENTITY, v: V3::ZERO, w: V3::ZERO, sr: [V3::ZERO; 3], u: [V3::ZERO; 2] };

    #[inline(always)]
    fn pack(
        &self,
        lasting: &Lasting,
        x: V3,
        index: &[u32; W],
        packed: &mut [PackedFrame],
        level: Level,
    ) {
        debug_assert!(index.iter().all(|&i| (i as usize) < packed.len()));
        let base = packed.as_mut_ptr().cast::<[Real; 4]>();
        let first = index.map(|i| PackedFrame::QUADS as u32 * i);
        let zero = Lanes::ZERO;
        let quad = |v: V3, w: Lanes| [v.x, v.y, v.z, w];
        let parts = [
            quad(x, lasting.inv_m),
            quad(self.q.v, self.q.w),
            quad(x, zero),
            quad(self.q.v, self.q.w),
            quad(self.v, zero),
            quad(self.w, zero),
            quad(self.sr[0], zero),
            quad(self.sr[1], zero),
            quad(self.sr[2], zero),
        ];
        for (k, part) in parts.iter().enumerate() {
            // SAFETY: indices are those of packed frames, each of so many quadruples; 0 is skipped.
            unsafe { scatter(base.add(k), &first, part, level) };
        }
    }

    #[inline(always)]
    fn push(&self, index: &[u32; W], slots: &mut [FrameSlot], level: Level) {
        debug_assert!(index.iter().all(|&i| (i as usize) < slots.len()));
        let base = slots.as_mut_ptr().cast::<[Real; 4]>();
        let halves = index.map(|i| 2 * i);
        let ([v, w], zero) = (&self.u, Lanes::ZERO);
        // SAFETY: indices are those of slots, each of two quadruples; 0 is skipped.
        unsafe {
            scatter(base, &halves, &[v.x, v.y, v.z, w.x], level);
            scatter(base.add(1), &halves, &[w.y, w.z, zero, zero], level);
        }
    }

    /// What rows have added to the scaled velocities. Only this is unscaled: the rounding of scaling
    /// there and back, the same in every substep, would act like a damping.
    #[inline(always)]
    fn gained(&self, index: &[u32; W], slots: &[FrameSlot], level: Level) -> [V3; 2] {
        debug_assert!(index.iter().all(|&i| (i as usize) < slots.len()));
        let base = slots.as_ptr().cast::<[Real; 4]>();
        let halves = index.map(|i| 2 * i);
        // SAFETY: as in `push`.
        let ([x, y, z, p], [q, r, ..]) =
            unsafe { (gather(base, &halves, level), gather(base.add(1), &halves, level)) };
        [V3 { x, y, z } - self.u[0], V3 { x: p, y: q, z: r } - self.u[1]]
    }

    /// `Σ sr_k u_k`: with `u` the scaled angular velocity the angular velocity, with `I u` the
    /// angular momentum.
    #[inline(always)]
    fn unscale(&self, u: V3) -> V3 {
        self.sr[0].scale(u.x) + self.sr[1].scale(u.y) + self.sr[2].scale(u.z)
    }

    /// Angular velocities at the end of the substep: angular momentum is what the rows left; the
    /// attitude has changed since.
    #[inline(always)]
    fn turning(&self, lasting: &Lasting, gained: V3, frames: &Frames, first: usize) -> V3 {
        let plain = self.w + self.unscale(gained);
        if lasting.lopsided.sum() == 0.0 {
            return plain;
        }
        let spin =
            spin(self.q, lasting.inertia, self.w) + self.unscale(times(lasting.inertia, gained));
        let q = load_rotors(&frames.q, first);
        either(lasting.lopsided, rate(q, lasting.inertia, spin), plain)
    }
}

/// Moves eight frames by one substep with the angular momentum they have.
#[inline(always)]
fn advance(
    lasting: &Lasting,
    found: &Found,
    frames: &mut Frames,
    first: usize,
    [v, w]: [V3; 2],
    h: Real,
) {
    let wide = Lanes::splat(h);
    let turn = w.scale(wide);
    let mut middle = turn;
    if lasting.lopsided.sum() > 0.0 {
        // The angular velocity of the middle depends on the attitude there, which it decides.
        let spin = spin(found.q, lasting.inertia, w);
        let q = Rotor::small(turn.scale(Lanes::splat(0.5))).after(found.q);
        middle = either(lasting.lopsided, rate(q, lasting.inertia, spin).scale(wide), middle);
    }
    let turned = Rotor::small(middle).after(found.q);
    let length = (turned.v.dot(turned.v) + turned.w * turned.w).sqrt();
    let one = Lanes::ONE.over(length);
    let turned = Rotor { v: turned.v.scale(one), w: turned.w * one };
    let square = turn.dot(turn);
    let moved = load(&frames.x, first) + v.scale(wide);
    let end = frames.x.len().min(first + W);
    for (l, i) in (first..end).enumerate() {
        if square.0[l] < 1e-6 {
            frames.x[i] = moved.lane(l);
            if square.0[l] > 0.0 {
                frames.q[i] = turned.lane(l);
            }
        } else {
            rigid::integrate(frames, i, h);
        }
    }
}

/// Angular momentum about the frames' own centres, in world axes.
#[inline(always)]
fn spin(q: Rotor, inertia: V3, w: V3) -> V3 {
    turn(q, times(inertia, turn(q.inverse(), w)))
}

/// The angular velocities of frames of this attitude whose angular momentum is `spin`.
#[inline(always)]
fn rate(q: Rotor, inertia: V3, spin: V3) -> V3 {
    let own = turn(q.inverse(), spin);
    turn(q, V3 { x: own.x.over(inertia.x), y: own.y.over(inertia.y), z: own.z.over(inertia.z) })
}

/// Rotates as [`Quat`] does. What a length of the quaternion that is a rounding off does to a vector and back
/// cancels then; with [`Rotor::turn`] a body that spins for long would feel it.
#[inline(always)]
fn turn(q: Rotor, u: V3) -> V3 {
    let two = Lanes::splat(2.0);
    u.scale(q.w * q.w - q.v.dot(q.v)) + q.v.scale(u.dot(q.v) * two) + q.v.cross(u).scale(q.w * two)
}

#[inline(always)]
fn times(a: V3, b: V3) -> V3 {
    V3 { x: a.x * b.x, y: a.y * b.y, z: a.z * b.z }
}

/// `a` where the number is positive, else `b`.
#[inline(always)]
fn either(positive: Lanes, a: V3, b: V3) -> V3 {
    V3 {
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
fn load(from: &[Vec3], first: usize) -> V3 {
    let mut out = V3::ZERO;
    if let Some(eight) = from.get(first..first + W) {
        for l in 0..W {
            out.set_lane(l, eight[l]);
        }
    } else {
        from[first..].iter().enumerate().for_each(|(l, v)| out.set_lane(l, *v));
    }
    out
}

#[inline(always)]
fn store(to: &mut [Vec3], first: usize, v: V3) {
    if let Some(eight) = to.get_mut(first..first + W) {
        for l in 0..W {
            eight[l] = v.lane(l);
        }
    } else {
        to[first..].iter_mut().enumerate().for_each(|(l, to)| *to = v.lane(l));
    }
}

#[inline(always)]
fn load_rotors(from: &[Quat], first: usize) -> Rotor {
    let mut out = Rotor::IDENTITY;
    if let Some(eight) = from.get(first..first + W) {
        for l in 0..W {
            out.set_lane(l, eight[l]);
        }
    } else {
        from[first..].iter().enumerate().for_each(|(l, q)| out.set_lane(l, *q));
    }
    out
}
