//! The built-in scenes: TOML files like any other, carried inside the program.

use pliant_io::scene::{self, Problems, Scene};

use crate::Error;

/// A scene that is always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! builtins {
    ($($name:literal),* $(,)?) => {
        &[$(Builtin {
            name: $name,
            text: include_str!(concat!("../scenes/", $name, ".toml")),
        }),*]
    };
}

/// All built-in scenes, by name.
const ALL: &[Builtin] = builtins![
    "armadillo-like",
    "bag",
    "beam-bend",
    "beam-bend-15k",
    "beam-twist",
    "bounce",
    "bowl",
    "bridge",
    "bullet",
    "capstan",
    "capstan-slips",
    "card-house",
    "catenary",
    "chain-1000",
    "chain-swing",
    "closed-loop",
    "cloth-100k",
    "cloth-ball",
    "cloth-on-cloth",
    "cloth-scale-101",
    "cloth-scale-201",
    "cloth-scale-26",
    "cloth-scale-51",
    "cloth-sphere",
    "cloth-sphere-limp",
    "cradle",
    "crane",
    "cube-10k",
    "cube-1k",
    "cube-50k",
    "cube-hung",
    "curtain",
    "dominoes",
    "double-pendulum",
    "dzhanibekov",
    "fast-balls",
    "figure-worn",
    "flag",
    "fold",
    "gripper",
    "gyroscope",
    "hammock-0.1",
    "hammock-1",
    "hammock-10",
    "hammock-100",
    "hanging-cloth",
    "heavy-drop",
    "heavy-on-light",
    "hung-cubes",
    "incline-cubes",
    "incline-cubes-stick",
    "jelly-chocolate",
    "jelly-cube",
    "jelly-dish",
    "knot",
    "mass-spring-cube",
    "models-race",
    "motors",
    "net",
    "net-all",
    "net-catch",
    "pendulum",
    "pile",
    "pinch",
    "plane",
    "pyramid",
    "ragdoll",
    "redundant-2",
    "redundant-20",
    "ref-atwood",
    "ref-bar",
    "ref-beam",
    "ref-beam-gravity",
    "ref-block",
    "ref-bounce",
    "ref-catenary",
    "ref-hang",
    "ref-integrators",
    "ref-patch",
    "ref-pendulum",
    "ref-roll",
    "ref-rotation",
    "ref-slide",
    "ref-slide-cloth",
    "rope-weight",
    "rope-wheel",
    "scissors",
    "sheared",
    "sleepers",
    "slide",
    "soft-beam",
    "soft-hung",
    "soft-pile",
    "soft-stack",
    "spaghetti",
    "spring-all",
    "squeeze",
    "stack",
    "stack-100",
    "stiff-explodes",
    "stiff-implicit",
    "sweater",
    "tablecloth",
    "teapots-rope",
    "tilt-20",
    "tilt-30",
    "top",
    "tower",
    "trampoline",
    "vehicle",
    "verlet-rods",
];

/// All built-in scenes, in the order of their names.
pub fn all() -> &'static [Builtin] {
    ALL
}

/// The built-in scene of this name.
///
/// # Errors
/// When there is none; the error knows the name that was probably meant.
pub fn find(name: &str) -> Result<&'static Builtin, Error> {
    ALL.iter()
        .find(|scene| scene.name == name)
        .ok_or_else(|| Error::UnknownScene { name: name.to_owned(), nearest: nearest(name) })
}

impl Builtin {
    /// Reads the scene, with changes as `--set path=value` gives them.
    ///
    /// # Errors
    /// The problems of the changes: the file itself has none.
    pub fn scene(&self, changes: &[(&str, &str)]) -> Result<Scene, Problems> {
        scene::read(&format!("{}.toml", self.name), self.text, changes)
    }
}

/// The built-in name nearest to a word, if it may be a slip for it: up to a third of it differs.
fn nearest(word: &str) -> Option<&'static str> {
    // The cost of a comparison grows with the length of the word.
    if word.len() > 64 {
        return None;
    }
    let word = word.to_lowercase();
    ALL.iter()
        .map(|scene| (strsim::osa_distance(&word, scene.name), scene.name))
        .filter(|(distance, name)| *distance <= name.len().max(word.len()).div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_found() {
        assert!(ALL.is_sorted_by(|a, b| a.name < b.name));
        for scene in ALL {
            assert_eq!(find(scene.name), Ok(scene));
        }
    }

    #[test]
    fn a_slip_finds_the_name_and_nonsense_finds_none() {
        assert_eq!(nearest("clothball"), Some("cloth-ball"));
        assert_eq!(nearest("stak"), Some("stack"));
        assert_eq!(nearest("helicopter"), None);
    }
}
