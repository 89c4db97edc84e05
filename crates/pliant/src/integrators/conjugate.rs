//! Conjugate gradients for the implicit integrators: `(M + A) Δv = b`, where `A` is what the
//! [forces](super::forces) give products with.
//!
//! The preconditioner is the inverse of the 3×3 block of each node and, of bodies with many nodes, a
//! [lattice](crate::solvers::conjugate::Lattice) for the motions of larger parts. The iteration starts from the change of velocity of the
//! last substep if that leaves less than none does, and ends when `|r| ≤ tolerance · |b|`. What it then leaves of
//! momentum and angular momentum of a body without pinned nodes is made up by a rigid motion.

use super::forces::{Forces, Quad};
use crate::bodies::balance::Balance;
use crate::math::{DVec3, IntoF64, Mat3, Real, Vec3};
use crate::solvers::conjugate::Lattice;

/// The most iterations of one solve.
const ITERATIONS: usize = 1000;

/// The solver and its room.
#[derive(Clone, Debug, Default)]
pub struct Conjugate {
    /// Mass of each node, kg; one that does not move has none.
    mass: Vec<Real>,
    /// Those that do not.
    held: Vec<u32>,
    /// The block of each node on the diagonal, kg.
    blocks: Vec<Mat3>,
    /// The columns of their inverses, kg⁻¹; none of nodes that do not move.
    inverse: Vec<[Quad; 3]>,
    /// Whether there is a lattice.
    coarse: bool,
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
        self.held.clear();
        self.held.extend((0..x.len() as u32).filter(|&i| self.mass[i as usize] <= 0.0));
        self.total = self.mass.iter().map(|m| m.into_f64()).sum();
        self.blocks.clear();
        self.blocks.extend(self.mass.iter().map(|&m| Mat3::from_diagonal(Vec3::splat(m))));
        forces.linearise(x, stiff, damp, &mut self.blocks);
        self.inverse.clear();
        self.inverse.extend(self.blocks.iter().zip(&self.mass).map(|(block, &m)| {
            let inverse = if m > 0.0 { block.inverse() } else { Mat3::ZERO };
            [inverse.x_axis, inverse.y_axis, inverse.z_axis].map(|c| [c.x, c.y, c.z, 0.0])
        }));
        self.coarse = forces.weigh(&self.mass);
    }

    /// Where the angular momentum of a free body is taken: with the nodes at `x`.
    pub(crate) fn set_places(&mut self, x: &[Quad]) {
        if self.mass.contains(&0.0) {
            return self.balance.clear();
        }
        let place = |x: &Quad| DVec3::new(x[0].into_f64(), x[1].into_f64(), x[2].into_f64());
        self.balance.set_thin(self.mass.iter().zip(x).map(|(m, x)| (m.into_f64(), place(x))));
    }

    /// Solves for the changes of velocity `dv` by impulses `b`, from those in `dv` if they are any good.
    pub fn solve(
        &mut self,
        forces: &mut dyn Forces,
        b: &[Quad],
        dv: &mut Vec<Quad>,
        tolerance: Real,
    ) {
        let n = b.len();
        let Self {
            mass, held, inverse, coarse, residual, direction, product, preconditioned, ..
        } = self;
        residual.clear();
        residual.extend(b.iter().zip(&*mass).map(|(b, &m)| mask(*b, m)));
        for v in [&mut *direction, product, preconditioned] {
            v.resize(n, [0.0; 4]);
        }
        let asked = dot(residual, residual);
        let enough = tolerance * tolerance * asked;
        if dv.len() == n {
            forces.product(mass, dv, product);
            held.iter().for_each(|&i| product[i as usize] = [0.0; 4]);
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
        let [mut left, mut rho] =
            walk(0.0, inverse, direction, product, dv, residual, preconditioned);
        let mut lattice = forces.lattice().filter(|_| *coarse);
        if let Some(lattice) = &mut lattice {
            rho += lattice.answer(residual);
        }
        turn(direction, 0.0, preconditioned, lattice.as_deref());
        let mut iterations = 0;
        // At least one: a good guess is no answer yet.
        while (left > enough || iterations == 0) && left > 0.0 && iterations < ITERATIONS {
            forces.product(mass, direction, product);
            held.iter().for_each(|&i| product[i as usize] = [0.0; 4]);
            let curvature = dot(direction, product);
            // What is not finite, or exhausted by rounding, ends it.
            if curvature.is_nan() || curvature <= 0.0 || rho <= 0.0 {
                break;
            }
            let alpha = rho / curvature;
            let last = rho;
            [left, rho] = walk(alpha, inverse, direction, product, dv, residual, preconditioned);
            let mut lattice = forces.lattice().filter(|_| *coarse);
            if let Some(lattice) = &mut lattice {
                rho += lattice.answer(residual);
            }
            let beta = rho / last;
            turn(direction, beta, preconditioned, lattice.as_deref());
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

/// `d = z + beta d`, and what the lattice has found.
fn turn(direction: &mut [Quad], beta: Real, preconditioned: &[Quad], lattice: Option<&Lattice>) {
    if let Some(lattice) = lattice {
        return lattice.turn(direction, beta, preconditioned);
    }
    for (d, z) in direction.iter_mut().zip(preconditioned) {
        for k in 0..4 {
            d[k] = z[k] + beta * d[k];
        }
    }
}

/// Goes by `alpha` along the direction, and preconditions what is left; tells its square, and its product with that.
fn walk(
    alpha: Real,
    inverse: &[[Quad; 3]],
    direction: &[Quad],
    product: &[Quad],
    dv: &mut [Quad],
    residual: &mut [Quad],
    preconditioned: &mut [Quad],
) -> [Real; 2] {
    let (mut left, mut rho) = (Sums::default(), Sums::default());
    let there = direction.iter().zip(product).zip(inverse);
    let here = dv.iter_mut().zip(residual).zip(preconditioned);
    for (i, (((d, q), m), ((v, r), z))) in there.zip(here).enumerate() {
        for k in 0..4 {
            v[k] += alpha * d[k];
            r[k] -= alpha * q[k];
            left.0[i % 4][k] += r[k] * r[k];
        }
        for k in 0..4 {
            z[k] = m[0][k] * r[0] + m[1][k] * r[1] + m[2][k] * r[2];
            rho.0[i % 4][k] += r[k] * z[k];
        }
    }
    [left.total(), rho.total()]
}

/// Four sums by four, since each addition waits for the last.
#[derive(Default)]
struct Sums([[Real; 4]; 4]);

impl Sums {
    fn total(&self) -> Real {
        self.0.as_flattened().iter().sum()
    }
}

fn mask(b: Quad, m: Real) -> Quad {
    if m > 0.0 { [b[0], b[1], b[2], 0.0] } else { [0.0; 4] }
}

fn sub(a: Quad, b: Quad) -> Quad {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2], 0.0]
}

fn dot(a: &[Quad], b: &[Quad]) -> Real {
    let mut sums = Sums::default();
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        for k in 0..4 {
            sums.0[i % 4][k] += a[k] * b[k];
        }
    }
    sums.total()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bodies::particles::Spring;
    use crate::integrators::springs::Springs;

    /// The residual is what was asked for, a second solve from the answer takes one iteration, and a free chain keeps the
    /// momentum it was given however early the iteration ends.
    #[test]
    fn a_chain_is_solved_to_the_tolerance() {
        let n = 60;
        let spring =
            |i: u32| Spring { ends: [i, i + 1], length: 0.09, stiffness: 1e4, damping: 0.1 };
        let springs: Vec<Spring> = (0..n as u32 - 1).map(spring).collect();
        let mut springs = Springs::new(&springs, &vec![Vec3::ZERO; n]);
        let wave = |i: usize| if i.is_multiple_of(3) { 0.02 } else { -0.01 };
        let x: Vec<Quad> = (0..n).map(|i| [0.1 * i as Real, wave(i), 0.0, 3.0]).collect();
        let push = |i: usize| [0.3, if i < 20 { 1.0 } else { -0.2 }, 0.1 * wave(i), 0.0];
        let b: Vec<Quad> = (0..n).map(push).collect();
        let mut solver = Conjugate::default();
        solver.linearise(&mut springs, &x, 1e-4, 1e-2);
        solver.set_places(&x);
        let mut dv = Vec::new();
        solver.solve(&mut springs, &b, &mut dv, 1e-3);
        let (first, left) = (std::mem::take(&mut solver.iterations), solver.left);
        assert!(first > 3 && left <= 1e-3, "{first} iterations left {left}");
        let mut product = vec![[0.0; 4]; n];
        springs.product(&[1.0 / 9.0; 60], &dv, &mut product);
        let residual: Vec<Quad> =
            (0..n).map(|i| std::array::from_fn(|k| b[i][k] - product[i][k])).collect();
        let found = (dot(&residual, &residual) / dot(&b, &b)).sqrt();
        assert!(found < 1.1e-3, "{found}");
        solver.solve(&mut springs, &b, &mut dv, 1e-3);
        assert_eq!(solver.iterations, 1);

        let wide = |v: &Quad| DVec3::new(v[0].into_f64(), v[1].into_f64(), v[2].into_f64());
        let momentum: DVec3 = b.iter().map(wide).sum();
        let moment = solver.balance.moment(|i| wide(&b[i]));
        solver.keep(momentum, moment, &mut dv);
        let kept: DVec3 = dv.iter().map(|v| wide(v) / 9.0).sum();
        let turned = solver.balance.moment(|i| wide(&dv[i]) / 9.0);
        assert!((kept - momentum).length() < 1e-4 * momentum.length(), "{kept} {momentum}");
        assert!((turned - moment).length() < 1e-4 * moment.length(), "{turned} {moment}");
    }
}
