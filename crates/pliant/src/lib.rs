//! Pliant: interactive worlds in which rigid and deformable bodies push, pull, hold and carry each
//! other.
//!
//! Three nouns: a [body](bodies) moves freely and answers to pushes; a [constraint](constraints)
//! names [sites](site::Site) and becomes rows; a [solver](solvers) sees only rows. A [`World`] holds
//! them and steps:
//!
//! ```
//! use pliant::{Material, Mass, Rigid, Shape, Soft, Vec3, World, meshing::primitives};
//!
//! let mut world = World::default();
//! world.add_rigid(Rigid::ground())?;
//! let ball = world.add_rigid(Rigid::new(Shape::ball(0.25), 1.0, Vec3::new(0.0, 0.25, 0.0)))?;
//! let cloth = world.add_soft(Soft {
//!     mesh: primitives::grid([1.0, 1.0], [21, 21])?,
//!     material: Material::Inextensible { bending: 1e-4, compression: 20.0 },
//!     mass: Mass::Total(0.5),
//!     thickness: 0.005,
//!     position: Vec3::new(0.0, 0.6, 0.0),
//!     ..Soft::default()
//! })?;
//! for _ in 0..50 {
//!     world.step();
//! }
//! assert!(world.node_positions(cloth)?.all(|x| x.y > 0.0));
//! assert!(world.position(ball)?.y > 0.24);
//! # Ok::<(), pliant::Error>(())
//! ```
//!
//! Units are SI; y is up unless gravity says otherwise; axes are right-handed; quaternions are
//! `[x, y, z, w]`. The same input gives the same bits, run to run and for any number of threads.
//! No call panics; a refused one says why and changes nothing.

pub mod bodies;
pub mod collision;
pub mod config;
pub mod constraints;
mod cut;
pub mod energy;
pub mod error;
pub mod events;
mod generalised;
pub mod handle;
pub mod integrators;
mod joints;
pub mod math;
mod meet;
pub mod meshing;
pub mod modes;
pub mod query;
pub mod report;
pub mod rows;
pub mod site;
pub mod snapshot;
pub mod solvers;
pub mod state;
mod step;
mod weave;
pub mod world;

#[cfg(test)]
mod tests;

pub use bodies::corotational::ElementState;
pub use bodies::{
    Calibration, Compliance, Elasticity, Firm, Goals, Groups, HingeLaw, Kind, Mass, Material,
    PositionBased, Resistance, Rigid, ShapeMatching, Soft, Springs, Stretch, Target,
};
pub use collision::shape::{Part, Shape};
pub use config::{
    AnchorImpulses, Config, ContactImpulses, Effort, FrictionLimit, Simd, SolverChoice,
    Stabilisation,
};
pub use constraints::{
    Anchor, Axis, Block, Distance, Freedom, Gear, Generalised, Joint, JointKind, Law, Limit, Lines,
    Motor, Plane, Resists, Rule, Softness, Spring,
};
pub use error::{Error, Result};
pub use events::{AnyBody, ContactEvent, Filter, Touching};
pub use handle::Handle;
pub use integrators::Integrator;
pub use math::{Pose, Quat, Real, Vec3};
pub use meshing::Mesh;
pub use meshing::embed::Embedding;
pub use modes::Mode;
pub use query::{Hit, Seen};
pub use report::{Phase, StepReport, Watch};
pub use site::Site;
pub use step::ContactForce;
pub use step::sleep::Sleep;
pub use world::{Other, World};
