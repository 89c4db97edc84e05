//! Limit: a coordinate stays between two bounds, hard or by a spring; equal bounds hold it.
//!
//! With the coordinate `x` and the nearer bound, `y` is the room left: `x − lo` or `hi − x`. The row
//! is a contact in `y`: `0 ≤ f ⊥ J v + b + γ f ≥ 0`, its sign turned for the upper bound. While there
//! is room it may be used up, `b = y/h`. Where there is none, a hard limit takes a fifth of what is
//! missing in a substep, at most at the push-out speed of contacts, so that a body that starts
//! outside is not thrown back; a soft one is the spring `f = −k y − d ẏ`. Equal bounds make a
//! bilateral row that removes all of the violation.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use super::coordinate::Coordinate;
use super::law::Interval;
use super::{Bias, Constraint, Ends, Linear, PARAMS, Params, Substep};
use crate::error::{Check, Result};
use crate::math::Real;
use crate::math::lanes::Lanes;

/// Bounds of a coordinate, m or rad.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limit {
    /// The least it may be; −∞ for none.
    pub lo: Real,
    /// The most it may be; ∞ for none.
    pub hi: Real,
    /// Stiffness beyond the bounds, N/m or N·m/rad; ∞ is hard.
    pub stiffness: Real,
    /// Damping beyond the bounds, N·s/m or N·m·s/rad; only with a finite stiffness.
    pub damping: Real,
}

impl Limit {
    /// Hard bounds.
    pub fn new(lo: Real, hi: Real) -> Self {
        Self { lo, hi, stiffness: Real::INFINITY, damping: 0.0 }
    }

    pub(crate) fn check(&self, check: &Check<'_>) -> Result<()> {
        if self.lo.is_nan() || self.hi.is_nan() || self.lo > self.hi {
            return check.refuse("limit", [self.lo, self.hi], "two numbers, the smaller first");
        }
        if self.lo == Real::NEG_INFINITY && self.hi == Real::INFINITY
            || self.lo == Real::INFINITY
            || self.hi == Real::NEG_INFINITY
        {
            return check.refuse("limit", [self.lo, self.hi], "at least one finite bound");
        }
        if self.stiffness.is_nan() || self.stiffness <= 0.0 {
            return check.refuse("limit.stiffness", self.stiffness, "above 0");
        }
        check.not_negative("limit.damping", self.damping)?;
        if self.stiffness == Real::INFINITY && self.damping > 0.0 {
            return check.refuse("limit.damping", self.damping, "0 for a hard limit");
        }
        Ok(())
    }

    /// The numbers of a row: the last value of the coordinate, the bounds, stiffness (0: hard),
    /// damping.
    pub(crate) fn params(&self) -> [Real; PARAMS] {
        let stiffness = if self.stiffness.is_finite() { self.stiffness } else { 0.0 };
        [0.0, self.lo, self.hi, stiffness, self.damping, 0.0, 0.0]
    }
}

/// The share of what a coordinate is outside that a hard limit takes back in a substep.
const PUSH_OUT: Real = 0.2;

/// The row kernel of limits of a coordinate.
#[derive(Clone, Copy, Debug)]
pub struct LimitRow<K>(PhantomData<fn() -> K>);

impl<K: Coordinate> Constraint<1> for LimitRow<K> {
    type Law = Interval;
    const PREDICTS: bool = true;
    const WARM: bool = true;
    const AXES: bool = true;
    const WARMTH: Real = super::WARMTH;
    const FOLLOWS: usize = 1;

    #[inline(always)]
    fn evaluate(start: &Ends, predicted: &Ends, k: &Params) -> Linear<1> {
        K::measure(start, predicted, k[0])
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 1], _: &[Lanes; 1], k: &Params, t: &Substep) -> Bias<1> {
        let (lo, hi, stiffness, damping) = (k[1], k[2], k[3], k[4]);
        let (h, inv_h) = (Lanes::splat(t.h), Lanes::splat(1.0 / t.h));
        let two = Lanes::splat(2.0);
        let upper = c[0] * two - (lo + hi);
        let sign = upper.where_positive(-Lanes::ONE, Lanes::ONE);
        let room = sign * (c[0] - upper.where_positive(hi, lo));

        let rate = h * stiffness + damping;
        let soft = stiffness * room * Lanes::ONE.over(rate.max(Lanes::splat(Real::MIN_POSITIVE)));
        let hard = (room * Lanes::splat(PUSH_OUT) * inv_h).max(Lanes::splat(-t.contact.speed));
        let closed = stiffness.where_positive(soft, hard);
        let spring = Lanes::ONE.over((h * rate).max(Lanes::splat(Real::MIN_POSITIVE)));
        let free = hi - lo;
        let infinity = Lanes::splat(Real::INFINITY);
        let held = stiffness.where_positive(soft, room * inv_h * Lanes::splat(t.share));
        let b = free.where_positive(room.where_positive(room * inv_h, closed), held);
        Bias {
            b: [sign * b],
            gamma: [stiffness.where_positive(spring, Lanes::ZERO)],
            bound: [
                free.where_positive(upper.where_positive(-infinity, Lanes::ZERO), -infinity),
                free.where_positive(upper.where_positive(Lanes::ZERO, infinity), infinity),
                Lanes::ZERO,
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::contact::Push;
    use crate::constraints::slide::Slide;

    fn bias(limit: Limit, x: Real) -> (Real, Real, Real) {
        let contact = Push::default();
        let t = Substep { h: 0.01, share: 1.0, predict: true, contact, soft_contacts: true };
        let k = limit.params().map(Lanes::splat);
        let out = LimitRow::<Slide>::bias(&[Lanes::splat(x)], &[Lanes::ONE], &k, &t);
        (out.b[0].0[0], out.bound[0].0[0], out.bound[1].0[0])
    }

    /// The rate of the coordinate may use up the room in a substep, and only pushes back into it.
    #[test]
    fn the_nearer_bound_counts() {
        let infinity = Real::INFINITY;
        for (limit, x, b, lo, hi) in [
            (Limit::new(-1.0, 2.0), -0.5, 50.0, 0.0, infinity),
            (Limit::new(-1.0, 2.0), 1.5, -50.0, -infinity, 0.0),
            (Limit::new(-infinity, 2.0), -7.0, -900.0, -infinity, 0.0),
            (Limit::new(-1.0, infinity), 9.0, 1000.0, 0.0, infinity),
            (Limit::new(0.5, 0.5), 0.6, 10.0, -infinity, infinity),
        ] {
            let found = bias(limit, x);
            assert!((found.0 - b).abs() < 1e-3, "{limit:?} at {x}: {found:?}");
            assert_eq!((found.1, found.2), (lo, hi), "{limit:?} at {x}");
        }
    }

    #[test]
    fn outside_it_comes_back_slowly() {
        assert!((bias(Limit::new(-1.0, 2.0), 2.01).0 - 0.2).abs() < 1e-3);
        assert!((bias(Limit::new(-1.0, 2.0), -5.0).0 + 3.0).abs() < 1e-3);
    }
}
