//! `pliant check`.

use std::path::{Path, PathBuf};

use pliant_scenes::{Overrides, Precision, play};

use crate::failure::Failure;
use crate::{output, source};

/// Reads scene files, meshes included, and prints all problems.
pub fn check(files: &[PathBuf]) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for file in files {
        match check_file(file) {
            Ok(title) => output::text(&format!("{}: ok: {title}\n", file.display()))?,
            Err(Failure::Input(message) | Failure::Simulation(message)) => problems.push(message),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Input(problems.join("\n"))) }
}

fn check_file(file: &Path) -> Result<String, Failure> {
    let source = source::read_file(file, &[])?;
    let folder = source.folder.as_deref();
    // What only the engine or a mesh file can refuse shows when the world is made.
    play(&source.name, &source.scene, folder, Precision::Single, Overrides::default())
        .map_err(|error| Failure::input(format!("{}: {error}", file.display())))?;
    Ok(source.scene.title)
}
