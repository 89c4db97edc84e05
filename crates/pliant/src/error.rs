//! What can go wrong at the public interface. Every message names the object, the value and what
//! would have been accepted.

use std::fmt;

use crate::math::{Real, Vec3};

/// A refused call. Nothing in the world has changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A value out of its range.
    Value {
        /// The object that was to get it, such as ``rigid `ball` ``.
        object: String,
        /// The field.
        field: &'static str,
        /// The value, as text.
        value: String,
        /// What is accepted.
        accepted: String,
    },
    /// A handle whose object has been removed.
    Stale {
        /// The kind of object and the handle.
        object: String,
    },
    /// A node, face or tet that the body does not have.
    Index {
        /// The body.
        object: String,
        /// `node`, `face` or `tet`.
        part: &'static str,
        /// The index asked for.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A snapshot that cannot be read.
    Snapshot {
        /// Why.
        reason: String,
    },
}

/// The result of a call that can be refused.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { object, field, value, accepted } => {
                write!(f, "{object}: {field} is {value}; accepted: {accepted}")
            }
            Self::Stale { object } => write!(f, "{object} has been removed"),
            Self::Index { object, part, index, count } => {
                write!(f, "{object}: {part} {index} does not exist; accepted: below {count}")
            }
            Self::Snapshot { reason } => write!(f, "snapshot: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

/// Checks the fields of one object, so that each check reads as a line.
pub(crate) struct Check<'a>(pub(crate) &'a str);

impl Check<'_> {
    pub(crate) fn refuse<T>(
        &self,
        field: &'static str,
        value: impl fmt::Debug,
        accepted: impl Into<String>,
    ) -> Result<T> {
        Err(Error::Value {
            object: self.0.to_owned(),
            field,
            value: format!("{value:?}"),
            accepted: accepted.into(),
        })
    }

    fn require(&self, ok: bool, field: &'static str, x: Real, accepted: &str) -> Result<()> {
        if ok { Ok(()) } else { self.refuse(field, x, accepted) }
    }

    pub(crate) fn positive(&self, field: &'static str, x: Real) -> Result<()> {
        self.require(x.is_finite() && x > 0.0, field, x, "finite and above 0")
    }

    pub(crate) fn not_negative(&self, field: &'static str, x: Real) -> Result<()> {
        self.require(x.is_finite() && x >= 0.0, field, x, "finite and at least 0")
    }

    pub(crate) fn between(&self, field: &'static str, x: Real, lo: Real, hi: Real) -> Result<()> {
        if x >= lo && x <= hi { Ok(()) } else { self.refuse(field, x, format!("{lo} to {hi}")) }
    }

    pub(crate) fn finite(&self, field: &'static str, v: Vec3) -> Result<()> {
        if v.is_finite() { Ok(()) } else { self.refuse(field, v.to_array(), "finite numbers") }
    }

    pub(crate) fn index(&self, part: &'static str, index: usize, count: usize) -> Result<()> {
        if index < count {
            Ok(())
        } else {
            Err(Error::Index { object: self.0.to_owned(), part, index, count })
        }
    }
}
