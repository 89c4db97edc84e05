//! A joint: two bodies that hold each other and move in some ways; and gears between joints.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{rotation, schema, site::Site};

/// Two bodies, or a body and the world, that hold each other and move in some ways.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["a", "b", "kind"]))]
pub struct Joint {
    /// Name, unique among joints; absent: `joint-0`, `joint-1`, … by place in the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(min = 1))]
    pub name: String,
    /// One end.
    pub a: Site,
    /// The other end.
    pub b: Site,
    /// Where the joint is at the start, m in the world: then the ends need no points of their own.
    pub at: Option<[f64; 3]>,
    /// The axis of hinges, sliders and twists at the start, in the world, of any length but zero (no
    /// unit).
    pub axis: [f64; 3],
    /// What is held and what is free.
    pub kind: JointKind,
    /// Force above which it breaks, N, on average over a step; absent: never.
    #[schemars(transform = schema::positive)]
    pub break_force: Option<f64>,
    /// Torque above which it breaks, N·m, on average over a step; absent: never.
    #[schemars(transform = schema::positive)]
    pub break_torque: Option<f64>,
    /// Whether the two bodies still touch each other.
    pub collides: bool,
}

/// What a joint holds and what it leaves free. Coordinates are counted in the order of the fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum JointKind {
    /// A point. Coordinates: 0 the swing of the axis, 1 the twist about it.
    Ball(Ball),
    /// A point and an axis. Coordinate: 0 the angle.
    Hinge(JointAxis),
    /// A line and the attitude. Coordinate: 0 the way along the line.
    Slider(JointAxis),
    /// Everything.
    Fixed {},
    /// A distance: held as it is at the start, or as its limit, motor or spring says. Coordinate: 0.
    Distance(JointAxis),
    /// A line. Coordinates: 0 the way along it, 1 the angle about it.
    Cylindrical(Cylindrical),
    /// A point and the turn about the shaft. Coordinates: 0 about the axis of a, 1 about the y-axis of b.
    Universal(Universal),
    /// Each axis by itself. Coordinates: 0, 1, 2 along and 3, 4, 5 about x, y, z of a.
    SixAxis(Box<SixAxis>),
}

/// A ball joint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Ball {
    /// How far the axis may swing, rad; absent: any.
    #[schemars(transform = schema::positive)]
    pub cone: Option<f64>,
    /// The twist about the axis.
    pub twist: JointAxis,
}

/// A cylindrical joint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Cylindrical {
    /// Along the line.
    pub slide: JointAxis,
    /// About it.
    pub twist: JointAxis,
}

/// A universal joint.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Universal {
    /// About the axis of a.
    pub first: JointAxis,
    /// About the y-axis of b.
    pub second: JointAxis,
}

/// A joint of which each axis is free or locked; those that are not named are locked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SixAxis {
    /// Free along x, the axis.
    pub along_x: Option<JointAxis>,
    /// Free along y.
    pub along_y: Option<JointAxis>,
    /// Free along z.
    pub along_z: Option<JointAxis>,
    /// Free about x, the axis.
    pub about_x: Option<JointAxis>,
    /// Free about y.
    pub about_y: Option<JointAxis>,
    /// Free about z.
    pub about_z: Option<JointAxis>,
}

/// What acts on a coordinate that a joint leaves free.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JointAxis {
    /// Bounds of the coordinate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<JointLimit>,
    /// A motor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motor: Option<JointMotor>,
    /// A spring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spring: Option<JointSpring>,
}

/// Bounds of a coordinate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JointLimit {
    /// The least, m or rad; absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The most, m or rad; absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Stiffness beyond the bounds, N/m or N·m/rad; absent: hard.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(transform = schema::positive)]
    pub stiffness: Option<f64>,
    /// Damping beyond the bounds, N·s/m or N·m·s/rad.
    #[schemars(transform = schema::non_negative)]
    pub damping: f64,
}

/// A motor on a coordinate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum JointMotor {
    /// Holds a velocity.
    Velocity {
        /// The velocity, m/s or rad/s.
        target: f64,
        /// The largest force or torque, N or N·m; absent: any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(transform = schema::non_negative)]
        max_force: Option<f64>,
    },
    /// Goes to a position and holds it.
    Position {
        /// The position, m or rad; of an angle it may be turns away.
        target: f64,
        /// The fastest it goes there, m/s or rad/s; absent: any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(transform = schema::positive)]
        max_speed: Option<f64>,
        /// The largest force or torque, N or N·m; absent: any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(transform = schema::non_negative)]
        max_force: Option<f64>,
    },
}

/// A spring on a coordinate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JointSpring {
    /// Where it pulls to, m or rad.
    pub rest: f64,
    /// Stiffness, N/m or N·m/rad.
    #[schemars(transform = schema::non_negative)]
    pub stiffness: f64,
    /// Damping, N·s/m or N·m·s/rad.
    #[schemars(transform = schema::non_negative)]
    pub damping: f64,
}

/// Two coordinates of joints that move in a ratio: first + ratio · second stays what it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["first", "second", "ratio"]))]
pub struct Gear {
    /// Name, unique among gears; absent: `gear-0`, `gear-1`, … by place in the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(min = 1))]
    pub name: String,
    /// Name of one joint.
    pub first: String,
    /// Which of its coordinates.
    pub first_coordinate: u32,
    /// Name of the other joint.
    pub second: String,
    /// Which of its coordinates.
    pub second_coordinate: u32,
    /// What the second coordinate counts: teeth of the second gear over those of the first, or m/rad.
    pub ratio: f64,
}

impl Default for Joint {
    fn default() -> Self {
        Self {
            name: String::new(),
            a: Site::default(),
            b: Site::default(),
            at: None,
            axis: [1.0, 0.0, 0.0],
            kind: JointKind::Fixed {},
            break_force: None,
            break_torque: None,
            collides: false,
        }
    }
}

impl Default for Gear {
    fn default() -> Self {
        Self {
            name: String::new(),
            first: String::new(),
            first_coordinate: 0,
            second: String::new(),
            second_coordinate: 0,
            ratio: 1.0,
        }
    }
}

impl Joint {
    /// Gives all directions length one.
    pub(super) fn normalise(&mut self) {
        self.a.normalise();
        self.b.normalise();
        rotation::normalise(&mut self.axis);
    }
}

impl JointKind {
    /// Whether a coordinate is an angle, rad, and not a way, m.
    pub fn turns(&self, coordinate: u32) -> bool {
        match self {
            Self::Ball(_) | Self::Hinge(_) | Self::Universal(_) => true,
            Self::Slider(_) | Self::Distance(_) | Self::Fixed {} => false,
            Self::Cylindrical(_) => coordinate == 1,
            Self::SixAxis(_) => coordinate >= 3,
        }
    }

    /// What acts on each coordinate; `None` where it is locked.
    pub fn axes(&self) -> Vec<Option<&JointAxis>> {
        match self {
            Self::Ball(ball) => vec![None, Some(&ball.twist)],
            Self::Hinge(axis) | Self::Slider(axis) | Self::Distance(axis) => vec![Some(axis)],
            Self::Fixed {} => vec![],
            Self::Cylindrical(c) => vec![Some(&c.slide), Some(&c.twist)],
            Self::Universal(u) => vec![Some(&u.first), Some(&u.second)],
            Self::SixAxis(s) => {
                let all = [&s.along_x, &s.along_y, &s.along_z, &s.about_x, &s.about_y, &s.about_z];
                all.into_iter().map(Option::as_ref).collect()
            }
        }
    }
}
