//! The world: everything there is, and the calls to change and ask it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::bodies::corotational::ElementState;
use crate::bodies::rigid::RigidBody;
use crate::bodies::soft::{Material, Model, SoftBody};
use crate::bodies::{Kind, Rigid, Soft};
use crate::collision::collider::Form;
use crate::collision::contacts::{Memory, Touched};
use crate::config::{Config, MAX_AUTO_SUBSTEPS};
use crate::constraints::generalised::GeneralisedRecord;
use crate::constraints::{Anchor, Distance, Joint, Motor, Plane};
use crate::error::{Check, Error, Result};
use crate::events::Filter;
use crate::handle::{Arena, Handle};
use crate::joints::{GearRecord, JointRecord};
use crate::math::{DVec3, Pose, Quat, Real, Vec3, single};
use crate::report::{StepReport, Watch};
use crate::rows::Records;
use crate::site::{Point, Site};
use crate::state::{Slots, State};
use crate::step::sleep::Rest;
use crate::step::{self, Scratch};

/// Everything there is. See the [crate's page](crate) for an example.
#[derive(Serialize, Deserialize)]
pub struct World {
    pub(crate) config: Config,
    pub(crate) state: State,
    pub(crate) rigids: Arena<RigidBody>,
    pub(crate) softs: Arena<SoftBody>,
    pub(crate) anchors: Arena<AnchorRecord>,
    pub(crate) distances: Arena<DistanceRecord>,
    pub(crate) joints: Arena<JointRecord>,
    pub(crate) gears: Arena<GearRecord>,
    pub(crate) planes: Arena<PlaneRecord>,
    pub(crate) generalised: Arena<GeneralisedRecord>,
    pub(crate) memory: Memory,
    /// Who touched whom in the last step, ascending.
    pub(crate) touching: Vec<[u32; 2]>,
    #[serde(skip)]
    pub(crate) filter: Option<Arc<dyn Filter>>,
    /// What the contacts of the last step carried.
    pub(crate) touches: Vec<Touched>,
    /// Length of the substep that remembered impulses belong to.
    pub(crate) last_substep: Real,
    pub(crate) commands: Vec<Command>,
    /// Names given to those who fell asleep together so far.
    pub(crate) nests: u64,
    /// Something was done since the last step that may concern anybody.
    pub(crate) disturbed: bool,
    pub(crate) steps: u64,
    pub(crate) time: f64,
    #[serde(skip)]
    pub(crate) scratch: Scratch,
}

/// An anchor in a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnchorRecord {
    pub(crate) anchor: Anchor,
    #[serde(skip, default = "nowhere")]
    pub(crate) points: [Point; 2],
    /// Of the last substep, as a first guess for the next, N·s.
    pub(crate) impulse: [Real; 3],
    /// Of the whole last step, N·s.
    pub(crate) total: Vec3,
    /// It holds nothing any more.
    pub(crate) broken: bool,
}

/// A distance constraint in a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DistanceRecord {
    pub(crate) distance: Distance,
    #[serde(skip, default = "nowhere")]
    pub(crate) points: [Point; 2],
    pub(crate) length: Real,
    /// Of the last substep, as a first guess for the next, N·s.
    pub(crate) impulse: Real,
    /// Impulse of the whole last step, N·s.
    pub(crate) total: Real,
}

/// A plane in a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlaneRecord {
    /// Its normal has length 1.
    pub(crate) plane: Plane,
    /// The two sites, and the ends of the normal.
    #[serde(skip, default = "nowhere")]
    pub(crate) points: [Point; 4],
    pub(crate) offset: Real,
    /// Of the last substep, as a first guess for the next, N·s.
    pub(crate) impulse: Real,
    /// Of the whole last step, N·s.
    pub(crate) total: Real,
}

pub(crate) fn nowhere<const N: usize>() -> [Point; N] {
    [Point::Frame { slot: 0, arm: Vec3::ZERO }; N]
}

/// What the caller asked for since the last step; carried out at the start of the next, in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Command {
    /// A force during one step.
    Force(Site, Vec3),
    /// A torque during one step.
    Torque(Handle<Rigid>, Vec3),
    Impulse(Site, Vec3),
    Velocity(Handle<Rigid>, Vec3, Vec3),
    SoftVelocity(Handle<Soft>, Vec3),
    Pose(Handle<Rigid>, Vec3, Quat),
    /// A kinematic body arrives here at the end of the step.
    Target(Handle<Rigid>, Vec3, Quat),
    /// A pinned node arrives here at the end of the step.
    NodeTarget(Handle<Soft>, usize, Vec3),
    Gravity(Vec3),
    /// A motor of a coordinate of a joint.
    Motor(Handle<Joint>, usize, Option<Motor>),
    Break(Handle<Joint>),
}

impl Default for World {
    /// An empty world with default settings.
    fn default() -> Self {
        Self {
            config: Config::default(),
            state: State::default(),
            rigids: Arena::default(),
            softs: Arena::default(),
            anchors: Arena::default(),
            distances: Arena::default(),
            joints: Arena::default(),
            gears: Arena::default(),
            planes: Arena::default(),
            generalised: Arena::default(),
            memory: Memory::default(),
            touching: Vec::new(),
            filter: None,
            touches: Vec::new(),
            last_substep: 0.0,
            commands: Vec::new(),
            nests: 0,
            disturbed: false,
            steps: 0,
            time: 0.0,
            scratch: Scratch::default(),
        }
    }
}

/// Adding and removing.
impl World {
    /// An empty world.
    pub fn new(config: Config) -> Result<Self> {
        config.check()?;
        Ok(Self { config, ..Self::default() })
    }

    /// Adds a rigid body.
    pub fn add_rigid(&mut self, rigid: Rigid) -> Result<Handle<Rigid>> {
        let handle: Handle<Rigid> = self.rigids.next();
        let object = label("rigid", &rigid.name, handle);
        rigid.check(&object)?;
        let form = Form::new(&rigid, &Check(&object))?;
        let slot = handle.index() + 1;
        let frames = &mut self.state.frames;
        frames.grow(slot + 1);
        let frame = form.frame_at(Pose::from_parts(rigid.position, rigid.rotation.normalize()));
        (frames.x[slot], frames.q[slot]) = (frame.translation, frame.rotation);
        let moves = rigid.kind != Kind::Fixed;
        frames.v[slot] = if moves { rigid.velocity } else { Vec3::ZERO };
        frames.w[slot] = if moves { rigid.angular_velocity } else { Vec3::ZERO };
        frames.mass[slot] = form.mass;
        let slot = slot as u32;
        self.rigids.insert::<Rigid>(RigidBody {
            rigid,
            slot,
            contained: false,
            form,
            targeted: false,
            verdict: 0,
            strain: 0,
            rest: Rest::default(),
        });
        self.scratch.changed = true;
        self.lock_axes(handle)?;
        Ok(handle)
    }

    /// Adds a deformable body.
    pub fn add_soft(&mut self, soft: Soft) -> Result<Handle<Soft>> {
        let handle: Handle<Soft> = self.softs.next();
        let object = label("soft", &soft.name, handle);
        let body = SoftBody::new(soft, &object, &mut self.state)?;
        // Even if it is refused below, there are more slots now than the rows know.
        self.scratch.changed = true;
        let longest = body.body().longest_substep();
        let needed = (self.config.step / longest).ceil();
        if self.config.substeps.is_none() && needed > MAX_AUTO_SUBSTEPS as Real {
            self.state.nodes.release(body.slots);
            return Check(&object).refuse(
                "stiffness",
                format!("so high that a step of {} s needs {needed} substeps", self.config.step),
                format!(
                    "up to {MAX_AUTO_SUBSTEPS}: lower the stiffness or damping, raise the mass, or \
                     shorten the step"
                ),
            );
        }
        self.softs.insert::<Soft>(body);
        Ok(handle)
    }

    /// Holds two sites together.
    pub fn add_anchor(&mut self, anchor: Anchor) -> Result<Handle<Anchor>> {
        let object = label("anchor", &anchor.name, self.anchors.next::<Anchor>());
        anchor.check(&object)?;
        let points = self.resolve_pair(&object, anchor.a, anchor.b)?;
        self.disturb();
        Ok(self.anchors.insert(AnchorRecord {
            anchor,
            points,
            impulse: [0.0; 3],
            total: Vec3::ZERO,
            broken: false,
        }))
    }

    /// Keeps two sites at a distance.
    pub fn add_distance(&mut self, distance: Distance) -> Result<Handle<Distance>> {
        let object = label("distance", &distance.name, self.distances.next::<Distance>());
        distance.check(&object)?;
        let points = self.resolve_pair(&object, distance.a, distance.b)?;
        let now = (points[1].position(&self.state) - points[0].position(&self.state)).length();
        let length = distance.length.unwrap_or(now);
        self.disturb();
        Ok(self.distances.insert(DistanceRecord {
            distance,
            points,
            length,
            impulse: 0.0,
            total: 0.0,
        }))
    }

    /// Keeps a site in a plane.
    pub fn add_plane(&mut self, plane: Plane) -> Result<Handle<Plane>> {
        let object = label("plane", &plane.name, self.planes.next::<Plane>());
        plane.check(&object)?;
        let plane = Plane { normal: plane.normal.normalize(), ..plane };
        let points = self.resolve_plane(&object, &plane)?;
        let [a, b, ..] = points.map(|p| p.position(&self.state));
        let offset = plane.offset.unwrap_or(world_normal(&points, &self.state).dot(a - b));
        self.disturb();
        Ok(self.planes.insert(PlaneRecord { plane, points, offset, impulse: 0.0, total: 0.0 }))
    }

    /// Removes a rigid body, and the constraints on it with it.
    pub fn remove_rigid(&mut self, handle: Handle<Rigid>) -> Result<()> {
        let body = self.rigids.remove(handle).ok_or_else(|| stale("rigid", handle))?;
        self.state.frames.clear(body.slot as usize);
        self.memory.forget_frame(body.slot);
        self.touching.retain(|pair| !pair.contains(&body.slot));
        self.remove_constraints(|site| matches!(site, Site::Rigid(h, _) if *h == handle));
        Ok(())
    }

    /// Removes a deformable body, and the constraints on it with it.
    pub fn remove_soft(&mut self, handle: Handle<Soft>) -> Result<()> {
        let body = self.softs.remove(handle).ok_or_else(|| stale("soft", handle))?;
        self.state.nodes.release(body.slots);
        self.memory.forget_nodes(body.slots);
        self.forget_touching(handle);
        self.remove_constraints(|site| {
            matches!(site, Site::Node(h, _) | Site::Face(h, ..) | Site::Tet(h, ..) if *h == handle)
        });
        Ok(())
    }

    /// Removes an anchor.
    pub fn remove_anchor(&mut self, handle: Handle<Anchor>) -> Result<()> {
        self.disturb();
        self.anchors.remove(handle).map(|_| ()).ok_or_else(|| stale("anchor", handle))
    }

    /// Removes a distance constraint.
    pub fn remove_distance(&mut self, handle: Handle<Distance>) -> Result<()> {
        self.disturb();
        self.distances.remove(handle).map(|_| ()).ok_or_else(|| stale("distance", handle))
    }

    /// Removes a plane.
    pub fn remove_plane(&mut self, handle: Handle<Plane>) -> Result<()> {
        self.disturb();
        self.planes.remove(handle).map(|_| ()).ok_or_else(|| stale("plane", handle))
    }

    /// Changes the sites of all constraints; what they stand for stays.
    pub(crate) fn renumber(&mut self, change: impl Fn(&mut Site)) {
        let both = |a: &mut Site, b: &mut Site| [a, b].into_iter().for_each(&change);
        self.anchors.values_mut().for_each(|r| both(&mut r.anchor.a, &mut r.anchor.b));
        self.distances.values_mut().for_each(|r| both(&mut r.distance.a, &mut r.distance.b));
        self.planes.values_mut().for_each(|r| both(&mut r.plane.a, &mut r.plane.b));
        let own = self.generalised.values_mut();
        own.for_each(|r| both(&mut r.generalised.a, &mut r.generalised.b));
        self.joints.values_mut().for_each(|r| both(&mut r.joint.a, &mut r.joint.b));
    }

    pub(crate) fn remove_constraints(&mut self, on_it: impl Fn(&Site) -> bool) {
        let anchors: Vec<Handle<Anchor>> = (self.anchors.iter())
            .filter(|(_, r)| on_it(&r.anchor.a) || on_it(&r.anchor.b))
            .map(|(h, _)| h)
            .collect();
        for h in anchors {
            self.anchors.remove(h);
        }
        let distances: Vec<Handle<Distance>> = (self.distances.iter())
            .filter(|(_, r)| on_it(&r.distance.a) || on_it(&r.distance.b))
            .map(|(h, _)| h)
            .collect();
        for h in distances {
            self.distances.remove(h);
        }
        let planes: Vec<Handle<Plane>> = (self.planes.iter())
            .filter(|(_, r)| on_it(&r.plane.a) || on_it(&r.plane.b))
            .map(|(h, _)| h)
            .collect();
        for h in planes {
            self.planes.remove(h);
        }
        self.remove_generalised_on(&on_it);
        self.remove_joints(on_it);
        self.disturb();
    }

    /// Rows must be built anew, and everybody woken.
    pub(crate) fn disturb(&mut self) {
        self.scratch.changed = true;
        self.disturbed = true;
    }

    /// All constraints.
    pub(crate) fn records(&self) -> Records<'_> {
        let Self { anchors, distances, planes, joints, gears, .. } = self;
        let anchor_impulses = self.config.anchor_impulses;
        let contact_impulses = self.config.contact_impulses;
        Records { anchors, anchor_impulses, contact_impulses, distances, planes, joints, gears }
    }

    /// Tells the points of every constraint.
    pub(crate) fn each_constraint(&self, mut tell: impl FnMut(&[Point])) {
        self.anchors.values().filter(|r| !r.broken).for_each(|r| tell(&r.points));
        self.distances.values().for_each(|r| tell(&r.points));
        self.planes.values().for_each(|r| tell(&r.points));
        self.generalised.values().for_each(|r| tell(&r.points));
        self.each_joint(tell);
    }

    pub(crate) fn resolve_pair(&self, object: &str, a: Site, b: Site) -> Result<[Point; 2]> {
        if a == b {
            return Check(object).refuse("sites", a, "two different sites");
        }
        Ok([self.resolve(a)?, self.resolve(b)?])
    }

    /// The sites of a plane, and the ends of its normal on the frame that it is fixed to.
    pub(crate) fn resolve_plane(&self, object: &str, plane: &Plane) -> Result<[Point; 4]> {
        let [a, b] = self.resolve_pair(object, plane.a, plane.b)?;
        let slot = if let Point::Frame { slot, .. } = b { slot } else { 0 };
        let end = |arm| Point::Frame { slot, arm };
        Ok([a, b, end(Vec3::ZERO), end(plane.normal)])
    }

    /// The point of slots that a site stands for.
    pub(crate) fn resolve(&self, site: Site) -> Result<Point> {
        match site {
            Site::World(p) => {
                Check("world site").finite("point", p)?;
                Ok(Point::Frame { slot: 0, arm: p })
            }
            Site::Rigid(h, p) => {
                let body = self.rigid_body(h)?;
                Check("rigid site").finite("point", p)?;
                Ok(Point::Frame { slot: body.slot, arm: body.form.to_frame(p) })
            }
            Site::Node(h, node) => {
                let body = self.soft_body(h)?;
                Check(&label("soft", &body.name, h)).index(
                    "node",
                    node,
                    body.slots.len as usize,
                )?;
                Ok(Point::node(body.slots.start + node as u32))
            }
            Site::Face(h, face, weights) => {
                let body = self.soft_body(h)?;
                let object = label("soft", &body.name, h);
                Check(&object).index("face", face, body.mesh.faces.len())?;
                weighted(&object, body, &body.mesh.faces[face], &weights)
            }
            Site::Tet(h, tet, weights) => {
                let body = self.soft_body(h)?;
                let object = label("soft", &body.name, h);
                Check(&object).index("tet", tet, body.mesh.tets.len())?;
                weighted(&object, body, &body.mesh.tets[tet], &weights)
            }
        }
    }

    pub(crate) fn rigid_body(&self, h: Handle<Rigid>) -> Result<&RigidBody> {
        self.rigids.get(h).ok_or_else(|| stale("rigid", h))
    }

    pub(crate) fn soft_body(&self, h: Handle<Soft>) -> Result<&SoftBody> {
        self.softs.get(h).ok_or_else(|| stale("soft", h))
    }
}

/// Stepping and commands. A command takes effect at the start of the next step.
impl World {
    /// Advances by one step.
    pub fn step(&mut self) -> &StepReport {
        self.step_watched(&mut ())
    }

    /// Advances by one step, with a clock for timings and a look at every substep.
    pub fn step_watched(&mut self, watch: &mut dyn Watch) -> &StepReport {
        step::step(self, watch);
        &self.scratch.report
    }

    /// Pushes a site with a force (N) during the next step.
    pub fn apply_force(&mut self, site: Site, force: Vec3) -> Result<()> {
        self.resolve(site)?;
        Check("force").finite("value", force)?;
        self.commands.push(Command::Force(site, force));
        Ok(())
    }

    /// Turns a rigid body with a torque (N·m) during the next step.
    pub fn apply_torque(&mut self, body: Handle<Rigid>, torque: Vec3) -> Result<()> {
        self.rigid_body(body)?;
        Check("torque").finite("value", torque)?;
        self.commands.push(Command::Torque(body, torque));
        Ok(())
    }

    /// Hits a site with an impulse (N·s).
    pub fn apply_impulse(&mut self, site: Site, impulse: Vec3) -> Result<()> {
        self.resolve(site)?;
        Check("impulse").finite("value", impulse)?;
        self.commands.push(Command::Impulse(site, impulse));
        Ok(())
    }

    /// Sets the velocity (m/s) and angular velocity (rad/s) of a rigid body that is not fixed.
    pub fn set_velocity(&mut self, body: Handle<Rigid>, v: Vec3, w: Vec3) -> Result<()> {
        let object = label("rigid", &self.rigid_body(body)?.rigid.name, body);
        let check = Check(&object);
        check.finite("velocity", v)?;
        check.finite("angular_velocity", w)?;
        if self.rigid_body(body)?.rigid.kind == Kind::Fixed {
            return check.refuse("kind", Kind::Fixed, "dynamic or kinematic");
        }
        self.commands.push(Command::Velocity(body, v, w));
        Ok(())
    }

    /// Sets the velocity (m/s) of all nodes of a deformable body.
    pub fn set_soft_velocity(&mut self, body: Handle<Soft>, v: Vec3) -> Result<()> {
        self.soft_body(body)?;
        Check("soft").finite("velocity", v)?;
        self.commands.push(Command::SoftVelocity(body, v));
        Ok(())
    }

    /// Puts a rigid body somewhere else.
    pub fn set_pose(&mut self, body: Handle<Rigid>, position: Vec3, q: Quat) -> Result<()> {
        self.check_pose(body, position, q)?;
        self.commands.push(Command::Pose(body, position, q));
        Ok(())
    }

    /// Moves a kinematic body so that it arrives at a pose at the end of the next step.
    pub fn move_to(&mut self, body: Handle<Rigid>, position: Vec3, q: Quat) -> Result<()> {
        self.check_pose(body, position, q)?;
        let rigid = &self.rigid_body(body)?.rigid;
        if rigid.kind != Kind::Kinematic {
            let object = label("rigid", &rigid.name, body);
            return Check(&object).refuse("kind", rigid.kind, "kinematic");
        }
        self.commands.push(Command::Target(body, position, q));
        Ok(())
    }

    /// Moves a pinned node so that it arrives at a place at the end of the next step. It keeps that
    /// velocity until told otherwise, as a kinematic body does.
    pub fn move_node(&mut self, body: Handle<Soft>, node: usize, position: Vec3) -> Result<()> {
        let soft = self.soft_body(body)?;
        let object = label("soft", &soft.name, body);
        let check = Check(&object);
        check.index("node", node, soft.slots.len as usize)?;
        check.finite("position", position)?;
        if self.state.nodes.mass(soft.slots.start as usize + node) > 0.0 {
            return check.refuse("node", node, "a pinned node");
        }
        self.commands.push(Command::NodeTarget(body, node, position));
        Ok(())
    }

    fn check_pose(&self, body: Handle<Rigid>, position: Vec3, q: Quat) -> Result<()> {
        let object = label("rigid", &self.rigid_body(body)?.rigid.name, body);
        Check(&object).finite("position", position)?;
        if !q.is_finite() || (q.length() - 1.0).abs() > 1e-3 {
            return Check(&object).refuse("rotation", q.to_array(), "a unit quaternion");
        }
        Ok(())
    }

    /// Changes the settings; from the next step on.
    pub fn set_config(&mut self, config: Config) -> Result<()> {
        config.check()?;
        if config.substeps.is_none() {
            let longest = |body: &SoftBody| body.body().longest_substep();
            let longest = self.softs.values().map(longest).fold(Real::INFINITY, Real::min);
            let needed = (config.step / longest).ceil();
            if needed > MAX_AUTO_SUBSTEPS as Real {
                return Check("config").refuse(
                    "step",
                    format!("{} s, for which the bodies need {needed} substeps", config.step),
                    format!("up to {MAX_AUTO_SUBSTEPS} substeps: shorten the step"),
                );
            }
        }
        self.scratch.changed |= config.stabilisation != self.config.stabilisation
            || config.anchor_impulses != self.config.anchor_impulses
            || config.contact_impulses != self.config.contact_impulses
            || config.friction_limit != self.config.friction_limit;
        self.disturbed = true;
        self.config = config;
        Ok(())
    }

    /// Changes gravity, m/s².
    pub fn set_gravity(&mut self, gravity: Vec3) -> Result<()> {
        Check("world").finite("gravity", gravity)?;
        self.commands.push(Command::Gravity(gravity));
        Ok(())
    }
}

/// Asking.
impl World {
    /// The settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Positions and velocities of everything.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Simulated time, s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Steps made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What the last step did.
    pub fn report(&self) -> &StepReport {
        &self.scratch.report
    }

    /// All rigid bodies, in a fixed order.
    pub fn rigids(&self) -> impl Iterator<Item = (Handle<Rigid>, &Rigid)> {
        self.rigids.iter().map(|(h, b)| (h, &b.rigid))
    }

    /// All deformable bodies, in a fixed order, with their names.
    pub fn softs(&self) -> impl Iterator<Item = (Handle<Soft>, &str)> {
        self.softs.iter().map(|(h, b)| (h, b.name.as_str()))
    }

    /// All anchors, in a fixed order.
    pub fn anchors(&self) -> impl Iterator<Item = (Handle<Anchor>, &Anchor)> {
        self.anchors.iter().map(|(h, r)| (h, &r.anchor))
    }

    /// How many rigid and deformable bodies, anchors and distances there are.
    pub fn counts(&self) -> [usize; 4] {
        [self.rigids.len(), self.softs.len(), self.anchors.len(), self.distances.len()]
    }

    /// How a rigid body was described.
    pub fn rigid(&self, body: Handle<Rigid>) -> Result<&Rigid> {
        Ok(&self.rigid_body(body)?.rigid)
    }

    /// Where the origin of a rigid body's own axes is, m.
    pub fn position(&self, body: Handle<Rigid>) -> Result<Vec3> {
        Ok(self.pose_of(self.rigid_body(body)?).translation)
    }

    /// Attitude of a rigid body.
    pub fn rotation(&self, body: Handle<Rigid>) -> Result<Quat> {
        Ok(self.pose_of(self.rigid_body(body)?).rotation)
    }

    /// Centre of mass of a rigid body, m.
    pub fn centre_of_mass(&self, body: Handle<Rigid>) -> Result<Vec3> {
        Ok(self.state.frames.x[self.rigid_body(body)?.slot as usize])
    }

    /// The pose of a body's own axes.
    pub(crate) fn pose_of(&self, body: &RigidBody) -> Pose {
        body.form.body_at(self.frame_of(body))
    }

    /// The pose of a body's frame.
    pub(crate) fn frame_of(&self, body: &RigidBody) -> Pose {
        let i = body.slot as usize;
        Pose::from_parts(self.state.frames.x[i], self.state.frames.q[i])
    }

    /// Velocity of a rigid body's centre of mass, m/s.
    pub fn velocity(&self, body: Handle<Rigid>) -> Result<Vec3> {
        Ok(self.state.frames.v[self.rigid_body(body)?.slot as usize])
    }

    /// Angular velocity of a rigid body in world axes, rad/s.
    pub fn angular_velocity(&self, body: Handle<Rigid>) -> Result<Vec3> {
        Ok(self.state.frames.w[self.rigid_body(body)?.slot as usize])
    }

    /// Mass of a rigid body, kg; 0 for one that no force moves.
    pub fn mass(&self, body: Handle<Rigid>) -> Result<Real> {
        Ok(self.mass_of(self.rigid_body(body)?))
    }

    /// Mass of a rigid body, asleep or not.
    pub(crate) fn mass_of(&self, body: &RigidBody) -> Real {
        let mass = &self.state.frames.mass[body.slot as usize];
        if body.rest.asleep() { body.form.mass.mass } else { mass.mass }
    }

    /// Mass of a node by its slot, asleep or not.
    pub(crate) fn node_mass(&self, body: &SoftBody, slot: usize) -> Real {
        match body.rest.scales.get(slot - body.slots.start as usize) {
            Some(&s) if s > 0.0 => 1.0 / (s * s),
            Some(_) => 0.0,
            None => self.state.nodes.mass(slot),
        }
    }

    /// Positions of a deformable body's nodes, m.
    pub fn node_positions(&self, body: Handle<Soft>) -> Result<impl Iterator<Item = Vec3> + '_> {
        let range = self.soft_body(body)?.slots.range();
        Ok(range.map(|i| self.state.nodes.position(i)))
    }

    /// Velocities of a deformable body's nodes, m/s.
    pub fn node_velocities(&self, body: Handle<Soft>) -> Result<impl Iterator<Item = Vec3> + '_> {
        let range = self.soft_body(body)?.slots.range();
        Ok(range.map(|i| self.state.nodes.velocity(i)))
    }

    /// Masses of a deformable body's nodes, kg; 0 for pinned ones.
    pub fn node_masses(&self, body: Handle<Soft>) -> Result<impl Iterator<Item = Real> + '_> {
        let body = self.soft_body(body)?;
        Ok(body.slots.range().map(|i| self.node_mass(body, i)))
    }

    /// The mesh of a deformable body at rest; its faces are those that are seen and touched.
    pub fn mesh(&self, body: Handle<Soft>) -> Result<&crate::Mesh> {
        Ok(&self.soft_body(body)?.mesh)
    }

    /// All edges of a deformable body with their rest lengths, m; of an elastic solid those of its surface.
    pub fn edges(&self, body: Handle<Soft>) -> Result<&[([u32; 2], Real)]> {
        Ok(&self.soft_body(body)?.edges)
    }

    /// How many springs a deformable body of springs or of position-based dynamics has: its edges, and braces.
    pub fn springs(&self, body: Handle<Soft>) -> Result<usize> {
        let body = self.soft_body(body)?;
        Ok(match &body.model {
            Model::Lattice(lattice) => lattice.links.edges.len(),
            _ if matches!(body.material, Material::MassSpring { .. }) => body.edges.len(),
            _ => 0,
        })
    }

    /// Where a site is now, m.
    pub fn site_position(&self, site: Site) -> Result<Vec3> {
        Ok(self.resolve(site)?.position(&self.state))
    }

    /// The force (N) with which an anchor pulls its site `a`, on average over the last step.
    pub fn anchor_force(&self, anchor: Handle<Anchor>) -> Result<Vec3> {
        let r = self.anchors.get(anchor).ok_or_else(|| stale("anchor", anchor))?;
        // Rows push the second of their points; a node comes before a frame there.
        let swapped = matches!(r.points, [Point::Frame { .. }, ref p] if self.is_lumped_node(p));
        let sign = if swapped { 1.0 } else { -1.0 };
        Ok(r.total * (sign / self.config.step))
    }

    /// Whether an anchor has broken.
    pub fn anchor_is_broken(&self, anchor: Handle<Anchor>) -> Result<bool> {
        Ok(self.anchors.get(anchor).ok_or_else(|| stale("anchor", anchor))?.broken)
    }

    /// Breaks the anchors that carried more than they may, and tells their names; tells whether there
    /// are any.
    pub(crate) fn break_anchors(&mut self, broken: &mut Vec<String>) -> bool {
        let step = self.config.step;
        let before = broken.len();
        for r in self.anchors.values_mut().filter(|r| !r.broken) {
            if r.total.length() > r.anchor.break_force * step {
                r.broken = true;
                broken.push(r.anchor.name.clone());
            }
        }
        self.disturbed |= broken.len() > before;
        broken.len() > before
    }

    /// How far apart the sites of an anchor are, m.
    pub fn anchor_violation(&self, anchor: Handle<Anchor>) -> Result<Vec3> {
        let r = self.anchors.get(anchor).ok_or_else(|| stale("anchor", anchor))?;
        Ok(r.points[1].position(&self.state) - r.points[0].position(&self.state))
    }

    /// The force (N) with which a distance pushes its sites apart, on average over the last step;
    /// negative where it pulls.
    pub fn distance_force(&self, distance: Handle<Distance>) -> Result<Real> {
        let r = self.distances.get(distance).ok_or_else(|| stale("distance", distance))?;
        Ok(r.total / self.config.step)
    }

    /// By how much a distance is longer than its rest length, m.
    pub fn distance_violation(&self, distance: Handle<Distance>) -> Result<Real> {
        let r = self.distances.get(distance).ok_or_else(|| stale("distance", distance))?;
        let d = r.points[1].position(&self.state) - r.points[0].position(&self.state);
        Ok(d.length() - r.length)
    }

    /// The force (N) with which a plane pushes its site `a` along the normal, on average over the
    /// last step.
    pub fn plane_force(&self, plane: Handle<Plane>) -> Result<Real> {
        let r = self.planes.get(plane).ok_or_else(|| stale("plane", plane))?;
        Ok(r.total / self.config.step)
    }

    /// How far the site `a` of a plane is from where it is kept, along the normal, m.
    pub fn plane_violation(&self, plane: Handle<Plane>) -> Result<Real> {
        let r = self.planes.get(plane).ok_or_else(|| stale("plane", plane))?;
        let [a, b, ..] = r.points.map(|p| p.position(&self.state));
        Ok(world_normal(&r.points, &self.state).dot(a - b) - r.offset)
    }

    /// The force (N) of all contacts on a rigid body, on average over the last step; of those with
    /// one other body if one is given.
    pub fn contact_force(&self, body: Handle<Rigid>, with: Option<Other>) -> Result<Vec3> {
        let own = Party::Frame(self.rigid_body(body)?.slot);
        self.contact_force_on(own, with)
    }

    /// The force (N) of all contacts on a deformable body, on average over the last step; of those
    /// with one other body if one is given.
    pub fn soft_contact_force(&self, body: Handle<Soft>, with: Option<Other>) -> Result<Vec3> {
        let own = Party::Nodes(self.soft_body(body)?.slots);
        self.contact_force_on(own, with)
    }

    fn contact_force_on(&self, own: Party, with: Option<Other>) -> Result<Vec3> {
        let other = match with {
            None => None,
            Some(Other::Rigid(h)) => Some(Party::Frame(self.rigid_body(h)?.slot)),
            Some(Other::Soft(h)) => Some(Party::Nodes(self.soft_body(h)?.slots)),
        };
        let counts = |party: Option<Party>, node, slot| party.is_none_or(|p| p.has(node, slot));
        let mut sum = Vec3::ZERO;
        for t in &self.touches {
            if own.has(false, t.b) && counts(other, t.node, t.a) {
                sum += t.impulse;
            }
            if own.has(t.node, t.a) && counts(other, false, t.b) {
                sum -= t.impulse;
            }
        }
        Ok(sum / self.config.step)
    }

    /// The elastic force on each node of a deformable body in its present shape, N: of springs and
    /// tetrahedra, without damping, rows and gravity.
    pub fn elastic_forces(&self, body: Handle<Soft>) -> Result<Vec<Vec3>> {
        let soft = self.soft_body(body)?;
        let mut forces = vec![DVec3::ZERO; soft.slots.len as usize];
        soft.body().elastic_forces(&self.state, &mut forces);
        Ok(forces.into_iter().map(single).collect())
    }

    /// How well the stiffness of a body was matched to an elasticity; nothing if it was not.
    pub fn calibration(&self, body: Handle<Soft>) -> Result<Option<crate::Calibration>> {
        Ok(self.soft_body(body)?.calibration)
    }

    /// How each tetrahedron of an elastic solid is deformed; nothing for other bodies.
    pub fn element_states(&self, body: Handle<Soft>) -> Result<Vec<ElementState>> {
        let soft = self.soft_body(body)?;
        let mut out = Vec::new();
        if let Some(solid) = soft.solid() {
            solid.each_element(&self.state, |e| out.push(e));
        }
        Ok(out)
    }

    fn is_lumped_node(&self, p: &Point) -> bool {
        let implicit = |s: u32| {
            let own = |b: &&SoftBody| b.slots.range().contains(&(s as usize));
            self.softs.values().find(own).is_some_and(SoftBody::answers_in_full)
        };
        p.single_node().is_some_and(|s| !implicit(s))
    }

    /// Finds the points of constraints again, after they were read without.
    pub(crate) fn resolve_all(&mut self) -> Result<()> {
        for body in self.rigids.values_mut() {
            let object = format!("rigid `{}`", body.rigid.name);
            body.rigid.check(&object)?;
            body.form = Form::new(&body.rigid, &Check(&object))?;
        }
        let mut anchors = std::mem::take(&mut self.anchors);
        let mut distances = std::mem::take(&mut self.distances);
        let mut planes = std::mem::take(&mut self.planes);
        for r in anchors.values_mut() {
            r.points = self.resolve_pair("anchor", r.anchor.a, r.anchor.b)?;
        }
        for r in distances.values_mut() {
            r.points = self.resolve_pair("distance", r.distance.a, r.distance.b)?;
        }
        for r in planes.values_mut() {
            r.points = self.resolve_plane("plane", &r.plane)?;
        }
        let mut generalised = std::mem::take(&mut self.generalised);
        for r in generalised.values_mut() {
            self.resolve_generalised(r)?;
        }
        self.generalised = generalised;
        let mut joints = std::mem::take(&mut self.joints);
        for r in joints.values_mut() {
            r.points = self.resolve_pair("joint", r.joint.a, r.joint.b)?;
        }
        (self.anchors, self.distances, self.planes) = (anchors, distances, planes);
        self.joints = joints;
        Ok(())
    }
}

/// Whom a contact is with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// A rigid body.
    Rigid(Handle<Rigid>),
    /// A deformable body.
    Soft(Handle<Soft>),
}

/// One side of a contact: a frame, or any of a body's nodes.
#[derive(Clone, Copy)]
enum Party {
    Frame(u32),
    Nodes(Slots),
}

impl Party {
    fn has(self, node: bool, slot: u32) -> bool {
        match self {
            Self::Frame(own) => !node && own == slot,
            Self::Nodes(own) => node && own.range().contains(&(slot as usize)),
        }
    }
}

/// The normal of a plane in world axes, by its points.
fn world_normal(points: &[Point; 4], state: &State) -> Vec3 {
    points[3].position(state) - points[2].position(state)
}

/// A point inside an element by barycentric coordinates.
fn weighted(object: &str, body: &SoftBody, nodes: &[u32], weights: &[Real]) -> Result<Point> {
    let sum: Real = weights.iter().sum();
    if weights.iter().any(|w| !w.is_finite()) || (sum - 1.0).abs() > 1e-3 {
        return Check(object).refuse("weights", weights, "finite numbers of sum 1");
    }
    let (mut slot, mut weight) = ([0; 4], [0.0; 4]);
    for k in 0..nodes.len() {
        slot[k] = body.slots.start + nodes[k];
        weight[k] = weights[k] / sum;
    }
    Ok(Point::Nodes { count: nodes.len(), slot, weight })
}

/// How messages name an object.
pub(crate) fn label<T>(kind: &str, name: &str, handle: Handle<T>) -> String {
    if name.is_empty() { format!("{kind} {handle:?}") } else { format!("{kind} `{name}`") }
}

pub(crate) fn stale<T>(kind: &str, handle: Handle<T>) -> Error {
    Error::Stale { object: format!("{kind} {handle:?}") }
}
