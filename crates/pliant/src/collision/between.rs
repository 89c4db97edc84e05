//! Narrow phase between rigid shapes and what lies between the nodes of cloth and ropes.
//!
//! A corner or an edge of a rigid body may come through between the nodes of a cloth, and whatever is small between those of
//! a rope. So the point of a face, or of a link, that lies deepest is looked for too, and becomes a contact of its own:
//! `x = Σ β_k x_k` with barycentric coordinates `β`, pushed with `J = β_k n` on its nodes, whose compliance together is
//! `Σ β_k²/m_k`. (Vezzano et al. 2015 invent a node there and average what it feels; this keeps the momentum.)
//!
//! Distances from a convex shape are convex, `s(x) ≥ s(x_i) + n_i·(x − x_i)` for each node. If that says that no point
//! lies deeper than the nodes by more than a tolerance, there is nothing to look for: so it is on flat and slightly curved
//! surfaces, nearly always. Else the deepest point is found by steps that halve (a pattern search: Hooke and Jeeves 1961),
//! which ends in the least value of a convex function.
//!
//! A link is a face whose last two nodes are the same.

use super::edges::across;
use crate::bodies::soft::SoftBody;
use crate::math::{Real, Vec3};

/// A point between nodes must be deeper than they are by half the thickness, or at least by this, m.
pub(crate) const BULGE: Real = 5e-4;
/// Points that are nearer to each other than this share of an edge say the same.
pub(crate) const ALIKE: Real = 0.3;
/// Chords go into what is round. While the directions in which their nodes are pushed differ by less than this, such a chord is
/// taken for a part of what it goes round,
const ROUND: Real = 0.4;
/// and where they differ by more than this they are taken to be on two sides of something. Rad.
const SIDES: Real = 0.8;
/// A coordinate of less than this is none: the point is on the rim of its face.
const RIM: Real = 0.02;
/// The least cosine between the normal of a face and the direction it is pushed in, that they are taken for the same.
const LEANS: Real = 0.5;
/// Halvings of the step of the search.
const HALVINGS: u32 = 6;
/// The first step of the search where it begins near the end, as a share of the face.
const NEAR: Real = 1.0 / 12.0;

/// How much deeper than its nodes, which keep this distance, a point must be, m. It keeps that much less.
pub(crate) fn tolerance(offset: Real) -> Real {
    BULGE.max(0.5 * offset)
}

/// The faces of a body, or the links of a rope, as node slots.
pub(crate) fn faces(soft: &SoftBody) -> impl Iterator<Item = [u32; 3]> + '_ {
    let links = if soft.mesh.faces.is_empty() { &soft.edges[..] } else { &[] };
    let links = links.iter().map(|&([a, b], _)| [a, b, b]);
    let start = soft.slots.start;
    soft.mesh.faces.iter().copied().chain(links).map(move |face| face.map(|i| start + i))
}

/// A point between nodes that lies deep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Poke {
    pub(crate) node: [u32; 3],
    pub(crate) weight: [Real; 3],
    /// Which face it is of.
    pub(crate) face: u32,
    /// Where it is.
    pub(crate) at: Vec3,
    /// Its distance from the surface, m.
    pub(crate) distance: Real,
    /// How much deeper than its nodes it may be, m.
    pub(crate) tolerance: Real,
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

/// The nodes of a face in the axes of a collider, with their distances and outward normals.
pub(crate) struct Corners {
    pub(crate) x: [Vec3; 3],
    pub(crate) at: [(Real, Vec3); 3],
}

impl Corners {
    pub(crate) fn new(x: [Vec3; 3], distance: impl Fn(Vec3) -> (Real, Vec3)) -> Self {
        Self { x, at: x.map(distance) }
    }

    /// The distance of the node that is deepest, m.
    pub(crate) fn least(&self) -> Real {
        self.at[0].0.min(self.at[1].0).min(self.at[2].0)
    }

    /// How much deeper than its nodes a point may be where the shape is round, m: as a chord of an arc from node to node.
    pub(crate) fn sag(&self) -> Real {
        let [[a, b, c], [m, n, o]] = [self.x, self.at.map(|(_, n)| n)];
        let chord = |x: Vec3, m: Vec3| {
            let turned = m.length();
            let part = ((SIDES - turned) / (SIDES - ROUND)).clamp(0.0, 1.0);
            0.125 * x.length() * turned * part
        };
        chord(b - a, n - m).max(chord(c - b, o - n)).max(chord(a - c, m - o))
    }

    /// Whether the surface turns between the ends of a link by more than it does under a chord of what is round.
    pub(crate) fn turns(&self) -> bool {
        (self.at[1].1 - self.at[0].1).length() > ROUND
    }

    /// The deepest point, a node or not, if it is nearer than `reach`: its coordinates and its distance.
    pub(crate) fn nearest(
        &self,
        reach: Real,
        distance: impl Fn(Vec3) -> (Real, Vec3),
    ) -> Option<([Real; 3], Real)> {
        let found = search(self.x, [1.0 / 3.0; 3], 1.0 / 3.0, distance);
        (found.1 < reach).then_some(found)
    }

    /// The deepest point, if it is deeper than all nodes by more than a tolerance and nearer than `reach`: its coordinates
    /// and its distance.
    pub(crate) fn deepest(
        &self,
        tolerance: Real,
        reach: Real,
        distance: impl Fn(Vec3) -> (Real, Vec3),
    ) -> Option<([Real; 3], Real)> {
        let Self { x, at } = self;
        let bound = |i: usize| {
            let (s, n) = at[i];
            let along = |k: usize| n.dot(x[k] - x[i]);
            s + along(0).min(along(1)).min(along(2))
        };
        let (least, most) = (self.least(), bound(0).max(bound(1)).max(bound(2)));
        if most >= least - tolerance || most > reach {
            return None;
        }
        let found = search(*x, [1.0 / 3.0; 3], 1.0 / 3.0, distance);
        (found.1 < least - tolerance && found.1 < reach).then_some(found)
    }
}

/// The deepest point of a face whose deepest point was at these coordinates.
pub(crate) fn follow(
    x: [Vec3; 3],
    weight: [Real; 3],
    distance: impl Fn(Vec3) -> (Real, Vec3),
) -> [Real; 3] {
    search(x, weight, NEAR, distance).0
}

/// Where faces may be looked along, by the coordinates of the second and third node.
const WAYS: [[Real; 2]; 6] =
    [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [1.0, -1.0], [-1.0, 1.0]];

fn search(
    x: [Vec3; 3],
    from: [Real; 3],
    mut step: Real,
    distance: impl Fn(Vec3) -> (Real, Vec3),
) -> ([Real; 3], Real) {
    let link = x[1] == x[2];
    let ways = if link { &WAYS[..2] } else { &WAYS[..] };
    let value = |b: [Real; 2]| {
        let c = 1.0 - b[0] - b[1];
        distance(x[0] * c + x[1] * b[0] + x[2] * b[1]).0
    };
    let mut here = if link { [from[1] + from[2], 0.0] } else { [from[1], from[2]] };
    let mut now = value(here);
    for _ in 0..HALVINGS {
        let mut better = true;
        while better {
            better = false;
            for [u, v] in ways {
                let next = [here[0] + u * step, here[1] + v * step];
                if next[0] < 0.0 || next[1] < 0.0 || next[0] + next[1] > 1.0 {
                    continue;
                }
                let then = value(next);
                if then < now {
                    (here, now, better) = (next, then, true);
                }
            }
        }
        step *= 0.5;
    }
    ([1.0 - here[0] - here[1], here[0], here[1]], now)
}

/// The direction in which a point of a face is pushed, near the outward normal `n` of the shape there: upright on the face, or
/// across the side or the link that it is on. So it is where a corner or an edge touches, and it is more certain there than
/// the direction from the nearest point, which is next to none.
pub(crate) fn upright(x: [Vec3; 3], weight: [Real; 3], n: Vec3) -> Vec3 {
    let [a, b, c] = x;
    let flat = |k: usize| weight[k] < RIM;
    if b == c {
        let inside = weight[0] > RIM && weight[0] < 1.0 - RIM;
        return if inside { across(n, b - a) } else { n };
    }
    match [flat(0), flat(1), flat(2)] {
        [false, false, false] => {
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let along = normal.dot(n);
            // What slips round the rim of the body is pushed as it lies.
            if along.abs() < LEANS { n } else { normal * along.signum() }
        }
        [true, false, false] => across(n, c - b),
        [false, true, false] => across(n, a - c),
        [false, false, true] => across(n, b - a),
        _ => n,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn cube(p: Vec3) -> (Real, Vec3) {
        Shape::cuboid(1.0, 1.0, 1.0).distance(p).unwrap()
    }

    /// A face above the corner of a cube, its middle this far off.
    fn over_the_corner(off: Real) -> [Vec3; 3] {
        let n = Vec3::splat(1.0).normalize();
        let (t, s) = crate::math::tangents(n);
        let centre = Vec3::splat(0.5) + n * off;
        [centre + t * 0.2, centre - t * 0.1 + s * 0.17, centre - t * 0.1 - s * 0.17]
    }

    /// A corner of a box under the middle of a face, and an edge across a link, are found where they are.
    #[test]
    fn corners_and_edges_are_found_between_nodes() {
        let face = over_the_corner(0.01);
        let (weight, gap) = Corners::new(face, cube).deepest(1e-3, 1.0, cube).unwrap();
        assert!((gap - 0.01).abs() < 2e-3, "{gap}");
        assert!(weight.iter().all(|w| (w - 1.0 / 3.0).abs() < 0.05), "{weight:?}");
        let ends = [Vec3::new(0.4, 0.62, 0.1), Vec3::new(0.8, 0.22, -0.1)];
        let link = [ends[0], ends[1], ends[1]];
        let (weight, gap) = Corners::new(link, cube).deepest(1e-3, 1.0, cube).unwrap();
        assert!((gap - 0.01 * (2.0 as Real).sqrt()).abs() < 1e-3, "{gap}");
        assert!((weight[0] - 0.725).abs() < 0.02 && weight[2] == 0.0, "{weight:?}");
        // Over a flat side there is nothing to find.
        let flat =
            [Vec3::new(0.1, 0.51, 0.1), Vec3::new(0.2, 0.51, 0.1), Vec3::new(0.1, 0.51, 0.2)];
        assert_eq!(Corners::new(flat, cube).deepest(1e-3, 1.0, cube), None);
    }

    /// The push on a face that a corner has come through is upright on it, whichever side of the corner is nearest.
    #[test]
    fn a_face_is_pushed_upright() {
        let face = over_the_corner(-0.01);
        let n = Vec3::splat(1.0).normalize();
        for side in [Vec3::X, Vec3::Y, Vec3::Z] {
            let push = upright(face, [0.3, 0.4, 0.3], side);
            assert!((push - n).length() < 1e-5, "{push:?}");
        }
        let edge = upright(face, [0.0, 0.5, 0.5], Vec3::Y);
        assert!(edge.dot(face[2] - face[1]).abs() < 1e-6 && edge.y > 0.5);
    }

    /// Chords of a wheel are part of it, those over a thin rod or an edge are not.
    #[test]
    fn chords_of_what_is_round_may_sag() {
        let ball = |radius: Real| move |p: Vec3| (p.length() - radius, p.normalize());
        let link = |radius: Real, height: Real| {
            let ends = [Vec3::new(-0.02, height, 0.0), Vec3::new(0.02, height, 0.0)];
            Corners::new([ends[0], ends[1], ends[1]], ball(radius)).sag()
        };
        let (radius, length) = (0.2 as Real, 0.04 as Real);
        let sag = link(radius, (radius * radius - 4e-4).sqrt());
        assert!((sag - length * length / (8.0 * radius)).abs() < 1e-5, "{sag}");
        assert_eq!(link(0.01, 0.01), 0.0);
    }

    /// Of points close together one is left, the deepest of those that touched before, and those apart all are.
    #[test]
    fn points_that_say_the_same_are_one() {
        let poke = |x: Real, distance: Real, node: u32, known: bool| Poke {
            node: [node, node + 1, node + 2],
            weight: [0.2, 0.3, 0.5],
            face: node,
            at: Vec3::X * x,
            distance,
            tolerance: 0.0,
            known,
        };
        let mut pokes = vec![
            poke(0.0, -1e-3, 1, false),
            poke(0.001, -3e-3, 4, false),
            poke(0.002, -2e-3, 7, false),
            poke(0.1, 0.0, 9, false),
        ];
        let left = |pokes: &[Poke]| pokes.iter().map(|p| p.node[0]).collect::<Vec<u32>>();
        let mut again = pokes.clone();
        decimate(&mut pokes, 0.005);
        assert_eq!(left(&pokes), [4, 9]);
        again[2].known = true;
        decimate(&mut again, 0.005);
        assert_eq!(left(&again), [7, 9]);
    }
}
