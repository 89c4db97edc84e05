//! Bend: two triangles that share an edge keep their angle.
//!
//! `C = θ − θ₀`, the dihedral angle between the normals, zero when flat. With the edge `e = x_j −
//! x_i`, the opposite corners `l`, `r` and the face normals `n₁ = e × (x_l − x_i)`,
//! `n₂ = (x_r − x_i) × e`:
//! `∂θ/∂x_l = −|e| n₁/|n₁|²`, `∂θ/∂x_r = −|e| n₂/|n₂|²`, and the edge's ends balance them by the
//! lever arms along the edge (Bridson et al. 2003).
//!
//! Eq. 33 of Vezzano et al. 2015 is there to be compared with: `C = (x_l − x_c)·(x_r − x_c)/s − C₀` with the
//! middle `x_c` of the edge and the size `s = |x_l − x_c| |x_r − x_c|` at rest. Its derivative by the angle vanishes
//! when flat, so it hardly resists bending there.
//!
//! The row is a spring of stiffness `k` (N·m per rad²: the energy of one hinge is `½ k C²`).
//! Points are, in order, `i`, `j`, `l`, `r`. Degenerate: a triangle without area gives no row.

use super::law::Interval;
use super::{Bias, Constraint, Ends, Linear, PARAMS, Params, Substep, soften};
use crate::bodies::hinge::Hinge;
use crate::math::Real;
use crate::math::lanes::{Lanes, Triple, atan2};
use crate::math::wide::Wide;

/// The numbers of a row: what it is at rest, compliance (1/(N·m)), damping (N·m·s), and the inverse of the
/// size of a product (1/m²), 0 for angles.
pub(crate) fn params(hinge: &Hinge, stiffness: Real) -> [Real; PARAMS] {
    let inverse = if hinge.size > 0.0 { 1.0 / hinge.size } else { 0.0 };
    [hinge.rest, 1.0 / stiffness, 0.0, inverse, 0.0, 0.0, 0.0]
}

/// The row kernel of hinges.
#[derive(Clone, Copy, Debug)]
pub struct BendRow;

impl Constraint<1> for BendRow {
    type Law = Interval;
    const PREDICTS: bool = false;
    const WARM: bool = false;

    #[inline(always)]
    fn evaluate(start: &Ends, _: &Ends, k: &Params) -> Linear<1> {
        let (mut value, mut grad, sound) = fold(&start.x);
        if k[3].0.iter().any(|&inverse| inverse > 0.0) {
            let (product, slope, _) = product(&start.x, k[3]);
            value = k[3].where_positive(product, value);
            let choose = |a, b| k[3].where_positive(a, b);
            grad = std::array::from_fn(|i| {
                let (a, b) = (slope[i], grad[i]);
                Triple { x: choose(a.x, b.x), y: choose(a.y, b.y), z: choose(a.z, b.z) }
            });
        }
        let mut out = Linear::ZERO;
        out.c[0] = (value - k[0]) * k[3].where_positive(Lanes::ONE, sound);
        out.grad[0] = grad;
        out
    }

    #[inline(always)]
    fn bias(c: &[Lanes; 1], _: &[Lanes; 1], k: &Params, t: &Substep) -> Bias<1> {
        let (gamma, share) = soften(k[1], k[2], t);
        let infinity = Lanes::splat(Real::INFINITY);
        Bias {
            b: [share * c[0] * Lanes::splat(1.0 / t.h)],
            gamma: [gamma],
            bound: [-infinity, infinity, Lanes::ZERO],
        }
    }
}

/// The angle of eight hinges and its gradient by the four points; the last is 0 where a triangle has no
/// area and the gradient is zero, else 1.
#[inline(always)]
pub(crate) fn fold<T: Wide>(p: &[Triple<T>; 4]) -> (T, [Triple<T>; 4], T) {
    let e = p[1] - p[0];
    let (a, b) = (p[2] - p[0], p[3] - p[0]);
    let (n1, n2) = (e.cross(a), b.cross(e));
    let (s1, s2, ee) = (n1.dot(n1), n2.dot(n2), e.dot(e));
    let length = ee.sqrt();
    // A triangle whose height is below a millionth of the edge has no normal to speak of.
    let floor = ee * ee * T::splat(1e-12) + T::splat(Real::MIN_POSITIVE);
    let sound = (s1.min(s2) - floor).where_positive(T::splat(1.0), T::splat(0.0));
    let (s1, s2, ee) = (s1.max(floor), s2.max(floor), ee.max(floor));

    let sine = n1.cross(n2).dot(e);
    let cosine = n1.dot(n2) * length;
    let angle = atan2(sine, cosine);

    let gl = n1.scale(-(length.over(s1)));
    let gr = n2.scale(-(length.over(s2)));
    let along = T::splat(1.0).over(ee);
    let (tl, tr) = (a.dot(e) * along, b.dot(e) * along);
    let gj = -(gl.scale(tl) + gr.scale(tr));
    let gi = -(gl + gr + gj);
    (angle, [gi.scale(sound), gj.scale(sound), gl.scale(sound), gr.scale(sound)], sound)
}

/// The products of eight hinges, as multiples of a size whose inverse is given, and the gradient by the four
/// points; they are always sound.
#[inline(always)]
pub(crate) fn product<T: Wide>(p: &[Triple<T>; 4], inverse: T) -> (T, [Triple<T>; 4], T) {
    let half = T::splat(0.5);
    let middle = (p[0] + p[1]).scale(half);
    let (l, r) = (p[2] - middle, p[3] - middle);
    let (gl, gr) = (r.scale(inverse), l.scale(inverse));
    let end = -(gl + gr).scale(half);
    (l.dot(r) * inverse, [end, end, gl, gr], T::splat(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lanes::V3;
    use crate::math::{DOUBLE, Vec3, sin_cos};

    /// The unit square folded by an angle about its diagonal-free middle edge.
    fn folded(angle: Real) -> Ends {
        let (s, c) = sin_cos(angle);
        let corners = [
            Vec3::new(0.0, 0.0, 0.0),
            Vec3::new(0.0, 0.0, 1.0),
            Vec3::new(1.0, 0.0, 0.5),
            Vec3::new(-c, s, 0.5),
        ];
        Ends::points(corners.map(V3::splat))
    }

    #[test]
    fn a_fold_has_its_angle() {
        for angle in [0.0, 0.3, -0.3, 1.5, -2.8] {
            let out = BendRow::evaluate(&folded(angle), &folded(angle), &[Lanes::ZERO; PARAMS]);
            assert!((out.c[0].0[0].abs() - angle.abs()).abs() < 2e-6, "{angle}: {:?}", out.c[0]);
        }
    }

    /// Of both forms.
    #[test]
    fn the_gradient_is_that_of_what_is_kept() {
        for (angle, inverse) in
            [(0.0, 0.0), (0.4, 0.0), (-1.1, 0.0), (2.2, 0.0), (0.0, 0.8), (0.4, 0.8), (2.2, 0.8)]
        {
            let p = folded(angle);
            let mut k = [Lanes::ZERO; PARAMS];
            k[3] = Lanes::splat(inverse);
            let rows = |p: &Ends| BendRow::evaluate(p, p, &k);
            let d: Real = if DOUBLE { 1e-5 } else { 1e-2 };
            for k in 0..4 {
                for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                    let moved = |by: Real| {
                        let mut q = p;
                        q.x[k] = V3::splat(p.x[k].lane(0) + axis * by);
                        rows(&q).c[0].0[0]
                    };
                    let slope = (moved(d) - moved(-d)) / (2.0 * d);
                    let found = rows(&p).grad[0][k].lane(0).dot(axis);
                    let off = (found - slope).abs();
                    assert!(off < if DOUBLE { 1e-5 } else { 2e-3 }, "{angle} {k}: {found} {slope}");
                }
            }
        }
    }

    #[test]
    fn a_triangle_without_area_gives_no_row() {
        let mut p = folded(0.2);
        p.x[2] = V3::splat(Vec3::new(0.0, 0.0, 0.3));
        let out = BendRow::evaluate(&p, &p, &[Lanes::ZERO; PARAMS]);
        assert_eq!(out.c[0].0[0], 0.0);
        assert!(out.grad[0].iter().all(|g| g.lane(0) == Vec3::ZERO));
    }
}
