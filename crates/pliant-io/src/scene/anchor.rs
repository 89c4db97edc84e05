//! An anchor: two sites held together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{schema, site::Site};

/// Two sites held together, rigidly or by a spring.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["a", "b"]))]
pub struct Anchor {
    /// Name, unique among anchors; absent: `anchor-0`, `anchor-1`, … by place in the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(min = 1))]
    pub name: String,
    /// One site.
    pub a: Site,
    /// The other site.
    pub b: Site,
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
    /// Force at which it breaks, N; absent: it never does.
    #[schemars(transform = schema::positive)]
    pub break_force: Option<f64>,
}

impl Anchor {
    /// Compliance, m/N: as given, or the inverse of the stiffness, or 0.
    pub fn compliance_or_rigid(&self) -> f64 {
        self.compliance.or(self.stiffness.map(f64::recip)).unwrap_or(0.0)
    }
}
