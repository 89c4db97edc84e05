//! Broken input gives errors that tell where, what, and what else would do.

use crate::mesh::{Mesh, MeshError, Place, gmsh, obj, ply, primitives, stl, tetgen};

/// A cube of triangles; what follows is added to it.
fn cube(more: &str) -> String {
    let mut text = String::new();
    for corner in 0..8 {
        let [x, y, z] = [0, 1, 2].map(|axis| f64::from(corner >> axis & 1) - 0.5);
        text += &format!("v {x} {y} {z}\n");
    }
    for side in ["1 5 7 3", "2 4 8 6", "1 2 6 5", "3 7 8 4", "1 3 4 2", "5 6 8 7"] {
        text += &format!("f {side}\n");
    }
    text + more
}

/// The mesh of an OBJ text.
fn read(text: &str) -> Mesh {
    obj::read("a.obj", text.as_bytes()).unwrap()
}

/// Asserts where an error is and what it found.
#[track_caller]
fn assert_error<T: std::fmt::Debug>(result: Result<T, MeshError>, place: Place, found: &str) {
    let error = result.unwrap_err();
    assert_eq!((error.place, error.found.as_str()), (place, found), "{error}");
    assert!(!error.accepted.is_empty());
}

/// A Gmsh 2.2 file of a unit tet's points and these elements.
fn gmsh_with(elements: &str) -> Result<Mesh, MeshError> {
    let count = elements.lines().count();
    let text = format!(
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n\
         5 1 1 0\n$EndNodes\n$Elements\n{count}\n{elements}\n$EndElements\n"
    );
    gmsh::read("a.msh", text.as_bytes())
}

#[test]
fn coordinates_must_be_finite() {
    for word in ["nan", "inf", "-infinity", "1e999", "one", "0x1", "1,5"] {
        let text = format!("v 0 0 0\nv 0 {word} 0\n");
        assert_error(obj::read("a.obj", text.as_bytes()), Place::TextLine(2), word);
        let text = format!("2 3\n0 0 0 0\n1 {word} 0 0\n");
        assert_error(tetgen::read("a", text.as_bytes(), None, None), Place::TextLine(3), word);
        let text = format!("$NOD\n1\n1 0 0 {word}\n$ENDNOD\n");
        assert_error(gmsh::read("a", text.as_bytes()), Place::TextLine(3), word);
    }
    let mut bytes = stl::write(&read(&cube(""))).unwrap();
    bytes[84 + 12..84 + 16].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_error(stl::read("a.stl", &bytes), Place::Byte(96), "NaN");
}

#[test]
fn indices_must_be_of_points() {
    for word in ["0", "4", "-4", "4294967297", "99999999999999999999", "-9223372036854775808", "x"]
    {
        let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 {word}\n");
        assert_error(obj::read("a.obj", text.as_bytes()), Place::TextLine(4), word);
    }
    assert_error(gmsh_with("1 4 2 1 1 1 2 3 8"), Place::TextLine(14), "node 8");
    assert_error(gmsh_with("1 4 2 1 1 1 2 3 0"), Place::TextLine(14), "node 0");
    assert_error(gmsh_with("1 5 2 1 1 1 2 3 4 5 1 2 3"), Place::TextLine(14), "element type 5");
    let node = b"4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1\n";
    let ele = Some(&b"1 4 0\n0 0 1 2 7\n"[..]);
    assert_error(tetgen::read("a.node", node, ele, None), Place::TextLine(2), "7");
    assert_eq!(tetgen::read("b/a.node", node, ele, None).unwrap_err().file, "b/a.ele");
    let header = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n\
        property float z\nelement face 1\nproperty list int int vertex_index\nend_header\n";
    let text = format!("{header}0 0 0\n3 0 0 1\n");
    assert_error(ply::read("a.ply", text.as_bytes()), Place::TextLine(11), "1");
    let text = format!("{header}0 0 0\n3 0 0 -1\n");
    assert_error(ply::read("a.ply", text.as_bytes()), Place::TextLine(11), "-1");
    let text = format!("{header}0 0 0\n-3 0 0 0\n");
    assert_error(ply::read("a.ply", text.as_bytes()), Place::TextLine(11), "-3");
}

#[test]
fn empty_files_are_errors() {
    assert_error(obj::read("a", b""), Place::TextLine(1), "no points");
    assert_error(gmsh::read("a", b""), Place::TextLine(1), "no nodes");
    assert_error(tetgen::read("a", b"", None, None), Place::TextLine(1), "the end of the file");
    assert_error(tetgen::read("a", b"0 3 0 0", None, None), Place::TextLine(1), "no points");
    assert_error(ply::read("a", b""), Place::TextLine(1), "the end of the file");
    assert_error(stl::read("a", b"solid\nendsolid\n"), Place::TextLine(3), "no triangles");
    assert!(stl::read("a", b"").is_err());
    let empty = "ply\nformat ascii 1.0\nelement vertex 0\nproperty int x\nproperty int y\n\
        property int z\nend_header\n";
    assert_error(ply::read("a", empty.as_bytes()), Place::TextLine(8), "no points");
}

#[test]
fn headers_that_promise_too_much_are_errors() {
    let text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1000000000\n1 0 0 0\n2 1 0";
    assert_error(gmsh::read("a", text.as_bytes()), Place::TextLine(7), "the end of the file");
    let text = b"18446744073709551615 3 0 0\n0 0 0 0\n";
    assert_error(tetgen::read("a", text, None, None), Place::TextLine(3), "the end of the file");
    let mut bytes = stl::write(&read(&cube(""))).unwrap();
    bytes[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(stl::read("a", &bytes).unwrap_err().place, Place::Byte(_)));
    for format in ["ascii", "binary_little_endian"] {
        let text = format!(
            "ply\nformat {format} 1.0\nelement nothing 18446744073709551615\nelement vertex \
             18446744073709551615\nproperty char x\nproperty char y\nproperty char z\nend_header\n"
        );
        assert!(ply::read("a", text.as_bytes()).is_err());
    }
}

#[test]
fn gmsh_names_what_it_does_not_read() {
    let read = |text: &str| gmsh::read("a.msh", text.as_bytes());
    assert_error(read("$MeshFormat\n4 0 8\n"), Place::TextLine(2), "4");
    assert_error(read("$Nodes\n1\n"), Place::TextLine(1), "$Nodes");
    assert_error(read("hello"), Place::TextLine(1), "hello");
    assert_error(read("$Data\n"), Place::TextLine(1), "`$Data` without end");
    let twice = "$NOD\n2\n1 0 0 0\n1 1 0 0\n$ENDNOD\n";
    assert_error(read(twice), Place::TextLine(4), "node 1 twice");
}

#[test]
fn inverted_and_flat_tets_are_named() {
    let mut mesh = gmsh_with("1 4 2 1 1 1 2 3 4\n2 4 2 1 1 2 3 5 4").unwrap();
    let found = "an inverted tet of volume -1.6666666666666666e-1 m³ (1 in all)";
    assert_error(mesh.require_tets(), Place::Tet(1), found);
    assert_eq!(mesh.check().inverted_tets, 1);
    let mut flat = gmsh_with("1 4 2 1 1 1 2 3 5").unwrap();
    assert_error(flat.require_tets(), Place::Tet(0), "a flat tet of volume 0e0 m³");
    assert_eq!(flat.check().flat_tets, 1);
    assert_error(read(&cube("")).require_tets(), Place::Whole, "no tets");
}

#[test]
fn tets_that_are_all_inverted_are_turned() {
    let mut mesh = gmsh_with("1 4 2 1 1 1 3 2 4").unwrap();
    let notes = mesh.require_tets().unwrap();
    assert_eq!(notes[0], "all 1 tets were inverted and have been turned");
    assert_eq!(mesh.tets, [[0, 2, 3, 1]]);
    assert_eq!(mesh.check().inverted_tets, 0);
}

#[test]
fn surfaces_must_be_proper() {
    let good = read(&cube(""));
    assert!(good.require_closed_surface().unwrap().is_empty());
    let fin = read(&cube("v 0 0 2\nf 1 2 9\n"));
    let found = "3 triangles on the edge of points 0 and 1";
    assert_error(fin.require_surface(), Place::Triangle(12), found);
    let needle = read(&cube("v 1 1 1\nv 2 2 2\nf 8 9 10\n"));
    assert_error(needle.require_surface(), Place::Triangle(12), "no area between points [7, 8, 9]");
    let twice = read(&cube("f 1 1 2\n"));
    assert_error(twice.require_surface(), Place::Triangle(12), "no area between points [0, 0, 1]");
    let turned = cube("").replace("f 5 6 8 7", "f 5 7 8 6");
    let found = "triangles that face both ways";
    assert_error(read(&turned).require_closed_surface(), Place::Whole, found);
    let mut inside_out = good;
    inside_out.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    assert!(inside_out.require_closed_surface().is_err());
}

#[test]
fn open_surfaces_are_cloth_and_no_volume() {
    let open = read(&cube("").replace("f 5 6 8 7\n", ""));
    assert_eq!(open.require_surface().unwrap().len(), 1);
    assert_error(open.require_closed_surface(), Place::Whole, "4 open edges");
    assert_eq!(open.check().volume, None);
}

#[test]
fn soup_is_welded_on_demand() {
    let cube = read(&cube(""));
    let corners = cube.triangles.iter().flatten().map(|&i| cube.points[i as usize]);
    let mut soup = Mesh { points: corners.collect(), ..Mesh::default() };
    soup.triangles = (0..12).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let found = "36 open edges and 28 duplicated points";
    assert_error(soup.require_closed_surface(), Place::Whole, found);
    assert_eq!(soup.weld(), 28);
    assert!(soup.require_closed_surface().unwrap().is_empty());
}

#[test]
fn sizes_must_suit_single_precision() {
    let scaled = |scale: f64| {
        let mut mesh = read(&cube(""));
        mesh.points.iter_mut().flatten().for_each(|x| *x *= scale);
        mesh
    };
    let huge = scaled(1e30);
    assert_error(huge.require_surface(), Place::Point(0), "[-5e29, -5e29, -5e29]");
    let tiny = scaled(1e-12);
    assert_error(tiny.require_surface(), Place::Whole, "a largest extent of 1e-12 m");
    assert!(!scaled(1e300).check().problems.is_empty());
}

#[test]
fn meshes_made_by_hand_are_checked_too() {
    let broken = Mesh {
        points: vec![[0.0; 3], [f64::NAN; 3]],
        triangles: vec![[0, 1, 9]],
        tets: vec![[0, 1, 2, u32::MAX]],
        lines: vec![[5, 6]],
    };
    let check = broken.check();
    assert_eq!((check.broken_elements, check.infinite_points), (3, 1));
    assert_error(broken.require_surface(), Place::Point(1), "[NaN, NaN, NaN]");
    assert!(gmsh::write(&broken).is_err());
    assert!(obj::write(&Mesh::default()).is_err());
    assert_eq!(Mesh::default().check().problems, ["there are no points"]);
}

#[test]
fn primitives_refuse_what_is_out_of_range() {
    use primitives::*;
    assert!(grid([1.0, 1.0], [1, 5], Diagonals::Parallel).is_err());
    assert!(grid([1.0, f64::NAN], [5, 5], Diagonals::Parallel).is_err());
    assert!(rope(-1.0, 5).is_err());
    assert!(polyline(&[[0.0; 3], [0.0; 3]], 5).is_err());
    assert!(polyline(&[[0.0; 3], [1.0, f64::NAN, 0.0]], 5).is_err());
    assert!(polyline(&[[0.0; 3]], 5).is_err());
    assert!(net([1.0, 1.0], [0, 3], 2).is_err());
    assert!(net([1.0, 1.0], [3, 3], 0).is_err());
    assert!(tet_box([1.0; 3], [u32::MAX; 3]).is_err());
    assert!(tet_cylinder(1.0, 1.0, 0, 1, 6).is_err());
    assert!(tet_cylinder(1.0, 1.0, 1, 1, 2).is_err());
    assert!(tet_sphere(0.0, 2).is_err());
    assert!(icosphere(1.0, 10).is_err());
    assert!(cuboid([0.0; 3]).is_err());
    assert!(lathe(&[[0.0, 0.0], [0.0, 1.0]], 8).is_err());
    assert!(lathe(&[[1.0, 0.0], [0.0, 0.5], [1.0, 1.0]], 8).is_err());
    assert!(lathe(&[[1.0, 0.0], [1.0, 1.0]], 2).is_err());
    assert!(lathe(&[], 8).is_err());
    assert!(gear(2, 0.0, 1.0, 2.0, 1.0).is_err());
    assert!(gear(8, 1.0, 0.5, 2.0, 1.0).is_err());
    assert!(teapot(1.0, 1).is_err());
}
