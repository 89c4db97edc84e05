//! Slide: how far the point of b lies along the x-axis of a.
//!
//! `s = n·d` with `d = x_b − x_a` and the x-axis `n` of a, which turns with a:
//! `ṡ = n·(ẋ_b − ẋ_a) + (n × d)·ω_a`. So both sides are pushed at the point of b, and the impulses
//! have no moment. No degenerate case.

use super::coordinate::Coordinate;
use super::{Ends, Linear};
use crate::math::lanes::Lanes;

/// The kernel of slides.
#[derive(Clone, Copy, Debug)]
pub struct Slide;

impl Coordinate for Slide {
    #[inline(always)]
    fn measure(start: &Ends, predicted: &Ends, _: Lanes) -> Linear<1> {
        let along = |e: &Ends| (e.q[0].x(), e.x[1] - e.x[0]);
        let ((n, d), (n1, d1)) = (along(start), along(predicted));
        let mut out = Linear::ZERO;
        out.c[0] = n1.dot(d1);
        out.now[0] = n.dot(d);
        out.grad[0][0] = -n;
        out.grad[0][1] = n;
        out.turn[0][0] = n.cross(d);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::PARAMS;
    use crate::constraints::coordinate::checks::{gradient_is_exact, pair};
    use crate::constraints::drive::DriveRow;
    use crate::math::Vec3;

    #[test]
    fn the_gradient_is_that_of_the_coordinate() {
        for turn in [Vec3::ZERO, Vec3::new(0.5, 1.0, -2.0)] {
            gradient_is_exact::<DriveRow<Slide>, 1, 2>(&pair(turn), [0.0; PARAMS], true);
        }
    }
}
