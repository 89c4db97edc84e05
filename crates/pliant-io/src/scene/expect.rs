//! An expectation: what a probe should show, so that every scene is also a test.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schema;

/// What a probe is expected to show: `value` within `tolerance`, or a number `above` or `below` a
/// bound.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["probe"]))]
pub struct Expect {
    /// Name of the probe.
    pub probe: String,
    /// When, or over what, the probe is looked at.
    pub at: At,
    /// A time (s) whose value is taken off: the change since then counts.
    #[schemars(transform = schema::non_negative)]
    pub since: Option<f64>,
    /// The expected number, in the probe's unit; needs `tolerance`.
    pub value: Option<f64>,
    /// Largest difference from `value`, in the probe's unit.
    #[schemars(transform = schema::non_negative)]
    pub tolerance: Option<f64>,
    /// Lower bound, in the probe's unit.
    pub above: Option<f64>,
    /// Upper bound, in the probe's unit.
    pub below: Option<f64>,
}

/// When, or over what, a probe is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum At {
    /// At a time, s.
    Time(#[schemars(transform = schema::non_negative)] f64),
    /// At the end or over the whole run.
    Statistic(Statistic),
}

/// One number out of a whole record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The last value.
    End,
    /// The largest value.
    Max,
    /// The smallest value.
    Min,
    /// The mean value.
    Mean,
    /// The last value minus the first.
    Drift,
}

impl Default for At {
    fn default() -> Self {
        Self::Statistic(Statistic::End)
    }
}
