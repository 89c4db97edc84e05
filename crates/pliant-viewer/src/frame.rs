//! Messages to the page: binary, versioned, little-endian.
//!
//! ```text
//! 0   4  "PLNT"
//! 4   1  version
//! 5   1  kind: 1 scene, 2 frame
//! 6   2  flags: 1 strains are there, 2 sleeping is known
//! 8   4  serial of the scene
//! 12  4  length of the head
//! 16     head: JSON in UTF-8, padded with spaces to a multiple of 4
//!        blocks: tag (4), length in bytes (4), data padded with zeros to a multiple of 4
//! ```
//!
//! `docs/viewer.md` lists heads and blocks. A reader skips blocks it does not know.

use std::collections::BTreeMap;

use bytes::Bytes;
use pliant_scenes::Play;
use pliant_scenes::glamx::DVec3;
use pliant_scenes::live::{ContactArrow, HandNow, Numbers, Stage};
use pliant_scenes::report::Expectation;
use serde::Serialize;

use crate::parameters::{self, Parameter};

/// The version of messages to the page; it changes with their meaning.
pub const VERSION: u8 = 1;

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// What stays from frame to frame.
    Scene = 1,
    /// What is now.
    Frame = 2,
}

/// Strains are there.
pub const STRAIN: u16 = 1;
/// The engine tells which bodies sleep.
pub const SLEEPING: u16 = 2;

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Tag {
    /// Scene: vertices of rigid bodies in their own axes, one body after the other; 3 f32 each.
    RigidVertices = 1,
    /// Scene: their triangles, 3 u32 each; indices start again with each body.
    RigidTriangles = 2,
    /// Scene: whether a triangle has the lighter tone, u8 each.
    RigidTones = 3,
    /// Scene: triangles of deformable bodies, 3 u32 each; indices start again with each body.
    SoftFaces = 4,
    /// Scene: their edges, 2 u32 each.
    SoftEdges = 5,
    /// Scene: their nodes at rest in their own axes, then what is drawn instead, 3 f32 each.
    SoftRest = 6,
    /// Frame: poses of rigid bodies, 7 f32 each: position, quaternion [x, y, z, w].
    Poses = 16,
    /// Frame: a u8 for each rigid, then each deformable body: 1 it is there, 2 it sleeps.
    States = 17,
    /// Frame: nodes of deformable bodies, one body after the other, those of each before the points that are
    /// drawn instead of its surface; 3 f32 each.
    Nodes = 18,
    /// Frame: strains of these nodes, i16 each, in units of 1e-4.
    Strains = 19,
    /// Frame: contacts, 6 f32 each: point, force.
    Contacts = 20,
    /// Frame: constraints, 10 f32 each: end a, end b, force on a, 1 for a pin.
    Bonds = 21,
    /// Frame: points of the world that anchors and joints hold, 3 f32 each.
    Held = 22,
    /// Frame: arms and distances, 6 f32 each, from end to end.
    Rods = 23,
}

/// Writes a message.
struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn new(kind: Kind, flags: u16, serial: u32, head: &impl Serialize, room: usize) -> Self {
        // A head of ours always becomes JSON; an empty one would say so at once.
        let head = serde_json::to_vec(head).unwrap_or_else(|_| b"{}".to_vec());
        let length = head.len().next_multiple_of(4);
        let mut bytes = Vec::with_capacity(16 + length + room);
        bytes.extend_from_slice(b"PLNT");
        bytes.extend_from_slice(&[VERSION, kind as u8]);
        bytes.extend_from_slice(&flags.to_le_bytes());
        bytes.extend_from_slice(&serial.to_le_bytes());
        bytes.extend_from_slice(&(length as u32).to_le_bytes());
        bytes.extend_from_slice(&head);
        bytes.resize(16 + length, b' ');
        Self { bytes }
    }

    fn block<const N: usize>(&mut self, tag: Tag, values: impl Iterator<Item = [u8; N]>) {
        self.bytes.extend_from_slice(&(tag as u32).to_le_bytes());
        let at = self.bytes.len();
        self.bytes.extend_from_slice(&[0; 4]);
        for value in values {
            self.bytes.extend_from_slice(&value);
        }
        let length = (self.bytes.len() - at - 4) as u32;
        self.bytes[at..at + 4].copy_from_slice(&length.to_le_bytes());
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
    }

    fn floats(&mut self, tag: Tag, values: impl Iterator<Item = f32>) {
        self.block(tag, values.map(f32::to_le_bytes));
    }

    fn finish(self) -> Bytes {
        self.bytes.into()
    }
}

fn coordinates(v: DVec3) -> [f32; 3] {
    v.to_array().map(|c| c as f32)
}

/// What the page needs to know of a scene once.
pub(crate) struct SceneFacts<'a> {
    pub(crate) id: &'a str,
    pub(crate) name: &'a str,
    pub(crate) player: &'a dyn Play,
    pub(crate) parameters: &'a [Parameter],
    /// Paths of values that were changed.
    pub(crate) changed: Vec<&'a str>,
    /// Whether the camera should stay where it is.
    pub(crate) keep_view: bool,
}

#[derive(Serialize)]
struct SceneHead<'a> {
    id: &'a str,
    name: &'a str,
    title: &'a str,
    about: &'a str,
    step: f64,
    seconds: f64,
    up: [f64; 3],
    camera: CameraHead,
    rigids: Vec<RigidHead<'a>>,
    softs: Vec<SoftHead<'a>>,
    parameters: &'a [Parameter],
    changed: &'a [&'a str],
    probes: Vec<ProbeHead<'a>>,
    keep_view: bool,
}

#[derive(Serialize)]
struct CameraHead {
    eye: [f32; 3],
    target: [f32; 3],
    /// Vertical field of view, degrees.
    fov: f32,
}

#[derive(Serialize)]
struct RigidHead<'a> {
    name: &'a str,
    colour: [f32; 3],
    dynamic: bool,
    vertices: usize,
    triangles: usize,
    smooth: bool,
    plane: Option<[f64; 3]>,
}

#[derive(Serialize)]
struct SoftHead<'a> {
    name: &'a str,
    colour: [f32; 3],
    nodes: usize,
    faces: usize,
    edges: usize,
    lines: &'a [Vec<u32>],
    radius: f64,
    solid: bool,
    pinned: &'a [u32],
}

#[derive(Serialize)]
struct ProbeHead<'a> {
    name: &'a str,
    unit: String,
    expect: Vec<&'a pliant_io::scene::Expect>,
}

/// The message about a scene.
pub(crate) fn scene(facts: &SceneFacts<'_>, serial: u32) -> Bytes {
    let player = facts.player;
    let (scene, stage) = (player.scene(), player.stage());
    let camera = player.camera(1.5);
    let head = SceneHead {
        id: facts.id,
        name: facts.name,
        title: &scene.title,
        about: &scene.about,
        step: scene.step,
        seconds: scene.seconds,
        up: (-DVec3::from_array(scene.gravity)).normalize_or(DVec3::Y).to_array(),
        camera: CameraHead {
            eye: camera.eye,
            target: camera.target,
            fov: camera.vertical_fov.to_degrees(),
        },
        rigids: rigid_heads(&stage),
        softs: soft_heads(&stage),
        parameters: facts.parameters,
        changed: &facts.changed,
        probes: (scene.probe.iter())
            .map(|probe| ProbeHead {
                name: &probe.name,
                unit: parameters::probe_unit(scene, probe),
                expect: scene.expect.iter().filter(|e| e.probe == probe.name).collect(),
            })
            .collect(),
        keep_view: facts.keep_view,
    };
    let mut out = Writer::new(Kind::Scene, 0, serial, &head, 0);
    let surfaces = || stage.rigids.iter().filter_map(|rigid| rigid.surface.as_ref());
    out.floats(Tag::RigidVertices, surfaces().flat_map(|s| s.positions.iter().flatten().copied()));
    let triangles = surfaces().flat_map(|s| s.triangles.iter().flatten());
    out.block(Tag::RigidTriangles, triangles.map(|i| i.to_le_bytes()));
    out.block(Tag::RigidTones, surfaces().flat_map(tones));
    let faces = stage.softs.iter().flat_map(|soft| soft.faces.iter().flatten());
    out.block(Tag::SoftFaces, faces.map(|i| i.to_le_bytes()));
    let edges = stage.softs.iter().flat_map(|soft| soft.edges.iter().flatten());
    out.block(Tag::SoftEdges, edges.map(|i| i.to_le_bytes()));
    let rest = stage.softs.iter().flat_map(|soft| soft.rest.iter());
    out.floats(Tag::SoftRest, rest.flat_map(|&p| coordinates(p)));
    out.finish()
}

/// Which triangles have the lighter of two tones.
fn tones(surface: &pliant_draw::Surface) -> impl Iterator<Item = [u8; 1]> + '_ {
    let own = surface.colour;
    (0..surface.triangles.len())
        .map(move |i| [u8::from(surface.triangle_colours.get(i).is_some_and(|c| *c != own))])
}

fn rigid_heads(stage: &Stage) -> Vec<RigidHead<'_>> {
    (stage.rigids.iter())
        .map(|rigid| RigidHead {
            name: &rigid.name,
            colour: rigid.colour,
            dynamic: rigid.dynamic,
            vertices: rigid.surface.as_ref().map_or(0, |s| s.positions.len()),
            triangles: rigid.surface.as_ref().map_or(0, |s| s.triangles.len()),
            smooth: rigid.surface.as_ref().is_some_and(|s| s.smooth),
            plane: rigid.plane.map(|normal| normal.to_array()),
        })
        .collect()
}

fn soft_heads(stage: &Stage) -> Vec<SoftHead<'_>> {
    (stage.softs.iter())
        .map(|soft| SoftHead {
            name: &soft.name,
            colour: soft.colour,
            nodes: soft.rest.len(),
            faces: soft.faces.len(),
            edges: soft.edges.len(),
            lines: &soft.lines,
            radius: soft.radius,
            solid: soft.solid,
            pinned: &soft.pinned,
        })
        .collect()
}

/// What the last step showed; kept with a moment, since a restored world cannot tell.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    numbers: Numbers,
    readings: Vec<f64>,
    contacts: Vec<ContactArrow>,
}

impl Shown {
    pub(crate) fn of(player: &dyn Play) -> Self {
        Self { numbers: player.numbers(), readings: player.readings(), contacts: player.contacts() }
    }

    /// Roughly what it takes in memory.
    pub(crate) fn bytes(&self) -> usize {
        256 + 8 * self.readings.len() + size_of_val(self.contacts.as_slice())
    }
}

/// What the page sees besides the bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Control<'a> {
    pub(crate) playing: bool,
    pub(crate) speed: f64,
    /// Simulated seconds a second, as measured.
    pub(crate) rate: f64,
    /// How many moments can be gone back to.
    pub(crate) history: usize,
    /// Whether somebody changed or touched something, so that what is expected may not hold.
    pub(crate) touched: bool,
    /// Whether what was expected was found, once the run is over.
    pub(crate) verdicts: Option<&'a [Expectation]>,
}

#[derive(Serialize)]
struct FrameHead<'a> {
    t: f64,
    steps: u64,
    playing: bool,
    speed: f64,
    rate: f64,
    history: usize,
    touched: bool,
    substeps: u32,
    rows: BTreeMap<&'static str, usize>,
    contacts: usize,
    residual: &'a [f64],
    step_ms: f64,
    phases_ms: BTreeMap<&'static str, f64>,
    energy: [f64; 3],
    stretch: f64,
    penetration: f64,
    probes: &'a [f64],
    hands: Vec<HandHead>,
    verdicts: Option<&'a [Expectation]>,
}

#[derive(Serialize)]
struct HandHead {
    id: u32,
    grip: [f32; 3],
    target: [f32; 3],
    force: f64,
    max_force: f64,
}

impl From<HandNow> for HandHead {
    fn from(hand: HandNow) -> Self {
        Self {
            id: hand.id,
            grip: coordinates(hand.grip),
            target: coordinates(hand.target),
            force: hand.force,
            max_force: hand.max_force,
        }
    }
}

/// The message about the present state.
pub(crate) fn frame(
    player: &dyn Play,
    shown: &Shown,
    control: Control<'_>,
    serial: u32,
    strain: bool,
) -> Bytes {
    let numbers = &shown.numbers;
    let head = FrameHead {
        t: player.time(),
        steps: player.steps(),
        playing: control.playing,
        speed: control.speed,
        rate: control.rate,
        history: control.history,
        touched: control.touched,
        substeps: numbers.substeps,
        rows: numbers.rows.iter().copied().collect(),
        contacts: numbers.contacts,
        residual: &numbers.residual,
        step_ms: 1e3 * numbers.seconds,
        phases_ms: numbers.phases.iter().map(|&(name, s)| (name, 1e3 * s)).collect(),
        energy: [numbers.kinetic, numbers.potential, numbers.elastic],
        stretch: numbers.stretch,
        penetration: numbers.penetration,
        probes: &shown.readings,
        hands: player.hands().into_iter().map(HandHead::from).collect(),
        verdicts: control.verdicts,
    };
    let scenery = player.scenery();
    let nodes: usize = scenery.skins.iter().map(|skin| skin.drawn().count()).sum();
    let sleeps = if player.scene().sleep.is_some() { SLEEPING } else { 0 };
    let flags = sleeps | if strain { STRAIN } else { 0 };
    let room = 64 + 14 * nodes + 28 * scenery.solids.len() + 24 * shown.contacts.len();
    let mut out = Writer::new(Kind::Frame, flags, serial, &head, room);
    out.floats(
        Tag::Poses,
        scenery.solids.iter().flat_map(|solid| {
            let [x, y, z] = coordinates(solid.position);
            let [i, j, k, w] = solid.rotation.to_array().map(|c| c as f32);
            [x, y, z, i, j, k, w]
        }),
    );
    let solids = scenery.solids.iter().map(|solid| (solid.present, solid.asleep));
    let states = solids.chain(scenery.skins.iter().map(|skin| (skin.present, skin.asleep)));
    let state = |(present, asleep)| [u8::from(present) | (u8::from(asleep) << 1)];
    out.block(Tag::States, states.map(state));
    let points = scenery.skins.iter().flat_map(|skin| skin.drawn());
    out.floats(Tag::Nodes, points.flat_map(|&p| coordinates(p)));
    if strain {
        let strains = scenery.skins.iter().flat_map(|skin| skin.strain());
        out.block(Tag::Strains, strains.map(|s| ((s * 1e4) as i16).to_le_bytes()));
    }
    out.floats(
        Tag::Contacts,
        shown.contacts.iter().flat_map(|c| [c.point, c.force]).flat_map(coordinates),
    );
    out.floats(
        Tag::Bonds,
        player.bonds().into_iter().flat_map(|bond| {
            let ends = [bond.a, bond.b, bond.force].into_iter().flat_map(coordinates);
            ends.chain([f32::from(u8::from(bond.pin))])
        }),
    );
    let rods = player.rods();
    out.floats(Tag::Held, rods.held.into_iter().flat_map(coordinates));
    out.floats(Tag::Rods, rods.lines.into_iter().flatten().flat_map(coordinates));
    out.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pliant_scenes::{Overrides, Precision, builtin, play};

    /// The head of a message, and its blocks.
    fn read(message: &[u8]) -> (serde_json::Value, Vec<(u32, Vec<u8>)>) {
        let word = |at: usize| u32::from_le_bytes(message[at..at + 4].try_into().unwrap());
        assert_eq!((&message[..4], message[4]), (b"PLNT".as_slice(), VERSION));
        let mut at = 16 + word(12) as usize;
        let head = serde_json::from_slice(&message[16..at]).unwrap();
        let mut blocks = Vec::new();
        while at < message.len() {
            let length = word(at + 4) as usize;
            blocks.push((word(at), message[at + 8..at + 8 + length].to_vec()));
            at = (at + 8 + length).next_multiple_of(4);
        }
        assert_eq!(at, message.len());
        (head, blocks)
    }

    #[test]
    fn a_frame_holds_every_body() {
        let scene_text = builtin::find("cloth-ball").unwrap().scene(&[]).unwrap();
        let single = Precision::Single;
        let mut player =
            play("cloth-ball", &scene_text, None, single, Overrides::default()).unwrap();
        player.step().unwrap();
        let control = Control {
            playing: true,
            speed: 1.0,
            rate: 1.0,
            history: 0,
            touched: false,
            verdicts: None,
        };
        let shown = Shown::of(player.as_ref());
        let message = frame(player.as_ref(), &shown, control, 7, true);
        let (head, blocks) = read(&message);
        assert_eq!(head["steps"], 1);
        assert_eq!(head["probes"].as_array().map(Vec::len), Some(8));
        let length = |tag: Tag| blocks.iter().find(|b| b.0 == tag as u32).map(|b| b.1.len());
        assert_eq!(length(Tag::Poses), Some(2 * 28));
        assert_eq!(length(Tag::States), Some(3));
        assert_eq!(length(Tag::Nodes), Some(51 * 51 * 12));
        assert_eq!(length(Tag::Strains), Some(51 * 51 * 2));

        let facts = SceneFacts {
            id: "cloth-ball",
            name: "cloth-ball",
            player: player.as_ref(),
            parameters: &[],
            changed: Vec::new(),
            keep_view: false,
        };
        let (head, blocks) = read(&scene(&facts, 7));
        assert_eq!(head["softs"][0]["faces"], 5000);
        let faces = blocks.iter().find(|b| b.0 == Tag::SoftFaces as u32).unwrap();
        assert_eq!(faces.1.len(), 5000 * 12);
    }

    /// Not a test but a measurement: `cargo test --release -p pliant-viewer -- --ignored
    /// --nocapture`.
    #[test]
    #[ignore = "a measurement, for a quiet machine"]
    fn what_a_frame_of_25_000_vertices_costs_the_simulation() {
        let text = r#"
            substeps = 1
            [[soft]]
            mesh = { grid = { size = [1.0, 1.0], nodes = [159, 159] } }
            model = { mass_spring = { stiffness = 0.001 } }
            mass = 1.0
        "#;
        let sheet = pliant_io::scene::read("sheet.toml", text, &[]).unwrap();
        let overrides = Overrides::default();
        let mut player = play("sheet", &sheet, None, Precision::Single, overrides).unwrap();
        player.step().unwrap();
        let control = Control {
            playing: true,
            speed: 1.0,
            rate: 1.0,
            history: 0,
            touched: false,
            verdicts: None,
        };
        let time = |name: &str, work: &dyn Fn() -> usize| {
            let start = std::time::Instant::now();
            let bytes = (0..100).map(|_| work()).max().unwrap_or(0);
            eprintln!("{name}: {:.3} ms, {bytes} bytes", start.elapsed().as_secs_f64() * 10.0);
        };
        let shown = Shown::of(player.as_ref());
        time("numbers", &|| Shown::of(player.as_ref()).bytes());
        time("frame", &|| frame(player.as_ref(), &shown, control, 1, false).len());
        time("frame with strains", &|| frame(player.as_ref(), &shown, control, 1, true).len());
        time("snapshot", &|| player.snapshot().len());
    }
}
