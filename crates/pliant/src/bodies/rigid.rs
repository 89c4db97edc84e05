//! Rigid bodies: one frame, six velocities.
//!
//! The free motion adds gravity and forces. Rotation is integrated so that the angular momentum
//! stays what the rows left it: `L` is kept, the body turns by the angular velocity `I⁻¹L` of the
//! middle of the substep, and its angular velocity follows from `L` and the new attitude.

use serde::{Deserialize, Serialize};

use super::{Body, Mass, Pull};
use crate::collision::collider::Form;
use crate::collision::shape::Shape;
use crate::config::SolverChoice;
use crate::error::{Check, Result};
use crate::math::{Quat, Real, Vec3, exp_neg, rotation, unit};
use crate::state::{Frames, State};
use crate::step::sleep::Rest;

/// What moves a rigid body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Forces, contacts and constraints.
    #[default]
    Dynamic,
    /// Nothing.
    Fixed,
    /// Its velocity, which only the caller changes.
    Kinematic,
}

/// A rigid body to be added to a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rigid {
    /// For messages and reports.
    pub name: String,
    /// What moves it.
    pub kind: Kind,
    /// Its shape, in the body's own axes.
    pub shape: Shape,
    /// How heavy it is.
    pub mass: Mass,
    /// Centre of mass in the body's own axes, m; `None`: that of the shape.
    pub centre: Option<Vec3>,
    /// Moments of inertia about the centre of mass along the body's own axes, kg·m²; `None`: those
    /// of the shape.
    pub inertia: Option<Vec3>,
    /// Where the origin of the body's own axes is, m.
    pub position: Vec3,
    /// Attitude.
    pub rotation: Quat,
    /// Velocity of the centre of mass, m/s.
    pub velocity: Vec3,
    /// Angular velocity in world axes, rad/s.
    pub angular_velocity: Vec3,
    /// Coefficient of friction; those of two bodies are multiplied.
    pub friction: Real,
    /// Coefficient of restitution; the larger of two bodies counts.
    pub restitution: Real,
    /// Rolling friction, m: a ball of radius `r` rolls on a slope of angle `atan(rolling/r)` and
    /// stays on a gentler one. The larger of two bodies counts.
    pub rolling: Real,
    /// Spinning friction, m: the torque about the normal that a contact resists, by its force,
    /// beyond what its extent gives. The larger of two bodies counts.
    pub spinning: Real,
    /// Whether it touches anything.
    pub collides: bool,
    /// Whether it only notices what is inside it, and pushes nothing.
    pub sensor: bool,
    /// Which other bodies it touches.
    pub groups: Groups,
    /// Touches only what is on this side of it, a direction in the body's own axes: things pass
    /// through it the other way.
    pub one_way: Option<Vec3>,
    /// Contact forces above this, N, are reported as events.
    pub force_threshold: Real,
    /// The share of its velocity that it loses, 1/s.
    pub linear_damping: Real,
    /// The share of its angular velocity that it loses, 1/s.
    pub angular_damping: Real,
    /// How much of gravity it feels.
    pub gravity_scale: Real,
    /// Axes of the world along which its centre of mass does not move.
    pub locked_translation: [bool; 3],
    /// Axes of the world about which it does not turn from the attitude it has when added. With one
    /// axis locked, the twist about it is held.
    pub locked_rotation: [bool; 3],
    /// Which solver its island gets.
    pub solver: SolverChoice,
}

/// Which bodies touch which: two do if each is in a group that the other meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Groups {
    /// The groups a body is in, one bit each.
    pub member: u32,
    /// The groups it meets.
    pub meets: u32,
}

impl Default for Groups {
    /// In all groups, and meets all.
    fn default() -> Self {
        Self { member: u32::MAX, meets: u32::MAX }
    }
}

impl Groups {
    /// Whether two bodies of these groups touch.
    pub fn touch(self, other: Self) -> bool {
        self.member & other.meets != 0 && other.member & self.meets != 0
    }
}

/// The friction of a body that states none: two such bodies have 0.5 between them.
pub const DEFAULT_FRICTION: Real = std::f64::consts::FRAC_1_SQRT_2 as Real;

impl Default for Rigid {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: Kind::Dynamic,
            shape: Shape::Ball { radius: 0.5 },
            mass: Mass::default(),
            centre: None,
            inertia: None,
            position: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            friction: DEFAULT_FRICTION,
            restitution: 0.0,
            rolling: 0.0,
            spinning: 0.0,
            collides: true,
            sensor: false,
            groups: Groups::default(),
            one_way: None,
            force_threshold: Real::INFINITY,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            locked_translation: [false; 3],
            locked_rotation: [false; 3],
            solver: SolverChoice::Auto,
        }
    }
}

impl Rigid {
    /// A dynamic body of this shape and mass (kg) at a place.
    pub fn new(shape: Shape, mass: Real, position: Vec3) -> Self {
        Self { shape, mass: Mass::Total(mass), position, ..Self::default() }
    }

    /// A fixed body of this shape at a place.
    pub fn fixed(shape: Shape, position: Vec3) -> Self {
        Self { kind: Kind::Fixed, shape, position, ..Self::default() }
    }

    /// Fixed ground: the half-space below y = 0.
    pub fn ground() -> Self {
        Self::fixed(Shape::HalfSpace { normal: Vec3::Y }, Vec3::ZERO)
    }

    pub(crate) fn check(&self, object: &str) -> Result<()> {
        let check = Check(object);
        self.shape.check(&check)?;
        self.mass.check(&check)?;
        check.finite("position", self.position)?;
        check.finite("velocity", self.velocity)?;
        check.finite("angular_velocity", self.angular_velocity)?;
        check.not_negative("friction", self.friction)?;
        check.between("restitution", self.restitution, 0.0, 1.0)?;
        check.not_negative("linear_damping", self.linear_damping)?;
        check.not_negative("angular_damping", self.angular_damping)?;
        if !self.gravity_scale.is_finite() {
            return check.refuse("gravity_scale", self.gravity_scale, "finite");
        }
        if !self.rotation.is_finite() || (self.rotation.length() - 1.0).abs() > 1e-3 {
            return check.refuse("rotation", self.rotation.to_array(), "a unit quaternion");
        }
        check.not_negative("rolling", self.rolling)?;
        check.not_negative("spinning", self.spinning)?;
        if let Some(i) = self.inertia
            && !(i.is_finite() && i.min_element() > 0.0)
        {
            return check.refuse("inertia", i.to_array(), "three numbers above 0");
        }
        if let Some(centre) = self.centre {
            check.finite("centre", centre)?;
        }
        if let Some(side) = self.one_way
            && !(side.is_finite() && side.length() > 1e-6)
        {
            return check.refuse("one_way", side.to_array(), "a finite direction");
        }
        if self.force_threshold.is_nan() || self.force_threshold < 0.0 {
            return check.refuse("force_threshold", self.force_threshold, "at least 0");
        }
        if self.shape.is_boundless() && self.kind == Kind::Dynamic {
            let accepted = format!("fixed or kinematic for a {}", self.shape.name());
            return check.refuse("kind", self.kind, accepted);
        }
        Ok(())
    }
}

/// A rigid body in a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RigidBody {
    pub(crate) rigid: Rigid,
    /// Its frame slot.
    pub(crate) slot: u32,
    /// Set when it became non-finite and was stopped.
    pub(crate) contained: bool,
    /// What it is made of; found again from `rigid` when a world is restored.
    #[serde(skip)]
    pub(crate) form: Form,
    /// Set while it moves to a target: it stops when it is there.
    pub(crate) targeted: bool,
    /// Steps for which its island keeps its solver, see [`crate::solvers::islands`].
    pub(crate) verdict: i16,
    /// Steps for which sweeping has left too much violation on it.
    pub(crate) strain: u8,
    /// How it rests.
    pub(crate) rest: Rest,
}

impl Body for RigidBody {
    fn free_motion(&mut self, state: &mut State, pull: &Pull<'_>) {
        let i = self.slot as usize;
        let frames = &mut state.frames;
        let mass = frames.mass[i];
        if mass.mass == 0.0 {
            return;
        }
        let [force, torque] = pull.frames[i];
        let rigid = &self.rigid;
        frames.v[i] += (pull.gravity * rigid.gravity_scale + force / mass.mass) * pull.h;
        if torque != Vec3::ZERO {
            let q = frames.q[i];
            frames.w[i] += q * ((q.inverse() * torque) / mass.inertia) * pull.h;
        }
        if rigid.linear_damping > 0.0 {
            frames.v[i] *= exp_neg(rigid.linear_damping * pull.h);
        }
        if rigid.angular_damping > 0.0 {
            frames.w[i] *= exp_neg(rigid.angular_damping * pull.h);
        }
    }

    fn longest_substep(&self) -> Real {
        // Eight make a step of 20 ms. Contacts are springs whose stiffness goes with 1/h²: in longer
        // substeps a tower of twenty boxes buckles.
        0.0025
    }
}

/// Moves a frame by one substep with the angular momentum it has.
pub(crate) fn integrate(frames: &mut Frames, i: usize, h: Real) {
    frames.x[i] += frames.v[i] * h;
    let w = frames.w[i];
    if w == Vec3::ZERO {
        return;
    }
    let inertia = frames.mass[i].inertia;
    let slow = w.length_squared() * h * h < 1e-6;
    let mut w_middle = w;
    if frames.mass[i].mass > 0.0 && !is_isotropic(inertia) {
        // The angular velocity of the middle depends on the attitude there, which it decides.
        let spin = frames.spin(i);
        for _ in 0..if slow { 1 } else { 3 } {
            let middle = rotation(w_middle * (0.5 * h)) * frames.q[i];
            w_middle = middle * ((middle.inverse() * spin) / inertia);
        }
    }
    let turned = rotation(w_middle * h) * frames.q[i];
    frames.q[i] = if slow { turned.normalize() } else { unit(turned) };
}

fn is_isotropic(inertia: Vec3) -> bool {
    inertia.x == inertia.y && inertia.y == inertia.z
}
