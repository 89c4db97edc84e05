//! The forces at the contacts after a step, for those who look on.

use crate::collision::contacts::Contact;
use crate::collision::nodes::is_node_contact;
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
        carried.filter_map(move |(contact, &f)| self.contact_force_at(contact, f, h))
    }

    /// None if a body has been removed since the step.
    fn contact_force_at(&self, c: &Contact, impulse: [Real; 3], h: Real) -> Option<ContactForce> {
        let of_node = is_node_contact(c);
        let rigid = |slot: u32| self.rigids.at((slot as usize).checked_sub(1)?);
        let body = rigid(c.b)?;
        let point = if of_node {
            let owned =
                |b: &crate::bodies::soft::SoftBody| b.slots.range().contains(&(c.a as usize));
            self.softs.values().any(owned).then(|| self.state.nodes.position(c.a as usize))?
        } else {
            rigid(c.a)?;
            let i = body.slot as usize;
            self.state.frames.x[i] + self.state.frames.q[i] * c.arm_b
        };
        Some(ContactForce { point, normal: c.normal, force: c.to_world(impulse) / h, of_node })
    }
}
