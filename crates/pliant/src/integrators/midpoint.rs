//! Runge-Kutta of order 2, by the slope in the middle: half an Euler step to look there, then a whole one
//! with what was found.
//!
//! On an undamped oscillator the amplitude grows by `√(1 + ω⁴h⁴/4)` in a step: far less than Euler's, but it grows.

use super::{Motion, along};

/// One substep.
pub fn go(m: &mut Motion<'_>) {
    let half = 0.5 * m.h;
    let [a, b, ..] = &mut m.work.a;
    m.field.acceleration(m.x, m.x, m.v, a);
    along(&mut m.work.x, m.x, half, m.v);
    along(&mut m.work.v, m.v, half, a);
    m.field.acceleration(m.x, &m.work.x, &m.work.v, b);
    along(m.x1, m.x, m.h, &m.work.v);
    along(m.v1, m.v, m.h, b);
}
