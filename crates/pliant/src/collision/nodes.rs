//! Narrow phase between nodes of deformable bodies and rigid shapes: exact signed distances.

use super::collider::Collider;
use super::contacts::{Contact, Spot};
use crate::math::{Pose, Quat, Real, Vec3};

/// Where a node would touch a collider: contact point and normal, both in the frame's axes.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// Nearest point of the surface.
    pub point: Vec3,
    /// Outward normal there.
    pub normal: Vec3,
    /// Signed distance of the node from the surface, m.
    pub distance: Real,
}

/// The contact of a node at `p` with a collider of a frame at a pose.
#[inline]
pub(crate) fn touch(collider: &Collider, x: Vec3, q: Quat, p: Vec3) -> Touch {
    let local = q.inverse() * (p - x);
    let at = &collider.local;
    if *at == Pose::IDENTITY {
        let (distance, normal) = collider.distance(local);
        return Touch { point: local - normal * distance, normal, distance };
    }
    let (distance, normal) = collider.distance(at.inverse_transform_point(local));
    let normal = at.rotation * normal;
    Touch { point: local - normal * distance, normal, distance }
}

/// The contact of a node slot with a collider of a frame slot.
pub(crate) fn contact(node: u32, frame: u32, collider: u32, t: &Touch, q: Quat) -> Contact {
    Contact {
        key: [u64::from(frame) << 32 | u64::from(collider), u64::from(node)],
        collider,
        a: node,
        b: frame,
        arm_b: t.point,
        // From the node to the frame: against the outward normal.
        normal: -(q * t.normal),
        offset: 0.0,
        friction: 0.0,
        restitution: 0.0,
        spot: Spot::Node,
    }
}
