//! The general batch: constraints whose points are not single lumped nodes or frames.
//!
//! Points inside faces and tets, and every constraint on a body with a full compliance, come here:
//! few rows, any number of slots, solved one group after the other by the same kernels as the fast
//! batches (one lane is used). A node of an implicit body answers through the body's compliance
//! `C`, so a push at one node moves all touched nodes of the body, and Gauss-Seidel is exact.

use super::batch::{FORGET, IDLE, Part, Places};
use super::law::Project;
use super::{
    Constraint, Linear, PARAMS, POINTS, Params, Stiffens, Substep, anchor::AnchorRow,
    bend::BendRow, contact::ContactRow, distance::DistanceRow, plane::PlaneRow,
};
use crate::math::lanes::{Lanes, V3};
use crate::math::{Mat3, Real, Vec3};
use crate::site::Point;
use crate::solvers::newton::Law;
use crate::solvers::velocities::{FrameSlot, NodeSlot, Velocities};

/// Which constraint a group is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Whether it belongs to a hard island.
    pub hard: bool,
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
            hard: false,
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

    /// Whether it is swept.
    pub fn part(&self) -> Part {
        if self.hard { Part::Hard } else { Part::Easy }
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

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        match self.kind {
            Kind::Anchor | Kind::Contact => 3,
            Kind::Distance | Kind::Bend | Kind::Plane => 1,
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
const HELD: Real = 1e-8;

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
        for group in self.groups.iter_mut().filter(|g| g.part() == part) {
            let (warm, opens) = with_kernel!(group.kind, habits());
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
        for group in self.groups.iter_mut().filter(|g| g.part() == part) {
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
            let held = |g: &&mut Group| g.kind != Kind::Contact && g.part() == part;
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
        for group in contacts.filter(|g| g.part() == part) {
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

fn habits<C: Constraint<D>, const D: usize>() -> (bool, bool) {
    (C::WARM, C::OPENS)
}

fn nature<C: Constraint<D>, const D: usize>() -> (Law, Stiffens, usize) {
    (<C::Law as Project<D>>::LAW, C::STIFFENS, D)
}

fn linearise_group<C: Constraint<D>, const D: usize>(
    group: &mut Group,
    entries: &mut Vec<Entry>,
    at: Places<'_>,
    bodies: &[Compliance],
    t: &Substep,
) {
    let mut start = [V3::ZERO; POINTS];
    let mut predicted = [V3::ZERO; POINTS];
    for k in 0..group.count {
        let (x0, x1) = place(&group.points[k], at, t.h);
        start[k] = V3::splat(x0);
        predicted[k] = V3::splat(if t.predict { x1 } else { x0 });
    }
    let params: Params = group.param.map(Lanes::splat);
    let Linear { c, grad } = C::evaluate(&start, &predicted, &params);

    let first = entries.len();
    let (mut rate, mut driven) = ([0.0; D], [0.0; D]);
    group.tied = false;
    let tied = &mut group.tied;
    for k in 0..group.count {
        let g: [Vec3; D] = std::array::from_fn(|d| grad[d][k].lane(0));
        // The common point of a contact is its node's.
        let to = if C::COMMON_POINT { start[0].lane(0) - start[k].lane(0) } else { Vec3::ZERO };
        add_entries(&group.points[k], (g, to), at, bodies, entries, |d, along, mobile| {
            rate[d] += along;
            if !mobile {
                driven[d] += along;
                *tied = true;
            }
        });
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

/// Adds the Jacobian by the slots of one point with gradients `g`, pushed at `to` from it; tells the rate along each row and
/// whether the slot can be pushed.
fn add_entries<const D: usize>(
    point: &Point,
    (g, to): ([Vec3; D], Vec3),
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
                let torque = arm.cross(g[d]);
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
