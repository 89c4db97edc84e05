//! The rules of scene files, compiled from their JSON Schema.

use std::fmt;
use std::sync::OnceLock;

use serde_json::Value as Json;

use super::nearest::listed;
use super::schema::schema;

/// No descriptor nests this deeply; a schema that refers to itself stops here.
const DEEPEST: usize = 16;

/// What a value has to be.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    Anything,
    Number(Range),
    Integer(Range),
    Boolean,
    /// A text of at least this many characters.
    Text(usize),
    /// One of a few words.
    Word(Vec<String>),
    List(List),
    Record(Record),
    /// One of several things.
    Choice(Vec<Rule>),
}

/// The numbers accepted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range {
    /// Larger than this.
    pub above: Option<f64>,
    pub min: Option<f64>,
    pub max: Option<f64>,
}

/// A list of like values.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub item: Box<Rule>,
    pub min: usize,
    pub max: usize,
}

/// A table with known fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    pub fields: Vec<Field>,
}

/// A field of a table.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: String,
    pub rule: Rule,
    pub required: bool,
}

impl Rule {
    /// The rule of a whole scene.
    pub fn scene() -> &'static Self {
        static SCENE: OnceLock<Rule> = OnceLock::new();
        SCENE.get_or_init(|| {
            let root = schema();
            Compiler { root: &root }.rule(&root, 0)
        })
    }

    pub fn as_record(&self) -> Option<&Record> {
        match self {
            Self::Record(record) => Some(record),
            _ => None,
        }
    }
}

impl Record {
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.name.as_str())
    }

    pub fn required(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().filter(|field| field.required).map(|field| field.name.as_str())
    }
}

/// Turns schemas into rules; `$ref`s are looked up in the root.
struct Compiler<'a> {
    root: &'a Json,
}

impl Compiler<'_> {
    fn rule(&self, schema: &Json, depth: usize) -> Rule {
        if depth > DEEPEST {
            return Rule::Anything;
        }
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.root.pointer(reference.trim_start_matches('#'));
            return target.map_or(Rule::Anything, |target| self.rule(target, depth + 1));
        }
        for keyword in ["oneOf", "anyOf"] {
            if let Some(alternatives) = schema[keyword].as_array() {
                return self.choice(schema, alternatives, depth);
            }
        }
        if let Some(words) = schema["enum"].as_array() {
            return Rule::Word(words.iter().filter_map(Json::as_str).map(String::from).collect());
        }
        if let Some(word) = schema["const"].as_str() {
            return Rule::Word(vec![word.into()]);
        }
        match schema["type"].as_str() {
            Some("number") => Rule::Number(range(schema)),
            Some("integer") => Rule::Integer(range(schema)),
            Some("boolean") => Rule::Boolean,
            Some("string") => Rule::Text(size(schema, "minLength", 0)),
            Some("array") => Rule::List(List {
                item: Box::new(self.rule(&schema["items"], depth + 1)),
                min: size(schema, "minItems", 0),
                max: size(schema, "maxItems", usize::MAX),
            }),
            Some("object") => Rule::Record(self.record(schema, depth)),
            _ => Rule::Anything,
        }
    }

    fn record(&self, schema: &Json, depth: usize) -> Record {
        let required = |name: &str| {
            schema["required"].as_array().is_some_and(|names| names.iter().any(|n| n == name))
        };
        let properties = schema["properties"].as_object().into_iter().flatten();
        let field = |(name, property): (&String, &Json)| Field {
            name: name.clone(),
            rule: self.rule(property, depth + 1),
            required: required(name),
        };
        Record { fields: properties.map(field).collect() }
    }

    /// One of several things; fields stated beside the alternatives belong to each of them.
    fn choice(&self, schema: &Json, alternatives: &[Json], depth: usize) -> Rule {
        let shared = self.record(schema, depth);
        let mut words = Vec::new();
        let mut rules = Vec::new();
        let mut add = |rule| match rule {
            Rule::Word(more) => words.extend(more),
            Rule::Record(mut record) => {
                record.fields.extend(shared.fields.iter().cloned());
                rules.push(Rule::Record(record));
            }
            other => rules.push(other),
        };
        for alternative in alternatives {
            match self.rule(alternative, depth + 1) {
                Rule::Choice(nested) => nested.into_iter().for_each(&mut add),
                rule => add(rule),
            }
        }
        if !words.is_empty() {
            rules.push(Rule::Word(words));
        }
        match rules.len() {
            1 => rules.swap_remove(0),
            _ => Rule::Choice(rules),
        }
    }
}

fn size(schema: &Json, keyword: &str, otherwise: usize) -> usize {
    schema[keyword].as_u64().and_then(|size| usize::try_from(size).ok()).unwrap_or(otherwise)
}

/// 2⁶³: the text of the file cannot hold a larger integer anyway.
const WIDEST: f64 = 9_223_372_036_854_775_808.0;

fn range(schema: &Json) -> Range {
    let widest = match schema["format"].as_str() {
        Some("uint32") => Some(f64::from(u32::MAX)),
        _ => None,
    };
    Range {
        above: schema["exclusiveMinimum"].as_f64(),
        min: schema["minimum"].as_f64(),
        max: schema["maximum"].as_f64().filter(|max| *max < WIDEST).or(widest),
    }
}

/// A rule as a message names it, after "expected".
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anything => f.write_str("a value"),
            Self::Number(_) => f.write_str("a number"),
            Self::Integer(_) => f.write_str("an integer"),
            Self::Boolean => f.write_str("true or false"),
            Self::Text(_) => f.write_str("a text in quotes"),
            Self::Word(words) => {
                let quoted: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
                f.write_str(&quoted.join(", "))
            }
            Self::List(list) if list.min == list.max => {
                write!(f, "a list of {} {}", list.min, plural(&list.item))
            }
            Self::List(list) => write!(f, "a list of {}", plural(&list.item)),
            Self::Record(record) => match listed(record.required()) {
                fields if fields.is_empty() => write!(f, "a table of {}", listed(record.names())),
                fields => write!(f, "a table with {fields}"),
            },
            Self::Choice(rules) => write!(f, "{}", Alternatives(rules)),
        }
    }
}

/// The alternatives of a choice: tables by the fields that tell them apart, then the rest.
pub(super) struct Alternatives<'a>(pub &'a [Rule]);

impl fmt::Display for Alternatives<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records: Vec<&Record> = self.0.iter().filter_map(Rule::as_record).collect();
        let tags: Vec<&str> = records.iter().filter_map(|record| tag(record, &records)).collect();
        let tables = match tags.len() {
            0 => None,
            1 => Some(format!("a table with {}", listed(tags.into_iter()))),
            _ => Some(format!("a table with one of {}", listed(tags.into_iter()))),
        };
        let rest = self.0.iter().filter(|rule| rule.as_record().is_none()).map(Rule::to_string);
        let all: Vec<String> = tables.into_iter().chain(rest).collect();
        f.write_str(&all.join(", or "))
    }
}

/// The required field of a record that the fewest of the records have.
fn tag<'a>(record: &'a Record, records: &[&Record]) -> Option<&'a str> {
    let count = |name: &&str| records.iter().filter(|r| r.field(name).is_some()).count();
    record.required().min_by_key(count)
}

/// Whether a field belongs to all of several records, so that it does not tell them apart.
pub(super) fn is_shared(records: &[&Record], name: &str) -> bool {
    records.len() > 1 && records.iter().all(|record| record.field(name).is_some())
}

/// The values of a list as a message names them.
pub(super) fn plural(rule: &Rule) -> &'static str {
    match rule {
        Rule::Number(_) => "numbers",
        Rule::Integer(_) => "integers",
        Rule::Record(_) | Rule::Choice(_) => "tables",
        _ => "values",
    }
}
