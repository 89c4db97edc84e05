//! The forces at the contacts after a step, for those who look on.

use crate::bodies::soft::SoftBody;
use crate::collision::contacts::{Contact, Touched};
use crate::collision::patch::Patch;
use crate::math::{Real, Vec3};
use crate::world::World;

/// The force at one contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactForce {
    /// Where, m: the node, or the point of the second rigid body.
    pub point: Vec3,
    /// Unit vector towards the (second) rigid body.
    pub normal: Vec3,
    /// Force on the (second) rigid body, friction included, N; the other side feels the opposite.
    pub force: Vec3,
    /// Whether the other side is a node of a deformable body.
    pub of_node: bool,
}

impl World {
    /// The contacts that carried a force in the last substep. A world that has just been restored
    /// has none before its next step.
    pub fn contact_forces(&self) -> impl Iterator<Item = ContactForce> + '_ {
        let scratch = &self.scratch;
        let h = scratch.report.substep;
        let carried = scratch.contacts.iter().zip(&scratch.impulses).filter(|(_, f)| f[0] > 0.0);
        let nodes = carried.filter_map(move |(contact, &f)| self.node_force(contact, f, h));
        let brushed = scratch.brushes.nodes_carried().filter_map(|t| self.brush_force(&t));
        let met = scratch.meetings.met(&self.state).map(move |m| ContactForce {
            point: m.point,
            normal: m.normal,
            force: m.impulse / h,
            of_node: true,
        });
        let stepped = if h > 0.0 { &self.memory.rigids.patches[..] } else { &[] };
        stepped
            .iter()
            .flat_map(move |patch| self.patch_forces(patch, h))
            .chain(nodes)
            .chain(brushed)
            .chain(met)
    }

    /// The forces at the points of a patch, each with its share of the friction.
    fn patch_forces(&self, p: &Patch, h: Real) -> impl Iterator<Item = ContactForce> + '_ {
        let (patch, i) = (*p, p.b as usize);
        let (x, q) = (self.state.frames.x[i], self.state.frames.q[i]);
        let total: Real = p.impulses.normal.iter().sum();
        let pushing = (0..p.count as usize).filter(move |&k| patch.impulses.normal[k] > 0.0);
        pushing.map(move |k| {
            let n = patch.impulses.normal[k];
            let [t, s, _] = patch.impulses.friction.map(|f| f * n / total);
            ContactForce {
                point: x + q * patch.points[k].arm_b - patch.normal * patch.round[1],
                normal: patch.normal,
                force: patch.to_world([n, t, s]) / h,
                of_node: false,
            }
        })
    }

    /// What a node of a swept thin body pushed with, on average over the step.
    fn brush_force(&self, t: &Touched) -> Option<ContactForce> {
        self.rigids.at((t.b as usize).checked_sub(1)?)?;
        let owned = |b: &SoftBody| b.slots.range().contains(&(t.a as usize));
        let point = self.softs.values().any(owned).then(|| self.state.nodes.position(t.a as usize));
        let (normal, force) = (t.impulse.normalize(), t.impulse / self.config.step);
        Some(ContactForce { point: point?, normal, force, of_node: true })
    }

    /// None if a body has been removed since the step.
    fn node_force(&self, c: &Contact, impulse: [Real; 3], h: Real) -> Option<ContactForce> {
        self.rigids.at((c.b as usize).checked_sub(1)?)?;
        let owned = |b: &SoftBody| b.slots.range().contains(&(c.a as usize));
        let point = self.softs.values().any(owned).then(|| c.point().position(&self.state));
        let force = c.to_world(impulse) / h;
        Some(ContactForce { point: point?, normal: c.normal, force, of_node: true })
    }
}
