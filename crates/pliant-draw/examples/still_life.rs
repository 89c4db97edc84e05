//! Draws a ball, a box, a capsule, a cylinder, a cloth and a rope, still and in motion.
//!
//! `cargo run --release -p pliant-draw --example still_life -- <folder>` writes `still_life.png`
//! and `still_life.gif` into the folder and reports how long a picture takes.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use pliant_draw::{
    Bounds, Camera, Gif, Ground, Mark, Model, Pose, Renderer, Surface, Tube, write_png,
};

const UP: [f32; 3] = [0.0, 1.0, 0.0];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("which folder?")?);
    let mut renderer = Renderer::new(640, 480)?;
    let still = still_life(0.0);
    let camera = Camera::fit(still.bounds().unwrap_or_default(), UP, renderer.aspect());
    std::fs::write(folder.join("still_life.png"), write_png(renderer.render(&still, &camera)?)?)?;

    let pictures = 40;
    let triangles: usize = still.surfaces.iter().map(|s| s.triangles.len()).sum();
    let mut quickest = f64::INFINITY;
    let start = Instant::now();
    for _ in 0..pictures {
        let start = Instant::now();
        renderer.render(&still, &camera)?;
        quickest = quickest.min(start.elapsed().as_secs_f64() * 1e3);
    }
    let mean = start.elapsed().as_secs_f64() * 1e3 / f64::from(pictures);
    eprintln!(
        "640x480 with {triangles} triangles and a rope: mean {mean:.1} ms, quickest {quickest:.1} ms"
    );

    let mut small = Renderer::new(400, 300)?;
    let mut gif = Gif::new(400, 300, 20.0)?;
    for frame in 0..pictures {
        let turn = frame as f32 / pictures as f32;
        gif.push(small.render(&still_life(turn), &camera)?)?;
    }
    std::fs::write(folder.join("still_life.gif"), gif.finish()?)?;
    Ok(())
}

/// The scene after a part of a full turn. The ground does not follow the bounds of what moves:
/// it would creep.
fn still_life(turn: f32) -> Model {
    let around = Bounds { min: [-1.5, 0.0, -1.2], max: [2.0, 1.6, 1.8] };
    let ground = Ground::fit(around, [0.0; 3], UP);
    Model {
        surfaces: vec![
            Surface::ball(spun([-1.05, 0.5, 0.75], turn + 0.05), 0.5, [0.87, 0.36, 0.26]),
            Surface::cuboid(spun([0.35, 0.4, -0.2], 0.07), [0.4; 3], [0.32, 0.52, 0.72]),
            Surface::capsule(lying([0.75, 0.22, 0.75]), 0.4, 0.22, [0.93, 0.70, 0.28]),
            Surface::cylinder(Pose::at([-0.6, 0.35, -0.7]), 0.35, 0.32, [0.47, 0.66, 0.46]),
            wavy_cloth([0.35, 1.35, -0.25], 60, turn),
        ],
        tubes: vec![rope([-1.5, 0.045, 1.75], [2.0, 1.5, 0.1])],
        marks: vec![Mark { position: [2.0, 1.5, 0.1], radius: 0.08, colour: [0.15, 0.15, 0.18] }],
        ground: Some(ground),
        ..Model::default()
    }
}

/// A pose turned about the vertical by a part of a full turn.
fn spun(position: [f32; 3], turn: f32) -> Pose {
    let (sin, cos) = (turn * std::f32::consts::PI).sin_cos();
    Pose { position, rotation: [0.0, sin, 0.0, cos] }
}

/// A pose that lays the local y axis along the ground.
fn lying(position: [f32; 3]) -> Pose {
    Pose { position, rotation: [0.35, 0.0, 0.61, 0.70] }
}

fn wavy_cloth(centre: [f32; 3], cells: u32, turn: f32) -> Surface {
    let side = cells + 1;
    let point = |i: u32| {
        let (u, v) =
            ((i % side) as f32 / cells as f32 - 0.5, (i / side) as f32 / cells as f32 - 0.5);
        let phase = turn * std::f32::consts::TAU;
        let wave = 0.10 * (9.0 * u + 4.0 * v + phase).sin() + 0.05 * (11.0 * v - phase).sin();
        let droop = -0.9 * (u * u + v * v);
        [centre[0] + 1.7 * u, centre[1] + wave + droop, centre[2] + 1.7 * v]
    };
    let cell = |i: u32| {
        let a = i / cells * side + i % cells;
        [[a, a + side, a + side + 1], [a, a + side + 1, a + 1]]
    };
    let triangles = (0..cells * cells).flat_map(cell).collect();
    Surface::cloth((0..side * side).map(point).collect(), triangles, [0.62, 0.44, 0.66])
}

/// A rope that hangs down from a mark and lies in waves on the ground.
fn rope(from: [f32; 3], to: [f32; 3]) -> Tube {
    let point = |i: u32| {
        let t = i as f32 / 80.0;
        let along = |axis: usize| from[axis] + (to[axis] - from[axis]) * t;
        let swing = 0.18 * (1.0 - t) * (22.0 * t).sin();
        [along(0), from[1] + (to[1] - from[1]) * t.powi(6), along(2) + swing]
    };
    let points = (0..=80).map(point).collect();
    Tube { points, radius: 0.045, colour: [0.76, 0.62, 0.44] }
}
