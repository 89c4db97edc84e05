//! The figures of the chapter on integrators, from runs of one's own.

use std::f64::consts::TAU;

use pliant_draw::chart::{self, Axis, Line, Panel};
use pliant_io::scene;
use pliant_scenes::{Measured, Overrides, Precision, Report, play};

use crate::bench::run;
use crate::failure::Failure;

/// The integrators by their words, in the order of the chapter.
const ALL: [&str; 9] = [
    "explicit-euler",
    "symplectic-euler",
    "midpoint",
    "heun",
    "rk4",
    "verlet",
    "velocity-verlet",
    "implicit-euler",
    "implicit-midpoint",
];

/// A mass of 1 kg on a spring of 1 N/m: ω = 1 1/s. Gravity puts its place of rest 1 m from where it starts.
const CIRCLE: &str = r#"
title = "A mass on a spring"
gravity = [1, 0, 0]
[[soft]]
name = "spring"
mesh = { rope = { length = 6.0, nodes = 2 } }
model = { mass_spring = { stiffness = 1.0 } }
integrator = "rk4"
mass = 2.0
position = [-4, 0, 0]
pinned = [0]
collides = false
[[probe]]
name = "x"
of = { soft = "spring", quantity = "position", node = 1, axis = "x" }
[[probe]]
name = "v"
of = { soft = "spring", quantity = "velocity", node = 1, axis = "x" }
"#;

/// A mass of 1 kg that a damper of 1 N·s/m slows from 1 m/s: v' = -k v with k = 1 1/s. (There is no spring without stiffness.)
const DECAY: &str = r#"
title = "A mass on a damper"
gravity = [0, 0, 0]
[[soft]]
name = "damper"
mesh = { rope = { length = 50.0, nodes = 2 } }
model = { mass_spring = { stiffness = 1e-9, damping = 1.0 } }
integrator = "explicit-euler"
mass = 2.0
velocity = [1, 0, 0]
pinned = [0]
collides = false
[[probe]]
name = "v"
of = { soft = "damper", quantity = "velocity", node = 1, axis = "x" }
"#;

/// A net of 2 × 12 × 13 springs, pinned along one side, that swings down.
const NET: &str = r#"
title = "A net of springs"
seconds = 0.5
[[soft]]
name = "net"
mesh = { net = { size = [1.0, 1.0], meshes = [12, 12], edges = 1 } }
model = { mass_spring = { stiffness = 200.0, damping = 0.02 } }
integrator = "rk4"
mass = 1.0
pinned = { box = { min = [-0.6, -0.1, -0.55], max = [0.6, 0.1, -0.45] } }
collides = false
[[probe]]
name = "y"
of = { soft = "net", quantity = "position", box = { min = [-0.6, -0.1, 0.45], max = [-0.4, 0.1, 0.55] }, axis = "y" }
[[probe]]
name = "z"
of = { soft = "net", quantity = "position", box = { min = [-0.6, -0.1, 0.45], max = [-0.4, 0.1, 0.55] }, axis = "z" }
[[probe]]
name = "middle"
of = { soft = "net", quantity = "position", box = { min = [-0.05, -0.1, -0.05], max = [0.05, 0.1, 0.05] }, axis = "y" }
"#;

/// Names of files and what draws them.
type Figure = (&'static str, fn() -> Result<String, Failure>);

/// All figures of the chapter but that of a net, which `pliant run net-all --export` plots.
pub const FIGURES: [Figure; 5] = [
    ("integrators-spiral.svg", spiral),
    ("integrators-decay.svg", decay),
    ("integrators-field.svg", field),
    ("integrators-spring.svg", energy_of_a_spring),
    ("integrators-cost.svg", cost),
];

/// Runs a text in double precision, with an integrator and a step.
fn simulate(text: &str, name: &str, step: f64, seconds: f64) -> Result<Report, Failure> {
    let scene = scene::read("course.toml", text, &[]).map_err(Failure::input)?;
    let mut scene = scene;
    scene.soft.iter_mut().for_each(|soft| {
        soft.integrator = serde_json::from_value(name.into()).ok();
    });
    let overrides = Overrides {
        step: Some(step),
        seconds: Some(seconds),
        measured: Measured::EveryStep,
        ..Overrides::default()
    };
    let mut player =
        play("course", &scene, None, Precision::Double, overrides).map_err(Failure::input)?;
    while !player.is_over() {
        player.step().map_err(|error| Failure::Simulation(error.to_string()))?;
    }
    Ok(player.report())
}

fn values(report: &Report, probe: &str) -> Vec<f64> {
    report.probes.get(probe).map(|r| r.value.clone()).unwrap_or_default()
}

/// Times and values of a probe, each value times a factor.
fn over_time(report: &Report, probe: &str, factor: f64) -> Vec<[f64; 2]> {
    let record = report.probes.get(probe);
    let pairs = record.into_iter().flat_map(|r| r.t.iter().zip(&r.value));
    pairs.map(|(t, v)| [*t, factor * v]).collect()
}

/// The path of an oscillator with ω = 1 1/s in the plane of x and v.
fn path(name: &str, step: f64, seconds: f64) -> Result<Vec<[f64; 2]>, Failure> {
    let report = simulate(CIRCLE, name, step, seconds)?;
    let (x, v) = (values(&report, "x"), values(&report, "v"));
    Ok(x.into_iter().zip(v).map(|(x, v)| [x, v]).collect())
}

fn circle() -> Line {
    let turn = |i: i32| f64::from(i) * TAU / 180.0;
    let points = (0..=180).map(|i| [-turn(i).cos(), turn(i).sin()]).collect();
    Line::new("exact", points)
}

fn plane(title: &str, size: f64) -> Panel {
    // A picture is 406 by 268 wide inside: the same scale along both axes.
    let wide = size * 406.0 / 268.0;
    Panel {
        title: title.into(),
        x: Axis::linear("x, m").between(-wide, wide),
        y: Axis::linear("v/ω, m").between(-size, size),
        ..Panel::default()
    }
}

/// Explicit Euler on the circle: it spirals outward in steps of any length.
fn spiral() -> Result<String, Failure> {
    let mut panel = plane("Explicit Euler on a circle: three turns", 3.0);
    panel.lines.push(circle());
    for (name, h) in [("ωh = 0.1", 0.1), ("ωh = 0.05", 0.05), ("ωh = 0.02", 0.02)] {
        panel.lines.push(Line::new(name, path("explicit-euler", h, 3.0 * TAU)?));
    }
    Ok(chart::figure(&[panel]))
}

/// v' = -k v in steps below 1/k, above 1/k and above 2/k.
fn decay() -> Result<String, Failure> {
    let mut panels = Vec::new();
    for (word, title) in
        [("explicit-euler", "Explicit Euler"), ("implicit-euler", "Implicit Euler")]
    {
        let exact = (0..=120).map(|i| 0.1 * f64::from(i)).map(|t| [t, (-t).exp()]).collect();
        let mut lines = vec![Line::new("exact", exact)];
        for h in [0.5, 1.5, 2.1] {
            let points = over_time(&simulate(DECAY, word, h, 12.0)?, "v", 1.0);
            lines.push(Line::marked(format!("h = {h}/k"), points));
        }
        panels.push(Panel {
            title: format!("{title} on v' = -kv, k = 1 1/s"),
            x: Axis::linear("time, s"),
            y: Axis::linear("v, m/s").between(-2.0, 2.0),
            lines,
            arrows: Vec::new(),
        });
    }
    Ok(chart::figure(&panels))
}

/// The vector field of the oscillator, and where one turn in long steps takes every integrator.
fn field() -> Result<String, Failure> {
    let mut panel = plane("The vector field x' = v, v' = -x; one turn, ωh = 0.5", 2.2);
    for i in -8..=8 {
        for j in -5..=5 {
            let (x, v) = (0.4 * f64::from(i), 0.4 * f64::from(j));
            let (dx, dv) = (0.1 * v, -0.1 * x);
            panel.arrows.push([[x - 0.5 * dx, v - 0.5 * dv], [x + 0.5 * dx, v + 0.5 * dv]]);
        }
    }
    panel.lines.push(circle());
    for name in ALL {
        panel.lines.push(Line::new(name, path(name, 0.5, TAU)?));
    }
    Ok(chart::figure(&[panel]))
}

/// The energy of one spring over time, by that of its swing: ½ k A² with A = g/ω².
fn energy_of_a_spring() -> Result<String, Failure> {
    let own = 0.5 * 9.81 * 9.81 / (TAU * TAU);
    let report = run("spring-all", &[], Precision::Double, Overrides::default())?;
    let line = |name: &&str| {
        let mut points = over_time(&report, &format!("{name}-energy"), 1.0 / own);
        let first = points.first().map_or(0.0, |p| p[1]);
        points.iter_mut().for_each(|p| p[1] -= first);
        Line::new(*name, points)
    };
    let panel = Panel {
        title: "Energy of one spring of 1 Hz, h = 10 ms".into(),
        x: Axis::linear("time, s"),
        y: Axis::linear("gain of energy by the swing's own").between(-1.0, 2.5),
        lines: ALL.iter().map(line).collect(),
        arrows: Vec::new(),
    };
    Ok(chart::figure(&[panel]))
}

/// What a net costs, and how far it is from a run in very short steps.
fn cost() -> Result<String, Failure> {
    let probes = ["y", "z", "middle"];
    let end =
        |report: &Report| probes.map(|p| values(report, p).last().copied().unwrap_or(f64::NAN));
    let exact = end(&simulate(NET, "rk4", 0.5 / 8192.0, 0.5)?);
    let mut lines = Vec::new();
    for name in ALL {
        let mut points = Vec::new();
        for steps in [16, 32, 64, 128, 256, 512, 1024, 2048] {
            let report = simulate(NET, name, 0.5 / f64::from(steps), 0.5)?;
            let found = end(&report);
            let squares = found.iter().zip(exact).map(|(a, b)| (a - b) * (a - b));
            let error = squares.sum::<f64>().sqrt();
            // The free motion alone: the rest of a step is the same for all.
            let free = report.time_ms.by_phase.get("free motion").copied().unwrap_or(0.0);
            if error.is_finite() && error < 1.0 && report.quality.non_finite == 0 {
                points.push([free * f64::from(steps), error]);
            }
        }
        lines.push(Line::marked(name, points));
    }
    let panel = Panel {
        title: "A net of 312 springs for 0.5 s: cost against error".into(),
        x: Axis::logarithmic("CPU time, ms"),
        y: Axis::logarithmic("error at the end, m"),
        lines,
        arrows: Vec::new(),
    };
    Ok(chart::figure(&[panel]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures show what the chapter says: explicit Euler ends three turns of ωh = 0.1 at e^(3π·0.1) times the radius or
    /// nearly, and a step above 2/k diverges.
    #[test]
    fn the_figures_show_what_the_chapter_says() {
        let end = *path("explicit-euler", 0.1, 3.0 * TAU).unwrap().last().unwrap();
        let radius = (end[0] * end[0] + end[1] * end[1]).sqrt();
        let steps = (3.0 * TAU / 0.1).round();
        assert!((radius / 1.01_f64.powf(0.5 * steps) - 1.0).abs() < 0.02, "{radius}");
        for (h, grows) in [(1.5, false), (2.1, true)] {
            let v = values(&simulate(DECAY, "explicit-euler", h, 12.0).unwrap(), "v");
            assert!(v.windows(2).all(|w| w[0] * w[1] < 0.0), "{v:?}");
            assert_eq!(v.last().unwrap().abs() > 1.0, grows, "{v:?}");
        }
        assert!(spiral().unwrap().contains("ωh = 0.05"));
    }
}
