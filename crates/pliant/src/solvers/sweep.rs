//! Sweep: projected Gauss-Seidel on velocities (Vezzano et al. 2015, Algorithm 1, corrected).
//!
//! The free motion has already changed the velocities, so each row only removes what is left of its
//! violation, in place. An iteration sweeps the rows of rigid bodies, then those of deformable and
//! mixed ones; the staggered pair is what couples both ways. One iteration in each of many substeps
//! beats many iterations in one.

use super::Solver;
use super::velocities::Velocities;
use crate::constraints::Substep;
use crate::constraints::batch::{Engine, Places};
use crate::constraints::general::Only;
use crate::math::Real;
use crate::rows::{Rows, each_batch, for_batches};

/// The sweeping solver.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// Iterations in a substep.
    pub iterations: u32,
}

impl Solver for Sweep {
    fn name(&self) -> &'static str {
        "sweep"
    }

    fn solve(
        &mut self,
        rows: &mut Rows,
        velocities: &mut Velocities,
        _: &Substep,
        on: Engine,
        residual: &mut Vec<Real>,
    ) {
        rows.patches.start(velocities, on);
        each_batch!(rows, batch => batch.start(velocities, on));
        rows.general.start(velocities, &mut rows.implicit);
        residual.resize(residual.len().max(self.iterations as usize), 0.0);
        for sum in &mut residual[..self.iterations as usize] {
            *sum += rows.patches.sweep(velocities, on);
            each_batch!(rows, batch => *sum += batch.sweep(velocities, on));
            *sum += rows.general.sweep(velocities, &mut rows.implicit, Only::All);
        }
    }

    fn relax(
        &mut self,
        rows: &mut Rows,
        velocities: &mut Velocities,
        at: Places<'_>,
        t: &Substep,
        on: Engine,
    ) {
        rows.patches.begin_relax(at, velocities, t, on);
        rows.patches.sweep(velocities, on);
        for_batches!(rows, batch => {
            batch.begin_relax(velocities, t, on);
            batch.sweep(velocities, on);
        }, [contact_frames, contact_nodes]);
        rows.general.begin_relax(velocities, at, &rows.implicit, t);
        rows.general.sweep(velocities, &mut rows.implicit, Only::Contacts);
    }
}
