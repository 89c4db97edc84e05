//! Shape matching: nodes are pulled to where a fitted copy of their shape at rest would have them.
//!
//! For the nodes of a region, with masses `m`, places `p` and places at rest `q` about the centre of mass, the best
//! fit is `F = (Σ m p bᵀ)(Σ m b bᵀ)⁻¹`, `b = (q, 1)` for linear and `(q, q², q q, 1)` for quadratic deformation (Müller et
//! al. 2005), and the best rotation `R` is that in `Σ m p qᵀ`. Goals are `g = β F b + (1 − β)(R q + c)`. A node in
//! several regions counts with a share of its mass in each, and its goal is the mean. The constant in `b` and the shares
//! keep the momentum: `Σ m (g − p) = 0`, `Σ m p × (g − p) = 0`.
//!
//! Goals become velocities as free motion, by one of three rules:
//!
//! ```text
//! rate ω       v⁺ = v + (y − p)/h,  p = x + h v,  (1 + ω²h²) y = p + ω²h² g(y)     springs m ω² to the goals, implicit Euler
//! share α      v⁺ = v + α (g(x) − x)/h                                              Müller et al. 2005: undamped
//! paper γ, k   v⁺ = (1 − γ)(v₀ + k (g(p) − p)/h) + h f/m                            Eq. 2 and 38 of Vezzano et al. 2015, literally
//! ```
//!
//! with `v = v₀ + h f/m`. The first does not depend on the step but for the damping of implicit Euler: `y` is iterated until
//! little is left. The rotation is that at `p`; what this gives away of the angular momentum, of second order in `h`, is
//! given back as a rotation of the whole body. The third does not fall freely: it ends at the speed `h g/γ`.

use serde::{Deserialize, Serialize};

use super::lattice::{LONGEST, kick};
use super::{Body, Pull};
use crate::error::{Check, Result};
use crate::math::polar::rotation_of;
use crate::math::{DMat3, DQuat, DVec3, IntoF64, Real, Vec3, double, inertia_at, outer};
use crate::meshing::Mesh;
use crate::modes::jacobi;
use crate::state::{Slots, State};

/// A body whose shape is matched.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShapeMatching {
    /// Width of the regions that are matched, m: they overlap by half; absent: the body is one region.
    pub region: Option<Real>,
    /// Whether regions may bend and twist as well as stretch.
    pub quadratic: bool,
    /// How much of its fitted deformation a region may keep, 0 (it is pulled back to a rigid shape) to 1 (only
    /// what no fit describes is resisted); no unit.
    pub beta: Real,
    /// How goals become velocities.
    pub rule: Goals,
    /// Bending stiffness of a hinge of a surface, N·m/rad².
    pub bending: Real,
}

/// How the goals of shape matching become velocities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Goals {
    /// Springs to the goals of this frequency, 1/s: as stiff at any step.
    Rate(Real),
    /// This part of the way in a substep, 0 to 1 (Müller et al. 2005): stiffer at shorter steps, and undamped.
    Share(Real),
    /// Eq. 2 of Vezzano et al. 2015, literally.
    Paper {
        /// Damping coefficient γ, 0 to 1.
        gamma: Real,
        /// Stiffness k, 0 to 1.
        k: Real,
    },
}

impl Default for ShapeMatching {
    fn default() -> Self {
        Self { region: None, quadratic: false, beta: 0.0, rule: Goals::Rate(100.0), bending: 0.0 }
    }
}

impl ShapeMatching {
    /// Whether some node would be alone in its region: nothing ties it to others.
    pub(super) fn leaves_nodes_alone(&self, mesh: &Mesh) -> bool {
        let lone = |width| overlapping(&mesh.points, width).iter().any(|nodes| nodes.len() < 2);
        self.region.is_some_and(lone)
    }

    pub(super) fn check(&self, check: &Check<'_>) -> Result<()> {
        check.between("beta", self.beta, 0.0, 1.0)?;
        check.not_negative("bending", self.bending)?;
        if let Some(width) = self.region {
            check.positive("region", width)?;
        }
        match self.rule {
            Goals::Rate(rate) => check.positive("rate", rate),
            Goals::Share(share) => check.between("share", share, 0.0, 1.0),
            Goals::Paper { gamma, k } => {
                check.between("gamma", gamma, 0.0, 1.0)?;
                check.between("k", k, 0.0, 1.0)
            }
        }
    }
}

/// Numbers that describe a place of a region: linear, and quadratic.
const LINEAR: usize = 4;
const QUADRATIC: usize = 10;
/// What is left of the goals' own way when the iteration of a stiff body ends, by the first.
const LEFT: f64 = 0.05;
/// The most iterations.
const MOST_PASSES: usize = 8;
/// The most nodes of which the stiffness matrix is told: regions couple all of their nodes.
const MOST_TOLD: usize = 700;

/// A region: its nodes, and where they are at rest.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Region {
    nodes: Vec<u32>,
    /// Mass of each node in this region, kg, and its share of all of the node's.
    mass: Vec<[Real; 2]>,
    /// `q` and 1.
    rest: Vec<[Real; 4]>,
    /// Products of the parts of `q`, if it is quadratic: squares, then yz, zx, xy.
    bent: Vec<[Real; 6]>,
    /// `(Σ m b bᵀ)⁻¹`, by rows.
    inverse: Vec<Real>,
    total: Real,
    /// `Σ m q²`.
    size: f64,
    /// The rotation of the last substep, from which the next is looked for.
    rotation: [f64; 4],
    /// Goals are `T b`.
    #[serde(skip)]
    fit: Fit,
}

/// A 3 × 10 matrix by rows; of linear regions the first four columns count.
#[derive(Clone, Copy, Debug, Default)]
struct Fit([[Real; QUADRATIC]; 3]);

/// Where the first four columns of a matrix are among all: linear parts first, then the constant.
fn columns(quadratic: bool) -> usize {
    if quadratic { QUADRATIC } else { LINEAR }
}

/// A body whose shape is matched.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Matched {
    slots: Slots,
    regions: Vec<Region>,
    quadratic: bool,
    beta: Real,
    pub(super) rule: Goals,
    /// Mass of each node, kg, whether it moves or not.
    mass: Vec<Real>,
    free: bool,
    #[serde(skip)]
    places: Vec<[Real; 4]>,
    #[serde(skip)]
    wanted: Vec<[Real; 4]>,
    #[serde(skip)]
    goals: Vec<[Real; 4]>,
}

impl Matched {
    pub(super) fn new(
        model: &ShapeMatching,
        mesh: &Mesh,
        slots: Slots,
        mass: &[Real],
        pinned: bool,
    ) -> Self {
        let groups = match model.region {
            None => vec![(0..mass.len() as u32).collect()],
            Some(width) => overlapping(&mesh.points, width),
        };
        let mut shares = vec![0_u32; mass.len()];
        groups.iter().flatten().for_each(|&i| shares[i as usize] += 1);
        let region = |nodes: Vec<u32>| Region::new(nodes, mesh, mass, &shares, model.quadratic);
        Self {
            slots,
            regions: groups.into_iter().map(region).collect(),
            quadratic: model.quadratic,
            beta: model.beta,
            rule: model.rule,
            mass: mass.to_vec(),
            free: !pinned,
            places: Vec::new(),
            wanted: Vec::new(),
            goals: Vec::new(),
        }
    }

    /// Multiplies its stiffness.
    pub(super) fn tune(&mut self, factor: Real) {
        if let Goals::Rate(rate) = &mut self.rule {
            *rate *= factor.sqrt();
        }
    }

    pub(super) fn is_sound(&self, slots: Slots) -> bool {
        let n = slots.len as usize;
        let k = columns(self.quadratic);
        self.slots == slots
            && self.mass.len() == n
            && self.regions.iter().all(|r| {
                let count = r.nodes.len();
                r.nodes.iter().all(|&i| (i as usize) < n)
                    && r.mass.len() == count
                    && r.rest.len() == count
                    && r.inverse.len() == k * k
                    && r.bent.len() == if self.quadratic { count } else { 0 }
            })
    }

    /// Fits all regions to places and adds up the goals; rotations are looked for, or those of the last time taken.
    fn match_shapes(&mut self, at: &[[Real; 4]], turn: bool) {
        let mut goals = std::mem::take(&mut self.goals);
        goals.clear();
        goals.resize(at.len(), [0.0; 4]);
        for region in &mut self.regions {
            region.fit(at, self.quadratic, self.beta, turn);
            region.add_goals(&mut goals, self.quadratic);
        }
        self.goals = goals;
    }

    /// Fits all regions again, turned as they are.
    fn match_again(&mut self, at: &[[Real; 4]]) {
        if self.beta > 0.0 {
            return self.match_shapes(at, false);
        }
        for region in &mut self.regions {
            region.follow(at, &mut self.goals);
        }
    }

    /// Positions after a time about the first node, so that few digits are lost.
    fn look(&mut self, state: &State, h: Real) {
        let nodes = &state.nodes;
        let range = self.slots.range();
        let o = nodes.x[range.start];
        self.places.clear();
        self.places.extend(range.map(|i| {
            let (x, v) = (nodes.x[i], nodes.v[i]);
            [x[0] - o[0] + v[0] * h, x[1] - o[1] + v[1] * h, x[2] - o[2] + v[2] * h, x[3]]
        }));
    }

    /// Adds changes of velocity `(to − from) k` without giving a free body momentum.
    fn push(&mut self, state: &mut State, k: Real) {
        let (range, nodes) = (self.slots.range(), &mut state.nodes);
        let start = range.start;
        let change = |i: usize| {
            let (to, from) = (self.wanted[i], self.places[i]);
            DVec3::new(
                ((to[0] - from[0]) * k).into_f64(),
                ((to[1] - from[1]) * k).into_f64(),
                ((to[2] - from[2]) * k).into_f64(),
            )
        };
        let (mut drift, mut turn, mut centre) = (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO);
        if self.free {
            let origin = double(nodes.position(start));
            let place = |i: usize| double(nodes.position(start + i)) - origin;
            let mut total = 0.0;
            for (i, &m) in self.mass.iter().enumerate() {
                let m = m.into_f64();
                total += m;
                drift += change(i) * m;
                centre += place(i) * m;
            }
            (drift, centre) = (drift / total, centre / total);
            let (mut inertia, mut spin) = (DMat3::ZERO, DVec3::ZERO);
            for (i, &m) in self.mass.iter().enumerate() {
                let (r, m) = (place(i) - centre, m.into_f64());
                inertia += inertia_at(r) * m;
                spin += r.cross(change(i) - drift) * m;
            }
            centre += origin;
            // A straight rope has no inertia about itself: a little keeps the inverse finite.
            let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
            inertia += DMat3::from_diagonal(DVec3::splat(1e-12 * trace));
            turn = if trace > 0.0 { inertia.inverse() * spin } else { DVec3::ZERO };
        }
        for i in 0..self.mass.len() {
            if nodes.x[start + i][3] == 0.0 {
                continue;
            }
            let r = double(nodes.position(start + i)) - centre;
            let dv = change(i) - drift - turn.cross(r);
            let v = &mut nodes.v[start + i];
            (v[0], v[1], v[2]) = (v[0] + dv.x as Real, v[1] + dv.y as Real, v[2] + dv.z as Real);
        }
    }

    /// Springs to the goals, by implicit Euler.
    fn pull_back(&mut self, state: &mut State, rate: Real, h: Real) {
        self.look(state, h);
        let places = std::mem::take(&mut self.places);
        let mut wanted = std::mem::take(&mut self.wanted);
        let stiff = rate * h * rate * h;
        let share = 1.0 / (1.0 + stiff);
        let (passes, gains) = passes((stiff * share).into_f64());
        wanted.clone_from(&places);
        for (pass, &gain) in gains[..passes].iter().enumerate() {
            if pass == 0 {
                self.match_shapes(&wanted, true);
            } else {
                self.match_again(&wanted);
            }
            for ((y, p), g) in wanted.iter_mut().zip(&places).zip(&self.goals) {
                if p[3] > 0.0 {
                    (0..3).for_each(|k| y[k] += gain * ((p[k] + stiff * g[k]) * share - y[k]));
                }
            }
        }
        (self.places, self.wanted) = (places, wanted);
        self.push(state, 1.0 / h);
    }

    /// A part of the way to the goals, found after a time.
    fn go_part(&mut self, state: &mut State, after: Real, k: Real) {
        self.look(state, after);
        let places = std::mem::take(&mut self.places);
        self.match_shapes(&places, true);
        self.places = places;
        self.wanted.clone_from(&self.goals);
        self.push(state, k);
    }

    /// `K u` about the shape at rest, N: what [`Body::stiffness`] tells, without its matrix.
    pub(super) fn stiffness_times(&self, u: &[DVec3], out: &mut [DVec3]) {
        let Goals::Rate(rate) = self.rule else { return };
        let square = (rate * rate).into_f64();
        for region in &self.regions {
            region.stiffness_times(square, self.beta.into_f64(), self.quadratic, u, out);
        }
    }
}

impl Matched {
    /// Adds a bound of the diagonal blocks of the stiffness at rest: all of a node's spring.
    pub(super) fn add_diagonal(&self, diagonal: &mut [DMat3]) {
        if let Goals::Rate(rate) = self.rule {
            for (d, m) in diagonal.iter_mut().zip(&self.mass) {
                *d += DMat3::from_diagonal(DVec3::splat((*m * rate * rate).into_f64()));
            }
        }
    }
}

impl Region {
    fn new(nodes: Vec<u32>, mesh: &Mesh, mass: &[Real], shares: &[u32], quadratic: bool) -> Self {
        let weight = |&i: &u32| {
            let share = 1.0 / shares[i as usize] as Real;
            [mass[i as usize] * share, share]
        };
        let weights: Vec<[Real; 2]> = nodes.iter().map(weight).collect();
        let place = |&i: &u32| double(mesh.points[i as usize]);
        let m = |k: usize| weights[k][0].into_f64();
        let total: f64 = (0..nodes.len()).map(m).sum();
        let centre = nodes.iter().enumerate().map(|(k, i)| place(i) * m(k)).sum::<DVec3>() / total;
        let rest: Vec<[f64; 3]> = nodes.iter().map(|i| (place(i) - centre).to_array()).collect();
        let count = columns(quadratic);
        let mut gram = vec![vec![0.0; count]; count];
        let mut size = 0.0;
        for (k, q) in rest.iter().enumerate() {
            let b = basis(*q, quadratic);
            for i in 0..count {
                for j in 0..count {
                    gram[i][j] += m(k) * b[i] * b[j];
                }
            }
            size += m(k) * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
        }
        let inverse = pseudo_inverse(gram);
        let narrow = |q: &[f64; 3]| [q[0] as Real, q[1] as Real, q[2] as Real, 1.0];
        let bend = |q: &[f64; 3]| {
            let b = basis(*q, true);
            std::array::from_fn(|k| b[4 + k] as Real)
        };
        Self {
            bent: if quadratic { rest.iter().map(bend).collect() } else { Vec::new() },
            rest: rest.iter().map(narrow).collect(),
            mass: weights,
            nodes,
            inverse: inverse.iter().flatten().map(|&x| x as Real).collect(),
            total: total as Real,
            size,
            rotation: [0.0, 0.0, 0.0, 1.0],
            fit: Fit::default(),
        }
    }

    /// Finds `T`.
    fn fit(&mut self, at: &[[Real; 4]], quadratic: bool, beta: Real, turn: bool) {
        // By rows, four numbers at a time: moments of q and 1.
        let mut moments = [[0.0; 4]; 3];
        for ((&i, m), q) in self.nodes.iter().zip(&self.mass).zip(&self.rest) {
            let (p, m) = (at[i as usize], m[0]);
            let b = q.map(|q| q * m);
            for (row, p) in moments.iter_mut().zip(p) {
                (0..4).for_each(|k| row[k] += p * b[k]);
            }
        }
        if turn {
            let scale = 1.0 / self.size.max(f64::MIN_POSITIVE);
            let entry = |i: usize, j: usize| moments[i][j].into_f64() * scale;
            let column = |j: usize| DVec3::new(entry(0, j), entry(1, j), entry(2, j));
            let f = DMat3::from_cols(column(0), column(1), column(2));
            let [x, y, z, w] = self.rotation;
            let q = rotation_of(f, DQuat::from_xyzw(x, y, z, w).normalize());
            self.rotation = [q.x, q.y, q.z, q.w];
        }
        let [x, y, z, w] = self.rotation;
        let r = DMat3::from_quat(DQuat::from_xyzw(x, y, z, w));
        let keep = 1.0 - beta;
        for (i, row) in self.fit.0.iter_mut().enumerate() {
            *row = [0.0; QUADRATIC];
            let r = [r.x_axis[i] as Real, r.y_axis[i] as Real, r.z_axis[i] as Real];
            (0..3).for_each(|j| row[j] = keep * r[j]);
            row[3] = keep * moments[i][3] / self.total;
        }
        if beta > 0.0 {
            self.add_deformation(at, &moments, quadratic, beta);
        }
    }

    /// Moves the goals of its nodes with its centre of mass: without `β F` that is all that changes while it does not turn.
    fn follow(&mut self, at: &[[Real; 4]], goals: &mut [[Real; 4]]) {
        let mut centre = [0.0; 4];
        for (&i, m) in self.nodes.iter().zip(&self.mass) {
            let p = at[i as usize];
            (0..4).for_each(|k| centre[k] += p[k] * m[0]);
        }
        let mut moved = [0.0; 4];
        for (row, (moved, sum)) in self.fit.0.iter_mut().zip(moved.iter_mut().zip(centre)) {
            let now = sum / self.total;
            *moved = now - row[3];
            row[3] = now;
        }
        for (&i, m) in self.nodes.iter().zip(&self.mass) {
            let goal = &mut goals[i as usize];
            (0..4).for_each(|k| goal[k] += moved[k] * m[1]);
        }
    }

    /// Adds `β F`.
    fn add_deformation(
        &mut self,
        at: &[[Real; 4]],
        moments: &[[Real; 4]; 3],
        quadratic: bool,
        beta: Real,
    ) {
        let count = columns(quadratic);
        let mut all = [[0.0; QUADRATIC]; 3];
        for (row, moments) in all.iter_mut().zip(moments) {
            row[..4].copy_from_slice(moments);
        }
        for ((&i, m), q) in self.nodes.iter().zip(&self.mass).zip(&self.bent) {
            let (p, b) = (at[i as usize], q.map(|q| q * m[0]));
            for (row, p) in all.iter_mut().zip(p) {
                (0..6).for_each(|k| row[4 + k] += p * b[k]);
            }
        }
        for (row, all) in self.fit.0.iter_mut().zip(&all) {
            for j in 0..count {
                let column = &self.inverse[j * count..(j + 1) * count];
                row[j] += beta * column.iter().zip(all).map(|(a, b)| a * b).sum::<Real>();
            }
        }
    }

    /// Adds the goals of its nodes, each with its share.
    fn add_goals(&self, goals: &mut [[Real; 4]], quadratic: bool) {
        let t = &self.fit.0;
        // By columns, so that a goal is four sums at once.
        let column = |k: usize| [t[0][k], t[1][k], t[2][k], 0.0];
        let columns: [[Real; 4]; 4] = std::array::from_fn(column);
        for ((&i, m), q) in self.nodes.iter().zip(&self.mass).zip(&self.rest) {
            let goal = &mut goals[i as usize];
            let q = q.map(|q| q * m[1]);
            for (column, q) in columns.iter().zip(q) {
                (0..4).for_each(|k| goal[k] += column[k] * q);
            }
        }
        if quadratic {
            for ((&i, m), q) in self.nodes.iter().zip(&self.mass).zip(&self.bent) {
                let goal = &mut goals[i as usize];
                for (k, q) in q.iter().enumerate() {
                    (0..3).for_each(|j| goal[j] += t[j][4 + k] * q * m[1]);
                }
            }
        }
    }

    /// Adds its part of `K u` about the shape at rest: `m ω² (u − β P u − (1 − β) S u)` with the fit `P` and the rigid
    /// motion `S` nearest to `u`.
    fn stiffness_times(
        &self,
        square: f64,
        beta: f64,
        quadratic: bool,
        u: &[DVec3],
        out: &mut [DVec3],
    ) {
        let count = columns(quadratic);
        let wide = |k: usize| self.rest[k].map(IntoF64::into_f64);
        let m = |k: usize| self.mass[k][0].into_f64();
        let [x, y, z, w] = self.rotation;
        let turned = DQuat::from_xyzw(x, y, z, w);
        let (mut mean, mut spin, mut inertia) = (DVec3::ZERO, DVec3::ZERO, DMat3::ZERO);
        let mut all = vec![DVec3::ZERO; count];
        for (k, &i) in self.nodes.iter().enumerate() {
            let ([x, y, z, _], u) = (wide(k), u[i as usize]);
            let q = turned * DVec3::new(x, y, z);
            mean += u * (m(k) / self.total.into_f64());
            spin += q.cross(u) * m(k);
            inertia += inertia_at(q) * m(k);
            let b = basis([x, y, z], quadratic);
            all.iter_mut().zip(b).for_each(|(all, b)| *all += u * (m(k) * b));
        }
        let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
        inertia += DMat3::from_diagonal(DVec3::splat(1e-12 * trace));
        let turn = inertia.inverse() * spin;
        let fit: Vec<DVec3> = (0..count)
            .map(|j| (0..count).map(|k| all[k] * self.inverse[j * count + k].into_f64()).sum())
            .collect();
        for (k, &i) in self.nodes.iter().enumerate() {
            let [x, y, z, _] = wide(k);
            let b = basis([x, y, z], quadratic);
            let fitted: DVec3 = fit.iter().zip(b).map(|(f, b)| *f * b).sum();
            let rigid = mean + turn.cross(turned * DVec3::new(x, y, z));
            let goal = fitted * beta + rigid * (1.0 - beta);
            out[i as usize] += (u[i as usize] - goal) * (m(k) * square);
        }
    }
}

/// How many passes leave [`LEFT`], and how much further than it says each goes.
///
/// What is wrong with a shape is multiplied by `λ` in a plain pass, 0 to `most` by its parts, and by `1 − g (1 − λ)` in one that
/// goes `g` times as far. The first is plain: what it does to a rigid motion, and to what no region shares, is exact. The others
/// have the gains of Chebyshev's polynomial whose least root is that of the first.
fn passes(most: f64) -> (usize, [Real; MOST_PASSES]) {
    let mut gains = [1.0; MOST_PASSES];
    let most = most.clamp(1e-9, 0.999);
    for n in 1..=MOST_PASSES {
        let angle = std::f64::consts::FRAC_PI_2 / n as f64;
        let first = libm::cos(angle);
        let half = most / (1.0 + first);
        let middle = half * first;
        let (mut last, mut value) = (1.0, (1.0 - middle) / half);
        let step = 2.0 * value;
        for _ in 1..n {
            (last, value) = (value, step * value - last);
        }
        if value * LEFT < 1.0 && n < MOST_PASSES {
            continue;
        }
        for (k, gain) in gains.iter_mut().enumerate().take(n).skip(1) {
            let root = middle + half * libm::cos((2 * k - 1) as f64 * angle);
            *gain = (1.0 / (1.0 - root)) as Real;
        }
        return (n, gains);
    }
    (MOST_PASSES, gains)
}

/// What describes a place of a region: linear parts, the constant, then the quadratic ones.
fn basis(q: [f64; 3], quadratic: bool) -> [f64; QUADRATIC] {
    let [x, y, z] = q;
    let s = if quadratic { 1.0 } else { 0.0 };
    [x, y, z, 1.0, s * x * x, s * y * y, s * z * z, s * y * z, s * z * x, s * x * y]
}

/// The inverse of a symmetric matrix on the directions that it has: those of a flat region are fewer.
fn pseudo_inverse(mut a: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = a.len();
    // Lengths, areas and numbers: on a scale of their own each.
    let scale: Vec<f64> = (0..n).map(|i| 1.0 / a[i][i].sqrt().max(1e-30)).collect();
    for i in 0..n {
        for j in 0..n {
            a[i][j] *= scale[i] * scale[j];
        }
    }
    let turn = jacobi(&mut a);
    let largest = (0..n).map(|k| a[k][k]).fold(0.0, f64::max);
    let part = |k: usize| if a[k][k] > 1e-9 * largest { 1.0 / a[k][k] } else { 0.0 };
    let entry = |i: usize, j: usize| {
        let sum: f64 = (0..n).map(|k| turn[i][k] * part(k) * turn[j][k]).sum();
        sum * scale[i] * scale[j]
    };
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// Regions of a width that overlap by half, along each axis on which the body is wider than that.
fn overlapping(points: &[Vec3], width: Real) -> Vec<Vec<u32>> {
    let width = width.into_f64();
    let (mut lo, mut hi) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for &p in points {
        (lo, hi) = (lo.min(double(p)), hi.max(double(p)));
    }
    // Steps of half a width, or of a little less, so that the last region ends with the body.
    let along = |k: usize| {
        let extent = (hi - lo)[k];
        let steps = (2.0 * (extent / width - 1.0) - 1e-6).ceil().clamp(0.0, 200.0) as u32;
        let step = if steps > 0 { (extent - width) / f64::from(steps) } else { 0.0 };
        (steps, step, if steps > 0 { width } else { extent.max(width) })
    };
    let axes = [along(0), along(1), along(2)];
    let mut groups = Vec::new();
    for i in 0..=axes[0].0 {
        for j in 0..=axes[1].0 {
            for k in 0..=axes[2].0 {
                let at = [i, j, k];
                let inside = |p: &Vec3| {
                    let r = double(*p) - lo;
                    (0..3).all(|a| {
                        let (_, step, width) = axes[a];
                        let from = step * f64::from(at[a]);
                        r[a] >= from - 1e-6 * width && r[a] <= from + width * (1.0 + 1e-6)
                    })
                };
                let nodes = points.iter().enumerate().filter(|(_, p)| inside(p));
                let nodes: Vec<u32> = nodes.map(|(i, _)| i as u32).collect();
                if !nodes.is_empty() {
                    groups.push(nodes);
                }
            }
        }
    }
    // Few nodes have no shape to speak of: such regions go if all of their nodes are in others.
    let mut count = vec![0_u32; points.len()];
    groups.iter().flatten().for_each(|&i| count[i as usize] += 1);
    groups.retain(|nodes| {
        let goes = nodes.len() < 4 && nodes.iter().all(|&i| count[i as usize] > 1);
        if goes {
            nodes.iter().for_each(|&i| count[i as usize] -= 1);
        }
        !goes
    });
    groups
}

impl Body for Matched {
    fn free_motion(&mut self, state: &mut State, pull: &Pull<'_>) {
        let h = pull.h;
        match self.rule {
            Goals::Rate(rate) => {
                kick(self.slots, state, pull);
                self.pull_back(state, rate, h);
            }
            Goals::Share(share) => {
                self.go_part(state, 0.0, share / h);
                kick(self.slots, state, pull);
            }
            Goals::Paper { gamma, k } => {
                // The goals see the forces, and Eq. 38 adds them again.
                let range = self.slots.range();
                self.wanted.clear();
                self.wanted.extend_from_slice(&state.nodes.v[range.clone()]);
                kick(self.slots, state, pull);
                self.look(state, h);
                state.nodes.v[range.clone()].copy_from_slice(&self.wanted);
                let places = std::mem::take(&mut self.places);
                self.match_shapes(&places, true);
                let nodes = &mut state.nodes;
                let all = nodes.x[range.clone()].iter().zip(&mut nodes.v[range]);
                for (((x, v), p), g) in all.zip(&places).zip(&self.goals) {
                    if x[3] > 0.0 {
                        (0..3).for_each(|i| v[i] = (1.0 - gamma) * (v[i] + k * (g[i] - p[i]) / h));
                    }
                }
                self.places = places;
                kick(self.slots, state, pull);
            }
        }
    }

    fn longest_substep(&self) -> Real {
        LONGEST
    }

    fn stiffness(&self, _: &State, tell: &mut dyn FnMut(u32, u32, DMat3)) {
        let n = self.mass.len();
        if n > MOST_TOLD {
            return;
        }
        // Column by column: regions couple all of their nodes.
        let (mut u, mut out) = (vec![DVec3::ZERO; n], vec![DVec3::ZERO; n]);
        let mut blocks = vec![DMat3::ZERO; n];
        for j in 0..n {
            blocks.fill(DMat3::ZERO);
            for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
                out.fill(DVec3::ZERO);
                u[j] = axis;
                self.stiffness_times(&u, &mut out);
                for (block, out) in blocks.iter_mut().zip(&out) {
                    *block += outer(*out, axis);
                }
            }
            u[j] = DVec3::ZERO;
            for (i, block) in blocks.iter().enumerate().take(j + 1) {
                if *block != DMat3::ZERO {
                    tell(i as u32, j as u32, *block);
                }
            }
        }
    }

    fn elastic_energy(&self, state: &State) -> Real {
        let Goals::Rate(rate) = self.rule else { return 0.0 };
        let origin = state.nodes.x[self.slots.start as usize];
        let at: Vec<[Real; 4]> = self
            .slots
            .range()
            .map(|i| {
                std::array::from_fn(|k| state.nodes.x[i][k] - if k < 3 { origin[k] } else { 0.0 })
            })
            .collect();
        let mut twice = 0.0;
        for region in &self.regions {
            for (beta, part) in [(1.0, self.beta), (0.0, 1.0 - self.beta)] {
                if part == 0.0 {
                    continue;
                }
                let mut region = region.clone();
                region.fit(&at, self.quadratic, beta, true);
                let mut goals = vec![[0.0; 4]; at.len()];
                region.add_goals(&mut goals, self.quadratic);
                for (&i, m) in region.nodes.iter().zip(&region.mass) {
                    let (g, p) = (goals[i as usize], at[i as usize]);
                    let d = Vec3::new(g[0] / m[1] - p[0], g[1] / m[1] - p[1], g[2] / m[1] - p[2]);
                    twice += (part * m[0] * d.length_squared()).into_f64();
                }
            }
        }
        (0.5 * twice * (rate * rate).into_f64()) as Real
    }

    fn elastic_forces(&self, state: &State, force: &mut [DVec3]) {
        let Goals::Rate(rate) = self.rule else { return };
        let mut copy = self.clone();
        copy.look(state, 0.0);
        let places = std::mem::take(&mut copy.places);
        copy.match_shapes(&places, true);
        for (((f, g), p), m) in force.iter_mut().zip(&copy.goals).zip(&places).zip(&self.mass) {
            let d = DVec3::new(
                (g[0] - p[0]).into_f64(),
                (g[1] - p[1]).into_f64(),
                (g[2] - p[2]).into_f64(),
            );
            *f += d * (*m * rate * rate).into_f64();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every part of what is wrong is a twentieth after the passes, or, of the stiffest bodies, far less than plain passes leave.
    #[test]
    fn passes_leave_little_of_any_part() {
        for (most, plain) in [(0.04, 1), (0.3, 3), (0.36, 3), (0.5, 5), (0.7, 9), (0.9, 8)] {
            let (n, gains) = passes(most);
            assert!(n <= plain && gains[0] == 1.0, "{most}: {n}");
            for i in 0..=100 {
                let part = most * f64::from(i) / 100.0;
                let left = |g: &Real| 1.0 - g.into_f64() * (1.0 - part);
                let after: f64 = gains[..n].iter().map(left).product();
                let allowed = if most < 0.8 { LEFT } else { 0.1 };
                assert!(after.abs() < allowed * 1.001, "{most} {part}: {after}");
            }
        }
    }
}
