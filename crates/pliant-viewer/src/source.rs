//! Where a scene comes from: a built-in name, or the file that the viewer was started with.

use std::path::PathBuf;

use pliant_io::scene::{self, Scene};
use pliant_scenes::builtin;

/// Where a scene comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A built-in scene by name.
    Builtin(String),
    /// A scene file. It is read again at every reset, so that it can be edited meanwhile.
    File(PathBuf),
}

/// The name under which the page asks for the file: it never names a path.
pub(crate) const FILE: &str = "@file";

impl Source {
    /// The name under which the page asks for it.
    pub(crate) fn id(&self) -> &str {
        match self {
            Self::Builtin(name) => name,
            Self::File(_) => FILE,
        }
    }

    /// The name for people: that of the scene, or of the file without extension.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Builtin(name) => name.clone(),
            Self::File(path) => {
                path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
            }
        }
    }

    /// The folder that mesh files are looked for in.
    pub(crate) fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::Builtin(_) => None,
            Self::File(path) => path.parent().map(PathBuf::from),
        }
    }

    /// Reads the scene, with changes of its values.
    ///
    /// # Errors
    /// Everything that is wrong, one problem a line.
    pub(crate) fn read(&self, changes: &[(&str, &str)]) -> Result<Scene, String> {
        match self {
            Self::Builtin(name) => {
                let found = builtin::find(name).map_err(|error| error.to_string())?;
                found.scene(changes).map_err(|problems| problems.to_string())
            }
            Self::File(path) => {
                let shown = path.display().to_string();
                let text = std::fs::read_to_string(path)
                    .map_err(|error| format!("cannot read {shown}: {error}"))?;
                scene::read(&shown, &text, changes).map_err(|problems| problems.to_string())
            }
        }
    }
}
