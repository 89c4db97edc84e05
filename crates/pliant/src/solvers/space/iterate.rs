//! The iterations on an island: each law in turn, and the directions between them.

use super::Outcome;
use super::conflict::{Clash, IDLE};
use super::held::ROUNDS;
use super::law::{Local, MOST};
use super::own::ask;
use super::system::{Group, Rule, System};
use crate::config::Effort;
use crate::constraints::generalised::GeneralisedRecord;
use crate::handle::Arena;
use crate::math::{DVec3, IntoF64};

/// The tolerance is for so many rows; larger islands have that of each of their parts.
const ROWS: f64 = 30.0;

/// Iterations after a direct solve.
const FINISHING: u32 = 20;

/// Velocities and impulses before an iteration, and where iterations are heading.
#[derive(Debug, Default)]
pub(super) struct Heading {
    pub(super) last_u: Vec<DVec3>,
    pub(super) last_f: Vec<f64>,
    pub(super) u: Vec<DVec3>,
    pub(super) f: Vec<f64>,
    pub(super) changes: Vec<f64>,
}

impl System {
    /// Solves one group with all others as they are; gives how much that changed its velocities, summed
    /// over its rows, and the change of energy.
    #[inline]
    fn visit(&mut self, i: usize, h: f64, own: &mut Arena<GeneralisedRecord>) -> [f64; 2] {
        let group = &self.groups[i];
        if group.held && self.held.ready && group.holds() {
            return [0.0; 2];
        }
        let rows = group.rows();
        let mut delta = [0.0; MOST];
        self.delta(i, &mut delta);
        let local = Local {
            w: &self.w[group.block()],
            inverse: &self.inverse[group.block()],
            delta: &delta[..rows],
            f: &self.f[group.span()],
            bound: group.bound,
        };
        let new = match group.rule {
            Rule::Interval => local.interval(),
            Rule::Disc => local.disc(),
            Rule::Cone => local.cone(),
            Rule::Exact => local.exact(),
            Rule::Own(place) => ask(own, place, &local, h),
            Rule::Constant => return [0.0; 2],
        };
        let mut change = [0.0; MOST];
        let mut sums = [0.0; 2];
        for d in 0..rows {
            let (row, w) = (group.row(d), self.w[group.at(d, d)]);
            change[d] = new[d] - self.f[row];
            sums[0] += w * change[d].abs();
            sums[1] += w * change[d] * change[d];
            self.f[row] = new[d];
        }
        if sums[0] > 0.0 {
            self.push(i, &change);
        }
        sums
    }

    /// Block Gauss-Seidel until an iteration changes less than the tolerance, with the directions of
    /// conjugate gradients between iterations (Silcowitz-Hansen et al. 2010): what one end of a long
    /// chain knows reaches the other in as many iterations as it has links, and not their square.
    ///
    /// A law of the caller's is told forces that it gave itself, so those are not gone on with.
    pub(super) fn solve(
        &mut self,
        effort: Effort,
        h: f64,
        own: &mut Arena<GeneralisedRecord>,
        out: &mut Outcome,
    ) {
        let plain = !self.groups.iter().any(|g| matches!(g.rule, Rule::Own(_)));
        self.factorise();
        if self.held.ready {
            self.settle_held(h, &mut out.clashes);
        }
        let tolerance = self.tolerance(effort, h);
        let mut last_energy = 0.0;
        let mut error = 0.0;
        let mut fresh = true;
        for iteration in 0..effort.iterations {
            self.remember();
            let mut energy = 0.0;
            error = 0.0;
            if self.held.ready {
                [error, energy] = self.visit_held();
            }
            for k in 0..self.groups.len() {
                // There and back: what has been pushed last is seen first.
                let i = if iteration % 2 == 0 { k } else { self.groups.len() - 1 - k };
                let [changed, worked] = self.visit(i, h, own);
                error += changed;
                energy += worked;
            }
            out.iterations += 1;
            if error <= tolerance || !error.is_finite() {
                break;
            }
            let [moved, changed] = self.progress();
            if iteration > 2 && moved <= IDLE * changed {
                let last = std::mem::take(&mut self.heading.last_f);
                let clash = self.reconcile(&last, h, &mut out.clashes);
                self.heading.last_f = last;
                if !clash {
                    break;
                }
                fresh = true;
                continue;
            }
            if !plain {
                continue;
            }
            let beta = if fresh { 0.0 } else { energy / last_energy };
            self.head(if beta > 1.0 { 0.0 } else { beta }, fresh || beta > 1.0);
            (last_energy, fresh) = (energy, false);
        }
        out.error = out.error.max(error);
    }

    /// The laws as they are, after a direct solve: friction on cloth was only a drag in it. Contacts are visited, and all else keeps
    /// the rates it has got. If that does not end soon it is taken back: where light nodes carry heavy bodies, contacts would leave
    /// the edges stretched. If impulses balance and rows that hold are still violated, they contradict each other.
    pub(super) fn finish(
        &mut self,
        balanced: bool,
        effort: Effort,
        h: f64,
        own: &mut Arena<GeneralisedRecord>,
        out: &mut Outcome,
    ) {
        if balanced {
            self.tell_violated(h, &mut out.clashes);
        }
        let kinked = |g: &Group| g.rule == Rule::Interval && g.bound[2] != 0.0;
        let asked = |g: &Group| matches!(g.rule, Rule::Own(_));
        let laws = self.groups.iter().any(asked);
        let rubs = self.groups.iter().any(|g| g.rule == Rule::Cone);
        let slips = rubs && self.groups.iter().any(kinked);
        if !laws && !slips {
            return;
        }
        self.keep_rates();
        self.remember();
        let tolerance = self.tolerance(effort, h);
        for _ in 0..FINISHING.min(effort.iterations) {
            out.iterations += 1;
            let mut error = 0.0;
            for i in 0..self.groups.len() {
                error += self.visit(i, h, own)[0];
            }
            if error <= tolerance {
                return;
            }
        }
        // Laws of the caller's have been told what they carry.
        if !laws {
            self.take_back();
        }
    }

    /// A few plain iterations: the next substep will find calmer rows.
    pub(super) fn sweep(
        &mut self,
        iterations: usize,
        h: f64,
        own: &mut Arena<GeneralisedRecord>,
        out: &mut Outcome,
    ) {
        self.held.ready = false;
        for _ in 0..iterations {
            out.iterations += 1;
            for i in 0..self.groups.len() {
                self.visit(i, h, own);
            }
        }
    }

    /// Velocities and impulses as they were when they were remembered.
    fn take_back(&mut self) {
        self.u.clone_from(&self.heading.last_u);
        self.f.clone_from(&self.heading.last_f);
        for body in &mut self.bodies[..self.used] {
            body.rate.clone_from(&body.before);
        }
    }

    /// How much an iteration may change rows for the solve to be over, m/s summed over them.
    fn tolerance(&self, effort: Effort, h: f64) -> f64 {
        let many = (self.f.len() as f64 / ROWS).max(1.0);
        many * effort.tolerance.into_f64() / h
    }

    /// Remembers velocities and impulses before an iteration.
    fn remember(&mut self) {
        self.heading.last_u.clone_from(&self.u);
        self.heading.last_f.clone_from(&self.f);
        for body in &mut self.bodies[..self.used] {
            body.before.clone_from(&body.rate);
        }
    }

    /// By how much the last iteration changed velocities, as energy, and by how much it would have if each
    /// row were alone.
    fn progress(&self) -> [f64; 2] {
        let steps = self.u.iter().zip(&self.heading.last_u);
        let mut moved: f64 = steps.map(|(a, b)| (*a - *b).length_squared()).sum();
        let mut changed = 0.0;
        for group in &self.groups {
            for d in 0..group.rows() {
                let row = group.row(d);
                let change = self.f[row] - self.heading.last_f[row];
                changed += (self.w[group.at(d, d)] - self.gamma[row]) * change * change;
                moved += self.gamma[row] * change * change;
                for (body, row) in self.rows_on_bodies(group) {
                    let (body, at) = (&self.bodies[body as usize], row as usize + d);
                    moved += change * (body.rate[at] - body.before[at]);
                }
            }
        }
        [moved, changed]
    }

    /// Goes on a little along where iterations are heading, and turns that to the last of them.
    fn head(&mut self, beta: f64, fresh: bool) {
        let Heading { last_u, last_f, u, f, .. } = &mut self.heading;
        if fresh {
            u.clear();
            u.resize(self.u.len(), DVec3::ZERO);
            f.clear();
            f.resize(self.f.len(), 0.0);
        }
        for ((u, last), heading) in self.u.iter_mut().zip(last_u).zip(u) {
            let step = *u - *last;
            *u += *heading * beta;
            *heading = *heading * beta + step;
        }
        for ((f, last), heading) in self.f.iter_mut().zip(last_f).zip(f) {
            let step = *f - *last;
            *f += *heading * beta;
            *heading = *heading * beta + step;
        }
        for body in &mut self.bodies[..self.used] {
            if fresh {
                body.heading.clear();
                body.heading.resize(body.rows, 0.0);
            }
            for ((x, last), heading) in
                body.rate.iter_mut().zip(&body.before).zip(&mut body.heading)
            {
                let step = *x - *last;
                *x += *heading * beta;
                *heading = *heading * beta + step;
            }
        }
    }

    /// Solves all that is held at once; gives the same as [`System::visit`].
    fn visit_held(&mut self) -> [f64; 2] {
        let mut sums = [0.0; 2];
        let mut held = std::mem::take(&mut self.held);
        let mut changes = std::mem::take(&mut self.heading.changes);
        changes.clear();
        changes.resize(self.f.len(), 0.0);
        held.solve(self, |group, first, change| {
            let row = self.groups[group].row(first);
            changes[row..row + change.len()].copy_from_slice(change);
        });
        for &i in &held.groups {
            let i = i as usize;
            let group = &self.groups[i];
            let mut change = [0.0; MOST];
            for d in 0..group.rows() {
                let (row, w) = (group.row(d), self.w[group.at(d, d)]);
                change[d] = changes[row];
                sums[0] += w * change[d].abs();
                sums[1] += w * change[d] * change[d];
                self.f[row] += change[d];
            }
            self.push(i, &change);
        }
        (self.held, self.heading.changes) = (held, changes);
        sums
    }

    /// Makes what is held give way where it contradicts itself, and tells it.
    fn settle_held(&mut self, h: f64, tell: &mut Vec<Clash>) {
        for _ in 0..ROUNDS {
            self.visit_held();
            if !self.reconcile_held(h, tell) {
                return;
            }
            self.factorise();
            if !self.held.ready {
                return;
            }
        }
        self.visit_held();
    }
}
