//! Islands: bodies that rows connect, directly or through others, and the solver of each.
//!
//! Islands do not meet within a step, so each may be solved in its own way. Sweeping is cheap, but it
//! cannot carry a load through many rows or from a heavy body to a light one; a direct solve can, at
//! a cost that grows faster than the island. Newton is taken for islands that are small enough:
//!
//! | reason | an island goes to newton when |
//! |---|---|
//! | forced | its bodies or the world say so |
//! | mass ratio | its heaviest rigid body has [`MASS_RATIO`] times the mass of its lightest |
//! | chain | [`CHAIN`] or more constraints tie its rigid bodies to each other or the world; [`TOUCHING_CHAIN`] if something touches |
//! | load | it has ropes that are pinned or tied; or cloths that are pinned with a rigid body of [`LOAD`] times their mass near them, unless a tenth of their nodes lie on something that does not move or pins are pulled away at 1 m/s, or tied to one |
//! | residual | sweeping has left more than [`STRAIN`] of violation for [`STRAINED_STEPS`] steps |
//!
//! An island with a cloth or rope that has a largest strain is always swept: newton knows no such limit. So is
//! everything where impulses of anchors are [averaged](crate::config::AnchorImpulses::Mean).
//!
//! Islands of rigid bodies with joints and contacts are swept unless told otherwise: motors, springs and limits
//! that lean on friction do better so.
//!
//! Choices last: newton is kept for [`KEEP`] steps after its reason has gone, and an island that
//! newton failed on is swept for as long. Bodies remember this, so snapshots hold it.

use crate::bodies::rigid::RigidBody;
use crate::bodies::soft::SoftBody;
use crate::collision::contacts::Contact;
use crate::collision::patch::Patch;
use crate::config::SolverChoice;
use crate::math::{Pose, Real, Vec3};
use crate::site::Point;
use crate::solvers::Method;
use crate::world::World;

/// Heaviest to lightest rigid body.
pub const MASS_RATIO: Real = 20.0;
/// Constraints on rigid bodies: three links that hang by each other are stretched by sweeping,
pub const CHAIN: u32 = 4;
/// and the same where something touches, which sweeping does better.
pub const TOUCHING_CHAIN: u32 = 16;
/// Heaviest rigid body to the cloths that carry it.
pub const LOAD: Real = 0.5;
/// The share of the nodes of a cloth that must lie on something that does not move for that to carry the load,
pub const PROPPED: Real = 0.1;
/// and how near, m.
const PROPPED_REACH: Real = 0.002;
/// Pins that move faster than this, m/s, pull a cloth away from what lay on it.
pub const PULLED_AWAY: Real = 1.0;
/// Violation of a swept row that counts as too much, m.
pub const STRAIN: Real = 1e-3;
/// The most rigid bodies for which that is a reason: more are a pile, which is swept well enough.
pub const MOST_STRAINED: u32 = 30;
/// Steps that it must last.
pub const STRAINED_STEPS: u8 = 10;
/// Steps that a choice is kept for.
pub const KEEP: i16 = 50;
/// The largest island for newton: rigid bodies,
pub const MOST_FRAMES: u32 = 100;
/// the same where nothing touches (joints alone hardly fill the matrix),
pub const MOST_JOINED: u32 = 1000;
/// contacts of rigid bodies (a pile has many, and fills the matrix),
pub const MOST_CONTACTS: u32 = 400;
/// nodes of ropes,
pub const MOST_NODES: u32 = 3000;
/// nodes with cloths,
pub const MOST_WOVEN: u32 = 1500;
/// and nodes of implicit bodies that rows touch.
pub const MOST_TOUCHED: u32 = 64;

/// Why an island has its solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reason {
    /// Nothing asks for more than sweeping.
    #[default]
    Easy,
    /// The world or a body says so.
    Forced,
    /// A heavy body and a light one.
    MassRatio,
    /// Many constraints in a row.
    Chain,
    /// A rope is pinned or tied.
    Load,
    /// Sweeping left too much violation.
    Residual,
    /// As in the last steps, though the reason has gone.
    Kept,
    /// Newton would be right, but the island is too big for it.
    TooBig,
    /// Newton failed a short time ago.
    Failed,
    /// It has a generalised constraint, which only the constraint space knows.
    Law,
    /// Newton knows no largest strain.
    Limited,
}

impl Reason {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Forced => "forced",
            Self::MassRatio => "mass ratio",
            Self::Chain => "chain",
            Self::Load => "load",
            Self::Residual => "residual",
            Self::Kept => "kept",
            Self::TooBig => "too big",
            Self::Failed => "newton failed",
            Self::Law => "law",
            Self::Limited => "strain limit",
        }
    }
}

/// Bodies that are solved together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Island {
    /// Moving rigid bodies.
    pub rigids: u32,
    /// Deformable bodies.
    pub softs: u32,
    /// Their nodes.
    pub nodes: u32,
    /// Contacts.
    pub contacts: u32,
    /// Anchors and other constraints.
    pub constraints: u32,
    /// How it is solved.
    pub method: Method,
    /// Why.
    pub reason: Reason,
    /// The bodies' choices.
    forced: SolverChoice,
    lightest: Real,
    heaviest: Real,
    /// Points of constraints, and contacts, on implicit bodies.
    touched: u32,
    /// An inextensible body is pinned or tied.
    held: bool,
    /// It has a rope.
    ropes: bool,
    /// It has a cloth.
    cloths: bool,
    /// One of its cloths is held and a heavy body is near it, or hangs on it.
    loaded: bool,
    /// It has a joint or a gear.
    joined: bool,
    /// One of its bodies has a largest strain.
    limited: bool,
    strain: u8,
    verdict: i16,
    /// It has a generalised constraint, which only one solver knows.
    generalised: bool,
}

/// The slots of islands that are solved directly.
#[derive(Clone, Debug, Default)]
pub struct Hard {
    nodes: Vec<bool>,
    frames: Vec<bool>,
    any: bool,
}

impl Hard {
    /// Whether there are any.
    pub fn any(&self) -> bool {
        self.any
    }

    /// Whether a row on these slots belongs to one.
    pub fn holds(&self, nodes: &[u32], frames: &[u32]) -> bool {
        self.any
            && (nodes.iter().any(|&i| self.nodes[i as usize])
                || frames.iter().any(|&i| self.frames[i as usize]))
    }

    /// Whether a constraint of these points belongs to one.
    pub fn holds_points(&self, points: &[Point]) -> bool {
        points.iter().any(|p| match *p {
            Point::Frame { slot, .. } => self.holds(&[], &[slot]),
            Point::Nodes { count, slot, .. } => self.holds(&slot[..count], &[]),
        })
    }
}

/// Not in any island: fixed and kinematic bodies, and the world.
const NONE: u32 = u32::MAX;

/// Finds the islands of a step; buffers are kept.
#[derive(Clone, Debug, Default)]
pub struct Islands {
    /// The islands, by their first body.
    pub list: Vec<Island>,
    /// Slots of those that are solved directly.
    pub hard: Hard,
    /// Union-find over frame slots, then deformable bodies.
    parent: Vec<u32>,
    /// Island of each root.
    island: Vec<u32>,
    /// Deformable body of each node slot.
    owner: Vec<u32>,
    was_hard: Hard,
}

impl Islands {
    /// Finds islands and chooses their solvers; tells whether the choice has changed for any slot.
    pub(crate) fn find(
        &mut self,
        world: &mut World,
        patches: &[Patch],
        contacts: &[Contact],
        brushed: &[[u32; 2]],
    ) -> bool {
        self.connect(world, patches, contacts, brushed);
        self.survey(world, patches, contacts);
        let averaged = world.config.is_literal();
        for island in &mut self.list {
            island.choose(world.config.solver, averaged);
        }
        self.settle(world)
    }

    /// Whether newton was chosen for a frame's island because sweeping could never hold it.
    pub fn is_hard(&mut self, slot: u32) -> bool {
        let Some(island) = self.of_frame(slot) else { return false };
        let island = &self.list[island as usize];
        island.method == Method::Newton
            && matches!(island.reason, Reason::MassRatio | Reason::Chain)
    }

    /// Whether any island is solved in this way.
    pub(crate) fn uses(&self, method: Method) -> bool {
        self.list.iter().any(|island| island.method == method)
    }

    /// The island of a frame slot; `None` for what does not move.
    pub fn of_frame(&mut self, slot: u32) -> Option<u32> {
        let root = self.root(slot);
        Some(self.island[root as usize]).filter(|&i| i != NONE)
    }

    /// The island of a node slot.
    pub fn of_node(&mut self, slot: u32) -> Option<u32> {
        let item = self.item_of_node(slot)?;
        let root = self.root(item);
        Some(self.island[root as usize]).filter(|&i| i != NONE)
    }

    fn item_of_node(&self, slot: u32) -> Option<u32> {
        let soft = *self.owner.get(slot as usize)?;
        (soft != NONE).then(|| self.frames() + soft)
    }

    fn frames(&self) -> u32 {
        self.hard.frames.len() as u32
    }

    fn root(&mut self, mut item: u32) -> u32 {
        while self.parent[item as usize] != item {
            let up = self.parent[self.parent[item as usize] as usize];
            self.parent[item as usize] = up;
            item = up;
        }
        item
    }

    /// The lower of two roots becomes the root of both, so that names do not depend on the order.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }

    /// The moving bodies of a point.
    fn items(&self, world: &World, point: &Point) -> Option<u32> {
        match *point {
            Point::Frame { slot, .. } => {
                (world.state.frames.mass[slot as usize].mass > 0.0).then_some(slot)
            }
            Point::Nodes { slot, .. } => self.item_of_node(slot[0]),
        }
    }

    fn connect(
        &mut self,
        world: &World,
        patches: &[Patch],
        contacts: &[Contact],
        brushed: &[[u32; 2]],
    ) {
        let (frames, nodes) = (world.state.frames.x.len(), world.state.nodes.x.len());
        std::mem::swap(&mut self.hard, &mut self.was_hard);
        self.hard.frames.clear();
        self.hard.frames.resize(frames, false);
        self.hard.nodes.clear();
        self.hard.nodes.resize(nodes, false);
        self.owner.clear();
        self.owner.resize(nodes, NONE);
        let mut softs = 0;
        for (h, body) in world.softs.iter::<()>() {
            self.owner[body.slots.range()].fill(h.index() as u32);
            softs = h.index() + 1;
        }
        self.parent.clear();
        self.parent.extend(0..(frames + softs) as u32);
        for p in patches {
            self.connect_points(world, &[frame(p.a), frame(p.b)]);
        }
        for c in contacts {
            self.connect_points(world, &[Point::node(c.a), frame(c.b)]);
        }
        for &[node, slot] in brushed {
            self.connect_points(world, &[Point::node(node), frame(slot)]);
        }
        world.each_constraint(|points| self.connect_points(world, points));
    }

    fn connect_points(&mut self, world: &World, points: &[Point]) {
        let mut first = None;
        for point in points {
            if let Some(item) = self.items(world, point) {
                match first {
                    Some(other) => self.join(other, item),
                    None => first = Some(item),
                }
            }
        }
    }

    /// Counts what is in each island.
    fn survey(&mut self, world: &World, patches: &[Patch], contacts: &[Contact]) {
        self.list.clear();
        self.island.clear();
        self.island.resize(self.parent.len(), NONE);
        for body in world.rigids.values() {
            let mass = world.state.frames.mass[body.slot as usize].mass;
            if mass > 0.0 {
                let island = self.enter(body.slot);
                island.rigids += 1;
                island.lightest = if island.rigids == 1 { mass } else { island.lightest.min(mass) };
                island.heaviest = island.heaviest.max(mass);
                island.remember(body.rigid.solver, body.verdict, body.strain);
            }
        }
        for (h, body) in world.softs.iter::<()>().filter(|(_, b)| !b.contained) {
            let thin = body.is_thin();
            let rope = body.mesh.faces.is_empty();
            let island = self.enter(self.hard.frames.len() as u32 + h.index() as u32);
            island.softs += 1;
            island.nodes += if body.answers_in_full() { 0 } else { body.slots.len };
            island.held |= thin && body.pinned;
            island.ropes |= thin && rope;
            island.cloths |= thin && !rope;
            island.limited |= body.limit().is_finite();
            if thin && !rope && body.pinned {
                let nodes = body.slots.range();
                let mass = nodes.map(|i| world.state.nodes.mass(i)).sum::<Real>();
                let carries = is_loaded(world, body, LOAD * mass) && !is_pulled_away(world, body);
                island.loaded |= carries && !is_propped(world, body);
            }
            island.remember(body.solver, body.verdict, 0);
        }
        for p in patches {
            let mobile = world.state.frames.mass[p.b as usize].mass > 0.0;
            self.survey_contact(if mobile { p.b } else { p.a }, p.count.into(), false);
        }
        for c in contacts {
            if let Some(item) = self.item_of_node(c.a) {
                let implicit = self.implicit(world, c.a);
                self.survey_contact(item, 1, implicit);
            }
        }
        world.each_constraint(|points| self.survey_constraint(world, points));
        for record in world.generalised.values() {
            let item = record.points.iter().find_map(|point| self.items(world, point));
            let root = item.map(|item| self.root(item));
            let island = root.map(|root| self.island[root as usize] as usize);
            if let Some(island) = island.and_then(|i| self.list.get_mut(i)) {
                island.generalised = true;
            }
        }
        world.each_joint(|points| {
            let item = points.iter().find_map(|point| self.items(world, point));
            let root = item.map(|item| self.root(item));
            let island = root.map(|root| self.island[root as usize] as usize);
            if let Some(island) = island.and_then(|i| self.list.get_mut(i)) {
                island.joined = true;
            }
        });
    }

    fn survey_contact(&mut self, item: u32, points: u32, implicit: bool) {
        let root = self.root(item);
        if let Some(island) = self.list.get_mut(self.island[root as usize] as usize) {
            island.contacts += points;
            island.touched += u32::from(implicit);
        }
    }

    fn implicit(&self, world: &World, node: u32) -> bool {
        let body = world.softs.at(self.owner[node as usize] as usize);
        body.is_some_and(SoftBody::answers_in_full)
    }

    fn survey_constraint(&mut self, world: &World, points: &[Point]) {
        let (mut item, mut rigid, mut tied, mut touched) = (None, true, false, 0);
        for point in points {
            item = item.or(self.items(world, point));
            if let Point::Nodes { count, slot, .. } = *point {
                rigid = false;
                let body = world.softs.at(self.owner[slot[0] as usize] as usize);
                tied |= body.is_some_and(|b| b.is_thin());
                touched += if self.implicit(world, slot[0]) { count as u32 } else { 0 };
            }
        }
        let hung = tied && self.is_hung(world, points);
        let Some(item) = item else { return };
        let root = self.root(item);
        if let Some(island) = self.list.get_mut(self.island[root as usize] as usize) {
            island.loaded |= hung;
            island.constraints += u32::from(rigid);
            island.held |= tied;
            island.touched += touched;
        }
    }

    /// Whether a constraint ties a thin body to a rigid one that is heavy beside it.
    fn is_hung(&self, world: &World, points: &[Point]) -> bool {
        let (mut heavy, mut light) = (0.0, Real::INFINITY);
        for point in points {
            match *point {
                Point::Frame { slot, .. } => heavy = world.state.frames.mass[slot as usize].mass,
                Point::Nodes { slot, .. } => {
                    let body = world.softs.at(self.owner[slot[0] as usize] as usize);
                    let nodes = body.into_iter().flat_map(|b| b.slots.range());
                    light = nodes.map(|i| world.state.nodes.mass(i)).sum();
                }
            }
        }
        heavy > 0.0 && heavy >= LOAD * light
    }

    /// The island of a body, which is made if it is the first of its bodies.
    fn enter(&mut self, item: u32) -> &mut Island {
        let root = self.root(item) as usize;
        if self.island[root] == NONE {
            self.island[root] = self.list.len() as u32;
            self.list.push(Island::default());
        }
        &mut self.list[self.island[root] as usize]
    }

    /// Marks the slots of hard islands, and lets the bodies remember.
    fn settle(&mut self, world: &mut World) -> bool {
        self.hard.any = false;
        let mut retied = false;
        let frames = self.hard.frames.len() as u32;
        for body in world.rigids.values_mut() {
            let root = self.root(body.slot);
            let Some(island) = self.list.get(self.island[root as usize] as usize) else { continue };
            body.verdict = island.verdict;
            self.hard.frames[body.slot as usize] = island.method.is_direct();
            self.hard.any |= island.method.is_direct();
        }
        for i in 0..self.parent.len() as u32 - frames {
            let root = self.root(frames + i);
            let Some(island) = self.list.get(self.island[root as usize] as usize) else { continue };
            if let Some(body) = world.softs.at_mut(i as usize) {
                body.verdict = island.verdict;
                body.method = island.method;
                let direct = island.method.is_direct();
                retied |= body.tied != island.held;
                body.tied = island.held;
                let pulls = direct || body.has_strands() || body.is_spanned();
                let edges = if pulls { body.edges.len() } else { 0 };
                body.pull.resize(edges, 0.0);
                let nodes = &world.state.nodes;
                for slot in body.slots.range() {
                    self.hard.nodes[slot] = direct && nodes.x[slot][3] > 0.0;
                }
                self.hard.any |= direct;
            }
        }
        retied || self.hard.nodes != self.was_hard.nodes || self.hard.frames != self.was_hard.frames
    }

    /// Newton failed on the island of this place: its bodies are swept for a while.
    pub(crate) fn fail(&mut self, world: &mut World, island: u32) {
        for body in world.rigids.values_mut() {
            let root = self.root(body.slot);
            if self.island[root as usize] == island {
                body.verdict = -KEEP;
            }
        }
        for i in 0..self.parent.len() as u32 - self.frames() {
            let root = self.root(self.frames() + i);
            if self.island[root as usize] == island
                && let Some(body) = world.softs.at_mut(i as usize)
            {
                body.verdict = -KEEP;
            }
        }
        if let Some(island) = self.list.get_mut(island as usize) {
            island.reason = Reason::Failed;
        }
    }
}

/// Whether a rigid body of this mass or more is within half a cloth's size of it: when it lands, the
/// cloth had better be calm and solved directly already.
fn is_loaded(world: &World, cloth: &SoftBody, mass: Real) -> bool {
    let (mut lo, mut hi) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for i in cloth.slots.range() {
        let p = world.state.nodes.position(i);
        (lo, hi) = (lo.min(p), hi.max(p));
    }
    let grown = Vec3::splat(0.5 * (hi - lo).length());
    let frames = &world.state.frames;
    world.rigids.values().any(|body| {
        let i = body.slot as usize;
        let x = frames.x[i];
        frames.mass[i].mass > 0.0
            && frames.mass[i].mass >= mass
            && x.cmpge(lo - grown).all()
            && x.cmple(hi + grown).all()
    })
}

/// Whether the pins of a cloth move so fast that it carries nothing for long.
fn is_pulled_away(world: &World, cloth: &SoftBody) -> bool {
    let nodes = &world.state.nodes;
    let pulls = |i: usize| nodes.mass(i) == 0.0 && nodes.velocity(i).length() > PULLED_AWAY;
    cloth.slots.range().any(pulls)
}

/// Whether a cloth lies on something that does not move: that carries what lies on the cloth, and sweeping hands it on.
fn is_propped(world: &World, cloth: &SoftBody) -> bool {
    let (nodes, frames) = (&world.state.nodes, &world.state.frames);
    let reach = 0.5 * cloth.thickness + PROPPED_REACH;
    let count = cloth.slots.len as usize;
    let propped = |body: &RigidBody| {
        let i = body.slot as usize;
        if frames.mass[i].mass > 0.0 || !body.rigid.collides || body.rigid.sensor {
            return 0;
        }
        let pose = Pose::from_parts(frames.x[i], frames.q[i]);
        let near = |slot: usize| {
            let p = nodes.position(slot);
            body.form.colliders.iter().any(|c| {
                let (distance, _) = c.distance((pose * c.local).inverse_transform_point(p));
                distance < reach
            })
        };
        cloth.slots.range().filter(|&slot| near(slot)).count()
    };
    let lying: usize = world.rigids.values().map(propped).sum();
    lying as Real > PROPPED * count as Real
}

fn frame(slot: u32) -> Point {
    Point::Frame { slot, arm: Vec3::ZERO }
}

impl Island {
    fn remember(&mut self, choice: SolverChoice, verdict: i16, strain: u8) {
        let rank = |choice| match choice {
            SolverChoice::Auto => 0,
            SolverChoice::Sweep => 1,
            SolverChoice::Newton => 2,
            SolverChoice::Space => 3,
        };
        if rank(choice) > rank(self.forced) {
            self.forced = choice;
        }
        // A failure counts more than a success.
        let failed = self.verdict < 0 || verdict < 0;
        self.verdict = if failed { self.verdict.min(verdict) } else { self.verdict.max(verdict) };
        self.strain = self.strain.max(strain);
    }

    /// Whether the solver in the constraint space starts from a direct solve: where cloths and ropes are, or heavy bodies
    /// on light ones.
    pub(crate) fn is_smoothed(&self) -> bool {
        let thin = self.cloths || self.ropes;
        let uneven = self.is_uneven() && self.contacts > 0;
        self.method == Method::Space
            && (self.cloths || (thin || uneven) && !self.generalised)
            && if thin { self.nodes <= self.most_nodes() } else { self.fits() }
            && self.touched <= MOST_TOUCHED
    }

    /// How many nodes a direct solve can take.
    fn most_nodes(&self) -> u32 {
        if self.cloths { MOST_WOVEN } else { MOST_NODES }
    }

    /// Whether it has a cloth that is too big for that: the solver in the constraint space makes do with few iterations in
    /// short substeps.
    pub(crate) fn is_vast(&self) -> bool {
        self.method == Method::Space && self.cloths && !self.is_smoothed()
    }

    /// Whether a heavy body may hang on a light one.
    pub(crate) fn is_uneven(&self) -> bool {
        self.heaviest >= MASS_RATIO * self.lightest && self.rigids > 1
    }

    fn fits(&self) -> bool {
        self.rigids <= if self.contacts > 0 { MOST_FRAMES } else { MOST_JOINED }
            && self.nodes <= self.most_nodes()
            && self.touched <= MOST_TOUCHED
            && (self.nodes > 0 || self.contacts <= MOST_CONTACTS)
    }

    /// The reason to solve it directly, if there is one.
    fn wish(&self) -> Option<Reason> {
        if self.cloths {
            // A cloth that lies or hangs by itself is swept well.
            self.loaded.then_some(Reason::Load)
        } else if self.held && self.ropes {
            Some(Reason::Load)
        } else if self.joined && self.contacts > 0 {
            // Motors, springs and limits that lean on friction are swept better.
            None
        } else if self.is_uneven() {
            Some(Reason::MassRatio)
        } else if self.constraints >= if self.contacts > 0 { TOUCHING_CHAIN } else { CHAIN } {
            Some(Reason::Chain)
        } else if self.strain >= STRAINED_STEPS && self.rigids <= MOST_STRAINED {
            Some(Reason::Residual)
        } else {
            None
        }
    }

    fn choose(&mut self, world: SolverChoice, averaged: bool) {
        let mut forced = if self.forced == SolverChoice::Auto { world } else { self.forced };
        let told = forced == SolverChoice::Space;
        if self.generalised {
            forced = SolverChoice::Space;
        } else if averaged || self.limited {
            forced = SolverChoice::Sweep;
        }
        (self.method, self.reason) = match forced {
            SolverChoice::Sweep if self.limited => (Method::Sweep, Reason::Limited),
            SolverChoice::Sweep => (Method::Sweep, Reason::Forced),
            SolverChoice::Newton if self.touched <= MOST_TOUCHED => {
                (Method::Newton, Reason::Forced)
            }
            SolverChoice::Newton => (Method::Sweep, Reason::TooBig),
            SolverChoice::Space if told => (Method::Space, Reason::Forced),
            SolverChoice::Space => (Method::Space, Reason::Law),
            SolverChoice::Auto if self.verdict < 0 => {
                self.verdict += 1;
                (Method::Sweep, Reason::Failed)
            }
            SolverChoice::Auto => match self.wish() {
                Some(_) if !self.fits() => (Method::Sweep, Reason::TooBig),
                Some(reason) => {
                    self.verdict = KEEP;
                    (Method::Newton, reason)
                }
                None if self.verdict > 0 && self.fits() => {
                    self.verdict -= 1;
                    (Method::Newton, Reason::Kept)
                }
                None => {
                    self.verdict = 0;
                    (Method::Sweep, Reason::Easy)
                }
            },
        };
        if forced != SolverChoice::Auto || self.reason == Reason::TooBig {
            self.verdict = 0;
        }
    }
}
