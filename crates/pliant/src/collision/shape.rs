//! Shapes of rigid bodies, about the centre of mass and along the body axes.

use parry3d::shape::{Ball, Capsule, Cuboid, HalfSpace, Shape as ParryShape};
use serde::{Deserialize, Serialize};

use crate::error::{Check, Result};
use crate::math::{Quat, Real, Vec3};

/// The shape of a rigid body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    /// A ball.
    Ball {
        /// Radius, m.
        radius: Real,
    },
    /// A box.
    Cuboid {
        /// Full extents, m.
        size: Vec3,
    },
    /// A cylinder along y with a half ball on each end.
    Capsule {
        /// Radius, m.
        radius: Real,
        /// Height of the cylinder, m.
        height: Real,
    },
    /// Everything on one side of a plane through the body's position.
    HalfSpace {
        /// The outward normal.
        normal: Vec3,
    },
}

impl Shape {
    /// A ball of this radius, m.
    pub fn ball(radius: Real) -> Self {
        Self::Ball { radius }
    }

    /// A box of these extents, m.
    pub fn cuboid(x: Real, y: Real, z: Real) -> Self {
        Self::Cuboid { size: Vec3::new(x, y, z) }
    }

    pub(crate) fn check(&self, check: &Check<'_>) -> Result<()> {
        match *self {
            Self::Ball { radius } => check.positive("radius", radius),
            Self::Cuboid { size } => {
                for s in size.to_array() {
                    check.positive("size", s)?;
                }
                Ok(())
            }
            Self::Capsule { radius, height } => {
                check.positive("radius", radius)?;
                check.positive("height", height)
            }
            Self::HalfSpace { normal } => {
                check.finite("normal", normal)?;
                if normal.length() < 1e-6 {
                    return check.refuse("normal", normal.to_array(), "a length above 0");
                }
                Ok(())
            }
        }
    }

    /// Volume (m³), and principal moments of inertia for a mass of 1 kg (m²).
    pub fn volume_and_inertia(&self) -> (Real, Vec3) {
        const PI: Real = std::f64::consts::PI as Real;
        match *self {
            Self::Ball { radius: r } => (4.0 / 3.0 * PI * r * r * r, Vec3::splat(0.4 * r * r)),
            Self::Cuboid { size } => {
                let q = size * size;
                (size.x * size.y * size.z, Vec3::new(q.y + q.z, q.x + q.z, q.x + q.y) / 12.0)
            }
            Self::Capsule { radius: r, height: h } => {
                let (cylinder, ball) = (PI * r * r * h, 4.0 / 3.0 * PI * r * r * r);
                let total = cylinder + ball;
                let axial = (cylinder * 0.5 * r * r + ball * 0.4 * r * r) / total;
                // Half balls about the capsule's centre: 2/5 r² + h²/4 + 3/8 h r.
                let across = (cylinder * (0.25 * r * r + h * h / 12.0)
                    + ball * (0.4 * r * r + 0.25 * h * h + 0.375 * h * r))
                    / total;
                (total, Vec3::new(across, axial, across))
            }
            Self::HalfSpace { .. } => (Real::INFINITY, Vec3::splat(Real::INFINITY)),
        }
    }

    /// Radius of the ball about the centre that holds the shape.
    pub fn radius(&self) -> Real {
        match *self {
            Self::Ball { radius } => radius,
            Self::Cuboid { size } => 0.5 * size.length(),
            Self::Capsule { radius, height } => 0.5 * height + radius,
            Self::HalfSpace { .. } => Real::INFINITY,
        }
    }

    /// Half extents of the axis-aligned box about the shape with this attitude.
    pub fn half_extents(&self, q: Quat) -> Vec3 {
        match *self {
            Self::Ball { radius } => Vec3::splat(radius),
            Self::Cuboid { size } => {
                let half = size * 0.5;
                (q * Vec3::X).abs() * half.x
                    + (q * Vec3::Y).abs() * half.y
                    + (q * Vec3::Z).abs() * half.z
            }
            Self::Capsule { radius, height } => {
                (q * Vec3::Y).abs() * (0.5 * height) + Vec3::splat(radius)
            }
            Self::HalfSpace { .. } => Vec3::splat(Real::INFINITY),
        }
    }

    /// Signed distance of a point from the surface and the outward normal there, in body axes.
    pub fn distance(&self, p: Vec3) -> (Real, Vec3) {
        match *self {
            Self::Ball { radius } => from_centre(p, radius),
            Self::Cuboid { size } => from_box(p, size * 0.5),
            Self::Capsule { radius, height } => {
                let half = 0.5 * height;
                let along = p.y.clamp(-half, half);
                from_centre(p - Vec3::Y * along, radius)
            }
            Self::HalfSpace { normal } => {
                let n = normal.normalize();
                (p.dot(n), n)
            }
        }
    }

    /// Calls a function with the number, the place and the radius of every corner: the shape is
    /// the convex hull of balls there.
    pub(crate) fn with_corners(&self, mut f: impl FnMut(u64, Vec3, Real)) {
        match *self {
            Self::Ball { radius } => f(0, Vec3::ZERO, radius),
            Self::Cuboid { size } => {
                for i in 0..8u64 {
                    let side = |bit: u64| if i >> bit & 1 == 0 { -0.5 } else { 0.5 };
                    f(i, size * Vec3::new(side(0), side(1), side(2)), 0.0);
                }
            }
            Self::Capsule { radius, height } => {
                f(0, Vec3::Y * (-0.5 * height), radius);
                f(1, Vec3::Y * (0.5 * height), radius);
            }
            Self::HalfSpace { .. } => {}
        }
    }

    /// Calls a function with the shape as parry knows it.
    pub(crate) fn with_parry<R>(&self, f: impl FnOnce(&dyn ParryShape) -> R) -> R {
        match *self {
            Self::Ball { radius } => f(&Ball::new(radius)),
            Self::Cuboid { size } => f(&Cuboid::new(size * 0.5)),
            Self::Capsule { radius, height } => f(&Capsule::new_y(0.5 * height, radius)),
            Self::HalfSpace { normal } => f(&HalfSpace::new(normal.normalize())),
        }
    }
}

fn from_centre(p: Vec3, radius: Real) -> (Real, Vec3) {
    let length = p.length();
    let normal = if length > 1e-12 { p / length } else { Vec3::Y };
    (length - radius, normal)
}

fn from_box(p: Vec3, half: Vec3) -> (Real, Vec3) {
    let outside = p.abs() - half;
    let sign = Vec3::new(sign(p.x), sign(p.y), sign(p.z));
    let out = outside.max(Vec3::ZERO);
    let length = out.length();
    if length > 0.0 {
        return (length, out * sign / length);
    }
    // Inside: the nearest face.
    if outside.x >= outside.y && outside.x >= outside.z {
        (outside.x, Vec3::X * sign.x)
    } else if outside.y >= outside.z {
        (outside.y, Vec3::Y * sign.y)
    } else {
        (outside.z, Vec3::Z * sign.z)
    }
}

fn sign(x: Real) -> Real {
    if x < 0.0 { -1.0 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPES: [Shape; 4] = [
        Shape::Ball { radius: 0.7 },
        Shape::Cuboid { size: Vec3::new(0.6, 1.0, 1.4) },
        Shape::Capsule { radius: 0.3, height: 0.8 },
        Shape::HalfSpace { normal: Vec3::new(1.0, 2.0, 0.0) },
    ];

    /// The normal is the gradient of the distance, and stepping along it reaches the surface.
    #[test]
    fn the_distance_is_one_along_its_normal() {
        for shape in SHAPES {
            for p in
                [Vec3::new(0.9, 0.3, -0.2), Vec3::new(-0.1, 0.2, 0.4), Vec3::new(0.2, -1.5, 0.8)]
            {
                let (d, n) = shape.distance(p);
                let (surface, _) = shape.distance(p - n * d);
                assert!((n.length() - 1.0).abs() < 1e-5, "{shape:?} {p:?}");
                assert!(surface.abs() < 1e-5, "{shape:?} {p:?}: {surface}");
                let (further, _) = shape.distance(p + n * 0.01);
                assert!((further - d - 0.01).abs() < 1e-5, "{shape:?} {p:?}");
            }
        }
    }

    #[test]
    fn mass_properties_agree_with_parry() {
        for shape in &SHAPES[..3] {
            let expected = shape.with_parry(|s| s.mass_properties(2.0));
            let (volume, inertia) = shape.volume_and_inertia();
            let mass = 2.0 * volume;
            assert!((mass - expected.mass()).abs() < 1e-4 * mass, "{shape:?}");
            let mut found = (inertia * mass).to_array();
            let mut wanted = expected.principal_inertia().to_array();
            found.sort_by(Real::total_cmp);
            wanted.sort_by(Real::total_cmp);
            for (f, w) in found.iter().zip(wanted) {
                assert!((f - w).abs() < 1e-4 * w, "{shape:?}: {found:?} {wanted:?}");
            }
        }
    }
}
