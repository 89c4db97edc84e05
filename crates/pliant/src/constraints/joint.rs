//! Joints: ways to hold two bodies together, each a composition of small parts.
//!
//! A joint has two ends, a and b: a site and axes on each. The ends lie on each other and their axes
//! coincide in the pose that the joint rests in. The x-axis is the axis of hinges, sliders and twists.
//! A part is a few rows in a file of its own:
//!
//! | joint | held | coordinates |
//! |---|---|---|
//! | ball | [point](super::anchor) | [swing](super::swing), [twist](super::twist) |
//! | hinge | point, [axis](super::align) | twist |
//! | slider | [line](super::rail), [attitude](super::weld) | [slide](super::slide) |
//! | fixed | point, attitude | none |
//! | distance | nothing, or the length | [reach](super::reach) |
//! | cylindrical | line, axis | slide, twist |
//! | universal | point, a right angle between x of a and y of b | twist about x, twist about y |
//! | six-axis | as told | slides along x, y, z; twists about x, y, z |
//!
//! What is held between two frames is one [block](super::hold). Every coordinate may have a [limit](super::limit), a motor and a spring ([drives](super::drive)).
//! A [gear](super::gear) couples the coordinates of two joints.

use serde::{Deserialize, Serialize};

use super::drive::{Motor, Spring};
use super::general::Kind;
use super::hold::{self, Angles};
use super::limit::Limit;
use super::{PARAMS, rail};
use crate::error::{Check, Result};
use crate::math::{Quat, Real, Vec3};
use crate::site::Site;

/// Holds two bodies together and lets them move in some ways.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Joint {
    /// For messages and reports.
    pub name: String,
    /// One end: the world or a rigid body; any site for a ball or a distance.
    pub a: Site,
    /// The other end: the world or a rigid body; any site for a ball without limits, a distance, and
    /// a six-axis joint with all its angles free.
    pub b: Site,
    /// Which way the axes of end a point in the world when the joint is added.
    pub axes_a: Quat,
    /// The same of end b: another one than that of a starts the joint away from its zero.
    pub axes_b: Quat,
    /// What is held and what is free.
    pub kind: JointKind,
    /// Force (N) above which it breaks, on average over a step.
    pub break_force: Real,
    /// Torque (N·m) above which it breaks, on average over a step.
    pub break_torque: Real,
    /// Whether the two bodies still touch each other.
    pub collides: bool,
}

/// What a joint holds and what it leaves free.
// The sizes differ, but joints are few, and a kind is copied like a number.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum JointKind {
    /// A point: shoulder, towing hook.
    Ball {
        /// How far the x-axes may swing apart, rad; ∞ for any.
        cone: Real,
        /// The turn about the x-axis.
        twist: Axis,
    },
    /// A point and an axis: door, wheel.
    Hinge(Axis),
    /// A line and the attitude: drawer, piston.
    Slider(Axis),
    /// Everything.
    Fixed,
    /// A distance: rod, rope, strut. Without a limit, motor or spring of its own it is held.
    Distance(Axis),
    /// A line: it slides and turns.
    Cylindrical {
        /// Along the line.
        slide: Axis,
        /// About it.
        twist: Axis,
    },
    /// A point and the turn about the shaft: cardan joint.
    Universal {
        /// About the x-axis of a.
        first: Axis,
        /// About the y-axis of b.
        second: Axis,
    },
    /// Each axis by itself. Angles are twists about the axes of a: good for any turn about one free
    /// axis, and below half a turn where several are free.
    SixAxis {
        /// Along x, y and z of a.
        linear: [Freedom; 3],
        /// About x, y and z of a.
        angular: [Freedom; 3],
    },
}

/// Whether an axis is held.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Freedom {
    /// It is.
    Locked,
    /// It is not, but may have a limit, a motor or a spring.
    Free(Axis),
}

/// What acts on a coordinate that a joint leaves free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// Its bounds.
    pub limit: Option<Limit>,
    /// A motor.
    pub motor: Option<Motor>,
    /// A spring.
    pub spring: Option<Spring>,
}

impl Default for Joint {
    fn default() -> Self {
        Self {
            name: String::new(),
            a: Site::World(Vec3::ZERO),
            b: Site::World(Vec3::ZERO),
            axes_a: Quat::IDENTITY,
            axes_b: Quat::IDENTITY,
            kind: JointKind::Fixed,
            break_force: Real::INFINITY,
            break_torque: Real::INFINITY,
            collides: false,
        }
    }
}

impl Joint {
    /// A joint whose x-axis points along a direction of the world, of any length but zero.
    pub fn along(a: Site, b: Site, kind: JointKind, axis: Vec3) -> Self {
        let axes = axes_along(axis);
        Self { a, b, axes_a: axes, axes_b: axes, kind, ..Self::default() }
    }

    pub(crate) fn check(&self, object: &str) -> Result<()> {
        let check = Check(object);
        for (field, q) in [("axes_a", self.axes_a), ("axes_b", self.axes_b)] {
            if !q.is_finite() || (q.length() - 1.0).abs() > 1e-3 {
                return check.refuse(field, q.to_array(), "a unit quaternion");
            }
        }
        for (field, x) in [("break_force", self.break_force), ("break_torque", self.break_torque)] {
            if x.is_nan() || x <= 0.0 {
                return check.refuse(field, x, "above 0");
            }
        }
        if let JointKind::Ball { cone, .. } = self.kind
            && (cone.is_nan() || cone <= 0.0)
        {
            return check.refuse("cone", cone, "above 0");
        }
        self.kind.coordinates().try_for_each(|c| c.axis.map_or(Ok(()), |axis| axis.check(&check)))
    }
}

impl Axis {
    /// An axis that moves freely between two bounds.
    pub fn limited(lo: Real, hi: Real) -> Self {
        Self { limit: Some(Limit::new(lo, hi)), ..Self::default() }
    }

    /// An axis with a motor.
    pub fn driven(motor: Motor) -> Self {
        Self { motor: Some(motor), ..Self::default() }
    }

    /// An axis with a spring.
    pub fn sprung(rest: Real, stiffness: Real, damping: Real) -> Self {
        Self { spring: Some(Spring { rest, stiffness, damping }), ..Self::default() }
    }

    fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    fn check(&self, check: &Check<'_>) -> Result<()> {
        self.limit.map_or(Ok(()), |limit| limit.check(check))?;
        self.motor.map_or(Ok(()), |motor| motor.check(check))?;
        self.spring.map_or(Ok(()), |spring| spring.check(check))
    }
}

/// The shortest rotation that takes the x-axis to a direction; none for a direction of no length.
pub fn axes_along(direction: Vec3) -> Quat {
    match direction.try_normalize() {
        Some(n) if n.x > -0.999_99 => Quat::from_xyzw(0.0, -n.z, n.y, 1.0 + n.x).normalize(),
        Some(_) => Quat::from_xyzw(0.0, 0.0, 1.0, 0.0),
        None => Quat::IDENTITY,
    }
}

/// What a coordinate measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measure {
    /// See [`super::slide`].
    Slide,
    /// See [`super::twist`].
    Twist,
    /// See [`super::swing`].
    Swing,
    /// See [`super::reach`].
    Reach,
}

/// One coordinate of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CoordinateOf {
    pub(crate) measure: Measure,
    /// Which axis of the joint it is along or about: 0, 1, 2.
    pub(crate) index: usize,
    /// What acts on it; nothing may where it is locked.
    pub(crate) axis: Option<Axis>,
}

impl JointKind {
    /// The coordinates, in the order that callers count them.
    pub(crate) fn coordinates(&self) -> impl Iterator<Item = CoordinateOf> {
        let of = |measure, index, axis| Some(CoordinateOf { measure, index, axis: Some(axis) });
        let free = |measure, index, freedom: &Freedom| {
            let axis = match freedom {
                Freedom::Locked => None,
                Freedom::Free(axis) => Some(*axis),
            };
            Some(CoordinateOf { measure, index, axis })
        };
        let mut list = [None; 6];
        match self {
            Self::Ball { cone, twist } => {
                let swing = if cone.is_finite() {
                    Axis::limited(Real::NEG_INFINITY, *cone)
                } else {
                    Axis::default()
                };
                (list[0], list[1]) = (of(Measure::Swing, 0, swing), of(Measure::Twist, 0, *twist));
            }
            Self::Hinge(axis) => list[0] = of(Measure::Twist, 0, *axis),
            Self::Slider(axis) => list[0] = of(Measure::Slide, 0, *axis),
            Self::Fixed => {}
            Self::Distance(axis) => list[0] = of(Measure::Reach, 0, *axis),
            Self::Cylindrical { slide, twist } => {
                (list[0], list[1]) = (of(Measure::Slide, 0, *slide), of(Measure::Twist, 0, *twist));
            }
            Self::Universal { first, second } => {
                (list[0], list[1]) =
                    (of(Measure::Twist, 0, *first), of(Measure::Twist, 1, *second));
            }
            Self::SixAxis { linear, angular } => {
                for i in 0..3 {
                    list[i] = free(Measure::Slide, i, &linear[i]);
                    list[3 + i] = free(Measure::Twist, i, &angular[i]);
                }
            }
        }
        list.into_iter().flatten()
    }

    /// What acts on a coordinate, to be changed.
    pub(crate) fn axis_mut(&mut self, coordinate: usize) -> Option<&mut Axis> {
        match (self, coordinate) {
            (Self::Ball { twist, .. }, 1)
            | (Self::Cylindrical { twist, .. }, 1)
            | (Self::Universal { second: twist, .. }, 1) => Some(twist),
            (Self::Hinge(axis) | Self::Slider(axis) | Self::Distance(axis), 0)
            | (Self::Cylindrical { slide: axis, .. }, 0)
            | (Self::Universal { first: axis, .. }, 0) => Some(axis),
            (Self::SixAxis { linear, angular }, i) if i < 6 => {
                match if i < 3 { &mut linear[i] } else { &mut angular[i - 3] } {
                    Freedom::Locked => None,
                    Freedom::Free(axis) => Some(axis),
                }
            }
            _ => None,
        }
    }

    /// What it holds, and the axes that are not held but locked one by one.
    fn held(&self) -> ([bool; 3], Angles) {
        let line = [false, true, true];
        match self {
            Self::Ball { .. } | Self::Universal { .. } => ([true; 3], Angles::Free),
            Self::Hinge(_) => ([true; 3], Angles::Aligned),
            Self::Slider(_) => (line, Angles::Welded),
            Self::Fixed => ([true; 3], Angles::Welded),
            Self::Distance(_) => ([false; 3], Angles::Free),
            Self::Cylindrical { .. } => (line, Angles::Aligned),
            Self::SixAxis { linear, angular } => {
                let locked = |f: &[Freedom; 3]| f.map(|f| f == Freedom::Locked);
                let angles = match locked(angular) {
                    [true, true, true] => Angles::Welded,
                    // Aligned axes are the x-axes: others are turned to be them.
                    [false, true, true] => Angles::Aligned,
                    _ => Angles::Free,
                };
                (locked(linear), angles)
            }
        }
    }

    /// Whether it holds angles.
    pub(crate) fn holds_angles(&self) -> bool {
        self.held().1 != Angles::Free
    }

    /// The parts it is made of, for a joint whose ends are `length` apart. On the points of
    /// deformable bodies only points can be held.
    pub(crate) fn parts(&self, length: Real, frames: bool) -> Vec<Part> {
        let mut parts = Vec::new();
        let (linear, angles) = self.held();
        let mut hold =
            |kind, axes: [usize; 2], param| parts.push(Part::new(kind, axes, None, param));
        if frames && (linear != [false; 3] || angles != Angles::Free) {
            hold(PartKind::Hold, [0, 0], hold::params(linear, angles));
        } else if linear == [true; 3] {
            let point = [0.0, 0.0, Real::INFINITY, 0.0, 0.0, 0.0, 0.0];
            hold(PartKind::Row(Kind::Anchor), [0, 0], point);
        } else if linear != [false; 3] {
            hold(PartKind::Row(Kind::Rail), [0, 0], rail::params(linear));
        }
        match self {
            Self::Distance(axis) if axis.is_plain() => {
                let rod = Limit::new(length, length).params();
                hold(PartKind::Row(Kind::ReachLimit), [0, 0], rod);
            }
            Self::Universal { .. } => {
                let quarter = std::f64::consts::FRAC_PI_2 as Real;
                let square = Limit::new(quarter, quarter).params();
                hold(PartKind::Row(Kind::SwingLimit), [0, 1], square);
            }
            Self::SixAxis { angular, .. } if angles == Angles::Free => {
                // Two locked angles that leave y or z, or a single one.
                for i in (0..3).filter(|&i| angular[i] == Freedom::Locked) {
                    let still = Limit::new(0.0, 0.0).params();
                    hold(PartKind::Row(Kind::TwistLimit), [i, i], still);
                }
            }
            _ => {}
        }
        for (number, c) in self.coordinates().enumerate() {
            let Some(axis) = c.axis else { continue };
            let mut act = |kind, param| {
                let kind = PartKind::Row(kind);
                parts.push(Part::new(kind, [c.index; 2], Some(number as u8), param));
            };
            let (limit, drive) = match c.measure {
                Measure::Slide => (Kind::SlideLimit, Kind::SlideDrive),
                Measure::Twist => (Kind::TwistLimit, Kind::TwistDrive),
                Measure::Swing => (Kind::SwingLimit, Kind::SwingLimit),
                Measure::Reach => (Kind::ReachLimit, Kind::ReachDrive),
            };
            if let Some(spring) = axis.spring {
                act(drive, spring.params());
            }
            if let Some(motor) = axis.motor {
                act(drive, motor.params());
            }
            if let Some(bounds) = axis.limit {
                act(limit, bounds.params());
            }
        }
        parts
    }
}

/// A part of a joint: a few rows of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) kind: PartKind,
    /// Which axis of the joint is its x-axis, at a and at b.
    pub(crate) axes: [u8; 2],
    /// The coordinate it acts on.
    pub(crate) coordinate: Option<u8>,
    /// Its numbers.
    pub(crate) param: [Real; PARAMS],
    /// Impulse of the last substep, as a first guess for the next, N·s.
    pub(crate) impulse: [Real; 6],
}

/// What rows a part of a joint has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PartKind {
    /// All that is held between two frames: see [`super::hold`].
    Hold,
    /// Rows of one kind.
    Row(Kind),
}

impl Part {
    /// The numbers of what it holds, if it holds a point on something.
    pub(crate) fn held(&self) -> Option<[Real; 6]> {
        (self.kind == PartKind::Hold).then(|| hold::held(&self.param))
    }

    /// Whether its first rows hold a point.
    pub(crate) fn holds_point(&self) -> bool {
        matches!(self.kind, PartKind::Hold | PartKind::Row(Kind::Anchor | Kind::Rail))
    }

    /// Whether it looks at the attitude of both ends.
    pub(crate) fn turns(&self) -> bool {
        use Kind::{SwingLimit, TwistDrive, TwistLimit};
        matches!(self.kind, PartKind::Row(TwistLimit | TwistDrive | SwingLimit))
    }

    fn new(
        kind: PartKind,
        axes: [usize; 2],
        coordinate: Option<u8>,
        param: [Real; PARAMS],
    ) -> Self {
        Self { kind, axes: axes.map(|i| i as u8), coordinate, param, impulse: [0.0; 6] }
    }
}

/// The rotation that makes the given axis the first one and keeps their cyclic order.
pub(crate) fn cycled(axis: u8) -> Quat {
    match axis {
        1 => Quat::from_xyzw(0.5, 0.5, 0.5, 0.5),
        2 => Quat::from_xyzw(-0.5, -0.5, -0.5, 0.5),
        _ => Quat::IDENTITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_point_along_any_direction() {
        for d in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Z, Vec3::new(-3.0, 0.01, 0.02)] {
            let off = (axes_along(d) * Vec3::X - d.normalize()).length();
            assert!(off < 1e-2, "{d}: off by {off}");
        }
        assert_eq!(axes_along(Vec3::ZERO), Quat::IDENTITY);
    }

    #[test]
    fn cycled_axes_come_first() {
        for (i, axis) in [Vec3::X, Vec3::Y, Vec3::Z].into_iter().enumerate() {
            assert!((cycled(i as u8) * Vec3::X - axis).length() < 1e-6);
        }
    }
}
