//! Any three texts as TetGen files: an error or a valid mesh, which survives every diagnosis.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pliant_io::mesh::{gmsh, tetgen};

fuzz_target!(|bytes: &[u8]| {
    // A byte that text does not have parts the input into .node, .ele and .face.
    let mut files = bytes.split(|&byte| byte == 0xff);
    let node = files.next().unwrap_or_default();
    if let Ok(mut mesh) = tetgen::read("fuzz", node, files.next(), files.next()) {
        assert!(
            gmsh::write(&mesh).is_ok(),
            "a reader gave a mesh that is not valid"
        );
        let _ = mesh.require_closed_surface();
        let _ = mesh.require_tets();
    }
});
