//! A rigid body: a shape, a mass, a pose and a velocity.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Array, Solver, rotation, schema};

/// Density of a rigid or solid body that states neither mass nor density, kg/m³.
pub const DEFAULT_DENSITY: f64 = 1000.0;

/// Friction coefficient of a body that states none: √0.5, so that two such bodies rub with 0.5.
pub const DEFAULT_FRICTION: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// A rigid body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["shape"]))]
pub struct Rigid {
    /// Name, unique among rigid bodies; absent: `rigid-0`, `rigid-1`, … by place in the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(min = 1))]
    pub name: String,
    /// Whether the body moves freely, never, or as told.
    pub kind: Kind,
    /// The geometric shape.
    pub shape: Shape,
    /// Further shapes that move with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// Mass, kg; instead of `density`.
    #[schemars(transform = schema::positive)]
    pub mass: Option<f64>,
    /// Density, kg/m³; instead of `mass`; 1000 if neither is given.
    #[schemars(transform = schema::positive)]
    pub density: Option<f64>,
    /// Position of the shape's origin, m.
    pub position: [f64; 3],
    /// Rotation as a quaternion [x, y, z, w] of any length but zero (no unit).
    pub rotation: [f64; 4],
    /// Velocity at the start, m/s.
    pub velocity: [f64; 3],
    /// Angular velocity at the start, rad/s.
    pub angular_velocity: [f64; 3],
    /// Friction coefficient (no unit). The coefficients of two touching bodies are multiplied:
    /// the default √0.5 ≈ 0.7071 gives two default bodies 0.5.
    #[schemars(transform = schema::non_negative)]
    pub friction: f64,
    /// Part of the approach speed that a bounce gives back, 0 to 1 (no unit).
    #[schemars(transform = schema::fraction)]
    pub restitution: f64,
    /// Rolling friction: what a round body's contact force has as a lever against rolling, m. The
    /// larger of two touching bodies counts.
    #[schemars(transform = schema::non_negative)]
    pub rolling: f64,
    /// Spinning friction: the lever against turning on the spot, m. The larger of two counts.
    #[schemars(transform = schema::non_negative)]
    pub spinning: f64,
    /// Whether the body touches anything.
    pub collides: bool,
    /// Whether the body only notices what is inside it, and pushes nothing.
    pub sensor: bool,
    /// Groups the body is in, 0 to 31 (no unit); absent: all.
    #[schemars(transform = schema::group)]
    pub groups: Option<Vec<u32>>,
    /// Groups whose members it touches, 0 to 31 (no unit); absent: all.
    #[schemars(transform = schema::group)]
    pub meets: Option<Vec<u32>>,
    /// Touches only what is on this side, a direction in the body's axes of any length but zero (no
    /// unit).
    pub one_way: Option<[f64; 3]>,
    /// Moments of inertia about the centre of mass along the body's axes, kg·m²; absent: those of the
    /// shape.
    #[schemars(transform = schema::positive)]
    pub inertia: Option<[f64; 3]>,
    /// Share of the velocity that it loses, 1/s.
    #[schemars(transform = schema::non_negative)]
    pub linear_damping: f64,
    /// Share of the angular velocity that it loses, 1/s.
    #[schemars(transform = schema::non_negative)]
    pub angular_damping: f64,
    /// How much of gravity it feels (no unit).
    pub gravity_scale: f64,
    /// Axes x, y, z of the world along which it does not move.
    pub locked_translation: [bool; 3],
    /// Axes x, y, z of the world about which it does not turn.
    pub locked_rotation: [bool; 3],
    /// How the rows of its island are solved.
    pub solver: Solver,
    /// Colour in pictures, [red, green, blue], each 0 to 1 (no unit).
    #[schemars(transform = schema::fraction)]
    pub colour: Option<[f64; 3]>,
    /// How a kinematic body moves.
    pub motion: Option<Motion>,
    /// Makes many bodies of this one.
    pub array: Option<Array>,
}

/// Whether a rigid body moves freely, never, or as told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Moves under forces.
    #[default]
    Dynamic,
    /// Never moves.
    Fixed,
    /// Moves by its velocity or its `motion`; nothing pushes it back.
    Kinematic,
}

/// A geometric shape, centred on the body's position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Shape {
    /// A ball.
    Ball {
        /// Radius, m.
        #[schemars(transform = schema::positive)]
        radius: f64,
    },
    /// A box.
    Cuboid {
        /// Full edge lengths along x, y, z, m.
        #[schemars(transform = schema::positive)]
        size: [f64; 3],
        /// Radius of its edges and corners, m; the size stays.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[schemars(transform = schema::non_negative)]
        round: f64,
    },
    /// A cylinder along y with a half ball at both ends.
    Capsule {
        /// Radius, m.
        #[schemars(transform = schema::positive)]
        radius: f64,
        /// Height of the cylindrical part, m.
        #[schemars(transform = schema::positive)]
        height: f64,
    },
    /// A cylinder along y.
    Cylinder {
        /// Radius, m.
        #[schemars(transform = schema::positive)]
        radius: f64,
        /// Height, m.
        #[schemars(transform = schema::positive)]
        height: f64,
        /// Radius of its edges, m; radius and height stay.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[schemars(transform = schema::non_negative)]
        round: f64,
    },
    /// A cone along y, its tip up; the origin is halfway up.
    Cone {
        /// Radius of the base, m.
        #[schemars(transform = schema::positive)]
        radius: f64,
        /// Height, m.
        #[schemars(transform = schema::positive)]
        height: f64,
        /// All that is nearer to the cone than this belongs to it, m.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[schemars(transform = schema::non_negative)]
        round: f64,
    },
    /// The smallest convex body that holds some points.
    Hull {
        /// The points, m; at least four that are not in one plane.
        #[schemars(length(min = 4))]
        points: Vec<[f64; 3]>,
        /// All that is nearer to the hull than this belongs to it, m.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[schemars(transform = schema::non_negative)]
        round: f64,
    },
    /// A surface of triangles from a mesh file. A closed one is a solid; an open one is a sheet with
    /// two sides, only for fixed and kinematic bodies.
    Mesh {
        /// The file; its path is relative to the scene file.
        #[schemars(length(min = 1))]
        file: String,
        /// Factor of all coordinates (no unit).
        #[serde(default = "one", skip_serializing_if = "is_one")]
        #[schemars(transform = schema::positive)]
        scale: f64,
        /// Whether the hull of its points is meant.
        #[serde(default, skip_serializing_if = "is_false")]
        convex: bool,
    },
    /// The teapot along x, as the smallest convex body that holds it.
    Teapot {
        /// Length from handle to spout, m.
        #[schemars(transform = schema::positive)]
        length: f64,
    },
    /// Half of a hollow ball, open upwards, as a closed mesh; its centre is the middle of the rim.
    Bowl {
        /// Inner radius, m.
        #[schemars(transform = schema::positive)]
        radius: f64,
        /// Thickness of the wall, m.
        #[schemars(transform = schema::positive)]
        thickness: f64,
        /// Edges of the rim, at least 8 (no unit).
        #[serde(default = "default_segments")]
        #[schemars(range(min = 8, max = 512))]
        segments: u32,
    },
    /// Ground of varying height over a rectangle about the position; only for fixed and kinematic
    /// bodies.
    HeightField {
        /// Lengths along x and z, m.
        #[schemars(transform = schema::positive)]
        size: [f64; 2],
        /// Heights, m: rows along z, in each the values along x; at least two of each, all rows of
        /// the same length.
        #[schemars(length(min = 2))]
        heights: Vec<Vec<f64>>,
    },
    /// Everything behind a plane through the position; only for fixed bodies.
    HalfSpace {
        /// Direction out of the solid, of any length but zero (no unit).
        #[serde(default = "default_normal")]
        normal: [f64; 3],
    },
}

/// A further shape of a body.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The geometric shape.
    pub shape: Shape,
    /// Position of its origin in the body's axes, m.
    #[serde(default)]
    pub position: [f64; 3],
    /// Rotation in the body's axes as a quaternion [x, y, z, w] of any length but zero (no unit).
    #[serde(default = "no_rotation")]
    pub rotation: [f64; 4],
    /// Friction coefficient (no unit); absent: that of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = schema::non_negative)]
    pub friction: Option<f64>,
    /// Restitution, 0 to 1 (no unit); absent: that of the body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(transform = schema::fraction)]
    pub restitution: Option<f64>,
}

/// How a kinematic body moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Motion {
    /// Position + axis · amplitude · sin(2π · frequency · t + phase).
    Sine {
        /// Direction of the motion, of any length but zero (no unit).
        axis: [f64; 3],
        /// Largest distance from the position, m.
        #[schemars(transform = schema::non_negative)]
        amplitude: f64,
        /// Oscillations a second, Hz.
        #[schemars(transform = schema::positive)]
        frequency: f64,
        /// Phase at the start, rad.
        #[serde(default)]
        phase: f64,
    },
    /// Poses at given times, ascending; in between they are interpolated.
    Keyframes(#[schemars(length(min = 1))] Vec<Keyframe>),
}

/// A pose at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Keyframe {
    /// Time, s.
    #[schemars(transform = schema::non_negative)]
    pub time: f64,
    /// Position, m.
    pub position: [f64; 3],
    /// Rotation as a quaternion [x, y, z, w] of any length but zero; absent: the body's own.
    #[serde(default)]
    pub rotation: Option<[f64; 4]>,
}

fn default_normal() -> [f64; 3] {
    [0.0, 1.0, 0.0]
}

fn no_rotation() -> [f64; 4] {
    rotation::IDENTITY
}

fn default_segments() -> u32 {
    32
}

fn one() -> f64 {
    1.0
}

fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

fn is_one(x: &f64) -> bool {
    *x == 1.0
}

fn is_false(x: &bool) -> bool {
    !x
}

impl Shape {
    /// Whether no force can move such a body: it has no volume.
    pub fn is_boundless(&self) -> bool {
        matches!(self, Self::HalfSpace { .. } | Self::HeightField { .. })
    }

    fn normalise(&mut self) {
        if let Self::HalfSpace { normal } = self {
            rotation::normalise(normal);
        }
    }
}

impl Default for Shape {
    fn default() -> Self {
        Self::Ball { radius: 0.5 }
    }
}

impl Default for Rigid {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: Kind::default(),
            shape: Shape::default(),
            parts: Vec::new(),
            mass: None,
            density: None,
            position: [0.0; 3],
            rotation: rotation::IDENTITY,
            velocity: [0.0; 3],
            angular_velocity: [0.0; 3],
            friction: DEFAULT_FRICTION,
            restitution: 0.0,
            rolling: 0.0,
            spinning: 0.0,
            collides: true,
            sensor: false,
            groups: None,
            meets: None,
            one_way: None,
            inertia: None,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            locked_translation: [false; 3],
            locked_rotation: [false; 3],
            solver: Solver::Auto,
            colour: None,
            motion: None,
            array: None,
        }
    }
}

impl Rigid {
    /// Gives the rotations and directions of this body length one.
    pub(super) fn normalise(&mut self) {
        rotation::normalise(&mut self.rotation);
        self.shape.normalise();
        for part in &mut self.parts {
            rotation::normalise(&mut part.rotation);
            part.shape.normalise();
        }
        if let Some(side) = &mut self.one_way {
            rotation::normalise(side);
        }
        match &mut self.motion {
            Some(Motion::Sine { axis, .. }) => rotation::normalise(axis),
            Some(Motion::Keyframes(frames)) => {
                for rotation in frames.iter_mut().filter_map(|frame| frame.rotation.as_mut()) {
                    rotation::normalise(rotation);
                }
            }
            None => {}
        }
    }
}
