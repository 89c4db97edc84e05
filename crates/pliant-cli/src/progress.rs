//! The progress bar, on standard error and only on terminals.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Shows how far a run is, and how quick.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    shown: Instant,
}

/// The bar is renewed no more often than this: telling costs more than a step of a small scene.
const RENEWED: Duration = Duration::from_millis(80);

impl Progress {
    /// A bar for this many steps; hidden unless standard error is a terminal.
    pub fn new(steps: u64) -> Self {
        let bar = ProgressBar::new(steps);
        let template = "{bar:32} {pos}/{len} steps  {msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let now = Instant::now();
        Self { bar, start: now, shown: now }
    }

    /// So many steps are done, and so many seconds simulated.
    pub fn show(&mut self, steps: u64, seconds: f64) {
        if self.shown.elapsed() < RENEWED {
            return;
        }
        self.shown = Instant::now();
        let wall = self.start.elapsed().as_secs_f64();
        self.bar.set_message(format!(
            "{:.0} steps/s  {:.2} x real time",
            steps as f64 / wall,
            seconds / wall
        ));
        self.bar.set_position(steps);
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
