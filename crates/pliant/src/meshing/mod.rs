//! Meshes that bodies are made of.

pub mod embed;
pub mod primitives;
pub mod surface;

use serde::{Deserialize, Serialize};

use crate::error::{Check, Result};
use crate::math::{Real, Vec3};

/// Points joined to edges, triangles or tetrahedra.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mesh {
    /// Points, m.
    pub points: Vec<Vec3>,
    /// Edges of ropes; those of faces and tets need not be listed.
    pub edges: Vec<[u32; 2]>,
    /// Triangles of a cloth; the surface of tets need not be listed.
    pub faces: Vec<[u32; 3]>,
    /// Tetrahedra of a solid, with positive volume: `(p₁−p₀)×(p₂−p₀)·(p₃−p₀) > 0`.
    pub tets: Vec<[u32; 4]>,
}

impl Mesh {
    /// Six times the volume of a tetrahedron.
    pub fn volume6(&self, t: [u32; 4]) -> Real {
        let [a, b, c, d] = t.map(|i| self.points[i as usize]);
        (b - a).cross(c - a).dot(d - a)
    }

    /// Twice the area of a face, as a vector along its normal.
    pub fn area2(&self, f: [u32; 3]) -> Vec3 {
        let [a, b, c] = f.map(|i| self.points[i as usize]);
        (b - a).cross(c - a)
    }

    /// Refuses what no body can be made of.
    pub(crate) fn check(&self, object: &str) -> Result<()> {
        let check = Check(object);
        let count = self.points.len();
        if count == 0 || (self.edges.is_empty() && self.faces.is_empty() && self.tets.is_empty()) {
            return check.refuse("mesh", "empty", "points with edges, faces or tets");
        }
        for (i, p) in self.points.iter().enumerate() {
            if !p.is_finite() || p.abs().max_element() > 1e9 {
                let accepted = "finite coordinates below 1e9 m";
                return check.refuse("point", (i, p.to_array()), accepted);
            }
        }
        let indices = (self.edges.iter().flatten())
            .chain(self.faces.iter().flatten())
            .chain(self.tets.iter().flatten());
        for &i in indices {
            check.index("point", i as usize, count)?;
        }
        for (i, e) in self.edges.iter().enumerate() {
            let length = (self.points[e[1] as usize] - self.points[e[0] as usize]).length();
            if length <= 0.0 {
                return check.refuse("edge", (i, length), "a length above 0");
            }
        }
        for (i, &f) in self.faces.iter().enumerate() {
            if self.area2(f).length_squared() <= 0.0 {
                return check.refuse("face", (i, 0.0), "an area above 0");
            }
        }
        for (i, &t) in self.tets.iter().enumerate() {
            let volume = self.volume6(t) / 6.0;
            if volume <= 0.0 {
                return check.refuse("tet", (i, volume), "a volume above 0");
            }
        }
        Ok(())
    }
}
