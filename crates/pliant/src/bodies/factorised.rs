//! The matrix of a solid's substep, factorised, with what it answers to.

use super::balance::Balance;
use super::element::{Element, PAIRS};
use super::warp::Warp;
use crate::math::block_cholesky::{BlockCholesky, BlockPlace, Four, Padded};
use crate::math::{DMat3, DQuat, DVec3, double3};
use crate::meshing::surface;

/// The matrix of a substep and its work space.
#[derive(Clone, Debug)]
pub(super) struct System {
    /// The elements, in the order of the body.
    pub elements: Vec<Element>,
    matrix: BlockCholesky,
    /// Where the ten blocks of each element go, in the order of `PAIRS`.
    places: Vec<[BlockPlace; 10]>,
    diagonal: Vec<BlockPlace>,
    /// Right-hand side, N·s; then the change of velocity, m/s.
    pub right: Vec<DVec3>,
    /// Masses and places of the nodes, for the momentum.
    pub balance: Balance,
    work: Vec<Four>,
    columns: Vec<Padded>,
    /// How nodes have turned since it was factorised, and the answers found with it.
    pub warp: Warp,
}

impl System {
    /// Of these elements on nodes that lie here at rest.
    pub fn new(rest: &[DVec3], elements: Vec<Element>) -> Self {
        let tets: Vec<_> = elements.iter().map(|e| e.nodes).collect();
        let pairs = surface::edges(&[], &[], &tets);
        let matrix = BlockCholesky::new(rest, &pairs);
        // Every pair of an element is an edge of the mesh, so it is in the pattern.
        let find = |i, j| matrix.find(i, j).expect("an edge of the mesh");
        let places =
            (elements.iter()).map(|e| PAIRS.map(|[a, b]| find(e.nodes[a], e.nodes[b]))).collect();
        let diagonal = (0..rest.len() as u32).map(|i| find(i, i)).collect();
        Self {
            elements,
            places,
            diagonal,
            matrix,
            right: Vec::new(),
            balance: Balance::default(),
            work: Vec::new(),
            columns: Vec::new(),
            warp: Warp::default(),
        }
    }

    /// Solves for the change of velocity by a free motion whose forces have this moment.
    pub fn solve(&mut self, moment: DVec3) {
        self.warp.solve(&self.matrix, &mut self.right, &mut self.work);
        let w = self.balance.lost(moment, |i| self.right[i]);
        for (v, &(_, r)) in self.right.iter_mut().zip(&self.balance.nodes) {
            *v += w.cross(r);
        }
    }

    /// Factorises `M + scale K` with these rotations; a node without mass does not move. A non-finite body
    /// cannot be factorised.
    pub fn assemble(&mut self, rotations: &[DQuat], mass: impl Fn(u32) -> Option<f64>, scale: f64) {
        self.matrix.clear();
        for (i, &place) in self.diagonal.iter().enumerate() {
            let m = mass(i as u32).unwrap_or(1.0);
            self.matrix.add(place, DMat3::from_diagonal(DVec3::splat(m)));
        }
        for ((e, places), q) in self.elements.iter().zip(&self.places).zip(rotations) {
            let r = DMat3::from_quat(*q);
            for (pair, &place) in PAIRS.iter().zip(places) {
                if pair.iter().all(|&k| mass(e.nodes[k]).is_some()) {
                    let k = r * e.stiffness(*pair) * r.transpose();
                    self.matrix.add(place, k * scale);
                }
            }
        }
        self.warp.forget();
        self.warp.made = self.matrix.factorise();
    }

    /// What the body answers to impulses on its nodes, instead of them.
    pub fn apply(&mut self, impulse: &mut [DVec3]) {
        let moment = self.balance.moment(|i| impulse[i]);
        let blocks = self.matrix.blocks();
        if !self.warp.recall(blocks, impulse, &mut self.work) {
            self.warp.solve(&self.matrix, impulse, &mut self.work);
        }
        let w = self.balance.lost(moment, |i| impulse[i]);
        for (v, &(_, r)) in impulse.iter_mut().zip(&self.balance.nodes) {
            *v += w.cross(r);
        }
    }

    /// The same for three at once.
    pub fn apply_columns(&mut self, impulse: &mut [DMat3]) {
        let axes = [0, 1, 2];
        let balance = &self.balance;
        let moment = axes.map(|a| balance.moment(|i| impulse[i].col(a)));
        self.warp.solve(&self.matrix, impulse, &mut self.columns);
        let w = axes.map(|a| balance.lost(moment[a], |i| impulse[i].col(a)));
        for (v, &(_, r)) in impulse.iter_mut().zip(&balance.nodes) {
            *v += DMat3::from_cols(w[0].cross(r), w[1].cross(r), w[2].cross(r));
        }
    }

    /// Tells what some nodes answer to pushes on one, by the answers that are remembered in turned axes.
    pub fn answers(
        &mut self,
        node: usize,
        some: &[usize],
        all: &mut [DMat3],
        tell: &mut dyn FnMut(DMat3),
    ) {
        let balance = &self.balance;
        if balance.is_free() {
            self.warp.weigh(&balance.nodes);
        }
        self.warp.find(&self.matrix, node, all, &mut self.columns);
        let (found, turn) = (self.warp.found(node), self.warp.turns_of());
        let w = match balance.is_free() {
            true => balance.lost_by(node, self.warp.spin_of(node)),
            false => [DVec3::ZERO; 3],
        };
        let back = turn[node].transpose();
        for &i in some {
            let r = balance.nodes[i].1;
            let more = DMat3::from_cols(w[0].cross(r), w[1].cross(r), w[2].cross(r));
            tell(turn[i] * double3(found[i]) * back + more);
        }
    }
}
