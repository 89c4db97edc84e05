//! Velocity Verlet: `x' = x + h v + ½h² a`, `v' = v + ½h (a + a')`.
//!
//! The positions of [Verlet](super::verlet), with velocities of the same moment and of second order too. Symplectic:
//! stable for `ωh < 2` without drift of the energy. A force that depends on the velocity is asked for `a'` with
//! `v + h a`, which keeps the order.

use super::{Motion, along};

/// One substep.
pub fn go(m: &mut Motion<'_>) {
    let (h, half) = (m.h, 0.5 * m.h);
    let [a, b, ..] = &mut m.work.a;
    m.field.acceleration(m.x, m.x, m.v, a);
    along(m.v1, m.v, half, a);
    along(m.x1, m.x, h, m.v1);
    along(&mut m.work.v, m.v, h, a);
    m.field.acceleration(m.x, m.x1, &m.work.v, b);
    for (v1, b) in m.v1.iter_mut().zip(b) {
        for k in 0..3 {
            v1[k] += half * b[k];
        }
    }
}
