//! STL, ASCII and binary.
//!
//! Read: the triangles of all solids. STL repeats each corner in each triangle, so corners of
//! exactly equal position become one point. A file is binary when its length is what its binary
//! triangle count says, or when it does not begin with `solid`.
//!
//! Not read: names, normals (they follow from the corners, and many files have them wrong) and the
//! two attribute bytes of each binary triangle.

use super::cursor::{Cursor, quote};
use super::weld::Welder;
use super::{Mesh, MeshError};

/// The bytes of a binary file before its triangle count.
const HEADER: usize = 80;
/// The bytes of a binary triangle: a normal, three corners and an attribute.
const TRIANGLE: usize = 50;

/// Reads an STL file.
///
/// # Errors
///
/// When a coordinate is not finite, the file ends early, a keyword is missing, or there are no
/// triangles.
pub fn read(file: &str, bytes: &[u8]) -> Result<Mesh, MeshError> {
    let mut cursor = Cursor::new(file, bytes);
    let mut welder = Welder::default();
    let triangles = if is_binary(bytes) {
        read_binary(&mut cursor, &mut welder)?
    } else {
        read_ascii(&mut cursor, &mut welder)?
    };
    if triangles.is_empty() {
        return Err(cursor.fail("no triangles", "at least one triangle"));
    }
    Ok(Mesh { points: welder.into_points(), triangles, ..Mesh::default() })
}

/// Writes a binary STL file of the triangles.
///
/// STL holds single precision: coordinates are rounded to it, and points that no triangle uses
/// are lost.
///
/// # Errors
///
/// When the mesh has tets or lines, or a coordinate beyond single precision, which STL cannot
/// hold, has no triangles, or is not valid.
pub fn write(mesh: &Mesh) -> Result<Vec<u8>, MeshError> {
    mesh.require_valid()?;
    if !mesh.tets.is_empty() || !mesh.lines.is_empty() || mesh.triangles.is_empty() {
        let found = format!(
            "{} triangles, {} tets and {} lines",
            mesh.triangles.len(),
            mesh.tets.len(),
            mesh.lines.len()
        );
        return Err(MeshError::new(found, "a mesh of triangles alone"));
    }
    let count = u32::try_from(mesh.triangles.len())
        .map_err(|_| MeshError::new("too many triangles", "at most 4294967295 triangles"))?;
    let mut bytes = vec![b' '; HEADER];
    bytes.extend(count.to_le_bytes());
    for triangle in &mesh.triangles {
        let corners = mesh.corners(triangle).unwrap_or_default();
        bytes.extend([0; 12]);
        for x in corners.into_iter().flatten() {
            bytes.extend(single(x)?.to_le_bytes());
        }
        bytes.extend([0; 2]);
    }
    Ok(bytes)
}

/// Whether the file is binary.
fn is_binary(bytes: &[u8]) -> bool {
    let count = bytes.get(HEADER..).and_then(|rest| rest.first_chunk()).copied();
    let length = count.map(|count| {
        (HEADER as u64 + 4).saturating_add(u64::from(u32::from_le_bytes(count)) * TRIANGLE as u64)
    });
    length == Some(bytes.len() as u64) || !bytes.trim_ascii_start().starts_with(b"solid")
}

/// The triangles of a binary file.
fn read_binary(cursor: &mut Cursor<'_>, welder: &mut Welder) -> Result<Vec<[u32; 3]>, MeshError> {
    cursor.set_binary();
    cursor.take::<HEADER>("a header of 80 bytes")?;
    let count = u32::from_le_bytes(cursor.take("the number of triangles")?);
    let mut triangles = Vec::new();
    for _ in 0..count {
        cursor.take::<12>("a normal")?;
        let mut triangle = [0; 3];
        for corner in &mut triangle {
            let mut point = [0.0; 3];
            for x in &mut point {
                let number = f32::from_le_bytes(cursor.take("a coordinate")?);
                if !number.is_finite() {
                    return Err(cursor.fail(number.to_string(), "a finite coordinate"));
                }
                *x = f64::from(number);
            }
            *corner = weld(cursor, welder, point)?;
        }
        cursor.take::<2>("the attribute of a triangle")?;
        triangles.push(triangle);
    }
    Ok(triangles)
}

/// The triangles of an ASCII file.
fn read_ascii(cursor: &mut Cursor<'_>, welder: &mut Welder) -> Result<Vec<[u32; 3]>, MeshError> {
    let mut triangles = Vec::new();
    while let Some(word) = cursor.word() {
        match word.to_ascii_lowercase().as_slice() {
            b"solid" | b"endsolid" => cursor.end_line(),
            b"facet" => triangles.push(read_facet(cursor, welder)?),
            _ => return Err(cursor.fail(quote(word), "`solid`, `facet` or `endsolid`")),
        }
    }
    Ok(triangles)
}

/// What follows the word `facet`.
fn read_facet(cursor: &mut Cursor<'_>, welder: &mut Welder) -> Result<[u32; 3], MeshError> {
    keyword(cursor, "normal")?;
    for _ in 0..3 {
        cursor.need_word("a normal of three numbers")?;
    }
    keyword(cursor, "outer")?;
    keyword(cursor, "loop")?;
    let mut triangle = [0; 3];
    for corner in &mut triangle {
        keyword(cursor, "vertex")?;
        let point = cursor.point()?;
        *corner = weld(cursor, welder, point)?;
    }
    keyword(cursor, "endloop")?;
    keyword(cursor, "endfacet")?;
    Ok(triangle)
}

/// A word that must come here, in capitals or not.
fn keyword(cursor: &mut Cursor<'_>, keyword: &str) -> Result<(), MeshError> {
    let accepted = format!("`{keyword}`");
    let word = cursor.need_word(&accepted)?;
    if word.eq_ignore_ascii_case(keyword.as_bytes()) {
        Ok(())
    } else {
        Err(cursor.fail(quote(word), accepted))
    }
}

/// The index of a position.
fn weld(cursor: &Cursor<'_>, welder: &mut Welder, point: [f64; 3]) -> Result<u32, MeshError> {
    welder
        .index(point)
        .ok_or_else(|| cursor.fail("more than 4294967295 points", "at most 4294967295 points"))
}

/// A coordinate in single precision.
fn single(x: f64) -> Result<f32, MeshError> {
    let rounded = x as f32;
    if rounded.is_finite() {
        Ok(rounded)
    } else {
        Err(MeshError::new(format!("{x:?}"), "coordinates up to 3.4e38: STL is single precision"))
    }
}
