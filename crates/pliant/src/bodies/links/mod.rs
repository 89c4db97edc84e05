//! Links: edges, cells, folds and the volume of one body, in position form or as forces.
//!
//! A link is a function `C` of the places of a body's nodes with a stiffness (infinite: rigid), a damping and bounds.
//! Links make a lattice move ([`lattice`](super::lattice)), and are put on top of any other model
//! ([`firm`](super::firm)). In position form (Macklin et al. 2016) the force `F` of a link is found so that, at the end
//! `x₁ = x + h v` of the substep,
//!
//! ```text
//! C(x₁) + F/k = 0        with damping: (k + d/h) C(x₁) − (d/h) C(x) + F = 0
//! ΔF h = −(C(x₁) + s F h − l C(x)) / (h Σ w_i ∇_i C(x)·∇_i C(x₁) + s),   s = 1/(h k + d),  l = d s
//! ```
//!
//! It acts along the gradient at the *start* of the substep: there a rigid motion has no part in it, so linear
//! and angular momentum stay, whatever is left of `C`. Forces are kept from substep to substep as the first guess. So
//! what one sweep leaves undone is done by the next ones, and a body at rest is as stiff as its numbers say. Of a change of
//! force a link keeps the part `s/(s + h w)` that its softness accounts for, and a little of the rest: rigid links
//! that kept all would drive each other on, since one sweep lets neighbours know too late.
//!
//! Links with two bounds (`shortest < longest`) pull beyond the one and push beyond the other. With a share `k` in place
//! of a stiffness every sweep removes that part of `C` (Müller et al. 2007), and nothing is kept.
//!
//! The edges of a rope are solved as a whole instead (`chain.rs`), unless a number of sweeps is asked for.
//!
//! Blocks hold eight links that share no node, so their lanes never meet.

mod blocks;
mod chain;
mod slack;
mod whole;

use serde::{Deserialize, Serialize};

use crate::constraints::bend::fold;
use crate::math::lanes::{V3, W};

use crate::math::{DMat3, DVec3, IntoF64, Real, Vec3, double, outer};
use crate::meshing::Mesh;
use crate::solvers::colour::{Colouring, Crowds};
use crate::solvers::simd::Level;
use crate::state::{Slots, State};
use blocks::{At, Block, CellBlock, EdgeBlock, FoldBlock, Numbers, Push, Solve, Start, Strain};
use chain::Chains;
use slack::Slack;
pub(crate) use whole::Whole;

/// Two nodes and their distance, m.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Edge {
    /// Its ends, numbered within the body.
    pub(crate) nodes: [u32; 2],
    /// Below this it pushes, m.
    pub(crate) shortest: Real,
    /// Beyond this it pulls, m.
    pub(crate) longest: Real,
    /// Stiffness, N/m.
    pub(crate) stiffness: Real,
    /// Damping, N·s/m.
    pub(crate) damping: Real,
}

/// A tetrahedron and its volume.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Cell {
    /// Its corners, numbered within the body.
    pub(crate) nodes: [u32; 4],
    /// Volume at rest, m³.
    pub(crate) volume: Real,
    /// Pressure by relative change of volume, Pa.
    pub(crate) stiffness: Real,
}

/// Two triangles and their angle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Fold {
    /// The ends of the common edge, then the other corners, numbered within the body.
    pub(crate) nodes: [u32; 4],
    /// Angle at rest, rad.
    pub(crate) angle: Real,
    /// Stiffness, N·m.
    pub(crate) stiffness: Real,
}

impl Fold {
    /// The angle of four points, rad.
    pub(crate) fn measure(at: [Vec3; 4]) -> Real {
        fold(&at.map(V3::splat)).0.0[0]
    }
}

/// The links of a body.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Links {
    pub(crate) slots: Slots,
    pub(crate) edges: Vec<Edge>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) folds: Vec<Fold>,
    pub(crate) whole: Option<Whole>,
    /// Part of the violation that a sweep removes, in place of all stiffnesses.
    pub(crate) share: Option<Real>,
    /// Forces of the last substep: of edges (N), cells (Pa m³ by m³) and folds (N·m).
    forces: [Vec<[Real; W]>; 3],
    /// What they pushed with at first in that substep.
    before: [Vec<[Real; W]>; 3],
    #[serde(skip)]
    blocks: Blocks,
}

#[derive(Clone, Debug, Default)]
struct Blocks {
    ready: bool,
    edges: Vec<EdgeBlock>,
    cells: Vec<CellBlock>,
    folds: Vec<FoldBlock>,
    edge_starts: Vec<Start<2>>,
    cell_starts: Vec<Start<4>>,
    fold_starts: Vec<Start<4>>,
    /// Whether any edge is.
    damped: bool,
    /// The edges as chains, if they are.
    chains: Option<Chains>,
    slack: Slack,
}

impl Links {
    pub(crate) fn new(slots: Slots) -> Self {
        Self {
            slots,
            edges: Vec::new(),
            cells: Vec::new(),
            folds: Vec::new(),
            whole: None,
            share: None,
            forces: Default::default(),
            before: Default::default(),
            blocks: Blocks::default(),
        }
    }

    /// The cells of a mesh, of one stiffness (Pa; infinite: rigid).
    pub(crate) fn add_cells(&mut self, mesh: &Mesh, stiffness: Real) {
        let cell = |&nodes: &[u32; 4]| Cell { nodes, volume: mesh.volume6(nodes) / 6.0, stiffness };
        self.cells.extend(mesh.tets.iter().map(cell));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.edges.is_empty()
            && self.cells.is_empty()
            && self.folds.is_empty()
            && self.whole.is_none()
    }

    /// Whether all indices are within the body, as a snapshot's must be.
    pub(crate) fn is_sound(&self, slots: Slots) -> bool {
        let inside = |nodes: &[u32]| nodes.iter().all(|&i| i < slots.len);
        self.slots == slots
            && self.edges.iter().all(|e| inside(&e.nodes))
            && self.cells.iter().all(|c| inside(&c.nodes))
            && self.folds.iter().all(|f| inside(&f.nodes))
            && self.whole.as_ref().is_none_or(|w| w.faces.iter().all(|f| inside(f)))
    }

    /// Lays out the blocks, after a change or a snapshot.
    fn ready(&mut self) {
        if self.blocks.ready {
            return;
        }
        let (start, share) = (self.slots.start, self.share);
        let rigid = |k: Real| if share.is_some() { Real::INFINITY } else { k };
        let slots = self.slots.range().end;
        self.blocks = Blocks {
            ready: true,
            edges: lay_out(slots, start, &self.edges, |e| {
                let k = [rigid(e.stiffness), if share.is_some() { 0.0 } else { e.damping }];
                (e.nodes, [e.shortest, e.longest, k[0], k[1]])
            }),
            cells: lay_out(slots, start, &self.cells, |c| {
                (c.nodes, [c.volume, c.volume, rigid(c.stiffness) / c.volume, 0.0])
            }),
            folds: lay_out(slots, start, &self.folds, |f| {
                (f.nodes, [f.angle, f.angle, rigid(f.stiffness), 0.0])
            }),
            damped: self.edges.iter().any(|e| e.damping > 0.0),
            chains: self.chains(),
            ..Blocks::default()
        };
        let blocks = &mut self.blocks;
        blocks.slack = Slack::new(&self.edges, blocks.edges.iter().map(Block::numbers));
        blocks.edge_starts.resize_with(blocks.edges.len(), Start::default);
        blocks.cell_starts.resize_with(blocks.cells.len(), Start::default);
        blocks.fold_starts.resize_with(blocks.folds.len(), Start::default);
        let counts = [blocks.edges.len(), blocks.cells.len(), blocks.folds.len()];
        for (k, count) in counts.into_iter().enumerate() {
            self.forces[k].resize(count, [0.0; W]);
            self.before[k].resize(count, [0.0; W]);
        }
    }

    /// Its edges as chains, if there are no other links and they are solved in physical units.
    fn chains(&self) -> Option<Chains> {
        let alone = self.cells.is_empty() && self.folds.is_empty() && self.whole.is_none();
        (alone && self.share.is_none()).then(|| Chains::of(&self.edges, self.slots)).flatten()
    }

    /// Changes the velocities so that the links of chains hold at the end of the substep; tells whether it could.
    pub(crate) fn project_chains(&mut self, state: &mut State, h: Real) -> bool {
        self.ready();
        self.blocks.chains.as_mut().map(|chains| chains.solve(&mut state.nodes, h)).is_some()
    }

    /// Changes the velocities in so many sweeps, so that the links hold at the end of the substep.
    pub(crate) fn project(&mut self, state: &mut State, h: Real, sweeps: u32, level: Level) {
        self.ready();
        if self.share.is_some() {
            self.forces.iter_mut().for_each(|f| f.fill([0.0; W]));
        }
        self.remember(state, h, self.share.is_none(), level);
        if let Some(whole) = &mut self.whole {
            if self.share.is_some() {
                whole.forget();
            }
            whole.begin(state, self.slots, h, true);
        }
        let share = self.share.map_or(1.0, |k| share_of_sweep(k, sweeps));
        for _ in 0..sweeps {
            self.sweep(state, h, share, true, level);
        }
    }

    /// The same in one sweep before the motion of a body that answers with a stiffness of its own: forces grow until
    /// the links hold where the nodes *are*, since nobody knows here where the body will let them go.
    pub(crate) fn lead(&mut self, state: &mut State, h: Real, level: Level) {
        self.ready();
        self.remember(state, h, false, level);
        if let Some(whole) = &mut self.whole {
            whole.begin(state, self.slots, h, false);
        }
        self.sweep(state, h, 1.0, false, level);
    }

    /// Finds what is kept of the forces, and pushes with it or not.
    fn remember(&mut self, state: &mut State, h: Real, push: bool, level: Level) {
        let (b, at) = (&mut self.blocks, At::new(state));
        let ([edge, cell, fold], [e, c, f]) = (&mut self.forces, &mut self.before);
        if !b.slack.is_idle() {
            let (blocks, starts) = (&b.edges, &mut b.edge_starts);
            level.run_kernel(Push { blocks, starts, forces: edge, before: e, at, h, push });
        }
        let (blocks, starts) = (&b.cells, &mut b.cell_starts);
        level.run_kernel(Push { blocks, starts, forces: cell, before: c, at, h, push });
        let (blocks, starts) = (&b.folds, &mut b.fold_starts);
        level.run_kernel(Push { blocks, starts, forces: fold, before: f, at, h, push });
    }

    /// One sweep; forces of the last substep have been pushed with, or not.
    fn sweep(&mut self, state: &mut State, h: Real, share: Real, pushed: bool, level: Level) {
        let ([edge, cell, fold], b, at) = (&mut self.forces, &mut self.blocks, At::new(state));
        let (blocks, starts) = (&b.folds, &mut b.fold_starts);
        level.run_kernel(Solve { blocks, starts, forces: fold, at, h, share, pushed });
        if !b.slack.holds(state, h, self.slots, &self.edges) {
            let (blocks, starts, at) = (&b.edges, &mut b.edge_starts, At::new(state));
            level.run_kernel(Solve { blocks, starts, forces: edge, at, h, share, pushed });
            b.slack.looked([edge, &self.before[0]]);
        }
        let at = At::new(state);
        let (blocks, starts) = (&b.cells, &mut b.cell_starts);
        level.run_kernel(Solve { blocks, starts, forces: cell, at, h, share, pushed });
        if let Some(whole) = &mut self.whole {
            whole.solve(state, self.slots, h, share, pushed);
        }
    }

    /// Adds the forces of the links where the nodes are, N.
    pub(crate) fn strain(&mut self, state: &mut State, forces: &mut [[Real; 4]], level: Level) {
        self.ready();
        let at = At::with(state, forces);
        let damped = self.blocks.damped;
        level.run_kernel(Strain { blocks: &self.blocks.edges, at, damped });
        level.run_kernel(Strain { blocks: &self.blocks.cells, at, damped: false });
    }

    /// A bound on the squares of frequencies (1/s²) and on the rates of damping (1/s), by the masses of the nodes.
    pub(crate) fn fastest(&self, points: &[Vec3], mass: &[Real]) -> [Real; 2] {
        let mut sums = vec![[0.0; 2]; mass.len()];
        let finite = |k: Real| if k.is_finite() { k } else { 0.0 };
        for e in &self.edges {
            for &i in &e.nodes {
                sums[i as usize][0] += 2.0 * finite(e.stiffness);
                sums[i as usize][1] += 2.0 * e.damping;
            }
        }
        for c in &self.cells {
            let grad = volume_gradient(c.nodes.map(|i| points[i as usize])).map(|g| g.length());
            let all: Real = grad.iter().sum();
            for (&i, g) in c.nodes.iter().zip(grad) {
                sums[i as usize][0] += finite(c.stiffness) / c.volume * g * all;
            }
        }
        let moving = mass.iter().zip(&sums).filter(|(m, _)| **m > 0.0);
        moving.fold([0.0; 2], |top, (m, s)| [top[0].max(s[0] / m), top[1].max(s[1] / m)])
    }

    /// Blocks of the stiffness in the present shape, as [`Body::stiffness`](super::Body::stiffness) tells them.
    pub(crate) fn stiffness(&self, state: &State, tell: &mut dyn FnMut(u32, u32, DMat3)) {
        let place = |i: u32| double(state.nodes.position((self.slots.start + i) as usize));
        let finite = |k: Real| if k.is_finite() { k.into_f64() } else { 0.0 };
        for e in &self.edges {
            let [a, b] = e.nodes;
            let n = (place(b) - place(a)).normalize_or_zero();
            let k = outer(n, n) * finite(e.stiffness);
            tell(a, a, k);
            tell(b, b, k);
            tell(a, b, -k);
        }
        for c in &self.cells {
            let grad = volume_gradient64(c.nodes.map(place));
            let k = finite(c.stiffness) / c.volume.into_f64();
            for i in 0..4 {
                for j in i..4 {
                    tell(c.nodes[i], c.nodes[j], outer(grad[i], grad[j]) * k);
                }
            }
        }
    }

    /// Adds the elastic forces on the nodes, N. What is rigid has none.
    pub(crate) fn elastic_forces(&self, state: &State, force: &mut [DVec3]) {
        let place = |i: u32| double(state.nodes.position((self.slots.start + i) as usize));
        for e in self.edges.iter().filter(|e| e.stiffness.is_finite()) {
            let d = place(e.nodes[1]) - place(e.nodes[0]);
            let length = d.length();
            if length > 0.0 {
                let pull = d * (e.stiffness.into_f64() * excess(e, length) / length);
                force[e.nodes[0] as usize] += pull;
                force[e.nodes[1] as usize] -= pull;
            }
        }
        for c in self.cells.iter().filter(|c| c.stiffness.is_finite()) {
            let p = c.nodes.map(place);
            let rest = c.volume.into_f64();
            let pressure = c.stiffness.into_f64() * (volume64(p) - rest) / rest;
            for (&i, g) in c.nodes.iter().zip(volume_gradient64(p)) {
                force[i as usize] -= g * pressure;
            }
        }
    }

    /// Elastic energy, J.
    pub(crate) fn elastic_energy(&self, state: &State) -> Real {
        let place = |i: u32| double(state.nodes.position((self.slots.start + i) as usize));
        let soft = |k: Real| k.is_finite() && self.share.is_none();
        let edges = self.edges.iter().filter(|e| soft(e.stiffness)).map(|e| {
            let c = excess(e, (place(e.nodes[1]) - place(e.nodes[0])).length());
            e.stiffness.into_f64() * c * c
        });
        let cells = self.cells.iter().filter(|c| soft(c.stiffness)).map(|c| {
            let change = volume64(c.nodes.map(place)) - c.volume.into_f64();
            c.stiffness.into_f64() / c.volume.into_f64() * change * change
        });
        (0.5 * (edges.sum::<f64>() + cells.sum::<f64>())) as Real
    }
}

/// How far a length is beyond the bounds of an edge, m.
fn excess(e: &Edge, length: f64) -> f64 {
    (length - e.longest.into_f64()).max(0.0) + (length - e.shortest.into_f64()).min(0.0)
}

/// The part of a violation that each of `n` sweeps must remove so that all of them remove `k` (Müller et al. 2007).
fn share_of_sweep(k: Real, n: u32) -> Real {
    if k >= 1.0 { 1.0 } else { 1.0 - libm::pow(1.0 - k.into_f64(), 1.0 / f64::from(n)) as Real }
}

fn volume_gradient(p: [Vec3; 4]) -> [Vec3; 4] {
    let [a, b, c] = [p[1] - p[0], p[2] - p[0], p[3] - p[0]];
    let g = [b.cross(c) / 6.0, c.cross(a) / 6.0, a.cross(b) / 6.0];
    [-(g[0] + g[1] + g[2]), g[0], g[1], g[2]]
}

fn volume_gradient64(p: [DVec3; 4]) -> [DVec3; 4] {
    let [a, b, c] = [p[1] - p[0], p[2] - p[0], p[3] - p[0]];
    let g = [b.cross(c) / 6.0, c.cross(a) / 6.0, a.cross(b) / 6.0];
    [-(g[0] + g[1] + g[2]), g[0], g[1], g[2]]
}

fn volume64(p: [DVec3; 4]) -> f64 {
    (p[1] - p[0]).dot((p[2] - p[0]).cross(p[3] - p[0])) / 6.0
}

/// Colours links and writes them into blocks.
fn lay_out<L, B: Block<N>, const N: usize>(
    slots: usize,
    start: u32,
    links: &[L],
    of: impl Fn(&L) -> ([u32; N], [Real; 4]),
) -> Vec<B> {
    let mut colouring = Colouring::default();
    // Immobile nodes count as well: kernels write back what they read.
    colouring.begin(slots, 0);
    for (i, link) in links.iter().enumerate() {
        colouring.push(i as u32, of(link).0.iter().map(|n| start + n), std::iter::empty());
    }
    colouring.finish([slots as u32, 0], Crowds::Keep, &mut Default::default());
    let mut blocks = Vec::new();
    for colour in colouring.colours() {
        for group in colour.chunks(W) {
            let (mut node, mut numbers) = ([[0; W]; N], Numbers::default());
            for (l, &row) in group.iter().enumerate() {
                let (nodes, values) = of(&links[colouring.name(row as usize) as usize]);
                (0..N).for_each(|k| node[k][l] = start + nodes[k]);
                numbers.set(l, values);
            }
            blocks.push(B::new(node, numbers));
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DOUBLE;

    #[test]
    fn shares_of_sweeps_make_up_the_share() {
        for (k, n) in [(0.1, 1), (0.1, 4), (0.5, 10), (0.9, 4)] {
            let each = share_of_sweep(k, n).into_f64();
            let left = (1.0 - each).powi(n as i32);
            let tolerance = if DOUBLE { 1e-12 } else { 1e-5 };
            assert!((left - (1.0 - k.into_f64())).abs() < tolerance, "{k} {n}: {left}");
        }
        assert_eq!(share_of_sweep(1.0, 7), 1.0);
    }
}
