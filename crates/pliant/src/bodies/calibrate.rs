//! Calibration: the stiffness of a model without elasticity of its own, from Young's modulus and Poisson's ratio.
//!
//! The rig: the body stands on one end of its longest axis, which is held; the other end is pulled, pushed aside and
//! twisted. What it does under small loads is found from the stiffness matrix at rest, once for linear finite elements on
//! the same mesh and then for the model. The model's stiffness is scaled until both stretch alike, and its tetrahedra
//! resist changes of volume so much that both get as thin. What is left is reported: the lateral contraction, where no
//! resistance of volumes makes it small enough (springs alone have 1/4), and the answers to the two other loads, which
//! nothing was fitted to.
//!
//! Linear systems are solved by conjugate gradients with the 3×3 blocks of the diagonal as preconditioner.

use serde::{Deserialize, Serialize};

use super::lattice::{PositionBased, Resistance, Springs};
use super::matched::{Goals, ShapeMatching};
use super::soft::{Material, Model, Soft};
use super::{Body, corotational};
use crate::error::{Check, Result};
use crate::math::{DMat3, DVec3, IntoF64, Quat, Real, double};
use crate::meshing::Mesh;
use crate::state::State;

/// The elasticity that a model is matched to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// Young's modulus, Pa.
    pub young: Real,
    /// Poisson's ratio.
    pub poisson: Real,
}

/// How well the stiffness of a body was matched to finite elements on the same mesh. Errors are relative: those of
/// displacements under the same load.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// What the stiffness of the model was multiplied by.
    pub factor: f64,
    /// Pressure by relative change of volume that its tetrahedra got, Pa.
    pub cells: f64,
    /// Contraction across by stretch along, of the finite elements and of the model.
    pub contraction: [f64; 2],
    /// Error when it is pulled: fitted.
    pub stretch: f64,
    /// Error when its end is pushed aside.
    pub bend: f64,
    /// Error when its end is twisted.
    pub twist: f64,
}

/// The part of the body's length at each end that is held or loaded.
const END: f64 = 0.12;
/// The residual at which an iteration ends, by the load.
const CONVERGED: f64 = 1e-8;
const ITERATIONS: usize = 4000;
/// Solves to find how much tetrahedra resist changes of volume.
const SEARCH: usize = 12;

/// Refuses what cannot be calibrated.
pub(super) fn check(soft: &Soft, check: &Check<'_>) -> Result<()> {
    let Some(target) = soft.calibrate else { return Ok(()) };
    check.positive("calibrate.young", target.young)?;
    check.between("calibrate.poisson", target.poisson, -0.99, 0.499)?;
    let physical = match soft.material {
        Material::Springs(Springs { resistance, .. })
        | Material::PositionBased(PositionBased { resistance, .. }) => {
            !matches!(resistance, Resistance::Share(_))
        }
        Material::ShapeMatching(ShapeMatching { rule: Goals::Rate(_), beta, .. }) => beta < 1.0,
        _ => false,
    };
    if !physical {
        let accepted = "springs or position-based dynamics with a stiffness, or shape matching with a rate and beta below 1";
        return check.refuse("calibrate", "a model without a stiffness to tune", accepted);
    }
    if soft.mesh.tets.is_empty() {
        return check.refuse("calibrate", "a mesh without tets", "tetrahedra");
    }
    if let Material::ShapeMatching(matching) = &soft.material
        && matching.leaves_nodes_alone(&soft.mesh)
    {
        let accepted = "as wide as two nodes are apart, and better twice that, to be calibrated";
        return check.refuse("region", matching.region, accepted);
    }
    if !soft.firm.cells.eq(&0.0) {
        return check.refuse("calibrate", soft.firm.cells, "no firm.cells beside it");
    }
    Ok(())
}

/// A load on one end, and what is seen of it.
#[derive(Clone, Copy, Debug)]
enum Load {
    Pull,
    Bend,
    Twist,
}

/// The body in the rig.
struct Rig {
    points: Vec<DVec3>,
    /// Axes: along, and two across.
    axes: [DVec3; 3],
    held: Vec<bool>,
    /// Share of the load on each node.
    loaded: Vec<f64>,
    /// Nodes between the ends, at whose sides the contraction is seen.
    middle: Vec<usize>,
    centre: DVec3,
}

impl Rig {
    fn new(mesh: &Mesh, mass: &[Real]) -> Self {
        let points: Vec<DVec3> = mesh.points.iter().map(|&p| double(p)).collect();
        let (mut lo, mut hi) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        points.iter().for_each(|&p| (lo, hi) = (lo.min(p), hi.max(p)));
        let extent = hi - lo;
        // The longest; of equals the highest.
        let mut axes = [DVec3::Y, DVec3::X, DVec3::Z];
        axes.sort_by(|a, b| extent.dot(*b).total_cmp(&(extent.dot(*a) * (1.0 + 1e-6))));
        let along = |p: DVec3| (p - lo).dot(axes[0]) / extent.dot(axes[0]);
        let held = points.iter().map(|&p| along(p) < END).collect();
        let mut loaded: Vec<f64> = points
            .iter()
            .zip(mass)
            .map(|(&p, m)| if along(p) > 1.0 - END { m.into_f64() } else { 0.0 })
            .collect();
        let total: f64 = loaded.iter().sum();
        loaded.iter_mut().for_each(|l| *l /= total);
        let between = |i: &usize| (along(points[*i]) - 0.5).abs() < 0.25;
        let middle = (0..points.len()).filter(between).collect();
        Self { axes, held, loaded, middle, centre: (lo + hi) * 0.5, points }
    }

    fn force(&self, load: Load) -> Vec<DVec3> {
        let of = |(p, l): (&DVec3, &f64)| match load {
            Load::Pull => self.axes[0] * *l,
            Load::Bend => self.axes[1] * *l,
            Load::Twist => self.axes[0].cross(*p - self.centre) * *l,
        };
        self.points.iter().zip(&self.loaded).map(of).collect()
    }

    /// Work of the load: how far its end moves along it.
    fn response(&self, load: Load, u: &[DVec3]) -> f64 {
        self.force(load).iter().zip(u).map(|(f, u)| f.dot(*u)).sum()
    }

    /// Contraction across by stretch along, where the body is free: slopes of `u` by place.
    fn contraction(&self, u: &[DVec3]) -> f64 {
        let slope = |axis: DVec3| {
            let n = self.middle.len() as f64;
            let mean =
                |f: &dyn Fn(usize) -> f64| self.middle.iter().map(|&i| f(i)).sum::<f64>() / n;
            let (x, y) = (mean(&|i| self.points[i].dot(axis)), mean(&|i| u[i].dot(axis)));
            let xy = mean(&|i| (self.points[i].dot(axis) - x) * (u[i].dot(axis) - y));
            let xx = mean(&|i| (self.points[i].dot(axis) - x).powi(2));
            if xx > 0.0 { xy / xx } else { 0.0 }
        };
        let [along, a, b] = self.axes.map(slope);
        -0.5 * (a + b) / along
    }

    /// Solves `K u = f` with the held nodes at rest.
    fn solve(&self, k: &Operator<'_>, load: Load) -> Vec<DVec3> {
        let n = self.points.len();
        let clear = |v: &mut [DVec3]| {
            v.iter_mut()
                .zip(&self.held)
                .filter(|(_, held)| **held)
                .for_each(|(v, _)| *v = DVec3::ZERO);
        };
        let mut r = self.force(load);
        clear(&mut r);
        let dot = |a: &[DVec3], b: &[DVec3]| a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum::<f64>();
        let precondition = |r: &[DVec3]| -> Vec<DVec3> {
            r.iter().zip(&k.diagonal).map(|(r, d)| *d * *r).collect()
        };
        let (mut u, mut out) = (vec![DVec3::ZERO; n], vec![DVec3::ZERO; n]);
        let mut z = precondition(&r);
        let mut p = z.clone();
        let mut rz = dot(&r, &z);
        let enough = CONVERGED * CONVERGED * dot(&r, &r);
        for _ in 0..ITERATIONS {
            out.fill(DVec3::ZERO);
            k.times(&p, &mut out);
            clear(&mut out);
            let curvature = dot(&p, &out);
            if curvature <= 0.0 || dot(&r, &r) <= enough {
                break;
            }
            let step = rz / curvature;
            for i in 0..n {
                u[i] += p[i] * step;
                r[i] -= out[i] * step;
            }
            z = precondition(&r);
            let next = dot(&r, &z);
            let keep = next / rz;
            rz = next;
            p.iter_mut().zip(&z).for_each(|(p, z)| *p = *z + *p * keep);
        }
        u
    }
}

/// The stiffness matrix of a body at rest.
struct Operator<'a> {
    blocks: Vec<(u32, u32, DMat3)>,
    matched: Option<&'a super::matched::Matched>,
    diagonal: Vec<DMat3>,
}

impl<'a> Operator<'a> {
    /// Of a model, with tetrahedra that resist changes of volume by `cells`.
    fn new(model: &'a Model, state: &State, mesh: &Mesh, cells: f64) -> Self {
        let mut blocks = Vec::new();
        let mut tell = |i: u32, j: u32, k: DMat3| blocks.push((i, j, k));
        let matched = match model {
            Model::Matched(matched) => Some(matched.as_ref()),
            // Refused when it is described: what an integrator moves has a stiffness of its own.
            Model::Integrated(_) => None,
            Model::Particles(b) => {
                b.stiffness(state, &mut tell);
                None
            }
            Model::Lattice(b) => {
                b.stiffness(state, &mut tell);
                None
            }
            Model::Corotational(b) => {
                b.stiffness(state, &mut tell);
                None
            }
        };
        if cells > 0.0 {
            let mut links = super::links::Links::new(state_slots(mesh));
            links.add_cells(mesh, cells as Real);
            links.stiffness(state, &mut tell);
        }
        Self::with(blocks, matched, mesh.points.len())
    }

    fn with(
        blocks: Vec<(u32, u32, DMat3)>,
        matched: Option<&'a super::matched::Matched>,
        n: usize,
    ) -> Self {
        let mut diagonal = vec![DMat3::ZERO; n];
        for (i, _, k) in blocks.iter().filter(|(i, j, _)| i == j) {
            diagonal[*i as usize] += *k;
        }
        if let Some(matched) = matched {
            matched.add_diagonal(&mut diagonal);
        }
        let largest =
            diagonal.iter().map(|d| d.x_axis.x + d.y_axis.y + d.z_axis.z).fold(0.0, f64::max);
        let little = DMat3::from_diagonal(DVec3::splat(1e-9 * largest));
        diagonal.iter_mut().for_each(|d| *d = (*d + little).inverse());
        Self { blocks, matched, diagonal }
    }

    fn times(&self, u: &[DVec3], out: &mut [DVec3]) {
        for &(i, j, k) in &self.blocks {
            let (a, b) = (i as usize, j as usize);
            out[a] += k * u[b];
            if a != b {
                out[b] += k.transpose() * u[a];
            }
        }
        if let Some(matched) = self.matched {
            matched.stiffness_times(u, out);
        }
    }
}

/// Slots of a body that is alone in a state.
fn state_slots(mesh: &Mesh) -> crate::state::Slots {
    crate::state::Slots { start: 1, len: mesh.points.len() as u32 }
}

/// A state in which a mesh is alone, at rest where it was made.
fn rest(mesh: &Mesh, mass: &[Real]) -> State {
    let mut state = State::default();
    let slots = state.nodes.allocate(mesh.points.len());
    for (i, (p, m)) in slots.range().zip(mesh.points.iter().zip(mass)) {
        state.nodes.x[i] = [p.x, p.y, p.z, 1.0 / m.sqrt()];
    }
    state
}

/// Scales the stiffness of a model, and finds what is left.
pub(super) fn tune(model: &mut Model, mesh: &Mesh, target: &Target, mass: &[Real]) -> Calibration {
    let rig = Rig::new(mesh, mass);
    let state = rest(mesh, mass);
    let solid = corotational::Solid {
        law: super::Elasticity::Linear,
        young: target.young,
        poisson: target.poisson,
        damping: 0.0,
        grading: Vec::new(),
    };
    let slots = state_slots(mesh);
    let elements = corotational::Corotational::new(mesh, slots, &solid, Quat::IDENTITY, mass);
    let elements = Model::Corotational(Box::new(elements));
    let exact = Operator::new(&elements, &state, mesh, 0.0);
    let loads = [Load::Pull, Load::Bend, Load::Twist];
    let wanted = loads.map(|load| rig.solve(&exact, load));
    let response = [0, 1, 2].map(|k| rig.response(loads[k], &wanted[k]));
    let thinner = rig.contraction(&wanted[0]);

    // The lattice was made for the slots of its world; here it is alone.
    let alone = model.alone(slots);
    // How stiff it is now, Pa. In that unit: how much volumes must resist, so that it gets as thin.
    let unit = {
        let k = Operator::new(&alone, &state, mesh, 0.0);
        target.young.into_f64() * response[0] / rig.response(Load::Pull, &rig.solve(&k, Load::Pull))
    };
    let shape = |part: f64| {
        let k = Operator::new(&alone, &state, mesh, part * unit);
        let u = rig.solve(&k, Load::Pull);
        (rig.contraction(&u), rig.response(Load::Pull, &u))
    };
    let (mut lo, mut hi) = (0.0, 1.0);
    let (mut part, mut found) = (0.0, shape(0.0));
    if found.0 < thinner {
        for _ in 0..6 {
            found = shape(hi);
            part = hi;
            if found.0 >= thinner {
                break;
            }
            lo = hi;
            hi *= 4.0;
        }
        for _ in 0..SEARCH {
            part = 0.5 * (lo + hi);
            found = shape(part);
            if found.0 < thinner { lo = part } else { hi = part }
        }
    }
    let factor = found.1 / response[0];
    let cells = part * unit;
    let k = Operator::new(&alone, &state, mesh, cells);
    let error = |load: usize| {
        let u = rig.solve(&k, loads[load]);
        rig.response(loads[load], &u) / factor / response[load] - 1.0
    };
    let calibration = Calibration {
        factor,
        cells: cells * factor,
        contraction: [thinner, found.0],
        stretch: error(0),
        bend: error(1),
        twist: error(2),
    };
    match model {
        Model::Lattice(lattice) => lattice.tune(factor as Real, calibration.cells as Real, mesh),
        Model::Matched(matched) => matched.tune(factor as Real),
        Model::Particles(_) | Model::Corotational(_) | Model::Integrated(_) => {}
    }
    calibration
}
