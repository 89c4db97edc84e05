//! Facets: points inside the faces of a cloth or the links of a rope that touch though no node does
//! ([`crate::collision::between`]), eight side by side.

use crate::math::Real;
use crate::math::lanes::{Lanes, W};

/// Eight points of faces that share no node.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct FacetBlock {
    /// Node slots of the corners.
    pub(crate) node: [[u32; W]; 3],
    /// Barycentric coordinates; zero in unused lanes.
    pub(crate) weight: [Lanes; 3],
    /// How much nearer than nodes they may come, m.
    pub(crate) give: Lanes,
    /// How many lanes are used.
    pub(crate) used: usize,
}

/// The node slot that does not move.
const WORLD: u32 = 0;

/// Adds a point of a face, which may come nearer than nodes by `give`, to the first block none of whose faces has its nodes. Of a
/// link the last two are the same: it stands there with the world for a third.
pub(crate) fn add(
    blocks: &mut Vec<FacetBlock>,
    mut node: [u32; 3],
    mut weight: [Real; 3],
    give: Real,
) {
    if node[1] == node[2] {
        weight = [weight[0], weight[1] + weight[2], 0.0];
        node[2] = WORLD;
    }
    let shared = |n: u32| n != WORLD && node.contains(&n);
    let fits =
        |b: &FacetBlock| b.used < W && (0..b.used).all(|l| b.node.iter().all(|n| !shared(n[l])));
    let place = match blocks.iter().position(fits) {
        Some(place) => place,
        None => {
            let (node, weight) = ([[0; W]; 3], [Lanes::ZERO; 3]);
            blocks.push(FacetBlock { node, weight, give: Lanes::ZERO, used: 0 });
            blocks.len() - 1
        }
    };
    let block = &mut blocks[place];
    for k in 0..3 {
        block.node[k][block.used] = node[k];
        block.weight[k].0[block.used] = weight[k];
    }
    block.give.0[block.used] = give;
    block.used += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_faces_of_a_block_share_a_node() {
        let mut blocks = Vec::new();
        for i in 0..30 {
            add(&mut blocks, [1 + i, 2 + i, 3 + i], [0.2, 0.3, 0.5], 0.0);
            add(&mut blocks, [40 + i, 41 + i, 41 + i], [0.5, 0.25, 0.25], 0.001);
        }
        for b in &blocks {
            let mut all: Vec<u32> = b.node.iter().flat_map(|n| n[..b.used].to_vec()).collect();
            all.retain(|&n| n != WORLD);
            all.sort_unstable();
            let count = all.len();
            all.dedup();
            assert_eq!(all.len(), count);
            let sum = b.weight[0] + b.weight[1] + b.weight[2];
            assert!(sum.0[..b.used].iter().all(|s| (s - 1.0).abs() < 1e-6));
        }
        assert_eq!(blocks.iter().map(|b| b.used).sum::<usize>(), 60);
    }
}
