//! An event: something that happens at a given time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{joint::JointMotor, rigid::Rigid, schema, soft::Bounds};

/// Something that happens at a given time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Event {
    /// Time, s.
    #[schemars(transform = schema::non_negative)]
    pub time: f64,
    /// What happens.
    #[serde(flatten)]
    pub action: Action,
}

/// What an event does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Takes something out of the scene.
    Remove(Remove),
    /// Pushes on a body from now on.
    Force(Force),
    /// Kicks a body.
    Impulse(Impulse),
    /// Sets the velocity of a body, of all nodes of a deformable one.
    Velocity(Velocity),
    /// Changes gravity, m/s².
    Gravity([f64; 3]),
    /// Adds a body.
    Spawn(Spawn),
    /// Sets the motor of a joint, or takes it away.
    Motor(SetMotor),
    /// Breaks a joint: it holds nothing any more.
    Break(Break),
    /// Cuts edges of a cloth or rope.
    Cut(Cut),
}

/// What is taken out of the scene, by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Remove {
    /// Name of an anchor.
    Anchor(String),
    /// Name of a distance.
    Distance(String),
    /// Name of a plane.
    Plane(String),
    /// Name of a generalised constraint.
    Generalised(String),
    /// Name of a joint; gears on it go with it.
    Joint(String),
    /// Name of a gear.
    Gear(String),
    /// Name of a rigid body.
    Rigid(String),
    /// Name of a deformable body.
    Soft(String),
}

/// The body an event acts on, by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Name of a rigid body; acts at its centre of mass.
    Rigid(String),
    /// Name of a deformable body; acts on all nodes in proportion to their mass.
    Soft(String),
}

/// A force on a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Force {
    /// The body.
    #[serde(flatten)]
    pub on: Target,
    /// The force, N; of a deformable body the sum over its nodes.
    pub value: [f64; 3],
    /// Nodes that it acts on, in equal parts; instead of `box`; absent: all, by their mass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub nodes: Option<Vec<u32>>,
    /// Box in which the nodes start that it acts on, in equal parts; instead of `nodes`.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// Time over which it grows from nothing to its value, s; absent: it is there at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = schema::positive)]
    pub ramp: Option<f64>,
    /// How long it acts, s; absent: to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = schema::positive)]
    pub seconds: Option<f64>,
}

/// A kick to a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Impulse {
    /// The body.
    #[serde(flatten)]
    pub on: Target,
    /// The impulse, N·s.
    pub value: [f64; 3],
}

/// A velocity given to a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Velocity {
    /// The body.
    #[serde(flatten)]
    pub on: Target,
    /// The velocity, m/s.
    pub value: [f64; 3],
}

/// A motor of a joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetMotor {
    /// Name of the joint.
    pub joint: String,
    /// Which of its coordinates.
    #[serde(default)]
    pub coordinate: u32,
    /// The motor from now on; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<JointMotor>,
}

/// A joint that breaks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Break {
    /// Name of the joint.
    pub joint: String,
}

/// Edges that are cut; with them go the faces on them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// Name of the cloth or rope.
    pub soft: String,
    /// The edges, each by its two nodes; instead of `box`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1))]
    pub edges: Option<Vec<[u32; 2]>>,
    /// Box in which the middles of the edges start that are cut; instead of `edges`.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
}

/// A body that an event adds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Spawn {
    /// A rigid body, described as in `[[rigid]]`; its name defaults to `spawn-` and the place of
    /// the event in the file.
    Rigid(Box<Rigid>),
}

impl Default for Action {
    fn default() -> Self {
        Self::Gravity([0.0, -9.81, 0.0])
    }
}
