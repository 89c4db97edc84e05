//! The shapes of rigid bodies as surfaces.
//!
//! Round shapes carry a two-tone pattern, because without one a spinning ball looks still.

use crate::vector::{Vec3, mix};
use crate::{Pose, Surface};

/// Around the axis of a round shape; a multiple of the eight fields of the pattern.
const SEGMENTS: usize = 32;

/// From the pole of a ball to its equator.
const RINGS: usize = 8;

impl Surface {
    /// A ball with a pattern of eight octants in two tones.
    pub fn ball(pose: Pose, radius: f32, colour: [f32; 3]) -> Surface {
        let mut lathe = Lathe::new();
        for ring in 1..2 * RINGS {
            let (sin, cos) = sin_cos(ring as f64 / (4 * RINGS) as f64);
            lathe.ring(radius * sin, radius * cos, ring <= RINGS);
        }
        lathe.poles(radius);
        lathe.finish(pose, colour)
    }

    /// A box, given half of its sides.
    pub fn cuboid(pose: Pose, half_sides: [f32; 3], colour: [f32; 3]) -> Surface {
        let corner = |i: usize| -> Vec3 {
            std::array::from_fn(|axis| {
                if i >> axis & 1 == 0 { -half_sides[axis] } else { half_sides[axis] }
            })
        };
        // Each face as the corners of a quad, counter-clockwise from outside.
        const FACES: [[u32; 4]; 6] =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let positions = (0..8).map(|i| pose.apply(corner(i))).collect();
        let triangles = FACES.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        Surface { smooth: false, ..Surface::skin(positions, triangles, colour) }
    }

    /// A capsule around the local y axis: all points within `radius` of a line that reaches
    /// `half_length` up and down.
    pub fn capsule(pose: Pose, half_length: f32, radius: f32, colour: [f32; 3]) -> Surface {
        let mut lathe = Lathe::new();
        for ring in 1..=RINGS {
            let (sin, cos) = sin_cos(ring as f64 / (4 * RINGS) as f64);
            lathe.ring(radius * sin, half_length + radius * cos, true);
        }
        lathe.ring(radius, 0.0, true);
        for ring in RINGS..2 * RINGS {
            let (sin, cos) = sin_cos(ring as f64 / (4 * RINGS) as f64);
            lathe.ring(radius * sin, -half_length + radius * cos, false);
        }
        lathe.poles(half_length + radius);
        lathe.finish(pose, colour)
    }

    /// A cylinder around the local y axis that reaches `half_length` up and down.
    pub fn cylinder(pose: Pose, half_length: f32, radius: f32, colour: [f32; 3]) -> Surface {
        let mut lathe = Lathe::new();
        // The rims are there twice, once for the side and once for the lid, so that smooth
        // shading keeps the edge between them.
        lathe.ring(radius, half_length, true);
        lathe.cut();
        lathe.ring(radius, half_length, true);
        lathe.ring(radius, 0.0, true);
        lathe.ring(radius, -half_length, false);
        lathe.cut();
        lathe.ring(radius, -half_length, false);
        lathe.poles(half_length);
        lathe.finish(pose, colour)
    }

    /// A cone around the local y axis, its tip `half_length` up and its base as far down.
    pub fn cone(pose: Pose, half_length: f32, radius: f32, colour: [f32; 3]) -> Surface {
        let mut lathe = Lathe::new();
        // Almost at the tip, so that the side has a normal there.
        lathe.ring(0.02 * radius, 0.96 * half_length, true);
        lathe.ring(0.5 * radius, 0.0, true);
        lathe.ring(radius, -half_length, false);
        lathe.cut();
        lathe.ring(radius, -half_length, false);
        lathe.poles(half_length);
        lathe.finish(pose, colour)
    }
}

/// Sine and cosine of a number of whole turns.
fn sin_cos(turns: f64) -> (f32, f32) {
    // In double precision, so that the last bit of a platform's functions cannot show.
    let (sin, cos) = (turns * std::f64::consts::TAU).sin_cos();
    (sin as f32, cos as f32)
}

/// Builds a shape of revolution around the y axis, ring by ring from the top to the bottom.
struct Lathe {
    positions: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// For each triangle, whether it has the lighter tone.
    accents: Vec<bool>,
    /// The first vertex of the last ring, unless the next ring is not to be joined to it.
    joined: Option<u32>,
    /// Whether the last ring belongs to the upper half of the pattern.
    upper: bool,
}

impl Lathe {
    fn new() -> Lathe {
        Lathe {
            positions: Vec::new(),
            triangles: Vec::new(),
            accents: Vec::new(),
            joined: None,
            upper: true,
        }
    }

    /// Adds a ring and joins it to the one above. `upper` says which half of the pattern the
    /// strip between them shows.
    fn ring(&mut self, radius: f32, y: f32, upper: bool) {
        let start = self.positions.len() as u32;
        for segment in 0..SEGMENTS {
            let (sin, cos) = sin_cos(segment as f64 / SEGMENTS as f64);
            self.positions.push([radius * cos, y, -radius * sin]);
        }
        self.upper = upper;
        if let Some(above) = self.joined {
            for segment in 0..SEGMENTS {
                let [here, next] = segment_ends(segment);
                let (a, b, c, d) = (above + here, above + next, start + here, start + next);
                self.push(segment, [a, c, d]);
                self.push(segment, [a, d, b]);
            }
        }
        self.joined = Some(start);
    }

    /// Leaves the next ring unconnected to the last.
    fn cut(&mut self) {
        self.joined = None;
    }

    /// Closes the first and the last ring with a fan around a vertex on the axis.
    fn poles(&mut self, height: f32) {
        let top = self.positions.len() as u32;
        let last_ring = top.saturating_sub(SEGMENTS as u32);
        self.positions.push([0.0, height, 0.0]);
        self.positions.push([0.0, -height, 0.0]);
        for segment in 0..SEGMENTS {
            let [here, next] = segment_ends(segment);
            self.upper = true;
            self.push(segment, [top, here, next]);
            self.upper = false;
            self.push(segment, [top + 1, last_ring + next, last_ring + here]);
        }
    }

    fn push(&mut self, segment: usize, triangle: [u32; 3]) {
        let quarter = segment / (SEGMENTS / 4);
        self.triangles.push(triangle);
        self.accents.push(quarter.is_multiple_of(2) == self.upper);
    }

    fn finish(self, pose: Pose, colour: [f32; 3]) -> Surface {
        let accent = accent_of(colour);
        let tone = |&light: &bool| if light { accent } else { colour };
        let triangle_colours = self.accents.iter().map(tone).collect();
        let positions = self.positions.iter().map(|&p| pose.apply(p)).collect();
        Surface { triangle_colours, ..Surface::skin(positions, self.triangles, colour) }
    }
}

/// The vertices within a ring at both ends of a segment.
fn segment_ends(segment: usize) -> [u32; 2] {
    [segment as u32, ((segment + 1) % SEGMENTS) as u32]
}

/// A lighter tone of a colour, for the other fields of a pattern.
fn accent_of(colour: [f32; 3]) -> [f32; 3] {
    mix(colour, [0.97, 0.95, 0.91], 0.72)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vector::{cross, dot};

    /// Positive if the triangles are closed and counter-clockwise from outside.
    fn volume(surface: &Surface) -> f32 {
        let corner = |i: u32| surface.positions[i as usize];
        let six_fold = |t: &[u32; 3]| dot(corner(t[0]), cross(corner(t[1]), corner(t[2])));
        surface.triangles.iter().map(six_fold).sum::<f32>() / 6.0
    }

    fn close(got: f32, want: f32) {
        assert!((got / want - 1.0).abs() < 0.02, "{got} is not {want}");
    }

    #[test]
    fn shapes_face_outwards_and_have_their_volume() {
        let pose = Pose { position: [0.1, -0.2, 0.3], rotation: [0.1, 0.2, 0.3, 0.9] };
        let pi = std::f32::consts::PI;
        close(volume(&Surface::ball(pose, 2.0, [0.5; 3])), 4.0 / 3.0 * pi * 8.0);
        close(volume(&Surface::cuboid(pose, [1.0, 2.0, 3.0], [0.5; 3])), 48.0);
        let capsule = pi * 0.25 * 2.0 + 4.0 / 3.0 * pi * 0.125;
        close(volume(&Surface::capsule(pose, 1.0, 0.5, [0.5; 3])), capsule);
        close(volume(&Surface::cylinder(pose, 1.0, 0.5, [0.5; 3])), pi * 0.25 * 2.0);
    }

    #[test]
    fn every_triangle_of_a_round_shape_has_a_colour() {
        let ball = Surface::ball(Pose::at([0.0; 3]), 1.0, [0.8, 0.2, 0.2]);
        assert_eq!(ball.triangle_colours.len(), ball.triangles.len());
        let plain = ball.triangle_colours.iter().filter(|&&c| c == ball.colour).count();
        assert_eq!(plain * 2, ball.triangles.len());
    }
}
