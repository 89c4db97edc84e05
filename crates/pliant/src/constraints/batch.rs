//! A batch: all rows of one kind and shape, coloured so that SIMD lanes and threads never meet.

use std::marker::PhantomData;

use rayon::prelude::*;

use super::row::Block;
use super::{Constraint, Ends, Linear, PARAMS, Params, Substep};
use crate::math::lanes::{Lanes, Rotor, V3, W};
use crate::math::transpose::gather;
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
pub struct Bearing<const D: usize> {
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

impl<const D: usize> Default for Bearing<D> {
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
    pub bearings: Vec<Bearing<D>>,
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
            bearings: Vec::new(),
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
        self.bearings.clear();
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
            self.bearings.resize_with(self.blocks.len(), Bearing::default);
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
        let rows = self.blocks.iter_mut().zip(&mut self.items).zip(&mut self.bearings);
        for ((block, item), bearing) in rows {
            linearise_block::<C, N, F, D>(block, item, Some(bearing), at, t, Level::Baseline);
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
        for (bearing, item) in self.bearings.iter_mut().zip(&self.items) {
            for l in (0..W).filter(|&l| item.used[l]) {
                let (axes, held) = of(item.owner[l]);
                for (lanes, q) in bearing.axes.iter_mut().zip(axes) {
                    lanes.set_lane(l, q);
                }
                for (lanes, x) in bearing.held.iter_mut().zip(held) {
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

    /// Adds what the rows carried in this substep to their bearings.
    pub fn add_carried(&mut self) {
        for (bearing, block) in self.bearings.iter_mut().zip(&self.blocks) {
            for d in 0..D {
                bearing.force = bearing.force + bearing.grad[d].scale(block.lambda[d]);
                bearing.torque = bearing.torque + bearing.turn[d].scale(block.lambda[d]);
            }
        }
    }

    /// What each constraint with axes has come to: its last impulse, its numbers, and the impulse and
    /// angular impulse it has carried since it was last asked for.
    pub fn take_carried(
        &mut self,
        mut tell: impl FnMut(u32, [Real; D], [Real; PARAMS], [Vec3; 2]),
    ) {
        for ((block, item), bearing) in self.blocks.iter().zip(&self.items).zip(&mut self.bearings)
        {
            for l in (0..W).filter(|&l| item.used[l]) {
                tell(
                    item.owner[l],
                    block.lambda.map(|x| x.0[l]),
                    item.param.map(|x| x.0[l]),
                    [bearing.force.lane(l), bearing.torque.lane(l)],
                );
            }
            (bearing.force, bearing.torque) = (V3::ZERO, V3::ZERO);
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
    fn spread(&self, velocities: &mut Velocities) {
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

impl<C: Constraint<3>, const N: usize, const F: usize> Batch<C, N, F, 3> {
    /// Prepares contacts for a sweep without push-out, after the positions were integrated: the gap
    /// has become `c + h J v`, and a contact that was hit rebounds.
    pub fn begin_relax(
        &mut self,
        part: Part,
        velocities: &mut Velocities,
        t: &Substep,
        on: Engine,
    ) {
        let span = self.span(part);
        self.spread(velocities);
        let shared = velocities.share(on.level);
        let h = Lanes::splat(t.h);
        on.level.run(
            #[inline(always)]
            || {
                let blocks = self.blocks[span.clone()].iter_mut();
                for (block, item) in blocks.zip(&self.items[span]) {
                    let rate = block.rate(&shared)[0] + item.driven;
                    let gap = (item.gap + h * rate).max(Lanes::ZERO);
                    let fast = -item.approach - Lanes::splat(t.contact.rebound_threshold);
                    let rebound = fast.where_positive(item.param[5] * item.approach, Lanes::ZERO);
                    // A bouncy contact that carried nothing is left to the next substep, which must see the
                    // full speed at which it comes.
                    let open = gap.over(h) + rebound + item.driven;
                    let idle = item.param[5].where_positive(Lanes::splat(IDLE), open);
                    block.b[0] = block.lambda[0].where_positive(open, idle);
                    block.gamma[0] = Lanes::ZERO;
                    block.follow(item, &shared, h);
                    local_compliance(block);
                    for d in 0..3 {
                        // Padding has no compliance.
                        block.w[d][d] = block.w[d][d].where_positive(block.w[d][d], Lanes::ONE);
                    }
                }
            },
        );
    }
}

impl<const N: usize, const F: usize> Block<N, F, 3> {
    /// Moves the lever arms of contacts along with the bodies: pushed at the old ones, bodies that
    /// slide past each other would gain angular momentum.
    #[inline(always)]
    fn follow(&mut self, item: &Item<N, F>, v: &Shared<'_>, h: Lanes) {
        let n = V3 { x: item.param[0], y: item.param[1], z: item.param[2] };
        let (t, s) = super::contact::tangents(n);
        let node = if N == 1 {
            // The scaled Jacobian of a node is its direction times this.
            let mobility = self.jn[0][0].dot(-n);
            v.nodes(&self.node[0]).scale(mobility * h)
        } else {
            V3::ZERO
        };
        for k in 0..F {
            let mobility = item.frame_s[k] * item.split.1[k];
            let moved = node - v.frames(&self.frame[k])[0].scale(mobility * h);
            let [r0, r1, r2] = item.frame_sr[k];
            for (d, g) in [n, t, s].into_iter().enumerate() {
                let g = if N + k == 0 { -g } else { g };
                let turn = moved.cross(g).scale(item.split.1[k]);
                let more = V3 { x: r0.dot(turn), y: r1.dot(turn), z: r2.dot(turn) };
                self.jf[d][k][1] = self.jf[d][k][1] + more;
            }
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

/// The points of eight constraints, nodes first, and what is needed to push them.
struct Gathered<const N: usize, const F: usize> {
    start: Ends,
    predicted: Ends,
    node_v: [V3; N],
    node_s: [Lanes; N],
    /// Lever arms, velocities and angular velocities.
    frame: [[V3; 3]; F],
    frame_s: [Lanes; F],
    frame_sr: [[V3; 3]; F],
}

#[inline(always)]
fn gather_points<const N: usize, const F: usize>(
    item: &Item<N, F>,
    axes: Option<&[Rotor; 2]>,
    at: Places<'_>,
    h: Real,
    level: Level,
) -> Gathered<N, F> {
    let mut g = Gathered {
        start: Ends::ZERO,
        predicted: Ends::ZERO,
        node_v: [V3::ZERO; N],
        node_s: [Lanes::ZERO; N],
        frame: [[V3::ZERO; 3]; F],
        frame_s: [Lanes::ZERO; F],
        frame_sr: [[V3::ZERO; 3]; F],
    };
    let (x, v) = (&at.state.nodes.x, &at.state.nodes.v);
    for k in 0..N {
        debug_assert!(item.node[k].iter().all(|&i| (i as usize) < x.len().min(v.len())));
        // SAFETY: indices were checked against the slots when the batch was built.
        let ([px, py, pz, s], [vx, vy, vz, _]) = unsafe {
            (gather(x.as_ptr(), &item.node[k], level), gather(v.as_ptr(), &item.node[k], level))
        };
        g.start.x[k] = V3 { x: px, y: py, z: pz };
        g.node_v[k] = V3 { x: vx, y: vy, z: vz };
        g.node_s[k] = s;
        g.predicted.x[k] = g.start.x[k] + g.node_v[k].scale(Lanes::splat(h));
    }
    for k in 0..F {
        debug_assert!(item.frame[k].iter().all(|&i| (i as usize) < at.packed.len()));
        let first = item.frame[k].map(|i| 9 * i);
        // SAFETY: as for nodes; a packed frame is nine quadruples.
        let quad = |part: usize| unsafe {
            gather(at.packed.as_ptr().cast::<[Real; 4]>().add(part), &first, level)
        };
        let vector = |[x, y, z, _]: [Lanes; 4]| V3 { x, y, z };
        let rotor = |[x, y, z, w]: [Lanes; 4]| Rotor { v: V3 { x, y, z }, w };
        let [x, y, z, s] = quad(0);
        let (q, q1) = (rotor(quad(1)), rotor(quad(3)));
        let arm = q.turn(item.arm[k]);
        g.start.x[N + k] = V3 { x, y, z } + arm;
        g.predicted.x[N + k] = vector(quad(2)) + q1.turn(item.arm[k]);
        if let Some(axes) = axes {
            g.start.q[N + k] = q.after(axes[k]);
            g.predicted.q[N + k] = q1.after(axes[k]);
        }
        g.frame[k] = [arm, vector(quad(4)), vector(quad(5))];
        g.frame_s[k] = s;
        g.frame_sr[k] = [vector(quad(6)), vector(quad(7)), vector(quad(8))];
    }
    g
}

#[inline(always)]
fn linearise_block<C: Constraint<D>, const N: usize, const F: usize, const D: usize>(
    block: &mut Block<N, F, D>,
    item: &mut Item<N, F>,
    bearing: Option<&mut Bearing<D>>,
    at: Places<'_>,
    t: &Substep,
    level: Level,
) {
    let mut g = gather_points(item, bearing.as_ref().map(|b| &b.axes), at, t.h, level);
    if C::COMMON_POINT {
        let half = Lanes::splat(0.5);
        let x = &g.start.x;
        let common = if N == 1 { x[0] } else { (x[0] + x[1]).scale(half) };
        for k in 0..F {
            g.frame[k][0] = g.frame[k][0] + (common - x[N + k]);
        }
    }
    let predicted = if t.predict { &g.predicted } else { &g.start };
    let Linear { mut c, grad, turn, now } = C::evaluate(&g.start, predicted, &item.param);
    let h = Lanes::splat(t.h);
    let mut driven = [Lanes::ZERO; D];
    let mut approach = [Lanes::ZERO; D];
    for d in 0..D {
        let mut rate = Lanes::ZERO;
        for k in 0..N {
            let along = grad[d][k].dot(g.node_v[k]);
            rate += along;
            block.jn[d][k] = grad[d][k].scale(g.node_s[k] * item.split.0[k]);
        }
        for k in 0..F {
            let [arm, v, w] = g.frame[k];
            let linear = grad[d][N + k];
            let mut angular = arm.cross(linear);
            if C::AXES {
                angular = angular + turn[d][N + k];
            }
            let along = linear.dot(v) + angular.dot(w);
            rate += along;
            driven[d] += g.frame_s[k].where_positive(Lanes::ZERO, along);
            let s = item.split.1[k];
            let [r0, r1, r2] = g.frame_sr[k];
            block.jf[d][k] = [
                linear.scale(g.frame_s[k] * s),
                V3 { x: r0.dot(angular), y: r1.dot(angular), z: r2.dot(angular) }.scale(s),
            ];
        }
        if C::PREDICTS && t.predict {
            c[d] = c[d] - h * rate;
        }
        approach[d] = rate;
    }
    if let Some(bearing) = bearing {
        for d in 0..D {
            (bearing.grad[d], bearing.turn[d]) = (grad[d][1], turn[d][1]);
        }
        if D == 1 {
            driven[0] += lean_on_held(block, item, bearing, &g, predicted, h);
        }
    }
    local_compliance(block);
    let mut w = [Lanes::ZERO; D];
    for d in 0..D {
        w[d] = block.w[d][d];
    }
    let bias = C::bias(&c, &w, &item.param, t);
    for d in 0..D {
        // A row with nothing to push has no compliance: it asks for nothing.
        block.b[d] = w[d].where_positive(bias.b[d] + driven[d], Lanes::ZERO);
        block.gamma[d] = bias.gamma[d];
        block.w[d][d] = w[d].where_positive(w[d] + bias.gamma[d], Lanes::ONE);
    }
    block.bound = bias.bound;
    item.param[..C::FOLLOWS].copy_from_slice(&now[..C::FOLLOWS]);
    if C::OPENS {
        (item.gap, item.approach, item.driven) = (c[0], approach[0], driven[0]);
        (item.frame_s, item.frame_sr) = (g.frame_s, g.frame_sr);
    }
}

/// Lets a row of a joint push so that what the joint holds stays held: its scaled Jacobian loses the
/// part within those of the held axes. A motor on a long arm then feels the inertia about the hinge,
/// `I + m r²`, and not that about the body's own centre. Gives the part of the row's rate that the
/// held axes will have: `J v = J' v + Σ k J_held v`, and these are to become `−(c/h + driven)`.
// One copy for all kinds of rows.
#[inline(never)]
fn lean_on_held<const N: usize, const F: usize, const D: usize>(
    block: &mut Block<N, F, D>,
    item: &Item<N, F>,
    bearing: &mut Bearing<D>,
    g: &Gathered<N, F>,
    predicted: &Ends,
    h: Lanes,
) -> Lanes {
    let q = g.start.q[N];
    let axes = [q.x(), q.y(), q.z()];
    let scaled = |k: usize, force: V3, torque: V3| {
        let [r0, r1, r2] = g.frame_sr[k];
        let turned = V3 { x: r0.dot(torque), y: r1.dot(torque), z: r2.dot(torque) };
        [force.scale(g.frame_s[k] * item.split.1[k]), turned.scale(item.split.1[k])]
    };
    let dot = |a: &[[V3; 2]; 2], b: &[[V3; 2]; 2]| {
        let one = |k: usize| a[k][0].dot(b[k][0]) + a[k][1].dot(b[k][1]);
        one(0) + one(1)
    };
    let less = |a: &[[V3; 2]; 2], b: &[[V3; 2]; 2], s: Lanes| -> [[V3; 2]; 2] {
        let one = |k: usize, p: usize| a[k][p] - b[k][p].scale(s);
        [[one(0, 0), one(0, 1)], [one(1, 0), one(1, 1)]]
    };
    let to = g.start.x[N + 1] - g.start.x[N];
    // Orthonormal rows by Gram and Schmidt, and each as a sum of the held ones.
    let mut basis = [[[V3::ZERO; 2]; 2]; 6];
    let mut sums = [[Lanes::ZERO; 6]; 6];
    let mut row = [block.jf[0][0], block.jf[0][1]];
    let mut shares = [Lanes::ZERO; 6];
    let mut wanted = [Lanes::ZERO; 6];
    let ahead = predicted.q[N];
    let ahead = [ahead.x(), ahead.y(), ahead.z()];
    let apart = predicted.x[N + 1] - predicted.x[N];
    for i in 0..6 {
        let axis = axes[i % 3].scale(bearing.held[i]);
        let (force, turn) = if i < 3 { (axis, V3::ZERO) } else { (V3::ZERO, axis) };
        let torque = |k: usize| {
            let arm = if k == 0 { g.frame[0][0] + to } else { g.frame[1][0] };
            arm.cross(force) + turn
        };
        let (t0, t1) = (torque(0), torque(1));
        let rate = [
            -(force.dot(g.frame[0][1]) + t0.dot(g.frame[0][2])),
            force.dot(g.frame[1][1]) + t1.dot(g.frame[1][2]),
        ];
        if i < 3 {
            let c = ahead[i].dot(apart) * bearing.held[i] - h * (rate[0] + rate[1]);
            wanted[i] = c.over(h);
        }
        for k in 0..2 {
            wanted[i] += g.frame_s[k].where_positive(Lanes::ZERO, rate[k]);
        }
        let mut e = [scaled(0, -force, -t0), scaled(1, force, t1)];
        sums[i][i] = Lanes::ONE;
        let whole = dot(&e, &e);
        for j in 0..i {
            let s = dot(&e, &basis[j]);
            e = less(&e, &basis[j], s);
            for m in 0..=j {
                sums[i][m] = sums[i][m] - sums[j][m] * s;
            }
        }
        let left = dot(&e, &e);
        // What is nearly a sum of the others adds nothing.
        let clear = left - whole * Lanes::splat(1e-5);
        let inv = clear.where_positive(
            Lanes::ONE.over(left.max(Lanes::splat(Real::MIN_POSITIVE)).sqrt()),
            Lanes::ZERO,
        );
        for k in 0..2 {
            basis[i][k] = [e[k][0].scale(inv), e[k][1].scale(inv)];
        }
        for m in 0..=i {
            sums[i][m] = sums[i][m] * inv;
        }
        let s = dot(&row, &basis[i]);
        row = less(&row, &basis[i], s);
        for m in 0..=i {
            shares[m] += sums[i][m] * s;
        }
    }
    (block.jf[0][0], block.jf[0][1]) = (row[0], row[1]);
    for i in 0..3 {
        let axis = axes[i];
        bearing.grad[0] = bearing.grad[0] - axis.scale(shares[i] * bearing.held[i]);
        bearing.turn[0] = bearing.turn[0] - axis.scale(shares[3 + i] * bearing.held[3 + i]);
    }
    let mut sum = Lanes::ZERO;
    for i in 0..6 {
        sum += shares[i] * wanted[i];
    }
    -sum
}

/// `w = J M⁻¹ Jᵀ` of the scaled Jacobian.
#[inline(always)]
fn local_compliance<const N: usize, const F: usize, const D: usize>(block: &mut Block<N, F, D>) {
    for d in 0..D {
        for e in 0..=d {
            let mut w = Lanes::ZERO;
            for k in 0..N {
                w += block.jn[d][k].dot(block.jn[e][k]);
            }
            for k in 0..F {
                w += block.jf[d][k][0].dot(block.jf[e][k][0]);
                w += block.jf[d][k][1].dot(block.jf[e][k][1]);
            }
            block.w[d][e] = w;
            block.w[e][d] = w;
        }
    }
}
