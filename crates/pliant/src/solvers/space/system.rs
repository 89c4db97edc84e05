//! One island: its groups of rows, and block Gauss-Seidel on them.

use super::body::{Coupled, Touch};
use super::conflict::{Clash, IDLE};
use super::held::{Held, ROUNDS};
use super::law::{Local, MOST, invert};
use super::own::{Own, ask};
use super::{Outcome, rule};
use crate::config::Effort;
use crate::constraints::general::Compliance;
use crate::constraints::generalised::GeneralisedRecord;
use crate::handle::Arena;
use crate::math::{DVec3, IntoF64};
use crate::solvers::newton::{Raw, Unknown};

/// The tolerance is for so many rows; larger islands have that of each of their parts.
const ROWS: f64 = 30.0;

/// How a group is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// One row between two bounds.
    Interval,
    /// Rows as one, up to a length.
    Disc,
    /// Coulomb's cone.
    Cone,
    /// Rows without bounds.
    Exact,
    /// It keeps its impulse.
    Constant,
    /// A law of the caller's, by its place.
    Own(u32),
}

/// A group of rows that one law solves together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) rule: Rule,
    pub(super) bound: [f64; 3],
    /// Which constraint it is, if it has a name.
    pub(super) name: Option<Clash>,
    /// It was made to yield in this solve.
    pub(super) yields: bool,
    /// It is part of the block of what is held.
    pub(super) held: bool,
    rows: u32,
    /// The first of its rows among all.
    first: u32,
    /// Its block of `w`.
    block: u32,
    entries: (u32, u32),
    touches: (u32, u32),
}

impl Group {
    pub(super) fn rows(&self) -> usize {
        self.rows as usize
    }

    /// The place of one of its rows.
    pub(super) fn row(&self, d: usize) -> usize {
        self.first as usize + d
    }

    /// The place of one of the numbers of its block.
    pub(super) fn at(&self, d: usize, e: usize) -> usize {
        self.block as usize + d * self.rows() + e
    }

    fn span(&self) -> std::ops::Range<usize> {
        self.row(0)..self.row(self.rows())
    }

    fn block(&self) -> std::ops::Range<usize> {
        self.at(0, 0)..self.at(self.rows(), 0)
    }

    fn entries(&self) -> std::ops::Range<usize> {
        self.entries.0 as usize..self.entries.1 as usize
    }

    fn touches(&self) -> std::ops::Range<usize> {
        self.touches.0 as usize..self.touches.1 as usize
    }
}

/// The Jacobian of a group by one lumped slot.
#[derive(Clone, Copy, Debug)]
struct Entry {
    unknown: Unknown,
    /// Place of the unknown.
    at: u32,
    /// The first of its rows of the Jacobian.
    j: u32,
}

/// One island.
#[derive(Debug, Default)]
pub(super) struct System {
    pub(super) groups: Vec<Group>,
    /// Softness of each row, 1/kg.
    pub(super) gamma: Vec<f64>,
    /// Impulse of each row, N·s.
    pub(super) f: Vec<f64>,
    /// The blocks on the diagonal of `W`, with the softness.
    pub(super) w: Vec<f64>,
    inverse: Vec<f64>,
    /// Bias of each row, m/s.
    b: Vec<f64>,
    /// The impulse that the velocities contained at the start.
    carried: Vec<f64>,
    entries: Vec<Entry>,
    touches: Vec<Touch>,
    jacobian: Vec<DVec3>,
    /// Lumped slots, ascending.
    unknowns: Vec<Unknown>,
    u: Vec<DVec3>,
    bodies: Vec<Coupled>,
    /// How many of them are in use.
    used: usize,
    pub(super) heading: Heading,
    pub(super) held: Held,
}

/// Velocities and impulses before an iteration, and where iterations are heading.
#[derive(Debug, Default)]
pub(super) struct Heading {
    last_u: Vec<DVec3>,
    last_f: Vec<f64>,
    u: Vec<DVec3>,
    f: Vec<f64>,
    pub(super) changes: Vec<f64>,
}

impl System {
    pub(super) fn clear(&mut self) {
        self.groups.clear();
        self.entries.clear();
        self.touches.clear();
        self.unknowns.clear();
        self.used = 0;
    }

    /// Adds a group; gives its place.
    pub(super) fn add(&mut self, raw: &Raw) -> u32 {
        let group = self.add_group(rule(raw.local.law), raw.local.rows, &raw.entries);
        let added = &mut self.groups[group as usize];
        (added.name, added.bound) = (raw.name, raw.local.bound);
        group
    }

    /// Adds a group of this many rows on these slots; gives its place.
    pub(super) fn add_group<T>(&mut self, rule: Rule, rows: usize, on: &[(Unknown, T)]) -> u32 {
        let (entries, touches) = (self.entries.len() as u32, self.touches.len() as u32);
        for &(unknown, _) in on {
            if let Unknown::Touched(body, slot) = unknown {
                let body = self.coupled(body);
                self.touches.push(Touch { body, slot, local: 0, row: 0, j: 0, rows: 0 });
            } else {
                self.entries.push(Entry { unknown, at: 0, j: 0 });
                self.unknowns.push(unknown);
            }
        }
        self.groups.push(Group {
            rule,
            bound: [0.0; 3],
            name: None,
            yields: false,
            held: false,
            rows: rows as u32,
            first: 0,
            block: 0,
            entries: (entries, self.entries.len() as u32),
            touches: (touches, self.touches.len() as u32),
        });
        self.groups.len() as u32 - 1
    }

    /// Adds more rows to the last group; gives the place of their first.
    pub(super) fn extend(&mut self, group: u32, raw: &Raw) -> u32 {
        let group = &mut self.groups[group as usize];
        group.rows += raw.local.rows as u32;
        group.rows - raw.local.rows as u32
    }

    fn coupled(&mut self, body: u32) -> u32 {
        let known = self.bodies[..self.used].iter().position(|b| b.body == body);
        known.unwrap_or_else(|| {
            if self.bodies.len() == self.used {
                self.bodies.push(Coupled::default());
            }
            self.bodies[self.used].clear(body);
            self.used += 1;
            self.used - 1
        }) as u32
    }

    /// Lays everything out, once all groups are there.
    pub(super) fn arrange(&mut self) {
        self.unknowns.sort_unstable();
        self.unknowns.dedup();
        let (mut row, mut block, mut j) = (0, 0, 0);
        for group in &mut self.groups {
            let rows = group.rows;
            (group.first, group.block) = (row, block);
            row += rows;
            block += rows * rows;
            for entry in &mut self.entries[group.entries()] {
                entry.at = self.unknowns.binary_search(&entry.unknown).unwrap_or(0) as u32;
                entry.j = j;
                j += rows;
            }
            let touches = group.touches();
            for i in touches.clone() {
                // Several nodes of one body belong to the same rows on it.
                let body = self.touches[i].body;
                let before = self.touches[touches.start..i].iter().find(|t| t.body == body);
                let first = before.map_or(self.bodies[body as usize].rows as u32, |t| t.row);
                if before.is_none() {
                    self.bodies[body as usize].rows += rows as usize;
                }
                let touch = &mut self.touches[i];
                (touch.row, touch.j, touch.rows) = (first, j, rows);
                j += rows;
            }
        }
        for x in [&mut self.b, &mut self.gamma, &mut self.f, &mut self.carried] {
            x.clear();
            x.resize(row as usize, 0.0);
        }
        self.w.clear();
        self.w.resize(block as usize, 0.0);
        self.jacobian.clear();
        self.jacobian.resize(j as usize, DVec3::ZERO);
        let mut held = std::mem::take(&mut self.held);
        held.arrange(self);
        self.held = held;
    }

    /// Takes over the velocities of the lumped slots.
    pub(super) fn start(&mut self, velocity: impl Fn(Unknown) -> DVec3) {
        self.u.clear();
        self.u.extend(self.unknowns.iter().map(|&unknown| velocity(unknown)));
    }

    /// Takes over the numbers of some rows of a group.
    pub(super) fn load(&mut self, group: u32, first: u32, raw: &Raw, again: bool) {
        let first = first as usize;
        let group = &mut self.groups[group as usize];
        if first == 0 {
            (group.rule, group.bound) = (rule(raw.local.law), raw.local.bound);
        }
        group.yields = false;
        let (mut entry, mut touch) = (group.entries(), group.touches());
        for (unknown, j) in &raw.entries {
            let place = match unknown {
                Unknown::Touched(..) => touch.next().map(|i| self.touches[i].j),
                _ => entry.next().map(|i| self.entries[i].j),
            };
            let Some(place) = place else { continue };
            let place = place as usize + first;
            self.jacobian[place..place + raw.local.rows].copy_from_slice(&j[..raw.local.rows]);
        }
        for d in 0..raw.local.rows {
            let row = group.row(first + d);
            (self.b[row], self.gamma[row]) = (raw.local.b[d], raw.local.gamma[d]);
            self.f[row] = raw.lambda[d];
            self.carried[row] = if again { raw.lambda[d] } else { 0.0 };
        }
    }

    /// Takes over the rows of a generalised constraint.
    pub(super) fn load_own(&mut self, group: u32, rule: Rule, own: &Own) {
        let group = &mut self.groups[group as usize];
        (group.rule, group.yields) = (rule, false);
        let rows = group.rows();
        let (mut entry, mut touch) = (group.entries(), group.touches());
        for (unknown, j) in &own.entries {
            let place = match unknown {
                Unknown::Touched(..) => touch.next().map(|i| self.touches[i].j),
                _ => entry.next().map(|i| self.entries[i].j),
            };
            let Some(place) = place.map(|j| j as usize) else { continue };
            self.jacobian[place..place + rows].copy_from_slice(&j[..rows]);
        }
        for d in 0..rows {
            (self.b[group.row(d)], self.gamma[group.row(d)]) = (own.b[d], 0.0);
        }
    }

    /// Takes over what a generalised constraint carried.
    pub(super) fn remember_own(&mut self, group: u32, f: &[f64; MOST], again: bool) {
        let group = &self.groups[group as usize];
        for d in 0..group.rows() {
            self.f[group.row(d)] = f[d];
            self.carried[group.row(d)] = if again { f[d] } else { 0.0 };
        }
    }

    /// Finds `W`, and lets the velocities feel the first guess.
    pub(super) fn assemble(&mut self, bodies: &[Compliance], velocity: impl Fn(Unknown) -> DVec3) {
        for touch in &mut self.touches {
            let body = self.bodies[touch.body as usize].body;
            touch.local = bodies[body as usize].local(touch.slot).unwrap_or(0);
        }
        for (i, coupled) in self.bodies[..self.used].iter_mut().enumerate() {
            let body = coupled.body;
            let own: Vec<Touch> =
                self.touches.iter().filter(|t| t.body == i as u32).copied().collect();
            let at = |slot| velocity(Unknown::Touched(body, slot));
            coupled.assemble(&bodies[body as usize], &own, &self.jacobian, at);
        }
        self.w.fill(0.0);
        self.inverse.resize(self.w.len(), 0.0);
        for i in 0..self.groups.len() {
            self.add_compliance(i);
            self.invert(i);
            let group = &self.groups[i];
            let mut change = [0.0; MOST];
            for (d, x) in change[..group.rows()].iter_mut().enumerate() {
                *x = self.f[group.row(d)] - self.carried[group.row(d)];
            }
            self.push(i, &change);
        }
    }

    /// Factorises what is held.
    fn factorise(&mut self) {
        let mut held = std::mem::take(&mut self.held);
        held.factorise(self);
        self.held = held;
    }

    /// Tells the slots and bodies that a group pushes, each by a number of its own.
    pub(super) fn slots_of(&self, i: usize, mut tell: impl FnMut(u64)) {
        let group = &self.groups[i];
        self.entries[group.entries()].iter().for_each(|e| tell(2 * u64::from(e.at)));
        self.touches[group.touches()].iter().for_each(|t| tell(2 * u64::from(t.body) + 1));
    }

    /// Tells what couples two groups: a body and their first rows on it, or the first rows of their
    /// Jacobians by a lumped slot.
    pub(super) fn each_shared(
        &self,
        i: usize,
        k: usize,
        mut tell: impl FnMut(Option<u32>, [u32; 2]),
    ) {
        let (a, b) = (&self.groups[i], &self.groups[k]);
        for x in &self.entries[a.entries()] {
            for y in self.entries[b.entries()].iter().filter(|y| y.at == x.at) {
                tell(None, [x.j, y.j]);
            }
        }
        for (body, x) in self.rows_on_bodies(a) {
            for (_, y) in self.rows_on_bodies(b).filter(|(other, _)| *other == body) {
                tell(Some(body), [x, y]);
            }
        }
    }

    /// The bodies that a group touches, each once, with its first row there.
    fn rows_on_bodies(&self, group: &Group) -> impl Iterator<Item = (u32, u32)> + '_ {
        let touches = &self.touches[group.touches()];
        let first = |(k, t): &(usize, &Touch)| touches[..*k].iter().all(|o| o.body != t.body);
        touches.iter().enumerate().filter(first).map(|(_, t)| (t.body, t.row))
    }

    /// What [`System::each_shared`] told as a number.
    pub(super) fn coupling(&self, body: Option<u32>, rows: [u32; 2]) -> f64 {
        let [i, k] = rows.map(|x| x as usize);
        match body {
            Some(body) => self.bodies[body as usize].at(i, k),
            None => self.jacobian[i].dot(self.jacobian[k]),
        }
    }

    /// What is left of a group's rows.
    #[inline]
    pub(super) fn delta(&self, i: usize, delta: &mut [f64; MOST]) {
        let group = &self.groups[i];
        self.rate(i, delta);
        for (d, x) in delta[..group.rows()].iter_mut().enumerate() {
            let row = group.row(d);
            *x += self.b[row] + self.gamma[row] * self.f[row];
        }
    }

    /// Solves all that is held at once; gives the same as [`System::visit`].
    fn visit_held(&mut self) -> [f64; 2] {
        let mut sums = [0.0; 2];
        let mut held = std::mem::take(&mut self.held);
        let mut changes = std::mem::take(&mut self.heading.changes);
        changes.clear();
        changes.resize(self.f.len(), 0.0);
        held.solve(self, |group, first, change| {
            let row = self.groups[group].row(first);
            changes[row..row + change.len()].copy_from_slice(change);
        });
        for &i in &held.groups {
            let i = i as usize;
            let group = &self.groups[i];
            let mut change = [0.0; MOST];
            for d in 0..group.rows() {
                let (row, w) = (group.row(d), self.w[group.at(d, d)]);
                change[d] = changes[row];
                sums[0] += w * change[d].abs();
                sums[1] += w * change[d] * change[d];
                self.f[row] += change[d];
            }
            self.push(i, &change);
        }
        (self.held, self.heading.changes) = (held, changes);
        sums
    }

    /// Makes what is held give way where it contradicts itself, and tells it.
    fn settle_held(&mut self, h: f64, tell: &mut Vec<Clash>) {
        for _ in 0..ROUNDS {
            self.visit_held();
            if !self.reconcile_held(h, tell) {
                return;
            }
            self.factorise();
            if !self.held.ready {
                return;
            }
        }
        self.visit_held();
    }

    /// The block of a group on the diagonal of `W`.
    fn add_compliance(&mut self, i: usize) {
        let group = &self.groups[i];
        let n = group.rows();
        let w = &mut self.w[group.block()];
        let entries = &self.entries[group.entries()];
        for a in entries {
            let ja = &self.jacobian[a.j as usize..a.j as usize + n];
            for b in entries.iter().filter(|b| b.at == a.at) {
                let jb = &self.jacobian[b.j as usize..b.j as usize + n];
                for (d, ja) in ja.iter().enumerate() {
                    for (e, jb) in jb.iter().enumerate() {
                        w[d * n + e] += ja.dot(*jb);
                    }
                }
            }
        }
        let touches = &self.touches[group.touches()];
        for (k, t) in touches.iter().enumerate() {
            if touches[..k].iter().all(|o| o.body != t.body) {
                self.bodies[t.body as usize].add_block(t.row as usize, n, w);
            }
        }
        for d in 0..n {
            let row = group.row(d);
            if w[d * n + d] > 0.0 {
                w[d * n + d] += self.gamma[row];
            } else {
                // Nothing can push it: it asks for nothing and carries nothing.
                w[d * n + d] = 1.0;
                (self.b[row], self.gamma[row]) = (0.0, 0.0);
                (self.f[row], self.carried[row]) = (0.0, 0.0);
            }
        }
    }

    /// Finds the inverse of a group's block again.
    pub(super) fn invert(&mut self, i: usize) {
        let group = &self.groups[i];
        let inverse = &mut self.inverse[group.block()];
        inverse.copy_from_slice(&self.w[group.block()]);
        invert(inverse, group.rows());
    }

    /// Impulses of a group.
    pub(super) fn impulse(&self, group: u32) -> &[f64] {
        &self.f[self.groups[group as usize].span()]
    }

    /// The lumped slots and their velocities.
    pub(super) fn velocities(&self) -> impl Iterator<Item = (Unknown, DVec3)> + '_ {
        self.unknowns.iter().copied().zip(self.u.iter().copied())
    }

    /// Tells what each touched node of implicit bodies was pushed by.
    pub(super) fn push_bodies(&self, mut tell: impl FnMut(u32, u32, DVec3)) {
        for group in &self.groups {
            for t in &self.touches[group.touches()] {
                let p = (0..group.rows()).map(|d| {
                    let change = self.f[group.row(d)] - self.carried[group.row(d)];
                    self.jacobian[t.j as usize + d] * change
                });
                tell(self.bodies[t.body as usize].body, t.local, p.sum());
            }
        }
    }

    /// Prepares for another solve in which contacts may change what they carry, rigid rows that carry
    /// something keep the rates they have, and all else keeps its impulse.
    pub(super) fn hold(&mut self) {
        for i in 0..self.groups.len() {
            let group = &self.groups[i];
            if group.rule == Rule::Cone {
                continue;
            }
            let rigid = group.span().all(|row| self.gamma[row] == 0.0);
            let acts = group.span().any(|row| self.f[row] != 0.0);
            let own = matches!(group.rule, Rule::Own(_));
            let mut rate = [0.0; MOST];
            self.rate(i, &mut rate);
            let group = &mut self.groups[i];
            group.rule = if rigid && acts && !own { Rule::Exact } else { Rule::Constant };
            for d in 0..group.rows() {
                self.b[group.row(d)] = -rate[d];
            }
        }
    }

    /// `J v` of a group.
    #[inline]
    fn rate(&self, i: usize, rate: &mut [f64; MOST]) {
        let group = &self.groups[i];
        let rows = group.rows();
        for entry in &self.entries[group.entries()] {
            let u = self.u[entry.at as usize];
            let j = &self.jacobian[entry.j as usize..entry.j as usize + rows];
            for (rate, j) in rate.iter_mut().zip(j) {
                *rate += j.dot(u);
            }
        }
        for (body, row) in self.rows_on_bodies(group) {
            let along = &self.bodies[body as usize].rate[row as usize..];
            for (rate, x) in rate[..rows].iter_mut().zip(along) {
                *rate += x;
            }
        }
    }

    /// Velocities feel a change of a group's impulse.
    #[inline]
    fn push(&mut self, i: usize, change: &[f64; MOST]) {
        let group = &self.groups[i];
        let rows = group.rows();
        for entry in &self.entries[group.entries()] {
            let j = &self.jacobian[entry.j as usize..entry.j as usize + rows];
            let u = &mut self.u[entry.at as usize];
            for (j, x) in j.iter().zip(change) {
                *u += *j * *x;
            }
        }
        let touches = group.touches();
        for k in touches.clone() {
            let t = self.touches[k];
            if self.touches[touches.start..k].iter().all(|o| o.body != t.body) {
                self.bodies[t.body as usize].push(t.row as usize, change, rows);
            }
        }
    }

    /// Solves one group with all others as they are; gives how much that changed its velocities, summed
    /// over its rows, and the change of energy.
    #[inline]
    fn visit(&mut self, i: usize, h: f64, own: &mut Arena<GeneralisedRecord>) -> [f64; 2] {
        let group = &self.groups[i];
        if group.held && self.held.ready && group.holds() {
            return [0.0; 2];
        }
        let rows = group.rows();
        let mut delta = [0.0; MOST];
        self.delta(i, &mut delta);
        let local = Local {
            w: &self.w[group.block()],
            inverse: &self.inverse[group.block()],
            delta: &delta[..rows],
            f: &self.f[group.span()],
            bound: group.bound,
        };
        let new = match group.rule {
            Rule::Interval => local.interval(),
            Rule::Disc => local.disc(),
            Rule::Cone => local.cone(),
            Rule::Exact => local.exact(),
            Rule::Own(place) => ask(own, place, &local, h),
            Rule::Constant => return [0.0; 2],
        };
        let mut change = [0.0; MOST];
        let mut sums = [0.0; 2];
        for d in 0..rows {
            let (row, w) = (group.row(d), self.w[group.at(d, d)]);
            change[d] = new[d] - self.f[row];
            sums[0] += w * change[d].abs();
            sums[1] += w * change[d] * change[d];
            self.f[row] = new[d];
        }
        if sums[0] > 0.0 {
            self.push(i, &change);
        }
        sums
    }

    /// Block Gauss-Seidel until an iteration changes less than the tolerance, with the directions of
    /// conjugate gradients between iterations (Silcowitz-Hansen et al. 2010): what one end of a long
    /// chain knows reaches the other in as many iterations as it has links, and not their square.
    ///
    /// A law of the caller's is told forces that it gave itself, so those are not gone on with.
    pub(super) fn solve(
        &mut self,
        effort: Effort,
        h: f64,
        own: &mut Arena<GeneralisedRecord>,
        out: &mut Outcome,
    ) {
        let plain = !self.groups.iter().any(|g| matches!(g.rule, Rule::Own(_)));
        self.factorise();
        if self.held.ready {
            self.settle_held(h, &mut out.clashes);
        }
        let many = (self.f.len() as f64 / ROWS).max(1.0);
        let tolerance = many * effort.tolerance.into_f64() / h;
        let mut last_energy = 0.0;
        let mut error = 0.0;
        let mut fresh = true;
        for iteration in 0..effort.iterations {
            self.remember();
            let mut energy = 0.0;
            error = 0.0;
            if self.held.ready {
                [error, energy] = self.visit_held();
            }
            for k in 0..self.groups.len() {
                // There and back: what has been pushed last is seen first.
                let i = if iteration % 2 == 0 { k } else { self.groups.len() - 1 - k };
                let [changed, worked] = self.visit(i, h, own);
                error += changed;
                energy += worked;
            }
            out.iterations += 1;
            if error <= tolerance || !error.is_finite() {
                break;
            }
            let [moved, changed] = self.progress();
            if iteration > 2 && moved <= IDLE * changed {
                let last = std::mem::take(&mut self.heading.last_f);
                let clash = self.reconcile(&last, h, &mut out.clashes);
                self.heading.last_f = last;
                if !clash {
                    break;
                }
                fresh = true;
                continue;
            }
            if !plain {
                continue;
            }
            let beta = if fresh { 0.0 } else { energy / last_energy };
            self.head(if beta > 1.0 { 0.0 } else { beta }, fresh || beta > 1.0);
            (last_energy, fresh) = (energy, false);
        }
        out.error = out.error.max(error);
    }

    /// Remembers velocities and impulses before an iteration.
    fn remember(&mut self) {
        self.heading.last_u.clone_from(&self.u);
        self.heading.last_f.clone_from(&self.f);
        for body in &mut self.bodies[..self.used] {
            body.before.clone_from(&body.rate);
        }
    }

    /// By how much the last iteration changed velocities, as energy, and by how much it would have if each
    /// row were alone.
    fn progress(&self) -> [f64; 2] {
        let steps = self.u.iter().zip(&self.heading.last_u);
        let mut moved: f64 = steps.map(|(a, b)| (*a - *b).length_squared()).sum();
        let mut changed = 0.0;
        for group in &self.groups {
            for d in 0..group.rows() {
                let row = group.row(d);
                let change = self.f[row] - self.heading.last_f[row];
                changed += (self.w[group.at(d, d)] - self.gamma[row]) * change * change;
                moved += self.gamma[row] * change * change;
                for (body, row) in self.rows_on_bodies(group) {
                    let (body, at) = (&self.bodies[body as usize], row as usize + d);
                    moved += change * (body.rate[at] - body.before[at]);
                }
            }
        }
        [moved, changed]
    }

    /// Goes on a little along where iterations are heading, and turns that to the last of them.
    fn head(&mut self, beta: f64, fresh: bool) {
        let Heading { last_u, last_f, u, f, .. } = &mut self.heading;
        if fresh {
            u.clear();
            u.resize(self.u.len(), DVec3::ZERO);
            f.clear();
            f.resize(self.f.len(), 0.0);
        }
        for ((u, last), heading) in self.u.iter_mut().zip(last_u).zip(u) {
            let step = *u - *last;
            *u += *heading * beta;
            *heading = *heading * beta + step;
        }
        for ((f, last), heading) in self.f.iter_mut().zip(last_f).zip(f) {
            let step = *f - *last;
            *f += *heading * beta;
            *heading = *heading * beta + step;
        }
        for body in &mut self.bodies[..self.used] {
            if fresh {
                body.heading.clear();
                body.heading.resize(body.rows, 0.0);
            }
            for ((x, last), heading) in
                body.rate.iter_mut().zip(&body.before).zip(&mut body.heading)
            {
                let step = *x - *last;
                *x += *heading * beta;
                *heading = *heading * beta + step;
            }
        }
    }
}
