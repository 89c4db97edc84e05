//! The surface of a deformable body in a tree of boxes, with the directions that its faces look in.
//!
//! The tree is made once from the shape at rest, and its boxes are fitted to the nodes again when pairs are looked
//! for. Where all faces below a box look to one side of some plane, the surface there cannot touch itself
//! (Volino and Magnenat-Thalmann 1994), so a flat cloth is done with after one look. The same holds for the edges
//! of a rope that all run towards one side.

use super::leaf::{self, Course, Leaf, Swept};
use crate::bodies::soft::SoftBody;
use crate::math::lanes::{Lanes, W};
use crate::math::{Real, Vec3};
use crate::solvers::simd::Level;
use crate::state::Nodes;

/// The cosine of the angle up to which faces look to one side: of 90° those 16° must be kept by which they may turn before pairs are
/// found again, when the corner of half a square and the edge across it stray by a tenth of its side each. By how much lower faces may turn more
/// is in their boxes.
const EVEN: Real = 0.28;

/// Not a node.
pub(super) const NONE: u32 = u32::MAX;

/// A face, or an edge of no face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    /// Node slots; the third is [`NONE`] for an edge.
    pub(super) node: [u32; 3],
    /// Which of its corners it stands for, and how many: each corner of the surface belongs to one face.
    corners: ([u32; 3], usize),
    /// The same of its edges, from each corner to the next.
    edges: ([[u32; 2]; 3], usize),
    /// Its middle at rest.
    middle: Vec3,
    /// The box of the directions of all faces round the corners of a face, when the tree was fitted and at the end of the time it
    /// was fitted for.
    round: [[Real; 4]; 2],
}

impl Element {
    pub(super) fn is_face(&self) -> bool {
        self.node[2] != NONE
    }

    /// One with these nodes that stands for some of its corners and edges, as bits.
    fn new(node: [u32; 3], corners: u8, edges: u8) -> Self {
        let mut element = Self {
            node,
            corners: ([0; 3], 0),
            edges: ([[0; 2]; 3], 0),
            middle: Vec3::ZERO,
            round: [[0.0; 4]; 2],
        };
        for k in 0..3 {
            let Self { corners: (corner, corner_count), edges: (edge, edge_count), .. } =
                &mut element;
            if corners >> k & 1 == 1 {
                corner[*corner_count] = node[k];
                *corner_count += 1;
            }
            if edges >> k & 1 == 1 {
                edge[*edge_count] = [node[k], node[(k + 1) % 3]];
                *edge_count += 1;
            }
        }
        element
    }

    /// The corners it stands for.
    pub(super) fn own_corners(&self) -> &[u32] {
        &self.corners.0[..self.corners.1]
    }

    /// The edges it stands for.
    pub(super) fn own_edges(&self) -> &[[u32; 2]] {
        &self.edges.0[..self.edges.1]
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
    swept: Swept,
    ahead: [Vec3; 2],
    /// Its box at rest.
    shape: [Vec3; 2],
    /// The second part; the first follows at once. Of a leaf: 0.
    second: u32,
    /// Of a leaf: its place among the leaves.
    leaf: u32,
    /// Whether it has one element only.
    lone: bool,
}

impl Limb {
    pub(super) fn is_leaf(&self) -> bool {
        self.second == 0
    }

    /// How far two boxes are apart at all times they are fitted for, along the axis on which they are farthest.
    pub(super) fn apart(&self, other: &Self) -> Real {
        let (own, other) = (&self.swept, &other.swept);
        let (above, below) = (own.lo - other.hi, other.lo - own.hi);
        let rise = (own.way[0] - other.way[1]).min(Vec3::ZERO);
        let fall = (other.way[0] - own.way[1]).min(Vec3::ZERO);
        (above + rise).max(below + fall).max_element()
    }

    /// Whether all directions are on one side of a plane, and stay so while nodes stray.
    fn is_even(&self) -> bool {
        is_even(self.ahead)
    }

    /// Whether two parts of a flat sheet meet along a line at rest, at least so long, and their directions together are even.
    fn is_one_with(&self, other: &Self, line: Real) -> bool {
        let ([lo, hi], [other_lo, other_hi]) = (self.shape, other.shape);
        let common = hi.min(other_hi) - lo.max(other_lo);
        !(self.lone || other.lone)
            && common.min_element() > -0.01 * line
            && common.max_element() > line
            && is_even([self.ahead[0].min(other.ahead[0]), self.ahead[1].max(other.ahead[1])])
    }

    fn size(&self) -> Real {
        (self.swept.hi - self.swept.lo).length_squared()
    }
}

/// Whether all directions in a box of directions are on one side of a plane, and stay so while nodes stray.
fn is_even([lo, hi]: [Vec3; 2]) -> bool {
    let axis = lo + hi;
    let least = (lo * axis).min(hi * axis);
    least.x + least.y + least.z > EVEN * axis.length()
}

/// The elements of a body's surface, in a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    /// Those of a leaf follow each other; each leaf but the last has as many as there are lanes.
    pub(super) elements: Vec<Element>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) limbs: Vec<Limb>,
    /// Directions tell something: faces, or edges in one line.
    directed: bool,
    /// Parts of a sheet that is flat at rest and in one piece meet along lines of this length, m; 0 if it is not.
    line: Real,
    /// Whether the body is a flat rectangle at rest, of which nothing is near anything that it does not hang together with.
    pub(super) rectangle: bool,
    /// The lowest height of a face at rest, m.
    pub(super) lowest: Real,
    /// The first of the body's node slots, and the box of the directions of the faces round each node.
    base: u32,
    round: Vec<[[Real; 4]; 2]>,
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
            elements.push(Element::new(node, corners, own));
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
                elements.push(Element::new(node, corners, 1));
            }
            lines = count.iter().all(|&n| n <= 2);
        }
        let directed = elements.iter().all(Element::is_face)
            || lines && !elements.iter().any(Element::is_face);
        let mut tree = Self {
            elements,
            leaves: Vec::new(),
            limbs: Vec::new(),
            directed,
            line: 0.0,
            rectangle: false,
            lowest: 0.0,
            base,
            round: vec![[[0.0; 4]; 2]; body.slots.len as usize],
        };
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
            tree.grow(&mut order, 0);
            tree.elements = order.iter().map(|(i, _)| tree.elements[*i as usize]).collect();
            tree.leaves = tree.elements.chunks(W).map(leaf_of).collect();
            tree.shape(rest);
            if directed && tree.is_sheet(rest) {
                tree.line = 0.7 * body.mesh_width;
                let area = |e: &Element| {
                    let [a, b, c] = e.points(rest);
                    0.5 * (b - a).cross(c - a).length()
                };
                let area: Real = tree.elements.iter().map(area).sum();
                let size = (tree.limbs[0].shape[1] - tree.limbs[0].shape[0]).to_array();
                let whole = size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
                tree.rectangle = (area - whole).abs() < 1e-3 * whole;
                tree.lowest = tree.lowest(rest);
            }
        }
        tree
    }

    fn lowest(&self, rest: impl Fn(u32) -> Vec3 + Copy) -> Real {
        let height = |e: &Element| {
            let [a, b, c] = e.points(rest);
            let longest = (b - a).length().max((c - b).length()).max((a - c).length());
            (b - a).cross(c - a).length() / longest.max(Real::MIN_POSITIVE)
        };
        self.elements.iter().map(height).fold(Real::INFINITY, Real::min)
    }

    /// Takes the boxes at rest.
    fn shape(&mut self, rest: impl Fn(u32) -> Vec3 + Copy) {
        for i in (0..self.limbs.len()).rev() {
            let limb = &self.limbs[i];
            self.limbs[i].shape = if limb.is_leaf() {
                let mut shape = [Vec3::INFINITY, Vec3::NEG_INFINITY];
                for p in self.elements_of(limb).flat_map(|e| e.points(rest)) {
                    shape = [shape[0].min(p), shape[1].max(p)];
                }
                shape
            } else {
                let [a, b] = [i + 1, limb.second as usize].map(|k| self.limbs[k].shape);
                [a[0].min(b[0]), a[1].max(b[1])]
            };
        }
    }

    /// Whether all faces lie in one plane at rest, and hang together.
    fn is_sheet(&self, rest: impl Fn(u32) -> Vec3 + Copy) -> bool {
        let Some(first) = self.elements.first().filter(|e| e.is_face()) else { return false };
        let normal = first.direction(first.points(rest));
        let flat = |e: &Element| e.is_face() && e.direction(e.points(rest)).dot(normal) > 0.99;
        if !self.elements.iter().all(flat) {
            return false;
        }
        // Each node's lowest neighbour, until none has a lower one.
        let mut piece: Vec<u32> = (0..self.round.len() as u32).collect();
        let mut grows = true;
        while std::mem::take(&mut grows) {
            for e in self.elements.iter().chain(self.elements.iter().rev()) {
                let at = e.node.map(|n| (n - self.base) as usize);
                let least = at.map(|i| piece[i]).into_iter().fold(u32::MAX, u32::min);
                for i in at {
                    grows |= std::mem::replace(&mut piece[i], least) != least;
                }
            }
        }
        let of = |e: &Element| piece[(e.node[0] - self.base) as usize];
        self.elements.iter().all(|e| of(e) == of(first))
    }

    /// Halves the elements along the axis on which they spread most.
    fn grow(&mut self, order: &mut [(u32, Vec3)], start: usize) {
        let at = self.limbs.len();
        self.limbs.push(Limb {
            swept: Swept { lo: Vec3::ZERO, hi: Vec3::ZERO, way: [Vec3::ZERO; 2] },
            ahead: [Vec3::ZERO; 2],
            shape: [Vec3::ZERO; 2],
            second: 0,
            leaf: (start / W) as u32,
            lone: order.len() == 1,
        });
        if order.len() <= W {
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
        let half = (order.len() / 2).next_multiple_of(W);
        let (first, second) = order.split_at_mut(half);
        self.grow(first, start);
        self.limbs[at].second = self.limbs.len() as u32;
        self.grow(second, start + half);
    }

    fn elements_of(&self, limb: &Limb) -> impl Iterator<Item = &Element> {
        let start = limb.leaf as usize * W;
        self.elements[start..self.elements.len().min(start + W)].iter()
    }

    /// Fits all boxes to where the nodes are and will be, while two of them stray from that against each other by `stray` at most.
    pub(super) fn refit(&mut self, course: &Course, stray: Real, level: Level) {
        leaf::fit(&mut self.leaves, course, stray, level);
        for i in (0..self.limbs.len()).rev() {
            let limb = self.limbs[i];
            self.limbs[i] = if limb.is_leaf() {
                let leaf = &self.leaves[limb.leaf as usize];
                let ahead = if self.directed { leaf.all_ahead() } else { [Vec3::ZERO; 2] };
                Limb { swept: leaf.swept(), ahead, ..limb }
            } else {
                let (a, b) = (&self.limbs[i + 1], &self.limbs[limb.second as usize]);
                let ahead = [a.ahead[0].min(b.ahead[0]), a.ahead[1].max(b.ahead[1])];
                Limb { swept: a.swept.with(&b.swept), ahead, ..limb }
            };
        }
        self.look_round();
    }

    /// Finds where the faces round each face look.
    fn look_round(&mut self) {
        self.round.fill([[Real::INFINITY; 4], [Real::NEG_INFINITY; 4]]);
        for (i, e) in self.elements.iter().enumerate().filter(|(_, e)| e.is_face()) {
            let ahead = self.ahead(i);
            for n in e.node {
                widen(&mut self.round[(n - self.base) as usize], &ahead);
            }
        }
        for e in self.elements.iter_mut().filter(|e| e.is_face()) {
            let [mut all, b, c] = e.node.map(|n| self.round[(n - self.base) as usize]);
            widen(&mut all, &b);
            widen(&mut all, &c);
            e.round = all;
        }
    }

    /// Whether two faces are neighbours at rest, nearer than `near`, and they and all between them look to one side: those round a corner
    /// that they have in common, or else all round both. With an edge in common there is none between them.
    pub(super) fn is_level(&self, [i, j]: [u32; 2], near: Real) -> bool {
        let [a, b] = [i, j].map(|i| &self.elements[i as usize]);
        if !(a.is_face() && b.is_face() && (a.middle - b.middle).length_squared() < near * near) {
            return false;
        }
        let mut common = a.node.iter().filter(|n| b.node.contains(n));
        let [mut all, other] = match (common.next(), common.next()) {
            (Some(_), Some(_)) => [i, j].map(|i| self.ahead(i as usize)),
            (Some(n), None) => [self.round[(n - self.base) as usize]; 2],
            _ => [a.round, b.round],
        };
        widen(&mut all, &other);
        is_even(all.map(|d| Vec3::new(d[0], d[1], d[2])))
    }

    /// The box of where a face looks.
    fn ahead(&self, i: usize) -> [[Real; 4]; 2] {
        self.leaves[i / W].ahead.map(|d| quad(d.lane(i % W)))
    }

    /// Pairs of leaves of this tree whose boxes are not farther apart than `reach`; a leaf may touch itself.
    pub(super) fn with_itself(
        &self,
        reach: Real,
        stack: &mut Vec<[u32; 2]>,
        found: &mut Vec<[u32; 2]>,
    ) {
        stack.clear();
        if !self.limbs.is_empty() {
            stack.push([0, 0]);
        }
        while let Some([i, j]) = stack.pop() {
            let (a, b) = (&self.limbs[i as usize], &self.limbs[j as usize]);
            if i == j {
                if !a.is_even() && a.is_leaf() {
                    found.push([a.leaf; 2]);
                } else if !a.is_even() {
                    let parts = [i + 1, a.second];
                    stack.extend([[parts[0]; 2], [parts[1]; 2], parts]);
                }
                continue;
            }
            if a.apart(b) > reach || self.line > 0.0 && a.is_one_with(b, self.line) {
                continue;
            }
            match descend(a, b, [i, j]) {
                Some(next) => stack.extend(next),
                None => found.push([a.leaf, b.leaf]),
            }
        }
    }

    /// Pairs of leaves of two trees whose boxes are not farther apart than `reach`.
    pub(super) fn with(
        &self,
        other: &Self,
        reach: Real,
        stack: &mut Vec<[u32; 2]>,
        found: &mut Vec<[u32; 2]>,
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
                None => found.push([a.leaf, b.leaf]),
            }
        }
    }
}

/// Elements side by side.
fn leaf_of(elements: &[Element]) -> Leaf {
    let at = |l: usize| &elements[l.min(elements.len() - 1)];
    let node = std::array::from_fn(|k| {
        std::array::from_fn(|l| {
            let e = at(l);
            if k == 2 && !e.is_face() { e.node[1] } else { e.node[k] }
        })
    });
    let faces = std::array::from_fn(|l| if at(l).is_face() { 1.0 } else { 0.0 });
    Leaf::new(node, Lanes(faces), elements.len())
}

fn quad(v: Vec3) -> [Real; 4] {
    [v.x, v.y, v.z, 0.0]
}

/// Makes a box hold another, four numbers at once.
fn widen([low, high]: &mut [[Real; 4]; 2], [lower, higher]: &[[Real; 4]; 2]) {
    for k in 0..4 {
        low[k] = if lower[k] < low[k] { lower[k] } else { low[k] };
        high[k] = if higher[k] > high[k] { higher[k] } else { high[k] };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::primitives;
    use crate::{Soft, World};

    /// Beside a face that is pressed flat in its plane nothing is level, since the least that its nodes stray by turns it over; a node comes
    /// through the edge across it there. Elsewhere all is.
    #[test]
    fn what_is_pressed_flat_is_not_level() {
        let mut world = World::default();
        let mesh = primitives::grid([0.08, 0.08], [9, 9]).unwrap();
        world.add_soft(Soft { mesh, self_contact: true, ..Soft::default() }).unwrap();
        let body = world.softs.values().next().unwrap();
        let mut tree = Tree::new(body);
        let mut course = Course::default();
        let mut look = |tree: &mut Tree, world: &World| {
            course.set(&world.state.nodes, 0.01);
            tree.refit(&course, 0.2 * body_width(world), Level::Baseline);
        };
        look(&mut tree, &world);
        let face = tree.elements.iter().find(|e| e.node.contains(&(tree.base + 40))).unwrap();
        let [n, a, b] = match face.node.iter().position(|&i| i == tree.base + 40) {
            Some(0) => face.node,
            Some(1) => [face.node[1], face.node[2], face.node[0]],
            _ => [face.node[2], face.node[0], face.node[1]],
        };
        let with = |tree: &Tree, has: &[u32], not: &[u32]| -> Vec<u32> {
            let fits = |e: &Element| {
                has.iter().all(|i| e.node.contains(i)) && !not.iter().any(|i| e.node.contains(i))
            };
            (0..tree.elements.len() as u32).filter(|&i| fits(&tree.elements[i as usize])).collect()
        };
        let beside = with(&tree, &[n], &[a, b]);
        let across = with(&tree, &[a, b], &[n]);
        assert!(!beside.is_empty() && across.len() == 1);
        let near = NEAR;
        assert!(beside.iter().all(|&i| tree.is_level([i, across[0]], near)));
        // A fiftieth of its height is left.
        let nodes = &mut world.state.nodes;
        let (x, middle) = (
            nodes.position(n as usize),
            (nodes.position(a as usize) + nodes.position(b as usize)) * 0.5,
        );
        let x = middle + (x - middle) * 0.02;
        nodes.x[n as usize] = [x.x, x.y, x.z, nodes.x[n as usize][3]];
        look(&mut tree, &world);
        assert!(!beside.iter().any(|&i| tree.is_level([i, across[0]], near)));
        // The faces at a corner of the sheet, and those at the one beside it.
        let far = [0, 1].map(|i| with(&tree, &[tree.base + i], &[]));
        assert!(far.iter().flatten().all(|&i| tree.is_level([i, far[0][0]], near)));
    }

    const NEAR: Real = 0.025;

    fn body_width(world: &World) -> Real {
        world.softs.values().next().unwrap().mesh_width
    }
}
