//! Conjugate gradients: the velocities of elastic solids, with their contacts inside.
//!
//! A substep of implicit Euler asks for `A Δv = r`, `A = M + h (h + β) K`. Contacts join in as springs on
//! velocities, called *ties*: with the rate `s` of a point of the solid against the frame it touches,
//! a tie pushes with `P = Π(P₀ − ρ (s + b))`, where `Π` lets it push and not pull, and holds friction below `μ` times the push
//! that was found last. Then
//! `(A + Σ Jᵀ S J) δ = r + Σ Jᵀ P`, with `S = −∂P/∂s`, is solved by conjugate gradients, the pushes are
//! asked again, and so on until they agree: Newton's method on a piecewise quadratic. A product
//! with `A` needs no matrix; the numbers `ρ` are a few times what the node itself resists with, so
//! that ties cost no more iterations than the solid does.
//!
//! Frames that are pushed are eliminated: whatever the nodes do, a frame answers at once, by
//! `F η = Σ J_fᵀ S J_n δ` with `F = M_f + Σ J_fᵀ S J_f`. So equal and opposite impulses act on both
//! sides, however early the iteration ends.
//!
//! The preconditioner is the sum of the inverse diagonal, of the translation of each solid, and of each frame
//! that moves together with the nodes it touches: these are the motions that a diagonal finds last
//! (Nicolaides 1987).
//!
//! Anchors and other constraints that hold a solid are inside the iteration too: see `hold.rs`.
//!
//! What the iteration leaves undone of a solid's momentum is made up by a rigid motion, so that the
//! momentum is kept to rounding. Before that friction is taken back to Coulomb's law: so a solid as a whole slides with the
//! friction of its load, however little the iteration has found of it.

mod frame;
mod hold;
mod lattice;
mod moments;
mod tie;
mod wholes;

use std::ops::Range;

use crate::math::{DMat3, DVec3, IntoF64, Mat3, Real, Vec3, double, double3, inertia_at, single};
use frame::{Frame, Vec6};
use tie::rate;
use wholes::Wholes;

pub use frame::Pushed;
pub use hold::{Asked, Grip, Holds};
pub use lattice::{Lattice, Span};
pub use moments::Moments;
pub use tie::Tie;

/// Four numbers of a node; the fourth does not count.
type Quad = [Real; 4];

/// How much stiffer than its node a tie is.
pub const STIFFER: Real = 12.0;
/// The most that may be, by the mass of the solid: what is stiffer by far is lost in rounding.
pub const STIFFEST_TIE: Real = 30.0;
/// The share of its last push that a tie starts from: the more, the less it sinks in under a load.
pub const KEPT: Real = 0.7;
/// The most times that pushes are asked in a substep.
const ROUNDS: usize = 3;
/// The same while ties that should let go pull
const MOST_ROUNDS: usize = 8;
/// by more than this share of what the others push.
const PULL: Real = 0.1;
/// The most iterations in a round.
const ITERATIONS: usize = 12;
/// The same if a solid is stiff or held.
const DEEPER: usize = 40;
/// The error of the velocities at which the iteration ends: what gravity adds to them in so many seconds.
const ERROR: Real = 5e-5;
/// The share of the first error, squared, that an iteration leaves at most,
const SMALLER: Real = 0.1;
/// unless that is below this share of the accepted one.
const NEGLIGIBLE: Real = 1e-2;
/// No frame that could be pushed.
pub const NONE: u32 = u32::MAX;

/// A solid's part of the nodes.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its slots.
    pub range: Range<usize>,
    /// `h (h + β)`, s².
    pub stiff: Real,
    /// Whether all of its nodes can move.
    pub free: bool,
    /// Mass, kg.
    pub mass: f64,
    /// Centre of mass, m.
    pub centre: DVec3,
    /// Inverse of the inertia about it.
    pub inverse_inertia: DMat3,
    /// What gravity adds to its velocity in the substep, m/s.
    pub gain: Vec3,
    /// Momentum before the substep, and what gravity and the caller's forces add to it, N·s.
    pub momentum: DVec3,
    /// The same about the centre, N·m·s.
    pub spin: DVec3,
    /// Energy of that motion, J.
    energy: f64,
    /// What helps a solid that is stiff or held.
    pub lattice: Option<Box<Lattice>>,
    /// Inverse of the mass and the ties of a translation, if there is no lattice.
    coarse: DMat3,
    /// The part of the search direction that is a translation.
    shift: Vec3,
    /// How many ties push it,
    touching: u32,
    /// what all push it with along their normals, and without those that pull, N·s.
    pushed: [Real; 2],
    /// What settling has changed of its momentum and spin by friction with other solids.
    settled: [DVec3; 2],
}

/// What a solve took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Products with the stiffness.
    pub products: usize,
    /// Times that pushes were asked.
    pub rounds: usize,
    /// Substeps, of each solid, that had to be softer than it is: too stiff for its mesh and the substep.
    pub softened: usize,
}

/// The solver and what it keeps.
#[derive(Debug, Default)]
pub struct Conjugate {
    /// Solids.
    pub parts: Vec<Part>,
    /// Contacts.
    pub ties: Vec<Tie>,
    /// What holds solids.
    pub holds: Holds,
    /// Velocities of the nodes, m/s.
    pub velocity: Vec<Quad>,
    /// What is left of each node's equation, N·s.
    pub residual: Vec<Quad>,
    /// Search direction.
    pub direction: Vec<Quad>,
    product: Vec<Quad>,
    /// Mass of each node, and `m + h (h + β) k`; a node that does not move has neither.
    pub mass: Vec<[Real; 2]>,
    /// Inverse of that, or zero where a block stands for it.
    inverse: Vec<Real>,
    /// Nodes with ties and the inverses of their blocks.
    blocks: Vec<(u32, Mat3)>,
    /// Nodes of such solids that do not move, and the mean of the diagonal of the stiffness there, N/m.
    pub pinned: Vec<(u32, Real)>,
    frames: Vec<Frame>,
    wholes: Wholes,
    /// For each part the first of those it pushes.
    heads: Vec<u32>,
    /// Since the start of the step.
    pub effort: Effort,
}

impl Part {
    /// A solid of this mass.
    pub fn new(range: Range<usize>, stiff: Real, free: bool, mass: f64) -> Self {
        Self {
            range,
            stiff,
            free,
            mass,
            centre: DVec3::ZERO,
            inverse_inertia: DMat3::ZERO,
            gain: Vec3::ZERO,
            momentum: DVec3::ZERO,
            spin: DVec3::ZERO,
            energy: 0.0,
            lattice: None,
            coarse: DMat3::ZERO,
            shift: Vec3::ZERO,
            touching: 0,
            pushed: [0.0; 2],
            settled: [DVec3::ZERO; 2],
        }
    }

    /// The energy of a rigid motion with this momentum and spin, J.
    fn energy_of(&self, momentum: DVec3, spin: DVec3) -> f64 {
        0.5 * (momentum.length_squared() / self.mass + spin.dot(self.inverse_inertia * spin))
    }
}

impl Conjugate {
    /// Takes the velocities of all nodes, and forgets the last substep's solids.
    pub fn begin(&mut self, v: &[Quad]) {
        let nodes = v.len();
        self.parts.clear();
        self.pinned.clear();
        self.velocity.clear();
        self.velocity.extend_from_slice(v);
        self.residual.resize(nodes, [0.0; 4]);
        self.direction.resize(nodes, [0.0; 4]);
        self.product.resize(nodes, [0.0; 4]);
        self.mass.resize(nodes, [0.0; 2]);
        self.inverse.resize(nodes, 0.0);
    }

    /// Solves for the velocities of the solids, with nodes at `x`, and of the frames they touch.
    /// `product` adds `K p` of all solids; `gravity` is how strong it is, m/s².
    pub fn solve(
        &mut self,
        x: &[Quad],
        frames: impl Fn(u32) -> Pushed,
        gravity: Real,
        product: impl Fn(&[Quad], &mut [Quad]),
    ) {
        // The velocities leave meanwhile, so that both can be borrowed.
        let mut velocity = std::mem::take(&mut self.velocity);
        let v = &mut velocity;
        self.find_frames(frames);
        self.wholes.find(&self.parts, &self.ties, x);
        self.fall(v);
        let mass: f64 = self.parts.iter().map(|p| p.mass).sum();
        let enough = mass as Real * (ERROR * gravity).powi(2);
        self.ask(v, false);
        for round in 0..MOST_ROUNDS {
            self.answer_frames();
            self.precondition();
            let moved = self.iterate(v, enough, &product);
            self.effort.rounds += 1;
            let more = round + 1 < ROUNDS || round + 1 < MOST_ROUNDS && self.ties_pull();
            if !moved || !more || !self.disagree(v, enough) {
                break;
            }
            self.ask(v, true);
        }
        self.settle(x, v);
        for tie in &mut self.ties {
            tie.guess = tie.impulse;
        }
        self.balance(x, v);
        self.velocity = velocity;
    }

    /// Lets solids fall that touch nothing: what iterates would have to find that all nodes fall alike.
    fn fall(&mut self, v: &mut [Quad]) {
        for (k, part) in self.parts.iter().enumerate().filter(|(_, part)| part.free) {
            let tied = |tie: &Tie| tie.part as usize == k || tie.other as usize == k;
            let tied = self.ties.iter().any(tied);
            if tied || self.holds.reach(&part.range) {
                continue;
            }
            for i in part.range.clone() {
                add(&mut v[i], part.gain);
                add(&mut self.residual[i], -part.gain * self.mass[i][0]);
            }
        }
    }

    fn find_frames(&mut self, pushed: impl Fn(u32) -> Pushed) {
        self.frames.clear();
        let Self { ties, holds, frames, .. } = self;
        for tie in ties {
            tie.impulse = Vec3::ZERO;
            (tie.moving, tie.driven) = (NONE, Vec3::ZERO);
            if !tie.is_on_frame() {
                continue;
            }
            tie.moving = find_frame(frames, tie.frame, &pushed);
            if tie.moving == NONE {
                let f = pushed(tie.frame);
                tie.driven = f.velocity[0] + f.velocity[1].cross(tie.arm);
            }
        }
        holds.find_frames(|slot| find_frame(frames, slot, &pushed));
    }

    /// Asks all ties what they push with.
    fn ask(&mut self, v: &[Quad], again: bool) {
        for frame in &mut self.frames {
            frame.answer = Vec6::ZERO;
        }
        let Self { ties, holds, frames, residual, .. } = self;
        holds.ask(v, frames, residual, again);
        for tie in ties {
            if again {
                tie.bound = tie.impulse.dot(tie.normal).max(0.0);
            }
            let (push, stiffness) = tie.respond(rate(frames, tie, v), tie.bound);
            let more = push - tie.impulse;
            (tie.impulse, tie.stiffness) = (push, stiffness);
            if more == Vec3::ZERO {
                continue;
            }
            for (i, w) in tie.nodes() {
                add(&mut residual[i], more * w);
            }
            if let Some(f) = frames.get_mut(tie.moving as usize) {
                f.answer.add_at(tie.arm, -more);
            }
        }
    }

    /// Whether the ties would push otherwise than they do by more than the error.
    fn disagree(&self, v: &[Quad], enough: Real) -> bool {
        let mut sum = self.holds.disagreement(v, &self.frames);
        for tie in &self.ties {
            let bound = tie.impulse.dot(tie.normal).max(0.0);
            let (push, _) = tie.respond(rate(&self.frames, tie, v), bound);
            sum += (push - tie.impulse).length_squared() / tie.rho.max(Real::MIN_POSITIVE);
        }
        sum > enough
    }

    /// Whether ties pull so much that their impulses say little of what the next round would find.
    fn ties_pull(&self) -> bool {
        let [mut pull, mut push] = [0.0; 2];
        for tie in &self.ties {
            let along = tie.impulse.dot(tie.normal);
            *if along < 0.0 { &mut pull } else { &mut push } += along;
        }
        -pull > PULL * push
    }

    /// Takes friction back to Coulomb's law: pushes have changed since it was asked for, and what slides was
    /// dragged. A few ties still pull, where the last round would have let go; the others hold by so much less.
    /// What that changes of solids that push each other is given to each as a whole: of their momentum together it changes nothing, so
    /// nobody would make it up, and they would be dragged as if nothing had been taken back.
    fn settle(&mut self, x: &[Quad], v: &mut [Quad]) {
        let Self { ties, frames, parts, holds, .. } = self;
        for part in parts.iter_mut() {
            (part.touching, part.pushed) = (0, [0.0; 2]);
            part.settled = [DVec3::ZERO; 2];
        }
        for tie in ties.iter() {
            let push = tie.impulse.dot(tie.normal);
            for i in [tie.part, tie.other] {
                let Some(part) = parts.get_mut(i as usize) else { continue };
                part.touching += u32::from(push > 0.0);
                part.pushed[0] += push;
                part.pushed[1] += push.max(0.0);
            }
        }
        for tie in ties {
            let part = &parts[tie.part as usize];
            let moved = match parts.get(tie.other as usize) {
                Some(other) => other.mass,
                None => frames.get(tie.moving as usize).map_or(part.mass, Frame::mass),
            };
            let mass = moved.min(part.mass) as Real / part.touching.max(1) as Real;
            let [sum, most] = part.pushed;
            let share = if most > 0.0 { sum.max(0.0) / most } else { 0.0 };
            let before = tie.impulse;
            tie.settle(rate(frames, tie, v), mass, share);
            if tie.apart().is_none() || tie.impulse == before {
                continue;
            }
            for (k, (i, w)) in tie.nodes().enumerate() {
                let part = &mut parts[tie.part_of(k)];
                let more = double((tie.impulse - before) * w);
                part.settled[0] += more;
                part.settled[1] += (double(vec(&x[i])) - part.centre).cross(more);
            }
        }
        for part in parts.iter().filter(|p| p.free && p.settled[0] != DVec3::ZERO) {
            if holds.fix(&part.range) {
                continue;
            }
            let turn = part.inverse_inertia * part.settled[1];
            let shift = single(part.settled[0] / part.mass - turn.cross(part.centre));
            let turn = single(turn);
            for i in part.range.clone() {
                add(&mut v[i], shift + turn.cross(vec(&x[i])));
            }
        }
    }

    /// Lets frames answer to the pushes they got.
    fn answer_frames(&mut self) {
        for frame in &mut self.frames {
            frame.factor = frame.mass.clone();
            frame.coarse = frame.mass.clone();
        }
        for tie in &self.ties {
            let Some(f) = self.frames.get_mut(tie.moving as usize) else { continue };
            let [n, t] = tie.stiffness;
            if n > 0.0 {
                f.factor.add_rows(tie.arm, t);
                f.factor.add_row(tie.arm, tie.normal, n - t);
                let weight: Real = tie.nodes().map(|(i, w)| w * w * self.mass[i][1]).sum();
                f.coarse.add_rows(tie.arm, weight);
            }
        }
        self.holds.stiffen_frames(&mut self.frames);
        for f in &mut self.frames {
            f.factor.factorise();
            f.coarse.factorise();
            f.answer = f.factor.solve(&f.answer);
            f.velocity.add(&f.answer, 1.0);
        }
        let Self { ties, holds, frames, residual, .. } = self;
        holds.follow_frames(frames, residual);
        for tie in ties.iter_mut().filter(|t| t.stiffness[0] > 0.0) {
            if let Some(f) = frames.get(tie.moving as usize) {
                let more = tie.stiffen(f.answer.at(tie.arm));
                tie.impulse += more;
                for (i, w) in tie.nodes() {
                    add(&mut residual[i], more * w);
                }
            }
        }
    }

    /// Inverts the diagonal and the coarse motions.
    fn precondition(&mut self) {
        self.blocks.clear();
        for part in &mut self.parts {
            for i in part.range.clone() {
                let a = self.mass[i][1];
                self.inverse[i] = if a > 0.0 { 1.0 / a } else { 0.0 };
            }
            part.coarse = DMat3::from_diagonal(DVec3::splat(part.mass));
        }
        self.wholes.begin(&self.parts);
        for tie in self.ties.iter().filter(|t| t.stiffness[0] > 0.0) {
            let [n, t] = tie.stiffness;
            let normal = tie.normal;
            let block = Mat3::from_cols(normal * normal.x, normal * normal.y, normal * normal.z)
                * (n - t)
                + Mat3::from_diagonal(Vec3::splat(t));
            for (i, w) in tie.nodes().filter(|&(i, _)| self.mass[i][1] > 0.0) {
                self.blocks.push((i as u32, block * (w * w)));
            }
            if tie.is_on_frame() {
                self.parts[tie.part as usize].coarse += double3(block);
            }
            if !self.wholes.is_empty() {
                self.wholes.stiffen(tie, block);
            }
        }
        let Self { holds, blocks, parts, mass, .. } = self;
        holds.blocks(|node, block| {
            let i = node as usize;
            if let Some(part) = parts.iter_mut().find(|p| p.range.contains(&i)) {
                part.coarse += double3(block);
            }
            if mass[i][1] > 0.0 {
                blocks.push((node, block));
            }
        });
        // Ties of one node become one block.
        self.blocks.sort_unstable_by_key(|b| b.0);
        self.blocks.dedup_by(|b, a| {
            let same = a.0 == b.0;
            if same {
                a.1 += b.1;
            }
            same
        });
        self.prepare_lattices();
        for (i, block) in &mut self.blocks {
            let i = *i as usize;
            *block = (*block + Mat3::from_diagonal(Vec3::splat(self.mass[i][1]))).inverse();
            self.inverse[i] = 0.0;
        }
        self.wholes.factorise();
        for (k, part) in self.parts.iter_mut().enumerate() {
            let translates = part.free && part.lattice.is_none() && !self.wholes.hold(k as u32);
            part.coarse = if translates { part.coarse.inverse() } else { DMat3::ZERO };
        }
    }

    /// Factorises the lattices with what pushes the nodes.
    fn prepare_lattices(&mut self) {
        let Self { parts, blocks, pinned, .. } = self;
        for part in parts {
            let Some(lattice) = &mut part.lattice else { continue };
            lattice.assemble(part.stiff);
            let first = blocks.partition_point(|b| (b.0 as usize) < part.range.start);
            let own = blocks[first..].iter().take_while(|b| (b.0 as usize) < part.range.end);
            for (i, block) in own {
                lattice.stiffen(*i as usize - part.range.start, *block);
            }
            for &(i, k) in pinned.iter().filter(|p| part.range.contains(&(p.0 as usize))) {
                let block = Mat3::from_diagonal(Vec3::splat(k * part.stiff));
                lattice.stiffen(i as usize - part.range.start, block);
            }
            // What is not finite is contained after the substep.
            if !lattice.factorise() {
                part.lattice = None;
            }
        }
    }

    /// `rᵀ B r`, and the coarse parts of `B r`.
    fn weigh(&mut self) -> Real {
        let mut sum = [0.0; 4];
        let mut coarse = 0.0;
        for part in &mut self.parts {
            let mut total = [0.0; 4];
            let range = part.range.clone();
            for (r, &inverse) in self.residual[range.clone()].iter().zip(&self.inverse[range]) {
                for k in 0..4 {
                    sum[k] += r[k] * r[k] * inverse;
                    total[k] += r[k];
                }
            }
            let total = vec(&total);
            part.shift = single(part.coarse * double(total));
            coarse += part.shift.dot(total);
            if let Some(lattice) = &mut part.lattice {
                let range = part.range.clone();
                coarse += lattice.answer(&self.residual[range]);
            }
        }
        if !self.wholes.is_empty() {
            coarse += self.wholes.answer(&self.parts, &self.residual);
        }
        for (i, block) in &self.blocks {
            let r = vec(&self.residual[*i as usize]);
            coarse += r.dot(*block * r);
        }
        for f in &mut self.frames {
            f.shift = Vec6::ZERO;
        }
        for tie in self.ties.iter().filter(|t| t.stiffness[0] > 0.0) {
            if let Some(f) = self.frames.get_mut(tie.moving as usize) {
                f.shift.add_at(tie.arm, tie.at(&self.residual));
            }
        }
        for f in &mut self.frames {
            let shift = f.coarse.solve(&f.shift);
            coarse += f.shift.dot(&shift) as Real;
            f.shift = shift;
        }
        sum[0] + sum[1] + sum[2] + coarse
    }

    /// `p = B r + β p`.
    fn redirect(&mut self, beta: Real) {
        for part in &self.parts {
            let range = part.range.clone();
            let shift = [part.shift.x, part.shift.y, part.shift.z, 0.0];
            let fields =
                self.direction[range.clone()].iter_mut().zip(&self.residual[range.clone()]);
            for ((p, r), &inverse) in fields.zip(&self.inverse[range]) {
                for k in 0..4 {
                    p[k] = r[k] * inverse + shift[k] + beta * p[k];
                }
            }
            if let Some(lattice) = &part.lattice {
                let range = part.range.clone();
                lattice.add(&mut self.direction[range]);
            }
        }
        self.wholes.add(&self.parts, &mut self.direction);
        for (i, block) in &self.blocks {
            let i = *i as usize;
            add(&mut self.direction[i], *block * vec(&self.residual[i]));
        }
        for tie in self.ties.iter().filter(|t| t.stiffness[0] > 0.0) {
            if let Some(f) = self.frames.get(tie.moving as usize) {
                let there = f.shift.at(tie.arm);
                for (i, w) in tie.nodes().filter(|&(i, _)| self.mass[i][1] > 0.0) {
                    add(&mut self.direction[i], there * w);
                }
            }
        }
    }

    /// Conjugate gradients on the present ties; tells whether it moved anything.
    fn iterate(
        &mut self,
        v: &mut [Quad],
        enough: Real,
        product: &impl Fn(&[Quad], &mut [Quad]),
    ) -> bool {
        let mut left = self.weigh();
        let first = left;
        let mut beta = 0.0;
        let mut moved = false;
        let deep = self.parts.iter().any(|p| p.lattice.is_some());
        for _ in 0..if deep { DEEPER } else { ITERATIONS } {
            // Small errors are made smaller still, little by little: what rests comes to rest.
            let done = left <= enough && left <= SMALLER * first;
            if done || left.is_nan() || left <= NEGLIGIBLE * enough {
                break;
            }
            self.redirect(beta);
            let curvature = self.multiply(product);
            if curvature.is_nan() || curvature <= 0.0 {
                break;
            }
            self.advance(v, left / curvature);
            moved = true;
            let now = self.weigh();
            beta = now / left;
            left = now;
        }
        moved
    }

    /// The product with the search direction, and the curvature along it.
    fn multiply(&mut self, product: &impl Fn(&[Quad], &mut [Quad])) -> Real {
        self.effort.products += 1;
        for part in &self.parts {
            self.product[part.range.clone()].fill([0.0; 4]);
        }
        product(&self.direction, &mut self.product);
        let mut sum = [0.0; 4];
        for part in &self.parts {
            let range = part.range.clone();
            let fields = self.product[range.clone()].iter_mut().zip(&self.direction[range.clone()]);
            for ((q, p), m) in fields.zip(&self.mass[range]) {
                for k in 0..4 {
                    q[k] = q[k] * part.stiff + m[0] * p[k];
                    sum[k] += q[k] * p[k];
                }
            }
        }
        let mut curvature = sum[0] + sum[1] + sum[2];
        for f in &mut self.frames {
            f.answer = Vec6::ZERO;
        }
        for tie in self.ties.iter_mut().filter(|t| t.stiffness[0] > 0.0) {
            let rate = tie.at(&self.direction);
            tie.change = tie.stiffen(rate);
            curvature += rate.dot(tie.change);
            if let Some(f) = self.frames.get_mut(tie.moving as usize) {
                f.answer.add_at(tie.arm, tie.change);
            }
        }
        curvature += self.holds.oppose(&self.direction, &mut self.frames);
        for f in &mut self.frames {
            let answer = f.factor.solve(&f.answer);
            curvature -= f.answer.dot(&answer) as Real;
            f.answer = answer;
        }
        for tie in self.ties.iter_mut().filter(|t| t.stiffness[0] > 0.0) {
            if let Some(f) = self.frames.get(tie.moving as usize) {
                tie.change -= tie.stiffen(f.answer.at(tie.arm));
            }
        }
        self.holds.yield_to_frames(&self.frames);
        curvature
    }

    /// Goes this far along the search direction.
    fn advance(&mut self, v: &mut [Quad], step: Real) {
        for part in &self.parts {
            let range = part.range.clone();
            let fields = v[range.clone()].iter_mut().zip(&mut self.residual[range.clone()]);
            let search = self.direction[range.clone()].iter().zip(&self.product[range]);
            for ((v, r), (p, q)) in fields.zip(search) {
                for k in 0..4 {
                    v[k] += step * p[k];
                    r[k] -= step * q[k];
                }
            }
        }
        for tie in self.ties.iter_mut().filter(|t| t.stiffness[0] > 0.0) {
            let change = tie.change * step;
            tie.impulse -= change;
            for (i, w) in tie.nodes() {
                add(&mut self.residual[i], -change * w);
            }
        }
        self.holds.advance(step, &mut self.residual);
        for f in &mut self.frames {
            let Frame { velocity, answer, .. } = f;
            velocity.add(answer, step.into_f64());
        }
    }

    /// Makes up for the momentum that the iteration has not found, by rigid motions of those that push each other. What is held to something
    /// that does not move has no momentum to keep, and a rigid motion would pull it off. Where the iteration has found next to
    /// nothing its pushes mean nothing either: the rigid motion has no more energy than the solid had or has.
    fn balance(&mut self, x: &[Quad], v: &mut [Quad]) {
        for part in &mut self.parts {
            part.energy = part.energy_of(part.momentum, part.spin);
        }
        for tie in &self.ties {
            for (k, (i, w)) in tie.nodes().enumerate() {
                let part = &mut self.parts[tie.part_of(k)];
                let push = double(tie.impulse * w);
                part.momentum += push;
                part.spin += (double(vec(&x[i])) - part.centre).cross(push);
            }
        }
        for (node, push) in self.holds.on_nodes() {
            let i = node as usize;
            if let Some(part) = self.parts.iter_mut().find(|p| p.range.contains(&i)) {
                part.momentum += double(push);
                part.spin += (double(vec(&x[i])) - part.centre).cross(double(push));
            }
        }
        self.gather();
        for first in 0..self.heads.len() {
            if self.heads[first] == first as u32 {
                self.make_up(first as u32, x, v);
            }
        }
    }

    /// Finds which solids push each other, directly or by way of others: each is told the first of them.
    fn gather(&mut self) {
        let Self { heads, ties, parts, .. } = self;
        heads.clear();
        heads.extend(0..parts.len() as u32);
        for [a, b] in ties.iter().filter(|t| t.impulse != Vec3::ZERO).filter_map(Tie::apart) {
            let [a, b] = [heads[a as usize], heads[b as usize]];
            let (least, most) = (a.min(b), a.max(b));
            if least < most {
                heads.iter_mut().filter(|h| **h == most).for_each(|h| *h = least);
            }
        }
    }

    /// Gives those that push each other the momentum that they lack together, as one: moved one by one they would be pushed
    /// into each other, and tremble.
    fn make_up(&self, head: u32, x: &[Quad], v: &mut [Quad]) {
        let all =
            || (0..self.parts.len()).filter(|&k| self.heads[k] == head).map(|k| &self.parts[k]);
        if !all().all(|p| p.free && !self.holds.fix(&p.range)) {
            return;
        }
        let mass: f64 = all().map(|p| p.mass).sum();
        let centre = all().fold(DVec3::ZERO, |sum, p| sum + p.centre * (p.mass / mass));
        let alone = all().count() == 1;
        let (mut missing, mut twist, mut inertia) = (DVec3::ZERO, DVec3::ZERO, DMat3::ZERO);
        let [mut had, mut has] = [0.0; 2];
        for part in all() {
            let range = part.range.clone();
            let now = Moments::of(&x[range.clone()], &v[range.clone()], &self.mass[range]);
            let (lacks, off) = (part.momentum - now.momentum, part.centre - centre);
            missing += lacks;
            twist += part.spin - now.spin + off.cross(lacks);
            had += part.energy;
            has += part.energy_of(now.momentum, now.spin);
            if !alone {
                inertia += part.inverse_inertia.inverse() + inertia_at(off) * part.mass;
            }
        }
        let inverse = match all().next() {
            Some(part) if alone => part.inverse_inertia,
            _ => inertia.inverse(),
        };
        let most = had.max(has);
        let energy = 0.5 * (missing.length_squared() / mass + twist.dot(inverse * twist));
        let share = if energy > most { (most / energy).sqrt() } else { 1.0 };
        let turn = inverse * twist * share;
        let shift = single(missing * (share / mass) - turn.cross(centre));
        let turn = single(turn);
        for i in all().flat_map(|p| p.range.clone()) {
            add(&mut v[i], shift + turn.cross(vec(&x[i])));
        }
    }
}

/// The place of a frame among those that can be pushed; it is added if it is new.
fn find_frame(frames: &mut Vec<Frame>, slot: u32, pushed: impl Fn(u32) -> Pushed) -> u32 {
    if let Some(i) = frames.iter().position(|f| f.slot == slot) {
        return i as u32;
    }
    let f = pushed(slot);
    if f.mass <= 0.0 {
        return NONE;
    }
    frames.push(Frame::new(&f));
    frames.len() as u32 - 1
}

fn vec(q: &Quad) -> Vec3 {
    Vec3::new(q[0], q[1], q[2])
}

fn add(q: &mut Quad, v: Vec3) {
    q[0] += v.x;
    q[1] += v.y;
    q[2] += v.z;
}
