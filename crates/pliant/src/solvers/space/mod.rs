//! Space: the rows of an island in the space of its constraints (Guébert, Duriez and Grisoni 2008).
//!
//! The free motion has moved the velocities, so what is left to find are the impulses `f` with
//! `δ = W f + δ_free` for which all laws hold, `W = J C Jᵀ` with each body's full compliance `C`: its
//! masses for rigid and lumped bodies, its factorised matrix for implicit ones. Laws see their own
//! block of `W` and solve it exactly, one after the other, until nothing changes: block Gauss-Seidel.
//! The impulses of the last substep are the first guess, which the paper names as its future work.
//!
//! `W` is as sparse as the rows are coupled. Rows that share a rigid body or a lumped node are coupled
//! through the velocity of that slot alone, so those parts of `W` are applied as `J (Jᵀ f)` and never
//! written down: the time is linear in the rows. Rows on one implicit body all feel each other; for
//! those `W` is assembled (`body.rs`).

mod body;
mod conflict;
mod held;
mod iterate;
pub(crate) mod law;
mod own;
mod system;

use super::islands::{Island, Islands};
use super::newton::{Law, Newton, Raw, Unknown, each_hard, each_hard_impulse, read, write};
use super::velocities::Velocities;
use super::{Method, Solver, Task};
use crate::config::Effort;
use crate::constraints::batch::{Part, Places};
use crate::constraints::generalised::{GeneralisedRecord, Rule as Told};
use crate::constraints::{Record, Substep};
use crate::handle::Arena;
use crate::math::{DVec3, IntoF64, Real, single};
use crate::rows::Rows;
use own::{Own, Scene};
use system::{Rule, System};

pub use conflict::Clash;

/// Iterations on a cloth that is too big for one, which has short substeps.
const SWEEPS: usize = 2;

/// The solver in the constraint space, and what it keeps from step to step.
#[derive(Debug, Default)]
pub struct Space {
    systems: Vec<System>,
    /// How many of them are in use.
    used: usize,
    /// Where each hard group of rows is, in the order of `each_hard`.
    homes: Vec<Option<Home>>,
    raw: Raw,
    /// System of each island.
    system_of: Vec<Option<u32>>,
    /// The generalised constraints of the world, while it solves.
    pub(crate) own: Arena<GeneralisedRecord>,
    /// Where each of these is.
    own_homes: Vec<(u32, Home, Rule)>,
    rows: Own,
    /// Where islands with cloths and ropes start from.
    smooth: Newton,
    /// Groups that it has no use for now.
    spare: Vec<Raw>,
    /// When it has done enough.
    pub effort: Effort,
    /// What it did since the start of the step.
    pub outcome: Outcome,
}

/// What solving in the constraint space took.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Iterations.
    pub iterations: usize,
    /// The largest change of velocity in the last iteration of a solve, summed over its rows, m/s.
    pub error: f64,
    /// Constraints that contradict each other.
    pub clashes: Vec<Clash>,
}

/// The place of a few rows.
#[derive(Clone, Copy, Debug)]
struct Home {
    system: u32,
    group: u32,
    /// The first of them within the group.
    first: u32,
}

impl Space {
    /// Sorts the rows of its islands into systems; once a step, when they have been linearised.
    pub(crate) fn arrange(
        &mut self,
        rows: &mut Rows,
        islands: &mut Islands,
        rest: impl Fn(u32) -> DVec3,
        at: Places<'_>,
        t: &Substep,
    ) {
        let scene = Scene { at, bodies: &rows.implicit, t };
        self.tell_smooth(&scene);
        self.smooth.arrange(rows, islands, rest, Island::is_smoothed);
        self.used = 0;
        self.homes.clear();
        self.system_of.clear();
        self.system_of.resize(islands.list.len(), None);
        let Self { systems, used, homes, raw, system_of, .. } = self;
        let mut system_in = |systems: &mut Vec<System>, island: u32, vast: bool| {
            *system_of[island as usize].get_or_insert_with(|| {
                if systems.len() == *used {
                    systems.push(System::default());
                }
                systems[*used].clear();
                systems[*used].vast = vast;
                *used += 1;
                *used as u32 - 1
            })
        };
        let mut island_of = |unknown: Unknown| {
            let island = match unknown {
                Unknown::Node(i) | Unknown::Touched(_, i) => islands.of_node(i),
                Unknown::Linear(i) | Unknown::Angular(i) => islands.of_frame(i),
            };
            let island = island.map(|i| (i, &islands.list[i as usize]));
            island.filter(|(_, l)| l.method == Method::Space).map(|(i, l)| (i, l.is_vast()))
        };
        each_hard(rows, raw, |raw| {
            if raw.continues
                && let Some(Some(home)) = homes.last().copied()
            {
                let system = &mut systems[home.system as usize];
                let first = system.extend(home.group, raw);
                homes.push(Some(Home { first, ..home }));
                return;
            }
            let Some((island, vast)) = raw.entries.first().and_then(|e| island_of(e.0)) else {
                homes.push(None);
                return;
            };
            let system = system_in(systems, island, vast);
            let group = systems[system as usize].add(raw);
            homes.push(Some(Home { system, group, first: 0 }));
        });
        self.own_homes.clear();
        let scene = Scene { at, bodies: &rows.implicit, t };
        for (place, record) in self.own.places_mut() {
            self.rows.linearise(record, &scene);
            let Some((island, vast)) = self.rows.entries.first().and_then(|e| island_of(e.0))
            else {
                continue;
            };
            let system = system_in(systems, island, vast);
            let rule = match record.generalised.law {
                Told::Bilateral => Rule::Exact,
                _ => Rule::Own(place),
            };
            let lines = record.generalised.lines();
            let group = systems[system as usize].add_group(rule, lines, &self.rows.entries);
            systems[system as usize].groups[group as usize].name =
                Clash::new(Some(Record::Generalised), place);
            self.own_homes.push((place, Home { system, group, first: 0 }, rule));
        }
        for system in &mut systems[..*used] {
            system.arrange();
        }
    }

    /// Reads the rows and velocities of a substep. If they are read again, the velocities contain what
    /// the rows carry.
    fn load(
        &mut self,
        rows: &mut Rows,
        velocities: &Velocities,
        (at, t): (Places<'_>, &Substep),
        again: bool,
    ) {
        let Self { systems, used, homes, raw, .. } = self;
        for system in &mut systems[..*used] {
            system.start(|unknown| read(unknown, velocities));
        }
        let mut next = 0;
        each_hard(rows, raw, |raw| {
            if let Some(home) = homes[next] {
                let system = &mut systems[home.system as usize];
                system.load(home.group, home.first, raw, again || system.smoothed.is_some());
            }
            next += 1;
        });
        let scene = Scene { at, bodies: &rows.implicit, t };
        for &(place, home, rule) in &self.own_homes {
            let Some(record) = self.own.at_mut(place as usize) else { continue };
            if !again {
                self.rows.linearise(record, &scene);
                systems[home.system as usize].load_own(home.group, rule, &self.rows);
            }
            let system = &mut systems[home.system as usize];
            let again = again || system.smoothed.is_some();
            system.remember_own(home.group, &record.impulse, again);
        }
        for system in &mut systems[..*used] {
            system.assemble(&rows.implicit, |unknown| read(unknown, velocities), again);
        }
    }

    /// Writes velocities and impulses back.
    fn store(&mut self, rows: &mut Rows, velocities: &mut Velocities) {
        let Self { systems, used, homes, .. } = self;
        for system in &systems[..*used] {
            for (unknown, u) in system.velocities() {
                write(unknown, u.map(plain), velocities);
            }
            system.push_bodies(|body, local, impulse| {
                let body = &mut rows.implicit[body as usize];
                body.impulse[local as usize] += single(impulse);
            });
        }
        let mut next = 0;
        each_hard_impulse(rows, |lambda| {
            if let Some(home) = homes[next] {
                let f = systems[home.system as usize].impulse(home.group);
                for (x, f) in lambda.iter_mut().zip(&f[home.first as usize..]) {
                    **x = *f as Real;
                }
            }
            next += 1;
        });
        for &(place, home, _) in &self.own_homes {
            if let Some(record) = self.own.at_mut(place as usize) {
                let f = systems[home.system as usize].impulse(home.group);
                record.impulse[..f.len()].copy_from_slice(f);
            }
        }
    }

    /// Adds up what generalised constraints carried in this substep, and tells their laws.
    fn end(&mut self, h: f64) {
        for &(place, ..) in &self.own_homes {
            let Some(record) = self.own.at_mut(place as usize) else { continue };
            for (total, f) in record.total.iter_mut().zip(record.impulse) {
                *total += f;
            }
            if let Told::Own(law) = &mut record.generalised.law {
                let force: [f64; law::MOST] = record.impulse.map(|f| f / h);
                law.end(&force[..law.lines().min(law::MOST)]);
            }
        }
    }

    fn run(&mut self, h: f64) {
        for system in &mut self.systems[..self.used] {
            match system.smoothed {
                _ if system.vast => system.sweep(SWEEPS, h, &mut self.own, &mut self.outcome),
                Some(balanced) => {
                    system.finish(balanced, self.effort, h, &mut self.own, &mut self.outcome)
                }
                // Where the direct solve failed, too: few iterations would leave a cloth torn apart.
                None => system.solve(self.effort, h, &mut self.own, &mut self.outcome),
            }
        }
    }

    /// Solves islands with cloths and ropes directly, for a start. Their laws are smooth but for a kink, and hundreds of
    /// taut edges in a row are what Newton's method is for: a contact on one light node of a cloth that carries a heavy
    /// body would learn of it in thousands of iterations.
    fn start(&mut self, task: Task<'_>) {
        for system in &mut self.systems[..self.used] {
            (system.smoothed, system.lost) = (None, false);
        }
        if self.smooth.is_idle() {
            return;
        }
        let Task { rows, velocities, before, at, t, on } = task;
        let scene = Scene { at, bodies: &rows.implicit, t };
        self.tell_smooth(&scene);
        let task = Task { rows, velocities, before, at, t, on };
        let before = self.smooth.effort.iterations;
        let found = self.smooth.solve(task).is_ok();
        for (island, balanced) in self.smooth.solved() {
            if let Some(system) = self.system_of[island as usize] {
                let system = &mut self.systems[system as usize];
                (system.smoothed, system.lost) = (found.then_some(balanced), !found);
            }
        }
        self.outcome.iterations += (self.smooth.effort.iterations - before) as usize;
        if found {
            self.take_over();
        }
    }

    /// Tells the direct solve of the generalised constraints.
    fn tell_smooth(&mut self, scene: &Scene<'_>) {
        let Self { smooth, spare, rows, own, .. } = self;
        spare.append(&mut smooth.more);
        for (place, record) in own.places_mut() {
            rows.linearise(record, scene);
            rows.tell_smooth(
                place,
                record,
                scene,
                || spare.pop().unwrap_or_default(),
                &mut smooth.more,
            );
        }
    }

    /// Takes over what generalised constraints of islands that were solved directly carry.
    fn take_over(&mut self) {
        let mut last = None;
        for raw in &self.smooth.more {
            let Some(place) = raw.name.map(|name| name.owner) else { continue };
            let first = if last == Some(place) { 3 } else { 0 };
            last = Some(place);
            let home = self.own_homes.iter().find(|(p, ..)| *p == place);
            let solved =
                home.is_some_and(|(_, h, _)| self.systems[h.system as usize].smoothed.is_some());
            if let Some(record) = self.own.at_mut(place as usize).filter(|_| solved) {
                let rows = raw.local.rows;
                record.impulse[first..first + rows].copy_from_slice(&raw.lambda[..rows]);
            }
        }
    }
}

impl Solver for Space {
    fn name(&self) -> &'static str {
        Method::Space.name()
    }

    fn solve(&mut self, task: Task<'_>) -> Result<(), u32> {
        let Task { rows, velocities, before, at, t, on } = task;
        self.start(Task { rows, velocities, before, at, t, on });
        self.load(rows, velocities, (at, t), false);
        self.run(t.h.into_f64());
        self.store(rows, velocities);
        self.end(t.h.into_f64());
        Ok(())
    }

    /// Contacts lose their push-out and rebound, while what is rigid keeps the velocities it has.
    fn relax(&mut self, task: Task<'_>) {
        let Task { rows, velocities, at, t, on, .. } = task;
        let (mut needed, mut next) = (false, 0);
        let homes = &self.homes;
        each_hard(rows, &mut self.raw, |raw| {
            needed |= raw.relaxes && homes[next].is_some();
            next += 1;
        });
        if !needed {
            return;
        }
        rows.contact_frames.begin_relax(Part::Hard, velocities, t, on);
        rows.contact_nodes.begin_relax(Part::Hard, velocities, t, on);
        rows.general.begin_relax(Part::Hard, velocities, at, &rows.implicit, t);
        if !self.smooth.is_idle() {
            self.smooth.relax_begun(rows, velocities, at, t);
        }
        self.load(rows, velocities, (at, t), true);
        for system in &mut self.systems[..self.used] {
            system.hold();
        }
        let exact = |s: &&mut System| s.smoothed.is_none() && !s.lost && !s.vast;
        for system in self.systems[..self.used].iter_mut().filter(exact) {
            system.solve(self.effort, t.h.into_f64(), &mut self.own, &mut self.outcome);
        }
        self.store(rows, velocities);
    }
}

/// A number that is no denormal in single precision: what comes to rest would be slow for that.
fn plain(x: f64) -> f64 {
    if x.abs() < 1e-30 { 0.0 } else { x }
}

/// How a group of rows that the engine made is solved.
fn rule(law: Law) -> Rule {
    match law {
        Law::Interval => Rule::Interval,
        Law::Disc => Rule::Disc,
        Law::Cone => Rule::Cone,
        Law::Exact => Rule::Exact,
        Law::Constant => Rule::Constant,
    }
}
