//! A batch: all rows of one kind and shape, coloured so that SIMD lanes and threads never meet.

use std::marker::PhantomData;

use rayon::prelude::*;

use super::linearise::linearise_block;
use super::row::Block;
use super::{Constraint, PARAMS, Params, Substep};
use crate::math::lanes::{Lanes, Rotor, V3, W};
use crate::math::{Quat, Real, Vec3};
use crate::solvers::colour::{Colouring, Crowds, Split};
use crate::solvers::islands::Hard;
use crate::solvers::simd::Level;
use crate::solvers::velocities::{FrameSlot, NodeSlot, Shared, Velocities};
use crate::state::{FrameView, PackedFrame, State};

/// The owner of rows that nobody asks about, such as the edges of a cloth.
pub const NO_OWNER: u32 = u32::MAX;

/// Marks an owner as an edge of a deformable body; the other bits count the edges of all bodies.
pub const EDGE: u32 = 1 << 31;

/// Marks an edge as one of a rope.
pub const LINE: u32 = 1 << 30;

/// One constraint on its way into a batch.
#[derive(Clone, Debug)]
pub struct Source<const N: usize, const F: usize, const D: usize> {
    /// Node slots of its points.
    pub node: [u32; N],
    /// Frame slots of its points.
    pub frame: [u32; F],
    /// Where on the frames, in body axes.
    pub arm: [Vec3; F],
    /// Its numbers.
    pub param: [Real; PARAMS],
    /// How far along its direction from the middle of its points two frames are pushed, m.
    pub lift: Real,
    /// First guess of the impulse.
    pub lambda: [Real; D],
    /// Who asks for the impulse afterwards.
    pub owner: u32,
}

/// What a block is linearised from.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub struct Item<const N: usize, const F: usize> {
    /// Node slots of the points (the block holds copies of split ones).
    pub node: [[u32; W]; N],
    /// Frame slots of the points.
    pub frame: [[u32; W]; F],
    /// Square root of the number of copies of each slot, nodes and frames.
    pub split: ([Lanes; N], [Lanes; F]),
    /// Where on the frames, in body axes.
    pub arm: [V3; F],
    /// [`Source::lift`].
    pub lift: Lanes,
    /// The constraints' numbers.
    pub param: Params,
    /// The violation of the first row at the start of the substep.
    pub gap: Lanes,
    /// Speed at which the first row was approached before the rows acted.
    pub approach: Lanes,
    /// Velocity of the immobile slots along the first row.
    pub driven: Lanes,
    /// What turns forces on the frames into scaled velocities, as in [`FrameView`]: kept for rows
    /// whose lever arms change before they are relaxed.
    pub frame_s: [Lanes; F],
    /// See `frame_s`.
    pub frame_sr: [[V3; 3]; F],
    /// Owners; padding has none.
    pub owner: [u32; W],
    /// Which lanes hold a constraint.
    pub used: [bool; W],
}

/// What the rows of joints need besides: the axes at their ends, and what they have carried.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub struct JointItem<const D: usize> {
    /// The constraint's axes at both ends, in body axes.
    pub axes: [Rotor; 2],
    /// The axes of the first end that the joint holds besides, along (three) and about (three): 1
    /// and 0.
    pub held: [Lanes; 6],
    /// How each row pushes the second end.
    pub grad: [V3; D],
    /// How each row turns the second end.
    pub turn: [V3; D],
    /// Impulse on the second end since it was last asked for, N·s.
    pub force: V3,
    /// Angular impulse on the second end since it was last asked for, N·m·s.
    pub torque: V3,
}

impl<const D: usize> Default for JointItem<D> {
    fn default() -> Self {
        Self {
            axes: [Rotor::IDENTITY; 2],
            held: [Lanes::ZERO; 6],
            grad: [V3::ZERO; D],
            turn: [V3::ZERO; D],
            force: V3::ZERO,
            torque: V3::ZERO,
        }
    }
}

/// All positions and velocities that rows are linearised at.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    /// Nodes.
    pub state: &'a State,
    /// Frames.
    pub frames: &'a [FrameView],
    /// Frames, for eight at once.
    pub packed: &'a [PackedFrame],
    /// Which frames have hardly moved since the step began.
    pub still: &'a [bool],
    /// No point of a frame is faster, m/s.
    pub fastest: Real,
}

/// How kernels run: with which instructions, on how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    /// Instructions.
    pub level: Level,
    /// Threads; the caller is inside a pool of this many.
    pub threads: usize,
}

/// Which rows of a batch: those that are swept, or those of hard islands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Swept.
    Easy,
    /// Solved directly.
    Hard,
}

/// A contact that is open by more than this, in m, starts from nothing.
pub(crate) const FORGET: Real = 5e-4;

/// A speed that nothing approaches at: the bias of a contact that is not to act.
pub(crate) const IDLE: Real = 1e9;

/// Blocks per unit of work: sums are formed per unit and then in order, for the same bits on any
/// number of threads.
pub(crate) const UNIT: usize = 32;
/// Colours smaller than this many blocks are not worth handing out.
pub(crate) const WORTH_THREADS: usize = 4 * UNIT;

/// All rows of one kind and shape.
#[derive(Clone, Debug)]
pub struct Batch<C, const N: usize, const F: usize, const D: usize> {
    /// The rows.
    pub blocks: Vec<Block<N, F, D>>,
    /// What they are linearised from.
    pub items: Vec<Item<N, F>>,
    /// For constraints with axes, one a block; else none.
    pub joint_items: Vec<JointItem<D>>,
    /// One past the last block of each colour of the rows that are swept.
    pub colours: Vec<usize>,
    /// Blocks of the rows that are swept; those behind them are solved directly, and have no colours.
    easy: usize,
    splits: [Vec<Split>; 2],
    /// What is done with slots that many of the swept rows push.
    pub crowds: Crowds,
    partial: Vec<Real>,
    rows: usize,
    owned: bool,
    kind: PhantomData<fn() -> C>,
}

impl<C, const N: usize, const F: usize, const D: usize> Default for Batch<C, N, F, D> {
    fn default() -> Self {
        Self {
            blocks: Vec::new(),
            items: Vec::new(),
            joint_items: Vec::new(),
            colours: Vec::new(),
            easy: 0,
            splits: Default::default(),
            crowds: Crowds::Split,
            partial: Vec::new(),
            rows: 0,
            owned: false,
            kind: PhantomData,
        }
    }
}

impl<C: Constraint<D>, const N: usize, const F: usize, const D: usize> Batch<C, N, F, D> {
    /// Colours the constraints and lays them out, those that are swept first, then those of hard
    /// islands. Slots with no inverse mass may be shared.
    pub fn build(
        &mut self,
        sources: &[Source<N, F, D>],
        hard: &Hard,
        colouring: &mut Colouring,
        state: &State,
        velocities: &mut Velocities,
    ) {
        self.blocks.clear();
        self.items.clear();
        self.joint_items.clear();
        self.colours.clear();
        self.rows = sources.len() * D;
        self.owned = sources.iter().any(|s| s.owner & EDGE == 0);
        self.splits[0].clear();
        self.splits[1].clear();
        let is_hard = |s: &Source<N, F, D>| hard.holds(&s.node, &s.frame);
        self.lay_out_easy(sources, |s| !is_hard(s), colouring, state, velocities);
        self.easy = self.blocks.len();
        if hard.any() {
            self.lay_out_hard(sources, is_hard, state);
        }
        if C::AXES {
            self.joint_items.resize_with(self.blocks.len(), JointItem::default);
        }
        self.partial.resize(self.blocks.len().div_ceil(UNIT) + self.colours.len(), 0.0);
    }

    /// Adds blocks for the chosen ones among the constraints, by colour.
    fn lay_out_easy(
        &mut self,
        sources: &[Source<N, F, D>],
        chosen: impl Fn(&Source<N, F, D>) -> bool,
        colouring: &mut Colouring,
        state: &State,
        velocities: &mut Velocities,
    ) {
        let mobile_node = |i: u32| state.nodes.x[i as usize][3] > 0.0;
        let mobile_frame = |i: u32| state.frames.mass[i as usize].mass > 0.0;
        colouring.begin(state.nodes.x.len(), state.frames.x.len());
        for (i, s) in sources.iter().enumerate().filter(|(_, s)| chosen(s)) {
            colouring.push(
                i as u32,
                s.node.iter().copied().filter(|&i| mobile_node(i)),
                s.frame.iter().copied().filter(|&i| mobile_frame(i)),
            );
        }
        let copies = [velocities.nodes.len() as u32, velocities.frames.len() as u32];
        let counts = colouring.finish(copies, self.crowds, &mut self.splits);
        velocities.nodes.resize(counts[0] as usize, NodeSlot::default());
        velocities.frames.resize(counts[1] as usize, FrameSlot::default());

        for colour in colouring.colours() {
            for group in colour.chunks(W) {
                let (mut block, mut item) = (Block::default(), Item::default());
                for (l, &r) in group.iter().enumerate() {
                    let mut next = colouring.slots(r as usize);
                    let source = &sources[colouring.name(r as usize) as usize];
                    fill_lane(&mut block, &mut item, l, source, |kind, slot| {
                        let mobile = if kind == 0 { mobile_node(slot) } else { mobile_frame(slot) };
                        if mobile { next.next().unwrap_or((0, 1.0)) } else { (0, 1.0) }
                    });
                }
                self.blocks.push(block);
                self.items.push(item);
            }
            self.colours.push(self.blocks.len());
        }
    }

    /// Adds blocks for the chosen ones among the constraints, as they come.
    fn lay_out_hard(
        &mut self,
        sources: &[Source<N, F, D>],
        chosen: impl Fn(&Source<N, F, D>) -> bool,
        state: &State,
    ) {
        let mut lane = W;
        for source in sources.iter().filter(|s| chosen(s)) {
            if lane == W {
                self.blocks.push(Block::default());
                self.items.push(Item::default());
                lane = 0;
            }
            let (Some(block), Some(item)) = (self.blocks.last_mut(), self.items.last_mut()) else {
                return;
            };
            fill_lane(block, item, lane, source, |kind, slot| {
                let mobile = match kind {
                    0 => state.nodes.x[slot as usize][3] > 0.0,
                    _ => state.frames.mass[slot as usize].mass > 0.0,
                };
                (if mobile { slot } else { 0 }, 1.0)
            });
            lane += 1;
        }
    }

    /// The blocks of a part.
    pub fn span(&self, part: Part) -> std::ops::Range<usize> {
        match part {
            Part::Easy => 0..self.easy,
            Part::Hard => self.easy..self.blocks.len(),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Whether anybody asks for an impulse.
    pub fn is_owned(&self) -> bool {
        self.owned
    }

    /// The number of slots that were split, for reports.
    pub fn split_slots(&self) -> usize {
        self.splits[0].len() + self.splits[1].len()
    }

    /// Computes `J`, `b`, `γ` and `w` for this substep.
    pub fn linearise(&mut self, at: Places<'_>, t: &Substep, on: Engine) {
        if C::AXES {
            return self.linearise_axes(at, t);
        }
        self.linearise_part(Part::Easy, at, t, on);
        self.linearise_part(Part::Hard, at, &t.rigid(), on);
    }

    fn linearise_part(&mut self, part: Part, at: Places<'_>, t: &Substep, on: Engine) {
        let span = self.span(part);
        let (blocks, items) = (&mut self.blocks[span.clone()], &mut self.items[span]);
        let one = |(block, item): (&mut [Block<N, F, D>], &mut [Item<N, F>])| {
            on.level.run(
                #[inline(always)]
                || {
                    for (b, i) in block.iter_mut().zip(item) {
                        linearise_block::<C, N, F, D>(b, i, None, at, t, on.level);
                    }
                },
            );
        };
        if on.threads > 1 && blocks.len() >= WORTH_THREADS {
            blocks.par_chunks_mut(UNIT).zip(items.par_chunks_mut(UNIT)).for_each(one);
        } else {
            one((blocks, items));
        }
    }

    /// [`linearise`](Self::linearise) for constraints with axes. Joints are too few for threads, and
    /// for a second copy of their long kernels in other instructions.
    #[inline(never)]
    fn linearise_axes(&mut self, at: Places<'_>, t: &Substep) {
        let rows = self.blocks.iter_mut().zip(&mut self.items).zip(&mut self.joint_items);
        for ((block, item), joint_item) in rows {
            linearise_block::<C, N, F, D>(block, item, Some(joint_item), at, t, Level::Baseline);
        }
    }

    /// Gives the slots the impulses that the rows remember, or makes the rows forget them.
    pub fn start(&mut self, part: Part, velocities: &mut Velocities, on: Engine) {
        let span = self.span(part);
        let blocks = &mut self.blocks[span.clone()];
        if !C::WARM {
            for block in blocks {
                block.lambda = [Lanes::ZERO; D];
            }
            return;
        }
        if C::WARMTH < 1.0 {
            for block in blocks.iter_mut() {
                for d in 0..D {
                    let warmth = block.gamma[d].where_positive(Lanes::ONE, Lanes::splat(C::WARMTH));
                    block.lambda[d] = block.lambda[d] * warmth;
                }
            }
        }
        if C::OPENS {
            for (block, item) in blocks.iter_mut().zip(&self.items[span.clone()]) {
                let shut = Lanes::splat(FORGET) - item.gap;
                block.lambda = block.lambda.map(|f| shut.where_positive(f, Lanes::ZERO));
            }
        }
        self.spread(velocities);
        let shared = velocities.share(on.level);
        if part == Part::Hard {
            for block in &self.blocks[span] {
                for l in 0..W {
                    block.alone(l).warm_start(&shared);
                }
            }
            return;
        }
        on.level.run(
            #[inline(always)]
            || {
                for block in &self.blocks[span] {
                    block.warm_start(&shared);
                }
            },
        );
        self.gather(velocities);
    }

    /// One sweep over all rows; gives the sum of the squared changes of impulse.
    pub fn sweep(&mut self, part: Part, velocities: &mut Velocities, on: Engine) -> Real {
        let span = self.span(part);
        if span.is_empty() {
            return 0.0;
        }
        if part == Part::Hard {
            return self.sweep_hard(velocities, on);
        }
        self.spread(velocities);
        let shared = velocities.share(on.level);
        let mut first = span.start;
        let mut partials = 0;
        for &end in &self.colours {
            let blocks = &mut self.blocks[first..end];
            let units = blocks.len().div_ceil(UNIT);
            let sums = &mut self.partial[partials..partials + units];
            partials += units;
            if on.threads > 1 && blocks.len() >= WORTH_THREADS {
                blocks
                    .par_chunks_mut(UNIT)
                    .zip(sums.par_iter_mut())
                    .for_each(|(unit, sum)| *sum = sweep_unit::<C, N, F, D>(unit, shared, on));
            } else {
                for (unit, sum) in blocks.chunks_mut(UNIT).zip(sums) {
                    *sum = sweep_unit::<C, N, F, D>(unit, shared, on);
                }
            }
            first = end;
        }
        self.gather(velocities);
        self.partial[..partials].iter().sum()
    }

    /// [`sweep`](Self::sweep) for the rows of hard islands, when their solver has failed. They have no colours, so
    /// they are solved one after the other.
    fn sweep_hard(&mut self, velocities: &mut Velocities, on: Engine) -> Real {
        let shared = velocities.share(on.level);
        let mut sum = 0.0;
        for i in self.span(Part::Hard) {
            let block = &mut self.blocks[i];
            for l in (0..W).filter(|&l| self.items[i].used[l]) {
                let mut one = block.alone(l);
                sum += one.solve::<C::Law>(&shared).0[l];
                for (all, one) in block.lambda.iter_mut().zip(one.lambda) {
                    all.0[l] = one.0[l];
                }
            }
        }
        sum
    }

    /// The impulse of each owner, in N·s.
    pub fn impulses(&self) -> impl Iterator<Item = (u32, [Real; D])> + '_ {
        self.impulses_of(Part::Easy).chain(self.impulses_of(Part::Hard))
    }

    /// The impulse of each owner of a part, in N·s.
    pub fn impulses_of(&self, part: Part) -> impl Iterator<Item = (u32, [Real; D])> + '_ {
        let (blocks, items) = (&self.blocks[self.span(part)], &self.items[self.span(part)]);
        blocks.iter().zip(items).flat_map(|(block, item)| {
            (0..W)
                .filter(|&l| item.used[l])
                .map(move |l| (item.owner[l], block.lambda.map(|x| x.0[l])))
        })
    }

    /// Sets the axes at both ends of every constraint, and those that its joint holds besides.
    pub fn set_axes(&mut self, of: impl Fn(u32) -> ([Quat; 2], [Real; 6])) {
        for (joint_item, item) in self.joint_items.iter_mut().zip(&self.items) {
            for l in (0..W).filter(|&l| item.used[l]) {
                let (axes, held) = of(item.owner[l]);
                for (lanes, q) in joint_item.axes.iter_mut().zip(axes) {
                    lanes.set_lane(l, q);
                }
                for (lanes, x) in joint_item.held.iter_mut().zip(held) {
                    lanes.0[l] = x;
                }
            }
        }
    }

    /// Overwrites the numbers of every owner.
    pub fn set_params(&mut self, param: impl Fn(u32) -> [Real; PARAMS]) {
        for item in &mut self.items {
            for l in (0..W).filter(|&l| item.used[l]) {
                for (lanes, x) in item.param.iter_mut().zip(param(item.owner[l])) {
                    lanes.0[l] = x;
                }
            }
        }
    }

    /// Adds what the rows carried in this substep to their joint_items.
    pub fn add_carried(&mut self) {
        for (joint_item, block) in self.joint_items.iter_mut().zip(&self.blocks) {
            for d in 0..D {
                joint_item.force = joint_item.force + joint_item.grad[d].scale(block.lambda[d]);
                joint_item.torque = joint_item.torque + joint_item.turn[d].scale(block.lambda[d]);
            }
        }
    }

    /// What each constraint with axes has come to: its last impulse, its numbers, and the impulse and
    /// angular impulse it has carried since it was last asked for.
    pub fn take_carried(
        &mut self,
        mut tell: impl FnMut(u32, [Real; D], [Real; PARAMS], [Vec3; 2]),
    ) {
        for ((block, item), joint_item) in
            self.blocks.iter().zip(&self.items).zip(&mut self.joint_items)
        {
            for l in (0..W).filter(|&l| item.used[l]) {
                tell(
                    item.owner[l],
                    block.lambda.map(|x| x.0[l]),
                    item.param.map(|x| x.0[l]),
                    [joint_item.force.lane(l), joint_item.torque.lane(l)],
                );
            }
            (joint_item.force, joint_item.torque) = (V3::ZERO, V3::ZERO);
        }
    }

    /// Overwrites the impulse of every owner.
    pub fn set_impulses(&mut self, impulse: impl Fn(u32) -> [Real; D]) {
        self.set_from(0, impulse);
    }

    /// Overwrites the impulse of every owner in a hard island.
    pub fn set_hard_impulses(&mut self, impulse: impl Fn(u32) -> [Real; D]) {
        self.set_from(self.easy, impulse);
    }

    fn set_from(&mut self, first: usize, impulse: impl Fn(u32) -> [Real; D]) {
        for (block, item) in self.blocks[first..].iter_mut().zip(&self.items[first..]) {
            for l in (0..W).filter(|&l| item.used[l]) {
                for (d, x) in impulse(item.owner[l]).into_iter().enumerate() {
                    block.lambda[d].0[l] = x;
                }
            }
        }
    }

    /// Copies of a split slot start with its velocity.
    pub(super) fn spread(&self, velocities: &mut Velocities) {
        for s in &self.splits[0] {
            let u = velocities.nodes[s.slot as usize].0.map(|x| x * s.share());
            velocities.nodes[s.copies()].fill(NodeSlot(u));
        }
        for s in &self.splits[1] {
            let u = velocities.frames[s.slot as usize].0.map(|x| x * s.share());
            velocities.frames[s.copies()].fill(FrameSlot(u));
        }
    }

    /// A split slot moves as its copies do on average, which keeps the momentum (Tonge et al. 2012).
    fn gather(&self, velocities: &mut Velocities) {
        for s in &self.splits[0] {
            let mut sum = [0.0; 4];
            for u in &velocities.nodes[s.copies()] {
                sum = std::array::from_fn(|i| sum[i] + u.0[i]);
            }
            velocities.nodes[s.slot as usize].0 = sum.map(|x| x * s.mean());
        }
        for s in &self.splits[1] {
            let mut sum = [0.0; 8];
            for u in &velocities.frames[s.copies()] {
                sum = std::array::from_fn(|i| sum[i] + u.0[i]);
            }
            velocities.frames[s.slot as usize].0 = sum.map(|x| x * s.mean());
        }
    }
}

impl<const N: usize, const F: usize> Default for Item<N, F> {
    fn default() -> Self {
        Self {
            node: [[0; W]; N],
            frame: [[0; W]; F],
            split: ([Lanes::ONE; N], [Lanes::ONE; F]),
            arm: [V3::ZERO; F],
            lift: Lanes::ZERO,
            param: [Lanes::ZERO; PARAMS],
            gap: Lanes::ZERO,
            approach: Lanes::ZERO,
            driven: Lanes::ZERO,
            frame_s: [Lanes::ZERO; F],
            frame_sr: [[V3::ZERO; 3]; F],
            owner: [NO_OWNER; W],
            used: [false; W],
        }
    }
}

/// Writes one constraint into one lane; `place` tells the slot to push (0: none) and the square root
/// of its number of copies.
fn fill_lane<const N: usize, const F: usize, const D: usize>(
    block: &mut Block<N, F, D>,
    item: &mut Item<N, F>,
    l: usize,
    s: &Source<N, F, D>,
    mut place: impl FnMut(usize, u32) -> (u32, Real),
) {
    for k in 0..N {
        let (slot, copies) = place(0, s.node[k]);
        block.node[k][l] = slot;
        item.node[k][l] = s.node[k];
        item.split.0[k].0[l] = copies;
    }
    for k in 0..F {
        let (slot, copies) = place(1, s.frame[k]);
        block.frame[k][l] = slot;
        item.frame[k][l] = s.frame[k];
        item.split.1[k].0[l] = copies;
        item.arm[k].set_lane(l, s.arm[k]);
    }
    item.lift.0[l] = s.lift;
    for (p, x) in item.param.iter_mut().zip(s.param) {
        p.0[l] = x;
    }
    for (f, x) in block.lambda.iter_mut().zip(s.lambda) {
        f.0[l] = x;
    }
    item.owner[l] = s.owner;
    item.used[l] = true;
}

fn sweep_unit<C: Constraint<D>, const N: usize, const F: usize, const D: usize>(
    unit: &mut [Block<N, F, D>],
    shared: Shared<'_>,
    on: Engine,
) -> Real {
    on.level.run(
        #[inline(always)]
        || {
            let mut sum = Lanes::ZERO;
            for block in unit {
                sum += block.solve::<C::Law>(&shared);
            }
            sum.sum()
        },
    )
}
