//! What a row costs: the generic kernels beside ones written by hand for one constraint.
//!
//! `cargo bench -p pliant` prints times for a 51×51 cloth; divide by the number of rows in the
//! name. The hand-written kernels work on positions, as a plain XPBD cloth would, on the same edges
//! in the same colours, and are compiled for the same instructions.

use criterion::{Criterion, criterion_group, criterion_main};
use pliant::constraints::Substep;
use pliant::constraints::batch::{Batch, Engine, NO_OWNER, Part, Places, Source};
use pliant::constraints::bend::BendRow;
use pliant::constraints::contact::{ContactRow, Push};
use pliant::constraints::distance::DistanceRow;
use pliant::math::lanes::{Lanes, V3};
use pliant::math::transpose::{gather, scatter};
use pliant::meshing::{primitives, surface};
use pliant::solvers::colour::Colouring;
use pliant::solvers::islands::Hard;
use pliant::solvers::simd::Level;
use pliant::solvers::velocities::{FrameSlot, NodeSlot, Velocities};
use pliant::state::{FrameMass, FrameView, PackedFrame, Scale, State};
use pliant::{Config, Mass, Material, Real, Rigid, Shape, Soft, Vec3, World};
use std::hint::black_box;

const H: Real = 0.0004;

struct Cloth {
    state: State,
    frames: Vec<FrameView>,
    packed: Vec<PackedFrame>,
    velocities: Velocities,
    edges: Vec<([u32; 2], Real)>,
    hinges: Vec<[u32; 4]>,
}

/// A cloth of n×n nodes of which every node is a little off its place.
fn cloth(n: usize) -> Cloth {
    let mesh = primitives::grid([1.0, 1.0], [n, n]).expect("a valid grid");
    let mut state = State::default();
    for (i, p) in mesh.points.iter().enumerate() {
        let wobble = Vec3::new((i % 7) as Real, (i % 5) as Real, (i % 3) as Real) * 1e-4;
        let x = *p + wobble;
        state.nodes.x.push([x.x, x.y, x.z, 70.0]);
        state.nodes.v.push([0.0, -0.1, 0.0, 0.0]);
    }
    let length = |e: [u32; 2]| (mesh.points[e[1] as usize] - mesh.points[e[0] as usize]).length();
    let edges = surface::edges(&[], &mesh.faces, &[]);
    let hinges = surface::hinges(&mesh.faces);
    Cloth {
        frames: vec![FrameView::new(&state.frames, 0, &Scale::default(), H)],
        packed: vec![PackedFrame::default()],
        velocities: Velocities {
            nodes: vec![NodeSlot::default(); state.nodes.x.len()],
            frames: vec![FrameSlot::default()],
        },
        state,
        edges: edges.into_iter().map(|e| (e.map(|i| i + 1), length(e))).collect(),
        hinges: hinges.into_iter().map(|h| h.map(|i| i + 1)).collect(),
    }
}

fn distance_batch(c: &mut Cloth) -> Batch<DistanceRow, 2, 0, 1> {
    let infinity = Real::INFINITY;
    let sources: Vec<Source<2, 0, 1>> = (c.edges.iter())
        .map(|&(node, length)| Source {
            node,
            frame: [],
            arm: [],
            param: [length, 0.0, 0.05, 0.0, -infinity, infinity, 0.0],
            lambda: [0.0],
            owner: NO_OWNER,
            lift: 0.0,
        })
        .collect();
    let mut batch = Batch::default();
    batch.build(&sources, &Hard::default(), &mut Colouring::default(), &c.state, &mut c.velocities);
    batch
}

fn bend_batch(c: &mut Cloth) -> Batch<BendRow, 4, 0, 1> {
    let sources: Vec<Source<4, 0, 1>> = (c.hinges.iter())
        .map(|&node| Source {
            node,
            frame: [],
            arm: [],
            param: [0.0, 1e4, 0.0, 0.0, 0.0, 0.0, 0.0],
            lambda: [0.0],
            owner: NO_OWNER,
            lift: 0.0,
        })
        .collect();
    let mut batch = Batch::default();
    batch.build(&sources, &Hard::default(), &mut Colouring::default(), &c.state, &mut c.velocities);
    batch
}

const T: Substep = Substep {
    h: H,
    share: 1.0,
    predict: true,
    contact: Push {
        frequency: 0.25,
        rigid_frequency: 0.28,
        damping_ratio: 10.0,
        rigid_damping_ratio: 0.7,
        speed: 3.0,
        slop: 5e-4,
        rebound_threshold: 0.05,
    },
    soft_contacts: true,
};

fn row_kernels(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("rows");
    let on = Engine { level: Level::detect(), threads: 1 };
    let base = Engine { level: Level::Baseline, threads: 1 };
    let mut c = cloth(51);
    let mut distance = distance_batch(&mut c);
    let mut bend = bend_batch(&mut c);
    let at =
        Places { state: &c.state, frames: &c.frames, packed: &c.packed, still: &[], fastest: 0.0 };
    let (edges, hinges) = (c.edges.len(), c.hinges.len());
    for (name, on) in [("best", on), ("baseline", base)] {
        group.bench_function(format!("linearise {edges} edges, {name}"), |b| {
            b.iter(|| distance.linearise(at, black_box(&T), on));
        });
        group.bench_function(format!("solve {edges} edges, {name}"), |b| {
            b.iter(|| distance.sweep(Part::Easy, &mut c.velocities, on));
        });
        group.bench_function(format!("linearise {hinges} hinges, {name}"), |b| {
            b.iter(|| bend.linearise(at, black_box(&T), on));
        });
        group.bench_function(format!("solve {hinges} hinges, {name}"), |b| {
            b.iter(|| bend.sweep(Part::Easy, &mut c.velocities, on));
        });
    }
    group.finish();
}

/// The edges of a cloth, in blocks of eight of one colour: ends, length, inverse mass.
struct HandWritten {
    x: Vec<[Real; 4]>,
    blocks: Vec<([[u32; 8]; 2], [Real; 8])>,
}

impl HandWritten {
    fn new(c: &mut Cloth) -> Self {
        let batch = distance_batch(c);
        let blocks = batch.items.iter().map(|i| (i.node, i.param[0].0)).collect();
        Self { x: c.state.nodes.x.clone(), blocks }
    }

    /// One sweep of position projection, soft against compression.
    #[inline(always)]
    fn sweep(&mut self, level: Level) {
        let w = Lanes::splat(70.0 * 70.0);
        let soft = Lanes::splat(0.05 / (H * H));
        for (node, length) in &self.blocks {
            // SAFETY: nodes of the cloth, distinct within a block.
            let (p, q) = unsafe {
                (gather(self.x.as_ptr(), &node[0], level), gather(self.x.as_ptr(), &node[1], level))
            };
            let d = V3 { x: q[0] - p[0], y: q[1] - p[1], z: q[2] - p[2] };
            let r = d.dot(d).sqrt();
            let c = r - Lanes(*length);
            let alpha = c.where_positive(Lanes::ZERO, soft);
            let s = d.scale((c * w).over((w + w + alpha) * r.max(Lanes::splat(1e-9))));
            let p = [p[0] + s.x, p[1] + s.y, p[2] + s.z, p[3]];
            let q = [q[0] - s.x, q[1] - s.y, q[2] - s.z, q[3]];
            // SAFETY: as above.
            unsafe {
                scatter(self.x.as_mut_ptr(), &node[0], &p, level);
                scatter(self.x.as_mut_ptr(), &node[1], &q, level);
            }
        }
    }
}

fn hand_written(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("by hand");
    let level = Level::detect();
    let mut c = cloth(51);
    let mut hand = HandWritten::new(&mut c);
    group.bench_function(format!("project {} edges", c.edges.len()), |b| {
        b.iter(|| {
            level.run(
                #[inline(always)]
                || hand.sweep(level),
            );
        });
    });
    group.finish();
}

fn threads(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("threads, cloth 201×201, one step of 10 substeps");
    group.sample_size(10);
    for threads in [1, 2] {
        let config = Config { threads, substeps: Some(10), ..Config::default() };
        let mut world = World::new(config).expect("a valid config");
        world
            .add_soft(Soft {
                mesh: primitives::grid([4.0, 4.0], [201, 201]).expect("a valid grid"),
                material: Material::Inextensible { bending: 1e-4, compression: 20.0 },
                mass: Mass::Density(0.5),
                pinned: vec![0, 200],
                ..Soft::default()
            })
            .expect("a valid cloth");
        world.step();
        group.bench_function(format!("{threads}"), |b| b.iter(|| world.step().steps));
    }
    group.finish();
}

/// The contacts of a stack of ten boxes, solved one after the other as a rigid-body engine would:
/// normal, then two tangents in a box.
struct HandStack {
    v: Vec<[Vec3; 2]>,
    contacts: Vec<HandContact>,
}

struct HandContact {
    bodies: [usize; 2],
    arms: [Vec3; 2],
    mass: [Real; 3],
    f: [Real; 3],
}

impl HandStack {
    fn new() -> Self {
        let mut contacts = Vec::new();
        for i in 0..10 {
            for (x, z) in [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)] {
                let arms = [Vec3::new(x, 0.5, z), Vec3::new(x, -0.5, z)];
                let mobile = if i == 0 { 1.0 } else { 2.0 };
                let mass = [Vec3::Y, Vec3::X, Vec3::Z].map(|axis| {
                    1.0 / (mobile * (1.0 + 6.0 * arms[0].cross(axis).length_squared()))
                });
                contacts.push(HandContact { bodies: [i, i + 1], arms, mass, f: [0.0; 3] });
            }
        }
        Self { v: vec![[Vec3::new(0.0, -0.02, 0.0), Vec3::ZERO]; 11], contacts }
    }

    fn sweep(&mut self) {
        for HandContact { bodies: [a, b], arms, mass, f } in &mut self.contacts {
            let ([va, wa], [vb, wb]) = (self.v[*a], self.v[*b]);
            let rate = vb + wb.cross(arms[1]) - va - wa.cross(arms[0]);
            let old = *f;
            f[0] = (f[0] - mass[0] * rate.y).max(0.0);
            let most = 0.5 * f[0];
            f[1] = (f[1] - mass[1] * rate.x).clamp(-most, most);
            f[2] = (f[2] - mass[2] * rate.z).clamp(-most, most);
            let p = Vec3::new(f[1] - old[1], f[0] - old[0], f[2] - old[2]);
            if *a > 0 {
                self.v[*a] = [va - p, wa - arms[0].cross(p) * 6.0];
            }
            self.v[*b] = [vb + p, wb + arms[1].cross(p) * 6.0];
        }
    }
}

fn stack(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("stack of 10 boxes");
    let mut world = World::default();
    world.add_rigid(Rigid::ground()).expect("valid");
    for i in 0..10 {
        let place = Vec3::new(0.0, 0.5 + i as Real, 0.0);
        world.add_rigid(Rigid::new(Shape::cuboid(1.0, 1.0, 1.0), 1.0, place)).expect("valid");
    }
    group.bench_function("one step", |b| b.iter(|| world.step().steps));

    let mut state = State::default();
    let mut frames = Vec::new();
    let mut sources: Vec<Source<0, 2, 3>> = Vec::new();
    for i in 0..11 {
        if i > 0 {
            state.frames.x.push(Vec3::Y * (i as Real - 0.5));
            state.frames.q.push(pliant::Quat::IDENTITY);
            state.frames.v.push(Vec3::Y * -0.02);
            state.frames.w.push(Vec3::ZERO);
            state.frames.mass.push(FrameMass { mass: 1.0, inertia: Vec3::splat(1.0 / 6.0) });
        }
        let scale = Scale::from(&state.frames.mass[i]);
        frames.push(FrameView::new(&state.frames, i, &scale, H));
    }
    let hand = HandStack::new();
    for HandContact { bodies: [a, b], arms, .. } in &hand.contacts {
        let arm = [if *a == 0 { arms[0] - Vec3::Y * 0.5 } else { arms[0] }, arms[1]];
        sources.push(Source {
            node: [],
            frame: [*a as u32, *b as u32],
            arm,
            param: [0.0, 1.0, 0.0, 0.0, 0.5, 0.0, 1.0],
            lambda: [0.0; 3],
            owner: 0,
            lift: 0.0,
        });
    }
    let mut velocities = Velocities {
        nodes: vec![NodeSlot::default()],
        frames: vec![FrameSlot::new(Vec3::Y * -0.02, Vec3::ZERO); 11],
    };
    let packed: Vec<PackedFrame> = frames.iter().map(PackedFrame::from).collect();
    let mut batch = Batch::<ContactRow, 0, 2, 3>::default();
    batch.build(&sources, &Hard::default(), &mut Colouring::default(), &state, &mut velocities);
    let on = Engine { level: Level::detect(), threads: 1 };
    batch.linearise(
        Places { state: &state, frames: &frames, packed: &packed, still: &[], fastest: 0.0 },
        &T,
        on,
    );
    group.bench_function("solve 40 contacts", |b| {
        b.iter(|| batch.sweep(Part::Easy, &mut velocities, on))
    });
    let mut hand = hand;
    group.bench_function("solve 40 contacts by hand", |b| b.iter(|| hand.sweep()));
    group.finish();
}

criterion_group!(benches, row_kernels, hand_written, threads, stack);
criterion_main!(benches);
