//! What may touch in this step: broad phase, narrow phase, and contacts that follow their nodes.

use super::Scratch;
use crate::bodies::rigid::RigidBody;
use crate::bodies::soft::SoftBody;
use crate::collision::broad::Bounds;
use crate::collision::nodes;
use crate::collision::rigids::Placed;
use crate::constraints::general::Kind;
use crate::math::lanes::W;
use crate::math::{Pose, Real, Vec3};
use crate::site::Point;
use crate::world::World;

impl Scratch {
    /// Broad phase: boxes about the rigid bodies, grown by what they may move.
    pub(super) fn find_pairs(&mut self, world: &World) {
        self.broad.boxes.clear();
        for (h, body) in world.rigids.iter::<()>().filter(|(_, b)| b.rigid.collides) {
            let i = body.slot as usize;
            let frames = &world.state.frames;
            let half = body.rigid.shape.half_extents(frames.q[i]);
            let grown = half + Vec3::splat(reach(world, body));
            self.broad.boxes.push(Bounds {
                lo: frames.x[i] - grown,
                hi: frames.x[i] + grown,
                body: h.index() as u32,
                moves: frames.mass[i].mass > 0.0,
            });
        }
        self.broad.find();
        if self.changed {
            world.joined_pairs(&mut self.joined, &mut self.joined_nodes);
        }
    }

    /// Narrow phase: points at which bodies may touch in this step.
    pub(super) fn find_contacts(&mut self, world: &World) {
        self.contacts.clear();
        for i in 0..self.broad.pairs.len() {
            let pair = self.broad.pairs[i].map(|b| world.rigids.at(b as usize));
            if let [Some(a), Some(b)] = pair {
                let slots = [a.slot.min(b.slot), a.slot.max(b.slot)];
                if self.joined.binary_search(&slots).is_ok() {
                    continue;
                }
                let reach = reach(world, a) + reach(world, b);
                let (a, b) = (placed(world, a), placed(world, b));
                self.manifolds.find(&a, &b, reach, &mut self.contacts);
            }
        }
        for soft in world.softs.values() {
            for body in world.rigids.values().filter(|b| b.rigid.collides) {
                self.find_node_contacts(world, soft, body);
            }
        }
    }

    fn find_node_contacts(&mut self, world: &World, soft: &SoftBody, body: &RigidBody) {
        let (state, shape) = (&world.state, &body.rigid.shape);
        let i = body.slot as usize;
        let (x, q, v) = (state.frames.x[i], state.frames.q[i], state.frames.v[i]);
        let h = world.config.step;
        let base = margin(world) + 0.5 * soft.thickness;
        let own = reach(world, body);
        let half = shape.half_extents(q) + Vec3::splat(base + own);
        // Its neighbours may jerk a node along within the step, though it is slow now.
        let speed = |&node: &u32| state.nodes.velocity((soft.slots.start + node) as usize).length();
        let jerk = 0.5 * soft.skin.iter().map(speed).fold(0.0, Real::max);
        for &node in &soft.skin {
            let slot = soft.slots.start + node;
            if self.joined_nodes.binary_search(&[slot, body.slot]).is_ok() {
                continue;
            }
            let p = state.nodes.position(slot as usize);
            let travel = (state.nodes.velocity(slot as usize) - v).length().max(jerk) * h;
            if ((p - x).abs() - half).max_element() > travel {
                continue;
            }
            let touch = nodes::touch(shape, x, q, p);
            if touch.distance < base + own + travel {
                let mut contact = nodes::contact(slot, body.slot, &touch, q);
                contact.offset = 0.5 * soft.thickness;
                contact.friction = soft.friction * body.rigid.friction;
                contact.restitution = soft.restitution.max(body.rigid.restitution);
                self.contacts.push(contact);
            }
        }
    }

    /// Nodes slide along curved surfaces within a step: their contact points follow.
    pub(super) fn refresh_node_contacts(&mut self, world: &World) {
        let state = &world.state;
        let shape = |frame: u32| world.rigids.at(frame as usize - 1).map(|b| &b.rigid.shape);
        for item in &mut self.rows.contact_nodes.items {
            for l in (0..W).filter(|&l| item.used[l]) {
                let (node, frame) = (item.node[0][l], item.frame[0][l]);
                let Some(shape) = shape(frame) else { continue };
                let f = &self.frames[frame as usize];
                let touch = nodes::touch(shape, f.x, f.q, state.nodes.position(node as usize));
                let n = -(f.q * touch.normal);
                item.arm[0].set_lane(l, touch.point);
                (item.param[0].0[l], item.param[1].0[l], item.param[2].0[l]) = (n.x, n.y, n.z);
                self.contacts[item.owner[l] as usize].normal = n;
            }
        }
        for group in &mut self.rows.general.groups {
            if group.kind != Kind::Contact {
                continue;
            }
            if let (Some(node), Point::Frame { slot, arm }) =
                (group.points[0].single_node(), &mut group.points[1])
            {
                let Some(shape) = shape(*slot) else { continue };
                let f = &self.frames[*slot as usize];
                let touch = nodes::touch(shape, f.x, f.q, state.nodes.position(node as usize));
                let n = -(f.q * touch.normal);
                *arm = touch.point;
                group.param[..3].copy_from_slice(&n.to_array());
                self.contacts[group.owner as usize].normal = n;
            }
        }
    }
}

/// Distance within which contacts are looked for although nothing moves.
fn margin(world: &World) -> Real {
    0.002 + world.config.contact.slop
}

/// How far the surface of a body may come in a step.
fn reach(world: &World, body: &RigidBody) -> Real {
    let i = body.slot as usize;
    let frames = &world.state.frames;
    let h = world.config.step;
    let spin = frames.w[i].length();
    let turn = if spin > 0.0 { spin * body.rigid.shape.radius() } else { 0.0 };
    let fall = if frames.mass[i].mass > 0.0 { world.config.gravity.length() * h } else { 0.0 };
    margin(world) + h * (frames.v[i].length() + turn + fall)
}

fn placed<'a>(world: &World, body: &'a RigidBody) -> Placed<'a> {
    let i = body.slot as usize;
    Placed {
        slot: body.slot,
        shape: &body.rigid.shape,
        pose: Pose::from_parts(world.state.frames.x[i], world.state.frames.q[i]),
        friction: body.rigid.friction,
        restitution: body.rigid.restitution,
    }
}
