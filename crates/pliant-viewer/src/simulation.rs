//! The thread that simulates: it steps, publishes frames, and does what pages ask between steps.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use pliant_io::scene;
use pliant_scenes::report::Expectation;
use pliant_scenes::{Measured, Overrides, Play, Precision, play};
use tokio::sync::{broadcast, watch};

use crate::command::{Command, Setting};
use crate::frame::{self, Control, SceneFacts, Shown};
use crate::history::{History, Moment};
use crate::parameters::{self, Parameter};
use crate::source::Source;

/// No more frames a second than this.
const FRAMES: f64 = 60.0;
/// How far the simulation may fall behind the wall before the rest is forgiven, s.
const FORGIVEN: f64 = 0.05;

/// What pages see: the newest only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Published {
    pub(crate) scene: Scene,
    pub(crate) frame: Bytes,
}

/// What stays from frame to frame, or why there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    /// Changes with the message.
    pub(crate) serial: u32,
    pub(crate) message: Bytes,
    /// Why the scene cannot be played.
    pub(crate) error: Option<Arc<str>>,
}

/// How a simulation talks to its pages.
pub(crate) struct Lines {
    pub(crate) commands: Receiver<Command>,
    pub(crate) published: Arc<watch::Sender<Published>>,
    /// Sentences for people.
    pub(crate) notices: broadcast::Sender<Arc<str>>,
}

/// A scene that is simulated for its pages.
pub(crate) struct Simulation {
    source: Source,
    precision: Precision,
    lines: Lines,
    /// Paths and values that pages set.
    changes: Vec<(String, String)>,
    player: Option<Box<dyn Play>>,
    parameters: Vec<Parameter>,
    history: History,
    shown: Shown,
    verdicts: Option<Vec<Expectation>>,
    touched: bool,
    playing: bool,
    speed: f64,
    strain: bool,
    scene: Scene,
    pace: Pace,
}

/// Keeps simulated time in step with the wall.
struct Pace {
    /// When the next step is due.
    due: Instant,
    /// When the next frame is due.
    frame_due: Instant,
    /// When the last step began.
    stepped: Instant,
    /// Simulated seconds a second, smoothed.
    rate: f64,
    /// When and at which simulated time the rate was last looked at.
    looked: (Instant, f64),
}

impl Pace {
    fn new() -> Self {
        let now = Instant::now();
        Self { due: now, frame_due: now, stepped: now, rate: 0.0, looked: (now, 0.0) }
    }

    /// A step of length `h` was made: when is the next?
    fn advance(&mut self, h: f64, speed: f64) {
        let earliest = Instant::now().checked_sub(Duration::from_secs_f64(FORGIVEN));
        let due = self.due + Duration::from_secs_f64(h / speed);
        self.due = earliest.map_or(due, |earliest| due.max(earliest));
    }

    /// Whether to show this step. Steps jitter, so one that is nearly due is: waiting for the next
    /// would halve the rate.
    fn is_frame_due(&self) -> bool {
        Instant::now() + Duration::from_secs_f64(0.3 / FRAMES) >= self.frame_due
    }

    fn frame_shown(&mut self) {
        let interval = Duration::from_secs_f64(1.0 / FRAMES);
        self.frame_due = (self.frame_due + interval).max(Instant::now());
    }

    fn measure(&mut self, t: f64) {
        let (then, before) = self.looked;
        let wall = then.elapsed().as_secs_f64();
        if t < before {
            self.looked = (Instant::now(), t);
        } else if wall > 0.25 {
            let rate = (t - before) / wall;
            self.rate = if self.rate > 0.0 { 0.5 * (self.rate + rate) } else { rate };
            self.looked = (Instant::now(), t);
        }
    }

    fn restart(&mut self, t: f64) {
        let now = Instant::now();
        (self.due, self.rate, self.looked) = (now, 0.0, (now, t));
    }
}

impl Simulation {
    /// Reads the scene and starts it.
    pub(crate) fn new(source: Source, precision: Precision, lines: Lines) -> Self {
        let mut simulation = Self {
            source,
            precision,
            lines,
            changes: Vec::new(),
            player: None,
            parameters: Vec::new(),
            history: History::default(),
            shown: Shown::default(),
            verdicts: None,
            touched: false,
            playing: true,
            speed: 1.0,
            strain: false,
            scene: Scene::default(),
            pace: Pace::new(),
        };
        if let Err(error) = simulation.build(false) {
            simulation.fail(&error);
        }
        simulation.publish();
        simulation
    }

    /// Runs until nobody can ask for anything any more.
    pub(crate) fn run(mut self) {
        loop {
            let wait = if self.playing && self.player.is_some() && self.is_watched() {
                self.pace.due.saturating_duration_since(Instant::now())
            } else {
                Duration::from_millis(200)
            };
            match self.lines.commands.recv_timeout(wait) {
                Ok(command) => {
                    self.obey(command);
                    while let Ok(command) = self.lines.commands.try_recv() {
                        self.obey(command);
                    }
                    if !self.playing {
                        self.publish();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.playing && self.is_watched() && self.pace.due <= Instant::now() {
                self.advance();
            }
        }
    }

    /// A scene that nobody looks at waits.
    fn is_watched(&self) -> bool {
        self.lines.published.receiver_count() > 0
    }

    /// Makes a step, and shows it if a frame is due.
    fn advance(&mut self) {
        let Some(player) = &mut self.player else { return };
        let since = self.pace.stepped.elapsed();
        self.pace.stepped = Instant::now();
        let bodies = player.scenery().solids.len();
        if let Err(error) = player.step() {
            self.playing = false;
            self.notice(&error.to_string());
            self.publish();
            return;
        }
        let (t, steps, h) = (player.time(), player.steps(), player.scene().step);
        let spawned = player.scenery().solids.len() != bodies;
        if steps == player.total_steps() && !self.touched {
            self.verdicts = Some(player.report().expectations);
        }
        if spawned {
            self.describe(true);
        }
        self.pace.advance(h, self.speed);
        self.pace.measure(t);
        let due = self.pace.is_frame_due();
        let keep = self.history.is_due(since.max(self.pace.stepped.elapsed()));
        if due || keep {
            self.look();
        }
        if keep {
            self.keep();
        }
        if due {
            self.publish();
        }
    }

    fn look(&mut self) {
        if let Some(player) = &self.player {
            self.shown = Shown::of(player.as_ref());
        }
    }

    /// Keeps this moment to be gone back to.
    fn keep(&mut self) {
        if let Some(player) = &self.player {
            let start = Instant::now();
            let world = player.snapshot();
            let moment = Moment { steps: player.steps(), world, shown: self.shown.clone() };
            self.history.keep(moment, start.elapsed());
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Play => self.play(),
            Command::Pause => self.playing = false,
            Command::Step => {
                self.playing = false;
                self.advance();
                self.look();
            }
            Command::Back => self.back(),
            Command::Reset => self.rebuild(None),
            Command::Speed { value } => {
                if value.is_finite() {
                    self.speed = value.clamp(0.01, 10.0);
                    let t = self.player.as_ref().map_or(0.0, |player| player.time());
                    self.pace.restart(t);
                }
            }
            Command::Set { path, value } => self.set(&path, &value),
            Command::Unset => {
                self.changes.clear();
                self.rebuild(None);
            }
            Command::Strain { on } => self.strain = on,
            _ => self.touch(command),
        }
    }

    fn play(&mut self) {
        self.playing = true;
        let t = self.player.as_ref().map_or(0.0, |player| player.time());
        self.pace.restart(t);
    }

    /// Hands, pins and balls.
    fn touch(&mut self, command: Command) {
        let Some(player) = &mut self.player else { return };
        let done = match command {
            Command::Grab { hand, on, target } => player.grab(hand, on.into(), target.into()),
            Command::Move { hand, target } => {
                player.reach(hand, target.into());
                Ok(())
            }
            Command::Release { hand } => {
                player.release(hand);
                Ok(())
            }
            Command::Pin { on } => player.pin(on.into()).map(drop),
            Command::Throw { position, velocity, radius, mass } => {
                let ball = scene::Rigid {
                    shape: scene::Shape::Ball { radius },
                    mass: Some(mass),
                    position,
                    velocity,
                    ..scene::Rigid::default()
                };
                let thrown = player.throw(&ball);
                self.describe(true);
                thrown
            }
            _ => Ok(()),
        };
        (self.touched, self.verdicts) = (true, None);
        if let Err(error) = done {
            self.notice(&error.to_string());
        }
    }

    fn back(&mut self) {
        self.playing = false;
        let Some(player) = &mut self.player else { return };
        let Some(moment) = self.history.back_from(player.steps()) else {
            self.notice("no earlier moment is kept");
            return;
        };
        match player.restore(&moment.world) {
            Ok(()) => {
                if player.steps() < player.total_steps() {
                    self.verdicts = None;
                }
                self.shown = moment.shown;
                self.describe(true);
            }
            Err(error) => self.notice(&error.to_string()),
        }
    }

    /// Changes a value: in the running world if it can take it, else by building the scene again.
    fn set(&mut self, path: &str, value: &Setting) {
        let Some(parameter) = self.parameters.iter().find(|p| p.path == path) else {
            self.notice(&format!("`{path}` is nothing that can be changed here"));
            return;
        };
        let live = parameter.live;
        let before = self.changes.clone();
        self.changes.retain(|(changed, _)| changed != path);
        if let Some(value) = value.to_toml() {
            self.changes.push((path.into(), value));
        }
        if live { self.adjust(before) } else { self.rebuild(Some((path, before))) }
    }

    fn read(&self) -> Result<scene::Scene, String> {
        let changes: Vec<(&str, &str)> =
            self.changes.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect();
        self.source.read(&changes)
    }

    /// Gives the running world its new settings; if they are refused, all stays as it was.
    fn adjust(&mut self, before: Vec<(String, String)>) {
        let adjusted = self.read().and_then(|scene| match &mut self.player {
            Some(player) => {
                player.adjust(&scene).map(|()| scene).map_err(|error| error.to_string())
            }
            None => Err("the scene does not run".into()),
        });
        match adjusted {
            Ok(scene) => {
                (self.touched, self.verdicts) = (true, None);
                self.parameters = parameters::all(&scene);
                self.describe(true);
            }
            Err(error) => {
                self.changes = before;
                self.describe(true);
                self.notice(&error);
            }
        }
    }

    /// Builds the scene again. If a change is refused, the world of before goes on.
    fn rebuild(&mut self, change: Option<(&str, Vec<(String, String)>)>) {
        match (self.build(true), change) {
            (Ok(()), None) => {}
            (Ok(()), Some((path, _))) => {
                self.notice(&format!("the scene starts again with the new {}", name_of(path)));
            }
            (Err(error), Some((_, before))) => {
                self.changes = before;
                self.describe(true);
                self.notice(&error);
            }
            (Err(error), None) => self.fail(&error),
        }
        self.publish();
    }

    fn build(&mut self, keep_view: bool) -> Result<(), String> {
        let scene = self.read()?;
        let overrides = Overrides { measured: Measured::EveryStep, ..Overrides::default() };
        let (name, folder) = (self.source.name(), self.source.folder());
        let player = play(&name, &scene, folder.as_deref(), self.precision, overrides)
            .map_err(|error| error.to_string())?;
        self.player = Some(player);
        self.parameters = parameters::all(&scene);
        self.history.clear();
        (self.verdicts, self.touched) = (None, !self.changes.is_empty());
        self.pace.restart(0.0);
        self.look();
        self.keep();
        self.describe(keep_view);
        Ok(())
    }

    /// There is no scene, and the page is told why.
    fn fail(&mut self, error: &str) {
        self.player = None;
        let serial = self.scene.serial + 1;
        self.scene = Scene { serial, message: Bytes::new(), error: Some(error.into()) };
    }

    /// Writes the message about the scene anew.
    fn describe(&mut self, keep_view: bool) {
        let Some(player) = &self.player else { return };
        let serial = self.scene.serial + 1;
        let facts = SceneFacts {
            id: self.source.id(),
            name: &self.source.name(),
            player: player.as_ref(),
            parameters: &self.parameters,
            changed: self.changes.iter().map(|(path, _)| path.as_str()).collect(),
            keep_view,
        };
        self.scene = Scene { serial, message: frame::scene(&facts, serial), error: None };
    }

    fn notice(&self, text: &str) {
        // Nobody listening is no failure.
        let _ = self.lines.notices.send(text.into());
    }

    fn publish(&mut self) {
        self.pace.frame_shown();
        let frame = self.player.as_ref().map_or_else(Bytes::new, |player| {
            let control = Control {
                playing: self.playing,
                speed: self.speed,
                rate: if self.playing { self.pace.rate } else { 0.0 },
                history: self.history.before(player.steps()),
                touched: self.touched,
                verdicts: self.verdicts.as_deref(),
            };
            frame::frame(player.as_ref(), &self.shown, control, self.scene.serial, self.strain)
        });
        self.lines.published.send_replace(Published { scene: self.scene.clone(), frame });
    }
}

/// The last part of a path, for people.
fn name_of(path: &str) -> String {
    path.rsplit('.').next().unwrap_or(path).replace('_', " ")
}
