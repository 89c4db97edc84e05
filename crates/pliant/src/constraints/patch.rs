//! Patch: two rigid bodies touch at up to four points with one normal, and rub.
//!
//! The same law as [`contact`](super::contact), for all points of a patch at once. Each point `i` has
//! a normal row, `C_i = n·(b_i − a_i)`, pushed apart as contacts are. Friction acts once for the whole
//! patch, at the mean `c` of its points: along two tangents with `|f| ≤ μ Σλ_i`, and about the normal
//! with `|τ| ≤ μ Σλ_i |p_i − c| + μ_s Σλ_i`, where `μ_s` (m) is the spinning friction of the pair.
//! Because the points lie in one plane, forces along it have the same moment about its axes wherever
//! in the plane they act, so nothing is lost but the coupling of sliding and spinning.
//! Rolling friction `μ_r` (m) resists the relative turning about the tangents, `|τ| ≤ μ_r Σλ_i`.
//!
//! One lane is one patch: the velocities of its bodies are gathered once for all of its rows. The
//! normal rows are swept one after the other; the linear part of their rates is the same for all.
//! A step of friction is `f ← P(f − δ/w)` with the largest eigenvalue `w` of the compliance, whose
//! fixed point opposes the slip exactly.
//!
//! Springs give way by `GIVE` at most, then they are rigid: `J v + b + min(γλ, GIVE ω/a₁) = 0`. So
//! an impact on a stack, far larger than any weight, does not press its boxes into each other.
//!
//! Rows of bodies that have hardly moved since the step began keep their Jacobian: only the gaps
//! follow. All others are linearised in every substep.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Substep;
use super::batch::{Engine, FORGET, IDLE, Places, UNIT, WORTH_THREADS};
use super::contact::tangents;
use crate::collision::patch::{POINTS, Patch};
use crate::math::Real;
use crate::math::lanes::{Lanes, Rotor, V3, W};
use crate::math::transpose::gather;
use crate::solvers::colour::{Colouring, Crowds, Split};
use crate::solvers::simd::Level;
use crate::solvers::velocities::{FrameSlot, Shared, Velocities};
use crate::state::{PackedFrame, State};

/// Bouncy points nearer than this hand impacts on, m.
const TOUCHING: Real = 2e-4;

/// The most sweeps of impacts in a substep.
const IMPACTS: usize = 16;

/// How far the springs of contacts give way, m: what loads them harder meets a rigid row.
const GIVE: Real = 1.5e-3;

/// The rows of eight patches.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
struct Block {
    /// Frame slots, or copies of split ones.
    frame: [[u32; W]; 2],
    /// Normal and tangents.
    basis: [V3; 3],
    /// Square roots of the inverse masses.
    s: [Lanes; 2],
    /// `s_a² + s_b²`: the linear part of every diagonal compliance.
    linear: Lanes,
    /// Scaled angular Jacobian of the normal rows.
    normal: [[V3; 2]; POINTS],
    /// Scaled angular Jacobian of the tangents at the middle of the patch.
    tangent: [[V3; 2]; 2],
    /// Scaled angular Jacobian about the normal.
    twist: [V3; 2],
    /// Inverse compliances of the normal rows, softness included.
    inv_w: [Lanes; POINTS],
    /// The same without softness.
    hard_inv_w: [Lanes; POINTS],
    /// The speed at which softness lets points approach, at most, m/s.
    most: Lanes,
    /// Inverse of the largest compliance along the tangents.
    inv_wt: Lanes,
    /// Inverse compliance about the normal.
    inv_ww: Lanes,
    /// Bias of the normal rows, m/s.
    b: [Lanes; POINTS],
    /// Softness of the normal rows, 1/kg.
    gamma: [Lanes; POINTS],
    /// Velocity of immobile bodies along the tangents and about the normal.
    driven: [Lanes; 3],
    /// Impulses along the normal, N·s.
    lambda: [Lanes; POINTS],
    /// What impacts have left of them: no less.
    floor: [Lanes; POINTS],
    /// Friction along the tangents, N·s, and about the normal, N·m·s.
    friction: [Lanes; 3],
    /// Coefficient of friction.
    mu: Lanes,
    /// Levers of the points about the middle, times the coefficient, plus spinning friction, m.
    grip: [Lanes; POINTS],
    /// Whether its points are all too far apart to meet in this substep: then it is not swept,
    apart: bool,
    /// and its Jacobian is not that of the step unless this is false.
    stale: bool,
}

/// What a block is linearised from.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
struct Item {
    frame: [[u32; W]; 2],
    /// Square roots of the numbers of copies.
    split: [Lanes; 2],
    /// Points on the two bodies in their own axes.
    arm: [[V3; POINTS]; 2],
    /// Radii about the points.
    round: [Lanes; 2],
    /// One for points that are there, else zero.
    there: [Lanes; POINTS],
    /// One over the number of points.
    share: Lanes,
    /// How far the points of the two bodies go towards each other to the common point at which both are
    /// pushed. Nowhere for patches that will touch later: each body is pushed where it will be hit.
    meet: [Lanes; 2],
    restitution: Lanes,
    /// Whether any of them rebounds.
    bouncy: bool,
    spinning: Lanes,
    /// Gaps at the start of the substep, m.
    gap: [Lanes; POINTS],
    /// Compliance of the normal rows without softness.
    w: [Lanes; POINTS],
    /// Velocities of immobile bodies along the normal rows.
    driven: [Lanes; POINTS],
    /// Takes a torque of the world to the scaled angular velocity.
    sr: [[V3; 3]; 2],
    /// By what the frequency of the contact spring is less than that of a body with two patches: `√(2/k)`
    /// for `k` patches on the busier body. Swept row by row, a body can bear only so much stiffness.
    slower: Lanes,
    /// Impulses of the step so far, along the normal and the tangents, N·s.
    carried: [Lanes; 3],
    /// Which patch; `u32::MAX` is padding.
    owner: [u32; W],
}

/// Rolling friction of eight patches.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
struct Roll {
    /// Scaled angular Jacobian about the tangents.
    j: [[V3; 2]; 2],
    inv_w: Lanes,
    driven: [Lanes; 2],
    /// Coefficient, m.
    mu: Lanes,
    /// Impulses about the tangents, N·m·s.
    lambda: [Lanes; 2],
}

/// What a sweep over a unit of blocks has found.
#[derive(Clone, Copy, Debug, Default)]
struct Partial {
    /// The sum of the squared changes of impulse.
    squares: Real,
    /// The largest approach that was taken from a point, m/s.
    worst: Real,
}

/// All patches of a world.
#[derive(Clone, Debug, Default)]
pub struct Patches {
    blocks: Vec<Block>,
    items: Vec<Item>,
    /// As many as blocks if any patch resists rolling, else none.
    rolls: Vec<Roll>,
    colours: Vec<usize>,
    splits: [Vec<Split>; 2],
    partial: Vec<Partial>,
    /// The largest approach that the last sweep took from a point, m/s.
    worst: Real,
    /// How many patches each frame has.
    busy: Vec<u32>,
    rows: usize,
}

/// The impulses of a patch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Impulses {
    /// Along the normal at each point, N·s.
    pub normal: [Real; POINTS],
    /// Along the tangents (N·s) and about the normal (N·m·s).
    pub friction: [Real; 3],
    /// About the tangents, N·m·s.
    pub rolling: [Real; 2],
}

impl Patches {
    /// Colours the chosen patches and lays them out, with the impulses they hold as a first guess.
    pub fn build(
        &mut self,
        patches: &[Patch],
        chosen: &[u32],
        colouring: &mut Colouring,
        state: &State,
        velocities: &mut Velocities,
    ) {
        let mobile = |i: u32| state.frames.mass[i as usize].mass > 0.0;
        colouring.begin(0, state.frames.x.len());
        self.rows = 0;
        self.busy.clear();
        self.busy.resize(state.frames.x.len(), 0);
        let mut rolls = false;
        for &owner in chosen {
            let p = &patches[owner as usize];
            let frames = [p.a, p.b].into_iter().filter(|&i| mobile(i));
            colouring.push(owner, std::iter::empty(), frames);
            for i in [p.a, p.b].into_iter().filter(|&i| mobile(i)) {
                self.busy[i as usize] += 1;
            }
            rolls |= p.rolling > 0.0;
            self.rows += p.count as usize + if p.rolling > 0.0 { 5 } else { 3 };
        }
        self.splits[0].clear();
        self.splits[1].clear();
        let counts =
            colouring.finish([0, velocities.frames.len() as u32], Crowds::Split, &mut self.splits);
        velocities.frames.resize(counts[1] as usize, FrameSlot::default());
        self.blocks.clear();
        self.items.clear();
        self.rolls.clear();
        self.colours.clear();
        for colour in colouring.colours() {
            for group in colour.chunks(W) {
                self.blocks.push(Block::PADDING);
                self.items.push(Item::PADDING);
                if rolls {
                    self.rolls.push(Roll::PADDING);
                }
                let last = self.blocks.len() - 1;
                let (block, item) = (&mut self.blocks[last], &mut self.items[last]);
                for (l, &row) in group.iter().enumerate() {
                    let owner = colouring.name(row as usize);
                    let p = &patches[owner as usize];
                    let mut next = colouring.slots(row as usize);
                    let place = [p.a, p.b].map(|i| {
                        if mobile(i) { next.next().unwrap_or((0, 1.0)) } else { (0, 1.0) }
                    });
                    fill(block, item, l, p, owner, place);
                    let busier = self.busy[p.a as usize].max(self.busy[p.b as usize]).max(2);
                    item.slower.0[l] = (2.0 / busier as Real).sqrt();
                    if let Some(roll) = self.rolls.get_mut(last) {
                        roll.mu.0[l] = p.rolling;
                        roll.lambda[0].0[l] = p.impulses.rolling[0];
                        roll.lambda[1].0[l] = p.impulses.rolling[1];
                    }
                }
            }
            self.colours.push(self.blocks.len());
        }
        self.partial
            .resize(self.blocks.len().div_ceil(UNIT) + self.colours.len(), Partial::default());
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of slots that were split, for reports.
    pub fn split_slots(&self) -> usize {
        self.splits[1].len()
    }

    /// Computes Jacobian, bias and softness for this substep; `at.still` tells which frames have
    /// hardly moved since the step began.
    pub fn linearise(&mut self, at: Places<'_>, t: &Substep, on: Engine) {
        let still = |i: &u32| at.still[*i as usize];
        let one = |((blocks, items), rolls): ((&mut [Block], &mut [Item]), &mut [Roll])| {
            on.level.run(
                #[inline(always)]
                || {
                    for (i, (block, item)) in blocks.iter_mut().zip(items).enumerate() {
                        let reach = 2.0 * at.fastest * t.h;
                        if block.stale || !item.frame.as_flattened().iter().all(still) {
                            linearise(block, item, rolls.get_mut(i), at, reach, on.level);
                        } else {
                            block.part(item, reach);
                        }
                        if !block.apart {
                            bias(block, item, t);
                        }
                    }
                },
            );
        };
        if on.threads > 1 && self.blocks.len() >= WORTH_THREADS && self.rolls.is_empty() {
            let items = self.items.par_chunks_mut(UNIT);
            let blocks = self.blocks.par_chunks_mut(UNIT).zip(items);
            blocks.for_each(|pair| one((pair, &mut [])));
        } else {
            one(((&mut self.blocks, &mut self.items), &mut self.rolls));
        }
    }

    /// Gives the bodies the impulses that the rows remember, but not those of open points.
    pub fn start(&mut self, velocities: &mut Velocities, on: Engine) {
        self.spread(velocities);
        let shared = velocities.share(on.level);
        on.level.run(
            #[inline(always)]
            || {
                for (i, (block, item)) in self.blocks.iter_mut().zip(&mut self.items).enumerate() {
                    if !block.apart {
                        block.start(item, &shared, self.rolls.get_mut(i));
                    } else if let Some(roll) = self.rolls.get_mut(i) {
                        roll.lambda = [Lanes::ZERO; 2];
                    }
                }
            },
        );
        self.gather(velocities);
    }

    /// One sweep over all rows; gives the sum of the squared changes of impulse.
    pub fn sweep(&mut self, velocities: &mut Velocities, on: Engine) -> Real {
        if self.blocks.is_empty() {
            self.worst = 0.0;
            return 0.0;
        }
        self.spread(velocities);
        let shared = velocities.share(on.level);
        let (mut first, mut partials) = (0, 0);
        for &end in &self.colours {
            let blocks = &mut self.blocks[first..end];
            let rolls = if self.rolls.is_empty() { &mut [] } else { &mut self.rolls[first..end] };
            let units = blocks.len().div_ceil(UNIT);
            let sums = &mut self.partial[partials..partials + units];
            partials += units;
            if on.threads > 1 && blocks.len() >= WORTH_THREADS && rolls.is_empty() {
                let units = blocks.par_chunks_mut(UNIT).zip(sums.par_iter_mut());
                units.for_each(|(unit, sum)| *sum = sweep(unit, &mut [], shared, on));
            } else {
                for (i, (unit, sum)) in blocks.chunks_mut(UNIT).zip(sums).enumerate() {
                    let rolls = rolls.get_mut(i * UNIT..).unwrap_or_default();
                    *sum = sweep(unit, rolls, shared, on);
                }
            }
            first = end;
        }
        self.gather(velocities);
        let partials = &self.partial[..partials];
        self.worst = partials.iter().map(|p| p.worst).fold(0.0, Real::max);
        partials.iter().map(|p| p.squares).sum()
    }

    /// The largest approach that the last sweep took from a point, m/s: about what it left elsewhere.
    pub fn worst(&self) -> Real {
        self.worst
    }

    /// Prepares a sweep without push-out, after the positions were integrated: gaps have closed by
    /// `h J v`, and points that were hit rebound.
    pub fn begin_relax(
        &mut self,
        at: Places<'_>,
        velocities: &mut Velocities,
        t: &Substep,
        on: Engine,
    ) {
        self.spread(velocities);
        let shared = velocities.share(on.level);
        let still = |i: &u32| at.still[*i as usize];
        on.level.run(
            #[inline(always)]
            || {
                for (block, item) in self.blocks.iter_mut().zip(&mut self.items) {
                    // What is stale finds its gaps anew in the next substep.
                    if !block.stale {
                        let follows = !item.frame.as_flattened().iter().all(still);
                        block.begin_relax(item, &shared, t, follows);
                    }
                }
            },
        );
        if self.items.iter().any(|item| item.bouncy) {
            self.rebound(&shared, t, on);
        }
        self.gather(velocities);
    }

    /// Impacts run through touching bodies as through Newton's cradle.
    fn rebound(&mut self, shared: &Shared<'_>, t: &Substep, on: Engine) {
        let bouncy = |(block, item): &(&mut Block, &Item)| item.bouncy && !block.stale;
        on.level.run(
            #[inline(always)]
            || {
                for (block, item) in self.blocks.iter_mut().zip(&self.items).filter(bouncy) {
                    block.take_back(item, shared);
                }
                for _ in 0..IMPACTS {
                    let mut any = false;
                    for (block, item) in self.blocks.iter_mut().zip(&self.items).filter(bouncy) {
                        any |= block.impact(item, shared, t);
                    }
                    if !any {
                        break;
                    }
                }
            },
        );
    }

    /// Adds the impulses of a substep to those of the step.
    pub fn add_impulses(&mut self) {
        for (block, item) in self.blocks.iter().zip(&mut self.items) {
            for f in block.lambda {
                item.carried[0] += f;
            }
            item.carried[1] += block.friction[0];
            item.carried[2] += block.friction[1];
        }
    }

    /// The impulse of each patch in the whole step, along its normal and tangents, N·s.
    pub fn carried(&self) -> impl Iterator<Item = (u32, [Real; 3])> + '_ {
        self.items.iter().flat_map(|item| {
            (0..W)
                .filter(|&l| item.owner[l] != u32::MAX)
                .map(move |l| (item.owner[l], item.carried.map(|x| x.0[l])))
        })
    }

    /// The frames of patches that carry something and have a point deeper than this, m.
    pub fn deeper_than(&self, depth: Real) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.blocks.iter().zip(&self.items).flat_map(move |(block, item)| {
            let deep =
                move |l: usize, i: usize| block.lambda[i].0[l] > 0.0 && -item.gap[i].0[l] > depth;
            (0..W)
                .filter(move |&l| item.owner[l] != u32::MAX && (0..POINTS).any(|i| deep(l, i)))
                .map(move |l| item.frame.map(|f| f[l]))
        })
    }

    /// The impulses of each patch.
    pub fn impulses(&self) -> impl Iterator<Item = (u32, Impulses)> + '_ {
        self.blocks.iter().zip(&self.items).enumerate().flat_map(|(i, (block, item))| {
            let roll = self.rolls.get(i);
            (0..W).filter(|&l| item.owner[l] != u32::MAX).map(move |l| {
                let impulses = Impulses {
                    normal: block.lambda.map(|x| x.0[l]),
                    friction: block.friction.map(|x| x.0[l]),
                    rolling: roll.map_or([0.0; 2], |r| r.lambda.map(|x| x.0[l])),
                };
                (item.owner[l], impulses)
            })
        })
    }

    /// Copies of a split slot start with its velocity: `u/√k`, since each has a `k`-th of its mass.
    fn spread(&self, velocities: &mut Velocities) {
        for s in &self.splits[1] {
            let u = velocities.frames[s.slot as usize].0.map(|x| x * s.share());
            velocities.frames[s.copies()].fill(FrameSlot(u));
        }
    }

    /// A split slot moves as its copies do on average, which keeps the momentum (Tonge et al. 2012).
    fn gather(&self, velocities: &mut Velocities) {
        for s in &self.splits[1] {
            let mut sum = [0.0; 8];
            for u in &velocities.frames[s.copies()] {
                sum = std::array::from_fn(|i| sum[i] + u.0[i]);
            }
            velocities.frames[s.slot as usize].0 = sum.map(|x| x * s.share());
        }
    }
}

impl Block {
    /// Rows on the world that carry nothing.
    const PADDING: Self = Self {
        frame: [[0; W]; 2],
        basis: [V3::ZERO; 3],
        s: [Lanes::ZERO; 2],
        linear: Lanes::ZERO,
        normal: [[V3::ZERO; 2]; POINTS],
        tangent: [[V3::ZERO; 2]; 2],
        twist: [V3::ZERO; 2],
        inv_w: [Lanes::ZERO; POINTS],
        hard_inv_w: [Lanes::ZERO; POINTS],
        most: Lanes::ZERO,
        inv_wt: Lanes::ZERO,
        inv_ww: Lanes::ZERO,
        b: [Lanes::ZERO; POINTS],
        gamma: [Lanes::ZERO; POINTS],
        driven: [Lanes::ZERO; 3],
        lambda: [Lanes::ZERO; POINTS],
        floor: [Lanes::ZERO; POINTS],
        friction: [Lanes::ZERO; 3],
        mu: Lanes::ZERO,
        grip: [Lanes::ZERO; POINTS],
        apart: false,
        stale: true,
    };

    /// Rests if all points are further apart than `reach`: what is found for a whole step lies mostly beyond
    /// what a substep can close.
    #[inline(always)]
    fn part(&mut self, item: &Item, reach: Real) {
        let mut near = Lanes::ZERO;
        for i in 0..POINTS {
            let close = Lanes::splat(reach) - item.gap[i];
            near += close.where_positive(item.there[i], Lanes::ZERO);
        }
        self.apart = near.sum() == 0.0;
        if self.apart {
            self.lambda = [Lanes::ZERO; POINTS];
            self.friction = [Lanes::ZERO; 3];
        }
    }

    /// Pushes the bodies by the impulses the rows hold, after dropping those of open points.
    #[inline(always)]
    fn start(&mut self, item: &mut Item, v: &Shared<'_>, roll: Option<&mut Roll>) {
        let mut any = Lanes::ZERO;
        for i in 0..POINTS {
            let shut = Lanes::splat(FORGET) - item.gap[i];
            self.lambda[i] = shut.where_positive(self.lambda[i], Lanes::ZERO);
            any += self.lambda[i];
        }
        self.friction = self.friction.map(|f| any.where_positive(f, Lanes::ZERO));
        let [mut a, mut b] = [v.frames(&self.frame[0]), v.frames(&self.frame[1])];
        let [n, t, s] = self.basis;
        let force = n.scale(any) + t.scale(self.friction[0]) + s.scale(self.friction[1]);
        a[0] = a[0] - force.scale(self.s[0]);
        b[0] = b[0] + force.scale(self.s[1]);
        for i in 0..POINTS {
            a[1] = a[1] + self.normal[i][0].scale(self.lambda[i]);
            b[1] = b[1] + self.normal[i][1].scale(self.lambda[i]);
        }
        for (j, f) in [self.tangent[0], self.tangent[1], self.twist].iter().zip(self.friction) {
            a[1] = a[1] + j[0].scale(f);
            b[1] = b[1] + j[1].scale(f);
        }
        if let Some(roll) = roll {
            roll.lambda = roll.lambda.map(|f| any.where_positive(f, Lanes::ZERO));
            for (j, f) in roll.j.iter().zip(roll.lambda) {
                a[1] = a[1] + j[0].scale(f);
                b[1] = b[1] + j[1].scale(f);
            }
        }
        v.set_frames(&self.frame[0], &a);
        v.set_frames(&self.frame[1], &b);
    }

    /// Solves all rows once, in place; gives the squared changes of impulse.
    #[inline(always)]
    fn solve(&mut self, v: &Shared<'_>, roll: Option<&mut Roll>, worst: &mut Lanes) -> Lanes {
        let [mut a, mut b] = [v.frames(&self.frame[0]), v.frames(&self.frame[1])];
        let [n, t, s] = self.basis;
        let apart = b[0].scale(self.s[1]) - a[0].scale(self.s[0]);
        let mut squares = Lanes::ZERO;
        let (mut along, mut pushed) = (n.dot(apart), Lanes::ZERO);
        let (mut total, mut grip) = (Lanes::ZERO, Lanes::ZERO);
        for i in 0..POINTS {
            let [ja, jb] = self.normal[i];
            let rate = along + ja.dot(a[1]) + jb.dot(b[1]);
            let delta = rate + self.b[i] + self.gamma[i] * self.lambda[i];
            let soft = self.lambda[i] - delta * self.inv_w[i];
            let hard = self.lambda[i] - (rate + self.b[i] + self.most) * self.hard_inv_w[i];
            let given = self.gamma[i] * soft - self.most;
            let new = given.where_positive(hard, soft).max(self.floor[i]);
            let change = new - self.lambda[i];
            self.lambda[i] = new;
            along += self.linear * change;
            pushed += change;
            a[1] = a[1] + ja.scale(change);
            b[1] = b[1] + jb.scale(change);
            squares += change * change;
            *worst = worst.max(change.where_positive(-delta, Lanes::ZERO));
            total += new;
            grip += self.grip[i] * new;
        }
        // Friction: both tangents at once, then about the normal.
        let rate = |j: &[V3; 2], a: V3, b: V3| j[0].dot(a) + j[1].dot(b);
        let slip = [
            t.dot(apart) + rate(&self.tangent[0], a[1], b[1]) + self.driven[0],
            s.dot(apart) + rate(&self.tangent[1], a[1], b[1]) + self.driven[1],
        ];
        let f = [0, 1].map(|d| self.friction[d] - slip[d] * self.inv_wt);
        let k = shrink(f, self.mu * total);
        let mut force = n.scale(pushed);
        for (d, g) in [t, s].into_iter().enumerate() {
            let change = f[d] * k - self.friction[d];
            self.friction[d] = f[d] * k;
            force = force + g.scale(change);
            a[1] = a[1] + self.tangent[d][0].scale(change);
            b[1] = b[1] + self.tangent[d][1].scale(change);
            squares += change * change;
        }
        let spin = rate(&self.twist, a[1], b[1]) + self.driven[2];
        let new = (self.friction[2] - spin * self.inv_ww).max(-grip).min(grip);
        let change = new - self.friction[2];
        self.friction[2] = new;
        a[1] = a[1] + self.twist[0].scale(change);
        b[1] = b[1] + self.twist[1].scale(change);
        if let Some(roll) = roll {
            let turning = [0, 1].map(|d| rate(&roll.j[d], a[1], b[1]) + roll.driven[d]);
            let f = [0, 1].map(|d| roll.lambda[d] - turning[d] * roll.inv_w);
            let k = shrink(f, roll.mu * total);
            for d in 0..2 {
                let change = f[d] * k - roll.lambda[d];
                roll.lambda[d] = f[d] * k;
                a[1] = a[1] + roll.j[d][0].scale(change);
                b[1] = b[1] + roll.j[d][1].scale(change);
            }
        }
        a[0] = a[0] - force.scale(self.s[0]);
        b[0] = b[0] + force.scale(self.s[1]);
        v.set_frames(&self.frame[0], &a);
        v.set_frames(&self.frame[1], &b);
        squares
    }

    #[inline(always)]
    fn begin_relax(&mut self, item: &mut Item, v: &Shared<'_>, t: &Substep, follows: bool) {
        let [a, b] = [v.frames(&self.frame[0]), v.frames(&self.frame[1])];
        let along = self.basis[0].dot(b[0].scale(self.s[1]) - a[0].scale(self.s[0]));
        let h = Lanes::splat(t.h);
        for i in 0..POINTS {
            let [ja, jb] = self.normal[i];
            let rate = along + ja.dot(a[1]) + jb.dot(b[1]) + item.driven[i];
            item.gap[i] += h * rate;
            let gap = item.gap[i].max(Lanes::ZERO);
            // A bouncy point that does not touch is left to the next substep, which must see the full
            // speed at which it comes.
            let apart = gap - Lanes::splat(TOUCHING);
            let waits = apart.where_positive(item.restitution, Lanes::ZERO);
            let open = gap * Lanes::splat(1.0 / t.h) + item.driven[i];
            self.b[i] = waits.where_positive(Lanes::splat(IDLE), open);
            self.gamma[i] = Lanes::ZERO;
        }
        if follows {
            self.follow(item, [a[0], b[0]], h);
            self.compliances(item);
        }
        self.inv_w = self.hard_inv_w;
    }

    /// Takes back what bouncy points have pushed in this substep: impacts start from the velocities at
    /// which the bodies came.
    #[inline(always)]
    fn take_back(&mut self, item: &Item, v: &Shared<'_>) {
        let [mut a, mut b] = [v.frames(&self.frame[0]), v.frames(&self.frame[1])];
        let mut sum = Lanes::ZERO;
        for i in 0..POINTS {
            let pushed = item.restitution.where_positive(self.lambda[i], Lanes::ZERO);
            self.lambda[i] = self.lambda[i] - pushed;
            sum += pushed;
            a[1] = a[1] - self.normal[i][0].scale(pushed);
            b[1] = b[1] - self.normal[i][1].scale(pushed);
        }
        let force = self.basis[0].scale(sum);
        a[0] = a[0] + force.scale(self.s[0]);
        b[0] = b[0] - force.scale(self.s[1]);
        v.set_frames(&self.frame[0], &a);
        v.set_frames(&self.frame[1], &b);
    }

    /// Impacts of bouncy points that touch, one after the other: each that approaches at `−v` leaves at
    /// `e v`, and keeps its impulse from then on. Tells whether there was any.
    #[inline(always)]
    fn impact(&mut self, item: &Item, v: &Shared<'_>, t: &Substep) -> bool {
        let [mut a, mut b] = [v.frames(&self.frame[0]), v.frames(&self.frame[1])];
        let n = self.basis[0];
        let mut along = n.dot(b[0].scale(self.s[1]) - a[0].scale(self.s[0]));
        let (mut pushed, mut hits) = (Lanes::ZERO, Lanes::ZERO);
        for i in 0..POINTS {
            let [ja, jb] = self.normal[i];
            let rate = along + ja.dot(a[1]) + jb.dot(b[1]) + item.driven[i];
            let touches = Lanes::splat(TOUCHING) - item.gap[i];
            let fast = -rate - Lanes::splat(t.contact.rebound_threshold);
            let hit = touches.where_positive(item.restitution, Lanes::ZERO);
            let hit = fast.where_positive(hit, Lanes::ZERO);
            let change = (Lanes::ONE + item.restitution) * (-rate) * self.inv_w[i];
            let change = hit.where_positive(change, Lanes::ZERO);
            hits += hit;
            self.lambda[i] += change;
            self.floor[i] += change;
            along += self.linear * change;
            pushed += change;
            a[1] = a[1] + ja.scale(change);
            b[1] = b[1] + jb.scale(change);
        }
        a[0] = a[0] - n.scale(pushed * self.s[0]);
        b[0] = b[0] + n.scale(pushed * self.s[1]);
        v.set_frames(&self.frame[0], &a);
        v.set_frames(&self.frame[1], &b);
        hits.sum() > 0.0
    }

    /// Moves the lever arms along with the bodies: pushed at the old ones, bodies that slide past
    /// each other would gain angular momentum. All points move alike, so all rows change alike.
    #[inline(always)]
    fn follow(&mut self, item: &Item, u: [V3; 2], h: Lanes) {
        // The common point goes with the body it belongs to; only the other's arm changes.
        let past = u[1].scale(self.s[1] * h) - u[0].scale(self.s[0] * h);
        let moves = [past.scale(item.meet[0]), past.scale(-item.meet[1])];
        for (k, moved) in moves.into_iter().enumerate() {
            let sign = if k == 0 { -Lanes::ONE } else { Lanes::ONE };
            let more =
                self.basis.map(|g| scaled(&item.sr[k], moved.cross(g).scale(sign * item.split[k])));
            for i in 0..POINTS {
                self.normal[i][k] = self.normal[i][k] + more[0].scale(item.there[i]);
            }
            self.tangent[0][k] = self.tangent[0][k] + more[1];
            self.tangent[1][k] = self.tangent[1][k] + more[2];
        }
    }

    /// `w = J M⁻¹ Jᵀ` of every row, and its inverse.
    #[inline(always)]
    fn compliances(&mut self, item: &mut Item) {
        for i in 0..POINTS {
            let [ja, jb] = self.normal[i];
            item.w[i] = (self.linear + ja.dot(ja) + jb.dot(jb)) * item.there[i];
            self.hard_inv_w[i] = inverse(item.w[i]);
        }
        let [t, s] = self.tangent;
        let tt = self.linear + t[0].dot(t[0]) + t[1].dot(t[1]);
        let ss = self.linear + s[0].dot(s[0]) + s[1].dot(s[1]);
        let ts = t[0].dot(s[0]) + t[1].dot(s[1]);
        let half = (tt - ss) * Lanes::splat(0.5);
        let largest = (tt + ss) * Lanes::splat(0.5) + (half * half + ts * ts).sqrt();
        self.inv_wt = inverse(largest);
        self.inv_ww = inverse(self.twist[0].dot(self.twist[0]) + self.twist[1].dot(self.twist[1]));
    }
}

impl Item {
    const PADDING: Self = Self {
        frame: [[0; W]; 2],
        split: [Lanes::ONE; 2],
        arm: [[V3::ZERO; POINTS]; 2],
        round: [Lanes::ZERO; 2],
        there: [Lanes::ZERO; POINTS],
        share: Lanes::ZERO,
        meet: [Lanes::ZERO; 2],
        restitution: Lanes::ZERO,
        bouncy: false,
        spinning: Lanes::ZERO,
        gap: [Lanes::ZERO; POINTS],
        w: [Lanes::ZERO; POINTS],
        driven: [Lanes::ZERO; POINTS],
        sr: [[V3::ZERO; 3]; 2],
        slower: Lanes::ONE,
        carried: [Lanes::ZERO; 3],
        owner: [u32::MAX; W],
    };
}

impl Roll {
    const PADDING: Self = Self {
        j: [[V3::ZERO; 2]; 2],
        inv_w: Lanes::ZERO,
        driven: [Lanes::ZERO; 2],
        mu: Lanes::ZERO,
        lambda: [Lanes::ZERO; 2],
    };
}

/// Writes one patch into one lane; `place` holds the slots to push (0: none) and the square roots of
/// their numbers of copies.
fn fill(
    block: &mut Block,
    item: &mut Item,
    l: usize,
    p: &Patch,
    owner: u32,
    place: [(u32, Real); 2],
) {
    for (k, frame) in [p.a, p.b].into_iter().enumerate() {
        block.frame[k][l] = place[k].0;
        item.split[k].0[l] = place[k].1;
        item.frame[k][l] = frame;
        item.round[k].0[l] = p.round[k];
    }
    for i in 0..p.count as usize {
        item.arm[0][i].set_lane(l, p.points[i].arm_a);
        item.arm[1][i].set_lane(l, p.points[i].arm_b);
        item.there[i].0[l] = 1.0;
        block.lambda[i].0[l] = p.impulses.normal[i];
    }
    for d in 0..3 {
        block.friction[d].0[l] = p.impulses.friction[d];
    }
    block.basis[0].set_lane(l, p.normal);
    block.mu.0[l] = p.friction;
    item.share.0[l] = 1.0 / Real::from(p.count);
    for k in 0..2 {
        item.meet[k].0[l] = p.meet[k];
    }
    item.restitution.0[l] = p.restitution;
    item.bouncy |= p.restitution > 0.0;
    item.spinning.0[l] = p.spinning;
    item.owner[l] = owner;
}

/// Gaps at the present positions, and of blocks that are not apart Jacobian, speeds and compliances.
#[inline(always)]
fn linearise(
    block: &mut Block,
    item: &mut Item,
    roll: Option<&mut Roll>,
    at: Places<'_>,
    reach: Real,
    level: Level,
) {
    let n = block.basis[0];
    let (t, s) = tangents(n);
    block.basis = [n, t, s];
    let mut points = [[V3::ZERO; POINTS]; 2];
    let mut centres = [V3::ZERO; 2];
    let mut masses = [Lanes::ZERO; 2];
    let first = item.frame.map(|frame| frame.map(|i| PackedFrame::QUADS as u32 * i));
    // SAFETY: indices were checked when the patches were built; so many quadruples are a packed frame.
    let quad = |k: usize, part: usize| unsafe {
        gather(at.packed.as_ptr().cast::<[Real; 4]>().add(part), &first[k], level)
    };
    for k in 0..2 {
        debug_assert!(item.frame[k].iter().all(|&i| (i as usize) < at.packed.len()));
        let [x, y, z, mass] = quad(k, 0);
        let centre = V3 { x, y, z };
        let [x, y, z, w] = quad(k, 1);
        let q = Rotor { v: V3 { x, y, z }, w };
        let side = if k == 0 { Lanes::ONE } else { -Lanes::ONE };
        let surface = centre + n.scale(item.round[k] * side);
        for i in 0..POINTS {
            points[k][i] = surface + q.turn(item.arm[k][i]);
        }
        (centres[k], masses[k]) = (centre, mass);
    }
    for i in 0..POINTS {
        item.gap[i] = n.dot(points[1][i] - points[0][i]);
    }
    block.part(item, reach);
    block.stale = block.apart;
    if block.apart {
        return;
    }
    let mut frames = [[V3::ZERO; 3]; 2];
    for k in 0..2 {
        let vector = |[x, y, z, _]: [Lanes; 4]| V3 { x, y, z };
        frames[k] = [centres[k], vector(quad(k, 4)), vector(quad(k, 5))];
        item.sr[k] = [6, 7, 8].map(|part| vector(quad(k, part)));
        block.s[k] = masses[k] * item.split[k];
    }
    block.linear = block.s[0] * block.s[0] + block.s[1] * block.s[1];
    let mut middle = [V3::ZERO; 2];
    for i in 0..POINTS {
        let between = points[1][i] - points[0][i];
        // Both sides are pushed at one point, so that impulses across a gap have no moment.
        points[0][i] = points[0][i] + between.scale(item.meet[0]);
        points[1][i] = points[1][i] - between.scale(item.meet[1]);
        for k in 0..2 {
            middle[k] = middle[k] + points[k][i].scale(item.there[i] * item.share);
        }
    }
    let mut resting = [[Lanes::ZERO; POINTS]; 2];
    let mut driven = [Lanes::ZERO; 3];
    for k in 0..2 {
        let [centre, v, w] = frames[k];
        let side = if k == 0 { -Lanes::ONE } else { Lanes::ONE };
        let scale = side * item.split[k];
        let (vn, still) = (n.dot(v), masses[k]);
        for i in 0..POINTS {
            let torque = (points[k][i] - centre).cross(n);
            block.normal[i][k] = scaled(&item.sr[k], torque.scale(scale * item.there[i]));
            resting[k][i] = still.where_positive(Lanes::ZERO, (vn + torque.dot(w)) * side);
        }
        for (d, g) in [t, s].into_iter().enumerate() {
            let torque = (middle[k] - centre).cross(g);
            block.tangent[d][k] = scaled(&item.sr[k], torque.scale(scale));
            let rate = (g.dot(v) + torque.dot(w)) * side;
            driven[d] += still.where_positive(Lanes::ZERO, rate);
        }
        block.twist[k] = scaled(&item.sr[k], n.scale(scale));
        driven[2] += still.where_positive(Lanes::ZERO, n.dot(w) * side);
    }
    block.driven = driven;
    for i in 0..POINTS {
        item.driven[i] = resting[0][i] + resting[1][i];
        let lever = points[0][i] - middle[0];
        block.grip[i] = (lever.dot(lever).sqrt() * block.mu + item.spinning) * item.there[i];
    }
    block.compliances(item);
    if let Some(roll) = roll {
        let mut w = [Lanes::ZERO; 2];
        roll.driven = [Lanes::ZERO; 2];
        for k in 0..2 {
            let side = if k == 0 { -Lanes::ONE } else { Lanes::ONE };
            for (d, g) in [t, s].into_iter().enumerate() {
                roll.j[d][k] = scaled(&item.sr[k], g.scale(side * item.split[k]));
                w[d] += roll.j[d][k].dot(roll.j[d][k]);
                let rate = g.dot(frames[k][2]) * side;
                roll.driven[d] += masses[k].where_positive(Lanes::ZERO, rate);
            }
        }
        // The trace bounds the largest eigenvalue of the two rows.
        roll.inv_w = inverse(w[0].max(w[1]));
    }
}

/// The bias and softness of the normal rows from their gaps, as contacts have them.
#[inline(always)]
fn bias(block: &mut Block, item: &Item, t: &Substep) {
    let p = &t.contact;
    let hw = item.slower * Lanes::splat(2.0 * std::f64::consts::PI as Real * p.rigid_frequency);
    let a1 = Lanes::splat(2.0 * p.rigid_damping_ratio) + hw;
    let soft = if t.predict { Lanes::ONE.over(hw * a1) } else { Lanes::ZERO };
    let rate = hw.over(a1 * Lanes::splat(t.h));
    block.most = rate * Lanes::splat(GIVE);
    for i in 0..POINTS {
        let c = item.gap[i];
        let open = c * Lanes::splat(1.0 / t.h);
        let closed = if t.predict {
            let deep = (c + Lanes::splat(p.slop)).min(Lanes::ZERO);
            (deep * rate).max(Lanes::splat(-p.speed))
        } else {
            // The velocity form of 2015: Baumgarte's share of the depth, nothing soft.
            open * Lanes::splat(t.share)
        };
        block.b[i] = c.where_positive(open, closed) + item.driven[i];
        block.gamma[i] = c.where_positive(Lanes::ZERO, item.w[i] * soft);
        block.inv_w[i] = inverse(item.w[i] + block.gamma[i]);
        block.floor[i] = Lanes::ZERO;
    }
}

fn sweep(unit: &mut [Block], rolls: &mut [Roll], shared: Shared<'_>, on: Engine) -> Partial {
    on.level.run(
        #[inline(always)]
        || {
            let (mut sum, mut worst) = (Lanes::ZERO, Lanes::ZERO);
            for (i, block) in unit.iter_mut().enumerate().filter(|(_, block)| !block.apart) {
                sum += block.solve(&shared, rolls.get_mut(i), &mut worst);
            }
            Partial { squares: sum.sum(), worst: worst.0.into_iter().fold(0.0, Real::max) }
        },
    )
}

/// The factor that brings a pair of numbers back to a disc of this radius.
#[inline(always)]
fn shrink(f: [Lanes; 2], radius: Lanes) -> Lanes {
    let length = (f[0] * f[0] + f[1] * f[1]).sqrt();
    (length - radius).where_positive(radius.over(length), Lanes::ONE)
}

/// A row of nothing has no compliance: its inverse is zero too, and it never acts.
#[inline(always)]
fn inverse(w: Lanes) -> Lanes {
    w.where_positive(Lanes::ONE.over(w), Lanes::ZERO)
}

#[inline(always)]
fn scaled(sr: &[V3; 3], torque: V3) -> V3 {
    V3 { x: sr[0].dot(torque), y: sr[1].dot(torque), z: sr[2].dot(torque) }
}
