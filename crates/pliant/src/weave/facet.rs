//! Facets: points inside the faces of a thin body that touch though no node does.
//!
//! A corner or an edge of a rigid body may come through between the nodes of a cloth. So the point of
//! a face that lies deepest is looked for too, and becomes a contact of its own:
//! `x = Σ β_k x_k` with barycentric coordinates `β`, pushed with `J = β_k n` on the three nodes, whose
//! compliance together is `Σ β_k²/m_k`. (Vezzano et al. 2015 invent a node there and average what it
//! feels; this keeps the momentum.)
//!
//! Distances from a convex shape are convex, `s(x) ≥ s(x_i) + n_i·(x − x_i)` for each corner. If that says
//! that no point of the face lies deeper than its corners by more than a tolerance, there is nothing to
//! look for: so it is on flat and slightly curved surfaces, nearly always. Else the deepest point is found
//! by steps that halve (a pattern search: Hooke and Jeeves 1961), which ends in the least value of a
//! convex function.

use crate::math::lanes::{Lanes, W};
use crate::math::{Real, Vec3};

/// Eight points of faces that share no node.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct FacetBlock {
    /// Node slots of the corners.
    pub(crate) node: [[u32; W]; 3],
    /// Barycentric coordinates; zero in unused lanes.
    pub(crate) weight: [Lanes; 3],
    /// How many lanes are used.
    pub(crate) used: usize,
}

/// A point of a face that lies deep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Poke {
    pub(crate) node: [u32; 3],
    pub(crate) weight: [Real; 3],
    /// Where it is.
    pub(crate) at: Vec3,
    /// Its distance from the surface, m.
    pub(crate) distance: Real,
}

/// Leaves the deepest of points that say the same: faces round a corner all find it.
pub(crate) fn decimate(pokes: &mut Vec<Poke>, alike: Real) {
    pokes.sort_unstable_by(|a, b| a.distance.total_cmp(&b.distance).then(a.node.cmp(&b.node)));
    let mut kept = 0;
    for i in 0..pokes.len() {
        let poke = pokes[i];
        let near = |other: &Poke| (other.at - poke.at).length_squared() < alike * alike;
        if !pokes[..kept].iter().any(near) {
            pokes[kept] = poke;
            kept += 1;
        }
    }
    pokes.truncate(kept);
}

/// Halvings of the step of the search: to a hundredth of the face.
const HALVINGS: u32 = 6;

/// The deepest point of a triangle in a signed distance, if it lies deeper than all corners by more
/// than a tolerance: its barycentric coordinates and its distance.
pub(crate) fn deepest(
    corners: [Vec3; 3],
    tolerance: Real,
    distance: impl Fn(Vec3) -> (Real, Vec3),
) -> Option<([Real; 3], Real)> {
    let at = corners.map(&distance);
    let least = at[0].0.min(at[1].0).min(at[2].0);
    let bound = |i: usize| {
        let (s, n) = at[i];
        let along = |k: usize| n.dot(corners[k] - corners[i]);
        s + along(0).min(along(1)).min(along(2))
    };
    if bound(0).max(bound(1)).max(bound(2)) >= least - tolerance {
        return None;
    }
    let value = |b: [Real; 2]| {
        let c = 1.0 - b[0] - b[1];
        distance(corners[0] * c + corners[1] * b[0] + corners[2] * b[1]).0
    };
    let mut here = [1.0 / 3.0, 1.0 / 3.0];
    let mut now = value(here);
    let mut step = 1.0 / 3.0;
    for _ in 0..HALVINGS {
        let mut better = true;
        while better {
            better = false;
            for [u, v] in
                [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [1.0, -1.0], [-1.0, 1.0]]
            {
                let next = [here[0] + u * step, here[1] + v * step];
                if next[0] < 0.0 || next[1] < 0.0 || next[0] + next[1] > 1.0 {
                    continue;
                }
                let then = value(next);
                if then < now {
                    (here, now, better) = (next, then, true);
                }
            }
        }
        step *= 0.5;
    }
    (now < least - tolerance).then_some(([1.0 - here[0] - here[1], here[0], here[1]], now))
}

/// Adds a point of a face to the first block none of whose faces has its nodes.
pub(crate) fn add(blocks: &mut Vec<FacetBlock>, node: [u32; 3], weight: [Real; 3]) {
    let fits = |b: &FacetBlock| {
        b.used < W && (0..b.used).all(|l| b.node.iter().all(|n| !node.contains(&n[l])))
    };
    let place = match blocks.iter().position(fits) {
        Some(place) => place,
        None => {
            blocks.push(FacetBlock { node: [[0; W]; 3], weight: [Lanes::ZERO; 3], used: 0 });
            blocks.len() - 1
        }
    };
    let block = &mut blocks[place];
    for k in 0..3 {
        block.node[k][block.used] = node[k];
        block.weight[k].0[block.used] = weight[k];
    }
    block.used += 1;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    /// A corner of a box under the middle of a face, and an edge across it, are found where they are.
    #[test]
    fn corners_and_edges_are_found_inside_faces() {
        let cube = Shape::cuboid(1.0, 1.0, 1.0);
        let distance = |p: Vec3| cube.distance(p).unwrap();
        let corner = Vec3::splat(0.5);
        let n = Vec3::splat(1.0).normalize();
        let (t, s) = crate::math::tangents(n);
        let centre = corner + n * 0.01;
        let face = [centre + t * 0.2, centre - t * 0.1 + s * 0.17, centre - t * 0.1 - s * 0.17];
        let (weights, gap) = deepest(face, 1e-3, distance).unwrap();
        assert!((gap - 0.01).abs() < 2e-3, "{gap}");
        assert!(weights.iter().all(|w| (w - 1.0 / 3.0).abs() < 0.05), "{weights:?}");
        // Over a flat side there is nothing to find.
        let flat =
            [Vec3::new(0.1, 0.51, 0.1), Vec3::new(0.2, 0.51, 0.1), Vec3::new(0.1, 0.51, 0.2)];
        assert_eq!(deepest(flat, 1e-3, distance), None);
    }

    /// Of points close together the deepest is left, and those apart all are.
    #[test]
    fn points_that_say_the_same_are_one() {
        let poke = |x: Real, distance: Real, node: u32| Poke {
            node: [node, node + 1, node + 2],
            weight: [0.2, 0.3, 0.5],
            at: Vec3::X * x,
            distance,
        };
        let mut pokes = vec![
            poke(0.0, -1e-3, 1),
            poke(0.001, -3e-3, 4),
            poke(0.002, -2e-3, 7),
            poke(0.1, 0.0, 9),
        ];
        decimate(&mut pokes, 0.005);
        let left: Vec<u32> = pokes.iter().map(|p| p.node[0]).collect();
        assert_eq!(left, [4, 9]);
    }

    #[test]
    fn no_two_faces_of_a_block_share_a_node() {
        let mut blocks = Vec::new();
        for i in 0..30 {
            add(&mut blocks, [1 + i, 2 + i, 3 + i], [0.2, 0.3, 0.5]);
        }
        for b in &blocks {
            let mut all: Vec<u32> = b.node.iter().flat_map(|n| n[..b.used].to_vec()).collect();
            all.sort_unstable();
            let count = all.len();
            all.dedup();
            assert_eq!(all.len(), count);
        }
        assert_eq!(blocks.iter().map(|b| b.used).sum::<usize>(), 30);
    }
}
