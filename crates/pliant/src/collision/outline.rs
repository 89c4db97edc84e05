//! Narrow phase between two meshes, or a mesh and a height field: corners and edges of each against the
//! signed distance of the other.
//!
//! Two surfaces touch where a corner of one is on the other, or where an edge of one crosses an edge or lies
//! over a face of the other. Along such an edge the distance falls, stays least over a stretch, and rises
//! again: the ends of that stretch are where it touches. What faces alike is one patch.

use super::collider::Collider;
use super::edges;
use crate::math::{Pose, Real, Vec3};

/// Corners and edges of a surface.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// Corners, m.
    pub(crate) points: Vec<Vec3>,
    /// Edges, by places of corners, the smaller first; ascending.
    pub(crate) edges: Vec<[u32; 2]>,
    /// The middle of the corners, m.
    middle: Vec3,
}

/// A place of one surface near the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// The place, in the axes of the other.
    pub(crate) at: Vec3,
    /// Signed distance from the other, m.
    pub(crate) distance: Real,
    /// The other's outward normal there, in its own axes.
    pub(crate) normal: Vec3,
}

/// An edge runs along a surface where it makes less than this with it: `n·e` of unit vectors.
const LEVEL: Real = 0.02;
/// Halvings of the search for the ends of a stretch.
const HALVINGS: usize = 7;
/// Stretches shorter than this share of their edge are points.
const SHORT: Real = 0.02;

impl Outline {
    /// Of a surface of triangles.
    pub(crate) fn new(points: Vec<Vec3>, faces: impl Iterator<Item = [u32; 3]>) -> Self {
        let sides = faces.flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]);
        let mut edges: Vec<[u32; 2]> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges.dedup();
        let middle = points.iter().sum::<Vec3>() / points.len().max(1) as Real;
        Self { points, edges, middle }
    }

    /// Of ground of varying height.
    pub(crate) fn of_field(size: [Real; 2], heights: &[Vec<Real>]) -> Self {
        let (rows, columns) = (heights.len(), heights[0].len());
        let share = |i: usize, count: usize| i as Real / (count - 1) as Real - 0.5;
        let points = heights.iter().enumerate().flat_map(|(i, row)| {
            let z = size[1] * share(i, rows);
            row.iter().enumerate().map(move |(j, &y)| Vec3::new(size[0] * share(j, columns), y, z))
        });
        let place = |i: usize, j: usize| (i * columns + j) as u32;
        let cells = (0..rows - 1).flat_map(|i| (0..columns - 1).map(move |j| (i, j)));
        let faces = cells.flat_map(|(i, j)| {
            let [a, b] = [place(i, j + 1), place(i + 1, j)];
            [[place(i, j), a, b], [a, place(i + 1, j + 1), b]]
        });
        Self::new(points.collect(), faces)
    }

    /// Tells where this surface, placed by `pose` in the axes of the other, is nearer to it than `reach`.
    pub(crate) fn near(
        &self,
        pose: &Pose,
        other: &Collider,
        reach: Real,
        depths: &mut Vec<Real>,
        mut tell: impl FnMut(Near),
    ) {
        let bounds = other.parry.compute_local_aabb();
        let outside = |p: Vec3| (bounds.mins - p).max(p - bounds.maxs).max(Vec3::ZERO).length();
        // A sheet has no inside: the side that this surface's middle is on is out.
        let middle = pose.transform_point(self.middle);
        let distance = |p: Vec3| {
            let (distance, normal) = other.distance(p);
            let flip = other.sheet && normal.dot(middle - (p - normal * distance)) < 0.0;
            if flip { (-distance, -normal) } else { (distance, normal) }
        };
        depths.clear();
        for p in &self.points {
            let at = pose.transform_point(*p);
            let mut depth = outside(at);
            if depth < reach {
                let normal;
                (depth, normal) = distance(at);
                if depth < reach {
                    tell(Near { at, distance: depth, normal });
                }
            }
            depths.push(depth);
        }
        for &[i, j] in &self.edges {
            let [first, second] = [depths[i as usize], depths[j as usize]];
            let ends = [i, j].map(|i| pose.transform_point(self.points[i as usize]));
            let length = (ends[1] - ends[0]).length();
            // No point between the ends is nearer than this; and a box about the edge tells more if it is long.
            let bound = 0.5 * (first + second - length);
            let [lo, hi] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
            let apart = (bounds.mins - hi).max(lo - bounds.maxs).max_element();
            if bound < reach && apart < reach {
                along_edge(ends, first.min(second).min(reach), distance, &mut tell);
            }
        }
    }
}

/// Tells the ends of the stretch between two ends that is nearer to a shape than `reach` and than either end.
fn along_edge(
    ends: [Vec3; 2],
    reach: Real,
    distance: impl Fn(Vec3) -> (Real, Vec3),
    tell: &mut impl FnMut(Near),
) {
    let edge = ends[1] - ends[0];
    let level = LEVEL * edge.length();
    let slope = |s: Real| distance(ends[0] + edge * s).1.dot(edge);
    if slope(0.0) > -level || slope(1.0) < level {
        return;
    }
    // Where it has stopped falling, and where it does not rise yet: both within a stretch that is level.
    let search = |limit: Real| {
        let (mut lo, mut hi) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (lo + hi);
            if slope(middle) < limit {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        [lo, hi]
    };
    let (from, to) = (search(-level)[1], search(level)[0]);
    let mut touch = |s: Real| {
        let at = ends[0] + edge * s;
        let (depth, normal) = distance(at);
        if depth < reach {
            tell(Near { at, distance: depth, normal: edges::across(normal, edge) });
        }
    };
    if to - from < SHORT {
        touch(0.5 * (from + to));
    } else {
        touch(from);
        touch(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::shape::Shape;
    use crate::error::Check;
    use crate::tests::contacts::box_mesh;

    fn bar(size: Vec3) -> (Outline, Collider) {
        let (points, faces) = box_mesh(size * 0.5);
        let shape = Shape::Mesh { points: points.clone(), faces: faces.clone() };
        let collider = Collider::new(&shape, Pose::IDENTITY, &Check("test")).unwrap();
        (Outline::new(points, faces.into_iter()), collider)
    }

    /// A bar across another touches it at the four crossings of their edges, though all corners are far away.
    #[test]
    fn crossed_bars_touch_at_their_edges() {
        let (outline, _) = bar(Vec3::new(2.0, 0.1, 0.2));
        let (_, other) = bar(Vec3::new(0.2, 0.1, 2.0));
        let pose = Pose::from_translation(Vec3::Y * 0.099);
        let (mut found, mut depths) = (Vec::new(), Vec::new());
        outline.near(&pose, &other, 0.01, &mut depths, |near| found.push(near));
        let lower: Vec<_> = found.iter().filter(|n| n.at.y < 0.051).collect();
        for n in &lower {
            assert!((n.distance + 0.001).abs() < 1e-4 && n.normal.y > 0.99, "{n:?}");
        }
        for (x, z) in [(0.1, 0.1), (-0.1, 0.1), (0.1, -0.1), (-0.1, -0.1)] {
            let here = |n: &&&Near| (n.at.x - x).abs() < 0.02 && (n.at.z - z).abs() < 1e-4;
            assert!(lower.iter().any(|n| here(&n)), "{x} {z}: {lower:?}");
        }
    }

    #[test]
    fn a_field_has_the_edges_of_its_triangles() {
        let outline = Outline::of_field([2.0, 1.0], &[vec![0.0, 1.0, 0.5], vec![2.0, 0.3, 0.7]]);
        assert_eq!((outline.points.len(), outline.edges.len()), (6, 9));
        assert_eq!(outline.points[1], Vec3::new(0.0, 1.0, -0.5));
    }
}
