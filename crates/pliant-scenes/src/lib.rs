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
pub mod live;
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

use glamx::DVec3;
use pliant_io::scene::Scene;

use live::{Bond, ContactArrow, Grip, HandNow, Numbers, Rods, Stage};
use quality::Scenery;

pub use builtin::Builtin;
pub use error::Error;
pub use glamx;
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
    /// How often the quality of the run is measured.
    pub measured: Measured,
}

/// How often the quality of a run is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measured {
    /// At the end of every substep.
    #[default]
    EverySubstep,
    /// At the end of every step: for those who look on and do not want to wait.
    EveryStep,
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
    /// The lowest eigenfrequencies of a deformable body in its present shape, Hz, ascending.
    ///
    /// # Errors
    /// When there is no such body, or it has no stiffness.
    fn modes(&self, soft: &str, count: usize) -> Result<Vec<f64>, Error>;
    /// Where all bodies are.
    fn scenery(&self) -> &Scenery;
    /// What there is to see, as it stays until a body is added or the world restored.
    fn stage(&self) -> Stage;
    /// What the last step did, and how things stand.
    fn numbers(&self) -> Numbers;
    /// What the probes show now, in the order of the scene.
    fn readings(&self) -> Vec<f64>;
    /// The forces at the contacts.
    fn contacts(&self) -> Vec<ContactArrow>;
    /// The forces of anchors, distances, joints and pins.
    fn bonds(&self) -> Vec<Bond>;
    /// Where constraints are seen.
    fn rods(&self) -> Rods;
    /// Takes hold of a body with a spring of limited force; `target` is where it is pulled to, m.
    ///
    /// # Errors
    /// When there is no such body, or nothing moves it.
    fn grab(&mut self, hand: u32, grip: Grip, target: DVec3) -> Result<(), Error>;
    /// Moves a hand.
    fn reach(&mut self, hand: u32, target: DVec3);
    /// Opens a hand: what it held flies on.
    fn release(&mut self, hand: u32);
    /// The hands that hold something.
    fn hands(&self) -> Vec<HandNow>;
    /// Pins a point of a body where it is, or takes the pin out; tells whether there is one now.
    ///
    /// # Errors
    /// When there is no such body, or nothing moves it.
    fn pin(&mut self, grip: Grip) -> Result<bool, Error>;
    /// Adds a rigid body under a name of its own.
    ///
    /// # Errors
    /// When the engine refuses it.
    fn throw(&mut self, ball: &pliant_io::scene::Rigid) -> Result<(), Error>;
    /// Takes over the settings of a changed scene (substeps, iterations, solver, gravity, …) while
    /// it runs. Its bodies and the length of the step stay.
    ///
    /// # Errors
    /// When the engine refuses the settings, which then stay as they were.
    fn adjust(&mut self, scene: &Scene) -> Result<(), Error>;
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
