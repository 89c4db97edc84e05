//! Where a scene comes from: a built-in name or a file.

use std::path::{Path, PathBuf};

use pliant_io::scene::{self, Scene};
use pliant_scenes::builtin;

use crate::failure::Failure;

/// A scene that has been read.
pub struct Source {
    /// Its name in the report: the built-in name, or the file's without extension.
    pub name: String,
    /// The scene.
    pub scene: Scene,
    /// The folder that its mesh files are looked for in; none for built-in scenes.
    pub folder: Option<PathBuf>,
}

/// Reads a scene by name or path, with changes of its values.
pub fn read(scene: &str, changes: &[(&str, &str)]) -> Result<Source, Failure> {
    if is_path(scene) { read_file(Path::new(scene), changes) } else { read_builtin(scene, changes) }
}

/// A path has an extension or a folder, or is there.
pub fn is_path(scene: &str) -> bool {
    scene.ends_with(".toml") || scene.contains(['/', '\\']) || Path::new(scene).is_file()
}

fn read_builtin(name: &str, changes: &[(&str, &str)]) -> Result<Source, Failure> {
    let found = builtin::find(name).map_err(|error| {
        Failure::input(format!("{error}\n`pliant scenes` lists all; a file ends in .toml"))
    })?;
    Ok(Source {
        name: name.into(),
        scene: found.scene(changes).map_err(Failure::input)?,
        folder: None,
    })
}

/// Reads a scene file, with changes of its values.
pub fn read_file(path: &Path, changes: &[(&str, &str)]) -> Result<Source, Failure> {
    let scene = scene::read_file(path, changes).map_err(Failure::input)?;
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    Ok(Source {
        name: stem.to_string_lossy().into_owned(),
        scene,
        folder: path.parent().map(Path::to_path_buf),
    })
}
