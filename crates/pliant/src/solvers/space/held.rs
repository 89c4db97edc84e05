//! What is held at any price: the bilateral rows of an island as one block.
//!
//! Visited one after the other, the links of a chain under load learn of each other one at a time, and what
//! they leave of a violation is pushed at again in the next substep: a chain that carries a hundred times its
//! mass tears. As one block they are exact at once. Their part of `W` is sparse where the island is, and
//! factorised by 3×3 blocks; a hair on its diagonal lets redundant rows share what they carry.

use super::law::MOST;
use super::system::{Group, Rule, System};
use crate::math::block_cholesky::{BlockCholesky, BlockPlace, Four};
use crate::math::{DMat3, DVec3};

/// The most blocks of the factor: beyond them its rows are visited one group after the other.
const MOST_BLOCKS: usize = 40_000;
/// The most pairs of groups that one slot or body may couple.
const MOST_PAIRS: usize = 20_000;
/// The compliance of what is held, by that of each row: redundant rows share what they carry by it, and what rounding
/// makes them contradict each other by stays bounded from substep to substep.
pub(super) const HAIR: f64 = 3e-5;
/// How often rows that contradict each other are made to yield.
pub(super) const ROUNDS: usize = 3;

/// The block of what is held.
#[derive(Debug, Default)]
pub(super) struct Held {
    pieces: Vec<Piece>,
    /// Pieces that share a slot or a body, each pair once, and each with itself.
    pairs: Vec<[u32; 2]>,
    matrix: Option<BlockCholesky>,
    terms: Vec<Term>,
    diagonal: Vec<BlockPlace>,
    right: Vec<DVec3>,
    work: Vec<Four>,
    /// The groups it is made of in this solve.
    pub(super) groups: Vec<u32>,
    /// Slots and bodies, each with a piece on it.
    on: Vec<(u64, u32)>,
    /// It has been factorised in this substep.
    pub(super) ready: bool,
}

/// Up to three rows of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    group: u32,
    first: u32,
    rows: u32,
}

/// What couples two pieces.
#[derive(Clone, Copy, Debug)]
struct Term {
    /// First rows of the Jacobian of both by a lumped slot, or rows on a body.
    rows: [u32; 2],
    /// How many there are.
    count: [u32; 2],
    body: Option<u32>,
    groups: [u32; 2],
    at: BlockPlace,
}

impl Group {
    /// Whether it holds at any price.
    pub(super) fn holds(&self) -> bool {
        match self.rule {
            Rule::Exact => true,
            Rule::Disc => self.bound[0].is_infinite(),
            Rule::Interval => self.bound == [f64::NEG_INFINITY, f64::INFINITY, 0.0],
            Rule::Cone | Rule::Constant | Rule::Own(_) => false,
        }
    }
}

impl Held {
    /// Finds what is held and what couples it; there is no block if it would be too big, or of one group.
    pub(super) fn arrange(&mut self, system: &mut System) {
        let before = std::mem::take(&mut self.pieces);
        self.terms.clear();
        self.ready = false;
        for (i, group) in system.groups.iter_mut().enumerate() {
            group.held = false;
            if group.holds() {
                for first in (0..group.rows() as u32).step_by(3) {
                    let rows = (group.rows() as u32 - first).min(3);
                    self.pieces.push(Piece { group: i as u32, first, rows });
                }
            }
        }
        let several = self.pieces.first().zip(self.pieces.last());
        let several = several.is_some_and(|(a, b)| a.group != b.group);
        let last = std::mem::take(&mut self.pairs);
        if !several || !self.couple(system) {
            self.matrix = None;
            return;
        }
        if self.matrix.is_none() || last != self.pairs || before != self.pieces {
            // Pieces in the order of their rows: neighbours in a chain are neighbours there.
            let line: Vec<DVec3> = (0..self.pieces.len()).map(|i| DVec3::X * i as f64).collect();
            let apart: Vec<[u32; 2]> =
                self.pairs.iter().filter(|p| p[0] != p[1]).copied().collect();
            let matrix = BlockCholesky::new(&line, &apart);
            self.matrix = (matrix.blocks() <= MOST_BLOCKS).then_some(matrix);
        }
        let Some(matrix) = &self.matrix else { return };
        let find = |i, k| matrix.find(i, k);
        self.diagonal.clear();
        self.diagonal.extend((0..self.pieces.len() as u32).filter_map(|i| find(i, i)));
        self.find_terms(system);
        for piece in &self.pieces {
            system.groups[piece.group as usize].held = true;
        }
    }

    /// Finds the pairs; false if there are too many.
    fn couple(&mut self, system: &System) -> bool {
        let on = &mut self.on;
        on.clear();
        for (i, piece) in self.pieces.iter().enumerate() {
            system.slots_of(piece.group as usize, |slot| on.push((slot, i as u32)));
        }
        on.sort_unstable();
        on.dedup();
        for run in on.chunk_by(|a, b| a.0 == b.0) {
            if run.len() * run.len() > MOST_PAIRS * 2 {
                return false;
            }
            for (k, a) in run.iter().enumerate() {
                self.pairs.extend(run[k..].iter().map(|b| [a.1, b.1]));
            }
        }
        self.pairs.sort_unstable();
        self.pairs.dedup();
        true
    }

    fn find_terms(&mut self, system: &System) {
        let Some(matrix) = &self.matrix else { return };
        for &[a, b] in &self.pairs {
            let (p, q) = (self.pieces[a as usize], self.pieces[b as usize]);
            let Some(at) = matrix.find(a, b) else { continue };
            let (count, groups) = ([p.rows, q.rows], [p.group, q.group]);
            system.each_shared(p.group as usize, q.group as usize, |body, rows| {
                let rows = [rows[0] + p.first, rows[1] + q.first];
                self.terms.push(Term { rows, count, body, groups, at });
            });
        }
    }

    /// Factorises `W` of what is held; if that fails its groups are visited one by one.
    pub(super) fn factorise(&mut self, system: &System) {
        self.ready = false;
        let Some(matrix) = &mut self.matrix else { return };
        matrix.clear();
        let holds = |group: u32| system.groups[group as usize].holds();
        self.groups.clear();
        let first = self.pieces.iter().filter(|p| p.first == 0).map(|p| p.group);
        self.groups.extend(first.filter(|&group| holds(group)));
        for term in self.terms.iter().filter(|t| t.groups.into_iter().all(holds)) {
            matrix.add(term.at, term.block(system));
        }
        for (piece, &at) in self.pieces.iter().zip(&self.diagonal) {
            let group = &system.groups[piece.group as usize];
            let mut more = DVec3::ONE;
            for d in 0..piece.rows as usize {
                let e = piece.first as usize + d;
                let (w, gamma) = (system.w[group.at(e, e)], system.gamma[group.row(e)]);
                // A row that nothing can push carries nothing.
                more[d] = if w > 0.0 && holds(piece.group) { gamma + HAIR * w } else { 1.0 };
            }
            matrix.add(at, DMat3::from_diagonal(more));
        }
        self.ready = matrix.factorise();
    }

    /// The change of impulse of each group that leaves none of it violated.
    pub(super) fn solve(&mut self, system: &System, mut tell: impl FnMut(usize, usize, &[f64])) {
        let Some(matrix) = &self.matrix else { return };
        self.right.clear();
        for piece in &self.pieces {
            let mut delta = [0.0; MOST];
            system.delta(piece.group as usize, &mut delta);
            system.add_hair(piece.group as usize, &mut delta);
            let mut right = DVec3::ZERO;
            let rows = if system.groups[piece.group as usize].holds() { piece.rows } else { 0 };
            for d in 0..rows as usize {
                right[d] = -delta[piece.first as usize + d];
            }
            self.right.push(right);
        }
        matrix.solve(&mut self.right, &mut self.work);
        for (piece, change) in self.pieces.iter().zip(&self.right) {
            let change = change.to_array();
            tell(piece.group as usize, piece.first as usize, &change[..piece.rows as usize]);
        }
    }
}

impl Term {
    fn block(&self, system: &System) -> DMat3 {
        let mut m = DMat3::ZERO;
        for e in 0..self.count[1] {
            let mut column = DVec3::ZERO;
            for d in 0..self.count[0] {
                column[d as usize] =
                    system.coupling(self.body, [self.rows[0] + d, self.rows[1] + e]);
            }
            *m.col_mut(e as usize) = column;
        }
        m
    }
}
