//! Anchor: two points coincide.
//!
//! `C = x_b − x_a`, three rows solved as one block; `J = (−1, 1)` by the world's axes. The text's
//! `½|x − y|²` (Vezzano et al. 2015, section 4.1) has a Jacobian that vanishes at the solution; the
//! three scalar rows have none of that trouble and no degenerate case.

use serde::{Deserialize, Serialize};

use super::law::Disc;
use super::{
    Bias, Constraint, Ends, Linear, PARAMS, Params, Record, Softness, Stiffens, Substep, soften,
};
use crate::error::{Check, Result};
use crate::math::lanes::{Lanes, V3};
use crate::math::{Real, Vec3};
use crate::site::Site;

/// Holds two sites together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Anchor {
    /// For messages and reports.
    pub name: String,
    /// One end.
    pub a: Site,
    /// The other end.
    pub b: Site,
    /// How it gives way.
    pub softness: Softness,
    /// The largest force, N: the anchor slips, but holds on, above it.
    pub max_force: Real,
    /// The force at which it breaks, N, on average over a step.
    pub break_force: Real,
}

impl Default for Anchor {
    fn default() -> Self {
        Self {
            name: String::new(),
            a: Site::World(Vec3::ZERO),
            b: Site::World(Vec3::ZERO),
            softness: Softness::default(),
            max_force: Real::INFINITY,
            break_force: Real::INFINITY,
        }
    }
}

impl Anchor {
    pub(crate) fn check(&self, object: &str) -> Result<()> {
        let check = Check(object);
        if self.max_force.is_nan() || self.max_force <= 0.0 {
            return check.refuse("max_force", self.max_force, "above 0");
        }
        if self.break_force.is_nan() || self.break_force <= 0.0 {
            return check.refuse("break_force", self.break_force, "above 0");
        }
        self.softness.check(&check)
    }

    /// The numbers of a row: compliance, damping and the largest force.
    pub(crate) fn params(&self) -> [Real; PARAMS] {
        let Softness { compliance, damping } = self.softness;
        [compliance, damping, self.max_force, 0.0, 0.0, 0.0, 0.0]
    }
}

/// The row kernel of anchors.
#[derive(Clone, Copy, Debug)]
pub struct AnchorRow;

impl Constraint<3> for AnchorRow {
    type Law = Disc;
    const PREDICTS: bool = true;
    const RECORD: Option<Record> = Some(Record::Anchor);
    const WARM: bool = true;
    const WARMTH: Real = super::WARMTH;
    const STIFFENS: Stiffens = Stiffens::Arms;

    #[inline(always)]
    fn evaluate(_: &Ends, predicted: &Ends, _: &Params) -> Linear<3> {
        let d = predicted.x[1] - predicted.x[0];
        let mut out = Linear::ZERO;
        out.c = [d.x, d.y, d.z];
        for (i, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
            out.grad[i][0] = V3::splat(-axis);
            out.grad[i][1] = V3::splat(axis);
        }
        out
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 3], _: &[Lanes; 3], k: &Params, t: &Substep) -> Bias<3> {
        let (gamma, share) = soften(k[0], k[1], t);
        let rate = share.over(Lanes::splat(t.h));
        Bias {
            b: [c[0] * rate, c[1] * rate, c[2] * rate],
            gamma: [gamma; 3],
            bound: [k[2] * Lanes::splat(t.h), Lanes::ZERO, Lanes::ZERO],
        }
    }
}
