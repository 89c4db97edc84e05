//! Holds: rows of constraints that pull at elastic solids, inside the iteration.
//!
//! A row reads `J v + b + γ λ = 0` under its law. A soft one is a spring on velocities as it stands. A rigid one
//! pulls with `λ = Π(λ₀ − ρ (J v + b))` (the augmented Lagrangian): it starts from what it carried in the last
//! substep, and in every round of the solver from what it carried in the one before, so that it gives way less and
//! less. What is held so needs no factorisation, however large it is.

use std::ops::Range;

use super::frame::{Frame, Vec6};
use super::{NONE, Quad, add, vec};
use crate::math::{IntoF64, Mat3, Real, Vec3};
use crate::solvers::newton::{Law, Local};

/// How much stiffer a rigid row is than what it holds: if that is a single node and it is held to something that
/// does not move, the block of its node stands for all of it, however stiff it is.
const LONE: f64 = 1000.0;
/// Else the iteration has to find how its nodes share the pull.
const SHARED: f64 = 12.0;

/// The rows of one constraint.
#[derive(Clone, Debug)]
pub struct Hold {
    /// Who asks for its impulse.
    pub owner: u32,
    local: Local,
    grips: Range<usize>,
    /// `−∂λ/∂(J v)`, kg.
    stiffness: [[Real; 3]; 3],
    /// N·s.
    impulse: [Real; 3],
    /// The change of impulse by the search direction.
    change: [Real; 3],
}

/// The rows' Jacobian by one node or frame.
#[derive(Clone, Copy, Debug)]
pub struct Grip {
    /// Node slot, or frame slot.
    pub slot: u32,
    /// Whether it is a frame.
    pub frame: bool,
    /// By velocity and angular velocity.
    pub j: [[Vec3; 2]; 3],
    /// The frame among those that can be pushed.
    moving: u32,
}

/// What a constraint asks of the solver.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Who asks.
    pub owner: u32,
    /// Law.
    pub law: Law,
    /// How many rows.
    pub rows: usize,
    /// Bias, m/s.
    pub b: [Real; 3],
    /// Softness, 1/kg.
    pub gamma: [Real; 3],
    /// The law's parameters.
    pub bound: [Real; 3],
    /// What it carried in the last substep, N·s.
    pub guess: [Real; 3],
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub struct Holds {
    list: Vec<Hold>,
    grips: Vec<Grip>,
}

impl Grip {
    /// Of a slot with this Jacobian.
    pub fn new(slot: u32, frame: bool, j: [[Vec3; 2]; 3]) -> Self {
        Self { slot, frame, j, moving: NONE }
    }

    /// `Jᵀ λ`: a push and a turn.
    fn push(&self, f: &[Real; 3]) -> [Vec3; 2] {
        [0, 1].map(|k| self.j[0][k] * f[0] + self.j[1][k] * f[1] + self.j[2][k] * f[2])
    }
}

impl Hold {
    /// `S s`.
    fn stiffen(&self, s: [Real; 3]) -> [Real; 3] {
        self.stiffness.map(|row| row[0] * s[0] + row[1] * s[1] + row[2] * s[2])
    }
}

impl Holds {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.list.clear();
        self.grips.clear();
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds a constraint with these grips; several of one slot become one. `mass` as in
    /// [`Conjugate`](super::Conjugate).
    pub fn add(&mut self, asked: &Asked, grips: impl Iterator<Item = Grip>, mass: &[[Real; 2]]) {
        let first = self.grips.len();
        for grip in grips {
            let known = self.grips[first..].iter_mut();
            match { known }.find(|g| g.slot == grip.slot && g.frame == grip.frame) {
                Some(known) => {
                    for (a, b) in known.j.iter_mut().zip(grip.j) {
                        *a = [a[0] + b[0], a[1] + b[1]];
                    }
                }
                None => self.grips.push(grip),
            }
        }
        let grips = &self.grips[first..];
        let stiffer = if grips.len() == 1 { LONE } else { SHARED };
        let w: [f64; 3] = std::array::from_fn(|d| {
            let mobile = grips.iter().filter(|g| !g.frame && mass[g.slot as usize][1] > 0.0);
            let part = |g: &Grip| g.j[d][0].length_squared() / mass[g.slot as usize][1];
            mobile.map(part).sum::<Real>().into_f64()
        });
        // Rows of a disc have one softness.
        let most = w.iter().copied().fold(0.0, f64::max);
        let wide = |x: [Real; 3]| x.map(IntoF64::into_f64);
        let gamma = wide(asked.gamma);
        let local = Local {
            law: asked.law,
            rows: asked.rows,
            b: wide(asked.b),
            gamma,
            epsilon: gamma.map(|g| if g > 0.0 { 0.0 } else { most / stiffer }),
            guess: wide(asked.guess),
            bound: wide(asked.bound),
            ..Local::default()
        };
        if most > 0.0 {
            self.list.push(Hold {
                owner: asked.owner,
                local,
                grips: first..self.grips.len(),
                stiffness: [[0.0; 3]; 3],
                impulse: [0.0; 3],
                change: [0.0; 3],
            });
        }
    }

    /// The impulse of each constraint, N·s.
    pub fn impulses(&self) -> impl Iterator<Item = (u32, [Real; 3])> + '_ {
        self.list.iter().map(|h| (h.owner, h.impulse))
    }

    /// What each pushes frames with: the slot, a push and a turn.
    pub fn on_frames(&self) -> impl Iterator<Item = (u32, [Vec3; 2])> + '_ {
        self.on(true)
    }

    /// What each pushes nodes with.
    pub(super) fn on_nodes(&self) -> impl Iterator<Item = (u32, Vec3)> + '_ {
        self.on(false).map(|(slot, push)| (slot, push[0]))
    }

    fn on(&self, frame: bool) -> impl Iterator<Item = (u32, [Vec3; 2])> + '_ {
        self.list.iter().flat_map(move |h| {
            let grips = self.grips[h.grips.clone()].iter().filter(move |g| g.frame == frame);
            grips.map(|g| (g.slot, g.push(&h.impulse)))
        })
    }

    /// Whether any pulls at these nodes.
    pub(super) fn reach(&self, nodes: &Range<usize>) -> bool {
        self.grips.iter().any(|g| !g.frame && nodes.contains(&(g.slot as usize)))
    }

    /// Whether any holds these nodes to something that does not move.
    pub(super) fn fix(&self, nodes: &Range<usize>) -> bool {
        let own = |g: &Grip| !g.frame && nodes.contains(&(g.slot as usize));
        self.list.iter().any(|h| self.grips[h.grips.clone()].iter().all(own))
    }

    /// Lets each find its frames.
    pub(super) fn find_frames(&mut self, mut find: impl FnMut(u32) -> u32) {
        for grip in self.grips.iter_mut().filter(|g| g.frame) {
            grip.moving = find(grip.slot);
        }
    }

    /// `J v` of the nodes alone.
    fn node_rate(&self, hold: &Hold, v: &[Quad]) -> [Real; 3] {
        let mut rate = [0.0; 3];
        for grip in self.grips[hold.grips.clone()].iter().filter(|g| !g.frame) {
            let v = vec(&v[grip.slot as usize]);
            for (rate, j) in rate.iter_mut().zip(&grip.j) {
                *rate += j[0].dot(v);
            }
        }
        rate
    }

    /// `J v` of the frames alone, by one of their velocities.
    fn frame_rate(&self, hold: &Hold, frames: &[Frame], of: impl Fn(&Frame) -> &Vec6) -> [Real; 3] {
        let mut rate = [0.0; 3];
        for grip in &self.grips[hold.grips.clone()] {
            if let Some(f) = frames.get(grip.moving as usize) {
                for (rate, j) in rate.iter_mut().zip(&grip.j) {
                    *rate += of(f).along(j[0], j[1]);
                }
            }
        }
        rate
    }

    fn rate(&self, hold: &Hold, v: &[Quad], frames: &[Frame]) -> [f64; 3] {
        let (n, f) = (self.node_rate(hold, v), self.frame_rate(hold, frames, |f| &f.velocity));
        std::array::from_fn(|d| (n[d] + f[d]).into_f64())
    }

    /// Adds `Jᵀ f` to the residuals of nodes.
    fn push_nodes(&self, hold: &Hold, f: &[Real; 3], residual: &mut [Quad]) {
        for grip in self.grips[hold.grips.clone()].iter().filter(|g| !g.frame) {
            add(&mut residual[grip.slot as usize], grip.push(f)[0]);
        }
    }

    /// Adds `Jᵀ f` to the answers of frames.
    fn push_frames(&self, hold: &Hold, f: &[Real; 3], frames: &mut [Frame]) {
        for grip in &self.grips[hold.grips.clone()] {
            if let Some(frame) = frames.get_mut(grip.moving as usize) {
                let [push, turn] = grip.push(f);
                frame.answer.add_push(push, turn);
            }
        }
    }

    /// Visits all of them, each apart from the rest.
    fn each(&mut self, mut visit: impl FnMut(&Self, &mut Hold)) {
        let mut list = std::mem::take(&mut self.list);
        list.iter_mut().for_each(|hold| visit(self, hold));
        self.list = list;
    }

    /// Asks each what it pulls with; `again` if it was asked before in this substep.
    pub(super) fn ask(
        &mut self,
        v: &[Quad],
        frames: &mut [Frame],
        residual: &mut [Quad],
        again: bool,
    ) {
        self.each(|all, hold| {
            if again {
                hold.local.guess = hold.impulse.map(IntoF64::into_f64);
            }
            let response = hold.local.respond(all.rate(hold, v, frames));
            let impulse = response.impulse.map(|x| x as Real);
            let more = std::array::from_fn(|d| impulse[d] - hold.impulse[d]);
            (hold.impulse, hold.stiffness) =
                (impulse, response.stiffness.map(|row| row.map(|x| x as Real)));
            all.push_nodes(hold, &more, residual);
            all.push_frames(hold, &more, frames);
        });
    }

    /// By how much they would pull otherwise than they do, N²s²/kg.
    pub(super) fn disagreement(&self, v: &[Quad], frames: &[Frame]) -> Real {
        let mut sum = 0.0;
        for hold in &self.list {
            let mut local = hold.local;
            local.guess = hold.impulse.map(IntoF64::into_f64);
            let wish = local.respond(self.rate(hold, v, frames)).impulse;
            for d in 0..local.rows {
                let off = wish[d] - hold.impulse[d].into_f64();
                sum += off * off * (local.epsilon[d] + local.gamma[d]);
            }
        }
        sum as Real
    }

    /// Adds how they stiffen the frames they hold.
    pub(super) fn stiffen_frames(&self, frames: &mut [Frame]) {
        for hold in &self.list {
            for grip in &self.grips[hold.grips.clone()] {
                let Some(f) = frames.get_mut(grip.moving as usize) else { continue };
                for d in 0..hold.local.rows {
                    for e in 0..hold.local.rows {
                        f.factor.add_product(grip.j[d], grip.j[e], hold.stiffness[d][e]);
                    }
                }
            }
        }
    }

    /// Adds how they stiffen each node, and tells so node by node.
    pub(super) fn blocks(&self, mut tell: impl FnMut(u32, Mat3)) {
        for hold in &self.list {
            for grip in self.grips[hold.grips.clone()].iter().filter(|g| !g.frame) {
                let mut block = Mat3::ZERO;
                for d in 0..hold.local.rows {
                    for e in 0..hold.local.rows {
                        let (a, b) = (grip.j[d][0] * hold.stiffness[d][e], grip.j[e][0]);
                        block += Mat3::from_cols(a * b.x, a * b.y, a * b.z);
                    }
                }
                tell(grip.slot, block);
            }
        }
    }

    /// Frames have answered to pushes: what that changes.
    pub(super) fn follow_frames(&mut self, frames: &[Frame], residual: &mut [Quad]) {
        self.each(|all, hold| {
            let more = hold.stiffen(all.frame_rate(hold, frames, |f| &f.answer)).map(|x| -x);
            hold.impulse = std::array::from_fn(|d| hold.impulse[d] + more[d]);
            all.push_nodes(hold, &more, residual);
        });
    }

    /// How they pull at the search direction, without the frames' answer; gives the curvature.
    pub(super) fn oppose(&mut self, direction: &[Quad], frames: &mut [Frame]) -> Real {
        let mut curvature = 0.0;
        self.each(|all, hold| {
            let rate = all.node_rate(hold, direction);
            hold.change = hold.stiffen(rate);
            curvature += (0..3).map(|d| rate[d] * hold.change[d]).sum::<Real>();
            all.push_frames(hold, &hold.change.map(|x| -x), frames);
        });
        curvature
    }

    /// Adds what the frames' answer changes of that.
    pub(super) fn yield_to_frames(&mut self, frames: &[Frame]) {
        self.each(|all, hold| {
            let less = hold.stiffen(all.frame_rate(hold, frames, |f| &f.answer));
            hold.change = std::array::from_fn(|d| hold.change[d] + less[d]);
        });
    }

    /// Goes this far along the search direction.
    pub(super) fn advance(&mut self, step: Real, residual: &mut [Quad]) {
        self.each(|all, hold| {
            let less = hold.change.map(|x| -x * step);
            hold.impulse = std::array::from_fn(|d| hold.impulse[d] + less[d]);
            all.push_nodes(hold, &less, residual);
        });
    }
}
