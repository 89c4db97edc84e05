//! Scenes in double precision.

pub use pliant_f64 as engine;

#[path = "play/mod.rs"]
#[allow(
    clippy::duplicate_mod,
    clippy::unnecessary_cast,
    reason = "one source serves both precisions; `super::engine` tells them apart"
)]
mod play;

pub use play::Player;
