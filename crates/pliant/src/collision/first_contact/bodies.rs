//! First contacts between the bodies of a world, if they went on as they move now.

use parry3d::shape::TypedShape;

use super::surfaces::{MovingSurface, first_contacts};
use crate::bodies::rigid::{Rigid, RigidBody};
use crate::bodies::soft::{Soft, SoftBody};
use crate::collision::collider::Collider;
use crate::error::{Check, Result};
use crate::events::AnyBody;
use crate::handle::Handle;
use crate::math::{DVec3, IntoF64, Pose, Quat, Real, Vec3, double, single};
use crate::world::World;

/// Where a triangle of a body first touches another body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstContact {
    /// Which triangle of the body, and which of the other: of its mesh, or of the sides of its shapes in order.
    pub faces: [usize; 2],
    /// After how long, s: not later than the true time.
    pub after: Real,
    /// Where, m.
    pub point: Vec3,
    /// Unit vector from the other to the body.
    pub normal: Vec3,
    /// Shares of the corners of either triangle in the point.
    pub shares: [[Real; 3]; 2],
}

impl World {
    /// Where each triangle of a deformable body first touches another body, if all points went on for `seconds` as they
    /// move now. Against a rigid body the points move in straight lines in its frame.
    ///
    /// No contact is missed, see [`super`]. A rigid body has to have flat sides: boxes, convex hulls, meshes, height
    /// fields. For the others there is [`World::cast_shape`].
    pub fn first_contacts(
        &self,
        body: Handle<Soft>,
        other: AnyBody,
        seconds: Real,
    ) -> Result<Vec<FirstContact>> {
        Check("first contact").positive("seconds", seconds)?;
        let mut own = self.moving(self.soft_body(body)?, seconds);
        let (surface, [start, end]) = match other {
            AnyBody::Soft(other) => {
                (self.moving(self.soft_body(other)?, seconds), [Pose::IDENTITY; 2])
            }
            AnyBody::Rigid(other) => (sides(self.rigid_body(other)?)?, self.poses(other, seconds)?),
        };
        for path in &mut own.corners {
            let [from, to] = path.map(single);
            *path =
                [start.inverse_transform_point(from), end.inverse_transform_point(to)].map(double);
        }
        let found = first_contacts(&own, &surface).into_iter().map(|found| {
            let hit = &found.hit;
            let frame = start.lerp(&end, hit.time as Real);
            let corners = own.faces[found.faces[0]].map(|i| own.corners[i as usize]);
            let weigh =
                |(path, share): (&[DVec3; 2], &f64)| path[0].lerp(path[1], hit.time) * *share;
            let point: DVec3 = corners.iter().zip(&hit.shares[0]).map(weigh).sum();
            FirstContact {
                faces: found.faces,
                after: (hit.time * seconds.into_f64()) as Real,
                point: frame.transform_point(single(point)),
                normal: frame.rotation * single(hit.normal),
                shares: hit.shares.map(|s| s.map(|s| s as Real)),
            }
        });
        Ok(found.collect())
    }

    fn moving(&self, soft: &SoftBody, seconds: Real) -> MovingSurface {
        let nodes = &self.state.nodes;
        let path = |i: usize| {
            let start = double(nodes.position(i));
            [start, start + double(nodes.velocity(i)) * seconds.into_f64()]
        };
        MovingSurface {
            corners: soft.slots.range().map(path).collect(),
            faces: soft.mesh.faces.clone(),
        }
    }

    /// Where a rigid body is now, and after some time.
    fn poses(&self, body: Handle<Rigid>, seconds: Real) -> Result<[Pose; 2]> {
        let now = self.frame_of(self.rigid_body(body)?);
        let turn = Quat::from_scaled_axis(self.angular_velocity(body)? * seconds);
        let then =
            Pose::from_parts(now.translation + self.velocity(body)? * seconds, turn * now.rotation);
        Ok([now, then])
    }
}

/// The triangles of a rigid body in its frame.
fn sides(body: &RigidBody) -> Result<MovingSurface> {
    let mut surface = MovingSurface::default();
    for collider in &body.form.colliders {
        add_sides(&mut surface, collider, &body.rigid.name)?;
    }
    Ok(surface)
}

fn add_sides(surface: &mut MovingSurface, collider: &Collider, name: &str) -> Result<()> {
    let (points, faces) = match collider.parry.as_typed_shape() {
        TypedShape::Cuboid(s) => s.to_trimesh(),
        TypedShape::ConvexPolyhedron(s) => s.to_trimesh(),
        TypedShape::TriMesh(s) => (s.vertices().to_vec(), s.indices().to_vec()),
        TypedShape::HeightField(s) => s.to_trimesh(),
        _ => {
            let kind = format!("{:?}", collider.parry.shape_type());
            return Check(name).refuse(
                "shape",
                kind,
                "flat sides: a box, hull, mesh or height field",
            );
        }
    };
    let base = surface.corners.len() as u32;
    surface.corners.extend(points.iter().map(|p| [double(collider.local.transform_point(*p)); 2]));
    surface.faces.extend(faces.iter().map(|f| f.map(|i| base + i)));
    Ok(())
}
