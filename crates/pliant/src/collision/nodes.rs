//! Narrow phase between nodes of deformable bodies and rigid shapes: exact signed distances.

use super::contacts::Contact;
use super::shape::Shape;
use crate::math::{Quat, Real, Vec3};

/// Where a node would touch a shape: contact point and normal, both in the shape's axes.
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    /// Nearest point of the surface.
    pub point: Vec3,
    /// Outward normal there.
    pub normal: Vec3,
    /// Signed distance of the node from the surface, m.
    pub distance: Real,
}

/// The contact of a node at `p` with a shape at a pose.
pub fn touch(shape: &Shape, x: Vec3, q: Quat, p: Vec3) -> Touch {
    let local = q.inverse() * (p - x);
    let (distance, normal) = shape.distance(local);
    Touch { point: local - normal * distance, normal, distance }
}

/// Keys of node contacts lie apart from those of rigid ones.
const NODE_KEYS: u64 = 1 << 63;

/// The contact of a node slot with a frame slot.
pub fn contact(node: u32, frame: u32, t: &Touch, q: Quat) -> Contact {
    Contact {
        key: [NODE_KEYS | u64::from(frame), u64::from(node)],
        a: node,
        b: frame,
        arm_a: Vec3::ZERO,
        arm_b: t.point,
        // From the node to the frame: against the outward normal.
        normal: -(q * t.normal),
        offset: 0.0,
        friction: 0.0,
        restitution: 0.0,
    }
}

/// Whether a contact is one of a node with a frame.
pub fn is_node_contact(c: &Contact) -> bool {
    c.key[0] & NODE_KEYS != 0
}
