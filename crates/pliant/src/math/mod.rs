//! Numbers: the only place that knows the precision.
//!
//! [`Real`] and the vector types come from `parry3d`, which is `parry3d-f64` in the package
//! `pliant-f64`. Nothing else in the engine names `f32` for a physical quantity.

pub mod block_cholesky;
pub mod lanes;
pub mod polar;
pub mod transpose;
pub mod wide;

pub use glamx::{DMat3, DQuat, DVec3};
pub use parry3d::math::{Mat3, Pose3 as Pose, Real, Rot3 as Quat, Vec3};

/// Whether this build computes in double precision.
pub const DOUBLE: bool = size_of::<Real>() == 8;

/// A vector in double precision.
#[inline(always)]
pub fn double(v: Vec3) -> DVec3 {
    DVec3::new(v.x.into_f64(), v.y.into_f64(), v.z.into_f64())
}

/// A matrix in double precision.
#[inline(always)]
pub fn double3(m: Mat3) -> DMat3 {
    DMat3::from_cols(double(m.x_axis), double(m.y_axis), double(m.z_axis))
}

/// A rotation in double precision.
#[inline(always)]
pub fn double_rotation(q: Quat) -> DQuat {
    let [x, y, z, w] = q.to_array().map(IntoF64::into_f64);
    DQuat::from_xyzw(x, y, z, w).normalize()
}

/// The rotation vector of a rotation in double precision, shortest way round.
pub fn turn_of(q: DQuat) -> DVec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let v = DVec3::new(q.x, q.y, q.z);
    let s = v.length();
    if s < 1e-12 { 2.0 * v } else { v * (2.0 * libm::atan2(s, q.w) / s) }
}

/// A vector in the engine's precision.
#[inline(always)]
pub fn single(v: DVec3) -> Vec3 {
    Vec3::new(v.x as Real, v.y as Real, v.z as Real)
}

/// A matrix in the engine's precision.
#[inline(always)]
pub fn single3(m: &DMat3) -> Mat3 {
    Mat3::from_cols(single(m.x_axis), single(m.y_axis), single(m.z_axis))
}

/// `a bᵀ`.
#[inline(always)]
pub fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// The moments of inertia of a unit mass at `r`.
pub fn inertia_at(r: DVec3) -> DMat3 {
    DMat3::from_diagonal(DVec3::splat(r.length_squared())) - outer(r, r)
}

/// A vector from three numbers in double precision.
pub fn vec3(v: [f64; 3]) -> Vec3 {
    Vec3::new(v[0] as Real, v[1] as Real, v[2] as Real)
}

/// Sine and cosine from one library, so that every platform gives the same bits.
pub fn sin_cos(angle: Real) -> (Real, Real) {
    let (s, c) = libm::sincos(angle.into_f64());
    (s as Real, c as Real)
}

/// Lossless widening, the same call in both precisions.
pub trait IntoF64 {
    /// The number as `f64`.
    fn into_f64(self) -> f64;
}

impl IntoF64 for f32 {
    fn into_f64(self) -> f64 {
        f64::from(self)
    }
}

impl IntoF64 for f64 {
    fn into_f64(self) -> f64 {
        self
    }
}

/// The rotation by `w` (axis times angle, rad) as a unit quaternion.
pub fn rotation(w: Vec3) -> Quat {
    let square = w.length_squared();
    if square < 0.01 {
        // Taylor's series: the next terms are below the rounding of double precision.
        let x = 0.25 * square;
        let sixths = 1.0 - x * (1.0 / 42.0) * (1.0 - x * (1.0 / 72.0));
        let s = 1.0 - x * (1.0 / 6.0) * (1.0 - x * (1.0 / 20.0) * sixths);
        let fourths = 1.0 - x * (1.0 / 30.0) * (1.0 - x * (1.0 / 56.0));
        let c = 1.0 - x * (1.0 / 2.0) * (1.0 - x * (1.0 / 12.0) * fourths);
        let axis = w * (0.5 * s);
        return Quat::from_xyzw(axis.x, axis.y, axis.z, c);
    }
    let angle = square.sqrt();
    let (s, c) = sin_cos(0.5 * angle);
    let axis = w * (s / angle);
    Quat::from_xyzw(axis.x, axis.y, axis.z, c)
}

/// The quaternion at length one, as near as its numbers allow: rounded from double precision its
/// length errs either way, where the arithmetic of single precision errs the same way each time,
/// and a spinning body would gain or lose speed by it.
pub fn unit(q: Quat) -> Quat {
    let a = q.to_array().map(IntoF64::into_f64);
    let length = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]).sqrt();
    let [x, y, z, w] = a.map(|c| (c / length) as Real);
    Quat::from_xyzw(x, y, z, w)
}

/// The rotation vector (axis times angle, rad) of a unit quaternion, shortest way round.
pub fn rotation_vector(q: Quat) -> Vec3 {
    let q = if q.w < 0.0 { -q } else { q };
    let v = Vec3::new(q.x, q.y, q.z);
    let s = v.length();
    if s < 1e-12 {
        return 2.0 * v;
    }
    let angle = 2.0 * libm::atan2(s.into_f64(), q.w.into_f64());
    v * (angle as Real / s)
}

/// Two unit vectors that complete the unit vector `n` to a right-handed basis `(n, t, s)`
/// (Duff et al. 2017: no branch, continuous but at one pole).
pub fn tangents(n: Vec3) -> (Vec3, Vec3) {
    let sign = if n.z < 0.0 { -1.0 } else { 1.0 };
    let a = -1.0 / (sign + n.z);
    let b = n.x * n.y * a;
    (
        Vec3::new(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x),
        Vec3::new(b, sign + n.y * n.y * a, -n.y),
    )
}

/// `e^{-x}` from one library.
pub fn exp_neg(x: Real) -> Real {
    libm::exp(-x.into_f64()) as Real
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotation_and_its_vector_are_inverse() {
        for w in [
            Vec3::new(0.3, -0.2, 0.5),
            Vec3::new(0.0, 3.0, 0.0),
            Vec3::new(1e-5, 0.0, 2e-5),
            Vec3::new(0.0577, 0.0577, 0.0577),
            Vec3::ZERO,
        ] {
            assert!((rotation_vector(rotation(w)) - w).length() < 1e-5, "{w:?}");
        }
    }

    #[test]
    fn tangents_are_an_orthonormal_right_handed_basis() {
        for n in [Vec3::X, Vec3::NEG_Z, Vec3::Z, Vec3::new(0.6, -0.48, -0.64)] {
            let (t, s) = tangents(n);
            assert!(n.dot(t).abs() < 1e-6 && n.dot(s).abs() < 1e-6 && t.dot(s).abs() < 1e-6);
            assert!((n.cross(t) - s).length() < 1e-6, "{n:?}");
        }
    }
}
