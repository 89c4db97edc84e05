//! Which format a file is in, and reading and writing by path.

use std::fs;
use std::path::Path;

use super::{Mesh, MeshError, gmsh, obj, ply, stl, tetgen};

/// The formats, in words for errors.
const KNOWN: &str = "a mesh in .obj, .stl, .ply, .msh (Gmsh), or .node with .ele (TetGen)";

/// The formats that can be read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Wavefront OBJ, see [`obj`].
    Obj,
    /// STL, see [`stl`].
    Stl,
    /// PLY, see [`ply`].
    Ply,
    /// Gmsh MSH, see [`gmsh`].
    Gmsh,
    /// TetGen `.node`, see [`tetgen`].
    TetGenNode,
    /// TetGen `.ele`, see [`tetgen`].
    TetGenEle,
}

impl Format {
    /// The format of a file: by its first bytes where these are unmistakable (PLY, Gmsh), by the
    /// extension of its name otherwise, and at last by a first word `solid` (STL).
    pub fn of(name: &str, bytes: &[u8]) -> Option<Self> {
        let first = bytes.split(u8::is_ascii_whitespace).find(|word| !word.is_empty());
        match first {
            Some(b"ply") => return Some(Self::Ply),
            Some(b"$MeshFormat" | b"$NOD") => return Some(Self::Gmsh),
            _ => {}
        }
        let extension = Path::new(name).extension().and_then(|e| e.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "obj" => Some(Self::Obj),
            "stl" => Some(Self::Stl),
            "ply" => Some(Self::Ply),
            "msh" => Some(Self::Gmsh),
            "node" => Some(Self::TetGenNode),
            "ele" => Some(Self::TetGenEle),
            _ if first == Some(b"solid") => Some(Self::Stl),
            _ => None,
        }
    }
}

/// See [`Mesh::read`].
pub(super) fn read(name: &str, bytes: &[u8], companion: Option<&[u8]>) -> Result<Mesh, MeshError> {
    match Format::of(name, bytes) {
        Some(Format::Obj) => obj::read(name, bytes),
        Some(Format::Stl) => stl::read(name, bytes),
        Some(Format::Ply) => ply::read(name, bytes),
        Some(Format::Gmsh) => gmsh::read(name, bytes),
        Some(Format::TetGenNode) => tetgen::read(name, bytes, companion, None),
        Some(Format::TetGenEle) => match companion {
            Some(node) => tetgen::read(name, node, Some(bytes), None),
            None => {
                Err(MeshError::new("a .ele file alone", "its .node file with it").in_file(name))
            }
        },
        None => Err(MeshError::new("a file of another kind", KNOWN).in_file(name)),
    }
}

/// Reads a mesh from a file.
///
/// For a TetGen `.node` or `.ele` the other one is looked for beside it, with the `.face` file if
/// there is one. A `.node` without `.ele` gives points alone.
///
/// # Errors
///
/// When a file cannot be opened, and as [`Mesh::read`].
pub fn read_file(path: impl AsRef<Path>) -> Result<Mesh, MeshError> {
    let path = path.as_ref();
    let name = path.to_string_lossy();
    let bytes = load(path)?;
    match Format::of(&name, &bytes) {
        Some(Format::TetGenNode) => {
            let ele = beside(path, "ele")?;
            let face = beside(path, "face")?;
            tetgen::read(&name, &bytes, ele.as_deref(), face.as_deref())
        }
        Some(Format::TetGenEle) => {
            let node = load(&path.with_extension("node"))?;
            let face = beside(path, "face")?;
            tetgen::read(&name, &node, Some(&bytes), face.as_deref())
        }
        _ => read(&name, &bytes, None),
    }
}

/// Writes a mesh to a file, in the format of its extension; to a `.node` and the `.ele` beside it
/// (and a `.face`, when the mesh has triangles) for either of these.
///
/// # Errors
///
/// When the extension is none of the formats, when the format cannot hold the mesh (see the
/// `write` of each), and when a file cannot be written.
pub fn write_file(mesh: &Mesh, path: impl AsRef<Path>) -> Result<(), MeshError> {
    let path = path.as_ref();
    let name = path.to_string_lossy();
    let named = |error: MeshError| error.in_file(&name);
    match Format::of(&name, &[]) {
        Some(Format::Obj) => store(path, obj::write(mesh).map_err(named)?),
        Some(Format::Stl) => store(path, stl::write(mesh).map_err(named)?),
        Some(Format::Ply) => store(path, ply::write(mesh).map_err(named)?),
        Some(Format::Gmsh) => store(path, gmsh::write(mesh).map_err(named)?),
        Some(Format::TetGenNode | Format::TetGenEle) => {
            let files = tetgen::write(mesh).map_err(named)?;
            store(&path.with_extension("node"), files.node)?;
            store(&path.with_extension("ele"), files.ele)?;
            files.face.map_or(Ok(()), |face| store(&path.with_extension("face"), face))
        }
        None => Err(named(MeshError::new("an extension of another kind", KNOWN))),
    }
}

/// All bytes of a file.
fn load(path: &Path) -> Result<Vec<u8>, MeshError> {
    fs::read(path).map_err(|error| {
        MeshError::new(error.to_string(), "a file that can be read")
            .in_file(&path.to_string_lossy())
    })
}

/// All bytes of the file with another extension, if there is such a file.
fn beside(path: &Path, extension: &str) -> Result<Option<Vec<u8>>, MeshError> {
    let path = path.with_extension(extension);
    if path.is_file() { load(&path).map(Some) } else { Ok(None) }
}

/// Writes all bytes of a file.
fn store(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), MeshError> {
    fs::write(path, bytes).map_err(|error| {
        MeshError::new(error.to_string(), "a file that can be written")
            .in_file(&path.to_string_lossy())
    })
}
