//! The moments that can be gone back to: a ring of snapshots with the frames that were shown.

use std::collections::VecDeque;
use std::time::Duration;

use crate::frame::Shown;

/// The most that is kept, bytes.
const MAX_BYTES: usize = 256 << 20;
/// The most moments that are kept.
const MAX_MOMENTS: usize = 1000;
/// The share of the time that keeping may take.
const SHARE: f64 = 0.1;

/// A moment that can be gone back to.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub(crate) steps: u64,
    pub(crate) world: Vec<u8>,
    /// What a restored world cannot tell before its next step.
    pub(crate) shown: Shown,
}

/// The moments, oldest first.
#[derive(Debug, Default)]
pub(crate) struct History {
    moments: VecDeque<Moment>,
    bytes: usize,
    /// How long the next moment may not be kept, so that keeping takes only its share of the time.
    debt: f64,
}

impl History {
    /// Whether the moment after a step should be kept, so long after the step before.
    pub(crate) fn is_due(&mut self, since: Duration) -> bool {
        self.debt -= SHARE * since.as_secs_f64();
        self.debt <= 0.0
    }

    /// Keeps a moment; the oldest make room for it.
    pub(crate) fn keep(&mut self, moment: Moment, cost: Duration) {
        self.debt = self.debt.max(0.0) + cost.as_secs_f64();
        self.forget_from(moment.steps);
        self.bytes += size(&moment);
        self.moments.push_back(moment);
        while self.moments.len() > MAX_MOMENTS || (self.bytes > MAX_BYTES && self.moments.len() > 1)
        {
            if let Some(oldest) = self.moments.pop_front() {
                self.bytes -= size(&oldest);
            }
        }
    }

    /// Gives the last moment before a step, and forgets what came after it.
    pub(crate) fn back_from(&mut self, steps: u64) -> Option<Moment> {
        if self.moments.front().is_none_or(|oldest| oldest.steps >= steps) {
            return None;
        }
        self.forget_from(steps);
        self.moments.back().cloned()
    }

    fn forget_from(&mut self, steps: u64) {
        while self.moments.back().is_some_and(|last| last.steps >= steps) {
            self.bytes -= self.moments.pop_back().as_ref().map_or(0, size);
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// How many moments lie before a step.
    pub(crate) fn before(&self, steps: u64) -> usize {
        self.moments.partition_point(|moment| moment.steps < steps)
    }
}

fn size(moment: &Moment) -> usize {
    moment.world.len() + moment.shown.bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(steps: u64, bytes: usize) -> Moment {
        Moment { steps, world: vec![0; bytes], shown: Shown::default() }
    }

    fn steps(history: &History) -> Vec<u64> {
        history.moments.iter().map(|m| m.steps).collect()
    }

    #[test]
    fn one_goes_back_moment_by_moment_and_then_no_further() {
        let mut history = History::default();
        (0..4).for_each(|k| history.keep(moment(k, 1), Duration::ZERO));
        assert_eq!(history.before(3), 3);
        assert_eq!(history.back_from(3).map(|m| m.steps), Some(2));
        assert_eq!(history.back_from(2).map(|m| m.steps), Some(1));
        assert_eq!(steps(&history), [0, 1]);
        history.keep(moment(2, 1), Duration::ZERO);
        assert_eq!(history.back_from(1).map(|m| m.steps), Some(0));
        assert!(history.back_from(0).is_none());
        assert_eq!((steps(&history), history.moments.len()), (vec![0], 1));
    }

    #[test]
    fn the_oldest_make_room() {
        let mut history = History::default();
        (0..3).for_each(|k| history.keep(moment(k, MAX_BYTES / 2 - 1000), Duration::ZERO));
        assert_eq!(steps(&history), [1, 2]);
        (3..2000).for_each(|k| history.keep(moment(k, 1), Duration::ZERO));
        assert_eq!(history.moments.len(), MAX_MOMENTS);
    }

    #[test]
    fn keeping_takes_its_share_of_the_time() {
        let (mut history, step) = (History::default(), Duration::from_millis(10));
        let mut kept = 0;
        for k in 0..1000 {
            if history.is_due(step) {
                history.keep(moment(k, 1), Duration::from_millis(5));
                kept += 1;
            }
        }
        // 10 s of steps allow 1 s of keeping at 5 ms each.
        assert!((190..=210).contains(&kept), "{kept}");
    }
}
