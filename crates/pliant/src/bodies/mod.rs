//! Bodies: how things move freely for one substep, and how their points answer to a push.
//!
//! One model is one file. A body owns slots in the [`State`]; rows push slots and never learn whose
//! they are.

pub mod air;
pub(crate) mod balance;
pub mod calibrate;
pub mod corotational;
pub mod elasticity;
pub mod element;
pub(crate) mod factorised;
pub mod firm;
pub(crate) mod hinge;
pub mod lattice;
pub(crate) mod links;
pub mod matched;
pub mod particles;
pub mod rigid;
mod shear;
pub mod soft;
pub mod tets;
pub(crate) mod warp;

use crate::math::{DMat3, DVec3};
use serde::{Deserialize, Serialize};

use crate::error::{Check, Result};
use crate::math::{Real, Vec3};
use crate::solvers::simd::Level;
use crate::state::State;

pub use calibrate::{Calibration, Target};
pub use elasticity::Elasticity;
pub use firm::Firm;
pub use hinge::HingeLaw;
pub use lattice::{PositionBased, Resistance, Springs};
pub use matched::{Goals, ShapeMatching};
pub use rigid::{Groups, Kind, Rigid};
pub use soft::{Compliance, Material, Soft, Stretch};

/// What acts on all bodies during free motion.
#[derive(Clone, Copy, Debug)]
pub struct Pull<'a> {
    /// Gravity, m/s².
    pub gravity: Vec3,
    /// Forces on node slots, N.
    pub nodes: &'a [Vec3],
    /// Whether any of these is not zero.
    pub pushed: bool,
    /// Forces (N) and torques (N·m) on frame slots.
    pub frames: &'a [[Vec3; 2]],
    /// Length of the substep, s.
    pub h: Real,
    /// Which instructions kernels are compiled to.
    pub level: Level,
}

/// A body: it can move freely, and answer to a push.
pub trait Body {
    /// Moves the velocities by everything but the rows; positions stay.
    fn free_motion(&mut self, state: &mut State, pull: &Pull<'_>);

    /// The longest substep for which the free motion is stable and the rows hold well, s.
    fn longest_substep(&self) -> Real;

    /// Whether the points answer through a full compliance instead of their own masses.
    fn is_implicit(&self) -> bool {
        false
    }

    /// Turns impulses on the body's nodes (N·s) into their changes of velocity (m/s), in place, by
    /// the full compliance of the last free motion. Only implicit bodies are asked.
    fn apply(&mut self, _impulse: &mut [DVec3]) {}

    /// [`Body::apply`] for three right-hand sides at once.
    fn apply_columns(&mut self, _impulse: &mut [DMat3]) {}

    /// The changes of velocity of all nodes (m/s) by a unit impulse along each axis on one of them.
    fn column(&mut self, node: usize, out: &mut [DMat3]) {
        out.fill(DMat3::ZERO);
        out[node] = DMat3::IDENTITY;
        self.apply_columns(out);
    }

    /// The answers of some nodes to pushes on one along each axis, in their order; `all` has room for those of all nodes.
    fn answers(
        &mut self,
        node: usize,
        some: &[usize],
        all: &mut [DMat3],
        tell: &mut dyn FnMut(DMat3),
    ) {
        self.column(node, all);
        some.iter().for_each(|&i| tell(all[i]));
    }

    /// Told when the positions have been integrated, before the rows relax.
    fn moved(&mut self, _state: &State) {}

    /// Tells the blocks of the stiffness matrix in the present shape, N/m: those of the diagonal,
    /// and one of each pair of nodes, any number of times; they add up.
    fn stiffness(&self, _state: &State, _tell: &mut dyn FnMut(u32, u32, DMat3)) {}

    /// Adds the elastic force on each of the body's nodes, N.
    fn elastic_forces(&self, _state: &State, _force: &mut [DVec3]) {}

    /// Elastic energy, J.
    fn elastic_energy(&self, _state: &State) -> Real {
        0.0
    }
}

/// How heavy a body is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Mass {
    /// Total mass, kg.
    Total(Real),
    /// Density: kg/m³ of solids, kg/m² of surfaces, kg/m of ropes.
    Density(Real),
}

impl Default for Mass {
    /// Water.
    fn default() -> Self {
        Self::Density(1000.0)
    }
}

impl Mass {
    pub(crate) fn check(&self, check: &Check<'_>) -> Result<()> {
        match *self {
            Self::Total(m) => check.positive("mass", m),
            Self::Density(d) => check.positive("density", d),
        }
    }
}
