//! The rotation in a deformation gradient.

use super::{DMat3, DOUBLE, DQuat, DVec3};

/// The rotation nearest to `f`, starting from a guess (Müller et al. 2016).
pub(crate) fn rotation_of(f: DMat3, guess: DQuat) -> DQuat {
    let mut q = guess;
    for _ in 0..50 {
        let r = DMat3::from_quat(q);
        let axis = r.x_axis.cross(f.x_axis) + r.y_axis.cross(f.y_axis) + r.z_axis.cross(f.z_axis);
        let scale = r.x_axis.dot(f.x_axis) + r.y_axis.dot(f.y_axis) + r.z_axis.dot(f.z_axis);
        let near = scale > 0.0 && axis.length_squared() < NEAR * NEAR * scale * scale;
        let step = near.then(|| newton(r * f.transpose(), scale, axis)).flatten();
        let w = step.unwrap_or(axis / (scale.abs() + 1e-9));
        let angle = w.length();
        // A broken element keeps its last rotation.
        if angle <= 1e-11 || angle.is_nan() {
            break;
        }
        let (s, c) = half_turn(angle);
        let v = w * s;
        q = DQuat::from_xyzw(v.x, v.y, v.z, c) * q;
        // Newton's step leaves the square of what there was. A product of unit quaternions is one but for rounding.
        if step.is_some() && angle < DONE {
            return q * (1.5 - 0.5 * q.length_squared());
        }
        q = q.normalize();
    }
    q
}

/// A turn after which Newton's step leaves nothing that the numbers of bodies could tell, rad.
const DONE: f64 = if DOUBLE { 1e-6 } else { 1e-4 };

/// `sin(a/2)/a` and `cos(a/2)`; of a small angle by their series, to the last bit but one.
fn half_turn(a: f64) -> (f64, f64) {
    if a < 1e-2 {
        let x = a * a;
        (0.5 - x * (1.0 / 48.0 - x * (1.0 / 3840.0)), 1.0 - x * (0.125 - x * (1.0 / 384.0)))
    } else {
        let (s, c) = libm::sincos(0.5 * a);
        (s / a, c)
    }
}

/// The size of a turn, by the sum of `r_i·f_i`, below which Newton's step is taken.
const NEAR: f64 = 0.1;

/// Newton's step to the nearest rotation: `Σ r_i × f_i` changes by `(A − tr A) w` with a turn `w`, `A = R Fᵀ`. The plain
/// step leaves a third of the error each time. None where an element is nearly flat or inverted.
fn newton(a: DMat3, trace: f64, axis: DVec3) -> Option<DVec3> {
    let m = DMat3::from_diagonal(DVec3::splat(trace)) - (a + a.transpose()) * 0.5;
    // The matrix is symmetric, so rows of its inverse are products of its columns.
    let yz = m.y_axis.cross(m.z_axis);
    let determinant = m.x_axis.dot(yz);
    if determinant <= 1e-3 * trace * trace * trace {
        return None;
    }
    let (zx, xy) = (m.z_axis.cross(m.x_axis), m.x_axis.cross(m.y_axis));
    let w = DVec3::new(axis.dot(yz), axis.dot(zx), axis.dot(xy)) / determinant;
    // As far as the plain step, or a little further.
    let longest = 9.0 * axis.length_squared();
    (w.length_squared() * trace * trace <= longest).then_some(w)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_are_found_far_from_the_guess_and_of_inverted_elements() {
        let turn = DQuat::from_xyzw(0.1, 0.9, -0.2, 0.4).normalize();
        let stretch = DMat3::from_diagonal(DVec3::new(1.3, 0.8, 1.1));
        let r = DMat3::from_quat(turn);
        let found = rotation_of(r * stretch, DQuat::IDENTITY);
        assert!(found.dot(turn).abs() > 1.0 - 1e-9);
        let inverted = DMat3::from_diagonal(DVec3::new(1.0, -0.3, 1.0));
        let q = rotation_of(inverted, DQuat::from_xyzw(0.1, 0.0, 0.0, 1.0).normalize());
        assert!((DMat3::from_quat(q).determinant() - 1.0).abs() < 1e-9);
    }
}
