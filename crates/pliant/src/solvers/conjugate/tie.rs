//! Ties: what contacts of elastic solids push with, against frames or each other.

use super::frame::Frame;
use super::{NONE, Quad, vec};
use crate::math::{Real, Vec3};

/// A point of a solid against a frame, or against a point of a solid.
#[derive(Clone, Copy, Debug)]
pub struct Tie {
    /// Node slots; only the first few count.
    pub node: [u32; 4],
    /// Their weights; negative on the second side if that is a solid too.
    pub weight: [Real; 4],
    /// How many count.
    pub count: usize,
    /// The solid, among the parts.
    pub part: u32,
    /// The solid on the second side, or [`NONE`].
    pub other: u32,
    /// How many of the nodes are on the first side.
    pub split: usize,
    /// Frame slot, or [`NONE`].
    pub frame: u32,
    /// From the centre of the frame to where the push acts.
    pub arm: Vec3,
    /// Out of the second side.
    pub normal: Vec3,
    /// Velocity that the gap asks for, m/s.
    pub b: Real,
    /// Stiffness, kg.
    pub rho: Real,
    /// Coefficient of friction.
    pub friction: Real,
    /// Friction in the last substep, N·s on the solid.
    pub guess: Vec3,
    /// Push along the normal that it starts from, N·s.
    pub load: Real,
    /// The push that friction counts on: what was found last, N·s.
    pub bound: Real,
    /// Who asks for its impulse.
    pub owner: u32,
    /// Push on the solid, N·s.
    pub impulse: Vec3,
    /// Stiffness along the normal and across, kg.
    pub(super) stiffness: [Real; 2],
    /// The frame among those that can be pushed.
    pub(super) moving: u32,
    /// Velocity of the frame there if it cannot.
    pub(super) driven: Vec3,
    /// The change of push by the search direction.
    pub(super) change: Vec3,
}

impl Tie {
    /// A tie on a single node.
    pub fn new(node: u32, part: u32, frame: u32, owner: u32) -> Self {
        Self {
            node: [node, 0, 0, 0],
            weight: [1.0, 0.0, 0.0, 0.0],
            count: 1,
            part,
            other: NONE,
            split: 4,
            frame,
            arm: Vec3::ZERO,
            normal: Vec3::Y,
            b: 0.0,
            rho: 0.0,
            friction: 0.0,
            guess: Vec3::ZERO,
            load: 0.0,
            bound: 0.0,
            owner,
            impulse: Vec3::ZERO,
            stiffness: [0.0; 2],
            moving: NONE,
            driven: Vec3::ZERO,
            change: Vec3::ZERO,
        }
    }

    /// A tie between two solids, or two parts of one: the first `split` nodes belong to the first.
    pub fn between(
        (node, weight): ([u32; 4], [Real; 4]),
        split: usize,
        [part, other]: [u32; 2],
        owner: u32,
    ) -> Self {
        let tie = Self::new(node[0], part, NONE, owner);
        Self { node, weight, count: 4, other, split, ..tie }
    }

    /// Whether its second side is a frame.
    pub fn is_on_frame(&self) -> bool {
        self.frame != NONE
    }

    /// The solids on its sides, if they are two.
    pub(super) fn apart(&self) -> Option<[u32; 2]> {
        (self.other != NONE && self.other != self.part).then_some([self.part, self.other])
    }

    /// The part of its k-th node.
    pub(super) fn part_of(&self, k: usize) -> usize {
        (if k < self.split || self.other == NONE { self.part } else { self.other }) as usize
    }

    /// Its nodes and their weights.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, Real)> + use<> {
        let (node, weight) = (self.node, self.weight);
        (0..self.count).map(move |k| (node[k] as usize, weight[k]))
    }

    /// Where its point is.
    pub fn position(&self, x: &[Quad]) -> Vec3 {
        self.at(x)
    }

    /// The mass that its point resists with, if no other point is pushed; `mass` as in [`super::Conjugate`].
    pub fn resistance(&self, mass: &[[Real; 2]]) -> Real {
        self.resistance_among(mass, |_| 1.0)
    }

    /// The same if each node resists as many points as `crowd` tells.
    pub fn resistance_among(&self, mass: &[[Real; 2]], crowd: impl Fn(usize) -> Real) -> Real {
        let mobile = self.nodes().filter(|&(i, _)| mass[i][1] > 0.0);
        let w: Real = mobile.map(|(i, w)| w * w * crowd(i).max(1.0) / mass[i][1]).sum();
        if w > 0.0 { 1.0 / w } else { 0.0 }
    }

    /// A field at its point.
    pub(super) fn at(&self, field: &[Quad]) -> Vec3 {
        let mut sum = Vec3::ZERO;
        for (i, w) in self.nodes() {
            sum += vec(&field[i]) * w;
        }
        sum
    }

    /// What it pushes with at this rate, and how that falls with the rate along the normal and across. A tie that was hit first
    /// asks for far more than it will carry: friction counts on what was found before.
    pub(super) fn respond(&self, rate: Vec3, bound: Real) -> (Vec3, [Real; 2]) {
        let along = rate.dot(self.normal);
        let push = self.load - self.rho * (along + self.b);
        if push <= 0.0 {
            return (Vec3::ZERO, [0.0; 2]);
        }
        let across = rate - self.normal * along;
        let wish = self.guess - across * self.rho;
        let (size, most) = (wish.length(), self.friction * bound);
        let share =
            if size > most || most == 0.0 { most / size.max(Real::MIN_POSITIVE) } else { 1.0 };
        (self.normal * push + wish * share, [self.rho, self.rho * share])
    }

    /// Takes friction back to Coulomb's law at the rate that was found, of a share of the push. Of what slides it may stop half
    /// by growing, if it pushes `mass`.
    pub(super) fn settle(&mut self, rate: Vec3, mass: Real, share: Real) {
        let push = self.impulse.dot(self.normal);
        let across = self.impulse - self.normal * push;
        self.bound = share * push.max(0.0);
        let (size, most) = (across.length(), self.friction * self.bound);
        let along = rate - self.normal * rate.dot(self.normal);
        let slides = self.stiffness[1] < self.stiffness[0] && across.dot(along) < 0.0;
        let size_now = if size > most {
            most
        } else if slides {
            size + (most - size).min(0.5 * mass * along.length())
        } else {
            size
        };
        if size > 0.0 {
            self.impulse = self.normal * push + across * (size_now / size);
        }
    }

    /// `S s`.
    pub(super) fn stiffen(&self, s: Vec3) -> Vec3 {
        let [n, t] = self.stiffness;
        s * t + self.normal * ((n - t) * self.normal.dot(s))
    }
}

/// The rate of a tie.
pub(super) fn rate(frames: &[Frame], tie: &Tie, v: &[Quad]) -> Vec3 {
    let there = match frames.get(tie.moving as usize) {
        Some(f) => f.velocity.at(tie.arm),
        None => tie.driven,
    };
    tie.at(v) - there
}
