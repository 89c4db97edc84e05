//! The one error of this module: where, what was found, and what is accepted.

use std::fmt;

/// Why a mesh could not be read, written, generated or used.
///
/// ```
/// use pliant_io::mesh::{Mesh, Place};
///
/// let error = Mesh::read("bad.obj", b"v 0 0 nan\n", None).unwrap_err();
/// assert_eq!(error.place, Place::TextLine(1));
/// assert_eq!(error.to_string(), "bad.obj, line 1: found nan; accepted: z, a finite number");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeshError {
    /// The file, as it was named to the reader; empty when there is none.
    pub file: String,
    /// Where in the file or in the mesh.
    pub place: Place,
    /// The offending value.
    pub found: String,
    /// What is accepted in its place.
    pub accepted: String,
}

/// Where an error is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The file or mesh as a whole.
    Whole,
    /// A line of a text file, from 1.
    TextLine(usize),
    /// A byte offset in a binary file, from 0.
    Byte(usize),
    /// A point of the mesh, by index.
    Point(usize),
    /// A triangle of the mesh, by index.
    Triangle(usize),
    /// A tetrahedron of the mesh, by index.
    Tet(usize),
    /// A line segment of the mesh, by index.
    Line(usize),
}

impl MeshError {
    /// An error about a mesh as a whole, without a file.
    pub(crate) fn new(found: impl Into<String>, accepted: impl Into<String>) -> Self {
        Self {
            file: String::new(),
            place: Place::Whole,
            found: found.into(),
            accepted: accepted.into(),
        }
    }

    /// The same error at a place.
    pub(crate) fn at(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// The same error in a named file.
    ///
    /// The functions that work on a [`Mesh`](super::Mesh) do not know where it came from; who read
    /// it does.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.file = file.to_owned();
        self
    }
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = if self.file.is_empty() { "mesh" } else { &self.file };
        write!(f, "{file}")?;
        match self.place {
            Place::Whole => {}
            Place::TextLine(line) => write!(f, ", line {line}")?,
            Place::Byte(offset) => write!(f, ", byte {offset}")?,
            Place::Point(index) => write!(f, ", point {index}")?,
            Place::Triangle(index) => write!(f, ", triangle {index}")?,
            Place::Tet(index) => write!(f, ", tet {index}")?,
            Place::Line(index) => write!(f, ", line segment {index}")?,
        }
        write!(f, ": found {}; accepted: {}", self.found, self.accepted)
    }
}

impl std::error::Error for MeshError {}
