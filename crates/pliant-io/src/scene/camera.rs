//! Where a picture is taken from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a picture is taken from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Camera {
    /// Position of the eye, m.
    pub eye: [f64; 3],
    /// The point looked at, m.
    pub target: [f64; 3],
    /// Vertical field of view, degrees, 1 to 170.
    #[serde(default = "default_fov")]
    #[schemars(range(min = 1.0, max = 170.0))]
    pub fov: f64,
}

fn default_fov() -> f64 {
    45.0
}

impl Default for Camera {
    fn default() -> Self {
        Self { eye: [2.0, 1.5, 3.0], target: [0.0; 3], fov: default_fov() }
    }
}
