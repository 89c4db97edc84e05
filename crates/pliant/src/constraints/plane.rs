//! Plane: a point keeps its coordinate along a normal that is fixed to another point.
//!
//! `C = n·(x_a − x_b) − offset`, one row. The normal `n = x_t − x_o` runs between two points of the
//! frame it is fixed to (that of `b`, or the world's), so the constraint is a function of the four
//! points `a, b, o, t` and needs no rotations: `J = (n, −n, −d, d)` with `d = x_a − x_b`. The last
//! two are the moment `n × d` on the frame, which makes the row keep the angular momentum of the
//! pair exactly. Points that slide in a plane: Baraff 1996, section 2, "point-on-plane".
//!
//! Without bounds the row is bilateral. A positive multiplier pushes `a` along the normal.
//! No degenerate case: the normal has length 1 wherever the points are.

use serde::{Deserialize, Serialize};

use super::law::Interval;
use super::{Bias, Constraint, Ends, Linear, PARAMS, Params, Record, Softness, Substep, soften};
use crate::error::{Check, Result};
use crate::math::lanes::Lanes;
use crate::math::{Real, Vec3};
use crate::site::Site;

/// Keeps a site in a plane.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plane {
    /// For messages and reports.
    pub name: String,
    /// The site that is kept.
    pub a: Site,
    /// The site that the plane goes by.
    pub b: Site,
    /// Normal of the plane, of any length but zero: in the axes of the rigid body that `b` is on,
    /// else in those of the world.
    pub normal: Vec3,
    /// Distance of `a` from `b` along the normal, m; `None`: what it is when the plane is added.
    pub offset: Option<Real>,
    /// How it gives way.
    pub softness: Softness,
    /// The largest force, N.
    pub max_force: Real,
}

impl Default for Plane {
    fn default() -> Self {
        Self {
            name: String::new(),
            a: Site::World(Vec3::ZERO),
            b: Site::World(Vec3::ZERO),
            normal: Vec3::Y,
            offset: None,
            softness: Softness::default(),
            max_force: Real::INFINITY,
        }
    }
}

impl Plane {
    pub(crate) fn check(&self, object: &str) -> Result<()> {
        let check = Check(object);
        let length = self.normal.length();
        if !(length.is_finite() && length > 0.0) {
            return check.refuse("normal", self.normal.to_array(), "finite, and not zero");
        }
        if let Some(offset) = self.offset.filter(|x| !x.is_finite()) {
            return check.refuse("offset", offset, "a finite number");
        }
        if self.max_force.is_nan() || self.max_force <= 0.0 {
            return check.refuse("max_force", self.max_force, "above 0");
        }
        self.softness.check(&check)
    }

    /// The numbers of a row: offset, compliance, damping and the largest force.
    pub(crate) fn params(&self, offset: Real) -> [Real; PARAMS] {
        let Softness { compliance, damping } = self.softness;
        [offset, compliance, damping, self.max_force, 0.0, 0.0, 0.0]
    }
}

/// The row kernel of planes.
#[derive(Clone, Copy, Debug)]
pub struct PlaneRow;

impl Constraint<1> for PlaneRow {
    type Law = Interval;
    const PREDICTS: bool = true;
    const RECORD: Option<Record> = Some(Record::Plane);
    const WARM: bool = true;
    const WARMTH: Real = super::WARMTH;

    #[inline(always)]
    fn evaluate(start: &Ends, predicted: &Ends, k: &Params) -> Linear<1> {
        let (start, predicted) = (&start.x, &predicted.x);
        let (n, d) = (start[3] - start[2], start[0] - start[1]);
        let mut out = Linear::ZERO;
        out.c[0] = (predicted[3] - predicted[2]).dot(predicted[0] - predicted[1]) - k[0];
        out.grad[0] = [n, -n, -d, d];
        out
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 1], _: &[Lanes; 1], k: &Params, t: &Substep) -> Bias<1> {
        let (gamma, share) = soften(k[1], k[2], t);
        let most = k[3] * Lanes::splat(t.h);
        Bias {
            b: [share * c[0] * Lanes::splat(1.0 / t.h)],
            gamma: [gamma],
            bound: [-most, most, Lanes::ZERO],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::POINTS;
    use crate::math::lanes::V3;

    fn value(points: [Vec3; POINTS], offset: Real) -> (Real, [Vec3; POINTS]) {
        let p = Ends::points(points.map(V3::splat));
        let mut k = [Lanes::ZERO; PARAMS];
        k[0] = Lanes::splat(offset);
        let Linear { c, grad, .. } = PlaneRow::evaluate(&p, &p, &k);
        (c[0].0[0], grad[0].map(|g| g.lane(0)))
    }

    #[test]
    fn the_gradient_is_that_of_the_violation_wherever_the_points_are() {
        let v = Vec3::new;
        let apart = [v(0.3, 0.2, -0.1), v(-0.2, 0.4, 0.5), v(1.0, 0.0, 2.0), v(1.6, 0.8, 2.0)];
        // A site that lies on the other one has no direction of its own, and needs none.
        let together = [Vec3::ZERO, Vec3::ZERO, Vec3::ZERO, Vec3::Y];
        for points in [apart, together] {
            let (_, grad) = value(points, 0.25);
            for i in 0..POINTS {
                for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                    let h = 1e-2;
                    let moved = |by: Real| {
                        let mut p = points;
                        p[i] += axis * by;
                        value(p, 0.25).0
                    };
                    // Bilinear in the points: central differences are exact but for rounding.
                    let slope = (moved(h) - moved(-h)) / (2.0 * h);
                    assert!((slope - grad[i].dot(axis)).abs() < 1e-4, "{i} {axis}");
                }
            }
        }
    }

    #[test]
    fn the_four_forces_have_no_resultant_and_no_moment() {
        let v = Vec3::new;
        let points = [v(0.3, 0.2, -0.1), v(-0.2, 0.4, 0.5), v(1.0, 0.0, 2.0), v(1.6, 0.8, 2.0)];
        let (_, grad) = value(points, 0.0);
        let force: Vec3 = grad.iter().copied().sum();
        let moment: Vec3 = points.iter().zip(grad).map(|(p, g)| p.cross(g)).sum();
        assert!(force.length() < 1e-6 && moment.length() < 1e-6, "{force} {moment}");
    }
}
