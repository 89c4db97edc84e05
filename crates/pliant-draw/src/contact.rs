//! The soft darkness on the ground close to what stands on it.

use crate::height_map::HeightMap;
use crate::mesh::Mesh;
use crate::vector::{Vec3, level_axes, scale};

/// How much of the sky the model hides from each spot of the ground.
#[derive(Debug)]
pub(crate) struct Contact {
    /// Measured from below: the lowest surfaces.
    lowest: HeightMap,
    hidden: Vec<f32>,
    scratch: Vec<f32>,
}

impl Contact {
    const TEXELS: f32 = 24_000.0;
    const BLUR: usize = 4;

    /// The part of the sky that is hidden right under a body.
    const DEEPEST: f32 = 0.7;

    pub(crate) fn new() -> Contact {
        Contact { lowest: HeightMap::new(), hidden: Vec::new(), scratch: Vec::new() }
    }

    /// Prepares for the ground through `point` with the unit vector `normal`.
    pub(crate) fn cast(&mut self, mesh: &Mesh, point: Vec3, normal: Vec3) {
        let (right, front) = level_axes(normal);
        self.lowest.measure(mesh, [right, front, scale(normal, -1.0)], Self::TEXELS, 0.08);
        let map = &self.lowest;
        let ground = map.locate(point)[2];
        // A body hides less and less as it rises; by its own width it no longer matters.
        let reach = 10.0 * map.texel();
        self.hidden.clear();
        self.hidden.extend(map.heights.iter().map(|&height| {
            let gap = (ground - height).max(0.0) / reach;
            Self::DEEPEST / (1.0 + gap * gap)
        }));
        for _ in 0..2 {
            self.blur();
        }
    }

    /// The share of the sky seen from a point of the ground.
    #[inline]
    pub(crate) fn sky_at(&self, point: Vec3) -> f32 {
        let size = self.lowest.size;
        let [x, y, _] = self.lowest.locate(point);
        let column = x + 0.5 * size.width as f32 - 0.5;
        let row = y + 0.5 * size.height as f32 - 0.5;
        let inside = column >= 0.0
            && row >= 0.0
            && column + 1.0 < size.width as f32
            && row + 1.0 < size.height as f32;
        if !inside {
            return 1.0;
        }
        let (left, top) = (column as usize, row as usize);
        let (fx, fy) = (column - left as f32, row - top as f32);
        let at = |i: usize| self.hidden.get(i).copied().unwrap_or(0.0);
        let pair = |i: usize| at(i) * (1.0 - fx) + at(i + 1) * fx;
        let start = top * size.width + left;
        1.0 - (pair(start) * (1.0 - fy) + pair(start + size.width) * fy)
    }

    /// One box blur along rows and columns. Twice is close to a bell curve.
    fn blur(&mut self) {
        let (width, height) = (self.lowest.size.width, self.lowest.size.height);
        self.scratch.resize(self.hidden.len(), 0.0);
        for row in 0..height {
            blur_line(&self.hidden, &mut self.scratch, row * width, 1, width);
        }
        for column in 0..width {
            blur_line(&self.scratch, &mut self.hidden, column, width, height);
        }
    }
}

/// Blurs `count` values from `start` on that are `step` apart.
fn blur_line(from: &[f32], to: &mut [f32], start: usize, step: usize, count: usize) {
    let radius = Contact::BLUR;
    let at = |i: usize| from[start + i * step];
    let mut sum: f32 = (0..radius.min(count)).map(at).sum();
    for i in 0..count {
        if i + radius < count {
            sum += at(i + radius);
        }
        if i > radius {
            sum -= at(i - radius - 1);
        }
        to[start + i * step] = sum / (2 * radius + 1) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, Pose, Surface};

    #[test]
    fn the_ground_is_darker_near_a_body() {
        let body = Surface::cuboid(Pose::at([0.0, 1.0, 0.0]), [1.0; 3], [0.5; 3]);
        let mut mesh = Mesh::default();
        mesh.gather(&Model { surfaces: vec![body], ..Model::default() });
        let mut contact = Contact::new();
        contact.cast(&mesh, [0.0; 3], [0.0, 1.0, 0.0]);
        let sky = [0.0, 1.02, 1.1, 9.0].map(|x| contact.sky_at([x, 0.0, 0.0]));
        assert!(sky.is_sorted(), "{sky:?}");
        assert!(sky[0] < 0.4 && sky[3] == 1.0, "{sky:?}");
    }

    #[test]
    fn a_body_high_above_leaves_the_ground_alone() {
        let body = Surface::cuboid(Pose::at([0.0, 50.0, 0.0]), [1.0; 3], [0.5; 3]);
        let mut mesh = Mesh::default();
        mesh.gather(&Model { surfaces: vec![body], ..Model::default() });
        let mut contact = Contact::new();
        contact.cast(&mesh, [0.0; 3], [0.0, 1.0, 0.0]);
        assert!(contact.sky_at([0.0; 3]) > 0.99);
    }
}
