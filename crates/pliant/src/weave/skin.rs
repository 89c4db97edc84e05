//! The nodes of a thin body that may touch something, eight by eight, in a tree of boxes.
//!
//! Blocks hold nodes that are neighbours at rest (sorted along a curve of Morton 1966), and boxes of
//! blocks are gathered eight by eight into larger ones. The tree stays as it is while the body lives;
//! its boxes are fitted to the nodes again in every step.

use crate::bodies::soft::SoftBody;
use crate::math::lanes::W;
use crate::math::{Real, Vec3};
use crate::state::Nodes;

/// A box along the axes of the world, lower and upper corner.
pub(crate) type Bounds = [Vec3; 2];

/// How many boxes make a larger one.
const FAN: usize = 8;

/// The nodes of a body in blocks, with a tree of boxes over them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Skin {
    /// Place of the body among the deformable ones.
    pub(crate) soft: u32,
    /// Node slots; 0 fills the last block.
    pub(crate) blocks: Vec<[u32; W]>,
    /// The largest speed of its nodes in this substep, m/s.
    pub(crate) fastest: Real,
    /// Boxes of the blocks, of eight of these, and so on up to one.
    levels: Vec<Vec<Bounds>>,
}

impl Skin {
    /// The blocks of a body.
    pub(crate) fn new(soft: u32, body: &SoftBody) -> Self {
        let mut order: Vec<(u64, u32)> = Vec::with_capacity(body.skin.len());
        let points = &body.mesh.points;
        let (mut lo, mut hi) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for p in points {
            (lo, hi) = (lo.min(*p), hi.max(*p));
        }
        let size = (hi - lo).max_element().max(Real::MIN_POSITIVE);
        for &node in &body.skin {
            let place = (points[node as usize] - lo) / size;
            order.push((morton(place), node));
        }
        order.sort_unstable();
        let slot = |&(_, node): &(u64, u32)| body.slots.start + node;
        let block = |nodes: &[(u64, u32)]| {
            let mut block = [0; W];
            for (place, node) in block.iter_mut().zip(nodes) {
                *place = slot(node);
            }
            block
        };
        let blocks: Vec<[u32; W]> = order.chunks(W).map(block).collect();
        let mut levels = vec![vec![[Vec3::ZERO; 2]; blocks.len()]];
        while let Some(last) = levels.last().filter(|last| last.len() > 1) {
            let next = vec![[Vec3::ZERO; 2]; last.len().div_ceil(FAN)];
            levels.push(next);
        }
        Self { soft, blocks, fastest: 0.0, levels }
    }

    /// Fits all boxes to the nodes.
    pub(crate) fn refit(&mut self, nodes: &Nodes) {
        let empty = [Vec3::INFINITY, Vec3::NEG_INFINITY];
        for (bounds, block) in self.levels[0].iter_mut().zip(&self.blocks) {
            *bounds = empty;
            for &slot in block.iter().filter(|&&slot| slot != 0) {
                let p = nodes.position(slot as usize);
                *bounds = [bounds[0].min(p), bounds[1].max(p)];
            }
        }
        for i in 1..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(i);
            for (bounds, parts) in above[0].iter_mut().zip(below[i - 1].chunks(FAN)) {
                *bounds = empty;
                for part in parts {
                    *bounds = [bounds[0].min(part[0]), bounds[1].max(part[1])];
                }
            }
        }
    }

    /// The box about all of it.
    pub(crate) fn bounds(&self) -> Bounds {
        self.levels.last().and_then(|l| l.first()).copied().unwrap_or([Vec3::ZERO; 2])
    }

    /// Adds the blocks whose boxes a test lets pass, ascending; it must let a box pass if it lets a
    /// part of it pass.
    pub(crate) fn find(&self, passes: impl Fn(&Bounds) -> bool, found: &mut Vec<u32>) {
        let top = self.levels.len() - 1;
        for i in 0..self.levels[top].len() {
            self.descend(top, i, &passes, found);
        }
    }

    fn descend(
        &self,
        level: usize,
        i: usize,
        passes: &impl Fn(&Bounds) -> bool,
        found: &mut Vec<u32>,
    ) {
        if !passes(&self.levels[level][i]) {
            return;
        }
        if level == 0 {
            found.push(i as u32);
            return;
        }
        let end = (FAN * (i + 1)).min(self.levels[level - 1].len());
        for part in FAN * i..end {
            self.descend(level - 1, part, passes, found);
        }
    }
}

/// The place on a curve through the unit cube that keeps neighbours together: the bits of the three
/// coordinates in turn.
fn morton(p: Vec3) -> u64 {
    let spread = |x: Real| {
        let bits = (x * 1023.0) as u64;
        (0..10).fold(0, |sum, b| sum | (bits >> b & 1) << (3 * b))
    };
    spread(p.x) | spread(p.y) << 1 | spread(p.z) << 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::primitives;
    use crate::{Soft, World};

    /// What the tree finds is what a look at every node finds.
    #[test]
    fn the_tree_finds_all_blocks_with_a_node_in_a_box() {
        let mut world = World::default();
        let mesh = primitives::grid([1.0, 1.5], [23, 31]).unwrap();
        world.add_soft(Soft { mesh, ..Soft::default() }).unwrap();
        let body = world.softs.values().next().unwrap();
        let mut skin = Skin::new(0, body);
        let nodes = &world.state.nodes;
        skin.refit(nodes);
        assert_eq!(skin.blocks.as_flattened().iter().filter(|&&s| s != 0).count(), 23 * 31);
        for k in 0..20 {
            let at = Vec3::new(0.05 * k as Real - 0.5, 0.0, 0.07 * k as Real - 0.7);
            let inside = |p: Vec3| (p - at).abs().max_element() < 0.11;
            let mut found = Vec::new();
            let near = |b: &Bounds| (b[0] - at).max(at - b[1]).max_element() < 0.11;
            skin.find(near, &mut found);
            for (i, block) in skin.blocks.iter().enumerate() {
                let any = |&s: &u32| s != 0 && inside(nodes.position(s as usize));
                if block.iter().any(any) {
                    assert!(found.contains(&(i as u32)), "{k}: block {i} is missing");
                }
            }
            assert!(found.len() < skin.blocks.len() / 3);
        }
    }
}
