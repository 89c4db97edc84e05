//! The weave: edges and hinges of cloth and ropes that are swept.
//!
//! One sweep in each of many substeps holds thin bodies together better than many sweeps in few
//! (Macklin et al. 2019), if a substep is cheap. So thin bodies have a way of their own through it. Their rows
//! are linearised where they are solved, on the positions and velocities of the [state](crate::state)
//! themselves: nothing is laid out, scaled, stored or started from. What else pulls at their nodes
//! (anchors, distances, planes) are rows as everybody's; the velocities of such nodes go to the rows
//! and come back.
//!
//! Rows of one colour share no node. Blocks hold eight rows; units of blocks go to threads, and sums are
//! formed per unit and then in order, so the bits depend on neither.
//!
//! Thin bodies of islands that are solved directly are not in the weave, and none is with Baumgarte's
//! stabilisation, which acts on velocities.

pub(crate) mod brush;
pub(crate) mod edge;
pub(crate) mod facet;
pub(crate) mod hinge;
pub(crate) mod skin;

use std::marker::PhantomData;

use rayon::prelude::*;

use crate::bodies::soft::SoftBody;
use crate::constraints::batch::{Engine, UNIT, WORTH_THREADS};
use crate::handle::Arena;
use crate::math::lanes::{Triple, W};
use crate::math::wide::{Kernel, Wide};
use crate::math::{Real, Vec3};
use crate::solvers::colour::{Colouring, Crowds};
use crate::state::State;
use edge::EdgeBlock;
use hinge::HingeBlock;

/// Hinges act once in this time, s, or in every substep if that is longer.
const BEND_EVERY: Real = 0.002;

/// The longest substep of a calm body, s: what its weight stretches it by grows with the square.
const CALM: Real = 0.00055;
/// The share of an edge by which nodes may move against each other in a substep.
const STRIDE: Real = 0.05;

/// The longest substep that suits a body in the weave, s. One sweep holds all lengths in it; what moves fast
/// against the rest of the body stretches its edges by about `v h/L`.
pub(crate) fn longest_substep(state: &State, body: &SoftBody) -> Real {
    let shortest = body.longest_substep();
    let nodes = &state.nodes;
    let range = body.slots.range();
    let mean = range.clone().map(|i| nodes.velocity(i)).fold(Vec3::ZERO, |a, b| a + b)
        / body.slots.len as Real;
    let square = range.map(|i| (nodes.velocity(i) - mean).length_squared()).fold(0.0, Real::max);
    let fits = STRIDE * body.mesh_width / square.sqrt().max(Real::MIN_POSITIVE);
    if fits > CALM { CALM.max(shortest) } else { fits.max(shortest) }
}

/// All rows of thin bodies that are swept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weave {
    edges: Vec<EdgeBlock>,
    /// One past the last block of each colour.
    edge_colours: Vec<usize>,
    hinges: Vec<HingeBlock>,
    hinge_colours: Vec<usize>,
    rows: [usize; 2],
    colouring: Colouring,
    partial: Vec<Real>,
}

/// Nodes for kernels: rows of one colour share no node, so threads never meet.
#[derive(Clone, Copy)]
pub(crate) struct Nodes<'a> {
    x: *const [Real; 4],
    v: *mut [Real; 4],
    count: u32,
    life: PhantomData<&'a mut State>,
}

// SAFETY: threads get disjoint rows of one colour, which share no node. Only the last block of a colour
// has padding, on node 0, and writes back the zeros it reads.
unsafe impl Send for Nodes<'_> {}
// SAFETY: as above.
unsafe impl Sync for Nodes<'_> {}

impl<'a> Nodes<'a> {
    pub(crate) fn new(state: &'a mut State) -> Self {
        let nodes = &mut state.nodes;
        let count = nodes.x.len().min(nodes.v.len()) as u32;
        Self { x: nodes.x.as_ptr(), v: nodes.v.as_mut_ptr(), count, life: PhantomData }
    }

    /// The positions of one node in each lane, and the roots of their inverse masses.
    #[inline(always)]
    pub(crate) fn x<T: Wide>(&self, index: &[u32; W]) -> (Triple<T>, T) {
        debug_assert!(index.iter().all(|&i| i < self.count));
        // SAFETY: indices were checked against the slots when the blocks were built.
        let [x, y, z, s] = unsafe { T::gather(self.x, index) };
        (Triple { x, y, z }, s)
    }

    /// The velocities of one node in each lane.
    #[inline(always)]
    pub(crate) fn v<T: Wide>(&self, index: &[u32; W]) -> Triple<T> {
        debug_assert!(index.iter().all(|&i| i < self.count));
        // SAFETY: as in `x`.
        let [x, y, z, _] = unsafe { T::gather(self.v, index) };
        Triple { x, y, z }
    }

    /// Writes the velocities of one node in each lane.
    #[inline(always)]
    pub(crate) fn set_v<T: Wide>(&self, index: &[u32; W], v: Triple<T>) {
        debug_assert!(index.iter().all(|&i| i < self.count));
        // SAFETY: as in `x`; no other lane or thread has these nodes.
        unsafe { T::scatter(self.v, index, [v.x, v.y, v.z, T::splat(0.0)]) };
    }
}

/// Eight rows.
pub(crate) trait Row {
    /// Solves them once, for a time `h`; gives the squares of their impulses.
    fn solve<T: Wide>(&self, nodes: &Nodes<'_>, h: Real) -> T;
}

/// One sweep over blocks of which no two share a node; gives the sum of the squared impulses.
struct Sweep<'a, B> {
    blocks: &'a [B],
    nodes: Nodes<'a>,
    /// The time for which they act, s.
    h: Real,
}

impl<B: Row> Kernel for Sweep<'_, B> {
    type Out = Real;
    #[inline(always)]
    fn run<T: Wide>(self) -> Real {
        let mut sum = T::splat(0.0);
        for block in self.blocks {
            sum = sum + block.solve::<T>(&self.nodes, self.h);
        }
        sum.lanes().sum()
    }
}

/// What is laid out in blocks of eight.
trait Lanewise<const N: usize>: Default {
    fn node(&mut self) -> &mut [[u32; W]; N];
}

impl Lanewise<2> for EdgeBlock {
    fn node(&mut self) -> &mut [[u32; W]; 2] {
        &mut self.node
    }
}

impl Lanewise<4> for HingeBlock {
    fn node(&mut self) -> &mut [[u32; W]; 4] {
        &mut self.node
    }
}

impl Weave {
    /// Colours and lays out the rows of the bodies that are swept.
    pub(crate) fn build(&mut self, state: &State, softs: &Arena<SoftBody>, active: bool) {
        let (mut edges, mut hinges) = (Vec::new(), Vec::new());
        for body in softs.values().filter(|b| active && b.is_woven()) {
            let base = body.slots.start;
            let moves = |node: &[u32]| node.iter().any(|&n| state.nodes.x[n as usize][3] > 0.0);
            for (i, &(ends, length)) in body.edges.iter().enumerate() {
                let node = ends.map(|e| base + e);
                if moves(&node) {
                    edges.push((node, length, body.thread(i)));
                }
            }
            for hinge in &body.hinges {
                let node = hinge.nodes.map(|e| base + e);
                if moves(&node) {
                    hinges.push((node, hinge.angle, 1.0 / body.bending()));
                }
            }
        }
        self.rows = [edges.len(), hinges.len()];
        let (colouring, slots) = (&mut self.colouring, state.nodes.x.len());
        let nodes: Vec<[u32; 2]> = edges.iter().map(|e| e.0).collect();
        (self.edges, self.edge_colours) =
            lay_out(colouring, slots, &nodes, |i, l, block: &mut EdgeBlock| {
                let (_, length, thread) = edges[i];
                block.length.0[l] = length;
                block.longest.0[l] = thread.longest;
                (block.stretch.0[l], block.push.0[l]) = (thread.stretch, thread.push);
            });
        let nodes: Vec<[u32; 4]> = hinges.iter().map(|h| h.0).collect();
        (self.hinges, self.hinge_colours) =
            lay_out(colouring, slots, &nodes, |i, l, block: &mut HingeBlock| {
                (block.angle.0[l], block.compliance.0[l]) = (hinges[i].1, hinges[i].2);
            });
        let units = |blocks: usize, colours: usize| blocks.div_ceil(UNIT) + colours;
        let most = units(self.edges.len(), self.edge_colours.len())
            .max(units(self.hinges.len(), self.hinge_colours.len()));
        self.partial.resize(most, 0.0);
    }

    /// The number of edges and hinges.
    pub(crate) fn rows(&self) -> [usize; 2] {
        self.rows
    }

    /// One sweep over the edges, and over the hinges if it is their turn; gives the sum of the squared
    /// impulses. The substep is the `i`-th of `n`, of length `h`.
    pub(crate) fn sweep(
        &mut self,
        state: &mut State,
        h: Real,
        [i, n]: [u32; 2],
        on: Engine,
    ) -> Real {
        let nodes = Nodes::new(state);
        let sums = &mut self.partial;
        let mut sum = 0.0;
        if let Some(h) = turn_of_hinges(h, i, n) {
            sum += by_colour(&self.hinges, &self.hinge_colours, sums, on, nodes, h);
        }
        sum + by_colour(&self.edges, &self.edge_colours, sums, on, nodes, h)
    }
}

/// The time that hinges act for, if they act in the `i`-th of `n` substeps.
///
/// They act in the middle of that time: so the velocities at the ends of it, and of the step, are those
/// of the motion, and not of the moment after a blow (Tuckerman et al. 1992).
fn turn_of_hinges(h: Real, i: u32, n: u32) -> Option<Real> {
    let step = h * n as Real;
    let turns = ((step / BEND_EVERY - 1e-3).ceil() as u32).clamp(1, n);
    let middle = |k: u32| (2 * k + 1) * n / (2 * turns);
    (0..turns).any(|k| middle(k) == i).then(|| step / turns as Real)
}

/// Colours rows and writes them into blocks: these, and one past the last block of each colour.
fn lay_out<B: Lanewise<N>, const N: usize>(
    colouring: &mut Colouring,
    slots: usize,
    nodes: &[[u32; N]],
    mut fill: impl FnMut(usize, usize, &mut B),
) -> (Vec<B>, Vec<usize>) {
    // Immobile nodes count as well: kernels write back what they read.
    colouring.begin(slots, 0);
    for (i, n) in nodes.iter().enumerate() {
        colouring.push(i as u32, n.iter().copied(), std::iter::empty());
    }
    colouring.finish([slots as u32, 0], Crowds::Keep, &mut Default::default());
    let (mut blocks, mut ends) = (Vec::new(), Vec::new());
    for colour in colouring.colours() {
        for group in colour.chunks(W) {
            let mut block = B::default();
            for (l, &r) in group.iter().enumerate() {
                let row = colouring.name(r as usize) as usize;
                for k in 0..N {
                    block.node()[k][l] = nodes[row][k];
                }
                fill(row, l, &mut block);
            }
            blocks.push(block);
        }
        ends.push(blocks.len());
    }
    (blocks, ends)
}

/// Sweeps colour by colour, in units that may go to threads, and sums what they give in order.
fn by_colour<B: Row + Sync>(
    blocks: &[B],
    colours: &[usize],
    sums: &mut [Real],
    on: Engine,
    nodes: Nodes<'_>,
    h: Real,
) -> Real {
    let sweep = |blocks: &[B]| on.level.run_kernel(Sweep { blocks, nodes, h });
    let (mut first, mut units) = (0, 0);
    for &end in colours {
        let blocks = &blocks[first..end];
        let count = blocks.len().div_ceil(UNIT);
        let sums = &mut sums[units..units + count];
        if on.threads > 1 && blocks.len() >= WORTH_THREADS {
            let parts = blocks.par_chunks(UNIT).zip(sums.par_iter_mut());
            parts.for_each(|(unit, sum)| *sum = sweep(unit));
        } else {
            blocks.chunks(UNIT).zip(sums).for_each(|(unit, sum)| *sum = sweep(unit));
        }
        (first, units) = (end, units + count);
    }
    sums[..units].iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// However many substeps there are, hinges act for the whole step.
    #[test]
    fn the_turns_of_hinges_make_up_the_step() {
        for (step, n) in [(0.02, 50), (0.02, 8), (0.01, 25), (0.001, 1), (0.02, 37), (0.02, 1)] {
            let h = step / n as Real;
            let sum: Real = (0..n).filter_map(|i| turn_of_hinges(h, i, n)).sum();
            assert!((sum - step).abs() < 1e-5 * step, "{n}: {sum}");
        }
    }
}
