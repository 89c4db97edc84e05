//! Zones: nodes that would pass through each other are moved as one rigid piece.
//!
//! A pair whose sides would meet within the substep becomes a zone, zones that have a node in common become one, and the
//! nodes of a zone move as a rigid body with their momentum and angular momentum (Provot 1997, Bridson et al. 2002).
//! A map `x + h (v + ω × x)` turns no surface through itself. Then all pairs are looked at again, until none is left
//! that meets.

use super::Near;
use crate::collision::first_contact::{Path, edge_edge, point_triangle};
use crate::math::{DMat3, DVec3, IntoF64, Real, double, inertia_at, single};
use crate::meet::pair::Kind;
use crate::state::{Nodes, State};

/// The most times that zones grow in a substep.
const ROUNDS: usize = 40;
/// The share of its distance that a pair keeps when its sides come near.
const KEPT: Real = 0.2;

/// Finds zones; buffers are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Zones {
    /// Nodes in zones, each with the first of those it is joined with.
    nodes: Vec<[u32; 2]>,
    hits: Vec<u32>,
    members: Vec<u32>,
}

impl Zones {
    /// Lets nothing pass in a substep; tells how many pieces it took.
    pub(super) fn hold(&mut self, near: &[Near], state: &mut State, h: Real) -> usize {
        self.nodes.clear();
        let mut count = 0;
        for _ in 0..ROUNDS {
            self.hits.clear();
            for (i, n) in near.iter().enumerate() {
                if !self.is_one(n) && n.meets(&state.nodes, h) {
                    self.hits.push(i as u32);
                }
            }
            if self.hits.is_empty() {
                break;
            }
            for k in 0..self.hits.len() {
                let n = &near[self.hits[k] as usize];
                self.join(n.pair.node);
            }
            count = self.move_all(state);
        }
        count
    }

    fn place(&self, node: u32) -> Result<usize, usize> {
        self.nodes.binary_search_by_key(&node, |n| n[0])
    }

    /// The first node of the zone of a node.
    fn root(&self, node: u32) -> Option<u32> {
        let mut at = self.place(node).ok()?;
        loop {
            let [own, up] = self.nodes[at];
            if own == up {
                return Some(own);
            }
            at = self.place(up).ok()?;
        }
    }

    /// Whether a pair moves as one already.
    fn is_one(&self, near: &Near) -> bool {
        if self.nodes.is_empty() {
            return false;
        }
        let [a, b, c, d] = near.pair.node.map(|i| self.root(i));
        a.is_some() && a == b && b == c && c == d
    }

    fn join(&mut self, node: [u32; 4]) {
        for i in node {
            if let Err(at) = self.place(i) {
                self.nodes.insert(at, [i, i]);
            }
        }
        let roots = node.map(|i| self.root(i).unwrap_or(i));
        let least = roots.into_iter().fold(roots[0], u32::min);
        for root in roots {
            if let Ok(at) = self.place(root) {
                self.nodes[at][1] = least;
            }
        }
    }

    /// Moves each zone as a rigid body; tells how many there are.
    fn move_all(&mut self, state: &mut State) -> usize {
        let mut count = 0;
        let mut members = std::mem::take(&mut self.members);
        for &[node, up] in &self.nodes {
            if node != up {
                continue;
            }
            members.clear();
            let own = self.nodes.iter().map(|n| n[0]).filter(|&n| self.root(n) == Some(node));
            members.extend(own);
            move_as_one(&mut state.nodes, &members);
            count += 1;
        }
        self.members = members;
        count
    }
}

/// Gives nodes the rigid motion that has their momentum. Nodes that nothing can push lead the others.
fn move_as_one(nodes: &mut Nodes, members: &[u32]) {
    let at = |i: &u32| *i as usize;
    let held = members.iter().map(at).filter(|&i| nodes.x[i][3] == 0.0);
    let (mut count, mut lead) = (0.0, DVec3::ZERO);
    for i in held {
        (count, lead) = (count + 1.0, lead + double(nodes.velocity(i)));
    }
    if count > 0.0 {
        let lead = single(lead / count);
        for i in members.iter().map(at).filter(|&i| nodes.x[i][3] > 0.0).collect::<Vec<_>>() {
            nodes.set_velocity(i, lead);
        }
        return;
    }
    let (mut m, mut mx, mut p) = (0.0, DVec3::ZERO, DVec3::ZERO);
    for i in members.iter().map(at) {
        let mass = nodes.mass(i).into_f64();
        m += mass;
        mx += double(nodes.position(i)) * mass;
        p += double(nodes.velocity(i)) * mass;
    }
    let (centre, v) = (mx / m, p / m);
    let (mut inertia, mut spin) = (DMat3::ZERO, DVec3::ZERO);
    for i in members.iter().map(at) {
        let (r, mass) = (double(nodes.position(i)) - centre, nodes.mass(i).into_f64());
        inertia += inertia_at(r) * mass;
        spin += r.cross(double(nodes.velocity(i)) - v) * mass;
    }
    // Nodes in a line have no inertia about it: a little keeps the inverse finite.
    let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
    inertia += DMat3::from_diagonal(DVec3::splat(1e-9 * trace));
    let w = if trace > 0.0 { inertia.inverse() * spin } else { DVec3::ZERO };
    for &i in members {
        let r = double(nodes.position(i as usize)) - centre;
        nodes.set_velocity(i as usize, single(v + w.cross(r)));
    }
}

impl Near {
    /// Whether its sides meet on their way through the substep.
    fn meets(&self, nodes: &Nodes, h: Real) -> bool {
        let node = self.pair.node.map(|i| i as usize);
        let x = node.map(|i| nodes.position(i));
        let v = node.map(|i| nodes.velocity(i));
        // A plane that is between them at both ends is so all the way: each node goes straight.
        let (n, split) = (self.nearest.normal, self.pair.split());
        let end = |k: usize| (x[k] - x[0] + v[k] * h).dot(n);
        let low = (0..split).map(end).fold(Real::INFINITY, Real::min);
        let high = (split..4).map(end).fold(Real::NEG_INFINITY, Real::max);
        if low - high > KEPT * self.nearest.distance.min(self.pair.distance) {
            return false;
        }
        let path = |k: usize| -> Path {
            // From one of them, so that rounding does not count.
            let start = double(x[k]) - double(x[0]);
            [start, start + double(v[k]) * h.into_f64()]
        };
        let [a, b, c, d] = [path(0), path(1), path(2), path(3)];
        let hit = match self.pair.kind {
            Kind::CornerFace => point_triangle(a, [b, c, d]),
            Kind::Edges | Kind::Lines => edge_edge([a, b], [c, d]),
        };
        if hit.is_some() {
            return true;
        }
        // Whatever ends up so near that rounding could take it through counts as met.
        let ends = std::array::from_fn(|k| x[k] - x[0] + v[k] * h);
        let after = self.pair.nearest_of(ends).distance;
        let x = x[0].abs().max_element();
        after < 16.0 * Real::EPSILON * x && after < self.nearest.distance
    }
}
