//! Chains: links that follow each other, solved as a whole.
//!
//! Sweeps hand a force on by a link or two, and what they keep of it lags behind: chains of many stiff links drove themselves on
//! until they flew apart. But in a chain a link has two neighbours at most, so all conditions of the [links](super),
//! `C(x₁) + s F h − l C(x) = 0`, are found together, by Newton's method with a matrix of three diagonals.
//!
//! Forces act along the links at the start of the substep, as everywhere, while no link of a chain turns by more than 8° within
//! it, and nodes between taut links do not swing across faster than substeps follow. A chain that does either could hardly be
//! held that way: its links are pulled along where they would be, and it gains or loses a little angular momentum.

use super::Edge;
use crate::math::{DVec3, IntoF64, Real, double, single};
use crate::state::{Nodes, Slots};

/// The most steps of Newton's method in a substep; two or three do unless links turn far.
const STEPS: usize = 8;
/// The part of its length by which a link may miss its condition in the end.
const NEAR: f64 = 1e-7;
/// The cosine of the turn within a substep beyond which the links of a chain are pulled along where they would be.
const FAR: f64 = 0.99;
/// The square of the angle by which nodes may swing across taut links in a substep.
const SWINGS: f64 = 3.0;

/// Links in the order of their chains, and work space.
#[derive(Clone, Debug, Default)]
pub(super) struct Chains {
    links: Vec<Link>,
}

/// A link from a node to the next.
#[derive(Clone, Copy, Debug)]
struct Link {
    /// Slots.
    node: [usize; 2],
    length: f64,
    stiffness: f64,
    damping: f64,
    /// Whether it goes on where the one before ends.
    follows: bool,
    /// Unit vectors along it at the start and now, and its excess at the start, m.
    along: [DVec3; 2],
    start: f64,
    /// Impulse found so far, N·s: what pushes its ends apart.
    impulse: f64,
    /// Above the diagonal, and the right-hand side, while they are eliminated.
    above: f64,
    right: f64,
}

impl Chains {
    /// The chains of a body, if all of its edges are in one and none is slack.
    pub(super) fn of(edges: &[Edge], slots: Slots) -> Option<Self> {
        let mut at = vec![[u32::MAX; 2]; slots.len as usize];
        for (i, e) in edges.iter().enumerate() {
            if e.shortest < e.longest || e.nodes[0] == e.nodes[1] {
                return None;
            }
            for &n in &e.nodes {
                let free = at[n as usize].iter_mut().find(|x| **x == u32::MAX)?;
                *free = i as u32;
            }
        }
        let mut links = Vec::with_capacity(edges.len());
        let mut seen = vec![false; edges.len()];
        let ends = (0..slots.len).filter(|&n| at[n as usize][1] == u32::MAX);
        for end in ends {
            let (mut node, mut follows) = (end, false);
            while let Some(&i) =
                at[node as usize].iter().find(|&&i| i != u32::MAX && !seen[i as usize])
            {
                let e = &edges[i as usize];
                let next = if e.nodes[0] == node { e.nodes[1] } else { e.nodes[0] };
                links.push(Link::new(e, [node, next].map(|n| (slots.start + n) as usize), follows));
                seen[i as usize] = true;
                (node, follows) = (next, true);
            }
        }
        // A ring has no end.
        (links.len() == edges.len()).then_some(Self { links })
    }

    /// Changes the velocities so that all links hold at the end of the substep.
    pub(super) fn solve(&mut self, nodes: &mut Nodes, h: Real) {
        let t = h.into_f64();
        for link in &mut self.links {
            let [a, b] = link.node.map(|i| double(nodes.position(i)));
            link.along[0] = (b - a).normalize_or_zero();
            link.start = (b - a).length() - link.length;
            link.impulse = 0.0;
        }
        for chain in self.links.chunk_by_mut(|_, next| next.follows) {
            let mut whips = false;
            for _ in 0..STEPS {
                let (far, done) = look_ahead(chain, nodes, t);
                if far && !whips {
                    whips = true;
                    begin_again(chain, nodes);
                    look_ahead(chain, nodes, t);
                } else if done {
                    break;
                }
                if whips {
                    chain.iter_mut().for_each(|link| link.along[0] = link.along[1]);
                }
                eliminate(chain, nodes, t);
                let mut after = 0.0;
                for link in chain.iter_mut().rev() {
                    after = link.right - link.above * after;
                    link.impulse += after;
                    link.push(nodes, after);
                }
            }
        }
    }
}

/// Takes back what the links have pushed with.
fn begin_again(chain: &mut [Link], nodes: &mut Nodes) {
    for link in chain {
        link.push(nodes, -link.impulse);
        link.impulse = 0.0;
    }
}

/// Finds how far the links of a chain miss their conditions where the nodes would be; tells whether one turns far, and whether
/// none misses.
fn look_ahead(chain: &mut [Link], nodes: &Nodes, t: f64) -> (bool, bool) {
    let end = |i: usize| double(nodes.position(i)) + double(nodes.velocity(i)) * t;
    let (mut far, mut done) = (false, true);
    for link in chain.iter_mut() {
        let [a, b] = link.node.map(end);
        link.along[1] = (b - a).normalize_or_zero();
        let lightest = link.node.map(|i| mobility(nodes, i)).into_iter().fold(0.0, f64::max);
        let swings = 4.0 * link.impulse.abs() * lightest * t / link.length;
        far |= link.along[0].dot(link.along[1]) < FAR || swings > SWINGS;
        let (soft, lag) = link.softness(t);
        let excess = (b - a).length() - link.length;
        link.right = lag * link.start - soft * link.impulse - excess;
        done &= link.right.abs() <= NEAR * link.length;
    }
    (far, done)
}

/// Solves for the changes of the impulses from the first link to the last; those above are left.
fn eliminate(chain: &mut [Link], nodes: &Nodes, t: f64) {
    for i in 0..chain.len() {
        let Link { node: [a, b], along: [push, now], mut right, .. } = chain[i];
        let [wa, wb] = [a, b].map(|i| t * mobility(nodes, i));
        let mut diagonal = (wa + wb) * push.dot(now) + chain[i].softness(t).0;
        if let Some(before) = i.checked_sub(1).map(|i| &chain[i]) {
            let below = -wa * now.dot(before.along[0]);
            diagonal -= below * before.above;
            right -= below * before.right;
        }
        let above = chain.get(i + 1).map_or(0.0, |next| -wb * now.dot(next.along[0]));
        let inverse = if diagonal.abs() > f64::MIN_POSITIVE { 1.0 / diagonal } else { 0.0 };
        (chain[i].above, chain[i].right) = (above * inverse, right * inverse);
    }
}

impl Link {
    fn new(e: &Edge, node: [usize; 2], follows: bool) -> Self {
        Self {
            node,
            length: e.longest.into_f64(),
            stiffness: e.stiffness.into_f64(),
            damping: e.damping.into_f64(),
            follows,
            along: [DVec3::ZERO; 2],
            start: 0.0,
            impulse: 0.0,
            above: 0.0,
            right: 0.0,
        }
    }

    /// Pushes its ends apart.
    fn push(&self, nodes: &mut Nodes, impulse: f64) {
        for (i, side) in self.node.into_iter().zip([-impulse, impulse]) {
            let v = double(nodes.velocity(i)) + self.along[0] * (side * mobility(nodes, i));
            nodes.set_velocity(i, single(v));
        }
    }

    /// `s` and `l`.
    fn softness(&self, t: f64) -> (f64, f64) {
        let soft = 1.0 / (t * self.stiffness + self.damping);
        (soft, self.damping * soft)
    }
}

/// Inverse mass of a node, 1/kg.
fn mobility(nodes: &Nodes, i: usize) -> f64 {
    let s = nodes.x[i][3].into_f64();
    s * s
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(a: u32, b: u32) -> Edge {
        Edge { nodes: [a, b], shortest: 1.0, longest: 1.0, stiffness: 1.0, damping: 0.0 }
    }

    #[test]
    fn a_path_is_a_chain_and_a_ring_or_a_fork_is_none() {
        let slots = Slots { start: 1, len: 6 };
        let path = Chains::of(&[edge(2, 1), edge(0, 1), edge(4, 5)], slots).unwrap();
        let follows: Vec<bool> = path.links.iter().map(|l| l.follows).collect();
        assert_eq!(follows, [false, true, false]);
        assert_eq!(path.links[1].node, [2, 3]);
        assert!(Chains::of(&[edge(0, 1), edge(1, 2), edge(2, 0)], slots).is_none());
        assert!(Chains::of(&[edge(0, 1), edge(1, 2), edge(1, 3)], slots).is_none());
    }
}
