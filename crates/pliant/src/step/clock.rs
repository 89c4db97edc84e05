//! Timings by the caller's clock.

use crate::report::{Phase, Watch};

/// Adds up the time of each phase by the caller's clock.
pub(super) struct Clock {
    last: f64,
    pub(super) seconds: [f64; Phase::ALL.len()],
}

impl Clock {
    pub(super) fn start(watch: &mut dyn Watch) -> Self {
        Self { last: watch.seconds(), seconds: Default::default() }
    }

    pub(super) fn lap(&mut self, watch: &mut dyn Watch, phase: Phase) {
        let now = watch.seconds();
        self.seconds[phase as usize] += now - self.last;
        self.last = now;
    }
}
