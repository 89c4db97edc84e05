//! Gmsh MSH, versions 1, 2 and 4.1; the latter two ASCII and binary of both byte orders.
//!
//! Read: the nodes, whose tags may be in any order and with gaps, and the elements of type line
//! (1), triangle (2), quadrangle (3, as two triangles) and tetrahedron (4).
//!
//! Not read, and passed over: points (15), tags of elements, parametric coordinates, and all other
//! sections (entities, physical names, periodicity, data). Any other element type is an error, as a
//! mesh without it would have holes; so are versions 3 and 4.0.

use std::fmt::Write as _;

use super::cursor::{Cursor, next_index, quote};
use super::obj::push_fan;
use super::{Mesh, MeshError};

/// Reads a Gmsh file.
///
/// # Errors
///
/// When the version or an element type is not one of the above, a section does not end where it
/// should, a coordinate is not finite, a tag is 0, twice there or not there, the file ends early,
/// or there are no nodes.
pub fn read(file: &str, bytes: &[u8]) -> Result<Mesh, MeshError> {
    let mut input = Input {
        cursor: Cursor::new(file, bytes),
        version: None,
        encoding: Encoding::Ascii,
        mesh: Mesh::default(),
        tags: Vec::new(),
    };
    while let Some(word) = input.cursor.word() {
        match (word, input.version) {
            (b"$MeshFormat", _) => input.read_format()?,
            (b"$NOD", _) => {
                input.version = Some(Version::One);
                input.read_nodes_flat(b"$ENDNOD")?;
            }
            (b"$ELM", Some(Version::One)) => input.read_elements_one()?,
            (b"$Nodes", Some(Version::Two)) => input.read_nodes_flat(b"$EndNodes")?,
            (b"$Elements", Some(Version::Two)) => input.read_elements_two()?,
            (b"$Nodes", Some(Version::Four)) => input.read_nodes_four()?,
            (b"$Elements", Some(Version::Four)) => input.read_elements_four()?,
            _ => input.skip_section(word)?,
        }
    }
    if input.mesh.points.is_empty() {
        return Err(input.cursor.fail("no nodes", "at least one node"));
    }
    Ok(input.mesh)
}

/// Writes a Gmsh 2.2 ASCII file of all points and elements.
///
/// # Errors
///
/// When the mesh is not valid.
pub fn write(mesh: &Mesh) -> Result<String, MeshError> {
    mesh.require_valid()?;
    let mut text = String::from("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n");
    let _ = writeln!(text, "{}", mesh.points.len());
    for (i, [x, y, z]) in mesh.points.iter().enumerate() {
        let _ = writeln!(text, "{} {x:?} {y:?} {z:?}", i + 1);
    }
    let count = mesh.lines.len() + mesh.triangles.len() + mesh.tets.len();
    let _ = writeln!(text, "$EndNodes\n$Elements\n{count}");
    let lines = mesh.lines.iter().map(|e| (1, e.as_slice()));
    let triangles = mesh.triangles.iter().map(|e| (2, e.as_slice()));
    let tets = mesh.tets.iter().map(|e| (4, e.as_slice()));
    for (i, (kind, corners)) in lines.chain(triangles).chain(tets).enumerate() {
        let _ = write!(text, "{} {kind} 2 1 1", i + 1);
        for &corner in corners {
            let _ = write!(text, " {}", u64::from(corner) + 1);
        }
        text.push('\n');
    }
    text.push_str("$EndElements\n");
    Ok(text)
}

/// The layouts of nodes and elements.
#[derive(Clone, Copy, PartialEq)]
enum Version {
    One,
    Two,
    Four,
}

/// How numbers are written.
#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Ascii,
    /// With the highest byte first or not, and the bytes of a `size_t`, 4 or 8.
    Binary {
        big: bool,
        wide: bool,
    },
}

/// A file on its way to becoming a mesh.
struct Input<'a> {
    cursor: Cursor<'a>,
    version: Option<Version>,
    encoding: Encoding,
    mesh: Mesh,
    /// The tag of each node with its index, sorted by tag.
    tags: Vec<(u64, u32)>,
}

impl Input<'_> {
    /// What follows `$MeshFormat`.
    fn read_format(&mut self) -> Result<(), MeshError> {
        let version = self.cursor.need_word("the version")?;
        self.version = match version {
            b"2" | b"2.0" | b"2.1" | b"2.2" => Some(Version::Two),
            b"4.1" => Some(Version::Four),
            _ => return Err(self.cursor.fail(quote(version), "version 2.2 or 4.1")),
        };
        let binary = self.cursor.count("the file type, 0 or 1")?;
        let size = self.cursor.count("the data size, 8")?;
        if binary > 1 || !(size == 8 || size == 4) {
            let accepted = "file type 0 or 1 with data size 8 (or 4)";
            return Err(self.cursor.fail(format!("{binary} {size}"), accepted));
        }
        if binary == 1 {
            self.cursor.end_line();
            self.cursor.set_binary();
            let big = match self.cursor.take::<4>("the number 1 in binary")? {
                [1, 0, 0, 0] => false,
                [0, 0, 0, 1] => true,
                other => return Err(self.cursor.fail(format!("{other:?}"), "the number 1")),
            };
            self.encoding = Encoding::Binary { big, wide: size == 8 };
        }
        self.end_section(b"$EndMeshFormat")
    }

    /// The nodes of versions 1 and 2: a count, then tag and position of each.
    fn read_nodes_flat(&mut self, end: &[u8]) -> Result<(), MeshError> {
        let count = self.cursor.count("the number of nodes")?;
        self.begin_binary();
        for _ in 0..count {
            let tag = self.tag()?;
            let point = self.point()?;
            self.push_node(tag, point)?;
        }
        self.sort_tags()?;
        self.end_section(end)
    }

    /// The nodes of version 4.1: blocks with all tags before all positions.
    fn read_nodes_four(&mut self) -> Result<(), MeshError> {
        self.begin_binary();
        let blocks = self.size("the number of node blocks")?;
        for _ in 0..3 {
            self.size("the number, lowest and highest tag of nodes")?;
        }
        let mut tags = Vec::new();
        for _ in 0..blocks {
            let dimension = self.int("the dimension of an entity")?;
            self.int("the tag of an entity")?;
            let parametric = self.int("0 or 1, parametric")?;
            let count = self.size("the number of nodes in a block")?;
            tags.clear();
            for _ in 0..count {
                tags.push(self.size("the tag of a node")?);
            }
            for &tag in &tags {
                let point = self.point()?;
                for _ in 0..if parametric == 0 { 0 } else { dimension.clamp(0, 3) } {
                    self.real("a parametric coordinate")?;
                }
                self.push_node(tag, point)?;
            }
        }
        self.sort_tags()?;
        self.end_section(b"$EndNodes")
    }

    /// The elements of version 1: tag, type, two regions, number of nodes, nodes.
    fn read_elements_one(&mut self) -> Result<(), MeshError> {
        let count = self.cursor.count("the number of elements")?;
        for _ in 0..count {
            self.cursor.count("the tag of an element")?;
            let kind = self.cursor.integer("the type of an element")?;
            for what in ["the physical region", "the elementary region", "the number of nodes"] {
                self.cursor.integer(what)?;
            }
            self.read_element(kind)?;
        }
        self.end_section(b"$ENDELM")
    }

    /// The elements of version 2: in ASCII one by one, in binary in blocks of one type.
    fn read_elements_two(&mut self) -> Result<(), MeshError> {
        let count = self.cursor.count("the number of elements")?;
        self.begin_binary();
        let mut done = 0;
        while done < count {
            let (kind, block, tags);
            if self.encoding == Encoding::Ascii {
                self.int("the tag of an element")?;
                kind = self.int("the type of an element")?;
                block = 1;
                tags = self.int("the number of tags")?;
            } else {
                kind = self.int("the type of elements")?;
                block = self.int("the number of elements in a block")?;
                tags = self.int("the number of tags")?;
            }
            if block < 1 || tags < 0 {
                let found = format!("{block} elements of {tags} tags");
                return Err(self.cursor.fail(found, "at least 1 element, and tags from 0"));
            }
            for _ in 0..block {
                if self.encoding != Encoding::Ascii {
                    self.int("the tag of an element")?;
                }
                for _ in 0..tags {
                    self.int("a tag")?;
                }
                self.read_element(kind)?;
            }
            done = done.saturating_add(block.unsigned_abs());
        }
        self.end_section(b"$EndElements")
    }

    /// The elements of version 4.1: blocks of one type.
    fn read_elements_four(&mut self) -> Result<(), MeshError> {
        self.begin_binary();
        let blocks = self.size("the number of element blocks")?;
        for _ in 0..3 {
            self.size("the number, lowest and highest tag of elements")?;
        }
        for _ in 0..blocks {
            self.int("the dimension of an entity")?;
            self.int("the tag of an entity")?;
            let kind = self.int("the type of elements")?;
            let count = self.size("the number of elements in a block")?;
            for _ in 0..count {
                self.size("the tag of an element")?;
                self.read_element(kind)?;
            }
        }
        self.end_section(b"$EndElements")
    }

    /// The nodes of an element of that type.
    fn read_element(&mut self, kind: i64) -> Result<(), MeshError> {
        match kind {
            1 => {
                let line = self.corners()?;
                self.mesh.lines.push(line);
            }
            2 => {
                let triangle = self.corners()?;
                self.mesh.triangles.push(triangle);
            }
            3 => {
                let quadrangle = self.corners::<4>()?;
                push_fan(&mut self.mesh.triangles, &quadrangle);
            }
            4 => {
                let tet = self.corners()?;
                self.mesh.tets.push(tet);
            }
            15 => {
                self.corners::<1>()?;
            }
            _ => {
                let accepted =
                    "point (15), line (1), triangle (2), quadrangle (3) or tetrahedron (4)";
                return Err(self.cursor.fail(format!("element type {kind}"), accepted));
            }
        }
        Ok(())
    }

    /// The indices of the nodes whose tags come next.
    fn corners<const N: usize>(&mut self) -> Result<[u32; N], MeshError> {
        let mut corners = [0; N];
        for corner in &mut corners {
            let tag = self.tag()?;
            let known = self.tags.binary_search_by_key(&tag, |&(tag, _)| tag).ok();
            *corner = match known.and_then(|at| self.tags.get(at)) {
                Some(&(_, index)) => index,
                None => {
                    let accepted = format!("the tag of one of the {} nodes", self.tags.len());
                    return Err(self.cursor.fail(format!("node {tag}"), accepted));
                }
            };
        }
        Ok(corners)
    }

    /// Adds a node.
    fn push_node(&mut self, tag: u64, point: [f64; 3]) -> Result<(), MeshError> {
        if tag == 0 {
            return Err(self.cursor.fail("node 0", "the tag of a node, from 1"));
        }
        let index = next_index(self.mesh.points.len(), &self.cursor)?;
        self.tags.push((tag, index));
        self.mesh.points.push(point);
        Ok(())
    }

    /// Makes the tags ready for looking up.
    fn sort_tags(&mut self) -> Result<(), MeshError> {
        self.tags.sort_unstable();
        match self.tags.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            None => Ok(()),
            Some(pair) => {
                let found = format!("node {} twice", pair[0].0);
                Err(self.cursor.fail(found, "each tag of a node once"))
            }
        }
    }

    /// The word that ends a section.
    fn end_section(&mut self, end: &[u8]) -> Result<(), MeshError> {
        let accepted = format!("`{}`", quote(end));
        let word = self.cursor.need_word(&accepted)?;
        if word == end { Ok(()) } else { Err(self.cursor.fail(quote(word), accepted)) }
    }

    /// Passes over a section that is not read.
    fn skip_section(&mut self, word: &[u8]) -> Result<(), MeshError> {
        let Some(name) = word.strip_prefix(b"$") else {
            return Err(self.cursor.fail(quote(word), "a section, such as `$Nodes`"));
        };
        if matches!(name, b"Nodes" | b"Elements" | b"ELM") {
            let accepted = "`$MeshFormat` or `$NOD` before it";
            return Err(self.cursor.fail(quote(word), accepted));
        }
        let end = [b"$End", name].concat();
        if self.cursor.skip_past(&end) {
            Ok(())
        } else {
            let found = format!("`{}` without end", quote(word));
            Err(self.cursor.fail(found, format!("`{}` after it", quote(&end))))
        }
    }

    /// Goes past the line end before binary numbers.
    fn begin_binary(&mut self) {
        if self.encoding != Encoding::Ascii {
            self.cursor.end_line();
        }
    }

    /// The tag of a node: a `size_t` in version 4.1, an `int` before.
    fn tag(&mut self) -> Result<u64, MeshError> {
        if self.version == Some(Version::Four) {
            return self.size("the tag of a node");
        }
        let tag = self.int("the tag of a node")?;
        u64::try_from(tag)
            .map_err(|_| self.cursor.fail(tag.to_string(), "the tag of a node, from 1"))
    }

    /// A position.
    fn point(&mut self) -> Result<[f64; 3], MeshError> {
        Ok([self.real("x")?, self.real("y")?, self.real("z")?])
    }

    /// An `int`.
    fn int(&mut self, what: &str) -> Result<i64, MeshError> {
        match self.encoding {
            Encoding::Ascii => self.cursor.integer(what),
            Encoding::Binary { big, .. } => {
                Ok(i64::from(i32::from_le_bytes(self.ordered(big, what)?)))
            }
        }
    }

    /// A `size_t`.
    fn size(&mut self, what: &str) -> Result<u64, MeshError> {
        match self.encoding {
            Encoding::Ascii => self.cursor.count(what),
            Encoding::Binary { big, wide: true } => {
                Ok(u64::from_le_bytes(self.ordered(big, what)?))
            }
            Encoding::Binary { big, wide: false } => {
                Ok(u64::from(u32::from_le_bytes(self.ordered(big, what)?)))
            }
        }
    }

    /// A `double`, which must be finite.
    fn real(&mut self, what: &str) -> Result<f64, MeshError> {
        let Encoding::Binary { big, .. } = self.encoding else {
            return self.cursor.real(what);
        };
        let number = f64::from_le_bytes(self.ordered(big, what)?);
        if number.is_finite() {
            Ok(number)
        } else {
            Err(self.cursor.fail(number.to_string(), format!("{what}, a finite number")))
        }
    }

    /// The next `N` bytes, lowest first.
    fn ordered<const N: usize>(&mut self, big: bool, what: &str) -> Result<[u8; N], MeshError> {
        let mut bytes = self.cursor.take(what)?;
        if big {
            bytes.reverse();
        }
        Ok(bytes)
    }
}
