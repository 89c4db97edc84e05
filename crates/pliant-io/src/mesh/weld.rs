//! Points that are the same point.

use std::collections::HashMap;

use super::Mesh;

/// A list of points in which each position occurs once.
///
/// The map is only ever asked, never iterated: the order of the points is that of their arrival.
#[derive(Default)]
pub(super) struct Welder {
    points: Vec<[f64; 3]>,
    known: HashMap<[u64; 3], u32>,
}

impl Welder {
    /// The index of a position, which is added when it is new. Exact, except that 0 and -0 are one.
    ///
    /// `None` when there are more points than a `u32` can count.
    pub fn index(&mut self, point: [f64; 3]) -> Option<u32> {
        let new = u32::try_from(self.points.len()).ok()?;
        let index = *self.known.entry(point.map(|x| (x + 0.0).to_bits())).or_insert(new);
        if index == new {
            self.points.push(point);
        }
        Some(index)
    }

    /// The points in order of arrival.
    pub fn into_points(self) -> Vec<[f64; 3]> {
        self.points
    }
}

impl Mesh {
    /// Merges points of exactly equal position into the first of them, and gives how many went.
    ///
    /// Files that hold a triangle soup (each triangle with three points of its own) become
    /// connected surfaces by this. Elements that lose a corner to it stay, as degenerate elements
    /// that [`Mesh::check`] counts. Indices of points that do not exist are left alone.
    pub fn weld(&mut self) -> usize {
        let before = self.points.len();
        let mut welder = Welder::default();
        let new: Vec<Option<u32>> = self.points.iter().map(|&p| welder.index(p)).collect();
        let points = welder.into_points();
        if points.len() == before {
            return 0;
        }
        let rename = |index: &mut u32| {
            *index = new.get(*index as usize).copied().flatten().unwrap_or(u32::MAX);
        };
        self.triangles.iter_mut().flatten().for_each(rename);
        self.tets.iter_mut().flatten().for_each(rename);
        self.lines.iter_mut().flatten().for_each(rename);
        self.points = points;
        before - self.points.len()
    }
}
