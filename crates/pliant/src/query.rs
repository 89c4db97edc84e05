//! Queries: rays, moving shapes, points and volumes against all bodies as they are now.
//!
//! Rigid bodies answer with their colliders, deformable ones with the triangles of their surface
//! (ropes, which have none, answer nothing). Thickness is not counted.

use parry3d::query::{self, PointQuery, Ray, RayCast, ShapeCastOptions};
use parry3d::shape::{Shape as ParryShape, Triangle};

use crate::bodies::rigid::{Groups, RigidBody};
use crate::bodies::soft::SoftBody;
use crate::collision::collider::Collider;
use crate::collision::shape::Shape;
use crate::error::{Check, Result};
use crate::events::AnyBody;
use crate::math::{Pose, Quat, Real, Vec3};
use crate::world::World;

/// Which bodies a query sees.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Rigid bodies that these groups touch.
    pub groups: Groups,
    /// A body that is passed over.
    pub except: Option<AnyBody>,
    /// Whether sensors are seen.
    pub sensors: bool,
    /// Whether deformable bodies are seen.
    pub softs: bool,
}

impl Default for Seen {
    /// Everything but sensors.
    fn default() -> Self {
        Self { groups: Groups::default(), except: None, sensors: false, softs: true }
    }
}

/// What a ray or a moving shape meets first, or the surface nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The body.
    pub body: AnyBody,
    /// How far along, m; for a point: signed distance from the surface, negative inside.
    pub distance: Real,
    /// Where on the body's surface.
    pub point: Vec3,
    /// Outward normal of the body there.
    pub normal: Vec3,
    /// Which triangle of a deformable body.
    pub face: Option<usize>,
}

impl World {
    /// The first body that a ray meets within `length` (m).
    pub fn cast_ray(
        &self,
        from: Vec3,
        direction: Vec3,
        length: Real,
        seen: &Seen,
    ) -> Result<Option<Hit>> {
        let along = direction_of("ray", from, direction, length)?;
        let ray = Ray::new(from, along);
        let mut best: Option<Hit> = None;
        for (body, rigid) in self.seen_rigids(seen) {
            for (collider, pose) in self.placed_colliders(rigid) {
                let hit = collider.parry.cast_ray_and_get_normal(&pose, &ray, length, true);
                if let Some(hit) = hit {
                    let distance = hit.time_of_impact;
                    let point = from + along * distance;
                    nearer(
                        &mut best,
                        Hit { body, distance, point, normal: hit.normal, face: None },
                    );
                }
            }
        }
        let far = from + along * length;
        self.with_faces(seen, from.min(far), from.max(far), |body, face, triangle| {
            let limit = best.map_or(length, |b| b.distance);
            if let Some(hit) = triangle.cast_local_ray_and_get_normal(&ray, limit, true) {
                let distance = hit.time_of_impact;
                let point = from + along * distance;
                let normal = if hit.normal.dot(along) > 0.0 { -hit.normal } else { hit.normal };
                nearer(&mut best, Hit { body, distance, point, normal, face: Some(face) });
            }
        });
        Ok(best)
    }

    /// The first body that a shape meets which moves, without turning, by `length` (m).
    pub fn cast_shape(
        &self,
        shape: &Shape,
        from: Vec3,
        rotation: Quat,
        direction: Vec3,
        length: Real,
        seen: &Seen,
    ) -> Result<Option<Hit>> {
        let along = direction_of("shape cast", from, direction, length)?;
        let (moving, start) = asked(shape, from, rotation)?;
        let options =
            ShapeCastOptions { max_time_of_impact: length, ..ShapeCastOptions::default() };
        let cast = |pose: &Pose, other: &dyn ParryShape, options: ShapeCastOptions| {
            let hit = query::cast_shapes(
                pose,
                Vec3::ZERO,
                other,
                &start,
                along,
                &*moving.parry.0,
                options,
            );
            let hit = hit.ok().flatten()?;
            let (point, normal) = (pose.transform_point(hit.witness1), pose.rotation * hit.normal1);
            Some((hit.time_of_impact, point, normal))
        };
        let mut best: Option<Hit> = None;
        for (body, rigid) in self.seen_rigids(seen) {
            for (collider, pose) in self.placed_colliders(rigid) {
                if let Some((distance, point, normal)) = cast(&pose, &*collider.parry.0, options) {
                    nearer(&mut best, Hit { body, distance, point, normal, face: None });
                }
            }
        }
        let (lo, hi) = moving.bounds(&start);
        let travel = along * length;
        let (lo, hi) = (lo + travel.min(Vec3::ZERO), hi + travel.max(Vec3::ZERO));
        self.with_faces(seen, lo, hi, |body, face, triangle| {
            let limit = best.map_or(length, |b| b.distance);
            let options = ShapeCastOptions { max_time_of_impact: limit, ..options };
            if let Some((distance, point, normal)) = cast(&Pose::IDENTITY, triangle, options) {
                nearer(&mut best, Hit { body, distance, point, normal, face: Some(face) });
            }
        });
        Ok(best)
    }

    /// The surface nearest to a point, if any is within `reach` (m) or the point is inside a body.
    pub fn nearest(&self, point: Vec3, reach: Real, seen: &Seen) -> Result<Option<Hit>> {
        Check("point query").finite("point", point)?;
        Check("point query").not_negative("reach", reach)?;
        let mut best: Option<Hit> = None;
        for (body, rigid) in self.seen_rigids(seen) {
            for (collider, pose) in self.placed_colliders(rigid) {
                let (distance, normal) = collider.distance(pose.inverse_transform_point(point));
                let normal = pose.rotation * normal;
                if distance <= reach {
                    let at = point - normal * distance;
                    nearer(&mut best, Hit { body, distance, point: at, normal, face: None });
                }
            }
        }
        let around = Vec3::splat(reach);
        self.with_faces(seen, point - around, point + around, |body, face, triangle| {
            let at = triangle.project_local_point(point, true).point;
            let away = point - at;
            let distance = away.length();
            if distance <= reach {
                let own = triangle.normal().unwrap_or(Vec3::Y);
                let normal = if distance > 1e-9 { away / distance } else { own };
                nearer(&mut best, Hit { body, distance, point: at, normal, face: Some(face) });
            }
        });
        Ok(best)
    }

    /// All bodies that have a point in common with a shape: rigid ones first, each once.
    pub fn overlapping(
        &self,
        shape: &Shape,
        position: Vec3,
        rotation: Quat,
        seen: &Seen,
    ) -> Result<Vec<AnyBody>> {
        let (asked, pose) = asked(shape, position, rotation)?;
        let meets = |at: &Pose, other: &dyn ParryShape| {
            let found = query::intersection_test(at, other, &pose, &*asked.parry.0);
            found.is_ok_and(|found| found.intersecting)
        };
        let mut found = Vec::new();
        for (body, rigid) in self.seen_rigids(seen) {
            if self.placed_colliders(rigid).any(|(c, at)| meets(&at, &*c.parry.0)) {
                found.push(body);
            }
        }
        let (lo, hi) = asked.bounds(&pose);
        self.with_faces(seen, lo, hi, |body, _, triangle| {
            if found.last() != Some(&body) && meets(&Pose::IDENTITY, triangle) {
                found.push(body);
            }
        });
        Ok(found)
    }

    fn seen_rigids(&self, seen: &Seen) -> impl Iterator<Item = (AnyBody, &RigidBody)> {
        let seen = *seen;
        self.rigids.iter().map(|(h, b)| (AnyBody::Rigid(h), b)).filter(move |(h, b)| {
            b.rigid.collides
                && (seen.sensors || !b.rigid.sensor)
                && b.rigid.groups.touch(seen.groups)
                && seen.except != Some(*h)
        })
    }

    fn placed_colliders<'a>(
        &self,
        body: &'a RigidBody,
    ) -> impl Iterator<Item = (&'a Collider, Pose)> {
        let frame = self.frame_of(body);
        body.form.colliders.iter().map(move |c| (c, frame * c.local))
    }

    /// Calls a function with every triangle of deformable bodies that comes into a box.
    fn with_faces(
        &self,
        seen: &Seen,
        lo: Vec3,
        hi: Vec3,
        mut f: impl FnMut(AnyBody, usize, &Triangle),
    ) {
        let bodies = self.softs.iter().map(|(h, b)| (AnyBody::Soft(h), b));
        for (body, soft) in bodies.filter(|(h, _)| seen.softs && seen.except != Some(*h)) {
            for (i, triangle) in self.faces(soft).enumerate() {
                let corners = [triangle.a, triangle.b, triangle.c];
                let low = corners[0].min(corners[1]).min(corners[2]);
                let high = corners[0].max(corners[1]).max(corners[2]);
                if low.cmple(hi).all() && lo.cmple(high).all() {
                    f(body, i, &triangle);
                }
            }
        }
    }

    fn faces<'a>(&'a self, soft: &'a SoftBody) -> impl Iterator<Item = Triangle> + 'a {
        let at = |i: u32| self.state.nodes.position((soft.slots.start + i) as usize);
        soft.mesh.faces.iter().map(move |&[a, b, c]| Triangle::new(at(a), at(b), at(c)))
    }
}

/// Keeps the nearer of two; of equals the first.
fn nearer(best: &mut Option<Hit>, hit: Hit) {
    if best.is_none_or(|b| hit.distance < b.distance) {
        *best = Some(hit);
    }
}

fn direction_of(object: &str, from: Vec3, direction: Vec3, length: Real) -> Result<Vec3> {
    let check = Check(object);
    check.finite("from", from)?;
    check.finite("direction", direction)?;
    check.positive("length", length)?;
    match direction.try_normalize() {
        Some(along) => Ok(along),
        None => check.refuse("direction", direction.to_array(), "a length above 0"),
    }
}

fn asked(shape: &Shape, position: Vec3, rotation: Quat) -> Result<(Collider, Pose)> {
    let check = Check("query");
    shape.check(&check)?;
    check.finite("position", position)?;
    if !rotation.is_finite() || (rotation.length() - 1.0).abs() > 1e-3 {
        return check.refuse("rotation", rotation.to_array(), "a unit quaternion");
    }
    let collider = Collider::new(shape, Pose::IDENTITY, &check)?;
    Ok((collider, Pose::from_parts(position, rotation.normalize())))
}
