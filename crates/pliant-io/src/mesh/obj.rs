//! Wavefront OBJ.
//!
//! Read: `v` (further numbers after x y z, such as weights and colours, are passed over), `f` in
//! the forms `v`, `v/vt`, `v//vn` and `v/vt/vn`, with indices from 1 or, when negative, back from
//! the latest `v`, faces of more than three corners as a fan from their first, and `l` polylines.
//! Comments, line continuations and both kinds of line ends.
//!
//! Not read, and passed over: texture coordinates, normals, groups, materials, `p` points, curves
//! and surfaces. A fan is right for convex faces only.

use std::fmt::Write as _;

use super::cursor::{Cursor, next_index, parse, quote};
use super::{Mesh, MeshError};

/// Reads an OBJ file.
///
/// # Errors
///
/// When a coordinate is not finite, an index is 0 or not of a point in the file, a face has fewer
/// than three corners, a polyline fewer than two, or there are no points.
pub fn read(file: &str, bytes: &[u8]) -> Result<Mesh, MeshError> {
    let mut mesh = Mesh { points: read_points(file, bytes)?, ..Mesh::default() };
    let mut cursor = Cursor::new(file, bytes);
    let mut corners = Vec::new();
    let mut passed = 0;
    while let Some(mut line) = statement(&mut cursor) {
        match line.word() {
            Some(b"v") => passed += 1,
            Some(b"f") => {
                read_corners(&mut line, passed, mesh.points.len(), &mut corners)?;
                push_fan(&mut mesh.triangles, &corners)
                    .ok_or_else(|| line.fail("a face of fewer than 3 corners", "3 or more"))?;
            }
            Some(b"l") => {
                read_corners(&mut line, passed, mesh.points.len(), &mut corners)?;
                push_polyline(&mut mesh.lines, &corners)
                    .ok_or_else(|| line.fail("a line of fewer than 2 points", "2 or more"))?;
            }
            _ => {}
        }
    }
    Ok(mesh)
}

/// Writes an OBJ file of the points, triangles and lines.
///
/// # Errors
///
/// When the mesh has tets, which OBJ cannot hold, or is not valid.
pub fn write(mesh: &Mesh) -> Result<String, MeshError> {
    mesh.require_valid()?;
    if !mesh.tets.is_empty() {
        let found = format!("{} tets", mesh.tets.len());
        return Err(MeshError::new(found, "a surface: OBJ holds no tets, write their boundary"));
    }
    let mut text = String::new();
    for [x, y, z] in &mesh.points {
        let _ = writeln!(text, "v {x:?} {y:?} {z:?}");
    }
    for t in &mesh.triangles {
        let [a, b, c] = t.map(|i| u64::from(i) + 1);
        let _ = writeln!(text, "f {a} {b} {c}");
    }
    for l in &mesh.lines {
        let [a, b] = l.map(|i| u64::from(i) + 1);
        let _ = writeln!(text, "l {a} {b}");
    }
    Ok(text)
}

/// All points of the file, which a face may name before they come.
fn read_points(file: &str, bytes: &[u8]) -> Result<Vec<[f64; 3]>, MeshError> {
    let mut points = Vec::new();
    let mut cursor = Cursor::new(file, bytes);
    while let Some(mut line) = statement(&mut cursor) {
        if line.word() == Some(b"v") {
            next_index(points.len(), &line)?;
            points.push(read_point(&mut line)?);
        }
    }
    if points.is_empty() {
        return Err(cursor.fail("no points", "at least one `v x y z`"));
    }
    Ok(points)
}

/// The three numbers of a `v`.
fn read_point(line: &mut Cursor<'_>) -> Result<[f64; 3], MeshError> {
    let mut point = [0.0; 3];
    for (x, name) in point.iter_mut().zip(["x", "y", "z"]) {
        let word = next_word(line).ok_or_else(|| line.fail("the end of the line", name))?;
        *x = parse::<f64>(word)
            .filter(|x| x.is_finite())
            .ok_or_else(|| line.fail(quote(word), format!("{name}, a finite number")))?;
    }
    Ok(point)
}

/// The next line without its comment, joined with those after it as long as it ends in `\`.
///
/// A comment is never continued: many end in `\` by accident.
fn statement<'a>(cursor: &mut Cursor<'a>) -> Option<Cursor<'a>> {
    let rest = cursor.rest();
    let mut length = 0;
    for line in rest.split(|&b| b == b'\n') {
        length += line.len();
        if line.contains(&b'#') || !line.trim_ascii_end().ends_with(b"\\") {
            break;
        }
        length += 1;
    }
    let statement = cursor.lines_of(length.min(rest.len()))?;
    Some(statement.before(b'#'))
}

/// The next word of a statement, without the `\` of a line continuation.
fn next_word<'a>(line: &mut Cursor<'a>) -> Option<&'a [u8]> {
    loop {
        let word = line.word()?;
        let word = word.strip_suffix(b"\\").unwrap_or(word);
        if !word.is_empty() {
            return Some(word);
        }
    }
}

/// The point indices of an `f` or `l`; `passed` points came before it, of `count` in the file.
fn read_corners(
    line: &mut Cursor<'_>,
    passed: usize,
    count: usize,
    corners: &mut Vec<u32>,
) -> Result<(), MeshError> {
    corners.clear();
    while let Some(word) = next_word(line) {
        let number = word.split(|&b| b == b'/').next().unwrap_or_default();
        let index = resolve(number, passed, count).ok_or_else(|| {
            line.fail(quote(word), format!("an index from 1 to {count}, or from -1 to -{passed}"))
        })?;
        corners.push(index);
    }
    Ok(())
}

/// An index of the file as an index from 0.
fn resolve(number: &[u8], passed: usize, count: usize) -> Option<u32> {
    let number = parse::<i64>(number)?;
    let index = match number {
        1.. => usize::try_from(number).ok()? - 1,
        0 => return None,
        _ => passed.checked_sub(usize::try_from(number.unsigned_abs()).ok()?)?,
    };
    if index < count { u32::try_from(index).ok() } else { None }
}

/// Adds a polygon as a fan of triangles from its first corner; `None` when it has fewer than three.
pub(super) fn push_fan(triangles: &mut Vec<[u32; 3]>, corners: &[u32]) -> Option<()> {
    let (&first, others) = corners.split_first()?;
    if others.len() < 2 {
        return None;
    }
    triangles.extend(others.windows(2).map(|pair| [first, pair[0], pair[1]]));
    Some(())
}

/// Adds a polyline as segments; `None` when it has fewer than two points.
fn push_polyline(lines: &mut Vec<[u32; 2]>, corners: &[u32]) -> Option<()> {
    if corners.len() < 2 {
        return None;
    }
    lines.extend(corners.windows(2).map(|pair| [pair[0], pair[1]]));
    Some(())
}
