//! A plane: a site keeps its coordinate along a normal.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{rotation, schema, site::Site};

/// A site that keeps its coordinate along a normal, rigidly or by a spring; it slides freely
/// otherwise.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["a", "b"]))]
pub struct Plane {
    /// Name, unique among planes; absent: `plane-0`, `plane-1`, … by place in the file.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schemars(length(min = 1))]
    pub name: String,
    /// The site that is kept.
    pub a: Site,
    /// The site that the plane goes by.
    pub b: Site,
    /// Normal of any length but zero (no unit): in the axes of the rigid body that `b` is on, else
    /// in those of the world.
    pub normal: [f64; 3],
    /// Distance of `a` from `b` along the normal, m; absent: as at the start.
    pub offset: Option<f64>,
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

impl Default for Plane {
    fn default() -> Self {
        Self {
            name: String::new(),
            a: Site::default(),
            b: Site::default(),
            normal: [0.0, 1.0, 0.0],
            offset: None,
            stiffness: None,
            compliance: None,
            damping: 0.0,
            max_force: None,
        }
    }
}

impl Plane {
    /// Compliance, m/N: as given, or the inverse of the stiffness, or 0.
    pub fn compliance_or_rigid(&self) -> f64 {
        self.compliance.or(self.stiffness.map(f64::recip)).unwrap_or(0.0)
    }

    /// Gives the normal and the directions of motions length one.
    pub(super) fn normalise(&mut self) {
        rotation::normalise(&mut self.normal);
        self.a.normalise();
        self.b.normalise();
    }
}
