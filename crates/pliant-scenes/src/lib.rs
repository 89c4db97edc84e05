//! The built-in scenes, and the way from a scene to a world, a run and a report.
//!
//! ```
//! use pliant_scenes::{Overrides, Precision, builtin, play};
//!
//! let scene = builtin::find("bounce")?.scene(&[])?;
//! let mut player = play("bounce", &scene, None, Precision::Single, Overrides::default())?;
//! while !player.is_over() {
//!     player.step()?;
//! }
//! let report = player.report();
//! assert!(report.expectations.iter().all(|e| e.ok == Some(true)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [player](Play) holds a scene and its world: it applies the scene's events and motions, steps,
//! records the probes and measures the quality of every substep. The part that touches the engine
//! (`play/`) is compiled twice, as [`single`] and as [`double`]; everything else (records,
//! [`quality`], [`report`], expectations) works in double precision and is compiled once.

pub mod builtin;
mod clock;
mod colour;
pub mod double;
mod error;
mod expectation;
mod geometry;
mod material;
mod motion;
mod ordered;
mod precision;
pub mod quality;
mod record;
pub mod report;
mod schedule;
pub mod single;
mod tally;
mod view;

use std::path::Path;

use pliant_io::scene::Scene;

pub use builtin::Builtin;
pub use error::Error;
pub use ordered::Ordered;
pub use precision::Precision;
pub use record::Record;
pub use report::Report;

/// What a caller may choose in place of the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Threads; `None`: as the scene says, else 1.
    pub threads: Option<usize>,
    /// Length of a step, s; `None`: as the scene says.
    pub step: Option<f64>,
    /// Simulated time, s; `None`: as the scene says. What is expected at or over the scene's own
    /// end is then not judged.
    pub seconds: Option<f64>,
}

/// A scene that is being played, in either precision.
pub trait Play {
    /// The scene.
    fn scene(&self) -> &Scene;
    /// Simulated time, s.
    fn time(&self) -> f64;
    /// Steps made.
    fn steps(&self) -> u64;
    /// Steps of the whole run.
    fn total_steps(&self) -> u64;
    /// Whether the whole run has been made.
    fn is_over(&self) -> bool {
        self.steps() >= self.total_steps()
    }
    /// Makes one step: events, motions, the world's step, probes.
    ///
    /// # Errors
    /// When an event names something that an earlier event removed.
    fn step(&mut self) -> Result<(), Error>;
    /// What has been measured so far.
    fn report(&self) -> Report;
    /// The present state as a picture's model.
    fn model(&self) -> pliant_draw::Model;
    /// The scene's camera, or one that sees all there is at the start, down to the ground.
    fn camera(&self, aspect: f32) -> pliant_draw::Camera;
    /// A number that two states share only if they have the same bits.
    fn state_hash(&self) -> u64;
    /// The world as bytes.
    fn snapshot(&self) -> Vec<u8>;
    /// Goes back (or on) to a snapshot of the same scene; records after its time are dropped.
    ///
    /// # Errors
    /// When the bytes are no snapshot of this precision.
    fn restore(&mut self, bytes: &[u8]) -> Result<(), Error>;
}

/// Makes a player of a scene.
///
/// `name` is the scene's name in the report; `folder` is where the paths of mesh files start.
///
/// # Errors
/// When a mesh cannot be read, or the engine refuses an object; the message names it.
pub fn play(
    name: &str,
    scene: &Scene,
    folder: Option<&Path>,
    precision: Precision,
    overrides: Overrides,
) -> Result<Box<dyn Play>, Error> {
    Ok(match precision {
        Precision::Single => Box::new(single::Player::new(name, scene, folder, overrides)?),
        Precision::Double => Box::new(double::Player::new(name, scene, folder, overrides)?),
    })
}
