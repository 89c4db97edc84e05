//! Slack: how far nodes may move until an edge with two bounds could reach one of them.
//!
//! Limits of strain do nothing most of the time, and looking at each edge in every substep to find that out takes as long as
//! solving it. So where the nodes were is kept with the least that is left to any edge there: until two nodes have moved by
//! that much from those places nobody needs to look. What is left out would have changed nothing, so no bit depends on it.

use super::Edge;
use super::blocks::Numbers;
use crate::math::{Real, Vec3};
use crate::state::{Slots, State};

/// So many times at least the edges are looked at one by one between two looks at all of their lengths: those of a body that
/// moves fast would be in vain.
const PATIENCE: u32 = 8;

/// Where nodes were, and how much was left.
#[derive(Clone, Debug, Default)]
pub(super) struct Slack {
    /// Whether there are edges, and all have two bounds.
    bounded: bool,
    /// Whether none of them carries anything.
    idle: bool,
    from: Vec<Vec3>,
    /// Two nodes may come nearer, or part, by less than this, m.
    room: Real,
    looks: u32,
}

impl Slack {
    pub(super) fn new<'a>(edges: &[Edge], mut numbers: impl Iterator<Item = &'a Numbers>) -> Self {
        let bounded = !edges.is_empty() && numbers.all(Numbers::are_bounds);
        Self { bounded, ..Self::default() }
    }

    /// Whether no edge carries anything.
    pub(super) fn is_idle(&self) -> bool {
        self.idle
    }

    /// Whether no edge carries anything, and none will reach a bound within the substep.
    pub(super) fn holds(&mut self, state: &State, h: Real, slots: Slots, edges: &[Edge]) -> bool {
        if !self.idle {
            return false;
        }
        let ahead = |i: usize| state.nodes.position(i) + state.nodes.velocity(i) * h;
        if self.from.len() == slots.len as usize {
            let moved = |(i, from): (usize, &Vec3)| (ahead(i) - *from).length_squared();
            let most = slots.range().zip(&self.from).map(moved).fold(0.0, larger);
            if 2.0 * most.sqrt() < self.room {
                return true;
            }
        }
        self.looks += 1;
        if self.looks >= PATIENCE {
            self.looks = 0;
            self.from.clear();
            self.from.extend(slots.range().map(ahead));
            self.room = self.measure(edges);
        }
        false
    }

    /// What is surely left to every edge.
    fn measure(&self, edges: &[Edge]) -> Real {
        let left = |e: &Edge| {
            let [a, b] = e.nodes.map(|i| self.from[i as usize]);
            let length = (b - a).length();
            (e.longest - length).min(length - e.shortest) - 1e-3 * length
        };
        let least = edges.iter().map(left).fold(Real::INFINITY, smaller);
        let far = self.from.iter().map(|p| p.abs().max_element()).fold(0.0, larger);
        // Sums are rounded.
        least - 32.0 * Real::EPSILON * far
    }

    /// To be told after edges were looked at one by one.
    pub(super) fn looked<const W: usize>(&mut self, forces: [&[[Real; W]]; 2]) {
        let zero = |block: &[Real; W]| block.iter().all(|f| *f == 0.0);
        self.idle = self.bounded && forces.iter().all(|f| f.iter().all(zero));
    }
}

/// The larger of two; what is no number counts as infinite.
fn larger(a: Real, b: Real) -> Real {
    if b <= a {
        a
    } else if b.is_nan() {
        Real::INFINITY
    } else {
        b
    }
}

/// The smaller of two; what is no number counts as nothing.
fn smaller(a: Real, b: Real) -> Real {
    if b >= a {
        a
    } else if b.is_nan() {
        0.0
    } else {
        b
    }
}
