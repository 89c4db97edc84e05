//! Zones: nodes that would pass through each other are moved as one rigid piece.
//!
//! A pair whose sides would meet within the substep becomes a zone, zones that have a node in common become one, and the
//! nodes of a zone move as a rigid body with their momentum and angular momentum (Provot 1997, Bridson et al. 2002).
//! A map `x + h (v + ω × x)` turns no surface through itself. Then all pairs are looked at again, until none is left
//! that meets.

use super::Near;
use crate::collision::first_contact::{Path, edge_edge, point_triangle};
use crate::math::{DMat3, DVec3, IntoF64, Real, Vec3, double, inertia_at, rotation, single};
use crate::meet::pair::Kind;
use crate::state::{Nodes, State};

/// The most times that zones grow in a substep.
const ROUNDS: usize = 40;
/// The turn in a substep, rad, beyond which a zone follows the circle and loses some of its angular momentum.
const LARGE_TURN: Real = 0.1;
/// The share of its distance that a pair keeps when its sides come near.
const KEPT: Real = 0.2;

/// The share of its volume at rest below which an element is not pressed any further.
const PRESSED: Real = 0.1;

/// Finds zones; buffers are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Zones {
    /// For each node slot its place among those in zones, and one more; 0 if it is in none.
    place: Vec<u32>,
    members: Vec<Member>,
    /// Members, those of a zone after each other.
    order: Vec<u32>,
    piece: Vec<u32>,
    hits: Vec<u32>,
    done: bool,
}

/// A node in a zone.
#[derive(Clone, Copy, Debug)]
struct Member {
    node: u32,
    /// One that it is joined with; the first of a zone is so with itself.
    up: u32,
    /// Whether its zone has got more nodes since it was moved,
    grown: bool,
    /// and whether it was moved in the last round.
    moved: bool,
}

impl Zones {
    /// Begins a substep.
    pub(super) fn begin(&mut self, nodes: usize) {
        for member in self.members.drain(..) {
            if let Some(place) = self.place.get_mut(member.node as usize) {
                *place = 0;
            }
        }
        self.place.resize(nodes, 0);
        self.done = false;
    }

    /// Whether no pair was left that meets.
    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// How many pieces there are.
    pub(super) fn count(&self) -> usize {
        self.members.iter().enumerate().filter(|(i, m)| *i == m.up as usize).count()
    }

    /// Lets nothing pass in a substep; those of `near` that are not `new` have been looked at before.
    pub(super) fn hold(
        &mut self,
        near: &[Near],
        new: usize,
        elements: &[([u32; 4], Real)],
        state: &mut State,
        h: Real,
    ) {
        self.done = false;
        for round in 0..ROUNDS {
            self.hits.clear();
            for (i, n) in near.iter().enumerate() {
                // Nothing new is to be learnt of a pair that no zone has moved.
                let changed = round == 0 && i >= new || self.has_moved(n);
                if changed && !self.is_one(n) && n.meets(&state.nodes, h) {
                    self.hits.push(i as u32);
                }
            }
            let known = self.members.len();
            let pressed = self.hold_elements(elements, round == 0, state, h);
            self.members[..known].iter_mut().for_each(|m| m.moved = false);
            if self.hits.is_empty() && !pressed {
                self.done = true;
                break;
            }
            for k in 0..self.hits.len() {
                let n = &near[self.hits[k] as usize];
                self.join(n.pair.node);
            }
            self.move_all(state, h);
        }
    }

    /// Makes zones of elements that would be pressed flat; tells whether there are any.
    fn hold_elements(
        &mut self,
        elements: &[([u32; 4], Real)],
        all: bool,
        state: &State,
        h: Real,
    ) -> bool {
        let mut pressed = false;
        for (node, rest) in elements {
            let changed = all || self.have_moved(node);
            if changed && !self.are_one(*node) && is_pressed(&state.nodes, *node, *rest, h) {
                self.join(*node);
                pressed = true;
            }
        }
        pressed
    }

    fn has_moved(&self, near: &Near) -> bool {
        self.have_moved(&near.pair.node)
    }

    fn have_moved(&self, node: &[u32; 4]) -> bool {
        let moved = |&i: &u32| match self.place[i as usize] {
            0 => false,
            place => self.members[place as usize - 1].moved,
        };
        node.iter().any(moved)
    }

    /// The first member of the zone of a member.
    fn root(&self, mut at: u32) -> u32 {
        while self.members[at as usize].up != at {
            at = self.members[at as usize].up;
        }
        at
    }

    /// Whether a pair moves as one already.
    fn is_one(&self, near: &Near) -> bool {
        self.are_one(near.pair.node)
    }

    /// Whether these nodes do.
    fn are_one(&self, [a, b, c, d]: [u32; 4]) -> bool {
        let root = |i: u32| match self.place[i as usize] {
            0 => None,
            place => Some(self.root(place - 1)),
        };
        let first = root(a);
        first.is_some() && first == root(b) && first == root(c) && first == root(d)
    }

    fn join(&mut self, node: [u32; 4]) {
        let places = node.map(|i| {
            let place = &mut self.place[i as usize];
            if *place == 0 {
                let up = self.members.len() as u32;
                self.members.push(Member { node: i, up, grown: false, moved: false });
                *place = up + 1;
            }
            *place - 1
        });
        let roots = places.map(|i| self.root(i));
        let least = roots.into_iter().fold(roots[0], u32::min);
        for root in roots {
            self.members[root as usize].up = least;
        }
        // Ways stay short.
        places.iter().for_each(|&i| self.members[i as usize].up = least);
        self.members[least as usize].grown = true;
    }

    /// Moves each zone that has grown as a rigid body.
    fn move_all(&mut self, state: &mut State, h: Real) {
        self.order.clear();
        self.order.extend(0..self.members.len() as u32);
        for i in 0..self.members.len() {
            self.members[i].up = self.root(i as u32);
        }
        let members = &mut self.members;
        self.order.sort_unstable_by_key(|&i| (members[i as usize].up, i));
        let mut rest = &self.order[..];
        while let Some(&first) = rest.first() {
            let root = members[first as usize].up;
            let len = rest.iter().take_while(|&&i| members[i as usize].up == root).count();
            let (zone, others) = rest.split_at(len);
            rest = others;
            if !std::mem::take(&mut members[root as usize].grown) {
                continue;
            }
            self.piece.clear();
            for &i in zone {
                members[i as usize].moved = true;
                self.piece.push(members[i as usize].node);
            }
            move_as_one(&mut state.nodes, &self.piece, h);
        }
    }
}

/// Gives nodes the rigid motion that has their momentum. Nodes that nothing can push lead the others.
fn move_as_one(nodes: &mut Nodes, members: &[u32], h: Real) {
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
    // Straight ways along w × r are longer than the turn: what turns far in a substep would be torn apart.
    let turn = single(w * h.into_f64());
    let far = turn.length_squared() > LARGE_TURN * LARGE_TURN;
    let turned = rotation(turn);
    for &i in members {
        let r = double(nodes.position(i as usize)) - centre;
        let about =
            if far { double(turned * single(r) - single(r)) / h.into_f64() } else { w.cross(r) };
        nodes.set_velocity(i as usize, single(v + about));
    }
}

/// Whether an element would be pressed flat, or through itself.
fn is_pressed(nodes: &Nodes, node: [u32; 4], rest: Real, h: Real) -> bool {
    let x = node.map(|i| nodes.position(i as usize));
    let v = node.map(|i| nodes.velocity(i as usize));
    let volume = |[a, b, c, d]: [Vec3; 4]| (b - a).cross(c - a).dot(d - a);
    let (now, then) = (volume(x), volume(std::array::from_fn(|k| x[k] - x[0] + v[k] * h)));
    then < PRESSED * rest && then < now
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
