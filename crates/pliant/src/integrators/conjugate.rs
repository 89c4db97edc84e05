//! Conjugate gradients for the implicit integrators: `(M + A) Δv = b`, where `A` is what the
//! [forces](super::forces) give products with.
//!
//! The preconditioner is the inverse of the 3×3 block of each node. The iteration starts from the change of velocity of the
//! last substep if that leaves less than none does, and ends when `|r| ≤ tolerance · |b|`. What it then leaves of
//! momentum and angular momentum of a body without pinned nodes is made up by a rigid motion.

use super::forces::{Forces, Quad};
use crate::bodies::balance::Balance;
use crate::math::{DVec3, IntoF64, Mat3, Real, Vec3};

/// The most iterations of one solve.
const ITERATIONS: usize = 1000;

/// The solver and its room.
#[derive(Clone, Debug, Default)]
pub struct Conjugate {
    /// Mass of each node, kg; one that does not move has none.
    mass: Vec<Real>,
    /// Inverses of the blocks, kg⁻¹; none of nodes that do not move.
    inverse: Vec<Mat3>,
    residual: Vec<Quad>,
    direction: Vec<Quad>,
    product: Vec<Quad>,
    preconditioned: Vec<Quad>,
    /// What keeps the momentum of a free body.
    pub(crate) balance: Balance,
    total: f64,
    /// Iterations since it was last asked.
    pub iterations: usize,
    /// The relative residual that the last solve left.
    pub left: Real,
}

impl Conjugate {
    /// Linearises the forces at these positions: `stiff K + damp D`. The masses are those of `x`.
    pub fn linearise(&mut self, forces: &mut dyn Forces, x: &[Quad], stiff: Real, damp: Real) {
        self.mass.clear();
        self.mass.extend(x.iter().map(|x| if x[3] > 0.0 { 1.0 / (x[3] * x[3]) } else { 0.0 }));
        self.total = self.mass.iter().map(|m| m.into_f64()).sum();
        self.inverse.clear();
        self.inverse.extend(self.mass.iter().map(|&m| Mat3::from_diagonal(Vec3::splat(m))));
        forces.linearise(x, stiff, damp, &mut self.inverse);
        for (block, &m) in self.inverse.iter_mut().zip(&self.mass) {
            *block = if m > 0.0 { block.inverse() } else { Mat3::ZERO };
        }
    }

    /// Where the angular momentum is taken: with the nodes at `x`.
    pub(crate) fn set_places(&mut self, x: &[Quad]) {
        let place = |x: &Quad| DVec3::new(x[0].into_f64(), x[1].into_f64(), x[2].into_f64());
        self.balance.set_thin(self.mass.iter().zip(x).map(|(m, x)| (m.into_f64(), place(x))));
    }

    /// Solves for the changes of velocity `dv` by impulses `b`, from those in `dv` if they are any good.
    pub fn solve(&mut self, forces: &dyn Forces, b: &[Quad], dv: &mut Vec<Quad>, tolerance: Real) {
        let n = b.len();
        let Self { mass, inverse, residual, direction, product, preconditioned, .. } = self;
        residual.clear();
        residual.extend(b.iter().zip(&*mass).map(|(b, &m)| mask(*b, m)));
        for v in [&mut *direction, product, preconditioned] {
            v.resize(n, [0.0; 4]);
        }
        let asked = dot(residual, residual);
        let enough = tolerance * tolerance * asked;
        if dv.len() == n {
            times(forces, mass, dv, product);
            direction.clear();
            direction.extend(residual.iter().zip(&*product).map(|(r, q)| sub(*r, *q)));
            if dot(direction, direction) < asked {
                std::mem::swap(direction, residual);
            } else {
                dv.fill([0.0; 4]);
            }
        } else {
            dv.clear();
            dv.resize(n, [0.0; 4]);
        }
        let mut left = dot(residual, residual);
        let mut rho = apply(inverse, residual, preconditioned);
        direction.copy_from_slice(preconditioned);
        let mut iterations = 0;
        // At least one: a good guess is no answer yet.
        while (left > enough || iterations == 0) && left > 0.0 && iterations < ITERATIONS {
            times(forces, mass, direction, product);
            let curvature = dot(direction, product);
            // What is not finite, or exhausted by rounding, ends it.
            if curvature.is_nan() || curvature <= 0.0 || rho <= 0.0 {
                break;
            }
            let alpha = rho / curvature;
            add(dv, alpha, direction);
            add(residual, -alpha, product);
            left = dot(residual, residual);
            let next = apply(inverse, residual, preconditioned);
            let beta = next / rho;
            rho = next;
            for (d, z) in direction.iter_mut().zip(&*preconditioned) {
                for k in 0..4 {
                    d[k] = z[k] + beta * d[k];
                }
            }
            iterations += 1;
        }
        self.iterations += iterations;
        self.left = if asked > 0.0 { (left / asked).sqrt() } else { 0.0 };
    }

    /// Lets changes of velocity have the momentum (N·s) of a free body, and this moment (N·m·s) about its centre.
    pub(crate) fn keep(&self, momentum: DVec3, moment: DVec3, dv: &mut [Quad]) {
        if !self.balance.is_free() {
            return;
        }
        let wide = |v: &Quad| DVec3::new(v[0].into_f64(), v[1].into_f64(), v[2].into_f64());
        let found: DVec3 = dv.iter().zip(&self.mass).map(|(v, m)| wide(v) * m.into_f64()).sum();
        let shift = (momentum - found) / self.total;
        let turn = self.balance.lost(moment, |i| wide(&dv[i]));
        for (v, &(_, r)) in dv.iter_mut().zip(&self.balance.nodes) {
            let more = shift + turn.cross(r);
            for k in 0..3 {
                v[k] += more[k] as Real;
            }
        }
    }
}

/// `(M + A) p`.
fn times(forces: &dyn Forces, mass: &[Real], p: &[Quad], out: &mut [Quad]) {
    forces.product(p, out);
    for ((q, p), &m) in out.iter_mut().zip(p).zip(mass) {
        for k in 0..4 {
            q[k] = if m > 0.0 { q[k] + m * p[k] } else { 0.0 };
        }
    }
}

/// Preconditions; tells the scalar product of the two.
fn apply(inverse: &[Mat3], r: &[Quad], z: &mut [Quad]) -> Real {
    for ((z, r), m) in z.iter_mut().zip(r).zip(inverse) {
        let v = *m * Vec3::new(r[0], r[1], r[2]);
        *z = [v.x, v.y, v.z, 0.0];
    }
    dot(r, z)
}

fn mask(b: Quad, m: Real) -> Quad {
    if m > 0.0 { [b[0], b[1], b[2], 0.0] } else { [0.0; 4] }
}

fn sub(a: Quad, b: Quad) -> Quad {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2], 0.0]
}

fn add(out: &mut [Quad], s: Real, b: &[Quad]) {
    for (o, b) in out.iter_mut().zip(b) {
        for k in 0..4 {
            o[k] += s * b[k];
        }
    }
}

/// The scalar product: four sums by four, since each addition waits for the last.
fn dot(a: &[Quad], b: &[Quad]) -> Real {
    let mut sums = [[0.0; 4]; 4];
    let (left, right) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest = left.remainder().iter().zip(right.remainder());
    for (a, b) in left.zip(right) {
        for i in 0..4 {
            for k in 0..4 {
                sums[i][k] += a[i][k] * b[i][k];
            }
        }
    }
    for (a, b) in rest {
        for k in 0..4 {
            sums[0][k] += a[k] * b[k];
        }
    }
    sums.as_flattened().iter().sum()
}
