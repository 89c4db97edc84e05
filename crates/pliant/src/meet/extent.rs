//! How far vectors differ, in one look at them.

use crate::math::{Real, Vec3};

/// The box round vectors; what is not a number counts as none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    lo: [Real; 4],
    hi: [Real; 4],
}

impl Extent {
    pub(super) const NONE: Self = Self { lo: [Real::INFINITY; 4], hi: [Real::NEG_INFINITY; 4] };

    /// Four boxes side by side, since each comparison waits for the last.
    #[inline(always)]
    pub(super) fn of(mut vectors: impl Iterator<Item = [Real; 4]>) -> Self {
        let mut parts = [Self::NONE; 4];
        'all: loop {
            for part in &mut parts {
                let Some(v) = vectors.next() else { break 'all };
                part.take(v);
            }
        }
        let [a, b, c, d] = parts;
        a.with(&b).with(&c.with(&d))
    }

    /// The boxes round the first and the second of pairs of vectors.
    #[inline(always)]
    pub(super) fn of_both(mut pairs: impl Iterator<Item = [[Real; 4]; 2]>) -> [Self; 2] {
        let mut parts = [[Self::NONE; 2]; 2];
        'all: loop {
            for [first, second] in &mut parts {
                let Some([v, w]) = pairs.next() else { break 'all };
                first.take(v);
                second.take(w);
            }
        }
        let [[a, b], [c, d]] = parts;
        [a.with(&c), b.with(&d)]
    }

    #[inline(always)]
    fn take(&mut self, v: [Real; 4]) {
        for k in 0..4 {
            self.lo[k] = if v[k] < self.lo[k] { v[k] } else { self.lo[k] };
            self.hi[k] = if v[k] > self.hi[k] { v[k] } else { self.hi[k] };
        }
    }

    fn with(mut self, other: &Self) -> Self {
        for k in 0..4 {
            self.lo[k] = if other.lo[k] < self.lo[k] { other.lo[k] } else { self.lo[k] };
            self.hi[k] = if other.hi[k] > self.hi[k] { other.hi[k] } else { self.hi[k] };
        }
        self
    }

    pub(super) fn middle(&self) -> Vec3 {
        (self.corner(&self.lo) + self.corner(&self.hi)) * 0.5
    }

    /// No vector is farther from the middle.
    pub(super) fn radius(&self) -> Real {
        (self.corner(&self.hi) - self.corner(&self.lo)).length() * 0.5
    }

    /// The distance of the farthest vector from the middle.
    pub(super) fn farthest_from_middle(&self, vectors: impl Iterator<Item = [Real; 4]>) -> Real {
        let m = self.middle();
        let square = |v: [Real; 4]| {
            let d = [v[0] - m.x, v[1] - m.y, v[2] - m.z];
            d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
        };
        vectors.map(square).fold(0.0, |most, d| if d > most { d } else { most }).sqrt()
    }

    /// No vector is longer.
    pub(super) fn farthest(&self) -> Real {
        self.corner(&self.lo).abs().max(self.corner(&self.hi).abs()).length()
    }

    /// Of nothing: no vector at all.
    fn corner(&self, at: &[Real; 4]) -> Vec3 {
        let some = |k: usize| if self.lo[k] <= self.hi[k] { at[k] } else { 0.0 };
        Vec3::new(some(0), some(1), some(2))
    }
}

/// The difference of two vectors.
pub(super) fn minus(a: [Real; 4], b: [Real; 4]) -> [Real; 4] {
    std::array::from_fn(|k| a[k] - b[k])
}
