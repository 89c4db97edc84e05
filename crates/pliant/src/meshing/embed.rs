//! Embedding: points that move with a solid, such as the vertices of a finer surface to be drawn.
//!
//! A point is bound by barycentric coordinates to the tetrahedron at rest that it is in, or to the one it
//! is least outside of: its smallest coordinate is then below 0, and the point follows as if the
//! tetrahedron went on.

use super::Mesh;
use crate::error::{Check, Result};
use crate::math::{Real, Vec3};

/// Points bound to the tetrahedra of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Embedding {
    /// Nodes and weights of each point.
    points: Vec<([u32; 4], [Real; 4])>,
}

impl Embedding {
    /// Binds points to a mesh at rest, both in the same axes.
    pub fn new(mesh: &Mesh, points: &[Vec3]) -> Result<Self> {
        mesh.check("embedding")?;
        let check = Check("embedding");
        if mesh.tets.is_empty() {
            return check.refuse("mesh", "no tets", "tetrahedra");
        }
        if let Some(i) = points.iter().position(|p| !p.is_finite()) {
            return check.refuse("point", (i, points[i].to_array()), "finite coordinates");
        }
        Ok(Self { points: points.iter().map(|&p| bind(mesh, p)).collect() })
    }

    /// How many points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Where the points are when the nodes of the mesh are here; a node that is not given counts as the
    /// origin.
    pub fn positions<'a>(&'a self, nodes: &'a [Vec3]) -> impl Iterator<Item = Vec3> + 'a {
        self.points.iter().map(|(node, weight)| {
            let each = node.iter().zip(weight);
            each.map(|(&i, &w)| nodes.get(i as usize).copied().unwrap_or(Vec3::ZERO) * w).sum()
        })
    }
}

/// The tetrahedron that a point is in, or least outside of, and its coordinates there.
fn bind(mesh: &Mesh, p: Vec3) -> ([u32; 4], [Real; 4]) {
    let mut best = ([0; 4], [0.0; 4], Real::NEG_INFINITY);
    for &t in &mesh.tets {
        let x = t.map(|i| mesh.points[i as usize]);
        let whole = mesh.volume6(t);
        let share = |k: usize| {
            let mut y = x;
            y[k] = p;
            (y[1] - y[0]).cross(y[2] - y[0]).dot(y[3] - y[0]) / whole
        };
        let weight = [share(0), share(1), share(2), share(3)];
        // How far outside in metres, so that slivers do not draw points from afar.
        let size = whole.cbrt();
        let inside = weight.iter().copied().fold(Real::INFINITY, Real::min) * size;
        if inside > best.2 {
            best = (t, weight, inside);
        }
    }
    (best.0, best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::primitives;

    #[test]
    fn points_follow_an_affine_map_exactly() {
        let mesh = primitives::solid_box([1.0, 0.5, 0.5], [3, 2, 2]).unwrap();
        let points: Vec<Vec3> = (0..40)
            .map(|i| {
                let t = i as Real;
                // Some of them a little outside.
                Vec3::new((0.9 * t).sin() * 0.52, (1.7 * t).sin() * 0.26, (2.3 * t).cos() * 0.26)
            })
            .collect();
        let embedding = Embedding::new(&mesh, &points).unwrap();
        let map = |p: Vec3| Vec3::new(1.1 * p.x + 0.3 * p.y, 0.8 * p.y - 0.2 * p.z, p.z + 2.0);
        let nodes: Vec<Vec3> = mesh.points.iter().map(|&p| map(p)).collect();
        assert_eq!(embedding.len(), 40);
        for (found, &p) in embedding.positions(&nodes).zip(&points) {
            assert!((found - map(p)).length() < 1e-5, "{found} {p}");
        }
    }

    #[test]
    fn what_has_no_tets_is_refused() {
        let mesh = primitives::grid([1.0, 1.0], [3, 3]).unwrap();
        assert!(Embedding::new(&mesh, &[Vec3::ZERO]).is_err());
        let solid = primitives::solid_box([1.0; 3], [1; 3]).unwrap();
        assert!(Embedding::new(&solid, &[Vec3::NAN]).is_err());
    }
}
