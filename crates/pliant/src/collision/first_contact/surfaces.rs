//! First contacts between two moving surfaces: for each triangle of one the earliest with the other.

use super::{Path, TriangleHit, triangles};
use crate::math::DVec3;

/// Triangles whose corners move in straight lines.
#[derive(Clone, Debug, Default)]
pub struct MovingSurface {
    /// Where each corner starts and ends, m.
    pub corners: Vec<Path>,
    /// Corners of the triangles.
    pub faces: Vec<[u32; 3]>,
}

/// The first contact of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceHit {
    /// The triangle of the first surface, and that of the second it touches first.
    pub faces: [usize; 2],
    /// When and where.
    pub hit: TriangleHit,
}

/// What a triangle sweeps over.
struct Swept {
    face: usize,
    low: DVec3,
    high: DVec3,
}

impl MovingSurface {
    fn triangle(&self, face: usize) -> [Path; 3] {
        self.faces[face].map(|i| self.corners[i as usize])
    }

    /// Boxes around the ways of all triangles, from left to right.
    fn swept(&self) -> Vec<Swept> {
        let of = |face: usize| {
            let (low, high) = super::bounds(self.triangle(face).as_flattened());
            Swept { face, low, high }
        };
        let mut all: Vec<Swept> = (0..self.faces.len()).map(of).collect();
        all.sort_by(|a, b| a.low.x.total_cmp(&b.low.x));
        all
    }
}

/// For each triangle of the first surface that touches the second, its first contact; in the order of the triangles.
///
/// The cost grows with the triangles whose ways share a stretch of the x axis.
pub fn first_contacts(a: &MovingSurface, b: &MovingSurface) -> Vec<FaceHit> {
    let (left, right) = (a.swept(), b.swept());
    let mut best: Vec<Option<FaceHit>> = vec![None; a.faces.len()];
    // Those of b that may still reach to the next of a; those dropped end before it starts.
    let (mut near, mut next): (Vec<&Swept>, usize) = (Vec::new(), 0);
    for s in &left {
        while next < right.len() && right[next].low.x <= s.high.x {
            near.push(&right[next]);
            next += 1;
        }
        near.retain(|o| o.high.x >= s.low.x);
        for o in &near {
            if s.low.cmpgt(o.high).any() || o.low.cmpgt(s.high).any() {
                continue;
            }
            let Some(hit) = triangles(a.triangle(s.face), b.triangle(o.face)) else { continue };
            let kept = &mut best[s.face];
            // Of equal times the triangle with the lower number, whatever the order of the search.
            let first = |k: &FaceHit| (hit.time, o.face) < (k.hit.time, k.faces[1]);
            if kept.as_ref().is_none_or(first) {
                *kept = Some(FaceHit { faces: [s.face, o.face], hit });
            }
        }
    }
    best.into_iter().flatten().collect()
}
