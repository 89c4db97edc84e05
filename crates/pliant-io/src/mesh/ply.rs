//! PLY, ASCII and binary of both byte orders.
//!
//! Read: `x`, `y`, `z` of the element `vertex`, the list `vertex_indices` (or `vertex_index`) of
//! the element `face`, faces of more than three corners as a fan from their first, and `vertex1`,
//! `vertex2` of the element `edge`. All number types of PLY are understood in all places.
//!
//! Not read, and passed over: all other properties and elements (colours, normals, strips).

use std::fmt::Write as _;

use super::cursor::{Cursor, next_index, parse, quote};
use super::obj::push_fan;
use super::{Mesh, MeshError};

/// Reads a PLY file.
///
/// # Errors
///
/// When the header is not understood, the file ends early, a coordinate is not finite, an index is
/// not of a point in the file, a face has fewer than three corners, or there are no points.
pub fn read(file: &str, bytes: &[u8]) -> Result<Mesh, MeshError> {
    let mut cursor = Cursor::new(file, bytes);
    let header = read_header(&mut cursor)?;
    if header.encoding != Encoding::Ascii {
        cursor.set_binary();
    }
    let vertices = header.elements.iter().find(|e| e.name == b"vertex").map_or(0, |e| e.count);
    let mut mesh = Mesh::default();
    for element in &header.elements {
        read_element(&mut cursor, header.encoding, element, vertices, &mut mesh)?;
    }
    if mesh.points.is_empty() {
        return Err(cursor.fail("no points", "an element `vertex` with at least one point"));
    }
    Ok(mesh)
}

/// Writes an ASCII PLY file of the points, triangles and lines (as the element `edge`).
///
/// # Errors
///
/// When the mesh has tets, which PLY has no common element for, or is not valid.
pub fn write(mesh: &Mesh) -> Result<String, MeshError> {
    mesh.require_valid()?;
    if !mesh.tets.is_empty() {
        let found = format!("{} tets", mesh.tets.len());
        return Err(MeshError::new(found, "a surface: PLY holds no tets, write their boundary"));
    }
    let mut text = format!(
        "ply\nformat ascii 1.0\n\
         element vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
         element face {}\nproperty list uchar uint vertex_indices\n",
        mesh.points.len(),
        mesh.triangles.len()
    );
    if !mesh.lines.is_empty() {
        let count = mesh.lines.len();
        let _ =
            write!(text, "element edge {count}\nproperty uint vertex1\nproperty uint vertex2\n");
    }
    text.push_str("end_header\n");
    for [x, y, z] in &mesh.points {
        let _ = writeln!(text, "{x:?} {y:?} {z:?}");
    }
    for [a, b, c] in &mesh.triangles {
        let _ = writeln!(text, "3 {a} {b} {c}");
    }
    for [a, b] in &mesh.lines {
        let _ = writeln!(text, "{a} {b}");
    }
    Ok(text)
}

/// How the numbers after the header are written.
#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Ascii,
    Little,
    Big,
}

/// The number types.
#[derive(Clone, Copy)]
enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

/// What a header says.
struct Header<'a> {
    encoding: Encoding,
    elements: Vec<Element<'a>>,
}

/// A table of the file.
struct Element<'a> {
    name: &'a [u8],
    count: u64,
    properties: Vec<Property<'a>>,
}

/// A column of a table: a number, or a list of numbers with its length before it.
struct Property<'a> {
    name: &'a [u8],
    length: Option<Scalar>,
    value: Scalar,
}

/// The header, up to and with `end_header`.
fn read_header<'a>(cursor: &mut Cursor<'a>) -> Result<Header<'a>, MeshError> {
    let magic = cursor.need_word("`ply`")?;
    if magic != b"ply" {
        return Err(cursor.fail(quote(magic), "`ply`"));
    }
    cursor.end_line();
    let mut encoding = None;
    let mut elements: Vec<Element<'a>> = Vec::new();
    while let Some(mut line) = cursor.line() {
        match line.word() {
            Some(b"format") => encoding = Some(read_encoding(&mut line)?),
            Some(b"comment" | b"obj_info") | None => {}
            Some(b"element") => elements.push(Element {
                name: line.need_word("the name of an element")?,
                count: line.count("the number of elements")?,
                properties: Vec::new(),
            }),
            Some(b"property") => match elements.last_mut() {
                Some(element) => element.properties.push(read_property(&mut line)?),
                None => return Err(line.fail("`property`", "`element` before it")),
            },
            Some(b"end_header") => {
                let encoding = encoding.ok_or_else(|| {
                    line.fail("no format", "`format ascii 1.0` or another before `end_header`")
                })?;
                return Ok(Header { encoding, elements });
            }
            Some(other) => {
                let accepted = "`format`, `comment`, `element`, `property` or `end_header`";
                return Err(line.fail(quote(other), accepted));
            }
        }
    }
    Err(cursor.fail("the end of the file", "`end_header`"))
}

/// What follows `format`.
fn read_encoding(line: &mut Cursor<'_>) -> Result<Encoding, MeshError> {
    let accepted = "`ascii`, `binary_little_endian` or `binary_big_endian`";
    match line.need_word(accepted)? {
        b"ascii" => Ok(Encoding::Ascii),
        b"binary_little_endian" => Ok(Encoding::Little),
        b"binary_big_endian" => Ok(Encoding::Big),
        other => Err(line.fail(quote(other), accepted)),
    }
}

/// What follows `property`.
fn read_property<'a>(line: &mut Cursor<'a>) -> Result<Property<'a>, MeshError> {
    let kind = line.need_word("the type of a property")?;
    let (length, value) = if kind == b"list" {
        let length = line.need_word("the type of a list's length")?;
        let length = scalar(line, length)?;
        let value = line.need_word("the type of a list's items")?;
        (Some(length), scalar(line, value)?)
    } else {
        (None, scalar(line, kind)?)
    };
    Ok(Property { name: line.need_word("the name of a property")?, length, value })
}

/// The number type of that name.
fn scalar(line: &Cursor<'_>, name: &[u8]) -> Result<Scalar, MeshError> {
    match name {
        b"char" | b"int8" => Ok(Scalar::I8),
        b"uchar" | b"uint8" => Ok(Scalar::U8),
        b"short" | b"int16" => Ok(Scalar::I16),
        b"ushort" | b"uint16" => Ok(Scalar::U16),
        b"int" | b"int32" => Ok(Scalar::I32),
        b"uint" | b"uint32" => Ok(Scalar::U32),
        b"float" | b"float32" => Ok(Scalar::F32),
        b"double" | b"float64" => Ok(Scalar::F64),
        other => {
            let accepted = "char, uchar, short, ushort, int, uint, float or double";
            Err(line.fail(quote(other), accepted))
        }
    }
}

/// All rows of an element, into the mesh if it is one that matters.
fn read_element(
    cursor: &mut Cursor<'_>,
    encoding: Encoding,
    element: &Element<'_>,
    vertices: u64,
    mesh: &mut Mesh,
) -> Result<(), MeshError> {
    let columns = Columns::of(element);
    if matches!(columns, Columns::Other) && element.name == b"vertex" {
        return Err(cursor.fail("an element `vertex` without them", "properties x, y and z"));
    }
    if matches!(columns, Columns::Other) && element.properties.is_empty() {
        return Ok(());
    }
    let mut row = Row::default();
    for _ in 0..element.count {
        row.read(cursor, encoding, &element.properties, &columns)?;
        match columns {
            Columns::Points(_) => {
                next_index(mesh.points.len(), cursor)?;
                mesh.points.push(row.point(cursor)?);
            }
            Columns::Faces(_) => {
                let corners = row.indices(cursor, vertices)?;
                push_fan(&mut mesh.triangles, corners).ok_or_else(|| {
                    cursor.fail("a face of fewer than 3 corners", "3 or more corners")
                })?;
            }
            Columns::Edges(_) => {
                let ends = row.indices(cursor, vertices)?;
                mesh.lines.extend(ends.first_chunk::<2>());
            }
            Columns::Other => {}
        }
    }
    Ok(())
}

/// The columns of an element that matter, by number.
enum Columns {
    Points([usize; 3]),
    Faces([usize; 1]),
    Edges([usize; 2]),
    Other,
}

impl Columns {
    /// The columns of an element that matter.
    fn of(element: &Element<'_>) -> Self {
        let number = |name: &[u8]| {
            element.properties.iter().position(|p| p.name == name && p.length.is_none())
        };
        let list = || {
            let named = |p: &Property<'_>| p.name == b"vertex_indices" || p.name == b"vertex_index";
            element.properties.iter().position(|p| named(p) && p.length.is_some())
        };
        let columns = match element.name {
            b"vertex" => number(b"x")
                .zip(number(b"y"))
                .zip(number(b"z"))
                .map(|((x, y), z)| Self::Points([x, y, z])),
            b"face" => list().map(|list| Self::Faces([list])),
            b"edge" => number(b"vertex1").zip(number(b"vertex2")).map(|(a, b)| Self::Edges([a, b])),
            _ => None,
        };
        columns.unwrap_or(Self::Other)
    }

    /// Their numbers, in the order of meaning.
    fn wanted(&self) -> &[usize] {
        match self {
            Self::Points(columns) => columns,
            Self::Faces(columns) => columns,
            Self::Edges(columns) => columns,
            Self::Other => &[],
        }
    }
}

/// The values of a row that matter.
#[derive(Default)]
struct Row {
    /// The value of each wanted column; lists go to `list` instead.
    values: [f64; 3],
    list: Vec<f64>,
    indices: Vec<u32>,
    /// How many of `values` are used; 0 when the row is a list.
    used: usize,
}

impl Row {
    /// Reads a row, keeping what is wanted.
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        encoding: Encoding,
        properties: &[Property<'_>],
        columns: &Columns,
    ) -> Result<(), MeshError> {
        self.used = 0;
        self.list.clear();
        for (column, property) in properties.iter().enumerate() {
            let wanted = columns.wanted().iter().position(|&c| c == column);
            let Some(length) = property.length else {
                let value = read_number(cursor, encoding, property.value)?;
                if let Some(slot) = wanted.and_then(|w| self.values.get_mut(w)) {
                    *slot = value;
                    self.used += 1;
                }
                continue;
            };
            let length = read_number(cursor, encoding, length)?;
            if !(length >= 0.0 && length.fract() == 0.0) {
                return Err(cursor.fail(length.to_string(), "the length of a list, from 0"));
            }
            for _ in 0..length as u64 {
                let value = read_number(cursor, encoding, property.value)?;
                if wanted.is_some() {
                    self.list.push(value);
                }
            }
        }
        Ok(())
    }

    /// The row as a point.
    fn point(&self, cursor: &Cursor<'_>) -> Result<[f64; 3], MeshError> {
        match self.values.iter().find(|x| !x.is_finite()) {
            None => Ok(self.values),
            Some(bad) => Err(cursor.fail(bad.to_string(), "x, y and z, finite numbers")),
        }
    }

    /// The row as indices of points, of which there are `vertices`.
    fn indices(&mut self, cursor: &Cursor<'_>, vertices: u64) -> Result<&[u32], MeshError> {
        self.indices.clear();
        let numbers = self.values.get(..self.used).unwrap_or_default();
        for &number in numbers.iter().chain(&self.list) {
            let whole = number >= 0.0 && number < vertices as f64 && number.fract() == 0.0;
            if !whole || number > f64::from(u32::MAX) {
                let accepted = format!("an index of one of the {vertices} points, from 0");
                return Err(cursor.fail(number.to_string(), accepted));
            }
            self.indices.push(number as u32);
        }
        Ok(&self.indices)
    }
}

/// The next number, of that type.
fn read_number(
    cursor: &mut Cursor<'_>,
    encoding: Encoding,
    scalar: Scalar,
) -> Result<f64, MeshError> {
    if encoding == Encoding::Ascii {
        let word = cursor.need_word("a number")?;
        return parse(word).ok_or_else(|| cursor.fail(quote(word), "a number"));
    }
    Ok(match scalar {
        Scalar::I8 => f64::from(i8::from_le_bytes(ordered(cursor, encoding)?)),
        Scalar::U8 => f64::from(u8::from_le_bytes(ordered(cursor, encoding)?)),
        Scalar::I16 => f64::from(i16::from_le_bytes(ordered(cursor, encoding)?)),
        Scalar::U16 => f64::from(u16::from_le_bytes(ordered(cursor, encoding)?)),
        Scalar::I32 => f64::from(i32::from_le_bytes(ordered(cursor, encoding)?)),
        Scalar::U32 => f64::from(u32::from_le_bytes(ordered(cursor, encoding)?)),
        Scalar::F32 => f64::from(f32::from_le_bytes(ordered(cursor, encoding)?)),
        Scalar::F64 => f64::from_le_bytes(ordered(cursor, encoding)?),
    })
}

/// The next `N` bytes, lowest first.
fn ordered<const N: usize>(
    cursor: &mut Cursor<'_>,
    encoding: Encoding,
) -> Result<[u8; N], MeshError> {
    let mut bytes = cursor.take("a number")?;
    if encoding == Encoding::Big {
        bytes.reverse();
    }
    Ok(bytes)
}
