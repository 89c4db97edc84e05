//! Solving: each island by its solver, and what is learnt of the choice.

use super::{Scratch, solids};
use crate::constraints::batch::{Batch, Engine, Part, Places};
use crate::constraints::{Constraint, Substep};
use crate::math::{DVec3, Real};
use crate::solvers::islands::{Island, STRAIN, STRAINED_STEPS};
use crate::solvers::sweep::Sweep;
use crate::solvers::velocities::Velocities;
use crate::solvers::{Method, Solver, Task};
use crate::weave::brush::Touching;
use crate::world::World;

/// Sweeps over the rows of hard islands when newton has failed.
const RESCUE: u32 = 10;
/// The least sweeps over thin bodies in a substep while a rigid body hits one fast: a single one hands its push on too slowly.
const HIT_SWEEPS: usize = 6;

/// Where rows are solved; a macro, so that the rest of the scratch can be changed meanwhile.
macro_rules! places {
    ($scratch:expr, $world:expr) => {
        Places {
            state: &$world.state,
            frames: &$scratch.frames,
            packed: &$scratch.packed,
            still: &$scratch.still,
            fastest: $scratch.fastest,
        }
    };
}

impl Scratch {
    /// Rows change the velocities.
    ///
    /// The substep is the `i`-th of `n`.
    pub(super) fn solve(&mut self, world: &mut World, t: &Substep, on: Engine, [i, n]: [u32; 2]) {
        if self.islands.uses(Method::Space) {
            if i == 0 {
                self.space.effort = world.config.space;
            }
            // The solver has the laws while it asks them.
            std::mem::swap(&mut self.space.own, &mut world.generalised);
            if i == 0 {
                let at = places!(self, world);
                let rest = rest_places(world);
                self.space.arrange(&mut self.rows, &mut self.islands, rest, at, t);
            }
            let (space, task) = self.together(Method::Space, world, t, on);
            let _ = space.solve(task);
            std::mem::swap(&mut self.space.own, &mut world.generalised);
        }
        if self.islands.uses(Method::Newton) {
            if i == 0 {
                let rest = rest_places(world);
                let takes = |island: &Island| island.method == Method::Newton;
                self.newton.arrange(&mut self.rows, &mut self.islands, rest, takes);
            }
            let (newton, task) = self.together(Method::Newton, world, t, on);
            if let Err(island) = newton.solve(task) {
                self.islands.fail(world, island);
                let (mut sweep, task) = self.sweeping(world, Part::Hard, RESCUE, t, on);
                let _ = sweep.solve(task);
            }
        }
        let least = if self.hit { HIT_SWEEPS } else { 1 };
        let iterations = (world.config.iterations as usize).max(least);
        self.report.residual.resize(self.report.residual.len().max(iterations), 0.0);
        let (weave, residual) = (&mut self.rows.weave, &mut self.report.residual);
        residual[0] += weave.bend(&mut world.state, t.h, [i, n], on);
        for (k, left) in residual[..iterations].iter_mut().enumerate() {
            *left += weave.sweep(&mut world.state, t.h, k == 0, on);
        }
        self.lend(world);
        self.sweep_easy(world, t, on);
        self.take_back(world);
        self.meet_early(world, t);
        self.brush(world, t, on);
    }

    /// Easy rows are swept, with elastic solids between the sweeps.
    fn sweep_easy(&mut self, world: &World, t: &Substep, on: Engine) {
        let mut conjugate = std::mem::take(&mut self.conjugate);
        let mut between = |velocities: &mut Velocities, at: Places<'_>| {
            solids::solve(&mut conjugate, world, velocities, at, on.level);
        };
        let (mut sweep, task) = self.sweeping(world, Part::Easy, world.config.iterations, t, on);
        sweep.between = Some(&mut between);
        let _ = sweep.solve(task);
        self.conjugate = conjugate;
        self.tell_holds();
        self.tell_meetings();
    }

    /// Thin bodies that are swept touch rigid ones.
    fn brush(&mut self, world: &mut World, t: &Substep, on: Engine) {
        let (fall, step) = (world.fall(), world.config.step);
        let World { state, softs, rigids, .. } = world;
        self.brushes.solve(Touching {
            state,
            softs,
            rigids,
            joined: &self.joined_nodes,
            velocities: &mut self.velocities,
            packed: &self.packed,
            scales: &self.scales,
            fall,
            step,
            t,
            on,
        });
    }

    /// Contacts lose their push-out velocity.
    pub(super) fn relax(&mut self, world: &mut World, t: &Substep, on: Engine) {
        for method in [Method::Space, Method::Newton] {
            if self.islands.uses(method) {
                std::mem::swap(&mut self.space.own, &mut world.generalised);
                let (solver, task) = self.together(method, world, t, on);
                solver.relax(task);
                std::mem::swap(&mut self.space.own, &mut world.generalised);
            }
        }
        let (mut sweep, task) = self.sweeping(world, Part::Easy, world.config.iterations, t, on);
        sweep.relax(task);
    }

    /// A solver of hard islands, and what it works on.
    fn together<'a>(
        &'a mut self,
        method: Method,
        world: &'a World,
        t: &'a Substep,
        on: Engine,
    ) -> (&'a mut dyn Solver, Task<'a>) {
        let at = places!(self, world);
        let (rows, velocities, before) = (&mut self.rows, &mut self.velocities, &self.before);
        let solver: &mut dyn Solver = match method {
            Method::Space => &mut self.space,
            Method::Newton | Method::Sweep => &mut self.newton,
        };
        (solver, Task { rows, velocities, before, at, t, on })
    }

    fn sweeping<'a>(
        &'a mut self,
        world: &'a World,
        part: Part,
        iterations: u32,
        t: &'a Substep,
        on: Engine,
    ) -> (Sweep<'a>, Task<'a>) {
        let at = places!(self, world);
        let (rows, velocities, before) = (&mut self.rows, &mut self.velocities, &self.before);
        let residual = &mut self.report.residual;
        (
            Sweep { part, iterations, residual, between: None },
            Task { rows, velocities, before, at, t, on },
        )
    }

    /// Counts for how many steps sweeping has left rigid bodies with too much violation.
    pub(super) fn judge(&mut self, world: &mut World, h: Real) {
        self.strained.clear();
        self.strained.resize(world.state.frames.x.len(), false);
        let rows = &self.rows;
        for frame in rows.patches.deeper_than(STRAIN).flatten() {
            self.strained[frame as usize] = true;
        }
        find_strained(&rows.anchor_frames, h, &mut self.strained);
        find_strained(&rows.holds, h, &mut self.strained);
        for body in world.rigids.values_mut() {
            let strained = self.strained[body.slot as usize];
            body.strain = if strained { (body.strain + 1).min(STRAINED_STEPS) } else { 0 };
        }
    }
}

/// Marks the frames that swept rows leave apart: the first three of each constraint, which hold a point.
fn find_strained<C: Constraint<D>, const D: usize>(
    batch: &Batch<C, 0, 2, D>,
    h: Real,
    strained: &mut [bool],
) {
    for i in batch.span(Part::Easy) {
        let (block, item) = (&batch.blocks[i], &batch.items[i]);
        for l in 0..item.used.len() {
            let rigid = block.gamma[0].0[l] == 0.0 && item.used[l];
            let apart = block.b.iter().take(3).map(|b| (b.0[l] * h).abs()).fold(0.0, Real::max);
            if rigid && apart > STRAIN {
                item.frame.iter().for_each(|f| strained[f[l] as usize] = true);
            }
        }
    }
}

/// Where a node of a deformable body is at rest; bodies lie apart from each other.
fn rest_places(world: &World) -> impl Fn(u32) -> DVec3 + '_ {
    |slot| {
        let bodies = world.softs.values().enumerate();
        let mut owners = bodies.filter(|(_, b)| b.slots.range().contains(&(slot as usize)));
        owners.next().map_or(DVec3::ZERO, |(i, b)| {
            let p = b.mesh.points[(slot - b.slots.start) as usize];
            DVec3::new(p.x as f64 + 1e3 * i as f64, p.y as f64, p.z as f64)
        })
    }
}
