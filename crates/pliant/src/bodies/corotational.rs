//! Co-rotational linear tetrahedra, moved by implicit Euler.
//!
//! With `F = Σ x_i b_iᵀ` (`b_i` the gradients of the shape functions at rest), its rotation `R` and
//! `E = sym(RᵀF) − 1`, the stress is `P = R (2μ E + λ tr E)` and the force on a node `−V P b_i`.
//! One substep solves
//! `(M + (h² + hβ) K) Δv = h (f + m g − (h + β) K v)`
//! with the stiffness `K_ij = V R (μ (b_i·b_j) + μ b_j b_iᵀ + λ b_i b_jᵀ) Rᵀ` of the present
//! rotations and damping `β K`. The same factorised matrix is the body's compliance: what a row
//! pushes is answered by `(M + (h² + hβ) K)⁻¹`, so a contact feels the stiffness behind it.
//!
//! Rotations are found by the iteration of Müller et al. 2016, warm-started, to convergence; they
//! are the body's history. An inverted element keeps a proper rotation and is pushed back.
//! A node without inverse mass keeps its velocity.
//!
//! Implicit Euler as such keeps the momentum but damps rotation, because `K` of a deformed body
//! resists it a little. A body without pinned nodes is therefore given back, as a rigid rotation,
//! the angular momentum that each solve has lost.

use serde::{Deserialize, Serialize};

use super::elasticity::{self, Elasticity, hooke};
use super::element::{Element, PAIRS};
use super::factorised::System;
use super::soft::Compliance;
use super::tets::{Quad, Tet, Tets};
use super::warp::Kept;
use super::{Body, Pull};
use crate::math::polar::rotation_of;
use crate::math::{DMat3, DQuat, DVec3, IntoF64, Mat3, Quat, Real, Vec3, double, single};
use crate::meshing::Mesh;
use crate::solvers::conjugate::{Conjugate, Lattice, Moments, Part};
use crate::solvers::simd::Level;
use crate::state::{Nodes, Slots, State};

/// A solid of linear tetrahedra.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Corotational {
    pub(crate) slots: Slots,
    pub(crate) tets: Tets,
    /// The mean of the diagonal of the stiffness at each node, N/m.
    diagonal: Vec<Real>,
    /// About the largest of these by its node's mass, 1/s².
    stiffest: Real,
    law: Elasticity,
    /// Shear modulus and Lamé's first parameter, Pa.
    lame: [f64; 2],
    /// Factors of these for each element; none: all 1.
    grading: Vec<Real>,
    /// Stiffness-proportional damping, s.
    damping: f64,
    /// The longest stable substep of a body that moves explicitly, s.
    explicit: Option<Real>,
    /// The rotations of the elements while the body is factorised; else those of `tets` count.
    rotations: Vec<DQuat>,
    /// Whether the rotations of `tets` follow the nodes.
    aligned: bool,
    /// Positions and forces of a body that moves explicitly.
    #[serde(skip)]
    work: [Vec<Quad>; 2],
    /// How the factor of an earlier substep is gone on with, if it is.
    pub(crate) kept: Option<Kept>,
    #[serde(skip)]
    system: Option<System>,
    /// For the iteration, while nobody else has it.
    #[serde(skip)]
    pub(crate) lattice: Option<Box<Lattice>>,
}

/// What a solid is made of.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(crate) law: Elasticity,
    /// Young's modulus, Pa.
    pub(crate) young: Real,
    /// Poisson's ratio.
    pub(crate) poisson: Real,
    /// Stiffness-proportional damping, s.
    pub(crate) damping: Real,
    /// Factors of Young's modulus for each element; none: all 1.
    pub(crate) grading: Vec<Real>,
}

/// How an element of a solid is deformed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElementState {
    /// `sym(RᵀF) − 1`, in rest axes.
    pub strain: DMat3,
    /// Cauchy stress in world axes, Pa.
    pub stress: DMat3,
    /// The stress that matters for yield, Pa.
    pub von_mises: f64,
    /// Elastic energy, J.
    pub energy: f64,
    /// Volume at rest, m³.
    pub rest_volume: f64,
    /// Volume now, m³; negative if it is inside out.
    pub volume: f64,
}

/// The stiffness of a body, by its masses and the square of the substep, beyond which the iterations of a
/// substep alone do not resolve it: they find what is a few dozen elements away. It gets a lattice then,
const STIFF: Real = 500.0;
/// and is as stiff, with its damping, as this at most: with more, contacts of meshes with slivers are not resolved.
const STIFFEST: Real = 2e3;
/// The same of one that pins hold, and no floor has to.
const STIFFEST_PINNED: Real = 1e5;

/// The steps after which elements are turned as their nodes are, from wherever they were: a half turn takes some twenty.
const ALIGNS: usize = 30;

/// The longest substep of solids that move implicitly, s: longer ones damp more and need more iterations,
/// so that they would cost as much.
const IMPLICIT_SUBSTEP: Real = 0.005;

/// The same in the constraint space, where contacts are exact.
const KEPT_SUBSTEP: Real = 0.01;

impl Corotational {
    /// A solid of this elasticity whose mesh was turned by `rotation`.
    pub(crate) fn new(
        mesh: &Mesh,
        slots: Slots,
        solid: &Solid,
        rotation: Quat,
        masses: &[Real],
    ) -> Self {
        let (e, nu) = (solid.young.into_f64(), solid.poisson.into_f64());
        let lame = [e / (2.0 * (1.0 + nu)), e * nu / ((1.0 + nu) * (1.0 - 2.0 * nu))];
        let mut diagonal = vec![0.0; mesh.points.len()];
        let mut tets = Vec::with_capacity(mesh.tets.len());
        for (t, &node) in mesh.tets.iter().enumerate() {
            let corners = node.map(|i| double(mesh.points[i as usize]));
            let element = Element::new(node, graded(lame, &solid.grading, t), corners);
            for (&i, k) in node.iter().zip(element.diagonal()) {
                diagonal[i as usize] += k as Real;
            }
            tets.push(Tet { node, mu: (element.lame[0] * element.volume) as Real, rotation });
        }
        let ratio = (lame[1] / lame[0]) as Real;
        let tets = Tets::new(&mesh.points, &tets, ratio, solid.law);
        // A few slivers are stiffer by far; the diagonal finds these by itself.
        let stiffest = 2.0 * diagonal.iter().sum::<Real>() / masses.iter().sum::<Real>();
        Self {
            slots,
            diagonal,
            stiffest,
            tets,
            law: solid.law,
            lame,
            grading: solid.grading.clone(),
            damping: solid.damping.into_f64(),
            explicit: None,
            rotations: Vec::new(),
            aligned: false,
            work: Default::default(),
            kept: None,
            system: None,
            lattice: None,
        }
    }

    /// Lets the body move explicitly, with these masses of its nodes: by symplectic Euler, whose substeps
    /// must be shorter than `2/ω` of its fastest oscillation. An element cannot be faster than
    /// `ω² = (λ + 2μ) V Σ|b_i|² / m`, with the lightest of its masses, and the body not than its elements.
    pub(crate) fn move_explicitly(&mut self, masses: &[Real]) {
        let mut count = vec![0.0; masses.len()];
        self.tets.iter().for_each(|t| t.node.iter().for_each(|&i| count[i as usize] += 1.0));
        let mut fastest: f64 = 0.0;
        for (e, _) in self.elements() {
            let squares: f64 = e.gradient.iter().map(|b| b.length_squared()).sum();
            let share = |&i: &u32| masses[i as usize].into_f64() / count[i as usize];
            let lightest = e.nodes.iter().map(share).fold(f64::INFINITY, f64::min);
            let stiffness = e.volume * (e.lame[1] + 2.0 * e.lame[0]) * squares;
            fastest = fastest.max(stiffness / lightest);
        }
        // Damping by the velocities of the last substep: h (h + 2β) ω² ≤ 4, and a little less.
        let beta = self.damping;
        let longest = (beta * beta + 3.6 / fastest).sqrt() - beta;
        self.explicit = Some(longest as Real);
    }

    /// Whether the body moves explicitly: then its nodes answer by their own masses.
    pub(crate) fn is_explicit(&self) -> bool {
        self.explicit.is_some()
    }

    /// The rotation of an element, from a guess.
    fn rotation(&self, f: DMat3, guess: DQuat) -> DQuat {
        if self.law == Elasticity::Linear { guess } else { rotation_of(f, guess) }
    }

    /// Adds to the velocities what gravity, the caller and the elements do in a substep.
    fn move_freely(&mut self, state: &mut State, pull: &Pull<'_>) {
        let range = self.slots.range();
        let nodes = &mut state.nodes;
        let (h, beta) = (pull.h, self.damping as Real);
        let (x, v) = (&nodes.x[range.clone()], &nodes.v[range.clone()]);
        let [then, force] = &mut self.work;
        then.clear();
        then.extend(gone_on(x, v, beta));
        force.clear();
        force.resize(then.len(), [0.0; 4]);
        self.tets.turn(then, force, Level::detect());
        for (i, f) in range.zip(force) {
            let s = nodes.x[i][3];
            if s > 0.0 {
                for k in 0..3 {
                    nodes.v[i][k] += h * (pull.gravity[k] + (f[k] + pull.nodes[i][k]) * s * s);
                }
            }
        }
    }

    /// Adds the elastic and damping forces at these positions and velocities, N, for an integrator: with the rotations
    /// there, followed until they hardly change.
    pub(crate) fn add_forces(
        &mut self,
        x: &[Quad],
        v: &[Quad],
        out: &mut [Quad],
        spare: &mut Vec<Quad>,
    ) {
        let level = Level::detect();
        // A neo-Hookean force does not ask for the rotation, a linear law has none.
        let mut turns = if self.law == Elasticity::Corotational { 2 } else { 0 };
        if !std::mem::replace(&mut self.aligned, true) {
            turns = ALIGNS;
        }
        spare.clear();
        spare.resize(x.len(), [0.0; 4]);
        for _ in 0..turns {
            self.tets.turn(x, spare, level);
        }
        self.tets.turn(x, out, level);
        if self.damping > 0.0 {
            let beta = self.damping as Real;
            spare.clear();
            spare.extend(v.iter().map(|v| v.map(|v| -beta * v)));
            self.tets.product(spare, out, level);
        }
    }

    /// The factor of the stiffness in `stiff K + damp D`, with `D = βK`.
    pub(crate) fn factor(&self, stiff: Real, damp: Real) -> Real {
        stiff + damp * self.damping as Real
    }

    /// The mean of the diagonal of the stiffness at each node, N/m.
    pub(crate) fn diagonal(&self) -> &[Real] {
        &self.diagonal
    }

    /// Strain in rest axes, Cauchy stress in world axes (Pa), volume at rest and now (m³) of each element.
    pub(crate) fn each_element(&self, state: &State, mut tell: impl FnMut(ElementState)) {
        let base = self.slots.start as usize;
        for (e, q) in self.elements() {
            let f = e.gradient_of(|i| double(state.nodes.position(base + i as usize)));
            let r = DMat3::from_quat(self.rotation(f, q));
            let j = f.determinant();
            let stress = self.law.stress(f, r, e.lame) * f.transpose() * (1.0 / j);
            tell(ElementState {
                strain: elasticity::strain(f, r),
                stress,
                von_mises: elasticity::von_mises(stress),
                energy: self.law.energy(f, r, e.lame) * e.volume,
                rest_volume: e.volume,
                volume: e.volume * j,
            });
        }
    }

    /// Whether the body is so stiff for substeps of this length that iteration would not resolve it.
    pub(crate) fn is_stiff(&self, h: Real) -> bool {
        h * (h + self.damping as Real) * self.stiffest > STIFF
    }

    /// The longest substep it asks for, s.
    pub(crate) const LONGEST: Real = IMPLICIT_SUBSTEP;

    /// Whether the body is factorised, or else solved by iteration.
    pub(crate) fn is_factorised(&self) -> bool {
        !self.rotations.is_empty()
    }

    /// Whether the body is solved by iteration.
    pub(crate) fn is_iterated(&self) -> bool {
        !self.is_factorised() && !self.is_explicit()
    }

    /// Lets the body be factorised or not from now on; tells whether that is a change.
    pub(crate) fn factorise(&mut self, yes: bool) -> bool {
        if yes == self.is_factorised() || self.is_explicit() {
            return false;
        }
        if yes {
            self.rotations = self.tets.rotations().map(wide).collect();
        } else {
            self.rotations = Vec::new();
            (self.system, self.kept) = (None, None);
            self.aligned = false;
        }
        true
    }

    /// Lets the factor of a substep be gone on with while the body is factorised, in substeps that are as long as contacts in
    /// the constraint space allow, or shorter.
    pub(crate) fn keep(&mut self, how: Compliance, long: bool) {
        let factorised = self.is_factorised();
        match &mut self.kept {
            kept if !factorised => *kept = None,
            Some(kept) if kept.how == how => kept.long = long,
            kept => *kept = Some(Kept::new(how, long)),
        }
    }

    /// The elements with a guess of their rotations.
    fn elements(&self) -> impl Iterator<Item = (Element, DQuat)> + '_ {
        self.tets.iter().enumerate().map(|(t, tet)| {
            let guess = self.rotations.get(t).copied().unwrap_or_else(|| {
                let [x, y, z, w] = tet.rotation.to_array().map(IntoF64::into_f64);
                DQuat::from_xyzw(x, y, z, w).normalize()
            });
            let lame = graded(self.lame, &self.grading, t);
            (Element::new(tet.node, lame, self.tets.corners(&tet)), guess)
        })
    }

    /// Starts a substep of a body that is solved by iteration: turns the elements, and tells the solver
    /// the right-hand side, masses and momentum. Something may hold it.
    pub(crate) fn load(
        &mut self,
        nodes: &Nodes,
        pull: &Pull<'_>,
        to: &mut Conjugate,
        level: Level,
        held: bool,
    ) {
        let range = self.slots.range();
        let (x, v) = (&nodes.x[range.clone()], &nodes.v[range.clone()]);
        let forces = &pull.nodes[range.clone()];
        let free = x.iter().all(|x| x[3] > 0.0);
        let most = if free { STIFFEST } else { STIFFEST_PINNED } / (pull.h * self.stiffest);
        let softer = (most / pull.h).min(1.0);
        // Damping goes first: less of it changes no shape that a body rests in.
        let damping = (self.damping as Real).min((most - pull.h).max(0.0));
        to.effort.softened += usize::from(softer < 1.0 || damping < self.damping as Real);
        let ahead = pull.h + damping;
        let stiff = pull.h * ahead * softer;
        let number = stiff * self.stiffest;
        let gain = pull.gravity * pull.h;
        let mut part = Part::new(range.clone(), stiff, free, 0.0);
        let residual = &mut to.residual[range.clone()];
        residual.fill([0.0; 4]);
        let own = range.clone().zip(&mut to.mass[range.clone()]);
        for (((i, mass), x), k) in own.zip(x).zip(&self.diagonal) {
            let s = x[3];
            if s <= 0.0 {
                to.pinned.push((i as u32, *k));
            }
            let m = 1.0 / (s * s);
            *mass = if s > 0.0 { [m, m + stiff * k] } else { [0.0; 2] };
        }
        if held || !part.free || number > STIFF {
            let mut lattice = self.lattice.take().unwrap_or_else(|| Box::new(self.build_lattice()));
            let turn = |t: u32| Mat3::from_quat(self.tets.rotation(t as usize));
            let mass = &to.mass[range.clone()];
            lattice.load(turn, |i| mass[i][0]);
            part.lattice = Some(lattice);
        }
        let sums = Moments::of(x, v, &to.mass[range.clone()]);
        (part.mass, part.centre) = (sums.mass, sums.centre);
        part.inverse_inertia = sums.inertia.inverse();
        let (m, c) = (part.mass, part.centre);
        let mv = sums.momentum;
        part.gain = gain;
        part.momentum = mv + double(gain) * m;
        part.spin = sums.spin;
        // The elements are taken where they would be without the rigid motion.
        let turn = if part.free { part.inverse_inertia * part.spin } else { DVec3::ZERO };
        let shift = if part.free { mv / m - turn.cross(c) } else { DVec3::ZERO };
        let (turn, shift) = (single(turn), single(shift));
        let strains = |x: &Quad, v: &Quad| {
            let rigid = shift + turn.cross(Vec3::new(x[0], x[1], x[2]));
            Vec3::new(v[0], v[1], v[2]) - rigid
        };
        // A law that is not linear is asked where the nodes are, and goes on from there by its stiffness.
        let linear = self.law != Elasticity::NeoHookean;
        let on = if linear { ahead } else { 0.0 };
        let then = &mut to.direction[range.clone()];
        for ((then, v), x) in then.iter_mut().zip(v).zip(x) {
            let p = strains(x, v) * on;
            *then = [x[0] + p.x, x[1] + p.y, x[2] + p.z, 0.0];
        }
        if !self.aligned {
            for _ in 0..ALIGNS {
                self.tets.turn(then, residual, level);
            }
            residual.fill([0.0; 4]);
            self.aligned = true;
        }
        self.tets.turn(then, residual, level);
        if !linear {
            for ((back, v), x) in then.iter_mut().zip(v).zip(x) {
                let p = strains(x, v) * -ahead;
                *back = [p.x, p.y, p.z, 0.0];
            }
            self.tets.product(then, residual, level);
        }
        for (((r, m), f), x) in residual.iter_mut().zip(&to.mass[range]).zip(forces).zip(x) {
            let m = m[0];
            let force = *f * pull.h;
            for k in 0..3 {
                r[k] = r[k] * pull.h * softer + gain[k] * m + force[k];
            }
            if force != Vec3::ZERO {
                part.momentum += double(force);
                let p = DVec3::new(x[0].into_f64(), x[1].into_f64(), x[2].into_f64());
                part.spin += (p - c).cross(double(force));
            }
        }
        to.parts.push(part);
    }

    /// Turns the elements, and adds what they push with in a substep where their nodes go on to.
    fn push_ahead(&mut self, right: &mut [DVec3], nodes: &Nodes, pull: &Pull<'_>) {
        let range = self.slots.range();
        let (x, v) = (&nodes.x[range.clone()], &nodes.v[range]);
        let ahead = pull.h + self.damping as Real;
        let [then, force] = &mut self.work;
        then.clear();
        then.extend(gone_on(x, v, ahead));
        force.clear();
        force.resize(then.len(), [0.0; 4]);
        if !std::mem::replace(&mut self.aligned, true) {
            for _ in 0..ALIGNS {
                self.tets.turn(x, force, pull.level);
            }
            force.fill([0.0; 4]);
        }
        self.tets.turn_and_look(x, then, force, pull.level);
        self.rotations.clear();
        self.rotations.extend(self.tets.rotations().map(wide));
        let moving = right.iter_mut().zip(force).zip(x).filter(|(_, x)| x[3] > 0.0);
        for ((right, f), _) in moving {
            *right +=
                DVec3::new(f[0].into_f64(), f[1].into_f64(), f[2].into_f64()) * pull.h.into_f64();
        }
    }

    /// The same of a law that is not linear: by the stress there is, and a linear one ahead.
    fn push_by_stress(&mut self, system: &mut System, nodes: &Nodes, h: f64) {
        let base = self.slots.start as usize;
        let position = |i: u32| double(nodes.position(base + i as usize));
        let velocity = |i: u32| double(nodes.velocity(base + i as usize));
        for (t, e) in system.elements.iter().enumerate() {
            let f = e.gradient_of(position);
            let q = self.rotation(f, self.rotations[t]);
            let r = DMat3::from_quat(q);
            let ahead = e.gradient_of(velocity) * (h + self.damping);
            let stress = self.law.stress(f, r, e.lame) + r * hooke(r.transpose() * ahead, e.lame);
            for (&i, force) in e.nodes.iter().zip(e.force(stress)) {
                if nodes.x[base + i as usize][3] > 0.0 {
                    system.right[i as usize] += force * h;
                }
            }
            self.rotations[t] = q;
        }
    }

    /// Whether all indices are within the body, as a snapshot's must be.
    pub(crate) fn is_sound(&self) -> bool {
        let n = self.slots.len as usize;
        let turned = self.rotations.len();
        self.diagonal.len() == n
            && self.tets.nodes() == n
            && (turned == 0 || turned == self.tets.len())
            && (self.grading.is_empty() || self.grading.len() == self.tets.len())
    }

    /// Prepares the lattice with these masses of nodes (kg; none of those that do not move) and this factor of the
    /// stiffness, s²; tells whether it could be.
    pub(crate) fn prepare_lattice(&mut self, mass: &[Real], stiff: Real) -> bool {
        let mut lattice = self.lattice.take().unwrap_or_else(|| Box::new(self.build_lattice()));
        lattice.load(|t| Mat3::from_quat(self.tets.rotation(t as usize)), |i| mass[i]);
        lattice.assemble(stiff);
        for (i, &k) in self.diagonal.iter().enumerate().filter(|&(i, _)| mass[i] <= 0.0) {
            lattice.stiffen(i, Mat3::from_diagonal(Vec3::splat(k * stiff)));
        }
        let sound = lattice.factorise();
        self.lattice = Some(lattice);
        sound
    }

    fn build_lattice(&self) -> Lattice {
        let moduli = |t: Tet| (t.node, self.tets.moduli(&t).map(IntoF64::into_f64));
        let elements: Vec<_> = self.tets.iter().map(moduli).collect();
        Lattice::new(&self.tets.rest().collect::<Vec<_>>(), &elements)
    }
}

impl Body for Corotational {
    fn free_motion(&mut self, state: &mut State, pull: &Pull<'_>) {
        if self.is_explicit() {
            return self.move_freely(state, pull);
        }
        if !self.is_factorised() {
            return;
        }
        let mut system = self.system.take().unwrap_or_else(|| {
            let elements = self.elements().map(|(e, _)| e).collect();
            System::new(&self.tets.rest().collect::<Vec<_>>(), elements)
        });
        let base = self.slots.start as usize;
        let nodes = &mut state.nodes;
        let h = pull.h.into_f64();
        let position = |i: u32| double(nodes.position(base + i as usize));
        let moves = |i: u32| nodes.x[base + i as usize][3] > 0.0;

        system.right.clear();
        for i in 0..self.slots.len {
            let mass = nodes.mass(base + i as usize).into_f64();
            let force = double(pull.gravity) * mass + double(pull.nodes[base + i as usize]);
            system.right.push(if moves(i) { force * h } else { DVec3::ZERO });
        }
        if self.law == Elasticity::NeoHookean {
            self.push_by_stress(&mut system, nodes, h);
        } else {
            self.push_ahead(&mut system.right, nodes, pull);
        }
        let pinned = (0..self.slots.len).filter(|&i| !moves(i)).count();
        let stale = match &mut self.kept {
            Some(kept) => kept.renew(&self.rotations, h, pinned),
            None => true,
        };
        if stale || !system.warp.made {
            let made = self.kept.as_ref().map_or(&self.rotations, |kept| &kept.rotations);
            let mass = |i: u32| moves(i).then(|| nodes.mass(base + i as usize).into_f64());
            system.assemble(made, mass, h * (h + self.damping));
        }
        match &self.kept {
            Some(kept) => system.warp.turn(kept, &self.rotations, &system.elements),
            None => system.warp.clear(),
        }
        let places =
            (0..self.slots.len).map(|i| (nodes.mass(base + i as usize).into_f64(), position(i)));
        system.balance.set(places);
        // Internal forces have no moment; what the solve makes of them must have none either.
        let moment = system.balance.moment(|i| double(pull.nodes[base + i]) * h);
        // A non-finite body cannot be factorised; it is contained after the substep.
        if system.warp.made {
            system.solve(moment);
        }
        for (i, dv) in system.right.iter().enumerate() {
            if nodes.x[base + i][3] > 0.0 {
                let v = double(nodes.velocity(base + i)) + *dv;
                nodes.set_velocity(base + i, single(v));
            }
        }
        self.system = Some(system);
    }

    fn longest_substep(&self) -> Real {
        let long = self.kept.as_ref().is_some_and(|kept| kept.long);
        let implicit = if long { KEPT_SUBSTEP } else { IMPLICIT_SUBSTEP };
        self.explicit.unwrap_or(implicit)
    }

    fn is_implicit(&self) -> bool {
        self.is_factorised()
    }

    fn apply(&mut self, impulse: &mut [DVec3]) {
        if let Some(system) = &mut self.system {
            system.apply(impulse);
        }
    }

    fn apply_columns(&mut self, impulse: &mut [DMat3]) {
        if let Some(system) = &mut self.system {
            system.apply_columns(impulse);
        }
    }

    fn answers(
        &mut self,
        node: usize,
        some: &[usize],
        all: &mut [DMat3],
        tell: &mut dyn FnMut(DMat3),
    ) {
        if let Some(system) = self.system.as_mut().filter(|system| system.warp.turns()) {
            return system.answers(node, some, all, tell);
        }
        self.column(node, all);
        some.iter().for_each(|&i| tell(all[i]));
    }

    fn moved(&mut self, state: &State) {
        let base = self.slots.start as usize;
        if let Some(system) = &mut self.system {
            system.warp.shift();
            system.balance.set((0..self.slots.len as usize).map(|i| {
                (state.nodes.mass(base + i).into_f64(), double(state.nodes.position(base + i)))
            }));
        }
    }

    fn stiffness(&self, state: &State, tell: &mut dyn FnMut(u32, u32, DMat3)) {
        let base = self.slots.start as usize;
        for (e, q) in self.elements() {
            let f = e.gradient_of(|i| double(state.nodes.position(base + i as usize)));
            let r = DMat3::from_quat(self.rotation(f, q));
            for pair in PAIRS {
                let [i, j] = pair.map(|k| e.nodes[k]);
                tell(i, j, r * e.stiffness(pair) * r.transpose());
            }
        }
    }

    fn elastic_forces(&self, state: &State, force: &mut [DVec3]) {
        let base = self.slots.start as usize;
        for (e, q) in self.elements() {
            let f = e.gradient_of(|i| double(state.nodes.position(base + i as usize)));
            let r = DMat3::from_quat(self.rotation(f, q));
            for (&i, on_node) in e.nodes.iter().zip(e.force(self.law.stress(f, r, e.lame))) {
                force[i as usize] += on_node;
            }
        }
    }

    fn elastic_energy(&self, state: &State) -> Real {
        let base = self.slots.start as usize;
        let mut energy = 0.0;
        for (e, q) in self.elements() {
            let f = e.gradient_of(|i| double(state.nodes.position(base + i as usize)));
            let r = DMat3::from_quat(self.rotation(f, q));
            energy += e.volume * self.law.energy(f, r, e.lame);
        }
        energy as Real
    }
}

/// Where nodes come to in so many seconds.
fn gone_on<'a>(x: &'a [Quad], v: &'a [Quad], time: Real) -> impl Iterator<Item = Quad> + 'a {
    let on = move |(x, v): (&Quad, &Quad)| {
        [x[0] + time * v[0], x[1] + time * v[1], x[2] + time * v[2], 0.0]
    };
    x.iter().zip(v).map(on)
}

fn wide(q: Quat) -> DQuat {
    let [x, y, z, w] = q.to_array().map(IntoF64::into_f64);
    DQuat::from_xyzw(x, y, z, w).normalize()
}

/// The moduli of an element.
fn graded(lame: [f64; 2], grading: &[Real], t: usize) -> [f64; 2] {
    let factor = grading.get(t).map_or(1.0, |g| g.into_f64());
    lame.map(|x| x * factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::primitives;

    fn body() -> (Corotational, Mesh) {
        let mesh = primitives::solid_box([1.0, 0.5, 0.5], [2, 1, 1]).unwrap();
        let slots = Slots { start: 1, len: mesh.points.len() as u32 };
        let solid = Solid {
            law: Elasticity::Corotational,
            young: 1e5,
            poisson: 0.3,
            damping: 0.0,
            grading: Vec::new(),
        };
        let masses = vec![1.0; mesh.points.len()];
        (Corotational::new(&mesh, slots, &solid, Quat::IDENTITY, &masses), mesh)
    }

    fn forces(body: &Corotational, x: &[DVec3]) -> Vec<DVec3> {
        let mut out = vec![DVec3::ZERO; x.len()];
        for (e, _) in body.elements() {
            let f = e.gradient_of(|i| x[i as usize]);
            let r = DMat3::from_quat(rotation_of(f, DQuat::IDENTITY));
            for (&i, force) in e.nodes.iter().zip(e.force(body.law.stress(f, r, e.lame))) {
                out[i as usize] += force;
            }
        }
        out
    }

    #[test]
    fn a_rigid_motion_gives_no_force() {
        let (body, mesh) = body();
        let turn = DQuat::from_xyzw(0.3, -0.5, 0.2, 0.7).normalize();
        let x: Vec<_> =
            mesh.points.iter().map(|&p| turn * double(p) + DVec3::new(3.0, 1.0, 2.0)).collect();
        let worst = forces(&body, &x).iter().map(|f| f.length()).fold(0.0, f64::max);
        assert!(worst < 1e-6 * 1e5, "{worst}");
    }

    #[test]
    fn stiffness_is_the_derivative_of_the_force_at_rest() {
        let (body, mesh) = body();
        let x: Vec<_> = mesh.points.iter().map(|&p| double(p)).collect();
        let (i, axis, d) = (3usize, 1usize, 1e-6);
        let mut plus = x.clone();
        plus[i][axis] += d;
        let mut minus = x.clone();
        minus[i][axis] -= d;
        let (fp, fm) = (forces(&body, &plus), forces(&body, &minus));
        for j in 0..x.len() {
            let mut column = DVec3::ZERO;
            for (e, _) in body.elements() {
                for a in 0..4 {
                    for b in 0..4 {
                        if e.nodes[a] as usize == j && e.nodes[b] as usize == i {
                            column -= e.stiffness([a, b]).col(axis);
                        }
                    }
                }
            }
            let found = (fp[j] - fm[j]) / (2.0 * d);
            assert!((found - column).length() < 1e-3 * 1e5, "{j}: {found} {column}");
        }
    }
}
