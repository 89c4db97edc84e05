//! A generalised constraint: two sites, what is held, and a law.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{rotation, schema, site::Site};

/// A constraint in the constraint space: a site is held in a plane, on a line, at a point, by a hinge or in all
/// ways, on any bodies, and may rub, give way or only be pushed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["a", "b"]))]
pub struct Generalised {
    /// Name, unique among generalised constraints; absent: `generalised-0`, `generalised-1`, … by place in the
    /// file.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(min = 1))]
    pub name: String,
    /// The end that the directions turn with.
    pub a: Site,
    /// The end that is held.
    pub b: Site,
    /// What is held of b.
    pub hold: Hold,
    /// Normal of the plane, direction of the line or axis of the hinge, of any length but zero (no unit).
    pub axis: [f64; 3],
    /// Whether b is only pushed along the normal of a plane, and never pulled.
    pub unilateral: bool,
    /// Coefficient of the friction in the plane or along the line (no unit); absent: none.
    #[schemars(transform = schema::non_negative)]
    pub friction: Option<f64>,
    /// Largest force, N; absent: no limit.
    #[schemars(transform = schema::positive)]
    pub max_force: Option<f64>,
}

/// What a generalised constraint holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// The point stays in a plane: one line.
    Plane,
    /// The point stays on a line: two lines.
    Line,
    /// The point stays: three lines.
    #[default]
    Point,
    /// The point stays, and turns about one axis alone: five lines.
    Hinge,
    /// The point stays and does not turn: six lines.
    Weld,
}

impl Default for Generalised {
    fn default() -> Self {
        Self {
            name: String::new(),
            a: Site::default(),
            b: Site::default(),
            hold: Hold::default(),
            axis: [0.0, 1.0, 0.0],
            unilateral: false,
            friction: None,
            max_force: None,
        }
    }
}

impl Generalised {
    /// Gives the axis and the directions of motions length one.
    pub(super) fn normalise(&mut self) {
        rotation::normalise(&mut self.axis);
        self.a.normalise();
        self.b.normalise();
    }
}
