//! Narrow phase between nodes of deformable bodies and rigid shapes: exact signed distances.

use super::collider::Collider;
use super::contacts::{Contact, Spot};
use super::field::Field;
use crate::math::lanes::{Triple, V3, W};
use crate::math::wide::{Kernel, Wide};
use crate::math::{Mat3, Pose, Quat, Real, Vec3};
use crate::state::Nodes;

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
        quicker: 1.0,
        spot: Spot::Node,
    }
}

/// Eight nodes and one collider with flat faces that has a closed form: where they touch now.
pub(crate) struct Eight<'a> {
    nodes: &'a Nodes,
    index: &'a [u32; W],
    field: Field,
    /// Axes and place of the collider, in the world and in its frame.
    world: (Mat3, Vec3),
    frame: (Mat3, Vec3),
}

impl<'a> Eight<'a> {
    /// None of a collider of another kind: a point of its axis or centre has no direction, which is looked after one by one.
    pub(crate) fn new(
        collider: &Collider,
        x: Vec3,
        q: Quat,
        nodes: &'a Nodes,
        index: &'a [u32; W],
    ) -> Option<Self> {
        let field = Field::of(&collider.shape);
        let local = &collider.local;
        let world = (Mat3::from_quat(q * local.rotation), x + q * local.translation);
        let frame = (Mat3::from_quat(local.rotation), local.translation);
        let flat = matches!(field, Field::Cuboid { .. } | Field::HalfSpace { .. });
        flat.then_some(Self { nodes, index, field, world, frame })
    }
}

impl Kernel for Eight<'_> {
    /// Nearest points of the surface in the axes of the frame, and outward normals in those of the world.
    type Out = [V3; 2];

    #[inline(always)]
    fn run<T: Wide>(self) -> [V3; 2] {
        assert!(self.index.iter().all(|&i| (i as usize) < self.nodes.x.len()));
        // SAFETY: all are nodes, as was just looked at.
        let [x, y, z, _] = unsafe { T::gather(self.nodes.x.as_ptr(), self.index) };
        let from = Triple { x, y, z } - Triple::same(self.world.1);
        let axes = self.world.0;
        let along = |axis: Vec3| from.dot(Triple::same(axis));
        let p = Triple { x: along(axes.x_axis), y: along(axes.y_axis), z: along(axes.z_axis) };
        let (distance, normal) = self.field.distance(p);
        let point = p - normal.scale(distance);
        let point = turned(&self.frame.0, point) + Triple::same(self.frame.1);
        [point.lanes(), turned(&axes, normal).lanes()]
    }
}

/// Eight vectors along the axes of a matrix.
#[inline(always)]
fn turned<T: Wide>(axes: &Mat3, v: Triple<T>) -> Triple<T> {
    let part = |axis: Vec3, length: T| Triple::same(axis).scale(length);
    part(axes.x_axis, v.x) + part(axes.y_axis, v.y) + part(axes.z_axis, v.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::shape::Shape;
    use crate::error::Check;
    use crate::math::rotation;
    use crate::solvers::simd::Level;

    /// Eight at once touch where each of them does alone, on a collider that lies aslant in a frame that does.
    #[test]
    fn eight_nodes_touch_where_each_does() {
        let mut nodes = Nodes::default();
        nodes.allocate(40);
        for (i, x) in nodes.x.iter_mut().enumerate() {
            let at = |k: usize| ((i * k) % 37) as Real / 12.0 - 1.5;
            *x = [at(7), at(11), at(17), 1.0];
        }
        let (x, q) = (Vec3::new(0.2, -0.1, 0.3), rotation(Vec3::new(0.4, -0.7, 0.2)));
        let local = Pose::from_parts(Vec3::new(0.1, 0.05, 0.0), rotation(Vec3::new(0.0, 0.3, 0.9)));
        let tilted = Shape::HalfSpace { normal: Vec3::new(1.0, 2.0, 0.5) };
        for shape in [Shape::cuboid(0.6, 1.0, 1.4), tilted] {
            let collider = Collider::new(&shape, local, &Check("collider")).unwrap();
            let index = [3, 1, 7, 20, 9, 33, 8, 5];
            for level in [Level::Baseline, Level::detect()] {
                let eight = Eight::new(&collider, x, q, &nodes, &index).unwrap();
                let [point, normal] = level.run_kernel(eight);
                for l in 0..W {
                    let one = touch(&collider, x, q, nodes.position(index[l] as usize));
                    assert!((point.lane(l) - one.point).length() < 1e-5, "{shape:?} {l}");
                    assert!((normal.lane(l) - q * one.normal).length() < 1e-4, "{shape:?} {l}");
                }
            }
        }
    }
}
