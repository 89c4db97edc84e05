//! Bytes to descriptors and back: scene files and meshes.
//!
//! Nothing here knows the engine: a [`scene::Scene`] is a plain description in SI units that
//! `pliant-scenes` turns into a world, and a [`mesh::Mesh`] is a list of points and elements.

pub mod mesh;
pub mod scene;
