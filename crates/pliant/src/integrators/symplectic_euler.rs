//! Symplectic Euler: `v' = v + h a(x, v)`, then `x' = x + h v'`.
//!
//! Of first order like explicit Euler and at the same cost, but its step matrix `[1 − ω²h², h; −ω²h, 1]` has
//! determinant 1: for `ωh < 2` the energy swings about its value for ever and does not drift. Momentum and angular
//! momentum are kept to rounding.

use super::{Motion, along};

/// One substep.
pub fn go(m: &mut Motion<'_>) {
    let [a, ..] = &mut m.work.a;
    m.field.acceleration(m.x, m.x, m.v, a);
    along(m.v1, m.v, m.h, a);
    along(m.x1, m.x, m.h, m.v1);
}
