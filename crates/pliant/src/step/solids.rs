//! Elastic solids that are solved by iteration: their contacts as ties, and the way to the solver and
//! back.
//!
//! A solid is factorised where that pays or something needs its full compliance: in an island that
//! is solved directly, while constraints hold it, and if it is small and either pinned, which lets it bend as a
//! whole, or very stiff. Else it is solved by [conjugate gradients](crate::solvers::conjugate), with its
//! contacts inside.

use super::Scratch;
use crate::bodies::soft::{Model, SoftBody};
use crate::bodies::tets::Quad;
use crate::bodies::{Pull, corotational::Corotational};
use crate::collision::nodes;
use crate::constraints::Substep;
use crate::constraints::batch::Places;
use crate::math::{Mat3, Real, Vec3};
use crate::site::Point;
use crate::solvers::conjugate::{Conjugate, KEPT, Pushed, STIFFER, Tie};
use crate::solvers::simd::Level;
use crate::solvers::velocities::{FrameSlot, Velocities};
use crate::world::World;

/// The share of a tie's depth that a substep removes.
const RETURN: Real = 0.7;

/// The depth, by the slop, from which a tie is stiffer the deeper it is,
const HARDENS: Real = 4.0;
/// so many times at most.
const HARDEST: Real = 16.0;
/// The most nodes of a pinned solid that is factorised: beyond, a factorisation takes longer than the
/// iterations that a bending body needs.
const MOST_PINNED: u32 = 3000;
/// The same of a stiff one, which may lie on many of them.
const MOST_STIFF: u32 = 600;

/// Solids that are solved by iteration and are awake.
fn iterated(world: &World) -> impl Iterator<Item = (&SoftBody, &Corotational)> {
    world.softs.values().filter_map(|b| Some((b, b.iterated()?)))
}

impl Scratch {
    /// Decides which solids are factorised.
    pub(super) fn choose_factorised(&mut self, world: &mut World) {
        if !world.softs.values().any(|b| matches!(b.model, Model::Corotational(_))) {
            return;
        }
        self.held_nodes.clear();
        let held = &mut self.held_nodes;
        world.each_constraint(|points| {
            for point in points {
                if let Point::Nodes { slot, .. } = *point {
                    held.push(slot[0]);
                }
            }
        });
        held.sort_unstable();
        let h =
            world.config.substeps.map_or(Corotational::LONGEST, |n| world.config.step / n as Real);
        let h = h.min(world.config.step);
        for body in world.softs.values_mut() {
            let range = body.slots.range();
            let first = held.partition_point(|&slot| (slot as usize) < range.start);
            let tied = held.get(first).is_some_and(|&slot| (slot as usize) < range.end);
            if let Model::Corotational(solid) = &mut body.model {
                let bends = body.pinned && body.slots.len <= MOST_PINNED;
                let stiff = solid.is_stiff(h) && body.slots.len <= MOST_STIFF;
                self.changed |= solid.factorise(body.direct || tied || bends || stiff);
                solid.keep((body.in_space && solid.is_factorised()).then_some(body.compliance));
            }
        }
    }

    /// Right-hand sides, masses and velocities for the solver.
    pub(super) fn load_solids(&mut self, world: &mut World, h: Real) {
        self.conjugate.parts.clear();
        if iterated(world).next().is_none() {
            return;
        }
        let level = self.engine(world).level;
        let pull = Pull {
            gravity: world.config.gravity,
            nodes: &self.node_forces,
            frames: &self.frame_forces,
            pushed: self.pushed,
            h,
        };
        let nodes = &world.state.nodes;
        self.conjugate.begin(&nodes.v);
        for body in world.softs.values_mut() {
            if let Some(solid) = body.iterated_mut() {
                solid.load(nodes, &pull, &mut self.conjugate, level);
            }
        }
    }

    /// Makes ties of the contacts of solids, with the friction they had as a first guess.
    pub(super) fn build_ties(&mut self, world: &World) {
        let ties = &mut self.conjugate.ties;
        ties.clear();
        for (part, (body, _)) in iterated(world).enumerate() {
            let range = body.slots.range();
            for (owner, c) in self.contacts.iter().enumerate() {
                if range.contains(&(c.a as usize)) {
                    let mut tie = Tie::new(c.a, part as u32, c.b, owner as u32);
                    if let Some(face) = &c.face {
                        tie.count = 3;
                        tie.node[..3].copy_from_slice(&face.node);
                        tie.weight[..3].copy_from_slice(&face.weight);
                    }
                    tie.friction = c.friction;
                    tie.guess = -world.memory.recall(c.key).unwrap_or(Vec3::ZERO);
                    ties.push(tie);
                }
            }
        }
    }

    /// Ties of this substep: contact points follow their nodes.
    pub(super) fn refresh_ties(&mut self, world: &World, t: &Substep) {
        let Conjugate { ties, mass, .. } = &mut self.conjugate;
        for tie in ties {
            let contact = &mut self.contacts[tie.owner as usize];
            let collider = world.rigids.at(tie.frame as usize - 1);
            let collider = collider.and_then(|b| b.form.colliders.get(contact.collider as usize));
            let Some(collider) = collider else { continue };
            let f = &self.frames[tie.frame as usize];
            let p = tie.position(&world.state.nodes.x);
            let distance = match &contact.face {
                Some(face) => {
                    let corner = f.x + f.q * contact.arm_b;
                    contact.normal = face.normal(&world.state.nodes);
                    (corner - p).dot(contact.normal)
                }
                None => {
                    let touch = nodes::touch(collider, f.x, f.q, p);
                    contact.normal = -(f.q * touch.normal);
                    touch.distance
                }
            };
            tie.normal = -contact.normal;
            tie.arm = p - f.x;
            let gap = distance - contact.offset;
            let push = &t.contact;
            tie.b = if gap > 0.0 {
                gap / t.h
            } else {
                ((gap + push.slop).min(0.0) * RETURN / t.h).max(-push.speed)
            };
            // A node that carries much of its body gives way more than one of many: then it stiffens.
            let depth = (HARDENS * push.slop).max(Real::MIN_POSITIVE);
            let harder = (-gap / depth).clamp(1.0, HARDEST);
            tie.rho = STIFFER * harder * tie.resistance(mass);
            let last = tie.guess.dot(tie.normal);
            tie.guess -= tie.normal * last;
            tie.load = if gap > 0.0 { 0.0 } else { KEPT * last.max(0.0) };
        }
    }

    /// Velocities of solids back into the state.
    pub(super) fn store_solids(&self, world: &mut World) {
        for part in &self.conjugate.parts {
            let range = part.range.clone();
            world.state.nodes.v[range.clone()].copy_from_slice(&self.conjugate.velocity[range]);
        }
    }

    /// Adds the impulses of ties to those of the step.
    pub(super) fn add_tie_impulses(&mut self) {
        for tie in &self.conjugate.ties {
            self.contact_totals[tie.owner as usize] -= tie.impulse;
        }
    }

    /// The impulses of ties along the rows of their contacts.
    pub(super) fn tell_ties(&mut self) {
        for tie in &self.conjugate.ties {
            let owner = tie.owner as usize;
            self.impulses[owner] = self.contacts[owner].to_rows(-tie.impulse);
        }
    }
}

/// Solves the solids of a world, and pushes the frames they touch.
pub(super) fn solve(
    to: &mut Conjugate,
    world: &World,
    velocities: &mut Velocities,
    at: Places<'_>,
    level: Level,
) {
    if to.parts.is_empty() {
        return;
    }
    let pushed = |slot: u32| {
        let (f, m) = (&at.frames[slot as usize], &world.state.frames.mass[slot as usize]);
        let u = &velocities.frames[slot as usize];
        let turn = Mat3::from_quat(f.q);
        let velocity =
            if f.s > 0.0 { [u.linear() * f.s, f.sr.transpose() * u.angular()] } else { [f.v, f.w] };
        let inertia = turn * Mat3::from_diagonal(m.inertia) * turn.transpose();
        Pushed { slot, mass: m.mass, inertia, velocity }
    };
    let product = |p: &[Quad], out: &mut [Quad]| {
        for (body, solid) in iterated(world) {
            let range = body.slots.range();
            solid.tets.product(&p[range.clone()], &mut out[range], level);
        }
    };
    let gravity = world.config.gravity.length().max(1.0);
    to.solve(&world.state.nodes.x, pushed, gravity, product);
    for tie in &to.ties {
        let f = &at.frames[tie.frame as usize];
        if f.s > 0.0 && tie.impulse != Vec3::ZERO {
            let u = &mut velocities.frames[tie.frame as usize];
            let turn = f.sr * tie.arm.cross(tie.impulse);
            *u = FrameSlot::new(u.linear() - tie.impulse * f.s, u.angular() - turn);
        }
    }
}
