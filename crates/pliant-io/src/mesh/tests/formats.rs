//! What each format reads.

use super::samples::*;
use crate::mesh::{Format, Mesh, gmsh, obj, ply, read_file, stl, tetgen, write_file};

/// The mesh of the OBJ and PLY samples, but for their lines.
fn square() -> Mesh {
    Mesh {
        points: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Mesh::default()
    }
}

/// The mesh of the Gmsh samples.
fn tet() -> Mesh {
    Mesh {
        points: POINTS.to_vec(),
        triangles: vec![[0, 2, 1]],
        tets: vec![[0, 1, 2, 3]],
        lines: vec![[0, 1]],
    }
}

#[test]
fn obj_reads_its_forms() {
    let mesh = obj::read("a.obj", OBJ.as_bytes()).unwrap();
    assert_eq!(mesh, Mesh { lines: vec![[0, 1], [1, 2]], ..square() });
}

#[test]
fn obj_faces_may_come_before_points() {
    let mesh = obj::read("a.obj", b"f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0").unwrap();
    assert_eq!(mesh.triangles, [[0, 1, 2]]);
}

#[test]
fn obj_comments_are_not_continued() {
    let mesh = obj::read("a.obj", b"# C:\\\nv 1 2 3 # \\\nv 4 5 6\\").unwrap();
    assert_eq!(mesh.points, [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
}

#[test]
fn stl_reads_ascii_and_welds() {
    let mesh = stl::read("a.stl", STL_ASCII.as_bytes()).unwrap();
    assert_eq!(mesh.points.len(), 3);
    assert_eq!(mesh.triangles, [[0, 1, 2], [2, 1, 0]]);
}

#[test]
fn stl_binary_may_begin_with_solid() {
    let mut bytes = stl::write(&square()).unwrap();
    bytes[..5].copy_from_slice(b"solid");
    assert_eq!(stl::read("a.stl", &bytes).unwrap(), square());
}

#[test]
fn ply_reads_all_encodings() {
    for bytes in ply_all() {
        let mesh = ply::read("a.ply", &bytes).unwrap();
        assert_eq!(mesh, Mesh { lines: vec![[0, 1]], ..square() });
    }
}

#[test]
fn gmsh_reads_all_versions_and_encodings() {
    for bytes in gmsh_all() {
        assert_eq!(gmsh::read("a.msh", &bytes).unwrap(), tet());
    }
}

#[test]
fn tetgen_reads_from_one() {
    let [node, ele, face] = [NODE, ELE, FACE].map(str::as_bytes);
    let mesh = tetgen::read("a.node", node, Some(ele), Some(face)).unwrap();
    let expected = Mesh { triangles: vec![[0, 2, 1], [0, 1, 3]], lines: Vec::new(), ..tet() };
    assert_eq!(mesh, expected);
}

#[test]
fn read_picks_the_format() {
    assert_eq!(Format::of("a.OBJ", b""), Some(Format::Obj));
    assert_eq!(Format::of("a.txt", b"ply\n"), Some(Format::Ply));
    assert_eq!(Format::of("a", b" solid x"), Some(Format::Stl));
    assert_eq!(Format::of("a", b"$NOD\n"), Some(Format::Gmsh));
    assert_eq!(Format::of("a.txt", b"hello"), None);
    let pair = Mesh::read("a.node", NODE.as_bytes(), Some(ELE.as_bytes())).unwrap();
    assert_eq!(pair, Mesh::read("a.ele", ELE.as_bytes(), Some(NODE.as_bytes())).unwrap());
    assert!(Mesh::read("a.ele", ELE.as_bytes(), None).is_err());
    assert!(Mesh::read("a.txt", b"hello", None).is_err());
}

#[test]
fn files_are_written_and_read_by_extension() {
    let folder = std::env::temp_dir().join(format!("pliant-mesh-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let solid = Mesh { lines: Vec::new(), ..tet() };
    let cases = [("a.obj", square()), ("a.stl", square()), ("a.ply", square())];
    for (name, mesh) in cases.into_iter().chain([("b.msh", tet()), ("b.ele", solid)]) {
        let path = folder.join(name);
        write_file(&mesh, &path).unwrap();
        assert_eq!(read_file(&path).unwrap(), mesh, "{name}");
    }
    assert!(read_file(folder.join("missing.obj")).is_err());
    assert!(write_file(&tet(), folder.join("a.obj")).is_err());
    assert!(write_file(&tet(), folder.join("a.doc")).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}
