//! Modes of vibration of a deformable body: the smallest eigenvalues of `K x = ω² M x`.
//!
//! `K` is the stiffness of the body in its present shape, without what tension adds to it; `M` the
//! lumped mass. Pinned nodes do not take part; anchors and planes that hold single nodes to what
//! cannot move are springs: of their own stiffness, or, where they are rigid, of one that is
//! `RIGID` times the largest in the body.
//!
//! Subspace iteration (Bathe and Wilson 1972): a block of vectors is multiplied by `(K + σM)⁻¹ M`
//! with a sparse factorisation, and the small problem on its span is solved by Jacobi's rotations.
//! The shift `σ` keeps the matrix of a free body definite: its six rigid motions come out as zeros.

use serde::Serialize;

use crate::bodies::Soft;
use crate::bodies::soft::SoftBody;
use crate::constraints::Softness;
use crate::error::{Check, Result};
use crate::handle::Handle;
use crate::math::block_cholesky::BlockCholesky;
use crate::math::{DMat3, DVec3, IntoF64, double, outer};
use crate::site::Point;
use crate::state::State;
use crate::world::{World, label};

/// Stiffness of a rigid support by the largest of a node.
const RIGID: f64 = 1e6;
/// The shift by the mean square frequency of a node on its own.
const SHIFT: f64 = 1e-7;
/// Relative change of the eigenvalues at which the iteration ends.
const CONVERGED: f64 = 1e-11;
/// The most iterations.
const ITERATIONS: usize = 400;

/// A mode of vibration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mode {
    /// Frequency, Hz; 0 for a motion that nothing resists.
    pub frequency: f64,
    /// Displacement of each node, of mass norm 1 (kg^-½).
    pub shape: Vec<[f64; 3]>,
}

impl World {
    /// The lowest modes of vibration of a deformable body, ascending. Of bodies held together by
    /// rows (inextensible ones) only what bends has a stiffness, so they are refused.
    pub fn modes(&self, body: Handle<Soft>, count: usize) -> Result<Vec<Mode>> {
        let soft = self.soft_body(body)?;
        let object = label("soft", &soft.name, body);
        let problem = Problem::new(self, soft);
        let free = 3 * problem.mass.iter().filter(|m| **m > 0.0).count();
        if count == 0 || count > free {
            let accepted = format!("1 to {free}, three for each node that can move");
            return Check(&object).refuse("count", count, accepted);
        }
        if problem.largest <= 0.0 {
            let accepted = "one with springs or tetrahedra";
            return Check(&object).refuse("material", "without stiffness", accepted);
        }
        match problem.solve(count) {
            Some(modes) => Ok(modes),
            None => Check(&object).refuse("shape", "not in a stable state", "one near rest"),
        }
    }

    /// Supports of a body's nodes: the node within the body, and its stiffness, N/m; `None` where
    /// it is rigid.
    fn supports(&self, soft: &SoftBody) -> Vec<(usize, DMat3, Option<f64>)> {
        let fixed = |p: &Point| match *p {
            Point::Frame { slot, .. } => self.state.frames.mass[slot as usize].mass == 0.0,
            Point::Nodes { .. } => false,
        };
        let own = |p: &Point| {
            let slot = p.single_node()? as usize;
            soft.slots.range().contains(&slot).then(|| slot - soft.slots.range().start)
        };
        let held = |[a, b]: [&Point; 2]| {
            if fixed(b) { own(a) } else { own(b).filter(|_| fixed(a)) }
        };
        let stiffness = |s: &Softness| (s.compliance > 0.0).then(|| 1.0 / s.compliance.into_f64());
        let mut out = Vec::new();
        for r in self.anchors.values() {
            if let Some(node) = held([&r.points[0], &r.points[1]]) {
                out.push((node, DMat3::IDENTITY, stiffness(&r.anchor.softness)));
            }
        }
        for r in self.planes.values() {
            if let Some(node) = held([&r.points[0], &r.points[1]]) {
                let ends = [2, 3].map(|k| double(r.points[k].position(&self.state)));
                let n = ends[1] - ends[0];
                let along = outer(n, n);
                out.push((node, along, stiffness(&r.plane.softness)));
            }
        }
        out
    }
}

/// The matrices of a body.
struct Problem {
    positions: Vec<DVec3>,
    /// Mass of each node, kg; 0 if it is pinned.
    mass: Vec<f64>,
    /// Blocks of the stiffness matrix: of the diagonal, and each pair once.
    blocks: Vec<(u32, u32, DMat3)>,
    /// The largest stiffness of a node, N/m.
    largest: f64,
}

impl Problem {
    fn new(world: &World, soft: &SoftBody) -> Self {
        let state: &State = &world.state;
        let range = soft.slots.range();
        let positions: Vec<DVec3> =
            range.clone().map(|i| double(state.nodes.position(i))).collect();
        let mass: Vec<f64> = range.map(|i| state.nodes.mass(i).into_f64()).collect();
        let mut blocks = Vec::new();
        soft.body().stiffness(state, &mut |i, j, k| blocks.push((i, j, k)));
        let mut trace = vec![0.0; mass.len()];
        for (i, _, k) in blocks.iter().filter(|(i, j, _)| i == j) {
            trace[*i as usize] += k.x_axis.x + k.y_axis.y + k.z_axis.z;
        }
        let largest = trace.iter().copied().fold(0.0, f64::max);
        for (node, along, stiffness) in world.supports(soft) {
            let k = stiffness.unwrap_or(RIGID * largest);
            blocks.push((node as u32, node as u32, along * k));
        }
        Self { positions, mass, blocks, largest }
    }

    /// `K + σ M`, factorised; pinned nodes stand alone.
    fn factorised(&self, shift: f64) -> Option<BlockCholesky> {
        let moves = |i: u32| self.mass[i as usize] > 0.0;
        let off_diagonal = self.blocks.iter().filter(|(i, j, _)| i != j);
        let mut pairs: Vec<[u32; 2]> =
            off_diagonal.map(|&(i, j, _)| [i.min(j), i.max(j)]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut matrix = BlockCholesky::new(&self.positions, &pairs);
        for (i, &m) in self.mass.iter().enumerate() {
            let own = if m > 0.0 { shift * m } else { 1.0 };
            let at = matrix.find(i as u32, i as u32)?;
            matrix.add(at, DMat3::from_diagonal(DVec3::splat(own)));
        }
        for &(i, j, k) in self.blocks.iter().filter(|&&(i, j, _)| moves(i) && moves(j)) {
            let at = matrix.find(i, j)?;
            matrix.add(at, k);
        }
        matrix.factorise().then_some(matrix)
    }

    fn solve(&self, count: usize) -> Option<Vec<Mode>> {
        let free = 3 * self.mass.iter().filter(|m| **m > 0.0).count();
        let size = (2 * count).max(count + 8).min(free);
        let total: f64 = self.mass.iter().sum();
        let nodes = self.mass.iter().filter(|m| **m > 0.0).count() as f64;
        let shift = SHIFT * self.largest * nodes / total;
        let matrix = self.factorised(shift)?;
        let mut vectors: Vec<Vec<DVec3>> = (0..size).map(|k| self.start(k)).collect();
        let mut work = Vec::new();
        let mut last = vec![0.0; count];
        let mut values: Vec<f64> = Vec::new();
        for _ in 0..ITERATIONS {
            // With Qᵀ M Q = 1 and Z = A⁻¹ M Q the eigenvalues of Qᵀ M Z are those of A⁻¹ M on the span.
            self.orthonormalise(&mut vectors)?;
            let weighted: Vec<Vec<DVec3>> = vectors.iter().map(|q| self.weigh(q)).collect();
            let mut next = weighted.clone();
            for z in &mut next {
                matrix.solve(z, &mut work);
            }
            let mut inverse = symmetric(&weighted, &next);
            let turn = jacobi(&mut inverse);
            let mut order: Vec<usize> = (0..size).collect();
            order.sort_by(|&i, &j| inverse[j][j].total_cmp(&inverse[i][i]));
            values = order.iter().map(|&k| 1.0 / inverse[k][k]).collect();
            vectors = order.iter().map(|&k| combined(&next, &turn, k)).collect();
            let change = (0..count)
                .map(|k| (values[k] - last[k]).abs() / (values[k].abs() + shift))
                .fold(0.0, f64::max);
            last.copy_from_slice(&values[..count]);
            if change < CONVERGED {
                break;
            }
        }
        self.orthonormalise(&mut vectors)?;
        let mode = |k: usize| {
            // What is left of a motion without resistance lies within rounding of the shift.
            let square = values[k] - shift;
            let square = if square.abs() < 1e-4 * shift { 0.0 } else { square.max(0.0) };
            Mode {
                frequency: square.sqrt() / std::f64::consts::TAU,
                shape: vectors[k].iter().map(|v| v.to_array()).collect(),
            }
        };
        Some((0..count).map(mode).collect())
    }

    /// `M x`.
    fn weigh(&self, x: &[DVec3]) -> Vec<DVec3> {
        x.iter().zip(&self.mass).map(|(&x, &m)| x * m).collect()
    }

    /// Makes vectors orthogonal to each other by mass, and of mass norm 1; none if they depend on
    /// each other. Twice is enough (Giraud et al. 2005).
    fn orthonormalise(&self, vectors: &mut [Vec<DVec3>]) -> Option<()> {
        for k in 0..vectors.len() {
            let (done, rest) = vectors.split_at_mut(k);
            let x = &mut rest[0];
            for _ in 0..2 {
                for q in done.iter() {
                    let part = dot(q, &self.weigh(x));
                    x.iter_mut().zip(q).for_each(|(x, q)| *x -= *q * part);
                }
                let norm = dot(x, &self.weigh(x)).sqrt();
                if norm.is_nan() || norm <= 0.0 {
                    return None;
                }
                x.iter_mut().for_each(|x| *x /= norm);
            }
        }
        Some(())
    }

    /// A vector that has a part of every mode: random, the same in every run.
    fn start(&self, k: usize) -> Vec<DVec3> {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(k as u64 + 1);
        let mut next = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
        };
        let mut node = |m: &f64| {
            let v = DVec3::new(next(), next(), next());
            if *m > 0.0 { v } else { DVec3::ZERO }
        };
        self.mass.iter().map(&mut node).collect()
    }
}

type Dense = Vec<Vec<f64>>;

fn dot(x: &[DVec3], y: &[DVec3]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x.dot(*y)).sum()
}

/// The products of vectors with others, which are symmetric but for rounding.
fn symmetric(a: &[Vec<DVec3>], b: &[Vec<DVec3>]) -> Dense {
    let n = a.len();
    let product = |i: usize, j: usize| 0.5 * (dot(&a[i], &b[j]) + dot(&a[j], &b[i]));
    (0..n).map(|i| (0..n).map(|j| product(i, j)).collect()).collect()
}

/// A linear combination of vectors, by a column of a matrix.
fn combined(vectors: &[Vec<DVec3>], by: &Dense, column: usize) -> Vec<DVec3> {
    let mut sum = vec![DVec3::ZERO; vectors[0].len()];
    for (x, row) in vectors.iter().zip(by) {
        sum.iter_mut().zip(x).for_each(|(s, x)| *s += *x * row[column]);
    }
    sum
}

/// Makes a symmetric matrix diagonal by rotations; gives their product.
pub(crate) fn jacobi(b: &mut Dense) -> Dense {
    let n = b.len();
    let mut u: Dense =
        (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    for _ in 0..60 {
        let mut largest = 0.0_f64;
        for p in 0..n {
            for q in p + 1..n {
                let scale = (b[p][p].abs() * b[q][q].abs()).sqrt();
                if b[p][q].abs() <= 1e-15 * scale {
                    continue;
                }
                largest = largest.max(b[p][q].abs() / scale.max(f64::MIN_POSITIVE));
                let theta = (b[q][q] - b[p][p]) / (2.0 * b[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for k in 0..n {
                    let (x, y) = (b[k][p], b[k][q]);
                    (b[k][p], b[k][q]) = (c * x - s * y, s * x + c * y);
                }
                for k in 0..n {
                    let (x, y) = (b[p][k], b[q][k]);
                    (b[p][k], b[q][k]) = (c * x - s * y, s * x + c * y);
                    let (x, y) = (u[k][p], u[k][q]);
                    (u[k][p], u[k][q]) = (c * x - s * y, s * x + c * y);
                }
            }
        }
        if largest < 1e-13 {
            break;
        }
    }
    u
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::primitives;
    use crate::{Anchor, Config, Mass, Material, Mesh, Plane, Site, Vec3};

    fn world() -> World {
        World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap()
    }

    #[test]
    fn jacobi_finds_the_eigenvalues_of_a_chain() {
        // Fixed ends: 2 − 2 cos(kπ/(n+1)).
        let n = 6;
        let entry = |i: usize, j: usize| match i.abs_diff(j) {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        };
        let mut a: Dense = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
        jacobi(&mut a);
        let mut values: Vec<f64> = (0..n).map(|i| a[i][i]).collect();
        values.sort_by(f64::total_cmp);
        for (k, value) in values.iter().enumerate() {
            let exact = 2.0 - 2.0 * (std::f64::consts::PI * (k + 1) as f64 / 7.0).cos();
            assert!((value - exact).abs() < 1e-12, "{k}: {value} {exact}");
        }
    }

    /// Springs in a row, one end held, the last node of half a mass: ω = 2 √(k/m) sin((2j−1)π/(4n))
    /// along the row; across they resist nothing.
    #[test]
    fn a_row_of_springs_vibrates_along_itself_alone() {
        let n = 8;
        let mut world = world();
        let soft = Soft {
            mesh: primitives::rope(1.0, n + 1).unwrap(),
            material: Material::MassSpring { stiffness: 50.0, damping: 0.0, bending: 0.0 },
            mass: Mass::Total(0.8),
            pinned: vec![0],
            ..Soft::default()
        };
        let body = world.add_soft(soft).unwrap();
        let modes = world.modes(body, 3 * n).unwrap();
        let still = modes.iter().take_while(|mode| mode.frequency == 0.0).count();
        assert_eq!(still, 2 * n);
        let first = modes[2 * n].frequency * std::f64::consts::TAU;
        let exact = 2.0 * (50.0_f64 / 0.1).sqrt() * (std::f64::consts::PI / (4.0 * n as f64)).sin();
        assert!((first / exact - 1.0).abs() < 1e-5, "{first} {exact}");
    }

    #[test]
    fn a_free_body_has_six_zero_modes() {
        let mut world = world();
        let soft = Soft {
            mesh: primitives::solid_box([0.4, 0.3, 0.2], [3, 2, 2]).unwrap(),
            material: Material::Corotational { young: 1e5, poisson: 0.3, damping: 0.0 },
            mass: Mass::Density(1000.0),
            position: Vec3::new(1.0, 2.0, -1.0),
            ..Soft::default()
        };
        let body = world.add_soft(soft).unwrap();
        let modes = world.modes(body, 8).unwrap();
        for (k, mode) in modes.iter().enumerate() {
            assert_eq!(mode.frequency == 0.0, k < 6, "{k}: {} Hz", mode.frequency);
        }
    }

    /// Anchors and planes on all axes hold as pins do.
    #[test]
    fn supports_hold_like_pins() {
        let bar = |pinned: Vec<usize>| Soft {
            mesh: primitives::solid_box([1.0, 0.2, 0.2], [4, 1, 1]).unwrap(),
            material: Material::Corotational { young: 1e6, poisson: 0.3, damping: 0.0 },
            mass: Mass::Density(1000.0),
            pinned,
            ..Soft::default()
        };
        let Mesh { points, .. } = bar(Vec::new()).mesh;
        let end: Vec<usize> = (0..points.len()).filter(|&i| points[i].x < -0.499).collect();
        let first = |world: &World, body| world.modes(body, 1).unwrap()[0].frequency;
        let mut pinned = world();
        let body = pinned.add_soft(bar(end.clone())).unwrap();
        let exact = first(&pinned, body);
        let (mut anchored, mut planed) = (world(), world());
        let a = anchored.add_soft(bar(Vec::new())).unwrap();
        let p = planed.add_soft(bar(Vec::new())).unwrap();
        for i in end {
            let b = Site::World(points[i]);
            anchored.add_anchor(Anchor { a: Site::Node(a, i), b, ..Anchor::default() }).unwrap();
            for normal in [Vec3::X, Vec3::Y, Vec3::Z] {
                let a = Site::Node(p, i);
                planed.add_plane(Plane { a, b, normal, ..Plane::default() }).unwrap();
            }
        }
        for found in [first(&anchored, a), first(&planed, p)] {
            assert!((found / exact - 1.0).abs() < 1e-4, "{found} {exact}");
        }
    }

    #[test]
    fn what_has_no_stiffness_is_refused() {
        let mut world = world();
        let soft = Soft { mesh: primitives::grid([1.0; 2], [3, 3]).unwrap(), ..Soft::default() };
        let body = world.add_soft(soft).unwrap();
        assert!(world.modes(body, 3).is_err());
        assert!(world.modes(body, 0).is_err());
        assert!(world.modes(body, 28).is_err());
    }
}
