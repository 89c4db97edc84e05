//! Distance: two points keep a distance, or do not exceed it, or do not fall below it.
//!
//! `C = |d| − L` with `d = x_b − x_a`; `n = d/|d|`; `J = (−n, n)`, so `Ċ = J v` (Vezzano et al.
//! 2015, section 4.2, with the row normalised and the sign of its bias corrected). A positive
//! multiplier pushes the points apart; the three modes limit its sign.
//!
//! Degenerate: points that coincide have no direction; the row then acts along the direction of
//! the predicted points, and along x if these coincide too.

use serde::{Deserialize, Serialize};

use super::law::Interval;
use super::{
    Bias, Constraint, Ends, Linear, PARAMS, Params, Record, Softness, Stiffens, Substep, soften,
};
use crate::error::{Check, Result};
use crate::math::Real;
use crate::math::lanes::{Lanes, V3};
use crate::site::Site;

/// What a distance constraint resists: the three ways to limit its multiplier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resists {
    /// Stretching and compression: a rod.
    #[default]
    Both,
    /// Only stretching: a string.
    Stretch,
    /// Only compression: a strut that lets go.
    Compression,
}

/// Keeps two sites at a distance.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Distance {
    /// For messages and reports.
    pub name: String,
    /// One end.
    pub a: Site,
    /// The other end.
    pub b: Site,
    /// Rest length, m; `None`: the distance when it is added.
    pub length: Option<Real>,
    /// Which way it resists.
    pub resists: Resists,
    /// How it gives way.
    pub softness: Softness,
    /// The largest force, N.
    pub max_force: Real,
}

impl Default for Distance {
    fn default() -> Self {
        Self {
            name: String::new(),
            a: Site::World(Default::default()),
            b: Site::World(Default::default()),
            length: None,
            resists: Resists::Both,
            softness: Softness::default(),
            max_force: Real::INFINITY,
        }
    }
}

impl Distance {
    pub(crate) fn check(&self, object: &str) -> Result<()> {
        let check = Check(object);
        if let Some(length) = self.length {
            check.not_negative("length", length)?;
        }
        if self.max_force.is_nan() || self.max_force <= 0.0 {
            return check.refuse("max_force", self.max_force, "above 0");
        }
        self.softness.check(&check)
    }

    /// The numbers of a row: length, compliance stretched and compressed, damping, and the forces
    /// at which it stops pulling and pushing.
    pub(crate) fn params(
        length: Real,
        stretched: Real,
        compressed: Real,
        damping: Real,
        resists: Resists,
        max_force: Real,
    ) -> [Real; PARAMS] {
        let pull = if resists == Resists::Compression { 0.0 } else { -max_force };
        let push = if resists == Resists::Stretch { 0.0 } else { max_force };
        [length, stretched, compressed, damping, pull, push, 0.0]
    }
}

/// The row kernel of distances.
#[derive(Clone, Copy, Debug)]
pub struct DistanceRow;

impl Constraint<1> for DistanceRow {
    type Law = Interval;
    const PREDICTS: bool = true;
    const RECORD: Option<Record> = Some(Record::Distance);
    const WARM: bool = false;
    const STIFFENS: Stiffens = Stiffens::Line;

    #[inline(always)]
    fn evaluate(start: &Ends, predicted: &Ends, k: &Params) -> Linear<1> {
        let (d0, d1) = (start.x[1] - start.x[0], predicted.x[1] - predicted.x[0]);
        let (l0, l1) = (d0.dot(d0).sqrt(), d1.dot(d1).sqrt());
        let has = |a: Lanes, b: Lanes| l0.where_positive(a, b);
        let d = V3 {
            x: has(d0.x, l1.where_positive(d1.x, Lanes::ONE)),
            y: has(d0.y, d1.y),
            z: has(d0.z, d1.z),
        };
        let n = d.scale(Lanes::ONE.over(has(l0, l1.where_positive(l1, Lanes::ONE))));
        let mut out = Linear::ZERO;
        out.c[0] = l1 - k[0];
        out.grad[0][0] = -n;
        out.grad[0][1] = n;
        out
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 1], _: &[Lanes; 1], k: &Params, t: &Substep) -> Bias<1> {
        let (gamma, share) = soften(k[1], k[3], t);
        let (pushing, _) = soften(k[2], k[3], t);
        let h = Lanes::splat(t.h);
        Bias {
            b: [share * c[0] * Lanes::splat(1.0 / t.h)],
            gamma: [gamma],
            bound: [k[4] * h, k[5] * h, pushing - gamma],
        }
    }
}
