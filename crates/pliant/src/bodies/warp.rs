//! A factor that is gone on with while the body turns.
//!
//! With `A = M + h² K` factorised for rotations `R₀` of the elements, and all of them turned by `T` since,
//! `T A⁻¹ Tᵀ` is the answer now, exactly. While no element differs from that by more than [`LEAN`] the factor
//! stays; forces are those of the present shape in any case, so what a body comes to rest in does not depend on
//! it. *Warped* compliance (Saupin et al. 2008) turns each node by the mean of its elements, and keeps the factor
//! for good.

use serde::{Deserialize, Serialize};

use super::element::Element;
use super::soft::Compliance;
use crate::math::block_cholesky::{BlockCholesky, Four, Padded, Right};
use crate::math::{DMat3, DQuat, DVec3, Mat3, double3, single3};
use crate::solvers::simd::Level;

/// How far an element may lean from how the body has turned for its factor to stay, rad.
const LEAN: f64 = 0.02;
/// The most memory for answers that are kept, bytes.
const MOST: usize = 64 << 20;

/// What a factor was made of. It is part of snapshots: the factor is made of it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) how: Compliance,
    /// Whether substeps may be as long as contacts in the constraint space allow.
    pub(crate) long: bool,
    /// Rotations of the elements.
    pub(crate) rotations: Vec<DQuat>,
    h: f64,
    pinned: usize,
}

impl Kept {
    pub(crate) fn new(how: Compliance, long: bool) -> Self {
        Self { how, long, rotations: Vec::new(), h: 0.0, pinned: 0 }
    }

    /// Takes over the present rotations if the factor must be made again; tells whether it must.
    pub(crate) fn renew(&mut self, now: &[DQuat], h: f64, pinned: usize) -> bool {
        let same = self.h == h && self.pinned == pinned && self.rotations.len() == now.len();
        if same && (self.how == Compliance::Warped || self.leans(now) <= LEAN) {
            return false;
        }
        (self.h, self.pinned) = (h, pinned);
        self.rotations.clear();
        self.rotations.extend_from_slice(now);
        true
    }

    /// How an element has turned since.
    fn turned(&self, t: usize, now: &[DQuat]) -> DQuat {
        now[t] * self.rotations[t].inverse()
    }

    /// The mean of how elements have turned.
    fn mean(&self, now: &[DQuat], elements: impl Iterator<Item = usize>) -> DQuat {
        mean_of(elements.map(|t| self.turned(t, now)))
    }

    /// The largest angle between how an element has turned and how all have, rad.
    fn leans(&self, now: &[DQuat]) -> f64 {
        let mean = self.mean(now, 0..now.len());
        let least = (0..now.len()).map(|t| self.turned(t, now).dot(mean).abs()).fold(1.0, f64::min);
        2.0 * (1.0 - least * least).max(0.0).sqrt()
    }
}

/// The mean of rotations.
fn mean_of(rotations: impl Iterator<Item = DQuat>) -> DQuat {
    let mut sum = [0.0; 4];
    for q in rotations {
        let q = q.to_array();
        let sign: f64 = q.iter().zip(&sum).map(|(a, b)| a * b).sum();
        let sign = if sign < 0.0 { -1.0 } else { 1.0 };
        sum.iter_mut().zip(q).for_each(|(s, q)| *s += q * sign);
    }
    let [x, y, z, w] = sum;
    let q = DQuat::from_xyzw(x, y, z, w);
    if q.length() > 1e-9 && q.is_finite() { q.normalize() } else { DQuat::IDENTITY }
}

/// How nodes have turned since the factor was made, and answers that were found with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Warp {
    /// Whether there is a factor.
    pub(super) made: bool,
    /// Rotation of each node; none: not at all.
    turn: Vec<DMat3>,
    /// How each element has turned.
    turned: Vec<DQuat>,
    /// Elements of each node.
    around: Vec<Vec<u32>>,
    /// Answers of all nodes to pushes on one of them, by that node. They are what a substep adds to velocities, so the
    /// precision of these is enough.
    answers: Vec<Vec<Mat3>>,
    /// The last one, if there was no room for it.
    last: Vec<Mat3>,
    /// How many numbers those that are remembered have.
    size: usize,
    /// Angular momentum of each node by what is found for it: `m r × T`; none: to be made anew.
    levers: Vec<Padded>,
}

impl Warp {
    /// Nothing has turned.
    pub(super) fn clear(&mut self) {
        self.turn.clear();
    }

    /// Nodes have moved.
    pub(super) fn shift(&mut self) {
        self.levers.clear();
    }

    /// The factor has changed.
    pub(super) fn forget(&mut self) {
        self.answers.iter_mut().for_each(Vec::clear);
        self.size = 0;
    }

    /// Turns the nodes with the elements.
    pub(super) fn turn(&mut self, kept: &Kept, now: &[DQuat], elements: &[Element]) {
        self.shift();
        let nodes = elements.iter().flat_map(|e| e.nodes).max().map_or(0, |n| n as usize + 1);
        match kept.how {
            Compliance::Exact => {
                let mean = DMat3::from_quat(kept.mean(now, 0..now.len()));
                self.turn.clear();
                self.turn.resize(nodes, mean);
            }
            Compliance::Warped => {
                if self.around.len() != nodes {
                    self.around = vec![Vec::new(); nodes];
                    for (t, e) in elements.iter().enumerate() {
                        e.nodes.iter().for_each(|&n| self.around[n as usize].push(t as u32));
                    }
                }
                self.turn.clear();
                self.turned.clear();
                self.turned.extend((0..now.len()).map(|t| kept.turned(t, now)));
                let mean = |a: &Vec<u32>| mean_of(a.iter().map(|&t| self.turned[t as usize]));
                self.turn.extend(self.around.iter().map(|a| DMat3::from_quat(mean(a))));
            }
        }
    }

    /// Solves with the turned factor.
    pub(super) fn solve<T: Right + Turned>(
        &self,
        matrix: &BlockCholesky,
        x: &mut [T],
        work: &mut Vec<T::Wide>,
    ) {
        x.iter_mut().zip(&self.turn).for_each(|(x, t)| *x = x.turned(&t.transpose()));
        matrix.solve(x, work);
        x.iter_mut().zip(&self.turn).for_each(|(x, t)| *x = x.turned(t));
    }

    /// Whether nodes are turned at all.
    pub(super) fn turns(&self) -> bool {
        !self.turn.is_empty()
    }

    /// Finds how the factor alone answers to pushes on a node along each axis, unless that is remembered.
    pub(super) fn find(
        &mut self,
        matrix: &BlockCholesky,
        node: usize,
        out: &mut [DMat3],
        work: &mut Vec<Padded>,
    ) {
        if self.answers.len() != out.len() {
            self.answers = vec![Vec::new(); out.len()];
        }
        if self.answers[node].is_empty() {
            out.fill(DMat3::ZERO);
            out[node] = DMat3::IDENTITY;
            matrix.solve(out, work);
            let room = (self.size + out.len()) * size_of::<Mat3>() <= MOST;
            self.size += if room { out.len() } else { 0 };
            let to = if room { &mut self.answers[node] } else { &mut self.last };
            to.clear();
            to.extend(out.iter().map(single3));
        }
    }

    /// What was found for a node just now.
    pub(super) fn found(&self, node: usize) -> &[Mat3] {
        let remembered = &self.answers[node];
        if remembered.is_empty() { &self.last } else { remembered }
    }

    /// How nodes are turned.
    pub(super) fn turns_of(&self) -> &[DMat3] {
        &self.turn
    }

    /// Answers to impulses on a few nodes from what was found for them; false if that is not all remembered, or more work than
    /// to solve with a factor of so many blocks.
    pub(super) fn recall(&self, blocks: usize, x: &mut [DVec3], sum: &mut Vec<Four>) -> bool {
        let pushed = |x: &[DVec3]| x.iter().filter(|x| **x != DVec3::ZERO).count();
        let known = |(i, x): (usize, &DVec3)| {
            *x == DVec3::ZERO || self.answers.get(i).is_some_and(|a| !a.is_empty())
        };
        if !self.turns() || pushed(x) * x.len() > 2 * blocks || !x.iter().enumerate().all(known) {
            return false;
        }
        sum.clear();
        sum.resize(x.len(), Four::default());
        Level::detect().run(
            #[inline(always)]
            || {
                for (i, x) in x.iter().enumerate().filter(|(_, x)| **x != DVec3::ZERO) {
                    let push = self.turn[i].transpose() * *x;
                    for (sum, answer) in sum.iter_mut().zip(&self.answers[i]) {
                        sum.add_product(answer, push);
                    }
                }
            },
        );
        for ((x, sum), t) in x.iter_mut().zip(sum).zip(&self.turn) {
            *x = *t * DVec3::narrow(sum);
        }
        true
    }

    /// Makes ready for [`Warp::spin_of`], with these masses and places of the nodes.
    pub(super) fn weigh(&mut self, nodes: &[(f64, DVec3)]) {
        if self.levers.is_empty() {
            let lever = |(t, (m, r)): (&DMat3, &(f64, DVec3))| {
                let r = *r * *m;
                Padded::new(DMat3::from_cols(
                    r.cross(t.x_axis),
                    r.cross(t.y_axis),
                    r.cross(t.z_axis),
                ))
            };
            self.levers.extend(self.turn.iter().zip(nodes).map(lever));
        }
    }

    /// The angular momentum of all nodes by what the factor alone answers to pushes on one of them.
    pub(super) fn spin_of(&self, node: usize) -> DMat3 {
        let sum = Level::detect().run(
            #[inline(always)]
            || {
                let mut sum = Padded::default();
                for (lever, x) in self.levers.iter().zip(self.found(node)) {
                    sum.add_product(lever, &double3(*x));
                }
                sum
            },
        );
        sum.get() * self.turn[node].transpose()
    }
}

/// A part of a right-hand side that can be turned.
pub(super) trait Turned: Copy {
    /// `t self`.
    fn turned(self, t: &DMat3) -> Self;
}

impl Turned for DVec3 {
    fn turned(self, t: &DMat3) -> Self {
        *t * self
    }
}

impl Turned for DMat3 {
    fn turned(self, t: &DMat3) -> Self {
        *t * self
    }
}
