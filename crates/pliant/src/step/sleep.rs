//! Sleep: islands that have been at rest for a while are held still until something wakes them.
//!
//! A sleeping body has no mass in the state: to the rest of the step it is a fixed one, so it takes
//! part in no row, and a world that sleeps as a whole makes no step at all. Bodies that fell asleep
//! together wake together: when an awake or driven body comes near one of them, when a force, impulse,
//! velocity or pose is given to one, and all of them when a body or constraint is removed, a
//! constraint is added or breaks, or the settings change. What contacts and constraints between sleepers carried is
//! kept as it was.

use serde::{Deserialize, Serialize};

use super::Scratch;
use crate::bodies::soft::SoftBody;
use crate::bodies::{Kind, Rigid, Soft};
use crate::collision::contacts::Touched;
use crate::error::{Check, Result};
use crate::handle::{Arena, Handle};
use crate::math::{Real, Vec3};
use crate::site::Point;
use crate::state::{FrameMass, State};
use crate::world::World;

/// When islands fall asleep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sleep {
    /// No point of a body may be faster, m/s.
    pub speed: Real,
    /// For how long, s.
    pub seconds: Real,
}

impl Default for Sleep {
    fn default() -> Self {
        Self { speed: 0.01, seconds: 0.5 }
    }
}

impl Sleep {
    pub(crate) fn check(&self, check: &Check<'_>) -> Result<()> {
        check.positive("sleep.speed", self.speed)?;
        check.not_negative("sleep.seconds", self.seconds)
    }
}

/// How a body rests.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Rest {
    /// For how long it has been slow, s.
    pub(crate) time: Real,
    /// Those it fell asleep with; 0 while it is awake.
    pub(crate) nest: u64,
    /// What the nodes of a sleeping deformable body have for their masses when it is awake.
    pub(crate) scales: Vec<Real>,
}

impl Rest {
    pub(crate) fn asleep(&self) -> bool {
        self.nest > 0
    }
}

impl World {
    /// Whether a rigid body sleeps.
    pub fn is_asleep(&self, body: Handle<Rigid>) -> Result<bool> {
        Ok(self.rigid_body(body)?.rest.asleep())
    }

    /// Whether a deformable body sleeps.
    pub fn is_soft_asleep(&self, body: Handle<Soft>) -> Result<bool> {
        Ok(self.soft_body(body)?.rest.asleep())
    }

    /// Wakes a rigid body and those it fell asleep with.
    pub fn wake(&mut self, body: Handle<Rigid>) -> Result<()> {
        let nest = self.rigid_body(body)?.rest.nest;
        self.scratch.changed |= self.wake_nest(nest);
        Ok(())
    }

    /// Wakes a deformable body and those it fell asleep with.
    pub fn wake_soft(&mut self, body: Handle<Soft>) -> Result<()> {
        let nest = self.soft_body(body)?.rest.nest;
        self.scratch.changed |= self.wake_nest(nest);
        Ok(())
    }

    /// Wakes all bodies that fell asleep together; nest 0 is nobody's. Like all that wake, it tells
    /// whether anybody slept: then rows must be built anew.
    pub(super) fn wake_nest(&mut self, nest: u64) -> bool {
        nest > 0 && self.wake_where(|rest| rest.nest == nest)
    }

    /// Wakes everybody, and lets them rest anew.
    pub(super) fn wake_all(&mut self) -> bool {
        let woken = self.wake_where(Rest::asleep);
        self.rigids.values_mut().for_each(|b| b.rest.time = 0.0);
        self.softs.values_mut().for_each(|b| b.rest.time = 0.0);
        woken
    }

    fn wake_where(&mut self, chosen: impl Fn(&Rest) -> bool) -> bool {
        let mut woken = false;
        let State { nodes, frames } = &mut self.state;
        for body in self.rigids.values_mut().filter(|b| b.rest.asleep() && chosen(&b.rest)) {
            body.rest = Rest::default();
            frames.mass[body.slot as usize] = body.form.mass;
            woken = true;
        }
        for body in self.softs.values_mut().filter(|b| b.rest.asleep() && chosen(&b.rest)) {
            for (slot, s) in body.slots.range().zip(std::mem::take(&mut body.rest.scales)) {
                nodes.x[slot][3] = s;
            }
            body.rest = Rest::default();
            woken = true;
        }
        woken
    }

    /// Wakes the owner of a point.
    pub(super) fn wake_point(&mut self, point: &Point) -> bool {
        let nest = match *point {
            Point::Frame { slot, .. } => self.nest_of_frame(slot),
            Point::Nodes { slot, .. } => self.nest_of_node(slot[0]),
        };
        self.wake_nest(nest)
    }

    /// How many bodies sleep.
    pub(super) fn sleepers(&self) -> usize {
        self.rigids.values().filter(|b| b.rest.asleep()).count()
            + self.softs.values().filter(|b| b.rest.asleep()).count()
    }

    fn nest_of_frame(&self, slot: u32) -> u64 {
        let body = (slot as usize).checked_sub(1).and_then(|i| self.rigids.at(i));
        body.map_or(0, |b| b.rest.nest)
    }

    fn nest_of_node(&self, slot: u32) -> u64 {
        let mut owners = self.softs.values();
        let owner = owners.find(|b| b.slots.range().contains(&(slot as usize)));
        owner.map_or(0, |b| b.rest.nest)
    }

    /// Whether nothing in the world moves or could.
    pub(super) fn sleeps(&self) -> bool {
        let frames = &self.state.frames;
        let still = |slot: u32| {
            let i = slot as usize;
            frames.mass[i].mass == 0.0 && frames.v[i] == Vec3::ZERO && frames.w[i] == Vec3::ZERO
        };
        self.config.sleep.is_some()
            && !self.disturbed
            && self.commands.is_empty()
            && self.rigids.values().all(|b| !b.targeted && still(b.slot))
            && self.softs.values().all(|b| b.rest.asleep() || b.contained)
            && self.sleepers() > 0
    }
}

impl Scratch {
    /// Wakes those whom somebody awake, or something that is driven, comes near; tells whether there
    /// are any.
    pub(super) fn wake_touched(&mut self, world: &mut World) -> bool {
        if world.sleepers() == 0 {
            return false;
        }
        let frames = &world.state.frames;
        let stirs = |slot: u32| {
            let i = slot as usize;
            frames.mass[i].mass > 0.0 || frames.v[i] != Vec3::ZERO || frames.w[i] != Vec3::ZERO
        };
        let mut woken = Vec::new();
        for p in &self.pairs.patches {
            for (sleeper, other) in [(p.a, p.b), (p.b, p.a)] {
                let nest = world.nest_of_frame(sleeper);
                if nest > 0 && stirs(other) {
                    woken.push(nest);
                }
            }
        }
        for c in &self.contacts {
            let (node, frame) = (world.nest_of_node(c.a), world.nest_of_frame(c.b));
            if node > 0 && stirs(c.b) {
                woken.push(node);
            }
            if frame > 0 && node == 0 {
                woken.push(frame);
            }
        }
        for &[node, frame] in &self.brushed {
            let (node, sleeper) = (world.nest_of_node(node), world.nest_of_frame(frame));
            if node > 0 && stirs(frame) {
                woken.push(node);
            }
            if sleeper > 0 && node == 0 {
                woken.push(sleeper);
            }
        }
        for pair in self.meetings.neighbours() {
            let nests = pair.map(|i| world.softs.at(i as usize).map_or(0, |b| b.rest.nest));
            // One sleeps, the other does not.
            if (nests[0] > 0) != (nests[1] > 0) {
                woken.push(nests[0].max(nests[1]));
            }
        }
        woken.sort_unstable();
        woken.dedup();
        let mut any = false;
        woken.iter().for_each(|&nest| any |= world.wake_nest(nest));
        self.changed |= any;
        any
    }

    /// What is near something restless is restless too.
    fn share_unrest(&mut self, softs: &Arena<SoftBody>, restless: &mut [bool]) {
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        for pair in self.meetings.neighbours() {
            let slots = pair.map(|i| softs.at(i as usize).map(|b| b.slots.start));
            if let [Some(a), Some(b)] = slots
                && let (Some(a), Some(b)) = (self.islands.of_node(a), self.islands.of_node(b))
            {
                pairs.push([a as usize, b as usize]);
            }
        }
        let mut again = true;
        while std::mem::take(&mut again) {
            for &[a, b] in &pairs {
                if restless[a] != restless[b] {
                    (restless[a], restless[b], again) = (true, true, true);
                }
            }
        }
    }

    /// Lets islands fall asleep that have been at rest for long enough.
    pub(super) fn doze(&mut self, world: &mut World) {
        let Some(sleep) = world.config.sleep else { return };
        let step = world.config.step;
        let mut restless = vec![false; self.islands.list.len()];
        let State { nodes, frames } = &mut world.state;
        let rest = |rest: &mut Rest, speed: Real| {
            rest.time = if speed < sleep.speed { rest.time + step } else { 0.0 };
            rest.time >= sleep.seconds
        };
        for body in world.rigids.values_mut().filter(|b| !b.rest.asleep()) {
            let i = body.slot as usize;
            let speed = frames.v[i].length() + frames.w[i].length() * body.form.radius;
            let quiet = rest(&mut body.rest, speed) && body.rigid.kind == Kind::Dynamic;
            if let (false, Some(island)) = (quiet, self.islands.of_frame(body.slot)) {
                restless[island as usize] = true;
            }
        }
        for body in world.softs.values_mut().filter(|b| !b.rest.asleep()) {
            let speeds = body.slots.range().map(|i| nodes.velocity(i).length());
            let quiet = rest(&mut body.rest, speeds.fold(0.0, Real::max));
            if let (false, Some(island)) = (quiet, self.islands.of_node(body.slots.start)) {
                restless[island as usize] = true;
            }
        }
        self.share_unrest(&world.softs, &mut restless);
        if !restless.contains(&false) {
            return;
        }
        let first = world.nests + 1;
        world.nests += restless.len() as u64;
        for body in world.rigids.values_mut().filter(|b| !b.rest.asleep() && !b.contained) {
            let Some(island) = self.islands.of_frame(body.slot) else { continue };
            if !restless[island as usize] {
                body.rest.nest = first + u64::from(island);
                let i = body.slot as usize;
                frames.mass[i] = FrameMass::default();
                (frames.v[i], frames.w[i]) = (Vec3::ZERO, Vec3::ZERO);
                self.changed = true;
            }
        }
        for body in world.softs.values_mut() {
            let island = self.islands.of_node(body.slots.start);
            let Some(island) = island.filter(|_| !body.rest.asleep() && !body.contained) else {
                continue;
            };
            if !restless[island as usize] {
                body.rest.nest = first + u64::from(island);
                body.rest.scales = body.slots.range().map(|i| nodes.x[i][3]).collect();
                for i in body.slots.range() {
                    nodes.x[i][3] = 0.0;
                    nodes.set_velocity(i, Vec3::ZERO);
                }
                self.changed = true;
            }
        }
    }
}

/// Whether something was told of two that sleep now: it stays as it was.
pub(super) fn both_sleep(state: &State, touched: &Touched) -> bool {
    let still = |slot: u32| state.frames.mass.get(slot as usize).is_some_and(|m| m.mass == 0.0);
    let node = |slot: u32| state.nodes.x.get(slot as usize).is_some_and(|x| x[3] == 0.0);
    still(touched.b) && if touched.node { node(touched.a) } else { still(touched.a) }
}
