//! Colliders as brushes see them: how far points are from one, and which boxes are near it.

use crate::collision::collider::Collider;
use crate::collision::field::Field;
use crate::collision::shape::Shape;
use crate::math::lanes::{Lanes, Triple, V3, W};
use crate::math::wide::Wide;
use crate::math::{Pose, Quat, Real, Vec3};
use crate::weave::skin::Bounds;

/// A shape without closed form is taken as a plane about a node while this moves less than so much, m.
const FLAT: Real = 0.001;

/// A collider at the pose of its body.
pub(super) struct Surface {
    field: Field,
    x: Vec3,
    /// The field's axes in the world; none if they are the world's.
    axes: Option<[Vec3; 3]>,
}

impl Surface {
    pub(super) fn new(collider: &Collider, x: Vec3, q: Quat) -> Self {
        let pose = Pose::from_parts(x, q) * collider.local;
        let field = Field::of(&collider.shape);
        let (field, turned) = match field {
            Field::Ball { .. } => (field, false),
            Field::HalfSpace { normal } => {
                (Field::HalfSpace { normal: pose.rotation * normal }, false)
            }
            field => (field, true),
        };
        let axes = turned.then(|| [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| pose.rotation * axis));
        Self { field, x: pose.translation, axes }
    }

    /// Distances and outward normals of points; `other` gives them, in the collider's axes, for shapes without
    /// closed form.
    #[inline(always)]
    pub(super) fn gap<T: Wide>(
        &self,
        x: Triple<T>,
        other: impl FnOnce(V3) -> (Lanes, V3),
    ) -> (T, Triple<T>) {
        let p = x - Triple::same(self.x);
        let Some(axes) = self.axes else { return self.field.distance(p) };
        let [i, j, k] = [Triple::same(axes[0]), Triple::same(axes[1]), Triple::same(axes[2])];
        let p = Triple { x: i.dot(p), y: j.dot(p), z: k.dot(p) };
        let (d, n) = if self.field == Field::Other {
            let (d, n) = other(p.lanes());
            (T::of(&d), Triple::of(&n))
        } else {
            self.field.distance(p)
        };
        (d, i.scale(n.x) + j.scale(n.y) + k.scale(n.z))
    }
}

/// Distances and outward normals of eight points from a collider, in its axes.
pub(super) fn distances(collider: &Collider, p: V3) -> (Lanes, V3) {
    let (mut d, mut n) = (Lanes::ZERO, V3::ZERO);
    for l in 0..W {
        let (distance, normal) = collider.distance(p.lane(l));
        d.0[l] = distance;
        n.set_lane(l, normal);
    }
    (d, n)
}

/// Eight nodes against a shape without closed form, in the collider's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes {
    /// Where the nodes were when the planes were found.
    at: V3,
    normal: V3,
    offset: Lanes,
}

impl Default for Planes {
    fn default() -> Self {
        let never = V3::splat(Vec3::splat(Real::INFINITY));
        Self { at: never, normal: V3::splat(Vec3::Y), offset: Lanes::ZERO }
    }
}

impl Planes {
    /// Distances and normals; planes are found again for nodes that have moved.
    pub(super) fn distance(&mut self, collider: &Collider, p: V3) -> (Lanes, V3) {
        for l in 0..W {
            let place = p.lane(l);
            let moved = (place - self.at.lane(l)).length_squared();
            if moved < FLAT * FLAT || !place.is_finite() {
                continue;
            }
            let (distance, normal) = collider.distance(place);
            self.at.set_lane(l, place);
            self.normal.set_lane(l, normal);
            self.offset.0[l] = place.dot(normal) - distance;
        }
        (self.normal.dot(p) - self.offset, self.normal)
    }
}

/// Which boxes are near a collider.
pub(super) struct Near {
    lo: Vec3,
    hi: Vec3,
    /// Outward normal and offset of a half-space.
    pub(super) plane: Option<(Vec3, Real)>,
    /// Radius of a shape that is round everywhere, m.
    pub(super) round: Option<Real>,
    reach: Real,
}

impl Near {
    pub(super) fn new(collider: &Collider, x: Vec3, q: Quat, reach: Real) -> Self {
        let pose = Pose::from_parts(x, q) * collider.local;
        let (lo, hi) = collider.bounds(&pose);
        let plane = match Field::of(&collider.shape) {
            Field::HalfSpace { normal } => {
                let normal = pose.rotation * normal;
                Some((normal, normal.dot(pose.translation)))
            }
            _ => None,
        };
        let round = match collider.shape {
            Shape::Ball { radius } | Shape::Capsule { radius, .. } => Some(radius),
            _ => None,
        };
        Self { lo, hi, plane, round, reach }
    }

    pub(super) fn passes(&self, b: &Bounds) -> bool {
        match self.plane {
            Some((normal, offset)) => {
                let half = (b[1] - b[0]) * 0.5;
                let lowest = normal.dot(b[0] + half) - normal.abs().dot(half);
                lowest - offset < self.reach
            }
            None => (b[0] - self.hi).max(self.lo - b[1]).max_element() < self.reach,
        }
    }
}
