//! Wings: the faces on both sides of the edges of a solid.
//!
//! Two edges are nearest to each other only if no face beside them is nearer: the way from one to the other leads away from
//! both faces of each. Where a flat side slides on another, their edges lie beside each other in one plane, and the way
//! between them runs along the faces. They will pass each other, and must not be held apart: a solid that slides by several times
//! the distance that is kept in a substep would be stopped by every edge.

use super::pair::{Kind, Nearest, Pair};
use crate::bodies::soft::{Model, SoftBody};
use crate::math::{Real, Vec3};
use crate::state::Nodes;

/// How far the way between two edges may lean over a face, as a cosine.
const LEANS: Real = 0.05;

/// The faces beside the edges, and round the corners, of a closed surface.
#[derive(Clone, Debug, Default)]
pub(super) struct Wings {
    /// Edges as ascending node slots, each with the far corners of its two faces; sorted.
    beside: Vec<([u32; 2], [u32; 2])>,
    /// Corners, each with the two others of a face; sorted.
    round: Vec<(u32, [u32; 2])>,
}

impl Wings {
    /// Those of a solid; none of other bodies.
    pub(super) fn of(body: &SoftBody) -> Self {
        let (mut sides, mut round) = (Vec::new(), Vec::new());
        if matches!(body.model, Model::Corotational(_)) {
            for face in &body.mesh.faces {
                let [a, b, c] = face.map(|i| body.slots.start + i);
                for (p, q, far) in [(a, b, c), (b, c, a), (c, a, b)] {
                    sides.push(([p.min(q), p.max(q)], far));
                    round.push((p, [q, far]));
                }
            }
        }
        sides.sort_unstable();
        round.sort_unstable();
        let both = sides.chunk_by(|a, b| a.0 == b.0).filter(|pair| pair.len() == 2);
        let beside = both.map(|pair| (pair[0].0, [pair[0].1, pair[1].1])).collect();
        Self { beside, round }
    }

    fn find(&self, a: u32, b: u32) -> Option<[u32; 2]> {
        let key = [a.min(b), a.max(b)];
        self.beside.binary_search_by_key(&key, |wing| wing.0).ok().map(|i| self.beside[i].1)
    }

    /// Whether a direction away from a corner leads over a face round it.
    fn covers_corner(&self, corner: u32, way: Vec3, nodes: &Nodes) -> bool {
        let at = |i: u32| nodes.position(i as usize);
        let first = self.round.partition_point(|r| r.0 < corner);
        let round = self.round[first..].iter().take_while(|r| r.0 == corner);
        round.into_iter().any(|&(_, [p, q])| {
            let [p, q] = [p, q].map(|i| at(i) - at(corner));
            let n = p.cross(q).normalize_or_zero();
            let along = way - n * way.dot(n);
            let between = p.cross(along).dot(n) >= 0.0 && along.cross(q).dot(n) >= 0.0;
            between && along.length_squared() > LEANS * LEANS
        })
    }

    /// Whether a direction away from an edge leads over one of its faces.
    fn covers(&self, [a, b]: [u32; 2], way: Vec3, nodes: &Nodes) -> bool {
        let at = |i: u32| nodes.position(i as usize);
        let edge = (at(b) - at(a)).normalize_or_zero();
        let over = |far: u32| {
            let arm = at(far) - at(a);
            (arm - edge * arm.dot(edge)).normalize_or_zero().dot(way) > LEANS
        };
        self.find(a, b).is_some_and(|far| far.into_iter().any(over))
    }
}

/// Whether the sides of a pair that are nearest to each other in this way pass each other. A corner that is nearest to the rim of a
/// face is taken for one beside the edge there, or the corner, and asked about the faces round itself: one that lies in a flat side is no
/// obstacle to an edge that comes along it.
pub(super) fn pass(
    [first, second]: [&Wings; 2],
    pair: &Pair,
    nearest: &Nearest,
    nodes: &Nodes,
) -> bool {
    let ([a, b, c, d], normal) = (pair.node, nearest.normal);
    match pair.kind {
        Kind::Lines => false,
        Kind::Edges => first.covers([a, b], -normal, nodes) || second.covers([c, d], normal, nodes),
        Kind::CornerFace => {
            let on_rim = nearest.weight[1..].contains(&0.0);
            if on_rim && first.covers_corner(a, -normal, nodes) {
                return true;
            }
            let corners = [(b, 1), (c, 2), (d, 3)];
            let at = corners.into_iter().find(|&(_, k)| nearest.weight[k] == -1.0);
            if at.is_some_and(|(corner, _)| second.covers_corner(corner, normal, nodes)) {
                return true;
            }
            let rims = [([c, d], 1), ([d, b], 2), ([b, c], 3)];
            let near = rims.into_iter().filter(|&(_, far)| nearest.weight[far] == 0.0);
            near.into_iter().any(|(edge, _)| second.covers(edge, normal, nodes))
        }
    }
}
