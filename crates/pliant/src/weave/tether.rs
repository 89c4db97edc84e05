//! Tethers: no node is farther from the nearest pin than the way to it along the edges.
//!
//! One sweep a substep carries a load along one edge or a few, so cloth that hangs from a pin would stretch there: all of
//! it pulls at the edges of one light node. That no node of an inextensible body can be farther from a pin than
//! its edges reach is known beforehand, and a pin cannot be moved; so nodes are held to it directly (Kim et al. 2012):
//!
//! ```text
//! C = |x + h v − p| − L ≤ 0,   λ = C/(h w n·n₁)   along n = (x − p)/|x − p|, as an edge acts
//! ```
//!
//! The way along edges is never shorter than the shortest way along the surface, so tethers forbid nothing that the
//! edges allow. What they carry goes to the pin, which moves as told.
//!
//! Cloth between several pins ([spans](super::span)) takes ways across its faces as well, from corner to corner over an edge between: where
//! a pin has no diagonal, the way along edges to the nodes round it is longer by up to 8%, and all hangs on one or two edges.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Nodes, Row};
use crate::bodies::soft::SoftBody;
use crate::math::Real;
use crate::math::lanes::{Lanes, W};
use crate::math::wide::Wide;
use crate::meshing::{Mesh, surface};
use crate::state::State;

/// Eight nodes, each with its pin.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct TetherBlock {
    /// Node slots: the node and its pin.
    pub(crate) node: [[u32; W]; 2],
    /// Length of the way to the pin, m.
    pub(crate) length: Lanes,
}

/// A way over an end of an edge counts as one over the edge, by so much of its length.
const LEAN: Real = 1e-4;

/// A node slot, that of a pin, and how far the node may be from it, m.
pub(super) type Tether = ([u32; 2], Real);

impl TetherBlock {
    /// At most eight tethers, each of a node of its own.
    pub(super) fn new(tethers: &[Tether]) -> Self {
        let mut block = Self::default();
        for (l, &([node, pin], length)) in tethers.iter().enumerate() {
            (block.node[0][l], block.node[1][l], block.length.0[l]) = (node, pin, length);
        }
        block
    }
}

impl Default for TetherBlock {
    /// Padding: the world on itself.
    fn default() -> Self {
        Self { node: [[0; W]; 2], length: Lanes::ONE }
    }
}

impl Row for TetherBlock {
    #[inline(always)]
    fn solve<T: Wide>(&self, nodes: &Nodes<'_>, h: Real) -> T {
        let [node, pin] = &self.node;
        let ((x, s), (p, _)) = (nodes.x::<T>(node), nodes.x::<T>(pin));
        let (v, u) = (nodes.v(node), nodes.v(pin));
        let (d, h) = (x - p, T::splat(h));
        let ahead = d + (v - u).scale(h);
        let length = ahead.dot(ahead).sqrt();
        let rest = T::of(&self.length);
        let over = (length - rest).max(T::splat(0.0));
        // As for edges: what has turned too far is pushed with the lever of a third of the length.
        let floor = rest * rest * T::splat(0.1) + T::splat(Real::MIN_POSITIVE);
        let change = d.scale((over * length).over(ahead.dot(d).max(floor) * h));
        // Padding and pins have no mobility.
        let moves = s.where_positive(T::splat(1.0), T::splat(0.0));
        nodes.set_v(node, v - change.scale(moves));
        let p = change.scale(moves.over((s * s).max(T::splat(Real::MIN_POSITIVE))));
        p.dot(p)
    }
}

/// Adds the tethers of a body that does not stretch and has pins.
pub(super) fn find(state: &State, body: &SoftBody, found: &mut Vec<Tether>) {
    let base = body.slots.start;
    let count = body.slots.len as usize;
    let pinned = |i: usize| state.nodes.x[base as usize + i][3] == 0.0;
    if !body.yields.is_empty() || !(0..count).any(pinned) || (0..count).all(pinned) {
        return;
    }
    let mut neighbours = vec![Vec::new(); count];
    for &([a, b], length) in &body.edges {
        neighbours[a as usize].push((b, length));
        neighbours[b as usize].push((a, length));
    }
    if body.is_spanned() {
        for ([a, b], length) in across(&body.mesh) {
            neighbours[a as usize].push((b, length));
            neighbours[b as usize].push((a, length));
        }
    }
    // From all pins at once (Dijkstra 1959). Lengths are above 0, so their bits sort as they do.
    let mut nearest: Vec<Option<(Real, u32)>> = vec![None; count];
    let mut queue = BinaryHeap::new();
    for i in (0..count).filter(|&i| pinned(i)) {
        queue.push(Reverse((bits(0.0), i as u32, i as u32)));
        nearest[i] = Some((0.0, i as u32));
    }
    while let Some(Reverse((way, node, pin))) = queue.pop() {
        let here = nearest[node as usize];
        let Some((length, _)) = here.filter(|&(l, p)| bits(l) == way && p == pin) else { continue };
        for &(next, edge) in &neighbours[node as usize] {
            let further = length + edge;
            let shorter = nearest[next as usize].is_none_or(|(known, _)| further < known);
            if shorter {
                nearest[next as usize] = Some((further, pin));
                queue.push(Reverse((bits(further), next, pin)));
            }
        }
    }
    for (i, nearest) in nearest.into_iter().enumerate().filter(|(i, _)| !pinned(*i)) {
        if let Some((length, pin)) = nearest {
            found.push(([base + i as u32, base + pin], length));
        }
    }
}

/// From each corner opposite an edge to the one on the other side, where the straight way leads over the edge, and how long it is
/// with both triangles laid flat, m.
fn across(mesh: &Mesh) -> impl Iterator<Item = ([u32; 2], Real)> + '_ {
    let at = |i: u32| mesh.points[i as usize];
    surface::hinges(&mesh.faces).into_iter().filter_map(move |[i, j, l, r]| {
        let edge = at(j) - at(i);
        let (width, along) = (edge.length(), edge.normalize_or_zero());
        let [a, b] = [l, r].map(|k| at(k) - at(i));
        let [p, q] = [a, b].map(|a| a.dot(along));
        let (s, t) = ((a - along * p).length(), (b - along * q).length());
        let over = (p * t + q * s) / (s + t);
        let within = over > -LEAN * width && over < (1.0 + LEAN) * width;
        within.then(|| ([l, r], ((p - q) * (p - q) + (s + t) * (s + t)).sqrt()))
    })
}

fn bits(length: Real) -> u64 {
    (length as f64).to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::primitives;
    use crate::{Soft, Vec3, World};

    /// Tethers are as long as the way along edges to the nearer of two pins, and a cut part has none.
    #[test]
    fn tethers_are_the_shortest_ways() {
        let mut world = World::default();
        let mesh = primitives::rope(1.0, 11).unwrap();
        let soft = Soft { mesh, pinned: vec![0, 10], ..Soft::default() };
        let rope = world.add_soft(soft).unwrap();
        let mut found = Vec::new();
        find(&world.state, world.softs.values().next().unwrap(), &mut found);
        let base = world.softs.values().next().unwrap().slots.start;
        assert_eq!(found.len(), 9);
        for ([node, pin], length) in found {
            let i = node - base;
            let near = i.min(10 - i);
            assert!((length - 0.1 * near as Real).abs() < 1e-5);
            assert!(i == 5 || pin - base == if i < 5 { 0 } else { 10 });
        }
        world.cut(rope, 2, 3).unwrap();
        world.cut(rope, 7, 8).unwrap();
        let mut found = Vec::new();
        find(&world.state, world.softs.values().next().unwrap(), &mut found);
        assert_eq!(found.len(), 4);
    }

    /// A cloth on two pins is hardly stretched by its weight.
    #[test]
    fn a_cloth_on_two_pins_keeps_its_lengths() {
        let mut world = World::default();
        let mesh = primitives::grid([1.0, 1.0], [31, 31]).unwrap();
        let turn = crate::math::rotation(Vec3::X * std::f64::consts::FRAC_PI_2 as Real);
        let soft = Soft {
            mesh,
            rotation: turn,
            pinned: vec![0, 30],
            damping: 2.0,
            mass: crate::Mass::Total(0.2),
            ..Soft::default()
        };
        let cloth = world.add_soft(soft).unwrap();
        for _ in 0..100 {
            world.step();
        }
        let x: Vec<Vec3> = world.node_positions(cloth).unwrap().collect();
        let strain = |&([a, b], l): &([u32; 2], Real)| (x[a as usize] - x[b as usize]).length() / l;
        let most = world.edges(cloth).unwrap().iter().map(strain).fold(0.0, Real::max);
        assert!(most < 1.05, "{most}");
    }
}
