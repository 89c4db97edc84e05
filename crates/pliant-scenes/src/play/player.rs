//! A scene that is being played.

use std::path::{Path, PathBuf};

use pliant_draw::{Camera, Model};
use pliant_io::scene::{Action, Kind, Remove, Rigid, Scene, Site, Soft};

use super::assemble::{Assembled, assemble};
use super::cast::{Cast, refused};
use super::engine::math::{DOUBLE, IntoF64};
use super::engine::{Phase, World};
use super::observer::{Observer, refresh};
use super::probe::{self, Sight};
use super::{event, frame, wide};
use crate::clock::{Clock, Reading};
use crate::quality::{Measured, Scenery};
use crate::report::{Counts, Quality, Report};
use crate::tally::{StepNumbers, Tally};
use crate::view::View;
use crate::{Error, Ordered, Overrides, Play, Precision, Record, expectation, schedule};

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
    measured: Measured,
    records: Vec<Record>,
    tally: Tally,
    energy: Budget,
    momentum: Budget,
    view: View,
    clock: Clock,
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
        let d = glamx::DVec3::from_array(now) - glamx::DVec3::from_array(self.start);
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
        scene.probe.iter().try_for_each(|p| probe::check(p, scene))?;
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
            measured: Measured::default(),
            records: vec![Record::default(); scene.probe.len()],
            tally: Tally::default(),
            energy: Budget { applies: !is_driven(scene), ..Budget::default() },
            momentum: Budget { applies: is_free(scene), ..Budget::default() },
            clock: Clock::new(),
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
        if self.energy.applies {
            let energy = self.world.energy().total();
            self.energy.follow([energy, 0.0, 0.0], energy.abs(), k == 0);
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

    /// Steps the world under observation and adds the step up.
    fn step_world(&mut self) {
        let mut observer = Observer {
            clock: self.clock,
            cast: &self.cast,
            scenery: &mut self.scenery,
            measured: &mut self.measured,
            spent: Reading::default(),
        };
        let start = self.clock.read();
        let report = self.world.step_watched(&mut observer);
        let time = self.clock.read().since(start).since(observer.spent);
        let phases = Phase::ALL.iter().zip(report.seconds);
        let numbers = StepNumbers {
            rows: report.rows.by_kind().to_vec(),
            contacts: report.contacts,
            residual: report.residual.iter().map(|x| x.into_f64()).collect(),
            time,
            phases: phases.map(|(phase, s)| (phase.name(), s)).collect(),
        };
        let contained = report.contained.clone();
        self.tally.add(&numbers);
        self.measured.broken.extend(contained);
        // Damping and containment come after the last substep.
        refresh(&mut self.scenery, &self.world, &self.cast);
    }

    fn quality(&self) -> Quality {
        Quality {
            max_penetration_m: self.measured.deepest,
            mean_penetration_m: self.measured.mean_depth(),
            max_stretch_percent: 100.0 * self.measured.stretch,
            end_stretch_percent: 100.0 * self.measured.stretch_now,
            energy_drift: self.energy.relative(self.energy.change),
            momentum_error: self.momentum.relative(self.momentum.error),
            residual: self.tally.residual(),
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

    fn step(&mut self) -> Result<(), Error> {
        let k = self.world.steps();
        for event in &self.scene.event {
            let folder = self.folder.as_deref();
            let (world, cast, scenery) = (&mut self.world, &mut self.cast, &mut self.scenery);
            event::apply(event, k, self.step, folder, world, cast, scenery)?;
        }
        let arrival = (k + 1) as f64 * self.step;
        event::move_kinematic(arrival, &mut self.world, &self.cast)?;
        self.step_world();
        self.record();
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
            threads: self.world.config().threads,
            precision: precision().name(),
            counts: self.counts,
            rows: self.tally.rows(),
            contacts: self.tally.contacts(),
            islands: self.tally.islands(),
            time_ms,
            wall_ms,
            quality: self.quality(),
            expectations: expect
                .map(|e| expectation::judge(e, probes.get(&e.probe), whole))
                .collect(),
            probes,
            state_hash: format!("{:016x}", self.world.state_hash()),
        }
    }

    fn model(&self) -> Model {
        Model { ground: self.view.ground, ..frame::model(&self.world, &self.cast, &self.scenery) }
    }

    fn camera(&self, aspect: f32) -> Camera {
        self.view.camera(&self.scene, aspect)
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
    let works = |a: &Action| !matches!(a, Action::Remove(r) if is_constraint(r));
    scene.rigid.iter().any(kinematic) || scene.event.iter().any(|e| works(&e.action))
}

fn is_constraint(remove: &Remove) -> bool {
    matches!(remove, Remove::Anchor(_) | Remove::Distance(_))
}

/// Whether nothing from outside pushes on the bodies.
fn is_free(scene: &Scene) -> bool {
    let outside = |site: &Site| matches!(site, Site::World { .. });
    let pinned = |soft: &Soft| soft.pinned != Default::default();
    scene.gravity == [0.0; 3]
        && !is_driven(scene)
        && scene.rigid.iter().all(|r| r.kind == Kind::Dynamic)
        && !scene.soft.iter().any(pinned)
        && !scene.anchor.iter().any(|a| outside(&a.a) || outside(&a.b))
        && !scene.distance.iter().any(|d| outside(&d.a) || outside(&d.b))
}
