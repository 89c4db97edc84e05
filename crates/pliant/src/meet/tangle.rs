//! Tangles: places where surfaces cross already.
//!
//! Nobody can tell which side of a sheet that crosses another is the right one. But the line in which they cross
//! becomes shorter if the edge that goes through a face is moved along the right direction, and when it has
//! no length they are apart (Volino and Magnenat-Thalmann 2006). Near a tangle nothing else is held apart.

use super::pair::Pair;
use super::tree::{Element, NONE};
use crate::math::{Real, Vec3};
use crate::state::{Nodes, State};

/// The speed at which crossing surfaces are drawn apart, m/s,
const SPEED: Real = 0.2;

/// An edge that goes through a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tangle {
    /// The ends of the edge, then the corners of the face.
    node: [u32; 5],
    /// Shares of these in the crossing, negative for the face.
    weight: [Real; 5],
    /// Where the edge is drawn to, unit; zero if that is not known.
    way: Vec3,
}

/// Finds the edges of either element that go through the other, unless they have a node in common.
pub(super) fn find(a: &Element, b: &Element, nodes: &Nodes, out: &mut Vec<Tangle>) {
    if a.node.iter().any(|n| *n != NONE && b.node.contains(n)) || a.apart(b, nodes) {
        return;
    }
    for (edges, face) in [(a, b), (b, a)] {
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
            out.push(Tangle { node, weight: [1.0 - s, s, -u, -v, -w], way });
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
    if through.abs() < 0.1 {
        return line;
    }
    (line - across * (2.0 * along.dot(line) / through)).normalize_or_zero()
}

/// Sorts the tangles, and drops the pairs that have a tangled node on either side.
pub(super) fn exclude(tangles: &mut [Tangle], pairs: &mut Vec<Pair>) {
    let mut nodes: Vec<u32> = tangles.iter().flat_map(|t| t.node).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let tangled = |side: &[u32]| side.iter().any(|n| nodes.binary_search(n).is_ok());
    pairs.retain(|p| {
        let (a, b) = p.node.split_at(p.split());
        !(tangled(a) && tangled(b))
    });
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
