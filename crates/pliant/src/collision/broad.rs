//! Broad phase: pairs of boxes that overlap, by sorting along x in slabs along z.

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
    /// The boxes in ascending order of body; fill this, then call [`Broad::find`].
    pub boxes: Vec<Bounds>,
    /// The pairs found, smaller body first, ascending.
    pub pairs: Vec<[u32; 2]>,
    /// The boxes when candidates were last looked for, grown by some more.
    grown: Vec<Bounds>,
    /// Places in `grown` of the pairs that overlap there, ascending.
    candidates: Vec<[u32; 2]>,
    sorted: Vec<Bounds>,
    /// Boxes of each slab along z, in the order along x.
    slabs: Vec<Vec<Bounds>>,
    /// Boxes that are long along z, or endless.
    large: Vec<Bounds>,
    found: Vec<[u32; 2]>,
    ends: Vec<u32>,
}

/// The most slabs.
const SLABS: usize = 64;

/// By which share of the mean box boxes are grown, so that candidates hold for some steps.
const GROWN: Real = 0.1;

impl Broad {
    /// All pairs of overlapping boxes of which at least one can be pushed. Candidates are kept while
    /// every box stays within its grown one; what is found does not depend on that.
    pub fn find(&mut self) {
        let inside = |(b, g): (&Bounds, &Bounds)| {
            b.body == g.body
                && b.moves == g.moves
                && g.lo.cmple(b.lo).all()
                && b.hi.cmple(g.hi).all()
        };
        let same =
            self.boxes.len() == self.grown.len() && self.boxes.iter().zip(&self.grown).all(inside);
        if !same {
            self.find_candidates();
        }
        self.pairs.clear();
        for &[i, j] in &self.candidates {
            let (a, b) = (&self.boxes[i as usize], &self.boxes[j as usize]);
            if a.overlaps(b) {
                self.pairs.push([a.body, b.body]);
            }
        }
    }

    /// Pairs of grown boxes that overlap, by places.
    fn find_candidates(&mut self) {
        let finite = |b: &&Bounds| b.lo.is_finite() && b.hi.is_finite();
        let (mut sum, mut count) = (0.0, 0.0);
        for b in self.boxes.iter().filter(finite) {
            (sum, count) = (sum + (b.hi - b.lo).min_element(), count + 1.0);
        }
        let more = Vec3::splat(if count > 0.0 { GROWN * sum / count } else { 0.0 });
        let grow = |b: &Bounds| Bounds { lo: b.lo - more, hi: b.hi + more, ..*b };
        self.grown.clear();
        self.grown.extend(self.boxes.iter().map(grow));
        self.sorted.clear();
        let placed = self.grown.iter().enumerate();
        self.sorted.extend(placed.map(|(i, b)| Bounds { body: i as u32, ..*b }));
        let by_start = |a: &Bounds, b: &Bounds| a.lo.x.total_cmp(&b.lo.x).then(a.body.cmp(&b.body));
        self.sorted.sort_unstable_by(by_start);
        self.found.clear();
        let slabs = self.fill_slabs();
        for k in 0..self.slabs.len() {
            sweep(&self.slabs[k], slabs, k, &mut self.found);
        }
        for (i, a) in self.large.iter().enumerate() {
            let small = |b: &&Bounds| !slabs.is_large(b);
            for b in self.sorted.iter().filter(small).chain(&self.large[i + 1..]) {
                report(a, b, &mut self.found);
            }
        }
        self.sort_candidates();
    }

    /// Cuts space into slabs of twice the mean box along z, and puts each box into those it is in.
    fn fill_slabs(&mut self) -> Slabs {
        for slab in &mut self.slabs {
            slab.clear();
        }
        self.large.clear();
        let (mut lo, mut hi, mut sum, mut count) = (Real::INFINITY, Real::NEG_INFINITY, 0.0, 0.0);
        for b in self.sorted.iter().filter(|b| b.lo.z.is_finite() && b.hi.z.is_finite()) {
            (lo, hi) = (lo.min(b.lo.z), hi.max(b.hi.z));
            (sum, count) = (sum + (b.hi.z - b.lo.z), count + 1.0);
        }
        let width =
            if count > 0.0 { (2.0 * sum / count).max((hi - lo) / SLABS as Real) } else { 1.0 };
        let slabs = Slabs { start: if count > 0.0 { lo } else { 0.0 }, width: width.max(1e-6) };
        for b in &self.sorted {
            if slabs.is_large(b) {
                self.large.push(*b);
                continue;
            }
            for k in slabs.of(b.lo.z)..=slabs.of(b.hi.z) {
                if self.slabs.len() <= k {
                    self.slabs.resize(k + 1, Vec::new());
                }
                self.slabs[k].push(*b);
            }
        }
        slabs
    }

    /// Ascending by the first body, then by the second: few pairs share a body, so the second sort is
    /// of short runs.
    fn sort_candidates(&mut self) {
        let bodies = self.found.iter().map(|p| p[0] as usize + 1).max().unwrap_or(0);
        self.ends.clear();
        self.ends.resize(bodies + 1, 0);
        for p in &self.found {
            self.ends[p[0] as usize + 1] += 1;
        }
        for i in 0..bodies {
            self.ends[i + 1] += self.ends[i];
        }
        self.candidates.clear();
        self.candidates.resize(self.found.len(), [0; 2]);
        for p in &self.found {
            let at = &mut self.ends[p[0] as usize];
            self.candidates[*at as usize] = *p;
            *at += 1;
        }
        let mut start = 0;
        for &end in &self.ends[..bodies] {
            self.candidates[start..end as usize].sort_unstable();
            start = end as usize;
        }
    }
}

/// Space cut along z.
#[derive(Clone, Copy, Debug)]
struct Slabs {
    start: Real,
    width: Real,
}

impl Slabs {
    fn of(self, z: Real) -> usize {
        (((z - self.start) / self.width).max(0.0) as usize).min(2 * SLABS)
    }

    fn is_large(self, b: &Bounds) -> bool {
        let length = b.hi.z - b.lo.z;
        !length.is_finite() || length > 4.0 * self.width
    }
}

/// Pairs within a slab, each in the first slab that both are in.
fn sweep(slab: &[Bounds], slabs: Slabs, k: usize, found: &mut Vec<[u32; 2]>) {
    for (i, a) in slab.iter().enumerate() {
        let own = slabs.of(a.lo.z);
        for b in slab[i + 1..].iter().take_while(|b| b.lo.x <= a.hi.x) {
            let meets =
                (a.lo.y <= b.hi.y) & (b.lo.y <= a.hi.y) & (a.lo.z <= b.hi.z) & (b.lo.z <= a.hi.z);
            if meets && own.max(slabs.of(b.lo.z)) == k {
                report(a, b, found);
            }
        }
    }
}

fn report(a: &Bounds, b: &Bounds, found: &mut Vec<[u32; 2]>) {
    if (a.moves || b.moves) && a.overlaps(b) {
        found.push([a.body.min(b.body), a.body.max(b.body)]);
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
        // One long and one endless box.
        broad.boxes[7].hi.z += 100.0;
        (broad.boxes[8].lo, broad.boxes[8].hi) = (Vec3::NEG_INFINITY, Vec3::INFINITY);
        let mut expected = Vec::new();
        for (i, a) in broad.boxes.iter().enumerate() {
            for b in &broad.boxes[i + 1..] {
                if (a.moves || b.moves) && a.overlaps(b) {
                    expected.push([a.body, b.body]);
                }
            }
        }
        expected.sort_unstable();
        for _ in 0..2 {
            broad.find();
        }
        assert!(!expected.is_empty());
        assert_eq!(broad.pairs, expected);
    }
}
