//! Contacts of ropes that are not in the weave with what comes between their nodes: an edge, a thin rod, a small ball.
//!
//! They are found once a step, and wander along their link from substep to substep. A point of a link keeps less from the
//! surface than its nodes by what it must be deeper than they are to be looked at, so it touches where it begins to matter.

use super::Scratch;
use super::touching::{margin, placed_at, reach};
use crate::bodies::rigid::RigidBody;
use crate::bodies::soft::SoftBody;
use crate::collision::between::{self, Corners, Poke};
use crate::collision::collider::Collider;
use crate::collision::contacts::{Contact, Face, Key, Spot};
use crate::collision::nodes;
use crate::collision::shape::Shape;
use crate::constraints::general::Group;
use crate::math::{Pose, Real, Vec3};
use crate::site::Point;
use crate::state::{FrameView, State};
use crate::world::World;

impl Scratch {
    /// Makes contacts of the points between nodes that a collider touches.
    pub(super) fn find_contacts_between(
        &mut self,
        world: &World,
        soft: &SoftBody,
        body: &RigidBody,
        k: usize,
    ) {
        let collider = &body.form.colliders[k];
        let flat = matches!(collider.shape, Shape::HalfSpace { .. });
        let rope = soft.is_thin() && soft.mesh.faces.is_empty();
        if flat || !rope || world.both_still(soft, body) {
            return;
        }
        self.find_pokes(world, soft, body, k);
        let frame = world.frame_of(body);
        for poke in &self.pokes {
            let touch = nodes::touch(collider, frame.translation, frame.rotation, poke.at);
            let node = poke.node[0];
            let mut contact = nodes::contact(node, body.slot, k as u32, &touch, frame.rotation);
            contact.key = key(body.slot, k, node, poke.face);
            contact.offset = 0.5 * soft.thickness - poke.tolerance;
            contact.friction = soft.friction * collider.friction;
            contact.restitution = soft.restitution.max(collider.restitution);
            contact.spot = Spot::Between(Face { node: poke.node, weight: poke.weight });
            self.contacts.push(contact);
        }
    }

    /// Finds points of links between whose nodes the surface of a collider turns.
    fn find_pokes(&mut self, world: &World, soft: &SoftBody, body: &RigidBody, k: usize) {
        let collider = &body.form.colliders[k];
        let (nodes, pose) = (&world.state.nodes, placed_at(&world.frame_of(body), collider));
        let (h, v) = (world.config.step, world.state.frames.v[body.slot as usize]);
        let offset = 0.5 * soft.thickness;
        let base = margin(world) + offset + reach(world, body);
        let (lo, hi) = collider.bounds(&pose);
        let distance = |p: Vec3| collider.distance(p);
        let Self { pokes, known, joined_nodes, .. } = self;
        pokes.clear();
        known.clear();
        known.resize(soft.slots.len as usize, None);
        for (face, node) in between::faces(soft).enumerate() {
            let p = node.map(|i| nodes.position(i as usize));
            let way = node.map(|i| (nodes.velocity(i as usize) - v) * h);
            let travel = way.map(Vec3::length).into_iter().fold(0.0, Real::max);
            let (low, high) = (p[0].min(p[1]).min(p[2]), p[0].max(p[1]).max(p[2]));
            let reach = base + travel;
            if (low - hi).max(lo - high).max_element() > reach {
                continue;
            }
            let joined = |n: &u32| joined_nodes.binary_search(&[*n, body.slot]).is_ok();
            if node.iter().any(joined) {
                continue;
            }
            let x = p.map(|p| pose.inverse_transform_point(p));
            // Nodes have several faces.
            let at = std::array::from_fn(|i| {
                let known = &mut known[(node[i] - soft.slots.start) as usize];
                *known.get_or_insert_with(|| distance(x[i]))
            });
            let now = Corners { x, at };
            let tolerance = between::tolerance(offset) + now.sag();
            // A rope slides along itself, and what is under one link may be under the next within the step.
            let found = now.turns().then(|| now.nearest(reach, distance)).flatten();
            if let Some((weight, distance)) = found {
                let at = p[0] * weight[0] + p[1] * weight[1] + p[2] * weight[2];
                let (face, known) = (face as u32, false);
                pokes.push(Poke { node, weight, face, at, distance, tolerance, known });
            }
        }
    }
}

/// Lets a contact between nodes follow the point of its link that is deepest now.
pub(super) fn follow(
    group: &mut Group,
    contact: &mut Contact,
    collider: &Collider,
    frame: &FrameView,
    state: &State,
) {
    let Spot::Between(face) = &mut contact.spot else { return };
    let pose = Pose::from_parts(frame.x, frame.q) * collider.local;
    let x = face.node.map(|i| state.nodes.position(i as usize));
    let local = x.map(|x| pose.inverse_transform_point(x));
    face.weight = between::follow(local, face.weight, |p| collider.distance(p));
    let weight = face.weight;
    let point = contact.point();
    let touch = nodes::touch(collider, frame.x, frame.q, point.position(state));
    let n = -between::upright(x, weight, frame.q * touch.normal);
    group.points[0] = point;
    group.points[1] = Point::Frame { slot: contact.b, arm: touch.point };
    group.param[..3].copy_from_slice(&n.to_array());
    contact.normal = n;
}

/// The name of a point of a face, the first of whose nodes is this, that touches a collider.
fn key(frame: u32, k: usize, node: u32, face: u32) -> Key {
    // As of edges of solids, but for the second node.
    [u64::from(frame) << 32 | k as u64, 1 << 62 | u64::from(face) << 32 | u64::from(node)]
}
