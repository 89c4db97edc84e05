//! Narrow phase between edges of elastic solids and rigid shapes.
//!
//! The edge of a box that lies across an edge of a solid may press in between its ends, with no node inside the box
//! and no corner on a face. The distance along an edge falls at one end and rises at the other then, and is
//! least between them; the push there is across the edge.

use crate::math::{Real, Vec3};

/// The ends must be outside by this share of the edge: else they touch themselves, and need no help.
const CLEAR: Real = 0.02;
/// An edge must come in at its ends at least so steeply to be deeper between them: `n·e` of unit vectors.
const STEEP: Real = 0.05;
/// Halvings of the search: to a few hundredths of the edge.
const HALVINGS: usize = 6;

/// Where between two ends a shape with this signed distance and outward normal is deepest, as the share of the second
/// end; `None` if that is at an end.
pub(crate) fn deepest(
    ends: [Vec3; 2],
    near: Real,
    touch: impl Fn(Vec3) -> (Real, Vec3),
) -> Option<Real> {
    let edge = ends[1] - ends[0];
    let length = edge.length();
    let [(first, out), (second, back)] = ends.map(&touch);
    // No point between them is deeper than this.
    let bound = 0.5 * (first + second - length);
    let steep = STEEP * length;
    let touches = first.min(second) < CLEAR * length;
    if touches || bound > near || out.dot(edge) > -steep || back.dot(edge) < steep {
        return None;
    }
    let (mut lo, mut hi) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (lo + hi);
        let (_, normal) = touch(ends[0] + edge * middle);
        if normal.dot(edge) < 0.0 {
            lo = middle;
        } else {
            hi = middle;
        }
    }
    let share = 0.5 * (lo + hi);
    let (distance, _) = touch(ends[0] + edge * share);
    (distance < first.min(second) && distance < near).then_some(share)
}

/// A normal without its part along an edge.
pub(crate) fn across(normal: Vec3, edge: Vec3) -> Vec3 {
    let along = edge * (normal.dot(edge) / edge.length_squared().max(Real::MIN_POSITIVE));
    (normal - along).try_normalize().unwrap_or(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The region `|x| + y < 0`: a ridge along z.
    fn ridge(p: Vec3) -> (Real, Vec3) {
        let side = if p.x < 0.0 { -1.0 } else { 1.0 };
        let normal = Vec3::new(side, 1.0, 0.0).normalize();
        (normal.dot(p), normal)
    }

    #[test]
    fn an_edge_across_a_ridge_is_deepest_there() {
        let ends = [Vec3::new(-0.3, -0.02, 0.1), Vec3::new(0.1, -0.02, -0.1)];
        let share = deepest(ends, 0.0, ridge).unwrap();
        assert!((share - 0.75).abs() < 0.02, "{share}");
        let n = across(ridge(ends[0]).1, ends[1] - ends[0]);
        assert!(n.dot(ends[1] - ends[0]).abs() < 1e-6 && n.y > 0.5);
        // Beside the ridge, along it and far above it there is nothing between the ends.
        assert!(deepest(ends.map(|p| p + Vec3::X), 0.0, ridge).is_none());
        assert!(deepest([Vec3::Z, -Vec3::Z], 0.0, ridge).is_none());
        assert!(deepest(ends.map(|p| p + Vec3::Y), 0.0, ridge).is_none());
    }
}
