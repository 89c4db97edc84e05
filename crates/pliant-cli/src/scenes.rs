//! `pliant scenes`.

use pliant_scenes::builtin;

use crate::failure::Failure;
use crate::output;

/// Lists the built-in scenes, one a line, its name first.
pub fn list() -> Result<(), Failure> {
    let mut lines = String::new();
    for scene in builtin::all() {
        let title = scene.scene(&[]).map_err(Failure::input)?.title;
        lines += &format!("{:<18} {title}\n", scene.name);
    }
    output::text(&lines)
}
