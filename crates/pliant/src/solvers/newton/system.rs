//! One island as one nonlinear system.
//!
//! Unknowns are the scaled velocities `u` (see [`crate::solvers::velocities`]) of the slots that
//! rows touch: three of a node, twice three of a frame. The island moves such that
//!
//! `g(u) = B (u − u*) − Σ Jᵀ λ(J u) = 0`,
//!
//! with `u*` after the free motion and `B` the inverse of how the slots answer: one for lumped slots,
//! the inverse of the touched part of its compliance for an implicit body. Rows are linear but for
//! bonds (`bond.rs`), which follow the motion. Newton's matrix is `H = B + Σ (Jᵀ S J + G)` with
//! the groups' stiffness `S` and the bonds' curvature `G`.

use super::bond::Bond;
use super::response::{Law, Local, Response};

use crate::math::block_cholesky::{BlockCholesky, BlockPlace, Four};
use crate::math::{DMat3, DOUBLE, DVec3, outer};

/// What an unknown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unknown {
    /// A node slot.
    Node(u32),
    /// A node slot of an implicit body: the body's place among those that rows touch, the slot.
    Touched(u32, u32),
    /// Linear part of a frame slot.
    Linear(u32),
    /// Angular part of a frame slot.
    Angular(u32),
}

impl Unknown {
    fn is_frame(self) -> bool {
        matches!(self, Self::Linear(_) | Self::Angular(_))
    }
}

/// The Jacobian of a group by one unknown.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Which unknown.
    pub unknown: u32,
    /// A row of it for each row of the group.
    pub j: [DVec3; 3],
}

/// A group of rows.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its numbers.
    pub local: Local,
    /// Its answer at the present velocity.
    pub now: Response,
    /// The answer that the matrix was made of.
    made: Response,
    /// Its entries.
    pub entries: (u32, u32),
    /// Places of the blocks of its pairs of entries.
    places: u32,
    /// Whether it is in the matrix.
    pub full: bool,
    /// Its edge, if it is one.
    pub edge: Option<Edge>,
    /// Its bond in the system, if it is not linear.
    pub bond: Option<u32>,
    /// What the bond carried at the end of the last round, N·s.
    pub pulled: [f64; 3],
}

impl Group {
    /// A group without numbers, on these entries.
    pub fn new(entries: (u32, u32)) -> Self {
        Self {
            local: Local::default(),
            now: Response::default(),
            made: Response::default(),
            entries,
            places: 0,
            full: true,
            edge: None,
            bond: None,
            pulled: [0.0; 3],
        }
    }

    /// Whether it adds something else to the matrix than when that was made.
    fn has_changed(&self) -> bool {
        self.now.stiffness != self.made.stiffness
    }

    /// As a range.
    pub fn span(&self) -> std::ops::Range<usize> {
        self.entries.0 as usize..self.entries.1 as usize
    }
}

/// An edge of a cloth.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Stiffness across it, kg: `h² T/l` with the pull `T` of the last substep.
    pub across: f64,
    /// Whether it is stretched, or was when the substep began.
    pub taut: bool,
}

/// A symmetric block between two unknowns.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Which unknowns.
    pub between: [u32; 2],
    /// The block.
    pub block: DMat3,
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Newton's steps.
    pub iterations: u32,
    /// Factorisations.
    pub factorisations: u32,
    /// Whether the velocities are numbers at all.
    pub usable: bool,
}

/// The equations of one island.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// Its place among the islands.
    pub island: u32,
    /// Whether nothing ties it to what does not move.
    pub free: bool,
    /// Length of the substep, s.
    pub h: f64,
    /// Its unknowns, ascending: nodes first, frames last.
    pub unknowns: Vec<Unknown>,
    /// How fast an unknown of unit size is, m/s.
    pub speed: Vec<f64>,
    /// Its groups.
    pub groups: Vec<Group>,
    /// Entries of all groups.
    pub entries: Vec<Entry>,
    /// Bonds of groups that are not linear.
    pub bonds: Vec<Bond>,
    /// Blocks of `B` that are not one, added before a solve.
    pub inverse: Vec<Term>,
    /// How much stiffer than their slots rigid rows are.
    pub stiffer: f64,
    /// Velocities after the free motion.
    pub start: Vec<DVec3>,
    /// Velocities.
    pub u: Vec<DVec3>,
    gradient: Vec<DVec3>,
    /// Whether it has a cloth.
    woven: bool,
    /// Whether the impulses balance so well that velocities may be taken from them.
    balanced: bool,
    /// Whether the matrix has been factorised since rows were linearised.
    factorised: bool,
    /// The largest change of velocity in the last step, m/s.
    moved: f64,
    /// Where the bonds were linearised.
    around: Vec<DVec3>,
    /// Their second derivatives, and where these belong in the matrix.
    curvature: Vec<(Term, BlockPlace)>,
    step: Vec<DVec3>,
    work: Vec<DVec3>,
    wide: Vec<Four>,
    pattern: Pattern,
}

#[derive(Clone, Debug, Default)]
struct Pattern {
    unknowns: Vec<Unknown>,
    pairs: Vec<[u32; 2]>,
    next_pairs: Vec<[u32; 2]>,
    places: Vec<BlockPlace>,
    diagonal: Vec<BlockPlace>,
    matrix: Option<BlockCholesky>,
}

/// Velocity that counts as none, m/s.
const TOLERANCE: f64 = if DOUBLE { 1e-7 } else { 1e-5 };
/// What the regularisation may leave of a rigid row, m.
const BLUNT: f64 = 5e-7;
/// A step of Newton's that leads nowhere, m/s.
const STOPPED: f64 = 1e-4 * TOLERANCE;
/// What impulses may be out of balance by and still be trusted, m/s.
const BALANCED: f64 = 1e-3;
/// A last step of Newton's that tells that the answer is far, m/s.
const LOST: f64 = 1.0;
/// Steps until the solve is given up.
const MOST_STEPS: u32 = 20;
/// Times that bonds are linearised, and limits settled.
const MOST_ROUNDS: u32 = 4;
/// The same with a cloth, whose rows stay as they were at the start of the substep.
const WOVEN_ROUNDS: u32 = 1;
/// Steps with a cloth: hundreds of edges may change between taut and slack while it falls, and each step
/// leads closer; at rest one or two are enough.
const WOVEN_STEPS: u32 = 8;
/// A small cloth may take more, up to this many times an unknown,
const WOVEN_EFFORT: u32 = 2000;
/// and up to this many.
const MOST_WOVEN_STEPS: u32 = 60;
/// Bonds are straight enough for a change of velocity below this, m/s: turning by `h v/l`, they lengthen by
/// its square.
const STRAIGHT: f64 = 0.05;
/// Lengths of a step that are tried.
const MOST_TRIES: u32 = 60;

impl System {
    /// Empties it for another island.
    pub fn clear(&mut self, island: u32) {
        self.island = island;
        self.free = true;
        self.unknowns.clear();
        self.groups.clear();
        self.entries.clear();
    }

    /// The place of an unknown.
    pub fn find(&self, unknown: Unknown) -> Option<u32> {
        self.unknowns.binary_search(&unknown).ok().map(|i| i as u32)
    }

    /// Finds the matrix's pattern, or keeps that of the last step. `rest` tells where unknowns that
    /// are nodes lie, in any frame that does not move: the ordering must not depend on the motion.
    pub fn arrange(&mut self, rest: impl Fn(Unknown) -> DVec3) {
        let n = self.unknowns.len();
        let p = &mut self.pattern;
        p.next_pairs.clear();
        for group in self.groups.iter().filter(|g| g.full) {
            let entries = &self.entries[group.span()];
            for (i, a) in entries.iter().enumerate() {
                for b in &entries[i + 1..] {
                    if a.unknown != b.unknown {
                        p.next_pairs.push([a.unknown.min(b.unknown), a.unknown.max(b.unknown)]);
                    }
                }
            }
        }
        // Implicit bodies couple all their touched nodes.
        for i in 0..n {
            for k in i + 1..n {
                match (self.unknowns[i], self.unknowns[k]) {
                    (Unknown::Touched(a, _), Unknown::Touched(b, _)) if a == b => {
                        p.next_pairs.push([i as u32, k as u32]);
                    }
                    (Unknown::Touched(..), _) => {}
                    _ => break,
                }
            }
        }
        p.next_pairs.sort_unstable();
        p.next_pairs.dedup();
        if p.matrix.is_none() || p.next_pairs != p.pairs || p.unknowns != self.unknowns {
            std::mem::swap(&mut p.pairs, &mut p.next_pairs);
            p.unknowns.clone_from(&self.unknowns);
            let nodes = self.unknowns.iter().filter(|u| !u.is_frame()).count();
            let positions: Vec<DVec3> = self.unknowns[..nodes].iter().map(|&u| rest(u)).collect();
            p.matrix = Some(BlockCholesky::with_last(&positions, &p.pairs, n - nodes));
        }
        let Some(matrix) = &p.matrix else { return };
        p.diagonal.clear();
        p.diagonal.extend((0..n as u32).filter_map(|i| matrix.find(i, i)));
        p.places.clear();
        for group in self.groups.iter_mut().filter(|g| g.full) {
            group.places = p.places.len() as u32;
            let entries = &self.entries[group.span()];
            for (i, a) in entries.iter().enumerate() {
                let places = entries[i..].iter().filter_map(|b| matrix.find(a.unknown, b.unknown));
                p.places.extend(places);
            }
        }
    }

    /// Lets groups that are soft against the masses they push answer to the present velocities once and
    /// for all: they need no place in the matrix.
    pub fn freeze(&mut self) {
        self.woven = self.groups.iter().any(|g| g.edge.is_some());
        if self.woven {
            for group in self.groups.iter_mut().filter(|g| g.local.law == Law::Cone) {
                let entries = &self.entries[group.span()];
                let w =
                    std::array::from_fn(|d| entries.iter().map(|e| e.j[d].length_squared()).sum());
                let rates = [rate(entries, &self.u, 3), rate(entries, &self.start, 3)];
                group.local.lag_friction(rates, w);
            }
        }
        for group in self.groups.iter_mut().filter(|g| !g.full) {
            let entries = &self.entries[group.span()];
            let now = group.local.respond(rate(entries, &self.u, group.local.rows));
            (group.local.law, group.local.guess) = (Law::Constant, now.impulse);
        }
    }

    /// Velocities for which the groups' answers balance; `u` starts where it is. In each round bonds are
    /// linearised where the last one led, and what friction may carry is settled; what is left is convex.
    pub fn solve(&mut self) -> Outcome {
        let mut out = Outcome { usable: true, ..Outcome::default() };
        let curved = self.groups.iter().any(|g| g.bond.is_some());
        let rounds = if self.woven { WOVEN_ROUNDS } else { MOST_ROUNDS };
        for round in 0..rounds {
            self.linearise();
            self.minimise(round == 0, &mut out);
            if !out.usable {
                return out;
            }
            let moved = self.around.iter().zip(&self.u).zip(&self.speed);
            let moved = moved.map(|((a, u), s)| (*u - *a).abs().max_element() * s);
            let settled = !curved || moved.fold(0.0, f64::max) < STRAIGHT;
            if !self.renew() && settled {
                break;
            }
        }
        if !self.woven && self.sharpen() {
            self.moved = f64::INFINITY;
            self.descend(&mut out);
        }
        out
    }

    /// Takes over what rigid rows carry as their guess, so that another solve leaves next to nothing of their
    /// regularisation; false if there is nothing to gain. Contacts have a guess already.
    fn sharpen(&mut self) -> bool {
        let mut any = false;
        for group in &mut self.groups {
            let local = &mut group.local;
            if matches!(local.law, Law::Cone | Law::Constant) {
                continue;
            }
            for d in 0..local.rows {
                let f = group.now.impulse[d];
                any |= self.h * local.epsilon[d] * (f - local.guess[d]).abs() > BLUNT;
                if local.epsilon[d] > 0.0 {
                    local.guess[d] = f;
                }
            }
        }
        if any {
            self.evaluate();
        }
        any
    }

    /// Linearises the bonds where the present velocities lead.
    fn linearise(&mut self) {
        self.around.clone_from(&self.u);
        self.curvature.clear();
        for group in &mut self.groups {
            let (span, rows) = (group.span(), group.local.rows);
            let Some(bond) = group.bond.map(|i| &mut self.bonds[i as usize]) else { continue };
            let entries = &mut self.entries[span];
            let c = bond.follow(entries, &self.u);
            let rate = rate(entries, &self.u, rows);
            for d in 0..rows {
                group.local.b[d] = c[d] / bond.h() - rate[d];
            }
            let (n, first) = (entries.len(), group.places as usize);
            let (places, curvature) = (&self.pattern.places, &mut self.curvature);
            bond.curvature(n, group.pulled, |i, k, mut block| {
                let between = [entries[i].unknown, entries[k].unknown];
                if between[0] == between[1] && i != k {
                    // Two entries on one unknown: the mirror image belongs to the same block.
                    block += block.transpose();
                }
                let at = places[first + pair(n, i, k)];
                curvature.push((Term { between, block }, at));
            });
        }
    }

    /// Newton's method with a line search, on rows that are linear.
    fn minimise(&mut self, first: bool, out: &mut Outcome) {
        self.factorised = false;
        self.moved = f64::INFINITY;
        if first && self.presume() {
            if !self.aim(out) {
                return;
            }
            for (u, s) in self.u.iter_mut().zip(&self.step) {
                *u += *s;
            }
        }
        self.evaluate();
        self.descend(out);
    }

    /// Newton's steps from the present gradient.
    fn descend(&mut self, out: &mut Outcome) {
        let small = WOVEN_EFFORT / self.u.len().max(1) as u32;
        let most = if self.woven { small.clamp(WOVEN_STEPS, MOST_WOVEN_STEPS) } else { MOST_STEPS };
        for _ in 0..most {
            let worst = self.residual();
            if !worst.is_finite() {
                out.usable = false;
                return;
            }
            self.balanced = worst < BALANCED;
            if worst < TOLERANCE || self.moved < STOPPED {
                return;
            }
            out.iterations += 1;
            if !self.aim(out) {
                return;
            }
            self.moved = self.advance() * self.largest(&self.step);
        }
    }

    /// Newton's step from the present gradient, with a new factor if the old one is stale; false if
    /// there is none.
    fn aim(&mut self, out: &mut Outcome) -> bool {
        if !self.factorised || self.groups.iter().any(Group::has_changed) {
            out.usable = self.factorise();
            self.factorised = out.usable;
            if !out.usable {
                return false;
            }
            out.factorisations += 1;
        }
        let Some(matrix) = &self.pattern.matrix else { return false };
        self.step.clear();
        self.step.extend(self.gradient.iter().map(|g| -*g));
        matrix.solve(&mut self.step, &mut self.wide);
        true
    }

    /// The largest part of the gradient as a velocity, m/s.
    fn residual(&self) -> f64 {
        self.largest(&self.gradient)
    }

    fn largest(&self, scaled: &[DVec3]) -> f64 {
        scaled
            .iter()
            .zip(&self.speed)
            .map(|(g, s)| g.abs().max_element() * s)
            .fold(0.0, |a, b| if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) })
    }

    /// Goes along the step to where the slope has fallen off; tells how far it went.
    fn advance(&mut self) -> f64 {
        let slope = dot(&self.gradient, &self.step);
        let (mut lo, mut hi) = ((0.0, slope), None::<(f64, f64)>);
        let (mut done, mut goal) = (0.0, 1.0);
        for tried in 0..MOST_TRIES {
            for (u, s) in self.u.iter_mut().zip(&self.step) {
                *u += *s * (goal - done);
            }
            done = goal;
            self.evaluate();
            let now = dot(&self.gradient, &self.step);
            if now.abs() <= 0.1 * slope.abs() || (now < 0.0 && goal == 1.0) {
                break;
            }
            // Illinois: a chord between the signs, with the end that stays counted half.
            if now < 0.0 {
                lo = (goal, now);
                hi = hi.map(|(x, y)| (x, 0.5 * y));
            } else {
                hi = Some((goal, now));
                lo.1 *= if lo.0 > 0.0 { 0.5 } else { 1.0 };
            }
            goal = match hi {
                // The slope may jump within a millionth of the way, where a limit is reached.
                Some((x, y)) if y.is_finite() && tried % 3 != 2 => {
                    lo.0 + (x - lo.0) * lo.1 / (lo.1 - y)
                }
                Some((x, _)) => 0.5 * (lo.0 + x),
                None => 1.0,
            };
        }
        done
    }

    /// Keeps the velocities it started with, if it has a cloth; tells whether it has.
    pub fn leave_cloth(&mut self) -> bool {
        self.balanced &= !self.woven;
        self.woven
    }

    /// Prepares for another solve from the present velocities, in which contacts may change what
    /// they carry, rigid rows keep the rates they have, and all else keeps its impulse.
    pub fn hold(&mut self) {
        self.curvature.clear();
        for group in &mut self.groups {
            group.bond = None;
            let span = group.span();
            let local = &mut group.local;
            if local.law == Law::Cone {
                continue;
            }
            if group.now.stiffness[0][0] == 0.0 || local.epsilon[0] == 0.0 {
                local.law = Law::Constant;
                continue;
            }
            let rate = rate(&self.entries[span], &self.u, local.rows);
            local.b = rate.map(|x| -x);
            local.gamma = [0.0; 3];
            local.bound = match local.law {
                Law::Interval => [f64::NEG_INFINITY, f64::INFINITY, 0.0],
                _ => [f64::INFINITY, 0.0, 0.0],
            };
        }
    }

    /// Answers of all groups, and the gradient, at the present velocities.
    pub fn evaluate(&mut self) {
        for group in &mut self.groups {
            let span = group.span();
            let rows = group.local.rows;
            group.now = group.local.respond(rate(&self.entries[span], &self.u, rows));
        }
        self.balance();
    }

    /// Answers as they were in the last substep, wherever the velocities have gone; false if no group has
    /// a memory that could mislead.
    fn presume(&mut self) -> bool {
        let mut any = false;
        for group in &mut self.groups {
            any |= group.local.law == Law::Cone && group.local.guess[0] > 0.0;
            let rate = rate(&self.entries[group.span()], &self.u, group.local.rows);
            group.now = match &group.edge {
                Some(edge) => group.local.presume_taut(rate, edge.taut),
                None => group.local.presume(rate),
            };
            any |= group.edge.is_some();
        }
        if any {
            self.balance();
        }
        any
    }

    fn balance(&mut self) {
        self.gradient.clear();
        self.gradient.extend(self.u.iter().zip(&self.start).map(|(u, s)| *u - *s));
        if !self.inverse.is_empty() {
            self.work.clear();
            self.work.extend_from_slice(&self.gradient);
            for (unknown, g) in self.unknowns.iter().zip(&mut self.gradient) {
                if matches!(unknown, Unknown::Touched(..)) {
                    *g = DVec3::ZERO;
                }
            }
            multiply_add(self.inverse.iter(), &self.work, &mut self.gradient);
        }
        if !self.curvature.is_empty() {
            self.work.clear();
            self.work.extend(self.u.iter().zip(&self.around).map(|(u, a)| *u - *a));
            multiply_add(self.curvature.iter().map(|c| &c.0), &self.work, &mut self.gradient);
        }
        for group in &self.groups {
            if let Some(edge) = group.edge.filter(|e| e.across > 0.0) {
                let entries = &self.entries[group.span()];
                let (n, shares) = shares(entries);
                let mut side = DVec3::ZERO;
                for (entry, share) in entries.iter().zip(shares) {
                    side += self.u[entry.unknown as usize] * share;
                }
                side = (side - n * n.dot(side)) * edge.across;
                for (entry, share) in entries.iter().zip(shares) {
                    self.gradient[entry.unknown as usize] += side * share;
                }
            }
            for entry in &self.entries[group.span()] {
                let g = &mut self.gradient[entry.unknown as usize];
                for d in 0..group.local.rows {
                    *g -= entry.j[d] * (group.now.impulse[d] - group.local.carried[d]);
                }
            }
        }
    }

    /// Gives friction the radius that the normal forces allow; tells whether it has changed much.
    fn renew(&mut self) -> bool {
        let mut any = false;
        for group in &mut self.groups {
            if group.local.law == Law::Cone {
                any |= group.local.renew_radius(&group.now);
            }
            group.pulled = group.now.impulse;
        }
        any
    }

    /// Whether the impulses may be taken for what they are. Those of a cloth need not balance: each of its
    /// edges is pulled hard, and none of them far.
    pub fn may_be_trusted(&self) -> bool {
        self.balanced || self.woven
    }

    /// Whether impulses and velocities agree.
    pub fn is_balanced(&self) -> bool {
        self.balanced
    }

    /// Whether the solve has come nowhere near the answer.
    pub fn is_lost(&self) -> bool {
        !self.may_be_trusted() && self.moved > LOST
    }

    /// The velocities that the impulses lead to, which keep the momentum exactly. Rigid rows make a
    /// large impulse of a small error, so if the solve was given up early these are useless and the
    /// velocities themselves are taken.
    pub fn result(&self, i: usize) -> DVec3 {
        if self.balanced { self.u[i] - self.gradient[i] } else { self.u[i] }
    }

    fn factorise(&mut self) -> bool {
        let p = &mut self.pattern;
        let Some(matrix) = &mut p.matrix else { return false };
        matrix.clear();
        for (unknown, &at) in self.unknowns.iter().zip(&p.diagonal) {
            if !matches!(unknown, Unknown::Touched(..)) {
                matrix.add(at, DMat3::IDENTITY);
            }
        }
        for term in &self.inverse {
            if let Some(at) = matrix.find(term.between[0], term.between[1]) {
                matrix.add(at, term.block);
            }
        }
        for &(Term { block, .. }, at) in &self.curvature {
            matrix.add(at, block);
        }
        for group in &mut self.groups {
            group.made = group.now;
            if !group.full || group.now.stiffness == [[0.0; 3]; 3] {
                continue;
            }
            let entries = &self.entries[group.span()];
            let rows = group.local.rows;
            let k = &group.now.stiffness;
            let mut place = group.places as usize;
            for (i, a) in entries.iter().enumerate() {
                let mut pulled = [DVec3::ZERO; 3];
                for (d, x) in pulled[..rows].iter_mut().enumerate() {
                    for e in 0..rows {
                        *x += a.j[e] * k[e][d];
                    }
                }
                for (k, b) in entries[i..].iter().enumerate() {
                    let mut block = match &group.edge {
                        Some(edge) => {
                            let (n, shares) = shares(entries);
                            let side = outer(n, n);
                            (DMat3::IDENTITY - side) * (edge.across * shares[i] * shares[i + k])
                        }
                        None => DMat3::ZERO,
                    };
                    for d in 0..rows {
                        let (x, y) = (pulled[d], b.j[d]);
                        block += outer(x, y);
                    }
                    let at = p.places[place];
                    place += 1;
                    matrix.add(at, block);
                    if a.unknown == b.unknown && !std::ptr::eq(a, b) {
                        // Two entries on one unknown: the mirror image belongs to the same block.
                        matrix.add(at, block.transpose());
                    }
                }
            }
        }
        matrix.factorise()
    }
}

/// The direction of an edge, and the share of each of its (at most two) entries in it.
fn shares(entries: &[Entry]) -> (DVec3, [f64; 2]) {
    let n = entries.first().and_then(|e| e.j[0].try_normalize()).unwrap_or(DVec3::X);
    let share = |i: usize| entries.get(i).map_or(0.0, |e| e.j[0].dot(n));
    (n, [share(0), share(1)])
}

/// The place of a pair of `n` entries, `i` before `k` or the same, among all of them.
fn pair(n: usize, i: usize, k: usize) -> usize {
    i * n - i * i.saturating_sub(1) / 2 + (k - i)
}

fn rate(entries: &[Entry], u: &[DVec3], rows: usize) -> [f64; 3] {
    let mut out = [0.0; 3];
    for entry in entries {
        for d in 0..rows {
            out[d] += entry.j[d].dot(u[entry.unknown as usize]);
        }
    }
    out
}

/// `y += Σ K x` of symmetric terms.
fn multiply_add<'a>(terms: impl Iterator<Item = &'a Term>, x: &[DVec3], y: &mut [DVec3]) {
    for &Term { between: [a, b], block } in terms {
        let (a, b) = (a as usize, b as usize);
        y[a] += block * x[b];
        if a != b {
            y[b] += block.transpose() * x[a];
        }
    }
}

fn dot(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()
}
