//! Collision: what is near what, and where it would touch.

pub(crate) mod between;
pub mod broad;
pub(crate) mod collider;
pub mod contacts;
pub mod corners;
pub mod edges;
pub(crate) mod field;
pub mod first_contact;
pub mod nodes;
pub(crate) mod outline;
pub mod patch;
pub mod rigids;
pub mod shape;
