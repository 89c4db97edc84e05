//! All rows of a world, in the batches that solvers sweep.

use crate::bodies::soft::SoftBody;
use crate::collision::contacts::{Contact, Spot};
use crate::collision::patch::{POINTS, Patch};
use crate::config::{AnchorImpulses, ContactImpulses};
use crate::constraints::anchor::AnchorRow;
use crate::constraints::batch::{Batch, EDGE, Engine, LINE, NO_OWNER, Part, Places, Source};
use crate::constraints::bend::{self, BendRow};
use crate::constraints::contact::{self, ContactRow};
use crate::constraints::distance::{Distance, DistanceRow, Resists};
use crate::constraints::drive::DriveRow;
use crate::constraints::general::{Compliance, General, Group, Kind};
use crate::constraints::hold::HoldRow;
use crate::constraints::joint::{self, PartKind};
use crate::constraints::limit::LimitRow;
use crate::constraints::patch::{Impulses, Patches};
use crate::constraints::plane::PlaneRow;
use crate::constraints::reach::Reach;
use crate::constraints::slide::Slide;
use crate::constraints::swing::Swing;
use crate::constraints::twist::Twist;
use crate::constraints::{PARAMS, Substep};
use crate::handle::Arena;
use crate::joints::{GearRecord, JointRecord, PartId};
use crate::math::{Real, Vec3};
use crate::report::RowCounts;
use crate::site::Point;
use crate::solvers::colour::{Colouring, Crowds};
use crate::solvers::islands::Hard;
use crate::solvers::velocities::{FrameSlot, NodeSlot, Velocities};
use crate::state::State;
use crate::step::integrators::own_nodes;
use crate::weave::Weave;
use crate::world::{AnchorRecord, DistanceRecord, PlaneRecord};

/// The batches. Fast shapes first; what fits none is in `general`.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Rigid against rigid, by patches.
    pub patches: Patches,
    /// Rigid against rigid, by points: those a solver wants as single contacts.
    pub contact_frames: Batch<ContactRow, 0, 2, 3>,
    /// Node against rigid.
    pub contact_nodes: Batch<ContactRow, 1, 1, 3>,
    /// Anchors between rigid bodies or to the world.
    pub anchor_frames: Batch<AnchorRow, 0, 2, 3>,
    /// Anchors of a node to a rigid body or the world.
    pub anchor_mixed: Batch<AnchorRow, 1, 1, 3>,
    /// Anchors between nodes.
    pub anchor_nodes: Batch<AnchorRow, 2, 0, 3>,
    /// Distances between rigid bodies.
    pub distance_frames: Batch<DistanceRow, 0, 2, 1>,
    /// Distances between a node and a rigid body.
    pub distance_mixed: Batch<DistanceRow, 1, 1, 1>,
    /// Distances between nodes: the edges of cloth and rope.
    pub distance_nodes: Batch<DistanceRow, 2, 0, 1>,
    /// Hinges of cloth.
    pub bend_nodes: Batch<BendRow, 4, 0, 1>,
    /// What joints between rigid bodies hold.
    pub holds: Batch<HoldRow, 0, 2, 6>,
    /// Limits along axes of joints.
    pub slide_limits: Batch<LimitRow<Slide>, 0, 2, 1>,
    /// Motors and springs along axes of joints.
    pub slide_drives: Batch<DriveRow<Slide>, 0, 2, 1>,
    /// Limits about axes of joints.
    pub twist_limits: Batch<LimitRow<Twist>, 0, 2, 1>,
    /// Motors and springs about axes of joints.
    pub twist_drives: Batch<DriveRow<Twist>, 0, 2, 1>,
    /// Angles between axes of joints.
    pub swing_limits: Batch<LimitRow<Swing>, 0, 2, 1>,
    /// Lengths of joints.
    pub reach_limits: Batch<LimitRow<Reach>, 0, 2, 1>,
    /// Motors and springs along lengths of joints.
    pub reach_drives: Batch<DriveRow<Reach>, 0, 2, 1>,
    /// Planes that hold a node and that nothing can push: pins along an axis.
    pub plane_mixed: Batch<PlaneRow, 1, 3, 1>,
    /// Edges and hinges of cloth and rope that are swept.
    pub(crate) weave: Weave,
    /// Everything else.
    pub general: General,
    /// Nodes that generalised constraints touch.
    pub(crate) besides: Vec<u32>,
    /// Compliances of the implicit bodies that rows touch.
    pub implicit: Vec<Compliance>,
    /// Places of those bodies among the deformable ones.
    pub implicit_bodies: Vec<u32>,
    colouring: Colouring,
    /// First edge and place of each deformable body, to find the edge of a row.
    edges: Vec<(u32, u32)>,
    /// Slots and groups without those of contacts.
    static_slots: [usize; 2],
    static_groups: usize,
    /// Rows of joints among those of anchors.
    joint_points: usize,
    contact_sources: ContactSources,
}

/// The constraints of a world.
pub(crate) struct Records<'a> {
    pub(crate) anchors: &'a Arena<AnchorRecord>,
    pub(crate) anchor_impulses: AnchorImpulses,
    pub(crate) contact_impulses: ContactImpulses,
    pub(crate) distances: &'a Arena<DistanceRecord>,
    pub(crate) planes: &'a Arena<PlaneRecord>,
    pub(crate) joints: &'a Arena<JointRecord>,
    pub(crate) gears: &'a Arena<GearRecord>,
}

/// Contacts on their way into batches; kept for the next step.
#[derive(Clone, Debug, Default)]
struct ContactSources {
    /// Which patches are swept as such.
    patches: Vec<u32>,
    frames: Vec<Source<0, 2, 3>>,
    nodes: Vec<Source<1, 1, 3>>,
}

/// Calls a method on every fast batch of rows of one kind, rigid ones first. Patches, whose rows are of
/// several kinds, come before them all. Springs of joints come after what is held: they see velocities
/// that are nearly final, and leave what their own joint holds alone.
macro_rules! each_batch {
    ($rows:expr, $batch:ident => $body:expr) => {{
        for_batches!($rows, $batch => $body, [
            contact_frames,
            holds, reach_limits, swing_limits, twist_limits, slide_limits, reach_drives,
            twist_drives, slide_drives, anchor_frames, distance_frames,
            distance_nodes, bend_nodes, anchor_nodes, distance_mixed, plane_mixed, anchor_mixed,
            contact_nodes
        ]);
    }};
}

/// Calls a method on the batches named.
macro_rules! for_batches {
    ($rows:expr, $batch:ident => $body:expr, [$($name:ident),*]) => {
        $( { let $batch = &mut $rows.$name; $body; } )*
    };
}

/// Calls a method on the batches that only joints have.
macro_rules! joint_batches {
    ($rows:expr, $batch:ident => $body:expr) => {{
        for_batches!($rows, $batch => $body, [
            slide_drives, twist_drives, reach_drives, slide_limits, twist_limits, swing_limits,
            reach_limits, holds
        ]);
    }};
}

pub(crate) use {each_batch, for_batches};

/// A constraint between two points, sorted by the shape of its rows.
enum Pair {
    Nodes([u32; 2]),
    Mixed(u32, u32, Vec3),
    Frames([u32; 2], [Vec3; 2]),
    General,
}

impl Rows {
    /// Lays out the rows of bodies and constraints; those of contacts are empty after this.
    pub(crate) fn build(
        &mut self,
        state: &State,
        softs: &Arena<SoftBody>,
        records: &Records<'_>,
        hard: &Hard,
        weaves: bool,
        velocities: &mut Velocities,
    ) {
        let mut s = StaticSources::new(state, softs);
        self.anchor_mixed.crowds = match records.anchor_impulses {
            AnchorImpulses::Sum => Crowds::Split,
            AnchorImpulses::Mean => Crowds::Average,
        };
        self.contact_nodes.crowds = match records.contact_impulses {
            ContactImpulses::Sum => Crowds::Split,
            ContactImpulses::Mean => Crowds::Average,
        };
        self.edges.clear();
        self.weave.build(state, softs, weaves);
        for (handle, body) in softs.iter::<()>().filter(|(_, b)| !(weaves && b.is_woven())) {
            self.edges.push((s.edges, handle.index() as u32));
            s.add_body(body);
        }
        for (handle, record) in records.anchors.iter::<()>() {
            s.add_anchor(handle.index() as u32, record);
        }
        for (handle, record) in records.distances.iter::<()>() {
            s.add_distance(handle.index() as u32, record);
        }
        for (handle, record) in records.planes.iter::<()>() {
            s.add_plane(handle.index() as u32, record);
        }
        for (handle, record) in records.joints.iter::<()>() {
            s.add_joint(handle.index(), record);
        }
        for (handle, record) in records.gears.iter::<()>() {
            s.add_gear(handle.index() as u32, record, records.joints);
        }
        velocities.nodes.clear();
        velocities.nodes.resize(state.nodes.x.len(), NodeSlot::default());
        velocities.frames.clear();
        velocities.frames.resize(state.frames.x.len(), FrameSlot::default());
        let c = &mut self.colouring;
        self.holds.build(&s.holds, hard, c, state, velocities);
        self.slide_limits.build(&s.slide_limits, hard, c, state, velocities);
        self.slide_drives.build(&s.slide_drives, hard, c, state, velocities);
        self.twist_limits.build(&s.twist_limits, hard, c, state, velocities);
        self.twist_drives.build(&s.twist_drives, hard, c, state, velocities);
        self.swing_limits.build(&s.swing_limits, hard, c, state, velocities);
        self.reach_limits.build(&s.reach_limits, hard, c, state, velocities);
        self.reach_drives.build(&s.reach_drives, hard, c, state, velocities);
        let axes = |owner: u32| PartId::from(owner).axes(records.joints);
        joint_batches!(self, batch => batch.set_axes(axes));
        self.joint_points = s.joint_points;
        self.anchor_frames.build(&s.anchor_frames, hard, c, state, velocities);
        self.distance_frames.build(&s.distance_frames, hard, c, state, velocities);
        self.distance_nodes.build(&s.distance_nodes, hard, c, state, velocities);
        self.bend_nodes.build(&s.bend_nodes, hard, c, state, velocities);
        self.anchor_nodes.build(&s.anchor_nodes, hard, c, state, velocities);
        self.distance_mixed.build(&s.distance_mixed, hard, c, state, velocities);
        self.plane_mixed.build(&s.plane_mixed, hard, c, state, velocities);
        self.anchor_mixed.build(&s.anchor_mixed, hard, c, state, velocities);
        self.static_slots = [velocities.nodes.len(), velocities.frames.len()];
        self.static_groups = s.general.len();
        self.general.groups = s.general;
        for group in &mut self.general.groups {
            let points = &group.points[..group.count];
            group.hard = hard.holds_points(points);
            let node = |p: &Point| matches!(*p, Point::Nodes { slot, .. } if is_iterated_node(softs, slot[0]));
            group.inside = points.iter().any(node);
        }
    }

    /// Lays out the rows of this step's contacts. Those of nodes come with the first guess of their
    /// impulse; patches bring theirs along. Patches of hard islands become single contacts.
    pub(crate) fn build_contacts<'a>(
        &mut self,
        patches: &[Patch],
        contacts: impl Iterator<Item = (&'a Contact, [Real; 3])>,
        hard: &Hard,
        state: &State,
        softs: &Arena<SoftBody>,
        velocities: &mut Velocities,
    ) {
        self.general.groups.truncate(self.static_groups);
        let sources = &mut self.contact_sources;
        sources.frames.clear();
        sources.nodes.clear();
        sources.patches.clear();
        for (i, p) in patches.iter().enumerate() {
            if hard.holds(&[], &[p.a, p.b]) {
                sources.frames.extend(single_contacts(i as u32, p));
            } else {
                sources.patches.push(i as u32);
            }
        }
        for (owner, (c, lambda)) in contacts.enumerate() {
            let param = contact::params(c.normal, c.offset, c.friction, c.restitution, c.quicker);
            let owner = owner as u32;
            if is_iterated_node(softs, c.a) {
                continue;
            }
            if is_implicit_node(softs, c.a) || !matches!(c.spot, Spot::Node) {
                let points = [c.point(), Point::Frame { slot: c.b, arm: c.arm_b }];
                let mut group = Group::new(Kind::Contact, &points, param, owner);
                group.lambda = lambda;
                group.hard = hard.holds_points(&points);
                self.general.groups.push(group);
            } else {
                let (node, frame, arm) = ([c.a], [c.b], [c.arm_b]);
                sources.nodes.push(Source { node, frame, arm, param, lift: 0.0, lambda, owner });
            }
        }
        velocities.nodes.truncate(self.static_slots[0]);
        velocities.frames.truncate(self.static_slots[1]);
        let colouring = &mut self.colouring;
        self.patches.build(patches, &sources.patches, colouring, state, velocities);
        self.contact_frames.build(&sources.frames, hard, colouring, state, velocities);
        self.contact_nodes.build(&sources.nodes, hard, colouring, state, velocities);
        self.find_touched(softs);
    }

    /// Finds which nodes of implicit bodies the general groups touch.
    fn find_touched(&mut self, softs: &Arena<SoftBody>) {
        self.implicit_bodies.clear();
        let mut used = 0;
        for (handle, body) in softs.iter::<()>().filter(|(_, b)| b.body().is_implicit()) {
            if self.implicit.len() == used {
                self.implicit.push(Compliance::default());
            }
            let c = &mut self.implicit[used];
            c.touched.clear();
            for group in &self.general.groups {
                for point in &group.points[..group.count] {
                    if let Point::Nodes { count, slot, .. } = *point {
                        let own = |s: &&u32| body.slots.range().contains(&(**s as usize));
                        c.touched.extend(slot[..count].iter().filter(own));
                    }
                }
            }
            let own = |s: &&u32| body.slots.range().contains(&(**s as usize));
            c.touched.extend(self.besides.iter().filter(own));
            if c.touched.is_empty() {
                continue;
            }
            c.touched.sort_unstable();
            c.touched.dedup();
            self.implicit_bodies.push(handle.index() as u32);
            used += 1;
        }
        self.implicit.truncate(used);
    }

    /// Computes all rows for a substep.
    pub fn linearise(&mut self, at: Places<'_>, t: &Substep, on: Engine) {
        self.patches.linearise(at, t, on);
        each_batch!(self, batch => batch.linearise(at, t, on));
        self.general.linearise(at, &self.implicit, t);
    }

    /// The number of rows of each kind.
    pub fn counts(&self) -> RowCounts {
        let mut counts = RowCounts {
            contact: self.patches.rows() + self.contact_frames.rows() + self.contact_nodes.rows(),
            anchor: self.anchor_frames.rows() + self.anchor_mixed.rows() + self.anchor_nodes.rows()
                - self.joint_points,
            distance: self.distance_frames.rows()
                + self.distance_mixed.rows()
                + self.distance_nodes.rows()
                + self.weave.rows()[0],
            bend: self.bend_nodes.rows() + self.weave.rows()[1],
            volume: 0,
            plane: self.plane_mixed.rows(),
            joint: self.joint_points + self.joint_rows(),
            generalised: 0,
        };
        for group in &self.general.groups {
            *match group.kind {
                Kind::Anchor if PartId::is_joint(group.owner) => &mut counts.joint,
                Kind::Anchor => &mut counts.anchor,
                Kind::Distance => &mut counts.distance,
                Kind::Bend => &mut counts.bend,
                Kind::Plane => &mut counts.plane,
                Kind::Contact => &mut counts.contact,
                _ => &mut counts.joint,
            } += group.rows();
        }
        counts
    }

    /// Whether there are no rows but those of contacts.
    pub(crate) fn only_contacts(&self) -> bool {
        let counts = self.counts();
        counts.total() == counts.contact
    }

    /// Whether rows look at frames one by one.
    pub(crate) fn needs_views(&self) -> bool {
        !self.general.groups.is_empty() || self.contact_nodes.rows() > 0
    }

    fn joint_rows(&self) -> usize {
        self.slide_drives.rows()
            + self.twist_drives.rows()
            + self.reach_drives.rows()
            + self.slide_limits.rows()
            + self.twist_limits.rows()
            + self.swing_limits.rows()
            + self.reach_limits.rows()
            + self.holds.rows()
    }

    /// The number of slots that were split.
    pub fn split_slots(&mut self) -> usize {
        let mut sum = self.patches.split_slots();
        each_batch!(self, batch => sum += batch.split_slots());
        sum
    }

    /// Gives constraints their remembered impulses as a first guess, and joints the numbers they have
    /// now.
    pub(crate) fn load(&mut self, records: &Records<'_>, softs: &Arena<SoftBody>) {
        let Records { anchors, distances, planes, joints, gears, .. } = *records;
        let carried =
            |owner: u32| PartId::from(owner).part(joints).map_or([0.0; 6], |part| part.impulse);
        let impulse = |owner: u32| {
            if PartId::is_joint(owner) {
                return first(carried(owner));
            }
            anchors.at(owner as usize).map_or([0.0; 3], |r| r.impulse)
        };
        for_batches!(self, b => b.set_impulses(impulse), [anchor_frames, anchor_mixed, anchor_nodes]);
        let pull = |owner: u32| [distances.at(owner as usize).map_or(0.0, |r| r.impulse)];
        for_batches!(self, b => b.set_impulses(pull), [distance_frames, distance_mixed]);
        let mut nodes = std::mem::take(&mut self.distance_nodes);
        nodes.set_hard_impulses(|owner| match self.edge(owner) {
            Some((body, edge)) => {
                let body = softs.at(body);
                [body.and_then(|b| b.pull.get(edge)).copied().unwrap_or(0.0)]
            }
            None => pull(owner),
        });
        self.distance_nodes = nodes;
        let plane = |owner: u32| [planes.at(owner as usize).map_or(0.0, |r| r.impulse)];
        self.plane_mixed.set_impulses(plane);
        let param =
            |owner: u32| PartId::from(owner).part(joints).map_or([0.0; PARAMS], |part| part.param);
        joint_batches!(self, b => {
            b.set_params(param);
            b.set_impulses(|owner| first(carried(owner)));
        });
        for group in &mut self.general.groups {
            match group.kind {
                Kind::Anchor => group.lambda = impulse(group.owner),
                Kind::Distance => group.lambda[0] = pull(group.owner)[0],
                Kind::Plane => group.lambda[0] = plane(group.owner)[0],
                Kind::Gear => {
                    if let Some(r) = gears.at(group.owner as usize) {
                        (group.param, group.lambda[0]) = (r.param, r.impulse);
                    }
                }
                _ if PartId::is_joint(group.owner) => {
                    (group.param, group.lambda) = (param(group.owner), impulse(group.owner));
                }
                _ => {}
            }
        }
    }

    /// The body and the edge within it that own a row.
    fn edge(&self, owner: u32) -> Option<(usize, usize)> {
        let edge = if owner & EDGE != 0 && owner != NO_OWNER {
            owner & !(EDGE | LINE)
        } else {
            return None;
        };
        let after = self.edges.partition_point(|&(first, _)| first <= edge);
        let (first, body) = *self.edges.get(after.checked_sub(1)?)?;
        Some((body as usize, (edge - first) as usize))
    }

    /// Remembers the pull of the edges of hard islands in their bodies.
    pub(crate) fn save_edges(&self, softs: &mut Arena<SoftBody>) {
        for (owner, f) in self.distance_nodes.impulses_of(Part::Hard) {
            if let Some((body, edge)) = self.edge(owner)
                && let Some(pull) = softs.at_mut(body).and_then(|b| b.pull.get_mut(edge))
            {
                *pull = f[0];
            }
        }
    }

    /// Adds the impulses of a substep to the records of the constraints.
    pub(crate) fn add_impulses(
        &mut self,
        anchors: &mut Arena<AnchorRecord>,
        distances: &mut Arena<DistanceRecord>,
        planes: &mut Arena<PlaneRecord>,
        joints: &mut Arena<JointRecord>,
    ) {
        self.patches.add_impulses();
        let mut anchor = |owner: u32, f: [Real; 3]| {
            if PartId::is_joint(owner) {
                PartId::from(owner).add_point(joints, f);
            } else if let Some(r) = anchors.at_mut(owner as usize) {
                r.impulse = f;
                r.total += Vec3::from_array(f);
            }
        };
        let mut distance = |owner: u32, f: Real| {
            if let Some(r) = distances.at_mut(owner as usize) {
                r.impulse = f;
                r.total += f;
            }
        };
        let mut plane = |owner: u32, f: Real| {
            if let Some(r) = planes.at_mut(owner as usize) {
                r.impulse = f;
                r.total += f;
            }
        };
        for (owner, f) in self.plane_mixed.impulses() {
            plane(owner, f[0]);
        }
        for_batches!(self, b => for (owner, f) in b.impulses() { anchor(owner, f) },
            [anchor_frames, anchor_mixed, anchor_nodes]);
        for_batches!(self, b => if b.is_owned() {
            for (owner, f) in b.impulses() { distance(owner, f[0]) }
        }, [distance_frames, distance_mixed, distance_nodes]);
        joint_batches!(self, b => b.add_carried());
        for group in &mut self.general.groups {
            match group.kind {
                Kind::Anchor => anchor(group.owner, group.lambda),
                Kind::Distance => distance(group.owner, group.lambda[0]),
                Kind::Plane => plane(group.owner, group.lambda[0]),
                Kind::Bend | Kind::Contact => {}
                _ => group.add_carried(),
            }
        }
    }

    /// Gives joints and gears what their rows have come to in this step.
    pub(crate) fn store(&mut self, joints: &mut Arena<JointRecord>, gears: &mut Arena<GearRecord>) {
        joint_batches!(self, b => b.take_carried(|owner, impulse, param, carried| {
            PartId::from(owner).store(joints, padded(&impulse), param, carried);
        }));
        for group in &mut self.general.groups {
            let carried = std::mem::take(&mut group.carried);
            let leaned = std::mem::take(&mut group.leaned);
            match group.kind {
                Kind::Gear => {
                    if let Some(r) = gears.at_mut(group.owner as usize) {
                        (r.param, r.impulse) = (group.param, group.lambda[0]);
                        r.give(leaned, joints);
                    }
                }
                Kind::Anchor => {}
                _ if PartId::is_joint(group.owner) => {
                    let impulse = padded(&group.lambda);
                    PartId::from(group.owner).store(joints, impulse, group.param, carried);
                }
                _ => {}
            }
        }
    }

    /// The impulse of each node contact along its rows.
    pub(crate) fn contact_impulses(&self) -> impl Iterator<Item = (u32, [Real; 3])> + '_ {
        let general = self.general.groups.iter().filter(|g| g.kind == Kind::Contact);
        self.contact_nodes.impulses().chain(general.map(|g| (g.owner, g.lambda)))
    }

    /// The impulse of each single contact along its rows, by the place of its patch times
    /// [`POINTS`] plus that of its point.
    pub(crate) fn single_impulses(&self) -> impl Iterator<Item = (u32, [Real; 3])> + '_ {
        self.contact_frames.impulses()
    }

    /// Writes the impulses of all patches into them.
    pub(crate) fn patch_impulses(&self, patches: &mut [Patch]) {
        for (owner, impulses) in self.patches.impulses() {
            patches[owner as usize].impulses = impulses;
        }
        for (owner, _) in self.single_impulses() {
            patches[owner as usize / POINTS].impulses = Impulses::default();
        }
        for (owner, [n, t, s]) in self.single_impulses() {
            let impulses = &mut patches[owner as usize / POINTS].impulses;
            impulses.normal[owner as usize % POINTS] = n;
            impulses.friction[0] += t;
            impulses.friction[1] += s;
        }
    }
}

/// The points of a patch as contacts of their own, each with its share of the friction.
fn single_contacts(patch: u32, p: &Patch) -> impl Iterator<Item = Source<0, 2, 3>> + '_ {
    let total: Real = p.impulses.normal.iter().sum();
    let param = contact::params(p.normal, p.round[0] + p.round[1], p.friction, p.restitution, 1.0);
    (0..p.count as usize).map(move |i| {
        let n = p.impulses.normal[i];
        let share = if total > 0.0 { n / total } else { 0.0 };
        Source {
            node: [],
            frame: [p.a, p.b],
            arm: [p.points[i].arm_a, p.points[i].arm_b],
            param,
            // The points of round bodies are inside; they touch between their surfaces.
            lift: 0.5 * (p.round[0] - p.round[1]),
            lambda: [n, p.impulses.friction[0] * share, p.impulses.friction[1] * share],
            owner: patch * POINTS as u32 + i as u32,
        }
    })
}

/// The first few of six numbers.
fn first<const D: usize>(all: [Real; 6]) -> [Real; D] {
    std::array::from_fn(|d| all[d])
}

/// Six numbers, zeros after those given.
fn padded(some: &[Real]) -> [Real; 6] {
    std::array::from_fn(|d| some.get(d).copied().unwrap_or(0.0))
}

/// Whether a node slot belongs to a solid that is solved by iteration: its contacts are ties, not rows.
fn is_iterated_node(softs: &Arena<SoftBody>, slot: u32) -> bool {
    softs.values().any(|b| b.slots.range().contains(&(slot as usize)) && b.iterated().is_some())
}

/// Whether a node slot belongs to a body with a full compliance.
fn is_implicit_node(softs: &Arena<SoftBody>, slot: u32) -> bool {
    softs.values().any(|b| b.body().is_implicit() && b.slots.range().contains(&(slot as usize)))
}

/// Constraints on their way into the static batches.
struct StaticSources<'a> {
    state: &'a State,
    softs: &'a Arena<SoftBody>,
    anchor_frames: Vec<Source<0, 2, 3>>,
    anchor_mixed: Vec<Source<1, 1, 3>>,
    anchor_nodes: Vec<Source<2, 0, 3>>,
    distance_frames: Vec<Source<0, 2, 1>>,
    distance_mixed: Vec<Source<1, 1, 1>>,
    distance_nodes: Vec<Source<2, 0, 1>>,
    bend_nodes: Vec<Source<4, 0, 1>>,
    holds: Vec<Source<0, 2, 6>>,
    slide_limits: Vec<Source<0, 2, 1>>,
    slide_drives: Vec<Source<0, 2, 1>>,
    twist_limits: Vec<Source<0, 2, 1>>,
    twist_drives: Vec<Source<0, 2, 1>>,
    swing_limits: Vec<Source<0, 2, 1>>,
    reach_limits: Vec<Source<0, 2, 1>>,
    reach_drives: Vec<Source<0, 2, 1>>,
    joint_points: usize,
    plane_mixed: Vec<Source<1, 3, 1>>,
    general: Vec<Group>,
    /// Edges of the bodies so far.
    edges: u32,
}

impl<'a> StaticSources<'a> {
    fn new(state: &'a State, softs: &'a Arena<SoftBody>) -> Self {
        Self {
            state,
            softs,
            anchor_frames: Vec::new(),
            anchor_mixed: Vec::new(),
            anchor_nodes: Vec::new(),
            distance_frames: Vec::new(),
            distance_mixed: Vec::new(),
            distance_nodes: Vec::new(),
            bend_nodes: Vec::new(),
            holds: Vec::new(),
            slide_limits: Vec::new(),
            slide_drives: Vec::new(),
            twist_limits: Vec::new(),
            twist_drives: Vec::new(),
            swing_limits: Vec::new(),
            reach_limits: Vec::new(),
            reach_drives: Vec::new(),
            joint_points: 0,
            plane_mixed: Vec::new(),
            general: Vec::new(),
            edges: 0,
        }
    }

    /// The rows that hold a body itself together.
    fn add_body(&mut self, body: &SoftBody) {
        let base = body.slots.start;
        let bending = body.bending();
        if body.is_thin() {
            let line = if body.mesh.faces.is_empty() { LINE } else { 0 };
            for (i, &(ends, length)) in body.edges.iter().enumerate() {
                let node = ends.map(|e| base + e);
                if node.iter().any(|&n| Point::node(n).moves(self.state)) {
                    let stretched = body.thread(i).stretch;
                    let k = body.compression_of(i);
                    let compressed = if k > 0.0 { 1.0 / k } else { 0.0 };
                    let resists = if k > 0.0 { Resists::Both } else { Resists::Stretch };
                    let most = Real::INFINITY;
                    let param = Distance::params(length, stretched, compressed, 0.0, resists, most);
                    let owner = EDGE | line | (self.edges + i as u32);
                    self.distance_nodes.push(source(node, [], [], param, [0.0], owner));
                }
            }
        }
        self.edges += body.edges.len() as u32;
        for hinge in &body.hinges {
            let node = hinge.nodes.map(|e| base + e);
            if node.iter().any(|&n| Point::node(n).moves(self.state)) {
                let param = bend::params(hinge, bending);
                self.bend_nodes.push(source(node, [], [], param, [0.0], NO_OWNER));
            }
        }
    }

    fn add_anchor(&mut self, owner: u32, r: &AnchorRecord) {
        if !r.broken && r.points.iter().any(|p| p.moves(self.state)) {
            self.add_point(owner, &r.points, r.anchor.params(), r.impulse);
        }
    }

    fn add_point(
        &mut self,
        owner: u32,
        points: &[Point; 2],
        param: [Real; PARAMS],
        lambda: [Real; 3],
    ) {
        match self.sort(points) {
            Pair::Nodes(node) => {
                self.anchor_nodes.push(source(node, [], [], param, lambda, owner));
            }
            Pair::Mixed(node, frame, arm) => {
                self.anchor_mixed.push(source([node], [frame], [arm], param, lambda, owner));
            }
            Pair::Frames(frame, arm) => {
                self.anchor_frames.push(source([], frame, arm, param, lambda, owner));
            }
            Pair::General => {
                let mut group = Group::new(Kind::Anchor, points, param, owner);
                group.lambda = lambda;
                self.general.push(group);
            }
        }
    }

    fn add_joint(&mut self, index: usize, r: &JointRecord) {
        if r.broken || !r.points.iter().any(|p| p.moves(self.state)) {
            return;
        }
        for (number, part) in r.parts.iter().enumerate() {
            let owner = PartId::new(index, number).into();
            let (param, lambda) = (part.param, part.impulse);
            let [Point::Frame { slot: a, arm: ra }, Point::Frame { slot: b, arm: rb }] = r.points
            else {
                self.add_part_of_nodes(owner, r, part);
                continue;
            };
            let (frame, arm) = ([a, b], [ra, rb]);
            if part.kind == PartKind::Hold {
                self.holds.push(source([], frame, arm, param, lambda, owner));
                continue;
            }
            let row = source([], frame, arm, param, first(lambda), owner);
            match part.kind {
                PartKind::Row(Kind::SlideLimit) => self.slide_limits.push(row),
                PartKind::Row(Kind::SlideDrive) => self.slide_drives.push(row),
                PartKind::Row(Kind::TwistLimit) => self.twist_limits.push(row),
                PartKind::Row(Kind::TwistDrive) => self.twist_drives.push(row),
                PartKind::Row(Kind::SwingLimit) => self.swing_limits.push(row),
                PartKind::Row(Kind::ReachLimit) => self.reach_limits.push(row),
                PartKind::Row(Kind::ReachDrive) => self.reach_drives.push(row),
                // No parts of joints between frames.
                PartKind::Hold | PartKind::Row(_) => {}
            }
        }
    }

    /// A part of a joint that has a point of a deformable body.
    fn add_part_of_nodes(&mut self, owner: u32, r: &JointRecord, part: &joint::Part) {
        let PartKind::Row(kind) = part.kind else { return };
        if kind == Kind::Anchor {
            let in_general = self.general.len();
            self.add_point(owner, &r.points, part.param, first(part.impulse));
            self.joint_points += if self.general.len() == in_general { 3 } else { 0 };
            return;
        }
        let mut group = Group::new(kind, &r.points, part.param, owner);
        group.axes[..2].copy_from_slice(&r.part_axes(part));
        group.lambda = first(part.impulse);
        self.general.push(group);
    }

    fn add_gear(&mut self, owner: u32, r: &GearRecord, joints: &Arena<JointRecord>) {
        let group = r.group(owner, joints);
        self.general.extend(group.filter(|g| g.points.iter().any(|p| p.moves(self.state))));
    }

    fn add_distance(&mut self, owner: u32, r: &DistanceRecord) {
        let d = &r.distance;
        let (alpha, damping) = (d.softness.compliance, d.softness.damping);
        let param = Distance::params(r.length, alpha, alpha, damping, d.resists, d.max_force);
        let own = own_nodes(self.softs.values(), r).is_some();
        if own || !r.points.iter().any(|p| p.moves(self.state)) {
            return;
        }
        match self.sort(&r.points) {
            Pair::Nodes(node) => {
                self.distance_nodes.push(source(node, [], [], param, [0.0], owner));
            }
            Pair::Mixed(node, frame, arm) => {
                self.distance_mixed.push(source([node], [frame], [arm], param, [0.0], owner));
            }
            Pair::Frames(frame, arm) => {
                self.distance_frames.push(source([], frame, arm, param, [0.0], owner));
            }
            Pair::General => {
                self.general.push(Group::new(Kind::Distance, &r.points, param, owner));
            }
        }
    }

    fn add_plane(&mut self, owner: u32, r: &PlaneRecord) {
        let param = r.plane.params(r.offset);
        if !r.points.iter().any(|p| p.moves(self.state)) {
            return;
        }
        // A frame that can be pushed would stand in one row three times: only the general batch
        // sums such entries.
        if let ([a, b @ Point::Frame { .. }, ..], Pair::Mixed(node, slot, arm)) =
            (r.points, self.sort(&[r.points[0], r.points[1]]))
            && a.single_node() == Some(node)
            && !b.moves(self.state)
        {
            let arms = [arm, Vec3::ZERO, r.plane.normal];
            self.plane_mixed.push(source([node], [slot; 3], arms, param, [r.impulse], owner));
        } else {
            let mut group = Group::new(Kind::Plane, &r.points, param, owner);
            group.lambda[0] = r.impulse;
            self.general.push(group);
        }
    }

    /// The shape of the rows between two points.
    fn sort(&self, points: &[Point; 2]) -> Pair {
        let answers = |n: u32| is_implicit_node(self.softs, n) || is_iterated_node(self.softs, n);
        let lumped = |p: &Point| p.single_node().filter(|&n| !answers(n));
        match (points[0], points[1]) {
            (Point::Frame { slot: a, arm: ra }, Point::Frame { slot: b, arm: rb }) => {
                Pair::Frames([a, b], [ra, rb])
            }
            (Point::Frame { slot, arm }, p) => {
                lumped(&p).map_or(Pair::General, |n| Pair::Mixed(n, slot, arm))
            }
            (p, Point::Frame { slot, arm }) => {
                lumped(&p).map_or(Pair::General, |n| Pair::Mixed(n, slot, arm))
            }
            (p, q) => match (lumped(&p), lumped(&q)) {
                (Some(a), Some(b)) => Pair::Nodes([a, b]),
                _ => Pair::General,
            },
        }
    }
}

fn source<const N: usize, const F: usize, const D: usize>(
    node: [u32; N],
    frame: [u32; F],
    arm: [Vec3; F],
    param: [Real; PARAMS],
    lambda: [Real; D],
    owner: u32,
) -> Source<N, F, D> {
    Source { node, frame, arm, param, lift: 0.0, lambda, owner }
}
