//! Company: deformable bodies that are so near others that they might touch within the step.
//!
//! Only those are looked at as such. What is alone pays for a look at its nodes once a step, keeps its strands, and may be factorised.

use super::Scratch;
use crate::bodies::soft::SoftBody;
use crate::math::{Real, Vec3};
use crate::meet;
use crate::world::World;

/// How many times as fast as it is now a node may become in a step along the axes,
const FASTER: Real = 2.0;
/// and how much of that across.
const ASIDE: Real = 0.2;
/// Bodies are in company this much before they can touch, by the mean length of edges.
const MARGIN: Real = 0.2;
/// Who is in company stays so up to this many times what is kept free.
const KEEP: Real = 1.5;

/// The box round what a body's nodes may reach, and how far round it nobody else may come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ambit {
    body: u32,
    lo: Vec3,
    hi: Vec3,
    free: Real,
    inside: bool,
}

impl Ambit {
    fn of(world: &World, place: usize, body: &SoftBody) -> Self {
        let nodes = &world.state.nodes;
        let mut all = Self {
            body: place as u32,
            lo: Vec3::splat(Real::INFINITY),
            hi: Vec3::splat(Real::NEG_INFINITY),
            free: world.fall() + MARGIN * body.mesh_width + meet::half_distance(body),
            inside: body.in_company,
        };
        let (mut slowest, mut fastest) = (Vec3::ZERO, Vec3::ZERO);
        for i in body.slots.range() {
            let (x, v) = (nodes.position(i), nodes.velocity(i));
            (all.lo, all.hi) = (all.lo.min(x), all.hi.max(x));
            (slowest, fastest) = (slowest.min(v), fastest.max(v));
        }
        all.grow(slowest * (FASTER * world.config.step), fastest * (FASTER * world.config.step));
        all.follow(world);
        all
    }

    /// Nodes may go so far.
    fn grow(&mut self, back: Vec3, forth: Vec3) {
        self.lo += back;
        self.hi += forth;
        self.free += ASIDE * back.length().max(forth.length());
    }

    /// Rigid bodies that may hit it take its nodes along.
    fn follow(&mut self, world: &World) {
        let (frames, h) = (&world.state.frames, world.config.step);
        let (mut back, mut forth, mut turn) = (Vec3::ZERO, Vec3::ZERO, 0.0 as Real);
        for body in world.rigids.values() {
            let (x, v, w) = {
                let i = body.slot as usize;
                (frames.x[i], frames.v[i] * h, frames.w[i].length() * h)
            };
            if (v == Vec3::ZERO && w == 0.0) || !body.rigid.collides {
                continue;
            }
            let size = Vec3::splat(body.form.radius);
            let (lo, hi) = ((x - size).min(x - size + v), (x + size).max(x + size + v));
            if lo.cmple(self.hi).all() && self.lo.cmple(hi).all() {
                (back, forth) = (back.min(v), forth.max(v));
                turn = turn.max(w * body.form.radius);
            }
        }
        self.grow(back, forth);
        self.free += turn;
    }

    fn is_near(&self, other: &Self) -> bool {
        let gap = (self.lo - other.hi).max(other.lo - self.hi).max(Vec3::ZERO);
        let keep = if self.inside && other.inside { KEEP } else { 1.0 };
        gap.length() < keep * (self.free + other.free)
    }
}

impl Scratch {
    /// Broad phase: who may touch another deformable body in this step.
    pub(super) fn find_company(&mut self, world: &mut World) {
        if self.changed {
            self.find_bound(world);
        }
        self.find_ambits(world);
        let mut together = std::mem::take(&mut self.together);
        together.clear();
        together.resize(world.softs.places_mut().count(), false);
        for (i, a) in self.ambits.iter().enumerate() {
            // Nothing farther to the right than that is near.
            let end = a.hi.x + KEEP * (a.free + self.widest);
            for b in self.ambits[i + 1..].iter().take_while(|b| b.lo.x < end) {
                if a.is_near(b) && self.may_meet(world, [a.body, b.body]) {
                    together[a.body as usize] = true;
                    together[b.body as usize] = true;
                }
            }
        }
        for (place, &together) in together.iter().enumerate() {
            if let Some(body) = world.softs.at_mut(place) {
                self.changed |= body.in_company != together;
                body.in_company = together;
            }
        }
        self.together = together;
    }

    /// The boxes of all bodies that touch others, from left to right.
    fn find_ambits(&mut self, world: &World) {
        self.ambits.clear();
        let meets = |b: &&SoftBody| b.meets_others && !b.contained;
        if world.softs.values().filter(meets).count() > 1 {
            let bodies = world.softs.iter::<()>().filter(|(_, b)| meets(b));
            self.ambits.extend(bodies.map(|(h, b)| Ambit::of(world, h.index(), b)));
            self.ambits.sort_by(|a, b| a.lo.x.total_cmp(&b.lo.x).then(a.body.cmp(&b.body)));
        }
        self.widest = self.ambits.iter().map(|a| a.free).fold(0.0, Real::max);
    }

    fn may_meet(&self, world: &World, [a, b]: [u32; 2]) -> bool {
        let groups = [a, b].map(|i| world.softs.at(i as usize).map(|b| b.groups));
        let [Some(first), Some(second)] = groups else { return false };
        first.touch(second) && self.bound.binary_search(&[a.min(b), a.max(b)]).is_err()
    }
}
