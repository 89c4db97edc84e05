//! Thick lines.

use crate::vector::{Vec3, add, cross, direction, dot, is_drawable, level_axes, scale, sub};
use crate::{Bounds, Surface};

/// A line of constant thickness, such as a rope.
#[derive(Debug, Clone, PartialEq)]
pub struct Tube {
    /// The points of the middle line. Points that cannot be drawn are passed over; fewer than two
    /// different points draw nothing.
    pub points: Vec<[f32; 3]>,
    /// Half of the thickness; a tube without a positive radius is left out.
    pub radius: f32,
    /// The sRGB colour.
    pub colour: [f32; 3],
}

/// Around the tube.
const SIDES: usize = 10;

/// The rings of a rounded end, each as its share of the radius outwards and along the tube:
/// quarter-circle steps of 30 degrees.
const CAP: [[f32; 2]; 2] = [[0.5, 0.866_025_4], [0.866_025_4, 0.5]];

impl Tube {
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        let line = Bounds::around(self.points.iter().copied());
        line.filter(|_| self.has_thickness()).map(|line| line.grown(self.radius))
    }

    fn has_thickness(&self) -> bool {
        self.radius > 0.0 && self.radius.is_finite()
    }

    /// The tube as a closed surface with rounded ends, or `None` if there is nothing to draw.
    pub(crate) fn surface(&self) -> Option<Surface> {
        let points = self.distinct_points();
        let (&first, &last) = (points.first()?, points.last()?);
        if points.len() < 2 || !self.has_thickness() {
            return None;
        }
        let tangents = tangents(&points);
        let (&start, &end) = (tangents.first()?, tangents.last()?);

        let mut sweep = Sweep::new(start);
        sweep.point(sub(first, scale(start, self.radius)));
        for [out, along] in CAP {
            sweep.ring(sub(first, scale(start, along * self.radius)), start, out * self.radius);
        }
        for (&point, &tangent) in points.iter().zip(&tangents) {
            sweep.ring(point, tangent, self.radius);
        }
        for [out, along] in CAP.into_iter().rev() {
            sweep.ring(add(last, scale(end, along * self.radius)), end, out * self.radius);
        }
        sweep.point(add(last, scale(end, self.radius)));
        Some(Surface::skin(sweep.positions, sweep.triangles, self.colour))
    }

    /// The drawable points without immediate repetitions, which would have no direction.
    fn distinct_points(&self) -> Vec<Vec3> {
        let mut points: Vec<Vec3> = Vec::with_capacity(self.points.len());
        for &point in self.points.iter().filter(|&&p| is_drawable(p)) {
            let moved = points.last().is_none_or(|&last| direction(sub(point, last)).is_some());
            if moved {
                points.push(point);
            }
        }
        points
    }
}

/// The direction of the line at each point: the mean of the directions to its neighbours.
fn tangents(points: &[Vec3]) -> Vec<Vec3> {
    let towards: Vec<Vec3> =
        points.windows(2).filter_map(|pair| direction(sub(pair[1], pair[0]))).collect();
    let at = |i: usize| {
        let after = towards.get(i).or(towards.last()).copied().unwrap_or([0.0, 1.0, 0.0]);
        let before = i.checked_sub(1).and_then(|i| towards.get(i)).copied().unwrap_or(after);
        // A line that turns right back has no mean direction.
        direction(add(before, after)).unwrap_or(after)
    };
    (0..points.len()).map(at).collect()
}

/// Carries a ring along a line without twisting it.
struct Sweep {
    positions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// The direction of the first vertex of the ring.
    side: Vec3,
    /// The first vertex and the number of vertices of the last ring or point.
    last: Option<(u32, usize)>,
}

impl Sweep {
    fn new(tangent: Vec3) -> Sweep {
        let side = level_axes(tangent).0;
        Sweep { positions: Vec::new(), triangles: Vec::new(), side, last: None }
    }

    fn point(&mut self, at: Vec3) {
        let start = self.positions.len() as u32;
        self.positions.push(at);
        self.join(start, 1);
    }

    fn ring(&mut self, centre: Vec3, tangent: Vec3, radius: f32) {
        let level = sub(self.side, scale(tangent, dot(self.side, tangent)));
        self.side = direction(level).unwrap_or(level_axes(tangent).0);
        let other = cross(tangent, self.side);
        let start = self.positions.len() as u32;
        for side in 0..SIDES {
            let angle = side as f64 / SIDES as f64 * std::f64::consts::TAU;
            let (sin, cos) = angle.sin_cos();
            let out = add(scale(self.side, cos as f32), scale(other, sin as f32));
            self.positions.push(add(centre, scale(out, radius)));
        }
        self.join(start, SIDES);
    }

    /// Joins the ring or point that starts at a vertex to the previous one.
    fn join(&mut self, start: u32, count: usize) {
        if let Some((before, before_count)) = self.last {
            for side in 0..SIDES {
                // On a single point every side is the same vertex.
                let vertex = |start: u32, count: usize, side: usize| start + (side % count) as u32;
                let a = vertex(before, before_count, side);
                let b = vertex(before, before_count, (side + 1) % SIDES);
                let c = vertex(start, count, side);
                let d = vertex(start, count, (side + 1) % SIDES);
                let corners = [[a, b, d], [a, d, c]];
                self.triangles
                    .extend(corners.iter().filter(|[p, q, r]| p != q && q != r && r != p));
            }
        }
        self.last = Some((start, count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tube(points: Vec<Vec3>) -> Tube {
        Tube { points, radius: 0.1, colour: [0.5; 3] }
    }

    #[test]
    fn a_tube_is_closed_and_faces_outwards() {
        let bent = tube(vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0]]);
        let surface = bent.surface();
        let volume: f32 = surface
            .iter()
            .flat_map(|s| s.triangles.iter().map(|t| t.map(|i| s.positions[i as usize])))
            .map(|[a, b, c]| dot(a, cross(b, c)) / 6.0)
            .sum();
        let straight = 3.0 * std::f32::consts::PI * 0.01;
        assert!((0.6 * straight..1.2 * straight).contains(&volume), "{volume}");
    }

    #[test]
    fn bad_points_are_passed_over() {
        let broken = tube(vec![[0.0; 3], [f32::NAN; 3], [0.0; 3], [0.0, 1.0, 0.0]]);
        let whole = tube(vec![[0.0; 3], [0.0, 1.0, 0.0]]);
        assert_eq!(broken.surface(), whole.surface());
        assert!(whole.surface().is_some());
        assert_eq!(tube(vec![[1.0; 3], [1.0; 3]]).surface(), None);
        assert_eq!(tube(vec![]).surface(), None);
        assert_eq!(Tube { radius: f32::NAN, ..whole }.surface(), None);
    }

    #[test]
    fn a_line_that_turns_right_back_is_drawn() {
        let folded = tube(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0; 3]]);
        let finite = |s: Surface| s.positions.iter().all(|&p| is_drawable(p));
        assert_eq!(folded.surface().map(finite), Some(true));
    }
}
