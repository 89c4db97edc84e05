//! The highest surfaces of a mesh over a plane, seen along parallel lines.

use crate::mesh::Mesh;
use crate::raster::{Size, Triangle};
use crate::vector::{Vec3, add, dot, scale, sub};

/// A raster of heights above a plane. Empty when there is nothing to measure.
#[derive(Debug)]
pub(crate) struct HeightMap {
    pub(crate) size: Size,
    /// Row by row; negative infinity where there is nothing.
    pub(crate) heights: Vec<f32>,
    place: Placement,
}

/// Where the raster lies in space.
#[derive(Debug, Clone, Copy)]
struct Placement {
    /// Two unit vectors within the plane and the one that points up from it.
    axes: [Vec3; 3],
    /// The point in the middle of the raster, at height zero.
    middle: Vec3,
    /// The side of a texel, in units of length.
    texel: f32,
    per_texel: f32,
}

impl Placement {
    fn locate(&self, point: Vec3) -> [f32; 3] {
        let offset = sub(point, self.middle);
        let [right, front, up] = self.axes;
        [dot(offset, right) * self.per_texel, dot(offset, front) * self.per_texel, dot(offset, up)]
    }
}

impl HeightMap {
    const LONGEST_SIDE: f32 = 4096.0;

    pub(crate) fn new() -> HeightMap {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        HeightMap {
            size: Size { width: 0, height: 0 },
            heights: Vec::new(),
            place: Placement { axes, middle: [0.0; 3], texel: 1.0, per_texel: 1.0 },
        }
    }

    /// Measures a mesh with about `texels` square texels, leaving `margin` (a share of the longer
    /// side) free around it.
    pub(crate) fn measure(&mut self, mesh: &Mesh, axes: [Vec3; 3], texels: f32, margin: f32) {
        self.heights.clear();
        self.size = Size { width: 0, height: 0 };
        let Some(middle) = mesh.facets.first().map(|facet| mesh.corners(facet)[0]) else {
            return;
        };
        self.place = Placement { axes, middle, texel: 1.0, per_texel: 1.0 };
        self.fit(mesh, texels, margin);
        self.heights.resize(self.size.width * self.size.height, f32::NEG_INFINITY);

        let (size, place, heights) = (self.size, self.place, &mut self.heights);
        for facet in &mesh.facets {
            let corners = mesh.corners(facet).map(|p| place.locate(p).map(f64::from));
            let flat = corners.map(|[x, y, _]| [x, y]);
            let Some(triangle) = Triangle::parallel(flat, corners.map(|c| c[2]), size) else {
                continue;
            };
            triangle.each_sample(|sample, height| {
                if height > heights[sample] {
                    heights[sample] = height;
                }
            });
        }
    }

    /// The raster coordinates of a point and its height.
    pub(crate) fn locate(&self, point: Vec3) -> [f32; 3] {
        self.place.locate(point)
    }

    /// The side of a texel, in units of length.
    pub(crate) fn texel(&self) -> f32 {
        self.place.texel
    }

    /// Chooses middle, texel and size so that the mesh fits. Expects a texel of one.
    fn fit(&mut self, mesh: &Mesh, texels: f32, margin: f32) {
        let place = &mut self.place;
        let mut low = [f32::INFINITY; 2];
        let mut high = [f32::NEG_INFINITY; 2];
        for point in mesh.facets.iter().flat_map(|facet| mesh.corners(facet)) {
            let [x, y, _] = place.locate(point);
            low = [low[0].min(x), low[1].min(y)];
            high = [high[0].max(x), high[1].max(y)];
        }
        for k in 0..2 {
            place.middle = add(place.middle, scale(place.axes[k], 0.5 * (low[k] + high[k])));
        }
        let sides = [high[0] - low[0], high[1] - low[1]];
        let free = 2.0 * margin * sides[0].max(sides[1]);
        let [width, height] = sides.map(|side| side + free);
        let for_area = (width * height / texels).sqrt();
        place.texel = for_area.max(width.max(height) / Self::LONGEST_SIDE).max(1e-9);
        place.per_texel = 1.0 / place.texel;
        // Two texels of rounding and border on either side.
        let count = |side: f32| {
            let texels = (side * place.per_texel).ceil().min(Self::LONGEST_SIDE);
            texels as usize + 4
        };
        self.size = Size { width: count(width), height: count(height) };
    }
}
