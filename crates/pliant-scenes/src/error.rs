//! Why a scene cannot be found or played.

use std::fmt;

use pliant_io::mesh::MeshError;

/// Why a scene cannot be found or played.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// No built-in scene has this name.
    UnknownScene {
        /// The name asked for.
        name: String,
        /// The built-in name nearest to it, if one is near.
        nearest: Option<&'static str>,
    },
    /// The mesh of a deformable body cannot be used.
    Mesh {
        /// The body, such as ``soft `cloth` ``.
        object: String,
        /// Why.
        reason: MeshError,
    },
    /// The engine refused an object or a command.
    Engine {
        /// The scene's object, such as ``anchor `held` ``; empty when the reason names it.
        object: String,
        /// What the engine said.
        reason: String,
    },
    /// A probe asks for something that cannot be measured.
    Probe {
        /// The probe's name.
        name: String,
        /// Why.
        reason: String,
    },
    /// Several things at once.
    Several(Vec<Error>),
    /// A number of the caller is out of range.
    Override {
        /// Which.
        field: &'static str,
        /// The value.
        value: f64,
        /// What is accepted.
        accepted: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownScene { name, nearest } => {
                write!(f, "no built-in scene is named `{name}`")?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => Ok(()),
                }
            }
            Self::Mesh { object, reason } => write!(f, "{object}: {reason}"),
            Self::Engine { object, reason } if object.is_empty() || reason.starts_with(object) => {
                f.write_str(reason)
            }
            Self::Engine { object, reason } => write!(f, "{object}: {reason}"),
            Self::Probe { name, reason } => write!(f, "probe `{name}`: {reason}"),
            Self::Several(errors) => {
                for (i, error) in errors.iter().enumerate() {
                    write!(f, "{}{error}", if i > 0 { "\n" } else { "" })?;
                }
                Ok(())
            }
            Self::Override { field, value, accepted } => {
                write!(f, "{field} is {value}; accepted: {accepted}")
            }
        }
    }
}

impl std::error::Error for Error {}
