//! Elastic solids that are solved by iteration: their contacts as ties, and the way to the solver and
//! back.
//!
//! A solid is factorised where that pays or something needs its full compliance: in an island that
//! is solved directly, or tied to cloth or rope; and if it is small and either pinned or held, which lets it bend
//! as a whole, or very stiff. Else it is solved by [conjugate gradients](crate::solvers::conjugate), with its
//! contacts and what holds it inside.

use super::Scratch;
use super::meeting::around;
use crate::bodies::soft::{Model, SoftBody};
use crate::bodies::tets::Quad;
use crate::bodies::{Pull, corotational::Corotational};
use crate::collision::contacts::Spot;
use crate::collision::{edges, nodes};
use crate::constraints::Substep;
use crate::constraints::batch::Places;
use crate::constraints::general::Slot;
use crate::math::{Mat3, Real, Vec3};
use crate::site::Point;
use crate::solvers::Method;
use crate::solvers::conjugate::{Asked, Conjugate, Grip, KEPT, Pushed, STIFFER, STIFFEST_TIE, Tie};
use crate::solvers::simd::Level;
use crate::solvers::velocities::{FrameSlot, Velocities};
use crate::world::World;

/// The share of a tie's depth that a substep removes.
const RETURN: Real = 0.7;

/// The depth, by the slop, from which a tie is stiffer the deeper it is,
const HARDENS: Real = 4.0;
/// so many times at most.
const HARDEST: Real = 16.0;
/// How much stiffer than the nodes it pushes a tie between two solids is: what these keep between them is little, and as pairs
/// change from substep to substep they start from nothing.
const STIFFER_MEETING: Real = 40.0;
/// The most nodes of a solid that is factorised because it is pinned or held: that is exact, and beyond it takes
/// far longer than the iterations that a bending body needs.
const MOST_HELD: u32 = 600;
/// The same of a stiff one, which may lie on many of them.
const MOST_STIFF: u32 = 600;

/// How a deformable body may be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It is no solid that moves implicitly.
    Otherwise,
    /// Factorised: something needs its full compliance.
    Factorised,
    /// Factorised if nothing speaks against it.
    Better,
    /// By iteration.
    Iterated,
    /// The same while something holds it.
    Held,
}

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
        self.find_ways(world);
        for (handle, way) in self.ways.iter().enumerate() {
            if let Some(body) = world.softs.at_mut(handle)
                && let Model::Corotational(solid) = &mut body.model
            {
                self.changed |= solid.factorise(matches!(way, Way::Factorised | Way::Better));
                solid.keep(body.compliance, body.method == Method::Space);
            }
        }
    }

    /// How each solid may be solved by itself, then by what it is tied to.
    fn find_ways(&mut self, world: &World) {
        let h =
            world.config.substeps.map_or(Corotational::LONGEST, |n| world.config.step / n as Real);
        let h = h.min(world.config.step);
        self.ways.clear();
        for (handle, body) in world.softs.iter::<()>() {
            self.ways.resize(handle.index() + 1, Way::Otherwise);
            if let Model::Corotational(solid) = &body.model
                && !solid.is_explicit()
            {
                // Solids that meet others meet them inside the iteration.
                let small = |most: u32| body.slots.len <= most && !body.meets();
                let bends = body.pinned && small(MOST_HELD);
                let stiff = solid.is_stiff(h) && small(MOST_STIFF);
                let way = if bends || stiff { Way::Better } else { Way::Iterated };
                self.ways[handle.index()] =
                    if body.method.is_direct() { Way::Factorised } else { way };
            }
        }
        let (ways, tied) = (&mut self.ways, &mut self.tied);
        tied.clear();
        world.each_constraint(|points| {
            let mut last = None;
            for point in points {
                let Point::Nodes { slot, .. } = *point else { continue };
                let own = |b: &SoftBody| b.slots.range().contains(&(slot[0] as usize));
                let owner = world.softs.iter::<()>().find(|(_, b)| own(b));
                let Some((handle, body)) = owner else { continue };
                let i = handle.index();
                if ways[i] == Way::Iterated {
                    let small = body.slots.len <= MOST_HELD && !body.meets();
                    ways[i] = if small { Way::Better } else { Way::Held };
                }
                if let Some(last) = last.replace(i as u32).filter(|&last| last as usize != i) {
                    tied.push([last, i as u32]);
                }
            }
        });
        // Rows are inside the iteration or outside: what is tied to each other is solved in the same way.
        let mut again = true;
        while std::mem::take(&mut again) {
            for &pair in tied.iter() {
                for [i, j] in [pair, [pair[1], pair[0]]].map(|p| p.map(|x| x as usize)) {
                    let way = match (ways[i], ways[j]) {
                        (Way::Factorised | Way::Otherwise, Way::Better | Way::Held) => {
                            Way::Factorised
                        }
                        (Way::Held, Way::Better) => Way::Held,
                        _ => continue,
                    };
                    ways[j] = way;
                    again = true;
                }
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
            level,
        };
        let nodes = &world.state.nodes;
        self.conjugate.begin(&nodes.v);
        for (i, way) in self.ways.iter().enumerate() {
            if let Some(solid) = world.softs.at_mut(i).and_then(SoftBody::iterated_mut) {
                solid.load(nodes, &pull, &mut self.conjugate, level, *way == Way::Held);
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
                    if let Point::Nodes { count, slot, weight } = c.point() {
                        (tie.count, tie.node, tie.weight) = (count, slot, weight);
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
        let Conjugate { ties, mass, parts, .. } = &mut self.conjugate;
        ties.retain(Tie::is_on_frame);
        for tie in ties {
            let contact = &mut self.contacts[tie.owner as usize];
            let collider = world.rigids.at(tie.frame as usize - 1);
            let collider = collider.and_then(|b| b.form.colliders.get(contact.collider as usize));
            let Some(collider) = collider else { continue };
            let f = &self.frames[tie.frame as usize];
            let p = tie.position(&world.state.nodes.x);
            let touched = &world.state.nodes;
            let distance = if let Spot::Face(face) = &contact.spot {
                let corner = f.x + f.q * contact.arm_b;
                contact.normal = face.normal(touched);
                (corner - p).dot(contact.normal)
            } else {
                let touch = nodes::touch(collider, f.x, f.q, p);
                contact.normal = -(f.q * touch.normal);
                if let Spot::Edge(end, _) = contact.spot {
                    let edge =
                        touched.position(end as usize) - touched.position(contact.a as usize);
                    contact.normal = edges::across(contact.normal, edge);
                }
                touch.distance
            };
            tie.normal = -contact.normal;
            tie.arm = p - f.x;
            let push = &t.contact;
            // What rests lies as deep as the slop below where it is stopped: at the surface.
            let gap = distance - contact.offset - push.slop;
            tie.b = if gap > 0.0 {
                gap / t.h
            } else {
                ((gap + push.slop).min(0.0) * RETURN / t.h).max(-push.speed)
            };
            // A node that carries much of its body gives way more than one of many: then it stiffens.
            let depth = (HARDENS * push.slop).max(Real::MIN_POSITIVE);
            let harder = (-gap / depth).clamp(1.0, HARDEST);
            // A solid that is not finite is no part of the solve.
            let Some(part) = parts.get(tie.part as usize) else { continue };
            tie.rho =
                harder * (STIFFER * tie.resistance(mass)).min(STIFFEST_TIE * part.mass as Real);
            let last = tie.guess.dot(tie.normal);
            tie.guess -= tie.normal * last;
            tie.bound = last.max(0.0);
            tie.load = if gap > 0.0 { 0.0 } else { KEPT * last.max(0.0) };
        }
    }

    /// Ties between solids that are near each other, and of solids with themselves.
    pub(super) fn tie_meetings(&mut self, world: &World, t: &Substep) {
        if self.meetings.is_idle() || self.conjugate.parts.is_empty() {
            return;
        }
        let level = self.engine(world).level;
        let Conjugate { ties, mass, parts, .. } = &mut self.conjugate;
        let part_of = |soft: u32| {
            let start = world.softs.at(soft as usize)?.slots.range().start;
            parts.iter().position(|p| p.range.start == start).map(|i| i as u32)
        };
        let around = around(world, &self.bound, level);
        self.meetings.approach(&world.state, around, t.h, |soft| part_of(soft).is_some());
        for (owner, near) in self.meetings.inside() {
            let [Some(a), Some(b)] = near.softs.map(part_of) else { continue };
            let mut tie = Tie::between((near.node, near.weight), near.split, [a, b], owner);
            tie.normal = near.normal;
            tie.b = near.b;
            tie.friction = near.friction;
            let last = world.memory.recall_meeting(near.key).unwrap_or(Vec3::ZERO);
            let push = last.dot(tie.normal);
            tie.guess = last - tie.normal * push;
            tie.bound = push.max(0.0);
            ties.push(tie);
        }
        // Ties that share nodes share what these resist with.
        self.crowd.clear();
        self.crowd.resize(mass.len(), 0.0);
        for tie in ties.iter().filter(|t| !t.is_on_frame()) {
            tie.nodes().for_each(|(i, w)| self.crowd[i] += w * w);
        }
        for tie in ties.iter_mut().filter(|t| !t.is_on_frame()) {
            let [a, b] = [tie.part, tie.other].map(|i| parts[i as usize].mass);
            let resistance = tie.resistance_among(mass, |i| self.crowd[i]);
            tie.rho = (STIFFER_MEETING * resistance).min(STIFFEST_TIE * a.min(b) as Real);
        }
    }

    /// Tells meetings what ties between solids pushed with.
    pub(super) fn tell_meetings(&mut self) {
        for tie in self.conjugate.ties.iter().filter(|t| !t.is_on_frame()) {
            self.meetings.pushed(tie.owner, tie.normal, tie.impulse, tie.bound);
        }
    }

    /// Rows that are solved together with the solids they hold.
    pub(super) fn find_holds(&mut self, world: &World) {
        let Conjugate { holds, mass, .. } = &mut self.conjugate;
        holds.clear();
        let general = &self.rows.general;
        for (owner, group) in general.groups.iter().enumerate().filter(|(_, g)| g.inside) {
            let (parts, (law, _, rows)) = (group.parts(), group.nature());
            let asked = Asked {
                owner: owner as u32,
                law,
                rows,
                b: parts.b,
                gamma: parts.gamma,
                bound: parts.bound,
                guess: group.lambda,
            };
            let grips = general.entries_of(group).filter_map(|(slot, j)| match slot {
                Slot::Node(i) => {
                    let m = 1.0 / world.state.nodes.x[i as usize][3];
                    Some(Grip::new(i, false, j.map(|[p, t]| [p * m, t])))
                }
                Slot::Frame(i) => {
                    let f = &self.frames[i as usize];
                    let back = f.sr.inverse();
                    Some(Grip::new(i, true, j.map(|[p, t]| [p / f.s, back * t])))
                }
                Slot::Implicit(..) => None,
            });
            holds.add(&asked, grips, mass);
        }
    }

    /// Gives these rows what they carried.
    pub(super) fn tell_holds(&mut self) {
        for (owner, impulse) in self.conjugate.holds.impulses() {
            self.rows.general.groups[owner as usize].lambda = impulse;
        }
    }

    /// Velocities of solids back into the state.
    pub(super) fn store_solids(&mut self, world: &mut World) {
        let Conjugate { parts, velocity, .. } = &mut self.conjugate;
        let World { softs, state, .. } = world;
        for part in parts {
            let range = part.range.clone();
            state.nodes.v[range.clone()].copy_from_slice(&velocity[range.clone()]);
            let Some(lattice) = part.lattice.take() else { continue };
            let mut solids = softs.values_mut().filter_map(SoftBody::iterated_mut);
            if let Some(solid) = solids.find(|s| s.slots.range() == range) {
                solid.lattice = Some(lattice);
            }
        }
    }

    /// Adds the impulses of ties to those of the step.
    pub(super) fn add_tie_impulses(&mut self) {
        for tie in self.conjugate.ties.iter().filter(|t| t.is_on_frame()) {
            self.contact_totals[tie.owner as usize] -= tie.impulse;
        }
    }

    /// The impulses of ties along the rows of their contacts.
    pub(super) fn tell_ties(&mut self) {
        for tie in self.conjugate.ties.iter().filter(|t| t.is_on_frame()) {
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
    for (slot, [push, turn]) in to.holds.on_frames() {
        let f = &at.frames[slot as usize];
        let u = &mut velocities.frames[slot as usize];
        *u = FrameSlot::new(u.linear() + push * f.s, u.angular() + f.sr * turn);
    }
    for tie in to.ties.iter().filter(|t| t.is_on_frame()) {
        let f = &at.frames[tie.frame as usize];
        if f.s > 0.0 && tie.impulse != Vec3::ZERO {
            let u = &mut velocities.frames[tie.frame as usize];
            let turn = f.sr * tie.arm.cross(tie.impulse);
            *u = FrameSlot::new(u.linear() - tie.impulse * f.s, u.angular() - turn);
        }
    }
}
