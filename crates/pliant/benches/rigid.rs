//! CPU time a step of rigid bodies that stand on each other and of a heap that falls.
//!
//! `cargo bench -p pliant --bench rigid [-- NAME]` prints one line a scene: mean and longest CPU time
//! of a step in ms, the fastest of three runs, and where the step spends it.

use std::io::Write;

use pliant::{Config, Phase, Rigid, Shape, Vec3, Watch, World};

/// Boxes of 0.2 m and 1 kg.
fn cube(position: Vec3) -> Rigid {
    Rigid::new(Shape::cuboid(0.2, 0.2, 0.2), 1.0, position)
}

/// A pyramid of 210 boxes, 20 in its lowest layer.
fn pyramid(world: &mut World) {
    for layer in 0..20 {
        for i in 0..20 - layer {
            let x = (i as f32 - 0.5 * (19 - layer) as f32) * 0.21;
            world.add_rigid(cube(Vec3::new(x, 0.1 + 0.2 * layer as f32, 0.0))).unwrap();
        }
    }
}

/// Twenty boxes, one on the other.
fn tower(world: &mut World) {
    for i in 0..20 {
        world.add_rigid(cube(Vec3::Y * (0.1 + 0.2 * i as f32))).unwrap();
    }
}

/// 1000 boxes that fall from a grid of 10 × 10 × 10, moved a little at random.
fn pile(world: &mut World) {
    let mut seed = 1u32;
    let mut random = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / 16_777_216.0 - 0.5
    };
    for k in 0..10 {
        for i in 0..10 {
            for j in 0..10 {
                let (x, z) = (random() * 0.05, random() * 0.05);
                let at = Vec3::new(i as f32 - 4.5, 0.0, j as f32 - 4.5) * 0.25;
                world.add_rigid(cube(at + Vec3::new(x, 0.2 + 0.3 * k as f32, z))).unwrap();
            }
        }
    }
}

/// CPU seconds of this thread: other work on the machine does not count.
fn cpu() -> f64 {
    let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a valid time, and the call writes nothing else.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut t) };
    t.tv_sec as f64 + 1e-9 * t.tv_nsec as f64
}

struct Clock;

impl Watch for Clock {
    fn seconds(&mut self) -> f64 {
        cpu()
    }
}

fn run(name: &str, fill: fn(&mut World)) {
    let (mut best, mut longest, mut phases) = (f64::INFINITY, 0.0, Vec::new());
    let mut end = String::new();
    for _ in 0..3 {
        let config = Config { step: 1.0 / 60.0, ..Config::default() };
        let mut world = World::new(config).unwrap();
        world.add_rigid(Rigid::ground()).unwrap();
        fill(&mut world);
        let (mut sum, mut most, mut by_phase) = (0.0, 0.0f64, vec![0.0; Phase::ALL.len()]);
        for _ in 0..300 {
            let start = cpu();
            let report = world.step_watched(&mut Clock);
            let time = cpu() - start;
            (sum, most) = (sum + time, most.max(time));
            for (total, s) in by_phase.iter_mut().zip(report.seconds) {
                *total += s / 0.3;
            }
        }
        let last = world.rigids().last().map(|(h, _)| h).unwrap();
        let at = world.position(last).unwrap();
        let fastest = |v: f32, (h, _)| world.velocity(h).unwrap().length().max(v);
        end = format!(
            "last box at {:.3} {:.4} {:.3}, fastest {:.4} m/s, {} contacts",
            at.x,
            at.y,
            at.z,
            world.rigids().fold(0.0, fastest),
            world.report().contacts
        );
        if sum / 0.3 < best {
            (best, longest, phases) = (sum / 0.3, 1e3 * most, by_phase);
        }
    }
    let mut out = std::io::stdout().lock();
    write!(out, "{name:8} mean {best:.3} ms, longest {longest:.3} ms:").unwrap();
    for (phase, ms) in Phase::ALL.iter().zip(phases) {
        write!(out, " {} {ms:.3}", phase.name()).unwrap();
    }
    writeln!(out, "\n         {end}").unwrap();
}

fn main() {
    let wanted = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    for (name, fill) in [("pyramid", pyramid as fn(&mut World)), ("pile", pile), ("tower", tower)] {
        if name.contains(&wanted) {
            run(name, fill);
        }
    }
}
