//! One island: its groups of rows, and how they feel each other.

use super::body::{Coupled, Touch};
use super::conflict::Clash;
use super::held::{HAIR, Held};
use super::iterate::Heading;
use super::law::{MOST, invert};
use super::own::Own;
use super::rule;
use crate::constraints::general::Compliance;
use crate::math::DVec3;
use crate::solvers::newton::{Raw, Unknown};

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
    pub(super) rows: u32,
    /// The first of its rows among all.
    pub(super) first: u32,
    /// Its block of `w`.
    pub(super) block: u32,
    pub(super) entries: (u32, u32),
    pub(super) touches: (u32, u32),
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

    pub(super) fn span(&self) -> std::ops::Range<usize> {
        self.row(0)..self.row(self.rows())
    }

    pub(super) fn block(&self) -> std::ops::Range<usize> {
        self.at(0, 0)..self.at(self.rows(), 0)
    }

    pub(super) fn entries(&self) -> std::ops::Range<usize> {
        self.entries.0 as usize..self.entries.1 as usize
    }

    pub(super) fn touches(&self) -> std::ops::Range<usize> {
        self.touches.0 as usize..self.touches.1 as usize
    }
}

/// The Jacobian of a group by one lumped slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) unknown: Unknown,
    /// Place of the unknown.
    pub(super) at: u32,
    /// The first of its rows of the Jacobian.
    pub(super) j: u32,
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
    pub(super) inverse: Vec<f64>,
    /// Bias of each row, m/s.
    pub(super) b: Vec<f64>,
    /// The impulse that the velocities contained at the start.
    pub(super) carried: Vec<f64>,
    pub(super) entries: Vec<Entry>,
    pub(super) touches: Vec<Touch>,
    /// Those on one body.
    on_body: Vec<Touch>,
    pub(super) jacobian: Vec<DVec3>,
    /// Lumped slots, ascending.
    pub(super) unknowns: Vec<Unknown>,
    pub(super) u: Vec<DVec3>,
    pub(super) bodies: Vec<Coupled>,
    /// How many of them are in use.
    pub(super) used: usize,
    pub(super) heading: Heading,
    pub(super) held: Held,
    /// It has been solved directly, for a start: whether impulses and velocities agree since.
    pub(super) smoothed: Option<bool>,
    /// It should have been, and was not.
    pub(super) lost: bool,
    /// It has a cloth that is too big for that.
    pub(super) vast: bool,
}

impl System {
    pub(super) fn clear(&mut self) {
        (self.smoothed, self.lost) = (None, false);
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
            // Few iterations would not undo what a guess throws apart.
            let forget = self.vast && !again;
            self.f[row] = if forget { 0.0 } else { raw.lambda[d] };
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

    /// Finds `W`, and lets the velocities feel the first guess. Rows that are read again push the same nodes along the same
    /// directions, so what they do to implicit bodies has been found.
    pub(super) fn assemble(
        &mut self,
        bodies: &[Compliance],
        velocity: impl Fn(Unknown) -> DVec3,
        again: bool,
    ) {
        for touch in &mut self.touches {
            let body = self.bodies[touch.body as usize].body;
            touch.local = bodies[body as usize].local(touch.slot).unwrap_or(0);
        }
        for (i, coupled) in self.bodies[..self.used].iter_mut().enumerate() {
            let body = coupled.body;
            self.on_body.clear();
            self.on_body.extend(self.touches.iter().filter(|t| t.body == i as u32));
            let at = |slot| velocity(Unknown::Touched(body, slot));
            coupled.start(&self.on_body, &self.jacobian, at);
            if !again {
                coupled.assemble(&bodies[body as usize], &self.on_body, &self.jacobian);
            }
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
    pub(super) fn factorise(&mut self) {
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
    pub(super) fn rows_on_bodies(&self, group: &Group) -> impl Iterator<Item = (u32, u32)> + '_ {
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

    /// Adds how a group that is held gives way by its hair.
    pub(super) fn add_hair(&self, i: usize, delta: &mut [f64; MOST]) {
        let group = &self.groups[i];
        for (d, x) in delta[..group.rows()].iter_mut().enumerate() {
            *x += HAIR * self.w[group.at(d, d)] * self.f[group.row(d)];
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
            if self.groups[i].held {
                self.add_hair(i, &mut rate);
            }
            let group = &mut self.groups[i];
            group.rule = if rigid && acts && !own { Rule::Exact } else { Rule::Constant };
            for d in 0..group.rows() {
                self.b[group.row(d)] = -rate[d];
            }
        }
    }

    /// All but contacts and laws of generalised constraints ask for what they have.
    pub(super) fn keep_rates(&mut self) {
        self.held.ready = false;
        for i in 0..self.groups.len() {
            if matches!(self.groups[i].rule, Rule::Cone | Rule::Own(_)) {
                continue;
            }
            let mut delta = [0.0; MOST];
            self.delta(i, &mut delta);
            let group = &self.groups[i];
            for d in 0..group.rows() {
                let (row, f) = (group.row(d), self.f[group.row(d)]);
                let kinked = group.rule == Rule::Interval && f > 0.0;
                let softer = if kinked { group.bound[2] } else { 0.0 };
                self.b[row] -= delta[d] + softer * f;
            }
        }
    }

    /// `J v` of a group.
    #[inline]
    pub(super) fn rate(&self, i: usize, rate: &mut [f64; MOST]) {
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
    pub(super) fn push(&mut self, i: usize, change: &[f64; MOST]) {
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
}
