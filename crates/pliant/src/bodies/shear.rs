//! Shear of cloth: the edges across the squares of its mesh have a stiffness of their own.
//!
//! A fabric hardly stretches along its threads, but gives way when its squares become rhombs. In a square with the sides `a` and `b` that is sheared
//! by the angle `γ` the diagonal becomes longer by `a b γ/L`, with `L² = a² + b²`. With the energy of a sheet of shear stiffness `S` on the area `A` of its triangles,
//!
//! ```text
//! ½ k (a b γ/L)² = ½ S A γ²,   so   k = S A L²/(a b)²
//! ```
//!
//! in N/m: twice `S` for a square of two triangles. Diagonals resist being shortened as they do being stretched, so a sheet is as stiff
//! sheared one way as the other.

use crate::math::Real;
use crate::meshing::Mesh;

/// What counts as a right angle: the largest cosine.
const RIGHT: Real = 0.2;

/// For each edge the stiffness against shear if it is a diagonal, N/m, for a sheet of stiffness `shear`, N/m: one that lies across a right angle in each
/// of its triangles.
pub(super) fn stiffness(mesh: &Mesh, edges: &[([u32; 2], Real)], shear: Real) -> Vec<Option<Real>> {
    let mut sums: Vec<[Real; 2]> = vec![[0.0; 2]; edges.len()];
    let mut slants = vec![true; edges.len()];
    for &face in &mesh.faces {
        let area = 0.5 * mesh.area2(face).length();
        let points = face.map(|i| mesh.points[i as usize]);
        for k in 0..3 {
            let [i, j] = [face[(k + 1) % 3], face[(k + 2) % 3]];
            let Ok(edge) = edges.binary_search_by_key(&[i.min(j), i.max(j)], |e| e.0) else {
                continue;
            };
            let [a, b] = [points[(k + 1) % 3] - points[k], points[(k + 2) % 3] - points[k]];
            let sides = a.length() * b.length();
            slants[edge] &= a.dot(b).abs() < RIGHT * sides;
            sums[edge][0] += area;
            sums[edge][1] = sides;
        }
    }
    (0..edges.len())
        .map(|i| {
            let [area, sides] = sums[i];
            (slants[i] && area > 0.0).then(|| shear * area * (edges[i].1 / sides).powi(2))
        })
        .collect()
}

/// Whether a mesh has diagonals.
pub(super) fn has_diagonals(mesh: &Mesh) -> bool {
    mesh.faces.iter().any(|face| {
        let points = face.map(|i| mesh.points[i as usize]);
        (0..3).any(|k| {
            let [a, b] = [points[(k + 1) % 3] - points[k], points[(k + 2) % 3] - points[k]];
            a.dot(b).abs() < RIGHT * a.length() * b.length()
        })
    })
}
