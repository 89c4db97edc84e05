//! Signed distances of eight points at once from one shape, for the shapes that have a closed form.
//!
//! The same functions as [`Shape::distance`](super::shape::Shape::distance), lane by lane.

use super::shape::Shape;
use crate::math::lanes::Triple;
use crate::math::wide::Wide;
use crate::math::{Real, Vec3};

/// A shape as a signed distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Field {
    /// A ball.
    Ball { radius: Real },
    /// A half-space, by its outward normal.
    HalfSpace { normal: Vec3 },
    /// A capsule along y.
    Capsule { radius: Real, half: Real },
    /// A box with round edges.
    Cuboid { half: Vec3, round: Real },
    /// A cylinder along y with round edges.
    Cylinder { radius: Real, half: Real, round: Real },
    /// A shape without: asked for one point at a time.
    Other,
}

impl Field {
    /// The field of a shape.
    pub(crate) fn of(shape: &Shape) -> Self {
        let (inner, round) = match shape {
            Shape::Rounded { shape, radius } => (&**shape, *radius),
            shape => (shape, 0.0),
        };
        match *inner {
            Shape::Ball { radius } => Self::Ball { radius },
            Shape::HalfSpace { normal } => Self::HalfSpace { normal: normal.normalize() },
            Shape::Capsule { radius, height } => Self::Capsule { radius, half: 0.5 * height },
            Shape::Cuboid { size } => Self::Cuboid { half: size * 0.5, round },
            Shape::Cylinder { radius, height } => {
                Self::Cylinder { radius, half: 0.5 * height, round }
            }
            _ => Self::Other,
        }
    }

    /// Signed distances, and outward normals. [`Field::Other`] is nowhere near.
    #[inline(always)]
    pub(crate) fn distance<T: Wide>(&self, p: Triple<T>) -> (T, Triple<T>) {
        match *self {
            Self::Ball { radius } => from_centre(p, radius),
            Self::HalfSpace { normal } => {
                let n = Triple::same(normal);
                (p.dot(n), n)
            }
            Self::Capsule { radius, half } => {
                let half = T::splat(half);
                let along = p.y.min(half).max(-half);
                from_centre(Triple { y: p.y - along, ..p }, radius)
            }
            Self::Cuboid { half, round } => {
                let (d, n) = from_box(p, Triple::same(half));
                (d - T::splat(round), n)
            }
            Self::Cylinder { radius, half, round } => {
                // A rectangle in the half plane through the axis.
                let out = (p.x * p.x + p.z * p.z).sqrt();
                let inv = T::splat(1.0).over(out.max(T::splat(1e-12)));
                let flat = Triple { x: out, y: p.y, z: T::splat(0.0) };
                let (d, n) = from_box(flat, Triple::same(Vec3::new(radius, half, 1e9)));
                let normal = Triple { x: p.x * inv * n.x, y: n.y, z: p.z * inv * n.x };
                (d - T::splat(round), normal)
            }
            Self::Other => (T::splat(Real::INFINITY), Triple::same(Vec3::Y)),
        }
    }
}

#[inline(always)]
fn from_centre<T: Wide>(p: Triple<T>, radius: Real) -> (T, Triple<T>) {
    let length = p.dot(p).sqrt();
    let inv = T::splat(1.0).over(length.max(T::splat(1e-12)));
    (length - T::splat(radius), p.scale(inv))
}

#[inline(always)]
fn from_box<T: Wide>(p: Triple<T>, half: Triple<T>) -> (T, Triple<T>) {
    let (zero, one) = (T::splat(0.0), T::splat(1.0));
    let sign = |x: T| (-x).where_positive(-one, one);
    let (sx, sy, sz) = (sign(p.x), sign(p.y), sign(p.z));
    let (ox, oy, oz) = (p.x * sx - half.x, p.y * sy - half.y, p.z * sz - half.z);
    let (qx, qy, qz) = (ox.max(zero), oy.max(zero), oz.max(zero));
    let length = (qx * qx + qy * qy + qz * qz).sqrt();
    let inv = one.over(length.max(T::splat(Real::MIN_POSITIVE)));
    // Inside: the nearest face, x before y before z.
    let beats = |a: T, b: T| (b - a).where_positive(zero, one);
    let x = beats(ox, oy) * beats(ox, oz);
    let y = (one - x) * beats(oy, oz);
    let z = one - x - y;
    let depth = ox.max(oy).max(oz);
    let pick = |out: T, face: T, s: T| length.where_positive(out * inv, face) * s;
    let normal = Triple { x: pick(qx, x, sx), y: pick(qy, y, sy), z: pick(qz, z, sz) };
    (length.where_positive(length, depth), normal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lanes::V3;

    /// All fields agree with the shape's own distance, inside and outside.
    #[test]
    fn fields_are_the_distances_of_their_shapes() {
        let shapes = [
            Shape::ball(0.7),
            Shape::cuboid(0.6, 1.0, 1.4),
            Shape::cuboid(0.6, 1.0, 1.4).rounded(0.1),
            Shape::Capsule { radius: 0.3, height: 0.8 },
            Shape::Cylinder { radius: 0.5, height: 0.8 },
            Shape::Cylinder { radius: 0.5, height: 0.8 }.rounded(0.05),
            Shape::HalfSpace { normal: Vec3::new(1.0, 2.0, 0.0) },
        ];
        for shape in shapes {
            let field = Field::of(&shape);
            for i in 0..200 {
                let at = |k: i32| ((i * k) % 41) as Real / 20.0 - 1.0;
                let p = Vec3::new(at(7), at(11), at(17));
                let (d, n) = field.distance(V3::splat(p));
                let (expected, normal) = shape.distance(p).unwrap();
                assert!((d.0[3] - expected).abs() < 1e-5, "{shape:?} {p:?}: {d:?} {expected}");
                assert!((n.lane(3) - normal).length() < 1e-4, "{shape:?} {p:?}: {n:?} {normal}");
            }
        }
    }
}
