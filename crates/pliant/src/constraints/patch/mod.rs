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
//! normal rows are swept one after the other, each told by a coupling what those before it have done, so that
//! the velocities are read and changed once for all of them.
//! A step of friction is `f ← P(f − δ/w)` with the largest eigenvalue `w` of the compliance, whose
//! fixed point opposes the slip exactly.
//!
//! Springs give way by `GIVE` at most, then they are rigid: `J v + b + min(γλ, GIVE ω/a₁) = 0`, whose root is
//! the larger of those of the two rows. So an impact on a stack, far larger than any weight, does not press its boxes into each other.
//!
//! Rows of bodies that have hardly moved since the step began keep their Jacobian: only the gaps
//! follow. All others are linearised in every substep.

mod kernels;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use kernels::{BeginRelax, Linearise, Rebound, Start, Sweep};

use super::Substep;
use super::batch::{Engine, Places, UNIT, WORTH_THREADS};
use crate::collision::patch::{POINTS, Patch};
use crate::math::Real;
use crate::math::lanes::{Lanes, V3, W};
use crate::solvers::colour::{Colouring, Crowds, Split};
use crate::solvers::velocities::{FrameSlot, Velocities};
use crate::state::State;

/// Pairs of points: those before the second come first.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]];

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
    /// What an impulse at one point does to the speed of another, 1/kg, in the order of [`PAIRS`].
    coupling: [Lanes; PAIRS.len()],
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
        let one = |((blocks, items), rolls): ((&mut [Block], &mut [Item]), &mut [Roll])| {
            on.level.run_kernel(Linearise { blocks, items, rolls, at, t });
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
        let Self { blocks, items, rolls, .. } = self;
        on.level.run_kernel(Start { blocks, items, rolls, shared });
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
                units.for_each(|(unit, sum)| {
                    *sum = on.level.run_kernel(Sweep { unit, rolls: &mut [], shared });
                });
            } else {
                for (i, (unit, sum)) in blocks.chunks_mut(UNIT).zip(sums).enumerate() {
                    let rolls = rolls.get_mut(i * UNIT..).unwrap_or_default();
                    *sum = on.level.run_kernel(Sweep { unit, rolls, shared });
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
        let Self { blocks, items, .. } = self;
        on.level.run_kernel(BeginRelax { blocks, items, shared, still: at.still, h: t.h });
        if self.items.iter().any(|item| item.bouncy) {
            let (blocks, items) = (&mut self.blocks, &self.items);
            on.level.run_kernel(Rebound {
                blocks,
                items,
                shared,
                slow: t.contact.rebound_threshold,
            });
        }
        self.gather(velocities);
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
        coupling: [Lanes::ZERO; PAIRS.len()],
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
