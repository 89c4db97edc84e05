//! What is wrong with a scene file, and where.

use std::fmt;

use super::nearest;
use super::source::{Place, Sources};

/// One thing that is wrong with a scene file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, or the `--set` option, as the caller named it.
    pub file: String,
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    /// The field, as in `soft[0].model.inextensible.bending`; empty for mistakes of syntax.
    pub path: String,
    /// What is wrong, the value found, and what is accepted.
    pub message: String,
}

/// Everything that is wrong with a scene file, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// The problems; never empty in an error, and never more than [`Problems::LIMIT`].
    pub list: Vec<Problem>,
    /// How many more there are.
    pub omitted: usize,
}

impl Problems {
    /// The most problems that are kept of one file.
    pub const LIMIT: usize = 100;
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: ", self.file, self.line, self.column)?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.list.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{problem}")?;
        }
        if self.omitted > 0 {
            write!(f, "\nand {} more", self.omitted)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}
impl std::error::Error for Problems {}

/// A problem whose place is not yet turned into file, line and column.
struct Finding {
    place: Place,
    path: String,
    message: String,
}

/// Problems as the stages of reading find them.
#[derive(Default)]
pub(super) struct Report {
    findings: Vec<Finding>,
    omitted: usize,
}

impl Report {
    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// Whether further problems are counted but not kept.
    pub fn is_full(&self) -> bool {
        self.findings.len() >= Problems::LIMIT
    }

    pub fn push(&mut self, place: Place, path: impl fmt::Display, message: impl Into<String>) {
        if self.is_full() {
            self.omitted += 1;
        } else {
            let (path, message) = (path.to_string(), message.into());
            self.findings.push(Finding { place, path, message });
        }
    }

    /// `; did you mean …?` if a candidate is near, else nothing. A full report does not search.
    pub fn suggest<'a>(&self, word: &str, candidates: impl Iterator<Item = &'a str>) -> String {
        if self.is_full() {
            return String::new();
        }
        nearest::nearest(word, candidates)
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default()
    }

    /// Paths of all problems kept.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.findings.iter().map(|finding| finding.path.as_str())
    }

    /// The problems in the order of the text, each with its line and column.
    pub fn into_problems(mut self, sources: &Sources) -> Problems {
        self.findings.sort_by_key(|finding| finding.place);
        let resolve = |finding: Finding| {
            let (file, line, column) = sources.resolve(finding.place);
            Problem { file, line, column, path: finding.path, message: finding.message }
        };
        Problems { list: self.findings.into_iter().map(resolve).collect(), omitted: self.omitted }
    }
}
