//! Containment: a body that became non-finite is stopped, the rest of the world goes on.

use super::Scratch;
use crate::math::{Real, Vec3};
use crate::state::State;
use crate::world::World;

impl Scratch {
    /// Stops bodies that became non-finite, where they were at the start of the step.
    pub(super) fn contain(&mut self, world: &mut World) {
        let State { nodes, frames } = &mut world.state;
        // One sum over plain arrays finds out that nothing is wrong.
        let mut sum = Vec3::ZERO;
        for i in 0..frames.x.len() {
            let q = frames.q[i];
            sum += frames.x[i] + frames.v[i] + frames.w[i] + Vec3::new(q.x, q.y, q.z) * q.w;
        }
        let mut stopped = false;
        let suspects = if sum.is_finite() { None } else { Some(world.rigids.values_mut()) };
        for body in suspects.into_iter().flatten() {
            let i = body.slot as usize;
            let finite = frames.x[i].is_finite()
                && frames.q[i].is_finite()
                && frames.v[i].is_finite()
                && frames.w[i].is_finite();
            if !finite {
                let pose = self.start.frames[i];
                (frames.x[i], frames.q[i]) = (pose.translation, pose.rotation);
                (frames.v[i], frames.w[i]) = (Vec3::ZERO, Vec3::ZERO);
                frames.mass[i] = Default::default();
                stopped = true;
                body.contained = true;
                self.changed = true;
                self.report.contained.push(body.rigid.name.clone());
            }
        }
        for body in world.softs.values_mut().filter(|b| !b.contained) {
            let range = body.slots.range();
            if !(is_finite(&nodes.x[range.clone()]) && is_finite(&nodes.v[range.clone()])) {
                for i in range {
                    nodes.x[i] = self.start.nodes[i];
                    nodes.x[i][3] = 0.0;
                    nodes.v[i] = [0.0; 4];
                }
                body.contained = true;
                self.changed = true;
                self.report.contained.push(body.name.clone());
            }
        }
        if stopped {
            self.weigh(world);
        }
    }
}

/// Whether the vectors are finite, and so small that their sums are. Sixteen sums at once, since each
/// addition waits for the last.
fn is_finite(vectors: &[[Real; 4]]) -> bool {
    let mut sums = [0.0; 16];
    let blocks = vectors.as_flattened().chunks_exact(sums.len());
    let rest: Real = blocks.remainder().iter().sum();
    for block in blocks {
        for (sum, x) in sums.iter_mut().zip(block) {
            *sum += x;
        }
    }
    (sums.iter().sum::<Real>() + rest).is_finite()
}
