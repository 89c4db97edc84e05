//! Solvers: they see rows and how slots answer, and know no constraint and no body by name.

pub mod colour;
pub mod conjugate;
pub mod islands;
pub mod newton;
pub mod simd;
pub mod space;
pub mod sweep;
pub mod velocities;

use serde::{Deserialize, Serialize};

use crate::constraints::Substep;
use crate::constraints::batch::{Engine, Places};
use crate::rows::Rows;
use velocities::Velocities;

/// How the rows of an island are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// [Swept](sweep).
    #[default]
    Sweep,
    /// [Directly](newton).
    Newton,
    /// In the [constraint space](space).
    Space,
}

impl Method {
    /// Whether it solves all rows together, and does not sweep over them.
    pub fn is_direct(self) -> bool {
        self != Self::Sweep
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sweep => "sweep",
            Self::Newton => "newton",
            Self::Space => "constraint-space",
        }
    }
}

/// The rows of a substep, and what a solver may use and change.
pub struct Task<'a> {
    /// The rows.
    pub rows: &'a mut Rows,
    /// The velocities they push.
    pub velocities: &'a mut Velocities,
    /// The velocities before the free motion: a first guess.
    pub before: &'a Velocities,
    /// Positions.
    pub at: Places<'a>,
    /// The substep.
    pub t: &'a Substep,
    /// How to run.
    pub on: Engine,
}

/// Works on the rows of a substep that are its own.
pub trait Solver {
    /// Its name in reports.
    fn name(&self) -> &'static str;

    /// Changes the velocities until the rows' laws hold, or as well as the solver's effort allows.
    /// If it must give up it changes nothing, and names the island.
    fn solve(&mut self, task: Task<'_>) -> Result<(), u32>;

    /// Takes the push-out of contacts from the velocities, after positions were integrated.
    fn relax(&mut self, task: Task<'_>);
}
