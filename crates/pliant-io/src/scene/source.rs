//! The texts a scene is read from, and the way from a byte offset to a line and a column.

/// A byte in one of the texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// Which text: 0 is the file, then those it includes, then `--set` options in their order.
    pub source: usize,
    /// Byte offset in that text.
    pub offset: usize,
}

/// The texts a scene is read from.
#[derive(Default)]
pub(super) struct Sources {
    sources: Vec<Source>,
}

/// One text with its name and the offsets at which its lines start.
struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
}

impl Sources {
    /// Adds a text and returns its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> usize {
        let text = text.into();
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(newlines.map(|(i, _)| i + 1)).collect();
        self.sources.push(Source { name: name.into(), text, line_starts });
        self.sources.len() - 1
    }

    /// Name of the text, line and column (both from 1, the column in characters) of a place.
    pub fn resolve(&self, place: Place) -> (String, usize, usize) {
        let Some(source) = self.sources.get(place.source) else {
            return (String::new(), 1, 1);
        };
        let offset = place.offset.min(source.text.len());
        let line = source.line_starts.partition_point(|start| *start <= offset);
        let start = source.line_starts.get(line.saturating_sub(1)).copied().unwrap_or(0);
        // Counting the bytes that start a character needs no character boundary at `offset`.
        let before = &source.text.as_bytes()[start..offset];
        let column = before.iter().filter(|byte| (**byte & 0xC0) != 0x80).count() + 1;
        (source.name.clone(), line, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let mut sources = Sources::default();
        let source = sources.add("f", "ab\nµc\n");
        let at = |offset| {
            let (_, line, column) = sources.resolve(Place { source, offset });
            (line, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(1), (1, 2));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(5), (2, 2));
        assert_eq!(at(7), (3, 1));
        assert_eq!(at(999), (3, 1));
    }
}
