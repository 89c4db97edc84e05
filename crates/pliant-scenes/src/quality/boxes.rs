//! How deep two boxes are in each other, by separating axes.
//!
//! The corners alone do not tell: those of two equal boxes in a stack lie on each other's edges
//! however deep one has sunk. The depth is the least way along any of the 15 axes (face normals and
//! products of edges) that would take the boxes apart (Gottschalk, Lin and Manocha 1996).

use glamx::{DQuat, DVec3};

/// A box in the world: middle, attitude and half sides.
pub type Placed = (DVec3, DQuat, DVec3);

/// The depth of two boxes in each other, m; negative or zero when they are apart.
pub fn depth(a: Placed, b: Placed) -> f64 {
    let sides = |(_, q, half): Placed| {
        [q * DVec3::X * half.x, q * DVec3::Y * half.y, q * DVec3::Z * half.z]
    };
    let (sa, sb) = (sides(a), sides(b));
    let between = b.0 - a.0;
    let reach = |sides: &[DVec3; 3], n: DVec3| sides.iter().map(|s| s.dot(n).abs()).sum::<f64>();
    let along = |n: DVec3| reach(&sa, n) + reach(&sb, n) - between.dot(n).abs();

    let mut least = f64::INFINITY;
    for side in sa.iter().chain(&sb) {
        least = least.min(along(side.normalize_or_zero()));
    }
    for p in &sa {
        for q in &sb {
            let n = p.cross(*q);
            // Edges that are nearly parallel give no axis that the faces do not give better.
            if n.length_squared() > 1e-6 * p.length_squared() * q.length_squared() {
                least = least.min(along(n.normalize_or_zero()));
            }
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sunken_box_of_a_stack_is_seen() {
        let half = DVec3::splat(0.1);
        let below = (DVec3::ZERO, DQuat::IDENTITY, half);
        let above = (DVec3::Y * 0.199, DQuat::IDENTITY, half);
        assert!((depth(below, above) - 0.001).abs() < 1e-12);
        let apart = (DVec3::Y * 0.201, DQuat::IDENTITY, half);
        assert!(depth(below, apart) < 0.0);
    }

    #[test]
    fn crossed_edges_are_seen() {
        // Two long bars, each standing on an edge, crossed at right angles.
        let tilt = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
        let half = DVec3::new(1.0, 0.1, 0.1);
        let corner = 0.1 * 2.0_f64.sqrt();
        let below = (DVec3::ZERO, tilt, half);
        let above = (
            DVec3::Y * (2.0 * corner - 0.01),
            DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2) * tilt,
            half,
        );
        assert!((depth(below, above) - 0.01).abs() < 1e-9);
    }
}
