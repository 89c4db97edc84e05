//! `include`: scene files that a scene goes on from.
//!
//! Included files are merged as trees, before anything is checked, so that every value keeps the
//! place in the file it came from. Entries of lists come before those of the including file; other
//! values hold where the including file (or a later include) states none. A file that is included
//! twice counts once.

use std::collections::BTreeSet;
use std::path::Path as FilePath;

use super::Scene;
use super::nearest::clipped;
use super::problem::{Problem, Problems, Report};
use super::reader::{LISTS, read_with};
use super::source::Sources;
use super::tree::{self, Entry, Node, Path, Table, Value};

/// Gives the text of a file by its path from the folder of the first file, or says why not.
pub(super) type Load<'a> = &'a mut dyn FnMut(&str) -> Result<String, String>;

/// Files may include files this deep.
const DEEPEST: usize = 16;

/// Reads a scene file and the files that it includes, with changes as in [`read`](super::read).
///
/// # Errors
/// Everything that is wrong with the files and the changes, each with its file, line and column.
pub fn read_file(path: &FilePath, changes: &[(&str, &str)]) -> Result<Scene, Problems> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| {
        let message = format!("cannot be read: {error}");
        let path = String::new();
        let problem = Problem { file: name.clone(), line: 1, column: 1, path, message };
        Problems { list: vec![problem], omitted: 0 }
    })?;
    let folder = path.parent().unwrap_or(FilePath::new(""));
    let mut load = |relative: &str| {
        std::fs::read_to_string(folder.join(relative)).map_err(|error| error.to_string())
    };
    read_with(&name, &text, changes, &mut load)
}

/// Merges the files that a scene includes into its tree.
pub(super) fn resolve(
    root: &mut Table,
    file_name: &str,
    load: Load<'_>,
    sources: &mut Sources,
    report: &mut Report,
) {
    let (folder, own) = split(file_name);
    let chain = vec![own.to_string()];
    let mut files = Files { folder, load, sources, report, chain, seen: BTreeSet::new() };
    let tree = std::mem::take(root);
    *root = files.merged(tree, "");
}

struct Files<'a> {
    /// The folder of the first file, as messages show it.
    folder: &'a str,
    load: Load<'a>,
    sources: &'a mut Sources,
    report: &'a mut Report,
    /// The files from the first to the one that is being merged.
    chain: Vec<String>,
    seen: BTreeSet<String>,
}

impl Files<'_> {
    /// A tree with everything that it includes; its paths start in `folder`.
    fn merged(&mut self, mut tree: Table, folder: &str) -> Table {
        let Some(at) = tree.entries.iter().position(|entry| entry.key == "include") else {
            return tree;
        };
        // What is no list of texts is left to the rules to report.
        let Value::List(nodes) = &tree.entries[at].node.value else {
            return tree;
        };
        if nodes.iter().any(|node| node.as_text().is_none()) {
            return tree;
        }
        let Entry { node, .. } = tree.entries.remove(at);
        let Value::List(nodes) = node.value else {
            return tree;
        };
        let mut base = Table::default();
        for (i, node) in nodes.iter().enumerate() {
            if let Some(included) = self.included(i, node, folder) {
                base = over(base, included);
            }
        }
        over(base, tree)
    }

    /// The tree of an included file with everything that it includes.
    fn included(&mut self, i: usize, node: &Node, folder: &str) -> Option<Table> {
        let path = joined(folder, node.as_text()?);
        let refuse = |report: &mut Report, message: String| {
            let place = Path::Key(&Path::Root, "include");
            report.push(node.place, Path::Index(&place, i), message);
            None
        };
        if let Some(from) = self.chain.iter().position(|file| *file == path) {
            let round: Vec<_> = self.chain[from..].iter().map(|file| clipped(file)).collect();
            let message = format!("includes itself: {} → {}", round.join(" → "), clipped(&path));
            return refuse(self.report, message);
        }
        if self.chain.len() > DEEPEST {
            return refuse(self.report, format!("is more than {DEEPEST} includes deep"));
        }
        if !self.seen.insert(path.clone()) {
            return None;
        }
        let text = match (self.load)(&path) {
            Ok(text) => text,
            Err(error) => {
                let message = format!("`{}` cannot be read: {error}", clipped(&path));
                return refuse(self.report, message);
            }
        };
        let source = self.sources.add(joined(self.folder, &path), text.as_str());
        let mut tree = tree::parse(&text, source, self.report)?;
        let (inner, _) = split(&path);
        let inner = inner.to_string();
        mesh_paths_from(&mut tree, &inner);
        self.chain.push(path);
        let merged = self.merged(tree, &inner);
        self.chain.pop();
        Some(merged)
    }
}

/// The entries of `base` with those of `more` after them, or in their place.
fn over(mut base: Table, more: Table) -> Table {
    for entry in more.entries {
        match base.entries.iter_mut().find(|known| known.key == entry.key) {
            Some(known) => match (&mut known.node.value, entry.node.value) {
                (Value::List(list), Value::List(nodes)) if LISTS.contains(&entry.key.as_str()) => {
                    list.extend(nodes);
                }
                (_, value) => {
                    known.place = entry.place;
                    known.node = Node { place: entry.node.place, value };
                }
            },
            None => base.entries.push(entry),
        }
    }
    base
}

/// Lets the paths of mesh files start in the folder of the first file.
fn mesh_paths_from(tree: &mut Table, folder: &str) {
    let softs = tree.entries.iter_mut().find(|entry| entry.key == "soft");
    let Some(Value::List(softs)) = softs.map(|entry| &mut entry.node.value) else {
        return;
    };
    for soft in softs {
        for mesh in ["mesh", "surface"] {
            let file = field(soft, mesh).and_then(|mesh| field(mesh, "file"));
            if let Some(Value::Text(path)) = file.map(|node| &mut node.value) {
                *path = joined(folder, path);
            }
        }
    }
}

fn field<'a>(node: &'a mut Node, key: &str) -> Option<&'a mut Node> {
    match &mut node.value {
        Value::Table(table) => {
            table.entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node)
        }
        _ => None,
    }
}

/// The folder and the name of a path.
fn split(path: &str) -> (&str, &str) {
    path.rfind(['/', '\\']).map_or(("", path), |at| (&path[..at], &path[at + 1..]))
}

/// A path from a folder, without `.` and, where it can be, without `..`: so that a file has one
/// path however it is included.
fn joined(folder: &str, path: &str) -> String {
    if folder.is_empty() || FilePath::new(path).is_absolute() {
        return tidy(path);
    }
    tidy(&format!("{folder}/{path}"))
}

fn tidy(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, ".." | "")) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_tidied() {
        assert_eq!(joined("", "a/./b.toml"), "a/b.toml");
        assert_eq!(joined("a/b", "../c.toml"), "a/c.toml");
        assert_eq!(joined("a", "../../c.toml"), "../c.toml");
        assert_eq!(joined("a", "/x//c.toml"), "/x/c.toml");
    }

    fn read(files: &[(&str, &str)]) -> Result<Scene, Problems> {
        let mut load = |path: &str| {
            let found = files.iter().find(|(name, _)| *name == path);
            found.map(|(_, text)| (*text).to_string()).ok_or("no such file".to_string())
        };
        let (name, text) = files[0];
        read_with(&format!("dir/{name}"), text, &[], &mut load)
    }

    #[test]
    fn entries_are_joined_and_values_overruled() {
        let scene = read(&[
            ("main.toml", "include = ['parts/a.toml', 'parts/b.toml']\nstep = 0.01\n[[rigid]]\nname = 'own'\nshape = { ball = { radius = 1 } }"),
            ("parts/a.toml", "include = ['b.toml']\nstep = 0.5\nseconds = 9\n[[rigid]]\nname = 'a'\nshape = { ball = { radius = 1 } }"),
            ("parts/b.toml", "title = 'b'\n[[soft]]\nname = 'cow'\nmesh = { file = 'cow.msh' }\nmodel = { inextensible = {} }"),
        ])
        .unwrap();
        assert_eq!((scene.step, scene.seconds, scene.title.as_str()), (0.01, 9.0, "b"));
        let names: Vec<_> = scene.rigid.iter().map(|rigid| rigid.name.as_str()).collect();
        assert_eq!(names, ["a", "own"]);
        assert_eq!(scene.soft.len(), 1, "included twice, there once");
        assert_eq!(scene.soft[0].mesh, super::super::Mesh::File("parts/cow.msh".into()));
        assert!(scene.include.is_empty());
    }

    #[test]
    fn mistakes_name_the_file_they_are_in() {
        let problems = read(&[
            ("main.toml", "include = ['a.toml', 'gone.toml']\n"),
            ("a.toml", "\nstepp = 1\ninclude = ['b.toml']"),
            ("b.toml", "include = ['a.toml']\n[[rigid]]\nname = 'x'"),
        ])
        .unwrap_err();
        let text = problems.to_string();
        assert!(
            text.contains("dir/main.toml:1:22: include[1]: `gone.toml` cannot be read"),
            "{text}"
        );
        assert!(text.contains("dir/a.toml:2:1: stepp: unknown field"), "{text}");
        let round = "dir/b.toml:1:12: include[0]: includes itself: a.toml → b.toml → a.toml";
        assert!(text.contains(round), "{text}");
        assert!(text.contains("dir/b.toml:2:1: rigid[0].shape: is missing"), "{text}");
    }

    #[test]
    fn the_same_name_in_two_files_is_a_mistake() {
        let ball = "[[rigid]]\nname = 'ball'\nshape = { ball = { radius = 1 } }";
        let main = format!("include = ['a.toml']\n{ball}");
        let problems = read(&[("main.toml", &main), ("a.toml", ball)]).unwrap_err().to_string();
        assert!(problems.contains("dir/main.toml:3"), "{problems}");
        assert!(problems.contains("already the name of rigid[0]"), "{problems}");
    }

    #[test]
    fn a_text_without_files_includes_nothing() {
        let problems = super::super::read("f", "include = ['a.toml']", &[]).unwrap_err();
        assert!(problems.to_string().contains("include[0]"), "{problems}");
    }
}
