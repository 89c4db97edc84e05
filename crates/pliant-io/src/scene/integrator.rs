//! Integrators: how a body gets from one moment to the next.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a mass-spring body or an elastic solid gets from one moment to the next, in the substeps of the scene as they are:
/// one a step unless the scene or another body says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Integrator {
    /// Positions by the old velocities: order 1, never stable.
    ExplicitEuler,
    /// Positions by the new velocities: order 1, stable up to ωh = 2.
    SymplecticEuler,
    /// Runge-Kutta by the slope in the middle: order 2, grows slowly.
    Midpoint,
    /// Runge-Kutta by the mean of two slopes: order 2, grows slowly.
    Heun,
    /// Runge-Kutta of order 4, stable up to ωh = 2√2.
    Rk4,
    /// Positions by the last two positions: order 2, stable up to ωh = 2. Holds distances between its nodes by itself.
    Verlet,
    /// Verlet with velocities: order 2, stable up to ωh = 2.
    VelocityVerlet,
    /// Forces at the end of the substep: order 1, always stable, damps.
    ImplicitEuler,
    /// Forces in the middle of the substep: order 2, always stable, keeps the energy of linear springs.
    ImplicitMidpoint,
}

impl Integrator {
    /// Whether it iterates to a tolerance.
    pub fn is_implicit(self) -> bool {
        matches!(self, Self::ImplicitEuler | Self::ImplicitMidpoint)
    }
}
