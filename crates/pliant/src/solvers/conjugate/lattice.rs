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

use crate::bodies::elasticity::stiffness;
use crate::bodies::element::PAIRS;
use crate::math::block_cholesky::{BlockCholesky, BlockPlace, Four};
use crate::math::{DMat3, DVec3, IntoF64, Mat3, Real, double, double3, single};
use crate::meshing::surface;

use super::{Quad, vec};

/// Width of a cell by that of an element of a solid,
const WIDER: f64 = 3.0;
/// and by the length of a spring.
const LONGER: f64 = 5.5;
/// About the most corners: a larger body has wider cells.
const MOST_CORNERS: f64 = 400.0;

/// The lattice of a body.
#[derive(Clone, Debug)]
pub struct Lattice {
    cells: Vec<Cell>,
    /// The nodes of the body, cell by cell.
    members: Vec<Member>,
    /// Where each node is among them.
    places: Vec<u32>,
    /// The element of the solid that each corner is turned with.
    samples: Vec<u32>,
    turns: Vec<Mat3>,
    matrix: BlockCholesky,
    diagonal: Vec<BlockPlace>,
    /// `Pᵀ r`, then `C⁻¹` of it.
    corner: Vec<DVec3>,
    work: Vec<Four>,
    /// `Pᵀ r` as it is summed, then the motion of each corner.
    shift: Vec<Quad>,
}

/// A node of the body.
#[derive(Clone, Debug)]
struct Member {
    node: u32,
    cell: u32,
    /// Its weights there,
    weight: [Real; 4],
    /// and none if it does not move.
    active: [Real; 4],
}

#[derive(Clone, Debug)]
struct Cell {
    corner: [u32; 4],
    /// Gradients of the weights, 1/m.
    gradient: [DVec3; 4],
    /// Its nodes among the members.
    members: std::ops::Range<usize>,
    /// Sums over its elements of volume times moduli, J.
    moduli: [f64; 2],
    /// Sums over its nodes of mass times weights, for each pair, kg.
    mass: [f64; 10],
    place: [BlockPlace; 10],
}

/// How one spring stretches when the corners of its cell move: by the sum of these times theirs.
#[derive(Clone, Debug)]
pub struct Span {
    /// The spring.
    pub spring: u32,
    /// The cell of its middle.
    pub cell: u32,
    /// Without unit.
    pub rates: [Real; 4],
}

/// A tetrahedron of a cube of the lattice: the corner the cube begins at, and the order of its axes.
type Key = ([i32; 3], [u8; 3]);

/// The cell that a point is in, in widths of a cube, and its weights there. Of axes alike the first in `order` is first.
fn locate(p: DVec3, mut order: [u8; 3]) -> (Key, [f64; 4]) {
    let base = [p.x.floor(), p.y.floor(), p.z.floor()];
    let part = [p.x - base[0], p.y - base[1], p.z - base[2]];
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

/// Cubes round a body.
struct Grid {
    width: f64,
    origin: DVec3,
    /// 0 along axes that the body does not extend along, which need one layer of corners only; else 1.
    extent: DVec3,
    /// The axes, these last.
    order: [u8; 3],
}

impl Grid {
    /// As many cubes as fit, the body in the middle of them; at least so many along each axis.
    fn new(rest: &[DVec3], width: f64, least: f64) -> Self {
        let (lo, hi) =
            rest.iter().fold((DVec3::MAX, DVec3::MIN), |(lo, hi), &p| (lo.min(p), hi.max(p)));
        let cubes = ((hi - lo) / width - DVec3::splat(0.01)).ceil().max(DVec3::splat(least));
        let extent = cubes.min(DVec3::ONE);
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| extent[b as usize].total_cmp(&extent[a as usize]));
        Self { width, origin: (lo + hi - cubes * width) * 0.5, extent, order }
    }

    fn locate(&self, p: DVec3) -> (Key, [f64; 4]) {
        locate((p - self.origin) / self.width * self.extent, self.order)
    }

    fn corners(&self, key: Key) -> [[i32; 3]; 4] {
        let flat = self.extent.to_array().map(|e| e as i32);
        corners(key).map(|c| [c[0] * flat[0], c[1] * flat[1], c[2] * flat[2]])
    }
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
        let grid = Grid::new(rest, width, 1.0);
        let middles: Vec<DVec3> = elements.iter().map(|(t, _)| middle(t)).collect();
        let (mut lattice, positions, homes) = Self::lay(&grid, rest, &middles);
        let mut nearest = vec![(f64::INFINITY, 0_u32); positions.len()];
        for (t, ((_, moduli), (&p, &home))) in
            elements.iter().zip(middles.iter().zip(&homes)).enumerate()
        {
            let cell = &mut lattice.cells[home as usize];
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
        lattice.samples = nearest.iter().map(|n| n.1).collect();
        lattice
    }

    /// About the nodes of a net of springs at rest, and how each spring stretches with the corners, cell by cell.
    pub fn of_springs(rest: &[DVec3], springs: &[[u32; 2]]) -> (Self, Vec<Span>) {
        let ends = |s: &[u32; 2]| s.map(|i| rest[i as usize]);
        let length = |s: &[u32; 2]| ends(s)[0].distance(ends(s)[1]);
        let mean = springs.iter().map(length).sum::<f64>() / springs.len().max(1) as f64;
        let mut grid = Grid::new(rest, (LONGER * mean).max(1e-9), 0.0);
        let corners = |grid: &Grid| {
            let mut at: Vec<[i32; 3]> = rest.iter().map(|&p| grid.locate(p).0.0).collect();
            at.sort_unstable();
            at.dedup();
            at.len() as f64
        };
        while corners(&grid) > MOST_CORNERS {
            grid = Grid::new(rest, grid.width * 1.2, 0.0);
        }
        let middles: Vec<DVec3> = springs.iter().map(|s| (ends(s)[0] + ends(s)[1]) * 0.5).collect();
        let (lattice, _, homes) = Self::lay(&grid, rest, &middles);
        let mut spans: Vec<Span> = (springs.iter().zip(&homes).enumerate())
            .map(|(i, (s, &cell))| {
                let d = (ends(s)[1] - ends(s)[0]) * grid.extent;
                let rates = lattice.cells[cell as usize].gradient.map(|g| g.dot(d) as Real);
                Span { spring: i as u32, cell, rates }
            })
            .collect();
        spans.sort_by_key(|s| s.cell);
        (lattice, spans)
    }

    /// About nodes at rest; tells where the corners are, and the cells of more points.
    fn lay(grid: &Grid, rest: &[DVec3], points: &[DVec3]) -> (Self, Vec<DVec3>, Vec<u32>) {
        let mut keys: Vec<Key> = rest.iter().chain(points).map(|&p| grid.locate(p).0).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut places: Vec<[i32; 3]> = keys.iter().flat_map(|&key| grid.corners(key)).collect();
        places.sort_unstable();
        places.dedup();
        let find = |c: [i32; 3]| places.binary_search(&c).unwrap_or(0) as u32;
        let tets: Vec<[u32; 4]> = keys.iter().map(|&key| grid.corners(key).map(find)).collect();
        let position =
            |c: &[i32; 3]| DVec3::from_array(c.map(f64::from)) * grid.width + grid.origin;
        let positions: Vec<DVec3> = places.iter().map(position).collect();
        let matrix = BlockCholesky::new(&positions, &surface::edges(&[], &[], &tets));
        // Every pair of a cell is an edge of the lattice, or one corner, so it is in the pattern.
        let block = |i, j| matrix.find(i, j).expect("an edge of the lattice");
        let mut cells: Vec<Cell> = (tets.iter().zip(&keys))
            .map(|(&corner, &key)| Cell {
                corner,
                gradient: gradients(key.1, grid.width),
                members: 0..0,
                moduli: [0.0; 2],
                mass: [0.0; 10],
                place: PAIRS.map(|[a, b]| block(corner[a], corner[b])),
            })
            .collect();
        let home = |key: Key| keys.binary_search(&key).unwrap_or(0) as u32;
        let mut members: Vec<Member> = (rest.iter().enumerate())
            .map(|(i, &p)| {
                let (key, weight) = grid.locate(p);
                let weight = weight.map(|w| w as Real);
                Member { node: i as u32, cell: home(key), weight, active: weight }
            })
            .collect();
        members.sort_by_key(|m| m.cell);
        let mut node_places = vec![0; rest.len()];
        for (i, m) in members.iter().enumerate() {
            node_places[m.node as usize] = i as u32;
            let range = &mut cells[m.cell as usize].members;
            let first = if range.start < range.end { range.start } else { i };
            *range = first..i + 1;
        }
        let homes = points.iter().map(|&p| home(grid.locate(p).0)).collect();
        let lattice = Self {
            cells,
            members,
            places: node_places,
            samples: vec![0; places.len()],
            turns: vec![Mat3::IDENTITY; places.len()],
            diagonal: (0..places.len() as u32).map(|i| block(i, i)).collect(),
            matrix,
            corner: vec![DVec3::ZERO; places.len()],
            work: Vec::new(),
            shift: vec![[0.0; 4]; places.len()],
        };
        (lattice, positions, homes)
    }

    /// Starts a substep: how elements are turned, and the masses of the nodes; those that do not move have none.
    pub fn load(&mut self, turn: impl Fn(u32) -> Mat3, mass: impl Fn(usize) -> Real) {
        for (r, &t) in self.turns.iter_mut().zip(&self.samples) {
            *r = turn(t);
        }
        let Self { cells, members, .. } = self;
        for cell in cells {
            cell.mass = [0.0; 10];
            for m in &mut members[cell.members.clone()] {
                let mass = mass(m.node as usize);
                m.active = if mass > 0.0 { m.weight } else { [0.0; 4] };
                let w = m.weight.map(IntoF64::into_f64);
                for (sum, [a, b]) in cell.mass.iter_mut().zip(PAIRS) {
                    *sum += mass.into_f64() * w[a] * w[b];
                }
            }
        }
    }

    /// Adds springs to the matrix: for each the blocks of its ends on themselves, kg, and which of its ends move.
    pub(crate) fn add_springs(
        &mut self,
        spans: &[Span],
        spring: impl Fn(u32) -> ([Real; 6], [Option<u32>; 2]),
    ) {
        for spans in spans.chunk_by(|a, b| a.cell == b.cell) {
            let mut sums = [[0.0; 8]; 10];
            let home = spans[0].cell;
            for span in spans {
                let ([xx, xy, xz, yy, yz, zz], ends) = spring(span.spring);
                let block = [xx, xy, xz, yy, yz, zz, 0.0, 0.0];
                if ends.iter().all(Option::is_some) {
                    for (sum, [a, b]) in sums.iter_mut().zip(PAIRS) {
                        let rate = span.rates[a] * span.rates[b];
                        for k in 0..8 {
                            sum[k] += rate * block[k];
                        }
                    }
                } else if let Some(mobile) = ends.into_iter().flatten().next() {
                    let block = Mat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, zz]);
                    self.stiffen(mobile as usize, block);
                }
            }
            for (sum, &place) in sums.iter().zip(&self.cells[home as usize].place) {
                let [xx, xy, xz, yy, yz, zz, ..] = sum.map(IntoF64::into_f64);
                let block = DMat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, zz]);
                self.matrix.add(place, block);
            }
        }
    }

    /// The matrix of masses and of stiffness by this factor, s².
    pub(crate) fn assemble(&mut self, stiff: Real) {
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
    pub(crate) fn stiffen(&mut self, node: usize, block: Mat3) {
        let Member { cell, weight, .. } = &self.members[self.places[node] as usize];
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
    pub(crate) fn factorise(&mut self) -> bool {
        self.matrix.factorise()
    }

    /// Finds the motion of the corners by the residuals of nodes that can move; gives `rᵀ P C⁻¹ Pᵀ r`.
    pub(crate) fn answer(&mut self, residual: &[Quad]) -> Real {
        self.shift.fill([0.0; 4]);
        for cell in &self.cells {
            let mut sums = [[0.0; 4]; 4];
            for m in &self.members[cell.members.clone()] {
                let r = &residual[m.node as usize];
                for (sum, w) in sums.iter_mut().zip(m.active) {
                    for k in 0..4 {
                        sum[k] += w * r[k];
                    }
                }
            }
            for (&c, sum) in cell.corner.iter().zip(&sums) {
                let shift = &mut self.shift[c as usize];
                for k in 0..4 {
                    shift[k] += sum[k];
                }
            }
        }
        for ((x, r), turn) in self.corner.iter_mut().zip(&self.shift).zip(&self.turns) {
            *x = double(turn.transpose() * vec(r));
        }
        self.matrix.solve(&mut self.corner, &mut self.work);
        let mut sum = 0.0;
        for ((shift, x), turn) in self.shift.iter_mut().zip(&self.corner).zip(&self.turns) {
            let moved = *turn * single(*x);
            sum += vec(shift).dot(moved);
            *shift = [moved.x, moved.y, moved.z, 0.0];
        }
        sum
    }

    /// `d = z + beta d`, and that motion of nodes that can move.
    pub(crate) fn turn(&self, direction: &mut [Quad], beta: Real, z: &[Quad]) {
        for cell in &self.cells {
            let [a, b, c, d] = cell.corner.map(|c| self.shift[c as usize]);
            for m in &self.members[cell.members.clone()] {
                let (p, w) = (&mut direction[m.node as usize], &m.active);
                let z = &z[m.node as usize];
                for k in 0..4 {
                    let shift = (w[0] * a[k] + w[1] * b[k]) + (w[2] * c[k] + w[3] * d[k]);
                    p[k] = (z[k] + shift) + beta * p[k];
                }
            }
        }
    }

    /// Adds that motion to nodes that can move.
    pub(crate) fn add(&self, direction: &mut [Quad]) {
        for cell in &self.cells {
            let [a, b, c, d] = cell.corner.map(|c| self.shift[c as usize]);
            for m in &self.members[cell.members.clone()] {
                let (p, w) = (&mut direction[m.node as usize], &m.active);
                for k in 0..4 {
                    p[k] += (w[0] * a[k] + w[1] * b[k]) + (w[2] * c[k] + w[3] * d[k]);
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
    use crate::math::{Quat, Vec3};
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
        lattice.load(|_| turn, |i| mass[i][0]);
        lattice.assemble(1e-4);
        assert!(lattice.factorise());
        let shift = Vec3::new(0.3, -0.1, 0.7);
        let residual: Vec<Quad> =
            (mass.iter()).map(|m| [shift.x * m[0], shift.y * m[0], shift.z * m[0], 0.0]).collect();
        lattice.answer(&residual);
        let mut found = vec![[0.0; 4]; rest.len()];
        lattice.add(&mut found);
        for f in &found {
            assert!((vec(f) - shift).length() < 1e-4, "{f:?}");
        }
    }

    #[test]
    fn weights_are_those_of_the_point() {
        for p in [DVec3::new(0.2, 0.7, 0.4), DVec3::new(-1.3, 2.0, 0.999), DVec3::ZERO] {
            let (key, weight) = locate(p, [0, 1, 2]);
            let corner = corners(key).map(|c| DVec3::from_array(c.map(f64::from)));
            let sum: DVec3 = corner.iter().zip(weight).map(|(&c, w)| c * w).sum();
            assert!((sum - p).length() < 1e-12 && weight.iter().all(|w| *w >= 0.0));
        }
    }
}
