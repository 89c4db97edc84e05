//! How a held point moves: its displacement from where it starts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{rotation, schema};

/// How a pinned node, or a point of the world that holds something, moves: by a displacement from
/// where it starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Travel {
    /// Displacement = axis · amplitude · sin(2π · frequency · t + phase).
    Sine {
        /// Direction of the motion, of any length but zero (no unit).
        axis: [f64; 3],
        /// Largest displacement, m.
        #[schemars(transform = schema::non_negative)]
        amplitude: f64,
        /// Oscillations a second, Hz.
        #[schemars(transform = schema::positive)]
        frequency: f64,
        /// Phase at the start, rad.
        #[serde(default)]
        phase: f64,
    },
    /// Displacements at given times, ascending; straight lines between, still before and after.
    Keyframes(#[schemars(length(min = 1))] Vec<Waypoint>),
    /// Displacement = gradient · starting place, reached in equal parts over some seconds.
    Linear {
        /// Displacement gradient H, by rows (no unit): x, y, z of u = H x.
        gradient: [[f64; 3]; 3],
        /// Time until the whole displacement is reached, s.
        #[serde(default)]
        #[schemars(transform = schema::non_negative)]
        seconds: f64,
    },
}

/// A displacement at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waypoint {
    /// Time, s.
    #[schemars(transform = schema::non_negative)]
    pub time: f64,
    /// Displacement from the start, m.
    pub displacement: [f64; 3],
}

impl Travel {
    /// Gives the direction length one.
    pub(super) fn normalise(&mut self) {
        if let Self::Sine { axis, .. } = self {
            rotation::normalise(axis);
        }
    }
}
