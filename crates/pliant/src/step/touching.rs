//! What may touch in this step: broad phase, narrow phase, and contacts that follow their nodes.

use super::{Scratch, between};
use crate::bodies::rigid::RigidBody;
use crate::bodies::soft::{Model, SoftBody};
use crate::collision::broad::Bounds;
use crate::collision::collider::Collider;
use crate::collision::contacts::{Contact, Spot};
use crate::collision::rigids::{Placed, Sweep};
use crate::collision::shape::Shape;
use crate::collision::{corners, edges, nodes};
use crate::config::{ContactImpulses, FrictionLimit, Stabilisation};
use crate::constraints::batch::Item;
use crate::constraints::general::Kind;
use crate::math::lanes::{V3, W};
use crate::math::{Pose, Real, Vec3};
use crate::site::Point;
use crate::solvers::simd::Level;
use crate::state::FrameView;
use crate::weave::brush::Around;
use crate::world::World;

/// A collider in the broad phase.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Proxy {
    /// The place of its body.
    pub(crate) body: u32,
    /// Which collider of the body.
    pub(crate) collider: u32,
}

impl Scratch {
    /// Broad phase: boxes about the colliders, grown by what they may move.
    pub(super) fn find_pairs(&mut self, world: &World) {
        self.agitation.clear();
        self.agitation.resize(world.state.frames.x.len(), 0.0);
        if self.changed {
            world.joined_pairs(&mut self.joined, &mut self.joined_nodes);
        }
        self.find_overlaps(world);
        if self.agitate(world) {
            self.find_overlaps(world);
        }
    }

    fn find_overlaps(&mut self, world: &World) {
        self.broad.boxes.clear();
        self.proxies.clear();
        let (h, frames) = (world.config.step, &world.state.frames);
        for (handle, body) in world.rigids.iter::<()>().filter(|(_, b)| b.rigid.collides) {
            let i = body.slot as usize;
            let frame = world.frame_of(body);
            let more = 0.5 * margin(world) + unrest(world, body) + h * self.agitation[i];
            let (grown, travel) = (Vec3::splat(more), frames.v[i] * h);
            for (k, collider) in body.form.colliders.iter().enumerate() {
                let (lo, hi) = collider.bounds(&placed_at(&frame, collider));
                self.broad.boxes.push(Bounds {
                    lo: lo - grown + travel.min(Vec3::ZERO),
                    hi: hi + grown + travel.max(Vec3::ZERO),
                    body: self.proxies.len() as u32,
                    moves: frames.mass[i].mass > 0.0,
                });
                self.proxies.push(Proxy { body: handle.index() as u32, collider: k as u32 });
            }
        }
        self.broad.find();
    }

    /// A body that a fast one hits may be as fast itself before the step is over, and must not go
    /// through its neighbours then. Tells whether there is any.
    fn agitate(&mut self, world: &World) -> bool {
        let (h, frames) = (world.config.step, &world.state.frames);
        let mut any = false;
        for pair in &self.broad.pairs {
            let [a, b] = pair.map(|p| world.rigids.at(self.proxies[p as usize].body as usize));
            let (Some(a), Some(b)) = (a, b) else { continue };
            let slots = [a.slot as usize, b.slot as usize];
            let speed = (frames.v[slots[0]] - frames.v[slots[1]]).length();
            if h * speed < FAST * a.form.radius.min(b.form.radius) || !self.may_touch(a, b) {
                continue;
            }
            let colliders = a.form.colliders.iter().chain(&b.form.colliders);
            let bounce = 1.0 + colliders.map(|c| c.restitution).fold(0.0, Real::max);
            for (i, j) in [(slots[0], slots[1]), (slots[1], slots[0])] {
                let [own, other] = [i, j].map(|i| frames.mass[i].mass);
                if own == 0.0 {
                    continue;
                }
                // A corner gives way to a push like a quarter of its body.
                let share = if other > 0.0 { other / (0.25 * own + other) } else { 1.0 };
                let more = bounce * share * speed;
                if more > 2.0 * frames.v[i].length() && self.agitation[i] < more {
                    self.agitation[i] = more;
                    any = true;
                }
            }
        }
        any
    }

    /// How often contacts are found within the step: so often that no pair that may touch comes nearer by more
    /// than a share of its smaller body in between. What is hit turns, and is hit elsewhere next.
    pub(super) fn passes(&self, world: &World) -> u32 {
        if world.config.substeps.is_some() {
            return 1;
        }
        let (h, frames) = (world.config.step, &world.state.frames);
        let mut most: Real = 1.0;
        for pair in &self.broad.pairs {
            let [a, b] = pair.map(|p| world.rigids.at(self.proxies[p as usize].body as usize));
            let (Some(a), Some(b)) = (a, b) else { continue };
            let travel = h * (frames.v[a.slot as usize] - frames.v[b.slot as usize]).length();
            let shares = travel / (FAST * a.form.radius.min(b.form.radius));
            let touches = || self.may_touch(a, b) && !a.rigid.sensor && !b.rigid.sensor;
            if shares > most && touches() {
                most = shares;
            }
        }
        // A hair less, so that a speed at the limit asks for nothing.
        ((most - 1e-3).ceil() as u32).clamp(1, MOST_PASSES)
    }

    /// Whether two rigid bodies touch where they meet: joined ones do not unless told.
    fn may_touch(&self, a: &RigidBody, b: &RigidBody) -> bool {
        let slots = [a.slot.min(b.slot), a.slot.max(b.slot)];
        touch(a, b) && self.joined.binary_search(&slots).is_err()
    }

    /// Narrow phase: points at which bodies may touch in this step.
    pub(super) fn find_contacts(&mut self, world: &World) {
        self.pairs.clear();
        self.sensed.clear();
        self.manifolds.begin();
        for i in 0..self.broad.pairs.len() {
            let proxies = self.broad.pairs[i].map(|p| self.proxies[p as usize]);
            let [a, b] = proxies.map(|p| world.rigids.at(p.body as usize));
            let (Some(a), Some(b)) = (a, b) else { continue };
            if self.may_touch(a, b) && world.lets_touch(a, b) {
                self.find_patches(world, [a, b], proxies.map(|p| p.collider as usize));
            }
        }
        if self.changed {
            self.brushes.build(&world.softs, world.weaves());
        }
        self.find_soft_contacts(world);
        self.find_meetings(world);
    }

    /// Finds the islands. Who is solved in another way than before touches in another way.
    pub(super) fn find_islands(&mut self, world: &mut World) {
        let found = self.islands.find(world, &self.pairs.patches, &self.contacts, &self.brushed);
        if found {
            self.changed = true;
            self.brushes.build(&world.softs, world.weaves());
            self.find_soft_contacts(world);
        }
    }

    fn find_soft_contacts(&mut self, world: &World) {
        self.contacts.clear();
        let weaves = world.weaves();
        self.brushes.find(Around {
            state: &world.state,
            softs: &world.softs,
            rigids: &world.rigids,
            joined: &self.joined_nodes,
            fall: world.fall(),
            step: world.config.step,
        });
        self.brushed.clear();
        self.brushed.extend(self.brushes.pairs());
        for soft in world.softs.values().filter(|b| !(weaves && b.is_woven())) {
            let touched = |b: &&RigidBody| {
                b.rigid.collides && !b.rigid.sensor && soft.groups.touch(b.rigid.groups)
            };
            let crowds = [
                Crowd::of(world, soft, &soft.skin, true),
                Crowd::of(world, soft, &soft.core, false),
            ];
            for body in world.rigids.values().filter(touched) {
                for k in 0..body.form.colliders.len() {
                    for crowd in &crowds {
                        self.find_node_contacts(world, soft, body, k, crowd);
                    }
                    if soft.is_solid() {
                        self.find_corner_contacts(world, soft, body, k);
                        self.find_edge_contacts(world, soft, body, k);
                    } else if weaves {
                        self.find_contacts_between(world, soft, body, k);
                    }
                }
            }
        }
        if world.config.friction_limit == FrictionLimit::Gravity {
            self.limit_by_gravity(world);
        }
    }

    /// Eq. 32 of Vezzano et al. 2015: friction is limited by what gravity presses a contact with. Such a limit (N) is told
    /// as a negative coefficient.
    fn limit_by_gravity(&mut self, world: &World) {
        let owner = |node: u32| {
            let own = |b: &&SoftBody| b.slots.range().contains(&(node as usize));
            world.softs.values().find(own).filter(|b| !b.is_solid())
        };
        let state = &world.state;
        for i in 0..self.contacts.len() {
            let (c, all) = (self.contacts[i], &self.contacts);
            let Some(body) = owner(c.a) else { continue };
            let own = |o: &&Contact| body.slots.range().contains(&(o.a as usize));
            let points = all.iter().filter(own).count() as Real;
            let pair = all.iter().filter(own).filter(|o| o.b == c.b).count() as Real;
            let total: Real = body.slots.range().map(|i| state.nodes.mass(i)).sum();
            let mass = total / points + state.frames.mass[c.b as usize].mass / pair;
            let pressed = mass * world.config.gravity.dot(c.normal).abs();
            self.contacts[i].friction = -c.friction * pressed;
        }
    }

    /// The longest substep in which fast rigid bodies do not go through thin ones, s.
    pub(super) fn longest_at_speed(&self, world: &World) -> Real {
        self.brushes.longest_substep(Around {
            state: &world.state,
            softs: &world.softs,
            rigids: &world.rigids,
            joined: &self.joined_nodes,
            fall: world.fall(),
            step: world.config.step,
        })
    }

    /// The longest substep that springs allow which something else pushes, s.
    pub(super) fn longest_when_touched(&self, world: &World) -> Real {
        let nodes = self.contacts.iter().map(|c| c.a);
        let joined = self.joined_nodes.iter().map(|[node, _]| *node);
        let brushed = self.brushed.iter().map(|[node, _]| *node);
        let pushed = || nodes.clone().chain(joined.clone()).chain(brushed.clone());
        let mut longest = Real::INFINITY;
        for body in world.softs.values() {
            let Model::Lattice(lattice) = &body.model else { continue };
            let most = lattice.longest_when_touched();
            let range = body.slots.range();
            if most < longest && pushed().any(|node| range.contains(&(node as usize))) {
                longest = most;
            }
        }
        longest
    }

    fn find_patches(&mut self, world: &World, [a, b]: [&RigidBody; 2], colliders: [usize; 2]) {
        let (h, frames) = (world.config.step, &world.state.frames);
        let (i, j) = (a.slot as usize, b.slot as usize);
        let velocity = frames.v[j] - frames.v[i];
        let pa = placed(world, a, colliders[0]);
        let pb = placed(world, b, colliders[1]);
        if a.rigid.sensor || b.rigid.sensor {
            if pa.overlaps(&pb) {
                self.sensed.push([a.slot, b.slot]);
            }
            return;
        }
        let extra =
            unrest(world, a) + unrest(world, b) + h * (self.agitation[i] + self.agitation[j]);
        let travel = h * velocity.length();
        let reach = margin(world) + travel + extra;
        let sweep = (travel > FAST * pa.form.radius.min(pb.form.radius)).then_some(Sweep {
            velocity,
            time: h,
            reach: margin(world) + extra,
        });
        let old = &world.memory.rigids;
        let first = self.pairs.patches.len();
        self.manifolds.find(&pa, &pb, reach, sweep, old, &mut self.pairs);
        if a.rigid.one_way.is_some() || b.rigid.one_way.is_some() || world.filter.is_some() {
            self.filter_patches(world, [a, b], first);
        }
    }

    /// Drops the patches that one-way bodies and the caller's filter do not want.
    fn filter_patches(&mut self, world: &World, [a, b]: [&RigidBody; 2], first: usize) {
        let mut kept = first;
        for k in first..self.pairs.patches.len() {
            let mut patch = self.pairs.patches[k];
            if passes(world, a, b, &patch) && world.accepts(a, b, &mut patch) {
                self.pairs.patches[kept] = patch;
                kept += 1;
            }
        }
        self.pairs.patches.truncate(kept);
        if let Some(pair) = self.pairs.pairs.last_mut() {
            if pair.end as usize != kept {
                // What was dropped must be found again: the answer may be another in the next step.
                pair.reach = 0.0;
            }
            pair.end = kept as u32;
        }
    }

    fn find_node_contacts(
        &mut self,
        world: &World,
        soft: &SoftBody,
        body: &RigidBody,
        k: usize,
        crowd: &Crowd<'_>,
    ) {
        if world.both_still(soft, body) {
            return;
        }
        let (state, collider) = (&world.state, &body.form.colliders[k]);
        let i = body.slot as usize;
        let (x, q, v) = (state.frames.x[i], state.frames.q[i], state.frames.v[i]);
        let h = world.config.step;
        let base = margin(world) + 0.5 * soft.thickness;
        let own = reach(world, body);
        let (lo, hi) = collider.bounds(&placed_at(&world.frame_of(body), collider));
        let grown = Vec3::splat(base + own);
        let (lo, hi) = (lo - grown, hi + grown);
        if !crowd.may_reach([lo, hi], v, h) {
            return;
        }
        // The paper's variants share out a body's pressure or impulse among all that are near.
        let literal = world.config.is_literal();
        let quicker = soft.quicker();
        for &node in crowd.nodes {
            let slot = soft.slots.start + node;
            if self.joined_nodes.binary_search(&[slot, body.slot]).is_ok() {
                continue;
            }
            let p = state.nodes.position(slot as usize);
            let velocity = state.nodes.velocity(slot as usize) - v;
            let speed = velocity.length();
            let travel = if literal { speed.max(crowd.jerk) } else { speed + crowd.jerk } * h;
            if (lo - p).max(p - hi).max_element() > travel {
                continue;
            }
            let touch = nodes::touch(collider, x, q, p);
            let reach = if crowd.outside {
                own + travel
            } else {
                // What is inside must be on its way: a row for each that is not is wasted.
                let towards = (-velocity.dot(q * touch.normal)).max(0.0);
                margin(world) + unrest(world, body) + (towards + crowd.jerk) * h
            };
            if touch.distance < base + reach {
                let mut contact = nodes::contact(slot, body.slot, k as u32, &touch, q);
                contact.offset = 0.5 * soft.thickness;
                contact.friction = soft.friction * collider.friction;
                contact.restitution = soft.restitution.max(collider.restitution);
                contact.quicker = quicker;
                self.contacts.push(contact);
            }
        }
    }

    /// Corners of a flat-sided shape against the faces of a solid: they may press between its nodes.
    fn find_corner_contacts(&mut self, world: &World, soft: &SoftBody, body: &RigidBody, k: usize) {
        let collider = &body.form.colliders[k];
        let flat = matches!(collider.shape, Shape::Cuboid { .. } | Shape::Hull { .. });
        if !flat || soft.skin.is_empty() || soft.rest.asleep() {
            return;
        }
        let (nodes, frame) = (&world.state.nodes, world.frame_of(body));
        let near = margin(world) + 0.5 * soft.thickness + reach(world, body);
        let (mut lo, mut hi, mut fastest): (Vec3, Vec3, Real) =
            (Vec3::INFINITY, Vec3::NEG_INFINITY, 0.0);
        for &node in &soft.skin {
            let slot = (soft.slots.start + node) as usize;
            let p = nodes.position(slot);
            (lo, hi) = (lo.min(p), hi.max(p));
            fastest = fastest.max(nodes.velocity(slot).length());
        }
        let near = near + fastest * world.config.step;
        let (box_lo, box_hi) = collider.bounds(&placed_at(&frame, collider));
        if (lo - box_hi).max(box_lo - hi).max_element() > near {
            return;
        }
        let mut corner = 0;
        collider.with_corners(Vec3::Y, |p, round| {
            corner += 1;
            let local = collider.local.transform_point(p);
            let at = frame.transform_point(local);
            if round > 0.0 || (lo - at).max(at - hi).max_element() > near {
                return;
            }
            let Some((face, normal)) = corners::face_at(soft, nodes, at, frame.translation, near)
            else {
                return;
            };
            self.contacts.push(Contact {
                key: [
                    u64::from(body.slot) << 32 | k as u64,
                    1 << 63 | u64::from(soft.slots.start) << 16 | corner,
                ],
                a: face.node[0],
                b: body.slot,
                collider: k as u32,
                arm_b: local,
                normal,
                offset: 0.5 * soft.thickness,
                friction: soft.friction * collider.friction,
                restitution: soft.restitution.max(collider.restitution),
                quicker: 1.0,
                spot: Spot::Face(face),
            });
        });
    }

    /// Edges of a solid that a convex shape comes deeper into than their ends.
    fn find_edge_contacts(&mut self, world: &World, soft: &SoftBody, body: &RigidBody, k: usize) {
        let collider = &body.form.colliders[k];
        let flat = matches!(collider.shape, Shape::HalfSpace { .. } | Shape::HeightField { .. });
        if flat || matches!(collider.shape, Shape::Mesh { .. }) || soft.rest.asleep() {
            return;
        }
        let (nodes, frame) = (&world.state.nodes, world.frame_of(body));
        let (x, q) = (frame.translation, frame.rotation);
        let v = world.state.frames.v[body.slot as usize];
        let base = margin(world) + 0.5 * soft.thickness + reach(world, body);
        let (lo, hi) = collider.bounds(&placed_at(&frame, collider));
        let touch = |p: Vec3| {
            let touch = nodes::touch(collider, x, q, p);
            (touch.distance, q * touch.normal)
        };
        for &[a, b, c] in &soft.mesh.faces {
            // Each edge runs one way in one face, and the other way in the next.
            for ends in [[a, b], [b, c], [c, a]].into_iter().filter(|[a, b]| a < b) {
                let slot = ends.map(|i| soft.slots.start + i);
                let p = slot.map(|i| nodes.position(i as usize));
                let speed = |i: u32| (nodes.velocity(i as usize) - v).length();
                let near = base + speed(slot[0]).max(speed(slot[1])) * world.config.step;
                let (above, below) = (p[0].min(p[1]) - hi, lo - p[0].max(p[1]));
                if above.max(below).max_element() > near {
                    continue;
                }
                let Some(share) = edges::deepest(p, near, touch) else { continue };
                let touch = nodes::touch(collider, x, q, p[0] + (p[1] - p[0]) * share);
                let normal = edges::across(q * touch.normal, p[1] - p[0]);
                let mut contact = nodes::contact(slot[0], body.slot, k as u32, &touch, q);
                contact.key[1] |= 1 << 62 | u64::from(ends[1]) << 32;
                contact.normal = -normal;
                contact.offset = 0.5 * soft.thickness;
                contact.friction = soft.friction * collider.friction;
                contact.restitution = soft.restitution.max(collider.restitution);
                contact.spot = Spot::Edge(slot[1], share);
                self.contacts.push(contact);
            }
        }
    }

    /// Nodes slide along curved surfaces within a step, and corners along faces: their contact points follow.
    pub(super) fn refresh_node_contacts(&mut self, world: &World) {
        let state = &world.state;
        let level = self.engine(world).level;
        let contacts = &mut self.contacts;
        let collider = |frame: u32, k: u32| {
            world.rigids.at(frame as usize - 1)?.form.colliders.get(k as usize)
        };
        for item in &mut self.rows.contact_nodes.items {
            if let Some([point, normal]) =
                touch_together(item, contacts, &self.frames, world, level)
            {
                item.arm[0] = point;
                let n = -normal;
                (item.param[0], item.param[1], item.param[2]) = (n.x, n.y, n.z);
                for l in 0..W {
                    contacts[item.owner[l] as usize].normal = n.lane(l);
                }
                continue;
            }
            for l in (0..W).filter(|&l| item.used[l]) {
                let (node, frame) = (item.node[0][l], item.frame[0][l]);
                let contact = &mut contacts[item.owner[l] as usize];
                let Some(collider) = collider(frame, contact.collider) else { continue };
                let f = &self.frames[frame as usize];
                let touch = nodes::touch(collider, f.x, f.q, state.nodes.position(node as usize));
                let n = -(f.q * touch.normal);
                item.arm[0].set_lane(l, touch.point);
                (item.param[0].0[l], item.param[1].0[l], item.param[2].0[l]) = (n.x, n.y, n.z);
                contact.normal = n;
            }
        }
        for group in &mut self.rows.general.groups {
            if group.kind != Kind::Contact {
                continue;
            }
            if let (Some(node), Point::Frame { slot, arm }) =
                (group.points[0].single_node(), &mut group.points[1])
            {
                let contact = &mut contacts[group.owner as usize];
                let Some(collider) = collider(*slot, contact.collider) else { continue };
                let f = &self.frames[*slot as usize];
                let touch = nodes::touch(collider, f.x, f.q, state.nodes.position(node as usize));
                let n = -(f.q * touch.normal);
                *arm = touch.point;
                group.param[..3].copy_from_slice(&n.to_array());
                contact.normal = n;
                continue;
            }
            let contact = &mut contacts[group.owner as usize];
            if let Some(collider) = collider(contact.b, contact.collider) {
                let frame = &self.frames[contact.b as usize];
                between::follow(group, contact, collider, frame, state);
            }
        }
    }
}

/// Where eight contacts touch now, if all of them are with one collider with flat faces: points in the axes of its frame,
/// and outward normals.
fn touch_together(
    item: &Item<1, 1>,
    contacts: &[Contact],
    frames: &[FrameView],
    world: &World,
    level: Level,
) -> Option<[V3; 2]> {
    let (frame, k) = (item.frame[0][0], contacts.get(item.owner[0] as usize)?.collider);
    let same = |l: usize| {
        item.used[l] && item.frame[0][l] == frame && contacts[item.owner[l] as usize].collider == k
    };
    if !(0..W).all(same) {
        return None;
    }
    let collider =
        world.rigids.at((frame as usize).checked_sub(1)?)?.form.colliders.get(k as usize)?;
    let f = &frames[frame as usize];
    let eight = nodes::Eight::new(collider, f.x, f.q, &world.state.nodes, &item.node[0])?;
    Some(level.run_kernel(eight))
}

impl World {
    /// Whether thin bodies that are swept have their own way through a substep.
    pub(crate) fn weaves(&self) -> bool {
        self.config.stabilisation == Stabilisation::Full
            && self.config.contact_impulses == ContactImpulses::Sum
            && self.config.friction_limit == FrictionLimit::Cone
    }

    /// Whether a deformable body sleeps beside a rigid one that does not move either.
    pub(super) fn both_still(&self, soft: &SoftBody, body: &RigidBody) -> bool {
        let (frames, i) = (&self.state.frames, body.slot as usize);
        soft.rest.asleep() && frames.mass[i].mass == 0.0 && frames.v[i] == Vec3::ZERO
    }

    /// How far things may fall in a step, m.
    pub(crate) fn fall(&self) -> Real {
        0.5 * self.config.gravity.length() * self.config.step * self.config.step
    }
}

/// Nodes of a deformable body that may touch.
pub(super) struct Crowd<'a> {
    nodes: &'a [u32],
    /// Whether they are on its outside.
    outside: bool,
    lo: Vec3,
    hi: Vec3,
    /// The speed of the fastest, m/s.
    fastest: Real,
    /// What neighbours may add to the speed of one within the step: a bar that lands on one end turns, and its other end is half
    /// as fast again.
    jerk: Real,
}

impl<'a> Crowd<'a> {
    fn of(world: &World, soft: &SoftBody, nodes: &'a [u32], outside: bool) -> Self {
        let (mut lo, mut hi, mut fastest): (Vec3, Vec3, Real) =
            (Vec3::INFINITY, Vec3::NEG_INFINITY, 0.0);
        for &node in nodes {
            let slot = (soft.slots.start + node) as usize;
            let p = world.state.nodes.position(slot);
            (lo, hi) = (lo.min(p), hi.max(p));
            fastest = fastest.max(world.state.nodes.velocity(slot).length());
        }
        Self { nodes, outside, lo, hi, fastest, jerk: 0.5 * fastest }
    }

    /// Whether any of them may come into a box that moves along, within a time.
    pub(super) fn may_reach(&self, [lo, hi]: [Vec3; 2], v: Vec3, h: Real) -> bool {
        // A hair more than any of them may move.
        let most = (self.fastest + v.length() + self.jerk) * h * 1.001;
        (lo - self.hi).max(self.lo - hi).max_element() <= most
    }
}

/// A pair that moves by more than this share of its smaller body between two looks at it is swept.
const FAST: Real = 0.5;

/// The most looks in a step.
const MOST_PASSES: u32 = 16;

/// Distance within which contacts are looked for although nothing moves.
pub(super) fn margin(world: &World) -> Real {
    0.002 + world.config.contact.slop
}

/// How far the surface of a body may come in a step apart from its velocity: by turning and falling.
fn unrest(world: &World, body: &RigidBody) -> Real {
    let i = body.slot as usize;
    let (frames, h) = (&world.state.frames, world.config.step);
    let spin = frames.w[i].length();
    let turn = if spin > 0.0 { h * spin * body.form.radius } else { 0.0 };
    let falls = frames.mass[i].mass > 0.0;
    turn + if falls { 0.5 * world.config.gravity.length() * h * h } else { 0.0 }
}

/// How far the surface of a body may come in a step.
pub(super) fn reach(world: &World, body: &RigidBody) -> Real {
    let v = world.state.frames.v[body.slot as usize].length();
    margin(world) + world.config.step * v + unrest(world, body)
}

/// Whether two bodies can touch at all.
fn touch(a: &RigidBody, b: &RigidBody) -> bool {
    a.slot != b.slot && a.rigid.groups.touch(b.rigid.groups)
}

/// Whether a patch is on the sides that its one-way bodies stop things on.
fn passes(
    world: &World,
    a: &RigidBody,
    b: &RigidBody,
    patch: &crate::collision::patch::Patch,
) -> bool {
    let blocks = |body: &RigidBody, away: Vec3| {
        let side = body.rigid.one_way.map(|d| world.pose_of(body).rotation * d.normalize());
        side.is_none_or(|side| side.dot(away) > 0.5)
    };
    let frames = &world.state.frames;
    let v = frames.v[b.slot as usize] - frames.v[a.slot as usize];
    // What is deep inside has come from the other side and is let out.
    let (fa, fb) = (world.frame_of(a), world.frame_of(b));
    let gap = |p: &crate::collision::patch::PatchPoint| {
        (fb.transform_point(p.arm_b) - fa.transform_point(p.arm_a)).dot(patch.normal)
            - patch.round[0]
            - patch.round[1]
    };
    let deepest =
        patch.points[..patch.count as usize].iter().map(gap).fold(Real::INFINITY, Real::min);
    let leaves = v.dot(patch.normal) > 0.0 && deepest < -DEEP;
    let carried: Real = patch.impulses.normal.iter().sum();
    let entered = deepest < -DEEP && carried == 0.0;
    blocks(a, patch.normal) && blocks(b, -patch.normal) && !leaves && !entered
}

/// How deep something is in a one-way body that has come through it, m.
const DEEP: Real = 0.005;

pub(super) fn placed_at(frame: &Pose, collider: &Collider) -> Pose {
    if collider.local == Pose::IDENTITY { *frame } else { *frame * collider.local }
}

fn placed<'a>(world: &World, body: &'a RigidBody, k: usize) -> Placed<'a> {
    let form = &body.form.colliders[k];
    Placed {
        slot: body.slot,
        collider: k as u32,
        form,
        pose: placed_at(&world.frame_of(body), form),
        moves: world.state.frames.mass[body.slot as usize].mass > 0.0,
        rolling: body.rigid.rolling,
        spinning: body.rigid.spinning,
    }
}
