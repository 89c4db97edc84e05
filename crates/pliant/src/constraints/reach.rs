//! Reach: how far the two points are apart.
//!
//! `l = |d|` with `d = x_b − x_a`; with `n = d/l`, `J = (−n, n)`. The row of a distance joint: unlike
//! the [distances](super::distance) of cloth and rope it keeps its impulse from substep to substep.
//!
//! Degenerate: points that coincide have no direction; the row then acts along the x-axis of a.

use super::coordinate::Coordinate;
use super::{Ends, Linear};
use crate::math::Real;
use crate::math::lanes::{Lanes, V3};

/// The kernel of reaches.
#[derive(Clone, Copy, Debug)]
pub struct Reach;

/// Below this length (m) a direction is not to be trusted.
const TINY: Real = 1e-9;

impl Coordinate for Reach {
    #[inline(always)]
    fn measure(start: &Ends, predicted: &Ends, _: Lanes) -> Linear<1> {
        let (d, d1) = (start.x[1] - start.x[0], predicted.x[1] - predicted.x[0]);
        let (l, axis) = (d.dot(d).sqrt(), start.q[0].x());
        let far = l - Lanes::splat(TINY);
        let inv = Lanes::ONE.over(l.max(Lanes::splat(TINY)));
        let n = V3 {
            x: far.where_positive(d.x * inv, axis.x),
            y: far.where_positive(d.y * inv, axis.y),
            z: far.where_positive(d.z * inv, axis.z),
        };
        let mut out = Linear::ZERO;
        out.c[0] = d1.dot(d1).sqrt();
        out.now[0] = l;
        out.grad[0][0] = -n;
        out.grad[0][1] = n;
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::PARAMS;
    use crate::constraints::coordinate::checks::{ends, gradient_is_exact, pair};
    use crate::constraints::drive::DriveRow;
    use crate::math::Vec3;

    #[test]
    fn the_gradient_is_that_of_the_coordinate() {
        gradient_is_exact::<DriveRow<Reach>, 1, 2>(&pair(Vec3::X), [0.0; PARAMS], true);
    }

    #[test]
    fn points_that_coincide_are_pushed_apart_along_x() {
        let mut e = ends(&pair(Vec3::ZERO));
        e.x[1] = e.x[0];
        let out = Reach::measure(&e, &e, Lanes::ZERO);
        assert_eq!(out.c[0].0[0], 0.0);
        assert!((out.grad[0][1].lane(0) - e.q[0].x().lane(0)).length() < 1e-6);
    }
}
