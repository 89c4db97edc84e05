//! A scene that is being played.

use std::path::{Path, PathBuf};

use glamx::DVec3;
use pliant_draw::{Camera, Model};
use pliant_io::scene::{Action, Joint, Kind, Remove, Rigid, Scene, Site, Soft};

use super::assemble::{Assembled, assemble, config};
use super::cast::{Cast, refused};
use super::engine::math::{DOUBLE, IntoF64};
use super::engine::{ContactForce, Phase, World};
use super::observer::{Observer, refresh};
use super::probe::{self, Sight};
use super::touch::{self, Hands};
use super::{event, frame, wide};
use crate::clock::{Clock, Reading};
use crate::live::{Bond, ContactArrow, Grip, HandNow, Numbers, Rods, Stage};
use crate::quality::{Measured, Scenery};
use crate::report::{Calibrated, Counts, Quality, Report};
use crate::tally::{StepNumbers, Tally};
use crate::view::View;
use crate::{Error, Ordered, Overrides, Play, Precision, Record, expectation, material, schedule};

/// How often the budget of energy is drawn up, s: summing the energy of a solid
/// costs as much as some of its steps' work.
const BUDGET_EVERY: f64 = 0.1;

/// A scene that is being played.
pub struct Player {
    name: String,
    /// Where the paths of mesh files start.
    folder: Option<PathBuf>,
    scene: Scene,
    world: World,
    cast: Cast,
    scenery: Scenery,
    counts: Counts,
    step: f64,
    total_steps: u64,
    /// Whether the run ends where the scene says.
    whole: bool,
    /// The root mean square speed over the run, for scenes that end at rest.
    speeds: Record,
    measured: Measured,
    records: Vec<Record>,
    tally: Tally,
    energy: Budget,
    /// Potential energy at the start, J.
    height: f64,
    momentum: Budget,
    view: View,
    clock: Clock,
    overrides: Overrides,
    hands: Hands,
    /// What the last step did.
    last: StepNumbers,
}

/// A quantity that should stay what it is, followed over the run.
#[derive(Clone, Copy, Debug, Default)]
struct Budget {
    applies: bool,
    start: [f64; 3],
    /// The last value less the first.
    change: f64,
    /// The largest distance from the first value.
    error: f64,
    /// The largest size on the way.
    largest: f64,
}

impl Budget {
    fn follow(&mut self, now: [f64; 3], size: f64, first: bool) {
        if first {
            self.start = now;
        }
        let d = DVec3::from_array(now) - DVec3::from_array(self.start);
        self.change = d.x;
        self.error = self.error.max(d.length());
        self.largest = self.largest.max(size);
    }

    /// A number by the largest size on the way, if the quantity should stay and there is any.
    fn relative(&self, x: f64) -> Option<f64> {
        (self.applies && self.largest > 0.0).then(|| x / self.largest)
    }
}

impl Player {
    /// Makes the world of a scene; mesh files are looked for in `folder`.
    ///
    /// # Errors
    /// When a mesh cannot be read, a probe cannot be measured, or the engine refuses an object.
    pub fn new(
        name: &str,
        scene: &Scene,
        folder: Option<&Path>,
        overrides: Overrides,
    ) -> Result<Self, Error> {
        check(overrides)?;
        let Assembled { world, cast, scenery, counts } = assemble(scene, folder, overrides)?;
        let step = overrides.step.unwrap_or(scene.step);
        let seconds = overrides.seconds.unwrap_or(scene.seconds);
        let mut player = Self {
            name: name.to_owned(),
            folder: folder.map(Path::to_owned),
            scene: scene.clone(),
            view: View::new(scene, &frame::model(&world, &cast, &scenery), &scenery),
            world,
            cast,
            scenery,
            counts,
            step,
            total_steps: schedule::steps(seconds, step),
            whole: schedule::steps(seconds, step) == schedule::steps(scene.seconds, step),
            speeds: Record::default(),
            measured: Measured::new(probe::asks_for_crossings(scene)),
            records: vec![Record::default(); scene.probe.len()],
            tally: Tally::default(),
            energy: Budget { applies: !is_driven(scene), ..Budget::default() },
            height: 0.0,
            momentum: Budget { applies: is_free(scene), ..Budget::default() },
            clock: Clock::new(),
            overrides,
            hands: Hands::default(),
            last: StepNumbers::default(),
        };
        refresh(&mut player.scenery, &player.world, &player.cast);
        player.measured.start(&player.scenery);
        player.record();
        Ok(player)
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Writes down the probes that are due, and what should be kept.
    fn record(&mut self) {
        let k = self.world.steps();
        // What comes after the end is nobody's to judge, and may go on for hours.
        if k > self.total_steps {
            return;
        }
        let sight = Sight {
            world: &self.world,
            cast: &self.cast,
            scenery: &self.scenery,
            measured: &self.measured,
        };
        let last = k == self.total_steps;
        for (probe, record) in self.scene.probe.iter().zip(&mut self.records) {
            if last || schedule::is_recorded(probe.every, k, self.step) {
                record.push(self.world.time(), probe::read(probe, &sight));
            }
        }
        if self.scene.settle.is_some() {
            self.speeds.push(self.world.time(), rms_speed(&self.world));
        }
        let due = last || schedule::is_recorded(Some(BUDGET_EVERY), k, self.step);
        if self.energy.applies && due {
            let energy = self.world.energy();
            if k == 0 {
                self.height = energy.potential;
            }
            // Where the potential energy is zero is a choice: its change counts.
            let fallen = (energy.potential - self.height).abs();
            let size = energy.kinetic + energy.elastic + fallen;
            self.energy.follow([energy.total(), 0.0, 0.0], size, k == 0);
        }
        if self.momentum.applies {
            let momentum = wide(self.world.momentum()[0]);
            self.momentum.follow(momentum.to_array(), self.total_momentum(), k == 0);
        }
    }

    /// The sum of the sizes of all momenta, N·s: what the whole is to be compared with.
    fn total_momentum(&self) -> f64 {
        let mut sum = 0.0;
        for actor in &self.cast.rigids {
            if let (Ok(m), Ok(v)) =
                (self.world.mass(actor.handle), self.world.velocity(actor.handle))
            {
                sum += m.into_f64() * wide(v).length();
            }
        }
        for actor in &self.cast.softs {
            let masses = self.world.node_masses(actor.handle);
            if let (Ok(masses), Ok(velocities)) = (masses, self.world.node_velocities(actor.handle))
            {
                let each = masses.zip(velocities);
                sum += each.map(|(m, v)| m.into_f64() * wide(v).length()).sum::<f64>();
            }
        }
        sum
    }

    /// Steps the world under observation, adds the step up and records it.
    fn step_world(&mut self) {
        let mut observer = Observer {
            clock: self.clock,
            cast: &self.cast,
            scenery: &mut self.scenery,
            measured: &mut self.measured,
            every_substep: self.overrides.measured == crate::Measured::EverySubstep,
            spent: Reading::default(),
        };
        let start = self.clock.read();
        let report = self.world.step_watched(&mut observer);
        let spent = observer.spent;
        let stepped = self.clock.read();
        let time = stepped.since(start).since(spent);
        let phases = Phase::ALL.iter().zip(report.seconds);
        let numbers = StepNumbers {
            rows: report.rows.by_kind().to_vec(),
            contacts: report.contacts,
            softened: report.solids.softened as f64 / f64::from(report.substeps.max(1)),
            space_iterations: report.space.iterations as f64,
            integrator_iterations: report.integrators as f64,
            conflicts: report.conflicts.clone(),
            crossed: report.crossed.clone(),
            islands: (report.islands.iter()).map(|i| (i.method.name(), i.reason.name())).collect(),
            residual: report.residual.iter().map(|x| x.into_f64()).collect(),
            time,
            phases: phases.map(|(phase, s)| (phase.name(), s)).collect(),
        };
        let contained = report.contained.clone();
        if report.steps <= self.total_steps {
            self.tally.add(&numbers);
        }
        self.last = numbers;
        self.measured.broken.extend(contained);
        // Damping and containment come after the last substep.
        refresh(&mut self.scenery, &self.world, &self.cast);
        if self.overrides.measured == crate::Measured::EveryStep {
            self.measured.observe(&self.scenery);
        }
        self.record();
        self.tally.add_reporting(spent.cpu + self.clock.read().since(stepped).cpu);
    }

    /// Whether everything has been at rest for as long as the scene asks; none if it does not ask.
    fn settled(&self) -> Option<bool> {
        let settle = self.scene.settle?;
        let loud =
            self.speeds.value.iter().rposition(|speed| speed.is_nan() || *speed >= settle.speed);
        let since = self.speeds.t.get(loud.map_or(0, |i| i + 1));
        // Times are sums of steps.
        let slack = 1e-9 * self.world.time().max(1.0);
        let quiet = |t: &f64| self.world.time() - t >= settle.seconds - slack;
        Some(self.world.steps() > 0 && since.is_some_and(quiet))
    }

    /// How well bodies were matched to an elasticity.
    fn calibrations(&self) -> Vec<Calibrated> {
        let softs = self.cast.softs.iter().filter_map(|actor| {
            let told = self.world.calibration(actor.handle).ok().flatten()?;
            Some(Calibrated {
                name: actor.described.name.clone(),
                contraction: told.contraction,
                stretch_percent: 100.0 * told.stretch,
                bend_percent: 100.0 * told.bend,
                twist_percent: 100.0 * told.twist,
            })
        });
        softs.collect()
    }

    fn quality(&self) -> Quality {
        Quality {
            max_penetration_m: self.measured.deepest,
            deepest_pair: self.measured.pair.clone(),
            mean_penetration_m: self.measured.mean_depth(),
            max_stretch_percent: 100.0 * self.measured.stretch,
            end_stretch_percent: 100.0 * self.measured.stretch_now,
            energy_drift: self.energy.relative(self.energy.change),
            momentum_error: self.momentum.relative(self.momentum.error),
            residual: self.tally.residual(),
            crossings: self.measured.crossings.as_ref().map(|c| c.most + c.passes),
            non_finite: self.measured.broken.len(),
        }
    }
}

impl Play for Player {
    fn scene(&self) -> &Scene {
        &self.scene
    }

    fn time(&self) -> f64 {
        self.world.time()
    }

    fn steps(&self) -> u64 {
        self.world.steps()
    }

    fn total_steps(&self) -> u64 {
        self.total_steps
    }

    fn is_over(&self) -> bool {
        self.steps() >= self.total_steps() || self.settled() == Some(true)
    }

    fn step(&mut self) -> Result<(), Error> {
        let k = self.world.steps();
        for event in &self.scene.event {
            let folder = self.folder.as_deref();
            let (world, cast, scenery) = (&mut self.world, &mut self.cast, &mut self.scenery);
            event::apply(event, k, self.step, folder, world, cast, scenery)?;
        }
        let arrival = (k + 1) as f64 * self.step;
        event::move_driven(arrival, &mut self.world, &self.cast)?;
        self.hands.guide(&mut self.world)?;
        self.step_world();
        Ok(())
    }

    fn report(&self) -> Report {
        let [time_ms, wall_ms] = self.tally.times();
        let named = self.scene.probe.iter().zip(&self.records);
        let probes: Ordered<Record> =
            Ordered(named.map(|(p, r)| (p.name.clone(), r.clone())).collect());
        let whole = self.whole && self.is_over();
        let expect = self.scene.expect.iter();
        Report {
            scene: self.name.clone(),
            step: self.step,
            steps: self.world.steps(),
            seconds: self.world.time(),
            settled: self.settled(),
            threads: self.world.config().threads,
            precision: precision().name(),
            counts: self.counts,
            rows: self.tally.rows(),
            contacts: self.tally.contacts(),
            islands: self.tally.islands(),
            softened: self.tally.softened(),
            space_iterations: self.tally.space_iterations(),
            integrator_iterations: self.tally.integrator_iterations(),
            conflicts: self.tally.conflicts(),
            calibrations: self.calibrations(),
            crossed: self.tally.crossed(),
            time_ms,
            wall_ms,
            reporting_ms: self.tally.reporting_ms(),
            quality: self.quality(),
            expectations: expect
                .map(|e| expectation::judge(e, probes.get(&e.probe), whole))
                .collect(),
            probes,
            state_hash: format!("{:016x}", self.world.state_hash()),
        }
    }

    fn model(&self) -> Model {
        let mut model = frame::model(&self.world, &self.cast, &self.scenery);
        model.ground = self.view.ground;
        model.surfaces.extend(self.view.walls.iter().cloned());
        model
    }

    fn camera(&self, aspect: f32) -> Camera {
        self.view.camera(&self.scene, aspect)
    }

    fn modes(&self, soft: &str, count: usize) -> Result<Vec<f64>, Error> {
        let handle = super::cast::find(&self.cast.softs, soft)?;
        let modes = self.world.modes(handle, count).map_err(refused(format!("soft `{soft}`")))?;
        Ok(modes.into_iter().map(|mode| mode.frequency).collect())
    }

    fn scenery(&self) -> &Scenery {
        &self.scenery
    }

    fn stage(&self) -> Stage {
        frame::stage(&self.world, &self.cast, &self.scenery)
    }

    fn numbers(&self) -> Numbers {
        let energy = self.world.energy();
        Numbers {
            substeps: self.world.report().substeps,
            rows: self.last.rows.clone(),
            contacts: self.last.contacts,
            residual: self.last.residual.clone(),
            seconds: self.last.time.cpu,
            phases: self.last.phases.clone(),
            kinetic: energy.kinetic,
            potential: energy.potential,
            elastic: energy.elastic,
            stretch: self.measured.stretch_now,
            penetration: self.measured.deepest_now,
        }
    }

    fn readings(&self) -> Vec<f64> {
        let sight = Sight {
            world: &self.world,
            cast: &self.cast,
            scenery: &self.scenery,
            measured: &self.measured,
        };
        self.scene.probe.iter().map(|probe| probe::read(probe, &sight)).collect()
    }

    fn contacts(&self) -> Vec<ContactArrow> {
        let up = -wide(self.world.config().gravity);
        let arrow = |c: ContactForce| {
            let force = wide(c.force);
            let below = force.dot(up) < 0.0;
            ContactArrow { point: wide(c.point), force: if below { -force } else { force } }
        };
        self.world.contact_forces().map(arrow).collect()
    }

    fn bonds(&self) -> Vec<Bond> {
        touch::bonds(&self.world, &self.cast)
    }

    fn rods(&self) -> Rods {
        frame::rods(&self.world, &self.cast, &self.scenery)
    }

    fn grab(&mut self, hand: u32, grip: Grip, target: DVec3) -> Result<(), Error> {
        self.hands.grab(hand, grip, target, &mut self.world, &self.cast)
    }

    fn reach(&mut self, hand: u32, target: DVec3) {
        self.hands.reach(hand, target);
    }

    fn release(&mut self, hand: u32) {
        self.hands.release(hand, &mut self.world);
    }

    fn hands(&self) -> Vec<HandNow> {
        self.hands.now(&self.world)
    }

    fn pin(&mut self, grip: Grip) -> Result<bool, Error> {
        touch::toggle_pin(grip, &mut self.world, &self.cast)
    }

    fn throw(&mut self, ball: &Rigid) -> Result<(), Error> {
        touch::throw(ball, &mut self.world, &mut self.cast, &mut self.scenery)
    }

    fn adjust(&mut self, scene: &Scene) -> Result<(), Error> {
        let step = Some(self.step);
        let config = config(scene, Overrides { step, ..self.overrides });
        self.world.set_config(config).map_err(refused("scene"))?;
        Ok(())
    }

    fn state_hash(&self) -> u64 {
        self.world.state_hash()
    }

    fn snapshot(&self) -> Vec<u8> {
        self.world.snapshot()
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.world = World::restore(bytes).map_err(refused("snapshot"))?;
        for record in &mut self.records {
            record.rewind(self.world.time());
        }
        self.speeds.rewind(self.world.time());
        self.hands.leave(&mut self.world, &self.cast);
        touch::meet(
            &self.scene,
            self.folder.as_deref(),
            &self.world,
            &mut self.cast,
            &mut self.scenery,
        );
        refresh(&mut self.scenery, &self.world, &self.cast);
        Ok(())
    }
}

fn precision() -> Precision {
    if DOUBLE { Precision::Double } else { Precision::Single }
}

fn check(overrides: Overrides) -> Result<(), Error> {
    for (field, value) in [("step", overrides.step), ("seconds", overrides.seconds)] {
        match value {
            Some(value) if !(value.is_finite() && value > 0.0) => {
                return Err(Error::Override { field, value, accepted: "finite and above 0" });
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether something from outside does work on the bodies.
fn is_driven(scene: &Scene) -> bool {
    let kinematic = |r: &Rigid| r.kind == Kind::Kinematic;
    // Letting go of something does no work.
    let works = |a: &Action| match a {
        Action::Remove(remove) => !is_constraint(remove),
        action => !matches!(action, Action::Break(_) | Action::Cut(_)),
    };
    let moves = |soft: &Soft| material::pins(soft).iter().any(|pin| pin.motion.is_some());
    let carried = |site: &Site| matches!(site, Site::World { motion: Some(_), .. });
    scene.rigid.iter().any(kinematic)
        || scene.soft.iter().any(moves)
        || sites(scene).any(carried)
        || scene.event.iter().any(|e| works(&e.action))
        || scene.joint.iter().any(has_motor)
}

fn has_motor(joint: &Joint) -> bool {
    joint.kind.axes().into_iter().flatten().any(|axis| axis.motor.is_some())
}

fn is_constraint(remove: &Remove) -> bool {
    !matches!(remove, Remove::Rigid(_) | Remove::Soft(_))
}

/// Whether its damping or the world takes momentum from a body.
fn is_held_back(r: &Rigid) -> bool {
    r.linear_damping > 0.0
        || r.angular_damping > 0.0
        || r.locked_translation != [false; 3]
        || r.locked_rotation != [false; 3]
}

/// Whether nothing from outside pushes on the bodies.
fn is_free(scene: &Scene) -> bool {
    let outside = |site: &Site| matches!(site, Site::World { .. });
    let pinned = |soft: &Soft| soft.pinned != Default::default();
    scene.gravity == [0.0; 3]
        && !is_driven(scene)
        && scene.rigid.iter().all(|r| r.kind == Kind::Dynamic && !is_held_back(r))
        && !scene.soft.iter().any(pinned)
        && !sites(scene).any(outside)
}

/// All sites of all constraints.
fn sites(scene: &Scene) -> impl Iterator<Item = &Site> {
    let anchors = scene.anchor.iter().flat_map(|c| [&c.a, &c.b]);
    let distances = scene.distance.iter().flat_map(|c| [&c.a, &c.b]);
    let planes = scene.plane.iter().flat_map(|c| [&c.a, &c.b]);
    let generalised = scene.generalised.iter().flat_map(|c| [&c.a, &c.b]);
    let joints = scene.joint.iter().flat_map(|c| [&c.a, &c.b]);
    anchors.chain(distances).chain(planes).chain(generalised).chain(joints)
}

/// The root mean square speed, m/s: `√(2 · kinetic energy / mass)`; 0 where nothing can move.
pub(super) fn rms_speed(world: &World) -> f64 {
    let nodes: f64 =
        (0..world.state().nodes.x.len()).map(|i| world.state().nodes.mass(i).into_f64()).sum();
    let frames: f64 = world.state().frames.mass.iter().map(|m| m.mass.into_f64()).sum();
    let mass = nodes + frames;
    if mass > 0.0 { (2.0 * world.kinetic_energy() / mass).sqrt() } else { 0.0 }
}
