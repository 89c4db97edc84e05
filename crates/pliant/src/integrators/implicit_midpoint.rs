//! Implicit midpoint: `v' = v + h a(x̄, v̄)`, `x' = x + h v̄` with the means `x̄ = (x + x')/2`, `v̄ = (v + v')/2`.
//!
//! With `Δ = v' − v` the middle is `v̄ = v + Δ/2`, `x̄ = x + h v/2 + h Δ/4`, and Newton's method asks for
//! `(M + h D/2 + h² K/4) δ = h (f(x̄, v̄) + m g) − M Δ`. It ends when what is left is within the tolerance, after a few rounds at most;
//! already the first gives the order. Symplectic, stable for any step, and on linear forces it keeps the energy.

use super::implicit_euler::fall_by;
use super::{Motion, along};
use crate::math::{DVec3, Real, Vec3, double};

/// The most linear solves of a substep.
const ROUNDS: usize = 4;

/// One substep.
pub fn go(m: &mut Motion<'_>) {
    let h = m.h;
    let [force, delta, middle, more] = &mut m.work.a;
    delta.clear();
    delta.resize(m.x.len(), [0.0; 4]);
    let solver = &mut m.work.conjugate;
    let pushes = m.field.pushes;
    // A free body falls as a whole, which strains nothing.
    let free = m.x.iter().all(|x| x[3] > 0.0);
    let fall = if free { m.field.gravity * h } else { Vec3::ZERO };
    fall_by(delta, m.x, fall);
    let (mut momentum, mut first): (DVec3, Real) = (DVec3::ZERO, 0.0);
    for round in 0..ROUNDS {
        // v̄, then x̄.
        along(&mut m.work.v, m.v, 0.5, delta);
        along(middle, m.x, 0.5 * h, &m.work.v);
        m.field.force(middle, &m.work.v, force);
        let mut left: Real = 0.0;
        for (((f, x), push), d) in force.iter_mut().zip(m.x).zip(pushes).zip(&*delta) {
            if x[3] > 0.0 {
                let mass = 1.0 / (x[3] * x[3]);
                let pull = m.field.gravity * mass + *push;
                for k in 0..3 {
                    f[k] = h * (f[k] + pull[k]) - mass * d[k];
                    left += f[k] * f[k];
                }
                momentum += if round == 0 { double(pull * h) } else { DVec3::ZERO };
            }
        }
        if round == 0 {
            first = left;
            // The stiffness of the first middle does for all rounds.
            solver.linearise(m.field.forces, middle, 0.25 * h * h, 0.5 * h);
        } else if left <= m.tolerance * m.tolerance * first || left.is_nan() {
            break;
        }
        if round == 0 {
            solver.solve(m.field.forces, force, &mut m.history.guess, m.tolerance);
            along(&mut m.work.x, delta, 1.0, &m.history.guess);
            std::mem::swap(delta, &mut m.work.x);
        } else {
            more.clear();
            solver.solve(m.field.forces, force, more, m.tolerance);
            along(&mut m.work.x, delta, 1.0, more);
            std::mem::swap(delta, &mut m.work.x);
        }
    }
    // Angular momentum is kept about where the forces acted.
    along(&mut m.work.v, m.v, 0.5, delta);
    along(middle, m.x, 0.5 * h, &m.work.v);
    solver.set_places(middle);
    let moment = solver.balance.moment(|i| double(pushes[i] * h));
    solver.keep(momentum, moment, delta);
    along(m.v1, m.v, 1.0, delta);
    along(&mut m.work.v, m.v, 0.5, delta);
    along(m.x1, m.x, h, &m.work.v);
}
