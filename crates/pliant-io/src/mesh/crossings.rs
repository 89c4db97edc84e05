//! Triangles that go through each other.

use super::Mesh;
use super::check::volume;

/// The first `most` pairs of triangles that cross without sharing a point, in sorted order.
///
/// A surface that crosses itself has no clear inside, though it may be closed. Triangles of
/// which one merely ends on the other, or which overlap in one plane, do not count. Each triangle is compared with those whose
/// bounding boxes overlap its own along the longest axis of the mesh, which takes a moment for a
/// large mesh; for that reason it is not part of [`Mesh::check`].
///
/// ```
/// use pliant_io::mesh::{primitives, surface};
///
/// let ball = primitives::icosphere(1.0, 2)?;
/// assert!(surface::crossings(&ball, 1).is_empty());
/// # Ok::<(), pliant_io::mesh::MeshError>(())
/// ```
pub fn crossings(mesh: &Mesh, most: usize) -> Vec<[u32; 2]> {
    let boxes = sorted_boxes(mesh);
    let mut pairs = Vec::new();
    for (i, first) in boxes.iter().enumerate() {
        for second in boxes.iter().skip(i + 1) {
            if second.low[first.axis] > first.high[first.axis] {
                break;
            }
            if first.meets(second) && !first.shares_point(second) && first.crosses(second) {
                let [a, b] = [first.number, second.number];
                pairs.push([a.min(b), a.max(b)]);
            }
        }
    }
    pairs.sort_unstable();
    pairs.truncate(most);
    pairs
}

/// A triangle with its bounding box.
struct Boxed {
    number: u32,
    points: [u32; 3],
    corners: [[f64; 3]; 3],
    low: [f64; 3],
    high: [f64; 3],
    /// The axis by which all are sorted.
    axis: usize,
}

impl Boxed {
    /// Whether the boxes overlap.
    fn meets(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.low[axis] <= other.high[axis] && other.low[axis] <= self.high[axis])
    }

    /// Whether the triangles have a point in common.
    fn shares_point(&self, other: &Self) -> bool {
        self.points.iter().any(|point| other.points.contains(point))
    }

    /// Whether an edge of one goes through the other.
    fn crosses(&self, other: &Self) -> bool {
        let pierces = |a: &Self, b: &Self| {
            let [p, q, r] = a.corners;
            [[p, q], [q, r], [r, p]].into_iter().any(|edge| goes_through(edge, b.corners))
        };
        pierces(self, other) || pierces(other, self)
    }
}

/// All triangles whose points exist, sorted by where they begin along the longest axis.
fn sorted_boxes(mesh: &Mesh) -> Vec<Boxed> {
    let mut boxes = Vec::new();
    for (number, triangle) in (0..).zip(&mesh.triangles) {
        let Some(corners) = mesh.corners(triangle) else {
            continue;
        };
        let along = |axis: usize| corners.map(|corner| corner[axis]).into_iter();
        let low = std::array::from_fn(|axis| along(axis).fold(f64::INFINITY, f64::min));
        let high = std::array::from_fn(|axis| along(axis).fold(f64::NEG_INFINITY, f64::max));
        boxes.push(Boxed { number, points: *triangle, corners, low, high, axis: 0 });
    }
    let extent = |axis: usize| {
        let low = boxes.iter().map(|b| b.low[axis]).fold(f64::INFINITY, f64::min);
        let high = boxes.iter().map(|b| b.high[axis]).fold(f64::NEG_INFINITY, f64::max);
        high - low
    };
    let longest = (0..3).max_by(|&a, &b| extent(a).total_cmp(&extent(b))).unwrap_or_default();
    boxes.iter_mut().for_each(|b| b.axis = longest);
    boxes.sort_by(|a, b| a.low[longest].total_cmp(&b.low[longest]));
    boxes
}

/// Whether a segment goes through a triangle, be it at its border.
fn goes_through([p, q]: [[f64; 3]; 2], [a, b, c]: [[f64; 3]; 3]) -> bool {
    if volume([p, a, b, c]) * volume([q, a, b, c]) >= 0.0 {
        return false;
    }
    let turns = [volume([p, q, a, b]), volume([p, q, b, c]), volume([p, q, c, a])];
    turns.iter().all(|&turn| turn >= 0.0) || turns.iter().all(|&turn| turn <= 0.0)
}
