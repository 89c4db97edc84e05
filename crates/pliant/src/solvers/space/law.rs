//! The laws of the engine's rows as functions of one block: see [`crate::constraints::law`] for what
//! they mean. In double precision, one group at a time, with the inverse of the block found before.

/// The most rows of a group.
pub(crate) const MOST: usize = 6;

/// The problem of one group: `δ(g) = δ + w (g − f)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local<'a> {
    /// Compliance of the group with its softness, row by row.
    pub(crate) w: &'a [f64],
    /// The inverse of that.
    pub(crate) inverse: &'a [f64],
    /// What is left of the rows at the present impulse.
    pub(crate) delta: &'a [f64],
    /// The present impulse.
    pub(crate) f: &'a [f64],
    /// The law's parameters.
    pub(crate) bound: [f64; 3],
}

impl Local<'_> {
    fn rows(&self) -> usize {
        self.f.len()
    }

    /// The impulse for which `δ = 0`.
    pub(crate) fn exact(&self) -> [f64; MOST] {
        let n = self.rows();
        let mut g = [0.0; MOST];
        for (d, g) in g[..n].iter_mut().enumerate() {
            let row = &self.inverse[d * n..(d + 1) * n];
            *g = self.f[d] - row.iter().zip(self.delta).map(|(a, b)| a * b).sum::<f64>();
        }
        g
    }

    /// One row between two bounds, softer by the third number where it pushes.
    pub(crate) fn interval(&self) -> [f64; MOST] {
        let [lo, hi, softer] = self.bound;
        let rest = self.delta[0] - self.w[0] * self.f[0];
        let w = if rest > 0.0 { self.w[0] } else { self.w[0] + softer };
        let mut g = [0.0; MOST];
        g[0] = (-rest / w).max(lo).min(hi);
        g
    }

    /// Rows as one, up to a length.
    pub(crate) fn disc(&self) -> [f64; MOST] {
        let mut g = self.exact();
        let length = g.iter().map(|x| x * x).sum::<f64>().sqrt();
        if length > self.bound[0] {
            g.iter_mut().for_each(|x| *x *= self.bound[0] / length);
        }
        g
    }

    /// Coulomb's cone on a normal and two tangents.
    pub(crate) fn cone(&self) -> [f64; MOST] {
        self.friction(1, true)
    }

    /// The first rows are held, or only push, and the others rub against the slip they leave, with at most
    /// `μ` times the force on those. What sticks is solved as one block; else what is held, then the friction.
    pub(crate) fn friction(&self, held: usize, unilateral: bool) -> [f64; MOST] {
        let (n, mu) = (self.rows(), self.bound[0]);
        let size = |g: &[f64]| g.iter().map(|x| x * x).sum::<f64>().sqrt();
        let stuck = self.exact();
        let pushes = !unilateral || stuck[0] > 0.0;
        if pushes && size(&stuck[held..n]) <= mu * size(&stuck[..held]) {
            return stuck;
        }
        let (w, f, d) = (self.w, self.f, self.delta);
        let mut g = [0.0; MOST];
        if held == 1 {
            g[0] = f[0] - d[0] / w[0];
            g[0] = if unilateral { g[0].max(0.0) } else { g[0] };
        } else {
            let t = [w[0], w[1], w[n + 1]];
            let step = solve2(t, [d[0], d[1]]);
            (g[0], g[1]) = (f[0] - step[0], f[1] - step[1]);
        }
        // The slip as a function of the friction alone: δ_t = w_t t + rest.
        let rest = |i: usize| {
            let normal: f64 = (0..held).map(|k| w[i * n + k] * (g[k] - f[k])).sum();
            let rub: f64 = (held..n).map(|k| w[i * n + k] * f[k]).sum();
            d[i] + normal - rub
        };
        let most = mu * size(&g[..held]);
        if n - held == 1 {
            g[held] = (-rest(held) / w[held * n + held]).clamp(-most, most);
        } else {
            let (i, k) = (held, held + 1);
            let t = slide([w[i * n + i], w[i * n + k], w[k * n + k]], [rest(i), rest(k)], most);
            (g[i], g[k]) = (t[0], t[1]);
        }
        g
    }
}

/// `w⁻¹ x` of a symmetric 2×2 block `[w₁₁, w₁₂, w₂₂]`.
fn solve2([a, b, c]: [f64; 3], x: [f64; 2]) -> [f64; 2] {
    let inv = 1.0 / (a * c - b * b);
    [(c * x[0] - b * x[1]) * inv, (a * x[1] - b * x[0]) * inv]
}

/// The friction `t`, `|t| ≤ r`, that opposes the slip `w t + g` it leaves, as in
/// [`crate::constraints::law`], to convergence.
fn slide(w: [f64; 3], g: [f64; 2], r: f64) -> [f64; 2] {
    if r <= 0.0 {
        return [0.0; 2];
    }
    // `|t(s)| ≥ |g|/(w_max + s)`, so the answer is not below this; Newton's method comes up to it from there.
    let (half, across) = (0.5 * (w[0] - w[2]), w[1]);
    let most = 0.5 * (w[0] + w[2]) + (half * half + across * across).sqrt();
    let mut s = ((g[0] * g[0] + g[1] * g[1]).sqrt() / r - most).max(0.0);
    let mut t = [0.0; 2];
    for _ in 0..MOST_STEPS {
        let solve = |x| solve2([w[0] + s, w[1], w[2] + s], x);
        t = solve(g).map(|x| -x);
        let square = t[0] * t[0] + t[1] * t[1];
        let size = square.sqrt();
        if size <= r * (1.0 + 1e-11) {
            break;
        }
        let q = solve(t);
        s += square / (t[0] * q[0] + t[1] * q[1]) * (size - r) / r;
    }
    let size = (t[0] * t[0] + t[1] * t[1]).sqrt();
    let k = if size > r { r / size } else { 1.0 };
    t.map(|x| x * k)
}

/// Steps of Newton's method that `slide` takes at most.
const MOST_STEPS: usize = 20;

/// Inverts a symmetric positive definite block in place, by Gauss and Jordan. A hair on the diagonal
/// keeps rows that say nearly the same from tearing; a row that nothing can push carries nothing.
pub(crate) fn invert(a: &mut [f64], n: usize) {
    for p in 0..n {
        let at = p * n + p;
        if a[at] > 0.0 {
            a[at] *= 1.0 + HAIR;
        }
    }
    for p in 0..n {
        let diagonal = a[p * n + p];
        let pivot = if diagonal > 0.0 { 1.0 / diagonal } else { 0.0 };
        for i in (0..n).filter(|&i| i != p) {
            let factor = a[i * n + p] * pivot;
            for k in (0..n).filter(|&k| k != p) {
                a[i * n + k] -= factor * a[p * n + k];
            }
            a[i * n + p] = -factor;
        }
        for k in (0..n).filter(|&k| k != p) {
            a[p * n + k] *= pivot;
        }
        a[p * n + p] = pivot;
    }
}

/// The hair of `invert`, relative.
const HAIR: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;

    const W: [f64; 9] = [2.0, 0.3, -0.1, 0.3, 1.5, 0.2, -0.1, 0.2, 1.1];

    fn solve(
        delta: [f64; 3],
        f: [f64; 3],
        mu: f64,
        law: impl Fn(&Local<'_>) -> [f64; MOST],
    ) -> ([f64; 3], [f64; 3]) {
        let mut inverse = W;
        invert(&mut inverse, 3);
        let bound = [mu, 0.0, 0.0];
        let g = law(&Local { w: &W, inverse: &inverse, delta: &delta, f: &f, bound });
        let after = |i: usize| delta[i] + (0..3).map(|j| W[3 * i + j] * (g[j] - f[j])).sum::<f64>();
        ([g[0], g[1], g[2]], [after(0), after(1), after(2)])
    }

    #[test]
    fn a_bilateral_block_is_solved_exactly() {
        let (_, left) = solve([0.4, -0.7, 0.2], [0.1, 0.0, -0.3], 0.0, |l| l.exact());
        assert!(left.iter().all(|x| x.abs() < 1e-8), "{left:?}");
    }

    #[test]
    fn friction_that_sticks_leaves_nothing() {
        let (_, left) = solve([-2.0, 0.1, 0.2], [0.0; 3], 0.9, |l| l.cone());
        assert!(left.iter().all(|x| x.abs() < 1e-8), "{left:?}");
    }

    #[test]
    fn friction_that_slips_opposes_the_slip() {
        let (g, left) = solve([-2.0, 0.8, 0.7], [0.0; 3], 0.1, |l| l.cone());
        assert!((g[1].hypot(g[2]) - 0.1 * g[0]).abs() < 1e-9, "{g:?}");
        let across = left[1] * g[2] - left[2] * g[1];
        let along = left[1] * g[1] + left[2] * g[2];
        assert!(along < 0.0 && across.abs() < 1e-8, "{along} {across}");
    }

    #[test]
    fn a_row_that_nothing_pushes_carries_nothing() {
        let mut a = [2.0, 0.0, 0.0, 0.0];
        invert(&mut a, 2);
        assert!((a[0] - 0.5).abs() < 1e-8 && a[3] == 0.0);
    }
}
