//! Whether the probes showed what the scene expects.

use pliant_io::scene::{At, Expect};

use crate::Record;
use crate::report::Expectation;

/// Judges one expectation.
///
/// A value at a time lies on the straight line between two records. What the scene says about its
/// end or its whole course is judged only if the run was `whole`: as long as the scene says.
pub(crate) fn judge(expect: &Expect, record: Option<&Record>, whole: bool) -> Expectation {
    let measured = record.and_then(|record| match expect.at {
        At::Time(t) => record.at(t),
        At::Statistic(which) if whole => record.statistic(which),
        At::Statistic(_) => None,
    });
    let measured = match (expect.since, measured) {
        (Some(since), Some(end)) => record.and_then(|r| r.at(since)).map(|start| end - start),
        (_, measured) => measured,
    };
    Expectation {
        probe: expect.probe.clone(),
        at: expect.at,
        since: expect.since,
        value: expect.value,
        tolerance: expect.tolerance,
        above: expect.above,
        below: expect.below,
        measured,
        ok: measured.map(|measured| is_met(expect, measured)),
    }
}

/// Written so that a NaN meets nothing.
fn is_met(expect: &Expect, measured: f64) -> bool {
    let near = |value: f64| (measured - value).abs() <= expect.tolerance.unwrap_or(0.0);
    measured.is_finite()
        && expect.value.is_none_or(near)
        && expect.above.is_none_or(|bound| measured > bound)
        && expect.below.is_none_or(|bound| measured < bound)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(expect: &Expect, whole: bool) -> Option<bool> {
        let record = Record { t: vec![0.0, 1.0], value: vec![1.0, 2.0] };
        judge(expect, Some(&record), whole).ok
    }

    #[test]
    fn bounds_and_tolerances() {
        let near = |value, tolerance| Expect {
            value: Some(value),
            tolerance: Some(tolerance),
            ..Expect::default()
        };
        assert_eq!(verdict(&near(2.05, 0.1), true), Some(true));
        assert_eq!(verdict(&near(2.2, 0.1), true), Some(false));
        assert_eq!(verdict(&near(2.05, 0.1), false), None);
        let below = Expect { at: At::Time(0.5), below: Some(1.5), ..Expect::default() };
        assert_eq!(verdict(&below, false), Some(false));
        // From 1.25 to 2 it has grown by 0.75.
        let since = Expect { since: Some(0.25), ..near(0.75, 1e-9) };
        assert_eq!(verdict(&since, true), Some(true));
        assert_eq!(verdict(&since, false), None);
    }

    #[test]
    fn nothing_is_met_by_what_is_not_a_number() {
        let above = Expect { above: Some(0.0), ..Expect::default() };
        assert!(!is_met(&above, f64::NAN) && !is_met(&above, f64::INFINITY));
    }
}
