//! Deformable bodies that meet: when they are looked for, and the way of what they change to the solvers.

use super::Scratch;
use super::motion::scaled_node;
use crate::bodies::soft::SoftBody;
use crate::constraints::Substep;
use crate::meet::Around;
use crate::site::Point;
use crate::solvers::simd::Level;
use crate::solvers::velocities::NodeSlot;
use crate::world::World;

impl Scratch {
    /// Narrow phase: deformable bodies that may touch each other or themselves in this step.
    pub(super) fn find_meetings(&mut self, world: &World) {
        if self.changed {
            self.meetings.build(&world.softs);
        }
        let around = around(world, &self.bound, self.engine(world).level);
        self.meetings.find(&world.state, around);
    }

    /// Pairs of deformable bodies that something ties to each other: these do not touch.
    pub(super) fn find_bound(&mut self, world: &World) {
        let bound = &mut self.bound;
        bound.clear();
        let owner = |slot: u32| {
            let own = |b: &SoftBody| b.slots.range().contains(&(slot as usize));
            world.softs.iter::<()>().find(|(_, b)| own(b)).map(|(h, _)| h.index() as u32)
        };
        world.each_constraint(|points| {
            let mut last = None;
            for point in points {
                let Point::Nodes { slot, .. } = *point else { continue };
                let Some(i) = owner(slot[0]) else { continue };
                if let Some(last) = last.replace(i).filter(|&last| last != i) {
                    bound.push([last.min(i), last.max(i)]);
                }
            }
        });
        bound.sort_unstable();
        bound.dedup();
    }

    /// Thin bodies that are swept push each other before they touch rigid bodies, which have the last word.
    pub(super) fn meet_early(&mut self, world: &mut World, t: &Substep) {
        self.met_early =
            world.weaves() && !self.meetings.is_idle() && self.meetings.is_woven(&world.softs);
        if self.met_early {
            let level = self.engine(world).level;
            let World { state, softs, config, memory, .. } = world;
            let fall = 0.5 * config.gravity.length() * config.step * config.step;
            let around =
                Around { softs, memory, tied: &self.bound, fall, step: config.step, level };
            self.meetings.solve(state, around, t.h);
        }
    }

    /// Deformable bodies do not pass through each other.
    pub(super) fn meet(&mut self, world: &mut World, t: &Substep) {
        if self.meetings.is_idle() {
            return;
        }
        let level = self.engine(world).level;
        let mut meetings = std::mem::take(&mut self.meetings);
        let World { state, softs, config, memory, .. } = &mut *world;
        let fall = 0.5 * config.gravity.length() * config.step * config.step;
        let around = Around { softs, memory, tied: &self.bound, fall, step: config.step, level };
        if !self.met_early {
            meetings.solve(state, around, t.h);
        }
        meetings.hold(state, around, t.h);
        // The weave works on the state itself.
        let own =
            meetings.softs().filter_map(|i| softs.at(i as usize)).flat_map(|b| b.slots.range());
        for i in own.filter(|_| !self.met_early) {
            if state.nodes.x[i][3] > 0.0 {
                self.velocities.nodes[i] = scaled_node(&state.nodes.x[i], &state.nodes.v[i]);
                if let Some(velocity) = self.conjugate.velocity.get_mut(i) {
                    *velocity = state.nodes.v[i];
                }
            }
        }
        // Rows push the plain velocities of the nodes of implicit bodies.
        for implicit in &self.rows.implicit {
            for &i in &implicit.touched {
                let v = state.nodes.velocity(i as usize);
                self.velocities.nodes[i as usize] = NodeSlot::new(v);
            }
        }
        self.meetings = meetings;
    }

    /// Positions have followed: what pushed apart leaves no velocity behind, and what pairs carried is the first guess of the next
    /// substep.
    pub(super) fn part(&mut self, world: &mut World) {
        if self.meetings.is_idle() {
            world.memory.remember_meetings(std::iter::empty());
            return;
        }
        // The velocities of others are with the solvers.
        if self.met_early {
            self.meetings.relax(&mut world.state);
        }
        world.memory.remember_meetings(self.meetings.carried());
    }

    /// Names of deformable bodies that cross each other or themselves.
    pub(super) fn tell_crossed(&mut self, world: &World) {
        let crossed = &mut self.report.crossed;
        crossed.clear();
        for pair in self.meetings.crossed() {
            let [a, b] = pair.map(|i| world.softs.at(i as usize).map_or("", |b| &b.name));
            crossed.push(if pair[0] == pair[1] { a.to_owned() } else { format!("{a} and {b}") });
        }
        self.report.stuck = self.meetings.stuck;
    }
}

/// What meetings are asked of the world.
pub(super) fn around<'a>(world: &'a World, tied: &'a [[u32; 2]], level: Level) -> Around<'a> {
    let (softs, memory) = (&world.softs, &world.memory);
    Around { softs, memory, tied, fall: world.fall(), step: world.config.step, level }
}
