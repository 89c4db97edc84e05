//! Why the command ends without success.

use std::fmt;
use std::path::Path;

/// Why the command ends without success.
#[derive(Debug)]
pub enum Failure {
    /// The simulation or an expectation failed.
    Simulation(String),
    /// The input was wrong.
    Input(String),
}

impl Failure {
    /// The input was wrong.
    pub fn input(message: impl fmt::Display) -> Self {
        Self::Input(message.to_string())
    }

    /// A file cannot be read or written.
    pub fn file(verb: &str, path: &Path, error: impl fmt::Display) -> Self {
        Self::Input(format!("cannot {verb} {}: {error}", path.display()))
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Simulation(_) => 1,
            Self::Input(_) => 2,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simulation(message) => write!(f, "failed: {message}"),
            Self::Input(message) => write!(f, "error: {message}"),
        }
    }
}
