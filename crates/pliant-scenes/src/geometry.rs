//! The shapes of rigid bodies, with the meshes they are made of.

use std::path::Path;
use std::sync::Arc;

use glamx::{DQuat, DVec3};
use pliant_io::mesh::{self, MeshError};
use pliant_io::scene::{self, Rigid};

use crate::quality::{Part, Shape, Surface};

/// Segments along each side of a patch of the teapot.
const TEAPOT_SEGMENTS: u32 = 3;

/// The shape of a rigid body with all its parts; mesh files are looked for in `folder`.
pub(crate) fn shape(rigid: &Rigid, folder: Option<&Path>) -> Result<Shape, MeshError> {
    let main = of(&rigid.shape, folder)?;
    if rigid.parts.is_empty() {
        return Ok(main);
    }
    let mut parts = vec![Part { shape: main, position: DVec3::ZERO, rotation: DQuat::IDENTITY }];
    for part in &rigid.parts {
        parts.push(Part {
            shape: of(&part.shape, folder)?,
            position: DVec3::from_array(part.position),
            rotation: DQuat::from_array(part.rotation),
        });
    }
    Ok(Shape::Compound(parts))
}

fn of(shape: &scene::Shape, folder: Option<&Path>) -> Result<Shape, MeshError> {
    Ok(match shape {
        scene::Shape::Ball { radius } => Shape::Ball { radius: *radius },
        scene::Shape::Cuboid { size, round } => {
            Shape::Cuboid { half: DVec3::from_array(*size) * 0.5 - *round, round: *round }
        }
        scene::Shape::Capsule { radius, height } => {
            Shape::Capsule { radius: *radius, half: 0.5 * height }
        }
        scene::Shape::Cylinder { radius, height, round } => {
            Shape::Cylinder { radius: radius - round, half: 0.5 * height - round, round: *round }
        }
        scene::Shape::Cone { radius, height, round } => {
            Shape::Cone { radius: *radius, half: 0.5 * height, round: *round }
        }
        scene::Shape::Hull { points, round } => {
            let points: Vec<DVec3> = points.iter().map(|&p| DVec3::from_array(p)).collect();
            Shape::hull(&points, *round)
        }
        scene::Shape::Mesh { file, scale, convex } => read(file, *scale, *convex, folder)?,
        scene::Shape::Teapot { length } => {
            let points = mesh::primitives::teapot(*length, TEAPOT_SEGMENTS)?.points;
            let points: Vec<DVec3> = points.into_iter().map(DVec3::from_array).collect();
            Shape::hull(&points, 0.0)
        }
        scene::Shape::Bowl { radius, thickness, segments } => {
            let surface = Arc::new(bowl(*radius, *thickness, *segments));
            Shape::Bowl { radius: *radius, thickness: *thickness, surface }
        }
        scene::Shape::HeightField { size, heights } => field(*size, heights),
        scene::Shape::HalfSpace { normal } => {
            Shape::HalfSpace { normal: DVec3::from_array(*normal).normalize_or(DVec3::Y) }
        }
    })
}

fn read(file: &str, scale: f64, convex: bool, folder: Option<&Path>) -> Result<Shape, MeshError> {
    let path = folder.map_or_else(|| file.into(), |folder| folder.join(file));
    let mut mesh = mesh::read_file(&path)?;
    if !mesh.tets.is_empty() {
        mesh.triangles = mesh::surface::boundary(&mesh.tets);
        mesh.tets.clear();
    }
    mesh.require_surface().map_err(|error| error.in_file(&path.to_string_lossy()))?;
    let points: Vec<DVec3> = mesh.points.iter().map(|&p| DVec3::from_array(p) * scale).collect();
    if convex {
        return Ok(Shape::hull(&points, 0.0));
    }
    let mut edges: Vec<[u32; 2]> =
        mesh.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    edges.sort_unstable();
    let closed = edges.iter().all(|&[a, b]| edges.binary_search(&[b, a]).is_ok());
    Ok(Shape::Mesh { surface: Arc::new(Surface { points, faces: mesh.triangles }), closed })
}

fn field(size: [f64; 2], heights: &[Vec<f64>]) -> Shape {
    let count = [heights[0].len(), heights.len()];
    let mut surface = Surface::default();
    let along = |i: usize, axis: usize| size[axis] * (i as f64 / (count[axis] - 1) as f64 - 0.5);
    for (i, row) in heights.iter().enumerate() {
        for (j, &y) in row.iter().enumerate() {
            surface.points.push(DVec3::new(along(j, 0), y, along(i, 1)));
        }
    }
    for i in 0..count[1] - 1 {
        for j in 0..count[0] - 1 {
            let at = |di: usize, dj: usize| ((i + di) * count[0] + j + dj) as u32;
            surface.faces.push([at(0, 0), at(1, 0), at(0, 1)]);
            surface.faces.push([at(0, 1), at(1, 0), at(1, 1)]);
        }
    }
    Shape::HeightField { surface: Arc::new(surface), size, count }
}

/// Half of a hollow ball, open upwards: two half spheres joined at the rim. The corners of the inner
/// one lie on the sphere, so nothing that rests on a facet is outside it.
fn bowl(radius: f64, thickness: f64, segments: u32) -> Surface {
    let rings = (segments / 4).max(2);
    let mut surface = Surface::default();
    let mut shell = |radius: f64| {
        let pole = surface.points.len() as u32;
        surface.points.push(DVec3::Y * -radius);
        for ring in 1..=rings {
            let (s, c) =
                libm::sincos(std::f64::consts::FRAC_PI_2 * f64::from(ring) / f64::from(rings));
            for k in 0..segments {
                let (z, x) =
                    libm::sincos(std::f64::consts::TAU * f64::from(k) / f64::from(segments));
                // The last ring lies in the plane of the rim exactly.
                let y = if ring == rings { 0.0 } else { -radius * c };
                surface.points.push(DVec3::new(radius * s * x, y, radius * s * z));
            }
        }
        pole
    };
    let (inner, outer) = (shell(radius), shell(radius + thickness));
    let at = |pole: u32, ring: u32, k: u32| pole + 1 + (ring - 1) * segments + k % segments;
    for k in 0..segments {
        // From inside the inner sphere is seen, from outside the outer one.
        surface.faces.push([inner, at(inner, 1, k + 1), at(inner, 1, k)]);
        surface.faces.push([outer, at(outer, 1, k), at(outer, 1, k + 1)]);
        for ring in 1..rings {
            for (pole, turned) in [(inner, false), (outer, true)] {
                let [a, b] = [at(pole, ring, k), at(pole, ring, k + 1)];
                let [c, d] = [at(pole, ring + 1, k), at(pole, ring + 1, k + 1)];
                for [p, q, r] in [[a, b, d], [a, d, c]] {
                    surface.faces.push(if turned { [p, r, q] } else { [p, q, r] });
                }
            }
        }
        let [a, b] = [at(inner, rings, k), at(inner, rings, k + 1)];
        let [c, d] = [at(outer, rings, k), at(outer, rings, k + 1)];
        surface.faces.extend([[a, b, d], [a, d, c]]);
    }
    surface
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every edge has two faces that run along it in opposite directions, and the volume is that of
    /// the shell: closed, and turned outwards.
    #[test]
    fn a_bowl_is_closed_and_turned_outwards() {
        let bowl = bowl(1.0, 0.1, 64);
        let mut edges: Vec<[u32; 2]> =
            bowl.faces.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        edges.sort_unstable();
        assert!(edges.windows(2).all(|w| w[0] != w[1]));
        assert!(edges.iter().all(|&[a, b]| edges.binary_search(&[b, a]).is_ok()));
        let volume: f64 = bowl
            .faces
            .iter()
            .map(|f| {
                let [a, b, c] = f.map(|i| bowl.points[i as usize]);
                a.dot(b.cross(c)) / 6.0
            })
            .sum();
        let expected = 2.0 / 3.0 * std::f64::consts::PI * (1.1_f64.powi(3) - 1.0);
        assert!((volume / expected - 1.0).abs() < 0.01, "{volume} {expected}");
    }
}
