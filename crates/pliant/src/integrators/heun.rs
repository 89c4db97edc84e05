//! Runge-Kutta of order 2 by Heun: the mean of the slope at the start and of that where Euler would arrive.
//!
//! On linear forces it is the same as the [midpoint](super::midpoint) rule to rounding.

use super::{Motion, along};

/// One substep.
pub fn go(m: &mut Motion<'_>) {
    let half = 0.5 * m.h;
    let [a, b, ..] = &mut m.work.a;
    m.field.acceleration(m.x, m.x, m.v, a);
    along(&mut m.work.x, m.x, m.h, m.v);
    along(&mut m.work.v, m.v, m.h, a);
    m.field.acceleration(m.x, &m.work.x, &m.work.v, b);
    // The mean of `v` and `v + h a`, then that of the two slopes.
    along(m.v1, m.v, half, a);
    along(m.x1, m.x, m.h, m.v1);
    for (v1, b) in m.v1.iter_mut().zip(b) {
        for k in 0..3 {
            v1[k] += half * b[k];
        }
    }
}
