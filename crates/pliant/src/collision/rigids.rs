//! Narrow phase between rigid bodies: parry's manifolds, reduced to four points.

use parry3d::query::{ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};

use super::contacts::Contact;
use super::shape::Shape;
use crate::math::{Pose, Real, Vec3};

/// One body as the narrow phase sees it.
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a> {
    /// Frame slot.
    pub slot: u32,
    /// Shape.
    pub shape: &'a Shape,
    /// Pose.
    pub pose: Pose,
    /// Friction.
    pub friction: Real,
    /// Restitution.
    pub restitution: Real,
}

/// Finds contacts; its buffers are kept for the next step.
#[derive(Clone, Default)]
pub struct Manifolds {
    manifolds: Vec<ContactManifold<(), ()>>,
    points: Vec<Candidate>,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    p1: Vec3,
    p2: Vec3,
    dist: Real,
    feature: u64,
}

/// The most points of a contact patch: more say the same.
const POINTS: usize = 4;

impl Manifolds {
    /// Adds the contacts of two bodies that come closer than `reach`.
    pub fn find(&mut self, a: &Placed<'_>, b: &Placed<'_>, reach: Real, out: &mut Vec<Contact>) {
        match (*a.shape, *b.shape) {
            (Shape::HalfSpace { normal }, _) => {
                return self.on_plane(a, b, normal, false, reach, out);
            }
            (_, Shape::HalfSpace { normal }) => {
                return self.on_plane(b, a, normal, true, reach, out);
            }
            _ => {}
        }
        // Manifolds start empty: parry then computes them afresh, and a step depends on no history.
        self.manifolds.truncate(1);
        for m in &mut self.manifolds {
            m.points.clear();
        }
        let between = a.pose.inverse() * b.pose;
        let found = a.shape.with_parry(|sa| {
            b.shape.with_parry(|sb| {
                let manifolds = &mut self.manifolds;
                let dispatcher = DefaultQueryDispatcher;
                dispatcher.contact_manifolds(&between, sa, sb, reach, manifolds, &mut None)
            })
        });
        if found.is_err() {
            return;
        }
        for m in &self.manifolds {
            self.points.clear();
            self.points.extend(m.points.iter().filter(|p| p.dist < reach).map(|p| Candidate {
                p1: p.local_p1,
                p2: p.local_p2,
                dist: p.dist,
                feature: u64::from(p.fid1.0) << 32 | u64::from(p.fid2.0),
            }));
            reduce(&mut self.points, m.local_n1);
            let normal = a.pose.rotation * m.local_n1;
            out.extend(self.points.iter().map(|p| contact(a, b, normal, p)));
        }
    }

    /// Adds the contacts of a body with a half-space: where its corners or round ends come near the
    /// plane. `swapped`: the half-space is the second of the pair.
    fn on_plane(
        &mut self,
        plane: &Placed<'_>,
        body: &Placed<'_>,
        normal: Vec3,
        swapped: bool,
        reach: Real,
        out: &mut Vec<Contact>,
    ) {
        let n = normal.normalize();
        let to_plane = plane.pose.inverse() * body.pose;
        self.points.clear();
        body.shape.with_corners(|i, corner, radius| {
            let centre = to_plane.transform_point(corner);
            let dist = centre.dot(n) - radius;
            if dist < reach {
                let own = corner - to_plane.rotation.inverse() * n * radius;
                let foot = centre - n * (dist + radius);
                self.points.push(Candidate { p1: foot, p2: own, dist, feature: i });
            }
        });
        reduce(&mut self.points, n);
        let normal = plane.pose.rotation * n;
        out.extend(self.points.iter().map(|p| {
            if swapped {
                let p = Candidate { p1: p.p2, p2: p.p1, ..*p };
                contact(body, plane, -normal, &p)
            } else {
                contact(plane, body, normal, p)
            }
        }));
    }
}

fn contact(a: &Placed<'_>, b: &Placed<'_>, normal: Vec3, p: &Candidate) -> Contact {
    Contact {
        key: [u64::from(a.slot) << 32 | u64::from(b.slot), p.feature],
        a: a.slot,
        b: b.slot,
        arm_a: p.p1,
        arm_b: p.p2,
        normal,
        offset: 0.0,
        friction: a.friction * b.friction,
        restitution: a.restitution.max(b.restitution),
    }
}

/// Keeps four points that span the patch: the deepest, the farthest from it, and the farthest to
/// both sides of the line between them.
fn reduce(points: &mut Vec<Candidate>, normal: Vec3) {
    if points.len() <= POINTS {
        return;
    }
    let best = |points: &[Candidate], from: usize, score: &dyn Fn(&Candidate) -> Real| {
        (from..points.len())
            .max_by(|&i, &j| score(&points[i]).total_cmp(&score(&points[j])).then(j.cmp(&i)))
            .unwrap_or(from)
    };
    let i = best(points, 0, &|p| -p.dist);
    points.swap(0, i);
    let p0 = points[0].p1;
    let i = best(points, 1, &|p| (p.p1 - p0).length_squared());
    points.swap(1, i);
    let across = normal.cross(points[1].p1 - p0);
    let i = best(points, 2, &|p| across.dot(p.p1 - p0));
    points.swap(2, i);
    let i = best(points, 3, &|p| -across.dot(p.p1 - p0));
    points.swap(3, i);
    points.truncate(POINTS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_keeps_its_corners() {
        let mut points: Vec<Candidate> = (0..3)
            .flat_map(|i| (0..3).map(move |j| Vec3::new(i as Real, 0.0, j as Real)))
            .map(|p| Candidate { p1: p, p2: p, dist: -0.01 - 0.001 * p.x, feature: 0 })
            .collect();
        reduce(&mut points, Vec3::Y);
        assert_eq!(points.len(), 4);
        let (mut lo, mut hi) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for p in &points {
            lo = lo.min(p.p1);
            hi = hi.max(p.p1);
        }
        assert_eq!((lo, hi), (Vec3::ZERO, Vec3::new(2.0, 0.0, 2.0)));
    }

    #[test]
    fn a_box_on_the_ground_has_four_contacts() {
        let (ground, cube) = (Shape::HalfSpace { normal: Vec3::Y }, Shape::cuboid(1.0, 1.0, 1.0));
        let place = |slot, shape, y| Placed {
            slot,
            shape,
            pose: Pose::from_translation(Vec3::new(0.0, y, 0.0)),
            friction: 1.0,
            restitution: 0.0,
        };
        let mut out = Vec::new();
        let mut manifolds = Manifolds::default();
        let (a, b) = (place(1, &ground, 0.0), place(2, &cube, 0.499));
        for _ in 0..2 {
            out.clear();
            manifolds.find(&a, &b, 0.01, &mut out);
            assert_eq!(out.len(), 4);
        }
        assert!(out.iter().all(|c| (c.normal - Vec3::Y).length() < 1e-6));
        // Seen from the other side the normal turns round.
        out.clear();
        manifolds.find(&b, &a, 0.01, &mut out);
        assert!(out.len() == 4 && out.iter().all(|c| (c.normal + Vec3::Y).length() < 1e-6));
    }
}
