//! Hold: everything that a joint of two frames holds, as one block of six rows.
//!
//! The first three rows are those of the [rail](super::rail): the point of b does not leave that of a
//! along the axes of a that are held. The last three are those of the [weld](super::weld), or two of
//! [aligned axes](super::align), or none. Rows that are not held have no gradient.
//!
//! Solved one after the other, a point on a long lever and an angle come to agree slowly: each undoes
//! a share `m r²/(I + m r²)` of what the other did. As one block they are exact at once.

use super::align::AlignRow;
use super::law::Exact;
use super::rail::{RailRow, hard};
use super::weld::WeldRow;
use super::{Bias, Constraint, Ends, Linear, PARAMS, POINTS, Params, Record, Substep};
use crate::math::Real;
use crate::math::lanes::{Lanes, V3};

/// Which angles are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Angles {
    /// None.
    Free,
    /// All but the turn about the x-axis.
    Aligned,
    /// All.
    Welded,
}

/// The numbers of a row: 1 for the axes of a along which b is held, then 0, 1 or 2 for the angles.
pub(crate) fn params(linear: [bool; 3], angles: Angles) -> [Real; PARAMS] {
    let [x, y, z] = linear.map(|h| if h { 1.0 } else { 0.0 });
    let angles = match angles {
        Angles::Free => 0.0,
        Angles::Aligned => 1.0,
        Angles::Welded => 2.0,
    };
    [x, y, z, angles, 0.0, 0.0, 0.0]
}

/// The axes of a that are held, linear and angular, as 1 and 0.
pub(crate) fn held(param: &[Real; PARAMS]) -> [Real; 6] {
    let (x, rest) =
        (if param[3] > 1.5 { 1.0 } else { 0.0 }, if param[3] > 0.5 { 1.0 } else { 0.0 });
    [param[0], param[1], param[2], x, rest, rest]
}

/// The row kernel of what joints hold.
#[derive(Clone, Copy, Debug)]
pub struct HoldRow;

impl Constraint<6> for HoldRow {
    type Law = Exact;
    const PREDICTS: bool = true;
    const RECORD: Option<Record> = Some(Record::Joint);
    const WARM: bool = true;
    const AXES: bool = true;
    const WARMTH: Real = super::WARMTH;

    #[inline(always)]
    fn evaluate(start: &Ends, predicted: &Ends, k: &Params) -> Linear<6> {
        let rail = RailRow::evaluate(start, predicted, k);
        let weld = WeldRow::evaluate(start, predicted, k);
        let align = AlignRow::evaluate(start, predicted, k);
        let welded = k[3] - Lanes::splat(1.5);
        let aligned = k[3] - Lanes::splat(0.5);
        let pick =
            |a: Lanes, b: Lanes| aligned.where_positive(welded.where_positive(a, b), Lanes::ZERO);
        let mut out = Linear::ZERO;
        for i in 0..3 {
            (out.c[i], out.grad[i], out.turn[i]) = (rail.c[i], rail.grad[i], rail.turn[i]);
            // Aligned axes hold the angles about y and z, not that about x.
            let mut turn = [V3::ZERO; POINTS];
            let mut c = Lanes::ZERO;
            if i > 0 {
                (c, turn) = (align.c[i - 1], align.turn[i - 1]);
            }
            out.c[3 + i] = pick(weld.c[i], c);
            for end in 0..2 {
                let (a, b) = (weld.turn[i][end], turn[end]);
                out.turn[3 + i][end] =
                    V3 { x: pick(a.x, b.x), y: pick(a.y, b.y), z: pick(a.z, b.z) };
            }
        }
        out
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 6], _: &[Lanes; 6], _: &Params, t: &Substep) -> Bias<6> {
        hard(c, t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::coordinate::checks::{gradient_is_exact, pair};
    use crate::math::Vec3;

    #[test]
    fn the_gradient_is_that_of_what_is_held() {
        for angles in [Angles::Free, Angles::Aligned, Angles::Welded] {
            for linear in [[true; 3], [false, true, true]] {
                let frames = pair(Vec3::new(0.1, -0.2, 0.3));
                gradient_is_exact::<HoldRow, 6, 2>(&frames, params(linear, angles), true);
            }
        }
    }
}
