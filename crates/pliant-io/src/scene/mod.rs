//! Scene files: a TOML text a person can write, and the plain description it stands for.
//!
//! ```
//! let text = r#"
//!     title = "A ball on the ground"
//!     [[rigid]]
//!     name = "ball"
//!     shape = { ball = { radius = 0.25 } }
//!     position = [0, 1, 0]
//!     [[rigid]]
//!     kind = "fixed"
//!     shape = { half_space = { normal = [0, 1, 0] } }
//! "#;
//! let scene = pliant_io::scene::read("ball.toml", text, &[("step", "0.01")]).unwrap();
//! assert_eq!(scene.step, 0.01);
//! assert_eq!(scene.rigid[1].name, "rigid-1");
//!
//! let again = pliant_io::scene::read("copy.toml", &pliant_io::scene::write(&scene), &[]);
//! assert_eq!(again.unwrap(), scene);
//! ```
//!
//! One registry feeds everything: the descriptor types and their doc comments become the JSON
//! [`schema`]; the schema becomes the rules every file is held against; so an editor and [`read`]
//! accept the same files. What a schema cannot say (names, references, fields that exclude each
//! other) is in `validate.rs`.
//!
//! [`read`] goes: text → spanned tree (`tree.rs`) → `--set` changes (`set.rs`) → rules of the
//! schema (`rule.rs`, `check.rs`) → descriptors (`reader.rs`) → meaning (`validate.rs`). Every stage
//! adds to one list of [`Problems`], so a file's mistakes come out together.
//!
//! Units are SI throughout, y is up, rotations are quaternions `[x, y, z, w]`. Numbers are finite
//! and at most 1e15 in size, so that their squares still fit single precision.

mod anchor;
mod array;
mod camera;
mod check;
mod distance;
mod event;
mod expect;
mod generalised;
mod include;
mod joint;
mod lattice;
mod name;
mod nearest;
mod plane;
mod probe;
mod problem;
mod reader;
mod rigid;
mod rotation;
mod rule;
mod schema;
mod set;
mod site;
mod soft;
mod source;
mod travel;
mod tree;
mod validate;
mod write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use anchor::Anchor;
pub use array::Array;
pub use camera::Camera;
pub use distance::{Distance, DistanceMode};
pub use event::{
    Action, Break, Cut, Event, Force, Impulse, Remove, SetMotor, Spawn, Target, Velocity,
};
pub use expect::{At, Expect, Statistic};
pub use generalised::{Generalised, Hold};
pub use include::read_file;
pub use joint::{
    Ball, Cylindrical, Gear, Joint, JointAxis, JointKind, JointLimit, JointMotor, JointSpring,
    SixAxis, Universal,
};
pub use lattice::{
    Firm, Kept, PaperGoals, PositionBased, ShapeMatching, Springs, Target as Elasticity,
};
pub use plane::Plane;
pub use probe::{
    AnchorQuantity, Axis, DistanceQuantity, GeneralisedQuantity, JointQuantity, PlaneQuantity,
    Probe, ProbeOf, RigidQuantity, SoftQuantity, WorldQuantity,
};
pub use problem::{Problem, Problems};
pub use reader::read;
pub use rigid::{DEFAULT_DENSITY, DEFAULT_FRICTION, Keyframe, Kind, Motion, Part, Rigid, Shape};
pub use schema::schema;
pub use site::Site;
pub use soft::{
    Bounds, Compliance, Elastic, Grade, Hinges, Inextensible, Mesh, Model, Pin, PinAxis, Pinned,
    Region, Soft, Solid,
};
pub use travel::{Travel, Waypoint};
pub use write::write;

/// The version of the scene format that this reader knows.
pub const VERSION: u32 = 1;

/// A scene: what there is at the start, what happens, what is measured, what is expected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Scene {
    /// Version of the scene format; only 1 is known.
    pub version: u32,
    /// Title, one line.
    pub title: String,
    /// What the scene shows, in one or two lines.
    pub about: String,
    /// Scene files that this one goes on from, relative to it: their entries come before its own,
    /// and their other values hold where it states none.
    pub include: Vec<String>,
    /// Time step, s.
    #[schemars(transform = schema::positive, range(max = 10.0))]
    pub step: f64,
    /// Substeps in a step, 1 to 1000; absent: chosen automatically.
    #[schemars(range(min = 1, max = 1000))]
    pub substeps: Option<u32>,
    /// Solver iterations in a substep, 1 to 1000.
    #[schemars(range(min = 1, max = 1000))]
    pub iterations: u32,
    /// How the rows of an island are solved.
    pub solver: Solver,
    /// When the solver in the constraint space has done enough.
    pub constraint_space: Effort,
    /// How position errors are removed.
    pub stabilisation: Stabilisation,
    /// What several anchors of deformable bodies do to one rigid body.
    pub anchor_impulses: AnchorImpulses,
    /// What several contacts of a deformable body do to one rigid body.
    pub contact_impulses: ContactImpulses,
    /// What limits the friction of deformable bodies.
    pub friction_limit: FrictionLimit,
    /// Simulated time, s; with `settle` the longest.
    #[schemars(transform = schema::positive)]
    pub seconds: f64,
    /// When the run may end before: once everything has come to rest.
    pub settle: Option<Settle>,
    /// When islands of bodies fall asleep; absent: never.
    pub sleep: Option<Sleep>,
    /// How contacts push bodies apart.
    pub contact: Push,
    /// Gravity, m/s².
    pub gravity: [f64; 3],
    /// Velocity of the air, m/s; bodies with a `drag` feel it.
    pub wind: [f64; 3],
    /// Seed of everything random, 0 to 2⁶³ − 1.
    #[schemars(range(max = 9_223_372_036_854_775_807_u64))]
    pub seed: u64,
    /// How long the scene takes: continuous integration runs the quick ones.
    pub tier: Tier,
    /// Worker threads, 1 to 1024; absent: the caller's choice.
    #[schemars(range(min = 1, max = 1024))]
    pub threads: Option<u32>,
    /// Where a picture is taken from; absent: chosen to see everything.
    pub camera: Option<Camera>,
    /// Rigid bodies.
    pub rigid: Vec<Rigid>,
    /// Deformable bodies.
    pub soft: Vec<Soft>,
    /// Anchors: two sites held together.
    pub anchor: Vec<Anchor>,
    /// Distances kept between two sites.
    pub distance: Vec<Distance>,
    /// Planes that sites are kept in.
    pub plane: Vec<Plane>,
    /// Generalised constraints: sites, what is held of them, and a law.
    pub generalised: Vec<Generalised>,
    /// Joints between two bodies, or a body and the world.
    pub joint: Vec<Joint>,
    /// Gears between the coordinates of two joints.
    pub gear: Vec<Gear>,
    /// Numbers recorded while the scene runs.
    pub probe: Vec<Probe>,
    /// What the probes are expected to show.
    pub expect: Vec<Expect>,
    /// What happens at given times.
    pub event: Vec<Event>,
}

/// When everything has come to rest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settle {
    /// Root mean square speed, √(2 · kinetic energy / mass), below which a scene is at rest, m/s.
    #[schemars(transform = schema::positive)]
    pub speed: f64,
    /// How long it stays below, s.
    #[schemars(transform = schema::non_negative)]
    pub seconds: f64,
}

impl Default for Settle {
    fn default() -> Self {
        Self { speed: 1e-3, seconds: 0.5 }
    }
}

/// When bodies that touch or hold each other fall asleep together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sleep {
    /// No point of them is faster, m/s.
    #[schemars(transform = schema::positive)]
    pub speed: f64,
    /// For how long, s.
    #[schemars(transform = schema::non_negative)]
    pub seconds: f64,
}

impl Default for Sleep {
    fn default() -> Self {
        Self { speed: 0.01, seconds: 0.5 }
    }
}

/// How contacts push bodies apart. The defaults are meant to be left alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Push {
    /// Frequency of the contact spring where nodes touch, as a fraction of the substep rate (no unit).
    #[schemars(transform = schema::positive)]
    pub frequency: f64,
    /// The same where rigid bodies touch (no unit).
    #[schemars(transform = schema::positive)]
    pub rigid_frequency: f64,
    /// Its damping ratio where nodes touch (no unit).
    #[schemars(transform = schema::positive)]
    pub damping_ratio: f64,
    /// Its damping ratio where rigid bodies touch (no unit).
    #[schemars(transform = schema::positive)]
    pub rigid_damping_ratio: f64,
    /// The fastest push-out, m/s.
    #[schemars(transform = schema::positive)]
    pub speed: f64,
    /// Penetration that is left alone, m.
    #[schemars(transform = schema::non_negative)]
    pub slop: f64,
    /// Impacts slower than this do not rebound, m/s.
    #[schemars(transform = schema::non_negative)]
    pub rebound_threshold: f64,
}

impl Default for Push {
    fn default() -> Self {
        Self {
            frequency: 0.25,
            rigid_frequency: 0.25,
            damping_ratio: 10.0,
            rigid_damping_ratio: 0.7,
            speed: 3.0,
            slop: 1e-4,
            rebound_threshold: 0.05,
        }
    }
}

/// How the rows of an island are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Solver {
    /// Swept or solved directly, island by island, by the engine's rule.
    #[default]
    Auto,
    /// Always swept: projected Gauss-Seidel in substeps.
    Sweep,
    /// Always solved directly.
    Newton,
    /// In the constraint space, with the full compliance of every body.
    #[serde(rename = "constraint-space")]
    ConstraintSpace,
}

/// When the solver in the constraint space has done enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Effort {
    /// The sum over the rows of an island, or over each thirty of more, of how far an iteration moved them in the
    /// substep, m.
    /// Absent: 1e-7 in single precision, 1e-9 in double.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(transform = schema::positive)]
    pub tolerance: Option<f64>,
    /// The most iterations in a substep, 1 to 1000000.
    #[schemars(range(min = 1, max = 1_000_000))]
    pub iterations: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self { tolerance: None, iterations: 200 }
    }
}

/// How position errors are removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stabilisation {
    /// The whole error in every substep.
    #[default]
    Full,
    /// This part of the error in every substep, 0 to 1 (no unit).
    Baumgarte(#[schemars(transform = schema::fraction)] f64),
}

/// What several contacts of a deformable body do to one rigid body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactImpulses {
    /// Each pushes it.
    #[default]
    Sum,
    /// It gets the mean of their impulses (Vezzano et al. 2015, section 4.3): to compare.
    Mean,
}

/// What limits the friction of deformable bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FrictionLimit {
    /// The force that presses them together.
    #[default]
    Cone,
    /// The weight of a share of the masses (Vezzano et al. 2015, Eq. 32): to compare.
    Gravity,
}

/// What several anchors of deformable bodies do to one rigid body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnchorImpulses {
    /// Each pushes it.
    #[default]
    Sum,
    /// It gets the mean of their impulses, as in Vezzano et al. 2015.
    Mean,
}

/// How long a scene takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Seconds: run at every change.
    #[default]
    Quick,
    /// Long: run now and then.
    Full,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            version: VERSION,
            title: String::new(),
            about: String::new(),
            include: Vec::new(),
            step: 0.02,
            substeps: None,
            iterations: 1,
            solver: Solver::default(),
            constraint_space: Effort::default(),
            stabilisation: Stabilisation::default(),
            anchor_impulses: AnchorImpulses::default(),
            contact_impulses: ContactImpulses::default(),
            friction_limit: FrictionLimit::default(),
            seconds: 5.0,
            settle: None,
            sleep: None,
            contact: Push::default(),
            gravity: [0.0, -9.81, 0.0],
            wind: [0.0; 3],
            seed: 0,
            tier: Tier::default(),
            threads: None,
            camera: None,
            rigid: Vec::new(),
            soft: Vec::new(),
            anchor: Vec::new(),
            distance: Vec::new(),
            plane: Vec::new(),
            generalised: Vec::new(),
            joint: Vec::new(),
            gear: Vec::new(),
            probe: Vec::new(),
            expect: Vec::new(),
            event: Vec::new(),
        }
    }
}

impl Scene {
    /// This scene as TOML; the same as [`write()`].
    pub fn to_toml(&self) -> String {
        write(self)
    }

    /// Checks a scene made in code by every rule a scene file has to keep.
    ///
    /// # Errors
    /// All problems found; lines and columns are those of [`Scene::to_toml`].
    pub fn validate(&self) -> Result<(), Problems> {
        read("scene", &write(self), &[]).map(drop)
    }

    /// Changes one value, as `--set path=value` does: `soft.cloth.mass`, `rigid.0.position`.
    ///
    /// # Errors
    /// The problems of the path, of the value or of the changed scene, which is then left as it
    /// was.
    pub fn set(&mut self, path: &str, value: &str) -> Result<(), Problems> {
        *self = read("scene", &write(self), &[(path, value)])?;
        Ok(())
    }
}
