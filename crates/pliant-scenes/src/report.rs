//! The report of a run: what `--report` writes.

use pliant_io::scene::At;
use serde::Serialize;

use crate::{Ordered, Record};

/// What a run of a scene did, how long it took and how good it was.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// The scene's name.
    pub scene: String,
    /// Length of a step, s.
    pub step: f64,
    /// Steps made.
    pub steps: u64,
    /// Simulated time, s.
    pub seconds: f64,
    /// Whether everything came to rest; none if the scene does not ask.
    pub settled: Option<bool>,
    /// Threads.
    pub threads: usize,
    /// `f32` or `f64`.
    pub precision: &'static str,
    /// What there was at the start.
    pub counts: Counts,
    /// Constraint rows a step.
    pub rows: Rows,
    /// Contacts a step.
    pub contacts: Spread,
    /// Islands a step.
    pub islands: Islands,
    /// Elastic solids a step that iteration could not resolve at their stiffness, and made softer.
    pub softened: Spread,
    /// Iterations in the constraint space a step.
    pub space_iterations: Spread,
    /// Iterations of implicit integrators a step.
    pub integrator_iterations: Spread,
    /// Constraints that contradicted each other, each by its kind and name.
    pub conflicts: Vec<String>,
    /// Bodies whose stiffness was matched to an elasticity, and how well.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calibrations: Vec<Calibrated>,
    /// Deformable bodies that crossed each other ("a and b") or themselves in some step.
    pub crossed: Vec<String>,
    /// CPU time of the stepping thread a step, ms.
    pub time_ms: Time,
    /// Wall time a step, ms.
    pub wall_ms: Time,
    /// CPU time a step for measuring the quality and recording probes, ms; no part of the other times.
    pub reporting_ms: f64,
    /// How good the run was.
    pub quality: Quality,
    /// What the probes recorded.
    pub probes: Ordered<Record>,
    /// What was expected and what was found.
    pub expectations: Vec<Expectation>,
    /// Hash of the final state.
    pub state_hash: String,
}

/// How well the stiffness of a body was matched to finite elements on the same mesh: relative errors of displacements.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Calibrated {
    /// Name of the body.
    pub name: String,
    /// Contraction across by stretch along, of the finite elements and of the body.
    pub contraction: [f64; 2],
    /// Error when it is pulled, %: fitted.
    pub stretch_percent: f64,
    /// Error when its end is pushed aside, %.
    pub bend_percent: f64,
    /// Error when its end is twisted, %.
    pub twist_percent: f64,
}

/// How many of each there were at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Rigid bodies.
    pub rigid: usize,
    /// Deformable bodies.
    pub soft: usize,
    /// Their nodes.
    pub nodes: usize,
    /// Their triangles; for solids those of the surface.
    pub faces: usize,
    /// Their tetrahedra.
    pub tets: usize,
    /// Springs of mass-spring bodies.
    pub springs: usize,
}

/// Mean and maximum over the steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// Mean.
    pub mean: f64,
    /// Maximum.
    pub max: f64,
}

/// Rows a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Rows {
    /// Mean.
    pub mean: f64,
    /// Maximum.
    pub max: f64,
    /// Mean of each kind.
    pub by_kind: Ordered<f64>,
}

/// Islands a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Islands {
    /// Mean.
    pub mean: f64,
    /// Maximum.
    pub max: f64,
    /// Mean number that each solver solved.
    pub by_solver: Ordered<f64>,
    /// Mean number that had its solver for each reason.
    pub by_reason: Ordered<f64>,
}

/// Time a step, ms.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Time {
    /// Mean.
    pub mean: f64,
    /// Median.
    pub p50: f64,
    /// 99 of 100 steps took no longer.
    pub p99: f64,
    /// The longest step.
    pub max: f64,
    /// Mean of each phase of the step. The phases are timed by the CPU's clock: those of the wall
    /// time are the same shares of its mean.
    pub by_phase: Ordered<f64>,
}

/// How good a run was, measured apart from the engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Quality {
    /// The deepest that a point of one body was behind the surface of another at the end of any
    /// substep, m; thickness not counted.
    pub max_penetration_m: f64,
    /// The names of the two bodies that were so deep in each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepest_pair: Option<[String; 2]>,
    /// Mean over the substeps and the pairs of bodies that overlapped of the pair's depth, m.
    pub mean_penetration_m: f64,
    /// Edges that crossed faces of deformable bodies in any substep, and ropes that passed through ropes; only counted
    /// if a probe asks for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossings: Option<usize>,
    /// The most that an edge of a surface or rope was longer than at rest in any substep, %.
    pub max_stretch_percent: f64,
    /// The same at the end, %.
    pub end_stretch_percent: f64,
    /// Energy at the end less that at the start, by the largest sum of kinetic and elastic energy and
    /// change of potential energy on the way; none where something from outside does work. What friction, impacts, dampers and the implicit integration take is
    /// part of it: the engine does not count that work by itself.
    pub energy_drift: Option<f64>,
    /// The largest change of momentum by the largest sum of the bodies' momenta; none where
    /// something from outside pushes.
    pub momentum_error: Option<f64>,
    /// Mean over the steps of the root mean square change of impulse in each iteration, N·s.
    pub residual: Vec<f64>,
    /// Bodies that became non-finite.
    pub non_finite: usize,
}

/// What a probe was expected to show, and what it showed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expectation {
    /// The probe.
    pub probe: String,
    /// When, or over what.
    pub at: At,
    /// The time whose value was taken off, s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<f64>,
    /// The expected number.
    pub value: Option<f64>,
    /// How far from it is allowed.
    pub tolerance: Option<f64>,
    /// Lower bound.
    pub above: Option<f64>,
    /// Upper bound.
    pub below: Option<f64>,
    /// What was found; none if the run did not get there.
    pub measured: Option<f64>,
    /// Whether it was met; none if the run did not get there.
    pub ok: Option<bool>,
}

impl Report {
    /// Whether nothing failed: no body became non-finite and no expectation was missed.
    pub fn is_good(&self) -> bool {
        self.quality.non_finite == 0 && self.missed().next().is_none()
    }

    /// The expectations that were missed.
    pub fn missed(&self) -> impl Iterator<Item = &Expectation> {
        self.expectations.iter().filter(|e| e.ok == Some(false))
    }
}
