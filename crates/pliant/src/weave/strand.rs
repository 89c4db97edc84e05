//! Strands: lines of edges of an inextensible body that are solved exactly, each as a whole.
//!
//! A sweep over single edges carries a load along one edge or a few in a substep, so fine cloth would stretch
//! by about `v h/L`. A line of edges is a chain, whose matrix has three diagonals: it is solved from end to
//! end at the cost of two looks at each edge (line relaxation). With `d`, `n` as at the start of the
//! substep, `d₁ = d + h (v_b − v_a)` where it would end, and links `k` between nodes `k` and `k + 1`:
//!
//! ```text
//! A λ = c      c_k = (|d₁| − L)/h
//! A_kk = w_k + w_{k+1} + α/h²      A_{k,k+1} = −w_{k+1} n_k·n_{k+1}
//! v_k += w_k (λ_k n_k − λ_{k−1} n_{k−1})
//! ```
//!
//! Impulses act along `n`, the direction at the start, so they have no moment, as those of an
//! [edge](super::edge); the matrix is that of the directions at the start, which is never indefinite.
//!
//! **Which links are taut.** `α` is 0 where a link is taut and the compliance of compression elsewhere. A
//! link is at first taken to be taut if it would be too long, or if it pulled in the last substep. Where the solution then
//! pushes what was taken to be taut, or pulls what was not, that is put right and the line is solved once more, from the first such link
//! on: a rod for a substep, that a string should have been, is a blow, and a draped cloth would never come to rest.
//!
//! Lines of a group share no node; eight lie side by side. A shorter one repeats its last node, with links of
//! no length that do nothing. Two such blocks are solved at a time: each link waits for the one before it, and meanwhile
//! the other goes on.

use std::cell::Cell;

use super::Nodes;
use super::strands::Edge;
use crate::math::Real;
use crate::math::lanes::{Lanes, Triple, V3, W};
use crate::math::wide::{Kernel, Wide};

/// Links of this share of their length and below have no direction.
const SHORT: Real = 0.01;
/// The least share of its diagonal that elimination may leave of a pivot: against rounding, lines that begin at
/// their pin keep half.
const PIVOT: Real = 1e-3;
/// Compliance of the links of a line between two pins, as a share of that of their nodes: at least this,
const HELD: Real = 0.002;
/// and so many times their strain. Such a line, if straight, has one link more than it has ways to give.
/// What cannot become shorter would make its tension grow without bound, and that throw it sideways.
const HELD_STRAIN: Real = 2.0;

/// The place of no edge.
const NONE: u32 = u32::MAX;

/// Eight links.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct Link {
    /// Rest length, m.
    pub(crate) length: Lanes,
    /// What it pulled by in the last substep, or in this one so far, N·s.
    pub(crate) pull: Lanes,
    /// The places of the edges.
    edge: [u32; W],
}

/// Eight lines side by side.
#[derive(Clone, Debug)]
pub(crate) struct StrandBlock {
    /// Node slots along the lines, one more than links.
    pub(crate) node: Vec<[u32; W]>,
    pub(crate) links: Vec<Link>,
    /// Compliance against compression, m/N.
    pub(crate) push: Lanes,
    /// 1 where both ends of the line cannot move, else 0.
    pub(crate) held: Lanes,
}

/// A line before it is laid beside others.
pub(super) struct Line<'a> {
    pub(super) nodes: &'a [u32],
    pub(super) links: Vec<&'a Edge>,
    /// Whether both ends cannot move.
    pub(super) held: bool,
}

/// A link between elimination and substitution.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Half {
    n: V3,
    /// Velocity and inverse mass of the first node.
    v: V3,
    w: Lanes,
    /// The violation, m/s, the right-hand side, the matrix's diagonal and what stands before it.
    c: Lanes,
    right: Lanes,
    diagonal: Lanes,
    beside: Lanes,
    /// 1 where it is taken to be taut, −1 where it is not.
    taut: Lanes,
    /// The inverse of the pivot, and the right-hand side after elimination.
    inverse: Lanes,
    y: Lanes,
}

impl Half {
    const ZERO: Self = Self {
        n: V3::ZERO,
        v: V3::ZERO,
        w: Lanes::ZERO,
        c: Lanes::ZERO,
        right: Lanes::ZERO,
        diagonal: Lanes::ZERO,
        beside: Lanes::ZERO,
        taut: Lanes::ZERO,
        inverse: Lanes::ZERO,
        y: Lanes::ZERO,
    };
}

/// So many blocks are solved at a time.
pub(super) const ABREAST: usize = 2;

thread_local! {
    /// Where a thread keeps the links of the lines that it solves.
    static HALVES: Cell<[Vec<Half>; ABREAST]> = const { Cell::new([const { Vec::new() }; ABREAST]) };
}

impl StrandBlock {
    /// Lines side by side, at most eight.
    pub(super) fn new(lines: &[Line<'_>]) -> Self {
        let most = lines.iter().map(|l| l.links.len()).max().unwrap_or(0);
        let idle = Link { length: Lanes::ZERO, pull: Lanes::ZERO, edge: [NONE; W] };
        let mut block = Self {
            node: vec![[0; W]; most + 1],
            links: vec![idle; most],
            push: Lanes::ONE,
            held: Lanes::ZERO,
        };
        for (l, line) in lines.iter().enumerate() {
            block.held.0[l] = if line.held { 1.0 } else { 0.0 };
            for (k, node) in block.node.iter_mut().enumerate() {
                node[l] = line.nodes[k.min(line.nodes.len() - 1)];
            }
            for (link, edge) in block.links.iter_mut().zip(&line.links) {
                (link.length.0[l], link.edge[l]) = (edge.length, edge.place);
                block.push.0[l] = edge.push;
            }
        }
        block
    }

    /// Takes what links pulled by from a list of all edges.
    pub(super) fn load(&mut self, pulls: &[Real]) {
        for link in &mut self.links {
            for (pull, &edge) in link.pull.0.iter_mut().zip(&link.edge) {
                *pull = pulls.get(edge as usize).copied().unwrap_or(0.0);
            }
        }
    }

    /// Writes what links pull by to a list of all edges.
    pub(super) fn save(&self, pulls: &mut [Real]) {
        for link in &self.links {
            for (pull, &edge) in link.pull.0.iter().zip(&link.edge) {
                if let Some(place) = pulls.get_mut(edge as usize) {
                    *place = *pull;
                }
            }
        }
    }
}

/// Solves lines for a time `h`; gives the sum of the squared impulses.
pub(super) struct Pull<'a> {
    pub(super) blocks: &'a mut [StrandBlock],
    pub(super) nodes: Nodes<'a>,
    pub(super) h: Real,
    /// Whether this is the first look in the substep: links have not pulled in it.
    pub(super) first: bool,
}

impl Kernel for Pull<'_> {
    type Out = Real;
    #[inline(always)]
    fn run<T: Wide>(self) -> Real {
        let Self { nodes, h, first, .. } = self;
        let solving = Solving { nodes, h, first };
        // Taken out, not borrowed: in a closure the kernel would not be compiled for its level.
        let mut halves = HALVES.take();
        let mut sum = T::splat(0.0);
        for blocks in self.blocks.chunks_mut(ABREAST) {
            for (halves, block) in halves.iter_mut().zip(&*blocks) {
                if halves.len() <= block.links.len() {
                    halves.resize(block.links.len() + 1, Half::ZERO);
                }
            }
            let [one, two] = &mut halves;
            sum = sum
                + match blocks {
                    [a, b] => solving.solve::<T, 2>([a, b], [one, two]),
                    [a] => solving.solve::<T, 1>([a], [one]),
                    _ => continue,
                };
        }
        HALVES.set(halves);
        sum.lanes().sum()
    }
}

/// What the solution of a block knows of it.
struct Solving<'a> {
    nodes: Nodes<'a>,
    h: Real,
    first: bool,
}

/// What elimination hands on from link to link.
#[derive(Clone, Copy)]
struct Forth<T> {
    x: Triple<T>,
    v: Triple<T>,
    w: T,
    n: Triple<T>,
    inverse: T,
    y: T,
}

/// What substitution hands on from link to link.
#[derive(Clone, Copy)]
struct Back<T> {
    p: Triple<T>,
    pull: T,
}

impl Solving<'_> {
    /// Solves blocks that share no node; gives the squares of the impulses.
    #[inline(always)]
    fn solve<T: Wide, const N: usize>(
        &self,
        blocks: [&mut StrandBlock; N],
        halves: [&mut Vec<Half>; N],
    ) -> T {
        let zero = T::splat(0.0);
        let counts: [usize; N] = std::array::from_fn(|i| blocks[i].links.len());
        let most = counts.iter().copied().fold(0, usize::max);
        let mut forth: [Forth<T>; N] = std::array::from_fn(|i| self.enter(blocks[i]));
        for k in 0..most {
            for i in (0..N).filter(|&i| k < counts[i]) {
                halves[i][k] = self.eliminate(blocks[i], k, &mut forth[i]);
            }
        }
        for i in 0..N {
            let (v, w) = (forth[i].v.lanes(), forth[i].w.lanes());
            halves[i][counts[i]] = Half { v, w, ..Half::ZERO };
        }

        let start = Back { p: Triple { x: zero, y: zero, z: zero }, pull: zero };
        let (mut back, mut wrong) = ([start; N], [most; N]);
        for k in (0..most).rev() {
            for i in (0..N).filter(|&i| k < counts[i]) {
                if self.mistakes(blocks[i], halves[i], k, &mut back[i]) {
                    wrong[i] = k;
                }
            }
        }
        for i in 0..N {
            let before = wrong[i].checked_sub(1).map(|k| &halves[i][k.min(counts[i])]);
            (forth[i].inverse, forth[i].y) =
                before.map_or((zero, zero), |half| (T::of(&half.inverse), T::of(&half.y)));
        }
        for k in wrong.iter().copied().fold(most, usize::min)..most {
            for i in (0..N).filter(|&i| wrong[i] <= k && k < counts[i]) {
                eliminate_again(&mut halves[i][k], &mut forth[i]);
            }
        }

        back = [start; N];
        let mut sum = zero;
        for k in (0..most).rev() {
            for i in (0..N).filter(|&i| k < counts[i]) {
                sum = sum + self.substitute(blocks[i], halves[i], k, &mut back[i]);
            }
        }
        for i in 0..N {
            let first = &halves[i][0];
            let v = Triple::of(&first.v) + back[i].p.scale(T::of(&first.w));
            self.nodes.set_v(&blocks[i].node[0], v);
        }
        sum
    }

    #[inline(always)]
    fn enter<T: Wide>(&self, block: &StrandBlock) -> Forth<T> {
        let zero = T::splat(0.0);
        let (x, s) = self.nodes.x::<T>(&block.node[0]);
        let v = self.nodes.v::<T>(&block.node[0]);
        let n = Triple { x: zero, y: zero, z: zero };
        Forth { x, v, w: s * s, n, inverse: zero, y: zero }
    }

    /// One row of the elimination.
    #[inline(always)]
    fn eliminate<T: Wide>(&self, block: &StrandBlock, k: usize, at: &mut Forth<T>) -> Half {
        let (one, h, rate) = (T::splat(1.0), T::splat(self.h), T::splat(1.0 / self.h));
        let (link, node) = (&block.links[k], &block.node[k + 1]);
        let (x, s) = self.nodes.x::<T>(node);
        let (v, w) = (self.nodes.v::<T>(node), s * s);
        let d = x - at.x;
        let ahead = d + (v - at.v).scale(h);
        let rest = T::of(&link.length);
        let c = (ahead.dot(ahead).sqrt() - rest) * rate;
        let least = rest * T::splat(SHORT) + T::splat(Real::MIN_POSITIVE);
        let n = d.scale(one.over(d.dot(d).sqrt().max(least)));
        let taut = c.max(T::of(&link.pull)).where_positive(one, -one);
        let diagonal = self.diagonal(block, k, taut, c, at.w + w);
        let beside = -(at.w * n.dot(at.n));
        let right = c - (diagonal - at.w - w) * self.so_far(block, k);
        let half = Half {
            right: right.lanes(),
            n: n.lanes(),
            v: at.v.lanes(),
            w: at.w.lanes(),
            c: c.lanes(),
            diagonal: diagonal.lanes(),
            beside: beside.lanes(),
            taut: taut.lanes(),
            inverse: Lanes::ZERO,
            y: Lanes::ZERO,
        };
        [at.inverse, at.y] = pivot(diagonal, beside, right, [at.inverse, at.y]);
        (at.x, at.v, at.w, at.n) = (x, v, w, n);
        Half { inverse: at.inverse.lanes(), y: at.y.lanes(), ..half }
    }

    /// What links have pulled by in this substep, N·s.
    #[inline(always)]
    fn so_far<T: Wide>(&self, block: &StrandBlock, k: usize) -> T {
        if self.first { T::splat(0.0) } else { T::of(&block.links[k].pull) }
    }

    /// The diagonal of the matrix for nodes of this mobility, 1/kg.
    #[inline(always)]
    fn diagonal<T: Wide>(&self, block: &StrandBlock, k: usize, taut: T, c: T, both: T) -> T {
        let rest = T::of(&block.links[k].length);
        let strain = (c * T::splat(self.h)).over(rest + T::splat(Real::MIN_POSITIVE));
        let share = (strain * T::splat(HELD_STRAIN)).max(T::splat(HELD));
        let push = T::of(&block.push) * T::splat(1.0 / self.h) * T::splat(1.0 / self.h);
        both + taut.where_positive(T::of(&block.held) * share * both, push)
    }

    /// Whether a link pulls though it was taken to be slack, or pushes though it was taken to be taut; that is put right.
    #[inline(always)]
    fn mistakes<T: Wide>(
        &self,
        block: &StrandBlock,
        halves: &mut [Half],
        k: usize,
        at: &mut Back<T>,
    ) -> bool {
        let (half, next) = (&halves[k], &halves[k + 1]);
        let inverse = T::of(&half.inverse);
        at.pull = inverse * T::of(&half.y) - inverse * T::of(&next.beside) * at.pull;
        let so_far = self.so_far::<T>(block, k);
        let total = so_far + at.pull;
        let pulls = total.where_positive(T::splat(1.0), T::splat(-1.0));
        let wrong = (-(pulls * T::of(&half.taut))).any_positive();
        if wrong {
            let both = T::of(&half.w) + T::of(&next.w);
            let diagonal = self.diagonal(block, k, pulls, T::of(&half.c), both);
            halves[k].right = (T::of(&half.c) - (diagonal - both) * so_far).lanes();
            halves[k].diagonal = diagonal.lanes();
        }
        wrong
    }

    /// One row of the substitution; gives the squares of the impulses.
    #[inline(always)]
    fn substitute<T: Wide>(
        &self,
        block: &mut StrandBlock,
        halves: &[Half],
        k: usize,
        at: &mut Back<T>,
    ) -> T {
        let (half, next) = (&halves[k], &halves[k + 1]);
        let inverse = T::of(&half.inverse);
        let pull = inverse * T::of(&half.y) - inverse * T::of(&next.beside) * at.pull;
        block.links[k].pull = (self.so_far::<T>(block, k) + pull).lanes();
        let p = Triple::<T>::of(&half.n).scale(pull);
        let v = Triple::of(&next.v) + (at.p - p).scale(T::of(&next.w));
        self.nodes.set_v(&block.node[k + 1], v);
        *at = Back { p, pull };
        pull * pull
    }
}

/// The inverse of the pivot and the right-hand side of a row after the row before it is taken away.
#[inline(always)]
fn pivot<T: Wide>(diagonal: T, beside: T, right: T, [inverse, y]: [T; 2]) -> [T; 2] {
    let f = beside * inverse;
    let left = (diagonal - beside * f).max(diagonal * T::splat(PIVOT));
    [T::splat(1.0).over(left), right - f * y]
}

/// One row of the elimination, after what is taut was put right.
#[inline(always)]
fn eliminate_again<T: Wide>(half: &mut Half, at: &mut Forth<T>) {
    let (diagonal, beside, right) =
        (T::of(&half.diagonal), T::of(&half.beside), T::of(&half.right));
    [at.inverse, at.y] = pivot(diagonal, beside, right, [at.inverse, at.y]);
    (half.inverse, half.y) = (at.inverse.lanes(), at.y.lanes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{DOUBLE, Vec3};
    use crate::solvers::simd::Level;

    const H: Real = 4e-4;
    const L: Real = 0.02;

    /// A line of nodes from slot 1 on along a bow, each of which has its own mass and velocity.
    fn bow(count: usize, stretch: Real) -> (Vec<[Real; 4]>, Vec<[Real; 4]>) {
        let (mut x, mut v) = (vec![[0.0; 4]], vec![[0.0; 4]]);
        let mut at = Vec3::new(0.3, 0.2, -0.1);
        for i in 0..count {
            let t = i as Real;
            let s = 40.0 + 20.0 * (0.7 * t).sin();
            x.push([at.x, at.y, at.z, s]);
            v.push([0.3 * (1.3 * t).sin(), 0.2 * (0.4 * t).cos(), 0.1 * (2.1 * t).sin(), 0.0]);
            let n = Vec3::new((0.05 * t).cos(), (0.05 * t).sin(), 0.1).normalize();
            at += n * (L * (1.0 + stretch));
        }
        (x, v)
    }

    fn block(lines: &[&[u32]], push: Real) -> StrandBlock {
        let edge = |n: &[u32]| Edge { node: [n[0], n[1]], length: L, push, place: n[0] };
        let edges: Vec<Vec<Edge>> =
            lines.iter().map(|nodes| nodes.windows(2).map(edge).collect()).collect();
        let line = |(&nodes, edges)| {
            let links: &Vec<Edge> = edges;
            Line { nodes, links: links.iter().collect(), held: false }
        };
        let lines: Vec<Line<'_>> = lines.iter().zip(&edges).map(line).collect();
        StrandBlock::new(&lines)
    }

    fn solve(block: &mut StrandBlock, x: &[[Real; 4]], v: &mut [[Real; 4]]) -> Real {
        let blocks = std::slice::from_mut(block);
        let nodes = Nodes::moving(x, v);
        Level::detect().run_kernel(Pull { blocks, nodes, h: H, first: true })
    }

    fn point(a: &[Real; 4]) -> Vec3 {
        Vec3::new(a[0], a[1], a[2])
    }

    /// How much longer than at rest a link is at the end of the substep.
    fn longer(x: &[[Real; 4]], v: &[[Real; 4]], i: usize) -> Real {
        let ahead = |i: usize| point(&x[i]) + point(&v[i]) * H;
        (ahead(i + 1) - ahead(i)).length() - L
    }

    #[test]
    fn all_links_of_a_taut_line_have_their_length_at_once() {
        let (x, mut v) = bow(40, 0.001);
        // So slow that all of them pull.
        v.iter_mut().flatten().for_each(|v| *v *= 0.01);
        let nodes: Vec<u32> = (1..=40).collect();
        solve(&mut block(&[&nodes], 0.2), &x, &mut v);
        for i in 1..40 {
            // What is left is of the second order: links turn by some hundredths of a radian.
            assert!(longer(&x, &v, i).abs() < 0.05 * 0.001 * L, "{i}: {}", longer(&x, &v, i));
        }
    }

    #[test]
    fn lines_keep_momentum_and_angular_momentum() {
        let (x, before) = bow(30, 0.02);
        let mut after = before.clone();
        let nodes: Vec<u32> = (1..=30).collect();
        solve(&mut block(&[&nodes], 0.2), &x, &mut after);
        let (mut p, mut l, mut size) = (Vec3::ZERO, Vec3::ZERO, 0.0);
        for i in 1..=30 {
            let change = (point(&after[i]) - point(&before[i])) / (x[i][3] * x[i][3]);
            p += change;
            l += point(&x[i]).cross(change);
            size += change.length();
        }
        let tolerance = if DOUBLE { 1e-12 } else { 1e-5 } * size;
        assert!(size > 0.0 && p.length() < tolerance && l.length() < tolerance, "{p} {l} {size}");
    }

    /// Lines of other lengths beside a line change nothing for it.
    #[test]
    fn lanes_do_not_see_each_other() {
        let (x, before) = bow(30, 0.01);
        let (short, long): (Vec<u32>, Vec<u32>) = ((1..=9).collect(), (10..=30).collect());
        let mut together = before.clone();
        solve(&mut block(&[&long, &short], 0.2), &x, &mut together);
        let mut alone = before.clone();
        solve(&mut block(&[&short], 0.2), &x, &mut alone);
        solve(&mut block(&[&long], 0.2), &x, &mut alone);
        assert_eq!(together, alone);
        assert!(together != before && together[0] == [0.0; 4]);
    }

    /// A line that is too short is pushed apart by the stiffness of compression, and not more.
    #[test]
    fn a_slack_line_hardly_pushes() {
        let (x, _) = bow(10, -0.1);
        let mut v = vec![[0.0; 4]; 11];
        let nodes: Vec<u32> = (1..=10).collect();
        let stiffness = 5.0;
        solve(&mut block(&[&nodes], 1.0 / stiffness), &x, &mut v);
        let force = point(&v[1]).length() / (x[1][3] * x[1][3]) / H;
        let expected = stiffness * 0.1 * L;
        // Implicit: less by the share k h² w.
        assert!((force / expected - 1.0).abs() < 0.02, "{force} {expected}");
    }

    /// A line that was taut and is pushed together is a slack one in the same substep, not a rod for that long.
    #[test]
    fn a_line_that_was_taut_does_not_push_as_a_rod() {
        let (x, _) = bow(10, 0.0);
        let nodes: Vec<u32> = (1..=10).collect();
        // Both ends come towards each other, so that each link would be shorter by a hundredth.
        let closing = 0.01 * L / H;
        let n = (point(&x[10]) - point(&x[1])).normalize();
        let rate = |i: usize| n * (closing * (5.5 - i as Real));
        let mut before = vec![[0.0; 4]; 11];
        for (i, v) in before.iter_mut().enumerate().skip(1) {
            let rate = rate(i);
            *v = [rate.x, rate.y, rate.z, 0.0];
        }
        let mut line = block(&[&nodes], 1.0 / 5.0);
        let mut slack = before.clone();
        solve(&mut line, &x, &mut slack);
        line.links.iter_mut().for_each(|link| link.pull = Lanes::ONE);
        let mut after = before.clone();
        solve(&mut line, &x, &mut after);
        assert_eq!(after, slack);
        let change = point(&after[1]) - point(&before[1]);
        assert!(change.length() < 0.1 * closing, "{change}");
    }

    /// A straight line between two pins that are too far apart has no solution, and stays calm.
    #[test]
    fn a_line_between_pins_that_are_too_far_apart_stays_calm() {
        let mut x = vec![[0.0; 4]];
        x.extend((0..50).map(|i| [1.03 * L * i as Real, 1e-4 * (i % 2) as Real, 0.0, 50.0]));
        (x[1][3], x[50][3]) = (0.0, 0.0);
        let mut v = vec![[0.0; 4]; 51];
        let nodes: Vec<u32> = (1..=50).collect();
        let mut line = block(&[&nodes], 0.2);
        line.held = Lanes::ONE;
        for _ in 0..200 {
            solve(&mut line, &x, &mut v);
            for i in 1..=50 {
                (0..3).for_each(|k| x[i][k] += v[i][k] * H);
            }
        }
        let fastest = v.iter().map(|v| point(v).length()).fold(0.0, Real::max);
        assert!(fastest < 5.0, "{fastest}");
        // The 3% may gather in some of the links.
        assert!((1..50).all(|i| longer(&x, &v, i) < 0.3 * L));
    }
}
