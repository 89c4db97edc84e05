//! Rail: the point of b does not leave that of a along some of the axes of a.
//!
//! `C_i = a_i·d` with `d = x_b − x_a`, for the axes `a_i` of a that are held: two make a line, one a
//! plane, all three a point. The axes turn with a: `Ċ_i = a_i·(ẋ_b − ẋ_a) + (a_i × d)·ω_a`, so both
//! sides are pushed at the point of b, and the impulses have no moment however far it has slid.
//! Three rows solved as one block; the row of an axis that is free has no gradient and carries
//! nothing. No degenerate case.

use super::law::Disc;
use super::{Bias, Constraint, Ends, Linear, PARAMS, Params, Record, Substep};
use crate::math::Real;
use crate::math::lanes::Lanes;

/// The numbers of a row: 1 for axes that are held, 0 for free ones.
pub(crate) fn params(held: [bool; 3]) -> [Real; PARAMS] {
    let [x, y, z] = held.map(|h| if h { 1.0 } else { 0.0 });
    [x, y, z, 0.0, 0.0, 0.0, 0.0]
}

/// The row kernel of rails.
#[derive(Clone, Copy, Debug)]
pub struct RailRow;

impl Constraint<3> for RailRow {
    type Law = Disc;
    const PREDICTS: bool = true;
    const RECORD: Option<Record> = Some(Record::Joint);
    const WARM: bool = true;
    const AXES: bool = true;
    const WARMTH: Real = super::WARMTH;

    #[inline(always)]
    fn evaluate(start: &Ends, predicted: &Ends, k: &Params) -> Linear<3> {
        let axes = |e: &Ends| [e.q[0].x(), e.q[0].y(), e.q[0].z()];
        let (d, d1) = (start.x[1] - start.x[0], predicted.x[1] - predicted.x[0]);
        let (now, then) = (axes(start), axes(predicted));
        let mut out = Linear::ZERO;
        for i in 0..3 {
            let axis = now[i].scale(k[i]);
            out.c[i] = then[i].dot(d1) * k[i];
            out.grad[i][0] = -axis;
            out.grad[i][1] = axis;
            out.turn[i][0] = axis.cross(d);
        }
        out
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 3], _: &[Lanes; 3], _: &Params, t: &Substep) -> Bias<3> {
        hard(c, t)
    }
}

/// Rows that remove all of their violation and carry whatever that takes.
#[inline(always)]
pub(super) fn hard<const D: usize>(c: &[Lanes; D], t: &Substep) -> Bias<D> {
    let rate = Lanes::splat(t.share / t.h);
    let mut b = *c;
    for x in &mut b {
        *x = *x * rate;
    }
    let bound = [Lanes::splat(Real::INFINITY), Lanes::ZERO, Lanes::ZERO];
    Bias { b, gamma: [Lanes::ZERO; D], bound }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::coordinate::checks::{gradient_is_exact, pair};
    use crate::math::Vec3;

    #[test]
    fn the_gradient_is_that_of_what_is_held() {
        for held in [[true; 3], [false, true, true], [true, false, false]] {
            let frames = pair(Vec3::new(0.3, -0.8, 1.4));
            gradient_is_exact::<RailRow, 3, 2>(&frames, params(held), true);
        }
    }
}
