//! Contact: two points do not pass each other along a normal, and rub.
//!
//! `C = n·(x_b − x_a) − offset`, the gap; rows along `n` and two tangents `t`, `s`, with Coulomb's
//! law on the three (Vezzano et al. 2015, sections 4.3 and 4.4, with friction limited by the
//! contact's own normal force instead of an estimate from gravity). The normal points from `a` to
//! `b`; the friction rows have no positional part.
//!
//! An open contact (`C > 0`) lets the points approach just so far as to touch: `b = C/h`. A closed
//! one is pushed apart like a damped spring of frequency `ω` on the contact's own
//! mass `1/w`: with `a₁ = 2ζ + hω`, `a₂ = hω a₁`, the row is `J v + (ω/a₁) C + (w/a₂) λ = 0`
//! (Catto 2023, "Soft Step"), at most at the push-out speed, and not at all within the slop. Since
//! the frequency is tied to the substep, a column of boxes sinks by the same small amount at every step size.
//!
//! Impulses act at one point, that of the node or the middle between two frames' points, so that
//! friction across a gap does not turn the pair.
//!
//! After the positions are integrated the rows are solved again without push-out (`relax`), so that
//! it leaves no velocity behind; a contact that was hit faster than the threshold then gets its
//! rebound `J v = e |J v₀|`.

use super::law::Cone;
use super::{Bias, Constraint, Ends, Linear, PARAMS, Params, Substep};
use crate::math::lanes::{Lanes, Triple, V3};
use crate::math::wide::Wide;
use crate::math::{Real, Vec3};

/// How contacts push bodies apart.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Push {
    /// Frequency of the contact spring where nodes touch, as a fraction of the substep rate.
    pub frequency: Real,
    /// The same where rigid bodies touch.
    pub rigid_frequency: Real,
    /// Its damping ratio where nodes touch.
    pub damping_ratio: Real,
    /// Its damping ratio where rigid bodies touch: what stands on others is pushed out by many at once,
    /// and comes to rest only if each is quick.
    pub rigid_damping_ratio: Real,
    /// The fastest push-out, m/s.
    pub speed: Real,
    /// Penetration that is left alone, m.
    pub slop: Real,
    /// Impacts slower than this do not rebound, m/s.
    pub rebound_threshold: Real,
}

impl Default for Push {
    fn default() -> Self {
        Self {
            frequency: 0.25,
            rigid_frequency: 0.25,
            damping_ratio: 10.0,
            rigid_damping_ratio: 0.7,
            speed: 3.0,
            slop: 0.0001,
            rebound_threshold: 0.05,
        }
    }
}

/// The numbers of a row: the normal, the offset, friction, restitution, and how many times the frequency of the world its
/// spring has.
pub(crate) fn params(
    normal: Vec3,
    offset: Real,
    friction: Real,
    restitution: Real,
    quicker: Real,
) -> [Real; PARAMS] {
    [normal.x, normal.y, normal.z, offset, friction, restitution, quicker]
}

/// The row kernel of contacts.
#[derive(Clone, Copy, Debug)]
pub struct ContactRow;

impl Constraint<3> for ContactRow {
    type Law = Cone;
    const PREDICTS: bool = false;
    const WARM: bool = true;
    const OPENS: bool = true;
    const COMMON_POINT: bool = true;

    #[inline(always)]
    fn evaluate(start: &Ends, _: &Ends, k: &Params) -> Linear<3> {
        let n = V3 { x: k[0], y: k[1], z: k[2] };
        let (t, s) = tangents(n);
        let mut out = Linear::ZERO;
        out.c[0] = n.dot(start.x[1] - start.x[0]) - k[3];
        for (d, g) in [n, t, s].into_iter().enumerate() {
            out.grad[d][0] = -g;
            out.grad[d][1] = g;
        }
        out
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 3], w: &[Lanes; 3], k: &Params, t: &Substep) -> Bias<3> {
        let p = &t.contact;
        // A coefficient, or, negative, a limit in N.
        let bound =
            [k[4].max(Lanes::ZERO), (-k[4]).max(Lanes::ZERO) * Lanes::splat(t.h), Lanes::ZERO];
        // Padding has no numbers, and must not divide by them.
        let quicker = k[6].max(Lanes::ONE);
        let hw = Lanes::splat(2.0 * std::f64::consts::PI as Real * p.frequency) * quicker;
        let a1 = Lanes::splat(2.0 * p.damping_ratio) + hw;
        let a2 = hw * a1;
        let open = c[0] * Lanes::splat(1.0 / t.h);
        let deep = (c[0] + Lanes::splat(p.slop)).min(Lanes::ZERO);
        let closed = (deep * hw.over(a1 * Lanes::splat(t.h))).max(Lanes::splat(-p.speed));
        if !t.predict {
            // The velocity form of 2015: Baumgarte's share of the depth, nothing soft.
            let b = c[0].where_positive(open, open * Lanes::splat(t.share));
            return Bias { b: [b, Lanes::ZERO, Lanes::ZERO], gamma: [Lanes::ZERO; 3], bound };
        }
        let soft = if t.soft_contacts { Lanes::ONE.over(a2) } else { Lanes::ZERO };
        Bias {
            b: [c[0].where_positive(open, closed), Lanes::ZERO, Lanes::ZERO],
            gamma: [c[0].where_positive(Lanes::ZERO, w[0] * soft), Lanes::ZERO, Lanes::ZERO],
            bound,
        }
    }
}

/// [`crate::math::tangents`], eight at once.
#[inline(always)]
pub(super) fn tangents<T: Wide>(n: Triple<T>) -> (Triple<T>, Triple<T>) {
    let one = T::splat(1.0);
    let sign = (-n.z).where_positive(-one, one);
    let a = -(one.over(sign + n.z));
    let b = n.x * n.y * a;
    (
        Triple { x: one + sign * n.x * n.x * a, y: sign * b, z: -(sign * n.x) },
        Triple { x: b, y: sign + n.y * n.y * a, z: -n.y },
    )
}
