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
//! link is taut if it would be too long, or if it pulled in the last substep: one solve a substep follows what
//! is taut as well as solves that are repeated until nothing changes. At the start of a step, where nothing
//! is remembered, links are found taut by solves that move nothing.
//!
//! Lines of a group share no node; eight lie side by side. A shorter one repeats its last node, with links of
//! no length that do nothing.

use std::cell::Cell;

use super::Nodes;
use crate::math::Real;
use crate::math::lanes::{Lanes, Triple, V3, W};
use crate::math::wide::{Kernel, Wide};

/// Links of this share of their length and below have no direction.
const SHORT: Real = 0.01;
/// The least share of its diagonal that elimination may leave of a pivot.
const PIVOT: Real = 1e-3;

/// Eight links.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct Link {
    /// Rest length, m.
    pub(crate) length: Lanes,
    /// What it pulled by in the last substep, N·s.
    pub(crate) pull: Lanes,
}

/// Eight lines side by side.
#[derive(Clone, Debug)]
pub(crate) struct StrandBlock {
    /// Node slots along the lines, one more than links.
    pub(crate) node: Vec<[u32; W]>,
    pub(crate) links: Vec<Link>,
    /// Compliance against compression, m/N.
    pub(crate) push: Lanes,
}

/// A link between elimination and substitution.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
struct Half {
    n: V3,
    /// Velocity and inverse mass of the first node.
    v: V3,
    w: Lanes,
    /// The right-hand side over the pivot.
    q: Lanes,
    /// What the link before hands on.
    f: Lanes,
}

impl Half {
    const ZERO: Self =
        Self { n: V3::ZERO, v: V3::ZERO, w: Lanes::ZERO, q: Lanes::ZERO, f: Lanes::ZERO };
}

thread_local! {
    /// Where a thread keeps the links of the lines that it solves.
    static HALVES: Cell<Vec<Half>> = const { Cell::new(Vec::new()) };
}

impl StrandBlock {
    /// Lines side by side, which must not be more than eight: their nodes, rest lengths, and
    /// compliance against compression.
    pub(crate) fn new(lines: &[(&[u32], Vec<Real>, Real)]) -> Self {
        let most = lines.iter().map(|l| l.1.len()).max().unwrap_or(0);
        let idle = Link { length: Lanes::ZERO, pull: Lanes::ZERO };
        let mut block =
            Self { node: vec![[0; W]; most + 1], links: vec![idle; most], push: Lanes::ONE };
        for (l, (nodes, lengths, push)) in lines.iter().enumerate() {
            block.push.0[l] = *push;
            for (k, node) in block.node.iter_mut().enumerate() {
                node[l] = nodes[k.min(nodes.len() - 1)];
            }
            for (link, &length) in block.links.iter_mut().zip(lengths) {
                link.length.0[l] = length;
            }
        }
        block
    }

    /// Forgets what pulled.
    pub(crate) fn forget(&mut self) {
        self.links.iter_mut().for_each(|link| link.pull = Lanes::ZERO);
    }
}

/// Solves lines for a time `h`; gives the sum of the squared impulses.
pub(super) struct Pull<'a> {
    pub(super) blocks: &'a mut [StrandBlock],
    pub(super) nodes: Nodes<'a>,
    pub(super) h: Real,
    /// Whether nodes move, or only what is taut is found.
    pub(super) moves: bool,
}

impl Kernel for Pull<'_> {
    type Out = Real;
    #[inline(always)]
    fn run<T: Wide>(self) -> Real {
        // Taken out, not borrowed: in a closure the kernel would not be compiled for its level.
        let mut halves = HALVES.take();
        let mut sum = T::splat(0.0);
        for block in self.blocks {
            if halves.len() <= block.links.len() {
                halves.resize(block.links.len() + 1, Half::ZERO);
            }
            block.eliminate::<T>(&self.nodes, self.h, &mut halves);
            sum = sum + block.substitute::<T>(&self.nodes, self.moves, &halves);
        }
        HALVES.set(halves);
        sum.lanes().sum()
    }
}

impl StrandBlock {
    /// From the first link to the last.
    #[inline(always)]
    fn eliminate<T: Wide>(&self, nodes: &Nodes<'_>, h: Real, halves: &mut [Half]) {
        let (zero, one) = (T::splat(0.0), T::splat(1.0));
        let (h, rate) = (T::splat(h), T::splat(1.0 / h));
        let push = T::of(&self.push) * rate * rate;
        let (mut x, s) = nodes.x::<T>(&self.node[0]);
        let (mut v, mut w) = (nodes.v::<T>(&self.node[0]), s * s);
        let mut before = Triple { x: zero, y: zero, z: zero };
        let (mut inverse, mut y) = (zero, zero);
        for ((link, node), half) in self.links.iter().zip(&self.node[1..]).zip(&mut *halves) {
            let (x_next, s) = nodes.x::<T>(node);
            let (v_next, w_next) = (nodes.v::<T>(node), s * s);
            let d = x_next - x;
            let ahead = d + (v_next - v).scale(h);
            let rest = T::of(&link.length);
            let c = (ahead.dot(ahead).sqrt() - rest) * rate;
            let least = rest * T::splat(SHORT) + T::splat(Real::MIN_POSITIVE);
            let n = d.scale(one.over(d.dot(d).sqrt().max(least)));
            let taut = c.max(T::of(&link.pull));
            let diagonal = w + w_next + taut.where_positive(zero, push);
            let beside = -(w * n.dot(before));
            let f = beside * inverse;
            let pivot = (diagonal - beside * f).max(diagonal * T::splat(PIVOT));
            y = c - f * y;
            inverse = one.over(pivot);
            *half = Half {
                n: n.lanes(),
                v: v.lanes(),
                w: w.lanes(),
                q: (y * inverse).lanes(),
                f: f.lanes(),
            };
            (x, v, w, before) = (x_next, v_next, w_next, n);
        }
        halves[self.links.len()] =
            Half { v: v.lanes(), w: w.lanes(), f: Lanes::ZERO, ..Half::ZERO };
    }

    /// From the last link to the first; gives the squares of the impulses.
    #[inline(always)]
    fn substitute<T: Wide>(&mut self, nodes: &Nodes<'_>, moves: bool, halves: &[Half]) -> T {
        let zero = T::splat(0.0);
        let mut after = Triple { x: zero, y: zero, z: zero };
        let (mut pull, mut sum) = (zero, zero);
        for k in (0..self.links.len()).rev() {
            let (half, next) = (&halves[k], &halves[k + 1]);
            pull = T::of(&half.q) - T::of(&next.f) * pull;
            self.links[k].pull = pull.lanes();
            sum = sum + pull * pull;
            if moves {
                let p = Triple::<T>::of(&half.n).scale(pull);
                let v = Triple::of(&next.v) + (after - p).scale(T::of(&next.w));
                nodes.set_v(&self.node[k + 1], v);
                after = p;
            }
        }
        if moves {
            let v = Triple::of(&halves[0].v) + after.scale(T::of(&halves[0].w));
            nodes.set_v(&self.node[0], v);
        }
        sum
    }
}
