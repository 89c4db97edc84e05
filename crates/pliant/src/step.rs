//! The step, from top to bottom. The names of its phases are those of [`Phase`].

use std::sync::Arc;

use crate::math::DVec3;

use crate::bodies::corotational::{double, single};
use crate::bodies::rigid::{self, RigidBody};
use crate::bodies::{Body, Pull};
use crate::collision::broad::{Bounds, Broad};
use crate::collision::contacts::Contact;
use crate::collision::nodes;
use crate::collision::rigids::{Manifolds, Placed};
use crate::config::{MAX_AUTO_SUBSTEPS, Simd, Stabilisation};
use crate::constraints::Substep;
use crate::constraints::batch::{Engine, Places};
use crate::constraints::general::Kind as GroupKind;
use crate::math::lanes::W;
use crate::math::{Mat3, Pose, Real, Vec3, exp_neg, rotation_vector};
use crate::report::{Phase, StepReport, Watch};
use crate::rows::Rows;
use crate::site::Point;
use crate::solvers::Solver;
use crate::solvers::simd::Level;
use crate::solvers::sweep::Sweep;
use crate::solvers::velocities::{FrameSlot, NodeSlot, Velocities};
use crate::state::{FrameView, State};
use crate::world::{Command, World};

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
    s.begin(world);
    s.apply_commands(world);
    clock.lap(watch, Phase::ApplyCommands);

    let substeps = substeps(world);
    let t = world.substep(substeps);
    let on = s.engine(world);
    s.find_pairs(world);
    clock.lap(watch, Phase::BroadPhase);
    s.find_contacts(world);
    clock.lap(watch, Phase::NarrowPhase);
    s.build_rows(world, &t);
    clock.lap(watch, Phase::BuildRows);

    let mut solver = Sweep { iterations: world.config.iterations };
    s.report.residual.clear();
    for _ in 0..substeps {
        s.free_motion(world, t.h);
        s.contain(world);
        clock.lap(watch, Phase::FreeMotion);
        s.linearise(world, &t, on);
        clock.lap(watch, Phase::Linearise);
        solver.solve(&mut s.rows, &mut s.velocities, &t, on, &mut s.report.residual);
        clock.lap(watch, Phase::Solve);
        s.integrate(world, &mut solver, &t, on);
        watch.substep(world, t.h);
        clock.lap(watch, Phase::Integrate);
    }
    damp(world);
    s.contain(world);
    clock.lap(watch, Phase::Contain);
    s.publish(world, substeps, t.h);
    clock.lap(watch, Phase::Publish);
    s.report.seconds = clock.seconds;
}

/// How many substeps the bodies need, or the settings say.
fn substeps(world: &World) -> u32 {
    if let Some(n) = world.config.substeps {
        return n;
    }
    let rigids = world.rigids.values().map(Body::longest_substep);
    let softs = world.softs.values().map(|b| b.body().longest_substep());
    let longest = rigids.chain(softs).fold(Real::INFINITY, Real::min);
    // A hair less, so that a step of 20 ms is 8 substeps of 2.5 ms in any precision.
    let n = (world.config.step / longest - 1e-4).ceil();
    (n as u32).clamp(1, MAX_AUTO_SUBSTEPS)
}

impl World {
    /// What rows need to know of a substep.
    fn substep(&self, substeps: u32) -> Substep {
        let (share, predict) = match self.config.stabilisation {
            Stabilisation::Full => (1.0, true),
            Stabilisation::Baumgarte(share) => (share, false),
        };
        let h = self.config.step / substeps as Real;
        Substep { h, share, predict, contact: self.config.contact }
    }
}

/// What a step works with and can be rebuilt at any time. Kept so that a steady step allocates
/// nothing.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Bodies or constraints were added or removed since the rows were built.
    pub(crate) changed: bool,
    pub(crate) report: StepReport,
    rows: Rows,
    velocities: Velocities,
    frames: Vec<FrameView>,
    node_forces: Vec<Vec3>,
    frame_forces: Vec<[Vec3; 2]>,
    broad: Broad,
    manifolds: Manifolds,
    contacts: Vec<Contact>,
    impulses: Vec<[Real; 3]>,
    /// Where everything was at the start of the step.
    start: Start,
    columns: Vec<DVec3>,
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

    fn begin(&mut self, world: &World) {
        let State { nodes, frames } = &world.state;
        self.start.nodes.clear();
        self.start.nodes.extend_from_slice(&nodes.x);
        self.start.frames.clear();
        let poses = frames.x.iter().zip(&frames.q);
        self.start.frames.extend(poses.map(|(&x, &q)| Pose::from_parts(x, q)));
        self.node_forces.clear();
        self.node_forces.resize(nodes.x.len(), Vec3::ZERO);
        self.frame_forces.clear();
        self.frame_forces.resize(frames.x.len(), [Vec3::ZERO; 2]);
        self.report.contained.clear();
    }

    /// Carries out what the caller asked for since the last step. Handles were checked then; those
    /// removed since are passed over.
    fn apply_commands(&mut self, world: &mut World) {
        let mut commands = std::mem::take(&mut world.commands);
        for command in commands.drain(..) {
            match command {
                Command::Force(site, force) => {
                    if let Ok(point) = world.resolve(site) {
                        self.add_force(&world.state, &point, force);
                    }
                }
                Command::Torque(body, torque) => {
                    if let Some(b) = world.rigids.get(body) {
                        self.frame_forces[b.slot as usize][1] += torque;
                    }
                }
                Command::Impulse(site, impulse) => {
                    if let Ok(point) = world.resolve(site) {
                        push(&mut world.state, &point, impulse);
                    }
                }
                Command::Velocity(body, v, w) => {
                    if let Some(b) = world.rigids.get(body) {
                        world.state.frames.v[b.slot as usize] = v;
                        world.state.frames.w[b.slot as usize] = w;
                    }
                }
                Command::SoftVelocity(body, v) => {
                    let slots = world.softs.get(body).map(|b| b.slots.range());
                    for i in slots.into_iter().flatten() {
                        if world.state.nodes.x[i][3] > 0.0 {
                            world.state.nodes.set_velocity(i, v);
                        }
                    }
                }
                Command::Pose(body, x, q) => {
                    if let Some(b) = world.rigids.get(body) {
                        world.state.frames.x[b.slot as usize] = x;
                        world.state.frames.q[b.slot as usize] = q.normalize();
                    }
                }
                Command::Target(body, x, q) => {
                    if let Some(b) = world.rigids.get(body) {
                        let (i, frames) = (b.slot as usize, &mut world.state.frames);
                        frames.v[i] = (x - frames.x[i]) / world.config.step;
                        let turn = rotation_vector(q.normalize() * frames.q[i].inverse());
                        frames.w[i] = turn / world.config.step;
                    }
                }
                Command::Gravity(g) => world.config.gravity = g,
            }
        }
        world.commands = commands;
    }

    fn add_force(&mut self, state: &State, point: &Point, force: Vec3) {
        match *point {
            Point::Frame { slot, arm } => {
                let [f, torque] = &mut self.frame_forces[slot as usize];
                *f += force;
                *torque += (state.frames.q[slot as usize] * arm).cross(force);
            }
            Point::Nodes { count, slot, weight } => {
                for k in 0..count {
                    self.node_forces[slot[k] as usize] += force * weight[k];
                }
            }
        }
    }

    /// Broad phase: boxes about the rigid bodies, grown by what they may move.
    fn find_pairs(&mut self, world: &World) {
        self.broad.boxes.clear();
        for (h, body) in world.rigids.iter::<()>() {
            let i = body.slot as usize;
            let frames = &world.state.frames;
            let half = body.rigid.shape.half_extents(frames.q[i]);
            let grown = half + Vec3::splat(reach(world, body));
            self.broad.boxes.push(Bounds {
                lo: frames.x[i] - grown,
                hi: frames.x[i] + grown,
                body: h.index() as u32,
                moves: frames.mass[i].mass > 0.0,
            });
        }
        self.broad.find();
    }

    /// Narrow phase: points at which bodies may touch in this step.
    fn find_contacts(&mut self, world: &World) {
        self.contacts.clear();
        for i in 0..self.broad.pairs.len() {
            let pair = self.broad.pairs[i].map(|b| world.rigids.at(b as usize));
            if let [Some(a), Some(b)] = pair {
                let reach = reach(world, a) + reach(world, b);
                let (a, b) = (placed(world, a), placed(world, b));
                self.manifolds.find(&a, &b, reach, &mut self.contacts);
            }
        }
        for soft in world.softs.values() {
            for body in world.rigids.values() {
                self.find_node_contacts(world, soft, body);
            }
        }
    }

    fn find_node_contacts(
        &mut self,
        world: &World,
        soft: &crate::bodies::soft::SoftBody,
        body: &RigidBody,
    ) {
        let (state, shape) = (&world.state, &body.rigid.shape);
        let i = body.slot as usize;
        let (x, q, v) = (state.frames.x[i], state.frames.q[i], state.frames.v[i]);
        let h = world.config.step;
        let base = margin(world) + 0.5 * soft.thickness;
        let own = reach(world, body);
        let half = shape.half_extents(q) + Vec3::splat(base + own);
        for &node in &soft.skin {
            let slot = soft.slots.start + node;
            let p = state.nodes.position(slot as usize);
            let travel = (state.nodes.velocity(slot as usize) - v).length() * h;
            if ((p - x).abs() - half).max_element() > travel {
                continue;
            }
            let touch = nodes::touch(shape, x, q, p);
            if touch.distance < base + own + travel {
                let mut contact = nodes::contact(slot, body.slot, &touch, q);
                contact.offset = 0.5 * soft.thickness;
                contact.friction = soft.friction * body.rigid.friction;
                contact.restitution = soft.restitution.max(body.rigid.restitution);
                self.contacts.push(contact);
            }
        }
    }

    fn build_rows(&mut self, world: &mut World, t: &Substep) {
        if self.changed {
            let World { state, softs, anchors, distances, .. } = world;
            self.rows.build(state, softs, anchors, distances, &mut self.velocities);
            self.changed = false;
        }
        if world.last_substep > 0.0 && world.last_substep != t.h {
            let ratio = t.h / world.last_substep;
            world.memory.scale(ratio);
            for r in world.anchors.values_mut() {
                r.impulse = r.impulse.map(|x| x * ratio);
            }
        }
        let memory = &world.memory;
        let guess = |c: &Contact| memory.recall(c.key).map_or([0.0; 3], |p| c.to_rows(p));
        self.rows.build_contacts(
            &self.contacts,
            guess,
            &world.state,
            &world.softs,
            &mut self.velocities,
        );
        self.rows.load_anchors(&world.anchors);
    }

    fn free_motion(&mut self, world: &mut World, h: Real) {
        let pull = Pull {
            gravity: world.config.gravity,
            nodes: &self.node_forces,
            frames: &self.frame_forces,
            h,
        };
        let state = &mut world.state;
        for body in world.rigids.values_mut() {
            body.free_motion(state, &pull);
        }
        for body in world.softs.values_mut().filter(|b| !b.contained) {
            body.body_mut().free_motion(state, &pull);
        }
    }

    /// Rows for this substep, and the velocities they will push.
    fn linearise(&mut self, world: &mut World, t: &Substep, on: Engine) {
        let state = &world.state;
        self.frames.clear();
        self.frames
            .extend((0..state.frames.x.len()).map(|i| FrameView::new(&state.frames, i, t.h)));
        for (u, (x, v)) in
            self.velocities.nodes.iter_mut().zip(state.nodes.x.iter().zip(&state.nodes.v))
        {
            let m = if x[3] > 0.0 { 1.0 / x[3] } else { 0.0 };
            *u = NodeSlot([v[0] * m, v[1] * m, v[2] * m, 0.0]);
        }
        for (i, f) in self.frames.iter().enumerate() {
            let m = &state.frames.mass[i];
            self.velocities.frames[i] = if m.mass > 0.0 {
                let spin = m.inertia * (f.q.inverse() * f.w);
                FrameSlot::new(f.v / f.s, spin * m.inv_sqrt_inertia())
            } else {
                FrameSlot::default()
            };
        }
        self.compliances(world);
        self.refresh_node_contacts(world);
        let at = Places { state: &world.state, frames: &self.frames };
        self.rows.linearise(at, t, on);
    }

    /// The full compliances of implicit bodies, on the nodes that rows touch.
    fn compliances(&mut self, world: &mut World) {
        let bodies = &self.rows.implicit_bodies;
        for (c, &place) in self.rows.implicit.iter_mut().zip(bodies) {
            let Some(body) = world.softs.at_mut(place as usize) else {
                continue;
            };
            let slots = body.slots;
            let local = |slot: u32| (slot - slots.start) as usize;
            c.matrix.clear();
            c.impulse.clear();
            c.impulse.resize(c.touched.len(), Vec3::ZERO);
            for &touched in &c.touched {
                let mut answer = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| {
                    self.columns.clear();
                    self.columns.resize(slots.len as usize, DVec3::ZERO);
                    self.columns[local(touched)] = axis;
                    body.body_mut().apply(&mut self.columns);
                    c.touched.iter().map(|&s| single(self.columns[local(s)])).collect::<Vec<_>>()
                });
                let [x, y, z] = &mut answer;
                let columns = x.iter().zip(y).zip(z);
                c.matrix.extend(columns.map(|((x, y), z)| Mat3::from_cols(*x, *y, *z)));
            }
            // Rows push these nodes' plain velocities.
            for &touched in &c.touched {
                let v = world.state.nodes.velocity(touched as usize);
                self.velocities.nodes[touched as usize] = NodeSlot::new(v);
            }
        }
    }

    /// Nodes slide along curved surfaces within a step: their contact points follow.
    fn refresh_node_contacts(&mut self, world: &World) {
        let state = &world.state;
        let shape = |frame: u32| world.rigids.at(frame as usize - 1).map(|b| &b.rigid.shape);
        for item in &mut self.rows.contact_nodes.items {
            for l in (0..W).filter(|&l| item.used[l]) {
                let (node, frame) = (item.node[0][l], item.frame[0][l]);
                let Some(shape) = shape(frame) else { continue };
                let f = &self.frames[frame as usize];
                let touch = nodes::touch(shape, f.x, f.q, state.nodes.position(node as usize));
                let n = -(f.q * touch.normal);
                item.arm[0].set_lane(l, touch.point);
                (item.param[0].0[l], item.param[1].0[l], item.param[2].0[l]) = (n.x, n.y, n.z);
                self.contacts[item.owner[l] as usize].normal = n;
            }
        }
        for group in &mut self.rows.general.groups {
            if group.kind != GroupKind::Contact {
                continue;
            }
            if let (Some(node), Point::Frame { slot, arm }) =
                (group.points[0].single_node(), &mut group.points[1])
            {
                let Some(shape) = shape(*slot) else { continue };
                let f = &self.frames[*slot as usize];
                let touch = nodes::touch(shape, f.x, f.q, state.nodes.position(node as usize));
                let n = -(f.q * touch.normal);
                *arm = touch.point;
                group.param[..3].copy_from_slice(&n.to_array());
                self.contacts[group.owner as usize].normal = n;
            }
        }
    }

    /// Positions follow the velocities; then contacts give back their push-out.
    fn integrate(&mut self, world: &mut World, solver: &mut Sweep, t: &Substep, on: Engine) {
        self.store_velocities(world);
        let state = &mut world.state;
        for (x, v) in state.nodes.x.iter_mut().zip(&state.nodes.v) {
            for a in 0..3 {
                x[a] += v[a] * t.h;
            }
        }
        for i in 1..state.frames.x.len() {
            rigid::integrate(&mut state.frames, i, t.h);
        }
        if t.predict {
            solver.relax(&mut self.rows, &mut self.velocities, t, on);
        }
        self.store_velocities(world);
        let frames = &mut world.state.frames;
        for (i, f) in self.frames.iter().enumerate() {
            // Angular momentum is what the rows left; the attitude has changed since.
            let m = frames.mass[i];
            if m.mass > 0.0 {
                let u = self.velocities.frames[i].angular();
                let spin = f.q * (u / m.inv_sqrt_inertia());
                frames.w[i] = rigid::angular_velocity(frames, i, spin);
            }
        }
    }

    /// Unscales the velocities that rows have pushed, and lets implicit bodies answer in full.
    fn store_velocities(&mut self, world: &mut World) {
        let state = &mut world.state;
        for body in world.softs.values().filter(|b| !b.body().is_implicit()) {
            let range = body.slots.range();
            let nodes = state.nodes.x[range.clone()].iter().zip(&mut state.nodes.v[range.clone()]);
            for ((x, v), u) in nodes.zip(&self.velocities.nodes[range]) {
                if x[3] > 0.0 {
                    (v[0], v[1], v[2]) = (u.0[0] * x[3], u.0[1] * x[3], u.0[2] * x[3]);
                }
            }
        }
        for i in 1..state.frames.x.len() {
            let m = &state.frames.mass[i];
            if m.mass > 0.0 {
                let (u, f) = (&self.velocities.frames[i], &self.frames[i]);
                state.frames.v[i] = u.linear() * f.s;
                state.frames.w[i] = f.q * (u.angular() * m.inv_sqrt_inertia());
            }
        }
        self.answer(world);
    }

    /// Turns the impulses that implicit bodies got into motion of all their nodes.
    fn answer(&mut self, world: &mut World) {
        let bodies = &self.rows.implicit_bodies;
        for (c, &place) in self.rows.implicit.iter_mut().zip(bodies) {
            let Some(body) = world.softs.at_mut(place as usize) else {
                continue;
            };
            let slots = body.slots;
            self.columns.clear();
            self.columns.resize(slots.len as usize, DVec3::ZERO);
            for (&slot, impulse) in c.touched.iter().zip(&mut c.impulse) {
                self.columns[(slot - slots.start) as usize] = double(*impulse);
                *impulse = Vec3::ZERO;
            }
            body.body_mut().apply(&mut self.columns);
            for (i, dv) in slots.range().zip(&self.columns) {
                let s = world.state.nodes.x[i][3];
                if s > 0.0 {
                    let v = world.state.nodes.velocity(i) + single(*dv);
                    world.state.nodes.set_velocity(i, v);
                    let touched = c.touched.binary_search(&(i as u32)).is_ok();
                    self.velocities.nodes[i] = NodeSlot::new(if touched { v } else { v / s });
                }
            }
        }
    }

    /// Stops bodies that became non-finite, where they were at the start of the step.
    fn contain(&mut self, world: &mut World) {
        let State { nodes, frames } = &mut world.state;
        for body in world.rigids.values_mut() {
            let i = body.slot as usize;
            let finite = frames.x[i].is_finite()
                && frames.q[i].is_finite()
                && frames.v[i].is_finite()
                && frames.w[i].is_finite();
            if !finite {
                let pose = self.start.frames[i];
                (frames.x[i], frames.q[i]) = (pose.translation, pose.rotation);
                (frames.v[i], frames.w[i]) = (Vec3::ZERO, Vec3::ZERO);
                frames.mass[i] = Default::default();
                body.contained = true;
                self.changed = true;
                self.report.contained.push(body.rigid.name.clone());
            }
        }
        for body in world.softs.values_mut().filter(|b| !b.contained) {
            let range = body.slots.range();
            let sum = |a: &[Real; 4]| a[0] + a[1] + a[2];
            let total: Real = nodes.x[range.clone()].iter().map(sum).sum::<Real>()
                + nodes.v[range.clone()].iter().map(sum).sum::<Real>();
            if !total.is_finite() {
                for i in range {
                    nodes.x[i] = self.start.nodes[i];
                    nodes.x[i][3] = 0.0;
                    nodes.v[i] = [0.0; 4];
                }
                body.contained = true;
                self.changed = true;
                self.report.contained.push(body.name.clone());
            }
        }
    }

    /// Remembers impulses for the next step, and writes the report.
    fn publish(&mut self, world: &mut World, substeps: u32, h: Real) {
        self.impulses.clear();
        self.impulses.resize(self.contacts.len(), [0.0; 3]);
        for (owner, f) in self.rows.contact_impulses() {
            self.impulses[owner as usize] = f;
        }
        let carried = self.contacts.iter().zip(&self.impulses).filter(|(_, f)| f[0] > 0.0);
        world.memory.replace(carried.map(|(c, &f)| (c.key, c.to_world(f))));
        self.rows.store_impulses(&mut world.anchors, &mut world.distances);
        world.last_substep = h;
        world.steps += 1;
        world.time += crate::math::IntoF64::into_f64(world.config.step);
        let report = &mut self.report;
        report.steps = world.steps;
        report.time = world.time;
        report.substeps = substeps;
        report.substep = h;
        report.rows = self.rows.counts();
        report.contacts = self.contacts.len();
        report.split_slots = self.rows.split_slots();
        let count = (report.rows.total().max(1) * substeps as usize) as Real;
        for r in &mut report.residual {
            *r = (*r / count).sqrt();
        }
    }
}

/// Changes the velocity of the slots of a point by an impulse.
fn push(state: &mut State, point: &Point, impulse: Vec3) {
    match *point {
        Point::Frame { slot, arm } => {
            let i = slot as usize;
            let frames = &mut state.frames;
            let m = frames.mass[i];
            if m.mass > 0.0 {
                let q = frames.q[i];
                frames.v[i] += impulse / m.mass;
                let torque = (q * arm).cross(impulse);
                frames.w[i] += q * ((q.inverse() * torque) / m.inertia);
            }
        }
        Point::Nodes { count, slot, weight } => {
            for k in 0..count {
                let i = slot[k] as usize;
                let s = state.nodes.x[i][3];
                let v = state.nodes.velocity(i) + impulse * (weight[k] * s * s);
                state.nodes.set_velocity(i, v);
            }
        }
    }
}

/// Damps deformable bodies relative to their rigid motion, so that free fall stays free.
fn damp(world: &mut World) {
    let nodes = &mut world.state.nodes;
    for body in world.softs.values().filter(|b| b.damping > 0.0) {
        let keep = exp_neg(body.damping * world.config.step);
        let (mut m, mut mx, mut p) = (0.0, Vec3::ZERO, Vec3::ZERO);
        for i in body.slots.range() {
            let mass = nodes.mass(i);
            m += mass;
            mx += nodes.position(i) * mass;
            p += nodes.velocity(i) * mass;
        }
        if m == 0.0 {
            continue;
        }
        let (centre, v) = (mx / m, p / m);
        let (mut inertia, mut spin) = (Mat3::ZERO, Vec3::ZERO);
        for i in body.slots.range() {
            let (r, mass) = (nodes.position(i) - centre, nodes.mass(i));
            inertia += (Mat3::from_diagonal(Vec3::splat(r.length_squared()))
                - Mat3::from_cols(r * r.x, r * r.y, r * r.z))
                * mass;
            spin += r.cross(nodes.velocity(i) - v) * mass;
        }
        // A straight rope has no inertia about itself: a little keeps the inverse finite.
        let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
        inertia += Mat3::from_diagonal(Vec3::splat(1e-6 * trace));
        let w = if trace > 0.0 { inertia.inverse() * spin } else { Vec3::ZERO };
        for i in body.slots.range() {
            if nodes.x[i][3] > 0.0 {
                let rigid = v + w.cross(nodes.position(i) - centre);
                nodes.set_velocity(i, rigid + (nodes.velocity(i) - rigid) * keep);
            }
        }
    }
}

/// Distance within which contacts are looked for although nothing moves.
fn margin(world: &World) -> Real {
    4.0 * world.config.contact.slop
}

/// How far the surface of a body may come in a step.
fn reach(world: &World, body: &RigidBody) -> Real {
    let i = body.slot as usize;
    let frames = &world.state.frames;
    let h = world.config.step;
    let spin = frames.w[i].length();
    let turn = if spin > 0.0 { spin * body.rigid.shape.radius() } else { 0.0 };
    let fall = if frames.mass[i].mass > 0.0 { world.config.gravity.length() * h } else { 0.0 };
    margin(world) + h * (frames.v[i].length() + turn + fall)
}

fn placed<'a>(world: &World, body: &'a RigidBody) -> Placed<'a> {
    let i = body.slot as usize;
    Placed {
        slot: body.slot,
        shape: &body.rigid.shape,
        pose: Pose::from_parts(world.state.frames.x[i], world.state.frames.q[i]),
        friction: body.rigid.friction,
        restitution: body.rigid.restitution,
    }
}

/// Adds up the time of each phase by the caller's clock.
struct Clock {
    last: f64,
    seconds: [f64; Phase::ALL.len()],
}

impl Clock {
    fn start(watch: &mut dyn Watch) -> Self {
        Self { last: watch.seconds(), seconds: Default::default() }
    }

    fn lap(&mut self, watch: &mut dyn Watch, phase: Phase) {
        let now = watch.seconds();
        self.seconds[phase as usize] += now - self.last;
        self.last = now;
    }
}
