//! What is done with eight patches at once, in the widest registers there are.

use super::super::Substep;
use super::super::batch::{FORGET, IDLE, Places};
use super::super::contact::tangents;
use super::{Block, Item, PAIRS, Partial, Roll};
use crate::collision::patch::POINTS;
use crate::math::lanes::{Lanes, Rotor, Triple, V3, W};
use crate::math::wide::{Kernel, Wide};
use crate::math::{Real, Vec3};
use crate::solvers::velocities::Shared;
use crate::state::PackedFrame;

/// Bouncy points nearer than this hand impacts on, m.
const TOUCHING: Real = 2e-4;

/// The most sweeps of impacts in a substep.
const IMPACTS: usize = 16;

/// How far the springs of contacts give way, m: what loads them harder meets a rigid row.
const GIVE: Real = 1.5e-3;

/// Jacobian, bias and softness for a substep.
pub(super) struct Linearise<'a> {
    pub(super) blocks: &'a mut [Block],
    pub(super) items: &'a mut [Item],
    pub(super) rolls: &'a mut [Roll],
    pub(super) at: Places<'a>,
    pub(super) t: &'a Substep,
}

impl Kernel for Linearise<'_> {
    type Out = ();

    #[inline(always)]
    fn run<T: Wide>(self) {
        let Self { at, t, rolls, .. } = self;
        let reach = 2.0 * at.fastest * t.h;
        for (i, (block, item)) in self.blocks.iter_mut().zip(self.items).enumerate() {
            if block.stale || item.moves(at.still) {
                linearise::<T>(block, item, rolls.get_mut(i), at, reach);
            } else {
                block.part::<T>(item, reach);
            }
            if !block.apart {
                bias::<T>(block, item, t);
            }
        }
    }
}

/// Pushes bodies by the impulses that rows remember.
pub(super) struct Start<'a> {
    pub(super) blocks: &'a mut [Block],
    pub(super) items: &'a [Item],
    pub(super) rolls: &'a mut [Roll],
    pub(super) shared: Shared<'a>,
}

impl Kernel for Start<'_> {
    type Out = ();

    #[inline(always)]
    fn run<T: Wide>(self) {
        for (i, (block, item)) in self.blocks.iter_mut().zip(self.items).enumerate() {
            if !block.apart {
                block.start::<T>(item, &self.shared, self.rolls.get_mut(i));
            } else if let Some(roll) = self.rolls.get_mut(i) {
                roll.lambda = [Lanes::ZERO; 2];
            }
        }
    }
}

/// One sweep over some blocks.
pub(super) struct Sweep<'a> {
    pub(super) unit: &'a mut [Block],
    pub(super) rolls: &'a mut [Roll],
    pub(super) shared: Shared<'a>,
}

impl Kernel for Sweep<'_> {
    type Out = Partial;

    #[inline(always)]
    fn run<T: Wide>(self) -> Partial {
        let (mut sum, mut worst) = (T::splat(0.0), T::splat(0.0));
        for (i, block) in self.unit.iter_mut().enumerate() {
            if !block.apart {
                sum = sum + block.solve(&self.shared, self.rolls.get_mut(i), &mut worst);
            }
        }
        let worst = worst.lanes().0.into_iter().fold(0.0, Real::max);
        Partial { squares: sum.lanes().sum(), worst }
    }
}

/// Prepares a sweep without push-out.
pub(super) struct BeginRelax<'a> {
    pub(super) blocks: &'a mut [Block],
    pub(super) items: &'a mut [Item],
    pub(super) shared: Shared<'a>,
    pub(super) still: &'a [bool],
    pub(super) h: Real,
}

impl Kernel for BeginRelax<'_> {
    type Out = ();

    #[inline(always)]
    fn run<T: Wide>(self) {
        for (block, item) in self.blocks.iter_mut().zip(self.items) {
            // What is stale finds its gaps anew in the next substep.
            if !block.stale {
                let follows = item.moves(self.still);
                block.begin_relax::<T>(item, &self.shared, self.h, follows);
            }
        }
    }
}

/// Impacts run through touching bodies as through Newton's cradle.
pub(super) struct Rebound<'a> {
    pub(super) blocks: &'a mut [Block],
    pub(super) items: &'a [Item],
    pub(super) shared: Shared<'a>,
    /// Below this speed nothing rebounds, m/s.
    pub(super) slow: Real,
}

impl Kernel for Rebound<'_> {
    type Out = ();

    #[inline(always)]
    fn run<T: Wide>(self) {
        let Self { blocks, items, shared, slow } = self;
        let bouncy = |(block, item): &(&mut Block, &Item)| item.bouncy && !block.stale;
        for (block, item) in blocks.iter_mut().zip(items).filter(bouncy) {
            block.take_back::<T>(item, &shared);
        }
        for _ in 0..IMPACTS {
            let mut any = false;
            for (block, item) in blocks.iter_mut().zip(items).filter(bouncy) {
                any |= block.impact::<T>(item, &shared, slow);
            }
            if !any {
                break;
            }
        }
    }
}

impl Item {
    /// Whether any of its frames has moved since the step began.
    #[inline(always)]
    fn moves(&self, still: &[bool]) -> bool {
        !self.frame.as_flattened().iter().all(|&i| still[i as usize])
    }
}

impl Block {
    /// Rests if all points are further apart than `reach`: what is found for a whole step lies mostly beyond
    /// what a substep can close.
    #[inline(always)]
    fn part<T: Wide>(&mut self, item: &Item, reach: Real) {
        let (reach, zero) = (T::splat(reach), T::splat(0.0));
        let mut near = zero;
        for i in 0..POINTS {
            let close = reach - T::of(&item.gap[i]);
            near = near + close.where_positive(T::of(&item.there[i]), zero);
        }
        self.apart = near.lanes().sum() == 0.0;
        if self.apart {
            self.lambda = [Lanes::ZERO; POINTS];
            self.friction = [Lanes::ZERO; 3];
        }
    }

    /// The velocities of its bodies.
    #[inline(always)]
    fn velocities<T: Wide>(&self, v: &Shared<'_>) -> [[Triple<T>; 2]; 2] {
        [v.wide_frames(&self.frame[0]), v.wide_frames(&self.frame[1])]
    }

    #[inline(always)]
    fn set_velocities<T: Wide>(&self, v: &Shared<'_>, [a, b]: [[Triple<T>; 2]; 2]) {
        v.set_wide_frames(&self.frame[0], a);
        v.set_wide_frames(&self.frame[1], b);
    }

    /// Pushes the bodies by the impulses the rows hold, after dropping those of open points.
    #[inline(always)]
    fn start<T: Wide>(&mut self, item: &Item, v: &Shared<'_>, roll: Option<&mut Roll>) {
        let zero = T::splat(0.0);
        let [mut a, mut b] = self.velocities::<T>(v);
        let mut any = zero;
        for i in 0..POINTS {
            let shut = T::splat(FORGET) - T::of(&item.gap[i]);
            let lambda = shut.where_positive(T::of(&self.lambda[i]), zero);
            self.lambda[i] = lambda.lanes();
            any = any + lambda;
            turn(&mut a, &mut b, &self.normal[i], lambda);
        }
        let mut force = Triple::<T>::of(&self.basis[0]).scale(any);
        for d in 0..3 {
            let f = any.where_positive(T::of(&self.friction[d]), zero);
            self.friction[d] = f.lanes();
            if d < 2 {
                force = force + Triple::of(&self.basis[1 + d]).scale(f);
            }
            turn(&mut a, &mut b, if d < 2 { &self.tangent[d] } else { &self.twist }, f);
        }
        if let Some(roll) = roll {
            for d in 0..2 {
                let f = any.where_positive(T::of(&roll.lambda[d]), zero);
                roll.lambda[d] = f.lanes();
                turn(&mut a, &mut b, &roll.j[d], f);
            }
        }
        a[0] = a[0] - force.scale(T::of(&self.s[0]));
        b[0] = b[0] + force.scale(T::of(&self.s[1]));
        self.set_velocities(v, [a, b]);
    }

    /// Solves all rows once, in place; gives the squared changes of impulse.
    #[inline(always)]
    fn solve<T: Wide>(&mut self, v: &Shared<'_>, roll: Option<&mut Roll>, worst: &mut T) -> T {
        let zero = T::splat(0.0);
        let [mut a, mut b] = self.velocities::<T>(v);
        let n = Triple::<T>::of(&self.basis[0]);
        let [sa, sb] = [T::of(&self.s[0]), T::of(&self.s[1])];
        let apart = b[0].scale(sb) - a[0].scale(sa);
        let (along, most) = (n.dot(apart), T::of(&self.most));
        let mut rate = [zero; POINTS];
        for i in 0..POINTS {
            rate[i] = along + turning(&self.normal[i], a[1], b[1]) + T::of(&self.b[i]);
        }
        let (mut squares, mut pushed, mut total, mut grip) = (zero, zero, zero, zero);
        let (mut change, mut pairs) = ([zero; POINTS], 0);
        for i in 0..POINTS {
            for j in 0..i {
                rate[i] = rate[i] + T::of(&self.coupling[pairs]) * change[j];
                pairs += 1;
            }
            let old = T::of(&self.lambda[i]);
            let delta = rate[i] + T::of(&self.gamma[i]) * old;
            let soft = old - delta * T::of(&self.inv_w[i]);
            let hard = old - (rate[i] + most) * T::of(&self.hard_inv_w[i]);
            let new = soft.max(hard).max(T::of(&self.floor[i]));
            self.lambda[i] = new.lanes();
            change[i] = new - old;
            pushed = pushed + change[i];
            squares = squares + change[i] * change[i];
            *worst = worst.max(change[i].where_positive(-delta, zero));
            total = total + new;
            grip = grip + T::of(&self.grip[i]) * new;
        }
        for i in 0..POINTS {
            turn(&mut a, &mut b, &self.normal[i], change[i]);
        }
        // Friction: both tangents at once, then about the normal.
        let mut force = n.scale(pushed);
        let [t, s] = [Triple::<T>::of(&self.basis[1]), Triple::<T>::of(&self.basis[2])];
        let inv_wt = T::of(&self.inv_wt);
        let old = [T::of(&self.friction[0]), T::of(&self.friction[1])];
        let slip = [
            t.dot(apart) + turning(&self.tangent[0], a[1], b[1]) + T::of(&self.driven[0]),
            s.dot(apart) + turning(&self.tangent[1], a[1], b[1]) + T::of(&self.driven[1]),
        ];
        let f = [old[0] - slip[0] * inv_wt, old[1] - slip[1] * inv_wt];
        let k = shrink(f, T::of(&self.mu) * total);
        for (d, g) in [t, s].into_iter().enumerate() {
            let new = f[d] * k;
            let change = new - old[d];
            self.friction[d] = new.lanes();
            force = force + g.scale(change);
            turn(&mut a, &mut b, &self.tangent[d], change);
            squares = squares + change * change;
        }
        let spin = turning(&self.twist, a[1], b[1]) + T::of(&self.driven[2]);
        let old = T::of(&self.friction[2]);
        let new = (old - spin * T::of(&self.inv_ww)).max(-grip).min(grip);
        self.friction[2] = new.lanes();
        turn(&mut a, &mut b, &self.twist, new - old);
        if let Some(roll) = roll {
            roll.solve(&mut a, &mut b, total);
        }
        a[0] = a[0] - force.scale(sa);
        b[0] = b[0] + force.scale(sb);
        self.set_velocities(v, [a, b]);
        squares
    }

    /// Gaps have closed by `h J v`; a point pushes no deeper than it is open.
    #[inline(always)]
    fn begin_relax<T: Wide>(&mut self, item: &mut Item, v: &Shared<'_>, h: Real, follows: bool) {
        let zero = T::splat(0.0);
        let [a, b] = self.velocities::<T>(v);
        let apart = b[0].scale(T::of(&self.s[1])) - a[0].scale(T::of(&self.s[0]));
        let along = Triple::<T>::of(&self.basis[0]).dot(apart);
        let (wide, inverse) = (T::splat(h), T::splat(1.0 / h));
        let restitution = T::of(&item.restitution);
        for i in 0..POINTS {
            let driven = T::of(&item.driven[i]);
            let rate = along + turning(&self.normal[i], a[1], b[1]) + driven;
            let gap = T::of(&item.gap[i]) + wide * rate;
            item.gap[i] = gap.lanes();
            let gap = gap.max(zero);
            // A bouncy point that does not touch is left to the next substep, which must see the full
            // speed at which it comes.
            let waits = (gap - T::splat(TOUCHING)).where_positive(restitution, zero);
            let open = gap * inverse + driven;
            self.b[i] = waits.where_positive(T::splat(IDLE), open).lanes();
        }
        self.gamma = [Lanes::ZERO; POINTS];
        if follows {
            self.follow::<T>(item, apart.scale(wide));
            self.compliances::<T>(item);
        }
        self.inv_w = self.hard_inv_w;
    }

    /// Takes back what bouncy points have pushed in this substep: impacts start from the velocities at
    /// which the bodies came.
    #[inline(always)]
    fn take_back<T: Wide>(&mut self, item: &Item, v: &Shared<'_>) {
        let zero = T::splat(0.0);
        let [mut a, mut b] = self.velocities::<T>(v);
        let mut sum = zero;
        for i in 0..POINTS {
            let lambda = T::of(&self.lambda[i]);
            let pushed = T::of(&item.restitution).where_positive(lambda, zero);
            self.lambda[i] = (lambda - pushed).lanes();
            sum = sum + pushed;
            turn(&mut a, &mut b, &self.normal[i], -pushed);
        }
        let force = Triple::<T>::of(&self.basis[0]).scale(sum);
        a[0] = a[0] + force.scale(T::of(&self.s[0]));
        b[0] = b[0] - force.scale(T::of(&self.s[1]));
        self.set_velocities(v, [a, b]);
    }

    /// Impacts of bouncy points that touch, one after the other: each that approaches at `−v` leaves at
    /// `e v`, and keeps its impulse from then on. Tells whether there was any.
    #[inline(always)]
    fn impact<T: Wide>(&mut self, item: &Item, v: &Shared<'_>, slow: Real) -> bool {
        let zero = T::splat(0.0);
        let [mut a, mut b] = self.velocities::<T>(v);
        let n = Triple::<T>::of(&self.basis[0]);
        let [sa, sb] = [T::of(&self.s[0]), T::of(&self.s[1])];
        let mut along = n.dot(b[0].scale(sb) - a[0].scale(sa));
        let (mut pushed, mut hits) = (zero, zero);
        let restitution = T::of(&item.restitution);
        for i in 0..POINTS {
            let rate = along + turning(&self.normal[i], a[1], b[1]) + T::of(&item.driven[i]);
            let touches = T::splat(TOUCHING) - T::of(&item.gap[i]);
            let fast = -rate - T::splat(slow);
            let hit = touches.where_positive(restitution, zero);
            let hit = fast.where_positive(hit, zero);
            let change = (T::splat(1.0) + restitution) * (-rate) * T::of(&self.inv_w[i]);
            let change = hit.where_positive(change, zero);
            hits = hits + hit;
            self.lambda[i] = (T::of(&self.lambda[i]) + change).lanes();
            self.floor[i] = (T::of(&self.floor[i]) + change).lanes();
            along = along + T::of(&self.linear) * change;
            pushed = pushed + change;
            turn(&mut a, &mut b, &self.normal[i], change);
        }
        a[0] = a[0] - n.scale(pushed * sa);
        b[0] = b[0] + n.scale(pushed * sb);
        self.set_velocities(v, [a, b]);
        hits.lanes().sum() > 0.0
    }

    /// Moves the lever arms along with bodies that have slid `past` each other: pushed at the old ones, they
    /// would gain angular momentum. All points move alike, so all rows change alike.
    #[inline(always)]
    fn follow<T: Wide>(&mut self, item: &Item, past: Triple<T>) {
        // The common point goes with the body it belongs to; only the other's arm changes.
        let moves = [past.scale(-T::of(&item.meet[0])), past.scale(-T::of(&item.meet[1]))];
        for (k, moved) in moves.into_iter().enumerate() {
            let moved = moved.scale(T::of(&item.split[k]));
            let sr = &item.sr[k];
            let n = scaled(sr, moved.cross(Triple::of(&self.basis[0])));
            let t = scaled(sr, moved.cross(Triple::of(&self.basis[1])));
            let s = scaled(sr, moved.cross(Triple::of(&self.basis[2])));
            for i in 0..POINTS {
                let j = Triple::of(&self.normal[i][k]) + n.scale(T::of(&item.there[i]));
                self.normal[i][k] = j.lanes();
            }
            self.tangent[0][k] = (Triple::of(&self.tangent[0][k]) + t).lanes();
            self.tangent[1][k] = (Triple::of(&self.tangent[1][k]) + s).lanes();
        }
    }

    /// `w = J M⁻¹ Jᵀ` of every row, its inverse, and the couplings.
    #[inline(always)]
    fn compliances<T: Wide>(&mut self, item: &mut Item) {
        let linear = T::of(&self.linear);
        for i in 0..POINTS {
            let w = (linear + product(&self.normal[i], &self.normal[i])) * T::of(&item.there[i]);
            item.w[i] = w.lanes();
            self.hard_inv_w[i] = inverse(w).lanes();
        }
        for (w, [i, j]) in self.coupling.iter_mut().zip(PAIRS) {
            *w = (linear + product::<T>(&self.normal[i], &self.normal[j])).lanes();
        }
        let [t, s] = &self.tangent;
        let (tt, ss) = (linear + product::<T>(t, t), linear + product::<T>(s, s));
        let (ts, half) = (product::<T>(t, s), T::splat(0.5));
        let off = (tt - ss) * half;
        let largest = (tt + ss) * half + (off * off + ts * ts).sqrt();
        self.inv_wt = inverse(largest).lanes();
        self.inv_ww = inverse(product::<T>(&self.twist, &self.twist)).lanes();
    }
}

impl Roll {
    /// Resists turning about the tangents by as much as the impulses of the points allow.
    #[inline(always)]
    fn solve<T: Wide>(&mut self, a: &mut [Triple<T>; 2], b: &mut [Triple<T>; 2], total: T) {
        let inv_w = T::of(&self.inv_w);
        let old = [T::of(&self.lambda[0]), T::of(&self.lambda[1])];
        let mut f = old;
        for d in 0..2 {
            let rate = turning(&self.j[d], a[1], b[1]) + T::of(&self.driven[d]);
            f[d] = f[d] - rate * inv_w;
        }
        let k = shrink(f, T::of(&self.mu) * total);
        for d in 0..2 {
            let new = f[d] * k;
            self.lambda[d] = new.lanes();
            turn(a, b, &self.j[d], new - old[d]);
        }
    }

    #[inline(always)]
    fn linearise<T: Wide>(&mut self, block: &Block, item: &Item, bodies: &[Body<T>; 2]) {
        let zero = T::splat(0.0);
        let (mut w, mut driven) = ([zero; 2], [zero; 2]);
        for (k, body) in bodies.iter().enumerate() {
            let side = T::splat(SIDES[k]);
            for d in 0..2 {
                let g = Triple::<T>::of(&block.basis[1 + d]);
                let j = scaled(&item.sr[k], g.scale(side * T::of(&item.split[k])));
                self.j[d][k] = j.lanes();
                w[d] = w[d] + j.dot(j);
                driven[d] = driven[d] + body.s.where_positive(zero, g.dot(body.w) * side);
            }
        }
        self.driven = [driven[0].lanes(), driven[1].lanes()];
        // The trace bounds the largest eigenvalue of the two rows.
        self.inv_w = inverse(w[0].max(w[1])).lanes();
    }
}

/// Rows push the first body back and the second forth.
const SIDES: [Real; 2] = [-1.0, 1.0];

/// One of the two bodies in each lane.
#[derive(Clone, Copy)]
struct Body<T> {
    x: Triple<T>,
    /// Square root of the inverse mass; none if it is immobile.
    s: T,
    q: Rotor<T>,
    v: Triple<T>,
    w: Triple<T>,
}

impl<T: Wide> Body<T> {
    /// Where they are.
    #[inline(always)]
    fn placed(frames: &Packed<'_>) -> Self {
        let ([x, y, z, s], q, zero) = (frames.quad(0), frames.quad(1), Triple::same(Vec3::ZERO));
        let q = Rotor { v: vector(q), w: q[3] };
        Self { x: Triple { x, y, z }, s, q, v: zero, w: zero }
    }
}

/// Packed frames of eight bodies.
struct Packed<'a> {
    frames: &'a [PackedFrame],
    first: [u32; W],
}

impl<'a> Packed<'a> {
    #[inline(always)]
    fn new(frames: &'a [PackedFrame], index: &[u32; W]) -> Self {
        debug_assert!(index.iter().all(|&i| (i as usize) < frames.len()));
        Self { frames, first: index.map(|i| PackedFrame::QUADS as u32 * i) }
    }

    #[inline(always)]
    fn quad<T: Wide>(&self, part: usize) -> [T; 4] {
        // SAFETY: indices were checked when the patches were built; so many quadruples are a packed frame.
        unsafe { T::gather(self.frames.as_ptr().cast::<[Real; 4]>().add(part), &self.first) }
    }
}

/// Gaps at the present positions, and of blocks that are not apart Jacobian, speeds and compliances.
#[inline(always)]
fn linearise<T: Wide>(
    block: &mut Block,
    item: &mut Item,
    roll: Option<&mut Roll>,
    at: Places<'_>,
    reach: Real,
) {
    let zero = T::splat(0.0);
    let n = Triple::<T>::of(&block.basis[0]);
    let (t, s) = tangents(n);
    let frames = [Packed::new(at.packed, &item.frame[0]), Packed::new(at.packed, &item.frame[1])];
    let mut bodies = [Body::placed(&frames[0]), Body::placed(&frames[1])];
    let mut points = [[Triple::same(Vec3::ZERO); POINTS]; 2];
    for (k, body) in bodies.iter().enumerate() {
        let surface = body.x - n.scale(T::of(&item.round[k]) * T::splat(SIDES[k]));
        for i in 0..POINTS {
            points[k][i] = surface + body.q.turn(Triple::of(&item.arm[k][i]));
        }
    }
    for i in 0..POINTS {
        item.gap[i] = n.dot(points[1][i] - points[0][i]).lanes();
    }
    block.part::<T>(item, reach);
    block.stale = block.apart;
    if block.apart {
        return;
    }
    (block.basis[1], block.basis[2]) = (t.lanes(), s.lanes());
    for (k, body) in bodies.iter_mut().enumerate() {
        (body.v, body.w) = (vector(frames[k].quad(4)), vector(frames[k].quad(5)));
        for d in 0..3 {
            item.sr[k][d] = vector::<T>(frames[k].quad(6 + d)).lanes();
        }
        block.s[k] = (body.s * T::of(&item.split[k])).lanes();
    }
    let [sa, sb] = [T::of(&block.s[0]), T::of(&block.s[1])];
    block.linear = (sa * sa + sb * sb).lanes();
    let mut middle = [Triple::same(Vec3::ZERO); 2];
    let (share, meet) = (T::of(&item.share), [T::of(&item.meet[0]), T::of(&item.meet[1])]);
    for i in 0..POINTS {
        let between = points[1][i] - points[0][i];
        // Both sides are pushed at one point, so that impulses across a gap have no moment.
        points[0][i] = points[0][i] + between.scale(meet[0]);
        points[1][i] = points[1][i] - between.scale(meet[1]);
        for k in 0..2 {
            middle[k] = middle[k] + points[k][i].scale(T::of(&item.there[i]) * share);
        }
    }
    let (mut resting, mut driven) = ([zero; POINTS], [zero; 3]);
    for (k, body) in bodies.iter().enumerate() {
        let side = T::splat(SIDES[k]);
        let scale = side * T::of(&item.split[k]);
        let vn = n.dot(body.v);
        for i in 0..POINTS {
            let torque = (points[k][i] - body.x).cross(n);
            let j = scaled(&item.sr[k], torque.scale(scale * T::of(&item.there[i])));
            block.normal[i][k] = j.lanes();
            let rate = (vn + torque.dot(body.w)) * side;
            resting[i] = resting[i] + body.s.where_positive(zero, rate);
        }
        for (d, g) in [t, s].into_iter().enumerate() {
            let torque = (middle[k] - body.x).cross(g);
            block.tangent[d][k] = scaled(&item.sr[k], torque.scale(scale)).lanes();
            let rate = (g.dot(body.v) + torque.dot(body.w)) * side;
            driven[d] = driven[d] + body.s.where_positive(zero, rate);
        }
        block.twist[k] = scaled(&item.sr[k], n.scale(scale)).lanes();
        driven[2] = driven[2] + body.s.where_positive(zero, n.dot(body.w) * side);
    }
    for (to, driven) in block.driven.iter_mut().zip(driven) {
        *to = driven.lanes();
    }
    let (mu, spinning) = (T::of(&block.mu), T::of(&item.spinning));
    for i in 0..POINTS {
        item.driven[i] = resting[i].lanes();
        let lever = points[0][i] - middle[0];
        let grip = (lever.dot(lever).sqrt() * mu + spinning) * T::of(&item.there[i]);
        block.grip[i] = grip.lanes();
    }
    block.compliances::<T>(item);
    if let Some(roll) = roll {
        roll.linearise(block, item, &bodies);
    }
}

/// The bias and softness of the normal rows from their gaps, as contacts have them.
#[inline(always)]
fn bias<T: Wide>(block: &mut Block, item: &Item, t: &Substep) {
    let (p, zero) = (&t.contact, T::splat(0.0));
    let turn = 2.0 * std::f64::consts::PI as Real * p.rigid_frequency;
    let hw = T::of(&item.slower) * T::splat(turn);
    let a1 = T::splat(2.0 * p.rigid_damping_ratio) + hw;
    let soft = if t.predict { T::splat(1.0).over(hw * a1) } else { zero };
    let rate = hw.over(a1 * T::splat(t.h));
    block.most = (rate * T::splat(GIVE)).lanes();
    for i in 0..POINTS {
        let (c, w) = (T::of(&item.gap[i]), T::of(&item.w[i]));
        let open = c * T::splat(1.0 / t.h);
        let closed = if t.predict {
            let deep = (c + T::splat(p.slop)).min(zero);
            (deep * rate).max(T::splat(-p.speed))
        } else {
            // The velocity form of 2015: Baumgarte's share of the depth, nothing soft.
            open * T::splat(t.share)
        };
        let gamma = c.where_positive(zero, w * soft);
        block.b[i] = (c.where_positive(open, closed) + T::of(&item.driven[i])).lanes();
        block.gamma[i] = gamma.lanes();
        block.inv_w[i] = inverse(w + gamma).lanes();
        block.floor[i] = Lanes::ZERO;
    }
}

/// `J v` by the angular velocities.
#[inline(always)]
fn turning<T: Wide>(j: &[V3; 2], a: Triple<T>, b: Triple<T>) -> T {
    Triple::of(&j[0]).dot(a) + Triple::of(&j[1]).dot(b)
}

/// Adds an impulse to the angular velocities.
#[inline(always)]
fn turn<T: Wide>(a: &mut [Triple<T>; 2], b: &mut [Triple<T>; 2], j: &[V3; 2], impulse: T) {
    a[1] = a[1] + Triple::of(&j[0]).scale(impulse);
    b[1] = b[1] + Triple::of(&j[1]).scale(impulse);
}

/// The angular part of what an impulse of one row does to the rate of another.
#[inline(always)]
fn product<T: Wide>(i: &[V3; 2], j: &[V3; 2]) -> T {
    turning(i, Triple::of(&j[0]), Triple::of(&j[1]))
}

/// The factor that brings a pair of numbers back to a disc of this radius.
#[inline(always)]
fn shrink<T: Wide>(f: [T; 2], radius: T) -> T {
    let length = (f[0] * f[0] + f[1] * f[1]).sqrt();
    (length - radius).where_positive(radius.over(length), T::splat(1.0))
}

/// A row of nothing has no compliance: its inverse is zero too, and it never acts.
#[inline(always)]
fn inverse<T: Wide>(w: T) -> T {
    w.where_positive(T::splat(1.0).over(w), T::splat(0.0))
}

#[inline(always)]
fn scaled<T: Wide>(sr: &[V3; 3], torque: Triple<T>) -> Triple<T> {
    Triple {
        x: Triple::of(&sr[0]).dot(torque),
        y: Triple::of(&sr[1]).dot(torque),
        z: Triple::of(&sr[2]).dot(torque),
    }
}

#[inline(always)]
fn vector<T: Wide>([x, y, z, _]: [T; 4]) -> Triple<T> {
    Triple { x, y, z }
}
