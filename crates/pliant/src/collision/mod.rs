//! Collision: what is near what, and where it would touch.

pub mod broad;
pub mod contacts;
pub mod nodes;
pub mod rigids;
pub mod shape;
