//! The gallery: what there is, and a small picture of each.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use pliant_draw::{Renderer, write_png};
use pliant_scenes::{Measured, Overrides, Precision, builtin, play};
use serde::Serialize;

use crate::source::Source;

/// Pixels across and down.
const SIZE: [u32; 2] = [640, 400];
/// How long a scene may be simulated for its picture.
const PATIENCE: Duration = Duration::from_secs(4);
/// The share of a scene's time at which its picture is taken.
const MOMENT: f64 = 0.4;

/// A scene as the gallery shows it.
#[derive(Serialize)]
pub(crate) struct Entry {
    id: String,
    title: String,
    about: String,
    /// How many bodies of each kind.
    rigid: usize,
    soft: usize,
}

/// All scenes, and the one to start with.
#[derive(Serialize)]
pub(crate) struct Listing {
    version: &'static str,
    scenes: Vec<Entry>,
    start: Option<String>,
}

/// What there is; the file that the viewer was started with comes first.
pub(crate) fn listing(start: Option<&Source>) -> Listing {
    let file = start.filter(|source| matches!(source, Source::File(_)));
    let builtins = builtin::all().iter().map(|scene| Source::Builtin(scene.name.into()));
    Listing {
        version: env!("CARGO_PKG_VERSION"),
        scenes: file.cloned().into_iter().chain(builtins).map(|source| entry(&source)).collect(),
        start: start.map(|source| source.id().to_owned()),
    }
}

fn entry(source: &Source) -> Entry {
    let (title, about, rigid, soft) = match source.read(&[]) {
        Ok(scene) => {
            let title = if scene.title.is_empty() { source.name() } else { scene.title };
            (title, scene.about, scene.rigid.len(), scene.soft.len())
        }
        Err(problems) => (source.name(), problems, 0, 0),
    };
    Entry { id: source.id().into(), title, about, rigid, soft }
}

/// Pictures that were made already.
#[derive(Default)]
pub(crate) struct Thumbnails(Mutex<BTreeMap<String, Bytes>>);

impl Thumbnails {
    /// A picture as PNG, made when it is first asked for. One is made at a time: whoever else waits
    /// would only slow it down.
    pub(crate) fn get(&self, source: &Source) -> Result<Bytes, String> {
        let mut made = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_file = matches!(source, Source::File(_));
        if let Some(picture) = made.get(source.id()).filter(|_| !is_file) {
            return Ok(picture.clone());
        }
        let picture = draw(source)?;
        made.insert(source.id().into(), picture.clone());
        Ok(picture)
    }
}

/// Plays a scene for a while and draws it.
fn draw(source: &Source) -> Result<Bytes, String> {
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let scene = source.read(&[])?;
    let overrides = Overrides { measured: Measured::EveryStep, ..Overrides::default() };
    let (name, folder) = (source.name(), source.folder());
    let mut player = play(&name, &scene, folder.as_deref(), Precision::Single, overrides)
        .map_err(|error| text(&error))?;
    let start = Instant::now();
    while player.time() < MOMENT * scene.seconds && start.elapsed() < PATIENCE {
        player.step().map_err(|error| text(&error))?;
    }
    let mut renderer = Renderer::new(SIZE[0], SIZE[1]).map_err(|error| text(&error))?;
    let camera = player.camera(renderer.aspect());
    let image = renderer.render(&player.model(), &camera).map_err(|error| text(&error))?;
    write_png(image).map(Bytes::from).map_err(|error| text(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_is_listed_with_a_picture() {
        let listing = listing(None);
        assert_eq!(listing.scenes.len(), builtin::all().len());
        assert!(listing.scenes.iter().all(|s| !s.title.is_empty() && !s.about.is_empty()));
        let picture = Thumbnails::default().get(&Source::Builtin("bounce".into())).unwrap();
        assert!(picture.starts_with(b"\x89PNG"));
    }

    #[test]
    fn a_file_comes_first_and_its_mistakes_are_told() {
        let missing = Source::File("no/such/scene.toml".into());
        let listing = listing(Some(&missing));
        assert_eq!(listing.scenes[0].id, "@file");
        assert!(listing.scenes[0].about.contains("cannot read"));
        assert!(Thumbnails::default().get(&missing).is_err());
    }
}
