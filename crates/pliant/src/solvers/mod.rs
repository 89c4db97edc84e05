//! Solvers: they see rows and how slots answer, and know no constraint and no body by name.

pub mod colour;
pub mod simd;
pub mod sweep;
pub mod velocities;

use crate::constraints::Substep;
use crate::constraints::batch::{Engine, Places};
use crate::math::Real;
use crate::rows::Rows;
use velocities::Velocities;

/// Works on the rows of a substep.
pub trait Solver {
    /// Its name in reports.
    fn name(&self) -> &'static str;

    /// Changes the velocities until the rows' laws hold, or as well as the solver's effort allows.
    /// Adds to `residual[i]` the sum of the squared changes of impulse in iteration `i`.
    fn solve(
        &mut self,
        rows: &mut Rows,
        velocities: &mut Velocities,
        t: &Substep,
        on: Engine,
        residual: &mut Vec<Real>,
    );

    /// Takes the push-out of contacts from the velocities, after positions were integrated.
    fn relax(
        &mut self,
        rows: &mut Rows,
        velocities: &mut Velocities,
        at: Places<'_>,
        t: &Substep,
        on: Engine,
    );
}
