//! Any bytes as PLY: an error or a valid mesh, which survives every diagnosis.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pliant_io::mesh::{gmsh, ply as format};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mut mesh) = format::read("fuzz", bytes) {
        assert!(
            gmsh::write(&mesh).is_ok(),
            "a reader gave a mesh that is not valid"
        );
        let _ = mesh.require_closed_surface();
        let _ = mesh.require_tets();
    }
});
