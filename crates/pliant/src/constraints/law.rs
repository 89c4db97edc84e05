//! Laws: which impulses a group of rows may carry.
//!
//! A law sees the local problem of one group, `δ(f) = w f + d`, and answers with the impulse that
//! fulfils it. Solvers call laws and know nothing else of a constraint; laws know nothing of bodies.
//!
//! | law | rows | meaning | kernel |
//! |---|---|---|---|
//! | bilateral | any | `δ = 0` | [`Exact`]; [`Interval`] and [`Disc`] without bounds |
//! | unilateral | 1 | `0 ≤ f ⊥ δ ≥ 0` (Signorini) | [`Interval`] from 0 |
//! | bounded | 1, 3 | bilateral up to a force | [`Interval`], [`Disc`] |
//! | Coulomb's cone | 3 | unilateral, and `|f_t| ≤ μ f_n` against the slip | [`Cone`] |

use crate::math::Real;
use crate::math::lanes::Lanes;
use crate::solvers::newton::Law;

/// The impulse that solves `W` local problems at once, each of `D` rows.
///
/// `w` is the local compliance with the rows' own softness on its diagonal, `delta` the present
/// violation, `bound` the law's parameters, `f` the present impulse.
pub trait Project<const D: usize> {
    /// The same law as a function of the velocity.
    const LAW: Law;

    /// The new impulse.
    fn project(
        w: &[[Lanes; D]; D],
        delta: &[Lanes; D],
        bound: &[Lanes; 3],
        f: &[Lanes; D],
    ) -> [Lanes; D];
}

/// One row, `lo ≤ f ≤ hi`: bilateral, unilateral and bounded are choices of the two bounds. A third
/// number is softness (1/kg) that only a push has, for edges that give way when compressed.
pub struct Interval;

impl Project<1> for Interval {
    const LAW: Law = Law::Interval;

    #[inline(always)]
    fn project(
        w: &[[Lanes; 1]; 1],
        delta: &[Lanes; 1],
        bound: &[Lanes; 3],
        f: &[Lanes; 1],
    ) -> [Lanes; 1] {
        // What is left without this row's impulse: it pushes where that is negative.
        let rest = delta[0] - w[0][0] * f[0];
        let w = rest.where_positive(w[0][0], w[0][0] + bound[2]);
        [(-(rest.over(w))).max(bound[0]).min(bound[1])]
    }
}

/// Three rows, `|f| ≤ bound[0]`, solved as one 3×3 block.
pub struct Disc;

impl Project<3> for Disc {
    const LAW: Law = Law::Disc;

    #[inline(always)]
    fn project(
        w: &[[Lanes; 3]; 3],
        delta: &[Lanes; 3],
        bound: &[Lanes; 3],
        f: &[Lanes; 3],
    ) -> [Lanes; 3] {
        // Where a long lever meets a small inertia, rounding can eat the smallest eigenvalue: a hair
        // on the diagonal makes the step shorter there, not the solution different.
        let hair = (w[0][0] + w[1][1] + w[2][2]) * Lanes::splat(4.0 * Real::EPSILON);
        let mut w = *w;
        for d in 0..3 {
            w[d][d] += hair;
        }
        let df = solve3(&w, delta);
        let g = [f[0] - df[0], f[1] - df[1], f[2] - df[2]];
        let length = (g[0] * g[0] + g[1] * g[1] + g[2] * g[2]).sqrt();
        let s = shrink(length, bound[0]);
        [g[0] * s, g[1] * s, g[2] * s]
    }
}

/// Any number of rows without bounds, solved as one block by `LDLᵀ`.
pub struct Exact;

impl<const D: usize> Project<D> for Exact {
    const LAW: Law = Law::Exact;

    #[inline(always)]
    fn project(
        w: &[[Lanes; D]; D],
        delta: &[Lanes; D],
        _: &[Lanes; 3],
        f: &[Lanes; D],
    ) -> [Lanes; D] {
        let mut l = *w;
        let mut inv = [Lanes::ZERO; D];
        let mut x = *delta;
        for j in 0..D {
            // As in `Disc`: a hair keeps rows that say nearly the same from tearing.
            let mut pivot = l[j][j] + w[j][j] * Lanes::splat(4.0 * Real::EPSILON);
            for k in 0..j {
                pivot = pivot - l[j][k] * l[k][j];
            }
            inv[j] = Lanes::ONE.over(pivot.max(w[j][j] * Lanes::splat(Real::EPSILON)));
            for i in j + 1..D {
                let mut sum = l[i][j];
                for k in 0..j {
                    sum = sum - l[i][k] * l[k][j];
                }
                // Above the diagonal `D Lᵀ`, below it `L`.
                l[j][i] = sum;
                l[i][j] = sum * inv[j];
            }
        }
        for i in 0..D {
            for k in 0..i {
                x[i] = x[i] - l[i][k] * x[k];
            }
        }
        for i in (0..D).rev() {
            x[i] = x[i] * inv[i];
            for k in i + 1..D {
                x[i] = x[i] - l[k][i] * x[k];
            }
        }
        let mut new = *f;
        for d in 0..D {
            new[d] = f[d] - x[d];
        }
        new
    }
}

/// Three rows, normal and two tangents, `bound[0] = μ`: first the normal, then both tangents at
/// once, exactly: stick if that needs no more than `μ f_n`, else the friction of that size which
/// opposes the slip that remains.
pub struct Cone;

impl Project<3> for Cone {
    const LAW: Law = Law::Cone;

    #[inline(always)]
    fn project(
        w: &[[Lanes; 3]; 3],
        delta: &[Lanes; 3],
        bound: &[Lanes; 3],
        f: &[Lanes; 3],
    ) -> [Lanes; 3] {
        let n = (f[0] - delta[0].over(w[0][0])).max(Lanes::ZERO);
        let dn = n - f[0];
        // The slip as a function of the friction alone: δ_t = w_t t + g.
        let wt = [w[1][1], w[1][2], w[2][2]];
        let g = [
            delta[1] + w[1][0] * dn - wt[0] * f[1] - wt[1] * f[2],
            delta[2] + w[2][0] * dn - wt[1] * f[1] - wt[2] * f[2],
        ];
        // A limit of its own holds only while the contact is closed.
        let own = n.where_positive(bound[1], Lanes::ZERO);
        let t = slide(wt, g, bound[0] * n + own);
        [n, t[0], t[1]]
    }
}

/// The friction `t`, `|t| ≤ r`, that opposes the slip `w t + g` it leaves: `(w + s) t = −g` with the
/// smallest `s ≥ 0` that keeps `|t| ≤ r`. Newton on `1/r − 1/|t(s)|`, which is nearly linear in `s`
/// (Moré and Sorensen 1983), from the left, so that it cannot overshoot; `w` is `[w₁₁, w₁₂, w₂₂]`.
#[inline(always)]
fn slide(w: [Lanes; 3], g: [Lanes; 2], r: Lanes) -> [Lanes; 2] {
    // Far above the smallest numbers: arithmetic on denormals is a hundred times slower.
    let tiny = Lanes::splat(1e-20);
    let most = (w[0] + w[2]) * Lanes::splat(1e4);
    let mut s = Lanes::ZERO;
    let mut t = [Lanes::ZERO; 2];
    for last in [false, false, false, true] {
        let (a, b, c) = (w[0] + s, w[1], w[2] + s);
        let inv = Lanes::ONE.over(a * c - b * b);
        let solve = |x: [Lanes; 2]| [(c * x[0] - b * x[1]) * inv, (a * x[1] - b * x[0]) * inv];
        t = solve(g).map(|x| -x);
        if !last {
            let q = solve(t);
            let square = t[0] * t[0] + t[1] * t[1];
            let curve = (t[0] * q[0] + t[1] * q[1]).max(tiny);
            let excess = (square.sqrt() - r).max(Lanes::ZERO);
            let step = square.over(curve) * excess.over(r.max(tiny));
            s = (s + step).min(most);
        }
    }
    let k = shrink((t[0] * t[0] + t[1] * t[1]).sqrt(), r);
    [t[0] * k, t[1] * k]
}

/// The factor that brings a vector of this length back to a disc of this radius.
#[inline(always)]
fn shrink(length: Lanes, radius: Lanes) -> Lanes {
    (length - radius).where_positive(radius.over(length), Lanes::ONE)
}

/// `w⁻¹ d` for symmetric positive definite 3×3 blocks, by cofactors.
#[inline(always)]
fn solve3(w: &[[Lanes; 3]; 3], d: &[Lanes; 3]) -> [Lanes; 3] {
    let c00 = w[1][1] * w[2][2] - w[1][2] * w[2][1];
    let c01 = w[1][2] * w[2][0] - w[1][0] * w[2][2];
    let c02 = w[1][0] * w[2][1] - w[1][1] * w[2][0];
    let c11 = w[0][0] * w[2][2] - w[0][2] * w[2][0];
    let c12 = w[0][1] * w[2][0] - w[0][0] * w[2][1];
    let c22 = w[0][0] * w[1][1] - w[0][1] * w[1][0];
    let inv = Lanes::ONE.over(w[0][0] * c00 + w[0][1] * c01 + w[0][2] * c02);
    [
        (c00 * d[0] + c01 * d[1] + c02 * d[2]) * inv,
        (c01 * d[0] + c11 * d[1] + c12 * d[2]) * inv,
        (c02 * d[0] + c12 * d[1] + c22 * d[2]) * inv,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn splat<const D: usize>(x: [Real; D]) -> [Lanes; D] {
        x.map(Lanes::splat)
    }

    const W: [[Real; 3]; 3] = [[2.0, 0.3, -0.1], [0.3, 1.5, 0.2], [-0.1, 0.2, 1.1]];

    fn w() -> [[Lanes; 3]; 3] {
        W.map(splat)
    }

    /// `δ` after the impulse has changed from `f` to `g`.
    fn after(d: [Real; 3], f: [Real; 3], g: [Lanes; 3]) -> [Real; 3] {
        std::array::from_fn(|i| d[i] + (0..3).map(|j| W[i][j] * (g[j].0[0] - f[j])).sum::<Real>())
    }

    #[test]
    fn a_bilateral_block_is_solved_exactly() {
        let (d, f) = ([0.4, -0.7, 0.2], [0.1, 0.0, -0.3]);
        let g = Disc::project(&w(), &splat(d), &splat([Real::INFINITY, 0.0, 0.0]), &splat(f));
        assert!(after(d, f, g).iter().all(|r| r.abs() < 2e-6), "{:?}", after(d, f, g));
    }

    #[test]
    fn a_block_of_any_size_is_solved_exactly() {
        let (d, f) = ([0.4, -0.7, 0.2], [0.1, 0.0, -0.3]);
        let g = Exact::project(&w(), &splat(d), &splat([0.0; 3]), &splat(f));
        assert!(after(d, f, g).iter().all(|r| r.abs() < 2e-6), "{:?}", after(d, f, g));
    }

    #[test]
    fn a_bounded_block_stays_in_its_disc() {
        let g =
            Disc::project(&w(), &splat([5.0, 1.0, 0.0]), &splat([0.5, 0.0, 0.0]), &splat([0.0; 3]));
        let length = g.iter().map(|x| x.0[0] * x.0[0]).sum::<Real>().sqrt();
        assert!((length - 0.5).abs() < 1e-6);
    }

    #[test]
    fn a_row_stops_at_its_bounds() {
        let w = [splat([2.0])];
        let solve = |d: Real, lo: Real, hi: Real| {
            Interval::project(&w, &splat([d]), &splat([lo, hi, 0.0]), &splat([0.0]))[0].0[0]
        };
        assert_eq!(solve(-4.0, 0.0, Real::INFINITY), 2.0);
        assert_eq!(solve(4.0, 0.0, Real::INFINITY), 0.0);
        assert_eq!(solve(4.0, -0.5, 0.5), -0.5);
    }

    #[test]
    fn friction_sticks_inside_the_cone_and_slides_on_it_against_the_motion() {
        let diagonal = [[2.0, 0.0, 0.0], [0.0, 1.5, 0.0], [0.0, 0.0, 1.5]].map(splat);
        let solve = |mu: Real| {
            Cone::project(
                &diagonal,
                &splat([-2.0, 0.3, 0.4]),
                &splat([mu, 0.0, 0.0]),
                &splat([0.0; 3]),
            )
            .map(|x| x.0[0])
        };
        let [n, t, s] = solve(0.9);
        assert!((n - 1.0).abs() < 1e-6 && (t + 0.2).abs() < 1e-6 && (s + 0.8 / 3.0).abs() < 1e-6);
        let [n, t, s] = solve(0.1);
        assert!(((t * t + s * s).sqrt() - 0.1 * n).abs() < 1e-6);
        assert!(t < 0.0 && (s / t - 4.0 / 3.0).abs() < 1e-5);
    }

    /// With a compliance that is not the same in all directions, friction still opposes the slip.
    #[test]
    fn friction_opposes_the_slip_it_leaves() {
        for (wt, g, r) in [
            ([2.0, 0.8, 1.0], [1.0, 0.3], 0.1),
            ([5.0, 1.5, 0.7], [-0.4, 2.0], 0.5),
            ([1.0, 0.0, 1.0], [0.0, 3.0], 0.2),
        ] {
            let t = slide(splat(wt), splat(g), Lanes::splat(r)).map(|x| x.0[0]);
            let slip = [wt[0] * t[0] + wt[1] * t[1] + g[0], wt[1] * t[0] + wt[2] * t[1] + g[1]];
            let size = (t[0] * t[0] + t[1] * t[1]).sqrt();
            assert!((size - r).abs() < 1e-5);
            let across = (slip[0] * t[1] - slip[1] * t[0]).abs();
            let along = slip[0] * t[0] + slip[1] * t[1];
            assert!(along < 0.0 && across < 2e-3 * along.abs(), "{across} {along}");
        }
    }

    #[test]
    fn an_open_contact_carries_nothing() {
        let g =
            Cone::project(&w(), &splat([1.0, 3.0, 0.0]), &splat([0.5, 0.0, 0.0]), &splat([0.0; 3]));
        assert!(g.iter().all(|x| x.0[0] == 0.0));
    }
}
