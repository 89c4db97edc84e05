//! All strands of the weave: which lie side by side, and what their links pulled by.
//!
//! Which links are taut is remembered in the bodies, from step to step and in snapshots. If a step forgot, the cloth
//! would be another one at each beginning, and never come to rest.

use rayon::prelude::*;

use super::strand::{ABREAST, Line, Pull, StrandBlock};
use super::{Nodes, walk};
use crate::bodies::soft::SoftBody;
use crate::constraints::batch::{Engine, WORTH_THREADS};
use crate::handle::Arena;
use crate::math::lanes::W;
use crate::math::{Real, Vec3};
use crate::state::State;

/// An edge that is a link of a strand.
pub(super) struct Edge {
    pub(super) node: [u32; 2],
    /// At rest, m.
    pub(super) length: Real,
    /// Compliance against compression, m/N.
    pub(super) push: Real,
    /// Among the edges of all bodies with strands.
    pub(super) place: u32,
}

/// The edges of bodies that are to be strands.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) links: Vec<Edge>,
    /// The bodies, by their places, and where the edges of each begin.
    homes: Vec<(usize, usize)>,
    /// The number of all edges of these bodies.
    count: usize,
}

impl Gathered {
    /// Adds a body of this place, whose edges are links where they do not stretch and one of their ends moves.
    pub(super) fn add(&mut self, place: usize, body: &SoftBody, moves: impl Fn(&[u32]) -> bool) {
        let first = self.count;
        self.homes.push((place, first));
        self.count += body.edges.len();
        for (i, &(ends, length)) in body.edges.iter().enumerate() {
            let node = ends.map(|e| body.slots.start + e);
            if moves(&node) && body.is_rigid(i) {
                let (push, place) = (body.thread(i).push, (first + i) as u32);
                self.links.push(Edge { node, length, push, place });
            }
        }
    }
}

/// All strands.
#[derive(Clone, Debug, Default)]
pub(super) struct Strands {
    blocks: Vec<StrandBlock>,
    /// One past the last block of each group. No two strands of a group share a node.
    groups: Vec<usize>,
    /// The bodies, by their places, and where the edges of each begin.
    homes: Vec<(usize, usize)>,
    /// What all edges of these bodies pulled by, N·s.
    pulls: Vec<Real>,
}

impl Strands {
    /// Takes edges apart into lines, and lays these side by side.
    pub(super) fn build(&mut self, state: &State, softs: &Arena<SoftBody>, gathered: Gathered) {
        let Gathered { links: edges, homes, count } = gathered;
        let slots = state.nodes.x.len();
        let mut rest = vec![Vec3::ZERO; slots];
        for body in homes.iter().filter_map(|home| softs.at(home.0)) {
            let range = body.slots.range();
            rest[range].iter_mut().zip(&body.mesh.points).for_each(|(rest, &p)| *rest = p);
        }
        let ends: Vec<[u32; 2]> = edges.iter().map(|e| e.node).collect();
        let stuck = |i: u32| state.nodes.x[i as usize][3] == 0.0;
        let walks = walk::walks(&ends, |i| rest[i as usize], stuck);
        let groups = walk::groups(&walks, slots, |e| edges[e as usize].length);
        (self.homes, self.pulls) = (homes, vec![0.0; count]);
        (self.blocks, self.groups) = (Vec::new(), Vec::new());
        for group in &groups {
            for eight in group.chunks(W) {
                let line = |&i: &usize| {
                    let nodes = walks[i].nodes.as_slice();
                    let links = walks[i].edges.iter().map(|&e| &edges[e as usize]).collect();
                    Line { nodes, links, held: stuck(nodes[0]) && stuck(nodes[nodes.len() - 1]) }
                };
                let lines: Vec<_> = eight.iter().map(line).collect();
                self.blocks.push(StrandBlock::new(&lines));
            }
            self.groups.push(self.blocks.len());
        }
        self.load(softs);
    }

    /// The number of blocks.
    pub(super) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Takes what links pulled by from the bodies.
    pub(super) fn load(&mut self, softs: &Arena<SoftBody>) {
        for &(body, first) in &self.homes {
            let pulls = softs.at(body).map_or(&[][..], |b| &b.pull);
            self.pulls[first..].iter_mut().zip(pulls).for_each(|(mine, its)| *mine = *its);
        }
        self.blocks.iter_mut().for_each(|block| block.load(&self.pulls));
    }

    /// Leaves what links pull by with the bodies.
    pub(super) fn save(&mut self, softs: &mut Arena<SoftBody>) {
        self.blocks.iter().for_each(|block| block.save(&mut self.pulls));
        for &(body, first) in &self.homes {
            let Some(body) = softs.at_mut(body) else { continue };
            body.pull.iter_mut().zip(&self.pulls[first..]).for_each(|(its, mine)| *its = *mine);
        }
    }

    /// Solves all of them, group by group, in blocks that may go to threads, for the first time in a substep of length `h` or again;
    /// gives the sum of the squared impulses, formed in order.
    pub(super) fn sweep(
        &mut self,
        nodes: Nodes<'_>,
        h: Real,
        first: bool,
        sums: &mut [Real],
        on: Engine,
    ) -> Real {
        let solve =
            |blocks: &mut [StrandBlock]| on.level.run_kernel(Pull { blocks, nodes, h, first });
        let mut start = 0;
        for &end in &self.groups {
            let (blocks, sums) = (&mut self.blocks[start..end], &mut sums[start..end]);
            let links: usize = blocks.iter().map(|b| b.links.len()).sum();
            if on.threads > 1 && links >= WORTH_THREADS {
                let parts = blocks.par_chunks_mut(ABREAST).zip(sums.par_iter_mut());
                parts.for_each(|(block, sum)| *sum = solve(block));
            } else {
                blocks.chunks_mut(ABREAST).zip(sums).for_each(|(block, sum)| *sum = solve(block));
            }
            start = end;
        }
        sums[..start].iter().sum()
    }
}
