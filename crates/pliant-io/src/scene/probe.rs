//! A probe: one number recorded while the scene runs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::event::Target;
use super::schema;
use super::soft::Bounds;

/// One number recorded while the scene runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["of"]))]
pub struct Probe {
    /// Name, unique among probes; absent: `probe-0`, `probe-1`, … by place in the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(min = 1))]
    pub name: String,
    /// What is recorded.
    pub of: ProbeOf,
    /// Time between two records, s; absent: every step.
    #[schemars(transform = schema::positive)]
    pub every: Option<f64>,
}

/// What a probe records. Vectors are recorded along an axis, or by their length if none is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum ProbeOf {
    /// A quantity of a rigid body.
    Rigid {
        /// Name of the rigid body.
        rigid: String,
        /// The quantity.
        quantity: RigidQuantity,
        /// The other body of `contact_force`; absent: all together.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<Target>,
        /// The axis of a vector; absent: its length.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        axis: Option<Axis>,
    },
    /// A quantity of a deformable body or of one of its nodes.
    Soft {
        /// Name of the deformable body.
        soft: String,
        /// The quantity.
        quantity: SoftQuantity,
        /// Index of a node, for quantities of nodes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<u32>,
        /// Indices of nodes over which a quantity of nodes is averaged; instead of `node`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1))]
        nodes: Option<Vec<u32>>,
        /// Box in which the nodes start over which a quantity of nodes is averaged; instead of
        /// `node`.
        #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
        bounds: Option<Bounds>,
        /// The other body of `contact_force`; absent: all together.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<Target>,
        /// The axis of a vector; absent: its length.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        axis: Option<Axis>,
    },
    /// A quantity of an anchor.
    Anchor {
        /// Name of the anchor.
        anchor: String,
        /// The quantity.
        quantity: AnchorQuantity,
        /// The axis of a vector; absent: its length.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        axis: Option<Axis>,
    },
    /// A quantity of a distance.
    Distance {
        /// Name of the distance.
        distance: String,
        /// The quantity.
        quantity: DistanceQuantity,
    },
    /// A quantity of a plane.
    Plane {
        /// Name of the plane.
        plane: String,
        /// The quantity.
        quantity: PlaneQuantity,
    },
    /// A quantity of a generalised constraint.
    Generalised {
        /// Name of the constraint.
        generalised: String,
        /// The quantity.
        quantity: GeneralisedQuantity,
    },
    /// A quantity of a joint.
    Joint {
        /// Name of the joint.
        joint: String,
        /// The quantity.
        quantity: JointQuantity,
        /// Which coordinate, for `position` and `speed`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        coordinate: Option<u32>,
        /// The axis of a vector; absent: its length.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        axis: Option<Axis>,
    },
    /// A quantity of the whole scene.
    World {
        /// Always true.
        world: bool,
        /// The quantity.
        quantity: WorldQuantity,
        /// The axis of a vector; absent: its length.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        axis: Option<Axis>,
    },
}

/// Which number of a vector is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    /// Along x.
    X,
    /// Along y.
    Y,
    /// Along z.
    Z,
    /// The length.
    Norm,
}

/// A quantity of a rigid body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RigidQuantity {
    /// Position, m (vector).
    Position,
    /// Velocity, m/s (vector).
    Velocity,
    /// Rotation since no rotation: axis times angle, rad (vector).
    RotationVector,
    /// Angular velocity, rad/s (vector).
    AngularVelocity,
    /// Length of the velocity, m/s.
    Speed,
    /// Sum of the contact forces on the body, N (vector).
    ContactForce,
    /// Kinetic and potential energy, J.
    Energy,
    /// Momentum, N·s (vector).
    Momentum,
}

/// A quantity of a deformable body. Those of nodes are of a node, the mean of several, or of the
/// centre of mass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SoftQuantity {
    /// Position of nodes, m (vector).
    Position,
    /// Velocity of nodes, m/s (vector).
    Velocity,
    /// Displacement of nodes from where they started, m (vector).
    Displacement,
    /// Elastic force on a node, or the sum over several, N (vector).
    InternalForce,
    /// Largest elastic force on a node, N.
    InternalForceMax,
    /// Momentum, N·s (vector).
    Momentum,
    /// Smallest y of a node, m.
    HeightMin,
    /// Largest y of a node, m.
    HeightMax,
    /// Largest speed of a node, m/s.
    SpeedMax,
    /// Largest stretch of an edge, percent.
    Stretch,
    /// Enclosed volume, m³.
    Volume,
    /// Largest strain of a tetrahedron: the norm of its strain tensor (no unit).
    Strain,
    /// Largest von Mises stress in a tetrahedron, Pa.
    Stress,
    /// Kinetic, elastic and potential energy, J.
    Energy,
    /// Sum of the contact forces on the body, N (vector).
    ContactForce,
}

/// A quantity of an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnchorQuantity {
    /// Force on site `a`, N (vector).
    Force,
    /// Site `a` minus site `b`, m (vector).
    Violation,
}

/// A quantity of a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DistanceQuantity {
    /// Force along the line, N; positive when it pulls the sites together.
    Force,
    /// Distance minus the length kept, m.
    Violation,
}

/// A quantity of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaneQuantity {
    /// Force on site `a` along the normal, N.
    Force,
    /// Distance of site `a` from where it is kept, along the normal, m.
    Violation,
}

/// A quantity of a generalised constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GeneralisedQuantity {
    /// Force on site `b`, N: of all lines along directions together.
    Force,
    /// Torque on site `b`, N·m: of all lines about axes together.
    Torque,
    /// How far it is from what is held, m: of all lines along directions that are held together.
    Violation,
    /// The same about axes, rad.
    AngularViolation,
}

/// A quantity of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JointQuantity {
    /// Force on end `a`, N (vector).
    Force,
    /// Torque on end `a` about the joint, N·m (vector).
    Torque,
    /// A coordinate, m or rad over all turns.
    Position,
    /// The rate of a coordinate, m/s or rad/s.
    Speed,
    /// How far the points and lines it holds are apart, m.
    Violation,
    /// How far the angles it holds are off, rad.
    AngularViolation,
}

/// A quantity of the whole scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WorldQuantity {
    /// Kinetic, elastic and potential energy, J.
    Energy,
    /// Kinetic energy, J.
    KineticEnergy,
    /// Elastic energy of bodies and soft constraints, J.
    ElasticEnergy,
    /// Root mean square speed, √(2 · kinetic energy / mass), m/s.
    Speed,
    /// Momentum, N·s (vector).
    Momentum,
    /// Angular momentum about the origin, N·m·s (vector).
    AngularMomentum,
    /// Deepest penetration, m.
    Penetration,
    /// Edges that have crossed faces of deformable bodies, and ropes that have passed through ropes: the most at any
    /// moment so far.
    Crossings,
    /// Number of contacts.
    Contacts,
    /// Number of constraint rows.
    Rows,
    /// Number of bodies that sleep.
    Asleep,
    /// Iterations in the constraint space, over all islands and substeps of the step.
    Iterations,
    /// Number of constraints that contradict each other.
    Conflicts,
    /// Largest stretch of an edge, percent.
    Stretch,
}

impl Default for ProbeOf {
    fn default() -> Self {
        Self::World { world: true, quantity: WorldQuantity::Energy, axis: None }
    }
}

impl ProbeOf {
    /// Whether the quantity is a vector, of which `axis` chooses a number.
    pub fn is_vector(&self) -> bool {
        match self {
            Self::Rigid { quantity, .. } => {
                !matches!(quantity, RigidQuantity::Speed | RigidQuantity::Energy)
            }
            Self::Soft { quantity, .. } => {
                quantity.is_of_nodes()
                    || matches!(quantity, SoftQuantity::ContactForce | SoftQuantity::Momentum)
            }
            Self::Anchor { .. } => true,
            Self::Distance { .. } | Self::Plane { .. } | Self::Generalised { .. } => false,
            Self::Joint { quantity, .. } => {
                matches!(quantity, JointQuantity::Force | JointQuantity::Torque)
            }
            Self::World { quantity, .. } => {
                matches!(quantity, WorldQuantity::Momentum | WorldQuantity::AngularMomentum)
            }
        }
    }

    /// The axis as given, if any.
    pub fn axis(&self) -> Option<Axis> {
        match self {
            Self::Rigid { axis, .. }
            | Self::Soft { axis, .. }
            | Self::Anchor { axis, .. }
            | Self::Joint { axis, .. }
            | Self::World { axis, .. } => *axis,
            Self::Distance { .. } | Self::Plane { .. } | Self::Generalised { .. } => None,
        }
    }
}

impl SoftQuantity {
    /// Whether it is a quantity of nodes, of which one or several can be chosen.
    pub fn is_of_nodes(self) -> bool {
        matches!(self, Self::Position | Self::Velocity | Self::Displacement | Self::InternalForce)
    }
}
