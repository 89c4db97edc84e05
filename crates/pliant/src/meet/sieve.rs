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

use super::pair::Kind;
use crate::math::lanes::{Lanes, Triple, W};
use crate::math::wide::{Kernel, Wide};
use crate::math::{Real, Vec3};
use crate::solvers::simd::Level;
use crate::state::Nodes;

/// Candidates, side by side: a corner and a face, or two edges.
#[derive(Clone, Debug, Default)]
pub(super) struct Sieve {
    blocks: Vec<Block>,
    count: usize,
}

/// Eight pairs of one kind.
#[derive(Clone, Copy, Debug)]
struct Block {
    node: [[u32; W]; 4],
    /// How far their sides are apart at the start, at least,
    now: Lanes,
    /// and at any time, m.
    least: Lanes,
}

impl Default for Block {
    fn default() -> Self {
        Self { node: [[0; W]; 4], now: Lanes::ZERO, least: Lanes::ZERO }
    }
}

impl Sieve {
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.count = 0;
    }

    #[inline]
    pub(super) fn push(&mut self, node: [u32; 4]) {
        let lane = self.count % W;
        if lane == 0 {
            self.blocks.push(Block::default());
        }
        if let Some(block) = self.blocks.last_mut() {
            for k in 0..4 {
                block.node[k][lane] = node[k];
            }
        }
        self.count += 1;
    }

    /// Finds the bounds of all, within a time.
    pub(super) fn shake(&mut self, nodes: &Nodes, kind: Kind, time: Real, level: Level) {
        let blocks = &mut self.blocks;
        let count = nodes.x.len().min(nodes.v.len());
        let most = |b: &Block| b.node.iter().flatten().fold(0, |most, &i| i.max(most));
        assert!(blocks.iter().all(|b| (most(b) as usize) < count));
        level.run_kernel(Shake { blocks, nodes, corners: kind == Kind::CornerFace, time });
    }

    /// The nodes of those that may come nearer than `reach`, and how far they are apart now, at least.
    pub(super) fn left(&self, reach: Real) -> impl Iterator<Item = ([u32; 4], Real)> + '_ {
        (0..self.count).filter_map(move |i| {
            let (block, l) = (&self.blocks[i / W], i % W);
            // What is not a number stays.
            let gone = block.least.0[l] > reach;
            (!gone).then(|| (block.node.map(|n| n[l]), block.now.0[l]))
        })
    }
}

/// Directions are divided by no less than this.
const SHORT: Real = 1e-15;

struct Shake<'a> {
    blocks: &'a mut [Block],
    nodes: &'a Nodes,
    corners: bool,
    /// For how long, s.
    time: Real,
}

impl Kernel for Shake<'_> {
    type Out = ();
    #[inline(always)]
    fn run<T: Wide>(self) {
        for block in self.blocks {
            let zero = Triple::<T>::same(Vec3::ZERO);
            let (mut x, mut later, mut first) = ([zero; 4], [zero; 4], zero);
            for k in 0..4 {
                // SAFETY: the nodes are those of elements, which lie in both lists: `shake` checks it.
                let [px, py, pz, _] = unsafe { T::gather(self.nodes.x.as_ptr(), &block.node[k]) };
                // SAFETY: as above.
                let [vx, vy, vz, _] = unsafe { T::gather(self.nodes.v.as_ptr(), &block.node[k]) };
                let at = Triple { x: px, y: py, z: pz };
                if k == 0 {
                    first = at;
                }
                // From the first node, so that rounding does not count.
                x[k] = at - first;
                later[k] = x[k] + Triple { x: vx, y: vy, z: vz }.scale(T::splat(self.time));
            }
            let bound =
                if self.corners { bound::<T, 1>(&x, &later) } else { bound::<T, 2>(&x, &later) };
            (block.now, block.least) = (bound[0].lanes(), bound[1].lanes());
        }
    }
}

/// How far the sides are apart at the start and over all the time, at least; the first has `SPLIT` nodes.
#[inline(always)]
fn bound<T: Wide, const SPLIT: usize>(x: &[Triple<T>; 4], later: &[Triple<T>; 4]) -> [T; 2] {
    let (across, between) = if SPLIT == 1 {
        let across = (x[2] - x[1]).cross(x[3] - x[1]);
        (across, x[0] - (x[1] + x[2] + x[3]).scale(T::splat(1.0 / 3.0)))
    } else {
        ((x[1] - x[0]).cross(x[3] - x[2]), x[0] + x[1] - (x[2] + x[3]))
    };
    let mut best = [T::splat(-1.0); 2];
    for way in [across, between] {
        // What is so short that its square is nothing gives a direction that is shorter than one: the bound holds.
        let length = way.dot(way).sqrt().max(T::splat(SHORT));
        let n = way.scale(T::splat(1.0).over(length));
        let (now, then) = (gaps::<T, SPLIT>(n, x), gaps::<T, SPLIT>(n, later));
        best[0] = best[0].max(now[0].max(now[1]));
        best[1] = best[1].max(now[0].min(then[0]).max(now[1].min(then[1])));
    }
    best
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
            let mut nodes = Nodes::default();
            let mut sieve = Sieve::default();
            for i in 0..400_u32 {
                let far = if i % 8 < 4 { 1.0 } else { 0.0 };
                nodes.x.push([next() + far, next(), 0.3 * next(), 1.0]);
                nodes.v.push([next(), next(), next(), 0.0]);
                if i % 4 == 3 {
                    sieve.push([i - 3, i - 2, i - 1, i]);
                }
            }
            sieve.shake(&nodes, kind, 0.5, Level::Baseline);
            let (mut told, mut apart) = (0, 0);
            for (i, (node, now)) in sieve.left(Real::INFINITY).enumerate() {
                let least = sieve.blocks[i / W].least.0[i % W];
                let pair = Pair::new(node, kind, 0.0);
                let mut nearest = Real::INFINITY;
                for k in 0..=40 {
                    let t = 0.5 * k as Real / 40.0;
                    let x =
                        node.map(|n| nodes.position(n as usize) + nodes.velocity(n as usize) * t);
                    let distance = pair.nearest_of(x).distance;
                    assert!(k > 0 || distance > now - 1e-5, "{distance} {now}");
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
