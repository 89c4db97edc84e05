//! Which points the light reaches.

use crate::height_map::HeightMap;
use crate::mesh::Mesh;
use crate::vector::{Vec3, add, level_axes, scale};

/// How near to the light the nearest surface is, for every line along the light.
#[derive(Debug)]
pub(crate) struct ShadowMap {
    nearest: HeightMap,
    /// For each tile of the raster the greatest height that a comparison beginning in the tile
    /// can meet, row by row. It spares most of the ground the comparison.
    tops: Vec<f32>,
}

impl ShadowMap {
    const TEXELS: f32 = 0.6e6;

    /// The side of the square of texels that a point is compared to.
    const WINDOW: usize = 4;

    /// The side of a tile, in texels.
    const TILE: usize = 8;

    /// How far a point is lifted off its surface before it is compared, in texels. Less would let
    /// surfaces shadow themselves through the coarseness of the map.
    const LIFT: f32 = 2.5;

    pub(crate) fn new() -> ShadowMap {
        ShadowMap { nearest: HeightMap::new(), tops: Vec::new() }
    }

    /// Casts the shadows of a mesh; `toward` is the unit vector to the light.
    pub(crate) fn cast(&mut self, mesh: &Mesh, toward: Vec3) {
        let (right, front) = level_axes(toward);
        self.nearest.measure(mesh, [right, front, toward], Self::TEXELS, 0.0);
        self.find_tops();
    }

    fn find_tops(&mut self) {
        let size = self.nearest.size;
        self.tops.clear();
        for top in (0..size.height).step_by(Self::TILE) {
            let rows = top..(top + Self::TILE + Self::WINDOW).min(size.height);
            for left in (0..size.width).step_by(Self::TILE) {
                let right = (left + Self::TILE + Self::WINDOW).min(size.width);
                let mut highest = f32::NEG_INFINITY;
                for row in rows.clone() {
                    let start = row * size.width;
                    for &height in &self.nearest.heights[start + left..start + right] {
                        highest = if height > highest { height } else { highest };
                    }
                }
                self.tops.push(highest);
            }
        }
    }

    /// The share of the light that reaches a point of a surface with the given normal.
    #[inline]
    pub(crate) fn light_at(&self, point: Vec3, normal: Vec3) -> f32 {
        let map = &self.nearest;
        let [x, y, height] = map.locate(add(point, scale(normal, Self::LIFT * map.texel())));
        let height = height + 0.5 * map.texel();
        // From the middle of the raster to the corner of the sixteen texels around the point.
        let column = x + 0.5 * map.size.width as f32 - 2.0;
        let row = y + 0.5 * map.size.height as f32 - 2.0;
        let inside = column >= 0.0
            && row >= 0.0
            && column + 4.0 < map.size.width as f32
            && row + 4.0 < map.size.height as f32;
        if inside { self.filtered(column, row, height) } else { 1.0 }
    }

    /// The mean over a square of three texels that slides continuously over the raster.
    fn filtered(&self, column: f32, row: f32, height: f32) -> f32 {
        let map = &self.nearest;
        let (left, top) = (column as usize, row as usize);
        let (fx, fy) = (column - left as f32, row - top as f32);
        let tiles_per_row = map.size.width.div_ceil(Self::TILE);
        let tile = top / Self::TILE * tiles_per_row + left / Self::TILE;
        if self.tops.get(tile).is_some_and(|&highest| highest <= height) {
            return 1.0;
        }
        let mut columns = [0.0; Self::WINDOW];
        for (i, weight) in [1.0 - fy, 1.0, 1.0, fy].into_iter().enumerate() {
            let start = (top + i) * map.size.width + left;
            let Some(nearest) = map.heights.get(start..start + Self::WINDOW) else {
                return 1.0;
            };
            for (sum, &nearest) in columns.iter_mut().zip(nearest) {
                *sum += if nearest > height { 0.0 } else { weight };
            }
        }
        (columns[0] * (1.0 - fx) + columns[1] + columns[2] + columns[3] * fx) / 9.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, Pose, Surface};

    #[test]
    fn a_ball_shadows_what_is_behind_it_but_not_itself() {
        let ball = Surface::ball(Pose::at([5.0, 0.0, 0.0]), 1.0, [0.5; 3]);
        let mut mesh = Mesh::default();
        mesh.gather(&Model { surfaces: vec![ball], ..Model::default() });
        let up = [0.0, 1.0, 0.0];
        let mut shadow = ShadowMap::new();
        shadow.cast(&mesh, up);
        assert_eq!(shadow.light_at([5.0, -3.0, 0.0], up), 0.0);
        assert_eq!(shadow.light_at([5.0, 3.0, 0.0], up), 1.0);
        assert_eq!(shadow.light_at([7.0, -3.0, 0.0], up), 1.0);
        for facet in mesh.facets.iter().filter(|f| f.normal[1] > 0.2) {
            for point in mesh.corners(facet) {
                assert!(shadow.light_at(point, facet.normal) > 0.9, "{point:?}");
            }
        }
    }

    #[test]
    fn without_a_mesh_there_is_light() {
        let mut shadow = ShadowMap::new();
        shadow.cast(&Mesh::default(), [0.0, 1.0, 0.0]);
        assert_eq!(shadow.light_at([0.0; 3], [0.0, 1.0, 0.0]), 1.0);
    }
}
