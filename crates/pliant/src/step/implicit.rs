//! Implicit bodies: rows push a few of their nodes, and all of them answer.

use super::Scratch;
use crate::math::{DMat3, DVec3, Mat3, Vec3, double, single};
use crate::solvers::velocities::NodeSlot;
use crate::world::World;

impl Scratch {
    /// The full compliances of implicit bodies, on the nodes that rows touch. If a factor is kept, in every substep: answers are
    /// remembered, and those of a body that has turned since by a tenth of a radian would let its feet sink in. Else once a step,
    /// since a substep changes them little and [`Scratch::answer`] corrects what they lack.
    pub(super) fn compliances(&mut self, world: &mut World, fresh: bool) {
        let bodies = &self.rows.implicit_bodies;
        for (c, &place) in self.rows.implicit.iter_mut().zip(bodies) {
            let Some(body) = world.softs.at_mut(place as usize) else {
                continue;
            };
            let slots = body.slots;
            let local = |slot: u32| (slot - slots.start) as usize;
            c.impulse.clear();
            c.impulse.resize(c.touched.len(), Vec3::ZERO);
            if fresh || body.keeps_factor() {
                c.matrix.clear();
                self.answers.clear();
                self.answers.resize(slots.len as usize, DMat3::ZERO);
                self.touched.clear();
                self.touched.extend(c.touched.iter().map(|&s| local(s)));
                for &node in &self.touched {
                    let tell = &mut |m: DMat3| {
                        let cols = [single(m.x_axis), single(m.y_axis), single(m.z_axis)];
                        c.matrix.push(Mat3::from_cols(cols[0], cols[1], cols[2]));
                    };
                    body.body_mut().answers(node, &self.touched, &mut self.answers, tell);
                }
            }
            // Rows push these nodes' plain velocities.
            for &touched in &c.touched {
                let v = world.state.nodes.velocity(touched as usize);
                self.velocities.nodes[touched as usize] = NodeSlot::new(v);
            }
        }
    }

    /// Turns the impulses that implicit bodies got into motion of all their nodes.
    pub(super) fn answer(&mut self, world: &mut World) {
        let bodies = &self.rows.implicit_bodies;
        for (c, &place) in self.rows.implicit.iter_mut().zip(bodies) {
            let Some(body) = world.softs.at_mut(place as usize) else {
                continue;
            };
            let slots = body.slots;
            self.columns.clear();
            self.columns.resize(slots.len as usize, DVec3::ZERO);
            for (&slot, impulse) in c.touched.iter().zip(&mut c.impulse) {
                self.columns[(slot - slots.start) as usize] = double(*impulse);
                *impulse = Vec3::ZERO;
            }
            if self.columns.iter().any(|p| *p != DVec3::ZERO) {
                body.body_mut().apply(&mut self.columns);
            }
            for (i, dv) in slots.range().zip(&self.columns) {
                let s = world.state.nodes.x[i][3];
                if s > 0.0 {
                    let v = world.state.nodes.velocity(i) + single(*dv);
                    world.state.nodes.set_velocity(i, v);
                    let touched = c.touched.binary_search(&(i as u32)).is_ok();
                    self.velocities.nodes[i] = NodeSlot::new(if touched { v } else { v / s });
                }
            }
        }
    }
}
