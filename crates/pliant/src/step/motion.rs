//! Motion within a substep: freely, to the rows and back, and along.

use super::Scratch;
use crate::bodies::soft::{Model, SoftBody};
use crate::bodies::{Body, Pull, air};
use crate::constraints::Substep;
use crate::constraints::batch::{Engine, Places};
use crate::math::{Mat3, Real, Vec3, exp_neg};
use crate::site::Point;
use crate::solvers::velocities::{FrameSlot, NodeSlot};
use crate::state::{FrameView, Frames, State};
use crate::world::World;

impl Scratch {
    /// Moves velocities by everything but the rows.
    pub(super) fn free_motion(&mut self, world: &mut World, h: Real) {
        let pull = Pull {
            gravity: world.config.gravity,
            nodes: &self.node_forces,
            pushed: self.pushed,
            frames: &self.frame_forces,
            h,
            level: self.engine(world).level,
        };
        let state = &mut world.state;
        for body in world.rigids.values_mut() {
            body.free_motion(state, &pull);
        }
        for body in world.softs.values_mut().filter(|b| !b.contained && !b.rest.asleep()) {
            // Elastic solids answer to what is on top of them in their own motion.
            let solid = matches!(body.model, Model::Corotational(_));
            if let Some(firm) = body.firm.as_mut().filter(|_| solid) {
                firm.lead(state, h, pull.level);
            }
            body.body_mut().free_motion(state, &pull);
            if let Some(firm) = body.firm.as_mut().filter(|_| !solid) {
                firm.project(state, h, 1, pull.level);
            }
            if body.drag > 0.0 {
                air::drag(body, state, world.config.wind, h);
            }
        }
        self.load_solids(world, h);
    }

    /// Keeps the velocities for the first guess of a direct solve.
    pub(super) fn remember_velocities(&mut self, world: &World) {
        if !self.islands.hard.any() {
            return;
        }
        let state = &world.state;
        self.before.nodes.clear();
        self.before.nodes.extend(scaled_nodes(state));
        self.before.frames.clear();
        let frames = &state.frames;
        self.before
            .frames
            .extend((0..frames.x.len()).map(|i| scaled_frame(frames, i, frames.v[i], frames.w[i])));
    }

    /// Rows for this substep, and the velocities they will push.
    pub(super) fn linearise(&mut self, world: &mut World, t: &Substep, on: Engine, first: bool) {
        let state = &world.state;
        let weaves = world.weaves();
        for body in world.softs.values().filter(|b| !(weaves && b.is_woven())) {
            for i in body.slots.range() {
                self.velocities.nodes[i] = scaled_node(&state.nodes.x[i], &state.nodes.v[i]);
            }
        }
        // Only rows that predict ask where frames will be, and only few ask for views.
        let ahead = !self.rows.only_contacts();
        self.frames.clear();
        let ties = !self.conjugate.ties.is_empty();
        if self.rows.needs_views() || self.islands.hard.any() || ties {
            let view = |(i, k)| FrameView::new(&state.frames, i, k, t.h);
            self.frames.extend(self.scales.iter().enumerate().map(view));
        }
        let to = (&mut self.packed, &mut self.velocities.frames[..], &mut self.still);
        self.fastest = self.octets.lend(&state.frames, first, to, on.level);
        if ahead {
            for (i, packed) in self.packed.iter_mut().enumerate().skip(1) {
                packed.predict(&state.frames, i, t.h);
            }
        }
        self.compliances(world, first);
        self.refresh_node_contacts(world);
        self.refresh_ties(world, t);
        self.tie_meetings(world, t);
        let at = Places {
            state: &world.state,
            frames: &self.frames,
            packed: &self.packed,
            still: &self.still,
            fastest: self.fastest,
        };
        self.rows.linearise(at, t, on);
        self.find_holds(world);
    }

    /// Positions follow the velocities; then contacts give back their push-out.
    pub(super) fn integrate(&mut self, world: &mut World, t: &Substep, on: Engine) {
        self.store_velocities(world, on, Some(t.h));
        self.meet(world, t);
        let state = &mut world.state;
        for (x, v) in state.nodes.x.iter_mut().zip(&state.nodes.v) {
            *x = [x[0] + v[0] * t.h, x[1] + v[1] * t.h, x[2] + v[2] * t.h, x[3]];
        }
        self.part(world);
        self.settle(world, t);
        for body in world.softs.values_mut().filter(|b| b.body().is_implicit()) {
            body.body_mut().moved(&world.state);
        }
        if t.predict {
            self.relax(world, t, on);
        }
        self.store_velocities(world, on, None);
    }

    /// Gives the velocities of shared nodes to the rows of everybody.
    pub(super) fn lend(&mut self, world: &World) {
        let nodes = &world.state.nodes;
        for i in self.shared.iter().map(|&i| i as usize) {
            self.velocities.nodes[i] = scaled_node(&nodes.x[i], &nodes.v[i]);
        }
    }

    /// Takes the velocities of shared nodes back from the rows of everybody.
    pub(super) fn take_back(&self, world: &mut World) {
        let nodes = &mut world.state.nodes;
        for i in self.shared.iter().map(|&i| i as usize) {
            let s = nodes.x[i][3];
            if s > 0.0 {
                nodes.set_velocity(i, self.velocities.nodes[i].get() * s);
            }
        }
    }

    /// Finds the nodes of thin bodies that are swept and that other rows push too.
    pub(super) fn find_shared(&mut self, world: &World) {
        self.shared.clear();
        if !world.weaves() {
            return;
        }
        world.each_constraint(|points| {
            for point in points {
                if let Point::Nodes { count, slot, .. } = point {
                    self.shared.extend_from_slice(&slot[..*count]);
                }
            }
        });
        let woven = |slot: u32| {
            let own = |b: &&SoftBody| b.slots.range().contains(&(slot as usize));
            world.softs.values().find(own).is_some_and(SoftBody::is_woven)
        };
        self.shared.retain(|&slot| woven(slot));
        self.shared.sort_unstable();
        self.shared.dedup();
    }

    /// Unscales the velocities that rows have pushed, and lets implicit bodies answer in full; moves frames
    /// along by `h` if there is one.
    fn store_velocities(&mut self, world: &mut World, on: Engine, h: Option<Real>) {
        let weaves = world.weaves();
        let state = &mut world.state;
        let lumped = |b: &&SoftBody| {
            !b.body().is_implicit() && b.iterated().is_none() && !(weaves && b.is_woven())
        };
        for body in world.softs.values().filter(lumped) {
            let range = body.slots.range();
            let nodes = state.nodes.x[range.clone()].iter().zip(&mut state.nodes.v[range.clone()]);
            if matches!(body.model, Model::Integrated(_)) {
                // Only what rows have changed: others are to keep their bits.
                for ((x, v), u) in nodes.zip(&self.velocities.nodes[range]) {
                    let was = scaled_node(x, v);
                    for k in 0..3 {
                        v[k] += (u.0[k] - was.0[k]) * x[3];
                    }
                }
                continue;
            }
            for ((x, v), u) in nodes.zip(&self.velocities.nodes[range]) {
                if x[3] > 0.0 {
                    (v[0], v[1], v[2]) = (u.0[0] * x[3], u.0[1] * x[3], u.0[2] * x[3]);
                }
            }
        }
        self.octets.take_back(&mut state.frames, &self.velocities.frames, h, on.level);
        self.answer(world);
        self.store_solids(world);
    }
}

/// Velocities of the nodes as rows push them.
fn scaled_nodes(state: &State) -> impl Iterator<Item = NodeSlot> + '_ {
    state.nodes.x.iter().zip(&state.nodes.v).map(|(x, v)| scaled_node(x, v))
}

pub(super) fn scaled_node(x: &[Real; 4], v: &[Real; 4]) -> NodeSlot {
    let m = if x[3] > 0.0 { 1.0 / x[3] } else { 0.0 };
    NodeSlot([v[0] * m, v[1] * m, v[2] * m, 0.0])
}

/// The velocities of a frame as rows push them.
fn scaled_frame(frames: &Frames, i: usize, v: Vec3, w: Vec3) -> FrameSlot {
    let m = &frames.mass[i];
    if m.mass > 0.0 {
        let spin = m.inertia * (frames.q[i].inverse() * w);
        FrameSlot::new(v / m.inv_sqrt_mass(), spin * m.inv_sqrt_inertia())
    } else {
        FrameSlot::default()
    }
}

/// Damps deformable bodies relative to their rigid motion, so that free fall stays free.
///
/// Friction within the material slows the root mean square of that motion by a constant rate, so all of it
/// keeps the same share: momentum and angular momentum stay.
pub(super) fn damp(world: &mut World) {
    let (nodes, step) = (&mut world.state.nodes, world.config.step);
    let damped = |b: &&SoftBody| b.damping > 0.0 || b.internal_friction > 0.0;
    for body in world.softs.values().filter(damped).filter(|b| !b.rest.asleep()) {
        let (mut m, mut mx, mut p) = (0.0, Vec3::ZERO, Vec3::ZERO);
        for i in body.slots.range() {
            let mass = nodes.mass(i);
            m += mass;
            mx += nodes.position(i) * mass;
            p += nodes.velocity(i) * mass;
        }
        if m == 0.0 {
            continue;
        }
        let (centre, v) = (mx / m, p / m);
        let (mut inertia, mut spin) = (Mat3::ZERO, Vec3::ZERO);
        for i in body.slots.range() {
            let (r, mass) = (nodes.position(i) - centre, nodes.mass(i));
            inertia += (Mat3::from_diagonal(Vec3::splat(r.length_squared()))
                - Mat3::from_cols(r * r.x, r * r.y, r * r.z))
                * mass;
            spin += r.cross(nodes.velocity(i) - v) * mass;
        }
        // A straight rope has no inertia about itself: a little keeps the inverse finite.
        let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
        inertia += Mat3::from_diagonal(Vec3::splat(1e-6 * trace));
        let w = if trace > 0.0 { inertia.inverse() * spin } else { Vec3::ZERO };
        let rigid = |x: Vec3| v + w.cross(x - centre);
        let square = |i: usize| {
            nodes.mass(i) * (nodes.velocity(i) - rigid(nodes.position(i))).length_squared()
        };
        let speed = (body.slots.range().map(square).sum::<Real>() / m).sqrt();
        let mut keep = exp_neg(body.damping * step);
        let slowed = body.internal_friction * step;
        keep *= if speed > slowed { 1.0 - slowed / speed } else { 0.0 };
        for i in body.slots.range() {
            if nodes.x[i][3] > 0.0 {
                let rigid = rigid(nodes.position(i));
                nodes.set_velocity(i, rigid + (nodes.velocity(i) - rigid) * keep);
            }
        }
    }
}
