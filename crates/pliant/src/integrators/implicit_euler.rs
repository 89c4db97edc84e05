//! Implicit Euler: `x' = x + h v'`, `M v' = M v + h (f(x', v') + m g)`.
//!
//! Linearised once, where the body would be without forces (`x⁺ = x + h v`):
//! `(M + h D + h² K) Δv = h (f(x⁺, v) + m g)`, with the tangent stiffness `K` and the damping's `D` there, solved by
//! [conjugate gradients](super::conjugate) (Baraff and Witkin 1998, who linearise at `x`; a spring that turns would lose its
//! centripetal force by that). Stable for any step: oscillations decay by `1/√(1 + ω²h²)`.

use super::forces::Quad;
use super::{Motion, along};
use crate::math::{DVec3, Vec3, double};

/// One substep.
pub fn go(m: &mut Motion<'_>) {
    let h = m.h;
    let [force, ..] = &mut m.work.a;
    along(&mut m.work.x, m.x, h, m.v);
    m.field.force(&m.work.x, m.v, force);
    let solver = &mut m.work.conjugate;
    solver.linearise(m.field.forces, &m.work.x, h * h, h);
    solver.set_places(m.x);
    // A free body falls as a whole, which strains nothing: only a held one is asked what its weight does.
    let fall = if solver.balance.is_free() { m.field.gravity * h } else { Vec3::ZERO };
    let weight = if solver.balance.is_free() { Vec3::ZERO } else { m.field.gravity };
    let mut momentum = DVec3::ZERO;
    for ((f, x), push) in force.iter_mut().zip(m.x).zip(m.field.pushes) {
        if x[3] > 0.0 {
            let pull = weight / (x[3] * x[3]) + *push;
            momentum += double(pull * h);
            for k in 0..3 {
                f[k] = h * (f[k] + pull[k]);
            }
        }
    }
    let moment = solver.balance.moment(|i| double(m.field.pushes[i] * h));
    let dv = &mut m.history.guess;
    solver.solve(m.field.forces, force, dv, m.tolerance);
    // The guess stays as it was found: what balances the momentum is no better start.
    let balanced = &mut m.work.v;
    balanced.clone_from(dv);
    solver.keep(momentum, moment, balanced);
    fall_by(balanced, m.x, fall);
    along(m.v1, m.v, 1.0, balanced);
    along(m.x1, m.x, h, m.v1);
}

/// Adds a change of velocity to all nodes that move.
pub(super) fn fall_by(dv: &mut [Quad], x: &[Quad], fall: Vec3) {
    for (dv, _) in dv.iter_mut().zip(x).filter(|(_, x)| x[3] > 0.0) {
        for k in 0..3 {
            dv[k] += fall[k];
        }
    }
}
