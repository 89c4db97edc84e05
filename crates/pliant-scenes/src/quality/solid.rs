//! Rigid shapes as signed distances.

use glamx::{DQuat, DVec3};
use pliant_io::scene;

/// A rigid shape about its own axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// All points within a radius of the origin.
    Ball {
        /// The radius, m.
        radius: f64,
    },
    /// A box.
    Cuboid {
        /// Half of its sides, m.
        half: DVec3,
    },
    /// All points within a radius of a line along y.
    Capsule {
        /// The radius, m.
        radius: f64,
        /// Half of the line's length, m.
        half: f64,
    },
    /// All points behind a plane through the origin.
    HalfSpace {
        /// The unit vector out of the solid.
        normal: DVec3,
    },
}

/// A rigid body as the measurements see it.
#[derive(Clone, Debug)]
pub struct Solid {
    /// Its name.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// Where it is, m.
    pub position: DVec3,
    /// How it is turned.
    pub rotation: DQuat,
    /// Whether it can move: two that cannot may overlap as they like.
    pub moves: bool,
    /// Whether it touches anything: one that does not may overlap as it likes.
    pub collides: bool,
    /// Names of solids it may overlap, because a joint holds them together.
    pub joined: Vec<String>,
    /// Whether it has not been removed.
    pub present: bool,
}

impl From<&scene::Shape> for Shape {
    fn from(shape: &scene::Shape) -> Self {
        match *shape {
            scene::Shape::Ball { radius } => Self::Ball { radius },
            scene::Shape::Cuboid { size } => Self::Cuboid { half: DVec3::from_array(size) * 0.5 },
            scene::Shape::Capsule { radius, height } => {
                Self::Capsule { radius, half: 0.5 * height }
            }
            scene::Shape::HalfSpace { normal } => {
                Self::HalfSpace { normal: DVec3::from_array(normal).normalize_or(DVec3::Y) }
            }
        }
    }
}

impl Shape {
    /// How far outside the surface a point is, m; negative inside.
    pub fn distance(&self, p: DVec3) -> f64 {
        match *self {
            Self::Ball { radius } => p.length() - radius,
            Self::Cuboid { half } => {
                let beyond = p.abs() - half;
                let outside = beyond.max(DVec3::ZERO).length();
                outside + beyond.max_element().min(0.0)
            }
            Self::Capsule { radius, half } => {
                let along = p.y.clamp(-half, half);
                DVec3::new(p.x, p.y - along, p.z).length() - radius
            }
            Self::HalfSpace { normal } => p.dot(normal),
        }
    }
}

impl Solid {
    /// How far outside the surface a point of the world is, m; negative inside.
    pub fn distance(&self, p: DVec3) -> f64 {
        self.shape.distance(self.rotation.conjugate() * (p - self.position))
    }

    /// A point of the body's axes in the world.
    pub fn point(&self, p: DVec3) -> DVec3 {
        self.position + self.rotation * p
    }

    /// Half of the sides of the box along the world's axes that holds the body.
    pub fn half_extents(&self) -> DVec3 {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (self.rotation * axis).abs());
        match self.shape {
            Shape::Ball { radius } => DVec3::splat(radius),
            Shape::Cuboid { half } => axes[0] * half.x + axes[1] * half.y + axes[2] * half.z,
            Shape::Capsule { radius, half } => axes[1] * half + radius,
            Shape::HalfSpace { .. } => DVec3::splat(f64::INFINITY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_known_points() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        let cuboid = Shape::Cuboid { half: DVec3::new(1.0, 2.0, 3.0) };
        near(cuboid.distance(DVec3::new(0.9, 0.0, 0.0)), -0.1);
        near(cuboid.distance(DVec3::new(4.0, 6.0, 0.0)), 5.0);
        let capsule = Shape::Capsule { radius: 0.5, half: 1.0 };
        near(capsule.distance(DVec3::new(0.25, 0.3, 0.0)), -0.25);
        near(capsule.distance(DVec3::new(0.0, 2.0, 0.0)), 0.5);
        near(Shape::Ball { radius: 2.0 }.distance(DVec3::Z), -1.0);
    }
}
