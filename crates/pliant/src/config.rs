//! Settings of a world.

use serde::{Deserialize, Serialize};

use crate::constraints::contact::Push;
use crate::error::{Check, Result};
use crate::math::{DOUBLE, Real, Vec3};
use crate::step::sleep::Sleep;

/// Settings of a world. The defaults are meant to be left alone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    /// Length of a step, s.
    pub step: Real,
    /// Substeps a step is cut into; `None`: as many as the bodies need.
    pub substeps: Option<u32>,
    /// Sweeps over the rows in each substep.
    pub iterations: u32,
    /// How violations are removed.
    pub stabilisation: Stabilisation,
    /// Gravity, m/s².
    pub gravity: Vec3,
    /// Velocity of the air, m/s: see [`Soft::drag`](crate::Soft::drag).
    pub wind: Vec3,
    /// Threads. Results are the same for any number.
    pub threads: usize,
    /// How contacts push bodies apart.
    pub contact: Push,
    /// Which instructions to use. Results are the same for all.
    pub simd: Simd,
    /// Which solver.
    pub solver: SolverChoice,
    /// When the solver in the constraint space has done enough.
    pub space: Effort,
    /// What several anchors of deformable bodies do to one rigid body.
    pub anchor_impulses: AnchorImpulses,
    /// What several contacts of a deformable body do to one rigid body.
    pub contact_impulses: ContactImpulses,
    /// What limits the friction of deformable bodies.
    pub friction_limit: FrictionLimit,
    /// When islands fall asleep; `None`: never.
    pub sleep: Option<Sleep>,
}

/// What several contacts of a deformable body do to one rigid body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ContactImpulses {
    /// Each pushes it: action is reaction.
    #[default]
    Sum,
    /// It gets the mean of their impulses, as from the dummy nodes in section 4.3 of Vezzano et al. 2015: each contact is
    /// solved as if it were alone with the rigid body. Momentum is not kept: to compare. Islands are swept.
    Mean,
}

/// What limits the friction of deformable bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FrictionLimit {
    /// The force that presses them together: Coulomb's cone.
    #[default]
    Cone,
    /// The weight that gravity would press the contact with, Eq. 32 of Vezzano et al. 2015: `μ m |g·n|` with a share `m`
    /// of the masses of both bodies, whatever presses them. To compare. Islands are swept.
    Gravity,
}

/// How violations of rigid constraints are removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Stabilisation {
    /// Rows aim at where the bodies will be at the end of the substep: no violation is left.
    #[default]
    Full,
    /// Rows act on velocities, and remove this share of the violation a substep: `β = share/h`
    /// (Vezzano et al. 2015 use 0.1).
    Baumgarte(Real),
}

/// Which vector instructions to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Simd {
    /// The best that the CPU has.
    #[default]
    Auto,
    /// Those that every CPU of the architecture has.
    Baseline,
}

/// Which solver works on the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SolverChoice {
    /// Sweep or newton, island by island: see [`crate::solvers::islands`].
    #[default]
    Auto,
    /// Projected Gauss-Seidel in substeps.
    Sweep,
    /// Directly.
    Newton,
    /// In the constraint space, with the full compliance of every body: see [`crate::solvers::space`].
    Space,
}

/// When the solver in the constraint space has done enough.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effort {
    /// The sum over the rows of an island, or over each thirty of more, of how far an iteration moved them in the
    /// substep, m.
    pub tolerance: Real,
    /// The most iterations in a substep.
    pub iterations: u32,
}

impl Default for Effort {
    fn default() -> Self {
        // In single precision more would be rounding.
        Self { tolerance: if DOUBLE { 1e-9 } else { 1e-7 }, iterations: 200 }
    }
}

/// What several anchors of deformable bodies do to one rigid body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnchorImpulses {
    /// Each pushes it: action is reaction.
    #[default]
    Sum,
    /// It gets the mean of their impulses, as in section 4.1 of Vezzano et al. 2015, so that more anchors
    /// are not stronger. Each of them carries what one alone would, so momentum is not kept: to compare.
    /// Islands are swept.
    Mean,
}

/// The most substeps of a step.
pub const MAX_SUBSTEPS: u32 = 1000;

/// The most substeps that are chosen automatically, unless a rigid body is about to hit a thin one at more than what that allows.
pub const MAX_AUTO_SUBSTEPS: u32 = 256;

impl Default for Config {
    fn default() -> Self {
        Self {
            step: 0.02,
            substeps: None,
            iterations: 1,
            stabilisation: Stabilisation::Full,
            gravity: Vec3::new(0.0, -9.81, 0.0),
            wind: Vec3::ZERO,
            threads: 1,
            contact: Push::default(),
            simd: Simd::Auto,
            solver: SolverChoice::Auto,
            space: Effort::default(),
            anchor_impulses: AnchorImpulses::Sum,
            contact_impulses: ContactImpulses::Sum,
            friction_limit: FrictionLimit::Cone,
            sleep: None,
        }
    }
}

impl Config {
    /// The setting of Vezzano et al. 2015: one substep, two iterations, Baumgarte's 0.1/h.
    pub fn paper() -> Self {
        Self {
            substeps: Some(1),
            iterations: 2,
            stabilisation: Stabilisation::Baumgarte(0.1),
            ..Self::default()
        }
    }

    /// Whether something of the paper asks for rows of the batches: neither the weave nor the direct solvers know it.
    pub(crate) fn is_literal(&self) -> bool {
        self.anchor_impulses == AnchorImpulses::Mean
            || self.contact_impulses == ContactImpulses::Mean
            || self.friction_limit == FrictionLimit::Gravity
    }

    pub(crate) fn check(&self) -> Result<()> {
        let check = Check("config");
        check.positive("step", self.step)?;
        check.finite("gravity", self.gravity)?;
        check.finite("wind", self.wind)?;
        if let Some(n) = self.substeps
            && !(1..=MAX_SUBSTEPS).contains(&n)
        {
            return check.refuse("substeps", n, format!("1 to {MAX_SUBSTEPS}"));
        }
        if !(1..=1000).contains(&self.iterations) {
            return check.refuse("iterations", self.iterations, "1 to 1000");
        }
        if !(1..=256).contains(&self.threads) {
            return check.refuse("threads", self.threads, "1 to 256");
        }
        if let Stabilisation::Baumgarte(share) = self.stabilisation {
            check.positive("stabilisation", share)?;
            check.between("stabilisation", share, 0.0, 1.0)?;
        }
        check.positive("space.tolerance", self.space.tolerance)?;
        if !(1..=1_000_000).contains(&self.space.iterations) {
            return check.refuse("space.iterations", self.space.iterations, "1 to 1000000");
        }
        let swept = matches!(self.solver, SolverChoice::Auto | SolverChoice::Sweep);
        if self.anchor_impulses == AnchorImpulses::Mean && !swept {
            let accepted = "the sum, or the solver auto or sweep";
            return check.refuse("anchor_impulses", self.anchor_impulses, accepted);
        }
        if self.contact_impulses == ContactImpulses::Mean && !swept {
            let accepted = "the sum, or the solver auto or sweep";
            return check.refuse("contact_impulses", self.contact_impulses, accepted);
        }
        if self.friction_limit == FrictionLimit::Gravity && !swept {
            let accepted = "the cone, or the solver auto or sweep";
            return check.refuse("friction_limit", self.friction_limit, accepted);
        }
        if let Some(sleep) = &self.sleep {
            sleep.check(&check)?;
        }
        check.positive("contact.frequency", self.contact.frequency)?;
        check.positive("contact.damping_ratio", self.contact.damping_ratio)?;
        check.positive("contact.rigid_frequency", self.contact.rigid_frequency)?;
        check.positive("contact.rigid_damping_ratio", self.contact.rigid_damping_ratio)?;
        check.positive("contact.speed", self.contact.speed)?;
        check.not_negative("contact.slop", self.contact.slop)?;
        check.not_negative("contact.rebound_threshold", self.contact.rebound_threshold)
    }
}
