//! `--set path=value`: changes to the tree of a scene before it is read.

use super::name::automatic;
use super::nearest::clipped;
use super::problem::Report;
use super::reader::LISTS;
use super::source::{Place, Sources};
use super::tree::{self, Entry, Node, Table, Value};

/// Puts a value at a path such as `step`, `soft.cloth.mass` or `rigid.0.position`.
///
/// Entries of lists go by name or by index. A field that is not there yet is added: whether it may
/// be there is for the rules to say.
pub(super) fn apply(
    root: &mut Table,
    path: &str,
    value: &str,
    sources: &mut Sources,
    report: &mut Report,
) {
    let text = format!("{path}={value}");
    let source = sources.add(format!("--set {}", clipped(&text)), text);
    let Some(node) = parse_value(value, source, path.len() + 1, report) else {
        return;
    };
    if let Err(refusal) = put(root, path, node, source, report) {
        let place = Place { source, offset: refusal.offset };
        report.push(place, clipped(path), refusal.message);
    }
}

/// A value as TOML, or as a plain text where it starts like a word.
fn parse_value(value: &str, source: usize, base: usize, report: &mut Report) -> Option<Node> {
    let mut attempt = Report::default();
    if let Some(node) = tree::parse_value(value, source, base, &mut attempt) {
        return Some(node);
    }
    if value.starts_with(char::is_alphabetic) && !value.contains('\n') {
        let place = Place { source, offset: base };
        return Some(Node { place, value: Value::Text(value.into()) });
    }
    tree::parse_value(value, source, base, report)
}

/// Why a path leads nowhere, and where in it.
struct Refusal {
    offset: usize,
    message: String,
}

fn put(
    root: &mut Table,
    path: &str,
    value: Node,
    source: usize,
    report: &Report,
) -> Result<(), Refusal> {
    let steps = steps(path)?;
    let Some(((_, first), rest)) = steps.split_first() else {
        return Err(Refusal { offset: 0, message: "the path is empty".into() });
    };
    if !rest.is_empty() && root.get(first).is_none() && is_list(first) {
        return Err(Refusal { offset: 0, message: format!("the scene has no `{first}`") });
    }
    let mut node = child(root, first, Place { source, offset: 0 });
    let mut list = *first;
    for (offset, step) in rest {
        let place = Place { source, offset: *offset };
        let kind = node.to_string();
        let refuse = |message| Refusal { offset: *offset, message };
        node = match &mut node.value {
            Value::Table(table) => child(table, step, place),
            Value::List(nodes) => {
                let index = index(nodes, list, step, report).map_err(refuse)?;
                &mut nodes[index]
            }
            _ => {
                return Err(refuse(format!("`{list}` is {kind} and has no `{}`", clipped(step))));
            }
        };
        list = step;
    }
    *node = value;
    Ok(())
}

/// The steps of a path with their offsets; `rigid[0]` is the same as `rigid.0`.
fn steps(path: &str) -> Result<Vec<(usize, &str)>, Refusal> {
    let mut steps = Vec::new();
    let mut offset = 0;
    for step in path.split(['.', '[']) {
        let name = step.strip_suffix(']').unwrap_or(step).trim();
        if name.is_empty() {
            return Err(Refusal { offset, message: "a step of the path is empty".into() });
        }
        steps.push((offset, name));
        offset += step.len() + 1;
    }
    // The deepest field lies far above this, and the tree is walked recursively.
    match steps.get(16) {
        Some((offset, _)) => {
            Err(Refusal { offset: *offset, message: "the path is too long".into() })
        }
        None => Ok(steps),
    }
}

/// Whether a field of the scene is a list of entries.
fn is_list(field: &str) -> bool {
    LISTS.contains(&field)
}

/// The value under a key, added as an empty table if there is none.
fn child<'a>(table: &'a mut Table, key: &str, place: Place) -> &'a mut Node {
    let index = match table.entries.iter().position(|entry| entry.key == key) {
        Some(index) => index,
        None => {
            let node = Node { place, value: Value::Table(Table::default()) };
            table.entries.push(Entry { key: key.into(), place, node });
            table.entries.len() - 1
        }
    };
    &mut table.entries[index].node
}

/// The index of an entry of a list, by its name or by the index itself.
fn index(nodes: &[Node], list: &str, step: &str, report: &Report) -> Result<usize, String> {
    let named = |node: &Node| Some(node.as_table()?.get("name")?.as_text()?.to_string());
    let names: Vec<String> = nodes
        .iter()
        .enumerate()
        .map(|(i, node)| named(node).unwrap_or_else(|| automatic(list, i)))
        .collect();
    if let Some(index) = names.iter().position(|name| name == step) {
        return Ok(index);
    }
    match step.parse::<usize>() {
        Ok(index) if index < nodes.len() => Ok(index),
        Ok(index) => {
            Err(format!("there is no {list}[{index}]: `{list}` has {} entries", nodes.len()))
        }
        Err(_) => {
            let hint = report.suggest(step, names.iter().map(String::as_str));
            Err(format!("no `{list}` is named `{}`{hint}", clipped(step)))
        }
    }
}
