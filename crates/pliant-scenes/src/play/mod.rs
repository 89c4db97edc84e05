//! A scene and its world: from descriptors to bodies, events, probes and pictures.
//!
//! Compiled once for each precision; `super::engine` is the engine in that precision.

mod assemble;
mod cast;
mod event;
mod frame;
mod joint;
mod observer;
mod player;
mod probe;
mod touch;

use super::engine;

pub use player::Player;

use glamx::{DQuat, DVec3};

/// A vector of the engine in double precision.
fn wide(v: engine::Vec3) -> DVec3 {
    use engine::math::IntoF64;
    DVec3::new(v.x.into_f64(), v.y.into_f64(), v.z.into_f64())
}

/// A rotation of the engine in double precision.
fn wide_rotation(q: engine::Quat) -> DQuat {
    use engine::math::IntoF64;
    DQuat::from_xyzw(q.x.into_f64(), q.y.into_f64(), q.z.into_f64(), q.w.into_f64())
}

/// A vector in the engine's precision.
fn narrow(v: DVec3) -> engine::Vec3 {
    engine::math::vec3(v.to_array())
}

/// A rotation in the engine's precision.
fn narrow_rotation(q: DQuat) -> engine::Quat {
    use engine::Real;
    engine::Quat::from_xyzw(q.x as Real, q.y as Real, q.z as Real, q.w as Real)
}
