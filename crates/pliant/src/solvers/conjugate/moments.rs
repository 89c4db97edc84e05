//! Mass and motion of a solid as a whole.

use super::{Quad, vec};
use crate::math::{DMat3, DVec3, IntoF64, Real, double, outer};

/// Mass and motion of a solid as a whole, about its centre of mass.
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    /// kg.
    pub mass: f64,
    /// m.
    pub centre: DVec3,
    /// kg·m².
    pub inertia: DMat3,
    /// N·s.
    pub momentum: DVec3,
    /// N·m·s.
    pub spin: DVec3,
}

/// So many nodes are summed in the engine's precision, then in double.
const CHUNK: usize = 32;

impl Moments {
    /// Of nodes at `x` with velocities `v`; `mass` as in [`super::Conjugate`].
    pub fn of(x: &[Quad], v: &[Quad], mass: &[[Real; 2]]) -> Self {
        let origin = x.first().copied().unwrap_or_default();
        // Σ m, Σ m x, Σ m v, Σ m x xᵀ, Σ m x vᵀ, from the first node on.
        let mut total = [[0.0; 4]; 9];
        let chunks = x.chunks(CHUNK).zip(v.chunks(CHUNK)).zip(mass.chunks(CHUNK));
        for ((x, v), mass) in chunks {
            let mut sum = [[0.0; 4]; 9];
            for ((x, v), m) in x.iter().zip(v).zip(mass) {
                let (m, mut mr, mut mv) = (m[0], [0.0; 4], [0.0; 4]);
                let mut r = [0.0; 4];
                for k in 0..4 {
                    r[k] = x[k] - origin[k];
                    mr[k] = m * r[k];
                    mv[k] = m * v[k];
                    sum[0][k] += m;
                    sum[1][k] += mr[k];
                    sum[2][k] += mv[k];
                }
                for a in 0..3 {
                    for k in 0..4 {
                        sum[3 + a][k] += r[a] * mr[k];
                        sum[6 + a][k] += r[a] * mv[k];
                    }
                }
            }
            for (total, sum) in total.iter_mut().zip(sum) {
                for k in 0..3 {
                    total[k] += sum[k].into_f64();
                }
            }
        }
        let row = |i: usize| DVec3::new(total[i][0], total[i][1], total[i][2]);
        let (m, from, p) = (total[0][0], row(1) / total[0][0], row(2));
        let second = DMat3::from_cols(row(3), row(4), row(5)) - outer(from, from) * m;
        let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
        let (a, b, c) = (row(6), row(7), row(8));
        let spin = DVec3::new(b.z - c.y, c.x - a.z, a.y - b.x);
        Self {
            mass: m,
            centre: double(vec(&origin)) + from,
            inertia: DMat3::from_diagonal(DVec3::splat(trace)) - second,
            momentum: p,
            spin: spin - from.cross(p),
        }
    }
}
