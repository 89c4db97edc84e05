//! Text to scene: the stages of reading, one after the other.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::check::check;
use super::include::{self, Load};
use super::name::Named;
use super::problem::{Problems, Report};
use super::rule::Rule;
use super::source::{Place, Sources};
use super::tree::{Node, Path, Table, Value};
use super::{
    Action, Generalised, Joint, Plane, Rigid, Scene, Soft, Spawn, name, set, tree, validate,
};

/// The fields of a scene that are lists of entries.
pub(super) const LISTS: [&str; 11] = [
    "rigid",
    "soft",
    "anchor",
    "distance",
    "plane",
    "generalised",
    "joint",
    "gear",
    "probe",
    "expect",
    "event",
];

/// Reads a scene from a text.
///
/// `file_name` only appears in messages: no file is opened. `changes` are pairs of a path and a
/// value, as `--set soft.cloth.mass=0.7` gives them: entries go by name or by index, the value is
/// TOML, and a plain word needs no quotes. A text that includes files is refused:
/// [`read_file`](super::read_file) reads those.
///
/// # Errors
/// Everything that is wrong with the text and the changes, each with its line and column.
pub fn read(file_name: &str, text: &str, changes: &[(&str, &str)]) -> Result<Scene, Problems> {
    let none = "only a scene that is read from a file can include others";
    read_with(file_name, text, changes, &mut |_| Err(none.into()))
}

/// Reads a scene from a text and from the files that it includes.
pub(super) fn read_with(
    file_name: &str,
    text: &str,
    changes: &[(&str, &str)],
    load: Load<'_>,
) -> Result<Scene, Problems> {
    let mut sources = Sources::default();
    let mut report = Report::default();
    let source = sources.add(file_name, text);
    let Some(mut root) = tree::parse(text, source, &mut report) else {
        return Err(report.into_problems(&sources));
    };
    include::resolve(&mut root, file_name, load, &mut sources, &mut report);
    for (path, value) in changes {
        set::apply(&mut root, path, value, &mut sources, &mut report);
    }
    let root = Node { place: Place::default(), value: Value::Table(root) };
    check(Rule::scene(), &root, &Path::Root, &mut report);
    let mut scene = match &root.value {
        Value::Table(table) if !report.is_full() => meaning(table, &mut report),
        _ => Scene::default(),
    };
    if !report.is_empty() {
        return Err(report.into_problems(&sources));
    }
    normalise(&mut scene);
    Ok(scene)
}

/// Gives all rotations and directions length one.
fn normalise(scene: &mut Scene) {
    scene.rigid.iter_mut().for_each(Rigid::normalise);
    scene.soft.iter_mut().for_each(Soft::normalise);
    scene.joint.iter_mut().for_each(Joint::normalise);
    scene.plane.iter_mut().for_each(Plane::normalise);
    scene.generalised.iter_mut().for_each(Generalised::normalise);
    for anchor in &mut scene.anchor {
        anchor.a.normalise();
        anchor.b.normalise();
    }
    for distance in &mut scene.distance {
        distance.a.normalise();
        distance.b.normalise();
    }
    for event in &mut scene.event {
        if let Action::Spawn(Spawn::Rigid(rigid)) = &mut event.action {
            rigid.normalise();
        }
    }
}

/// The scene a table describes, checked for what it means. An entry that already broke a rule is
/// replaced by a default and left out of the checks, so that the rest is still looked at.
fn meaning(root: &Table, report: &mut Report) -> Scene {
    let mut broken: BTreeSet<String> = report.paths().map(|path| entry_of(path).into()).collect();
    let mut scene = describe(root, &mut broken, report);
    name::assign(&mut scene);
    validate::validate(&scene, root, &broken, report);
    scene
}

/// The entry a path lies in: `rigid[3]` of `rigid[3].shape.ball`, `camera` of `camera.fov`.
pub(super) fn entry_of(path: &str) -> &str {
    let end = path.find('.').unwrap_or(path.len());
    let entry = &path[..end];
    match entry.find('[') {
        Some(bracket) if !LISTS.contains(&&entry[..bracket]) => &entry[..bracket],
        _ => entry,
    }
}

fn describe(root: &Table, broken: &mut BTreeSet<String>, report: &mut Report) -> Scene {
    let mut reading = Reading { root, broken, report };
    Scene {
        rigid: reading.named_list(),
        soft: reading.named_list(),
        anchor: reading.named_list(),
        distance: reading.named_list(),
        plane: reading.named_list(),
        generalised: reading.named_list(),
        joint: reading.named_list(),
        gear: reading.named_list(),
        probe: reading.named_list(),
        expect: reading.list("expect"),
        event: reading.list("event"),
        ..reading.head()
    }
}

/// The way from a checked tree to descriptors.
struct Reading<'a> {
    root: &'a Table,
    broken: &'a mut BTreeSet<String>,
    report: &'a mut Report,
}

impl Reading<'_> {
    /// The scene without its lists.
    fn head(&mut self) -> Scene {
        let known = |key: &str| Rule::scene().as_record().is_some_and(|r| r.field(key).is_some());
        let kept = |key: &str| known(key) && !LISTS.contains(&key) && !self.broken.contains(key);
        let fields: Map<String, Json> = (self.root.entries.iter())
            .filter(|entry| kept(&entry.key))
            .map(|entry| (entry.key.clone(), entry.node.to_json()))
            .collect();
        serde_json::from_value(Json::Object(fields)).unwrap_or_else(|error| {
            self.report.push(
                Place::default(),
                Path::Root,
                format!("cannot be read: {}", one_line(&error)),
            );
            Scene::default()
        })
    }

    /// One list of entries; a broken entry becomes a default.
    fn list<T: DeserializeOwned + Default>(&mut self, key: &str) -> Vec<T> {
        let nodes = self.root.list(key).iter().enumerate();
        nodes.map(|(i, node)| self.entry(format!("{key}[{i}]"), node).unwrap_or_default()).collect()
    }

    /// One list of entries with names. A broken entry keeps its name, so that references to it
    /// are not reported as well.
    fn named_list<T: DeserializeOwned + Default + Named>(&mut self) -> Vec<T> {
        let mut list: Vec<T> = self.list(T::KIND);
        for (entry, node) in list.iter_mut().zip(self.root.list(T::KIND)) {
            let name = node.as_table().and_then(|table| table.get("name")?.as_text());
            if let Some(name) = name.filter(|_| entry.name().is_empty()) {
                *entry.name_mut() = name.into();
            }
        }
        list
    }

    fn entry<T: DeserializeOwned>(&mut self, entry: String, node: &Node) -> Option<T> {
        if self.broken.contains(&entry) {
            return None;
        }
        match serde_json::from_value(node.to_json()) {
            Ok(value) => Some(value),
            Err(error) => {
                self.report.push(
                    node.place,
                    &entry,
                    format!("cannot be read: {}", one_line(&error)),
                );
                self.broken.insert(entry);
                None
            }
        }
    }
}

/// The rules and the descriptors come from the same types, so this should not be seen; if it is,
/// it still takes one line.
fn one_line(error: &serde_json::Error) -> String {
    error.to_string().escape_debug().to_string()
}
