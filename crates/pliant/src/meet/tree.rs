//! The surface of a deformable body in a tree of boxes, with the directions that its faces look in.
//!
//! The tree is made once from the shape at rest, and its boxes are fitted to the nodes again when pairs are looked
//! for. Where all faces below a box look to one side of some plane, the surface there cannot touch itself
//! (Volino and Magnenat-Thalmann 1994), so a flat cloth is done with after one look. The same holds for the edges
//! of a rope that all run towards one side.

use crate::bodies::soft::SoftBody;
use crate::math::{Real, Vec3};
use crate::state::Nodes;

/// The cosine of the angle up to which faces look the same way.
const LEVEL: Real = 0.9;

/// The cosine of the angle up to which faces look to one side: of 90° those must be kept by which they may turn before pairs are
/// found again.
const EVEN: Real = 0.4;

/// Not a node.
pub(super) const NONE: u32 = u32::MAX;

/// A face, or an edge of no face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// Node slots; the third is [`NONE`] for an edge.
    pub(super) node: [u32; 3],
    /// Which of its corners it stands for, as bits: each corner of the surface belongs to one face.
    pub(super) corners: u8,
    /// The same of its edges, from each corner to the next.
    pub(super) edges: u8,
    /// Its middle at rest.
    middle: Vec3,
    /// The unit normal of a face, the direction of an edge, when the tree was fitted and at the end of the time it was
    /// fitted for.
    ahead: [Vec3; 2],
}

impl Element {
    pub(super) fn is_face(&self) -> bool {
        self.node[2] != NONE
    }

    /// The corners it stands for.
    pub(super) fn own_corners(&self) -> impl Iterator<Item = u32> + use<> {
        let Self { node, corners, .. } = *self;
        (0..3).filter(move |k| corners >> k & 1 == 1).map(move |k| node[k])
    }

    /// The edges it stands for.
    pub(super) fn own_edges(&self) -> impl Iterator<Item = [u32; 2]> + use<> {
        let Self { node, edges, .. } = *self;
        (0..3).filter(move |k| edges >> k & 1 == 1).map(move |k| [node[k], node[(k + 1) % 3]])
    }

    /// Whether two faces are neighbours at rest, nearer than `near`, and look the same way, all but.
    pub(super) fn is_level_with(&self, other: &Self, near: Real) -> bool {
        self.is_face()
            && other.is_face()
            && self.ahead[0].dot(other.ahead[0]) > LEVEL
            && self.ahead[1].dot(other.ahead[1]) > LEVEL
            && (self.middle - other.middle).length_squared() < near * near
    }

    /// Whether the boxes of two elements have nothing in common.
    pub(super) fn apart(&self, other: &Self, nodes: &Nodes) -> bool {
        let [[a, b, c], [d, e, f]] =
            [self, other].map(|e| e.points(|slot| nodes.position(slot as usize)));
        let above = a.min(b).min(c) - d.max(e).max(f);
        above.max(d.min(e).min(f) - a.max(b).max(c)).max_element() > 0.0
    }

    fn points(&self, at: impl Fn(u32) -> Vec3) -> [Vec3; 3] {
        let [a, b, c] = self.node;
        let [a, b] = [a, b].map(&at);
        [a, b, if c == NONE { b } else { at(c) }]
    }

    /// The unit normal of a face, the direction of an edge.
    fn direction(&self, [a, b, c]: [Vec3; 3]) -> Vec3 {
        let d = if self.is_face() { (b - a).cross(c - a) } else { b - a };
        d.normalize_or_zero()
    }
}

/// A box and the box of the directions below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limb {
    pub(super) lo: Vec3,
    pub(super) hi: Vec3,
    ahead: [Vec3; 2],
    /// The second part; the first follows at once. Of a leaf: 0.
    second: u32,
    /// Of a leaf: its element.
    pub(super) element: u32,
}

impl Limb {
    pub(super) fn is_leaf(&self) -> bool {
        self.second == 0
    }

    /// How far two boxes are apart along the axis on which they are farthest.
    pub(super) fn apart(&self, other: &Self) -> Real {
        (self.lo - other.hi).max(other.lo - self.hi).max_element()
    }

    /// Whether all directions are on one side of a plane, and stay so while nodes stray.
    fn is_even(&self) -> bool {
        let axis = self.ahead[0] + self.ahead[1];
        let least = (self.ahead[0] * axis).min(self.ahead[1] * axis);
        least.x + least.y + least.z > EVEN * axis.length()
    }

    fn size(&self) -> Real {
        (self.hi - self.lo).length_squared()
    }
}

/// The elements of a body's surface, in a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub(super) elements: Vec<Element>,
    pub(super) limbs: Vec<Limb>,
    /// Directions tell something: faces, or edges in one line.
    directed: bool,
    stack: Vec<[u32; 2]>,
}

impl Tree {
    pub(super) fn new(body: &SoftBody) -> Self {
        let base = body.slots.start;
        let mut elements = Vec::new();
        let mut corner_taken = vec![false; body.slots.len as usize];
        let mut edges: Vec<([u32; 2], bool)> = body.edges.iter().map(|e| (e.0, false)).collect();
        edges.iter_mut().for_each(|e| e.0.sort_unstable());
        edges.sort_unstable();
        for &face in &body.mesh.faces {
            let (mut corners, mut own) = (0, 0);
            for k in 0..3 {
                if !std::mem::replace(&mut corner_taken[face[k] as usize], true) {
                    corners |= 1 << k;
                }
                let [a, b] = [face[k], face[(k + 1) % 3]];
                let ends = [a.min(b), a.max(b)];
                if let Ok(i) = edges.binary_search_by_key(&ends, |e| e.0)
                    && !std::mem::replace(&mut edges[i].1, true)
                {
                    own |= 1 << k;
                }
            }
            let node = face.map(|i| base + i);
            elements.push(Element {
                node,
                corners,
                edges: own,
                middle: Vec3::ZERO,
                ahead: [Vec3::ZERO; 2],
            });
        }
        let mut lines = true;
        if body.mesh.tets.is_empty() {
            let mut count = vec![0_u8; body.slots.len as usize];
            for ([a, b], _) in edges.iter().filter(|e| !e.1) {
                let mut corners = 0;
                for (k, end) in [*a, *b].into_iter().enumerate() {
                    if !std::mem::replace(&mut corner_taken[end as usize], true) {
                        corners |= 1 << k;
                    }
                    count[end as usize] = count[end as usize].saturating_add(1);
                }
                let node = [base + a, base + b, NONE];
                elements.push(Element {
                    node,
                    corners,
                    edges: 1,
                    middle: Vec3::ZERO,
                    ahead: [Vec3::ZERO; 2],
                });
            }
            lines = count.iter().all(|&n| n <= 2);
        }
        let directed = elements.iter().all(Element::is_face)
            || lines && !elements.iter().any(Element::is_face);
        let mut tree = Self { elements, limbs: Vec::new(), directed, stack: Vec::new() };
        let rest = |slot: u32| body.mesh.points[(slot - base) as usize];
        for element in &mut tree.elements {
            let [a, b, c] = element.points(rest);
            element.middle = (a + b + c) / 3.0;
        }
        let mut order: Vec<(u32, Vec3)> = (tree.elements.iter().enumerate())
            .map(|(i, e)| {
                let [a, b, c] = e.points(rest);
                (i as u32, a.min(b).min(c) + a.max(b).max(c))
            })
            .collect();
        if !order.is_empty() {
            tree.grow(&mut order);
        }
        tree
    }

    /// Halves the elements along the axis on which they spread most.
    fn grow(&mut self, order: &mut [(u32, Vec3)]) {
        let at = self.limbs.len();
        self.limbs.push(Limb {
            lo: Vec3::ZERO,
            hi: Vec3::ZERO,
            ahead: [Vec3::ZERO; 2],
            second: 0,
            element: order[0].0,
        });
        if order.len() == 1 {
            return;
        }
        let (mut lo, mut hi) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for (_, p) in order.iter() {
            (lo, hi) = (lo.min(*p), hi.max(*p));
        }
        let size = (hi - lo).to_array();
        let axis = (0..3).fold(0, |best, k| if size[k] > size[best] { k } else { best });
        let key = |p: &(u32, Vec3)| p.1.to_array()[axis];
        order.sort_unstable_by(|a, b| key(a).total_cmp(&key(b)).then(a.0.cmp(&b.0)));
        let (first, second) = order.split_at_mut(order.len() / 2);
        self.grow(first);
        self.limbs[at].second = self.limbs.len() as u32;
        self.grow(second);
    }

    /// Fits all boxes to where the nodes are and will be in a time, apart from a motion of all of them.
    pub(super) fn refit(&mut self, nodes: &Nodes, common: Vec3, time: Real) {
        for i in (0..self.limbs.len()).rev() {
            let limb = self.limbs[i];
            let limb = if limb.is_leaf() {
                let element = &mut self.elements[limb.element as usize];
                let p = element.points(|slot| nodes.position(slot as usize));
                let [a, b, c] = p;
                let later = |slot: u32| (nodes.velocity(slot as usize) - common) * time;
                let [da, db, dc] = element.points(later);
                let [e, f, g] = [a + da, b + db, c + dc];
                element.ahead = [element.direction(p), element.direction([e, f, g])];
                let [now, then] =
                    if self.directed { element.ahead } else { [Vec3::ZERO, Vec3::ZERO] };
                Limb {
                    lo: a.min(b).min(c).min(e).min(f).min(g),
                    hi: a.max(b).max(c).max(e).max(f).max(g),
                    ahead: [now.min(then), now.max(then)],
                    ..limb
                }
            } else {
                let (a, b) = (&self.limbs[i + 1], &self.limbs[limb.second as usize]);
                Limb {
                    lo: a.lo.min(b.lo),
                    hi: a.hi.max(b.hi),
                    ahead: [a.ahead[0].min(b.ahead[0]), a.ahead[1].max(b.ahead[1])],
                    ..limb
                }
            };
            self.limbs[i] = limb;
        }
    }

    /// Pairs of elements of this tree whose boxes are not farther apart than `reach`.
    pub(super) fn with_itself(&mut self, reach: Real, mut found: impl FnMut(&Element, &Element)) {
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        if !self.limbs.is_empty() {
            stack.push([0, 0]);
        }
        while let Some([i, j]) = stack.pop() {
            let (a, b) = (&self.limbs[i as usize], &self.limbs[j as usize]);
            if i == j {
                if !a.is_leaf() && !a.is_even() {
                    let parts = [i + 1, a.second];
                    stack.extend([[parts[0]; 2], [parts[1]; 2], parts]);
                }
                continue;
            }
            if a.apart(b) > reach {
                continue;
            }
            match descend(a, b, [i, j]) {
                Some(next) => stack.extend(next),
                None => {
                    found(&self.elements[a.element as usize], &self.elements[b.element as usize])
                }
            }
        }
        self.stack = stack;
    }

    /// Pairs of elements of two trees whose boxes are not farther apart than `reach`.
    pub(super) fn with(
        &self,
        other: &Self,
        reach: Real,
        stack: &mut Vec<[u32; 2]>,
        mut found: impl FnMut(&Element, &Element),
    ) {
        stack.clear();
        if !self.limbs.is_empty() && !other.limbs.is_empty() {
            stack.push([0, 0]);
        }
        while let Some([i, j]) = stack.pop() {
            let (a, b) = (&self.limbs[i as usize], &other.limbs[j as usize]);
            if a.apart(b) > reach {
                continue;
            }
            match descend(a, b, [i, j]) {
                Some(next) => stack.extend(next),
                None => {
                    found(&self.elements[a.element as usize], &other.elements[b.element as usize])
                }
            }
        }
    }
}

/// The parts of the larger of two boxes, each with the other; none if both are leaves.
fn descend(a: &Limb, b: &Limb, [i, j]: [u32; 2]) -> Option<[[u32; 2]; 2]> {
    if a.is_leaf() && b.is_leaf() {
        return None;
    }
    let first = b.is_leaf() || !a.is_leaf() && a.size() >= b.size();
    Some(if first { [[i + 1, j], [a.second, j]] } else { [[i, j + 1], [i, b.second]] })
}
