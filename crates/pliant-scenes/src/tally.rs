//! Adds up what the steps did and how long they took.

use crate::Ordered;
use crate::clock::Reading;
use crate::report::{Islands, Rows, Spread, Time};

/// What one step did, in numbers of no precision in particular.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepNumbers {
    pub(crate) rows: Vec<(&'static str, usize)>,
    pub(crate) contacts: usize,
    /// Solids that were made softer than they are.
    pub(crate) softened: f64,
    /// Iterations in the constraint space.
    pub(crate) space_iterations: f64,
    pub(crate) integrator_iterations: f64,
    /// Constraints that contradict each other.
    pub(crate) conflicts: Vec<String>,
    /// Deformable bodies that cross each other or themselves.
    pub(crate) crossed: Vec<String>,
    /// The solver of each island and why.
    pub(crate) islands: Vec<(&'static str, &'static str)>,
    pub(crate) residual: Vec<f64>,
    pub(crate) time: Reading,
    /// Seconds of CPU time by phase.
    pub(crate) phases: Vec<(&'static str, f64)>,
}

/// What all steps did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    steps: usize,
    rows: Sum,
    contacts: Sum,
    softened: Sum,
    space_iterations: Sum,
    integrator_iterations: Sum,
    conflicts: Vec<String>,
    crossed: Vec<String>,
    islands: Sum,
    by_solver: Vec<(&'static str, f64)>,
    by_reason: Vec<(&'static str, f64)>,
    by_kind: Vec<(&'static str, f64)>,
    by_phase: Vec<(&'static str, f64)>,
    residual: Vec<f64>,
    /// CPU seconds of measuring and recording.
    reporting: f64,
    cpu: Vec<f64>,
    wall: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    sum: f64,
    max: f64,
}

impl Sum {
    fn add(&mut self, x: f64) {
        self.sum += x;
        self.max = self.max.max(x);
    }

    fn spread(self, count: usize) -> Spread {
        Spread { mean: self.sum / count.max(1) as f64, max: self.max }
    }
}

impl Tally {
    pub(crate) fn add(&mut self, step: &StepNumbers) {
        self.steps += 1;
        let rows: usize = step.rows.iter().map(|(_, n)| n).sum();
        self.rows.add(rows as f64);
        self.contacts.add(step.contacts as f64);
        self.softened.add(step.softened);
        self.space_iterations.add(step.space_iterations);
        self.integrator_iterations.add(step.integrator_iterations);
        for name in &step.conflicts {
            if !self.conflicts.contains(name) {
                self.conflicts.push(name.clone());
            }
        }
        for name in &step.crossed {
            if !self.crossed.contains(name) {
                self.crossed.push(name.clone());
            }
        }
        self.islands.add(step.islands.len() as f64);
        add_named(&mut self.by_solver, step.islands.iter().map(|&(solver, _)| (solver, 1.0)));
        add_named(&mut self.by_reason, step.islands.iter().map(|&(_, reason)| (reason, 1.0)));
        let counts = step.rows.iter().map(|&(name, n)| (name, n as f64));
        add_named(&mut self.by_kind, counts);
        add_named(&mut self.by_phase, step.phases.iter().copied());
        if self.residual.len() < step.residual.len() {
            self.residual.resize(step.residual.len(), 0.0);
        }
        for (sum, x) in self.residual.iter_mut().zip(&step.residual) {
            *sum += x;
        }
        self.cpu.push(step.time.cpu);
        self.wall.push(step.time.wall);
    }

    /// Adds CPU seconds that went into measuring and recording.
    pub(crate) fn add_reporting(&mut self, seconds: f64) {
        self.reporting += seconds;
    }

    /// CPU time of measuring and recording a step, ms.
    pub(crate) fn reporting_ms(&self) -> f64 {
        1e3 * self.reporting / self.steps.max(1) as f64
    }

    pub(crate) fn rows(&self) -> Rows {
        let Spread { mean, max } = self.rows.spread(self.steps);
        Rows { mean, max, by_kind: self.means(&self.by_kind, 1.0) }
    }

    pub(crate) fn contacts(&self) -> Spread {
        self.contacts.spread(self.steps)
    }

    pub(crate) fn integrator_iterations(&self) -> Spread {
        self.integrator_iterations.spread(self.steps)
    }

    pub(crate) fn space_iterations(&self) -> Spread {
        self.space_iterations.spread(self.steps)
    }

    /// Constraints that contradicted each other in any step, in the order they were found.
    pub(crate) fn conflicts(&self) -> Vec<String> {
        self.conflicts.clone()
    }

    pub(crate) fn crossed(&self) -> Vec<String> {
        self.crossed.clone()
    }

    pub(crate) fn softened(&self) -> Spread {
        self.softened.spread(self.steps)
    }

    pub(crate) fn islands(&self) -> Islands {
        let Spread { mean, max } = self.islands.spread(self.steps);
        let by_solver = self.means(&self.by_solver, 1.0);
        Islands { mean, max, by_solver, by_reason: self.means(&self.by_reason, 1.0) }
    }

    pub(crate) fn residual(&self) -> Vec<f64> {
        let count = self.steps.max(1) as f64;
        self.residual.iter().map(|sum| sum / count).collect()
    }

    /// CPU time and wall time, ms. The phases are timed by the CPU clock alone; those of the wall
    /// are the same shares of its mean.
    pub(crate) fn times(&self) -> [Time; 2] {
        let by_phase = self.means(&self.by_phase, 1e3);
        let cpu = time(&self.cpu, by_phase.clone());
        let mut wall = time(&self.wall, by_phase);
        let share = if cpu.mean > 0.0 { wall.mean / cpu.mean } else { 1.0 };
        for (_, ms) in &mut wall.by_phase.0 {
            *ms *= share;
        }
        [cpu, wall]
    }

    fn means(&self, sums: &[(&'static str, f64)], unit: f64) -> Ordered<f64> {
        let count = self.steps.max(1) as f64;
        let mean = |&(name, sum): &(&str, f64)| (name.to_owned(), sum * unit / count);
        Ordered(sums.iter().map(mean).collect())
    }
}

fn add_named(sums: &mut Vec<(&'static str, f64)>, more: impl Iterator<Item = (&'static str, f64)>) {
    for (name, x) in more {
        match sums.iter_mut().find(|(n, _)| *n == name) {
            Some((_, sum)) => *sum += x,
            None => sums.push((name, x)),
        }
    }
}

fn time(seconds: &[f64], by_phase: Ordered<f64>) -> Time {
    let mut ms: Vec<f64> = seconds.iter().map(|s| s * 1e3).collect();
    ms.sort_by(f64::total_cmp);
    let mean = ms.iter().sum::<f64>() / ms.len().max(1) as f64;
    Time {
        mean,
        p50: quantile(&ms, 0.5),
        p99: quantile(&ms, 0.99),
        max: ms.last().copied().unwrap_or(0.0),
        by_phase,
    }
}

/// The least of the sorted values that this share of them do not exceed.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_occurred() {
        let sorted: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!(quantile(&sorted, 0.5), 50.0);
        assert_eq!(quantile(&sorted, 0.99), 99.0);
        assert_eq!(quantile(&[7.0], 0.5), 7.0);
        assert_eq!(quantile(&[], 0.5), 0.0);
    }
}
