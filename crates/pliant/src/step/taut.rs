//! Taut things in the constraint space: how long a substep may be under the forces they carry.
//!
//! Rows keep their direction for a substep. A force `F` at an arm `r` turns with its body, which it would turn
//! back by `F r` a radian, and the tension of an edge of length `l` pulls its nodes back by `F/l` a metre: what
//! swings across faster than substeps follow is thrown out. So a substep is no longer than `1/ω`, with the sum
//! of these over the inertia for `ω²`, at the forces of the last step.

use super::Scratch;
use crate::math::{Real, Vec3};
use crate::site::Point;
use crate::solvers::Method;
use crate::solvers::islands::Islands;
use crate::world::World;

/// The longest substep, by `1/ω`.
const SAFE: Real = 1.0;

/// The sums of each slot: `ω²`, 1/s².
#[derive(Default)]
pub(super) struct Taut {
    nodes: Vec<Real>,
    frames: Vec<Real>,
}

impl Taut {
    /// A force pulls at a point: at an end of something of this length, or of no length.
    fn pull(&mut self, world: &World, point: &Point, force: Real, length: Option<Real>) {
        let across = length.map_or(0.0, |l| force / l.max(1e-6));
        match *point {
            Point::Frame { slot, arm } => {
                let mass = &world.state.frames.mass[slot as usize];
                if mass.mass > 0.0 {
                    let turning = force * arm.length() / mass.inertia.min_element();
                    self.frames[slot as usize] += turning + across / mass.mass;
                }
            }
            Point::Nodes { count, slot, weight } => {
                for k in 0..count {
                    let s = world.state.nodes.x[slot[k] as usize][3];
                    self.nodes[slot[k] as usize] += across * weight[k].abs() * s * s;
                }
            }
        }
    }
}

impl Scratch {
    /// The longest substep that taut things in the constraint space allow, s.
    pub(super) fn longest_when_taut(&mut self, world: &World) -> Real {
        let h = world.last_substep;
        if h <= 0.0 || !self.islands.uses(Method::Space) {
            return Real::INFINITY;
        }
        let taut = &mut self.taut;
        taut.nodes.clear();
        taut.nodes.resize(world.state.nodes.x.len(), 0.0);
        taut.frames.clear();
        taut.frames.resize(world.state.frames.x.len(), 0.0);
        let rigid = world.anchors.values().filter(|r| r.anchor.softness.compliance == 0.0);
        for r in rigid {
            let force = Vec3::from_array(r.impulse).length() / h;
            r.points.iter().for_each(|p| taut.pull(world, p, force, None));
        }
        for r in world.distances.values().filter(|r| r.distance.softness.compliance == 0.0) {
            let force = r.impulse.abs() / h;
            r.points.iter().for_each(|p| taut.pull(world, p, force, Some(r.length)));
        }
        for r in world.joints.values() {
            for part in r.parts.iter().filter(|part| part.holds_point()) {
                let [x, y, z, ..] = part.impulse;
                let force = Vec3::new(x, y, z).length() / h;
                r.points.iter().for_each(|p| taut.pull(world, p, force, None));
            }
        }
        for body in world.softs.values().filter(|b| b.method.is_direct()) {
            for (pull, (ends, length)) in body.pull.iter().zip(&body.edges) {
                for end in ends {
                    let point = Point::node(body.slots.start + end);
                    taut.pull(world, &point, pull.abs() / h, Some(*length));
                }
            }
        }
        // What is solved directly, at first or at all, follows its forces.
        let islands = &mut self.islands;
        let mut fastest: Real = 0.0;
        let mut ask = |islands: &Islands, island: Option<u32>, rate: Real| {
            let island = island.map(|i| &islands.list[i as usize]);
            if island.is_some_and(|i| i.method == Method::Space && !i.is_smoothed()) {
                fastest = fastest.max(rate);
            }
        };
        for (i, &rate) in taut.frames.iter().enumerate().filter(|(_, rate)| **rate > 0.0) {
            let island = islands.of_frame(i as u32);
            ask(islands, island, rate);
        }
        for (i, &rate) in taut.nodes.iter().enumerate().filter(|(_, rate)| **rate > 0.0) {
            let island = islands.of_node(i as u32);
            ask(islands, island, rate);
        }
        if fastest > 0.0 { SAFE / fastest.sqrt() } else { Real::INFINITY }
    }
}
