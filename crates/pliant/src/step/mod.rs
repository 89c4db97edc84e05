//! The step, from top to bottom. The names of its phases are those of [`Phase`].

pub(crate) mod between;
mod clock;
mod commands;
mod company;
mod contact_forces;
mod contain;
mod frames;
mod implicit;
pub(crate) mod integrators;
mod meeting;
mod motion;
pub(crate) mod sleep;
mod solids;
mod solve;
mod taut;
mod touching;

use std::sync::Arc;

use crate::bodies::Body;
use crate::bodies::particles::ROWS_SUBSTEP;
use crate::bodies::rigid::RigidBody;
use crate::bodies::soft::SoftBody;
use crate::collision::between::Poke;
use crate::collision::broad::Broad;
use crate::collision::contacts::{Contact, Touched};
use crate::collision::patch::{POINTS, Pairs, Patch};
use crate::collision::rigids::Manifolds;
use crate::config::{MAX_AUTO_SUBSTEPS, MAX_SUBSTEPS, Simd, Stabilisation};
use crate::constraints::Substep;
use crate::constraints::batch::Engine;
use crate::events::ContactEvent;
use crate::math::{DMat3, DVec3, IntoF64, Pose, Real, Vec3};
use crate::meet::Meetings;
use crate::report::{Phase, StepReport, Watch};
use crate::rows::Rows;
use crate::site::Point;
use crate::solvers::Method;
use crate::solvers::conjugate::Conjugate;
use crate::solvers::islands::Islands;
use crate::solvers::newton::Newton;
use crate::solvers::simd::Level;
use crate::solvers::space::Space;
use crate::solvers::velocities::Velocities;
use crate::state::{FrameView, PackedFrame, Scale, State};
use crate::weave::{self, brush::Brushes};
use crate::world::World;
use clock::Clock;
use touching::Proxy;

pub use contact_forces::ContactForce;

/// Advances the world by one step.
pub(crate) fn step(world: &mut World, watch: &mut dyn Watch) {
    // The scratch leaves the world meanwhile, so that both can be borrowed.
    let mut scratch = std::mem::take(&mut world.scratch);
    let pool = scratch.pool(world.config.threads);
    match pool {
        Some(pool) => {
            let mut watch = Alone(watch);
            let stepping = Alone((&mut *world, &mut scratch));
            pool.install(move || {
                let Alone((world, scratch)) = { stepping };
                run(world, scratch, { &mut watch }.0);
            });
        }
        None => run(world, &mut scratch, watch),
    }
    world.scratch = scratch;
}

fn run(world: &mut World, s: &mut Scratch, watch: &mut dyn Watch) {
    let mut clock = Clock::start(watch);
    if world.sleeps() {
        s.pass(world);
        return;
    }
    if std::mem::take(&mut world.disturbed) {
        s.changed |= world.wake_all();
    }
    s.begin(world);
    s.apply_commands(world);
    clock.lap(watch, Phase::ApplyCommands);

    s.find_pairs(world);
    let (step, passes) = (world.config.step, s.passes(world));
    // All that looks ahead looks as far as the pass.
    world.config.step = step / passes as Real;
    let (mut substeps, mut h) = (0, step);
    for pass in 0..passes {
        if pass > 0 {
            s.hand_over(world, h);
        }
        if passes > 1 {
            s.find_pairs(world);
        }
        s.find_company(world);
        clock.lap(watch, Phase::BroadPhase);
        let t = pass_through(world, s, watch, &mut clock, (step, pass == 0));
        (substeps, h) = (substeps + t.0, t.1);
    }
    world.config.step = step;
    motion::damp(world);
    s.contain(world);
    clock.lap(watch, Phase::Contain);
    s.publish(world, substeps, h);
    clock.lap(watch, Phase::Publish);
    s.report.seconds = clock.seconds;
}

/// Finds contacts and goes through the substeps up to the next time they are found; gives their number and length. `step` is the
/// length of the whole step, which is what the watch is shown.
fn pass_through(
    world: &mut World,
    s: &mut Scratch,
    watch: &mut dyn Watch,
    clock: &mut Clock,
    (step, first): (Real, bool),
) -> (u32, Real) {
    let on = s.engine(world);
    s.find_contacts(world);
    while s.wake_touched(world) {
        s.find_pairs(world);
        s.find_contacts(world);
    }
    clock.lap(watch, Phase::NarrowPhase);
    s.weigh(world);
    s.find_islands(world);
    s.choose_factorised(world);
    let at_speed = s.longest_at_speed(world);
    s.hit = at_speed < ROWS_SUBSTEP;
    let at_speed = if s.hit { SHOT * at_speed } else { at_speed };
    let taut = s.longest_when_taut(world).min(s.longest_when_touched(world)).min(at_speed);
    let taut = taut.min(s.meetings.longest_substep());
    let substeps = substeps(world, &mut s.islands, &s.pairs.patches, [taut, at_speed]);
    let t = world.substep(substeps);
    s.build_rows(world, &t, first);
    let torn = |b: &SoftBody| b.is_woven() && b.moves() && weave::is_torn(&world.state, b);
    s.rows.weave.torn = s.hit || world.softs.values().any(torn);
    clock.lap(watch, Phase::BuildRows);

    for i in 0..substeps {
        s.remember_velocities(world);
        s.free_motion(world, t.h);
        s.contain(world);
        clock.lap(watch, Phase::FreeMotion);
        s.linearise(world, &t, on, i == 0);
        clock.lap(watch, Phase::Linearise);
        s.solve(world, &t, on, [i, substeps]);
        clock.lap(watch, Phase::Solve);
        s.integrate(world, &t, on);
        let World { anchors, distances, planes, joints, .. } = &mut *world;
        s.rows.add_impulses(anchors, distances, planes, joints);
        s.add_contact_impulses();
        s.add_link_impulses(world);
        let ahead = std::mem::replace(&mut world.config.step, step);
        watch.substep(world, t.h);
        world.config.step = ahead;
        clock.lap(watch, Phase::Integrate);
    }
    (substeps, t.h)
}

/// Rigid bodies of this radius or more do with the substeps they ask for, m: boxes of 0.2 m.
const STACKED: Real = 0.17;
/// The longest substep of rigid bodies that newton was chosen for, s: their rows hold in any.
const DIRECT_SUBSTEP: Real = 0.005;
/// The longest substep of rigid bodies in the constraint space, s: joints under load turn by it.
const EXACT_SUBSTEP: Real = 0.005;
/// The most that a body may turn in such a substep, rad; one that is faster has those that it would have anyway.
const EXACT_TURN: Real = 0.4;

/// How much shorter than for what only may hit cloth substeps are for what is shot at it: a ball of 1 kg and 7 cm at 50 m/s goes through a
/// cloth of 0.5 kg/m² and 2 cm else.
const SHOT: Real = 0.6;

/// How many substeps the bodies need, or the settings say.
///
/// A tower of `n` boxes of size `s` buckles if the contact springs `k ∝ m/h²` are too soft for it:
/// `k s ≥ n³ m g / 7.8`. So the substep goes with the root of the size where small bodies stand on
/// each other.
///
/// Islands in the constraint space have no such springs, so they do with [`EXACT_SUBSTEP`].
fn substeps(
    world: &World,
    islands: &mut Islands,
    patches: &[Patch],
    [taut, at_speed]: [Real; 2],
) -> u32 {
    if let Some(n) = world.config.substeps {
        return n;
    }
    // What stands still asks for nothing.
    let moves = |b: &&RigidBody| world.state.frames.mass[b.slot as usize].mass > 0.0 || b.targeted;
    let exact = islands.list.iter().all(|i| i.method == Method::Space && !i.is_uneven());
    let turn = |b: &RigidBody| world.state.frames.w[b.slot as usize].length() * EXACT_SUBSTEP;
    let rigid = |b: &RigidBody| match islands.is_hard(b.slot) {
        // When a body rebounds is known to a substep, and its joints keep their directions for one.
        _ if exact && b.rigid.restitution == 0.0 && turn(b) < EXACT_TURN => EXACT_SUBSTEP,
        true => DIRECT_SUBSTEP,
        false => b.longest_substep(),
    };
    let rigids = world.rigids.values().filter(moves).map(rigid);
    let weaves = world.weaves();
    let softs = world.softs.values().map(|b| match weaves && b.is_woven() {
        true => weave::longest_substep(&world.state, b, world.last_substep),
        false => b.longest_substep().min(b.longest_hold(&world.state)),
    });
    let longest = rigids.fold(Real::INFINITY, Real::min);
    let longest = softs.fold(longest, Real::min);
    let radius = |slot: u32| {
        let body = world.rigids.at((slot as usize).checked_sub(1)?)?;
        (world.state.frames.mass[slot as usize].mass > 0.0).then_some(body.form.radius)
    };
    let smaller = |p: &Patch| Some(radius(p.a)?.min(radius(p.b)?));
    let springs = |p: &&Patch| !exact && !islands.hard.holds(&[], &[p.a, p.b]);
    let springs = patches.iter().filter(springs);
    let smallest = springs.filter_map(smaller).fold(STACKED, Real::min);
    let longest = longest * (smallest / STACKED).max(0.25).sqrt();
    let longest = longest.min(taut);
    // A hair less, so that a step of 20 ms is 8 substeps of 2.5 ms in any precision.
    let n = (world.config.step / longest - 1e-4).ceil();
    // What is shot at a cloth is gone after a few steps, and would go through it in fewer substeps.
    let shot = (world.config.step / at_speed).ceil() as u32;
    (n as u32).clamp(1, shot.clamp(MAX_AUTO_SUBSTEPS, MAX_SUBSTEPS))
}

impl World {
    /// What rows need to know of a substep.
    fn substep(&self, substeps: u32) -> Substep {
        let (share, predict) = match self.config.stabilisation {
            Stabilisation::Full => (1.0, true),
            Stabilisation::Baumgarte(share) => (share, false),
        };
        let h = self.config.step / substeps as Real;
        Substep { h, share, predict, contact: self.config.contact, soft_contacts: true }
    }
}

/// What a step works with and can be rebuilt at any time. Kept so that a steady step allocates
/// nothing.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Bodies or constraints were added or removed since the rows were built.
    pub(crate) changed: bool,
    pub(crate) report: StepReport,
    pub(crate) rows: Rows,
    pub(crate) velocities: Velocities,
    scales: Vec<Scale>,
    /// Velocities before the free motion.
    before: Velocities,
    pub(crate) islands: Islands,
    newton: Newton,
    pub(crate) space: Space,
    taut: taut::Taut,
    pub(crate) conjugate: Conjugate,
    /// How each deformable body may be solved.
    ways: Vec<solids::Way>,
    /// Pairs of deformable bodies that a constraint ties to each other.
    tied: Vec<[u32; 2]>,
    /// How many ties between solids share each node, by their weights.
    crowd: Vec<Real>,
    /// Points between nodes that touch, on their way to contacts.
    pokes: Vec<Poke>,
    /// Distances and normals of the nodes of the body that is looked at, where they were asked for.
    known: Vec<Option<(Real, Vec3)>>,
    frames: Vec<FrameView>,
    packed: Vec<PackedFrame>,
    octets: frames::Octets,
    node_forces: Vec<Vec3>,
    frame_forces: Vec<[Vec3; 2]>,
    broad: Broad,
    proxies: Vec<Proxy>,
    /// Speeds that bodies may get within the step because fast ones hit them, m/s.
    agitation: Vec<Real>,
    /// Pairs of frames that touched in earlier passes of the step, and the impulses on the second.
    pub(crate) struck: Vec<([u32; 2], Vec3)>,
    /// Whether the world has been told of a pass of the step.
    told: bool,
    /// Frames of sensors and of what is inside them.
    pub(crate) sensed: Vec<[u32; 2]>,
    /// Pairs of frames that a joint keeps from touching, sorted.
    joined: Vec<[u32; 2]>,
    /// Nodes that a joint holds, with the frame it holds them to.
    joined_nodes: Vec<[u32; 2]>,
    manifolds: Manifolds,
    /// Pairs of rigid bodies that are near, with their contact patches.
    pairs: Pairs,
    /// Contacts of nodes.
    pub(crate) contacts: Vec<Contact>,
    /// Contacts of thin bodies that are swept.
    pub(crate) brushes: Brushes,
    /// Contacts between deformable bodies.
    pub(crate) meetings: Meetings,
    /// They have pushed each other in this substep already.
    met_early: bool,
    /// Pairs of deformable bodies that something ties to each other, sorted.
    bound: Vec<[u32; 2]>,
    /// Deformable bodies that touch others, from left to right, and the most that any of them keeps free, m.
    ambits: Vec<company::Ambit>,
    widest: Real,
    /// Which deformable bodies are in company, by their places.
    together: Vec<bool>,
    /// A node and the frame of each pair of these that may touch.
    brushed: Vec<[u32; 2]>,
    /// Nodes of thin bodies that are swept and that other rows push too.
    shared: Vec<u32>,
    /// Whether forces of the caller act on nodes.
    pushed: bool,
    /// Which frames have hardly moved since the step began.
    still: Vec<bool>,
    /// No point of a frame is faster in this substep, m/s.
    fastest: Real,
    impulses: Vec<[Real; 3]>,
    /// Frames whose rows sweeping has left violated.
    strained: Vec<bool>,
    /// Impulse of each node contact over the substeps so far, N·s of the world on its frame.
    pub(crate) contact_totals: Vec<Vec3>,
    /// Impulse of each patch over the substeps so far, along its normal and tangents, N·s.
    pub(crate) carried: Vec<[Real; 3]>,
    pub(crate) events: Vec<ContactEvent>,
    pub(crate) touching: Vec<[u32; 2]>,
    /// Where everything was at the start of the step.
    start: Start,
    columns: Vec<DVec3>,
    /// What integrated nodes go on with besides what they moved with, m/s.
    drift: Vec<Vec3>,
    /// Whether a rigid body is about to hit a thin one so fast that substeps are shorter for it.
    hit: bool,
    /// Iterations of implicit integrators in this step.
    integrator_iterations: usize,
    answers: Vec<DMat3>,
    /// Nodes of one that rows touch, numbered within it.
    touched: Vec<usize>,
    pool: Option<(usize, Arc<rayon::ThreadPool>)>,
}

#[derive(Default)]
struct Start {
    nodes: Vec<[Real; 4]>,
    frames: Vec<Pose>,
}

/// Lets a thread pool run what only one thread at a time uses.
struct Alone<T>(T);
// SAFETY: `install` moves the value to one worker and waits for it; nobody else has it meanwhile.
unsafe impl<T> Send for Alone<T> {}

impl Scratch {
    fn pool(&mut self, threads: usize) -> Option<Arc<rayon::ThreadPool>> {
        if threads == 1 {
            return None;
        }
        if self.pool.as_ref().is_none_or(|(n, _)| *n != threads) {
            // Without threads from the system, one gives the same bits.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok()?;
            self.pool = Some((threads, Arc::new(pool)));
        }
        self.pool.as_ref().map(|(_, pool)| pool.clone())
    }

    fn engine(&self, world: &World) -> Engine {
        let level = match world.config.simd {
            Simd::Auto => Level::detect(),
            Simd::Baseline => Level::Baseline,
        };
        Engine { level, threads: if self.pool.is_some() { world.config.threads } else { 1 } }
    }

    /// Rows and velocities as at the start of a substep without any free motion.
    #[cfg(test)]
    pub(crate) fn prepare(&mut self, world: &mut World) {
        let t = world.substep(8);
        self.begin(world);
        self.weigh(world);
        self.contacts.clear();
        self.pairs.clear();
        self.brushes.clear();
        self.changed |= self.islands.find(world, &self.pairs.patches, &self.contacts, &[]);
        self.choose_factorised(world);
        self.build_rows(world, &t, true);
        self.free_motion_of_implicit_bodies(world, t.h);
        self.linearise(world, &t, self.engine(world), true);
        self.lend(world);
    }

    /// Implicit bodies need a factorised matrix before rows can ask them; the state stays.
    #[cfg(test)]
    fn free_motion_of_implicit_bodies(&mut self, world: &mut World, h: Real) {
        let state = world.state.clone();
        self.free_motion(world, h);
        world.state = state;
    }

    fn begin(&mut self, world: &World) {
        let State { nodes, frames } = &world.state;
        self.node_forces.clear();
        self.node_forces.resize(nodes.x.len(), Vec3::ZERO);
        self.frame_forces.clear();
        self.frame_forces.resize(frames.x.len(), [Vec3::ZERO; 2]);
        self.pushed = false;
        self.report.contained.clear();
        self.report.residual.clear();
        self.told = false;
        self.struck.clear();
        self.begin_pass(world);
    }

    /// Begins to find contacts from where things are.
    fn begin_pass(&mut self, world: &World) {
        let State { nodes, frames } = &world.state;
        self.start.nodes.clear();
        self.start.nodes.extend_from_slice(&nodes.x);
        self.start.frames.clear();
        let poses = frames.x.iter().zip(&frames.q);
        self.start.frames.extend(poses.map(|(&x, &q)| Pose::from_parts(x, q)));
        self.contact_totals.clear();
        self.carried.clear();
    }

    /// Remembers what contacts carried, before they are found again within the step.
    fn hand_over(&mut self, world: &mut World, h: Real) {
        self.remember(world);
        self.tell_touches(world);
        let patches = world.memory.rigids.patches.iter().zip(&self.carried);
        let pushed = patches.filter(|(_, f)| f[0] > 0.0);
        self.struck.extend(pushed.map(|(p, &f)| ([p.a, p.b], p.to_world(f))));
        world.last_substep = h;
        self.begin_pass(world);
    }

    /// Takes the masses of all frames, once nobody wakes any more.
    fn weigh(&mut self, world: &World) {
        let frames = &world.state.frames;
        self.scales.clear();
        self.scales.extend(frames.mass.iter().map(Scale::from));
        self.octets.begin(frames, &self.scales, &self.start.frames);
    }

    /// Lays out the rows; in the `first` pass of a step what constraints carried begins at nothing.
    fn build_rows(&mut self, world: &mut World, t: &Substep, first: bool) {
        if self.changed {
            world.link_nodes();
            let World { state, softs, .. } = &*world;
            let hard = &self.islands.hard;
            let weaves = world.weaves();
            self.rows.build(state, softs, &world.records(), hard, weaves, &mut self.velocities);
            self.find_shared(world);
            self.changed = false;
        }
        let mut ratio = 1.0;
        if world.last_substep > 0.0 && world.last_substep != t.h {
            ratio = t.h / world.last_substep;
            world.memory.scale(ratio);
            for p in &mut self.pairs.patches {
                p.impulses.scale(ratio);
            }
            for r in world.anchors.values_mut() {
                r.impulse = r.impulse.map(|x| x * ratio);
            }
            world.distances.values_mut().for_each(|r| r.impulse *= ratio);
            world.planes.values_mut().for_each(|r| r.impulse *= ratio);
            let own = world.generalised.values_mut();
            own.for_each(|r| r.impulse = r.impulse.map(|x| x * ratio.into_f64()));
            for body in world.softs.values_mut() {
                body.pull.iter_mut().for_each(|x| *x *= ratio);
            }
            self.rows.weave.load(&world.softs);
        }
        self.rows.besides.clear();
        world.each_bearing(|slots| self.rows.besides.extend_from_slice(slots));
        let memory = &world.memory;
        let guess = |c: &Contact| memory.recall(c.key).map_or([0.0; 3], |p| c.to_rows(p));
        self.rows.build_contacts(
            &self.pairs.patches,
            self.contacts.iter().map(|c| (c, guess(c))),
            &self.islands.hard,
            &world.state,
            &world.softs,
            &mut self.velocities,
        );
        self.build_ties(world);
        world.begin_joints(ratio, first);
        self.rows.load(&world.records(), &world.softs);
        if !first {
            return;
        }
        // What holds sleepers holds them as it did.
        let World { state, anchors, distances, planes, generalised, .. } = world;
        let moves = |points: &[Point]| points.iter().any(|p| p.moves(state));
        for r in anchors.values_mut().filter(|r| moves(&r.points)) {
            r.total = Vec3::ZERO;
        }
        for r in distances.values_mut().filter(|r| moves(&r.points)) {
            r.total = 0.0;
        }
        for r in planes.values_mut().filter(|r| moves(&r.points)) {
            r.total = 0.0;
        }
        for r in generalised.values_mut().filter(|r| moves(&r.points)) {
            r.total = Default::default();
        }
    }

    /// Adds the impulses of a substep's contacts to those of the step.
    fn add_contact_impulses(&mut self) {
        self.contact_totals.resize(self.contacts.len(), Vec3::ZERO);
        for (owner, f) in self.rows.contact_impulses().filter(|(_, f)| f[0] > 0.0) {
            let i = owner as usize;
            self.contact_totals[i] += self.contacts[i].to_world(f);
        }
        self.add_tie_impulses();
        self.carried.resize(self.pairs.patches.len(), [0.0; 3]);
        for (owner, f) in self.rows.single_impulses() {
            let sum = &mut self.carried[owner as usize / POINTS];
            *sum = std::array::from_fn(|d| sum[d] + f[d]);
        }
    }

    /// Tells the world what its contacts carried in the step.
    fn tell_touches(&mut self, world: &mut World) {
        if !std::mem::replace(&mut self.told, true) {
            world.touches.retain(|touched| sleep::both_sleep(&world.state, touched));
        }
        let patches = world.memory.rigids.patches.iter().zip(&self.carried);
        world.touches.extend(patches.filter(|(_, f)| f[0] > 0.0).map(|(p, &f)| Touched {
            node: false,
            a: p.a,
            b: p.b,
            impulse: p.to_world(f),
        }));
        let nodes = self.contacts.iter().zip(&self.contact_totals);
        let nodes = nodes.filter(|(_, total)| **total != Vec3::ZERO);
        world.touches.extend(nodes.map(|(c, &impulse)| Touched {
            node: true,
            a: c.a,
            b: c.b,
            impulse,
        }));
        world.touches.extend(self.brushes.carried());
    }

    /// A step of a world in which everything sleeps: time goes on.
    fn pass(&mut self, world: &mut World) {
        world.steps += 1;
        world.time += world.config.step.into_f64();
        self.events.clear();
        self.report.pass(world.steps, world.time);
    }

    /// Remembers impulses for the next time contacts are found.
    fn remember(&mut self, world: &mut World) {
        self.impulses.clear();
        self.impulses.resize(self.contacts.len(), [0.0; 3]);
        for (owner, f) in self.rows.contact_impulses() {
            self.impulses[owner as usize] = f;
        }
        self.tell_ties();
        let carried = self.contacts.iter().zip(&self.impulses).filter(|(_, f)| f[0] > 0.0);
        world.memory.replace(carried.map(|(c, &f)| (c.key, c.to_world(f))));
        self.rows.patch_impulses(&mut self.pairs.patches);
        for (owner, f) in self.rows.patches.carried() {
            self.carried[owner as usize] = f;
        }
        std::mem::swap(&mut world.memory.rigids, &mut self.pairs);
        self.rows.store(&mut world.joints, &mut world.gears);
        self.rows.save_edges(&mut world.softs);
        self.rows.weave.save(&mut world.softs);
    }

    /// Remembers impulses for the next step, and writes the report.
    fn publish(&mut self, world: &mut World, substeps: u32, h: Real) {
        self.remember(world);
        self.report.broken.clear();
        self.changed |= world.end_joints(&mut self.report.broken);
        self.changed |= world.break_anchors(&mut self.report.broken);
        self.judge(world, h);
        self.tell_touches(world);
        self.tell_events(world);
        self.doze(world);
        world.last_substep = h;
        world.steps += 1;
        world.time += world.config.step.into_f64();
        let report = &mut self.report;
        report.steps = world.steps;
        report.time = world.time;
        report.substeps = substeps;
        report.substep = h;
        report.rows = self.rows.counts();
        let points = |p: &Patch| p.count as usize;
        let rigid: usize = world.memory.rigids.patches.iter().map(points).sum();
        let brushes = self.brushes.count();
        let met = self.meetings.count();
        report.contacts = self.contacts.len() + brushes + met + rigid;
        report.rows.contact += 3 * (brushes + met);
        report.islands.clone_from(&self.islands.list);
        report.newton = std::mem::take(&mut self.newton.effort);
        report.solids = std::mem::take(&mut self.conjugate.effort);
        report.integrators = std::mem::take(&mut self.integrator_iterations);
        report.space = std::mem::take(&mut self.space.outcome);
        for links in world.softs.values().filter_map(|b| b.firm.as_ref()) {
            report.rows.distance += links.edges.len();
            report.rows.bend += links.folds.len();
            report.rows.volume += links.cells.len() + usize::from(links.whole.is_some());
        }
        report.rows.generalised = world.generalised.values().map(|r| r.generalised.lines()).sum();
        world.tell_clashes(report);
        self.tell_crossed(world);
        let report = &mut self.report;
        report.split_slots = self.rows.split_slots();
        report.asleep = world.sleepers();
        let count = (report.rows.total().max(1) * substeps as usize) as Real;
        for r in &mut report.residual {
            *r = (*r / count).sqrt();
        }
    }
}
