//! Swing: the angle between the x-axes of a and b, from 0 to half a turn.
//!
//! `φ = atan2(|n_a × n_b|, n_a·n_b)`, `φ̇ = m·(ω_b − ω_a)` with `m = n_a × n_b / |n_a × n_b|`. Limited
//! from above it is the cone of a shoulder; held at a quarter turn it is the cross of a universal
//! joint.
//!
//! Degenerate: axes along one line have no `m`; the row then acts about the y-axis of a, which is
//! across the line.

use super::coordinate::Coordinate;
use super::{Ends, Linear};
use crate::math::Real;
use crate::math::lanes::{Lanes, V3, atan2};

/// The kernel of swings.
#[derive(Clone, Copy, Debug)]
pub struct Swing;

/// Below this sine, the axes are along one line.
const TINY: Real = 1e-6;

impl Coordinate for Swing {
    #[inline(always)]
    fn measure(start: &Ends, predicted: &Ends, _: Lanes) -> Linear<1> {
        let measured = |e: &Ends| {
            let (a, b) = (e.q[0].x(), e.q[1].x());
            let across = a.cross(b);
            let sine = across.dot(across).sqrt();
            (across, sine, atan2(sine, a.dot(b)))
        };
        let (across, sine, now) = measured(start);
        let (_, _, then) = measured(predicted);
        let side = start.q[0].y();
        let clear = sine - Lanes::splat(TINY);
        let inv = Lanes::ONE.over(sine.max(Lanes::splat(TINY)));
        let m = V3 {
            x: clear.where_positive(across.x * inv, side.x),
            y: clear.where_positive(across.y * inv, side.y),
            z: clear.where_positive(across.z * inv, side.z),
        };
        let mut out = Linear::ZERO;
        out.c[0] = then;
        out.now[0] = now;
        out.turn[0][0] = -m;
        out.turn[0][1] = m;
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
        for turn in [Vec3::new(0.3, 0.9, 0.2), Vec3::new(1.0, 0.0, -2.0)] {
            gradient_is_exact::<DriveRow<Swing>, 1, 2>(&pair(turn), [0.0; PARAMS], true);
        }
    }

    #[test]
    fn axes_along_one_line_turn_across_it() {
        for turn in [0.0, std::f64::consts::PI as Real] {
            let e = ends(&pair(Vec3::Y * turn));
            let out = Swing::measure(&e, &e, Lanes::ZERO);
            assert!((out.c[0].0[0] - turn).abs() < 1e-3);
            let m = out.turn[0][1].lane(0);
            assert!((m.length() - 1.0).abs() < 1e-3 && m.dot(e.q[0].x().lane(0)).abs() < 1e-3);
        }
    }
}
