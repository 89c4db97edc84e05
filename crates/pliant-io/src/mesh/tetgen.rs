//! TetGen `.node`, `.ele` and `.face` files.
//!
//! Read: the points of a `.node`, numbered from 0 or from 1, the tets of a `.ele` (of ten-node tets
//! the four corners), the triangles of a `.face`. Comments from `#` to the end of the line.
//!
//! Not read, and passed over: attributes and boundary markers. `.edge`, `.poly`, `.smesh` and
//! two-dimensional files are not understood.

use std::fmt::Write as _;
use std::path::Path;

use super::cursor::{Cursor, next_index};
use super::{Mesh, MeshError};

/// The files of a mesh, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Files {
    /// The points.
    pub node: String,
    /// The tets.
    pub ele: String,
    /// The triangles, when there are any.
    pub face: Option<String>,
}

/// Reads the files of a mesh; without `ele` and `face` it is points alone.
///
/// `file` is the name of any one of them; errors name the one they are in.
///
/// # Errors
///
/// When a coordinate is not finite, points are not numbered one after the other from 0 or 1, an
/// index is not of a point, a file ends early, or there are no points.
pub fn read(
    file: &str,
    node: &[u8],
    ele: Option<&[u8]>,
    face: Option<&[u8]>,
) -> Result<Mesh, MeshError> {
    let [node_name, ele_name, face_name] = ["node", "ele", "face"]
        .map(|extension| Path::new(file).with_extension(extension).to_string_lossy().into_owned());
    let (points, base) = read_points(&mut Cursor::new(&node_name, node))?;
    let mut mesh = Mesh { points, ..Mesh::default() };
    let count = mesh.points.len();
    if let Some(ele) = ele {
        mesh.tets = read_elements(&mut Cursor::new(&ele_name, ele), count, base, Kind::Tets)?;
    }
    if let Some(face) = face {
        let mut cursor = Cursor::new(&face_name, face);
        mesh.triangles = read_elements(&mut cursor, count, base, Kind::Triangles)?;
    }
    Ok(mesh)
}

/// Writes a mesh as TetGen files, numbered from 0.
///
/// # Errors
///
/// When the mesh has lines, which these files cannot hold, or is not valid.
pub fn write(mesh: &Mesh) -> Result<Files, MeshError> {
    mesh.require_valid()?;
    if !mesh.lines.is_empty() {
        let found = format!("{} lines", mesh.lines.len());
        return Err(MeshError::new(found, "a mesh of tets and triangles"));
    }
    let mut node = format!("{} 3 0 0\n", mesh.points.len());
    for (i, [x, y, z]) in mesh.points.iter().enumerate() {
        let _ = writeln!(node, "{i} {x:?} {y:?} {z:?}");
    }
    let mut ele = format!("{} 4 0\n", mesh.tets.len());
    for (i, [a, b, c, d]) in mesh.tets.iter().enumerate() {
        let _ = writeln!(ele, "{i} {a} {b} {c} {d}");
    }
    let mut face = format!("{} 0\n", mesh.triangles.len());
    for (i, [a, b, c]) in mesh.triangles.iter().enumerate() {
        let _ = writeln!(face, "{i} {a} {b} {c}");
    }
    Ok(Files { node, ele, face: (!mesh.triangles.is_empty()).then_some(face) })
}

/// The two kinds of element files.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Tets,
    Triangles,
}

/// The points, and the number of the first of them.
fn read_points(cursor: &mut Cursor<'_>) -> Result<(Vec<[f64; 3]>, u64), MeshError> {
    let mut header = row(cursor, "the number of points")?;
    let count = header.count("the number of points")?;
    let dimension = header.count("the dimension, 3")?;
    if dimension != 3 {
        return Err(header.fail(dimension.to_string(), "dimension 3"));
    }
    if count == 0 {
        return Err(header.fail("no points", "at least one point"));
    }
    let mut points = Vec::new();
    let mut base = 0;
    for i in 0..count {
        let mut line = row(cursor, "a point")?;
        let number = line.count("the number of a point")?;
        if i == 0 && number <= 1 {
            base = number;
        } else if number != i.saturating_add(base) {
            let accepted = format!("{}, points numbered in order from 0 or 1", i + base);
            return Err(line.fail(number.to_string(), accepted));
        }
        next_index(points.len(), &line)?;
        points.push(line.point()?);
    }
    Ok((points, base))
}

/// The elements of a `.ele` or `.face` file.
fn read_elements<const N: usize>(
    cursor: &mut Cursor<'_>,
    points: usize,
    base: u64,
    kind: Kind,
) -> Result<Vec<[u32; N]>, MeshError> {
    let mut header = row(cursor, "the number of elements")?;
    let count = header.count("the number of elements")?;
    if kind == Kind::Tets {
        let corners = header.count("the points of each tet, 4 or 10")?;
        if corners != 4 && corners != 10 {
            return Err(header.fail(corners.to_string(), "4 or 10 points to each tet"));
        }
    }
    let mut elements = Vec::new();
    for _ in 0..count {
        let mut line = row(cursor, "an element")?;
        line.integer("the number of an element")?;
        let mut element = [0; N];
        for corner in &mut element {
            *corner = read_corner(&mut line, points, base)?;
        }
        elements.push(element);
    }
    Ok(elements)
}

/// The index of a point, from 0.
fn read_corner(line: &mut Cursor<'_>, points: usize, base: u64) -> Result<u32, MeshError> {
    let number = line.count("the number of a point")?;
    let index = number.checked_sub(base).filter(|&index| index < points as u64);
    index.and_then(|index| u32::try_from(index).ok()).ok_or_else(|| {
        let last = (points as u64).saturating_sub(1).saturating_add(base);
        line.fail(number.to_string(), format!("the number of a point, from {base} to {last}"))
    })
}

/// The next line that has something on it besides a comment.
fn row<'a>(cursor: &mut Cursor<'a>, accepted: &str) -> Result<Cursor<'a>, MeshError> {
    while let Some(line) = cursor.line() {
        let line = line.before(b'#');
        if !line.rest().trim_ascii().is_empty() {
            return Ok(line);
        }
    }
    Err(cursor.fail("the end of the file", accepted))
}
