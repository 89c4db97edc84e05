//! A deformable body: a mesh, a model of its material, a mass and a pose.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::integrator::Integrator;
use super::lattice::{Firm, PositionBased, ShapeMatching, Springs, Target};
use super::rigid::{DEFAULT_DENSITY, DEFAULT_FRICTION};
use super::travel::Travel;
use super::{Solver, rotation, schema};

/// A deformable body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["mesh", "model"]))]
pub struct Soft {
    /// Name, unique among deformable bodies; absent: `soft-0`, `soft-1`, … by place in the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(min = 1))]
    pub name: String,
    /// The nodes and what joins them.
    pub mesh: Mesh,
    /// How the material answers to deformation.
    pub model: Model,
    /// Mass of the whole body, kg; instead of `density`.
    #[schemars(transform = schema::positive)]
    pub mass: Option<f64>,
    /// Density; instead of `mass`: kg/m³ for solids, kg/m² for surfaces, kg/m for ropes. If
    /// neither is given: 1000 kg/m³, times the thickness for surfaces, times the area of a disc
    /// of that diameter for ropes.
    #[schemars(transform = schema::positive)]
    pub density: Option<f64>,
    /// Contact thickness, m; absent: 0.005 for surfaces and ropes, 0 for solids.
    #[schemars(transform = schema::non_negative)]
    pub thickness: Option<f64>,
    /// Position of the mesh's origin, m.
    pub position: [f64; 3],
    /// Rotation as a quaternion [x, y, z, w] of any length but zero (no unit).
    pub rotation: [f64; 4],
    /// Velocity of all nodes at the start, m/s.
    pub velocity: [f64; 3],
    /// Friction coefficient (no unit). The coefficients of two touching bodies are multiplied:
    /// the default √0.5 ≈ 0.7071 gives two default bodies 0.5.
    #[schemars(transform = schema::non_negative)]
    pub friction: f64,
    /// Part of the approach speed that a bounce gives back, 0 to 1 (no unit).
    #[schemars(transform = schema::fraction)]
    pub restitution: f64,
    /// Whether the body touches anything.
    pub collides: bool,
    /// Whether it touches other deformable bodies that do so too; those that a constraint ties to each other do not.
    pub soft_contact: bool,
    /// Whether it touches itself.
    pub self_contact: bool,
    /// Groups the body is in, 0 to 31 (no unit); absent: all.
    #[schemars(transform = schema::group)]
    pub groups: Option<Vec<u32>>,
    /// Groups whose members it touches, 0 to 31 (no unit); absent: all.
    #[schemars(transform = schema::group)]
    pub meets: Option<Vec<u32>>,
    /// How the rows of its island are solved.
    pub solver: Solver,
    /// How an elastic solid answers to rows in the constraint space.
    pub compliance: Compliance,
    /// Rate at which motion relative to the body's rigid motion decays, 1/s; absent: 2 for
    /// inextensible and elastic surfaces, 0 for others.
    #[schemars(transform = schema::non_negative)]
    pub damping: Option<f64>,
    /// Friction within the material: what motion relative to the body's rigid motion is slowed by,
    /// m/s²; absent: 0.02 for inextensible and elastic bodies, 0 for others.
    #[schemars(transform = schema::non_negative)]
    pub internal_friction: Option<f64>,
    /// What the hinges of a surface keep, if it resists bending.
    pub hinges: Hinges,
    /// What it has on top of its model: kept volumes, limited strain, folds that resist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub firm: Option<Firm>,
    /// The elasticity that the stiffness of springs, position-based dynamics or shape matching is matched to, on a rig.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibrate: Option<Target>,
    /// Stiffness of a cloth of squares against shear, N/m: the shear modulus times the thickness; absent: diagonals resist as all edges do.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(transform = schema::positive)]
    pub shear: Option<f64>,
    /// Drag coefficient of its faces in the air of the scene (no unit); 0: it feels no air.
    #[schemars(transform = schema::non_negative)]
    pub drag: f64,
    /// Nodes that are held: in place, or moved as told, along all axes or some.
    pub pinned: Pinned,
    /// Parts of an elastic solid that are stiffer or softer than the rest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grading: Vec<Grade>,
    /// Whether an elastic solid moves explicitly: in substeps as short as its stiffness needs, without
    /// the damping of implicit ones.
    pub explicit: bool,
    /// How a mass-spring body or an elastic solid gets from one moment to the next; absent: symplectic Euler in substeps that
    /// are stable for mass-spring bodies, implicit Euler for elastic solids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub integrator: Option<Integrator>,
    /// Relative residual at which the iteration of an implicit integrator ends (no unit); absent: 0.001.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(transform = schema::positive)]
    pub tolerance: Option<f64>,
    /// The surface that is drawn instead of that of a solid, in the axes of its mesh: finer than that as a rule. Its
    /// points move with the tetrahedra they are in or next to. Of a mesh of tetrahedra its outside is taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surface: Option<Mesh>,
    /// Colour in pictures, [red, green, blue], each 0 to 1 (no unit).
    #[schemars(transform = schema::fraction)]
    pub colour: Option<[f64; 3]>,
}

/// The nodes of a deformable body and what joins them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Mesh {
    /// A flat surface in the x-z plane, centred; node i + j · nx is column i along x, row j along z.
    Grid {
        /// Width along x and depth along z, m.
        #[schemars(transform = schema::positive)]
        size: [f64; 2],
        /// Nodes along x and along z, at least 2 each.
        #[schemars(inner(range(min = 2)))]
        nodes: [u32; 2],
    },
    /// A polyline along x, centred.
    Rope {
        /// Length, m.
        #[schemars(transform = schema::positive)]
        length: f64,
        /// Nodes, at least 2.
        #[schemars(range(min = 2))]
        nodes: u32,
    },
    /// A solid box of tetrahedra, centred.
    Box {
        /// Full edge lengths along x, y, z, m.
        #[schemars(transform = schema::positive)]
        size: [f64; 3],
        /// Cells along x, y, z, at least 1 each.
        #[schemars(inner(range(min = 1)))]
        cells: [u32; 3],
    },
    /// A solid cylinder of tetrahedra along y, centred.
    Cylinder {
        /// Radius, m.
        #[schemars(transform = schema::positive)]
        radius: f64,
        /// Height, m.
        #[schemars(transform = schema::positive)]
        height: f64,
        /// Rings of nodes round the axis, at least 1.
        #[schemars(range(min = 1, max = 1000))]
        rings: u32,
        /// Layers of cells along the axis, at least 1.
        #[schemars(range(min = 1))]
        layers: u32,
        /// Triangles round the middle of each disc, at least 3: the outermost ring has `rings` times as many nodes.
        #[schemars(range(min = 3, max = 1000))]
        #[serde(default = "six")]
        sectors: u32,
    },
    /// A solid ball of tetrahedra, centred.
    Sphere {
        /// Radius, m.
        #[schemars(transform = schema::positive)]
        radius: f64,
        /// Shells of nodes round the centre, at least 1.
        #[schemars(range(min = 1, max = 200))]
        rings: u32,
    },
    /// A figure with head, ears, arms, legs and tail, standing on the origin and looking along z: a
    /// solid of tetrahedra on a lattice, smoothed.
    Figure {
        /// Height, m.
        #[schemars(transform = schema::positive)]
        height: f64,
        /// Cells along its height, at least 12.
        #[schemars(range(min = 12, max = 200))]
        cells: u32,
    },
    /// A profile turned round the y axis: a surface without volume.
    Lathe {
        /// Points [distance from the axis, height] along the profile, m; at least 2. It starts and
        /// ends on the axis, or comes back to its start.
        #[schemars(length(min = 2))]
        profile: Vec<[f64; 2]>,
        /// Segments round the axis, at least 3.
        #[schemars(range(min = 3))]
        segments: u32,
    },
    /// A toothed wheel round the z axis: a surface without volume.
    Gear {
        /// Teeth, at least 3.
        #[schemars(range(min = 3))]
        teeth: u32,
        /// Radius of the hole, m; 0: none.
        #[serde(default)]
        #[schemars(transform = schema::non_negative)]
        bore: f64,
        /// Radius between the teeth, m.
        #[schemars(transform = schema::positive)]
        root: f64,
        /// Radius of the teeth, m.
        #[schemars(transform = schema::positive)]
        tip: f64,
        /// Width along the axis, m.
        #[schemars(transform = schema::positive)]
        width: f64,
    },
    /// The teapot, along x: a surface without volume.
    Teapot {
        /// Length from handle to spout, m.
        #[schemars(transform = schema::positive)]
        length: f64,
        /// Segments along each side of a patch, at least 2.
        #[schemars(range(min = 2))]
        segments: u32,
    },
    /// A rope along straight pieces.
    Polyline {
        /// The corners, m; at least 2.
        #[schemars(length(min = 2))]
        points: Vec<[f64; 3]>,
        /// Nodes, evenly along it, at least 2.
        #[schemars(range(min = 2))]
        nodes: u32,
    },
    /// A net of ropes in the xz-plane, centred.
    Net {
        /// Extent along x and z, m.
        #[schemars(transform = schema::positive)]
        size: [f64; 2],
        /// Meshes along x and z, at least 1.
        #[schemars(inner(range(min = 1)))]
        meshes: [u32; 2],
        /// Edges from knot to knot, at least 1.
        #[schemars(range(min = 1))]
        edges: u32,
    },
    /// A tube of cloth along y, centred, open at both ends.
    Tube {
        /// Radius at the lower and at the upper end, m.
        #[schemars(transform = schema::positive)]
        radii: [f64; 2],
        /// Length along y, m.
        #[schemars(transform = schema::positive)]
        height: f64,
        /// Nodes round the axis, at least 3, and along it, at least 2.
        #[schemars(inner(range(min = 2)))]
        nodes: [u32; 2],
    },
    /// A mesh file; its path is relative to the scene file.
    File(#[schemars(length(min = 1))] String),
}

/// How the material of a deformable body answers to deformation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Model {
    /// Edges that do not stretch: cloth and ropes.
    Inextensible(Inextensible),
    /// Edges that give way along themselves: elastic cloth and ropes.
    Elastic(Elastic),
    /// Springs along the edges.
    MassSpring {
        /// Stiffness of a spring, N/m.
        #[schemars(transform = schema::non_negative)]
        stiffness: f64,
        /// Damping of a spring, N·s/m.
        #[serde(default)]
        #[schemars(transform = schema::non_negative)]
        damping: f64,
        /// Bending stiffness of a hinge, N·m.
        #[serde(default)]
        #[schemars(transform = schema::non_negative)]
        bending: f64,
    },
    /// Co-rotational linear elasticity on tetrahedra.
    Corotational(Solid),
    /// Linear elasticity on tetrahedra, for small displacements: turning the body strains it.
    Linear(Solid),
    /// Stable neo-Hookean elasticity on tetrahedra, for large strains; the numbers are those of small ones.
    NeoHookean(Solid),
    /// Springs along the edges, also by strain or modulus, in parts of a substep.
    Springs(Springs),
    /// Position-based dynamics, in physical units or by shares.
    Pbd(PositionBased),
    /// Shape matching, of the whole or in regions.
    ShapeMatching(ShapeMatching),
}

/// An elastic solid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solid {
    /// Young's modulus, Pa.
    #[schemars(transform = schema::positive)]
    pub young: f64,
    /// Poisson's ratio, −0.99 to 0.499 (no unit).
    #[schemars(range(min = -0.99, max = 0.499))]
    pub poisson: f64,
    /// Damping in proportion to stiffness, s.
    #[serde(default)]
    #[schemars(transform = schema::non_negative)]
    pub damping: f64,
}

/// A part of an elastic solid with another stiffness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grade {
    /// All tetrahedra whose centres start in this box.
    #[serde(rename = "box")]
    pub bounds: Bounds,
    /// Factor of Young's modulus (no unit); factors of boxes that overlap are multiplied.
    #[schemars(transform = schema::positive)]
    pub factor: f64,
}

fn six() -> u32 {
    6
}

/// What the hinges of a surface keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hinges {
    /// The dihedral angle.
    #[default]
    Angle,
    /// The scalar product of Eq. 33 of Vezzano et al. 2015.
    Product,
}

/// Edges that do not stretch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Inextensible {
    /// Bending stiffness, J/rad² for a hinge.
    #[schemars(transform = schema::non_negative)]
    pub bending: f64,
    /// Stiffness against compression along an edge, N/m.
    #[schemars(transform = schema::non_negative)]
    pub compression: f64,
}

/// Edges that give way along themselves. Their stiffness is given by `stiffness` or by `young`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Elastic {
    /// Stiffness of every edge against stretching, N/m; instead of `young`.
    #[schemars(transform = schema::positive)]
    pub stiffness: Option<f64>,
    /// Young's modulus, Pa, with the body's thickness; instead of `stiffness`.
    #[schemars(transform = schema::positive)]
    pub young: Option<f64>,
    /// Stiffness against compression along an edge, N/m.
    #[schemars(transform = schema::non_negative)]
    pub compression: f64,
    /// Bending stiffness, J/rad² for a hinge.
    #[schemars(transform = schema::non_negative)]
    pub bending: f64,
    /// The largest strain of an edge, beyond which it is rigid (no unit); absent: none.
    #[schemars(transform = schema::non_negative)]
    pub limit: Option<f64>,
}

impl Default for Elastic {
    fn default() -> Self {
        Self { stiffness: None, young: None, compression: 5.0, bending: 0.0, limit: None }
    }
}

/// Nodes that are held.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Pinned {
    /// Indices of nodes that never move.
    Nodes(Vec<u32>),
    /// All nodes that start in a region never move.
    Region(Region),
    /// Groups of nodes, each held in its own way.
    Pins(Vec<Pin>),
}

/// A part of space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Region {
    /// A box along the axes of the world.
    Box(Bounds),
}

/// A box along the axes of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// Smallest x, y, z, m.
    pub min: [f64; 3],
    /// Largest x, y, z, m.
    pub max: [f64; 3],
}

/// Nodes that are held in one way: listed, or all that start in a box.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// Indices of nodes; instead of `box`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<u32>>,
    /// All nodes that start in a box; instead of `nodes`.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// The axes of the world along which they are held; absent: all. Along the others they are
    /// free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub axes: Option<Vec<PinAxis>>,
    /// How they are moved; absent: they are held where they start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motion: Option<Travel>,
}

/// An axis of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PinAxis {
    /// Along x.
    X,
    /// Along y.
    Y,
    /// Along z.
    Z,
}

impl PinAxis {
    /// The axis as a unit vector.
    pub fn direction(self) -> [f64; 3] {
        match self {
            Self::X => [1.0, 0.0, 0.0],
            Self::Y => [0.0, 1.0, 0.0],
            Self::Z => [0.0, 0.0, 1.0],
        }
    }
}

impl Pin {
    /// Whether the nodes are held along all axes.
    pub fn is_whole(&self) -> bool {
        let all = [PinAxis::X, PinAxis::Y, PinAxis::Z];
        self.axes.as_ref().is_none_or(|axes| all.iter().all(|axis| axes.contains(axis)))
    }
}

impl Default for Inextensible {
    fn default() -> Self {
        Self { bending: 0.0, compression: 5.0 }
    }
}

impl Default for Mesh {
    fn default() -> Self {
        Self::Grid { size: [1.0, 1.0], nodes: [11, 11] }
    }
}

impl Model {
    /// Its name in a scene file, if it is an elastic solid.
    pub fn solid(&self) -> Option<&'static str> {
        match self {
            Self::Corotational(_) => Some("corotational"),
            Self::Linear(_) => Some("linear"),
            Self::NeoHookean(_) => Some("neo_hookean"),
            Self::Inextensible(_)
            | Self::Elastic(_)
            | Self::MassSpring { .. }
            | Self::Springs(_)
            | Self::Pbd(_)
            | Self::ShapeMatching(_) => None,
        }
    }
}

impl Default for Model {
    fn default() -> Self {
        Self::Inextensible(Inextensible::default())
    }
}

impl Default for Pinned {
    fn default() -> Self {
        Self::Nodes(Vec::new())
    }
}

/// How an elastic solid answers to rows in the constraint space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Compliance {
    /// By its factorised matrix, made anew when it has deformed.
    #[default]
    Exact,
    /// By the matrix of its first shape, with each node turned as its elements have: less work, and less true
    /// the more it is deformed.
    Warped,
}

impl Default for Soft {
    fn default() -> Self {
        Self {
            name: String::new(),
            mesh: Mesh::default(),
            model: Model::default(),
            mass: None,
            density: None,
            thickness: None,
            position: [0.0; 3],
            rotation: rotation::IDENTITY,
            velocity: [0.0; 3],
            friction: DEFAULT_FRICTION,
            restitution: 0.0,
            collides: true,
            soft_contact: true,
            self_contact: false,
            groups: None,
            meets: None,
            solver: Solver::Auto,
            compliance: Compliance::Exact,
            damping: None,
            internal_friction: None,
            hinges: Hinges::Angle,
            firm: None,
            calibrate: None,
            shear: None,
            drag: 0.0,
            pinned: Pinned::default(),
            grading: Vec::new(),
            explicit: false,
            integrator: None,
            tolerance: None,
            surface: None,
            colour: None,
        }
    }
}

impl Mesh {
    /// Number of nodes, where the description alone tells it.
    pub fn nodes(&self) -> Option<u64> {
        match self {
            Self::Grid { nodes: [nx, nz], .. } | Self::Tube { nodes: [nx, nz], .. } => {
                Some(u64::from(*nx) * u64::from(*nz))
            }
            Self::Rope { nodes, .. } | Self::Polyline { nodes, .. } => Some(u64::from(*nodes)),
            Self::Box { cells, .. } => cells
                .iter()
                .try_fold(1_u64, |product, n| product.checked_mul(u64::from(*n) + 1))
                .or(Some(u64::MAX)),
            _ => None,
        }
    }

    /// Number of triangles, where the description alone tells it.
    pub fn faces(&self) -> Option<u64> {
        match self {
            Self::Grid { nodes: [nx, nz], .. } => {
                let cells = u64::from(nx.saturating_sub(1)) * u64::from(nz.saturating_sub(1));
                Some(cells.saturating_mul(2))
            }
            mesh if mesh.is_rope() => Some(0),
            _ => None,
        }
    }

    /// What it is called in a scene file.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Grid { .. } => "grid",
            Self::Rope { .. } => "rope",
            Self::Box { .. } => "box",
            Self::Cylinder { .. } => "cylinder",
            Self::Sphere { .. } => "sphere",
            Self::Figure { .. } => "figure",
            Self::Lathe { .. } => "lathe",
            Self::Gear { .. } => "gear",
            Self::Teapot { .. } => "teapot",
            Self::Polyline { .. } => "polyline",
            Self::Net { .. } => "net",
            Self::Tube { .. } => "tube",
            Self::File(_) => "file",
        }
    }

    /// Whether the mesh has no volume: a surface or a rope.
    pub fn is_thin(&self) -> bool {
        self.is_rope() || self.is_surface()
    }

    /// Whether the mesh is known to be of ropes.
    pub fn is_rope(&self) -> bool {
        matches!(self, Self::Rope { .. } | Self::Polyline { .. } | Self::Net { .. })
    }

    /// Whether the mesh is known to be a surface without volume.
    pub fn is_surface(&self) -> bool {
        matches!(
            self,
            Self::Grid { .. }
                | Self::Tube { .. }
                | Self::Lathe { .. }
                | Self::Gear { .. }
                | Self::Teapot { .. }
        )
    }
}

impl Soft {
    /// Contact thickness, m: as given, else 0.005 for surfaces and ropes and 0 for solids.
    pub fn thickness_or_default(&self) -> f64 {
        self.thickness.unwrap_or(if self.mesh.is_thin() { 0.005 } else { 0.0 })
    }

    /// Density as given, else the default: 1000 kg/m³ for solids, the same material as thick as
    /// the body for surfaces (kg/m²) and ropes (kg/m).
    pub fn density_or_default(&self) -> f64 {
        let thickness = match self.thickness_or_default() {
            0.0 => 0.005,
            thickness => thickness,
        };
        self.density.unwrap_or(match &self.mesh {
            mesh if mesh.is_surface() => DEFAULT_DENSITY * thickness,
            mesh if mesh.is_rope() => {
                DEFAULT_DENSITY * std::f64::consts::PI * thickness * thickness / 4.0
            }
            _ => DEFAULT_DENSITY,
        })
    }

    /// Gives the rotation length one.
    pub(super) fn normalise(&mut self) {
        rotation::normalise(&mut self.rotation);
        if let Pinned::Pins(pins) = &mut self.pinned {
            pins.iter_mut().filter_map(|pin| pin.motion.as_mut()).for_each(Travel::normalise);
        }
    }
}
