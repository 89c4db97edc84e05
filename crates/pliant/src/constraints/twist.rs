//! Twist: by how much b is turned about the x-axis of a, over any number of turns.
//!
//! With the rotation `q = (v, w)` from the axes of a to those of b, in the axes of a:
//! `θ = 2 atan2(v_x, w)`, the twist of the decomposition of `q` into a twist about x and a swing
//! (Dobrowolski 2015). For a hinge it is the angle; for a universal joint, whose rotation is one
//! about x of a and then one about y of b, the twists about x and y are its two angles.
//! With the relative angular velocity `Ω` in the axes of a, `q̇ = ½ Ω q` gives
//! `θ̇ = Ω·(w² e_x + w v × e_x + v_x v) / (w² + v_x²)`, which is `Ω_x` where `v` is along x.
//!
//! An angle knows no turns: of the values that differ by whole turns the one nearest to that of the
//! substep before is taken. A body may turn by up to half a turn in a substep.
//!
//! Degenerate: swung by half a turn (`w = v_x = 0`) the twist is anything; the row then acts about
//! the x-axis of a.

use super::coordinate::Coordinate;
use super::{Ends, Linear};
use crate::math::lanes::{Lanes, Rotor, V3, atan2, unwrap_near};
use crate::math::{Real, Vec3};

/// The kernel of twists.
#[derive(Clone, Copy, Debug)]
pub struct Twist;

/// Below this, `w² + v_x²` has no angle to speak of.
const TINY: Real = 1e-8;

impl Coordinate for Twist {
    #[inline(always)]
    fn measure(start: &Ends, predicted: &Ends, last: Lanes) -> Linear<1> {
        let angle = |q: Rotor| Lanes::splat(2.0) * atan2(q.v.x, q.w);
        let (q, q1) = (start.q[0].to(start.q[1]), predicted.q[0].to(predicted.q[1]));
        let (v, w) = (q.v, q.w);
        let square = w * w + v.x * v.x;
        let ex = V3::splat(Vec3::X);
        let g = ex.scale(w * w) + v.cross(ex).scale(w) + v.scale(v.x);
        let inv = Lanes::ONE.over(square.max(Lanes::splat(TINY)));
        let clear = square - Lanes::splat(TINY);
        let g = V3 {
            x: clear.where_positive(g.x * inv, Lanes::ONE),
            y: clear.where_positive(g.y * inv, Lanes::ZERO),
            z: clear.where_positive(g.z * inv, Lanes::ZERO),
        };
        let about = start.q[0].turn(g);
        let mut out = Linear::ZERO;
        out.now[0] = unwrap_near(angle(q), last);
        out.c[0] = unwrap_near(angle(q1), out.now[0]);
        out.turn[0][0] = -about;
        out.turn[0][1] = about;
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::PARAMS;
    use crate::constraints::coordinate::checks::{ends, gradient_is_exact, pair};
    use crate::constraints::drive::DriveRow;
    use crate::math::rotation;

    #[test]
    fn the_gradient_is_that_of_the_coordinate() {
        for turn in [
            Vec3::new(0.7, 0.0, 0.0),
            Vec3::new(-2.9, 0.0, 0.0),
            Vec3::new(0.4, 0.8, -0.3),
            Vec3::new(0.0, 1.5, 0.2),
        ] {
            gradient_is_exact::<DriveRow<Twist>, 1, 2>(&pair(turn), [0.0; PARAMS], true);
        }
    }

    #[test]
    fn a_twist_is_followed_over_turns() {
        let mut last = Lanes::ZERO;
        for i in 0..100 {
            let angle = 0.3 * i as Real;
            let e = ends(&pair(Vec3::X * angle));
            last = Twist::measure(&e, &e, last).now[0];
            assert!((last.0[0] - angle).abs() < 2e-5, "{} {angle}", last.0[0]);
        }
    }

    /// First about x of a, then about y of b.
    #[test]
    fn a_universal_joint_has_two_twists() {
        let (first, second): (Real, Real) = (1.1, -0.7);
        let mut frames = pair(Vec3::ZERO);
        let turned = rotation(Vec3::X * first) * rotation(Vec3::Y * second);
        frames[1].axes *= turned;
        let e = ends(&frames);
        let twist = Twist::measure(&e, &e, Lanes::ZERO).now[0].0[0];
        assert!((twist - first).abs() < 1e-5, "{twist}");
    }

    #[test]
    fn a_half_turn_of_swing_leaves_the_axis() {
        let e = ends(&pair(Vec3::Z * std::f64::consts::PI as Real));
        let out = Twist::measure(&e, &e, Lanes::ZERO);
        let axis = e.q[0].x().lane(0);
        assert!(out.c[0].0[0].is_finite());
        assert!((out.turn[0][1].lane(0) - axis).length() < 1e-3, "{:?}", out.turn[0][1].lane(0));
    }
}
