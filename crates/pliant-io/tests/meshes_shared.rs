//! Reads a folder of test meshes that is not part of the project, where it exists.
//!
//! Its `index.json` states counts, volume and quality of each file; `bad/` holds broken ones. The
//! broken ones are repeated in the unit tests, so nothing is lost without the folder.

use std::fs;
use std::path::{Path, PathBuf};

use pliant_io::mesh::{Check, Mesh, Place, primitives, read_file, surface};
use serde_json::Value;

/// The folder, if it is there.
fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/meshes");
    folder.is_dir().then_some(folder)
}

/// All files of a subfolder, sorted.
fn files(folder: &Path, under: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join(under)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// What the index says of a file, under `folder/first part of its name`.
fn entry<'a>(index: &'a Value, path: &Path) -> Option<&'a Value> {
    let name = path.file_name()?.to_str()?.split('.').next()?;
    let under = path.parent()?.file_name()?.to_str()?;
    index.get(format!("{under}/{name}"))
}

/// Compares a number of the index, if it is there.
fn compare(path: &Path, entry: &Value, name: &str, found: f64, tolerance: f64) {
    if let Some(expected) = entry.get(name).and_then(Value::as_f64) {
        let near = (found - expected).abs() <= tolerance * expected.abs().max(1e-30);
        assert!(near, "{}: {name} is {found}, the index says {expected}", path.display());
    }
}

/// Compares a diagnosis with the index.
fn compare_all(path: &Path, entry: &Value, mesh: &Mesh, check: &Check) {
    compare(path, entry, "vertices", check.points as f64, 0.0);
    compare(path, entry, "nodes", check.points as f64, 0.0);
    compare(path, entry, "tets", check.tets as f64, 0.0);
    compare(path, entry, "tris", check.triangles as f64, 0.0);
    if let Some(volume) = check.volume {
        compare(path, entry, "volume", volume, 1e-6);
    }
    if let Some(quality) = check.worst_quality {
        compare(path, entry, "min_altitude_over_max_edge", quality, 1e-4);
    }
    if let Some(watertight) = entry.get("watertight").and_then(Value::as_bool) {
        assert_eq!(check.closed, watertight, "{}: watertight", path.display());
    }
    if let Some(oriented) = entry.get("winding_ok").and_then(Value::as_bool) {
        assert_eq!(check.oriented, oriented, "{}: winding", path.display());
    }
    let used = check.points - check.unreferenced_points;
    let edges = surface::triangle_edges(&mesh.triangles).len();
    let euler = used as f64 - edges as f64 + mesh.triangles.len() as f64;
    compare(path, entry, "euler", euler, 0.0);
}

#[test]
fn mesh_folder_reads_as_its_index_says() {
    let Some(folder) = folder() else { return };
    let index = fs::read(folder.join("index.json")).unwrap();
    let index: Value = serde_json::from_slice(&index).unwrap();
    let mut compared = 0;
    for under in ["surface", "grid", "tet"] {
        for path in files(&folder, under) {
            let mut mesh = read_file(&path).unwrap_or_else(|error| panic!("{error}"));
            let check = mesh.check();
            if under == "tet" {
                let original = path.to_string_lossy().contains("original");
                assert!(original || check.inverted_tets == 0, "{}", path.display());
                mesh.require_tets().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            }
            if let Some(entry) = entry(&index, &path) {
                compare_all(&path, entry, &mesh, &check);
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "only {compared} files were compared");
}

#[test]
fn mesh_folder_has_the_same_tets_in_each_format() {
    let Some(folder) = folder() else { return };
    for path in files(&folder, "tet") {
        if path.extension().is_some_and(|e| e == "node") {
            let pair = read_file(&path).unwrap();
            assert_eq!(pair, read_file(path.with_extension("ele")).unwrap());
            for extension in ["msh", "v4.msh"] {
                let other = path.with_extension(extension);
                if other.is_file() {
                    assert_eq!(pair.tets, read_file(&other).unwrap().tets, "{}", other.display());
                }
            }
        }
    }
}

#[test]
fn mesh_folder_has_the_generated_teapot() {
    let Some(folder) = folder() else { return };
    let other = read_file(folder.join("surface/teapot_original.obj")).unwrap();
    let teapot = primitives::teapot(1.0, 4).unwrap();
    assert_eq!(teapot.triangles.len(), other.triangles.len());
    let distance = |p: &[f64; 3], q: &[f64; 3]| (0..3).map(|i| (p[i] - q[i]).abs()).sum::<f64>();
    let nearest = |p, all: &[[f64; 3]]| all.iter().map(|q| distance(p, q)).fold(1.0, f64::min);
    // That copy has one control point of the rim wrong (-0.874 for -0.784), which moves 9 points.
    for (from, to) in [(&teapot, &other), (&other, &teapot)] {
        let far = from.points.iter().filter(|p| nearest(p, &to.points) > 1e-4).count();
        assert!(far <= 9, "{far} points are not in both");
        assert!(from.points.iter().all(|p| nearest(p, &to.points) < 0.006));
    }
}

/// The broken file of that name.
fn bad(folder: &Path, name: &str) -> Result<Mesh, pliant_io::mesh::MeshError> {
    read_file(folder.join("bad").join(name))
}

#[test]
fn mesh_folder_bad_files_that_cannot_be_read() {
    let Some(folder) = folder() else { return };
    let cases = [
        ("04_nan_inf.obj", Place::TextLine(3), "nan"),
        ("05_huge_index.obj", Place::TextLine(5), "4294967297"),
        ("06_empty.obj", Place::TextLine(1), "no points"),
        ("06_empty.msh", Place::TextLine(10), "no nodes"),
        ("06_empty.node", Place::TextLine(1), "no points"),
        ("06_empty.ele", Place::TextLine(1), "no points"),
        ("12_truncated.msh", Place::TextLine(7), "the end of the file"),
        ("13_tet_index_out_of_range.msh", Place::TextLine(13), "node 8"),
        ("13_tet_index_out_of_range.ele", Place::TextLine(2), "7"),
        ("13_tet_index_out_of_range.node", Place::TextLine(2), "7"),
    ];
    for (name, place, found) in cases {
        let error = bad(&folder, name).expect_err(name);
        assert_eq!((error.place, error.found.as_str()), (place, found), "{error}");
    }
}

#[test]
fn mesh_folder_bad_files_that_cannot_be_simulated() {
    let Some(folder) = folder() else { return };
    for name in ["02_inverted_tet.msh", "02_inverted_tet.node", "02_inverted_tet.ele"] {
        let error = bad(&folder, name).unwrap().require_tets().unwrap_err();
        assert_eq!(error.place, Place::Tet(1), "{error}");
    }
    for name in ["11_degenerate_flat_tet.msh", "11_degenerate_flat_tet.node"] {
        let error = bad(&folder, name).unwrap().require_tets().unwrap_err();
        assert_eq!(error.place, Place::Tet(0), "{error}");
    }
    let surfaces = [
        ("01_nonmanifold_edge.obj", Place::Triangle(12)),
        ("03_zero_area_tri.obj", Place::Triangle(12)),
        ("09_open_surface.obj", Place::Whole),
        ("10_coords_1e30.obj", Place::Point(0)),
        ("15_coords_1e-12.obj", Place::Whole),
    ];
    for (name, place) in surfaces {
        let error = bad(&folder, name).unwrap().require_closed_surface().unwrap_err();
        assert_eq!(error.place, place, "{error}");
    }
}

#[test]
fn mesh_folder_bad_files_that_can_be_repaired() {
    let Some(folder) = folder() else { return };
    let mut inverted = bad(&folder, "14_negative_volume_all.node").unwrap();
    let notes = inverted.require_tets().unwrap();
    assert_eq!(notes, ["all 1 tets were inverted and have been turned"]);
    assert!(inverted.check().volume.unwrap() > 0.0);

    let mut soup = bad(&folder, "07_duplicated_vertices.obj").unwrap();
    assert!(soup.require_closed_surface().is_err());
    assert_eq!(soup.weld(), 28);
    soup.require_closed_surface().unwrap();

    let crossing = bad(&folder, "08_self_intersecting.obj").unwrap();
    let notes = crossing.require_closed_surface().unwrap();
    assert_eq!(notes, ["2 parts are not connected"]);
    assert!(!surface::crossings(&crossing, 1).is_empty());
}
