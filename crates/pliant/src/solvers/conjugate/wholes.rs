//! Solids that touch each other, each as a whole.
//!
//! Ties between two solids hardly resist that both move together, but the blocks of either side's nodes cannot know that: they take
//! the other side as still. What iterates finds such motions last, and a heap has one for each of its bodies. So the preconditioner
//! has a part of its own for them: the rigid motions `z` of all solids that touch each other, with the masses and ties they have,
//! `C = Zᵀ (M + Σ Jᵀ S J) Z`. It is small, and factorised within its envelope.

use super::{Part, Quad, Tie, vec};
use crate::math::{DMat3, DVec3, IntoF64, Mat3, Real, Vec3, double, double3, single};

/// Velocities of a solid as a whole: linear, then angular.
const SIX: usize = 6;

/// The rigid motions of solids that touch each other.
#[derive(Debug, Default)]
pub(super) struct Wholes {
    /// Which parts they are.
    parts: Vec<u32>,
    /// For each part its place among them, and one more; 0 if it is none.
    place: Vec<u32>,
    /// The first column of each row of the factor, and where the row starts.
    rows: Vec<[u32; 2]>,
    /// Rows of the matrix up to the diagonal, then of its Cholesky factor.
    factor: Vec<f64>,
    right: Vec<f64>,
    /// From the centre of its solid to each node, m.
    arm: Vec<Quad>,
}

/// `v + ω × r` as the rows of a matrix: how a point moves with its solid.
type Carried = [DMat3; 2];

impl Wholes {
    /// Whether no solid touches another.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Finds the solids that touch each other.
    pub(super) fn find(&mut self, parts: &[Part], ties: &[Tie], x: &[Quad]) {
        self.parts.clear();
        self.place.clear();
        self.place.resize(parts.len(), 0);
        for i in ties.iter().filter_map(Tie::apart).flatten() {
            if parts[i as usize].free {
                self.place[i as usize] = 1;
            }
        }
        for i in (0..parts.len()).filter(|&i| self.place[i] > 0) {
            self.parts.push(i as u32);
        }
        for (k, &i) in self.parts.iter().enumerate() {
            self.place[i as usize] = k as u32 + 1;
        }
        self.lay_out(ties);
        if !self.parts.is_empty() {
            self.arm.resize(x.len(), [0.0; 4]);
        }
        for &i in &self.parts {
            let part = &parts[i as usize];
            let centre = single(part.centre);
            for node in part.range.clone() {
                let r = vec(&x[node]) - centre;
                self.arm[node] = [r.x, r.y, r.z, 0.0];
            }
        }
    }

    /// The envelope: from the first solid that one touches to itself.
    fn lay_out(&mut self, ties: &[Tie]) {
        self.rows.clear();
        self.rows.extend((0..self.parts.len()).map(|k| [(SIX * k) as u32, 0]));
        for ends in ties.iter().filter_map(Tie::apart) {
            if let [Some(a), Some(b)] = ends.map(|i| self.of(i)) {
                let first = &mut self.rows[a.max(b)][0];
                *first = (*first).min((SIX * a.min(b)) as u32);
            }
        }
        let firsts = std::mem::take(&mut self.rows);
        let mut start = 0;
        for (k, [first, _]) in firsts.into_iter().enumerate() {
            for row in SIX * k..SIX * (k + 1) {
                self.rows.push([first, start]);
                start += row as u32 + 1 - first;
            }
        }
        self.factor.resize(start as usize, 0.0);
        self.right.resize(SIX * self.parts.len(), 0.0);
    }

    /// Whether a part is among them.
    pub(super) fn hold(&self, part: u32) -> bool {
        self.of(part).is_some()
    }

    fn of(&self, part: u32) -> Option<usize> {
        (*self.place.get(part as usize)? as usize).checked_sub(1)
    }

    /// How a node moves with its solid.
    fn carried(&self, node: usize) -> Carried {
        let r = double(vec(&self.arm[node]));
        // ω × r = −r × ω.
        let cross = DMat3::from_cols(
            DVec3::new(0.0, -r.z, r.y),
            DVec3::new(r.z, 0.0, -r.x),
            DVec3::new(-r.y, r.x, 0.0),
        );
        [DMat3::IDENTITY, cross]
    }

    /// Starts the matrix with the masses.
    pub(super) fn begin(&mut self, parts: &[Part]) {
        self.factor.fill(0.0);
        for k in 0..self.parts.len() {
            let part = &parts[self.parts[k] as usize];
            let mass = DMat3::from_diagonal(DVec3::splat(part.mass));
            self.add_block([SIX * k, SIX * k], mass);
            self.add_block([SIX * k + 3, SIX * k + 3], part.inverse_inertia.inverse());
        }
    }

    /// Adds a stiffness between points of solids, or of one, kg.
    pub(super) fn stiffen(&mut self, tie: &Tie, block: Mat3) {
        let ends: [_; 2] = std::array::from_fn(|side| {
            let nodes = tie.nodes().enumerate().filter(|(k, _)| (*k < tie.split) == (side == 0));
            let mut sum: Carried = [DMat3::ZERO; 2];
            let mut whole: Option<usize> = None;
            for (k, (i, w)) in nodes {
                whole = self.of(tie.part_of(k) as u32);
                if whole.is_some() {
                    let own = self.carried(i);
                    let w = DMat3::from_diagonal(DVec3::splat(w.into_f64()));
                    sum = [sum[0] + own[0] * w, sum[1] + own[1] * w];
                }
            }
            (whole, sum)
        });
        let block = double3(block);
        for (whole, a) in &ends {
            for (other, b) in &ends {
                if let (Some(i), Some(j)) = (whole, other) {
                    self.add_product([*i, *j], a, block, b);
                }
            }
        }
    }

    /// Adds `aᵀ S b` to the part of two solids that is kept: that up to the diagonal.
    fn add_product(&mut self, [i, j]: [usize; 2], a: &Carried, s: DMat3, b: &Carried) {
        if i < j {
            return;
        }
        for (p, a) in a.iter().enumerate() {
            for (q, b) in b.iter().enumerate() {
                if i > j || p >= q {
                    self.add_block([SIX * i + 3 * p, SIX * j + 3 * q], a.transpose() * s * *b);
                }
            }
        }
    }

    /// Adds a block; of one on the diagonal, what is not above it.
    fn add_block(&mut self, [row, column]: [usize; 2], block: DMat3) {
        let block = block.to_cols_array_2d();
        for r in 0..3 {
            let [first, start] = self.rows[row + r].map(|x| x as usize);
            for c in 0..3 {
                if column + c <= row + r {
                    self.factor[start + column + c - first] += block[c][r];
                }
            }
        }
    }

    /// Factorises the matrix.
    pub(super) fn factorise(&mut self) {
        for i in 0..self.rows.len() {
            let [first, start] = self.rows[i].map(|x| x as usize);
            let (above, own) = self.factor.split_at_mut(start);
            for j in first..i {
                let [other_first, other] = self.rows[j].map(|x| x as usize);
                let from = first.max(other_first);
                let known =
                    dot(&own[from - first..j - first], &above[other + from - other_first..]);
                own[j - first] = (own[j - first] - known) / above[other + j - other_first];
            }
            let known = dot(&own[..i - first], &own[..i - first]);
            own[i - first] = (own[i - first] - known).max(f64::MIN_POSITIVE).sqrt();
        }
    }

    /// `rᵀ Z C⁻¹ Zᵀ r`; the motions `C⁻¹ Zᵀ r` are kept.
    pub(super) fn answer(&mut self, parts: &[Part], residual: &[Quad]) -> Real {
        for (k, &i) in self.parts.iter().enumerate() {
            let range = parts[i as usize].range.clone();
            let (mut push, mut turn) = (Vec3::ZERO, Vec3::ZERO);
            for (r, arm) in residual[range.clone()].iter().zip(&self.arm[range]) {
                push += vec(r);
                turn += vec(arm).cross(vec(r));
            }
            let six = [push.x, push.y, push.z, turn.x, turn.y, turn.z].map(IntoF64::into_f64);
            self.right[SIX * k..SIX * (k + 1)].copy_from_slice(&six);
        }
        let n = self.rows.len();
        let mut sum = 0.0;
        for i in 0..n {
            let [first, start] = self.rows[i].map(|x| x as usize);
            let row = &self.factor[start..=start + i - first];
            let known = dot(&row[..i - first], &self.right[first..i]);
            self.right[i] = (self.right[i] - known) / row[i - first];
            sum += self.right[i] * self.right[i];
        }
        for i in (0..n).rev() {
            let [first, start] = self.rows[i].map(|x| x as usize);
            let row = &self.factor[start..=start + i - first];
            self.right[i] /= row[i - first];
            let x = self.right[i];
            for (r, l) in self.right[first..i].iter_mut().zip(row) {
                *r -= l * x;
            }
        }
        sum as Real
    }

    /// Adds these motions to the search direction; nodes that do not move have no solid that does.
    pub(super) fn add(&self, parts: &[Part], direction: &mut [Quad]) {
        for (k, &i) in self.parts.iter().enumerate() {
            let range = parts[i as usize].range.clone();
            let six = &self.right[SIX * k..SIX * (k + 1)];
            let push = single(DVec3::new(six[0], six[1], six[2]));
            let turn = single(DVec3::new(six[3], six[4], six[5]));
            for (p, arm) in direction[range.clone()].iter_mut().zip(&self.arm[range]) {
                super::add(p, push + turn.cross(vec(arm)));
            }
        }
    }
}

/// The sum of products, four at a time; `b` may be longer.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let b = &b[..a.len()];
    let mut sum = [0.0; 4];
    let (fours, rest) = a.as_chunks::<4>();
    let (others, other_rest) = b.as_chunks::<4>();
    for (x, y) in fours.iter().zip(others) {
        for k in 0..4 {
            sum[k] += x[k] * y[k];
        }
    }
    let rest: f64 = rest.iter().zip(other_rest).map(|(x, y)| x * y).sum();
    (sum[0] + sum[1]) + (sum[2] + sum[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::inertia_at;

    /// The motions that are found solve the equations of masses on springs between two solids and the ground.
    #[test]
    fn motions_of_wholes_solve_their_equations() {
        let x: Vec<Quad> = vec![
            [0.0, 0.0, 0.0, 1.0],
            [1.0, 0.0, 0.2, 1.0],
            [0.1, 1.0, 0.0, 1.0],
            [0.0, 0.3, 1.0, 1.0],
            [2.0, 0.1, 0.0, 1.0],
            [3.0, 0.0, 0.4, 1.0],
            [2.2, 1.0, 0.1, 1.0],
            [2.0, 0.0, 1.0, 1.0],
        ];
        let mass = 0.5;
        let parts: Vec<Part> = [0..4, 4..8]
            .into_iter()
            .map(|range| {
                let mut part = Part::new(range.clone(), 0.0, true, 4.0 * mass);
                let own = x[range].iter().map(|x| double(vec(x)));
                part.centre = own.clone().sum::<DVec3>() / 4.0;
                let inertia = own.map(|p| inertia_at(p - part.centre) * mass);
                part.inverse_inertia = inertia.fold(DMat3::ZERO, |a, b| a + b).inverse();
                part
            })
            .collect();
        let weights = [1.0, -0.2, -0.5, -0.3];
        let tie = Tie::between(([1, 4, 6, 7], weights), 1, [0, 1], 0);
        let block = Mat3::from_diagonal(Vec3::new(3.0, 5.0, 2.0));
        let mut wholes = Wholes::default();
        wholes.find(&parts, std::slice::from_ref(&tie), &x);
        wholes.begin(&parts);
        wholes.stiffen(&tie, block);
        wholes.factorise();
        let residual: Vec<Quad> =
            (0..8).map(|i| [0.1 * i as Real, 1.0, 0.3 - 0.2 * i as Real, 0.0]).collect();
        let work = wholes.answer(&parts, &residual);
        let mut motion = vec![[0.0; 4]; 8];
        wholes.add(&parts, &mut motion);
        // `M z + Jᵀ S J z = r` along every rigid motion, so along the one that was found.
        let energy: Real = motion.iter().map(|v| mass as Real * vec(v).length_squared()).sum();
        let rate = tie.nodes().fold(Vec3::ZERO, |sum, (i, w)| sum + vec(&motion[i]) * w);
        let energy = energy + rate.dot(block * rate);
        let given: Real = motion.iter().zip(&residual).map(|(v, r)| vec(v).dot(vec(r))).sum();
        assert!((energy - given).abs() < 1e-4 * given, "{energy} {given}");
        assert!((work - given).abs() < 1e-4 * given, "{work} {given}");
    }
}
