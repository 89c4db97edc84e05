//! A coarse lattice round a solid: the motions that a diagonal finds last.
//!
//! Neighbours hand a push on to each other once in an iteration, so a diagonal alone lets a beam of forty elements
//! bend only after hundreds of them. The lattice knows these motions beforehand. Its cells are the tetrahedra of
//! Kuhn's cubes, a few elements wide; a node of the solid is a weighted mean of four corners, `u = P c`, and
//! `C = Pᵀ A P`, which is small, is factorised. The preconditioner is `D⁻¹ + P C⁻¹ Pᵀ` (Nicolaides 1987).
//!
//! `C` is that of the body at rest: every corner carries the axes along which the element beside it is turned, so
//! that `P` turns with the body, and with each of its parts. Each element adds its moduli to the cell it is in. Contacts,
//! pinned nodes and what holds the solid stiffen the corners round the nodes they push.

use crate::bodies::corotational::PAIRS;
use crate::bodies::elasticity::stiffness;
use crate::math::block_cholesky::{BlockCholesky, BlockPlace};
use crate::math::{DMat3, DVec3, IntoF64, Mat3, Real, Vec3, double, double3, single};
use crate::meshing::surface;

use super::{Quad, vec};

/// Width of a cell by that of an element.
const WIDER: f64 = 3.0;
/// About the most corners: a larger solid has wider cells.
const MOST_CORNERS: f64 = 400.0;

/// The lattice of a solid.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// The cell that each node of the solid is in, and its weights there.
    nodes: Vec<(u32, [Real; 4])>,
    cells: Vec<Cell>,
    /// The element of the solid that each corner is turned with.
    samples: Vec<u32>,
    turns: Vec<Mat3>,
    matrix: BlockCholesky,
    diagonal: Vec<BlockPlace>,
    /// `Pᵀ r`, then `C⁻¹` of it.
    corner: Vec<DVec3>,
    work: Vec<DVec3>,
    /// `Pᵀ r` as it is summed, then the motion of each corner.
    shift: Vec<Vec3>,
}

#[derive(Clone, Debug)]
struct Cell {
    corner: [u32; 4],
    /// Gradients of the weights, 1/m.
    gradient: [DVec3; 4],
    /// Sums over its elements of volume times moduli, J.
    moduli: [f64; 2],
    /// Sums over its nodes of mass times weights, for each pair, kg.
    mass: [f64; 10],
    place: [BlockPlace; 10],
}

/// A tetrahedron of a cube of the lattice: the corner the cube begins at, and the order of its axes.
type Key = ([i32; 3], [u8; 3]);

/// The cell that a point is in, in widths of a cube, and its weights there.
fn locate(p: DVec3) -> (Key, [f64; 4]) {
    let base = [p.x.floor(), p.y.floor(), p.z.floor()];
    let part = [p.x - base[0], p.y - base[1], p.z - base[2]];
    let mut order = [0_u8, 1, 2];
    order.sort_by(|&a, &b| part[b as usize].total_cmp(&part[a as usize]));
    let [f, g, h] = order.map(|k| part[k as usize]);
    ((base.map(|x| x as i32), order), [1.0 - f, f - g, g - h, h])
}

/// The corners of a cell, in widths of a cube.
fn corners((base, order): Key) -> [[i32; 3]; 4] {
    let mut out = [base; 4];
    for k in 0..3 {
        for corner in &mut out[k + 1..] {
            corner[order[k] as usize] += 1;
        }
    }
    out
}

impl Lattice {
    /// About the nodes of a solid at rest and its elements: their nodes, and volume times moduli.
    pub fn new(rest: &[DVec3], elements: &[([u32; 4], [f64; 2])]) -> Self {
        let middle = |t: &[u32; 4]| t.iter().map(|&i| rest[i as usize]).sum::<DVec3>() * 0.25;
        let volume = |t: &[u32; 4]| {
            let [a, b, c, d] = t.map(|i| rest[i as usize]);
            (b - a).cross(c - a).dot(d - a).abs() / 6.0
        };
        let total: f64 = elements.iter().map(|(t, _)| volume(t)).sum();
        let width = WIDER * (6.0 * total / elements.len().max(1) as f64).cbrt();
        let width = width.max((total / MOST_CORNERS).cbrt());
        let (lo, hi) =
            rest.iter().fold((DVec3::MAX, DVec3::MIN), |(lo, hi), &p| (lo.min(p), hi.max(p)));
        // As many cubes as fit, the body in the middle of them.
        let cubes = ((hi - lo) / width - DVec3::splat(0.01)).ceil();
        let origin = (lo + hi - cubes * width) * 0.5;
        let at = |p: DVec3| locate((p - origin) / width);

        let mut keys: Vec<Key> = rest.iter().map(|&p| at(p).0).collect();
        keys.extend(elements.iter().map(|(t, _)| at(middle(t)).0));
        keys.sort_unstable();
        keys.dedup();
        let mut places: Vec<[i32; 3]> = keys.iter().flat_map(|&key| corners(key)).collect();
        places.sort_unstable();
        places.dedup();
        let find = |c: [i32; 3]| places.binary_search(&c).unwrap_or(0) as u32;
        let tets: Vec<[u32; 4]> = keys.iter().map(|&key| corners(key).map(find)).collect();
        let position = |c: &[i32; 3]| DVec3::from_array(c.map(f64::from)) * width + origin;
        let positions: Vec<DVec3> = places.iter().map(position).collect();
        let matrix = BlockCholesky::new(&positions, &surface::edges(&[], &[], &tets));
        // Every pair of a cell is an edge of the lattice, so it is in the pattern.
        let block = |i, j| matrix.find(i, j).expect("an edge of the lattice");
        let mut cells: Vec<Cell> = (tets.iter().zip(&keys))
            .map(|(&corner, &key)| Cell {
                corner,
                gradient: gradients(key.1, width),
                moduli: [0.0; 2],
                mass: [0.0; 10],
                place: PAIRS.map(|[a, b]| block(corner[a], corner[b])),
            })
            .collect();
        let cell = |key: Key| keys.binary_search(&key).unwrap_or(0);
        let mut nearest = vec![(f64::INFINITY, 0_u32); places.len()];
        for (t, (nodes, moduli)) in elements.iter().enumerate() {
            let p = middle(nodes);
            let cell = &mut cells[cell(at(p).0)];
            for (sum, x) in cell.moduli.iter_mut().zip(moduli) {
                *sum += x;
            }
            for c in cell.corner {
                let far = (positions[c as usize] - p).length_squared();
                if far < nearest[c as usize].0 {
                    nearest[c as usize] = (far, t as u32);
                }
            }
        }
        let weigh = |p: &DVec3| {
            let (key, weight) = at(*p);
            (cell(key) as u32, weight.map(|w| w as Real))
        };
        Self {
            nodes: rest.iter().map(weigh).collect(),
            cells,
            samples: nearest.iter().map(|n| n.1).collect(),
            turns: vec![Mat3::IDENTITY; places.len()],
            diagonal: (0..places.len() as u32).map(|i| block(i, i)).collect(),
            matrix,
            corner: vec![DVec3::ZERO; places.len()],
            work: Vec::new(),
            shift: vec![Vec3::ZERO; places.len()],
        }
    }

    /// Starts a substep: how elements are turned, and the masses of the nodes.
    pub fn load(&mut self, turn: impl Fn(u32) -> Mat3, mass: &[[Real; 2]]) {
        for (r, &t) in self.turns.iter_mut().zip(&self.samples) {
            *r = turn(t);
        }
        self.cells.iter_mut().for_each(|c| c.mass = [0.0; 10]);
        for ((cell, weight), m) in self.nodes.iter().zip(mass) {
            let w = weight.map(IntoF64::into_f64);
            let sums = &mut self.cells[*cell as usize].mass;
            for (sum, [a, b]) in sums.iter_mut().zip(PAIRS) {
                *sum += m[0].into_f64() * w[a] * w[b];
            }
        }
    }

    /// The matrix of masses and of stiffness by this factor, s².
    pub(super) fn assemble(&mut self, stiff: Real) {
        let stiff = stiff.into_f64();
        self.matrix.clear();
        let mut sum = 0.0;
        for cell in &self.cells {
            for ((&[a, b], &place), &mass) in PAIRS.iter().zip(&cell.place).zip(&cell.mass) {
                let k = stiffness(cell.moduli, cell.gradient[a], cell.gradient[b]) * stiff;
                let block = k + DMat3::from_diagonal(DVec3::splat(mass));
                self.matrix.add(place, block);
                sum += if a == b { block.x_axis.x } else { 0.0 };
            }
        }
        // Corners that no node needs must not make it singular.
        let little = DMat3::from_diagonal(DVec3::splat(1e-9 * sum / self.diagonal.len() as f64));
        for &place in &self.diagonal {
            self.matrix.add(place, little);
        }
    }

    /// Adds the stiffness of what pushes a node, kg.
    pub(super) fn stiffen(&mut self, node: usize, block: Mat3) {
        let (cell, weight) = &self.nodes[node];
        let cell = &self.cells[*cell as usize];
        for (&[a, b], &place) in PAIRS.iter().zip(&cell.place) {
            let w = weight[a] * weight[b];
            if w != 0.0 {
                let [r, s] = [a, b].map(|k| self.turns[cell.corner[k] as usize]);
                self.matrix.add(place, double3(r.transpose() * block * s * w));
            }
        }
    }

    /// Factorises what was assembled; tells whether it could be.
    pub(super) fn factorise(&mut self) -> bool {
        self.matrix.factorise()
    }

    /// Finds the motion of the corners by the residuals of nodes that can move; gives `rᵀ P C⁻¹ Pᵀ r`.
    pub(super) fn answer(&mut self, mass: &[[Real; 2]], residual: &[Quad]) -> Real {
        self.shift.fill(Vec3::ZERO);
        let mobile = self.nodes.iter().zip(residual).zip(mass).filter(|(_, m)| m[1] > 0.0);
        for (((cell, weight), r), _) in mobile {
            let r = vec(r);
            for (&c, &w) in self.cells[*cell as usize].corner.iter().zip(weight) {
                self.shift[c as usize] += r * w;
            }
        }
        for ((x, r), turn) in self.corner.iter_mut().zip(&self.shift).zip(&self.turns) {
            *x = double(turn.transpose() * *r);
        }
        self.matrix.solve(&mut self.corner, &mut self.work);
        let mut sum = 0.0;
        for ((shift, x), turn) in self.shift.iter_mut().zip(&self.corner).zip(&self.turns) {
            let moved = *turn * single(*x);
            sum += shift.dot(moved);
            *shift = moved;
        }
        sum
    }

    /// Adds that motion to nodes that can move.
    pub(super) fn add(&self, mass: &[[Real; 2]], direction: &mut [Quad]) {
        for (((cell, weight), m), p) in self.nodes.iter().zip(mass).zip(direction) {
            if m[1] > 0.0 {
                for (&c, &w) in self.cells[*cell as usize].corner.iter().zip(weight) {
                    super::add(p, self.shift[c as usize] * w);
                }
            }
        }
    }
}

/// Gradients of the weights of a cell with axes in this order, in a cube of this width.
fn gradients(order: [u8; 3], width: f64) -> [DVec3; 4] {
    let axis = |k: usize| DVec3::AXES[order[k] as usize] / width;
    [-axis(0), axis(0) - axis(1), axis(1) - axis(2), axis(2)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Quat;
    use crate::meshing::primitives;

    /// A push that moves all nodes alike, `M t`, is answered by just that: translations are motions of the
    /// lattice without strain, whichever way the body is turned.
    #[test]
    fn a_translation_is_found_at_once() {
        let mesh = primitives::solid_box([1.0, 0.3, 0.2], [10, 3, 2]).unwrap();
        let rest: Vec<DVec3> = mesh.points.iter().map(|&p| double(p)).collect();
        let elements: Vec<_> = mesh.tets.iter().map(|&t| (t, [2e3, 3e3])).collect();
        let mut lattice = Lattice::new(&rest, &elements);
        let mass: Vec<[Real; 2]> = (0..rest.len()).map(|i| [1.0 + (i % 3) as Real; 2]).collect();
        let turn = Mat3::from_quat(Quat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize());
        lattice.load(|_| turn, &mass);
        lattice.assemble(1e-4);
        assert!(lattice.factorise());
        let shift = Vec3::new(0.3, -0.1, 0.7);
        let residual: Vec<Quad> =
            (mass.iter()).map(|m| [shift.x * m[0], shift.y * m[0], shift.z * m[0], 0.0]).collect();
        lattice.answer(&mass, &residual);
        let mut found = vec![[0.0; 4]; rest.len()];
        lattice.add(&mass, &mut found);
        for f in &found {
            assert!((vec(f) - shift).length() < 1e-4, "{f:?}");
        }
    }

    #[test]
    fn weights_are_those_of_the_point() {
        for p in [DVec3::new(0.2, 0.7, 0.4), DVec3::new(-1.3, 2.0, 0.999), DVec3::ZERO] {
            let (key, weight) = locate(p);
            let corner = corners(key).map(|c| DVec3::from_array(c.map(f64::from)));
            let sum: DVec3 = corner.iter().zip(weight).map(|(&c, w)| c * w).sum();
            assert!((sum - p).length() < 1e-12 && weight.iter().all(|w| *w >= 0.0));
        }
    }
}
