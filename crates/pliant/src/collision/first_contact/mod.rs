//! First contact between moving triangles: a point and a triangle, or two edges, whose corners move in straight lines
//! from where they start to where they end (Provot 1997).
//!
//! With the signs and shares of its four points `w(u, v)` either pair touches where
//!
//! ```text
//! F(t, u, v) = Σ wᵢ(u, v) xᵢ(t) = 0,      xᵢ(t) = (1 − t) xᵢ(0) + t xᵢ(1)
//! ```
//!
//! `F` is linear in each of `t`, `u`, `v`, so over a box of them it lies within the box of its values at the eight
//! corners. Boxes whose values cannot be zero are dropped, the others halved, those of the earliest time first, until
//! one is so small that `F` is zero there but for the tolerance (Snyder 1992, Wang et al. 2021). Values are
//! widened by the most that rounding can do, so nothing is missed; and whatever is found is no farther apart than the
//! tolerance. Flat triangles, parallel edges and motion within a plane need no case of their own.
//!
//! Most pairs never get there. They touch only when their points are in one plane, and the cubic that says so
//! (quadratic for a moving edge and an edge at rest, linear for a moving point and a triangle at rest) has
//! all its Bernstein coefficients on one side. Surfaces of many triangles are in [`surfaces`].

pub mod bodies;
pub mod surfaces;

use std::collections::BinaryHeap;

use crate::math::DVec3;

/// Where a point is at the start and at the end of the motion, m.
pub type Path = [DVec3; 2];

/// A first contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// When, as a share of the motion: not later than the true time.
    pub time: f64,
    /// Shares of the four points, in the order they were given, with the sign of their side: the sum of `wᵢ xᵢ` is
    /// the way from the second side to the first, and zero at the time.
    pub weights: [f64; 4],
    /// Unit vector from the second side to the first, as they lay before they met.
    pub normal: DVec3,
}

/// What is found is no farther apart than this share of the region that the pair moves in.
pub const TOLERANCE: f64 = 1e-6;

/// Boxes looked at before a pair so nearly in touch counts as a hit.
const MOST_BOXES: usize = 20_000;

/// What rounding may add to a value of `F`, as a share of the largest coordinate: some 40 operations, half a unit each.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// When a moving point first touches a moving triangle; weights are `1` and minus the barycentric ones.
pub fn point_triangle(point: Path, triangle: [Path; 3]) -> Option<Hit> {
    let [a, b, c] = triangle;
    first(Pair::PointTriangle, [point, a, b, c])
}

/// When two moving edges first touch; weights of the second are negative.
pub fn edge_edge(a: [Path; 2], b: [Path; 2]) -> Option<Hit> {
    first(Pair::EdgeEdge, [a[0], a[1], b[0], b[1]])
}

/// The first contact of two moving triangles among all six of a corner with a face and nine of an edge with an edge,
/// with the shares of the corners of either in its plane.
pub fn triangles(a: [Path; 3], b: [Path; 3]) -> Option<TriangleHit> {
    if apart(&a, &b) {
        return None;
    }
    let mut best: Option<TriangleHit> = None;
    let mut take = |hit: Option<Hit>, corners: [[Option<usize>; 3]; 2], flip: bool| {
        let Some(hit) = hit.filter(|h| best.is_none_or(|b| h.time < b.time)) else { return };
        let share =
            |side: [Option<usize>; 3]| side.map(|i| i.map_or(0.0, |i| hit.weights[i].abs()));
        let normal = if flip { -hit.normal } else { hit.normal };
        best = Some(TriangleHit { time: hit.time, shares: corners.map(share), normal });
    };
    let all = [Some(1), Some(2), Some(3)];
    for i in 0..3 {
        let mut alone = [None; 3];
        alone[i] = Some(0);
        take(point_triangle(a[i], b), [alone, all], false);
        take(point_triangle(b[i], a), [all, alone], true);
    }
    for i in 0..3 {
        for j in 0..3 {
            let (mut left, mut right) = ([None; 3], [None; 3]);
            (left[i], left[(i + 1) % 3]) = (Some(0), Some(1));
            (right[j], right[(j + 1) % 3]) = (Some(2), Some(3));
            take(edge_edge([a[i], a[(i + 1) % 3]], [b[j], b[(j + 1) % 3]]), [left, right], false);
        }
    }
    best
}

/// A first contact of two triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleHit {
    /// When, as a share of the motion: not later than the true time.
    pub time: f64,
    /// Shares of the corners of either triangle in the point that touches.
    pub shares: [[f64; 3]; 2],
    /// Unit vector from the second triangle to the first, as they lay before they met.
    pub normal: DVec3,
}

/// Which of its points a pair has on either side.
#[derive(Clone, Copy, PartialEq)]
enum Pair {
    PointTriangle,
    EdgeEdge,
}

impl Pair {
    fn weights(self, u: f64, v: f64) -> [f64; 4] {
        match self {
            Self::PointTriangle => [1.0, u + v - 1.0, -u, -v],
            Self::EdgeEdge => [1.0 - u, u, v - 1.0, -v],
        }
    }

    /// All times and places; where two corners are one, those between them are no more.
    fn places(self, paths: &[Path; 4]) -> [f64; 3] {
        let [a, b, c, d] = paths;
        let [u, v] = match self {
            Self::PointTriangle => [b != c, c != d && b != d],
            Self::EdgeEdge => [a != b, c != d],
        };
        [1.0, f64::from(u8::from(u)), f64::from(u8::from(v))]
    }

    fn value(self, x: &[DVec3; 4], u: f64, v: f64) -> DVec3 {
        let [a, b, c, d] = *x;
        match self {
            Self::PointTriangle => (a - b) - (c - b) * u - (d - b) * v,
            Self::EdgeEdge => (a - c) + (b - a) * u - (d - c) * v,
        }
    }

    /// Edges whose cross product is square to both sides, from one point of each.
    fn spread(self, x: &[DVec3; 4]) -> [DVec3; 3] {
        let [a, b, c, d] = *x;
        match self {
            Self::PointTriangle => [c - b, d - b, a - b],
            Self::EdgeEdge => [b - a, d - c, a - c],
        }
    }
}

/// A box of times and places; the earliest is the largest, and of these the smallest.
struct Region {
    from: [f64; 3],
    size: [f64; 3],
    /// Extent of `F` over it.
    extent: f64,
    /// Along which it is to be halved.
    axis: usize,
}

impl Ord for Region {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.from[0].total_cmp(&self.from[0]).then(other.extent.total_cmp(&self.extent))
    }
}

impl PartialOrd for Region {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Region {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Region {}

fn first(pair: Pair, paths: [Path; 4]) -> Option<Hit> {
    let sides = if pair == Pair::PointTriangle { 1 } else { 2 };
    if apart(&paths[..sides], &paths[sides..]) || never_in_one_plane(pair, &paths) {
        return None;
    }
    let all = paths.as_flattened();
    let (low, high) = bounds(all);
    let largest = low.abs().max(high.abs()).max_element();
    let rounding = ROUNDING * largest;
    let tolerance = (TOLERANCE * (high - low).max_element()).max(2.0 * rounding);
    let mut heap = BinaryHeap::new();
    heap.extend(look(pair, &paths, [0.0; 3], pair.places(&paths), rounding));
    let mut looks = 1;
    while let Some(region) = heap.pop() {
        if region.extent <= tolerance || looks > MOST_BOXES {
            return Some(hit(pair, &paths, &region));
        }
        let axis = region.axis;
        let mut size = region.size;
        size[axis] *= 0.5;
        let mut later = region.from;
        later[axis] += size[axis];
        for from in [region.from, later] {
            if axis == 0 && never_in_one_plane(pair, &between(&paths, from[0], size[0])) {
                continue;
            }
            heap.extend(look(pair, &paths, from, size, rounding));
        }
        looks += 2;
    }
    None
}

/// The box, if `F` may be zero in it.
fn look(
    pair: Pair,
    paths: &[Path; 4],
    from: [f64; 3],
    size: [f64; 3],
    rounding: f64,
) -> Option<Region> {
    let [t, u, v] = from;
    if pair == Pair::PointTriangle && u + v > 1.0 {
        return None;
    }
    let to = [t + size[0], u + size[1], v + size[2]];
    // The values at the corners, those of the end of the time after those of its start.
    let value = |t: f64| {
        let x = paths.map(|path| at(path, t));
        [(u, v), (to[1], v), (u, to[2]), (to[1], to[2])].map(|(u, v)| pair.value(&x, u, v))
    };
    let (start, end) = (value(t), value(to[0]));
    let (mut low, mut high) = (start[0], start[0]);
    for x in start.iter().chain(&end) {
        (low, high) = (low.min(*x), high.max(*x));
    }
    if low.max_element() > rounding || high.min_element() < -rounding {
        return None;
    }
    let most = |d: [DVec3; 4]| d.iter().fold(0.0, |m: f64, d| m.max(d.abs().max_element()));
    let along = [
        most([0, 1, 2, 3].map(|i| end[i] - start[i])),
        most([start[1] - start[0], start[3] - start[2], end[1] - end[0], end[3] - end[2]]),
        most([start[2] - start[0], start[3] - start[1], end[2] - end[0], end[3] - end[1]]),
    ];
    let axis = (0..3).fold(0, |best, i| if along[i] > along[best] { i } else { best });
    Some(Region { from, size, extent: (high - low).max_element(), axis })
}

/// Where a point is at a time.
fn at([start, end]: Path, t: f64) -> DVec3 {
    start * (1.0 - t) + end * t
}

/// The paths during a part of the time.
fn between(paths: &[Path; 4], from: f64, duration: f64) -> [Path; 4] {
    paths.map(|path| [at(path, from), at(path, from + duration)])
}

fn hit(pair: Pair, paths: &[Path; 4], region: &Region) -> Hit {
    let time = region.from[0];
    // The middle, or as far towards it from the first corner as a triangle reaches.
    let [_, u, v] = region.from;
    let [_, wide, high] = region.size.map(|s| 0.5 * s);
    let whole = pair == Pair::EdgeEdge || u + v + wide + high <= 1.0;
    let way = if whole { 1.0 } else { (1.0 - u - v) / (wide + high) };
    let weights = pair.weights(u + way * wide, v + way * high);
    let apart = |k: usize| (0..4).map(|i| paths[i][k] * weights[i]).sum::<DVec3>();
    let (before, after) = (apart(0), apart(1));
    let [a, b, _] = pair.spread(&paths.map(|path| at(path, time)));
    let n = a.cross(b);
    let toward = if before.length_squared() >= after.length_squared() { before } else { -after };
    let flat = n.length_squared() <= 1e-20 * a.length_squared() * b.length_squared();
    let normal = if flat { toward.try_normalize() } else { n.try_normalize() };
    let normal = normal.unwrap_or(DVec3::Y);
    Hit { time, weights, normal: if normal.dot(toward) < 0.0 { -normal } else { normal } }
}

fn bounds<'a>(points: impl IntoIterator<Item = &'a DVec3>) -> (DVec3, DVec3) {
    let none = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    points.into_iter().fold(none, |(low, high), x| (low.min(*x), high.max(*x)))
}

/// Whether the boxes of two sets of paths have nothing in common.
fn apart(a: &[Path], b: &[Path]) -> bool {
    let ((a_low, a_high), (b_low, b_high)) = (bounds(a.as_flattened()), bounds(b.as_flattened()));
    a_low.cmpgt(b_high).any() || b_low.cmpgt(a_high).any()
}

/// The Bernstein coefficients of `(p × q)·r` for three vectors that change linearly, and what rounding may have added.
fn coplanarity(pair: Pair, paths: &[Path; 4]) -> ([f64; 4], f64) {
    let [p, q, r] = {
        let [start, end] = [0, 1].map(|k| pair.spread(&paths.map(|x| x[k])));
        [0, 1, 2].map(|i| [start[i], end[i]])
    };
    let det = |i: usize, j: usize, k: usize| p[i].cross(q[j]).dot(r[k]);
    let coefficients = [
        det(0, 0, 0),
        (det(1, 0, 0) + det(0, 1, 0) + det(0, 0, 1)) / 3.0,
        (det(1, 1, 0) + det(1, 0, 1) + det(0, 1, 1)) / 3.0,
        det(1, 1, 1),
    ];
    // Differences carry the rounding of the points, products their own.
    let largest = |v: &[DVec3]| v.iter().fold(0.0, |m: f64, v| m.max(v.abs().max_element()));
    let (p, q, r, x) = (largest(&p), largest(&q), largest(&r), largest(paths.as_flattened()));
    (coefficients, 64.0 * f64::EPSILON * (p * q * r + x * (p * q + q * r + r * p)))
}

fn never_in_one_plane(pair: Pair, paths: &[Path; 4]) -> bool {
    let (b, rounding) = coplanarity(pair, paths);
    b.iter().all(|b| *b > rounding) || b.iter().all(|b| *b < -rounding)
}
