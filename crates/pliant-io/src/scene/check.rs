//! Holds a tree against the rules of the schema: types, ranges, missing and unknown fields.

use std::fmt;

use super::nearest::{clipped, is_near, listed};
use super::problem::Report;
use super::rule::{Alternatives, List, Range, Record, Rule, is_shared, plural};
use super::source::Place;
use super::tree::{Node, Path, Table, Value};

/// The largest size of any number: its square still fits single precision.
const LARGEST: f64 = 1e15;
/// The smallest number that counts as above zero, for the same reason.
const SMALLEST: f64 = 1e-15;

/// Reports every way in which a value breaks its rule.
pub(super) fn check(rule: &Rule, node: &Node, path: &Path<'_>, report: &mut Report) {
    match (rule, &node.value) {
        (Rule::Anything, _) | (Rule::Boolean, Value::Boolean(_)) => {}
        (Rule::Number(range), Value::Float(x)) => check_number(*x, *range, node, path, report),
        (Rule::Number(range), Value::Integer(x)) => {
            check_number(*x as f64, *range, node, path, report);
        }
        (Rule::Integer(range), Value::Integer(x)) => {
            check_range(*x as f64, *range, node, path, report);
        }
        (Rule::Text(shortest), Value::Text(text)) => {
            if text.chars().take(*shortest).count() < *shortest {
                report.push(node.place, path, "must not be empty");
            }
        }
        (Rule::Word(words), Value::Text(text)) => check_word(words, text, node, path, report),
        (Rule::List(list), Value::List(nodes)) => check_list(list, nodes, node, path, report),
        (Rule::Record(record), Value::Table(table)) => {
            check_record(record, &[], table, node, path, report);
        }
        (Rule::Choice(rules), _) => check_choice(rules, node, path, report),
        _ => mismatch(rule, node, node.place, path, report),
    }
}

fn mismatch(
    expected: &dyn fmt::Display,
    node: &Node,
    place: Place,
    path: &Path<'_>,
    report: &mut Report,
) {
    report.push(place, path, format!("expected {expected}, found {node}"));
}

fn check_number(x: f64, range: Range, node: &Node, path: &Path<'_>, report: &mut Report) {
    if !x.is_finite() {
        report.push(node.place, path, format!("must be a finite number, found {node}"));
    } else if x.abs() > LARGEST {
        let message = format!("is too large: at most {LARGEST:e} in size is accepted, found {x:e}");
        report.push(node.place, path, message);
    } else if range.above == Some(0.0) && x > 0.0 && x < SMALLEST {
        let message = format!("is too small: at least {SMALLEST:e} is accepted, found {x:e}");
        report.push(node.place, path, message);
    } else {
        check_range(x, range, node, path, report);
    }
}

fn check_range(x: f64, range: Range, node: &Node, path: &Path<'_>, report: &mut Report) {
    let inside = range.above.is_none_or(|above| x > above)
        && range.min.is_none_or(|min| x >= min)
        && range.max.is_none_or(|max| x <= max);
    if inside {
        return;
    }
    let accepted = match (range.above, range.min, range.max) {
        (Some(above), _, Some(max)) => format!("above {above} and at most {max}"),
        (Some(above), _, None) => format!("greater than {above}"),
        (None, Some(min), Some(max)) => format!("from {min} to {max}"),
        (None, Some(min), None) => format!("at least {min}"),
        (None, None, Some(max)) => format!("at most {max}"),
        (None, None, None) => return,
    };
    report.push(node.place, path, format!("must be {accepted}, found {node}"));
}

fn check_word(words: &[String], text: &str, node: &Node, path: &Path<'_>, report: &mut Report) {
    if words.iter().any(|word| word == text) {
        return;
    }
    let accepted = Rule::Word(words.to_vec());
    let hint = report.suggest(text, words.iter().map(String::as_str));
    report.push(node.place, path, format!("expected {accepted}, found {node}{hint}"));
}

fn check_list(list: &List, nodes: &[Node], node: &Node, path: &Path<'_>, report: &mut Report) {
    if nodes.len() < list.min || nodes.len() > list.max {
        let some = plural(&list.item);
        let accepted = match list.max {
            max if max == list.min => format!("{max} {some}"),
            _ => format!("at least {} {some}", list.min),
        };
        report.push(node.place, path, format!("expected {accepted}, found {}", nodes.len()));
    }
    for (i, item) in nodes.iter().enumerate() {
        check(&list.item, item, &Path::Index(path, i), report);
    }
}

/// Checks the fields of a table. `others` are the alternatives that were not chosen: a field of
/// theirs is not unknown, only out of place.
fn check_record(
    record: &Record,
    others: &[&Record],
    table: &Table,
    node: &Node,
    path: &Path<'_>,
    report: &mut Report,
) {
    for entry in &table.entries {
        let path = Path::Key(path, &entry.key);
        if let Some(field) = record.field(&entry.key) {
            check(&field.rule, &entry.node, &path, report);
            continue;
        }
        let key = clipped(&entry.key);
        let other = others.iter().find(|other| other.field(&entry.key).is_some());
        let message = if let Some(other) = other {
            let own = |key: &&str| record.field(key).is_some() && other.field(key).is_none();
            format!("cannot be given together with {}", listed(table.keys().filter(own)))
        } else {
            let hint = match report.suggest(&entry.key, record.names()) {
                none if none.is_empty() => format!("; known here: {}", listed(record.names())),
                hint => hint,
            };
            format!("unknown field `{key}`{hint}")
        };
        report.push(entry.place, path, message);
    }
    check_required(record, table, node, path, report);
}

/// Reports required fields that are missing, unless a misspelt one stands in for them.
fn check_required(
    record: &Record,
    table: &Table,
    node: &Node,
    path: &Path<'_>,
    report: &mut Report,
) {
    for field in record.fields.iter().filter(|field| field.required) {
        let misspelt = |key: &str| record.field(key).is_none() && is_near(key, &field.name);
        // A table of very many unknown keys has problems enough.
        if table.get(&field.name).is_none() && !table.keys().take(100).any(misspelt) {
            let message = format!("is missing; expected {}", field.rule);
            report.push(node.place, Path::Key(path, &field.name), message);
        }
    }
}

fn check_choice(rules: &[Rule], node: &Node, path: &Path<'_>, report: &mut Report) {
    let Value::Table(table) = &node.value else {
        match rules.iter().find(|rule| takes(rule, node)) {
            Some(rule) => check(rule, node, path, report),
            None => mismatch(&Alternatives(rules), node, node.place, path, report),
        }
        return;
    };
    let records: Vec<&Record> = rules.iter().filter_map(Rule::as_record).collect();
    if let Some(record) = chosen(&records, table) {
        let other = |other: &&Record| !std::ptr::eq(*other, record);
        let others: Vec<&Record> = records.into_iter().filter(other).collect();
        check_record(record, &others, table, node, path, report);
    } else {
        let unknown = |key: &str| records.iter().all(|record| record.field(key).is_none());
        let odd = table.entries.iter().find(|entry| unknown(&entry.key));
        let place = odd.map_or(node.place, |entry| entry.place);
        mismatch(&Alternatives(rules), node, place, path, report);
    }
}

/// Whether a value is of the type a rule asks for.
fn takes(rule: &Rule, node: &Node) -> bool {
    matches!(
        (rule, &node.value),
        (Rule::Anything, _)
            | (Rule::Number(_), Value::Float(_) | Value::Integer(_))
            | (Rule::Integer(_), Value::Integer(_))
            | (Rule::Boolean, Value::Boolean(_))
            | (Rule::Text(_) | Rule::Word(_), Value::Text(_))
            | (Rule::List(_), Value::List(_))
    ) && takes_items(rule, node)
}

/// Whether a list begins as a rule asks: that tells lists of numbers from lists of tables.
fn takes_items(rule: &Rule, node: &Node) -> bool {
    match (rule, &node.value) {
        (Rule::List(list), Value::List(nodes)) => {
            let like = |item: &Node| match (list.item.as_ref(), &item.value) {
                (Rule::Record(_), Value::Table(_)) => true,
                (item_rule, _) => takes(item_rule, item),
            };
            nodes.first().is_none_or(like)
        }
        _ => true,
    }
}

/// The record a table was probably meant to be: the one whose own fields it has most of. None if
/// it has none of the fields that tell the records apart.
fn chosen<'a>(records: &[&'a Record], table: &Table) -> Option<&'a Record> {
    let mut best: Option<(i32, &Record)> = None;
    for record in records {
        let own = record.required().filter(|name| !is_shared(records, name));
        let (mut score, mut told) = (0, false);
        for name in own {
            let points = match table.get(name) {
                Some(_) => 4,
                None if table.keys().take(100).any(|key| is_near(key, name)) => 3,
                None => -1,
            };
            told |= points > 0;
            score += points;
        }
        let foreign = table.keys().take(100).filter(|key| record.field(key).is_none()).count();
        score -= 2 * foreign as i32;
        if told && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, record));
        }
    }
    best.map(|(_, record)| record)
}
