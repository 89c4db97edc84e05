//! Elastic solids of real meshes, slivers among them, where these are.

use std::path::{Path, PathBuf};

use pliant_scenes::{Measured, Overrides, Precision, play};

use crate::play_out;

/// Every mesh falls by a tenth of its size and lands: soft as jelly, and stiff as hard rubber. It never becomes faster than it
/// may by falling and whipping, and does not sink in.
#[test]
fn meshes_land_without_harm() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/meshes/tet");
    let Ok(files) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: there are no meshes");
        return;
    };
    let mut files: Vec<PathBuf> = files.map(|f| f.unwrap().path()).collect();
    files.retain(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        // Those of ten thousand elements take minutes.
        name.ends_with("500.msh")
            || name.ends_with("2000.msh")
            || name.starts_with("sofa_torus")
            || name == "clip.msh"
            || name == "dragon_ftw_r100.msh"
    });
    files.sort();
    assert!(files.len() > 20);
    for (path, young) in files.iter().flat_map(|path| [(path, "1e5"), (path, "1e8")]) {
        land(&folder, path, young);
    }
}

fn land(folder: &Path, path: &Path, young: &str) {
    let file = path.file_name().unwrap().to_string_lossy();
    let mesh = pliant_io::mesh::read_file(path).unwrap();
    let (mut low, mut high) = (mesh.points[0], mesh.points[0]);
    for p in &mesh.points {
        for k in 0..3 {
            (low[k], high[k]) = (low[k].min(p[k]), high[k].max(p[k]));
        }
    }
    let size = (0..3).map(|k| high[k] - low[k]).fold(0.0, f64::max);
    let scene = format!(
        r#"
        title = "A mesh that lands"
        seconds = 1

        [[rigid]]
        name = "ground"
        kind = "fixed"
        shape = {{ half_space = {{ normal = [0, 1, 0] }} }}

        [[soft]]
        name = "body"
        mesh = {{ file = "{file}" }}
        model = {{ corotational = {{ young = {young}, poisson = 0.35 }} }}
        density = 1000
        position = [0, {}, 0]

        [[probe]]
        name = "speed"
        of = {{ soft = "body", quantity = "speed_max" }}
        "#,
        0.1 * size - low[1],
    );
    let scene = pliant_io::scene::read("land.toml", &scene, &[]).unwrap();
    let overrides = Overrides { measured: Measured::EveryStep, ..Overrides::default() };
    let mut player = play("land", &scene, Some(folder), Precision::Single, overrides).unwrap();
    play_out(&mut *player);
    let report = player.report();
    let speeds = &report.probes.get("speed").unwrap().value;
    let most = speeds.iter().copied().fold(0.0, f64::max);
    // Falling by its size would make it this fast; ears and tails whip.
    let falls = (2.0 * 9.81 * size).sqrt();
    assert!(most < 2.0 * falls, "{file} {young}: {most} m/s");
    let depth = report.quality.max_penetration_m;
    assert!(depth < 2e-3_f64.max(2e-3 * size), "{file} {young}: {depth} m deep");
}
