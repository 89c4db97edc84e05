//! Which step something falls on. Everything is a function of the step's number, so that a world
//! restored from a snapshot plays on as if nothing had happened.

/// Slack for times that are meant to be multiples of the step but are rounded.
const SLACK: f64 = 1e-6;

/// How many steps of length `h` a run of `seconds` takes: the first number that reaches its end.
pub(crate) fn steps(seconds: f64, h: f64) -> u64 {
    (seconds / h - SLACK).ceil().max(0.0) as u64
}

/// Whether what happens at `time` is done at the start of step `k`: the first that starts no
/// earlier.
pub(crate) fn is_due(time: f64, k: u64, h: f64) -> bool {
    steps(time, h) == k
}

/// Whether something that lasts from `start` for some seconds, or for ever, goes on during step
/// `k`.
pub(crate) fn is_on(start: f64, seconds: Option<f64>, k: u64, h: f64) -> bool {
    let end = seconds.map(|seconds| steps(start + seconds, h));
    steps(start, h) <= k && end.is_none_or(|end| k < end)
}

/// The part of a force that is there during step `k`, if it grows over some seconds from `start`:
/// that of the end of the step.
pub(crate) fn ramp(start: f64, seconds: Option<f64>, k: u64, h: f64) -> f64 {
    seconds.map_or(1.0, |seconds| (((k + 1) as f64 * h - start) / seconds).clamp(0.0, 1.0))
}

/// Whether a probe with this interval records after `k` steps: at the start, and whenever a
/// multiple of the interval has been reached since the last step.
pub(crate) fn is_recorded(every: Option<f64>, k: u64, h: f64) -> bool {
    let Some(every) = every else {
        return true;
    };
    let reached = |k: u64| (k as f64 * h / every + SLACK).floor();
    k == 0 || reached(k) > reached(k - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_times_fall_on_their_step() {
        assert_eq!(steps(5.0, 0.02), 250);
        assert_eq!(steps(0.3, 0.1), 3);
        assert_eq!(steps(0.31, 0.1), 4);
        assert_eq!(steps(0.0, 0.1), 0);
        assert!(is_due(0.3, 3, 0.1) && !is_due(0.3, 2, 0.1) && !is_due(0.3, 4, 0.1));
    }

    #[test]
    fn forces_last_as_long_as_they_say() {
        let on: Vec<u64> = (0..9).filter(|&k| is_on(0.2, Some(0.3), k, 0.1)).collect();
        assert_eq!(on, [2, 3, 4]);
        assert!(is_on(0.2, None, 100, 0.1));
    }

    #[test]
    fn a_ramp_grows_to_one() {
        assert_eq!(ramp(0.0, None, 0, 0.1), 1.0);
        let grown = |k| (ramp(0.2, Some(0.4), k, 0.1) * 100.0).round();
        assert_eq!([grown(2), grown(4), grown(5), grown(9)], [25.0, 75.0, 100.0, 100.0]);
    }

    #[test]
    fn probes_record_at_their_interval() {
        let recorded = |every| (0..=10).filter(|&k| is_recorded(every, k, 0.02)).count();
        assert_eq!(recorded(None), 11);
        assert_eq!(recorded(Some(0.1)), 3);
        assert_eq!(recorded(Some(0.001)), 11);
    }
}
