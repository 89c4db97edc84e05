//! Patches: where two rigid bodies touch, and what is remembered of it for the next step.
//!
//! A pair of colliders touches in patches of one normal and up to four points each, found once and
//! kept as long as the two have hardly moved relative to each other: the points stay where they are
//! on the bodies, and their gaps follow the bodies. So a stack that stands costs little, and its
//! points do not jump. Impulses are kept along; a patch that is found anew takes those of the old
//! points nearest to its own.

use serde::{Deserialize, Serialize};

use crate::constraints::patch::Impulses;
use crate::math::{Pose, Real, Vec3, tangents};

/// The most points of a patch: more say the same.
pub const POINTS: usize = 4;

/// One point of a patch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PatchPoint {
    /// On the first body, in its frame's axes.
    pub arm_a: Vec3,
    /// On the second body.
    pub arm_b: Vec3,
}

/// A contact patch between two frames.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Patch {
    /// First frame.
    pub a: u32,
    /// Second frame.
    pub b: u32,
    /// From `a` to `b`, unit, in the world's axes.
    pub normal: Vec3,
    /// The normal in the axes of `a`.
    pub normal_a: Vec3,
    /// The points.
    pub points: [PatchPoint; POINTS],
    /// How many of them there are.
    pub count: u8,
    /// Which parts of composite shapes touch: nothing but a name.
    pub part: [u32; 2],
    /// Friction of the pair.
    pub friction: Real,
    /// Restitution of the pair.
    pub restitution: Real,
    /// Rolling friction of the pair, m.
    pub rolling: Real,
    /// Spinning friction of the pair, m.
    pub spinning: Real,
    /// Radii of the round surfaces about the points, m: the surface of `a` is this far along the
    /// normal from its points, that of `b` against it. So a ball that rolls is touched where it is
    /// lowest, not where its material goes.
    pub round: [Real; 2],
    /// How far the points of the two bodies go towards each other to a common one: all the way to the
    /// body that is round or moves, half way each if that tells nothing, and nowhere if the points are
    /// those of a later impact.
    pub meet: [Real; 2],
    /// Of the last step, as a first guess.
    pub impulses: Impulses,
}

impl Patch {
    /// Takes over the impulses of an earlier patch of the same two things: each point those of the
    /// nearest old point that no other took, within a distance `near` on either body.
    pub fn inherit(&mut self, old: &Self, near: Real) {
        let mut taken = [false; POINTS];
        for i in 0..self.count as usize {
            let p = self.points[i];
            let mut best: Option<(usize, Real)> = None;
            for j in (0..old.count as usize).filter(|&j| !taken[j]) {
                let o = old.points[j];
                let d =
                    (p.arm_a - o.arm_a).length_squared().min((p.arm_b - o.arm_b).length_squared());
                if d < near * near && best.is_none_or(|(_, least)| d < least) {
                    best = Some((j, d));
                }
            }
            if let Some((j, _)) = best {
                taken[j] = true;
                self.impulses.normal[i] = old.impulses.normal[j];
            }
        }
        if taken.contains(&true) {
            self.impulses.turn(old.normal, self.normal, &old.impulses);
        }
    }

    /// The impulse on the second body, N·s.
    pub fn impulse(&self) -> Vec3 {
        let [t, s, _] = self.impulses.friction;
        self.to_world([self.impulses.normal.iter().sum(), t, s])
    }

    /// A vector of the world from its parts along the normal and the tangents.
    pub fn to_world(&self, [n, t, s]: [Real; 3]) -> Vec3 {
        let (along, across) = tangents(self.normal);
        self.normal * n + along * t + across * s
    }
}

impl Impulses {
    /// Takes friction and rolling impulses over from a patch of another normal, as vectors of the
    /// world.
    fn turn(&mut self, from: Vec3, to: Vec3, old: &Self) {
        let ((t, s), (u, v)) = (tangents(from), tangents(to));
        let across = |x: Real, y: Real| {
            let world = t * x + s * y;
            [world.dot(u), world.dot(v)]
        };
        let [x, y] = across(old.friction[0], old.friction[1]);
        self.friction = [x, y, old.friction[2]];
        self.rolling = across(old.rolling[0], old.rolling[1]);
    }

    /// Multiplies everything.
    pub(crate) fn scale(&mut self, factor: Real) {
        self.normal = self.normal.map(|x| x * factor);
        self.friction = self.friction.map(|x| x * factor);
        self.rolling = self.rolling.map(|x| x * factor);
    }
}

/// Which two colliders: frame and collider of each.
pub type PairKey = [u32; 4];

/// What is known of a pair of colliders that were near each other.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// Which two.
    pub key: PairKey,
    /// The second collider in the axes of the first, when the patches were found.
    pub between: Pose,
    /// Everything nearer than this was found, m.
    pub reach: Real,
    /// One past its last patch; the first is after the last of the pair before.
    pub end: u32,
}

/// All pairs of a step, ascending by key, with their patches.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Pairs {
    /// The pairs.
    pub pairs: Vec<Pair>,
    /// The patches of all pairs, in their order.
    pub patches: Vec<Patch>,
}

impl Pairs {
    /// The patches of a pair by its place.
    pub fn of(&self, place: usize) -> &[Patch] {
        let start = if place == 0 { 0 } else { self.pairs[place - 1].end };
        &self.patches[start as usize..self.pairs[place].end as usize]
    }

    /// Whether every pair has its patches and every patch its frames, of which there are so many.
    pub(crate) fn is_sound(&self, frames: usize) -> bool {
        let whole = |p: &Patch| {
            (1..=POINTS).contains(&(p.count as usize))
                && (p.a as usize) < frames
                && (p.b as usize) < frames
        };
        self.pairs.is_sorted_by_key(|p| p.end)
            && self.pairs.last().map_or(0, |p| p.end as usize) == self.patches.len()
            && self.patches.iter().all(whole)
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.pairs.clear();
        self.patches.clear();
    }

    /// Forgets all pairs that a frame is in: another body may get its slot.
    pub fn forget(&mut self, slot: u32) {
        let old = std::mem::take(self);
        for (place, pair) in old.pairs.iter().enumerate() {
            if pair.key[0] != slot && pair.key[2] != slot {
                self.patches.extend_from_slice(old.of(place));
                self.pairs.push(Pair { end: self.patches.len() as u32, ..*pair });
            }
        }
    }
}
