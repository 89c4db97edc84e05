//! What a page asks for: small JSON messages, each with a field `do`.

use pliant_scenes::glamx::DVec3;
use pliant_scenes::live::Grip;
use serde::Deserialize;

/// The longest message, bytes.
pub const MAX_BYTES: usize = 4096;
/// The most messages a second; a burst of a second's worth is let through.
pub const MAX_RATE: f64 = 600.0;

/// What a page asks for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Runs.
    Play,
    /// Stops.
    Pause,
    /// Makes one step, and stops.
    Step,
    /// Goes back to the last kept moment before this one, and stops.
    Back,
    /// Starts the scene again, with the values that were set.
    Reset,
    /// Simulated seconds a second.
    Speed {
        /// From 0.01 to 10.
        value: f64,
    },
    /// Changes a value of the scene.
    Set {
        /// A path that the scene message lists.
        path: String,
        /// The value; null: as the scene says.
        value: Setting,
    },
    /// Takes all changes back.
    Unset,
    /// Whether frames carry strains.
    Strain {
        /// Whether.
        on: bool,
    },
    /// Takes hold of a body.
    Grab {
        /// Which hand: a pointer or finger.
        hand: u32,
        /// Where.
        on: Place,
        /// Where it is pulled to, m.
        target: [f64; 3],
    },
    /// Moves a hand.
    Move {
        /// Which.
        hand: u32,
        /// Where it pulls to, m.
        target: [f64; 3],
    },
    /// Opens a hand.
    Release {
        /// Which.
        hand: u32,
    },
    /// Pins a point of a body, or takes its pin out.
    Pin {
        /// Where.
        on: Place,
    },
    /// Throws a ball.
    Throw {
        /// From where, m.
        position: [f64; 3],
        /// How fast, m/s.
        velocity: [f64; 3],
        /// Radius, m.
        radius: f64,
        /// Mass, kg.
        mass: f64,
    },
}

/// A value of a scene.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// As the scene says.
    Own(()),
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
    /// A vector.
    Vector([f64; 3]),
}

/// Where something is taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Place {
    /// A point of a rigid body.
    Rigid {
        /// Its place in the scene message.
        place: usize,
        /// m, in its own axes.
        point: [f64; 3],
    },
    /// A node of a deformable body.
    Soft {
        /// Its place in the scene message.
        place: usize,
        /// The node.
        node: usize,
    },
}

impl From<Place> for Grip {
    fn from(place: Place) -> Self {
        match place {
            Place::Rigid { place, point } => Self::Rigid { place, point: DVec3::from_array(point) },
            Place::Soft { place, node } => Self::Node { place, node },
        }
    }
}

impl Command {
    /// Reads a message.
    ///
    /// # Errors
    /// What is wrong with it, for the one who sent it.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > MAX_BYTES {
            return Err(format!("{} bytes; accepted: {MAX_BYTES}", text.len()));
        }
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

impl Setting {
    /// As the right side of `--set path=value`; none for the scene's own.
    pub(crate) fn to_toml(&self) -> Option<String> {
        match self {
            Self::Own(()) => None,
            // Whole numbers are written as such: some fields take no others.
            Self::Number(x) if x.fract() == 0.0 && x.abs() < 1e9 => Some(format!("{x:.0}")),
            Self::Number(x) => Some(format!("{x:e}")),
            Self::Word(word) => Some(format!("{word:?}")),
            Self::Vector([x, y, z]) => Some(format!("[{x:?}, {y:?}, {z:?}]")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read() {
        assert_eq!(Command::read(r#"{"do":"play"}"#), Ok(Command::Play));
        let set = |text: &str| match Command::read(text) {
            Ok(Command::Set { value, .. }) => value.to_toml(),
            other => panic!("{other:?}"),
        };
        let value = |value: &str| set(&format!(r#"{{"do":"set","path":"step","value":{value}}}"#));
        assert_eq!(value("null"), None);
        assert_eq!(value("8").as_deref(), Some("8"));
        assert_eq!(value("0.0125").as_deref(), Some("1.25e-2"));
        assert_eq!(value("\"sweep\"").as_deref(), Some("\"sweep\""));
        assert_eq!(value("[0, -1, 0.5]").as_deref(), Some("[0.0, -1.0, 0.5]"));
        let grab = r#"{"do":"grab","hand":1,"on":{"soft":{"place":0,"node":7}},"target":[0,1,0]}"#;
        let on = Place::Soft { place: 0, node: 7 };
        assert_eq!(Command::read(grab), Ok(Command::Grab { hand: 1, on, target: [0.0, 1.0, 0.0] }));
    }

    #[test]
    fn malformed_messages_are_refused() {
        for bad in [
            "",
            "[]",
            "{}",
            r#"{"do":"fly"}"#,
            r#"{"do":"speed"}"#,
            r#"{"do":"speed","value":"fast"}"#,
            r#"{"do":"speed","value":1,"more":1}"#,
            r#"{"do":"grab","hand":-1,"on":{"soft":{"place":0,"node":7}},"target":[0,1,0]}"#,
            r#"{"do":"move","hand":1,"target":[0,1]}"#,
        ] {
            assert!(Command::read(bad).is_err(), "{bad}");
        }
        let long = format!(r#"{{"do":"{}"}}"#, "x".repeat(MAX_BYTES));
        assert!(Command::read(&long).is_err());
    }
}
