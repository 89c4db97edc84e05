//! Generalised constraints as rows, and their laws.

use super::Clash;
use super::law::{Local, MOST};
use crate::constraints::batch::Places;
use crate::constraints::bearing::Bearing;
use crate::constraints::general::Compliance;
use crate::constraints::generalised::{GeneralisedRecord, Rule};
use crate::constraints::{Record, Stiffens, Substep};
use crate::handle::Arena;
use crate::math::{DQuat, DVec3, IntoF64, double, double_rotation, double3, turn_of};
use crate::site::Point;
use crate::solvers::newton::{Law, Raw, Unknown};
use crate::state::State;

/// The rows of one constraint in a substep.
#[derive(Debug, Default)]
pub(super) struct Own {
    /// Jacobian by each slot that can be pushed.
    pub(super) entries: Vec<(Unknown, [DVec3; MOST])>,
    /// Bias of each line, m/s.
    pub(super) b: [f64; MOST],
    rate: [f64; MOST],
    /// The part of the rate that nothing can change.
    driven: [f64; MOST],
}

/// When a place is looked at: at the start of the substep, or where it is going.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Now,
    Ahead,
}

/// What rows are linearised at.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) at: Places<'a>,
    pub(super) bodies: &'a [Compliance],
    pub(super) t: &'a Substep,
}

impl Scene<'_> {
    fn node(&self, slot: u32, when: When) -> DVec3 {
        let nodes = &self.at.state.nodes;
        let x = double(nodes.position(slot as usize));
        match when {
            When::Now => x,
            When::Ahead => x + double(nodes.velocity(slot as usize)) * self.t.h.into_f64(),
        }
    }

    fn point(&self, point: &Point, when: When) -> DVec3 {
        match *point {
            Point::Frame { slot, arm } => {
                let f = &self.at.frames[slot as usize];
                let (x, q) = if when == When::Now { (f.x, f.q) } else { (f.x1, f.q1) };
                double(x) + double_rotation(q) * double(arm)
            }
            Point::Nodes { count, slot, weight } => {
                (0..count).map(|k| self.node(slot[k], when) * weight[k].into_f64()).sum()
            }
        }
    }

    /// Whether nothing can push a point.
    fn is_tied(&self, point: &Point) -> bool {
        match *point {
            Point::Frame { slot, .. } => self.at.frames[slot as usize].s == 0.0,
            Point::Nodes { count, slot, .. } => {
                slot[..count].iter().any(|&i| self.at.state.nodes.x[i as usize][3] == 0.0)
            }
        }
    }

    /// The rotation of an end since the constraint was added.
    fn turned(&self, bearing: &Bearing, when: When) -> DQuat {
        match bearing {
            Bearing::World => DQuat::IDENTITY,
            Bearing::Frame(slot, start) => {
                let f = &self.at.frames[*slot as usize];
                double_rotation(if when == When::Now { f.q } else { f.q1 }) * start.inverse()
            }
            Bearing::Nodes(cell) => cell.rotation(|slot| self.node(slot, when)),
        }
    }
}

impl Own {
    /// The rows of a constraint.
    pub(super) fn linearise(&mut self, record: &mut GeneralisedRecord, scene: &Scene<'_>) {
        self.entries.clear();
        (self.b, self.rate, self.driven) = ([0.0; MOST], [0.0; MOST], [0.0; MOST]);
        let c = violation(record, |p| scene.point(p, When::Now), |b| scene.turned(b, When::Now));
        let then = match scene.t.predict {
            true => {
                let place = |p: &Point| scene.point(p, When::Ahead);
                violation(record, place, |b| scene.turned(b, When::Ahead))
            }
            false => c,
        };
        let [a, b] = &record.points;
        let [from, to] = &record.bearings;
        let turned = scene.turned(from, When::Now);
        let apart = scene.point(b, When::Now) - scene.point(a, When::Now);
        let along = record.generalised.along.len();
        for (d, &n) in record.generalised.along.iter().enumerate() {
            let n = turned * double(n);
            self.push_at(d, b, n, scene);
            self.push_at(d, a, -n, scene);
            // The direction turns with a.
            self.turn(d, from, n.cross(apart), scene);
        }
        for (d, &e) in record.generalised.about.iter().enumerate() {
            let e = turned * double(e);
            self.turn(along + d, to, e, scene);
            self.turn(along + d, from, -e, scene);
        }
        let (h, share) = (scene.t.h.into_f64(), scene.t.share.into_f64());
        for d in 0..record.generalised.lines() {
            let c = if scene.t.predict { then[d] - h * self.rate[d] } else { c[d] };
            // What rubs goes on from wherever it is.
            let c = if record.generalised.law.slips(d) { 0.0 } else { c };
            self.b[d] = c * share / h + self.driven[d];
        }
        for bearing in &mut record.bearings {
            let turned = scene.turned(bearing, When::Now);
            if let Bearing::Nodes(cell) = bearing {
                cell.follow(turned);
            }
        }
    }

    /// These rows for a direct solve, in threes. What is held is held, and what carried nothing is left to its law, as is
    /// friction: both are asked afterwards.
    pub(super) fn tell_smooth(
        &self,
        place: u32,
        record: &GeneralisedRecord,
        scene: &Scene<'_>,
        mut empty: impl FnMut() -> Raw,
        to: &mut Vec<Raw>,
    ) {
        let h = scene.t.h.into_f64();
        let lines = record.generalised.lines();
        let acts = record.impulse[..lines].iter().any(|f| *f != 0.0);
        for first in (0..lines).step_by(3) {
            let rows = (lines - first).min(3);
            let (law, bound) = match &record.generalised.law {
                Rule::Bilateral => (Law::Exact, [0.0; 3]),
                Rule::Unilateral => (Law::Interval, [0.0, f64::INFINITY, 0.0]),
                Rule::Bounded(most) if lines <= 3 => (Law::Disc, [most.into_f64() * h, 0.0, 0.0]),
                Rule::Own(_) if acts => (Law::Exact, [0.0; 3]),
                Rule::Bounded(_) | Rule::Friction { .. } | Rule::Own(_) => {
                    (Law::Constant, [0.0; 3])
                }
            };
            let mut raw = empty();
            raw.clear(law, Stiffens::No, rows);
            raw.name = Clash::new(Some(Record::Generalised), place);
            raw.local.bound = bound;
            for d in 0..rows {
                raw.local.b[d] = self.b[first + d];
                raw.lambda[d] = record.impulse[first + d];
            }
            for (unknown, j) in &self.entries {
                let j = std::array::from_fn(|d| if d < rows { j[first + d] } else { DVec3::ZERO });
                for (w, j) in raw.w.iter_mut().zip(&j) {
                    *w += match *unknown {
                        Unknown::Touched(body, slot) => {
                            let body = &scene.bodies[body as usize];
                            let at = body.local(slot).unwrap_or(0);
                            j.dot(double3(body.at(at, at)) * *j)
                        }
                        _ => j.length_squared(),
                    };
                }
                raw.entries.push((*unknown, j));
            }
            raw.tied = [&record.points[0], &record.points[1]].into_iter().any(|p| scene.is_tied(p));
            to.push(raw);
        }
    }

    /// A line pushes a point along a direction.
    fn push_at(&mut self, d: usize, point: &Point, n: DVec3, scene: &Scene<'_>) {
        match *point {
            Point::Frame { slot, arm } => {
                let f = &scene.at.frames[slot as usize];
                let torque = double(f.q * arm).cross(n);
                self.push_frame(d, slot, n, torque, scene);
            }
            Point::Nodes { count, slot, weight } => {
                for k in 0..count {
                    self.push_node(d, slot[k], n * weight[k].into_f64(), scene);
                }
            }
        }
    }

    /// A line turns an end about an axis.
    fn turn(&mut self, d: usize, bearing: &Bearing, e: DVec3, scene: &Scene<'_>) {
        match bearing {
            Bearing::World => {}
            Bearing::Frame(slot, _) => self.push_frame(d, *slot, DVec3::ZERO, e, scene),
            Bearing::Nodes(cell) => {
                let at = |slot| scene.node(slot, When::Now);
                cell.moment(e, at, |slot, j| self.push_node(d, slot, j, scene));
            }
        }
    }

    fn push_frame(&mut self, d: usize, slot: u32, force: DVec3, torque: DVec3, scene: &Scene<'_>) {
        let f = &scene.at.frames[slot as usize];
        let rate = force.dot(double(f.v)) + torque.dot(double(f.w));
        self.rate[d] += rate;
        if f.s > 0.0 {
            self.add(d, Unknown::Linear(slot), force * f.s.into_f64());
            self.add(d, Unknown::Angular(slot), double3(f.sr) * torque);
        } else {
            self.driven[d] += rate;
        }
    }

    fn push_node(&mut self, d: usize, slot: u32, j: DVec3, scene: &Scene<'_>) {
        let nodes = &scene.at.state.nodes;
        let (s, v) = (nodes.x[slot as usize][3], nodes.velocity(slot as usize));
        let rate = j.dot(double(v));
        self.rate[d] += rate;
        if s == 0.0 {
            self.driven[d] += rate;
            return;
        }
        let implicit = scene.bodies.iter().position(|body| body.local(slot).is_some());
        match implicit {
            Some(body) => self.add(d, Unknown::Touched(body as u32, slot), j),
            None => self.add(d, Unknown::Node(slot), j * s.into_f64()),
        }
    }

    fn add(&mut self, d: usize, unknown: Unknown, j: DVec3) {
        let known = self.entries.iter().position(|(u, _)| *u == unknown);
        let at = known.unwrap_or_else(|| {
            self.entries.push((unknown, [DVec3::ZERO; MOST]));
            self.entries.len() - 1
        });
        self.entries[at].1[d] += j;
    }
}

/// The violation of each line, m or rad, with the ends at these places and turned like this.
fn violation(
    record: &GeneralisedRecord,
    place: impl Fn(&Point) -> DVec3,
    turned: impl Fn(&Bearing) -> DQuat,
) -> [f64; MOST] {
    let mut out = [0.0; MOST];
    let [a, b] = [turned(&record.bearings[0]), turned(&record.bearings[1])];
    let apart = place(&record.points[1]) - place(&record.points[0]);
    let along = record.generalised.along.len();
    for (out, &n) in out.iter_mut().zip(&record.generalised.along) {
        *out = (a * double(n)).dot(apart);
    }
    let about = &record.generalised.about;
    // With two axes the third is free, and may make whole turns: what is held is where it points.
    let free = (about.len() == 2).then(|| double(about[0].cross(about[1])).normalize_or_zero());
    let turn = match free {
        Some(axis) => (a * axis).cross(b * axis),
        None => turn_of(b * a.inverse()),
    };
    for (out, &e) in out[along..].iter_mut().zip(about) {
        *out = (a * double(e)).dot(turn);
    }
    out
}

impl GeneralisedRecord {
    /// The violation of each line now, m or rad.
    pub(crate) fn violation(&self, state: &State) -> [f64; MOST] {
        violation(
            self,
            |p| double(p.position(state)),
            |bearing| match bearing {
                Bearing::World => DQuat::IDENTITY,
                Bearing::Frame(slot, start) => {
                    double_rotation(state.frames.q[*slot as usize]) * start.inverse()
                }
                Bearing::Nodes(cell) => {
                    cell.rotation(|slot| double(state.nodes.position(slot as usize)))
                }
            },
        )
    }
}

/// Asks the law of a constraint for the impulse of its rows. A law that answers with nonsense carries nothing
/// from then on.
pub(super) fn ask(
    own: &mut Arena<GeneralisedRecord>,
    place: u32,
    local: &Local<'_>,
    h: f64,
) -> [f64; MOST] {
    let Some(record) = own.at_mut(place as usize).filter(|r| r.fault.is_none()) else {
        return [0.0; MOST];
    };
    record.generalised.law.solve(local, h).unwrap_or_else(|fault| {
        record.fault = Some(fault);
        [0.0; MOST]
    })
}
