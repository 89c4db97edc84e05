//! The general batch: constraints whose points are not single lumped nodes or frames.
//!
//! Points inside faces and tets, and every constraint on a body with a full compliance, come here:
//! few rows, any number of slots, solved one group after the other by the same kernels as the fast
//! batches (one lane is used). A node of an implicit body answers through the body's compliance
//! `C`, so a push at one node moves all touched nodes of the body, and Gauss-Seidel is exact.

use super::batch::{FORGET, IDLE, Part, Places};
use super::law::Project;
use super::{
    Constraint, Ends, Linear, PARAMS, POINTS, Params, Record, Stiffens, Substep, anchor::AnchorRow,
    bend::BendRow, contact::ContactRow, distance::DistanceRow, drive::DriveRow, gear::GearRow,
    limit::LimitRow, plane::PlaneRow, rail::RailRow, reach::Reach, slide::Slide, swing::Swing,
    twist::Twist,
};
use crate::math::lanes::{Lanes, Rotor, V3};
use crate::math::{Mat3, Quat, Real, Vec3};
use crate::site::Point;
use crate::solvers::newton::Law;
use crate::solvers::velocities::{FrameSlot, NodeSlot, Velocities};

/// Which constraint a group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Kind {
    /// See [`super::anchor`].
    Anchor,
    /// See [`super::distance`].
    Distance,
    /// See [`super::bend`].
    Bend,
    /// See [`super::plane`].
    Plane,
    /// See [`super::contact`].
    Contact,
    /// See [`super::rail`].
    Rail,
    /// A limit of a [slide](super::slide).
    SlideLimit,
    /// A drive of a slide.
    SlideDrive,
    /// A limit of a [twist](super::twist).
    TwistLimit,
    /// A drive of a twist.
    TwistDrive,
    /// A limit of a [swing](super::swing).
    SwingLimit,
    /// A limit of a [reach](super::reach).
    ReachLimit,
    /// A drive of a reach.
    ReachDrive,
    /// See [`super::gear`].
    Gear,
}

/// Calls a function with the kernel of a kind.
macro_rules! with_kernel {
    ($kind:expr, $function:ident($($argument:expr),*)) => {
        match $kind {
            Kind::Anchor => $function::<AnchorRow, 3>($($argument),*),
            Kind::Distance => $function::<DistanceRow, 1>($($argument),*),
            Kind::Bend => $function::<BendRow, 1>($($argument),*),
            Kind::Plane => $function::<PlaneRow, 1>($($argument),*),
            Kind::Contact => $function::<ContactRow, 3>($($argument),*),
            Kind::Rail => $function::<RailRow, 3>($($argument),*),
            Kind::SlideLimit => $function::<LimitRow<Slide>, 1>($($argument),*),
            Kind::SlideDrive => $function::<DriveRow<Slide>, 1>($($argument),*),
            Kind::TwistLimit => $function::<LimitRow<Twist>, 1>($($argument),*),
            Kind::TwistDrive => $function::<DriveRow<Twist>, 1>($($argument),*),
            Kind::SwingLimit => $function::<LimitRow<Swing>, 1>($($argument),*),
            Kind::ReachLimit => $function::<LimitRow<Reach>, 1>($($argument),*),
            Kind::ReachDrive => $function::<DriveRow<Reach>, 1>($($argument),*),
            Kind::Gear => $function::<GearRow, 1>($($argument),*),
        }
    };
}

/// One constraint: up to three rows on any slots.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its kind.
    pub kind: Kind,
    /// Its points; only the first few count.
    pub points: [Point; POINTS],
    /// How many points count.
    pub count: usize,
    /// Its numbers.
    pub param: [Real; PARAMS],
    /// Who asks for its impulse.
    pub owner: u32,
    /// Impulse, N·s.
    pub lambda: [Real; 3],
    /// The constraint's axes at its points, in body axes; only for constraints with axes.
    pub axes: [Quat; POINTS],
    /// Impulse (N·s) and angular impulse (N·m·s) on the second point since it was last asked for;
    /// only for constraints with axes.
    pub carried: [Vec3; 2],
    /// How each row pushes and turns the second point.
    onto: [[Vec3; 2]; 3],
    /// For a gear, the axes that its two joints hold: see `lean_on_held`.
    pub held: Option<[[Real; 6]; 2]>,
    /// How the row pushes and turns the second ends of the two joints through what they hold.
    lean: [[Vec3; 2]; 2],
    /// What these have carried for it since it was last asked for.
    pub leaned: [[Vec3; 2]; 2],
    /// Whether it belongs to a hard island.
    pub hard: bool,
    /// Whether it is solved together with the elastic solids that it holds, and not swept.
    pub inside: bool,
    tied: bool,
    entries: (usize, usize),
    w: [[Real; 3]; 3],
    b: [Real; 3],
    gamma: [Real; 3],
    bound: [Real; 3],
    gap: Real,
    approach: Real,
    driven: Real,
}

impl Group {
    /// A group with nothing computed yet.
    pub fn new(kind: Kind, points: &[Point], param: [Real; PARAMS], owner: u32) -> Self {
        let mut all = [Point::Frame { slot: 0, arm: Vec3::ZERO }; POINTS];
        all[..points.len()].copy_from_slice(points);
        Self {
            kind,
            points: all,
            count: points.len(),
            param,
            owner,
            lambda: [0.0; 3],
            axes: [Quat::IDENTITY; POINTS],
            carried: [Vec3::ZERO; 2],
            onto: [[Vec3::ZERO; 2]; 3],
            held: None,
            lean: [[Vec3::ZERO; 2]; 2],
            leaned: [[Vec3::ZERO; 2]; 2],
            hard: false,
            inside: false,
            tied: false,
            entries: (0, 0),
            w: [[0.0; 3]; 3],
            b: [0.0; 3],
            gamma: [0.0; 3],
            bound: [0.0; 3],
            gap: 0.0,
            approach: 0.0,
            driven: 0.0,
        }
    }

    /// Whether it is among these rows.
    fn is_of(&self, part: Part) -> bool {
        !self.inside && self.hard == (part == Part::Hard)
    }

    /// Its law, how its force turns, and how many rows it has.
    pub(crate) fn nature(&self) -> (Law, Stiffens, usize) {
        with_kernel!(self.kind, nature())
    }

    /// Its numbers in this substep.
    pub(crate) fn parts(&self) -> Parts {
        let contact = self.kind == Kind::Contact;
        let rebounds = contact && self.param[5] > 0.0 && self.approach < 0.0;
        Parts {
            b: self.b,
            gamma: self.gamma,
            bound: self.bound,
            w: std::array::from_fn(|d| self.w[d][d] - self.gamma[d]),
            tied: self.tied,
            relaxes: contact && self.lambda[0] > 0.0 && (self.b[0] < 0.0 || rebounds),
        }
    }

    /// What a caller knows it as.
    pub(crate) fn record(&self) -> Option<Record> {
        with_kernel!(self.kind, record())
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        with_kernel!(self.kind, habits()).rows
    }

    /// Adds what the rows carried in this substep.
    pub fn add_carried(&mut self) {
        for ([force, torque], f) in self.onto.iter().zip(self.lambda) {
            self.carried[0] += *force * f;
            self.carried[1] += *torque * f;
        }
        for (sum, onto) in self.leaned.iter_mut().zip(self.lean) {
            sum[0] += onto[0] * self.lambda[0];
            sum[1] += onto[1] * self.lambda[0];
        }
    }
}

/// The numbers of a group in a substep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts {
    pub(crate) b: [Real; 3],
    pub(crate) gamma: [Real; 3],
    pub(crate) bound: [Real; 3],
    /// Compliance of each row, without its softness.
    pub(crate) w: [Real; 3],
    /// Whether it pushes something that does not move.
    pub(crate) tied: bool,
    /// Whether it is a contact that is pushed apart or rebounds.
    pub(crate) relaxes: bool,
}

/// The Jacobian of a group by one slot.
#[derive(Clone, Copy, Debug)]
struct Entry {
    slot: Slot,
    /// Scaled for lumped slots, plain for implicit ones; three columns for nodes, six for frames.
    j: [[Vec3; 2]; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    Node(u32),
    Frame(u32),
    /// A node of an implicit body: the body, and which of its touched nodes.
    Implicit(u32, u32),
}

/// The compliance of the touched nodes of one implicit body, for one substep.
#[derive(Clone, Debug, Default)]
pub struct Compliance {
    /// Touched node slots, ascending.
    pub touched: Vec<u32>,
    /// `∂v_i/∂p_j` of the touched nodes, by `i` within `j`.
    pub matrix: Vec<Mat3>,
    /// Impulse on each touched node that the body has not yet answered to in full.
    pub impulse: Vec<Vec3>,
}

impl Compliance {
    pub(crate) fn local(&self, slot: u32) -> Option<u32> {
        self.touched.binary_search(&slot).ok().map(|i| i as u32)
    }

    pub(crate) fn at(&self, i: u32, j: u32) -> Mat3 {
        self.matrix[j as usize * self.touched.len() + i as usize]
    }
}

/// The most extra sweeps over what holds implicit bodies.
const HOLDS: usize = 30;
/// The share of the first sweep's squared change of impulse at which they end.
const HELD: Real = 0.1 * Real::EPSILON;

/// All groups.
#[derive(Clone, Debug, Default)]
pub struct General {
    /// The groups.
    pub groups: Vec<Group>,
    entries: Vec<Entry>,
}

impl General {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.groups.iter().map(Group::rows).sum()
    }

    /// Computes all rows for this substep.
    pub fn linearise(&mut self, at: Places<'_>, bodies: &[Compliance], t: &Substep) {
        self.entries.clear();
        for group in &mut self.groups {
            let t = if group.hard { &t.rigid() } else { t };
            with_kernel!(group.kind, linearise_group(group, &mut self.entries, at, bodies, t));
        }
    }

    /// The Jacobian of a group by each of its slots.
    pub(crate) fn entries_of(
        &self,
        group: &Group,
    ) -> impl Iterator<Item = (Slot, [[Vec3; 2]; 3])> + '_ {
        self.entries[group.entries.0..group.entries.1].iter().map(|e| (e.slot, e.j))
    }

    /// Gives the slots the impulses that the groups remember.
    pub fn start(&mut self, part: Part, v: &mut Velocities, bodies: &mut [Compliance]) {
        for group in self.groups.iter_mut().filter(|g| g.is_of(part)) {
            let Habits { warm, opens, warmth, .. } = with_kernel!(group.kind, habits());
            for d in 0..3 {
                group.lambda[d] *= if group.gamma[d] > 0.0 { 1.0 } else { warmth };
            }
            if !warm || (opens && group.gap > FORGET) {
                group.lambda = [0.0; 3];
            } else {
                let entries = &self.entries[group.entries.0..group.entries.1];
                push(entries, group.lambda, v, bodies);
            }
        }
    }

    /// One sweep; gives the sum of the squared changes of impulse.
    pub fn sweep(
        &mut self,
        part: Part,
        v: &mut Velocities,
        bodies: &mut [Compliance],
        only: Only,
    ) -> Real {
        let mut sum = 0.0;
        for group in self.groups.iter_mut().filter(|g| g.is_of(part)) {
            if only == Only::Contacts && group.kind != Kind::Contact {
                continue;
            }
            let entries = &self.entries[group.entries.0..group.entries.1];
            sum += with_kernel!(group.kind, solve_group(group, entries, v, bodies));
        }
        if only == Only::All && !bodies.is_empty() {
            self.hold(part, v, bodies, sum);
        }
        sum
    }

    /// Sweeps again over what holds implicit bodies, until it hardly changes: all its rows feel each
    /// other through the body, and what one sweep leaves of a stiff one would grow from substep to
    /// substep.
    fn hold(&mut self, part: Part, v: &mut Velocities, bodies: &mut [Compliance], first: Real) {
        for _ in 0..HOLDS {
            let mut sum = 0.0;
            let held = |g: &&mut Group| g.kind != Kind::Contact && g.is_of(part);
            for group in self.groups.iter_mut().filter(held) {
                let entries = &self.entries[group.entries.0..group.entries.1];
                if entries.iter().any(|e| matches!(e.slot, Slot::Implicit(..))) {
                    sum += with_kernel!(group.kind, solve_group(group, entries, v, bodies));
                }
            }
            if sum <= HELD * first {
                return;
            }
        }
    }

    /// Adds to the gaps of contacts what nodes go on with besides what they moved with, m/s, in a substep of length `h`.
    pub fn shift_gaps(&mut self, h: Real, drift: &[Vec3]) {
        for group in self.groups.iter_mut().filter(|g| g.kind == Kind::Contact) {
            if let Point::Nodes { count, slot, weight } = group.points[0] {
                let n = Vec3::new(group.param[0], group.param[1], group.param[2]);
                let own = |k: usize| n.dot(drift[slot[k] as usize]) * weight[k];
                group.gap += h * (0..count).map(own).sum::<Real>();
            }
        }
    }

    /// Prepares contacts for a sweep without push-out, as
    /// [`begin_relax`](super::batch::Batch::begin_relax) does; nodes have moved, frames' views not.
    pub fn begin_relax(
        &mut self,
        part: Part,
        v: &Velocities,
        at: Places<'_>,
        bodies: &[Compliance],
        t: &Substep,
    ) {
        let contacts = self.groups.iter_mut().filter(|g| g.kind == Kind::Contact);
        for group in contacts.filter(|g| g.is_of(part)) {
            let entries = &mut self.entries[group.entries.0..group.entries.1];
            let rate = rate(entries, v, bodies)[0] + group.driven;
            let gap = (group.gap + t.h * rate).max(0.0);
            let fast = group.approach < -t.contact.rebound_threshold;
            let rebound = if fast { group.param[5] * group.approach } else { 0.0 };
            let acts = group.lambda[0] > 0.0 || group.param[5] == 0.0;
            group.b[0] = if acts { gap / t.h + rebound + group.driven } else { IDLE };
            group.gamma[0] = 0.0;
            let (node, _) = place(&group.points[0], at, 0.0);
            for entry in entries.iter_mut() {
                if let Slot::Frame(i) = entry.slot {
                    let f = &at.frames[i as usize];
                    let arm = node - f.x - v.frames[i as usize].linear() * (f.s * t.h);
                    for [force, turn] in &mut entry.j {
                        *turn = f.sr * arm.cross(*force / f.s);
                    }
                }
            }
            group.w = compliance(entries, bodies);
        }
    }
}

#[cfg(test)]
impl General {
    /// `J v` of all groups.
    pub(crate) fn rates(&self, v: &Velocities, bodies: &[Compliance]) -> Vec<Real> {
        let of = |g: &Group| {
            rate(&self.entries[g.entries.0..g.entries.1], v, bodies)[..g.rows()].to_vec()
        };
        self.groups.iter().flat_map(of).collect()
    }
}

/// Which groups a sweep is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// All of them.
    All,
    /// Contacts.
    Contacts,
}

/// What a kernel says of its rows.
struct Habits {
    rows: usize,
    warm: bool,
    opens: bool,
    warmth: Real,
}

fn habits<C: Constraint<D>, const D: usize>() -> Habits {
    Habits { rows: D, warm: C::WARM, opens: C::OPENS, warmth: C::WARMTH }
}

fn nature<C: Constraint<D>, const D: usize>() -> (Law, Stiffens, usize) {
    (<C::Law as Project<D>>::LAW, C::STIFFENS, D)
}

fn record<C: Constraint<D>, const D: usize>() -> Option<Record> {
    C::RECORD
}

fn linearise_group<C: Constraint<D>, const D: usize>(
    group: &mut Group,
    entries: &mut Vec<Entry>,
    at: Places<'_>,
    bodies: &[Compliance],
    t: &Substep,
) {
    let (mut start, mut predicted) = (Ends::ZERO, Ends::ZERO);
    for k in 0..group.count {
        let (x0, x1) = place(&group.points[k], at, t.h);
        start.x[k] = V3::splat(x0);
        predicted.x[k] = V3::splat(if t.predict { x1 } else { x0 });
        if let (true, Point::Frame { slot, .. }) = (C::AXES, group.points[k]) {
            let f = &at.frames[slot as usize];
            start.q[k] = Rotor::splat(f.q * group.axes[k]);
            predicted.q[k] = Rotor::splat(if t.predict { f.q1 } else { f.q } * group.axes[k]);
        }
    }
    let params: Params = group.param.map(Lanes::splat);
    let Linear { c, grad, turn, now } = evaluate_alone::<C, D>(&start, &predicted, &params);
    for (last, x) in group.param.iter_mut().zip(now).take(C::FOLLOWS) {
        *last = x.0[0];
    }

    let first = entries.len();
    let (mut rate, mut driven) = ([0.0; D], [0.0; D]);
    group.tied = false;
    let tied = &mut group.tied;
    for k in 0..group.count {
        let g: [Vec3; D] = std::array::from_fn(|d| grad[d][k].lane(0));
        // The common point of a contact is its node's.
        let to = if C::COMMON_POINT { start.x[0].lane(0) - start.x[k].lane(0) } else { Vec3::ZERO };
        let about: [Vec3; D] = std::array::from_fn(|d| turn[d][k].lane(0));
        if k == 1 {
            for d in 0..D {
                group.onto[d] = [g[d], about[d]];
            }
        }
        add_entries(&group.points[k], (g, about, to), at, bodies, entries, |d, along, mobile| {
            rate[d] += along;
            if !mobile {
                driven[d] += along;
                *tied = true;
            }
        });
    }
    if let Some(held) = group.held {
        driven[0] += lean_on_held(group, &held, entries, first, at, (&start, &predicted), t.h);
    }
    group.entries = (first, entries.len());
    group.w = compliance(&entries[first..], bodies);

    let violation: [Lanes; D] = std::array::from_fn(|d| {
        let back = if C::PREDICTS && t.predict { t.h * rate[d] } else { 0.0 };
        Lanes::splat(c[d].0[0] - back)
    });
    let w: [Lanes; D] = std::array::from_fn(|d| Lanes::splat(group.w[d][d]));
    let bias = C::bias(&violation, &w, &params, t);
    for d in 0..D {
        if group.w[d][d] > 0.0 {
            group.b[d] = bias.b[d].0[0] + driven[d];
            group.gamma[d] = bias.gamma[d].0[0];
            group.w[d][d] += group.gamma[d];
        } else {
            (group.b[d], group.gamma[d], group.w[d][d]) = (0.0, 0.0, 1.0);
        }
    }
    group.bound = bias.bound.map(|x| x.0[0]);
    (group.gap, group.approach, group.driven) = (violation[0].0[0], rate[0], driven[0]);
}

/// A push on each of the up to four frames of a gear.
type Push = [[Vec3; 2]; POINTS];

fn dot(a: &Push, b: &Push) -> Real {
    a.iter().zip(b).map(|(a, b)| a[0].dot(b[0]) + a[1].dot(b[1])).sum()
}

fn subtract(a: &mut Push, b: &Push, s: Real) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = [a[0] - b[0] * s, a[1] - b[1] * s];
    }
}

/// Lets the row of a gear push so that what its two joints hold stays held, as
/// [`batch`](super::batch) does for the rows of one joint. Frames that both joints have become one
/// entry. Gives the part of the row's rate that the held axes will have.
fn lean_on_held(
    group: &mut Group,
    held: &[[Real; 6]; 2],
    entries: &mut Vec<Entry>,
    first: usize,
    at: Places<'_>,
    (start, predicted): (&Ends, &Ends),
    h: Real,
) -> Real {
    let frame = |k: usize| match group.points[k] {
        Point::Frame { slot, arm } => (slot, arm),
        Point::Nodes { .. } => (0, Vec3::ZERO),
    };
    // A frame's place is that of the first point on it.
    let place: [usize; POINTS] =
        std::array::from_fn(|k| (0..=k).find(|&m| frame(m).0 == frame(k).0).unwrap_or(k));
    let mut row = [[Vec3::ZERO; 2]; POINTS];
    for entry in entries.drain(first..) {
        if let Slot::Frame(slot) = entry.slot
            && let Some(k) = (0..POINTS).find(|&k| frame(k).0 == slot)
        {
            row[k] = [row[k][0] + entry.j[0][0], row[k][1] + entry.j[0][1]];
        }
    }
    let mut basis = [[[Vec3::ZERO; 2]; POINTS]; 12];
    let mut sums = [[0.0; 12]; 12];
    let (mut shares, mut wanted) = ([0.0; 12], [0.0; 12]);
    let axes = |e: &Ends, joint: usize| {
        let q = e.q[2 * joint];
        [q.x().lane(0), q.y().lane(0), q.z().lane(0)]
    };
    for i in 0..12 {
        let (joint, kind) = (i / 6, i % 6);
        let apart = |e: &Ends| e.x[2 * joint + 1].lane(0) - e.x[2 * joint].lane(0);
        let axis = axes(start, joint)[kind % 3] * held[joint][kind];
        let (force, turn) = if kind < 3 { (axis, Vec3::ZERO) } else { (Vec3::ZERO, axis) };
        let mut e = [[Vec3::ZERO; 2]; POINTS];
        let mut rate = 0.0;
        for (end, sign) in [(0, -1.0), (1, 1.0)] {
            let k = 2 * joint + end;
            let (slot, arm) = frame(k);
            let f = &at.frames[slot as usize];
            // Both sides are pushed at the point of b.
            let arm = f.q * arm + if end == 0 { apart(start) } else { Vec3::ZERO };
            let (force, torque) = (force * sign, (arm.cross(force) + turn) * sign);
            let along = force.dot(f.v) + torque.dot(f.w);
            rate += along;
            wanted[i] += if f.s > 0.0 { 0.0 } else { along };
            let part = &mut e[place[k]];
            *part = [part[0] + force * f.s, part[1] + f.sr * torque];
        }
        if kind < 3 {
            let c = axes(predicted, joint)[kind].dot(apart(predicted)) * held[joint][kind];
            wanted[i] += c / h - rate;
        }
        sums[i][i] = 1.0;
        let whole = dot(&e, &e);
        for j in 0..i {
            let s = dot(&e, &basis[j]);
            subtract(&mut e, &basis[j], s);
            for m in 0..=j {
                sums[i][m] -= sums[j][m] * s;
            }
        }
        let left = dot(&e, &e);
        // What is nearly a sum of the others adds nothing.
        let inv = if left > whole * 1e-5 { 1.0 / left.sqrt() } else { 0.0 };
        basis[i] = e.map(|[force, torque]| [force * inv, torque * inv]);
        sums[i].iter_mut().for_each(|x| *x *= inv);
        let s = dot(&row, &basis[i]);
        subtract(&mut row, &basis[i], s);
        for m in 0..=i {
            shares[m] += sums[i][m] * s;
        }
    }
    for k in (0..POINTS).filter(|&k| place[k] == k) {
        let slot = frame(k).0;
        if at.frames[slot as usize].s > 0.0 {
            let mut j = [[Vec3::ZERO; 2]; 3];
            j[0] = row[k];
            entries.push(Entry { slot: Slot::Frame(slot), j });
        }
    }
    group.lean = [[Vec3::ZERO; 2]; 2];
    for i in 0..12 {
        let (joint, kind) = (i / 6, i % 6);
        let axis = axes(start, joint)[kind % 3] * held[joint][kind];
        group.lean[joint][kind / 3] -= axis * shares[i];
    }
    -shares.iter().zip(wanted).map(|(k, w)| k * w).sum::<Real>()
}

/// A kernel outside of a batch, compiled once for all who ask.
#[inline(never)]
pub(crate) fn evaluate_alone<C: Constraint<D>, const D: usize>(
    start: &Ends,
    predicted: &Ends,
    params: &Params,
) -> Linear<D> {
    C::evaluate(start, predicted, params)
}

/// Where a point is at the start of the substep and where it is going.
fn place(point: &Point, at: Places<'_>, h: Real) -> (Vec3, Vec3) {
    match *point {
        Point::Frame { slot, arm } => {
            let f = &at.frames[slot as usize];
            (f.x + f.q * arm, f.x1 + f.q1 * arm)
        }
        Point::Nodes { count, slot, weight } => {
            let nodes = &at.state.nodes;
            let mut out = (Vec3::ZERO, Vec3::ZERO);
            for k in 0..count {
                let (x, v) = (nodes.position(slot[k] as usize), nodes.velocity(slot[k] as usize));
                out.0 += x * weight[k];
                out.1 += (x + v * h) * weight[k];
            }
            out
        }
    }
}

/// Adds the Jacobian by the slots of one point with gradients `g`, pushed at `to` from it and turned
/// about `about`; tells the rate along each row and whether the slot can be pushed.
fn add_entries<const D: usize>(
    point: &Point,
    (g, about, to): ([Vec3; D], [Vec3; D], Vec3),
    at: Places<'_>,
    bodies: &[Compliance],
    entries: &mut Vec<Entry>,
    mut moves: impl FnMut(usize, Real, bool),
) {
    match *point {
        Point::Frame { slot, arm } => {
            let f = &at.frames[slot as usize];
            let arm = f.q * arm + to;
            let mut j = [[Vec3::ZERO; 2]; 3];
            for d in 0..D {
                let torque = arm.cross(g[d]) + about[d];
                moves(d, g[d].dot(f.v) + torque.dot(f.w), f.s > 0.0);
                j[d] = [g[d] * f.s, f.sr * torque];
            }
            if f.s > 0.0 {
                entries.push(Entry { slot: Slot::Frame(slot), j });
            }
        }
        Point::Nodes { count, slot, weight } => {
            for k in 0..count {
                let i = slot[k] as usize;
                let s = at.state.nodes.x[i][3];
                let v = at.state.nodes.velocity(i);
                let implicit = bodies.iter().enumerate().find_map(|(b, body)| {
                    body.local(slot[k]).map(|local| Slot::Implicit(b as u32, local))
                });
                let scale = if implicit.is_some() { 1.0 } else { s };
                let mut j = [[Vec3::ZERO; 2]; 3];
                for d in 0..D {
                    let gd = g[d] * weight[k];
                    moves(d, gd.dot(v), s > 0.0);
                    j[d] = [gd * scale, Vec3::ZERO];
                }
                if s > 0.0 {
                    entries.push(Entry { slot: implicit.unwrap_or(Slot::Node(slot[k])), j });
                }
            }
        }
    }
}

/// `J M⁻¹ Jᵀ` with scaled rows on lumped slots and full compliances on implicit bodies.
fn compliance(entries: &[Entry], bodies: &[Compliance]) -> [[Real; 3]; 3] {
    let mut w = [[0.0; 3]; 3];
    for a in entries {
        for b in entries {
            let answer = |d: usize, e: usize| match (a.slot, b.slot) {
                (Slot::Implicit(i, p), Slot::Implicit(k, q)) if i == k => {
                    a.j[d][0].dot(bodies[i as usize].at(p, q) * b.j[e][0])
                }
                (p, q) if p == q => a.j[d][0].dot(b.j[e][0]) + a.j[d][1].dot(b.j[e][1]),
                _ => 0.0,
            };
            for (d, row) in w.iter_mut().enumerate() {
                for (e, x) in row.iter_mut().enumerate() {
                    *x += answer(d, e);
                }
            }
        }
    }
    w
}

/// `J v` of the present velocities of what can be pushed.
fn rate(entries: &[Entry], v: &Velocities, bodies: &[Compliance]) -> [Real; 3] {
    let mut rate = [0.0; 3];
    for entry in entries {
        let (linear, angular) = match entry.slot {
            Slot::Node(i) => (v.nodes[i as usize].get(), Vec3::ZERO),
            Slot::Frame(i) => {
                let u = &v.frames[i as usize];
                (u.linear(), u.angular())
            }
            Slot::Implicit(b, local) => {
                let slot = bodies[b as usize].touched[local as usize];
                (v.nodes[slot as usize].get(), Vec3::ZERO)
            }
        };
        for d in 0..3 {
            rate[d] += entry.j[d][0].dot(linear) + entry.j[d][1].dot(angular);
        }
    }
    rate
}

fn solve_group<C: Constraint<D>, const D: usize>(
    group: &mut Group,
    entries: &[Entry],
    v: &mut Velocities,
    bodies: &mut [Compliance],
) -> Real {
    let rate = rate(entries, v, bodies);
    let delta: [Lanes; D] = std::array::from_fn(|d| {
        Lanes::splat(rate[d] + group.b[d] + group.gamma[d] * group.lambda[d])
    });
    let w = std::array::from_fn(|d| std::array::from_fn(|e| Lanes::splat(group.w[d][e])));
    let old: [Lanes; D] = std::array::from_fn(|d| Lanes::splat(group.lambda[d]));
    let new = C::Law::project(&w, &delta, &group.bound.map(Lanes::splat), &old);
    let mut change = [0.0; 3];
    let mut squares = 0.0;
    for d in 0..D {
        change[d] = new[d].0[0] - group.lambda[d];
        group.lambda[d] = new[d].0[0];
        squares += change[d] * change[d];
    }
    push(entries, change, v, bodies);
    squares
}

/// Applies an impulse of a group to its slots.
fn push(entries: &[Entry], impulse: [Real; 3], v: &mut Velocities, bodies: &mut [Compliance]) {
    for entry in entries {
        let j = &entry.j;
        let linear = j[0][0] * impulse[0] + j[1][0] * impulse[1] + j[2][0] * impulse[2];
        let angular = j[0][1] * impulse[0] + j[1][1] * impulse[1] + j[2][1] * impulse[2];
        match entry.slot {
            Slot::Node(i) => {
                let u = &mut v.nodes[i as usize];
                *u = NodeSlot::new(u.get() + linear);
            }
            Slot::Frame(i) => {
                let u = &mut v.frames[i as usize];
                *u = FrameSlot::new(u.linear() + linear, u.angular() + angular);
            }
            Slot::Implicit(b, local) => {
                let body = &mut bodies[b as usize];
                body.impulse[local as usize] += linear;
                let n = body.touched.len();
                let column = &body.matrix[local as usize * n..(local as usize + 1) * n];
                for (&slot, c) in body.touched.iter().zip(column) {
                    let u = &mut v.nodes[slot as usize];
                    *u = NodeSlot::new(u.get() + *c * linear);
                }
            }
        }
    }
}
