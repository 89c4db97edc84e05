//! A lattice: nodes that springs join, moved by their forces or by projection.
//!
//! *Springs* are integrated by symplectic Euler in as many parts of a substep as they need to be stable, so they do not
//! shorten the substep of everybody else (rows are the slow forces of Tuckerman et al. 1992: impulses between the parts).
//! With the places `x₁` and velocities `v₁` that the parts end with, positions are set to `x₁ − h v₁`: the substep then brings them to `x₁`, if no row has a say. Linear and angular
//! momentum are those of `x₁` and `v₁`, and stay.
//!
//! *Projection* is position-based dynamics: in physical units (Macklin et al. 2016) or by a share of the violation
//! (Müller et al. 2007), see `bodies/links/mod.rs`. The goals `g` become velocities: `v = (g − x)/h` with
//! `g` found from `x + h (v + h f/m)`, so forces count once. Eq. 3 of Vezzano et al. 2015, which counts them twice and
//! damps what falls, is there to be compared with.

use serde::{Deserialize, Serialize};

use super::links::{Edge, Links};
use super::{Body, Pull};
use crate::error::{Check, Result};
use crate::math::{DMat3, DVec3, Real, Vec3};
use crate::meshing::{Mesh, surface};
use crate::state::{Slots, State};

/// How edges resist.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Resistance {
    /// The same stiffness for every edge, N/m.
    Stiffness(Real),
    /// The force by strain, N, the same for every edge: the stiffness goes with the inverse of the length.
    Strain(Real),
    /// Young's modulus, Pa: edges share the stiffness of what they are in (Van Gelder 1998). Poisson's ratio of such a
    /// solid is a quarter.
    Young(Real),
    /// The part of the violation that a substep removes, 0 to 1 (no unit): how stiff that is depends on the
    /// substep and the mass. Only for projection.
    Share(Real),
}

/// Springs along the edges, in parts of a substep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Springs {
    /// How they resist.
    pub resistance: Resistance,
    /// Damping along a spring, N·s/m.
    pub damping: Real,
    /// Bending stiffness of a hinge of a surface, N·m/rad².
    pub bending: Real,
    /// Whether springs run across the sides of tetrahedra too, from corner to opposite corner.
    pub braces: bool,
}

/// Position-based dynamics on the edges.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PositionBased {
    /// How edges resist.
    pub resistance: Resistance,
    /// Damping along an edge, N·s/m.
    pub damping: Real,
    /// Bending stiffness of a hinge of a surface, N·m/rad².
    pub bending: Real,
    /// Whether edges run across the sides of tetrahedra too, from corner to opposite corner.
    pub braces: bool,
    /// Sweeps in a substep; 0: as many as the stiffness needs.
    pub iterations: u32,
    /// The damping coefficient of Eq. 3 of Vezzano et al. 2015, taken literally; absent: as it should be.
    pub gamma: Option<Real>,
}

impl Default for PositionBased {
    fn default() -> Self {
        Self {
            resistance: Resistance::Share(1.0),
            damping: 0.0,
            bending: 0.0,
            braces: false,
            iterations: 0,
            gamma: None,
        }
    }
}

/// The longest substep of a lattice, s.
pub(super) const LONGEST: Real = 0.0025;
/// The most parts of a substep: stiffer springs shorten the substep.
const MOST_PARTS: Real = 16.0;
/// The same of what touches something: a push that comes once a substep moves nodes by more than springs of many parts bear.
const MOST_PARTS_TOUCHED: Real = 2.0;
/// The most sweeps that are chosen automatically.
const MOST_SWEEPS: Real = 12.0;

impl Resistance {
    pub(super) fn check(
        &self,
        check: &Check<'_>,
        projected: bool,
        thickness: Real,
        thin: bool,
    ) -> Result<()> {
        match *self {
            Self::Stiffness(k) => check.positive("stiffness", k),
            Self::Strain(k) => check.positive("strain", k),
            Self::Young(young) => {
                check.positive("young", young)?;
                if thin { check.positive("thickness", thickness) } else { Ok(()) }
            }
            Self::Share(k) if projected => {
                check.positive("share", k)?;
                check.between("share", k, 0.0, 1.0)
            }
            Self::Share(k) => check.refuse("share", k, "a stiffness, a strain or a modulus"),
        }
    }

    /// The stiffness of each edge, N/m.
    fn stiffness(
        self,
        mesh: &Mesh,
        edges: &[([u32; 2], Real)],
        braces: &[([u32; 2], Real)],
        thickness: Real,
    ) -> Vec<Real> {
        match self {
            Self::Stiffness(k) => vec![k; edges.len()],
            Self::Strain(k) => edges.iter().map(|e| k / e.1).collect(),
            Self::Share(_) => vec![Real::INFINITY; edges.len()],
            Self::Young(young) => {
                // What an edge is in: m³ of tetrahedra, m² of faces times the thickness, or a round cord.
                let mut around = vec![0.0; edges.len()];
                let mut add = |a: u32, b: u32, part: Real| {
                    if let Ok(k) = edges.binary_search_by_key(&[a.min(b), a.max(b)], |e| e.0) {
                        around[k] += part;
                    }
                };
                for &t in &mesh.tets {
                    for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                        add(t[i], t[j], mesh.volume6(t).abs() / 6.0);
                    }
                }
                braces.iter().for_each(|&([i, j], volume)| add(i, j, volume));
                if mesh.tets.is_empty() {
                    for &f in &mesh.faces {
                        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
                            add(f[i], f[j], 0.5 * mesh.area2(f).length() * thickness);
                        }
                    }
                }
                // Each tetrahedron is counted six times, with braces more often.
                let six: Real = mesh.tets.iter().map(|&t| mesh.volume6(t).abs()).sum();
                let share = if braces.is_empty() { 1.0 } else { six / around.iter().sum::<Real>() };
                around.iter_mut().for_each(|part| *part *= share);
                let section = std::f64::consts::FRAC_PI_4 as Real * thickness * thickness;
                let of = |(e, around): (&([u32; 2], Real), Real)| match around > 0.0 {
                    true => young * around / (e.1 * e.1),
                    false => young * section / e.1,
                };
                edges.iter().zip(around).map(of).collect()
            }
        }
    }
}

/// How a lattice moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Way {
    Springs,
    Projected { iterations: u32, gamma: Option<Real> },
}

/// Nodes that springs join.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Lattice {
    pub(crate) links: Links,
    way: Way,
    /// The longest part of a substep for which springs are stable, s.
    stable: Real,
    /// The square of a frequency that none of its vibrations exceeds, 1/s².
    fastest: Real,
    #[serde(skip)]
    forces: Vec<[Real; 4]>,
}

impl Lattice {
    pub(super) fn springs(
        springs: &Springs,
        mesh: &Mesh,
        edges: &[([u32; 2], Real)],
        thickness: Real,
        slots: Slots,
    ) -> Self {
        let braces = if springs.braces { surface::braces(mesh) } else { Vec::new() };
        let along = Along { resistance: springs.resistance, damping: springs.damping, thickness };
        let links = along.links(mesh, edges, &braces, slots);
        Self { links, way: Way::Springs, stable: 0.0, fastest: 0.0, forces: Vec::new() }
    }

    pub(super) fn projected(
        model: &PositionBased,
        mesh: &Mesh,
        edges: &[([u32; 2], Real)],
        thickness: Real,
        slots: Slots,
    ) -> Self {
        let braces = if model.braces { surface::braces(mesh) } else { Vec::new() };
        let along = Along { resistance: model.resistance, damping: model.damping, thickness };
        let mut links = along.links(mesh, edges, &braces, slots);
        if let Resistance::Share(k) = model.resistance {
            links.share = Some(k);
        }
        let way = Way::Projected { iterations: model.iterations, gamma: model.gamma };
        Self { links, way, stable: 0.0, fastest: 0.0, forces: Vec::new() }
    }

    /// Multiplies the stiffness of all edges, and gives the cells one (Pa).
    pub(super) fn tune(&mut self, factor: Real, cells: Real, mesh: &Mesh) {
        self.links.edges.iter_mut().for_each(|e| e.stiffness *= factor);
        self.links.cells.clear();
        if cells > 0.0 {
            self.links.add_cells(mesh, cells);
        }
    }

    /// Finds out how fast it vibrates, once its links are known.
    pub(super) fn settle(&mut self, points: &[Vec3], mass: &[Real]) {
        let [w2, c] = self.links.fastest(points, mass);
        self.fastest = w2;
        // The positive root of ω² h² + c h = 2, as for other springs: half of what is stable.
        self.stable = match (w2 > 0.0, c > 0.0) {
            (true, _) => (-c + (c * c + 8.0 * w2).sqrt()) / (2.0 * w2),
            (false, true) => 2.0 / c,
            (false, false) => Real::INFINITY,
        };
    }

    /// The longest substep while something else pushes its nodes, s.
    pub(crate) fn longest_when_touched(&self) -> Real {
        match self.way {
            Way::Springs => MOST_PARTS_TOUCHED * self.stable,
            Way::Projected { .. } => Real::INFINITY,
        }
    }

    /// Gravity and what the caller pushes with.
    fn kick(&self, state: &mut State, pull: &Pull<'_>) {
        kick(self.links.slots, state, pull);
    }

    fn move_in_parts(&mut self, state: &mut State, pull: &Pull<'_>) {
        let parts = (pull.h / self.stable - 1e-4).ceil().max(1.0) as u32;
        let h = pull.h / parts as Real;
        let range = self.links.slots.range();
        self.forces.clear();
        self.forces.resize(range.end, [0.0; 4]);
        for _ in 0..parts {
            // All forces see the velocities of before: dampers that saw a push would carry part of it at rest.
            for (force, f) in self.forces[range.clone()].iter_mut().zip(&pull.nodes[range.clone()])
            {
                *force = [f.x, f.y, f.z, 0.0];
            }
            self.links.strain(state, &mut self.forces, pull.level);
            let (nodes, g) = (&mut state.nodes, pull.gravity.to_array());
            let moving = nodes.x[range.clone()].iter_mut().zip(&mut nodes.v[range.clone()]);
            for ((x, v), f) in moving.zip(&self.forces[range.clone()]) {
                let (w, fall) = (x[3] * x[3], if x[3] > 0.0 { 1.0 } else { 0.0 });
                for i in 0..3 {
                    v[i] += (f[i] * w + g[i] * fall) * h;
                    x[i] += v[i] * h;
                }
            }
        }
        let nodes = &mut state.nodes;
        for (x, v) in nodes.x[range.clone()].iter_mut().zip(&nodes.v[range]) {
            (0..3).for_each(|i| x[i] -= v[i] * pull.h);
        }
    }

    /// Sweeps that a substep needs: neighbours of stiff links must hear of each other.
    fn sweeps(&self, h: Real) -> u32 {
        if self.links.share.is_some() {
            return 4;
        }
        (h * self.fastest.sqrt()).clamp(1.0, MOST_SWEEPS) as u32
    }
}

/// Gravity and what the caller pushes with change the velocities of a body.
pub(super) fn kick(slots: Slots, state: &mut State, pull: &Pull<'_>) {
    let nodes = &mut state.nodes;
    for i in slots.range() {
        let s = nodes.x[i][3];
        if s > 0.0 {
            let dv = (pull.gravity + pull.nodes[i] * (s * s)) * pull.h;
            nodes.set_velocity(i, nodes.velocity(i) + dv);
        }
    }
}

/// What all edges of a lattice have in common.
struct Along {
    resistance: Resistance,
    damping: Real,
    thickness: Real,
}

impl Along {
    /// Links along the edges, and along braces, which have a volume each.
    fn links(
        &self,
        mesh: &Mesh,
        edges: &[([u32; 2], Real)],
        braces: &[([u32; 2], Real)],
        slots: Slots,
    ) -> Links {
        let point = |i: u32| mesh.points[i as usize];
        let mut all = edges.to_vec();
        all.extend(braces.iter().map(|&([i, j], _)| ([i, j], (point(j) - point(i)).length())));
        all.sort_unstable_by_key(|e| e.0);
        let stiffness = self.resistance.stiffness(mesh, &all, braces, self.thickness);
        let mut links = Links::new(slots);
        links.edges.extend(all.iter().zip(stiffness).map(|(&(nodes, length), stiffness)| Edge {
            nodes,
            shortest: length,
            longest: length,
            stiffness,
            damping: self.damping,
        }));
        links
    }
}

impl Body for Lattice {
    fn free_motion(&mut self, state: &mut State, pull: &Pull<'_>) {
        match self.way {
            Way::Springs => self.move_in_parts(state, pull),
            Way::Projected { iterations, gamma } => {
                let sweeps = if iterations > 0 { iterations } else { self.sweeps(pull.h) };
                if gamma.is_some() {
                    let range = self.links.slots.range();
                    self.forces.clear();
                    self.forces.extend_from_slice(&state.nodes.v[range]);
                }
                self.kick(state, pull);
                // A number of sweeps that was asked for is kept to.
                if iterations > 0 || !self.links.project_chains(state, pull.h) {
                    self.links.project(state, pull.h, sweeps, pull.level);
                }
                if let Some(gamma) = gamma {
                    // Eq. 3, then the forces of Eq. 38, which the goal has seen already.
                    let range = self.links.slots.range();
                    for (v, old) in state.nodes.v[range].iter_mut().zip(&self.forces) {
                        (0..3).for_each(|k| v[k] = gamma * old[k] + (1.0 - gamma) * v[k]);
                    }
                    self.kick(state, pull);
                }
            }
        }
    }

    fn longest_substep(&self) -> Real {
        match self.way {
            Way::Springs => LONGEST.min(MOST_PARTS * self.stable),
            Way::Projected { .. } => LONGEST,
        }
    }

    fn stiffness(&self, state: &State, tell: &mut dyn FnMut(u32, u32, DMat3)) {
        self.links.stiffness(state, tell);
    }

    fn elastic_forces(&self, state: &State, force: &mut [DVec3]) {
        self.links.elastic_forces(state, force);
    }

    fn elastic_energy(&self, state: &State) -> Real {
        self.links.elastic_energy(state)
    }
}
