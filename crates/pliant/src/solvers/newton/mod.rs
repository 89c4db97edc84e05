//! Newton: the rows of hard islands, each island solved directly.
//!
//! Each row's law becomes a function of the velocity, made smooth by an augmented Lagrangian, and the
//! island's velocities are found where all answers balance: a convex problem but for friction, on
//! which Newton's method with a line search needs few steps. Its matrix is factorised in double
//! precision over the island's slots, nodes in nested dissection and rigid bodies last, so a heavy
//! body on a light one, a chain of any length or a taut rope costs the same as an easy one. The
//! last substep's impulses and velocities are the first guess: where they still hold nothing is
//! factorised at all.
//!
//! Implicit bodies enter through their compliance on the touched nodes: its inverse is the exact
//! condensation of the rest of the body.

mod bond;
mod response;
mod system;

use super::islands::{Island, Islands};
use super::space::Clash;
use super::velocities::{FrameSlot, NodeSlot, Velocities};
use super::{Solver, Task};
use crate::constraints::batch::{Batch, EDGE, Item, LINE, NO_OWNER, Part, Places};
use crate::constraints::general::{Compliance, General, Slot};
use crate::constraints::law::Project;
use crate::constraints::row::Block;
use crate::constraints::{Constraint, POINTS, Stiffens, Substep};
use crate::math::lanes::{V3, W};
use crate::math::{DMat3, DVec3, IntoF64, Real, Vec3, double, inertia_at, single};
use crate::rows::{Rows, each_batch, for_batches};
use crate::site::Point;
use bond::{Bond, RETURN};
use system::{Edge, Entry, Group, System, Term};

pub use response::{Law, Local};
pub use system::{Outcome, Unknown};

/// How much stiffer than its slots a rigid row is in the matrix; what is left of its violation is
/// taken over by the impulse's guess.
const STIFFER: f64 = 100.0;
/// The same at least,
const STIFF: f64 = 1e5;
/// and at most, times the mass ratio: beyond it rounding would eat the light slots.
const STIFFEST: f64 = 1e7;
/// The same for the edges of deformable bodies, whatever loads them: a stiffness that jumped when a
/// body lands would turn stretch into speed.
const EDGES_STIFFER: f64 = 1e6;
/// Rows with this many times more softness than their slots are left out of the matrix: a dozen of
/// them may meet at a node, and are still stable there.
const SOFT: f64 = 12.0;
/// The share of a contact's last impulse that is the guess of the next, so that what sticks does not
/// creep: less than one, so that rows which contradict each other do not push ever harder. Other rows
/// need none, and under a load heavier than a chain is stiff it would make them swing.
const LEAK: f64 = 0.9;
/// An island this many times smaller than what its pushes move it by in a substep cannot be turned: all the rows
/// gave would be taken away again.
const CLOSE: f64 = 4.0;

/// The direct solver and what it keeps from step to step.
#[derive(Debug, Default)]
pub struct Newton {
    systems: Vec<System>,
    /// How many of them are in use.
    used: usize,
    /// System and group of each hard row group, in the order of `each_hard`.
    homes: Vec<[u32; 2]>,
    raw: Raw,
    /// System of each island.
    system_of: Vec<u32>,
    /// Groups that are no rows of the batches: they come after all others.
    pub(super) more: Vec<Raw>,
    /// Steps and factorisations since the start of the step.
    pub effort: Outcome,
}

/// A group of rows as the batches hold it.
#[derive(Clone, Debug, Default)]
pub(super) struct Raw {
    pub(super) entries: Vec<(Unknown, [DVec3; 3])>,
    pub(super) local: Local,
    pub(super) lambda: [f64; 3],
    /// Local compliance of each row.
    pub(super) w: [f64; 3],
    pub(super) points: [Option<Point>; POINTS],
    pub(super) stiffens: Stiffens,
    /// Along what its rows act, if they hold a point.
    pub(super) axes: [DVec3; 3],
    /// The first of the constraint's numbers: the length of a distance.
    pub(super) first_param: f64,
    /// Whether it is an edge of a cloth.
    pub(super) edge: bool,
    /// Whether it pushes something that does not move.
    pub(super) tied: bool,
    /// Whether it is a contact that is pushed apart or rebounds.
    pub(super) relaxes: bool,
    /// Whether they belong to the constraint of the group before.
    pub(super) continues: bool,
    /// Which constraint it is, if it has a name.
    pub(super) name: Option<Clash>,
}

/// The most rows of a group; what has more is taken in several.
const ROWS: usize = 3;
/// No system.
const NONE: u32 = u32::MAX;

impl Newton {
    /// Sorts the hard rows of the islands it takes into systems; once a step, when they have been linearised.
    pub(crate) fn arrange(
        &mut self,
        rows: &mut Rows,
        islands: &mut Islands,
        rest: impl Fn(u32) -> DVec3,
        takes: impl Fn(&Island) -> bool,
    ) {
        self.used = 0;
        self.homes.clear();
        self.system_of.clear();
        self.system_of.resize(islands.list.len(), NONE);
        let Self { systems, used, homes, raw, system_of, more, .. } = self;
        each_row(rows, raw, more, |raw| {
            let island = raw.entries.first().and_then(|(unknown, _)| match *unknown {
                Unknown::Node(i) | Unknown::Touched(_, i) => islands.of_node(i),
                Unknown::Linear(i) | Unknown::Angular(i) => islands.of_frame(i),
            });
            let own = |i: &u32| takes(&islands.list[*i as usize]);
            let Some(island) = island.filter(own) else {
                homes.push([NONE; 2]);
                return;
            };
            if system_of[island as usize] == NONE {
                system_of[island as usize] = *used as u32;
                if systems.len() == *used {
                    systems.push(System::default());
                }
                systems[*used].clear(island);
                *used += 1;
            }
            let place = system_of[island as usize];
            systems[place as usize].unknowns.extend(raw.entries.iter().map(|e| e.0));
            homes.push([place, 0]);
        });
        for system in &mut systems[..*used] {
            system.unknowns.sort_unstable();
            system.unknowns.dedup();
        }
        let mut next = 0;
        each_row(rows, raw, more, |raw| {
            let home = &mut homes[next];
            next += 1;
            if home[0] == NONE {
                return;
            }
            let system = &mut systems[home[0] as usize];
            home[1] = system.groups.len() as u32;
            let first = system.entries.len() as u32;
            for &(unknown, j) in &raw.entries {
                let unknown = system.find(unknown).unwrap_or(0);
                system.entries.push(Entry { unknown, j });
            }
            let mut group = Group::new((first, system.entries.len() as u32));
            group.full = raw.local.gamma[0] < SOFT * raw.w[0] || raw.entries.len() < 3;
            system.groups.push(group);
            system.free &= !raw.tied;
        });
        for system in &mut systems[..*used] {
            system.arrange(|unknown| match unknown {
                Unknown::Node(i) | Unknown::Touched(_, i) => rest(i),
                Unknown::Linear(_) | Unknown::Angular(_) => DVec3::ZERO,
            });
        }
    }

    /// Reads the rows and velocities of a substep.
    fn load(
        &mut self,
        rows: &mut Rows,
        velocities: &Velocities,
        at: Places<'_>,
        t: &Substep,
        again: bool,
    ) {
        let Self { systems, used, homes, raw, more, .. } = self;
        for system in &mut systems[..*used] {
            system.h = t.h.into_f64();
            system.speed.clear();
            system.start.clear();
            for &unknown in &system.unknowns {
                system.start.push(read(unknown, velocities));
                system.speed.push(match unknown {
                    Unknown::Node(i) => at.state.nodes.x[i as usize][3].into_f64(),
                    Unknown::Touched(..) => 1.0,
                    Unknown::Linear(i) => at.frames[i as usize].s.into_f64(),
                    Unknown::Angular(i) => {
                        // Of a point at the radius of gyration.
                        let m = &at.state.frames.mass[i as usize];
                        m.inv_sqrt_mass().into_f64()
                    }
                });
            }
            system.u.clone_from(&system.start);
            system.stiffer = stiffer(&system.speed);
            system.inverse.clear();
            system.bonds.clear();
            invert_compliances(system, &rows.implicit);
        }
        let mut next = 0;
        each_row(rows, raw, more, |raw| {
            let [place, group] = homes[next];
            next += 1;
            if place == NONE {
                return;
            }
            let system = &mut systems[place as usize];
            let group = &mut system.groups[group as usize];
            group.local = raw.local;
            let leak = if raw.local.law == Law::Cone { LEAK } else { 0.0 };
            group.local.guess = raw.lambda.map(|x| leak * x);
            if raw.local.law == Law::Constant {
                group.local.guess = raw.lambda;
            }
            (group.edge, group.bond) = (None, None);
            if raw.edge && t.predict {
                group.edge = raw.as_edge(&mut group.local, t, at);
            } else {
                let bond = raw.bond(t, at);
                group.bond = bond.is_some().then_some(system.bonds.len() as u32);
                system.bonds.extend(bond);
            }
            group.local.radius = raw.local.bound[0] * raw.lambda[0];
            group.pulled = raw.lambda;
            if again {
                group.local.carried = raw.lambda;
                group.local.guess = raw.lambda;
            }
            // What is limited together gives way together.
            let mut w = raw.w;
            match raw.local.law {
                Law::Cone => w[1..].fill(raw.w[1].max(raw.w[2])),
                Law::Disc => w.fill(raw.w.iter().copied().fold(0.0, f64::max)),
                Law::Interval | Law::Exact | Law::Constant => {}
            }
            for d in 0..raw.local.rows {
                let stiffer = if raw.edge { EDGES_STIFFER } else { system.stiffer };
                let most = w[d] / stiffer;
                group.local.epsilon[d] = (most - group.local.gamma[d]).max(0.0);
            }
            for (entry, (_, j)) in system.entries[group.span()].iter_mut().zip(&raw.entries) {
                entry.j = *j;
            }
        });
    }

    /// Whether it has anything to solve.
    pub(super) fn is_idle(&self) -> bool {
        self.used == 0
    }

    /// The islands it solves, each with whether its impulses balance.
    pub(super) fn solved(&self) -> impl Iterator<Item = (u32, bool)> + '_ {
        self.systems[..self.used].iter().map(|s| (s.island, s.is_balanced()))
    }

    /// Writes velocities and impulses back.
    fn store(&mut self, rows: &mut Rows, velocities: &mut Velocities) {
        for system in &self.systems[..self.used] {
            for (i, &unknown) in system.unknowns.iter().enumerate() {
                write(unknown, system.result(i), velocities);
            }
            each_push(system, |body, slot, p| {
                let body = &mut rows.implicit[body as usize];
                if let Ok(local) = body.touched.binary_search(&slot) {
                    body.impulse[local] += single(p);
                }
            });
        }
        let Self { systems, homes, more, .. } = self;
        let mut next = 0;
        each_hard_impulse(rows, |lambda| {
            let [place, group] = homes[next];
            next += 1;
            if place != NONE {
                let system = &systems[place as usize];
                let group = &system.groups[group as usize];
                // A guess that does not balance would push ever harder.
                let forget = group.local.law == Law::Cone && !system.may_be_trusted();
                for (d, x) in lambda.iter_mut().enumerate() {
                    **x = if forget { 0.0 } else { group.now.impulse[d] as Real };
                }
            }
        });
        for (raw, &[place, group]) in more.iter_mut().zip(&homes[next..]) {
            if place != NONE {
                raw.lambda = systems[place as usize].groups[group as usize].now.impulse;
            }
        }
    }
}

impl Solver for Newton {
    fn name(&self) -> &'static str {
        "newton"
    }

    fn solve(&mut self, task: Task<'_>) -> Result<(), u32> {
        let Task { rows, velocities, before, at, t, .. } = task;
        self.load(rows, velocities, at, t, false);
        for system in &mut self.systems[..self.used] {
            for (u, &unknown) in system.u.iter_mut().zip(&system.unknowns) {
                *u = read(unknown, before);
                if let Unknown::Touched(_, i) = unknown {
                    *u *= at.state.nodes.x[i as usize][3].into_f64();
                }
            }
            system.freeze();
            let out = system.solve();
            self.effort.iterations += out.iterations;
            self.effort.factorisations += out.factorisations;
            if !out.usable || system.is_lost() {
                return Err(system.island);
            }
            if system.free {
                give_back(system, at);
            }
        }
        self.store(rows, velocities);
        Ok(())
    }

    /// Contacts lose their push-out and rebound, while all rigid rows keep the velocities they have. Cloths are
    /// left as they are: to hold the rates of hundreds of taut edges while contacts change sets the slack ones
    /// free, and a loaded cloth was thrown apart by it.
    fn relax(&mut self, task: Task<'_>) {
        let Task { rows, velocities, at, t, on, .. } = task;
        let mut needed = false;
        each_hard(rows, &mut self.raw, |raw| needed |= raw.relaxes);
        if !needed {
            return;
        }
        rows.contact_frames.begin_relax(Part::Hard, velocities, t, on);
        rows.contact_nodes.begin_relax(Part::Hard, velocities, t, on);
        rows.general.begin_relax(Part::Hard, velocities, at, &rows.implicit, t);
        self.relax_begun(rows, velocities, at, t);
    }
}

impl Newton {
    /// The same for rows that have begun to relax.
    pub(super) fn relax_begun(
        &mut self,
        rows: &mut Rows,
        velocities: &mut Velocities,
        at: Places<'_>,
        t: &Substep,
    ) {
        self.load(rows, velocities, at, t, true);
        for system in &mut self.systems[..self.used] {
            if system.leave_cloth() {
                continue;
            }
            system.hold();
            let out = system.solve();
            self.effort.iterations += out.iterations;
            self.effort.factorisations += out.factorisations;
            if !out.usable || !system.may_be_trusted() {
                return;
            }
        }
        self.store(rows, velocities);
    }
}

/// Visits the groups of hard rows, always in the same order.
pub(super) fn each_hard(rows: &mut Rows, raw: &mut Raw, mut tell: impl FnMut(&Raw)) {
    each_batch!(rows, batch => each_lane(batch, raw, &mut tell));
    each_group(&rows.general, &rows.implicit, raw, &mut tell);
}

/// The same, and then some that are not in the batches.
fn each_row(rows: &mut Rows, raw: &mut Raw, more: &[Raw], mut tell: impl FnMut(&Raw)) {
    each_hard(rows, raw, &mut tell);
    more.iter().for_each(tell);
}

/// Visits the impulses of hard rows in the order of `each_hard`.
pub(super) fn each_hard_impulse(rows: &mut Rows, mut tell: impl FnMut(&mut [&mut Real])) {
    each_batch!(rows, batch => {
        for i in batch.span(Part::Hard) {
            let (block, item) = (&mut batch.blocks[i], &batch.items[i]);
            for l in (0..W).filter(|&l| item.used[l]) {
                let mut lambda = block.lambda.each_mut().map(|x| &mut x.0[l]);
                lambda.chunks_mut(ROWS).for_each(&mut tell);
            }
        }
    });
    for group in rows.general.groups.iter_mut().filter(|g| g.hard) {
        let rows = group.rows();
        let mut lambda = group.lambda.each_mut();
        tell(&mut lambda[..rows]);
    }
}

fn each_lane<C: Constraint<D>, const N: usize, const F: usize, const D: usize>(
    batch: &Batch<C, N, F, D>,
    raw: &mut Raw,
    tell: &mut impl FnMut(&Raw),
) {
    for i in batch.span(Part::Hard) {
        let (block, item) = (&batch.blocks[i], &batch.items[i]);
        for l in (0..W).filter(|&l| item.used[l]) {
            // The law of more than three rows is `Exact`, so that they need not stay together.
            for first in (0..D).step_by(ROWS) {
                let rows = first..D.min(first + ROWS);
                read_lane::<C, N, F, D>((block, item), l, rows, raw);
                tell(raw);
            }
        }
    }
}

/// Some rows of one constraint.
fn read_lane<C: Constraint<D>, const N: usize, const F: usize, const D: usize>(
    (block, item): (&Block<N, F, D>, &Item<N, F>),
    l: usize,
    rows: std::ops::Range<usize>,
    raw: &mut Raw,
) {
    raw.clear(<C::Law as Project<D>>::LAW, C::STIFFENS, rows.len());
    for (i, d) in rows.clone().enumerate() {
        raw.local.b[i] = block.b[d].0[l].into_f64();
        raw.local.gamma[i] = block.gamma[d].0[l].into_f64();
        raw.lambda[i] = block.lambda[d].0[l].into_f64();
        raw.w[i] = (block.w[d][d].0[l] - block.gamma[d].0[l]).into_f64();
    }
    raw.local.bound = block.bound.map(|x| x.0[l].into_f64());
    let lane = |v: &V3| double(v.lane(l));
    let row = |j: &dyn Fn(usize) -> DVec3| {
        let mut out = [DVec3::ZERO; ROWS];
        rows.clone().zip(&mut out).for_each(|(d, out)| *out = j(d));
        out
    };
    for k in 0..N {
        let slot = item.node[k][l];
        raw.points[k] = Some(Point::node(slot));
        if block.node[k][l] == 0 {
            raw.tied = true;
        } else {
            let j = row(&|d| lane(&block.jn[d][k]));
            raw.entries.push((Unknown::Node(slot), j));
        }
    }
    for k in 0..F {
        let slot = item.frame[k][l];
        raw.points[N + k] = Some(Point::Frame { slot, arm: item.arm[k].lane(l) });
        if block.frame[k][l] == 0 {
            raw.tied = true;
        } else {
            let linear = row(&|d| lane(&block.jf[d][k][0]));
            if C::AXES && rows.len() == 3 && rows.start == 0 {
                // A joint that holds a point along all axes of its first body.
                let axes = linear.map(|j| j.normalize_or_zero() * if k == 0 { -1.0 } else { 1.0 });
                if axes.iter().all(|axis| *axis != DVec3::ZERO) {
                    (raw.stiffens, raw.axes) = (Stiffens::Arms, axes);
                }
            }
            let angular = row(&|d| lane(&block.jf[d][k][1]));
            raw.entries.push((Unknown::Linear(slot), linear));
            raw.entries.push((Unknown::Angular(slot), angular));
        }
    }
    raw.first_param = item.param[0].0[l].into_f64();
    raw.continues = rows.start > 0;
    raw.name = Clash::new(C::RECORD, item.owner[l]);
    let edge = item.owner[l] & EDGE != 0 && item.owner[l] != NO_OWNER;
    if edge && C::STIFFENS == Stiffens::Line {
        raw.edge = item.owner[l] & LINE == 0;
        if !raw.edge {
            // The links of a rope turn freely, so they may push as firmly as they pull.
            raw.local.bound = [f64::NEG_INFINITY, f64::INFINITY, 0.0];
        }
    }
    if C::OPENS {
        let rebounds = item.param[5].0[l] > 0.0 && item.approach.0[l] < 0.0;
        raw.relaxes = raw.lambda[0] > 0.0 && (raw.local.b[0] < 0.0 || rebounds);
    }
}

fn each_group(
    general: &General,
    bodies: &[Compliance],
    raw: &mut Raw,
    tell: &mut impl FnMut(&Raw),
) {
    for group in general.groups.iter().filter(|g| g.hard) {
        let (law, stiffens, rows) = group.nature();
        raw.clear(law, stiffens, rows);
        let parts = group.parts();
        raw.local.b = parts.b.map(IntoF64::into_f64);
        raw.local.gamma = parts.gamma.map(IntoF64::into_f64);
        raw.local.bound = parts.bound.map(IntoF64::into_f64);
        raw.lambda = group.lambda.map(IntoF64::into_f64);
        raw.w = parts.w.map(IntoF64::into_f64);
        raw.relaxes = parts.relaxes;
        for (slot, j) in general.entries_of(group) {
            let linear = j.map(|x| double(x[0]));
            match slot {
                Slot::Node(i) => raw.entries.push((Unknown::Node(i), linear)),
                Slot::Implicit(body, local) => {
                    let node = bodies[body as usize].touched[local as usize];
                    raw.entries.push((Unknown::Touched(body, node), linear));
                }
                Slot::Frame(i) => {
                    raw.entries.push((Unknown::Linear(i), linear));
                    raw.entries.push((Unknown::Angular(i), j.map(|x| double(x[1]))));
                }
            }
        }
        for (k, &point) in group.points[..group.count].iter().enumerate() {
            raw.points[k] = Some(point);
        }
        raw.tied = parts.tied;
        raw.first_param = group.param[0].into_f64();
        raw.name = Clash::new(group.record(), group.owner);
        tell(raw);
    }
}

impl Raw {
    /// An edge as it is at the start of the substep.
    fn as_edge(&self, local: &mut Local, t: &Substep, at: Places<'_>) -> Option<Edge> {
        let [Some(a), Some(b), ..] = self.points else { return None };
        let h = t.h.into_f64();
        let length = (double(b.position(at.state)) - double(a.position(at.state))).length();
        let stretch = length - self.first_param;
        let pull = (-self.lambda[0]).max(0.0);
        let taut = stretch > 0.0 || pull > 0.0;
        // What does not stretch comes back slowly; an elastic edge pulls with all of its stretch.
        let most = if local.gamma[0] > 0.0 { f64::INFINITY } else { RETURN * h };
        local.b[0] = stretch.clamp(-most, most) / h;
        local.bound = [f64::NEG_INFINITY, f64::INFINITY, self.local.bound[2]];
        let across = if length > 0.0 { h * pull / length } else { 0.0 };
        Some(Edge { across, taut })
    }

    /// What a rigid group follows to the end of the substep.
    fn bond(&self, t: &Substep, at: Places<'_>) -> Option<Bond> {
        let [Some(a), Some(b), ..] = self.points else { return None };
        let bound = self.local.bound.iter().take(if self.local.rows == 1 { 2 } else { 1 });
        let exact = self.local.law == Law::Exact;
        let unlimited = exact || bound.copied().all(f64::is_infinite);
        let rigid = self.local.gamma[0] == 0.0 && t.predict && t.share == 1.0 && unlimited;
        let length = match self.stiffens {
            Stiffens::No => return None,
            Stiffens::Line => Some(self.first_param),
            Stiffens::Arms => None,
        };
        // The rest of an implicit body could not be turned back, as a free island must be.
        let implicit = self.entries.iter().any(|(u, _)| matches!(u, Unknown::Touched(..)));
        (rigid && !implicit).then(|| Bond::new(&[a, b], length, self.axes, t.h.into_f64(), at))
    }

    pub(super) fn clear(&mut self, law: Law, stiffens: Stiffens, rows: usize) {
        self.entries.clear();
        self.local = Local { law, rows, ..Default::default() };
        (self.lambda, self.w) = ([0.0; 3], [0.0; 3]);
        self.points = [None; POINTS];
        (self.stiffens, self.axes) = (stiffens, DVec3::AXES);
        (self.tied, self.relaxes, self.edge) = (false, false, false);
        (self.continues, self.name) = (false, None);
    }
}

/// How much stiffer than its slots a rigid row must be, for slots of these speeds: `√(1/m)`.
fn stiffer(speed: &[f64]) -> f64 {
    let (lo, hi) = speed
        .iter()
        .filter(|s| **s > 0.0)
        .fold((f64::INFINITY, 0.0f64), |(lo, hi), &s| (lo.min(s), hi.max(s)));
    let ratio = if hi > 0.0 { hi / lo } else { 1.0 };
    (STIFFER * ratio * ratio).clamp(STIFF, STIFFEST)
}

/// Gives a free island back the momentum that the solve has taken: its bonds pull along where a rope
/// is going to be, at where it was, and a solve that was given up early does not balance. Implicit bodies
/// keep the impulses they get; what is lumped makes up for them.
fn give_back(system: &mut System, at: Places<'_>) {
    let node = |i: u32| double(at.state.nodes.position(i as usize));
    // Place and `1/√m` of what is lumped and has mass.
    let place = |unknown: Unknown| match unknown {
        Unknown::Node(i) => Some((node(i), at.state.nodes.x[i as usize][3].into_f64())),
        Unknown::Linear(i) => {
            let f = &at.frames[i as usize];
            Some((double(f.x), f.s.into_f64()))
        }
        Unknown::Touched(..) | Unknown::Angular(_) => None,
    };
    // Axes and moments of a frame.
    let turn = |i: u32| {
        let q = at.frames[i as usize].q;
        let axes = DMat3::from_cols(double(q * Vec3::X), double(q * Vec3::Y), double(q * Vec3::Z));
        (axes, double(at.state.frames.mass[i as usize].inertia))
    };
    let (mut mass, mut centre) = (0.0, DVec3::ZERO);
    for (x, s) in system.unknowns.iter().filter_map(|&u| place(u)) {
        mass += 1.0 / (s * s);
        centre += x / (s * s);
    }
    if mass == 0.0 {
        return;
    }
    centre /= mass;
    let (mut pushed, mut turned, mut inertia) = (DVec3::ZERO, DVec3::ZERO, DMat3::ZERO);
    let mut fastest = 0.0f64;
    for (i, &unknown) in system.unknowns.iter().enumerate() {
        let p = system.result(i) - system.start[i];
        if let Some((x, s)) = place(unknown) {
            let r = x - centre;
            pushed += p / s;
            turned += r.cross(p / s);
            fastest = fastest.max(p.length() * s);
            inertia += inertia_at(r) * (1.0 / (s * s));
        } else if let Unknown::Angular(i) = unknown {
            let (axes, moments) = turn(i);
            turned += axes * (moments.map(f64::sqrt) * p);
            inertia += axes * DMat3::from_diagonal(moments) * axes.transpose();
        }
    }
    each_push(system, |_, slot, p| {
        pushed += p;
        turned += (node(slot) - centre).cross(p);
    });
    let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
    inertia += DMat3::from_diagonal(DVec3::splat(1e-9 * trace));
    let wide = (trace / mass).sqrt() > CLOSE * system.h * fastest;
    let w = if wide { inertia.inverse() * -turned } else { DVec3::ZERO };
    for k in 0..system.unknowns.len() {
        let unknown = system.unknowns[k];
        if let Some((x, s)) = place(unknown) {
            system.u[k] += (w.cross(x - centre) - pushed / mass) / s;
        } else if let Unknown::Angular(i) = unknown {
            let (axes, moments) = turn(i);
            system.u[k] += moments.map(f64::sqrt) * (axes.transpose() * w);
        }
    }
}

/// Visits what a solve pushes the nodes of implicit bodies by: the body, the slot, the impulse (N·s).
fn each_push(system: &System, mut tell: impl FnMut(u32, u32, DVec3)) {
    for group in &system.groups {
        for entry in &system.entries[group.span()] {
            if let Unknown::Touched(body, slot) = system.unknowns[entry.unknown as usize] {
                let (f, old) = (group.now.impulse, group.local.carried);
                let p = (0..group.local.rows).map(|d| entry.j[d] * (f[d] - old[d]));
                tell(body, slot, p.sum());
            }
        }
    }
}

/// The inverse compliances of the implicit bodies' touched nodes, as blocks of the system.
fn invert_compliances(system: &mut System, bodies: &[Compliance]) {
    let mut first = 0;
    while first < system.unknowns.len() {
        let Unknown::Touched(body, _) = system.unknowns[first] else {
            first += 1;
            continue;
        };
        let c = &bodies[body as usize];
        let same = |u: &&Unknown| matches!(u, Unknown::Touched(b, _) if *b == body);
        let n = system.unknowns[first..].iter().take_while(same).count();
        let local: Vec<u32> = (system.unknowns[first..first + n].iter())
            .filter_map(|u| match u {
                Unknown::Touched(_, slot) => c.local(*slot),
                _ => None,
            })
            .collect();
        let mut dense = vec![0.0; 9 * n * n];
        for (i, &p) in local.iter().enumerate() {
            for (k, &q) in local.iter().enumerate() {
                let m = c.at(p, q);
                for a in 0..3 {
                    for b in 0..3 {
                        dense[(3 * i + a) * 3 * n + 3 * k + b] = m.col(b)[a].into_f64();
                    }
                }
            }
        }
        invert(&mut dense, 3 * n);
        for i in 0..n {
            for k in i..n {
                let at = |a: usize, b: usize| dense[(3 * i + a) * 3 * n + 3 * k + b];
                let column = |b: usize| DVec3::new(at(0, b), at(1, b), at(2, b));
                let between = [(first + i) as u32, (first + k) as u32];
                let block = DMat3::from_cols(column(0), column(1), column(2));
                system.inverse.push(Term { between, block });
            }
        }
        first += n;
    }
}

/// Inverts a symmetric positive definite matrix in place, by Gauss and Jordan.
fn invert(a: &mut [f64], n: usize) {
    for i in 0..n {
        for k in 0..i {
            let mean = 0.5 * (a[i * n + k] + a[k * n + i]);
            (a[i * n + k], a[k * n + i]) = (mean, mean);
        }
    }
    for p in 0..n {
        let pivot = 1.0 / a[p * n + p];
        for i in (0..n).filter(|&i| i != p) {
            let factor = a[i * n + p] * pivot;
            for k in (0..n).filter(|&k| k != p) {
                a[i * n + k] -= factor * a[p * n + k];
            }
            a[i * n + p] = -factor;
        }
        for k in 0..n {
            if k != p {
                a[p * n + k] *= pivot;
            }
        }
        a[p * n + p] = pivot;
    }
}

pub(super) fn read(unknown: Unknown, v: &Velocities) -> DVec3 {
    double(match unknown {
        Unknown::Node(i) | Unknown::Touched(_, i) => v.nodes[i as usize].get(),
        Unknown::Linear(i) => v.frames[i as usize].linear(),
        Unknown::Angular(i) => v.frames[i as usize].angular(),
    })
}

pub(super) fn write(unknown: Unknown, u: DVec3, v: &mut Velocities) {
    let u = single(u);
    match unknown {
        Unknown::Node(i) | Unknown::Touched(_, i) => v.nodes[i as usize] = NodeSlot::new(u),
        Unknown::Linear(i) => {
            let slot = &mut v.frames[i as usize];
            *slot = FrameSlot::new(u, slot.angular());
        }
        Unknown::Angular(i) => {
            let slot = &mut v.frames[i as usize];
            *slot = FrameSlot::new(slot.linear(), u);
        }
    }
}
