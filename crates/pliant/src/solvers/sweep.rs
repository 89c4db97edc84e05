//! Sweep: projected Gauss-Seidel on velocities (Vezzano et al. 2015, Algorithm 1, corrected).
//!
//! The free motion has already changed the velocities, so each row only removes what is left of its
//! violation, in place. An iteration sweeps the rows of rigid bodies, then those of deformable and
//! mixed ones; the staggered pair is what couples both ways. One iteration in each of many substeps
//! beats many iterations in one.

use super::velocities::Velocities;
use super::{Solver, Task};
use crate::constraints::batch::{Part, Places};
use crate::constraints::general::Only;
use crate::math::Real;
use crate::rows::{each_batch, for_batches};

/// The sweeping solver.
pub struct Sweep<'a> {
    /// Which rows.
    pub part: Part,
    /// Iterations in a substep.
    pub iterations: u32,
    /// Sum of the squared changes of impulse in each iteration, over the substeps.
    pub residual: &'a mut Vec<Real>,
    /// What else pushes frames, once they have their first guess.
    pub between: Option<&'a mut Between<'a>>,
}

/// Changes velocities within a sweep.
pub type Between<'a> = dyn FnMut(&mut Velocities, Places<'_>) + 'a;

/// Rigid bodies are swept again while a sweep stops points that would have come nearer than they may by
/// this in the substep, m: an impact on a stack needs a sweep for each of its layers.
const UNSETTLED: Real = 3e-4;

/// So often at most.
const MOST_MORE: u32 = 10;

impl Solver for Sweep<'_> {
    fn name(&self) -> &'static str {
        "sweep"
    }

    fn solve(&mut self, task: Task<'_>) -> Result<(), u32> {
        let Task { rows, velocities, t, on, at, .. } = task;
        let part = self.part;
        if part == Part::Easy {
            rows.patches.start(velocities, on);
        }
        each_batch!(rows, batch => batch.start(part, velocities, on));
        rows.general.start(part, velocities, &mut rows.implicit);
        if let Some(between) = &mut self.between {
            between(velocities, at);
        }
        let iterations = self.iterations as usize;
        self.residual.resize(self.residual.len().max(iterations), 0.0);
        for sum in &mut self.residual[..iterations] {
            if part == Part::Easy {
                *sum += rows.patches.sweep(velocities, on);
            }
            each_batch!(rows, batch => *sum += batch.sweep(part, velocities, on));
            *sum += rows.general.sweep(part, velocities, &mut rows.implicit, Only::All);
        }
        let mut left = if part == Part::Easy { MOST_MORE } else { 0 };
        while left > 0 && rows.patches.worst() * t.h > UNSETTLED {
            rows.patches.sweep(velocities, on);
            for_batches!(rows, batch => {
                batch.sweep(part, velocities, on);
            }, [
                holds, reach_limits, swing_limits, twist_limits, slide_limits, anchor_frames,
                distance_frames
            ]);
            left -= 1;
        }
        Ok(())
    }

    fn relax(&mut self, task: Task<'_>) {
        let Task { rows, velocities, at, t, on, .. } = task;
        let part = self.part;
        if part == Part::Easy {
            rows.patches.begin_relax(at, velocities, t, on);
            rows.patches.sweep(velocities, on);
        }
        for_batches!(rows, batch => {
            batch.begin_relax(part, velocities, t, on);
            batch.sweep(part, velocities, on);
        }, [contact_frames, contact_nodes]);
        rows.general.begin_relax(part, velocities, at, &rows.implicit, t);
        rows.general.sweep(part, velocities, &mut rows.implicit, Only::Contacts);
    }
}
