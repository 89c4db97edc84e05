//! Walks: the edges of a thin body as lines that go on as straight as they can.
//!
//! At each node the edges that meet there are paired, the straightest pair first. A grid falls into its warp, its
//! weft and its diagonals, a rope is one line, and any other mesh falls into lines as long as it allows.
//! No line comes to a node twice. Lines end at nodes that cannot move, and begin there if they can: so
//! elimination, which starts at the first link, meets no small pivots.

use std::collections::BTreeSet;

use crate::math::{Real, Vec3};

/// Edges turn by less than about 60° where a line goes on.
const STRAIGHT: Real = -0.5;
/// So many edges of a node are paired; the rest begin or end there.
const PAIRED: usize = 24;

/// A line of edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Walk {
    /// Its nodes in order, one more than edges.
    pub(crate) nodes: Vec<u32>,
    /// Its edges in order.
    pub(crate) edges: Vec<u32>,
}

/// Takes edges apart into lines. `stuck` tells the nodes that cannot move.
pub(crate) fn walks(
    ends: &[[u32; 2]],
    at: impl Fn(u32) -> Vec3,
    stuck: impl Fn(u32) -> bool,
) -> Vec<Walk> {
    let ahead = pair(ends, at);
    let mut used = vec![false; ends.len()];
    let mut found = Vec::new();
    // Lines with an end first, so that what is left goes round.
    for rings in [false, true] {
        for edge in 0..ends.len() {
            let side = ahead[edge].iter().position(Option::is_none);
            if !used[edge] && (rings || side.is_some()) {
                follow(ends, &ahead, edge, side.unwrap_or(0), &mut used, &mut found);
            }
        }
    }
    found.into_iter().flat_map(|walk| part(walk, &stuck)).collect()
}

/// The edge by which a line goes on beyond each end of an edge.
fn pair(ends: &[[u32; 2]], at: impl Fn(u32) -> Vec3) -> Vec<[Option<u32>; 2]> {
    let mut meet: Vec<(u32, u32, usize)> = Vec::with_capacity(2 * ends.len());
    for (edge, nodes) in ends.iter().enumerate() {
        meet.extend((0..2).map(|side| (nodes[side], edge as u32, side)));
    }
    meet.sort_unstable();
    let mut ahead = vec![[None; 2]; ends.len()];
    let mut pairs: Vec<(Real, usize, usize)> = Vec::new();
    for group in meet.chunk_by(|a, b| a.0 == b.0) {
        let group = &group[..group.len().min(PAIRED)];
        let away = |&(node, edge, side): &(u32, u32, usize)| {
            (at(ends[edge as usize][1 - side]) - at(node)).normalize_or_zero()
        };
        pairs.clear();
        for j in 1..group.len() {
            for i in 0..j {
                let turn = away(&group[i]).dot(away(&group[j]));
                if turn < STRAIGHT {
                    pairs.push((turn, i, j));
                }
            }
        }
        pairs.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        for &(_, i, j) in &pairs {
            let (a, b) = (group[i], group[j]);
            if ahead[a.1 as usize][a.2].is_none() && ahead[b.1 as usize][b.2].is_none() {
                ahead[a.1 as usize][a.2] = Some(b.1);
                ahead[b.1 as usize][b.2] = Some(a.1);
            }
        }
    }
    ahead
}

/// Walks from one side of an edge until there is no way on. Where it would come to a node twice, a new
/// line begins.
fn follow(
    ends: &[[u32; 2]],
    ahead: &[[Option<u32>; 2]],
    first: usize,
    side: usize,
    used: &mut [bool],
    found: &mut Vec<Walk>,
) {
    let mut node = ends[first][side];
    let mut walk = Walk { nodes: vec![node], edges: Vec::new() };
    let mut been = BTreeSet::from([node]);
    let mut next = Some(first);
    while let Some(edge) = next.filter(|&e| !used[e]) {
        used[edge] = true;
        let to = usize::from(ends[edge][0] == node);
        let there = ends[edge][to];
        if !been.insert(there) {
            found.push(std::mem::replace(&mut walk, Walk { nodes: vec![node], ..Walk::default() }));
            been = BTreeSet::from([node, there]);
        }
        walk.nodes.push(there);
        walk.edges.push(edge as u32);
        (node, next) = (there, ahead[edge][to].map(|e| e as usize));
    }
    found.push(walk);
    found.retain(|w| !w.edges.is_empty());
}

/// Cuts a line at the nodes that cannot move.
fn part(walk: Walk, stuck: &impl Fn(u32) -> bool) -> Vec<Walk> {
    let last = walk.edges.len();
    let mut cuts = vec![0];
    cuts.extend((1..last).filter(|&i| stuck(walk.nodes[i])));
    cuts.push(last);
    let piece = |c: &[usize]| {
        let mut piece = Walk {
            nodes: walk.nodes[c[0]..=c[1]].to_vec(),
            edges: walk.edges[c[0]..c[1]].to_vec(),
        };
        if !stuck(walk.nodes[c[0]]) && stuck(walk.nodes[c[1]]) {
            piece.nodes.reverse();
            piece.edges.reverse();
        }
        piece
    };
    cuts.windows(2).map(piece).collect()
}

/// Groups of lines of which no two share a node: their places, and those of the longest edges first.
pub(crate) fn groups(
    walks: &[Walk],
    slots: usize,
    length: impl Fn(u32) -> Real,
) -> Vec<Vec<usize>> {
    let mut taken: Vec<Vec<u32>> = vec![Vec::new(); slots];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut refused: Vec<usize> = Vec::new();
    for (i, walk) in walks.iter().enumerate() {
        refused.resize(groups.len(), usize::MAX);
        for &node in &walk.nodes {
            taken[node as usize].iter().for_each(|&g| refused[g as usize] = i);
        }
        let free = refused.iter().position(|&by| by != i).unwrap_or(groups.len());
        if free == groups.len() {
            groups.push(Vec::new());
        }
        groups[free].push(i);
        walk.nodes.iter().for_each(|&node| taken[node as usize].push(free as u32));
    }
    let mean = |group: &Vec<usize>| {
        let edges = group.iter().flat_map(|&i| &walks[i].edges);
        edges.clone().map(|&e| length(e)).sum::<Real>() / edges.count().max(1) as Real
    };
    let mut order: Vec<(Real, Vec<usize>)> = groups.into_iter().map(|g| (mean(&g), g)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    // Lines of one length lie side by side, and neighbours among them.
    let sorted = |mut group: Vec<usize>| {
        group.sort_by_key(|&i| (std::cmp::Reverse(walks[i].edges.len()), i));
        group
    };
    order.into_iter().map(|(_, group)| sorted(group)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::{Mesh, primitives};

    fn edges(mesh: &Mesh) -> Vec<[u32; 2]> {
        let sides = |f: &[u32; 3]| [[f[0], f[1]], [f[1], f[2]], [f[2], f[0]]];
        let mut all: Vec<[u32; 2]> = mesh.faces.iter().flat_map(sides).collect();
        all.extend(&mesh.edges);
        all.iter_mut().for_each(|e| e.sort_unstable());
        all.sort_unstable();
        all.dedup();
        all
    }

    fn check(ends: &[[u32; 2]], walks: &[Walk], slots: usize) -> usize {
        let mut all: Vec<u32> = walks.iter().flat_map(|w| w.edges.clone()).collect();
        all.sort_unstable();
        assert_eq!(all, (0..ends.len() as u32).collect::<Vec<_>>(), "every edge once");
        for walk in walks {
            let mut nodes = walk.nodes.clone();
            nodes.sort_unstable();
            nodes.dedup();
            assert_eq!(nodes.len(), walk.edges.len() + 1, "no node twice");
            for (pair, &edge) in walk.nodes.windows(2).zip(&walk.edges) {
                let mut pair = [pair[0], pair[1]];
                pair.sort_unstable();
                assert_eq!(pair, ends[edge as usize], "an edge joins its nodes");
            }
        }
        let groups = groups(walks, slots, |_| 1.0);
        for group in &groups {
            let mut nodes: Vec<u32> = group.iter().flat_map(|&i| walks[i].nodes.clone()).collect();
            let count = nodes.len();
            nodes.sort_unstable();
            nodes.dedup();
            assert_eq!(nodes.len(), count, "no two lines of a group share a node");
        }
        groups.len()
    }

    #[test]
    fn a_grid_falls_into_warp_weft_and_diagonals() {
        let mesh = primitives::grid([1.0, 1.0], [9, 7]).unwrap();
        let ends = edges(&mesh);
        let found = walks(&ends, |i| mesh.points[i as usize], |_| false);
        assert_eq!(check(&ends, &found, mesh.points.len()), 4);
        assert_eq!(found.iter().filter(|w| w.edges.len() == 8).count(), 7);
    }

    #[test]
    fn a_ring_and_a_ball_fall_into_lines() {
        let points: Vec<Vec3> = (0..12)
            .map(|i| {
                let a = i as Real * std::f64::consts::TAU as Real / 12.0;
                Vec3::new(a.cos(), 0.0, a.sin())
            })
            .collect();
        let ends: Vec<[u32; 2]> = (0..12).map(|i| [i, (i + 1) % 12]).collect();
        let mut ends: Vec<[u32; 2]> = ends;
        ends.iter_mut().for_each(|e| e.sort_unstable());
        let found = walks(&ends, |i| points[i as usize], |_| false);
        check(&ends, &found, 12);
        assert_eq!(found.len(), 2, "a ring is cut once");
        let mesh = primitives::rope(1.0, 31).unwrap();
        let found = walks(&mesh.edges, |i| mesh.points[i as usize], |_| false);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn lines_begin_and_end_at_pins() {
        let mesh = primitives::rope(1.0, 31).unwrap();
        let stuck = |i: u32| i == 10 || i == 12;
        let found = walks(&mesh.edges, |i| mesh.points[i as usize], stuck);
        check(&mesh.edges, &found, 31);
        let firsts: Vec<[u32; 2]> =
            found.iter().map(|w| [w.nodes[0], w.nodes[w.edges.len()]]).collect();
        assert_eq!(firsts, [[10, 0], [10, 12], [12, 30]]);
    }
}
