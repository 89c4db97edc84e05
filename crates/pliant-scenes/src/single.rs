//! Scenes in single precision.

pub use pliant as engine;

#[path = "play/mod.rs"]
mod play;

pub use play::Player;
