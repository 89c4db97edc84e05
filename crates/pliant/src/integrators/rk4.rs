//! Runge-Kutta of order 4: slopes at the start, twice in the middle and at the end, weighted 1, 2, 2, 1.
//!
//! On an undamped oscillator the amplitude changes by `√(1 − (ωh)⁶/72 + (ωh)⁸/576)` in a step: it decays a
//! little up to `ωh = 2√2`, and grows beyond. Nothing keeps the energy exactly.

use super::{Motion, along};

/// One substep.
pub fn go(m: &mut Motion<'_>) {
    let (h, half) = (m.h, 0.5 * m.h);
    let [a, b, c, d] = &mut m.work.a;
    let (x, v) = (&mut m.work.x, &mut m.work.v);
    let start = m.x;
    m.field.acceleration(start, m.x, m.v, a);

    along(x, m.x, half, m.v);
    along(v, m.v, half, a);
    m.field.acceleration(start, x, v, b);

    along(x, m.x, half, v);
    along(v, m.v, half, b);
    m.field.acceleration(start, x, v, c);

    along(x, m.x, h, v);
    along(v, m.v, h, c);
    m.field.acceleration(start, x, v, d);

    // The slopes of the positions are the velocities at the four places: v, v + ½h a, v + ½h b, v + h c.
    let (sixth, square) = (h / 6.0, h * h / 6.0);
    let all = a.iter().zip(&*b).zip(&*c).zip(&*d).zip(m.x).zip(m.v);
    m.x1.clear();
    m.v1.clear();
    for (((((a, b), c), d), x), v) in all {
        let (mut x1, mut v1) = (*x, *v);
        for k in 0..3 {
            x1[k] += h * v[k] + square * (a[k] + b[k] + c[k]);
            v1[k] += sixth * (a[k] + 2.0 * (b[k] + c[k]) + d[k]);
        }
        m.x1.push(x1);
        m.v1.push(v1);
    }
}
