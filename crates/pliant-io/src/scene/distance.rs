//! A distance kept between two sites.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{schema, site::Site};

/// A distance kept between two sites, rigidly or by a spring.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["a", "b"]))]
pub struct Distance {
    /// Name, unique among distances; absent: `distance-0`, `distance-1`, … by place in the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(min = 1))]
    pub name: String,
    /// One site.
    pub a: Site,
    /// The other site.
    pub b: Site,
    /// The distance kept, m; absent: the distance at the start.
    #[schemars(transform = schema::non_negative)]
    pub length: Option<f64>,
    /// What is resisted.
    pub mode: DistanceMode,
    /// Stiffness, N/m; instead of `compliance`; rigid if neither is given.
    #[schemars(transform = schema::positive)]
    pub stiffness: Option<f64>,
    /// Compliance, m/N; instead of `stiffness`; rigid if neither is given.
    #[schemars(transform = schema::non_negative)]
    pub compliance: Option<f64>,
    /// Damping, N·s/m.
    #[schemars(transform = schema::non_negative)]
    pub damping: f64,
    /// Largest force, N; absent: no limit.
    #[schemars(transform = schema::positive)]
    pub max_force: Option<f64>,
}

/// What a distance resists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DistanceMode {
    /// Stretching and compression: a rod.
    #[default]
    Both,
    /// Stretching only: a string.
    Stretch,
    /// Compression only: a strut that lifts off.
    Compression,
}

impl Distance {
    /// Compliance, m/N: as given, or the inverse of the stiffness, or 0.
    pub fn compliance_or_rigid(&self) -> f64 {
        self.compliance.or(self.stiffness.map(f64::recip)).unwrap_or(0.0)
    }
}
