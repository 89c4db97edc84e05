//! Every built-in scene: it meets its expectations in both precisions, and it gives the same bits
//! run to run, for any number of threads, and through a snapshot.

mod events;
mod expectations;
mod joints;
mod reference;
mod same_bits;
mod touch;

use pliant_scenes::{Overrides, Play, Precision, builtin, play};

/// A player of a built-in scene.
fn player(name: &str, precision: Precision, overrides: Overrides) -> Box<dyn Play> {
    let scene = builtin::find(name).unwrap().scene(&[]).unwrap();
    play(name, &scene, None, precision, overrides).unwrap()
}

/// Makes so many steps.
fn advance(player: &mut dyn Play, steps: u64) {
    for _ in 0..steps {
        player.step().unwrap();
    }
}

/// A test function for each scene: `scene_name => "scene-name"`, with attributes for the heavy.
macro_rules! for_each_scene {
    ($check:path: $($(#[$attribute:meta])* $test:ident => $name:literal),* $(,)?) => {
        $(#[test] $(#[$attribute])* fn $test() { $check($name); })*

        #[test]
        fn all_scenes_are_here() {
            let here = [$($name),*];
            let all: Vec<&str> = pliant_scenes::builtin::all().iter().map(|s| s.name).collect();
            assert_eq!(here.as_slice(), all);
        }
    };
}
use for_each_scene;
