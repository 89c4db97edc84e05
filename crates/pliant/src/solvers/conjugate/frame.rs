//! Frames that ties push, and the small matrices by which they answer.

use crate::math::{DVec3, IntoF64, Mat3, Real, Vec3, double, single};

/// A frame that ties push.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) slot: u32,
    pub(super) mass: Six,
    pub(super) factor: Six,
    pub(super) coarse: Six,
    pub(super) velocity: Vec6,
    /// What its velocity lacks; then how it answers to the search direction.
    pub(super) answer: Vec6,
    pub(super) shift: Vec6,
}

/// A frame as ties see it.
#[derive(Clone, Copy, Debug)]
pub struct Pushed {
    /// Slot.
    pub slot: u32,
    /// Mass, kg; 0 if it cannot be pushed.
    pub mass: Real,
    /// Inertia in world axes.
    pub inertia: Mat3,
    /// Velocity and angular velocity.
    pub velocity: [Vec3; 2],
}

/// Six velocities of a frame, linear first.
#[derive(Clone, Debug)]
pub(super) struct Vec6([f64; 6]);

impl Vec6 {
    pub(super) const ZERO: Self = Self([0.0; 6]);

    /// The velocity of a point that far from the centre.
    pub(super) fn at(&self, arm: Vec3) -> Vec3 {
        let v = &self.0;
        let (linear, w) = (DVec3::new(v[0], v[1], v[2]), DVec3::new(v[3], v[4], v[5]));
        single(linear + w.cross(double(arm)))
    }

    /// Adds a push at such a point.
    pub(super) fn add_at(&mut self, arm: Vec3, push: Vec3) {
        self.add_push(push, arm.cross(push));
    }

    /// Adds a push at the centre and a turn.
    pub(super) fn add_push(&mut self, push: Vec3, turn: Vec3) {
        let (p, t) = (double(push), double(turn));
        for (x, y) in self.0.iter_mut().zip([p.x, p.y, p.z, t.x, t.y, t.z]) {
            *x += y;
        }
    }

    /// The rate along a row with this Jacobian.
    pub(super) fn along(&self, linear: Vec3, angular: Vec3) -> Real {
        let (v, p, t) = (&self.0, double(linear), double(angular));
        (DVec3::new(v[0], v[1], v[2]).dot(p) + DVec3::new(v[3], v[4], v[5]).dot(t)) as Real
    }

    pub(super) fn add(&mut self, other: &Self, scale: f64) {
        for (x, y) in self.0.iter_mut().zip(&other.0) {
            *x += y * scale;
        }
    }

    pub(super) fn dot(&self, other: &Self) -> f64 {
        self.0.iter().zip(&other.0).map(|(x, y)| x * y).sum()
    }
}

/// A symmetric positive definite 6×6 matrix, or its Cholesky factor.
#[derive(Clone, Debug)]
pub(super) struct Six([[f64; 6]; 6]);

impl Six {
    /// Adds `k Jᵀ J` of a spring at a point along an axis.
    pub(super) fn add_row(&mut self, arm: Vec3, axis: Vec3, k: Real) {
        let row = [axis, arm.cross(axis)];
        self.add_product(row, row, k);
    }

    /// Adds `k aᵀ b` of two rows.
    pub(super) fn add_product(&mut self, a: [Vec3; 2], b: [Vec3; 2], k: Real) {
        let six = |[p, t]: [Vec3; 2]| [p.x, p.y, p.z, t.x, t.y, t.z].map(IntoF64::into_f64);
        let (a, b, k) = (six(a), six(b), k.into_f64());
        for i in 0..6 {
            let s = a[i] * k;
            for j in 0..6 {
                self.0[i][j] += s * b[j];
            }
        }
    }

    /// The same along all axes.
    pub(super) fn add_rows(&mut self, arm: Vec3, k: Real) {
        let ([x, y, z], k) = (arm.to_array().map(IntoF64::into_f64), k.into_f64());
        let (kx, ky, kz) = (k * x, k * y, k * z);
        let a = &mut self.0;
        for i in 0..3 {
            a[i][i] += k;
        }
        // Below the diagonal: arm × and its product with itself.
        (a[3][1], a[3][2]) = (a[3][1] - kz, a[3][2] + ky);
        (a[4][0], a[4][2]) = (a[4][0] + kz, a[4][2] - kx);
        (a[5][0], a[5][1]) = (a[5][0] - ky, a[5][1] + kx);
        a[3][3] += ky * y + kz * z;
        a[4][4] += kx * x + kz * z;
        a[5][5] += kx * x + ky * y;
        a[4][3] -= kx * y;
        a[5][3] -= kx * z;
        a[5][4] -= ky * z;
    }

    pub(super) fn factorise(&mut self) {
        let a = &mut self.0;
        for j in 0..6 {
            for k in 0..j {
                a[j][j] -= a[j][k] * a[j][k];
            }
            a[j][j] = a[j][j].max(f64::MIN_POSITIVE).sqrt();
            for i in j + 1..6 {
                for k in 0..j {
                    a[i][j] -= a[i][k] * a[j][k];
                }
                a[i][j] /= a[j][j];
            }
        }
    }

    pub(super) fn solve(&self, b: &Vec6) -> Vec6 {
        let (a, mut x) = (&self.0, b.0);
        for i in 0..6 {
            for k in 0..i {
                x[i] -= a[i][k] * x[k];
            }
            x[i] /= a[i][i];
        }
        for i in (0..6).rev() {
            for k in i + 1..6 {
                x[i] -= a[k][i] * x[k];
            }
            x[i] /= a[i][i];
        }
        Vec6(x)
    }
}

impl Frame {
    /// Its mass, kg.
    pub(super) fn mass(&self) -> f64 {
        self.mass.0[0][0]
    }

    pub(super) fn new(f: &Pushed) -> Self {
        let mut mass = Six([[0.0; 6]; 6]);
        for i in 0..3 {
            mass.0[i][i] = f.mass.into_f64();
            for j in 0..=i {
                mass.0[3 + i][3 + j] = f.inertia.col(j)[i].into_f64();
            }
        }
        let ([v, w], zero) = (f.velocity.map(double), Vec6::ZERO);
        Self {
            slot: f.slot,
            factor: mass.clone(),
            coarse: mass.clone(),
            mass,
            velocity: Vec6([v.x, v.y, v.z, w.x, w.y, w.z]),
            answer: zero.clone(),
            shift: zero,
        }
    }
}
