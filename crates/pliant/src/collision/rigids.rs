//! Narrow phase between rigid bodies: patches found anew or kept from the last step.

use parry3d::query::details::contact_support_map_support_map;
use parry3d::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, QueryDispatcher,
    ShapeCastOptions,
};

use super::collider::Collider;
use super::outline::Near;
use super::patch::{POINTS, Pair, PairKey, Pairs, Patch, PatchPoint};
use super::shape::Shape;
use crate::constraints::patch::Impulses;
use crate::math::{Pose, Real, Vec3};

/// One collider as the narrow phase sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed<'a> {
    /// Frame slot.
    pub slot: u32,
    /// Which collider of the body.
    pub collider: u32,
    /// Its shape.
    pub form: &'a Collider,
    /// Pose in the world.
    pub pose: Pose,
    /// Whether rows can push it.
    pub moves: bool,
    /// Rolling friction, m.
    pub rolling: Real,
    /// Spinning friction, m.
    pub spinning: Real,
}

impl Placed<'_> {
    /// Whether two colliders have a point in common.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let (a, b) = (&*self.form.parry.0, &*other.form.parry.0);
        let found = parry3d::query::intersection_test(&self.pose, a, &other.pose, b);
        found.is_ok_and(|found| found.intersecting)
    }
}

/// How a fast pair is looked at: where it will be when it touches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sweep {
    /// Velocity of the second body relative to the first, m/s.
    pub(crate) velocity: Vec3,
    /// Length of the step, s.
    pub(crate) time: Real,
    /// How far the surfaces may come apart from the velocity, m.
    pub(crate) reach: Real,
}

/// Finds patches; its buffers are kept for the next step.
#[derive(Clone, Default)]
pub struct Manifolds {
    manifolds: Vec<ContactManifold<(), ()>>,
    /// Manifolds that are near, with the distance of their deepest point.
    facets: Vec<(Real, usize)>,
    points: Vec<Candidate>,
    /// Places of two surfaces that are near, with the normal there.
    sides: Vec<(Candidate, Vec3)>,
    /// Depths of the corners of a surface.
    depths: Vec<Real>,
    /// The next pair of the last step that was not passed.
    next: usize,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    p1: Vec3,
    p2: Vec3,
    dist: Real,
}

/// A patch is kept while the pair has moved by less than this share of the smaller body,
const KEPT: Real = 1e-3;
/// and nothing is looked for again while a pair that is apart has moved by less than this share. No more,
/// however far apart it was found: one search in some thousands finds nothing where something is near.
const APART: Real = 0.03;
/// Points looked for within more than this share of the smaller body may all be those of faces that pass each
/// other, with corners between them that are nearer.
const WIDE: Real = 0.25;

/// Triangles of a mesh whose normals have at least this cosine between them touch a body in one patch,
const ALIKE: Real = 0.97;
/// places of two meshes at least this one,
const ABOUT_ALIKE: Real = 0.95;
/// and so many patches of a pair are kept, the deepest: a body that flies into a bowl of small triangles is
/// near hundreds of them, and three hold it.
const MOST_PATCHES: usize = 6;

impl Manifolds {
    /// Begins a step: pairs come in ascending order from here.
    pub fn begin(&mut self) {
        self.next = 0;
    }

    /// Adds a pair of colliders with its patches nearer than `reach` to `out`.
    /// A fast pair is swept: its patches are those at the time of impact.
    pub(crate) fn find(
        &mut self,
        a: &Placed<'_>,
        b: &Placed<'_>,
        reach: Real,
        sweep: Option<Sweep>,
        old: &Pairs,
        out: &mut Pairs,
    ) {
        let key = [a.slot, a.collider, b.slot, b.collider];
        let known = self.recall(key, old);
        let between = a.pose.inverse() * b.pose;
        let size = a.form.radius.min(b.form.radius);
        if let Some(place) = known {
            let pair = &old.pairs[place];
            let moved = (between.translation - pair.between.translation).length()
                + 2.0 * turned(&between, &pair.between) * size;
            let patches = old.of(place);
            let keeps = moved < if patches.is_empty() { APART } else { KEPT } * size;
            if keeps && reach + moved < pair.reach {
                let rotation = a.pose.rotation * a.form.local.rotation.inverse();
                out.patches.extend(patches.iter().map(|p| {
                    let mut p = Patch { normal: rotation * p.normal_a, ..*p };
                    p.set_material(a, b);
                    p
                }));
                out.pairs.push(Pair { end: out.patches.len() as u32, ..*pair });
                return;
            }
        }
        let first = out.patches.len();
        if let Some((sweep, (pose, hits))) =
            sweep.and_then(|s| Some((s, impact(a, b, &between, s)?)))
        {
            // After the impact other corners may come as far as the pair moves in the step.
            let travel = sweep.velocity.length() * sweep.time;
            let more = if hits { travel.min(2.0 * size) } else { 0.0 };
            self.generate(a, b, &pose, sweep.reach + more, sweep.reach + more, out);
            for patch in &mut out.patches[first..] {
                patch.meet = [0.0; 2];
            }
            // Such a pair is never kept.
            out.pairs.push(Pair { key, between, reach: 0.0, end: out.patches.len() as u32 });
            return;
        }
        let kept = reach + KEPT * size;
        let clear = self.generate(a, b, &between, kept, reach + APART * size, out);
        if let Some(place) = known {
            for patch in &mut out.patches[first..] {
                // Of a mesh other triangles may have become the deepest: then what faces most alike.
                let alike = |o: &&Patch| (o.part == patch.part, o.normal_a.dot(patch.normal_a));
                let mut olds = old.of(place).iter().filter(|o| alike(o).0 || alike(o).1 > ALIKE);
                let best = olds.next().map(|o| {
                    olds.fold(o, |best, o| if alike(&o) > alike(&best) { o } else { best })
                });
                if let Some(o) = best {
                    patch.inherit(o, 0.1 * size);
                }
            }
        }
        let found = out.patches.len() > first;
        let end = out.patches.len() as u32;
        out.pairs.push(Pair { key, between, reach: if found { kept } else { clear }, end });
    }

    /// The place of a pair among those of the last step. Both come in ascending order.
    fn recall(&mut self, key: PairKey, old: &Pairs) -> Option<usize> {
        while old.pairs.get(self.next).is_some_and(|p| p.key < key) {
            self.next += 1;
        }
        old.pairs.get(self.next).filter(|p| p.key == key).map(|_| self.next)
    }

    /// Adds the patches with points nearer than `kept`; gives the distance of the nearest point, or
    /// `far` if there is none nearer than that.
    fn generate(
        &mut self,
        a: &Placed<'_>,
        b: &Placed<'_>,
        between: &Pose,
        kept: Real,
        far: Real,
        out: &mut Pairs,
    ) -> Real {
        match (&a.form.shape, &b.form.shape) {
            (Shape::HalfSpace { normal }, _) => {
                return self.on_plane(a, b, *normal, between, false, kept, far, out);
            }
            (_, Shape::HalfSpace { normal }) => {
                return self.on_plane(b, a, *normal, &between.inverse(), true, kept, far, out);
            }
            _ => {}
        }
        let composite =
            |p: &Placed<'_>| matches!(p.form.shape, Shape::Mesh { .. } | Shape::HeightField { .. });
        if composite(a) && composite(b) {
            return self.by_outlines(a, b, between, kept, far, out);
        }
        // Manifolds start empty, and without the normal of another pair, from which parry would start its
        // search: the points it finds would depend on what it looked at before.
        self.manifolds.truncate(1);
        for m in &mut self.manifolds {
            m.points.clear();
            (m.local_n1, m.local_n2) = (Vec3::ZERO, Vec3::ZERO);
        }
        let (sa, sb) = (&*a.form.parry.0, &*b.form.parry.0);
        let manifolds = &mut self.manifolds;
        let found =
            DefaultQueryDispatcher.contact_manifolds(between, sa, sb, far, manifolds, &mut None);
        if found.is_err() {
            return far;
        }
        let mut clear = far;
        if !composite(a) && !composite(b) {
            let points = self.manifolds.iter().flat_map(|m| &m.points);
            let deepest = points.map(|p| p.dist).fold(Real::INFINITY, Real::min);
            let size = a.form.radius.min(b.form.radius);
            if deepest == Real::INFINITY {
                return by_nearest(a, b, between, kept, far, out);
            } else if deepest > 0.0 && far > WIDE * size {
                clear = by_nearest(a, b, between, kept.min(deepest - KEPT * size), far, out);
            }
        }
        self.facets.clear();
        for (i, m) in self.manifolds.iter().enumerate() {
            let deepest = m.points.iter().map(|p| p.dist).fold(Real::INFINITY, Real::min);
            clear = clear.min(deepest);
            if deepest < kept {
                self.facets.push((deepest, i));
            }
        }
        // The deepest first: those that face alike join it.
        self.facets.sort_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        for _ in 0..MOST_PATCHES {
            let Some(&(_, first)) = self.facets.first() else { break };
            let normal = self.manifolds[first].local_n1;
            self.points.clear();
            self.facets.retain(|&(_, i)| {
                let m = &self.manifolds[i];
                let joins = i == first || m.local_n1.dot(normal) > ALIKE;
                if joins {
                    let near = m.points.iter().filter(|p| p.dist < kept);
                    self.points.extend(near.map(|p| Candidate {
                        p1: p.local_p1,
                        p2: p.local_p2,
                        dist: p.dist,
                    }));
                }
                !joins
            });
            reduce(&mut self.points, normal);
            let m = &self.manifolds[first];
            let part = [m.subshape1, m.subshape2];
            out.patches.push(patch(a, b, normal, part, &self.points));
        }
        clear
    }

    /// Adds the patches of two meshes or of a mesh and a height field, from the corners and edges of each.
    /// Those that face about alike are one patch, the deepest first.
    fn by_outlines(
        &mut self,
        a: &Placed<'_>,
        b: &Placed<'_>,
        between: &Pose,
        kept: Real,
        far: Real,
        out: &mut Pairs,
    ) -> Real {
        let (Some(outline_a), Some(outline_b)) = (&a.form.outline, &b.form.outline) else {
            return far;
        };
        let (back, sides) = (between.inverse(), &mut self.sides);
        sides.clear();
        outline_b.near(between, a.form, far, &mut self.depths, |near| {
            let Near { at, distance: dist, normal } = near;
            let candidate =
                Candidate { p1: at - normal * dist, p2: back.transform_point(at), dist };
            sides.push((candidate, normal));
        });
        outline_a.near(&back, b.form, far, &mut self.depths, |near| {
            let Near { at, distance: dist, normal } = near;
            let candidate =
                Candidate { p1: between.transform_point(at), p2: at - normal * dist, dist };
            sides.push((candidate, -(between.rotation * normal)));
        });
        sides.sort_by(|x, y| x.0.dist.total_cmp(&y.0.dist));
        let clear = sides.first().map_or(far, |s| s.0.dist);
        sides.retain(|s| s.0.dist < kept);
        for _ in 0..MOST_PATCHES {
            let Some(&(_, normal)) = sides.first() else { break };
            self.points.clear();
            sides.retain(|(point, n)| {
                let joins = n.dot(normal) > ABOUT_ALIKE;
                if joins {
                    self.points.push(*point);
                }
                !joins
            });
            reduce(&mut self.points, normal);
            out.patches.push(patch(a, b, normal, [0; 2], &self.points));
        }
        clear
    }

    /// Adds the patch of a body with a half-space: where its corners or round ends come near the
    /// plane. `swapped`: the half-space is the second of the pair.
    #[expect(clippy::too_many_arguments, reason = "one call, from one place")]
    fn on_plane(
        &mut self,
        plane: &Placed<'_>,
        body: &Placed<'_>,
        normal: Vec3,
        to_plane: &Pose,
        swapped: bool,
        kept: Real,
        far: Real,
        out: &mut Pairs,
    ) -> Real {
        let n = normal.normalize();
        self.points.clear();
        let own_n = to_plane.rotation.inverse() * n;
        let mut clear = far;
        body.form.with_corners(own_n, |corner, radius| {
            let centre = to_plane.transform_point(corner);
            let dist = centre.dot(n) - radius;
            clear = clear.min(dist);
            if dist < kept {
                let own = corner - own_n * radius;
                let foot = centre - n * (dist + radius);
                self.points.push(Candidate { p1: foot, p2: own, dist });
            }
        });
        if self.points.is_empty() {
            return clear;
        }
        reduce(&mut self.points, n);
        out.patches.push(if swapped {
            for p in &mut self.points {
                std::mem::swap(&mut p.p1, &mut p.p2);
            }
            patch(body, plane, -own_n, [0; 2], &self.points)
        } else {
            patch(plane, body, n, [0; 2], &self.points)
        });
        clear
    }
}

/// Adds the patch of two convex shapes that pass each other corner to corner: faces that do not lie
/// over each other have no manifold, however near they are. Gives the distance as `generate` does.
fn by_nearest(
    a: &Placed<'_>,
    b: &Placed<'_>,
    between: &Pose,
    kept: Real,
    far: Real,
    out: &mut Pairs,
) -> Real {
    let (sa, sb) = (&*a.form.parry.0, &*b.form.parry.0);
    // Boxes have a search of their own that does not know corners; that of any convex shapes does.
    let found = match (sa.as_support_map(), sb.as_support_map()) {
        (Some(sa), Some(sb)) => contact_support_map_support_map(between, sa, sb, far),
        _ => DefaultQueryDispatcher.contact(between, sa, sb, far).unwrap_or_default(),
    };
    let Some(near) = found else { return far };
    if near.dist < kept {
        let point = Candidate { p1: near.point1, p2: near.point2, dist: near.dist };
        out.patches.push(patch(a, b, near.normal1, [0; 2], &[point]));
    }
    near.dist
}

/// Where the second collider is in the axes of the first when a fast pair touches, and that it does; at
/// the end of the step if it does not, and `None` if they touch already or the pair cannot be swept.
fn impact(a: &Placed<'_>, b: &Placed<'_>, between: &Pose, sweep: Sweep) -> Option<(Pose, bool)> {
    let velocity = a.pose.rotation.inverse() * sweep.velocity;
    let options = ShapeCastOptions {
        max_time_of_impact: sweep.time,
        target_distance: 0.0,
        stop_at_penetration: true,
        compute_impact_geometry_on_penetration: false,
    };
    let (sa, sb) = (&*a.form.parry.0, &*b.form.parry.0);
    let hit = DefaultQueryDispatcher.cast_shapes(between, velocity, sa, sb, options).ok()?;
    let time = hit.map_or(sweep.time, |hit| hit.time_of_impact);
    let moved = Pose::from_parts(between.translation + velocity * time, between.rotation);
    (time > 0.0).then_some((moved, hit.is_some()))
}

/// Half the angle between two attitudes, rad.
fn turned(a: &Pose, b: &Pose) -> Real {
    let d = a.rotation.inverse() * b.rotation;
    Vec3::new(d.x, d.y, d.z).length()
}

impl Patch {
    fn set_material(&mut self, a: &Placed<'_>, b: &Placed<'_>) {
        self.friction = a.form.friction * b.form.friction;
        self.restitution = a.form.restitution.max(b.form.restitution);
        self.rolling = a.rolling.max(b.rolling);
        self.spinning = a.spinning.max(b.spinning);
    }
}

/// A patch of points in the axes of the two colliders, with a normal in those of the first.
fn patch(
    a: &Placed<'_>,
    b: &Placed<'_>,
    normal: Vec3,
    part: [u32; 2],
    points: &[Candidate],
) -> Patch {
    let mut patch = Patch {
        a: a.slot,
        b: b.slot,
        normal: a.pose.rotation * normal,
        normal_a: a.form.local.rotation * normal,
        points: [PatchPoint::default(); POINTS],
        count: points.len() as u8,
        part,
        friction: 0.0,
        restitution: 0.0,
        rolling: 0.0,
        spinning: 0.0,
        round: [0.0; 2],
        meet: [0.5; 2],
        impulses: Impulses::default(),
    };
    let other = (b.pose.inverse() * a.pose).rotation * normal;
    patch.round = [a.form.round_along(normal), b.form.round_along(-other)];
    patch.meet = match [a.moves && patch.round[0] > 0.0, b.moves && patch.round[1] > 0.0] {
        _ if a.moves != b.moves => {
            if b.moves {
                [1.0, 0.0]
            } else {
                [0.0, 1.0]
            }
        }
        [false, true] => [1.0, 0.0],
        [true, false] => [0.0, 1.0],
        _ => [0.5; 2],
    };
    for (to, p) in patch.points.iter_mut().zip(points) {
        to.arm_a = a.form.local.transform_point(p.p1 - normal * patch.round[0]);
        to.arm_b = b.form.local.transform_point(p.p2 + other * patch.round[1]);
    }
    patch.set_material(a, b);
    patch
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
            .map(|p| Candidate { p1: p, p2: p, dist: -0.01 - 0.001 * p.x })
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

    fn collider(shape: &Shape) -> Collider {
        Collider::new(shape, Pose::IDENTITY, &crate::error::Check("test")).unwrap()
    }

    fn place(slot: u32, form: &Collider, y: Real) -> Placed<'_> {
        let pose = Pose::from_translation(Vec3::new(0.0, y, 0.0));
        Placed { slot, collider: 0, form, pose, moves: true, rolling: 0.0, spinning: 0.0 }
    }

    #[test]
    fn a_box_on_the_ground_has_four_contacts() {
        let ground = collider(&Shape::HalfSpace { normal: Vec3::Y });
        let cube = collider(&Shape::cuboid(1.0, 1.0, 1.0));
        let (a, b) = (place(1, &ground, 0.0), place(2, &cube, 0.499));
        let mut manifolds = Manifolds::default();
        for (a, b, up) in [(&a, &b, 1.0), (&b, &a, -1.0)] {
            let mut out = Pairs::default();
            manifolds.begin();
            manifolds.find(a, b, 0.01, None, &Pairs::default(), &mut out);
            assert_eq!((out.pairs.len(), out.patches.len(), out.patches[0].count), (1, 1, 4));
            assert!((out.patches[0].normal - Vec3::Y * up).length() < 1e-6);
        }
    }

    /// A pair that has hardly moved keeps its points and impulses; one that moved further gets new
    /// points, which take over the impulses.
    #[test]
    fn patches_persist() {
        let cube = collider(&Shape::cuboid(1.0, 1.0, 1.0));
        let mut manifolds = Manifolds::default();
        let mut first = Pairs::default();
        manifolds.begin();
        manifolds.find(
            &place(1, &cube, 0.0),
            &place(2, &cube, 0.999),
            0.01,
            None,
            &first.clone(),
            &mut first,
        );
        assert_eq!(first.patches[0].count, 4);
        first.patches[0].impulses.normal = [1.0, 2.0, 3.0, 4.0];
        for (x, kept) in [(1e-4, true), (0.02, false)] {
            let mut moved = place(2, &cube, 0.999);
            moved.pose.translation.x = x;
            let mut second = Pairs::default();
            manifolds.begin();
            manifolds.find(&place(1, &cube, 0.0), &moved, 0.01, None, &first, &mut second);
            let mut sum = second.patches[0].impulses.normal;
            sum.sort_by(Real::total_cmp);
            assert_eq!(sum, [1.0, 2.0, 3.0, 4.0]);
            assert_eq!(second.patches[0].points == first.patches[0].points, kept);
        }
    }
}
