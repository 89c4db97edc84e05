//! Meshes: readers, writers, diagnosis and generated shapes.
//!
//! A [`Mesh`] is a list of points and the elements between them, nothing more. One file holds one
//! format ([`obj`], [`stl`], [`ply`], [`gmsh`], [`tetgen`]), each with a `read` and a `write`;
//! [`Mesh::read`] and [`read_file`] pick the format by themselves.
//!
//! ```
//! use pliant_io::mesh::Mesh;
//!
//! let triangle = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
//! let mesh = Mesh::read("triangle.obj", triangle, None)?;
//! assert_eq!(mesh.triangles, [[0, 1, 2]]);
//! assert_eq!(mesh.check().area, 0.5);
//! # Ok::<(), pliant_io::mesh::MeshError>(())
//! ```
//!
//! Reading trusts nothing: every index is checked against the points of the file, every coordinate
//! is finite, and memory grows with the bytes that are there, never with a count in a header.
//! Whether the shape is fit for simulation is another question: [`Mesh::check`] describes it, and
//! [`Mesh::require_surface`], [`Mesh::require_closed_surface`] and [`Mesh::require_tets`] insist.

mod check;
mod crossings;
mod cursor;
mod error;
mod figure;
mod file;
pub mod gmsh;
pub mod obj;
pub mod ply;
pub mod primitives;
pub mod stl;
pub mod surface;
mod teapot;
pub mod tetgen;
mod weld;

#[cfg(test)]
mod tests;

pub use check::Check;
pub use error::{MeshError, Place};
pub use file::{Format, read_file, write_file};

/// Points and the elements between them.
///
/// Elements name points by their index from 0. A mesh that came from a reader of this module has
/// at least one point, only finite coordinates, and only indices of points that exist; a mesh put
/// together by hand has whatever was put in it, which [`Mesh::check`] tells.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// Positions, in metres.
    pub points: Vec<[f64; 3]>,
    /// Triangles, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Tetrahedra, with `dot(cross(p1 - p0, p2 - p0), p3 - p0) > 0` when not inverted.
    pub tets: Vec<[u32; 4]>,
    /// Line segments; a polyline of n points is n - 1 of them.
    pub lines: Vec<[u32; 2]>,
}

impl Mesh {
    /// Reads a mesh from bytes.
    ///
    /// `name` is used in errors, and its extension picks the format together with the first bytes
    /// (see [`Format::of`]). `companion` is the other file of a TetGen pair: the `.ele` of a
    /// `.node`, or the `.node` of a `.ele`; other formats ignore it.
    ///
    /// # Errors
    ///
    /// When the format is not known, or the bytes are not a mesh in it. The error names the line
    /// or the byte offset, what was found there, and what is accepted.
    pub fn read(name: &str, bytes: &[u8], companion: Option<&[u8]>) -> Result<Self, MeshError> {
        file::read(name, bytes, companion)
    }

    /// The positions of an element's points, or `None` when one of them does not exist.
    pub(crate) fn corners<const N: usize>(&self, element: &[u32; N]) -> Option<[[f64; 3]; N]> {
        let mut corners = [[0.0; 3]; N];
        for (corner, &index) in corners.iter_mut().zip(element) {
            *corner = *self.points.get(index as usize)?;
        }
        Some(corners)
    }

    /// Refuses what no reader would give: no points, coordinates that are not finite, indices of
    /// points that do not exist.
    pub(crate) fn require_valid(&self) -> Result<(), MeshError> {
        if self.points.is_empty() {
            return Err(MeshError::new("no points", "a mesh of at least one point"));
        }
        if let Some(bad) = self.points.iter().position(|p| p.iter().any(|x| !x.is_finite())) {
            return Err(MeshError::new(format!("{:?}", self.points[bad]), "finite coordinates")
                .at(Place::Point(bad)));
        }
        self.require_range(&self.triangles, Place::Triangle)?;
        self.require_range(&self.tets, Place::Tet)?;
        self.require_range(&self.lines, Place::Line)
    }

    /// Refuses elements with an index of a point that does not exist.
    fn require_range<const N: usize>(
        &self,
        elements: &[[u32; N]],
        place: fn(usize) -> Place,
    ) -> Result<(), MeshError> {
        let count = self.points.len();
        let outside = |element: &[u32; N]| element.iter().any(|&i| i as usize >= count);
        match elements.iter().position(outside) {
            None => Ok(()),
            Some(bad) => {
                let accepted = format!("indices of points, from 0 to {}", count.saturating_sub(1));
                Err(MeshError::new(format!("{:?}", elements[bad]), accepted).at(place(bad)))
            }
        }
    }
}
