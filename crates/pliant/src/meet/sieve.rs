//! The sieve: of pairs that may come near, most do not. Eight at once are held against a bound of how near they come.
//!
//! Along a fixed direction `n` two sides whose nodes go straight are apart by
//!
//! ```text
//! f(t) = min over the first of n·(x + t v) − max over the second
//! ```
//!
//! which is concave in `t`: over a time it is nowhere less than at its start or its end. The largest such bound over
//! two directions (the line between the middles, and the normal of a face or across two edges, as they are at the start) is the bound of the pair.

use super::leaf::Ends;
use super::pair::Kind;
use crate::math::lanes::{Lanes, Triple, W};
use crate::math::wide::{Kernel, Wide};
use crate::math::{Real, Vec3};
use crate::solvers::simd::Level;

/// Candidates of one kind: a corner and a face, or two edges.
#[derive(Clone, Debug, Default)]
pub(super) struct Sieve {
    nodes: Vec<[u32; 4]>,
    bounds: Vec<Bound>,
}

/// How far the sides of eight of them are apart.
#[derive(Clone, Copy, Debug)]
struct Bound {
    /// Along the direction that tells most of all the time, at the start and at the end, m.
    line: [Lanes; 2],
}

impl Sieve {
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, node: [u32; 4]) {
        self.nodes.push(node);
    }

    /// Finds the bounds of all.
    pub(super) fn shake(&mut self, ends: Ends<'_>, kind: Kind, level: Level) {
        let Self { nodes, bounds } = self;
        let count = ends.count();
        assert!(nodes.iter().flatten().all(|i| (*i as usize) < count));
        bounds.clear();
        level.run_kernel(Shake { nodes, bounds, ends, corners: kind == Kind::CornerFace });
    }

    /// Those that may come nearer than `reach`: their numbers in the order in which they came, their nodes, and how far they are apart at
    /// least, at the start and at the end.
    pub(super) fn left(
        &self,
        reach: Real,
    ) -> impl Iterator<Item = (usize, [u32; 4], [Real; 2])> + '_ {
        let all = self.nodes.chunks(W).zip(&self.bounds).enumerate();
        all.flat_map(move |(k, (nodes, bound))| {
            nodes.iter().enumerate().filter_map(move |(l, node)| {
                let line = bound.line.map(|end| end.0[l]);
                // What is not a number stays.
                let gone = line[0] > reach && line[1] > reach;
                (!gone).then_some((k * W + l, *node, line))
            })
        })
    }
}

/// Directions are divided by no less than this.
const SHORT: Real = 1e-15;

struct Shake<'a> {
    nodes: &'a [[u32; 4]],
    bounds: &'a mut Vec<Bound>,
    ends: Ends<'a>,
    corners: bool,
}

impl Kernel for Shake<'_> {
    type Out = ();
    #[inline(always)]
    fn run<T: Wide>(self) {
        for eight in self.nodes.chunks(W) {
            let zero = Triple::<T>::same(Vec3::ZERO);
            let mut x = [[zero; 4]; 2];
            let at = |k: usize| std::array::from_fn(|l| eight[l.min(eight.len() - 1)][k]);
            let index: [[u32; W]; 4] = std::array::from_fn(at);
            for k in 0..4 {
                // SAFETY: the nodes are there: `shake` checks it.
                let ends = unsafe { self.ends.gather::<T>(&index[k]) };
                (x[0][k], x[1][k]) = (ends[0], ends[1]);
            }
            // From the first node, so that rounding does not count.
            for x in &mut x {
                *x = [zero, x[1] - x[0], x[2] - x[0], x[3] - x[0]];
            }
            let [x, later] = x;
            let line =
                if self.corners { bound::<T, 1>(&x, &later) } else { bound::<T, 2>(&x, &later) };
            self.bounds.push(Bound { line: line.map(T::lanes) });
        }
    }
}

/// How far the sides are apart at both ends of the time, at least, along the direction that tells most; the first side has `SPLIT`
/// nodes.
#[inline(always)]
fn bound<T: Wide, const SPLIT: usize>(x: &[Triple<T>; 4], later: &[Triple<T>; 4]) -> [T; 2] {
    let (across, between) = if SPLIT == 1 {
        let across = (x[2] - x[1]).cross(x[3] - x[1]);
        (across, x[0] - (x[1] + x[2] + x[3]).scale(T::splat(1.0 / 3.0)))
    } else {
        ((x[1] - x[0]).cross(x[3] - x[2]), x[0] + x[1] - (x[2] + x[3]))
    };
    let mut line = [T::splat(-1.0); 2];
    for way in [across, between] {
        // What is so short that its square is nothing gives a direction that is shorter than one: the bound holds.
        let length = way.dot(way).sqrt().max(T::splat(SHORT));
        let n = way.scale(T::splat(1.0).over(length));
        let (now, then) = (gaps::<T, SPLIT>(n, x), gaps::<T, SPLIT>(n, later));
        for (now, then) in now.into_iter().zip(then) {
            let better = now.min(then) - line[0].min(line[1]);
            line = [better.where_positive(now, line[0]), better.where_positive(then, line[1])];
        }
    }
    line
}

/// How far the first side is above the second along a direction, and the second above the first.
#[inline(always)]
fn gaps<T: Wide, const SPLIT: usize>(n: Triple<T>, x: &[Triple<T>; 4]) -> [T; 2] {
    let s = [n.dot(x[0]), n.dot(x[1]), n.dot(x[2]), n.dot(x[3])];
    if SPLIT == 1 {
        let (low, high) = (s[1].min(s[2]).min(s[3]), s[1].max(s[2]).max(s[3]));
        [s[0] - high, low - s[0]]
    } else {
        [s[0].min(s[1]) - s[2].max(s[3]), s[2].min(s[3]) - s[0].max(s[1])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meet::leaf::Course;
    use crate::meet::pair::Pair;

    /// Nothing comes nearer than its bound at any of many times, and the bounds of what stays far tell so.
    #[test]
    fn nothing_comes_nearer_than_its_bound() {
        let mut seed = 11_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((seed >> 40) as Real / (1_u64 << 24) as Real) * 2.0 - 1.0
        };
        for kind in [Kind::CornerFace, Kind::Edges] {
            let mut course = Course::default();
            let mut sieve = Sieve::default();
            for i in 0..400_u32 {
                let far = if i % 8 < 4 { 1.0 } else { 0.0 };
                let x = [next() + far, next(), 0.3 * next(), 1.0];
                course.now.push(x);
                course.then.push(x.map(|x| x + 0.5 * next()));
                if i % 4 == 3 {
                    sieve.push([i - 3, i - 2, i - 1, i]);
                }
            }
            sieve.shake(Ends::Course(&course), kind, Level::Baseline);
            let (mut told, mut apart) = (0, 0);
            for (_, node, [start, end]) in sieve.left(Real::INFINITY) {
                let least = start.min(end);
                let pair = Pair::new(node, kind, 0.0);
                let mut nearest = Real::INFINITY;
                for k in 0..=40 {
                    let t = k as Real / 40.0;
                    let x = node.map(|n| course.at(n as usize, t));
                    let distance = pair.nearest_of(x).distance;
                    assert!(
                        distance > start + (end - start) * t - 1e-5,
                        "{distance} {start} {end}"
                    );
                    nearest = nearest.min(distance);
                }
                assert!(nearest > least - 1e-5, "{nearest} {least}");
                apart += usize::from(nearest > 0.1);
                told += usize::from(least > 0.02);
            }
            assert!(told * 10 > apart * 6, "{told} of {apart} that stay apart");
        }
    }
}
