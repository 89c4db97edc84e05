//! How far vectors differ, in one look at them.

use crate::math::{Real, Vec3};

/// The box round vectors; what is not a number counts as none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    lo: [Real; 4],
    hi: [Real; 4],
}

impl Extent {
    /// Four at once, since each comparison waits for the last.
    #[inline(always)]
    pub(super) fn of(vectors: impl Iterator<Item = [Real; 4]>) -> Self {
        let mut all = Self { lo: [Real::INFINITY; 4], hi: [Real::NEG_INFINITY; 4] };
        for v in vectors {
            for k in 0..4 {
                all.lo[k] = if v[k] < all.lo[k] { v[k] } else { all.lo[k] };
                all.hi[k] = if v[k] > all.hi[k] { v[k] } else { all.hi[k] };
            }
        }
        all
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
