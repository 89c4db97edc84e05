//! A position in the bytes of a file, from which words, lines and binary values are taken.

use super::{MeshError, Place};

/// The longest piece of a file that an error quotes, in characters.
const LONGEST_QUOTE: usize = 40;

/// A position in the bytes of a file.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    file: &'a str,
    bytes: &'a [u8],
    /// The next byte to read.
    at: usize,
    /// Where the value that was read last begins.
    mark: usize,
    /// The line of `at`, from 1.
    line: usize,
    /// Whether errors give the byte offset instead of the line.
    binary: bool,
    /// What the bytes end with, for errors.
    end: &'static str,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of a file.
    pub fn new(file: &'a str, bytes: &'a [u8]) -> Self {
        Self { file, bytes, at: 0, mark: 0, line: 1, binary: false, end: "the end of the file" }
    }

    /// From here on errors give byte offsets.
    pub fn set_binary(&mut self) {
        self.binary = true;
    }

    /// The bytes not yet read.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Whether all bytes were read.
    pub fn at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// The next word between white space, if there is one.
    pub fn word(&mut self) -> Option<&'a [u8]> {
        let blank = self.rest().iter().take_while(|b| b.is_ascii_whitespace()).count();
        self.advance(blank);
        self.mark = self.at;
        let length = self.rest().iter().take_while(|b| !b.is_ascii_whitespace()).count();
        let word = self.rest().get(..length)?;
        self.at += length;
        (length > 0).then_some(word)
    }

    /// The next line as a cursor of its own, without its end; `None` at the end of the file.
    pub fn line(&mut self) -> Option<Self> {
        let length = self.rest().iter().take_while(|&&b| b != b'\n').count();
        self.lines_of(length)
    }

    /// The next `length` bytes as a cursor of their own, then past the line end that follows.
    pub fn lines_of(&mut self, length: usize) -> Option<Self> {
        if self.at_end() {
            return None;
        }
        let text = self.rest().get(..length)?;
        let line = Self { bytes: text, at: 0, mark: 0, end: "the end of the line", ..self.clone() };
        self.advance(length.saturating_add(1));
        Some(line)
    }

    /// The same cursor over the bytes that come before the first `sign`.
    pub fn before(mut self, sign: u8) -> Self {
        self.bytes = self.bytes.split(|&b| b == sign).next().unwrap_or_default();
        self
    }

    /// Goes past the end of this line.
    pub fn end_line(&mut self) {
        self.line();
    }

    /// Goes past the next occurrence of `text`; false, and no movement, when there is none.
    pub fn skip_past(&mut self, text: &[u8]) -> bool {
        match self.rest().windows(text.len().max(1)).position(|window| window == text) {
            Some(before) => {
                self.advance(before + text.len());
                true
            }
            None => false,
        }
    }

    /// Moves on, counting lines.
    fn advance(&mut self, length: usize) {
        let passed = self.rest();
        let passed = passed.get(..length).unwrap_or(passed);
        self.line += passed.iter().filter(|&&b| b == b'\n').count();
        self.at += passed.len();
    }

    /// The next word, which must be there.
    pub fn need_word(&mut self, accepted: &str) -> Result<&'a [u8], MeshError> {
        match self.word() {
            Some(word) => Ok(word),
            None => Err(self.fail(self.end, accepted)),
        }
    }

    /// The next word, which must be a finite number.
    pub fn real(&mut self, what: &str) -> Result<f64, MeshError> {
        let word = self.need_word(what)?;
        match parse::<f64>(word).filter(|number| number.is_finite()) {
            Some(number) => Ok(number),
            None => Err(self.fail(quote(word), format!("{what}, a finite number"))),
        }
    }

    /// The next word, which must be a whole number that is not negative.
    pub fn count(&mut self, what: &str) -> Result<u64, MeshError> {
        let word = self.need_word(what)?;
        match parse::<u64>(word) {
            Some(number) => Ok(number),
            None => Err(self.fail(quote(word), format!("{what}, a whole number from 0"))),
        }
    }

    /// The next word, which must be a whole number.
    pub fn integer(&mut self, what: &str) -> Result<i64, MeshError> {
        let word = self.need_word(what)?;
        match parse::<i64>(word) {
            Some(number) => Ok(number),
            None => Err(self.fail(quote(word), format!("{what}, a whole number"))),
        }
    }

    /// Three finite numbers.
    pub fn point(&mut self) -> Result<[f64; 3], MeshError> {
        Ok([self.real("x")?, self.real("y")?, self.real("z")?])
    }

    /// The next `N` bytes as they are.
    pub fn take<const N: usize>(&mut self, what: &str) -> Result<[u8; N], MeshError> {
        self.mark = self.at;
        match self.rest().first_chunk::<N>() {
            Some(bytes) => {
                self.at += N;
                Ok(*bytes)
            }
            None => {
                Err(self
                    .fail(format!("{} (only {} bytes left)", self.end, self.rest().len()), what))
            }
        }
    }

    /// An error at the value that was read last.
    pub fn fail(&self, found: impl Into<String>, accepted: impl Into<String>) -> MeshError {
        let place = if self.binary { Place::Byte(self.mark) } else { Place::TextLine(self.line) };
        MeshError::new(found, accepted).at(place).in_file(self.file)
    }
}

/// A word as a number, if it is one.
pub(super) fn parse<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// A piece of a file, fit to stand in an error: readable and not long.
pub(super) fn quote(word: &[u8]) -> String {
    let head = word.get(..4 * LONGEST_QUOTE).unwrap_or(word);
    let text = String::from_utf8_lossy(head);
    let mut quoted: String =
        text.chars().take(LONGEST_QUOTE).flat_map(char::escape_debug).collect();
    if text.chars().count() > LONGEST_QUOTE {
        quoted.push('…');
    }
    quoted
}

/// The index of a point that a reader is about to add.
pub(super) fn next_index(count: usize, cursor: &Cursor<'_>) -> Result<u32, MeshError> {
    u32::try_from(count)
        .map_err(|_| cursor.fail(format!("more than {count} points"), "at most 4294967295 points"))
}
