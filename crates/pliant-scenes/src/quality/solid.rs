//! Rigid shapes as signed distances.

use std::sync::Arc;

use glamx::{DQuat, DVec3};

use super::hull;

/// A rigid shape about its own axes.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// All points within a radius of the origin.
    Ball {
        /// The radius, m.
        radius: f64,
    },
    /// All points within a radius of a box.
    Cuboid {
        /// Half of the inner box's sides, m.
        half: DVec3,
        /// The radius, m.
        round: f64,
    },
    /// All points within a radius of a line along y.
    Capsule {
        /// The radius, m.
        radius: f64,
        /// Half of the line's length, m.
        half: f64,
    },
    /// All points within a radius of a cylinder along y.
    Cylinder {
        /// The inner cylinder's radius, m.
        radius: f64,
        /// Half of its height, m.
        half: f64,
        /// The radius about it, m.
        round: f64,
    },
    /// All points within a radius of a cone along y, its tip up.
    Cone {
        /// The inner cone's radius, m.
        radius: f64,
        /// Half of its height, m.
        half: f64,
        /// The radius about it, m.
        round: f64,
    },
    /// All points within a radius of a convex body.
    Hull {
        /// Its surface.
        surface: Arc<Surface>,
        /// The radius, m.
        round: f64,
    },
    /// A surface of triangles; one that is not closed has no inside.
    Mesh {
        /// Its surface.
        surface: Arc<Surface>,
        /// Whether it has an inside.
        closed: bool,
    },
    /// The lower half of a hollow ball.
    Bowl {
        /// Inner radius, m.
        radius: f64,
        /// Thickness of the wall, m.
        thickness: f64,
        /// The same as triangles, for pictures.
        surface: Arc<Surface>,
    },
    /// Ground of varying height.
    HeightField {
        /// Its surface, rows along z one after the other.
        surface: Arc<Surface>,
        /// Lengths along x and z, m.
        size: [f64; 2],
        /// Heights along x and z.
        count: [usize; 2],
    },
    /// All points behind a plane through the origin.
    HalfSpace {
        /// The unit vector out of the solid.
        normal: DVec3,
    },
    /// Several shapes.
    Compound(Vec<Part>),
}

/// A shape of a compound.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The shape.
    pub shape: Shape,
    /// Where it is, m.
    pub position: DVec3,
    /// How it is turned.
    pub rotation: DQuat,
}

/// Points and triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surface {
    /// The points, m.
    pub points: Vec<DVec3>,
    /// The triangles, counter-clockwise from outside.
    pub faces: Vec<[u32; 3]>,
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
    pub touches: bool,
    /// The groups it is in and those it meets, one bit each.
    pub groups: [u32; 2],
    /// Names of solids it may overlap, because a joint holds them together.
    pub joined: Vec<String>,
    /// Whether it has not been removed.
    pub present: bool,
    /// Whether it sleeps.
    pub asleep: bool,
}

impl Surface {
    fn triangle(&self, face: [u32; 3]) -> [DVec3; 3] {
        face.map(|i| self.points[i as usize])
    }

    /// Distance of a point from the nearest triangle, and on which side of it the point lies.
    fn signed(&self, p: DVec3) -> f64 {
        let mut best = (f64::INFINITY, 0.0);
        for &face in &self.faces {
            let [a, b, c] = self.triangle(face);
            let away = p - nearest_on_triangle(p, a, b, c);
            let d = away.length();
            let n = (b - a).cross(c - a).normalize_or_zero();
            let side = if d > 0.0 { away.dot(n) / d } else { 1.0 };
            // At an edge the triangle that is seen more directly knows the side.
            if d < best.0 - 1e-12 || (d < best.0 + 1e-12 && side.abs() > f64::abs(best.1)) {
                best = (d, side);
            }
        }
        if best.1 < 0.0 { -best.0 } else { best.0 }
    }
}

/// The point of a triangle that is nearest to a point (Ericson 2005, section 5.1.5).
fn nearest_on_triangle(p: DVec3, a: DVec3, b: DVec3, c: DVec3) -> DVec3 {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let sum = va + vb + vc;
    if sum > 0.0 { a + ab * (vb / sum) + ac * (vc / sum) } else { a }
}

impl Shape {
    /// The hull of some points, with all within a radius of it.
    pub fn hull(points: &[DVec3], round: f64) -> Self {
        Self::Hull { surface: Arc::new(hull::surface(points)), round }
    }

    /// How far outside the surface a point is, m; negative inside.
    pub fn distance(&self, p: DVec3) -> f64 {
        match self {
            Self::Ball { radius } => p.length() - radius,
            Self::Cuboid { half, round } => from_box(p.abs() - half) - round,
            Self::Capsule { radius, half } => {
                let along = p.y.clamp(-half, *half);
                DVec3::new(p.x, p.y - along, p.z).length() - radius
            }
            Self::Cylinder { radius, half, round } => {
                let out = p.x.hypot(p.z);
                from_box(DVec3::new(out - radius, p.y.abs() - half, f64::NEG_INFINITY)) - round
            }
            Self::Cone { radius, half, round } => {
                let at = DVec3::new(p.x.hypot(p.z), p.y, 0.0);
                let (rim, tip) = (DVec3::new(*radius, -half, 0.0), DVec3::new(0.0, *half, 0.0));
                let slope = (tip - rim).normalize_or_zero();
                let outside = (at - rim).dot(DVec3::new(slope.y, -slope.x, 0.0));
                let below = -half - at.y;
                let d = if outside <= 0.0 && below <= 0.0 {
                    outside.max(below)
                } else {
                    let middle = DVec3::new(0.0, -half, 0.0);
                    (at - nearest_on_triangle(at, middle, rim, tip)).length()
                };
                d - round
            }
            Self::Hull { surface, round } => {
                // From outside, the nearest point lies on a face that is seen from there.
                let (mut inside, mut outside) = (f64::NEG_INFINITY, f64::INFINITY);
                for &face in &surface.faces {
                    let [a, b, c] = surface.triangle(face);
                    let above = (p - a).dot((b - a).cross(c - a).normalize_or_zero());
                    inside = inside.max(above);
                    if above > 0.0 {
                        outside = outside.min(p.distance_squared(nearest_on_triangle(p, a, b, c)));
                    }
                }
                (if inside <= 0.0 { inside } else { outside.sqrt() }) - round
            }
            Self::Mesh { surface, closed } => {
                let d = surface.signed(p);
                if *closed { d } else { d.abs() }
            }
            Self::Bowl { radius, thickness, .. } => {
                let shell = (p.length() - radius - 0.5 * thickness).abs() - 0.5 * thickness;
                if p.y <= 0.0 {
                    return if shell > 0.0 { shell } else { shell.max(p.y) };
                }
                // Above the rim, which is a flat ring.
                let across = (p.x.hypot(p.z) - radius - 0.5 * thickness).abs() - 0.5 * thickness;
                across.max(0.0).hypot(p.y)
            }
            Self::HeightField { surface, size, count } => {
                let d = surface.signed(p).abs();
                if p.y < height(surface, *size, *count, p.x, p.z) { -d } else { d }
            }
            Self::HalfSpace { normal } => p.dot(*normal),
            Self::Compound(parts) => {
                parts.iter().map(|part| part.distance(p)).fold(f64::INFINITY, f64::min)
            }
        }
    }

    /// Radius of the ball about the origin that holds the shape, m.
    fn reach(&self) -> f64 {
        let farthest = |points: &[DVec3]| points.iter().map(|p| p.length()).fold(0.0, f64::max);
        match self {
            Self::Ball { radius } => *radius,
            Self::Cuboid { half, round } => half.length() + round,
            Self::Capsule { radius, half } => radius + half,
            Self::Cylinder { radius, half, round } | Self::Cone { radius, half, round } => {
                radius.hypot(*half) + round
            }
            Self::Hull { surface, round } => farthest(&surface.points) + round,
            Self::Mesh { surface, .. } => farthest(&surface.points),
            Self::Bowl { radius, thickness, .. } => radius + thickness,
            Self::HeightField { .. } | Self::HalfSpace { .. } => f64::INFINITY,
            Self::Compound(parts) => {
                parts.iter().map(|p| p.position.length() + p.shape.reach()).fold(0.0, f64::max)
            }
        }
    }

    /// Half of the sides of the box along the world's axes that holds the shape turned so.
    fn half_extents(&self, rotation: DQuat) -> DVec3 {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| (rotation * axis).abs());
        match self {
            Self::Ball { radius } => DVec3::splat(*radius),
            Self::Cuboid { half, round } => {
                axes[0] * half.x + axes[1] * half.y + axes[2] * half.z + *round
            }
            Self::Capsule { radius, half } => axes[1] * *half + *radius,
            Self::Cylinder { radius, half, round } | Self::Cone { radius, half, round } => {
                (axes[0] + axes[2]) * *radius + axes[1] * *half + *round
            }
            Self::Hull { surface, round } => around(&surface.points, rotation) + *round,
            Self::Mesh { surface, .. } => around(&surface.points, rotation),
            Self::Bowl { radius, thickness, .. } => DVec3::splat(radius + thickness),
            // Solid below.
            Self::HeightField { .. } | Self::HalfSpace { .. } => DVec3::splat(f64::INFINITY),
            Self::Compound(parts) => parts.iter().fold(DVec3::ZERO, |half, part| {
                let own = part.shape.half_extents(rotation * part.rotation);
                half.max((rotation * part.position).abs() + own)
            }),
        }
    }
}

fn around(points: &[DVec3], rotation: DQuat) -> DVec3 {
    points.iter().fold(DVec3::ZERO, |half, &p| half.max((rotation * p).abs()))
}

/// From how far a point is beyond each side of a box.
fn from_box(beyond: DVec3) -> f64 {
    beyond.max(DVec3::ZERO).length() + beyond.max_element().min(0.0)
}

/// The height of a field over a place, that of the edge outside.
fn height(surface: &Surface, size: [f64; 2], count: [usize; 2], x: f64, z: f64) -> f64 {
    let place = |v: f64, axis: usize| {
        let last = (count[axis] - 1) as f64;
        let s = ((v / size[axis] + 0.5) * last).clamp(0.0, last);
        let i = (s as usize).min(count[axis] - 2);
        (i, s - i as f64)
    };
    let ((j, v), (i, u)) = (place(x, 0), place(z, 1));
    let h = |di: usize, dj: usize| surface.points[(i + di) * count[0] + j + dj].y;
    if u + v <= 1.0 {
        h(0, 0) + (h(1, 0) - h(0, 0)) * u + (h(0, 1) - h(0, 0)) * v
    } else {
        h(1, 1) + (h(0, 1) - h(1, 1)) * (1.0 - u) + (h(1, 0) - h(1, 1)) * (1.0 - v)
    }
}

impl Part {
    fn distance(&self, p: DVec3) -> f64 {
        self.shape.distance(self.rotation.conjugate() * (p - self.position))
    }
}

impl Solid {
    /// How far outside the surface a point of the world is, m; negative inside.
    pub fn distance(&self, p: DVec3) -> f64 {
        self.shape.distance(self.rotation.conjugate() * (p - self.position))
    }

    /// Radius of the ball about its position that holds the body, m.
    pub fn reach(&self) -> f64 {
        self.shape.reach()
    }

    /// A point of the body's axes in the world.
    pub fn point(&self, p: DVec3) -> DVec3 {
        self.position + self.rotation * p
    }

    /// Half of the sides of the box along the world's axes that holds the body.
    pub fn half_extents(&self) -> DVec3 {
        self.shape.half_extents(self.rotation)
    }

    /// Whether two bodies are meant to touch.
    pub fn meets(&self, other: &Self) -> bool {
        let [member, meets] = self.groups;
        self.touches
            && other.touches
            && (self.moves || other.moves)
            && member & other.groups[1] != 0
            && other.groups[0] & meets != 0
            && !self.joined.contains(&other.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }

    #[test]
    fn distances_of_known_points() {
        let cuboid = Shape::Cuboid { half: DVec3::new(1.0, 2.0, 3.0), round: 0.0 };
        near(cuboid.distance(DVec3::new(0.9, 0.0, 0.0)), -0.1);
        near(cuboid.distance(DVec3::new(4.0, 6.0, 0.0)), 5.0);
        let capsule = Shape::Capsule { radius: 0.5, half: 1.0 };
        near(capsule.distance(DVec3::new(0.25, 0.3, 0.0)), -0.25);
        near(capsule.distance(DVec3::new(0.0, 2.0, 0.0)), 0.5);
        near(Shape::Ball { radius: 2.0 }.distance(DVec3::Z), -1.0);
        let cylinder = Shape::Cylinder { radius: 1.0, half: 2.0, round: 0.5 };
        near(cylinder.distance(DVec3::new(0.0, 2.2, 0.0)), -0.3);
        near(cylinder.distance(DVec3::new(4.0, 6.0, 0.0)), 4.5);
        let cone = Shape::Cone { radius: 1.0, half: 0.5, round: 0.0 };
        near(cone.distance(DVec3::new(0.0, 1.5, 0.0)), 1.0);
        near(cone.distance(DVec3::new(0.0, -0.4, 0.0)), -0.1);
        near(cone.distance(DVec3::new(1.0, 0.5, 0.0)), 0.5_f64.sqrt());
        let bowl = Shape::Bowl { radius: 1.0, thickness: 0.2, surface: Arc::default() };
        near(bowl.distance(DVec3::new(0.0, -0.7, 0.0)), 0.3);
        near(bowl.distance(DVec3::new(0.0, -1.05, 0.0)), -0.05);
        near(bowl.distance(DVec3::new(1.1, 0.3, 0.0)), 0.3);
    }

    /// A box as a hull and as a mesh has the distances of a box.
    #[test]
    fn surfaces_agree_with_the_box_they_are() {
        let half = DVec3::new(0.5, 0.7, 0.9);
        let corner = |i: u32| {
            let side = |bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            half * DVec3::new(side(0), side(1), side(2))
        };
        let points: Vec<DVec3> = (0..8).map(corner).collect();
        let hull = Shape::hull(&points, 0.0);
        let Shape::Hull { surface, .. } = &hull else { unreachable!() };
        assert_eq!(surface.faces.len(), 12);
        let mesh = Shape::Mesh { surface: surface.clone(), closed: true };
        let cuboid = Shape::Cuboid { half, round: 0.0 };
        for i in 0..200 {
            let at = |k: i32| f64::from((i * k * 37) % 101) / 50.0 - 1.0;
            let p = DVec3::new(at(1), at(3), at(7));
            near(hull.distance(p), cuboid.distance(p));
            near(mesh.distance(p), cuboid.distance(p));
        }
    }
}
