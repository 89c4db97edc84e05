//! `pliant modes`.

use pliant_scenes::{Overrides, Precision, play};

use crate::arguments::Modes;
use crate::failure::Failure;
use crate::{output, source};

/// Prints the lowest eigenfrequencies of deformable bodies, as they are at the start of a scene.
pub fn modes(modes: &Modes) -> Result<(), Failure> {
    let changes: Vec<_> = modes.set.iter().map(|c| (c.path.as_str(), c.value.as_str())).collect();
    let source = source::read(&modes.scene, &changes)?;
    let folder = source.folder.as_deref();
    let player = play(&source.name, &source.scene, folder, Precision::Double, Overrides::default())
        .map_err(Failure::input)?;
    let names = match &modes.soft {
        Some(name) => vec![name.clone()],
        None => source.scene.soft.iter().map(|soft| soft.name.clone()).collect(),
    };
    if names.is_empty() {
        let message = format!("`{}` has no deformable body; modes are those of one", source.name);
        return Err(Failure::input(message));
    }
    let mut text = String::new();
    for name in names {
        let found = player.modes(&name, modes.count).map_err(Failure::input)?;
        text += &format!("{name}\n");
        for (k, mode) in found.iter().enumerate() {
            text += &format!("  {:>3}  {:>14.6} Hz\n", k + 1, mode);
        }
    }
    output::text(&text)
}
