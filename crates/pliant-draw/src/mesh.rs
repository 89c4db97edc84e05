//! All surfaces of a model as one list of triangles that are known to be good.

use crate::colour::linear;
use crate::vector::{Vec3, add, cross, direction, is_drawable, scale, sub};
use crate::{Mark, Model, Surface, Tube};

/// The triangles of a whole model, with normals and linear colours.
#[derive(Debug, Default)]
pub(crate) struct Mesh {
    pub(crate) positions: Vec<Vec3>,
    /// Unit normals of the vertices, for smooth facets.
    pub(crate) normals: Vec<Vec3>,
    pub(crate) facets: Vec<Facet>,
}

/// One triangle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facet {
    pub(crate) corners: [u32; 3],
    /// The unit normal of the triangle itself.
    pub(crate) normal: Vec3,
    pub(crate) colour: Vec3,
    pub(crate) two_sided: bool,
    pub(crate) smooth: bool,
}

impl Mesh {
    /// Replaces the contents by the triangles of a model, keeping the memory.
    pub(crate) fn gather(&mut self, model: &Model) {
        self.positions.clear();
        self.normals.clear();
        self.facets.clear();
        for surface in &model.surfaces {
            self.append(surface);
        }
        let lines = model.tubes.iter().filter_map(Tube::surface);
        let balls = model.marks.iter().filter_map(Mark::surface);
        for surface in lines.chain(balls) {
            self.append(&surface);
        }
    }

    pub(crate) fn corners(&self, facet: &Facet) -> [Vec3; 3] {
        facet.corners.map(|i| self.positions[i as usize])
    }

    fn append(&mut self, surface: &Surface) {
        let start = self.positions.len();
        let fits = start + surface.positions.len() <= u32::MAX as usize;
        if !fits {
            return;
        }
        self.positions.extend_from_slice(&surface.positions);
        self.normals.resize(self.positions.len(), [0.0; 3]);
        let plain = linear(surface.colour);
        for (i, &triangle) in surface.triangles.iter().enumerate() {
            let Some((corners, area)) = self.checked(start, triangle) else {
                continue;
            };
            let Some(normal) = direction(area) else {
                continue;
            };
            for corner in corners {
                let sum = &mut self.normals[corner as usize];
                *sum = add(*sum, area);
            }
            let colour = surface.triangle_colours.get(i).map_or(plain, |&c| linear(c));
            let Surface { two_sided, smooth, .. } = *surface;
            self.facets.push(Facet { corners, normal, colour, two_sided, smooth });
        }
        for normal in &mut self.normals[start..] {
            *normal = direction(*normal).unwrap_or(*normal);
        }
    }

    /// The corners of a triangle of the surface whose vertices begin at `start`, and its normal
    /// with the area for a length; `None` if the triangle cannot be drawn.
    fn checked(&self, start: usize, triangle: [u32; 3]) -> Option<([u32; 3], Vec3)> {
        let vertices = &self.positions[start..];
        let mut points = [[0.0; 3]; 3];
        for (point, &index) in points.iter_mut().zip(&triangle) {
            *point = *vertices.get(index as usize)?;
        }
        let drawable = points.iter().all(|&p| is_drawable(p));
        let twice_area = cross(sub(points[1], points[0]), sub(points[2], points[0]));
        // Every index is below the number of vertices, so the sums fit.
        drawable.then(|| (triangle.map(|i| i + start as u32), scale(twice_area, 0.5)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_triangles_are_left_out_and_good_ones_kept() {
        let positions =
            vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [f32::NAN; 3], [f32::INFINITY; 3]];
        let triangles = vec![[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 1, 99], [u32::MAX; 3], [0, 1, 1]];
        let surface = Surface::skin(positions, triangles, [0.5; 3]);
        let model = Model { surfaces: vec![surface.clone(), surface], ..Model::default() };
        let mut mesh = Mesh::default();
        mesh.gather(&model);
        let kept: Vec<_> = mesh.facets.iter().map(|f| (f.corners, f.normal)).collect();
        assert_eq!(kept, [([0, 1, 2], [0.0, 0.0, 1.0]), ([5, 6, 7], [0.0, 0.0, 1.0])]);
    }
}
