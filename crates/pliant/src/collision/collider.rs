//! Colliders: shapes of a body prepared for collision, in the axes of its frame.
//!
//! A body's frame lies at its centre of mass along its principal axes; the axes its shape is
//! described in may be others. [`Form`] holds how the two lie to each other, the mass, and the
//! colliders.

use std::sync::Arc;

use parry3d::mass_properties::MassProperties;
use parry3d::shape::{
    Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, HalfSpace, HeightField, RoundShape,
    Shape as ParryShape, SharedShape, TriMesh, TriMeshFlags,
};
use parry3d::utils::Array2;

use super::outline::Outline;
use super::shape::Shape;
use crate::bodies::{Mass, Rigid};
use crate::error::{Check, Result};
use crate::math::{IntoF64, Pose, Real, Vec3};
use crate::state::FrameMass;

/// One convex or composite shape of a body.
#[derive(Clone)]
pub(crate) struct Collider {
    /// What was described; no compound.
    pub(crate) shape: Shape,
    /// Where it lies in the axes of the frame.
    pub(crate) local: Pose,
    /// Friction.
    pub(crate) friction: Real,
    /// Restitution.
    pub(crate) restitution: Real,
    /// Radius of the ball about its own origin that holds it, m.
    pub(crate) radius: Real,
    /// The shape as parry knows it.
    pub(crate) parry: SharedShape,
    /// Corners of hulls and meshes.
    corners: Vec<Vec3>,
    /// Corners and edges of meshes and height fields.
    pub(crate) outline: Option<Arc<Outline>>,
    /// Whether it is an open mesh, with two sides and no inside.
    pub(crate) sheet: bool,
}

impl std::fmt::Debug for Collider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Collider").field("shape", &self.shape).field("local", &self.local).finish()
    }
}

impl Collider {
    /// Prepares a shape at a pose.
    pub(crate) fn new(shape: &Shape, local: Pose, check: &Check<'_>) -> Result<Self> {
        let parry = to_parry(shape, check)?;
        let corners = match shape {
            Shape::Hull { points } | Shape::Mesh { points, .. } => points.clone(),
            Shape::Rounded { shape, .. } => match &**shape {
                Shape::Hull { points } => points.clone(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        let radius = match shape {
            Shape::HalfSpace { .. } => Real::INFINITY,
            Shape::Ball { radius } => *radius,
            _ => {
                let sphere = parry.compute_local_bounding_sphere();
                sphere.center.length() + sphere.radius
            }
        };
        let outline = match shape {
            Shape::Mesh { points, faces } => {
                Some(Outline::new(points.clone(), faces.iter().copied()))
            }
            Shape::HeightField { size, heights } => Some(Outline::of_field(*size, heights)),
            _ => None,
        };
        let sheet = matches!(shape, Shape::Mesh { faces, .. } if !is_closed(faces));
        Ok(Self {
            shape: shape.clone(),
            local,
            friction: 0.0,
            restitution: 0.0,
            radius,
            parry,
            corners,
            outline: outline.map(Arc::new),
            sheet,
        })
    }

    /// Radius of the ball about the frame's centre that holds it, m.
    pub(crate) fn reach(&self) -> Real {
        self.radius + self.local.translation.length()
    }

    /// The box along the world's axes about the collider at a pose, lower and upper corner.
    pub(crate) fn bounds(&self, pose: &Pose) -> (Vec3, Vec3) {
        let (x, q) = (pose.translation, pose.rotation);
        let half = match self.shape {
            Shape::Ball { radius } => Vec3::splat(radius),
            Shape::Cuboid { size } => {
                let half = size * 0.5;
                (q * Vec3::X).abs() * half.x
                    + (q * Vec3::Y).abs() * half.y
                    + (q * Vec3::Z).abs() * half.z
            }
            Shape::Capsule { radius, height } => {
                (q * Vec3::Y).abs() * (0.5 * height) + Vec3::splat(radius)
            }
            Shape::HalfSpace { .. } => return (Vec3::NEG_INFINITY, Vec3::INFINITY),
            _ => {
                let aabb = self.parry.compute_aabb(pose);
                return (aabb.mins, aabb.maxs);
            }
        };
        (x - half, x + half)
    }

    /// Signed distance of a point from the surface and the outward normal there, in the collider's
    /// own axes.
    #[inline]
    pub(crate) fn distance(&self, p: Vec3) -> (Real, Vec3) {
        if let Some(found) = self.shape.distance(p) {
            return found;
        }
        let (distance, away) = self.projected(p);
        let normal = match away {
            Some(normal) => normal,
            None => self.gradient(p),
        };
        (distance, normal)
    }

    /// Signed distance by parry's projection, and the outward normal unless the point is on the
    /// surface.
    fn projected(&self, p: Vec3) -> (Real, Option<Vec3>) {
        let projected = self.parry.project_local_point(p, false);
        let inside = match &self.shape {
            Shape::HeightField { size, heights } => p.y < height(*size, heights, p.x, p.z),
            _ => projected.is_inside,
        };
        let sign = if inside { -1.0 } else { 1.0 };
        let away = (p - projected.point) * sign;
        let length = away.length();
        (sign * length, (length > 1e-6 * self.radius).then(|| away / length))
    }

    /// The direction in which the distance grows, by differences.
    fn gradient(&self, p: Vec3) -> Vec3 {
        let e = 1e-3 * self.radius;
        let along = |axis: Vec3| self.projected(p + axis * e).0 - self.projected(p - axis * e).0;
        let g = Vec3::new(along(Vec3::X), along(Vec3::Y), along(Vec3::Z));
        g.try_normalize().unwrap_or(Vec3::Y)
    }

    /// The radius of the round surface that faces along a normal (in the collider's axes), m: that of
    /// balls, capsules and rounded shapes, and of cylinders on their side.
    pub(crate) fn round_along(&self, normal: Vec3) -> Real {
        match self.shape {
            Shape::Ball { radius } | Shape::Capsule { radius, .. } => radius,
            Shape::Rounded { radius, .. } => radius,
            Shape::Cylinder { radius, .. } if normal.y.abs() < 0.02 => radius,
            _ => 0.0,
        }
    }

    /// Calls a function with the place and the radius of every corner that may be the lowest over a
    /// plane of this normal (in the collider's axes): there the shape is the hull of balls at these.
    pub(crate) fn with_corners(&self, normal: Vec3, mut f: impl FnMut(Vec3, Real)) {
        let (shape, round) = match &self.shape {
            Shape::Rounded { shape, radius } => (&**shape, *radius),
            shape => (shape, 0.0),
        };
        match *shape {
            Shape::Ball { radius } => f(Vec3::ZERO, radius),
            Shape::Cuboid { size } => {
                for i in 0..8 {
                    let side = |bit: u32| if i >> bit & 1 == 0 { -0.5 } else { 0.5 };
                    f(size * Vec3::new(side(0), side(1), side(2)), round);
                }
            }
            Shape::Capsule { radius, height } => {
                f(Vec3::Y * (-0.5 * height), radius);
                f(Vec3::Y * (0.5 * height), radius);
            }
            Shape::Cylinder { radius, height } => {
                for y in [-0.5 * height, 0.5 * height] {
                    rim(normal, radius, |p| f(p + Vec3::Y * y, round));
                }
            }
            Shape::Cone { radius, height } => {
                rim(normal, radius, |p| f(p - Vec3::Y * (0.5 * height), round));
                f(Vec3::Y * (0.5 * height), round);
            }
            _ => self.corners.iter().for_each(|&p| f(p, round)),
        }
    }

    /// Mass properties for a density of 1 kg/m³ in the collider's own axes.
    fn mass_properties(&self) -> MassProperties {
        if let Some((volume, centre, inertia)) = self.shape.closed_form() {
            return MassProperties::new(centre, volume, inertia * volume);
        }
        match &self.shape {
            Shape::Rounded { .. } => self.sampled_mass(),
            _ => self.parry.mass_properties(1.0),
        }
    }

    /// Mass properties by sampling the signed distance: to about a thousandth.
    fn sampled_mass(&self) -> MassProperties {
        const SIDE: Real = 48.0;
        let (lo, hi) = self.bounds(&Pose::IDENTITY);
        let width = (hi - lo).max_element() / SIDE;
        let count = ((hi - lo) / width).to_array().map(|n| n as usize + 1);
        let (mut m, mut first, mut second) = (0.0_f64, [0.0_f64; 3], [0.0_f64; 6]);
        for i in 0..count[0] * count[1] * count[2] {
            let place = [i % count[0], i / count[0] % count[1], i / count[0] / count[1]];
            let at = |k: usize| place[k] as Real + 0.5;
            let p = lo + Vec3::new(at(0), at(1), at(2)) * width;
            // How much of the cell is inside, to first order.
            let share = (0.5 - self.distance(p).0 / width).clamp(0.0, 1.0).into_f64();
            let [x, y, z] = p.to_array().map(IntoF64::into_f64);
            m += share;
            for (sum, v) in first.iter_mut().zip([x, y, z]) {
                *sum += share * v;
            }
            for (sum, v) in second.iter_mut().zip([x * x, y * y, z * z, x * y, x * z, y * z]) {
                *sum += share * v;
            }
        }
        let volume = (width * width * width).into_f64();
        let c = first.map(|s| s / m);
        let pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
        let mut q = [0.0; 6];
        for (k, (i, j)) in pairs.into_iter().enumerate() {
            q[k] = (second[k] - m * c[i] * c[j]) * volume;
        }
        let column = |x: f64, y: f64, z: f64| Vec3::new(x as Real, y as Real, z as Real);
        let inertia = crate::math::Mat3::from_cols(
            column(q[1] + q[2], -q[3], -q[4]),
            column(-q[3], q[0] + q[2], -q[5]),
            column(-q[4], -q[5], q[0] + q[1]),
        );
        let centre = column(c[0], c[1], c[2]);
        MassProperties::with_inertia_matrix(centre, (m * volume) as Real, inertia)
    }
}

/// Four points of a circle about y: the lowest over a plane of this normal, and quarter turns of it.
fn rim(normal: Vec3, radius: Real, mut f: impl FnMut(Vec3)) {
    let down = Vec3::new(-normal.x, 0.0, -normal.z);
    let length = down.length();
    let d = if length > 1e-3 { down / length } else { Vec3::X };
    let across = Vec3::new(-d.z, 0.0, d.x);
    for p in [d, across, -across, -d] {
        f(p * radius);
    }
}

/// The height of a field at a place, by the two triangles of its cell; that of the edge outside.
fn height(size: [Real; 2], heights: &[Vec<Real>], x: Real, z: Real) -> Real {
    let (rows, columns) = (heights.len(), heights[0].len());
    let place = |v: Real, length: Real, count: usize| {
        let s = ((v / length + 0.5) * (count - 1) as Real).clamp(0.0, (count - 1) as Real);
        let i = (s as usize).min(count - 2);
        (i, s - i as Real)
    };
    let ((i, u), (j, v)) = (place(z, size[1], rows), place(x, size[0], columns));
    let h = |di: usize, dj: usize| heights[i + di][j + dj];
    // The diagonal goes from the cell's corner (0, 1) to (1, 0).
    if u + v <= 1.0 {
        h(0, 0) + (h(1, 0) - h(0, 0)) * u + (h(0, 1) - h(0, 0)) * v
    } else {
        h(1, 1) + (h(0, 1) - h(1, 1)) * (1.0 - u) + (h(1, 0) - h(1, 1)) * (1.0 - v)
    }
}

fn to_parry(shape: &Shape, check: &Check<'_>) -> Result<SharedShape> {
    let flat = || check.refuse("points", "in one plane", "points that are not in one plane");
    let hull = |points: &[Vec3]| ConvexPolyhedron::from_convex_hull(points);
    fn share(shape: impl ParryShape) -> SharedShape {
        SharedShape(Arc::new(shape))
    }
    Ok(match shape {
        Shape::Ball { radius } => share(Ball::new(*radius)),
        Shape::Cuboid { size } => share(Cuboid::new(*size * 0.5)),
        Shape::Capsule { radius, height } => share(Capsule::new_y(0.5 * height, *radius)),
        Shape::Cylinder { radius, height } => share(Cylinder::new(0.5 * height, *radius)),
        Shape::Cone { radius, height } => share(Cone::new(0.5 * height, *radius)),
        Shape::Hull { points } => match hull(points) {
            Some(hull) => share(hull),
            None => return flat(),
        },
        Shape::Mesh { points, faces } => {
            let flags = if is_closed(faces) {
                TriMeshFlags::ORIENTED | TriMeshFlags::FIX_INTERNAL_EDGES
            } else {
                TriMeshFlags::FIX_INTERNAL_EDGES_TWO_SIDED
            };
            match TriMesh::with_flags(points.clone(), faces.clone(), flags) {
                Ok(mesh) => share(mesh),
                Err(error) => return check.refuse("faces", error, "a surface of triangles"),
            }
        }
        Shape::HeightField { size, heights } => {
            let (rows, columns) = (heights.len(), heights[0].len());
            // Parry stores columns one after the other.
            let by_column = (0..columns).flat_map(|j| heights.iter().map(move |row| row[j]));
            let data = Array2::new(rows, columns, by_column.collect());
            share(HeightField::new(data, Vec3::new(size[0], 1.0, size[1])))
        }
        Shape::HalfSpace { normal } => share(HalfSpace::new(normal.normalize())),
        Shape::Rounded { shape, radius: border_radius } => {
            let border_radius = *border_radius;
            match &**shape {
                Shape::Cuboid { size } => {
                    share(RoundShape { inner_shape: Cuboid::new(*size * 0.5), border_radius })
                }
                Shape::Cylinder { radius, height } => {
                    let inner_shape = Cylinder::new(0.5 * height, *radius);
                    share(RoundShape { inner_shape, border_radius })
                }
                Shape::Cone { radius, height } => {
                    let inner_shape = Cone::new(0.5 * height, *radius);
                    share(RoundShape { inner_shape, border_radius })
                }
                Shape::Hull { points } => match hull(points) {
                    Some(inner_shape) => share(RoundShape { inner_shape, border_radius }),
                    None => return flat(),
                },
                other => return check.refuse("shape", other.name(), "a shape that can be rounded"),
            }
        }
        Shape::Compound(_) => return check.refuse("shape", "compound", "a shape of one part"),
    })
}

/// Whether every edge of a surface has two faces, which run along it in opposite directions.
fn is_closed(faces: &[[u32; 3]]) -> bool {
    let mut edges: Vec<[u32; 2]> =
        faces.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    edges.sort_unstable();
    let twice = edges.windows(2).any(|w| w[0] == w[1]);
    !twice && edges.iter().all(|&[a, b]| edges.binary_search(&[b, a]).is_ok())
}

/// What a body is made of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    /// The frame in the body's own axes: its centre of mass and principal axes.
    pub(crate) frame: Pose,
    /// Mass and moments of inertia; none for bodies that no force moves.
    pub(crate) mass: FrameMass,
    /// The colliders, in the axes of the frame.
    pub(crate) colliders: Vec<Collider>,
    /// Radius of the ball about the frame's centre that holds them all, m.
    pub(crate) radius: Real,
}

impl Form {
    /// Prepares the shape of a body.
    pub(crate) fn new(rigid: &Rigid, check: &Check<'_>) -> Result<Self> {
        let mut colliders = Vec::new();
        flatten(&rigid.shape, Pose::IDENTITY, rigid, &mut colliders, check)?;
        let mut form = Self { colliders, ..Self::default() };
        if rigid.kind == crate::bodies::Kind::Dynamic {
            form.weigh(rigid, check)?;
        }
        let back = form.frame.inverse();
        for c in &mut form.colliders {
            if form.frame != Pose::IDENTITY {
                c.local = back * c.local;
            }
        }
        form.radius = form.colliders.iter().map(Collider::reach).fold(0.0, Real::max);
        Ok(form)
    }

    /// Finds mass, centre and principal axes.
    fn weigh(&mut self, rigid: &Rigid, check: &Check<'_>) -> Result<()> {
        let own = |c: &Collider| c.mass_properties().transform_by(&c.local);
        let single = match self.colliders.as_slice() {
            [c] if c.local == Pose::IDENTITY => c.shape.closed_form(),
            _ => None,
        };
        let (volume, frame, inertia) = match single {
            Some((volume, centre, inertia)) => (volume, Pose::from_translation(centre), inertia),
            None => {
                let sum: MassProperties = self.colliders.iter().map(own).sum();
                let volume = sum.mass();
                let frame = Pose::from_parts(sum.local_com, sum.principal_inertia_local_frame);
                (volume, frame, sum.principal_inertia() / volume)
            }
        };
        let sound = volume.is_finite() && volume > 0.0 && inertia.min_element() > 0.0;
        if !sound {
            let accepted = "a closed surface with its faces turned outwards for a dynamic body";
            return check.refuse("volume", volume, accepted);
        }
        let mass = match rigid.mass {
            Mass::Total(m) => m,
            Mass::Density(d) => d * volume,
        };
        self.frame = frame;
        self.mass = FrameMass { mass, inertia: inertia * mass };
        if let Some(inertia) = rigid.inertia {
            // Given along the body's own axes, about the centre of mass.
            self.frame = Pose::from_translation(frame.translation);
            self.mass.inertia = inertia;
        }
        if let Some(centre) = rigid.centre {
            self.frame.translation = centre;
        }
        Ok(())
    }

    /// A point of the body's own axes in those of its frame.
    pub(crate) fn to_frame(&self, p: Vec3) -> Vec3 {
        if self.frame == Pose::IDENTITY { p } else { self.frame.inverse().transform_point(p) }
    }

    /// The pose of the frame of a body at a pose.
    pub(crate) fn frame_at(&self, body: Pose) -> Pose {
        if self.frame == Pose::IDENTITY { body } else { body * self.frame }
    }

    /// The pose of a body whose frame is at a pose.
    pub(crate) fn body_at(&self, frame: Pose) -> Pose {
        if self.frame == Pose::IDENTITY { frame } else { frame * self.frame.inverse() }
    }
}

/// Adds a shape, or the parts of a compound, at a pose.
fn flatten(
    shape: &Shape,
    pose: Pose,
    rigid: &Rigid,
    out: &mut Vec<Collider>,
    check: &Check<'_>,
) -> Result<()> {
    let Shape::Compound(parts) = shape else {
        let mut collider = Collider::new(shape, pose, check)?;
        (collider.friction, collider.restitution) = (rigid.friction, rigid.restitution);
        out.push(collider);
        return Ok(());
    };
    for part in parts {
        let first = out.len();
        let at = pose * Pose::from_parts(part.position, part.rotation.normalize());
        flatten(&part.shape, at, rigid, out, check)?;
        for c in &mut out[first..] {
            c.friction = part.friction.unwrap_or(c.friction);
            c.restitution = part.restitution.unwrap_or(c.restitution);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;

    fn shapes() -> Vec<Shape> {
        let corner = |i: u32| {
            let side = |bit: u32| if i >> bit & 1 == 0 { -0.5 } else { 0.5 };
            Vec3::new(0.6 * side(0), 1.0 * side(1), 1.4 * side(2))
        };
        let points: Vec<Vec3> = (0..8).map(corner).collect();
        // The box's faces, turned outwards.
        let quads =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let faces = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        vec![
            Shape::Ball { radius: 0.7 },
            Shape::cuboid(0.6, 1.0, 1.4),
            Shape::Capsule { radius: 0.3, height: 0.8 },
            Shape::Cylinder { radius: 0.5, height: 0.8 },
            Shape::Cone { radius: 0.5, height: 1.2 },
            Shape::Hull { points: points.clone() },
            Shape::Mesh { points, faces },
            Shape::cuboid(0.4, 0.8, 1.2).rounded(0.1),
            Shape::Cylinder { radius: 0.4, height: 0.6 }.rounded(0.1),
            Shape::HalfSpace { normal: Vec3::new(1.0, 2.0, 0.0) },
            Shape::HeightField { size: [4.0, 4.0], heights: vec![vec![0.0, 0.1], vec![0.2, 0.3]] },
        ]
    }

    fn collider(shape: &Shape) -> Collider {
        Collider::new(shape, Pose::IDENTITY, &Check("test")).unwrap()
    }

    /// The normal is the gradient of the distance, and stepping along it reaches the surface.
    #[test]
    fn the_distance_is_one_along_its_normal() {
        for shape in shapes() {
            let c = collider(&shape);
            for p in
                [Vec3::new(0.9, 0.3, -0.2), Vec3::new(-0.1, 0.2, 0.4), Vec3::new(0.2, -1.5, 0.8)]
            {
                let (d, n) = c.distance(p);
                let (surface, _) = c.distance(p - n * d);
                assert!((n.length() - 1.0).abs() < 1e-4, "{shape:?} {p:?}");
                assert!(surface.abs() < 1e-4, "{shape:?} {p:?}: {surface}");
                let (further, _) = c.distance(p + n * 0.01);
                assert!((further - d - 0.01).abs() < 1e-4, "{shape:?} {p:?}: {d} {further}");
            }
        }
    }

    /// A box described as a box, a hull and a mesh weighs the same and turns alike.
    #[test]
    fn masses_agree_with_closed_forms() {
        for shape in shapes().iter().filter(|s| !s.is_boundless()) {
            let rigid =
                Rigid { shape: shape.clone(), mass: Mass::Density(2.0), ..Rigid::default() };
            let form = Form::new(&rigid, &Check("test")).unwrap();
            let sampled = collider(shape).sampled_mass();
            let off = |a: Real, b: Real| ((a - b) / b).abs();
            assert!(off(form.mass.mass, 2.0 * sampled.mass()) < 0.01, "{shape:?}");
            let mut found = form.mass.inertia.to_array();
            let mut wanted = (sampled.principal_inertia() * 2.0).to_array();
            found.sort_by(Real::total_cmp);
            wanted.sort_by(Real::total_cmp);
            for (f, w) in found.iter().zip(wanted) {
                assert!(off(*f, w) < 0.02, "{shape:?}: {found:?} {wanted:?}");
            }
            assert!((form.frame.translation - sampled.local_com).length() < 5e-3, "{shape:?}");
        }
    }

    /// A dumb-bell of two balls: the parallel axes of Steiner.
    #[test]
    fn a_compound_is_the_sum_of_its_parts() {
        let ball = |x: Real| super::super::shape::Part::new(Shape::ball(0.1), Vec3::X * x);
        let shape = Shape::Compound(vec![ball(0.0), ball(1.0)]);
        let rigid = Rigid { shape, mass: Mass::Total(2.0), ..Rigid::default() };
        let form = Form::new(&rigid, &Check("test")).unwrap();
        let along = form.frame.rotation.inverse() * Vec3::X;
        assert!((form.frame.translation - Vec3::X * 0.5).length() < 1e-5);
        let inertia = form.mass.inertia;
        let about_x = (along * inertia).dot(along);
        assert!((about_x - 2.0 * 0.4 * 0.01).abs() < 1e-5, "{inertia:?}");
        let largest = inertia.max_element();
        assert!((largest - (2.0 * 0.4 * 0.01 + 2.0 * 0.25)).abs() < 1e-4, "{inertia:?}");
        let turned = Pose::from_parts(Vec3::Y, Quat::from_rotation_z(0.3));
        let back = form.body_at(form.frame_at(turned));
        assert!((back.translation - Vec3::Y).length() < 1e-6);
    }

    #[test]
    fn a_flat_hull_and_an_open_dynamic_mesh_are_refused() {
        let points = vec![Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::X + Vec3::Z];
        let faces = vec![[0, 1, 2], [1, 3, 2]];
        for shape in [Shape::Hull { points: points.clone() }, Shape::Mesh { points, faces }] {
            let rigid = Rigid { shape, ..Rigid::default() };
            assert!(Form::new(&rigid, &Check("test")).is_err());
        }
    }

    #[test]
    fn heights_lie_where_parry_has_them() {
        let heights = vec![vec![0.0, 1.0, 0.5], vec![2.0, 0.3, 0.7]];
        let c = collider(&Shape::HeightField { size: [2.0, 1.0], heights: heights.clone() });
        for (x, z) in [(-0.9, -0.4), (0.3, 0.2), (0.6, -0.45), (-0.2, 0.49)] {
            let ray = parry3d::query::Ray::new(Vec3::new(x, 5.0, z), Vec3::NEG_Y);
            let hit = c.parry.cast_local_ray(&ray, 10.0, true).unwrap();
            let own = height([2.0, 1.0], &heights, x, z);
            assert!((5.0 - hit - own).abs() < 1e-5, "{x} {z}: {} {own}", 5.0 - hit);
        }
    }
}
