//! Leaves: up to eight faces or edges side by side, each going straight from where it is to where it is foreseen to be.
//!
//! Most elements whose boxes are near each other are not near themselves. Each of one leaf is held against all of another at
//! once: first box against box, then along three directions, the line between their middles and the normals of both, in the way
//! of `sieve.rs`. What is apart by more than the reach along one of them at both ends of the time is so all the time.

use super::tree::Tree;
use crate::math::lanes::{Lanes, Triple, W};
use crate::math::wide::{Kernel, Wide};
use crate::math::{Real, Vec3};
use crate::solvers::simd::Level;
use crate::state::Nodes;

/// Directions are divided by no less than this.
const SHORT: Real = 1e-15;
/// The share of the height of a face that its nodes may stray by before it counts that they turn it: up to that
/// the turn is allowed for where directions are told to be even.
const TURNS: Real = 0.5;
/// How much is added to the box of its directions for each height beyond,
const TURNED: Real = 1.5;
/// and no more than this: all directions are in such a box.
const ANYWHERE: Real = 2.0;

/// Where nodes are, and where they are foreseen to be: they go straight in between.
#[derive(Clone, Debug, Default)]
pub(super) struct Course {
    pub(super) now: Vec<[Real; 4]>,
    pub(super) then: Vec<[Real; 4]>,
}

impl Course {
    /// From where nodes are, with the velocities they have, for a time.
    pub(super) fn set(&mut self, nodes: &Nodes, time: Real) {
        self.now.clone_from(&nodes.x);
        self.then.clear();
        let later = |(x, v): (&[Real; 4], &[Real; 4])| std::array::from_fn(|k| x[k] + v[k] * time);
        self.then.extend(nodes.x.iter().zip(&nodes.v).map(later));
    }

    /// For nodes that were there and move so, from a slot on, from one time to another.
    pub(super) fn go_on(&mut self, slot: u32, base: &[[[Real; 4]; 2]], times: [Real; 2]) {
        for ([x, v], i) in base.iter().zip(slot as usize..) {
            let at = |t: Real| std::array::from_fn(|k| x[k] + v[k] * t);
            (self.now[i], self.then[i]) = (at(times[0]), at(times[1]));
        }
    }

    /// Where a node is at a share of the time.
    #[cfg(test)]
    pub(super) fn at(&self, node: usize, share: Real) -> Vec3 {
        let [now, then] = [self.now[node], self.then[node]].map(|x| Vec3::new(x[0], x[1], x[2]));
        now.lerp(then, share)
    }
}

/// Where nodes are at both ends of a time, as kernels read it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ends<'a> {
    Course(&'a Course),
    /// Positions, and the velocities that they go on with for a time.
    Going(&'a Nodes, Real),
}

impl Ends<'_> {
    /// The number of nodes.
    pub(super) fn count(&self) -> usize {
        match self {
            Self::Course(course) => course.now.len().min(course.then.len()),
            Self::Going(nodes, _) => nodes.x.len().min(nodes.v.len()),
        }
    }

    /// Reads eight nodes.
    ///
    /// # Safety
    /// Each index is less than the number of nodes.
    #[inline(always)]
    pub(super) unsafe fn gather<T: Wide>(&self, index: &[u32; W]) -> [Triple<T>; 2] {
        // SAFETY: the caller's promise.
        unsafe {
            match self {
                Self::Course(course) => [read(&course.now, index), read(&course.then, index)],
                Self::Going(nodes, time) => {
                    let now = read(&nodes.x, index);
                    [now, now + read::<T>(&nodes.v, index).scale(T::splat(*time))]
                }
            }
        }
    }
}

/// Reads eight places. No closure: those are compiled for the baseline.
///
/// # Safety
/// Each index is less than their number.
#[inline(always)]
unsafe fn read<T: Wide>(from: &[[Real; 4]], index: &[u32; W]) -> Triple<T> {
    // SAFETY: the caller's promise.
    let [x, y, z, _] = unsafe { T::gather(from.as_ptr(), index) };
    Triple { x, y, z }
}

/// A box, and the box of the ways of what is in it, m.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swept {
    pub(super) lo: Vec3,
    pub(super) hi: Vec3,
    pub(super) way: [Vec3; 2],
}

impl Swept {
    /// The box of both.
    pub(super) fn with(&self, other: &Self) -> Self {
        Self {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            way: [self.way[0].min(other.way[0]), self.way[1].max(other.way[1])],
        }
    }
}

/// Eight elements; where there are fewer, the last one again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    /// Node slots of the corners; of an edge, the second twice.
    pub(super) node: [[u32; W]; 3],
    /// One for faces, zero for edges.
    pub(super) faces: Lanes,
    /// How many there are, as ones.
    pub(super) all: u32,
    corners: [[Triple<Lanes>; 3]; 2],
    lo: Triple<Lanes>,
    hi: Triple<Lanes>,
    way: [Triple<Lanes>; 2],
    /// The box of all.
    whole: Swept,
    /// The box of the unit normals of a face, or of the directions of an edge, all the time, however its nodes stray.
    pub(super) ahead: [Triple<Lanes>; 2],
}

impl Leaf {
    pub(super) fn new(node: [[u32; W]; 3], faces: Lanes, count: usize) -> Self {
        Self {
            node,
            faces,
            all: (1 << count) - 1,
            corners: [[Triple::ZERO; 3]; 2],
            lo: Triple::ZERO,
            hi: Triple::ZERO,
            way: [Triple::ZERO; 2],
            whole: Swept { lo: Vec3::ZERO, hi: Vec3::ZERO, way: [Vec3::ZERO; 2] },
            ahead: [Triple::ZERO; 2],
        }
    }

    /// The box of all.
    pub(super) fn swept(&self) -> Swept {
        self.whole
    }

    /// Finds the box of all.
    fn gather(&mut self) {
        self.whole = Swept {
            lo: fold(&self.lo, less),
            hi: fold(&self.hi, more),
            way: [fold(&self.way[0], less), fold(&self.way[1], more)],
        };
    }

    /// The box of all directions.
    pub(super) fn all_ahead(&self) -> [Vec3; 2] {
        let [low, high] = &self.ahead;
        [fold(low, less), fold(high, more)]
    }

    /// The box of one.
    fn swept_of(&self, l: usize) -> Swept {
        let way = [self.way[0].lane(l), self.way[1].lane(l)];
        Swept { lo: self.lo.lane(l), hi: self.hi.lane(l), way }
    }

    /// Which of them are not farther from a box than `reach`, as bits.
    #[inline(always)]
    fn near<T: Wide>(&self, other: &Swept, reach: T) -> u32 {
        let zero = Triple::<T>::same(Vec3::ZERO);
        let [lo, hi] = [load::<T>(&self.lo), load::<T>(&self.hi)];
        let [low, high] = [load::<T>(&self.way[0]), load::<T>(&self.way[1])];
        let rise = least(low - Triple::same(other.way[1]), zero);
        let fall = least(Triple::same(other.way[0]) - high, zero);
        let above = lo - Triple::same(other.hi) + rise;
        let below = Triple::same(other.lo) - hi + fall;
        let apart = above.x.max(above.y).max(above.z).max(below.x.max(below.y).max(below.z));
        self.all & !(apart - reach).positive()
    }

    /// Which of them stay farther than `reach` from one of another leaf, as bits.
    #[inline(always)]
    fn apart<T: Wide>(&self, other: &Self, l: usize, reach: T) -> u32 {
        let square = reach * reach;
        // From the first corner of the other, so that rounding does not count.
        let mut own = [[Triple::<T>::same(Vec3::ZERO); 3]; 2];
        let mut its = [[Triple::<T>::same(Vec3::ZERO); 3]; 2];
        for time in 0..2 {
            let at = |k: usize| other.corners[time][k].lane(l);
            let first = at(0);
            for k in 0..3 {
                own[time][k] = load::<T>(&self.corners[time][k]) - Triple::same(first);
                its[time][k] = Triple::same(at(k) - first);
            }
        }
        let [x, y] = [&own[0], &its[0]];
        let between = x[0] + x[1] + x[2] - (y[1] + y[2]);
        let across = (x[1] - x[0]).cross(x[2] - x[0]);
        let mut best = T::splat(-1.0);
        for way in [between, across, y[1].cross(y[2])] {
            // Squares are held against each other, since a root takes long. Where they are too small for a number, nothing is apart.
            let [now, then] = [gaps(way, &own[0], &its[0]), gaps(way, &own[1], &its[1])];
            let gap = now[0].min(then[0]).max(now[1].min(then[1]));
            best = best.max(gap.where_positive(gap * gap - square * way.dot(way), best));
        }
        best.positive()
    }
}

fn less(a: Real, b: Real) -> Real {
    if a < b { a } else { b }
}

fn more(a: Real, b: Real) -> Real {
    if a > b { a } else { b }
}

/// The least, or the most, of all lanes: by halves, since each comparison waits for the last.
#[inline(always)]
fn fold(t: &Triple<Lanes>, f: impl Fn(Real, Real) -> Real) -> Vec3 {
    let of = |Lanes(x): &Lanes| {
        let four: [Real; 4] = std::array::from_fn(|k| f(x[k], x[k + 4]));
        f(f(four[0], four[2]), f(four[1], four[3]))
    };
    const { assert!(W == 8) };
    Vec3::new(of(&t.x), of(&t.y), of(&t.z))
}

/// How far the first three points are above the others along a direction, and the others above them.
#[inline(always)]
fn gaps<T: Wide>(n: Triple<T>, a: &[Triple<T>; 3], b: &[Triple<T>; 3]) -> [T; 2] {
    let s = [n.dot(a[0]), n.dot(a[1]), n.dot(a[2])];
    let t = [n.dot(b[0]), n.dot(b[1]), n.dot(b[2])];
    let (low, high) = (s[0].min(s[1]).min(s[2]), s[0].max(s[1]).max(s[2]));
    let (other_low, other_high) = (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]));
    [low - other_high, other_low - high]
}

#[inline(always)]
fn load<T: Wide>(from: &Triple<Lanes>) -> Triple<T> {
    Triple { x: T::of(&from.x), y: T::of(&from.y), z: T::of(&from.z) }
}

#[inline(always)]
fn store<T: Wide>(from: Triple<T>) -> Triple<Lanes> {
    Triple { x: from.x.lanes(), y: from.y.lanes(), z: from.z.lanes() }
}

#[inline(always)]
fn least<T: Wide>(a: Triple<T>, b: Triple<T>) -> Triple<T> {
    Triple { x: a.x.min(b.x), y: a.y.min(b.y), z: a.z.min(b.z) }
}

#[inline(always)]
fn most<T: Wide>(a: Triple<T>, b: Triple<T>) -> Triple<T> {
    Triple { x: a.x.max(b.x), y: a.y.max(b.y), z: a.z.max(b.z) }
}

/// Fits leaves to where their nodes are and will be; two of them may stray from that against each other by `stray`.
pub(super) fn fit(leaves: &mut [Leaf], course: &Course, stray: Real, level: Level) {
    let count = course.now.len().min(course.then.len());
    let last = |leaf: &Leaf| leaf.node.iter().flatten().fold(0, |most, &i| i.max(most));
    assert!(leaves.iter().all(|leaf| (last(leaf) as usize) < count));
    level.run_kernel(Fit { leaves, course, stray });
}

struct Fit<'a> {
    leaves: &'a mut [Leaf],
    course: &'a Course,
    stray: Real,
}

impl Kernel for Fit<'_> {
    type Out = ();
    #[inline(always)]
    fn run<T: Wide>(self) {
        for leaf in self.leaves {
            let mut x = [[Triple::<T>::same(Vec3::ZERO); 3]; 2];
            for (x, from) in x.iter_mut().zip([&self.course.now, &self.course.then]) {
                for k in 0..3 {
                    // SAFETY: the nodes are in both lists: `fit` checks it.
                    let [px, py, pz, _] = unsafe { T::gather(from.as_ptr(), &leaf.node[k]) };
                    x[k] = Triple { x: px, y: py, z: pz };
                }
            }
            let [[a, b, c], then] = x;
            let way = [then[0] - a, then[1] - b, then[2] - c];
            leaf.lo = store(least(least(a, b), c));
            leaf.hi = store(most(most(a, b), c));
            leaf.way = [least(least(way[0], way[1]), way[2]), most(most(way[0], way[1]), way[2])]
                .map(store);
            for time in 0..2 {
                leaf.corners[time] = x[time].map(store);
            }
            leaf.ahead = ahead(&x, T::of(&leaf.faces), T::splat(self.stray)).map(store);
            leaf.gather();
        }
    }
}

/// The box of where elements look. What their nodes span changes its direction by their square, so that a third direction between
/// those at both ends holds all of it. The lower a face is, the more its nodes turn it when they stray: what is pressed flat may look anywhere.
#[inline(always)]
fn ahead<T: Wide>(x: &[[Triple<T>; 3]; 2], faces: T, stray: T) -> [Triple<T>; 2] {
    let [[a, b, c], [d, e, f]] = *x;
    let (u, v, s, t) = (b - a, c - a, e - d, f - d);
    let now = either(faces, u.cross(v), u);
    let mid = either(faces, u.cross(t) + s.cross(v), u + s);
    let then = either(faces, s.cross(t), s);
    let (long, later) = (length(now), length(then));
    let lowest = height(faces, [u, v, c - b], long).min(height(faces, [s, t, f - e], later));
    let now = now.scale(T::splat(1.0).over(long));
    let mid = mid.scale(T::splat(1.0).over(length(mid)));
    let then = then.scale(T::splat(1.0).over(later));
    let turn = stray.over(lowest.max(T::splat(SHORT))) - T::splat(TURNS);
    let turn = (turn * T::splat(TURNED)).max(T::splat(0.0)).min(T::splat(ANYWHERE));
    let turn = Triple { x: turn, y: turn, z: turn };
    [least(least(now, mid), then) - turn, most(most(now, mid), then) + turn]
}

/// The first where something is positive, else the second.
#[inline(always)]
fn either<T: Wide>(which: T, a: Triple<T>, b: Triple<T>) -> Triple<T> {
    Triple {
        x: which.where_positive(a.x, b.x),
        y: which.where_positive(a.y, b.y),
        z: which.where_positive(a.z, b.z),
    }
}

#[inline(always)]
fn length<T: Wide>(v: Triple<T>) -> T {
    v.dot(v).sqrt().max(T::splat(SHORT))
}

/// The lowest height of a face with these edges, from twice its area; of an edge, its length.
#[inline(always)]
fn height<T: Wide>(faces: T, [u, v, w]: [Triple<T>; 3], size: T) -> T {
    let longest = u.dot(u).max(v.dot(v)).max(w.dot(w)).sqrt().max(T::splat(SHORT));
    faces.where_positive(size.over(longest), size)
}

/// Of pairs of leaves, of one tree with itself or of two, the pairs of elements that may come nearer than `reach`.
pub(super) fn sift(
    [a, b]: [&Tree; 2],
    leaves: &[[u32; 2]],
    reach: Real,
    level: Level,
    out: &mut Vec<[u32; 2]>,
) {
    let same = std::ptr::eq(a, b);
    level.run_kernel(Sift { leaves: [&a.leaves, &b.leaves], same, pairs: leaves, reach, out });
}

struct Sift<'a> {
    leaves: [&'a [Leaf]; 2],
    same: bool,
    pairs: &'a [[u32; 2]],
    reach: Real,
    out: &'a mut Vec<[u32; 2]>,
}

impl Kernel for Sift<'_> {
    type Out = ();
    #[inline(always)]
    fn run<T: Wide>(self) {
        let reach = T::splat(self.reach);
        for &[i, j] in self.pairs {
            let (a, b) = (&self.leaves[0][i as usize], &self.leaves[1][j as usize]);
            let twins = self.same && i == j;
            let mut left = if twins { a.all } else { a.near::<T>(&b.whole, reach) };
            while left != 0 {
                let l = left.trailing_zeros();
                left &= left - 1;
                let mut near = b.near::<T>(&a.swept_of(l as usize), reach);
                if twins {
                    // Each with those after it.
                    near &= !((2 << l) - 1);
                }
                if near != 0 {
                    near &= !b.apart::<T>(a, l as usize, reach);
                }
                while near != 0 {
                    let m = near.trailing_zeros();
                    near &= near - 1;
                    self.out.push([i * W as u32 + l, j * W as u32 + m]);
                }
            }
        }
    }
}
