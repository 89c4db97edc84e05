//! Narrow phase between rigid shapes and what lies between the nodes of a body that is lumped at its nodes.
//!
//! A corner or an edge of a rigid body may come through between the nodes of a cloth, a rope or the surface of a
//! solid. So the point of a face, or of a link of a rope, that lies deepest is looked for too, and becomes a contact
//! of its own: `x = Σ β_k x_k` with barycentric coordinates `β`, pushed with `J = β_k n` on the nodes, whose
//! compliance together is `Σ β_k²/m_k`. (Vezzano et al. 2015 invent a node there and average what it
//! feels; this keeps the momentum.)
//!
//! Distances from a convex shape are convex, `s(x) ≥ s(x_i) + n_i·(x − x_i)` for each corner. If that says
//! that no point of the face lies deeper than its corners by more than a tolerance, there is nothing to
//! look for: so it is on flat and slightly curved surfaces, nearly always. Else the deepest point is found
//! by steps that halve (a pattern search: Hooke and Jeeves 1961), which ends in the least value of a
//! convex function.

use super::collider::Collider;
use super::shape::Shape;
use crate::bodies::soft::SoftBody;
use crate::math::Real;
use crate::math::Vec3;

/// A face is touched inside if a point of it is deeper than its nodes by half the thickness, or at least by
/// this, m.
const BULGE: Real = 5e-4;
/// Points of faces that are nearer to each other than this share of an edge say the same.
const ALIKE: Real = 0.3;

/// How much deeper than its nodes a point of a face must be, for bodies that keep this distance, m.
pub(crate) fn tolerance(offset: Real) -> Real {
    BULGE.max(offset)
}

/// How near each other points of a body's faces say the same, m.
pub(crate) fn alike(soft: &SoftBody) -> Real {
    ALIKE * soft.mesh_width
}

/// Whether a shape may come through between nodes that do not touch it: if it has corners or edges, or is small.
pub(crate) fn may_poke(collider: &Collider, soft: &SoftBody) -> bool {
    match collider.shape {
        Shape::HalfSpace { .. } => false,
        // Half a square with the long side `a` goes into a ball of radius `R` by a²/8R with its corners on
        // it; in a grid that side is 1.25 times the mean edge.
        Shape::Ball { radius } | Shape::Capsule { radius, .. } => {
            let edge = 1.25 * soft.mesh_width;
            edge * edge >= 8.0 * radius * tolerance(0.5 * soft.thickness)
        }
        _ => true,
    }
}

/// The faces of a body, or the links of a rope, whose last two nodes are the same; as node slots.
pub(crate) fn faces(soft: &SoftBody) -> impl Iterator<Item = [u32; 3]> + '_ {
    let links = if soft.mesh.faces.is_empty() { &soft.edges[..] } else { &[] };
    let links = links.iter().map(|&([a, b], _)| [a, b, b]);
    let start = soft.slots.start;
    soft.mesh.faces.iter().copied().chain(links).map(move |face| face.map(|i| start + i))
}

/// A point of a face that lies deep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Poke {
    pub(crate) node: [u32; 3],
    pub(crate) weight: [Real; 3],
    /// Where it is.
    pub(crate) at: Vec3,
    /// Its distance from the surface, m.
    pub(crate) distance: Real,
    /// Whether it touched before.
    pub(crate) known: bool,
}

/// Leaves one of points that say the same, since faces round a corner all find it: the deepest of those that touched before,
/// or of all.
pub(crate) fn decimate(pokes: &mut Vec<Poke>, alike: Real) {
    pokes.sort_unstable_by(|a, b| {
        let deeper = a.distance.total_cmp(&b.distance).then(a.node.cmp(&b.node));
        b.known.cmp(&a.known).then(deeper)
    });
    let mut kept = 0;
    for i in 0..pokes.len() {
        let poke = pokes[i];
        let near = |other: &Poke| (other.at - poke.at).length_squared() < alike * alike;
        if !pokes[..kept].iter().any(near) {
            pokes[kept] = poke;
            kept += 1;
        }
    }
    pokes.truncate(kept);
}

/// Halvings of the step of the search: to a hundredth of the face.
const HALVINGS: u32 = 6;

/// A triangle in the axes of a collider: its corners, their distances and outward normals.
pub(crate) struct Triangle {
    pub(crate) corners: [Vec3; 3],
    pub(crate) at: [(Real, Vec3); 3],
}

impl Triangle {
    pub(crate) fn new(corners: [Vec3; 3], distance: impl Fn(Vec3) -> (Real, Vec3)) -> Self {
        Self { corners, at: corners.map(distance) }
    }

    /// The distance of the corner that is deepest, m.
    pub(crate) fn least(&self) -> Real {
        self.at[0].0.min(self.at[1].0).min(self.at[2].0)
    }

    /// The deepest point, if it lies deeper than all corners by more than a tolerance and may be nearer than `reach`: its
    /// barycentric coordinates and its distance.
    pub(crate) fn deepest(
        &self,
        tolerance: Real,
        reach: Real,
        distance: impl Fn(Vec3) -> (Real, Vec3),
    ) -> Option<([Real; 3], Real)> {
        let Self { corners, at } = self;
        let bound = |i: usize| {
            let (s, n) = at[i];
            let along = |k: usize| n.dot(corners[k] - corners[i]);
            s + along(0).min(along(1)).min(along(2))
        };
        let (least, most) = (self.least(), bound(0).max(bound(1)).max(bound(2)));
        if most >= least - tolerance || most > reach {
            return None;
        }
        let found = search(*corners, [1.0 / 3.0; 3], 0.0, distance);
        (found.1 < least - tolerance && found.1 < reach).then_some(found)
    }
}

/// The deepest point of a triangle whose deepest point was at these coordinates, however deep its corners are now. Others must be
/// deeper by a tenth of the tolerance, so that what rests keeps its contacts.
pub(crate) fn follow(
    corners: [Vec3; 3],
    weight: [Real; 3],
    tolerance: Real,
    distance: impl Fn(Vec3) -> (Real, Vec3),
) -> [Real; 3] {
    search(corners, weight, 0.1 * tolerance, distance).0
}

fn search(
    corners: [Vec3; 3],
    from: [Real; 3],
    gain: Real,
    distance: impl Fn(Vec3) -> (Real, Vec3),
) -> ([Real; 3], Real) {
    let value = |b: [Real; 2]| {
        let c = 1.0 - b[0] - b[1];
        distance(corners[0] * c + corners[1] * b[0] + corners[2] * b[1]).0
    };
    let mut here = [from[1], from[2]];
    let mut now = value(here);
    let mut step = 1.0 / 3.0;
    for _ in 0..HALVINGS {
        let mut better = true;
        while better {
            better = false;
            for [u, v] in
                [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [1.0, -1.0], [-1.0, 1.0]]
            {
                let next = [here[0] + u * step, here[1] + v * step];
                if next[0] < 0.0 || next[1] < 0.0 || next[0] + next[1] > 1.0 {
                    continue;
                }
                let then = value(next);
                if then < now - gain {
                    (here, now, better) = (next, then, true);
                }
            }
        }
        step *= 0.5;
    }
    ([1.0 - here[0] - here[1], here[0], here[1]], now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    /// A corner of a box under the middle of a face, and an edge across it, are found where they are.
    #[test]
    fn corners_and_edges_are_found_inside_faces() {
        let cube = Shape::cuboid(1.0, 1.0, 1.0);
        let distance = |p: Vec3| cube.distance(p).unwrap();
        let corner = Vec3::splat(0.5);
        let n = Vec3::splat(1.0).normalize();
        let (t, s) = crate::math::tangents(n);
        let centre = corner + n * 0.01;
        let face = [centre + t * 0.2, centre - t * 0.1 + s * 0.17, centre - t * 0.1 - s * 0.17];
        let (weights, gap) = Triangle::new(face, distance).deepest(1e-3, 1.0, distance).unwrap();
        assert!((gap - 0.01).abs() < 2e-3, "{gap}");
        assert!(weights.iter().all(|w| (w - 1.0 / 3.0).abs() < 0.05), "{weights:?}");
        // Over a flat side there is nothing to find.
        let flat =
            [Vec3::new(0.1, 0.51, 0.1), Vec3::new(0.2, 0.51, 0.1), Vec3::new(0.1, 0.51, 0.2)];
        assert_eq!(Triangle::new(flat, distance).deepest(1e-3, 1.0, distance), None);
    }

    /// Of points close together the deepest is left, and those apart all are.
    #[test]
    fn points_that_say_the_same_are_one() {
        let poke = |x: Real, distance: Real, node: u32| Poke {
            node: [node, node + 1, node + 2],
            weight: [0.2, 0.3, 0.5],
            at: Vec3::X * x,
            distance,
            known: false,
        };
        let mut pokes = vec![
            poke(0.0, -1e-3, 1),
            poke(0.001, -3e-3, 4),
            poke(0.002, -2e-3, 7),
            poke(0.1, 0.0, 9),
        ];
        decimate(&mut pokes, 0.005);
        let left: Vec<u32> = pokes.iter().map(|p| p.node[0]).collect();
        assert_eq!(left, [4, 9]);
    }
}
