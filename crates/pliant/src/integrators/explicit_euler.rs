//! Explicit Euler: `x' = x + h v`, `v' = v + h a(x, v)`, both from the start of the substep.
//!
//! Its step matrix on an oscillator is `[1, h; −ω²h, 1]`, with eigenvalues `1 ± iωh`: every undamped oscillation
//! grows by `√(1 + ω²h²)` in each step, however short. On `ẋ = −kx` it overshoots for `h > 1/k` and
//! diverges for `h > 2/k`. Many texts call the next one by this name, whose positions go by the new velocities.

use super::{Motion, along};

/// One substep.
pub fn go(m: &mut Motion<'_>) {
    let [a, ..] = &mut m.work.a;
    m.field.acceleration(m.x, m.x, m.v, a);
    along(m.x1, m.x, m.h, m.v);
    along(m.v1, m.v, m.h, a);
}
