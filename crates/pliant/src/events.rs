//! Events: who began to touch whom, who stopped, and who pushed hard; and the caller's say in it.
//!
//! Two bodies touch in a step if a contact between them carried an impulse in it. A sensor touches
//! what has a point in common with it. Events of a step are in the order of the bodies.

use std::sync::Arc;

use crate::bodies::rigid::RigidBody;
use crate::bodies::{Rigid, Soft};
use crate::collision::patch::{POINTS, Patch};
use crate::error::Result;
use crate::handle::Handle;
use crate::math::{Real, Vec3};
use crate::step::Scratch;
use crate::world::World;

/// A rigid or a deformable body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyBody {
    /// A rigid one.
    Rigid(Handle<Rigid>),
    /// A deformable one.
    Soft(Handle<Soft>),
}

/// What happened between two bodies in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ContactEvent {
    /// They touch, and did not in the step before.
    Started {
        /// One body.
        a: AnyBody,
        /// The other.
        b: AnyBody,
    },
    /// They touched in the step before, and no longer do. Bodies that were removed tell nothing.
    Stopped {
        /// One body.
        a: AnyBody,
        /// The other.
        b: AnyBody,
    },
    /// They pushed each other harder than one of them allows without telling
    /// ([`Rigid::force_threshold`]).
    Force {
        /// One body.
        a: Handle<Rigid>,
        /// The other.
        b: Handle<Rigid>,
        /// The mean force on `b` in the step, N.
        force: Vec3,
    },
}

/// The caller's say in which bodies touch, and how. Same questions must get the same answers, or runs
/// will differ; a snapshot does not hold the filter.
pub trait Filter: Send + Sync {
    /// Whether two bodies may touch at all.
    fn may_touch(&self, a: Handle<Rigid>, b: Handle<Rigid>) -> bool {
        let _ = (a, b);
        true
    }

    /// Whether two bodies touch here in this step. Friction and restitution may be changed.
    fn accept(&self, touch: &mut Touching) -> bool {
        let _ = touch;
        true
    }
}

/// A place where two rigid bodies are about to touch.
#[derive(Clone, Copy, Debug)]
pub struct Touching {
    /// One body.
    pub a: Handle<Rigid>,
    /// The other.
    pub b: Handle<Rigid>,
    /// From `a` to `b`, unit.
    pub normal: Vec3,
    /// Points on the surface of `b`, m.
    pub points: [Vec3; POINTS],
    /// How many points there are.
    pub count: usize,
    /// Velocity of `b`'s centre of mass relative to that of `a`, m/s.
    pub velocity: Vec3,
    /// Coefficient of friction.
    pub friction: Real,
    /// Coefficient of restitution.
    pub restitution: Real,
}

impl World {
    /// What began, ended or pushed hard in the last step.
    pub fn events(&self) -> &[ContactEvent] {
        &self.scratch.events
    }

    /// Asks a filter about every pair of rigid bodies that come near each other from now on.
    pub fn set_filter(&mut self, filter: Option<Arc<dyn Filter>>) {
        self.filter = filter;
    }

    /// All bodies that touch a rigid body, as of the last step.
    pub fn touching(&self, body: Handle<Rigid>) -> Result<Vec<AnyBody>> {
        let slot = self.rigid_body(body)?.slot;
        let other = |&[a, b]: &[u32; 2]| {
            let other = if a == slot {
                b
            } else if b == slot {
                a
            } else {
                return None;
            };
            self.any_body(other)
        };
        Ok(self.touching.iter().filter_map(other).collect())
    }

    /// Forgets who touched a deformable body: another may get its place.
    pub(crate) fn forget_touching(&mut self, body: Handle<Soft>) {
        let id = SOFT | body.index() as u32;
        self.touching.retain(|pair| !pair.contains(&id));
    }

    /// A body by the name it has among those that touch.
    fn any_body(&self, id: u32) -> Option<AnyBody> {
        if id & SOFT == 0 {
            self.rigids.handle_at((id as usize).checked_sub(1)?).map(AnyBody::Rigid)
        } else {
            self.softs.handle_at((id & !SOFT) as usize).map(AnyBody::Soft)
        }
    }

    /// Whether a body sleeps or is fixed, by the name it has among those that touch.
    fn is_still(&self, id: u32) -> bool {
        if id & SOFT == 0 {
            self.state.frames.mass.get(id as usize).is_some_and(|m| m.mass == 0.0)
        } else {
            self.softs.at((id & !SOFT) as usize).is_some_and(|b| b.rest.asleep())
        }
    }

    /// Whether the caller lets two bodies touch.
    pub(crate) fn lets_touch(&self, a: &RigidBody, b: &RigidBody) -> bool {
        let Some(filter) = &self.filter else { return true };
        match [a, b].map(|r| self.rigids.handle_at(r.slot as usize - 1)) {
            [Some(a), Some(b)] => filter.may_touch(a, b),
            _ => true,
        }
    }

    /// Whether the caller lets two bodies touch here; friction and restitution may change.
    pub(crate) fn accepts(&self, a: &RigidBody, b: &RigidBody, patch: &mut Patch) -> bool {
        let Some(filter) = &self.filter else { return true };
        let handles = [a, b].map(|r| self.rigids.handle_at(r.slot as usize - 1));
        let [Some(ha), Some(hb)] = handles else { return true };
        let frame = self.frame_of(b);
        let v = |r: &RigidBody| self.state.frames.v[r.slot as usize];
        let mut touch = Touching {
            a: ha,
            b: hb,
            normal: patch.normal,
            points: (patch.points)
                .map(|p| frame.transform_point(p.arm_b) - patch.normal * patch.round[1]),
            count: patch.count as usize,
            velocity: v(b) - v(a),
            friction: patch.friction,
            restitution: patch.restitution,
        };
        let accepted = filter.accept(&mut touch);
        // Whatever the caller wrote, the rows stay sound.
        let sound = |x: Real, hi: Real| if x.is_finite() { x.clamp(0.0, hi) } else { 0.0 };
        patch.friction = sound(touch.friction, Real::MAX);
        patch.restitution = sound(touch.restitution, 1.0);
        accepted
    }
}

/// Marks the place of a deformable body among frame slots.
const SOFT: u32 = 1 << 31;

impl Scratch {
    /// Compares who touches whom with the step before, and tells who pushed hard.
    pub(crate) fn tell_events(&mut self, world: &mut World) {
        let patches = &world.memory.rigids.patches;
        self.events.clear();
        self.touching.clear();
        // Patches come in the order of their pairs, so these are sorted.
        for (p, _) in patches.iter().zip(&self.carried).filter(|(_, f)| f[0] > 0.0) {
            if self.touching.last() != Some(&[p.a, p.b]) {
                self.touching.push([p.a, p.b]);
            }
        }
        let rigid = self.touching.len();
        self.touching.extend(self.struck.iter().map(|(pair, _)| *pair));
        self.touching.extend_from_slice(&self.sensed);
        let totals = self.contacts.iter().zip(&self.contact_totals);
        for (c, _) in totals.filter(|(_, total)| **total != Vec3::ZERO) {
            let own = |b: &crate::bodies::soft::SoftBody| b.slots.range().contains(&(c.a as usize));
            if let Some((h, _)) = world.softs.iter::<()>().find(|(_, b)| own(b)) {
                self.touching.push([c.b, SOFT | h.index() as u32]);
            }
        }
        let brushed = self.brushes.touched();
        self.touching.extend(brushed.map(|(soft, frame)| [frame, SOFT | soft]));
        let met = self.meetings.touched();
        self.touching.extend(met.map(|[a, b]| [SOFT | a.min(b), SOFT | a.max(b)]));
        // Those who sleep touch as they did.
        let pairs = world.touching.iter();
        self.touching.extend(pairs.filter(|pair| pair.iter().all(|&id| world.is_still(id))));
        if self.touching.len() > rigid {
            self.touching.sort_unstable();
            self.touching.dedup();
        }
        self.tell_pushes(world);
        self.tell_changes(world);
        std::mem::swap(&mut world.touching, &mut self.touching);
    }

    /// Goes through both lists at once: what is only in the new one has started, what is only in the
    /// old one has stopped.
    fn tell_changes(&mut self, world: &World) {
        let named = |[a, b]: [u32; 2]| world.any_body(a).zip(world.any_body(b));
        let (new, old) = (&self.touching, &world.touching);
        let (mut i, mut j) = (0, 0);
        while i < new.len() || j < old.len() {
            let event = match (new.get(i), old.get(j)) {
                (Some(a), Some(b)) if a == b => {
                    (i, j) = (i + 1, j + 1);
                    None
                }
                (Some(a), b) if b.is_none_or(|b| a < b) => {
                    i += 1;
                    named(*a).map(|(a, b)| ContactEvent::Started { a, b })
                }
                (_, Some(b)) => {
                    j += 1;
                    named(*b).map(|(a, b)| ContactEvent::Stopped { a, b })
                }
                // One of the lists goes on.
                (_, None) => break,
            };
            self.events.extend(event);
        }
    }

    /// Forces above the thresholds of either body, summed over the patches of a pair and the passes of the step.
    fn tell_pushes(&mut self, world: &World) {
        let threshold = |slot: u32| {
            world.rigids.at(slot as usize - 1).map_or(Real::INFINITY, |b| b.rigid.force_threshold)
        };
        let limit = |[a, b]: [u32; 2]| threshold(a).min(threshold(b));
        let patches = world.memory.rigids.patches.iter().zip(&self.carried);
        let heard = |pair: [u32; 2]| limit(pair) < Real::INFINITY;
        let now = patches.filter(|(p, f)| f[0] > 0.0 && heard([p.a, p.b]));
        self.struck.retain(|(pair, _)| heard(*pair));
        self.struck.extend(now.map(|(p, &f)| ([p.a, p.b], p.to_world(f))));
        self.struck.sort_by_key(|(pair, _)| *pair);
        for pushes in self.struck.chunk_by(|p, q| p.0 == q.0) {
            let force = pushes.iter().map(|p| p.1).sum::<Vec3>() / world.config.step;
            let pair = pushes[0].0;
            let handles = pair.map(|i| world.rigids.handle_at(i as usize - 1));
            if let [Some(a), Some(b)] = handles
                && force.length() > limit(pair)
            {
                self.events.push(ContactEvent::Force { a, b, force });
            }
        }
    }
}
