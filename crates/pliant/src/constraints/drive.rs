//! Drive: a motor or a spring on a coordinate.
//!
//! A spring with damper gives the force `f = −k (x − x₀) − d ẋ`; over a substep, taken at its end,
//! `J v + k c/(hk + d) + λ/(h (hk + d)) = 0` with `c = x − x₀`: stable for any `k`, `d` and `h`.
//! A velocity motor holds `J v = v₀`; a position motor goes to its target at no more than its speed,
//! `J v = −c/h` within `±v₀`. Both do what they can with the largest force they have:
//! `|λ| ≤ h f_max`. Dry friction is a velocity motor of target 0.

use std::marker::PhantomData;

use serde::{Deserialize, Serialize};

use super::coordinate::Coordinate;
use super::law::Interval;
use super::{Bias, Constraint, Ends, Linear, PARAMS, Params, Substep};
use crate::error::{Check, Result};
use crate::math::Real;
use crate::math::lanes::Lanes;

/// A spring on a coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spring {
    /// Where it pulls to, m or rad.
    pub rest: Real,
    /// Stiffness, N/m or N·m/rad.
    pub stiffness: Real,
    /// Damping, N·s/m or N·m·s/rad.
    pub damping: Real,
}

/// A motor on a coordinate. Forces are torques (N·m) where the coordinate is an angle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Motor {
    /// Holds a velocity.
    Velocity {
        /// The velocity, m/s or rad/s.
        target: Real,
        /// The largest force, N or N·m.
        max_force: Real,
    },
    /// Goes to a position and holds it.
    Position {
        /// The position, m or rad; of an angle it may be turns away.
        target: Real,
        /// The fastest it goes there, m/s or rad/s.
        max_speed: Real,
        /// The largest force, N or N·m.
        max_force: Real,
    },
}

impl Spring {
    pub(crate) fn check(&self, check: &Check<'_>) -> Result<()> {
        if !self.rest.is_finite() {
            return check.refuse("spring.rest", self.rest, "finite");
        }
        check.not_negative("spring.stiffness", self.stiffness)?;
        check.not_negative("spring.damping", self.damping)?;
        if self.stiffness == 0.0 && self.damping == 0.0 {
            return check.refuse("spring.stiffness", 0.0, "above 0 where there is no damping");
        }
        Ok(())
    }

    /// The numbers of a row: the last value of the coordinate, its target, stiffness and damping
    /// (−1: rigid), velocity, and the largest force.
    pub(crate) fn params(&self) -> [Real; PARAMS] {
        [0.0, self.rest, self.stiffness, self.damping, 0.0, Real::INFINITY, 0.0]
    }
}

impl Motor {
    /// A motor that holds a velocity with any force it takes.
    pub fn velocity(target: Real) -> Self {
        Self::Velocity { target, max_force: Real::INFINITY }
    }

    pub(crate) fn check(&self, check: &Check<'_>) -> Result<()> {
        let (target, speed, force) = match *self {
            Self::Velocity { target, max_force } => (target, 1.0, max_force),
            Self::Position { target, max_speed, max_force } => (target, max_speed, max_force),
        };
        if !target.is_finite() {
            return check.refuse("motor.target", target, "finite");
        }
        if speed.is_nan() || speed <= 0.0 {
            return check.refuse("motor.max_speed", speed, "above 0");
        }
        if force.is_nan() || force < 0.0 {
            return check.refuse("motor.max_force", force, "at least 0");
        }
        Ok(())
    }

    /// As [`Spring::params`].
    pub(crate) fn params(&self) -> [Real; PARAMS] {
        match *self {
            Self::Velocity { target, max_force } => [0.0, 0.0, 0.0, -1.0, target, max_force, 0.0],
            Self::Position { target, max_speed, max_force } => {
                [0.0, target, -1.0, 0.0, max_speed, max_force, 0.0]
            }
        }
    }
}

/// The row kernel of drives of a coordinate.
#[derive(Clone, Copy, Debug)]
pub struct DriveRow<K>(PhantomData<fn() -> K>);

impl<K: Coordinate> Constraint<1> for DriveRow<K> {
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
        let (stiffness, damping, speed, force) = (k[2], k[3], k[4], k[5]);
        let (h, inv_h) = (Lanes::splat(t.h), Lanes::splat(1.0 / t.h));
        let off = c[0] - k[1];
        let rate = (h * stiffness + damping).max(Lanes::splat(Real::MIN_POSITIVE));
        let spring = stiffness * off * Lanes::ONE.over(rate);
        let position = (off * inv_h * Lanes::splat(t.share)).min(speed).max(-speed);
        let (is_position, is_velocity) = (-stiffness, -damping);
        let b = is_position.where_positive(position, is_velocity.where_positive(-speed, spring));
        let soft = Lanes::ONE.over(h * rate);
        let gamma =
            is_position.where_positive(Lanes::ZERO, is_velocity.where_positive(Lanes::ZERO, soft));
        let bound = force * h;
        Bias { b: [b], gamma: [gamma], bound: [-bound, bound, Lanes::ZERO] }
    }
}
