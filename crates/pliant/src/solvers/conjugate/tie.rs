//! Ties: what contacts of elastic solids push with.

use super::frame::Frame;
use super::{NONE, Quad, vec};
use crate::math::{Real, Vec3};

/// How much less stiff a tie is across than along its normal. What it carried holds it, and what slides is
/// found in fewer rounds the less it is dragged.
const RUBS: Real = 0.6;

/// A point of a solid against a frame.
#[derive(Clone, Copy, Debug)]
pub struct Tie {
    /// Node slots; only the first few count.
    pub node: [u32; 4],
    /// Their weights.
    pub weight: [Real; 4],
    /// How many count.
    pub count: usize,
    /// The solid, among the parts.
    pub part: u32,
    /// Frame slot.
    pub frame: u32,
    /// From the centre of the frame to where the push acts.
    pub arm: Vec3,
    /// Out of the frame.
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
    /// Coefficient of restitution.
    pub restitution: Real,
    /// Rate along the normal before the substep, m/s.
    pub approach: Real,
    /// Who asks for its impulse.
    pub owner: u32,
    /// Push on the solid, N·s.
    pub impulse: Vec3,
    /// What the rebound adds to it, N·s.
    pub rebound: Vec3,
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
            frame,
            arm: Vec3::ZERO,
            normal: Vec3::Y,
            b: 0.0,
            rho: 0.0,
            friction: 0.0,
            guess: Vec3::ZERO,
            load: 0.0,
            restitution: 0.0,
            approach: 0.0,
            owner,
            impulse: Vec3::ZERO,
            rebound: Vec3::ZERO,
            stiffness: [0.0; 2],
            moving: NONE,
            driven: Vec3::ZERO,
            change: Vec3::ZERO,
        }
    }

    /// Its nodes and their weights.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (usize, Real)> + use<> {
        let (node, weight) = (self.node, self.weight);
        (0..self.count).map(move |k| (node[k] as usize, weight[k]))
    }

    /// Where its point is.
    pub fn position(&self, x: &[Quad]) -> Vec3 {
        self.at(x)
    }

    /// The mass that its point resists with, if no other point is pushed; `mass` as in [`super::Conjugate`].
    pub fn resistance(&self, mass: &[[Real; 2]]) -> Real {
        let mobile = self.nodes().filter(|&(i, _)| mass[i][1] > 0.0);
        let w: Real = mobile.map(|(i, w)| w * w / mass[i][1]).sum();
        if w > 0.0 { 1.0 / w } else { 0.0 }
    }

    /// Whether it was hit faster than this, m/s, and rebounds.
    pub(super) fn is_hit(&self, threshold: Real) -> bool {
        self.restitution > 0.0 && self.approach < -threshold && self.impulse.dot(self.normal) > 0.0
    }

    /// A field at its point.
    pub(super) fn at(&self, field: &[Quad]) -> Vec3 {
        let mut sum = Vec3::ZERO;
        for (i, w) in self.nodes() {
            sum += vec(&field[i]) * w;
        }
        sum
    }

    /// What it pushes with at this rate, and how that falls with the rate along the normal and across.
    ///
    /// Friction that slides does not fall with the speed. Here it does, as far as it would if the rate went to zero,
    /// like a drag: so much that friction never pushes anything back the way it came, however little of it is converged.
    pub(super) fn respond(&self, rate: Vec3) -> (Vec3, [Real; 2]) {
        let push = self.load - self.rho * (rate.dot(self.normal) + self.b);
        if push <= 0.0 {
            return (Vec3::ZERO, [0.0; 2]);
        }
        let wish = self.wish(rate);
        let (size, most) = (wish.length(), self.friction * push);
        let share = if size > most { most / size } else { 1.0 };
        (self.normal * push + wish * share, [self.rho, self.rho * RUBS * share])
    }

    /// The friction that would hold it.
    fn wish(&self, rate: Vec3) -> Vec3 {
        let across = rate - self.normal * rate.dot(self.normal);
        self.guess - across * (self.rho * RUBS)
    }

    /// Takes friction back to Coulomb's law, at the rate that was found: the push along the normal has changed
    /// since friction was asked for, and what slides was dragged. Of what slides it may stop half, if it pushes `mass`.
    pub(super) fn settle(&mut self, rate: Vec3, mass: Real) {
        let push = self.impulse.dot(self.normal);
        let across = self.impulse - self.normal * push;
        let (size, most) = (across.length(), self.friction * push.max(0.0));
        let slides = self.wish(rate).dot(across) > 0.0
            && self.wish(rate).length_squared() > most * most
            && size > 0.0;
        let speed = (rate - self.normal * rate.dot(self.normal)).length();
        let more = if slides { (most - size).min(0.5 * mass * speed) } else { 0.0 };
        let share =
            if size > most { most / size } else { 1.0 + more / size.max(Real::MIN_POSITIVE) };
        self.impulse = self.normal * push.max(0.0) + across * share;
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
