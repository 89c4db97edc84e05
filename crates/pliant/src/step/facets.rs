//! Contacts between the nodes of lumped bodies that are not swept in the weave: points of faces and links of ropes that a
//! rigid shape comes deeper into than into their nodes.

use super::Scratch;
use super::touching::{Crowd, margin, placed_at, reach};
use crate::bodies::rigid::RigidBody;
use crate::bodies::soft::SoftBody;
use crate::collision::contacts::{Face, Key, Spot};
use crate::collision::facets::{self, Poke, Triangle};
use crate::collision::nodes;
use crate::math::{Real, Vec3};
use crate::world::World;

/// A point of a face that touched before must be deeper than its nodes by this share of what others must.
const KEPT: Real = 0.5;

impl Scratch {
    /// Makes contacts of the points that a collider touches.
    pub(super) fn find_facet_contacts(
        &mut self,
        world: &World,
        soft: &SoftBody,
        body: &RigidBody,
        k: usize,
        crowd: &Crowd<'_>,
    ) {
        let collider = &body.form.colliders[k];
        if !facets::may_poke(collider, soft) || world.both_still(soft, body) {
            return;
        }
        let frame = world.frame_of(body);
        let near = Vec3::splat(margin(world) + 0.5 * soft.thickness + reach(world, body));
        let (lo, hi) = collider.bounds(&placed_at(&frame, collider));
        let v = world.state.frames.v[body.slot as usize];
        if !crowd.may_reach([lo - near, hi + near], v, world.config.step) {
            return;
        }
        self.find_pokes(world, soft, body, k);
        let (x, q) = (frame.translation, frame.rotation);
        let quicker = soft.quicker();
        for poke in &self.pokes {
            let joined = |n: &u32| self.joined_nodes.binary_search(&[*n, body.slot]).is_ok();
            if poke.node.iter().any(joined) {
                continue;
            }
            let touch = nodes::touch(collider, x, q, poke.at);
            let mut contact = nodes::contact(poke.node[0], body.slot, k as u32, &touch, q);
            contact.key = key(body.slot, k, poke.node);
            contact.offset = 0.5 * soft.thickness;
            contact.friction = soft.friction * collider.friction;
            contact.restitution = soft.restitution.max(collider.restitution);
            contact.quicker = quicker;
            contact.spot = Spot::Facet(Face { node: poke.node, weight: poke.weight });
            self.contacts.push(contact);
        }
    }

    /// Finds points of faces that are deeper in a collider than their nodes, or will be within the step.
    fn find_pokes(&mut self, world: &World, soft: &SoftBody, body: &RigidBody, k: usize) {
        let collider = &body.form.colliders[k];
        let (nodes, pose) = (&world.state.nodes, placed_at(&world.frame_of(body), collider));
        let (h, v) = (world.config.step, world.state.frames.v[body.slot as usize]);
        let offset = 0.5 * soft.thickness;
        let (base, tolerance) =
            (margin(world) + offset + reach(world, body), facets::tolerance(offset));
        let (lo, hi) = collider.bounds(&pose);
        let distance = |p: Vec3| collider.distance(p);
        let Self { pokes, known, .. } = self;
        pokes.clear();
        known.clear();
        known.resize(soft.slots.len as usize, None);
        for node in facets::faces(soft) {
            let p = node.map(|i| nodes.position(i as usize));
            let way = node.map(|i| (nodes.velocity(i as usize) - v) * h);
            let travel = way.map(Vec3::length).into_iter().fold(0.0, Real::max);
            let (low, high) = (p[0].min(p[1]).min(p[2]), p[0].max(p[1]).max(p[2]));
            let reach = base + travel;
            if (low - hi).max(lo - high).max_element() > reach {
                continue;
            }
            let corners = p.map(|p| pose.inverse_transform_point(p));
            // Nodes have several faces.
            let at = std::array::from_fn(|i| {
                let known = &mut known[(node[i] - soft.slots.start) as usize];
                *known.get_or_insert_with(|| distance(corners[i]))
            });
            // What touched before goes on until it is hardly deeper than its nodes, so that what rests keeps its contacts.
            let now = Triangle { corners, at };
            let before = |f: &_| world.memory.recall(key(body.slot, k, node)).map(|_| *f);
            let deep = now.deepest(KEPT * tolerance, reach, distance);
            let kept = deep.as_ref().and_then(before);
            let new = || deep.filter(|f| f.1 < now.least() - tolerance);
            // Where it is now, or else where it goes.
            let there = |share: Real| {
                if travel <= tolerance {
                    return None;
                }
                let place = |i: usize| pose.inverse_transform_point(p[i] + way[i] * share);
                let moved = Triangle::new(std::array::from_fn(place), distance);
                moved.deepest(tolerance, reach, distance)
            };
            let found = kept.or_else(new).or_else(|| there(0.5)).or_else(|| there(1.0));
            if let Some((weight, distance)) = found {
                let at = p[0] * weight[0] + p[1] * weight[1] + p[2] * weight[2];
                pokes.push(Poke { node, weight, at, distance, known: kept.is_some() });
            }
        }
        facets::decimate(pokes, facets::alike(soft));
    }
}

/// The name of a point of a face that touches a collider.
fn key(frame: u32, k: usize, [a, b, c]: [u32; 3]) -> Key {
    // Two edges of a face name it; slots are far below the bit that tells it from a node.
    let face = 1 << 63 | u64::from(b ^ c.rotate_left(15)) << 32 | u64::from(a);
    [u64::from(frame) << 32 | k as u64, face]
}
