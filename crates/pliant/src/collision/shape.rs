//! Shapes of rigid bodies: what a caller describes, and what follows from it by closed forms.
//!
//! A shape lies about the origin of the body's axes. A body of several parts is a
//! [`Shape::Compound`]; each part becomes a collider of its own.

use serde::{Deserialize, Serialize};

use crate::error::{Check, Result};
use crate::math::{Quat, Real, Vec3};

/// The shape of a rigid body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// A cylinder along y.
    Cylinder {
        /// Radius, m.
        radius: Real,
        /// Height, m.
        height: Real,
    },
    /// A cone along y, its tip up; the origin is halfway up.
    Cone {
        /// Radius of the base, m.
        radius: Real,
        /// Height, m.
        height: Real,
    },
    /// The smallest convex body that holds some points.
    Hull {
        /// The points, m; at least four that are not in one plane.
        points: Vec<Vec3>,
    },
    /// A surface of triangles. A closed one, with its faces turned outwards, is a solid; an open one
    /// is a sheet with two sides and no inside.
    Mesh {
        /// The points, m.
        points: Vec<Vec3>,
        /// The triangles, by places of points.
        faces: Vec<[u32; 3]>,
    },
    /// Ground of varying height over a rectangle about the origin; solid below.
    HeightField {
        /// Lengths along x and z, m.
        size: [Real; 2],
        /// Heights, m: rows along z, in each the values along x; at least two of each.
        heights: Vec<Vec<Real>>,
    },
    /// Everything on one side of a plane through the origin.
    HalfSpace {
        /// The outward normal.
        normal: Vec3,
    },
    /// A box, cylinder, cone or hull with all that is nearer to it than a radius: larger than the
    /// inner shape by the radius on all sides, and round at edges and corners.
    Rounded {
        /// The inner shape.
        shape: Box<Self>,
        /// The radius, m.
        radius: Real,
    },
    /// Several shapes that move as one.
    Compound(Vec<Part>),
}

/// A shape within a compound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Its shape.
    pub shape: Shape,
    /// Where its origin is in the body's axes, m.
    pub position: Vec3,
    /// How it is turned in the body's axes.
    pub rotation: Quat,
    /// Friction of its own; `None`: that of the body.
    pub friction: Option<Real>,
    /// Restitution of its own; `None`: that of the body.
    pub restitution: Option<Real>,
}

impl Part {
    /// A shape at a place, not turned.
    pub fn new(shape: Shape, position: Vec3) -> Self {
        Self { shape, position, rotation: Quat::IDENTITY, friction: None, restitution: None }
    }
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

    /// This shape grown by a radius, m.
    pub fn rounded(self, radius: Real) -> Self {
        Self::Rounded { shape: Box::new(self), radius }
    }

    /// Whether no force can move such a body: it has no volume.
    pub fn is_boundless(&self) -> bool {
        match self {
            Self::HalfSpace { .. } | Self::HeightField { .. } => true,
            Self::Compound(parts) => parts.iter().any(|p| p.shape.is_boundless()),
            _ => false,
        }
    }

    pub(crate) fn check(&self, check: &Check<'_>) -> Result<()> {
        match self {
            Self::Ball { radius } => check.positive("radius", *radius),
            Self::Cuboid { size } => {
                for s in size.to_array() {
                    check.positive("size", s)?;
                }
                Ok(())
            }
            Self::Capsule { radius, height }
            | Self::Cylinder { radius, height }
            | Self::Cone { radius, height } => {
                check.positive("radius", *radius)?;
                check.positive("height", *height)
            }
            Self::Hull { points } => {
                if points.len() < 4 {
                    return check.refuse("points", points.len(), "at least 4 points");
                }
                points.iter().try_for_each(|&p| check.finite("points", p))
            }
            Self::Mesh { points, faces } => {
                points.iter().try_for_each(|&p| check.finite("points", p))?;
                if faces.is_empty() {
                    return check.refuse("faces", 0, "at least 1 face");
                }
                faces
                    .as_flattened()
                    .iter()
                    .try_for_each(|&i| check.index("point", i as usize, points.len()))
            }
            Self::HeightField { size, heights } => {
                size.iter().try_for_each(|&s| check.positive("size", s))?;
                let columns = heights.first().map_or(0, Vec::len);
                if heights.len() < 2 || columns < 2 {
                    let found = [heights.len(), columns];
                    return check.refuse("heights", found, "at least 2 rows of 2 heights");
                }
                for row in heights {
                    if row.len() != columns {
                        return check.refuse(
                            "heights",
                            row.len(),
                            format!("{columns} in every row"),
                        );
                    }
                    if let Some(h) = row.iter().find(|h| !h.is_finite()) {
                        return check.refuse("heights", h, "finite numbers");
                    }
                }
                Ok(())
            }
            Self::HalfSpace { normal } => {
                check.finite("normal", *normal)?;
                if normal.length() < 1e-6 {
                    return check.refuse("normal", normal.to_array(), "a length above 0");
                }
                Ok(())
            }
            Self::Rounded { shape, radius } => {
                check.positive("radius", *radius)?;
                let can = matches!(
                    **shape,
                    Self::Cuboid { .. }
                        | Self::Cylinder { .. }
                        | Self::Cone { .. }
                        | Self::Hull { .. }
                );
                if !can {
                    return check.refuse("shape", shape.name(), "a cuboid, cylinder, cone or hull");
                }
                shape.check(check)
            }
            Self::Compound(parts) => {
                if parts.is_empty() {
                    return check.refuse("parts", 0, "at least 1 part");
                }
                parts.iter().try_for_each(|p| p.check(check))
            }
        }
    }

    /// What it is called in messages.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ball { .. } => "ball",
            Self::Cuboid { .. } => "cuboid",
            Self::Capsule { .. } => "capsule",
            Self::Cylinder { .. } => "cylinder",
            Self::Cone { .. } => "cone",
            Self::Hull { .. } => "hull",
            Self::Mesh { .. } => "mesh",
            Self::HeightField { .. } => "height field",
            Self::HalfSpace { .. } => "half-space",
            Self::Rounded { .. } => "rounded shape",
            Self::Compound(_) => "compound",
        }
    }

    /// Volume (m³), centre of mass (m) and moments of inertia about it for a mass of 1 kg (m²), for
    /// the shapes that have a closed form along their own axes.
    pub fn closed_form(&self) -> Option<(Real, Vec3, Vec3)> {
        const PI: Real = std::f64::consts::PI as Real;
        Some(match *self {
            Self::Ball { radius: r } => {
                (4.0 / 3.0 * PI * r * r * r, Vec3::ZERO, Vec3::splat(0.4 * r * r))
            }
            Self::Cuboid { size } => {
                let q = size * size;
                let inertia = Vec3::new(q.y + q.z, q.x + q.z, q.x + q.y) / 12.0;
                (size.x * size.y * size.z, Vec3::ZERO, inertia)
            }
            Self::Capsule { radius: r, height: h } => {
                let (cylinder, ball) = (PI * r * r * h, 4.0 / 3.0 * PI * r * r * r);
                let total = cylinder + ball;
                let axial = (cylinder * 0.5 * r * r + ball * 0.4 * r * r) / total;
                // Half balls about the capsule's centre: 2/5 r² + h²/4 + 3/8 h r.
                let across = (cylinder * (0.25 * r * r + h * h / 12.0)
                    + ball * (0.4 * r * r + 0.25 * h * h + 0.375 * h * r))
                    / total;
                (total, Vec3::ZERO, Vec3::new(across, axial, across))
            }
            Self::Cylinder { radius: r, height: h } => {
                let across = 0.25 * r * r + h * h / 12.0;
                (PI * r * r * h, Vec3::ZERO, Vec3::new(across, 0.5 * r * r, across))
            }
            Self::Cone { radius: r, height: h } => {
                // The centre of mass is a quarter of the height above the base.
                let across = 0.15 * r * r + 0.0375 * h * h;
                let inertia = Vec3::new(across, 0.3 * r * r, across);
                (PI * r * r * h / 3.0, Vec3::Y * (-0.25 * h), inertia)
            }
            _ => return None,
        })
    }

    /// Signed distance of a point from the surface and the outward normal there, for the shapes that
    /// have a closed form.
    pub fn distance(&self, p: Vec3) -> Option<(Real, Vec3)> {
        Some(match self {
            Self::Ball { radius } => from_centre(p, *radius),
            Self::Cuboid { size } => from_box(p, *size * 0.5),
            Self::Capsule { radius, height } => {
                let half = 0.5 * height;
                let along = p.y.clamp(-half, half);
                from_centre(p - Vec3::Y * along, *radius)
            }
            Self::Cylinder { radius, height } => {
                // A rectangle in the half plane through the axis.
                let (out, axis) = from_axis(p);
                let (d, n) =
                    from_box(Vec3::new(out, p.y, 0.0), Vec3::new(*radius, 0.5 * height, 1e9));
                (d, axis * n.x + Vec3::Y * n.y)
            }
            Self::Cone { radius, height } => {
                let (out, axis) = from_axis(p);
                let (d, n) = from_triangle([out, p.y], *radius, 0.5 * height);
                (d, axis * n[0] + Vec3::Y * n[1])
            }
            Self::HalfSpace { normal } => {
                let n = normal.normalize();
                (p.dot(n), n)
            }
            Self::Rounded { shape, radius } => {
                let (d, n) = shape.distance(p)?;
                (d - radius, n)
            }
            Self::Hull { .. }
            | Self::Mesh { .. }
            | Self::HeightField { .. }
            | Self::Compound(_) => {
                return None;
            }
        })
    }
}

impl Part {
    fn check(&self, check: &Check<'_>) -> Result<()> {
        self.shape.check(check)?;
        check.finite("position", self.position)?;
        if !self.rotation.is_finite() || (self.rotation.length() - 1.0).abs() > 1e-3 {
            return check.refuse("rotation", self.rotation.to_array(), "a unit quaternion");
        }
        if let Some(friction) = self.friction {
            check.not_negative("friction", friction)?;
        }
        if let Some(restitution) = self.restitution {
            check.between("restitution", restitution, 0.0, 1.0)?;
        }
        Ok(())
    }
}

fn from_centre(p: Vec3, radius: Real) -> (Real, Vec3) {
    let length = p.length();
    let normal = if length > 1e-12 { p / length } else { Vec3::Y };
    (length - radius, normal)
}

/// Distance from the y axis, and the direction away from it.
fn from_axis(p: Vec3) -> (Real, Vec3) {
    let flat = Vec3::new(p.x, 0.0, p.z);
    let out = flat.length();
    (out, if out > 1e-12 { flat / out } else { Vec3::X })
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

/// A cone in the half plane through its axis: a triangle with corners at the base's rim, the tip and
/// the middle of the base.
fn from_triangle([x, y]: [Real; 2], radius: Real, half: Real) -> (Real, [Real; 2]) {
    // Along the slope from rim to tip, and outwards from it.
    let length = (radius * radius + 4.0 * half * half).sqrt();
    let (along, out) =
        ([-radius / length, 2.0 * half / length], [2.0 * half / length, radius / length]);
    let from_rim = [x - radius, y + half];
    let dot = |a: [Real; 2], b: [Real; 2]| a[0] * b[0] + a[1] * b[1];
    let slope = dot(from_rim, out);
    let below = -half - y;
    if slope <= 0.0 && below <= 0.0 {
        // Inside: the nearer of slope and base.
        return if slope >= below { (slope, out) } else { (below, [0.0, -1.0]) };
    }
    // Outside: the nearest point of the slope or of the base.
    let s = dot(from_rim, along).clamp(0.0, length);
    let on_slope = [radius + along[0] * s, -half + along[1] * s];
    let on_base = [x.min(radius), -half];
    let gap = |q: [Real; 2]| [x - q[0], y - q[1]];
    let (a, b) = (gap(on_slope), gap(on_base));
    let nearest = if dot(a, a) <= dot(b, b) { a } else { b };
    let d = dot(nearest, nearest).sqrt();
    if d > 1e-12 { (d, [nearest[0] / d, nearest[1] / d]) } else { (0.0, out) }
}

fn sign(x: Real) -> Real {
    if x < 0.0 { -1.0 } else { 1.0 }
}
