//! Integrators: how a mass-spring body or an elastic solid gets from one moment to the next, by the
//! textbook's rules, one file each.
//!
//! A body whose integrator is named takes the substeps of the world as they are and asks for none of its own:
//! a step too long for its springs lets it explode, as it should. With `a = (f + m g)/m`, `h` the substep,
//! and `(ω h)` the largest stable product with an undamped frequency:
//!
//! | word | order | rule | `ω h` |
//! |---|---|---|---|
//! | [`explicit-euler`](explicit_euler) | 1 | `x' = x + h v`, `v' = v + h a(x, v)` | 0: grows by `√(1 + ω²h²)` |
//! | [`symplectic-euler`](symplectic_euler) | 1 | `v' = v + h a(x, v)`, `x' = x + h v'` | 2 |
//! | [`midpoint`] | 2 | Euler with the slope in the middle | 0: grows by `√(1 + ω⁴h⁴/4)` |
//! | [`heun`] | 2 | Euler with the mean of two slopes | 0: the same |
//! | [`rk4`] | 4 | Euler with a mean of four slopes | `2√2` |
//! | [`verlet`] | 2 | `x' = 2x − x⁻ + h² a(x)` | 2 |
//! | [`velocity-verlet`](velocity_verlet) | 2 | the same with velocities | 2 |
//! | [`implicit-euler`](implicit_euler) | 1 | `v' = v + h a(x', v')`, `x' = x + h v'` | none: decays by `1/√(1 + ω²h²)` |
//! | [`implicit-midpoint`](implicit_midpoint) | 2 | the slope in the middle, found by solving | none: neither grows nor decays |
//!
//! How rows act on such a body is told in `body.rs`.

pub(crate) mod body;
pub mod conjugate;
pub mod explicit_euler;
pub mod forces;
pub mod heun;
pub mod implicit_euler;
pub mod implicit_midpoint;
pub mod midpoint;
pub mod rk4;
pub mod springs;
pub mod symplectic_euler;
pub mod velocity_verlet;
pub mod verlet;

use serde::{Deserialize, Serialize};

use crate::math::{Real, Vec3};
use conjugate::Conjugate;
use forces::{Forces, Quad};
use verlet::History;

/// How a body gets from one moment to the next, see the [table](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Integrator {
    /// Positions by the old velocities.
    ExplicitEuler,
    /// Positions by the new velocities.
    SymplecticEuler,
    /// Runge-Kutta of order 2: the slope in the middle.
    Midpoint,
    /// Runge-Kutta of order 2: the mean of the slopes at both ends.
    Heun,
    /// Runge-Kutta of order 4.
    Rk4,
    /// Positions by the last two positions.
    Verlet,
    /// Verlet with velocities.
    VelocityVerlet,
    /// Forces at the end of the substep, linearised.
    ImplicitEuler,
    /// Forces in the middle of the substep, solved for.
    ImplicitMidpoint,
}

impl Integrator {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::ExplicitEuler,
        Self::SymplecticEuler,
        Self::Midpoint,
        Self::Heun,
        Self::Rk4,
        Self::Verlet,
        Self::VelocityVerlet,
        Self::ImplicitEuler,
        Self::ImplicitMidpoint,
    ];

    /// Its word in scenes.
    pub fn name(self) -> &'static str {
        match self {
            Self::ExplicitEuler => "explicit-euler",
            Self::SymplecticEuler => "symplectic-euler",
            Self::Midpoint => "midpoint",
            Self::Heun => "heun",
            Self::Rk4 => "rk4",
            Self::Verlet => "verlet",
            Self::VelocityVerlet => "velocity-verlet",
            Self::ImplicitEuler => "implicit-euler",
            Self::ImplicitMidpoint => "implicit-midpoint",
        }
    }

    /// The power of the step that errors at a fixed time go with.
    pub fn order(self) -> i32 {
        match self {
            Self::ExplicitEuler | Self::SymplecticEuler | Self::ImplicitEuler => 1,
            Self::Rk4 => 4,
            _ => 2,
        }
    }

    /// How often forces are asked for in a substep; implicit ones ask for products besides.
    pub fn evaluations(self) -> u32 {
        match self {
            Self::Midpoint | Self::Heun | Self::VelocityVerlet => 2,
            Self::Rk4 => 4,
            _ => 1,
        }
    }

    /// The largest product of an undamped frequency (rad/s) and a substep (s) that is stable.
    pub fn limit(self) -> Real {
        match self {
            Self::ExplicitEuler | Self::Midpoint | Self::Heun => 0.0,
            Self::SymplecticEuler | Self::Verlet | Self::VelocityVerlet => 2.0,
            Self::Rk4 => (8.0 as Real).sqrt(),
            Self::ImplicitEuler | Self::ImplicitMidpoint => Real::INFINITY,
        }
    }

    /// The factor by which an undamped oscillation of this `ω h` grows in a substep, within the limit.
    pub fn growth(self, wh: f64) -> f64 {
        let square = wh * wh;
        match self {
            Self::ExplicitEuler => (1.0 + square).sqrt(),
            Self::Midpoint | Self::Heun => (1.0 + 0.25 * square * square).sqrt(),
            Self::Rk4 => (1.0 - square.powi(3) / 72.0 + square.powi(4) / 576.0).sqrt(),
            Self::ImplicitEuler => 1.0 / (1.0 + square).sqrt(),
            _ => 1.0,
        }
    }

    /// Whether it solves for what it looks for.
    pub fn is_implicit(self) -> bool {
        matches!(self, Self::ImplicitEuler | Self::ImplicitMidpoint)
    }
}

/// What pulls at the nodes of one body, by everything but rows.
pub struct Field<'a> {
    /// Springs or tetrahedra.
    pub forces: &'a mut dyn Forces,
    /// Gravity, m/s².
    pub gravity: Vec3,
    /// Forces of the caller on each node, N.
    pub pushes: &'a [Vec3],
}

impl Field<'_> {
    /// The acceleration of each node at positions `x` and velocities `v`, m/s²: none of those that do not move.
    pub fn acceleration(&mut self, mass: &[Quad], x: &[Quad], v: &[Quad], out: &mut Vec<Quad>) {
        self.force(x, v, out);
        for ((a, m), push) in out.iter_mut().zip(mass).zip(self.pushes) {
            let w = m[3] * m[3];
            let moves = if w > 0.0 { 1.0 } else { 0.0 };
            for k in 0..3 {
                a[k] = (a[k] + push[k]) * w + self.gravity[k] * moves;
            }
        }
    }

    /// The elastic and damping force on each node, N.
    pub fn force(&mut self, x: &[Quad], v: &[Quad], out: &mut Vec<Quad>) {
        out.clear();
        out.resize(x.len(), [0.0; 4]);
        self.forces.add(x, v, out);
    }
}

/// One substep of one body.
pub struct Motion<'a> {
    /// Its length, s.
    pub h: Real,
    /// Positions at its start (m), with the root of the inverse mass of each node as a fourth number.
    pub x: &'a [Quad],
    /// Velocities at its start, m/s.
    pub v: &'a [Quad],
    /// Positions at its end.
    pub x1: &'a mut Vec<Quad>,
    /// Velocities at its end.
    pub v1: &'a mut Vec<Quad>,
    /// What pulls.
    pub field: Field<'a>,
    /// Room for slopes and places between.
    pub work: &'a mut Work,
    /// What Verlet remembers.
    pub history: &'a mut History,
    /// The relative residual at which the iteration of an implicit integrator ends.
    pub tolerance: Real,
}

/// Room for slopes and places between.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// Slopes.
    pub a: [Vec<Quad>; 4],
    /// A place between.
    pub x: Vec<Quad>,
    /// A velocity between.
    pub v: Vec<Quad>,
    /// For implicit integrators.
    pub conjugate: Conjugate,
}

impl Motion<'_> {
    /// Goes through the substep.
    pub fn go(&mut self, integrator: Integrator) {
        match integrator {
            Integrator::ExplicitEuler => explicit_euler::go(self),
            Integrator::SymplecticEuler => symplectic_euler::go(self),
            Integrator::Midpoint => midpoint::go(self),
            Integrator::Heun => heun::go(self),
            Integrator::Rk4 => rk4::go(self),
            Integrator::Verlet => verlet::go(self),
            Integrator::VelocityVerlet => velocity_verlet::go(self),
            Integrator::ImplicitEuler => implicit_euler::go(self),
            Integrator::ImplicitMidpoint => implicit_midpoint::go(self),
        }
    }
}

/// `out = a + s b`, node by node; the fourth number is that of `a`.
pub fn along(out: &mut Vec<Quad>, a: &[Quad], s: Real, b: &[Quad]) {
    out.clear();
    out.extend(
        a.iter().zip(b).map(|(a, b)| [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2], a[3]]),
    );
}
