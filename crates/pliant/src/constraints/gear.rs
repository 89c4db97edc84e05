//! Gear: two coordinates of joints move in a ratio.
//!
//! `C = x₁ + r x₂ − c₀` with the coordinates `x₁`, `x₂` of two joints, each the slide or the twist of
//! its two ends; `J = (J₁, r J₂)`, one bilateral row on four frames. Two twists are gears (`r` is the
//! number of teeth of the second over that of the first; they turn against each other), a twist and
//! a slide a rack, two slides a pulley. Each joint's two ends are pushed against each other, so
//! momentum and angular momentum are kept. Angles are followed over any number of turns.
//!
//! Degenerate: none of its own; see the coordinates.

use serde::{Deserialize, Serialize};

use super::coordinate::Coordinate;
use super::joint::Joint;
use super::law::Interval;
use super::rail::hard;
use super::slide::Slide;
use super::twist::Twist;
use super::{Bias, Constraint, Ends, Linear, PARAMS, Params, Substep};
use crate::error::{Check, Result};
use crate::handle::Handle;
use crate::math::Real;
use crate::math::lanes::{Lanes, V3};

/// Couples a coordinate of one joint to one of another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gear {
    /// For messages and reports.
    pub name: String,
    /// One joint, and which of its coordinates.
    pub first: (Handle<Joint>, usize),
    /// The other joint, and which of its coordinates.
    pub second: (Handle<Joint>, usize),
    /// What the second coordinate counts: `first + ratio · second` stays what it is.
    pub ratio: Real,
}

impl Gear {
    pub(crate) fn check(&self, object: &str) -> Result<()> {
        let check = Check(object);
        if !self.ratio.is_finite() || self.ratio == 0.0 {
            return check.refuse("ratio", self.ratio, "finite and not 0");
        }
        if self.first.0 == self.second.0 {
            return check.refuse("second", self.second, "another joint than the first");
        }
        Ok(())
    }
}

/// The numbers of a row: the last values of both coordinates, the ratio, the constant, and for both
/// whether they are angles (1) or lengths (0).
pub(crate) fn params(
    last: [Real; 2],
    ratio: Real,
    constant: Real,
    turns: [bool; 2],
) -> [Real; PARAMS] {
    let [a, b] = turns.map(|t| if t { 1.0 } else { 0.0 });
    [last[0], last[1], ratio, constant, a, b, 0.0]
}

/// The row kernel of gears.
#[derive(Clone, Copy, Debug)]
pub struct GearRow;

impl Constraint<1> for GearRow {
    type Law = Interval;
    const PREDICTS: bool = true;
    const WARM: bool = true;
    const AXES: bool = true;
    const WARMTH: Real = super::WARMTH;
    const FOLLOWS: usize = 2;

    #[inline(always)]
    fn evaluate(start: &Ends, predicted: &Ends, k: &Params) -> Linear<1> {
        let mut out = Linear::ZERO;
        out.c[0] = -k[3];
        for (i, weight) in [Lanes::ONE, k[2]].into_iter().enumerate() {
            let (at, then) = (half(start, i), half(predicted, i));
            let slide = Slide::measure(&at, &then, k[i]);
            let twist = Twist::measure(&at, &then, k[i]);
            let pick = |a: Lanes, b: Lanes| k[4 + i].where_positive(a, b);
            out.c[0] += pick(twist.c[0], slide.c[0]) * weight;
            out.now[i] = pick(twist.now[0], slide.now[0]);
            for end in 0..2 {
                let vector = |a: V3, b: V3| {
                    V3 { x: pick(a.x, b.x), y: pick(a.y, b.y), z: pick(a.z, b.z) }.scale(weight)
                };
                out.grad[0][2 * i + end] = vector(twist.grad[0][end], slide.grad[0][end]);
                out.turn[0][2 * i + end] = vector(twist.turn[0][end], slide.turn[0][end]);
            }
        }
        out
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 1], _: &[Lanes; 1], _: &Params, t: &Substep) -> Bias<1> {
        let infinity = Lanes::splat(Real::INFINITY);
        Bias { bound: [-infinity, infinity, Lanes::ZERO], ..hard(c, t) }
    }
}

/// The ends of one of the two joints.
#[inline(always)]
fn half(e: &Ends, i: usize) -> Ends {
    let mut out = Ends::ZERO;
    for end in 0..2 {
        (out.x[end], out.q[end]) = (e.x[2 * i + end], e.q[2 * i + end]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::coordinate::checks::{gradient_is_exact, pair};
    use crate::math::Vec3;

    #[test]
    fn the_gradient_is_that_of_the_sum() {
        let ([a, b], [c, d]) = (pair(Vec3::X * 0.7), pair(Vec3::new(-2.0, 0.1, 0.0)));
        for turns in [[true, true], [true, false], [false, false]] {
            let param = params([0.5, -1.9], 1.7, 0.3, turns);
            gradient_is_exact::<GearRow, 1, 4>(&[a, b, c, d], param, true);
        }
    }
}
