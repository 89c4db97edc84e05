//! Commands of the caller, carried out at the start of the step.

use super::Scratch;
use crate::bodies::Kind;
use crate::math::{Pose, Vec3, rotation_vector};
use crate::site::Point;
use crate::state::State;
use crate::world::{Command, World};

impl Scratch {
    /// Carries out what the caller asked for since the last step. Handles were checked then; those
    /// removed since are passed over.
    pub(super) fn apply_commands(&mut self, world: &mut World) {
        // Whoever was to arrive has arrived.
        for b in world.rigids.values_mut().filter(|b| b.targeted) {
            b.targeted = false;
            let (i, frames) = (b.slot as usize, &mut world.state.frames);
            (frames.v[i], frames.w[i]) = (Vec3::ZERO, Vec3::ZERO);
        }
        let mut commands = std::mem::take(&mut world.commands);
        for command in commands.drain(..) {
            self.wake_for(world, &command);
            match command {
                Command::Force(site, force) => {
                    if let Ok(point) = world.resolve(site) {
                        self.add_force(&world.state, &point, force);
                    }
                }
                Command::Torque(body, torque) => {
                    if let Some(b) = world.rigids.get(body) {
                        self.frame_forces[b.slot as usize][1] += torque;
                    }
                }
                Command::Impulse(site, impulse) => {
                    if let Ok(point) = world.resolve(site) {
                        push(&mut world.state, &point, impulse);
                    }
                }
                Command::Velocity(body, v, w) => {
                    if let Some(b) = world.rigids.get(body) {
                        world.state.frames.v[b.slot as usize] = v;
                        world.state.frames.w[b.slot as usize] = w;
                    }
                }
                Command::SoftVelocity(body, v) => {
                    let slots = world.softs.get(body).map(|b| b.slots.range());
                    for i in slots.into_iter().flatten() {
                        if world.state.nodes.x[i][3] > 0.0 {
                            world.state.nodes.set_velocity(i, v);
                        }
                    }
                }
                Command::Pose(body, x, q) => {
                    if let Some(b) = world.rigids.get(body) {
                        let frame = b.form.frame_at(Pose::from_parts(x, q.normalize()));
                        world.state.frames.x[b.slot as usize] = frame.translation;
                        world.state.frames.q[b.slot as usize] = frame.rotation;
                        self.changed |= world.move_locks(body);
                    }
                }
                Command::Target(body, x, q) => {
                    if let Some(b) = world.rigids.get_mut(body) {
                        b.targeted = true;
                        let (i, frames) = (b.slot as usize, &mut world.state.frames);
                        let frame = b.form.frame_at(Pose::from_parts(x, q.normalize()));
                        frames.v[i] = (frame.translation - frames.x[i]) / world.config.step;
                        let turn = rotation_vector(frame.rotation * frames.q[i].inverse());
                        frames.w[i] = turn / world.config.step;
                    }
                }
                Command::NodeTarget(body, node, x) => {
                    if let Some(b) = world.softs.get(body).filter(|b| node < b.slots.len as usize) {
                        let (i, nodes) = (b.slots.start as usize + node, &mut world.state.nodes);
                        let v = (x - nodes.position(i)) / world.config.step;
                        nodes.set_velocity(i, v);
                    }
                }
                Command::Gravity(g) => world.config.gravity = g,
                Command::Motor(joint, coordinate, motor) => {
                    self.changed |= world.apply_motor(joint, coordinate, motor);
                }
                Command::Break(joint) => self.changed |= world.apply_break(joint),
            }
        }
        world.commands = commands;
    }

    /// Wakes whom a command concerns.
    fn wake_for(&mut self, world: &mut World, command: &Command) {
        if world.config.sleep.is_none() {
            return;
        }
        let rigid = |world: &World, body| world.rigids.get(body).map_or(0, |b| b.rest.nest);
        let soft = |world: &World, body| world.softs.get(body).map_or(0, |b| b.rest.nest);
        self.changed |= match *command {
            Command::Force(site, _) | Command::Impulse(site, _) => {
                world.resolve(site).is_ok_and(|point| world.wake_point(&point))
            }
            Command::Torque(body, _) => world.wake_nest(rigid(world, body)),
            Command::Velocity(body, ..) | Command::Pose(body, ..) | Command::Target(body, ..) => {
                // A driven body may hold others that sleep.
                let driven = world.rigids.get(body).is_some_and(|b| b.rigid.kind != Kind::Dynamic);
                if driven { world.wake_all() } else { world.wake_nest(rigid(world, body)) }
            }
            Command::SoftVelocity(body, _) | Command::NodeTarget(body, ..) => {
                world.wake_nest(soft(world, body))
            }
            Command::Gravity(_) | Command::Motor(..) | Command::Break(_) => world.wake_all(),
        };
    }

    fn add_force(&mut self, state: &State, point: &Point, force: Vec3) {
        match *point {
            Point::Frame { slot, arm } => {
                let [f, torque] = &mut self.frame_forces[slot as usize];
                *f += force;
                *torque += (state.frames.q[slot as usize] * arm).cross(force);
            }
            Point::Nodes { count, slot, weight } => {
                self.pushed = true;
                for k in 0..count {
                    self.node_forces[slot[k] as usize] += force * weight[k];
                }
            }
        }
    }
}

/// Changes the velocity of the slots of a point by an impulse.
fn push(state: &mut State, point: &Point, impulse: Vec3) {
    match *point {
        Point::Frame { slot, arm } => {
            let i = slot as usize;
            let frames = &mut state.frames;
            let m = frames.mass[i];
            if m.mass > 0.0 {
                let q = frames.q[i];
                frames.v[i] += impulse / m.mass;
                let torque = (q * arm).cross(impulse);
                frames.w[i] += q * ((q.inverse() * torque) / m.inertia);
            }
        }
        Point::Nodes { count, slot, weight } => {
            for k in 0..count {
                let i = slot[k] as usize;
                let s = state.nodes.x[i][3];
                let v = state.nodes.velocity(i) + impulse * (weight[k] * s * s);
                state.nodes.set_velocity(i, v);
            }
        }
    }
}
