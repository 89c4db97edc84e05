//! Joints and gears of a world: adding, commanding, asking.
//!
//! A joint is kept as it was described, with its axes in those of its bodies and with the parts that
//! it is made of. The parts' rows lie in [`crate::rows`]; what they carried comes back at the end of
//! a step.

use serde::{Deserialize, Serialize};

use crate::constraints::drive::DriveRow;
use crate::constraints::general::{Group, Kind, evaluate_alone};
use crate::constraints::hold::HoldRow;
use crate::constraints::joint::{CoordinateOf, Measure, Part, PartKind, cycled};
use crate::constraints::limit::LimitRow;
use crate::constraints::rail::RailRow;
use crate::constraints::reach::Reach;
use crate::constraints::slide::Slide;
use crate::constraints::swing::Swing;
use crate::constraints::twist::Twist;
use crate::constraints::{
    Axis, Ends, Freedom, Gear, Joint, JointKind, Linear, Motor, PARAMS, POINTS, gear,
};
use crate::error::{Check, Error, Result};
use crate::handle::{Arena, Handle};
use crate::math::lanes::{Lanes, Rotor, V3};
use crate::math::{IntoF64, Quat, Real, Vec3};
use crate::site::{Point, Site};
use crate::state::State;
use crate::world::{Command, World, label, nowhere, stale};

/// A joint in a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct JointRecord {
    pub(crate) joint: Joint,
    /// The axes of both ends, in those of their bodies.
    pub(crate) axes: [Quat; 2],
    #[serde(skip, default = "nowhere")]
    pub(crate) points: [Point; 2],
    pub(crate) parts: Vec<Part>,
    /// How far apart the ends were when it was added, m.
    length: Real,
    /// The coordinates, those of angles over all turns.
    values: [Real; 6],
    /// Impulse (N·s) and angular impulse (N·m·s) on end b in the last step.
    carried: [Vec3; 2],
    pub(crate) broken: bool,
    /// It stands for the locked axes of a body, and is not the caller's.
    pub(crate) of_body: bool,
}

/// A gear in a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GearRecord {
    pub(crate) gear: Gear,
    pub(crate) param: [Real; PARAMS],
    /// Of the last substep, as a first guess for the next.
    pub(crate) impulse: Real,
}

/// Which part of which joint a row belongs to, as the owner of the row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PartId {
    joint: usize,
    part: usize,
}

impl PartId {
    /// Set in the owners of rows of joints; anchors have lower ones.
    const JOINT: u32 = 1 << 31;

    pub(crate) fn new(joint: usize, part: usize) -> Self {
        Self { joint, part }
    }

    pub(crate) fn joint(self) -> usize {
        self.joint
    }

    pub(crate) fn is_joint(owner: u32) -> bool {
        owner & Self::JOINT != 0
    }

    pub(crate) fn part(self, joints: &Arena<JointRecord>) -> Option<&Part> {
        joints.at(self.joint)?.parts.get(self.part)
    }

    /// The axes at both ends of a part, and the axes of a that its joint holds besides.
    pub(crate) fn axes(self, joints: &Arena<JointRecord>) -> ([Quat; 2], [Real; 6]) {
        let of = |r: &JointRecord| {
            let part = r.parts.get(self.part)?;
            let own = part.kind == PartKind::Hold;
            Some((
                r.part_axes(part),
                if own { [0.0; 6] } else { r.held_from(part.axes[0] as usize) },
            ))
        };
        joints.at(self.joint).and_then(of).unwrap_or(([Quat::IDENTITY; 2], [0.0; 6]))
    }

    /// Adds what the held point of a joint carried in a substep.
    pub(crate) fn add_point(self, joints: &mut Arena<JointRecord>, impulse: [Real; 3]) {
        let Some(r) = joints.at_mut(self.joint) else { return };
        // Rows push the second of their points; a node comes before a frame there.
        let swapped = matches!(r.points, [Point::Frame { .. }, Point::Nodes { count: 1, .. }]);
        let sign = if swapped { -1.0 } else { 1.0 };
        r.carried[0] += Vec3::from_array(impulse) * sign;
        if let Some(part) = r.parts.get_mut(self.part) {
            part.impulse[..3].copy_from_slice(&impulse);
        }
    }

    /// Keeps what a part has come to in a step.
    pub(crate) fn store(
        self,
        joints: &mut Arena<JointRecord>,
        impulse: [Real; 6],
        param: [Real; PARAMS],
        carried: [Vec3; 2],
    ) {
        let Some(r) = joints.at_mut(self.joint) else { return };
        r.carried[0] += carried[0];
        r.carried[1] += carried[1];
        if let Some(part) = r.parts.get_mut(self.part) {
            (part.impulse, part.param) = (impulse, param);
        }
    }
}

impl From<u32> for PartId {
    fn from(owner: u32) -> Self {
        let number = (owner & !Self::JOINT) as usize;
        Self { joint: number >> 5, part: number & 31 }
    }
}

impl From<PartId> for u32 {
    fn from(id: PartId) -> Self {
        PartId::JOINT | (id.joint << 5 | id.part) as u32
    }
}

impl JointRecord {
    /// The axes of a part at both ends, in those of the bodies.
    pub(crate) fn part_axes(&self, part: &Part) -> [Quat; 2] {
        std::array::from_fn(|k| self.axes[k] * cycled(part.axes[k]))
    }

    /// The axes of a that it holds, counted from one of them: linear and angular, 1 and 0.
    fn held_from(&self, first: usize) -> [Real; 6] {
        let held = self.parts.iter().find_map(Part::held).unwrap_or([0.0; 6]);
        std::array::from_fn(|i| held[i / 3 * 3 + (i + first) % 3])
    }

    fn frames(&self) -> bool {
        self.points.iter().all(|p| matches!(p, Point::Frame { .. }))
    }

    fn ends(&self, state: &State, axes: [u8; 2]) -> Ends {
        let mut ends = Ends::ZERO;
        for k in 0..2 {
            ends.x[k] = V3::splat(self.points[k].position(state));
            if let Point::Frame { slot, .. } = self.points[k] {
                let q = state.frames.q[slot as usize] * self.axes[k] * cycled(axes[k]);
                ends.q[k] = Rotor::splat(q);
            }
        }
        ends
    }

    /// A coordinate as it is now, found near `last` if it is an angle, with its gradient.
    fn measure(&self, state: &State, c: &CoordinateOf, last: Real) -> Linear<1> {
        let ends = self.ends(state, [c.index as u8; 2]);
        measured(c.measure, &ends, last)
    }

    /// The rate of a coordinate.
    fn rate(&self, state: &State, along: &Linear<1>) -> Real {
        (0..2)
            .map(|k| {
                let turn = along.turn[0][k].lane(0);
                let w = match self.points[k] {
                    Point::Frame { slot, .. } => state.frames.w[slot as usize],
                    Point::Nodes { .. } => Vec3::ZERO,
                };
                along.grad[0][k].lane(0).dot(self.points[k].velocity(state)) + turn.dot(w)
            })
            .sum()
    }

    /// How far what it holds is off, m and rad.
    fn violation(&self, state: &State) -> [Real; 2] {
        let mut off = [0.0, 0.0];
        for part in self.parts.iter().filter(|p| p.coordinate.is_none()) {
            let e = self.ends(state, part.axes);
            let k = part.param.map(Lanes::splat);
            let squares = |c: &[Lanes]| c.iter().map(|c| c.0[0] * c.0[0]).sum::<Real>();
            let from = |measure| {
                let x = measured(measure, &e, part.param[0]).now[0].0[0] - part.param[1];
                x * x
            };
            let (kind, square) = match part.kind {
                PartKind::Hold => {
                    let c = evaluate_alone::<HoldRow, 6>(&e, &e, &k).c;
                    off[1] += squares(&c[3..]);
                    (0, squares(&c[..3]))
                }
                PartKind::Row(Kind::Anchor) => {
                    let d = e.x[1].lane(0) - e.x[0].lane(0);
                    (0, d.length_squared())
                }
                PartKind::Row(Kind::Rail) => {
                    (0, squares(&evaluate_alone::<RailRow, 3>(&e, &e, &k).c))
                }
                PartKind::Row(Kind::TwistLimit) => (1, from(Measure::Twist)),
                PartKind::Row(Kind::SwingLimit) => (1, from(Measure::Swing)),
                PartKind::Row(Kind::ReachLimit) => (0, from(Measure::Reach)),
                _ => continue,
            };
            off[kind] += square;
        }
        off.map(Real::sqrt)
    }

    /// Makes the parts anew, with what the old ones remember.
    fn renew(&mut self) -> bool {
        let parts = self.joint.kind.parts(self.length, self.frames());
        let old = std::mem::replace(&mut self.parts, parts);
        for part in &mut self.parts {
            let same = |p: &&Part| {
                p.kind == part.kind && p.coordinate == part.coordinate && p.axes == part.axes
            };
            if let Some(p) = old.iter().find(same) {
                part.impulse = p.impulse;
                if part.coordinate.is_some() {
                    part.param[0] = p.param[0];
                }
            }
        }
        let kinds = |parts: &[Part]| parts.iter().map(|p| (p.kind, p.axes)).collect::<Vec<_>>();
        kinds(&old) != kinds(&self.parts)
    }

    fn let_go(&mut self) {
        self.broken = true;
        for part in &mut self.parts {
            part.impulse = [0.0; 6];
        }
    }

    /// Follows the coordinates at the end of a step.
    fn follow(&mut self, state: &State, step: Real) {
        let kind = self.joint.kind;
        for (i, c) in kind.coordinates().enumerate() {
            let part = self.parts.iter().find(|p| p.coordinate == Some(i as u8));
            let last = match (c.measure, part) {
                (Measure::Twist, Some(part)) => part.param[0],
                (Measure::Twist, None) => {
                    let now = self.measure(state, &c, self.values[i]);
                    self.values[i] + self.rate(state, &now) * step
                }
                _ => continue,
            };
            let value = self.measure(state, &c, last).now[0].0[0];
            if value.is_finite() {
                self.values[i] = value;
                for part in self.parts.iter_mut().filter(|p| p.coordinate == Some(i as u8)) {
                    part.param[0] = value;
                }
            }
        }
    }
}

/// A coordinate of two ends, found near `last` if it is an angle, with its gradient.
fn measured(measure: Measure, e: &Ends, last: Real) -> Linear<1> {
    let mut k = [Lanes::ZERO; PARAMS];
    k[0] = Lanes::splat(last);
    match measure {
        Measure::Slide => evaluate_alone::<DriveRow<Slide>, 1>(e, e, &k),
        Measure::Twist => evaluate_alone::<DriveRow<Twist>, 1>(e, e, &k),
        Measure::Swing => evaluate_alone::<LimitRow<Swing>, 1>(e, e, &k),
        Measure::Reach => evaluate_alone::<DriveRow<Reach>, 1>(e, e, &k),
    }
}

impl GearRecord {
    /// The ends of both joints, unless one of them is gone.
    fn points(&self, joints: &Arena<JointRecord>) -> Option<[Point; 4]> {
        let ends = |handle| joints.get(handle).filter(|r| !r.broken).map(|r| r.points);
        let ([a, b], [c, d]) = (ends(self.gear.first.0)?, ends(self.gear.second.0)?);
        Some([a, b, c, d])
    }

    /// A group of rows with the ends of both joints, unless one of them is gone.
    pub(crate) fn group(&self, owner: u32, joints: &Arena<JointRecord>) -> Option<Group> {
        let points = self.points(joints)?;
        let mut axes = [Quat::IDENTITY; POINTS];
        let mut held = [[0.0; 6]; 2];
        for (i, (handle, coordinate)) in [self.gear.first, self.gear.second].into_iter().enumerate()
        {
            let r = joints.get(handle)?;
            let c = r.joint.kind.coordinates().nth(coordinate)?;
            for end in 0..2 {
                axes[2 * i + end] = r.axes[end] * cycled(c.index as u8);
            }
            held[i] = r.held_from(c.index);
        }
        let mut group = Group::new(Kind::Gear, &points, self.param, owner);
        (group.axes, group.lambda[0]) = (axes, self.impulse);
        // Points of deformable bodies are held in another way.
        let frames = points.iter().all(|p| matches!(p, Point::Frame { .. }));
        group.held = frames.then_some(held);
        Some(group)
    }

    /// Gives what the two joints carried for the gear to them.
    pub(crate) fn give(&self, leaned: [[Vec3; 2]; 2], joints: &mut Arena<JointRecord>) {
        for ((handle, _), [force, torque]) in
            [self.gear.first, self.gear.second].into_iter().zip(leaned)
        {
            if let Some(r) = joints.get_mut(handle) {
                r.carried[0] += force;
                r.carried[1] += torque;
            }
        }
    }
}

/// Adding and removing.
impl World {
    /// Joins two bodies, or a body and the world.
    pub fn add_joint(&mut self, joint: Joint) -> Result<Handle<Joint>> {
        self.insert_joint(joint, false)
    }

    fn insert_joint(&mut self, joint: Joint, of_body: bool) -> Result<Handle<Joint>> {
        let object = label("joint", &joint.name, self.joints.next::<Joint>());
        joint.check(&object)?;
        let points = self.resolve_pair(&object, joint.a, joint.b)?;
        let [a, b] = points.map(|p| p.position(&self.state));
        let length = (b - a).length();
        let is_frame = |p: &Point| matches!(p, Point::Frame { .. });
        let parts = joint.kind.parts(length, points.iter().all(is_frame));
        self.check_ends(&object, &joint, &points, &parts)?;
        let axes =
            [(joint.axes_a, points[0]), (joint.axes_b, points[1])].map(|(axes, p)| match p {
                Point::Frame { slot, .. } => {
                    (self.state.frames.q[slot as usize].inverse() * axes).normalize()
                }
                Point::Nodes { .. } => Quat::IDENTITY,
            });
        let mut record = JointRecord {
            joint,
            axes,
            points,
            parts,
            length,
            values: [0.0; 6],
            carried: [Vec3::ZERO; 2],
            broken: false,
            of_body,
        };
        record.follow(&self.state, 0.0);
        self.disturb();
        Ok(self.joints.insert(record))
    }

    /// Refuses ends that have no attitude where a joint needs one.
    fn check_ends(
        &self,
        object: &str,
        joint: &Joint,
        points: &[Point; 2],
        parts: &[Part],
    ) -> Result<()> {
        let is_frame = |p: &Point| matches!(p, Point::Frame { .. });
        let check = Check(object);
        let frames = "the world or a rigid body: points of a deformable body have no attitude";
        let points_only = [Kind::Anchor, Kind::ReachLimit, Kind::ReachDrive].map(PartKind::Row);
        if parts.iter().any(|p| !points_only.contains(&p.kind)) && !is_frame(&points[0]) {
            return check.refuse("a", joint.a, frames);
        }
        let turns = joint.kind.holds_angles() || parts.iter().any(Part::turns);
        for (field, site, point) in [("a", joint.a, &points[0]), ("b", joint.b, &points[1])] {
            if turns && !is_frame(point) {
                return check.refuse(field, site, frames);
            }
        }
        Ok(())
    }

    /// Couples the coordinates of two joints.
    pub fn add_gear(&mut self, gear: Gear) -> Result<Handle<Gear>> {
        let object = label("gear", &gear.name, self.gears.next::<Gear>());
        gear.check(&object)?;
        let (mut last, mut turns) = ([0.0; 2], [false; 2]);
        for (i, (field, (handle, number))) in
            [("first", gear.first), ("second", gear.second)].into_iter().enumerate()
        {
            let r = self.joint_record(handle)?;
            let coordinate = r.joint.kind.coordinates().nth(number);
            turns[i] = match coordinate.map(|c| c.measure) {
                Some(Measure::Slide) => false,
                Some(Measure::Twist) => true,
                _ => {
                    let accepted = "a coordinate that slides or twists";
                    return Check(&object).refuse(field, number, accepted);
                }
            };
            last[i] = self.joint_coordinate(handle, number)?;
        }
        let constant = last[0] + gear.ratio * last[1];
        let param = gear::params(last, gear.ratio, constant, turns);
        self.disturb();
        Ok(self.gears.insert(GearRecord { gear, param, impulse: 0.0 }))
    }

    /// Removes a joint, and the gears on it with it.
    pub fn remove_joint(&mut self, handle: Handle<Joint>) -> Result<()> {
        self.joints.remove(handle).ok_or_else(|| stale("joint", handle))?;
        self.disturb();
        self.remove_gears();
        Ok(())
    }

    /// Removes a gear.
    pub fn remove_gear(&mut self, handle: Handle<Gear>) -> Result<()> {
        self.disturb();
        self.gears.remove(handle).map(|_| ()).ok_or_else(|| stale("gear", handle))
    }

    /// Removes the joints on a site of a body that goes, and the gears on those.
    pub(crate) fn remove_joints(&mut self, on_it: impl Fn(&Site) -> bool) {
        let joints: Vec<Handle<Joint>> = (self.joints.iter())
            .filter(|(_, r)| on_it(&r.joint.a) || on_it(&r.joint.b))
            .map(|(h, _)| h)
            .collect();
        for h in joints {
            self.joints.remove(h);
        }
        self.remove_gears();
    }

    /// Removes gears whose joints are gone.
    fn remove_gears(&mut self) {
        let joints = &self.joints;
        let gone = |g: &Gear| joints.get(g.first.0).is_none() || joints.get(g.second.0).is_none();
        let gears: Vec<Handle<Gear>> =
            self.gears.iter().filter(|(_, r)| gone(&r.gear)).map(|(h, _)| h).collect();
        for h in gears {
            self.gears.remove(h);
        }
    }

    /// Holds a body on the axes of the world that it is not to move along or turn about.
    pub(crate) fn lock_axes(&mut self, body: Handle<crate::Rigid>) -> Result<()> {
        let r = self.rigid_body(body)?;
        let (linear, angular) = (r.rigid.locked_translation, r.rigid.locked_rotation);
        if linear == [false; 3] && angular == [false; 3] {
            return Ok(());
        }
        let freedom = |locked: [bool; 3]| {
            locked.map(|l| if l { Freedom::Locked } else { Freedom::Free(Axis::default()) })
        };
        let kind = JointKind::SixAxis { linear: freedom(linear), angular: freedom(angular) };
        let name = r.rigid.name.clone();
        let at = self.state.frames.x[r.slot as usize];
        let (a, b) = (Site::World(at), Site::Rigid(body, r.form.frame.translation));
        self.insert_joint(Joint { name, a, b, kind, ..Joint::default() }, true).map(|_| ())
    }

    /// Puts the locks of a body where it has been put; tells whether there are any.
    pub(crate) fn move_locks(&mut self, body: Handle<crate::Rigid>) -> bool {
        let (state, mut any) = (&self.state, false);
        for r in self.joints.values_mut().filter(|r| r.of_body) {
            if let (Site::Rigid(h, _), Point::Frame { slot, .. }) = (r.joint.b, r.points[1])
                && h == body
            {
                let (x, q) = (state.frames.x[slot as usize], state.frames.q[slot as usize]);
                r.joint.a = Site::World(x);
                r.points[0] = Point::Frame { slot: 0, arm: x };
                r.axes = [Quat::IDENTITY, q.inverse()];
                any = true;
            }
        }
        any
    }
}

/// Commands. They take effect at the start of the next step.
impl World {
    /// Gives a coordinate of a joint a motor, another one, or none.
    pub fn set_motor(
        &mut self,
        joint: Handle<Joint>,
        coordinate: usize,
        motor: Option<Motor>,
    ) -> Result<()> {
        let object = self.joint_label(joint)?;
        motor.map_or(Ok(()), |motor| motor.check(&Check(&object)))?;
        self.check_axis(joint, coordinate)?;
        self.commands.push(Command::Motor(joint, coordinate, motor));
        Ok(())
    }

    /// Breaks a joint: it stays, but holds nothing any more.
    pub fn break_joint(&mut self, joint: Handle<Joint>) -> Result<()> {
        self.joint_record(joint)?;
        self.commands.push(Command::Break(joint));
        Ok(())
    }

    fn check_axis(&self, joint: Handle<Joint>, coordinate: usize) -> Result<()> {
        let object = self.joint_label(joint)?;
        let mut kind = self.joint_record(joint)?.joint.kind;
        if kind.axis_mut(coordinate).is_none() {
            let free: Vec<usize> = (0..6).filter(|&i| kind.axis_mut(i).is_some()).collect();
            let accepted = if free.is_empty() {
                "none: the joint has no coordinate that a motor could drive".into()
            } else {
                format!("one of {free:?}")
            };
            return Check(&object).refuse("coordinate", coordinate, accepted);
        }
        Ok(())
    }

    /// Carries out a command; tells whether there are other rows now.
    pub(crate) fn apply_motor(
        &mut self,
        joint: Handle<Joint>,
        coordinate: usize,
        motor: Option<Motor>,
    ) -> bool {
        let Some(r) = self.joints.get_mut(joint) else { return false };
        let Some(axis) = r.joint.kind.axis_mut(coordinate) else { return false };
        axis.motor = motor;
        let changed = r.renew();
        for part in r.parts.iter_mut().filter(|p| p.coordinate == Some(coordinate as u8)) {
            part.param[0] = r.values[coordinate];
        }
        changed
    }

    /// Carries out a command; tells whether there are other rows now.
    pub(crate) fn apply_break(&mut self, joint: Handle<Joint>) -> bool {
        let Some(r) = self.joints.get_mut(joint) else { return false };
        r.let_go();
        true
    }
}

/// Asking.
impl World {
    /// All joints, in a fixed order.
    pub fn joints(&self) -> impl Iterator<Item = (Handle<Joint>, &Joint)> {
        self.joints.iter().filter(|(_, r)| !r.of_body).map(|(h, r)| (h, &r.joint))
    }

    /// A coordinate of a joint, m or rad: for a hinge, cylinder or universal joint the angle over
    /// all turns. Coordinates are counted as [`JointKind`] lists them.
    pub fn joint_coordinate(&self, joint: Handle<Joint>, coordinate: usize) -> Result<Real> {
        let (r, c) = self.coordinate_of(joint, coordinate)?;
        Ok(r.measure(&self.state, &c, r.values[coordinate]).now[0].0[0])
    }

    /// The rate of a coordinate of a joint, m/s or rad/s.
    pub fn joint_speed(&self, joint: Handle<Joint>, coordinate: usize) -> Result<Real> {
        let (r, c) = self.coordinate_of(joint, coordinate)?;
        let along = r.measure(&self.state, &c, 0.0);
        Ok(r.rate(&self.state, &along))
    }

    /// The force (N) with which a joint pulls its end a, motors and springs included, on average
    /// over the last step.
    pub fn joint_force(&self, joint: Handle<Joint>) -> Result<Vec3> {
        Ok(self.joint_record(joint)?.carried[0] * (-1.0 / self.config.step))
    }

    /// The torque (N·m) with which a joint turns its end a about the point of end b, on average over
    /// the last step.
    pub fn joint_torque(&self, joint: Handle<Joint>) -> Result<Vec3> {
        Ok(self.joint_record(joint)?.carried[1] * (-1.0 / self.config.step))
    }

    /// How far what a joint holds is off: m of points, rad of angles.
    pub fn joint_violation(&self, joint: Handle<Joint>) -> Result<[Real; 2]> {
        Ok(self.joint_record(joint)?.violation(&self.state))
    }

    /// Whether a joint has broken.
    pub fn joint_is_broken(&self, joint: Handle<Joint>) -> Result<bool> {
        Ok(self.joint_record(joint)?.broken)
    }

    /// By how much the coordinates of a gear are out of their ratio, in those of the first.
    pub fn gear_violation(&self, gear: Handle<Gear>) -> Result<Real> {
        let r = self.gears.get(gear).ok_or_else(|| stale("gear", gear))?;
        let [first, second] = [r.gear.first, r.gear.second];
        let sum = self.joint_coordinate(first.0, first.1)?
            + r.gear.ratio * self.joint_coordinate(second.0, second.1)?;
        Ok(sum - r.param[3])
    }

    fn joint_record(&self, joint: Handle<Joint>) -> Result<&JointRecord> {
        self.joints.get(joint).ok_or_else(|| stale("joint", joint))
    }

    fn joint_label(&self, joint: Handle<Joint>) -> Result<String> {
        Ok(label("joint", &self.joint_record(joint)?.joint.name, joint))
    }

    fn coordinate_of(
        &self,
        joint: Handle<Joint>,
        coordinate: usize,
    ) -> Result<(&JointRecord, CoordinateOf)> {
        let r = self.joint_record(joint)?;
        match r.joint.kind.coordinates().nth(coordinate) {
            Some(c) => Ok((r, c)),
            None => {
                let count = r.joint.kind.coordinates().count();
                let object = label("joint", &r.joint.name, joint);
                Err(Error::Index { object, part: "coordinate", index: coordinate, count })
            }
        }
    }

    /// Energy in the springs of joints, J.
    pub(crate) fn joint_energy(&self) -> f64 {
        let mut sum = 0.0;
        for r in self.joints.values().filter(|r| !r.broken) {
            for (i, c) in r.joint.kind.coordinates().enumerate() {
                if let Some(spring) = c.axis.and_then(|axis| axis.spring) {
                    let x = r.measure(&self.state, &c, r.values[i]).now[0].0[0] - spring.rest;
                    sum += 0.5 * (spring.stiffness * x * x).into_f64();
                }
            }
        }
        sum
    }
}

/// Within the step.
impl World {
    /// Tells the points of every joint and gear that holds something.
    pub(crate) fn each_joint(&self, mut tell: impl FnMut(&[Point])) {
        self.joints.values().filter(|r| !r.broken).for_each(|r| tell(&r.points));
        for r in self.gears.values() {
            if let Some(points) = r.points(&self.joints) {
                tell(&points);
            }
        }
    }

    /// What does not touch because a joint holds it, sorted: pairs of frames, and nodes with a frame.
    pub(crate) fn joined_pairs(&self, frames: &mut Vec<[u32; 2]>, nodes: &mut Vec<[u32; 2]>) {
        frames.clear();
        nodes.clear();
        let mut hold = |points: [Point; 2]| match points {
            [Point::Nodes { count, slot, .. }, Point::Frame { slot: frame, .. }]
            | [Point::Frame { slot: frame, .. }, Point::Nodes { count, slot, .. }] => {
                nodes.extend(slot[..count].iter().map(|&node| [node, frame]));
            }
            _ => {}
        };
        // Nodes that an anchor or a joint holds to a body cannot touch it without fighting what holds them.
        self.anchors.values().filter(|r| !r.broken).for_each(|r| hold(r.points));
        for r in self.joints.values().filter(|r| !r.joint.collides && !r.broken) {
            hold(r.points);
            if let [Point::Frame { slot: a, .. }, Point::Frame { slot: b, .. }] = r.points {
                frames.push([a.min(b), a.max(b)]);
            }
        }
        for pairs in [frames, nodes] {
            pairs.sort_unstable();
            pairs.dedup();
        }
    }

    /// Starts a step: nothing carried yet; impulses of substeps of another length are scaled.
    pub(crate) fn begin_joints(&mut self, ratio: Real, first: bool) {
        let state = &self.state;
        for r in self.joints.values_mut() {
            if first && r.points.iter().any(|p| p.moves(state)) {
                r.carried = [Vec3::ZERO; 2];
            }
            for part in &mut r.parts {
                part.impulse = part.impulse.map(|x| x * ratio);
            }
        }
        for r in self.gears.values_mut() {
            r.impulse *= ratio;
        }
    }

    /// Ends a step: coordinates are followed, and joints that carry too much break.
    pub(crate) fn end_joints(&mut self, broken: &mut Vec<String>) -> bool {
        let step = self.config.step;
        let before = broken.len();
        for r in self.joints.values_mut().filter(|r| !r.broken) {
            r.follow(&self.state, step);
            let [force, torque] = r.carried.map(|p| p.length() / step);
            if force > r.joint.break_force || torque > r.joint.break_torque {
                r.let_go();
                broken.push(r.joint.name.clone());
            }
        }
        broken.len() > before
    }
}
