//! What a step tells.

use crate::math::Real;
use crate::solvers::conjugate::Effort;
use crate::solvers::islands::Island;
use crate::solvers::newton::Outcome;
use crate::solvers::space::Outcome as Reach;

/// The phases of a step, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Commands of the caller are carried out.
    ApplyCommands,
    /// Pairs of bodies that may touch.
    BroadPhase,
    /// Points at which they may touch.
    NarrowPhase,
    /// Rows of what changed: contacts, added and removed constraints.
    BuildRows,
    /// Bodies move by everything but the rows.
    FreeMotion,
    /// Rows are linearised for the substep.
    Linearise,
    /// Rows change the velocities.
    Solve,
    /// Positions follow; contacts lose their push-out velocity.
    Integrate,
    /// Bodies that became non-finite are stopped.
    Contain,
    /// Impulses are remembered, the report is written.
    Publish,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 10] = [
        Self::ApplyCommands,
        Self::BroadPhase,
        Self::NarrowPhase,
        Self::BuildRows,
        Self::FreeMotion,
        Self::Linearise,
        Self::Solve,
        Self::Integrate,
        Self::Contain,
        Self::Publish,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::ApplyCommands => "apply commands",
            Self::BroadPhase => "broad phase",
            Self::NarrowPhase => "narrow phase",
            Self::BuildRows => "build rows",
            Self::FreeMotion => "free motion",
            Self::Linearise => "linearise",
            Self::Solve => "solve",
            Self::Integrate => "integrate",
            Self::Contain => "contain",
            Self::Publish => "publish",
        }
    }
}

/// How many rows of each kind the step solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowCounts {
    /// Three a contact.
    pub contact: usize,
    /// Three an anchor.
    pub anchor: usize,
    /// One a distance, the edges of inextensible bodies included.
    pub distance: usize,
    /// One a hinge.
    pub bend: usize,
    /// One a volume that a body keeps on top of its model.
    pub volume: usize,
    /// One a plane.
    pub plane: usize,
    /// Of the parts of joints, and one a gear.
    pub joint: usize,
    /// One a line of a generalised constraint.
    pub generalised: usize,
}

impl RowCounts {
    /// All rows.
    pub fn total(&self) -> usize {
        self.by_kind().into_iter().map(|(_, rows)| rows).sum()
    }

    /// Names and counts.
    pub fn by_kind(&self) -> [(&'static str, usize); 8] {
        [
            ("contact", self.contact),
            ("anchor", self.anchor),
            ("distance", self.distance),
            ("bend", self.bend),
            ("volume", self.volume),
            ("plane", self.plane),
            ("joint", self.joint),
            ("generalised", self.generalised),
        ]
    }
}

/// What a step did.
#[derive(Clone, Debug, Default)]
pub struct StepReport {
    /// How many steps the world has made.
    pub steps: u64,
    /// Simulated time, s.
    pub time: f64,
    /// Substeps of this step.
    pub substeps: u32,
    /// Length of a substep, s.
    pub substep: Real,
    /// Rows.
    pub rows: RowCounts,
    /// Contacts that rows were made of.
    pub contacts: usize,
    /// Bodies that sleep.
    pub asleep: usize,
    /// Islands, with the solver of each and why.
    pub islands: Vec<Island>,
    /// What solving directly took.
    pub newton: Outcome,
    /// What solving in the constraint space took.
    pub space: Reach,
    /// What solving elastic solids by iteration took.
    pub solids: Effort,
    /// Iterations of implicit integrators.
    pub integrators: usize,
    /// Slots that were split because many rows push them.
    pub split_slots: usize,
    /// Seconds of each phase by the caller's clock, in the order of [`Phase::ALL`]; zero without one.
    pub seconds: [f64; Phase::ALL.len()],
    /// Root mean square change of impulse in each iteration, over the substeps, N·s.
    pub residual: Vec<Real>,
    /// Names of bodies that became non-finite in this step and were stopped.
    pub contained: Vec<String>,
    /// Deformable bodies that cross each other ("a and b") or themselves; they are drawn apart.
    pub crossed: Vec<String>,
    /// Pieces of deformable bodies that had to be moved as one in some substep, so that nothing passed.
    pub stuck: usize,
    /// Names of joints and anchors that broke in this step.
    pub broken: Vec<String>,
    /// Constraints that contradict each other, each by its kind and name; they give way a little.
    pub conflicts: Vec<String>,
    /// Laws that answered with nonsense in this step, and what it was; they carry nothing from then on.
    pub faults: Vec<String>,
}

impl StepReport {
    /// A step in which everything slept.
    pub(crate) fn pass(&mut self, steps: u64, time: f64) {
        (self.steps, self.time, self.substeps) = (steps, time, 0);
        (self.rows, self.contacts, self.split_slots) = (RowCounts::default(), 0, 0);
        self.islands.clear();
        self.newton = Outcome::default();
        self.solids = Effort::default();
        self.integrators = 0;
        self.space = Reach::default();
        self.residual.clear();
        self.contained.clear();
        self.crossed.clear();
        self.stuck = 0;
        self.broken.clear();
        self.conflicts.clear();
        self.faults.clear();
        self.seconds = [0.0; Phase::ALL.len()];
    }
}

/// What a caller may watch while a world steps. The unit type watches nothing.
pub trait Watch {
    /// The time by any clock, s. The engine has none of its own.
    fn seconds(&mut self) -> f64 {
        0.0
    }

    /// Called at the end of each substep.
    fn substep(&mut self, _world: &crate::World, _h: Real) {}
}

impl Watch for () {}
