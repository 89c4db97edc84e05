//! Weld: the axes of b keep the attitude of those of a.
//!
//! With the rotation from the axes of a to those of b, in the axes of a, as axis times angle `φ`:
//! `C = φ`, three rows solved as one block. With the relative angular velocity `Ω` in the axes of a,
//! `φ̇ = (β + (1 − β) n nᵀ − ½ φ×) Ω`, `n = φ/|φ|`, `β = ½|φ| cot ½|φ|` (the inverse of the left
//! Jacobian of rotations, Chirikjian 2011). That has full rank up to a whole turn, so an error of
//! half a turn, where the vector part of a quaternion would lose its gradient, is no special case;
//! which way round is then taken is arbitrary.

use super::law::Exact;
use super::rail::hard;
use super::{Bias, Constraint, Ends, Linear, Params, Substep};
use crate::math::lanes::{Lanes, Rotor, V3, atan2};
use crate::math::{Real, Vec3};

/// The row kernel of welds.
#[derive(Clone, Copy, Debug)]
pub struct WeldRow;

/// Below this, the sine of half the angle is as good as zero.
const TINY: Real = 1e-4;

/// Half the angle by its sine, and the vector and scalar parts the short way round.
#[inline(always)]
fn short(q: Rotor) -> (V3, Lanes, Lanes) {
    let sign = (-q.w).where_positive(-Lanes::ONE, Lanes::ONE);
    let (v, w) = (q.v.scale(sign), q.w * sign);
    let s = v.dot(v).sqrt();
    let ratio = atan2(s, w).over(s.max(Lanes::splat(TINY)));
    // asin(s)/s ≈ 1 + s²/6.
    let series = Lanes::ONE + s * s * Lanes::splat(1.0 / 6.0);
    (v, w, (s - Lanes::splat(TINY)).where_positive(ratio, series))
}

impl Constraint<3> for WeldRow {
    type Law = Exact;
    const PREDICTS: bool = true;
    const WARM: bool = true;
    const WARMTH: Real = super::WARMTH;
    const AXES: bool = true;

    #[inline(always)]
    fn evaluate(start: &Ends, predicted: &Ends, _: &Params) -> Linear<3> {
        let (v, w, ratio) = short(start.q[0].to(start.q[1]));
        let (v1, _, ratio1) = short(predicted.q[0].to(predicted.q[1]));
        let beta = ratio * w;
        // (1 − β)/sin² of half the angle tends to 1/3.
        let square = v.dot(v);
        let tiny = Lanes::splat(TINY * TINY);
        let along = (Lanes::ONE - beta).over(square.max(tiny));
        let along = (square - tiny).where_positive(along, Lanes::splat(1.0 / 3.0));
        let then = v1.scale(ratio1 + ratio1);
        let mut out = Linear::ZERO;
        out.c = [then.x, then.y, then.z];
        for (i, (axis, vi)) in
            [(Vec3::X, v.x), (Vec3::Y, v.y), (Vec3::Z, v.z)].into_iter().enumerate()
        {
            let e = V3::splat(axis);
            let g = e.scale(beta) + v.scale(along * vi) + v.cross(e).scale(ratio);
            let about = start.q[0].turn(g);
            out.turn[i][0] = -about;
            out.turn[i][1] = about;
        }
        out
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 3], _: &[Lanes; 3], _: &Params, t: &Substep) -> Bias<3> {
        hard(c, t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::PARAMS;
    use crate::constraints::coordinate::checks::{ends, gradient_is_exact, pair};

    #[test]
    fn the_gradient_is_that_of_the_rotation_vector() {
        for turn in [
            Vec3::ZERO,
            Vec3::new(1e-3, 0.0, 0.0),
            Vec3::new(0.3, -0.5, 0.2),
            Vec3::new(1.5, 1.5, -1.5),
        ] {
            gradient_is_exact::<WeldRow, 3, 2>(&pair(turn), [0.0; PARAMS], true);
        }
    }

    #[test]
    fn half_a_turn_has_rows_of_full_rank() {
        let e = ends(&pair(Vec3::Y * std::f64::consts::PI as Real));
        let out = WeldRow::evaluate(&e, &e, &[Lanes::ZERO; PARAMS]);
        assert!((out.c[1].0[0].abs() - std::f64::consts::PI as Real).abs() < 1e-3);
        let [a, b, c] = out.turn.map(|t| t[1].lane(0));
        assert!(a.cross(b).dot(c).abs() > 1.0);
    }
}
