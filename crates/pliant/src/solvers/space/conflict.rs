//! Conflicts: constraints that nothing can fulfil together.
//!
//! Where rows contradict each other the iteration does not end: impulses grow against each other, by the
//! same amount each time, and move nothing, since `W` has no compliance along them. That is how they are
//! recognised: an iteration that changes impulses and no velocity. The groups in whose rows that happens
//! get a small compliance, with which the best answer is the one of least squares.

use super::law::MOST;
use super::system::{Group, Rule, System};
use crate::constraints::Record;
use crate::constraints::batch::{EDGE, NO_OWNER};
use crate::joints::PartId;

/// A share of the squared change of impulse, times compliance, that may move velocities for it to count as
/// moving nothing.
pub(super) const IDLE: f64 = 1e-6;
/// The violation from which contradicting rows are a conflict and no rounding, m.
const APART: f64 = 1e-4;
/// The compliance that conflicting rows get, by their own.
const YIELDS: f64 = 0.05;
/// Rows that change by this share of the most that any does take part.
const PART: f64 = 0.05;

/// A constraint that others contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clash {
    /// What it is.
    pub(crate) record: Record,
    /// Its place.
    pub(crate) owner: u32,
}

impl Clash {
    /// The constraint that owns some rows, if it has a name.
    pub(crate) fn new(record: Option<Record>, owner: u32) -> Option<Self> {
        let record = match record? {
            Record::Anchor if owner != NO_OWNER && PartId::is_joint(owner) => Record::Joint,
            // The edges of cloths and ropes have no names.
            Record::Distance if owner & EDGE != 0 => return None,
            record => record,
        };
        Some(Self { record, owner })
    }
}

impl System {
    /// Makes the groups yield that fight in the last iteration, in which impulses changed from `last`;
    /// tells which they are. None if all of it is rounding.
    pub(super) fn reconcile(&mut self, last: &[f64], h: f64, tell: &mut Vec<Clash>) -> bool {
        let size = |s: &Self, g: &Group| {
            let change = |d: usize| s.f[g.row(d)] - last[g.row(d)];
            (0..g.rows()).map(|d| s.w[g.at(d, d)] * change(d).abs()).fold(0.0, f64::max)
        };
        let sizes: Vec<f64> = self.groups.iter().map(|g| size(self, g)).collect();
        self.make_yield(&sizes, h, tell)
    }

    /// The same for what is held at once: where that leaves a violation, rows contradict each other.
    pub(super) fn reconcile_held(&mut self, h: f64, tell: &mut Vec<Clash>) -> bool {
        let mut sizes = std::mem::take(&mut self.heading.changes);
        sizes.clear();
        sizes.resize(self.groups.len(), 0.0);
        for i in self.held.groups.iter().map(|&i| i as usize) {
            let mut delta = [0.0; MOST];
            self.delta(i, &mut delta);
            sizes[i] = delta.iter().map(|x| x.abs()).fold(0.0, f64::max);
        }
        let clash = self.make_yield(&sizes, h, tell);
        self.heading.changes = sizes;
        clash
    }

    /// Tells which groups are held and violated.
    pub(super) fn tell_violated(&mut self, h: f64, tell: &mut Vec<Clash>) {
        for i in 0..self.groups.len() {
            let Some(name) = self.groups[i].name.filter(|_| self.groups[i].holds()) else {
                continue;
            };
            let mut delta = [0.0; MOST];
            self.delta(i, &mut delta);
            let worst = delta.iter().map(|x| x.abs()).fold(0.0, f64::max);
            if worst * h > APART && !tell.contains(&name) {
                tell.push(name);
            }
        }
    }

    /// Gives a small compliance to the groups that fight, by how much each does, m/s.
    fn make_yield(&mut self, sizes: &[f64], h: f64, tell: &mut Vec<Clash>) -> bool {
        let worst = sizes.iter().copied().fold(0.0, f64::max);
        if worst * h < APART || !worst.is_finite() {
            return false;
        }
        let mut any = false;
        for (i, &size) in sizes.iter().enumerate() {
            let group = &self.groups[i];
            if !group.may_yield() || size < PART * worst {
                continue;
            }
            any = true;
            tell.extend(group.name.filter(|name| !tell.contains(name)));
            for d in 0..self.groups[i].rows() {
                let (row, at) = (self.groups[i].row(d), self.groups[i].at(d, d));
                let more = YIELDS * self.w[at];
                self.gamma[row] += more;
                self.w[at] += more;
            }
            self.groups[i].yields = true;
            self.invert(i);
        }
        any
    }
}

impl Group {
    /// Whether it holds at any price, and has not been made to yield.
    fn may_yield(&self) -> bool {
        let one_sided =
            self.rule == Rule::Interval && self.bound[..2].iter().any(|x| x.is_infinite());
        (one_sided || self.holds()) && !self.yields
    }
}
