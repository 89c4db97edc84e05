//! Standard output.

use std::io::{ErrorKind, IsTerminal, Write};

use crate::failure::Failure;

/// Writes a text. A reader that has gone away (`pliant scenes | head -1`) is no failure.
pub fn text(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::input(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes a value as JSON.
pub fn json<T: serde::Serialize>(value: &T) -> Result<(), Failure> {
    text(&to_json(value)?)
}

/// A value as JSON, with a final newline.
pub fn to_json<T: serde::Serialize>(value: &T) -> Result<String, Failure> {
    serde_json::to_string_pretty(value).map(|text| text + "\n").map_err(Failure::input)
}

/// A word in a colour, if standard output is a terminal that wants any.
pub fn coloured(word: &str, colour: Colour) -> String {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    if wanted && std::io::stdout().is_terminal() {
        format!("\x1b[{}m{word}\x1b[0m", colour as u8)
    } else {
        word.into()
    }
}

/// Colours of a terminal.
#[derive(Clone, Copy, Debug)]
pub enum Colour {
    /// Something failed.
    Red = 31,
    /// All is well.
    Green = 32,
    /// Neither.
    Yellow = 33,
}
