//! Deformable bodies: a mesh, a material, and the model that the material asks for.

use serde::{Deserialize, Serialize};

use super::calibrate::{self, Calibration, Target};
use super::corotational::{Corotational, Solid};
use super::elasticity::Elasticity;
use super::firm::Firm;
use super::hinge::{Hinge, HingeLaw, hinges};
use super::lattice::{Lattice, PositionBased, Springs};
use super::links::Links;
use super::matched::{Matched, ShapeMatching};
use super::particles::{Particles, ROWS_SUBSTEP, Spring};
use super::rigid::{DEFAULT_FRICTION, Groups};
use super::{Body, Mass, shear};
use crate::config::SolverChoice;
use crate::error::{Check, Result};
use crate::integrators::Integrator;
use crate::integrators::body::{Inner, Integrated};
use crate::math::{Quat, Real, Vec3};
use crate::meshing::{Mesh, surface};
use crate::solvers::Method;
use crate::solvers::islands::MOST_WOVEN;
use crate::state::{Slots, State};
use crate::step::sleep::Rest;
use crate::weave;

/// What a deformable body is made of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Material {
    /// Edges keep their length: cloth and rope that do not stretch.
    Inextensible {
        /// Bending stiffness of a hinge, N·m/rad².
        bending: Real,
        /// Stiffness of an edge against compression, N/m: soft, so that edges do not fight.
        compression: Real,
    },
    /// Edges give way along themselves: elastic cloth and rope, stable at any stiffness.
    Elastic {
        /// How they resist stretching.
        stretch: Stretch,
        /// Stiffness of an edge against compression, N/m.
        compression: Real,
        /// Bending stiffness of a hinge, N·m/rad².
        bending: Real,
        /// The largest strain, beyond which edges are rigid; infinite: none.
        limit: Real,
    },
    /// Springs along the edges.
    MassSpring {
        /// Stiffness of a spring, N/m.
        stiffness: Real,
        /// Damping along a spring, N·s/m.
        damping: Real,
        /// Bending stiffness of a hinge, N·m/rad².
        bending: Real,
    },
    /// Springs along the edges, also by strain or by modulus, in parts of a substep.
    Springs(Springs),
    /// Position-based dynamics, in physical units or by shares.
    PositionBased(PositionBased),
    /// Shape matching, of the whole or in regions.
    ShapeMatching(ShapeMatching),
    /// Linear elasticity in the frame of each tetrahedron.
    Corotational {
        /// Young's modulus, Pa.
        young: Real,
        /// Poisson's ratio.
        poisson: Real,
        /// Stiffness-proportional damping, s.
        damping: Real,
    },
    /// Linear elasticity for small displacements: turning the body strains it.
    Linear {
        /// Young's modulus, Pa.
        young: Real,
        /// Poisson's ratio.
        poisson: Real,
        /// Stiffness-proportional damping, s.
        damping: Real,
    },
    /// Stable neo-Hookean elasticity for large strains, see [`Elasticity`].
    NeoHookean {
        /// Young's modulus at small strains, Pa.
        young: Real,
        /// Poisson's ratio at small strains.
        poisson: Real,
        /// Stiffness-proportional damping, s.
        damping: Real,
    },
}

/// How the edges of a thin body resist stretching.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Stretch {
    /// The same stiffness for every edge, N/m.
    Stiffness(Real),
    /// Young's modulus, Pa, with the body's thickness: edges of a surface share the stiffness of their
    /// triangles (Van Gelder 1998), those of a rope have that of a round cord.
    Young(Real),
}

impl Default for Material {
    fn default() -> Self {
        Self::Inextensible { bending: 0.0, compression: 5.0 }
    }
}

impl Material {
    /// Bending stiffness of hinges, N·m/rad².
    fn bending(&self) -> Real {
        match *self {
            Self::Inextensible { bending, .. }
            | Self::Elastic { bending, .. }
            | Self::MassSpring { bending, .. }
            | Self::Springs(Springs { bending, .. })
            | Self::PositionBased(PositionBased { bending, .. })
            | Self::ShapeMatching(ShapeMatching { bending, .. }) => bending,
            Self::Corotational { .. } | Self::Linear { .. } | Self::NeoHookean { .. } => 0.0,
        }
    }
}

/// How an elastic solid answers to rows in the constraint space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compliance {
    /// By its factorised matrix, made anew when it has deformed.
    #[default]
    Exact,
    /// By the matrix of its first shape, with each node turned as its elements have (Saupin et al. 2008): less
    /// work, and less true the more it is deformed.
    Warped,
}

/// What friction between its threads slows the motion within a fabric by, m/s²: so little that only slow motion
/// feels it, and it comes to rest.
pub const FABRIC_FRICTION: Real = 0.02;

/// The relative residual at which the iteration of an implicit integrator ends, unless told otherwise.
pub const TOLERANCE: Real = 1e-3;

/// A deformable body to be added to a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Soft {
    /// For messages and reports.
    pub name: String,
    /// Its shape at rest.
    pub mesh: Mesh,
    /// What it is made of.
    pub material: Material,
    /// How heavy it is.
    pub mass: Mass,
    /// Where the mesh's origin is put, m.
    pub position: Vec3,
    /// How the mesh is turned.
    pub rotation: Quat,
    /// Velocity, m/s.
    pub velocity: Vec3,
    /// Nodes that do not move.
    pub pinned: Vec<usize>,
    /// Coefficient of friction; those of two bodies are multiplied.
    pub friction: Real,
    /// Coefficient of restitution; the larger of two bodies counts.
    pub restitution: Real,
    /// Thickness, m: contacts keep half of it between a node and a surface.
    pub thickness: Real,
    /// Damping of everything but the rigid motion, 1/s.
    pub damping: Real,
    /// Friction within the material: what everything but the rigid motion is slowed by, m/s². None: that
    /// of fabric, [`FABRIC_FRICTION`], for cloth and ropes, and 0 for all others.
    pub internal_friction: Option<Real>,
    /// What its hinges keep.
    pub hinges: HingeLaw,
    /// Factors of Young's modulus for each tetrahedron of an elastic solid; none: all 1.
    pub grading: Vec<Real>,
    /// Whether an elastic solid moves explicitly: in substeps as short as its stiffness needs, without
    /// the damping of implicit ones.
    pub explicit: bool,
    /// How a mass-spring body or an elastic solid gets from one moment to the next, in the substeps of the world as they are; none:
    /// symplectic Euler in substeps that are stable, or implicit Euler.
    pub integrator: Option<Integrator>,
    /// The relative residual at which the iteration of an implicit integrator ends.
    pub tolerance: Real,
    /// What it has on top of its model.
    pub firm: Firm,
    /// The elasticity that its stiffness is matched to, if the model has none of its own: see [`Calibration`].
    pub calibrate: Option<Target>,
    /// Stiffness of a cloth of squares against shear, N/m: the shear modulus times the thickness; none: diagonals resist as all edges do.
    pub shear: Option<Real>,
    /// Drag coefficient of its faces in the air, no unit; 0 feels none.
    pub drag: Real,
    /// Whether it touches anything.
    pub collides: bool,
    /// Whether it touches other deformable bodies, if they do so too. Those that a constraint ties to each other do not.
    pub soft_contact: bool,
    /// Whether it touches itself.
    pub self_contact: bool,
    /// Which other bodies it touches.
    pub groups: Groups,
    /// Which solver its island gets.
    pub solver: SolverChoice,
    /// How an elastic solid answers to rows in the constraint space.
    pub compliance: Compliance,
}

impl Default for Soft {
    fn default() -> Self {
        Self {
            name: String::new(),
            mesh: Mesh::default(),
            material: Material::default(),
            mass: Mass::Total(1.0),
            position: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            velocity: Vec3::ZERO,
            pinned: Vec::new(),
            friction: DEFAULT_FRICTION,
            restitution: 0.0,
            thickness: 0.0,
            damping: 0.0,
            internal_friction: None,
            hinges: HingeLaw::Angle,
            grading: Vec::new(),
            explicit: false,
            integrator: None,
            tolerance: TOLERANCE,
            firm: Firm::default(),
            calibrate: None,
            shear: None,
            drag: 0.0,
            collides: true,
            soft_contact: true,
            self_contact: false,
            groups: Groups::default(),
            solver: SolverChoice::Auto,
            compliance: Compliance::Exact,
        }
    }
}

impl Soft {
    pub(crate) fn check(&self, object: &str) -> Result<()> {
        let check = Check(object);
        self.mesh.check(object)?;
        self.mass.check(&check)?;
        check.finite("position", self.position)?;
        check.finite("velocity", self.velocity)?;
        check.not_negative("friction", self.friction)?;
        check.between("restitution", self.restitution, 0.0, 1.0)?;
        check.not_negative("thickness", self.thickness)?;
        check.not_negative("damping", self.damping)?;
        check.not_negative("drag", self.drag)?;
        check.not_negative("internal_friction", self.internal_friction.unwrap_or(0.0))?;
        if !self.rotation.is_finite() || (self.rotation.length() - 1.0).abs() > 1e-3 {
            return check.refuse("rotation", self.rotation.to_array(), "a unit quaternion");
        }
        self.check_integrator(&check)?;
        for &node in &self.pinned {
            check.index("node", node, self.mesh.points.len())?;
        }
        self.check_shear(&check)?;
        self.firm.check(&check, &self.mesh)?;
        calibrate::check(self, &check)?;
        match self.material {
            Material::Inextensible { bending, compression } => {
                check.not_negative("bending", bending)?;
                check.not_negative("compression", compression)
            }
            Material::Elastic { stretch, compression, bending, limit } => {
                match stretch {
                    Stretch::Stiffness(k) => check.positive("stiffness", k)?,
                    Stretch::Young(young) => {
                        check.positive("young", young)?;
                        check.positive("thickness", self.thickness)?;
                    }
                }
                check.not_negative("compression", compression)?;
                check.not_negative("bending", bending)?;
                if limit.is_nan() || limit < 0.0 {
                    return check.refuse("limit", limit, "0 or above");
                }
                Ok(())
            }
            Material::MassSpring { stiffness, damping, bending } => {
                check.positive("stiffness", stiffness)?;
                check.not_negative("damping", damping)?;
                check.not_negative("bending", bending)
            }
            Material::Springs(Springs { resistance, damping, bending, braces: _ }) => {
                let thin = self.mesh.tets.is_empty();
                resistance.check(&check, false, self.thickness, thin)?;
                check.not_negative("damping", damping)?;
                check.not_negative("bending", bending)
            }
            Material::PositionBased(PositionBased {
                resistance,
                damping,
                bending,
                iterations,
                gamma,
                braces: _,
            }) => {
                let thin = self.mesh.tets.is_empty();
                resistance.check(&check, true, self.thickness, thin)?;
                check.not_negative("damping", damping)?;
                check.not_negative("bending", bending)?;
                if iterations > 1000 {
                    return check.refuse("iterations", iterations, "0 to 1000");
                }
                check.between("gamma", gamma.unwrap_or(0.0), 0.0, 1.0)
            }
            Material::ShapeMatching(matching) => matching.check(&check),
            Material::Corotational { young, poisson, damping }
            | Material::Linear { young, poisson, damping }
            | Material::NeoHookean { young, poisson, damping } => {
                for &factor in &self.grading {
                    check.positive("grading", factor)?;
                }
                let (given, tets) = (self.grading.len(), self.mesh.tets.len());
                if given > 0 && given != tets {
                    return check.refuse("grading", given, format!("{tets} factors, or none"));
                }
                check.positive("young", young)?;
                check.between("poisson", poisson, -0.99, 0.499)?;
                check.not_negative("damping", damping)?;
                if self.mesh.tets.is_empty() {
                    return check.refuse("mesh", "no tets", "tetrahedra for this material");
                }
                Ok(())
            }
        }
    }

    fn check_shear(&self, check: &Check<'_>) -> Result<()> {
        let Some(shear) = self.shear else { return Ok(()) };
        check.positive("shear", shear)?;
        if !matches!(self.material, Material::Inextensible { .. } | Material::Elastic { .. }) {
            return check.refuse(
                "shear",
                shear,
                "no value, but for inextensible and elastic cloth",
            );
        }
        if !shear::has_diagonals(&self.mesh) {
            return check.refuse(
                "shear",
                shear,
                "no value for a mesh without right angles: it has no diagonals",
            );
        }
        Ok(())
    }

    fn check_integrator(&self, check: &Check<'_>) -> Result<()> {
        check.between("tolerance", self.tolerance, 1e-15, 0.1)?;
        let Some(integrator) = self.integrator else { return Ok(()) };
        let elastic = matches!(
            self.material,
            Material::MassSpring { .. }
                | Material::Corotational { .. }
                | Material::Linear { .. }
                | Material::NeoHookean { .. }
        );
        if !elastic {
            let accepted = "none: only mass-spring bodies and elastic solids have one";
            return check.refuse("integrator", integrator.name(), accepted);
        }
        if self.explicit {
            return check.refuse("explicit", true, "false where an integrator is named");
        }
        Ok(())
    }

    /// The mass of each node, kg: of each element an equal share on each of its corners.
    fn node_masses(&self) -> Vec<Real> {
        let mesh = &self.mesh;
        let mut share = vec![0.0; mesh.points.len()];
        if !mesh.tets.is_empty() {
            for &t in &mesh.tets {
                t.iter().for_each(|&i| share[i as usize] += mesh.volume6(t) / 24.0);
            }
        } else if !mesh.faces.is_empty() {
            for &f in &mesh.faces {
                let third = mesh.area2(f).length() / 6.0;
                f.iter().for_each(|&i| share[i as usize] += third);
            }
        } else {
            for e in &mesh.edges {
                let [a, b] = e.map(|i| mesh.points[i as usize]);
                e.iter().for_each(|&i| share[i as usize] += 0.5 * (b - a).length());
            }
        }
        let total: Real = share.iter().sum();
        let factor = match self.mass {
            Mass::Total(m) => m / total,
            Mass::Density(d) => d,
        };
        share.iter_mut().for_each(|s| *s *= factor);
        share
    }
}

/// The substep of inextensible bodies that are solved directly, s.
const DIRECT_SUBSTEP: Real = 0.0025;
/// The same of a rope: on a wheel it goes straight in a substep, and is pulled back at a loss.
const DIRECT_ROPE_SUBSTEP: Real = 0.00125;
/// The same of a rope that is still: in longer ones it creeps round a post, and holds a tenth less than friction would,
const STILL_ROPE_SUBSTEP: Real = 0.0008;
/// none of whose nodes is faster than this, m/s.
const STILL: Real = 0.05;

/// Thin bodies ask for no shorter substeps than this, s, however fast their hinges vibrate.
pub(crate) const SHORTEST_SUBSTEP: Real = 0.0002;

/// Bodies that are tied or touch deformable ones have strands if their edges are shorter than this on the average, m, or if they have more nodes than this.
const FINE: Real = 0.012;
const MANY: u32 = 6000;

/// Cloth between several pins is solved by whole lines if its edges are shorter than this on the average, m. What sags by the stretch of
/// longer ones comes back from lines that do not: a cloth of 50 mm that turns over 4 mJ gained a fifth of it.
const SPANNED: Real = 0.045;

/// Elastic edges are swept once a substep, and each gives way to what its neighbours do in it. So that they pull as hard as
/// they should, the stiffest of them, `k` between nodes of `1/m = w`, has substeps with `k w h²` of this at most,
const SWEPT_STIFFNESS: Real = 0.15;
/// but none shorter than this, s: what is still stiffer hardly stretches.
const SHORTEST_ELASTIC: Real = 0.0001;

/// Compliance of an edge that nothing resists, m/N.
const SLACK: Real = 1e20;

/// Contacts of lumped solids have springs of so many times the frequency of the world. Still quicker ones take too little from
/// springs without damping, and these go on rocking.
const QUICKER: Real = 3.0;

/// An edge resists compression at least so many times as much as its hinges push along it.
const PROP: Real = 10.0;

/// How an edge of a thin body gives way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Thread {
    /// Compliance against stretching, m/N.
    pub(crate) stretch: Real,
    /// Compliance against compression, m/N.
    pub(crate) push: Real,
    /// Largest length, m.
    pub(crate) longest: Real,
}

/// The motion of a deformable body between rows.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Model {
    Particles(Particles),
    Lattice(Box<Lattice>),
    Matched(Box<Matched>),
    Corotational(Box<Corotational>),
    /// Either of them by an integrator that was named.
    Integrated(Box<Integrated>),
}

impl Model {
    /// The same on other slots, for the rig.
    pub(super) fn alone(&self, slots: Slots) -> Self {
        let mut model = self.clone();
        if let Self::Lattice(lattice) = &mut model {
            lattice.links.slots = slots;
        }
        model
    }
}

/// A deformable body in a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SoftBody {
    pub(crate) name: String,
    pub(crate) material: Material,
    pub(crate) slots: Slots,
    /// Topology; points are those at rest.
    pub(crate) mesh: Mesh,
    /// All edges with their rest lengths; of an elastic solid those of its surface.
    pub(crate) edges: Vec<([u32; 2], Real)>,
    /// Mean length of the edges, m.
    pub(crate) mesh_width: Real,
    pub(crate) hinges: Vec<Hinge>,
    /// The time after which hinges of a thin body must be looked at again, s.
    pub(crate) turn: Real,
    /// Compliance of each edge against stretching, m/N, 0 for rigid ones; none if all are rigid.
    pub(crate) yields: Vec<Real>,
    /// Which edges are diagonals that resist compression as they do stretching; none if there are none.
    pub(crate) slants: Vec<bool>,
    /// Nodes that contacts look at.
    pub(crate) skin: Vec<u32>,
    /// Nodes within a lumped solid, that contacts look at when they come near.
    pub(crate) core: Vec<u32>,
    pub(crate) model: Model,
    /// What it has on top of its model.
    pub(crate) firm: Option<Box<Links>>,
    /// How well its stiffness was matched.
    pub(crate) calibration: Option<Calibration>,
    pub(crate) friction: Real,
    pub(crate) restitution: Real,
    pub(crate) thickness: Real,
    pub(crate) damping: Real,
    pub(crate) internal_friction: Real,
    pub(crate) drag: Real,
    pub(crate) contained: bool,
    /// Whether it touches itself, and other deformable bodies.
    pub(crate) meets_itself: bool,
    pub(crate) meets_others: bool,
    /// Whether another that it touches is so near that it might in this step.
    pub(crate) in_company: bool,
    pub(crate) groups: Groups,
    /// Whether some of its nodes do not move,
    pub(crate) pinned: bool,
    /// and are not all joined by edges between them.
    pub(crate) pins_apart: bool,
    /// Whether constraints tie it, or what it is connected with, to something.
    pub(crate) tied: bool,
    pub(crate) solver: SolverChoice,
    /// Steps for which its island keeps its solver, see [`crate::solvers::islands`].
    pub(crate) verdict: i16,
    /// How its island is solved.
    pub(crate) method: Method,
    pub(crate) compliance: Compliance,
    /// Impulses of its edges in the last substep of a direct solve, N·s.
    pub(crate) pull: Vec<Real>,
    /// How it rests.
    pub(crate) rest: Rest,
}

impl SoftBody {
    /// Makes the body and puts its nodes into the state.
    pub(crate) fn new(soft: Soft, object: &str, state: &mut State) -> Result<Self> {
        soft.check(object)?;
        let masses = soft.node_masses();
        if let Some(i) = masses.iter().position(|m| !(m.is_finite() && *m > 0.0)) {
            return Check(object).refuse(
                "node mass",
                (i, masses[i]),
                "above 0: is it in no element?",
            );
        }
        let slots = state.nodes.allocate(masses.len());
        for (i, (&p, &m)) in soft.mesh.points.iter().zip(&masses).enumerate() {
            let slot = slots.start as usize + i;
            let x = soft.position + soft.rotation * p;
            let pinned = soft.pinned.contains(&i);
            let s = if pinned { 0.0 } else { 1.0 / m.sqrt() };
            let v = if pinned { Vec3::ZERO } else { soft.velocity };
            state.nodes.x[slot] = [x.x, x.y, x.z, s];
            state.nodes.set_velocity(slot, v);
        }
        Ok(Self::assemble(soft, slots, &masses))
    }

    fn assemble(mut soft: Soft, slots: Slots, masses: &[Real]) -> Self {
        let mut mesh = std::mem::take(&mut soft.mesh);
        if !mesh.tets.is_empty() && mesh.faces.is_empty() {
            mesh.faces = surface::boundary(&mesh.tets);
        }
        // Nobody asks for those inside an elastic solid, which are more than its elements.
        let elastic = matches!(
            soft.material,
            Material::Corotational { .. } | Material::Linear { .. } | Material::NeoHookean { .. }
        );
        let inside = if elastic { &[][..] } else { &mesh.tets };
        let edges: Vec<([u32; 2], Real)> = surface::edges(&mesh.edges, &mesh.faces, inside)
            .into_iter()
            .map(|e| (e, (mesh.points[e[1] as usize] - mesh.points[e[0] as usize]).length()))
            .collect();
        let bends = soft.material.bending() > 0.0 && mesh.tets.is_empty();
        let mut yields = match soft.material {
            Material::Elastic { stretch, .. } => yields(stretch, &mesh, &edges, soft.thickness),
            _ => Vec::new(),
        };
        let mut slants = Vec::new();
        if let Some(stiffness) = soft.shear {
            yields.resize(edges.len(), 0.0);
            for (yields, k) in yields.iter_mut().zip(shear::stiffness(&mesh, &edges, stiffness)) {
                slants.push(k.is_some());
                *yields = k.map_or(*yields, |k| 1.0 / k);
            }
        }
        let thin =
            matches!(soft.material, Material::Inextensible { .. } | Material::Elastic { .. });
        let hinges = if bends { hinges(&mesh, soft.hinges) } else { Vec::new() };
        let mut model = model(&soft, &mesh, &edges, slots, masses);
        let calibration =
            soft.calibrate.map(|target| calibrate::tune(&mut model, &mesh, &target, masses));
        if let Model::Lattice(lattice) = &mut model {
            lattice.settle(&mesh.points, masses);
        }
        // The volumes of elements are kept by their own stiffness.
        let on_top = Firm { cells: if elastic { 0.0 } else { soft.firm.cells }, ..soft.firm };
        let mut firm = on_top.links(&mesh, &edges, slots);
        if let (Some(Calibration { cells, .. }), Model::Matched(_)) = (&calibration, &model)
            && *cells > 0.0
        {
            let links = firm.get_or_insert_with(|| Box::new(Links::new(slots)));
            links.add_cells(&mesh, *cells as Real);
        }
        if let (true, Model::Corotational(solid)) = (soft.explicit, &mut model) {
            solid.move_explicitly(masses);
        }
        let mut turn = Real::MAX;
        if let (true, Model::Particles(particles)) = (thin, &mut model) {
            let inverse = masses.iter().map(|m| if *m > 0.0 { 1.0 / m } else { 0.0 });
            let bending = soft.material.bending();
            turn = weave::longest_turn(&hinges, &mesh.points, bending, inverse);
            let pull = longest_pull(&edges, &yields, masses);
            let longest = turn.max(SHORTEST_SUBSTEP).min(pull.max(SHORTEST_ELASTIC));
            particles.longest = particles.longest.min(longest);
        }
        if let Some(integrator) = soft.integrator {
            model = integrated(model, integrator, soft.tolerance, &mesh.points);
        }
        let pins_apart = thin && weave::span::are_apart(&edges, &soft.pinned);
        let skin = if soft.collides { skin(&mesh, &model) } else { Vec::new() };
        Self {
            name: soft.name,
            material: soft.material,
            slots,
            core: if soft.collides { core(&mesh, &skin) } else { Vec::new() },
            skin,
            mesh,
            mesh_width: edges.iter().map(|e| e.1).sum::<Real>() / edges.len().max(1) as Real,
            edges,
            hinges,
            turn,
            yields,
            slants,
            model,
            firm,
            calibration,
            friction: soft.friction,
            restitution: soft.restitution,
            thickness: soft.thickness,
            damping: soft.damping,
            internal_friction: soft.internal_friction.unwrap_or(if thin {
                FABRIC_FRICTION
            } else {
                0.0
            }),
            drag: soft.drag,
            contained: false,
            meets_itself: soft.collides && soft.self_contact,
            meets_others: soft.collides && soft.soft_contact,
            in_company: false,
            groups: soft.groups,
            pinned: !soft.pinned.is_empty(),
            pins_apart,
            tied: false,
            solver: soft.solver,
            verdict: 0,
            method: Method::default(),
            compliance: soft.compliance,
            pull: Vec::new(),
            rest: Rest::default(),
        }
    }

    /// Whether all indices are within the body, as a snapshot's must be.
    pub(crate) fn is_sound(&self) -> bool {
        let n = self.slots.len;
        let inside = |nodes: &[u32]| nodes.iter().all(|&i| i < n);
        self.mesh.points.len() == n as usize
            && self.edges.iter().all(|e| inside(&e.0))
            && (self.yields.is_empty() || self.yields.len() == self.edges.len())
            && (self.slants.is_empty() || self.slants.len() == self.edges.len())
            && self.hinges.iter().all(|h| inside(&h.nodes))
            && self.mesh.faces.iter().all(|f| inside(f))
            && self.mesh.tets.iter().all(|t| inside(t))
            && inside(&self.skin)
            && inside(&self.core)
            && match &self.model {
                Model::Particles(p) => {
                    p.slots == self.slots && p.springs.iter().all(|s| inside(&s.ends))
                }
                Model::Lattice(l) => l.links.is_sound(self.slots),
                Model::Matched(m) => m.is_sound(self.slots),
                Model::Corotational(c) => c.slots == self.slots && c.is_sound(),
                Model::Integrated(i) => i.is_sound(self.slots),
            }
            && self.firm.as_ref().is_none_or(|firm| firm.is_sound(self.slots))
    }

    /// Whether it is a cloth or a rope whose edges are rows.
    pub(crate) fn is_thin(&self) -> bool {
        matches!(self.material, Material::Inextensible { .. } | Material::Elastic { .. })
    }

    /// Whether it might touch deformable bodies in this step, or itself.
    pub(crate) fn meets(&self) -> bool {
        self.meets_itself || self.meets_company()
    }

    /// Whether it might touch other deformable bodies in this step.
    pub(crate) fn meets_company(&self) -> bool {
        self.meets_others && self.in_company
    }

    /// How many times the frequency of the world the springs of its contacts have.
    ///
    /// Nodes of a lumped solid are pressed on by all that is behind them, by `a` for their own mass, and sink in by `a h²/2.5` without.
    pub(crate) fn quicker(&self) -> Real {
        match self.model {
            _ if self.mesh.tets.is_empty() => 1.0,
            Model::Particles(_) | Model::Lattice(_) | Model::Matched(_) => QUICKER,
            Model::Corotational(_) | Model::Integrated(_) => 1.0,
        }
    }

    /// Whether it is swept in the [weave](crate::weave).
    pub(crate) fn is_woven(&self) -> bool {
        self.is_thin() && !self.method.is_direct() && !self.contained
    }

    /// Whether lines of its edges are solved as a whole where it is swept: of what does not stretch and has no pins, and is either fine,
    /// or neither tied to anything nor touches deformable bodies. Single edges carry loads round corners better, and give way to
    /// what other bodies push, which come last.
    pub(crate) fn has_strands(&self) -> bool {
        let fine = self.mesh_width < FINE || self.slots.len > MANY;
        self.keeps_lengths() && !self.pinned && (fine || !(self.tied || self.meets()))
    }

    /// Whether it is a thin body whose edges do not stretch, but for diagonals that resist shear.
    pub(crate) fn keeps_lengths(&self) -> bool {
        matches!(self.material, Material::Inextensible { .. })
    }

    /// Whether an edge of a thin body does not stretch.
    pub(crate) fn is_rigid(&self, edge: usize) -> bool {
        self.yields.get(edge).is_none_or(|&yields| yields == 0.0)
    }

    /// Whether it is cloth of no long edges that does not stretch and hangs between several pins, whose lines of edges are solved as a whole after its tethers
    /// where it is swept. What touches deformable bodies gives way by single edges.
    pub(crate) fn is_spanned(&self) -> bool {
        let rigid = self.yields.is_empty() && self.limit() == Real::INFINITY;
        let fits = self.mesh_width < SPANNED && !self.mesh.faces.is_empty() && !self.meets();
        self.is_thin() && rigid && self.pins_apart && fits
    }

    /// How an edge of a thin body gives way.
    pub(crate) fn thread(&self, edge: usize) -> Thread {
        let stretch = self.yields.get(edge).copied().unwrap_or(0.0);
        let compression = self.compression_of(edge);
        // Nothing resists compression: as soft as numbers go.
        let push = if compression > 0.0 { 1.0 / compression } else { SLACK };
        Thread { stretch, push, longest: self.edges[edge].1 * (1.0 + self.limit()) }
    }

    /// Stiffness of the edges of a thin body against compression, N/m; 0: they are strings.
    ///
    /// Hinges push along edges as well: softer edges would let them fold triangles up.
    pub(crate) fn compression(&self) -> Real {
        let given = match self.material {
            Material::Inextensible { compression, .. } | Material::Elastic { compression, .. } => {
                compression
            }
            _ => 0.0,
        };
        if given == 0.0 || self.hinges.is_empty() {
            return given;
        }
        given.max(PROP * self.bending() / (self.mesh_width * self.mesh_width))
    }

    /// The same of one edge.
    pub(crate) fn compression_of(&self, edge: usize) -> Real {
        match self.slants.get(edge) {
            Some(true) => 1.0 / self.yields[edge],
            _ => self.compression(),
        }
    }

    /// The largest strain of the edges of a thin body; infinite: none.
    pub(crate) fn limit(&self) -> Real {
        match self.material {
            Material::Elastic { limit, .. } => limit,
            _ => Real::INFINITY,
        }
    }

    /// Bending stiffness of its hinges, N·m/rad².
    pub(crate) fn bending(&self) -> Real {
        self.material.bending()
    }

    /// The longest substep that suits the body and the solver of its island, s.
    pub(crate) fn longest_substep(&self) -> Real {
        match self.method {
            _ if !self.is_thin() => self.body().longest_substep(),
            Method::Sweep => self.body().longest_substep(),
            _ if self.mesh.faces.is_empty() => DIRECT_ROPE_SUBSTEP,
            Method::Space if self.slots.len > MOST_WOVEN => self.body().longest_substep(),
            Method::Newton | Method::Space => DIRECT_SUBSTEP,
        }
    }

    /// The longest substep in which a rope that is solved directly and still does not creep, s; infinite for all else.
    pub(crate) fn longest_hold(&self, state: &State) -> Real {
        let rope = self.is_thin() && self.mesh.faces.is_empty() && self.method == Method::Newton;
        let still = |i: usize| state.nodes.velocity(i).length_squared() < STILL * STILL;
        if rope && self.slots.range().all(still) { STILL_ROPE_SUBSTEP } else { Real::INFINITY }
    }

    /// Whether it is an elastic solid whose factor is gone on with.
    pub(crate) fn keeps_factor(&self) -> bool {
        matches!(&self.model, Model::Corotational(solid) if solid.kept.is_some())
    }

    /// The solid, if it is solved by iteration and awake.
    pub(crate) fn iterated(&self) -> Option<&Corotational> {
        match &self.model {
            Model::Corotational(c) if c.is_iterated() && self.moves() => Some(c),
            _ => None,
        }
    }

    /// The same.
    pub(crate) fn iterated_mut(&mut self) -> Option<&mut Corotational> {
        let moves = self.moves();
        match &mut self.model {
            Model::Corotational(c) if c.is_iterated() && moves => Some(c),
            _ => None,
        }
    }

    pub(crate) fn moves(&self) -> bool {
        !self.contained && !self.rest.asleep()
    }

    /// Whether it is an elastic solid that moves implicitly, solved one way or the other.
    pub(crate) fn is_solid(&self) -> bool {
        matches!(&self.model, Model::Corotational(c) if !c.is_explicit())
    }

    /// Whether all nodes answer to a push at one of them.
    pub(crate) fn answers_in_full(&self) -> bool {
        self.is_solid() || matches!(&self.model, Model::Integrated(i) if i.is_implicit())
    }

    /// The elastic solid, whatever moves it.
    pub(crate) fn solid(&self) -> Option<&Corotational> {
        match &self.model {
            Model::Particles(_) | Model::Lattice(_) | Model::Matched(_) => None,
            Model::Corotational(c) => Some(c),
            Model::Integrated(i) => i.solid(),
        }
    }

    pub(crate) fn body(&self) -> &dyn Body {
        match &self.model {
            Model::Particles(p) => p,
            Model::Lattice(l) => l.as_ref(),
            Model::Matched(m) => m.as_ref(),
            Model::Corotational(c) => c.as_ref(),
            Model::Integrated(i) => i.as_ref(),
        }
    }

    pub(crate) fn body_mut(&mut self) -> &mut dyn Body {
        match &mut self.model {
            Model::Particles(p) => p,
            Model::Lattice(l) => l.as_mut(),
            Model::Matched(m) => m.as_mut(),
            Model::Corotational(c) => c.as_mut(),
            Model::Integrated(i) => i.as_mut(),
        }
    }
}

fn model(
    soft: &Soft,
    mesh: &Mesh,
    edges: &[([u32; 2], Real)],
    slots: Slots,
    masses: &[Real],
) -> Model {
    match soft.material {
        Material::Inextensible { .. } | Material::Elastic { .. } => {
            Model::Particles(Particles::new(slots, Vec::new(), ROWS_SUBSTEP))
        }
        Material::MassSpring { stiffness, damping, .. } => {
            let springs: Vec<Spring> = edges
                .iter()
                .map(|&(ends, length)| Spring { ends, length, stiffness, damping })
                .collect();
            let longest = Particles::stable_substep(&springs, masses);
            Model::Particles(Particles::new(slots, springs, longest))
        }
        Material::Springs(springs) => {
            let lattice = Lattice::springs(&springs, mesh, edges, soft.thickness, slots);
            Model::Lattice(Box::new(lattice))
        }
        Material::PositionBased(based) => {
            let lattice = Lattice::projected(&based, mesh, edges, soft.thickness, slots);
            Model::Lattice(Box::new(lattice))
        }
        Material::ShapeMatching(matching) => {
            let pinned = !soft.pinned.is_empty();
            Model::Matched(Box::new(Matched::new(&matching, mesh, slots, masses, pinned)))
        }
        Material::Corotational { young, poisson, damping }
        | Material::Linear { young, poisson, damping }
        | Material::NeoHookean { young, poisson, damping } => {
            let law = match soft.material {
                Material::Linear { .. } => Elasticity::Linear,
                Material::NeoHookean { .. } => Elasticity::NeoHookean,
                _ => Elasticity::Corotational,
            };
            let grading = soft.grading.clone();
            let (young, poisson) = soft.firm.stiffened(young, poisson);
            let solid = Solid { law, young, poisson, damping, grading };
            let body = Corotational::new(mesh, slots, &solid, soft.rotation, masses);
            Model::Corotational(Box::new(body))
        }
    }
}

/// The same moved by an integrator.
fn integrated(model: Model, integrator: Integrator, tolerance: Real, rest: &[Vec3]) -> Model {
    let inner = match model {
        Model::Particles(p) => Inner::Springs(p, rest.to_vec()),
        Model::Corotational(c) => Inner::Solid(c),
        other => return other,
    };
    Model::Integrated(Box::new(Integrated::new(inner, integrator, tolerance)))
}

/// The compliance of each edge of an elastic body, m/N.
fn yields(stretch: Stretch, mesh: &Mesh, edges: &[([u32; 2], Real)], thickness: Real) -> Vec<Real> {
    let young = match stretch {
        Stretch::Stiffness(k) => return vec![1.0 / k; edges.len()],
        Stretch::Young(young) => young,
    };
    if mesh.faces.is_empty() {
        let section = std::f64::consts::FRAC_PI_4 as Real * thickness * thickness;
        return edges.iter().map(|(_, length)| length / (young * section)).collect();
    }
    // k = E t Σ A / L², over the triangles of the edge.
    let mut areas = vec![0.0; edges.len()];
    for &face in &mesh.faces {
        let area = 0.5 * mesh.area2(face).length();
        let [a, b, c] = face;
        for [i, j] in [[a, b], [b, c], [c, a]] {
            let ends = [i.min(j), i.max(j)];
            if let Ok(k) = edges.binary_search_by_key(&ends, |e| e.0) {
                areas[k] += area;
            }
        }
    }
    let of = |(&(_, length), area): (&([u32; 2], Real), Real)| {
        // Edges of no triangle are as stiff as if they had their square for one.
        let area = if area > 0.0 { area } else { length * length };
        length * length / (young * thickness * area)
    };
    edges.iter().zip(areas).map(of).collect()
}

/// The longest substep in which elastic edges of these compliances pull as hard as they should, s.
fn longest_pull(edges: &[([u32; 2], Real)], yields: &[Real], masses: &[Real]) -> Real {
    let mobility = |i: u32| match masses[i as usize] {
        m if m > 0.0 => 1.0 / m,
        _ => 0.0,
    };
    let stiffness = |((ends, _), yields): (&([u32; 2], Real), &Real)| {
        (mobility(ends[0]) + mobility(ends[1])) / yields
    };
    let gives = |(_, yields): &(_, &Real)| **yields > 0.0;
    let stiffest = edges.iter().zip(yields).filter(gives).map(stiffness).fold(0.0, Real::max);
    (SWEPT_STIFFNESS / stiffest.max(Real::MIN_POSITIVE)).sqrt()
}

/// The nodes on the outside: those of faces, or all if there are none. All of an elastic solid too: a weak one
/// that is pressed flat must not come out on the other side.
fn skin(mesh: &Mesh, model: &Model) -> Vec<u32> {
    let solid = match model {
        Model::Particles(_) | Model::Lattice(_) | Model::Matched(_) => false,
        Model::Corotational(_) => true,
        Model::Integrated(i) => i.solid().is_some(),
    };
    if mesh.faces.is_empty() || solid {
        return (0..mesh.points.len() as u32).collect();
    }
    let mut nodes: Vec<u32> = mesh.faces.iter().flatten().copied().collect();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// The nodes inside: all of a solid that are not on the outside.
fn core(mesh: &Mesh, skin: &[u32]) -> Vec<u32> {
    if mesh.tets.is_empty() {
        return Vec::new();
    }
    let within = |i: &u32| skin.binary_search(i).is_err();
    (0..mesh.points.len() as u32).filter(within).collect()
}
