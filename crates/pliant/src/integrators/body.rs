//! A body whose integrator is named, and how rows act on it.
//!
//! **Free motion.** The integrator finds where the nodes would be at the end of the substep, `x₁`, and how fast, `v₁`. The
//! velocity that rows see and push is the one the nodes *move with*, `v̄ = (x₁ − x)/h`: what a row in position form
//! predicts, `x + h v̄`, is where the integrator goes.
//!
//! **Rows.** What rows change that velocity by, `Δ`, moves and stays: `x' = x₁ + h Δ`, `v' = v₁ + Δ`. So an impulse acts as
//! if given at the start of the substep, and changes the momentum by itself. Nodes that no row touches
//! get `x₁` and `v₁` to the bit. Of explicit integrators a node answers by its own mass; of implicit ones all nodes
//! answer at once, by the inverse of the matrix that the substep was solved with, so that a contact feels the stiffness behind
//! it. Contacts are relaxed on `v'`, with the gap that `v̄` has left.
//!
//! **Explicit Euler** moves by the velocity it had, so what pulls in this substep moves it in the next: a node that rests
//! on the ground carries none of its weight while rows are solved, and all of it when they relax.

use serde::{Deserialize, Serialize};

use super::forces::{Forces, Quad, Tetrahedra};
use super::springs::Springs;
use super::verlet::{self, History, Link};
use super::{Field, Integrator, Motion, Work};
use crate::bodies::corotational::Corotational;
use crate::bodies::particles::Particles;
use crate::bodies::{Body, Pull};
use crate::math::{DMat3, DVec3, IntoF64, Real, Vec3};
use crate::state::{Nodes, Slots, State};

/// The relative residual of the answer to all impulses of the rows,
const ANSWER: Real = 1e-4;
/// and of those that rows are solved with: a better one follows.
const COLUMN: Real = 1e-2;

/// What holds the body together.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Inner {
    /// Springs, and where their nodes are at rest, m.
    Springs(Particles, Vec<Vec3>),
    Solid(Box<Corotational>),
}

/// A body and its integrator.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Integrated {
    pub(crate) inner: Inner,
    pub(crate) integrator: Integrator,
    tolerance: Real,
    history: History,
    /// Distances that Verlet holds by itself.
    #[serde(skip)]
    pub(crate) links: Vec<Link>,
    #[serde(skip)]
    room: Room,
}

/// What a substep works with, and can be rebuilt.
#[derive(Clone, Debug, Default)]
struct Room {
    springs: Option<Springs>,
    scale: Real,
    spare: Vec<Quad>,
    work: Work,
    /// Where the substep began.
    start: Vec<Quad>,
    /// Where it ends, and how fast, without rows.
    x1: Vec<Quad>,
    v1: Vec<Quad>,
    /// What the nodes move with, without rows.
    moved: Vec<Quad>,
    impulse: Vec<Quad>,
    answer: Vec<Quad>,
}

impl Room {
    /// The forces of the body.
    fn forces<'a>(
        springs: &'a mut Option<Springs>,
        spare: &'a mut Vec<Quad>,
        scale: Real,
        inner: &'a mut Inner,
    ) -> Source<'a> {
        match inner {
            Inner::Springs(p, rest) => {
                Source::Springs(springs.get_or_insert_with(|| Springs::new(&p.springs, rest)))
            }
            Inner::Solid(solid) => Source::Solid(Tetrahedra { solid, scale, work: spare }),
        }
    }
}

/// The forces of one body or the other.
enum Source<'a> {
    Springs(&'a mut Springs),
    Solid(Tetrahedra<'a>),
}

impl Source<'_> {
    fn any(&mut self) -> &mut dyn Forces {
        match self {
            Self::Springs(s) => *s,
            Self::Solid(t) => t,
        }
    }

    fn scale(&self) -> Real {
        match self {
            Self::Springs(_) => 0.0,
            Self::Solid(t) => t.scale,
        }
    }
}

impl Integrated {
    pub(crate) fn new(inner: Inner, integrator: Integrator, tolerance: Real) -> Self {
        let history = History::default();
        Self { inner, integrator, tolerance, history, links: Vec::new(), room: Room::default() }
    }

    fn slots(&self) -> Slots {
        match &self.inner {
            Inner::Springs(p, _) => p.slots,
            Inner::Solid(c) => c.slots,
        }
    }

    fn model(&self) -> &dyn Body {
        match &self.inner {
            Inner::Springs(p, _) => p,
            Inner::Solid(c) => c.as_ref(),
        }
    }

    /// The solid, if it is one.
    pub(crate) fn solid(&self) -> Option<&Corotational> {
        match &self.inner {
            Inner::Springs(..) => None,
            Inner::Solid(c) => Some(c),
        }
    }

    /// Whether it fits these slots, as that of a snapshot must.
    pub(crate) fn is_sound(&self, slots: Slots) -> bool {
        let n = slots.len as usize;
        let History { before, left, h, guess } = &self.history;
        let all = |v: &Vec<Quad>| v.is_empty() || v.len() == n;
        self.slots() == slots
            && before.len() == left.len()
            && [before, left, guess].into_iter().all(all)
            && (before.is_empty() || *h > 0.0)
            && match &self.inner {
                Inner::Springs(p, rest) => {
                    let ends = p.springs.iter().flat_map(|s| s.ends);
                    rest.len() == n
                        && rest.iter().all(|p| p.is_finite())
                        && ends.into_iter().all(|e| e < slots.len)
                }
                Inner::Solid(c) => c.is_sound(),
            }
    }

    /// Iterations since it was last asked.
    pub(crate) fn take_iterations(&mut self) -> usize {
        std::mem::take(&mut self.room.work.conjugate.iterations)
    }

    /// What each node's velocity changes by when the substep is over, before rows relax, m/s.
    pub(crate) fn drift(&self) -> impl Iterator<Item = Vec3> + '_ {
        let Room { v1, moved, .. } = &self.room;
        v1.iter().zip(moved).map(|(v, m)| Vec3::new(v[0] - m[0], v[1] - m[1], v[2] - m[2]))
    }

    /// Ends the substep: where the integrator has gone, and what rows have changed.
    pub(crate) fn settle(&mut self, nodes: &mut Nodes, h: Real) {
        let range = self.slots().range();
        let (x, v) = (&mut nodes.x[range.clone()], &mut nodes.v[range]);
        let Room { start, x1, v1, moved, spare, .. } = &mut self.room;
        if x1.len() != x.len() {
            return;
        }
        for i in 0..x.len() {
            for k in 0..3 {
                let changed = if x[i][3] > 0.0 { v[i][k] - moved[i][k] } else { 0.0 };
                x[i][k] = x1[i][k] + h * changed;
                v[i][k] = if x[i][3] > 0.0 { v1[i][k] + changed } else { v[i][k] };
            }
        }
        if self.integrator == Integrator::Verlet {
            if !self.links.is_empty() {
                spare.clear();
                spare.extend_from_slice(x);
                verlet::hold(x, &mut self.links, h);
                for ((v, x), was) in v.iter_mut().zip(&*x).zip(&*spare) {
                    for k in 0..3 {
                        v[k] += (x[k] - was[k]) / h;
                    }
                }
            }
            self.history.before.clone_from(start);
            self.history.left.clear();
            self.history.left.extend_from_slice(v);
            self.history.h = h;
        }
    }

    /// Solves for changes of velocity by impulses on the nodes, with the matrix of the last free motion.
    /// They are in `answer` then.
    fn solve(&mut self, impulse: impl Fn(usize) -> DVec3, tolerance: Real) {
        let n = self.slots().len as usize;
        let Room { springs, scale, spare, work, impulse: b, answer, .. } = &mut self.room;
        b.clear();
        let narrow = |p: DVec3| [p.x as Real, p.y as Real, p.z as Real, 0.0];
        b.extend((0..n).map(|i| narrow(impulse(i))));
        answer.clear();
        let mut forces = Room::forces(springs, spare, *scale, &mut self.inner);
        let solver = &mut work.conjugate;
        solver.solve(forces.any(), b, answer, tolerance);
        let sum = (0..n).map(&impulse).sum();
        let moment = solver.balance.moment(impulse);
        solver.keep(sum, moment, answer);
    }

    fn answer(&self) -> impl Iterator<Item = DVec3> + '_ {
        let wide = |v: &Quad| DVec3::new(v[0].into_f64(), v[1].into_f64(), v[2].into_f64());
        self.room.answer.iter().map(wide)
    }
}

impl Body for Integrated {
    fn free_motion(&mut self, state: &mut State, pull: &Pull<'_>) {
        let range = self.slots().range();
        let (x, v) = (&state.nodes.x[range.clone()], &state.nodes.v[range.clone()]);
        let Room { springs, scale, spare, work, start, x1, v1, moved, .. } = &mut self.room;
        start.clear();
        start.extend_from_slice(x);
        let mut forces = Room::forces(springs, spare, *scale, &mut self.inner);
        let mut motion = Motion {
            h: pull.h,
            x,
            v,
            x1,
            v1,
            field: Field {
                forces: forces.any(),
                gravity: pull.gravity,
                pushes: &pull.nodes[range.clone()],
            },
            work,
            history: &mut self.history,
            tolerance: self.tolerance,
        };
        motion.go(self.integrator);
        *scale = forces.scale();
        if !self.links.is_empty() {
            self.links.iter_mut().for_each(|link| link.impulse = 0.0);
            verlet::hold(x1, &mut self.links, pull.h);
            verlet::velocities(x, x1, pull.h, v1);
        }
        match self.integrator {
            Integrator::SymplecticEuler | Integrator::ImplicitEuler | Integrator::Verlet => {
                moved.clone_from(v1);
            }
            _ => verlet::velocities(x, x1, pull.h, moved),
        }
        let nodes = &mut state.nodes;
        for (i, to) in range.zip(&*moved) {
            if nodes.x[i][3] > 0.0 {
                nodes.set_velocity(i, Vec3::new(to[0], to[1], to[2]));
            }
        }
    }

    /// It asks for none: the world's substep is that of the integrator.
    fn longest_substep(&self) -> Real {
        Real::INFINITY
    }

    fn is_implicit(&self) -> bool {
        self.integrator.is_implicit()
    }

    fn apply(&mut self, impulse: &mut [DVec3]) {
        self.solve(|i| impulse[i], self.tolerance.min(ANSWER));
        impulse.iter_mut().zip(self.answer()).for_each(|(to, dv)| *to = dv);
    }

    fn apply_columns(&mut self, impulse: &mut [DMat3]) {
        for axis in 0..3 {
            self.solve(|i| impulse[i].col(axis), COLUMN);
            impulse.iter_mut().zip(self.answer()).for_each(|(to, dv)| *to.col_mut(axis) = dv);
        }
    }

    fn moved(&mut self, state: &State) {
        self.room.work.conjugate.set_places(&state.nodes.x[self.slots().range()]);
    }

    fn stiffness(&self, state: &State, tell: &mut dyn FnMut(u32, u32, DMat3)) {
        self.model().stiffness(state, tell);
    }

    fn elastic_forces(&self, state: &State, force: &mut [DVec3]) {
        self.model().elastic_forces(state, force);
    }

    fn elastic_energy(&self, state: &State) -> Real {
        self.model().elastic_energy(state)
    }
}
