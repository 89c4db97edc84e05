//! What a probe recorded.

use pliant_io::scene::Statistic;
use serde::Serialize;

/// Times and values, in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record {
    /// Times, s.
    pub t: Vec<f64>,
    /// Values, in the probe's unit.
    pub value: Vec<f64>,
}

impl Record {
    pub(crate) fn push(&mut self, t: f64, value: f64) {
        self.t.push(t);
        self.value.push(value);
    }

    /// Drops what was recorded after a time.
    pub(crate) fn rewind(&mut self, t: f64) {
        let keep = self.t.partition_point(|at| *at <= t);
        self.t.truncate(keep);
        self.value.truncate(keep);
    }

    /// The value at a time, on the straight line between the records before and after it; none
    /// before the first and after the last.
    pub fn at(&self, t: f64) -> Option<f64> {
        // Times are sums of steps: the last may fall short of a round number by rounding.
        let slack = 1e-9 * t.abs().max(1.0);
        let (first, last) = (*self.t.first()?, *self.t.last()?);
        if t < first - slack || t > last + slack {
            return None;
        }
        let after = self.t.partition_point(|at| *at < t);
        if after == 0 || after == self.t.len() {
            return self.value.get(after.min(self.value.len().saturating_sub(1))).copied();
        }
        let [t0, t1] = [self.t[after - 1], self.t[after]];
        let [v0, v1] = [self.value[after - 1], self.value[after]];
        Some(v0 + (v1 - v0) * ((t - t0) / (t1 - t0)))
    }

    /// One number out of the whole record; none if it is empty. The mean is over the records.
    pub fn statistic(&self, which: Statistic) -> Option<f64> {
        let (first, last) = (*self.value.first()?, *self.value.last()?);
        // A NaN anywhere is the answer: it must not hide behind `max` and `min`.
        let fold = |pick: fn(f64, f64) -> f64| {
            let step = |a: f64, &b: &f64| if b.is_nan() { b } else { pick(a, b) };
            self.value.iter().fold(first, |a, b| if a.is_nan() { a } else { step(a, b) })
        };
        Some(match which {
            Statistic::End => last,
            Statistic::Max => fold(f64::max),
            Statistic::Min => fold(f64::min),
            Statistic::Mean => self.value.iter().sum::<f64>() / self.value.len() as f64,
            Statistic::Drift => last - first,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record { t: vec![0.0, 1.0, 2.0], value: vec![1.0, 3.0, 2.0] }
    }

    #[test]
    fn values_between_records_lie_on_a_line() {
        let record = record();
        assert_eq!(record.at(0.0), Some(1.0));
        assert_eq!(record.at(0.5), Some(2.0));
        assert_eq!(record.at(2.0), Some(2.0));
        assert_eq!(record.at(2.0 + 1e-12), Some(2.0));
        assert_eq!(record.at(2.1), None);
        assert_eq!(Record::default().at(0.0), None);
    }

    #[test]
    fn statistics() {
        let record = record();
        let of = |which| record.statistic(which);
        assert_eq!(of(Statistic::End), Some(2.0));
        assert_eq!(of(Statistic::Max), Some(3.0));
        assert_eq!(of(Statistic::Min), Some(1.0));
        assert_eq!(of(Statistic::Mean), Some(2.0));
        assert_eq!(of(Statistic::Drift), Some(1.0));
        let broken = Record { t: vec![0.0, 1.0, 2.0], value: vec![1.0, f64::NAN, 2.0] };
        assert!(broken.statistic(Statistic::Max).is_some_and(|x| x.is_nan()));
    }

    #[test]
    fn rewinding_keeps_what_was_before() {
        let mut record = record();
        record.rewind(1.0);
        assert_eq!(record.t, [0.0, 1.0]);
    }
}
