//! Models beside finite elements: springs, position-based dynamics, shape matching; and what any body may have on top.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schema;

/// Springs along the edges, in parts of a substep. Their stiffness is one of `stiffness`, `strain` and `young`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Springs {
    /// Stiffness of every spring, N/m.
    #[schemars(transform = schema::positive)]
    pub stiffness: Option<f64>,
    /// Force by strain of every spring, N: its stiffness goes with the inverse of its length.
    #[schemars(transform = schema::positive)]
    pub strain: Option<f64>,
    /// Young's modulus, Pa; thin bodies have their thickness with it.
    #[schemars(transform = schema::positive)]
    pub young: Option<f64>,
    /// Damping of a spring, N·s/m.
    #[schemars(transform = schema::non_negative)]
    pub damping: f64,
    /// Bending stiffness of a hinge of a surface, N·m.
    #[schemars(transform = schema::non_negative)]
    pub bending: f64,
    /// Whether springs run across the sides of tetrahedra too, from corner to opposite corner.
    pub braces: bool,
}

/// Position-based dynamics on the edges. How they resist is one of `stiffness`, `strain` and `young`, in physical units,
/// and `share`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PositionBased {
    /// Stiffness of every edge, N/m.
    #[schemars(transform = schema::positive)]
    pub stiffness: Option<f64>,
    /// Force by strain of every edge, N.
    #[schemars(transform = schema::positive)]
    pub strain: Option<f64>,
    /// Young's modulus, Pa; thin bodies have their thickness with it.
    #[schemars(transform = schema::positive)]
    pub young: Option<f64>,
    /// The part of the violation that a substep removes, above 0 to 1 (no unit).
    #[schemars(transform = schema::share)]
    pub share: Option<f64>,
    /// Damping along an edge, N·s/m.
    #[schemars(transform = schema::non_negative)]
    pub damping: f64,
    /// Bending stiffness of a hinge of a surface, N·m.
    #[schemars(transform = schema::non_negative)]
    pub bending: f64,
    /// Whether edges run across the sides of tetrahedra too, from corner to opposite corner.
    pub braces: bool,
    /// Sweeps in a substep; absent: as many as the stiffness needs.
    #[schemars(range(min = 1, max = 1000))]
    pub iterations: Option<u32>,
    /// The damping coefficient γ of Eq. 3 of Vezzano et al. 2015, taken literally, 0 to 1 (no unit): to compare.
    #[schemars(transform = schema::fraction)]
    pub gamma: Option<f64>,
}

/// Nodes are pulled to where a fitted copy of their shape at rest would have them. How strongly is one of `rate`, `share`
/// and `paper`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ShapeMatching {
    /// Width of the regions that are matched, m: they overlap by half; absent: the body is one region.
    #[schemars(transform = schema::positive)]
    pub region: Option<f64>,
    /// Whether regions may bend and twist as well as stretch.
    pub quadratic: bool,
    /// How much of its fitted deformation a region may keep, 0 to 1 (no unit).
    #[schemars(transform = schema::fraction)]
    pub beta: f64,
    /// Frequency of the springs to the goals, 1/s.
    #[schemars(transform = schema::positive)]
    pub rate: Option<f64>,
    /// The part of the way to the goals in a substep, 0 to 1 (no unit; Müller et al. 2005).
    #[schemars(transform = schema::fraction)]
    pub share: Option<f64>,
    /// Eq. 2 of Vezzano et al. 2015, taken literally: to compare.
    pub paper: Option<PaperGoals>,
    /// Bending stiffness of a hinge of a surface, N·m.
    #[schemars(transform = schema::non_negative)]
    pub bending: f64,
}

/// The numbers of Eq. 2 of Vezzano et al. 2015.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaperGoals {
    /// Damping coefficient γ, 0 to 1 (no unit).
    #[schemars(transform = schema::fraction)]
    pub gamma: f64,
    /// Stiffness k, 0 to 1 (no unit).
    #[schemars(transform = schema::fraction)]
    pub k: f64,
}

/// What a deformable body has on top of its model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Firm {
    /// The largest strain of an edge (no unit); 0: it does not stretch; absent: any.
    #[schemars(transform = schema::non_negative)]
    pub stretch: Option<f64>,
    /// The largest compression of an edge (no unit); 0: it does not get shorter; absent: any.
    #[schemars(transform = schema::non_negative)]
    pub compression: Option<f64>,
    /// Pressure by relative change of the volume of each tetrahedron, Pa.
    #[schemars(transform = schema::non_negative)]
    pub cells: f64,
    /// Pressure by relative change of the volume of the whole body, Pa.
    #[schemars(transform = schema::non_negative)]
    pub volume: f64,
    /// Bending stiffness of every fold of the surface, N·m.
    #[schemars(transform = schema::non_negative)]
    pub bending: f64,
    /// Volumes that do not change at all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<Kept>,
}

/// A volume that does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    /// That of the whole body.
    Volume,
    /// That of each tetrahedron.
    Cells,
}

/// The elasticity that the stiffness of a model is matched to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Young's modulus, Pa.
    #[schemars(transform = schema::positive)]
    pub young: f64,
    /// Poisson's ratio, −0.99 to 0.499 (no unit).
    #[schemars(range(min = -0.99, max = 0.499))]
    pub poisson: f64,
}

impl Springs {
    /// How often its stiffness is given.
    pub(super) fn given(&self) -> usize {
        count(&[self.stiffness, self.strain, self.young])
    }
}

impl PositionBased {
    /// How often its stiffness is given.
    pub(super) fn given(&self) -> usize {
        count(&[self.stiffness, self.strain, self.young, self.share])
    }
}

impl ShapeMatching {
    /// How often its stiffness is given.
    pub(super) fn given(&self) -> usize {
        count(&[self.rate, self.share, self.paper.map(|p| p.k)])
    }
}

fn count(given: &[Option<f64>]) -> usize {
    given.iter().flatten().count()
}
