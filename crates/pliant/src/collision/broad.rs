//! Broad phase: pairs of bodies whose boxes overlap, by sorting along x.

use crate::math::{Real, Vec3};

/// A box about a body, grown by what it may move in a step.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Lower corner.
    pub lo: Vec3,
    /// Upper corner.
    pub hi: Vec3,
    /// Which body.
    pub body: u32,
    /// Whether it can be pushed.
    pub moves: bool,
}

impl Bounds {
    /// Whether two boxes overlap.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.lo.cmple(other.hi).all() && other.lo.cmple(self.hi).all()
    }
}

/// Finds pairs; its buffers are kept for the next step.
#[derive(Clone, Debug, Default)]
pub struct Broad {
    /// The boxes; fill this, then call [`Broad::find`].
    pub boxes: Vec<Bounds>,
    /// The pairs found, smaller body first, ascending.
    pub pairs: Vec<[u32; 2]>,
}

impl Broad {
    /// All pairs of overlapping boxes of which at least one can be pushed.
    pub fn find(&mut self) {
        self.pairs.clear();
        let by_start = |a: &Bounds, b: &Bounds| a.lo.x.total_cmp(&b.lo.x).then(a.body.cmp(&b.body));
        self.boxes.sort_unstable_by(by_start);
        for i in 0..self.boxes.len() {
            let a = self.boxes[i];
            let end: Real = a.hi.x;
            for b in self.boxes[i + 1..].iter().take_while(|b| b.lo.x <= end) {
                if (a.moves || b.moves) && a.overlaps(b) {
                    self.pairs.push([a.body.min(b.body), a.body.max(b.body)]);
                }
            }
        }
        self.pairs.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_those_of_comparing_all() {
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 40) as Real / (1u64 << 24) as Real
        };
        let mut broad = Broad::default();
        for body in 0..60 {
            let lo = Vec3::new(random(), random(), random()) * 4.0;
            let hi = lo + Vec3::new(random(), random(), random());
            broad.boxes.push(Bounds { lo, hi, body, moves: body % 3 != 0 });
        }
        let mut expected = Vec::new();
        for (i, a) in broad.boxes.iter().enumerate() {
            for b in &broad.boxes[i + 1..] {
                if (a.moves || b.moves) && a.overlaps(b) {
                    expected.push([a.body, b.body]);
                }
            }
        }
        expected.sort_unstable();
        broad.find();
        assert!(!expected.is_empty());
        assert_eq!(broad.pairs, expected);
    }
}
