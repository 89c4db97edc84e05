//! Constraints: functions of sites that become rows.
//!
//! One constraint is one file: its meaning, `C`, `J`, its law, its degenerate cases, and its tests.
//! A constraint sees points, never bodies; eight of its kind are evaluated at once.

pub mod align;
pub mod anchor;
pub mod batch;
pub(crate) mod bearing;
pub mod bend;
pub mod contact;
pub mod coordinate;
pub mod distance;
pub mod drive;
pub mod gear;
pub mod general;
pub mod generalised;
pub mod hold;
pub mod joint;
pub mod law;
pub mod limit;
mod linearise;
pub mod patch;
pub mod plane;
pub mod rail;
pub mod reach;
mod relax;
pub mod row;
pub mod slide;
pub mod swing;
pub mod twist;
pub mod weld;

use serde::{Deserialize, Serialize};

use crate::error::{Check, Result};
use crate::math::Real;
use crate::math::lanes::{Lanes, Rotor, V3};
use law::Project;

pub use anchor::Anchor;
pub use distance::{Distance, Resists};
pub use drive::{Motor, Spring};
pub use gear::Gear;
pub use generalised::{Block, Generalised, Law, Lines, Rule};
pub use joint::{Axis, Freedom, Joint, JointKind};
pub use limit::Limit;
pub use plane::Plane;

/// The most points a constraint of the engine is a function of.
pub const POINTS: usize = 4;

/// The numbers of one constraint, eight at once; each constraint says what is where.
pub type Params = [Lanes; PARAMS];

/// The share of their last impulse that the hard rows of anchors and joints start with. Swept once in a
/// substep, a row asks for what undoes the whole violation, and a neighbour that has been asked too takes
/// part of it back; started with all of it, three links that hang by each other tear themselves apart,
/// and with more than a half so do ten. Of a chain of ten hinges that falls from the horizontal, a start
/// from nothing leaves gaps of 6.3 mm at the worst, a half 3.6 mm.
pub(crate) const WARMTH: Real = 0.4;

/// How many numbers a constraint has.
pub const PARAMS: usize = 7;

/// The points of eight constraints at one time, and the axes that go with them.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// Points, m.
    pub x: [V3; POINTS],
    /// From the constraint's axes at each point to the world; only for constraints with
    /// [`AXES`](Constraint::AXES), and none on nodes.
    pub q: [Rotor; POINTS],
}

impl Ends {
    /// All at the origin.
    pub const ZERO: Self = Self { x: [V3::ZERO; POINTS], q: [Rotor::IDENTITY; POINTS] };

    /// Points without axes.
    pub fn points(x: [V3; POINTS]) -> Self {
        Self { x, ..Self::ZERO }
    }
}

/// A constraint seen from one place: its value and its gradient by each point.
#[derive(Clone, Copy, Debug)]
pub struct Linear<const D: usize> {
    /// Violation; m for the constraints of points, rad for angles.
    pub c: [Lanes; D],
    /// Gradient by the points, such that `ċ = Σ grad · v`.
    pub grad: [[V3; POINTS]; D],
    /// Gradient by the rotations of the points' frames, such that `ċ = Σ grad · v + turn · ω`; only
    /// for constraints with [`AXES`](Constraint::AXES).
    pub turn: [[V3; POINTS]; D],
    /// The coordinates measured, as they are at the start: those of angles find the right turn by
    /// them in the next substep.
    pub now: [Lanes; 2],
}

impl<const D: usize> Linear<D> {
    /// Nothing yet.
    pub const ZERO: Self = Self {
        c: [Lanes::ZERO; D],
        grad: [[V3::ZERO; POINTS]; D],
        turn: [[V3::ZERO; POINTS]; D],
        now: [Lanes::ZERO; 2],
    };
}

/// What turns a violation into a row.
#[derive(Clone, Copy, Debug)]
pub struct Bias<const D: usize> {
    /// Velocity that the violation asks for, m/s.
    pub b: [Lanes; D],
    /// Softness, 1/kg.
    pub gamma: [Lanes; D],
    /// The law's parameters, impulses in N·s.
    pub bound: [Lanes; 3],
}

/// What rows need to know of the substep.
#[derive(Clone, Copy, Debug)]
pub struct Substep {
    /// Its length, s.
    pub h: Real,
    /// The share of a hard row's violation that one substep removes: 1, or Baumgarte's β h.
    pub share: Real,
    /// Whether violations are taken where the bodies would be without the rows (true), or where
    /// they are (false: the velocity form of Vezzano et al. 2015).
    pub predict: bool,
    /// How contacts push bodies apart.
    pub contact: contact::Push,
    /// Whether contacts give way a little, which sweeping needs and a direct solve does not.
    pub soft_contacts: bool,
}

impl Substep {
    /// The same with contacts that do not give way.
    pub fn rigid(&self) -> Self {
        Self { soft_contacts: false, ..*self }
    }
}

/// A kind of constraint of `D` rows. All functions work on eight constraints at once.
pub trait Constraint<const D: usize> {
    /// The law of its rows.
    type Law: Project<D>;

    /// Whether `evaluate` takes the violation at the predicted points (position form) or at the
    /// start, to first order the same.
    const PREDICTS: bool;

    /// Whether the rows keep their impulses from substep to substep as the first guess.
    const WARM: bool;

    /// Whether the rows carry nothing while they are open, so that an old impulse is no guess.
    const OPENS: bool = false;

    /// Whether both sides are pushed at one common point: then the impulses have no moment, though
    /// the two points are a gap apart. Only for rows whose points are near each other.
    const COMMON_POINT: bool = false;

    /// Whether it looks at the axes of its ends, and may turn their frames without pushing them.
    const AXES: bool = false;

    /// The share of the last impulse of a hard row that is the first guess of the next: a chain that
    /// is swept once in a substep overshoots if that is all of it. Soft rows start with all of theirs.
    const WARMTH: Real = 1.0;

    /// How many of its first numbers are coordinates that are followed from substep to substep:
    /// [`Linear::now`] replaces them.
    const FOLLOWS: usize = 0;
    /// What a caller knows it as.
    const RECORD: Option<Record> = None;
    /// How its force turns with the points it pulls at.
    const STIFFENS: Stiffens = Stiffens::No;

    /// Violation and gradient. The gradient is taken at the start of the substep: only then do
    /// equal and opposite impulses keep the angular momentum exactly.
    fn evaluate(start: &Ends, predicted: &Ends, k: &Params) -> Linear<D>;

    /// The row's bias, softness and bounds from the violation `c` at the start of the substep and
    /// the rows' own compliance `w`.
    fn bias(c: &[Lanes; D], w: &[Lanes; D], k: &Params, t: &Substep) -> Bias<D>;
}

/// The constraints that callers name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Record {
    /// See [`Anchor`].
    Anchor,
    /// See [`Distance`].
    Distance,
    /// See [`Plane`].
    Plane,
    /// See [`Joint`].
    Joint,
    /// See [`Generalised`].
    Generalised,
}

/// How the force of a constraint turns with its points: what makes it stiff sideways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stiffens {
    /// It does not, or it is too weak to matter.
    #[default]
    No,
    /// It acts along the line between its first two points.
    Line,
    /// It keeps its direction, its points turn with their frames. The impulse acts on the second
    /// point, its opposite on the first.
    Arms,
}

/// How a constraint gives way, in physical units. The default is a rigid one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Softness {
    /// Compliance, m/N: 0 is rigid, `1/k` a spring of stiffness `k`.
    pub compliance: Real,
    /// Damping, N·s/m; only together with a compliance.
    pub damping: Real,
}

impl Softness {
    /// A spring of this stiffness (N/m) and damping (N·s/m).
    pub fn spring(stiffness: Real, damping: Real) -> Self {
        Self { compliance: 1.0 / stiffness, damping }
    }

    pub(crate) fn check(&self, check: &Check<'_>) -> Result<()> {
        check.not_negative("compliance", self.compliance)?;
        check.not_negative("damping", self.damping)?;
        if self.compliance == 0.0 && self.damping > 0.0 {
            return check.refuse("damping", self.damping, "0 for a rigid constraint");
        }
        Ok(())
    }
}

/// The softness of a row, `γ` and the share `s` of the violation, from compliance `α` (m/N) and
/// damping `d` (N·s/m).
///
/// A spring with damper gives `λ = −h (k c⁺ + d ċ⁺)` with `c⁺ = c + h J v⁺`. Dividing by `h²k + hd`:
/// `J v⁺ + s c/h + γ λ = 0`, `γ = α/(h² + h d α)`, `s = h/(h + d α)`: for `α = 0` the rigid row.
#[inline(always)]
pub fn soften(compliance: Lanes, damping: Lanes, t: &Substep) -> (Lanes, Lanes) {
    let rate = Lanes::ONE.over(Lanes::splat(t.h) + damping * compliance);
    let gamma = compliance * rate * Lanes::splat(1.0 / t.h);
    let share = compliance.where_positive(Lanes::splat(t.h) * rate, Lanes::splat(t.share));
    (gamma, share)
}
