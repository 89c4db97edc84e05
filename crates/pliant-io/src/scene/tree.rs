//! TOML as a tree in which every value knows its place in the text.

use std::fmt;
use std::ops::Range;

use serde_json::Value as Json;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::nearest::clipped;
use super::problem::Report;
use super::source::Place;

/// No scene nests this deeply; the recursion over the tree relies on it.
const DEEPEST: usize = 32;

/// A value and its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub place: Place,
    pub value: Value,
}

/// A TOML value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    Datetime(String),
    List(Vec<Node>),
    Table(Table),
    /// An integer that no signed 64-bit integer holds; no rule takes it.
    TooLong(String),
    /// A value below the deepest level; no rule gets there.
    TooDeep,
}

/// The entries of a table in the order of the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub entries: Vec<Entry>,
}

/// A key, its place and its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: String,
    pub place: Place,
    pub node: Node,
}

/// The way from the root to a value, printed as `soft[0].mesh`.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

/// Reads a whole TOML text. Mistakes of syntax go to the report, and then there is no tree.
pub(super) fn parse(text: &str, source: usize, report: &mut Report) -> Option<Table> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let from = Origin { source, base: 0 };
    if refused(&errors, from, report) {
        return None;
    }
    Some(from.table(table.get_ref(), 0))
}

/// Reads one TOML value that starts `base` bytes into a text.
pub(super) fn parse_value(
    text: &str,
    source: usize,
    base: usize,
    report: &mut Report,
) -> Option<Node> {
    let (value, errors) = DeValue::parse_recoverable(text);
    let from = Origin { source, base };
    if refused(&errors, from, report) {
        return None;
    }
    Some(from.node(&value, 0))
}

/// Reports mistakes of syntax; says whether there were any.
fn refused(errors: &[toml::de::Error], from: Origin, report: &mut Report) -> bool {
    let mut last = None;
    for error in errors {
        // One slip often upsets the parser several times at the same place.
        if last.replace(error.span()) != Some(error.span()) {
            let message = format!("not TOML: {}", error.message());
            report.push(from.place(error.span().unwrap_or(0..0)), Path::Root, message);
        }
    }
    !errors.is_empty()
}

/// Where a piece of TOML comes from.
#[derive(Clone, Copy)]
struct Origin {
    source: usize,
    base: usize,
}

impl Origin {
    fn place(self, span: Range<usize>) -> Place {
        Place { source: self.source, offset: self.base + span.start }
    }

    fn table(self, table: &DeTable<'_>, depth: usize) -> Table {
        let entry = |(key, value): (&Spanned<DeString<'_>>, &Spanned<DeValue<'_>>)| {
            let place = self.place(key.span());
            let mut node = self.node(value, depth + 1);
            // A table that only dotted keys made has no text of its own.
            node.place = node.place.max(place);
            Entry { key: key.get_ref().to_string(), place, node }
        };
        let mut entries: Vec<Entry> = table.iter().map(entry).collect();
        entries.sort_by_key(|entry| entry.place);
        Table { entries }
    }

    fn node(self, spanned: &Spanned<DeValue<'_>>, depth: usize) -> Node {
        let value = match spanned.get_ref() {
            _ if depth > DEEPEST => Value::TooDeep,
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(digits) => i64::from_str_radix(digits.as_str(), digits.radix())
                .map_or_else(|_| Value::TooLong(digits.to_string()), Value::Integer),
            DeValue::Float(digits) => Value::Float(digits.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(boolean) => Value::Boolean(*boolean),
            DeValue::Datetime(datetime) => Value::Datetime(datetime.to_string()),
            DeValue::Array(array) => {
                Value::List(array.iter().map(|node| self.node(node, depth + 1)).collect())
            }
            DeValue::Table(table) => Value::Table(self.table(table, depth)),
        };
        Node { place: self.place(spanned.span()), value }
    }
}

impl Table {
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entry(key).map(|entry| &entry.node)
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.key.as_str())
    }

    /// The nodes of the list under a key; none if there is no such list.
    pub fn list(&self, key: &str) -> &[Node] {
        match self.get(key).map(|node| &node.value) {
            Some(Value::List(nodes)) => nodes,
            _ => &[],
        }
    }

    /// The place of a path such as `rigid[3].mass`, or of the last part of it that exists.
    pub fn locate(&self, path: &str) -> Place {
        let mut table = Some(self);
        let mut place = self.entries.first().map_or(Place::default(), |entry| entry.place);
        for step in path.split('.') {
            let mut parts = step.split('[').map(|part| part.trim_end_matches(']'));
            let Some(node) = parts.next().and_then(|key| table?.get(key)) else {
                return place;
            };
            let mut node = node;
            for index in parts {
                let Value::List(nodes) = &node.value else {
                    return node.place;
                };
                let Some(next) = index.parse().ok().and_then(|i: usize| nodes.get(i)) else {
                    return node.place;
                };
                node = next;
            }
            place = node.place;
            table = node.as_table();
        }
        place
    }
}

impl Node {
    pub fn as_table(&self) -> Option<&Table> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The same value without places. What no rule lets through becomes null.
    pub fn to_json(&self) -> Json {
        match &self.value {
            Value::Text(text) | Value::Datetime(text) => Json::from(text.as_str()),
            Value::Integer(integer) => Json::from(*integer),
            Value::Float(float) => Json::from(*float),
            Value::Boolean(boolean) => Json::from(*boolean),
            Value::TooLong(_) | Value::TooDeep => Json::Null,
            Value::List(nodes) => nodes.iter().map(Self::to_json).collect(),
            Value::Table(table) => table
                .entries
                .iter()
                .map(|entry| (entry.key.clone(), entry.node.to_json()))
                .collect(),
        }
    }
}

/// A value as a message shows it.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Value::Text(text) => write!(f, "\"{}\"", clipped(text)),
            Value::Integer(integer) => write!(f, "{integer}"),
            Value::Float(float) => f.write_str(&format!("{float:?}").to_lowercase()),
            Value::Boolean(boolean) => write!(f, "{boolean}"),
            Value::Datetime(text) => write!(f, "the date {text}"),
            Value::TooLong(digits) => {
                write!(f, "{}, which no signed 64-bit integer holds", clipped(digits))
            }
            Value::TooDeep => f.write_str("a value nested too deeply"),
            Value::List(nodes) if nodes.len() == 1 => f.write_str("a list of 1"),
            Value::List(nodes) => write!(f, "a list of {}", nodes.len()),
            Value::Table(table) if table.entries.is_empty() => f.write_str("an empty table"),
            Value::Table(table) => {
                let keys = table.keys().take(3).map(clipped).collect::<Vec<_>>().join("`, `");
                let more = if table.entries.len() > 3 { ", …" } else { "" };
                write!(f, "a table with `{keys}`{more}")
            }
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Key(Self::Root, key) => f.write_str(&clipped(key)),
            Self::Key(parent, key) => write!(f, "{parent}.{}", clipped(key)),
            Self::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}
