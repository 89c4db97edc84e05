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
pub(crate) mod span;
pub(crate) mod strand;
mod strands;
pub(crate) mod tether;
pub(crate) mod walk;

use std::marker::PhantomData;

use rayon::prelude::*;

use crate::bodies::hinge::Hinge;
use crate::bodies::soft::{SHORTEST_SUBSTEP, SoftBody, Thread};
use crate::constraints::batch::{Engine, UNIT, WORTH_THREADS};
use crate::handle::Arena;
use crate::math::lanes::{Triple, W};
use crate::math::wide::{Kernel, Wide};
use crate::math::{Real, Vec3};
use crate::solvers::colour::{Colouring, Crowds};
use crate::state::State;
use edge::EdgeBlock;
use hinge::{HingeBlock, ProductBlock};
use strands::{Gathered, Strands};
use tether::TetherBlock;

/// Hinges are looked at once in this time, s, or in every substep if that is longer;
const BEND_EVERY: Real = 0.004;
/// and as often that the fastest of their vibrations turns by no more than this angle meanwhile, rad:
/// beyond 2 it would grow.
const BEND_ANGLE: Real = 1.3;

/// The longest substep of a calm body, s: what its weight stretches it by grows with the square.
const CALM: Real = 0.00055;
/// The same of one with strands, also as the time in which an edge goes its length at this speed, m/s;
const CALM_STRANDS: Real = 0.002;
const CALM_PACE: Real = 12.0;
/// it becomes longer by no more than this factor from step to step, since what is calm now may lie deep in something;
const GROWTH: Real = 1.5;
/// and of one that is tied to something as well: it may carry a load.
const CALM_TIED: Real = 0.001;
/// The longest while a body with strands moves, also as the time in which an edge goes its length at this speed, m/s.
const STRANDS: Real = 0.0005;
const PACE: Real = 50.0;
/// A calm body may look at its hinges so many times later than one that moves.
const CALMER: Real = 1.5;
/// The share of an edge by which nodes may move against each other in a substep,
const STRIDE: Real = 0.05;
/// and those of a body with strands;
const STRIDE_STRANDS: Real = 0.1;
/// and what they may not move by however short substeps become: the hem of fine cloth cracks like a whip.
const CRACK: Real = 0.15;

/// The longest substep that suits a body in the weave, s, after one of length `last`. One sweep holds all lengths in it; what
/// moves fast against the rest of the body stretches its edges by about `v h/L`.
pub(crate) fn longest_substep(state: &State, body: &SoftBody, last: Real) -> Real {
    let width = body.mesh_width;
    let takes = |share: Real, from: Vec3| {
        share * width / fastest(state, body, from).max(Real::MIN_POSITIVE)
    };
    if body.has_strands() {
        let paced = STRANDS.min(width / PACE).min(body.turn).max(SHORTEST_SUBSTEP);
        let calm = if body.tied { CALM_TIED } else { CALM_STRANDS };
        let calm =
            calm.min(width / CALM_PACE).min(CALMER * body.turn).min(GROWTH * last).max(paced);
        // What falls is not calm: it will land.
        suits(takes(STRIDE_STRANDS, Vec3::ZERO), paced, calm).min(takes(CRACK, mean(state, body)))
    } else {
        let paced = body.longest_substep();
        // What hangs between pins is never calm: its weight bears on lines that turn within a substep.
        let calm = if body.is_spanned() { paced } else { CALM.min(CALMER * paced).max(paced) };
        suits(takes(STRIDE, mean(state, body)), paced, calm)
    }
}

/// What is calm if it suits it, else what suits it, but no less than is paced.
fn suits(fits: Real, paced: Real, calm: Real) -> Real {
    if fits > calm { calm } else { fits.max(paced) }
}

/// Whether nodes of a body move so fast against each other that a substep may tear its edges far.
pub(crate) fn is_torn(state: &State, body: &SoftBody) -> bool {
    let fastest = fastest(state, body, mean(state, body));
    fastest * body.longest_substep() > edge::FAR * body.mesh_width
}

/// The mean velocity of the nodes of a body, m/s.
fn mean(state: &State, body: &SoftBody) -> Vec3 {
    let velocities = body.slots.range().map(|i| state.nodes.velocity(i));
    velocities.fold(Vec3::ZERO, |a, b| a + b) / body.slots.len as Real
}

/// The speed of the fastest node against a velocity, m/s.
fn fastest(state: &State, body: &SoftBody, from: Vec3) -> Real {
    let speeds = body.slots.range().map(|i| (state.nodes.velocity(i) - from).length_squared());
    speeds.fold(0.0, Real::max).sqrt()
}

/// All rows of thin bodies that are swept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weave {
    edges: Vec<EdgeBlock>,
    /// One past the last block of each colour.
    edge_colours: Vec<usize>,
    /// Lines of edges that do not stretch.
    strands: Strands,
    /// The same of cloth that hangs between pins, and its edges one by one for when they are torn.
    spans: Strands,
    torn_edges: Vec<EdgeBlock>,
    torn_colours: Vec<usize>,
    hinges: Vec<HingeBlock>,
    hinge_colours: Vec<usize>,
    tethers: Vec<TetherBlock>,
    products: Vec<ProductBlock>,
    product_colours: Vec<usize>,
    /// Hinges are looked at once in this time, s.
    bend_every: Real,
    /// What hinges change the velocities by in each substep until they are looked at again, m/s; the
    /// first node slot that has a hinge, and one past the last.
    bent: Vec<[Real; 4]>,
    bent_slots: [usize; 2],
    rows: [usize; 2],
    /// Whether something is so fast in this step that edges may be torn far in a substep.
    pub(crate) torn: bool,
    colouring: Colouring,
    partial: Vec<Real>,
}

/// Nodes for kernels: rows of one colour share no node, so threads never meet.
#[derive(Clone, Copy)]
pub(crate) struct Nodes<'a> {
    x: *const [Real; 4],
    v: *mut [Real; 4],
    count: u32,
    /// Whether edges may be torn far in a substep.
    torn: bool,
    life: PhantomData<&'a mut State>,
}

// SAFETY: threads get disjoint rows of one colour, which share no node. Only the last block of a colour
// has padding, on node 0, and writes back the zeros it reads.
unsafe impl Send for Nodes<'_> {}
// SAFETY: as above.
unsafe impl Sync for Nodes<'_> {}

impl<'a> Nodes<'a> {
    pub(crate) fn new(state: &'a mut State) -> Self {
        Self::moving(&state.nodes.x, &mut state.nodes.v)
    }

    /// The same with velocities of one's own.
    fn moving(x: &'a [[Real; 4]], v: &'a mut [[Real; 4]]) -> Self {
        let count = x.len().min(v.len()) as u32;
        Self { x: x.as_ptr(), v: v.as_mut_ptr(), count, torn: false, life: PhantomData }
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

impl<const PRODUCT: bool> Lanewise<4> for hinge::Block<PRODUCT> {
    fn node(&mut self) -> &mut [[u32; W]; 4] {
        &mut self.node
    }
}

impl Weave {
    /// Colours and lays out the rows of the bodies that are swept.
    pub(crate) fn build(&mut self, state: &State, softs: &Arena<SoftBody>, active: bool) {
        let (mut edges, mut hinges, mut products) = (Vec::new(), Vec::new(), Vec::new());
        let (mut tethers, mut torn) = (Vec::new(), Vec::new());
        let (mut strands, mut spans) = (Gathered::default(), Gathered::default());
        self.bend_every = BEND_EVERY;
        for (handle, body) in softs.iter::<()>().filter(|(_, b)| active && b.is_woven()) {
            let base = body.slots.start;
            let moves = |node: &[u32]| node.iter().any(|&n| state.nodes.x[n as usize][3] > 0.0);
            let single = |(i, &(ends, length)): (usize, &([u32; 2], Real))| {
                let node = ends.map(|e| base + e);
                moves(&node).then(|| (node, length, body.thread(i)))
            };
            let singles = body.edges.iter().enumerate().filter_map(single);
            if body.has_strands() {
                strands.add(handle.index(), body, moves);
                edges.extend(singles.filter(|(.., thread)| thread.stretch > 0.0));
            } else if body.is_spanned() {
                spans.add(handle.index(), body, moves);
                torn.extend(singles);
            } else {
                edges.extend(singles);
            }
            tether::find(state, body, &mut tethers);
            let masses = body.slots.range().map(|i| state.nodes.x[i][3].powi(2));
            let shortest = longest_turn(&body.hinges, &body.mesh.points, body.bending(), masses);
            self.bend_every = self.bend_every.min(shortest);
            for hinge in &body.hinges {
                let node = hinge.nodes.map(|e| base + e);
                if moves(&node) {
                    let list = if hinge.size > 0.0 { &mut products } else { &mut hinges };
                    list.push((node, *hinge, 1.0 / body.bending()));
                }
            }
        }
        self.rows =
            [edges.len() + strands.links.len() + spans.links.len(), hinges.len() + products.len()];
        self.strands.build(state, softs, strands);
        self.spans.build(state, softs, spans);
        let (colouring, slots) = (&mut self.colouring, state.nodes.x.len());
        (self.edges, self.edge_colours) = lay_out_edges(colouring, slots, &edges);
        (self.torn_edges, self.torn_colours) = lay_out_edges(colouring, slots, &torn);
        (self.hinges, self.hinge_colours) = lay_out_hinges(colouring, slots, &hinges);
        (self.products, self.product_colours) = lay_out_hinges(colouring, slots, &products);
        let bent = hinges.iter().chain(&products).flat_map(|h| h.0).map(|i| i as usize);
        self.bent_slots = [bent.clone().min().unwrap_or(0), bent.max().map_or(0, |i| i + 1)];
        self.tethers = tethers.chunks(W).map(TetherBlock::new).collect();
        let units = |blocks: usize, colours: usize| blocks.div_ceil(UNIT) + colours;
        let most = units(self.edges.len(), self.edge_colours.len())
            .max(units(self.torn_edges.len(), self.torn_colours.len()))
            .max(units(self.hinges.len(), self.hinge_colours.len()))
            .max(units(self.products.len(), self.product_colours.len()))
            .max(units(self.tethers.len(), 1))
            .max(self.strands.len())
            .max(self.spans.len());
        self.partial.resize(most, 0.0);
    }

    /// The number of edges and hinges.
    pub(crate) fn rows(&self) -> [usize; 2] {
        self.rows
    }

    /// Takes what strands pulled by from the bodies.
    pub(crate) fn load(&mut self, softs: &Arena<SoftBody>) {
        self.strands.load(softs);
        self.spans.load(softs);
    }

    /// Leaves what strands pull by with the bodies.
    pub(crate) fn save(&mut self, softs: &mut Arena<SoftBody>) {
        self.strands.save(softs);
        self.spans.save(softs);
    }

    /// One sweep over the strands and edges, then the tethers and what hangs between pins, the first of the substep or a further one;
    /// gives the sum of the squared impulses.
    ///
    /// A line is pulled along where it was, which what is torn must not be: then cloth between pins has single edges as well.
    pub(crate) fn sweep(&mut self, state: &mut State, h: Real, first: bool, on: Engine) -> Real {
        let (nodes, sums) = (Nodes { torn: self.torn, ..Nodes::new(state) }, &mut self.partial);
        let mut sum = self.strands.sweep(nodes, h, first, sums, on);
        sum += by_colour(&self.edges, &self.edge_colours, sums, on, nodes, h);
        if self.torn {
            sum += by_colour(&self.torn_edges, &self.torn_colours, sums, on, nodes, h);
        }
        // Each tether has a node of its own, and none moves its pin: they are one colour.
        sum += by_colour(&self.tethers, &[self.tethers.len()], sums, on, nodes, h);
        if !self.torn {
            sum += self.spans.sweep(nodes, h, first, sums, on);
        }
        sum
    }

    /// Hinges act, in the `i`-th of `n` substeps of length `h`; gives the sum of the squared impulses.
    ///
    /// Bending is slow beside stretching, so they are looked at in some of the substeps only, for the time
    /// until they are looked at again. What they change is handed out in equal parts over that time. All
    /// at once it would be a blow, of which the edges make noise that never dies.
    pub(crate) fn bend(
        &mut self,
        state: &mut State,
        h: Real,
        [i, n]: [u32; 2],
        on: Engine,
    ) -> Real {
        let [first, end] = self.bent_slots;
        let mut sum = 0.0;
        if let Some(time) = turn_of_hinges(self.bend_every, h, i, n) {
            let (x, v) = (&state.nodes.x, &state.nodes.v);
            self.bent.clone_from(v);
            let (nodes, sums) = (Nodes::moving(x, &mut self.bent), &mut self.partial);
            sum = by_colour(&self.hinges, &self.hinge_colours, sums, on, nodes, time)
                + by_colour(&self.products, &self.product_colours, sums, on, nodes, time);
            // Not by the number of substeps, which may differ by one: forces would go up and down.
            let part = h / time;
            for (bent, v) in self.bent[first..end].iter_mut().zip(&v[first..end]) {
                *bent = std::array::from_fn(|k| (bent[k] - v[k]) * part);
            }
        }
        if end > 0 {
            for (v, bent) in state.nodes.v[first..end].iter_mut().zip(&self.bent[first..end]) {
                *v = std::array::from_fn(|k| v[k] + bent[k]);
            }
        }
        sum
    }
}

/// The time for which hinges act, s, if they are looked at in the `i`-th of `n` substeps of length `h`.
fn turn_of_hinges(every: Real, h: Real, i: u32, n: u32) -> Option<Real> {
    let step = h * n as Real;
    let turns = ((step / every - 1e-3).ceil() as u32).clamp(1, n);
    let turn = |i: u32| u64::from(i) * u64::from(turns) / u64::from(n);
    (i == 0 || turn(i) != turn(i - 1)).then(|| step / turns as Real)
}

/// The longest time after which hinges of a bending stiffness must be looked at again, s, if nodes have these inverse
/// masses, 1/kg.
pub(crate) fn longest_turn(
    hinges: &[Hinge],
    rest: &[Vec3],
    bending: Real,
    inverse_masses: impl Iterator<Item = Real>,
) -> Real {
    BEND_ANGLE / fastest_bending(hinges, rest, bending, inverse_masses)
}

/// A frequency that no vibration of hinges exceeds, 1/s: `ω² ≤ max_i Σ k |J_i| Σ_j |J_j| / m_i`
/// over the hinges at a node (Gershgorin), as it is at rest.
fn fastest_bending(
    hinges: &[Hinge],
    rest: &[Vec3],
    bending: Real,
    inverse_masses: impl Iterator<Item = Real>,
) -> Real {
    let mut sums = vec![0.0; rest.len()];
    for hinge in hinges {
        let (_, grad) = hinge.measure(hinge.nodes.map(|i| rest[i as usize]));
        let all: Real = grad.iter().sum();
        for (&node, g) in hinge.nodes.iter().zip(grad) {
            sums[node as usize] += bending * g * all;
        }
    }
    sums.iter().zip(inverse_masses).map(|(a, b)| a * b).fold(Real::MIN_POSITIVE, Real::max).sqrt()
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

/// Colours edges and writes them into blocks.
fn lay_out_edges(
    colouring: &mut Colouring,
    slots: usize,
    edges: &[([u32; 2], Real, Thread)],
) -> (Vec<EdgeBlock>, Vec<usize>) {
    let nodes: Vec<[u32; 2]> = edges.iter().map(|e| e.0).collect();
    lay_out(colouring, slots, &nodes, |i, l, block: &mut EdgeBlock| {
        let (_, length, thread) = edges[i];
        block.length.0[l] = length;
        block.longest.0[l] = thread.longest;
        (block.stretch.0[l], block.push.0[l]) = (thread.stretch, thread.push);
    })
}

/// Colours hinges and writes them into blocks; each comes with its compliance, 1/(N·m).
fn lay_out_hinges<const PRODUCT: bool>(
    colouring: &mut Colouring,
    slots: usize,
    hinges: &[([u32; 4], Hinge, Real)],
) -> (Vec<hinge::Block<PRODUCT>>, Vec<usize>) {
    let nodes: Vec<[u32; 4]> = hinges.iter().map(|h| h.0).collect();
    lay_out(colouring, slots, &nodes, |i, l, block: &mut hinge::Block<PRODUCT>| {
        let (_, hinge, compliance) = hinges[i];
        (block.rest.0[l], block.compliance.0[l]) = (hinge.rest, compliance);
        block.inverse.0[l] = if PRODUCT { 1.0 / hinge.size } else { 0.0 };
    })
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
    use crate::meshing::primitives;
    use crate::{Mass, Material, Soft, World};

    /// However many substeps there are, the turns of hinges make up the step.
    #[test]
    fn the_turns_of_hinges_make_up_the_step() {
        for (step, n) in [(0.02, 50), (0.02, 8), (0.01, 25), (0.001, 1), (0.02, 37), (0.02, 1)] {
            for every in [0.002, 0.0007, 1e-5, 1.0] {
                let h = step / n as Real;
                let sum: Real = (0..n).filter_map(|i| turn_of_hinges(every, h, i, n)).sum();
                assert!((sum - step).abs() < 1e-5 * step, "{every} {n}: {sum}");
            }
        }
    }

    /// The bound on the frequency of hinges is above what two triangles vibrate with, and not far.
    #[test]
    fn bending_is_not_faster_than_its_bound() {
        let mut world = World::default();
        let mesh = primitives::grid([0.02, 0.02], [2, 2]).unwrap();
        let material = Material::Inextensible { bending: 1e-4, compression: 5.0 };
        let soft = Soft { mesh, material, mass: Mass::Total(0.002), ..Soft::default() };
        world.add_soft(soft).unwrap();
        let body = world.softs.values().next().unwrap();
        // Masses of 2/3 and 1/3 g; heights of 14.1 mm: J = 70.7 at the corners, and as much on the ends.
        let exact = (1e-4_f64 * (2.0 * 5000.0 / 3.33e-4 + 2.0 * 5000.0 / 6.67e-4)).sqrt() as Real;
        let slots = body.slots.range().map(|i| world.state.nodes.x[i][3].powi(2));
        let bound = fastest_bending(&body.hinges, &body.mesh.points, body.bending(), slots);
        assert!(bound > exact && bound < 2.0 * exact, "{bound} {exact}");
    }
}
