//! Align: the x-axes of a and b point the same way.
//!
//! With the x-axis `n` of b and the other axes `t`, `s` of a: `C = (n·t, n·s)`, two rows solved as one
//! block, `J = (n × t, n × s)` by `ω_b − ω_a`. These are the two angles that a hinge holds.
//!
//! Degenerate: beyond a quarter turn the sine falls again and would vanish at half a turn. There
//! `C` goes on as `2 − sine` in the same direction, with the gradient of aligned axes, so that the
//! short way back is found; at half a turn exactly that is one about `s`.

use super::law::Exact;
use super::rail::hard;
use super::{Bias, Constraint, Ends, Linear, Params, Substep};
use crate::math::Real;
use crate::math::lanes::{Lanes, V3};

/// The row kernel of aligned axes.
#[derive(Clone, Copy, Debug)]
pub struct AlignRow;

/// Below this sine, axes that point apart have no direction to come back from.
const TINY: Real = 1e-6;

/// The violation along both axes.
#[inline(always)]
fn error(e: &Ends) -> [Lanes; 2] {
    let (n, axes) = (e.q[1].x(), e.q[0]);
    let (t, s) = (n.dot(axes.y()), n.dot(axes.z()));
    let sine = (t * t + s * s).sqrt();
    let back = -n.dot(axes.x());
    let clear = sine - Lanes::splat(TINY);
    let scale = (Lanes::splat(2.0) - sine).over(sine.max(Lanes::splat(TINY)));
    let away = [
        clear.where_positive(t * scale, Lanes::splat(2.0)),
        clear.where_positive(s * scale, Lanes::ZERO),
    ];
    [back.where_positive(away[0], t), back.where_positive(away[1], s)]
}

impl Constraint<2> for AlignRow {
    type Law = Exact;
    const PREDICTS: bool = true;
    const WARM: bool = true;
    const WARMTH: Real = super::WARMTH;
    const AXES: bool = true;

    #[inline(always)]
    fn evaluate(start: &Ends, predicted: &Ends, _: &Params) -> Linear<2> {
        let (a, n) = (start.q[0], start.q[1].x());
        let back = -n.dot(a.x());
        let mut out = Linear::ZERO;
        out.c = error(predicted);
        for (i, axis) in [a.y(), a.z()].into_iter().enumerate() {
            let (exact, aligned) = (n.cross(axis), a.x().cross(axis));
            let about = V3 {
                x: back.where_positive(aligned.x, exact.x),
                y: back.where_positive(aligned.y, exact.y),
                z: back.where_positive(aligned.z, exact.z),
            };
            out.turn[i][0] = -about;
            out.turn[i][1] = about;
        }
        out
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 2], _: &[Lanes; 2], _: &Params, t: &Substep) -> Bias<2> {
        hard(c, t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::PARAMS;
    use crate::constraints::coordinate::checks::{ends, gradient_is_exact, pair};
    use crate::math::{Vec3, rotation};

    #[test]
    fn the_gradient_is_that_of_the_angles() {
        for turn in [Vec3::ZERO, Vec3::X * 2.5, Vec3::new(0.9, 0.4, -0.6)] {
            gradient_is_exact::<AlignRow, 2, 2>(&pair(turn), [0.0; PARAMS], true);
        }
    }

    /// A step along the rows from any angle brings the axes nearer, from half a turn too.
    #[test]
    fn the_rows_find_the_short_way_back() {
        for angle in [0.5, 1.5, 2.0, 3.0, std::f64::consts::PI as Real] {
            let mut frames = pair((Vec3::Y * 0.8 + Vec3::Z * 0.6) * angle);
            let e = ends(&frames);
            let out = AlignRow::evaluate(&e, &e, &[Lanes::ZERO; PARAMS]);
            let back =
                out.turn[0][1].lane(0) * out.c[0].0[0] + out.turn[1][1].lane(0) * out.c[1].0[0];
            frames[1].q = rotation(back * -0.2) * frames[1].q;
            let cosine = |e: &Ends| e.q[0].x().dot(e.q[1].x()).0[0];
            assert!(cosine(&ends(&frames)) > cosine(&e) + 0.01, "from {angle}");
        }
    }
}
