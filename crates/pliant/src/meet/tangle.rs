//! Tangles: places where surfaces cross already.
//!
//! Nobody can tell which side of a sheet that crosses another is the right one. But the line in which they cross
//! becomes shorter if the edges that go through faces are moved along the right direction, and when it has
//! no length they are apart (Volino and Magnenat-Thalmann 2006). All edges along one line go the way that shortens it as a
//! whole: what each would do by itself fights with its neighbours. A straight line from rim to rim, as of a hem that went through, is
//! as long wherever it lies; then two bodies go apart as their middles lie. Near a tangle nothing else is held apart.

use super::pair::Pair;
use super::tree::{Element, NONE};
use crate::math::{Real, Vec3};
use crate::state::{Nodes, State};

/// The speed at which crossing surfaces are drawn apart, m/s,
const SPEED: Real = 0.2;

/// Of a line of crossing that would become shorter by less than this share of its motion, the middles of the bodies tell the way.
const SHORTENS: Real = 0.5;
/// How steep an edge goes through a face at least, as a sine, as far as it tells where to.
const STEEP: Real = 0.25;

/// An edge that goes through a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tangle {
    /// The ends of the edge, then the corners of the face.
    node: [u32; 5],
    /// Shares of these in the crossing, negative for the face.
    weight: [Real; 5],
    /// Where the edge is drawn to, unit once it is settled; zero if that is not known.
    way: Vec3,
    /// Which pair of elements crosses there, and whether the edge is of its first.
    pair: u32,
    first: bool,
}

/// Finds the edges of either element that go through the other, unless they have a node in common.
pub(super) fn find(a: &Element, b: &Element, nodes: &Nodes, out: &mut Vec<Tangle>) {
    if a.node.iter().any(|n| *n != NONE && b.node.contains(n)) || a.apart(b, nodes) {
        return;
    }
    let pair = out.last().map_or(0, |t| t.pair + 1);
    for (edges, face, first) in [(a, b, true), (b, a, false)] {
        if !face.is_face() {
            continue;
        }
        let corners = face.node.map(|i| nodes.position(i as usize));
        // The line of crossing runs into this face, so the whole of its outline counts, not its own edges alone.
        let count = if edges.is_face() { 3 } else { 1 };
        for k in 0..count {
            let ends = [edges.node[k], edges.node[(k + 1) % 3]];
            let [p, q] = ends.map(|i| nodes.position(i as usize));
            let Some((s, [u, v, w])) = crossing(p, q, corners) else { continue };
            let across =
                (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
            let way = match edges.is_face() {
                true => {
                    let third = nodes.position(edges.node[(k + 2) % 3] as usize);
                    shortening(p, q, third, across)
                }
                // An edge of no face goes out over its nearer end.
                false => Vec3::ZERO,
            };
            let [a, b, c] = face.node;
            let node = [ends[0], ends[1], a, b, c];
            out.push(Tangle { node, weight: [1.0 - s, s, -u, -v, -w], way, pair, first });
        }
    }
}

/// Where a segment goes through a triangle: the share of its second end, and those of the corners.
fn crossing(p: Vec3, q: Vec3, [a, b, c]: [Vec3; 3]) -> Option<(Real, [Real; 3])> {
    let n = (b - a).cross(c - a);
    let (low, high) = ((p - a).dot(n), (q - a).dot(n));
    if low * high >= 0.0 {
        return None;
    }
    let s = low / (low - high);
    let x = p + (q - p) * s;
    let shares = [(b, c), (c, a), (a, b)].map(|(b, c)| (b - x).cross(c - x).dot(n));
    let sum = shares[0] + shares[1] + shares[2];
    let inside = sum > 0.0 && shares.iter().all(|&w| w >= 0.0);
    inside.then(|| (s, shares.map(|w| w / sum)))
}

/// The direction in which the end of the line of crossing at an edge must move for the line to become shorter, as
/// the face beside the edge has it.
fn shortening(p: Vec3, q: Vec3, third: Vec3, across: Vec3) -> Vec3 {
    let along = (q - p).normalize_or_zero();
    let own = (q - p).cross(third - p).normalize_or_zero();
    let line = across.cross(own).normalize_or_zero();
    let inwards = (third - p) - along * (third - p).dot(along);
    let line = if line.dot(inwards) < 0.0 { -line } else { line };
    let through = along.dot(across);
    let through = through.abs().max(STEEP).copysign(through);
    line - across * (2.0 * along.dot(line) / through)
}

/// Who crosses whom, as far as it tells the way out.
pub(super) struct Around<'a> {
    pub(super) nodes: &'a Nodes,
    /// The middles of the bodies, if they are two.
    pub(super) middles: Option<[Vec3; 2]>,
    /// How near to a crossing nothing is held apart, m.
    pub(super) near: Real,
}

/// Finds the way out for each line of crossing, and drops the pairs that would keep what crosses from coming apart.
pub(super) fn settle(tangles: &mut [Tangle], pairs: &mut Vec<Pair>, around: &Around<'_>) {
    let lines = lines(tangles);
    let mut boxes = Vec::new();
    for line in lines.chunk_by(|a, b| a.0 == b.0) {
        let of = || line.iter().map(|&(_, i, flip)| (&tangles[i as usize], flip));
        let side = |flip: bool| if flip { -1.0 } else { 1.0 };
        let sum = of().fold(Vec3::ZERO, |sum, (t, flip)| sum + t.way * side(flip));
        let mut way = sum;
        if let (true, Some(middles)) = (sum.length() < SHORTENS, around.middles) {
            way = apart(of().map(|(t, _)| t), middles, around.nodes);
        }
        let way = way.normalize_or_zero();
        // Of an edge of no face nothing is known: it stays held where it is as far as it can.
        if of().all(|(t, _)| t.way != Vec3::ZERO) {
            let points =
                || of().flat_map(|(t, _)| t.node).map(|i| around.nodes.position(i as usize));
            let low = points().fold(Vec3::INFINITY, Vec3::min) - Vec3::splat(around.near);
            let high = points().fold(Vec3::NEG_INFINITY, Vec3::max) + Vec3::splat(around.near);
            boxes.push([low, high]);
        }
        for &(_, i, flip) in line {
            let tangle = &mut tangles[i as usize];
            tangle.way = if tangle.way == Vec3::ZERO { Vec3::ZERO } else { way * side(flip) };
        }
    }
    let mut nodes: Vec<u32> = tangles.iter().flat_map(|t| t.node).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let tangled = |side: &[u32]| side.iter().any(|n| nodes.binary_search(n).is_ok());
    let within = |side: &[u32], [low, high]: &[Vec3; 2]| {
        let mut x = side.iter().map(|&i| around.nodes.position(i as usize));
        x.any(|x| x.cmpge(*low).all() && x.cmple(*high).all())
    };
    pairs.retain(|p| {
        let (a, b) = p.node.split_at(p.split());
        let near = boxes.iter().any(|at| within(a, at) && within(b, at));
        !(near || tangled(a) && tangled(b))
    });
}

/// The lines of crossing: for each tangle the line it is of, its place, and whether its edge is of the side that is the second
/// one there; sorted.
fn lines(tangles: &[Tangle]) -> Vec<(u32, u32, bool)> {
    // Each with one that is on the same line, and whether their edges are of different sides.
    let mut up: Vec<(u32, bool)> = (0..tangles.len() as u32).map(|i| (i, false)).collect();
    fn root(up: &[(u32, bool)], mut i: u32) -> (u32, bool) {
        let mut flip = false;
        while up[i as usize].0 != i {
            flip ^= up[i as usize].1;
            i = up[i as usize].0;
        }
        (i, flip)
    }
    let mut join = |i: u32, j: u32, differ: bool| {
        let ((a, p), (b, q)) = (root(&up, i), root(&up, j));
        if a != b {
            up[a.max(b) as usize] = (a.min(b), p ^ q ^ differ);
        }
    };
    for k in 1..tangles.len() {
        let [a, b] = [&tangles[k - 1], &tangles[k]];
        if a.pair == b.pair {
            join(k as u32 - 1, k as u32, a.first != b.first);
        }
    }
    // The same edge through the same face, found beside either of its faces.
    let key = |i: u32| {
        let [p, q, a, b, c] = tangles[i as usize].node;
        let mut face = [a, b, c];
        face.sort_unstable();
        ([p.min(q), p.max(q)], face)
    };
    let mut order: Vec<u32> = (0..tangles.len() as u32).collect();
    order.sort_unstable_by_key(|&i| (key(i), i));
    for pair in order.windows(2).filter(|pair| key(pair[0]) == key(pair[1])) {
        join(pair[0], pair[1], false);
    }
    let line = |i: u32| {
        let (root, flip) = root(&up, i);
        (root, i, flip ^ !tangles[root as usize].first)
    };
    let mut lines: Vec<_> = (0..tangles.len() as u32).map(line).collect();
    lines.sort_unstable();
    lines
}

/// The way of the first of two bodies across the faces that cross, to the side that its middle is on, or away from the middle of
/// the other.
fn apart<'a>(
    line: impl Iterator<Item = &'a Tangle> + Clone,
    [first, second]: [Vec3; 2],
    nodes: &Nodes,
) -> Vec3 {
    let at = |i: u32| nodes.position(i as usize);
    let count = line.clone().count() as Real;
    let crossing = |t: &Tangle| at(t.node[0]) * t.weight[0] + at(t.node[1]) * t.weight[1];
    let middle = line.clone().map(crossing).fold(Vec3::ZERO, |sum, x| sum + x) / count;
    line.fold(Vec3::ZERO, |sum, t| {
        let [_, _, a, b, c] = t.node.map(at);
        let across = (b - a).cross(c - a).normalize_or_zero();
        let arm = if t.first { first - middle } else { middle - second };
        sum + across * across.dot(arm)
    })
}

impl Tangle {
    /// Moves the edge against the face by equal and opposite impulses.
    pub(super) fn draw_apart(&self, state: &mut State) {
        let nodes = &mut state.nodes;
        let (mut rate, mut mobility) = (0.0, 0.0);
        for (&i, w) in self.node.iter().zip(self.weight) {
            let s = nodes.x[i as usize][3];
            rate += nodes.velocity(i as usize).dot(self.way) * w;
            mobility += w * w * s * s;
        }
        if mobility == 0.0 || self.way == Vec3::ZERO || rate >= SPEED {
            return;
        }
        let impulse = self.way * ((SPEED - rate) / mobility);
        for (&i, w) in self.node.iter().zip(self.weight) {
            let s = nodes.x[i as usize][3];
            let v = nodes.velocity(i as usize) + impulse * (w * s * s);
            nodes.set_velocity(i as usize, v);
        }
    }
}
