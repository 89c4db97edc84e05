//! The reference cases: scenes whose answers were found apart from this engine, with the numbers
//! that differ only by a value of the scene set here.

use std::f64::consts::PI;
use std::path::Path;

use pliant_scenes::{Measured, Overrides, Precision, Record, Report, builtin, play};

use crate::play_out;

/// Plays a built-in scene with changes, and without its expectations, in double precision.
fn report(name: &str, changes: &[(&str, &str)]) -> Report {
    let mut scene = builtin::find(name).unwrap().scene(changes).unwrap();
    scene.expect.clear();
    let mut player = play(name, &scene, None, Precision::Double, Overrides::default()).unwrap();
    play_out(&mut *player);
    player.report()
}

fn record(report: &Report, probe: &str) -> Record {
    report.probes.get(probe).unwrap().clone()
}

fn last(report: &Report, probe: &str) -> f64 {
    *record(report, probe).value.last().unwrap()
}

#[track_caller]
fn near(found: f64, expected: f64, relative: f64) {
    let off = (found / expected - 1.0).abs();
    assert!(off <= relative, "found {found}, expected {expected}, off by {:.4}%", 100.0 * off);
}

/// The times at which a record goes through zero downwards.
fn crossings(record: &Record) -> Vec<f64> {
    let pairs = record.t.windows(2).zip(record.value.windows(2));
    let down = pairs.filter(|(_, v)| v[0] > 0.0 && v[1] <= 0.0);
    down.map(|(t, v)| t[0] + (t[1] - t[0]) * v[0] / (v[0] - v[1])).collect()
}

/// c3: T = 4 K √(L/g), within 0.5%.
#[test]
fn pendulums_keep_their_periods() {
    for (degrees, period) in [
        (5.0_f64, 2.007021914469057),
        (30.0, 2.0409898895191305),
        (90.0, 2.3678419475762373),
        (120.0, 2.7540898288878255),
        (170.0, 4.893524274105486),
    ] {
        let (s, c) = degrees.to_radians().sin_cos();
        let position = format!("[{s}, {}, 0]", -c);
        let arm = format!("[{}, {c}, 0]", -s);
        let report = report(
            "ref-pendulum",
            &[("rigid.ball.position", &position), ("anchor.pivot.a.point", &arm), ("seconds", "8")],
        );
        let crossings = crossings(&record(&report, "x"));
        near(crossings[1] - crossings[0], period, 0.005);
    }
}

/// Gravity that leans by an angle.
fn leaning(degrees: f64) -> String {
    let (s, c) = degrees.to_radians().sin_cos();
    format!("[{}, {}, 0]", 9.81 * s, -9.81 * c)
}

/// d1, d2, d3: a box on an incline holds up to atan μ, slides with g (sin θ − μ cos θ) above, and
/// stops after v²/(2μg).
#[test]
fn boxes_slide_and_hold_as_coulomb_says() {
    for (degrees, mu, expected) in
        [(20.0, "0.2", 1.5115406840428576), (30.0, "0.3", 2.3562872366623964)]
    {
        let gravity = leaning(degrees);
        let changes = [("gravity", gravity.as_str()), ("rigid.box.friction", mu)];
        near(last(&report("ref-slide", &changes), "v"), expected, 0.01);
    }
    for mu in [0.1_f64, 0.3, 0.5, 0.7, 1.0] {
        let slides = |degrees: f64| {
            let (gravity, mu) = (leaning(degrees), mu.to_string());
            let changes =
                [("gravity", gravity.as_str()), ("rigid.box.friction", &mu), ("seconds", "2")];
            last(&report("ref-slide", &changes), "x")
        };
        let threshold = mu.atan() * 180.0 / PI;
        let held = slides(threshold - 0.5);
        assert!(held < 0.001, "μ = {mu}: crept {held} m");
        let let_go = slides(threshold + 0.5);
        assert!(let_go > 0.05, "μ = {mu}: slid only {let_go} m");
    }
    for (v, mu, distance) in [
        ("2", "0.3", 0.6795786612300374),
        ("1", "0.1", 0.509683995922528),
        ("3", "0.8", 0.5733944954128439),
    ] {
        let velocity = format!("[{v}, 0, 0]");
        let changes = [
            ("gravity", "[0, -9.81, 0]"),
            ("rigid.box.velocity", velocity.as_str()),
            ("rigid.box.friction", mu),
            ("seconds", "3"),
        ];
        near(last(&report("ref-slide", &changes), "x"), distance, 0.01);
    }
}

/// d1, d2, d3 for a cloth: within 3%, and half a degree.
#[test]
fn cloths_slide_and_hold_as_coulomb_says() {
    let on = |degrees: f64, mu: f64, seconds: &str| {
        let (gravity, mu) = (leaning(degrees), mu.to_string());
        let changes =
            [("gravity", gravity.as_str()), ("soft.cloth.friction", &mu), ("seconds", seconds)];
        report("ref-slide-cloth", &changes)
    };
    near(last(&on(30.0, 0.3, "1"), "v"), 2.3562872366623964, 0.03);
    for mu in [0.2_f64, 0.5, 1.0] {
        let threshold = mu.atan() * 180.0 / PI;
        let held = last(&on(threshold - 0.5, mu, "2"), "x");
        assert!(held < 0.001, "μ = {mu}: crept {held} m");
        let let_go = last(&on(threshold + 0.5, mu, "2"), "x");
        assert!(let_go > 0.05, "μ = {mu}: slid only {let_go} m");
    }
    let changes = [
        ("gravity", "[0, -9.81, 0]"),
        ("soft.cloth.velocity", "[2, 0, 0]"),
        ("soft.cloth.friction", "0.3"),
        ("seconds", "2"),
    ];
    near(last(&report("ref-slide-cloth", &changes), "x"), 0.6795786612300374, 0.01);
}

/// d5: the time to rolling within 2%, and the speed of 5/7 that it then keeps.
#[test]
fn a_ball_rolls_after_its_time() {
    for (v, mu, time) in [(1.0, "0.1", 0.29124799767001597), (2.0, "0.3", 0.19416533178001066)] {
        let velocity = format!("[{v}, 0, 0]");
        let changes = [("rigid.ball.velocity", velocity.as_str()), ("rigid.ball.friction", mu)];
        let report = report("ref-roll", &changes);
        let (speed, spin) = (record(&report, "v"), record(&report, "spin"));
        let slip = |t: f64| speed.at(t).unwrap() + 0.1 * spin.at(t).unwrap();
        // The slip falls evenly from the speed at the start until it is gone.
        near(0.1 / (1.0 - slip(0.1) / v), time, 0.02);
        assert!(slip(1.02 * time).abs() < 0.02 * v, "{}", slip(1.02 * time));
        near(speed.at(0.3).unwrap(), 5.0 / 7.0 * v, 0.002);
    }
}

/// h1: apex heights within 2%, and the time to rest.
#[test]
fn balls_bounce_and_come_to_rest() {
    let bounced = record(&report("ref-bounce", &[]), "y");
    near(bounced.at(0.4515236409857309 * 1.9).unwrap() - 0.1, 0.81, 0.02);
    let changes = [("rigid.ball.restitution", "0.5")];
    let resting = record(&report("ref-bounce", &changes), "speed");
    let after = |t: f64| {
        let late = resting.t.iter().zip(&resting.value).filter(|(at, _)| **at > t);
        late.map(|(_, v)| *v).fold(0.0, f64::max)
    };
    // Bounces slower than 0.05 m/s are not made: they would have taken another 0.02 s.
    assert!(after(1.3545709229571927) < 0.06, "{}", after(1.3545709229571927));
    assert!(after(1.2) > 0.2);
}

/// b2: the bar at every Poisson's ratio, within 0.1%.
#[test]
fn bars_grow_thinner_by_poissons_ratio() {
    for poisson in [0.0, 0.2, 0.45] {
        let ratio = poisson.to_string();
        let report = report("ref-bar", &[("soft.bar.model.corotational.poisson", &ratio)]);
        near(last(&report, "longer"), 0.01, 0.001);
        let off = last(&report, "thinner") + poisson * 0.01 * 0.2;
        assert!(off.abs() < 0.001 * 0.002, "ν = {poisson}: off by {off}");
    }
}

/// a1, a3, b1, b2, b3 to the tolerances of the format, at rest: with the load of a1 as it stands in the table, which single
/// precision cannot see.
#[test]
fn solids_at_rest_are_exact_in_double_precision() {
    let still = ("settle.speed", "1e-14");
    let load = ("event.0.force.value", "[0, 0, -1e-5]");
    let tip = |scene: &str, more: &[(&str, &str)]| {
        let changes = [&[still, ("seconds", "20")], more].concat();
        last(&report(scene, &changes), "tip_z")
    };
    near(tip("ref-beam", &[load]), -2.7015981614944414e-7, 1e-6);
    near(tip("ref-beam-gravity", &[]), -0.09862757261335572, 1e-6);
    near(tip("ref-beam-gravity", &[("gravity", "[0, 0, -9.81]")]), -0.6464103371994478, 1e-6);

    let bar = report("ref-bar", &[still]);
    near(last(&bar, "longer"), 0.01, 1e-9);
    near(last(&bar, "thinner"), -0.0006, 1e-8);

    let patch = report("ref-patch", &[("settle.speed", "1e-14"), ("seconds", "20")]);
    for (probe, exact) in [("x", 0.005), ("y", 0.07 / 3.0), ("z", 0.005 / 3.0)] {
        let off = (last(&patch, probe) - exact).abs();
        assert!(off < 1e-9 * 0.085, "{probe}: off by {off}");
    }
    let force = last(&report("ref-rotation", &[]), "force") / 1e5;
    assert!(force < 1e-9, "{force} E L²");
}

/// f1: the second catenary, twice as large.
#[test]
fn a_chain_of_twice_the_size_hangs_alike() {
    let end = |x: f64| {
        format!(
            "{{ keyframes = [{{ time = 0, displacement = [0, 0, 0] }}, \
             {{ time = 1, displacement = [{x}, 0, 0] }}] }}"
        )
    };
    let (left, right) = (end(0.5), end(-0.5));
    let report = report(
        "ref-catenary",
        &[
            ("soft.rope.mesh.rope.length", "2"),
            ("soft.rope.pinned.0.motion", &left),
            ("soft.rope.pinned.1.motion", &right),
        ],
    );
    near(-last(&report, "middle"), 0.7966853520325105, 0.01);
}

/// i1: the integrators to 1e-9.
#[test]
fn integrators_are_those_of_their_step_matrices() {
    let report = report("ref-integrators", &[]);
    let off = |probe: &str, x: f64| (1.0 - last(&report, probe) - x).abs();
    assert!(off("symplectic", 0.9999669652574475) < 1e-9);
    assert!(off("implicit", 0.8211598425803349) < 1e-9);
    assert!(off("explicit-euler", 1.2177068419842325) < 1e-9);
    assert!(off("velocity-verlet", 0.9999994654201303) < 1e-9);
    assert!(off("rk4", 0.9999999572923411) < 1e-9);
    assert!(off("implicit-euler", 0.8211598425803349) < 1e-9);
}

/// a2: the six lowest modes of the beam with lumped masses, within 0.2%.
#[test]
fn the_beam_has_its_eigenfrequencies() {
    let scene = builtin::find("ref-beam").unwrap().scene(&[]).unwrap();
    for precision in [Precision::Single, Precision::Double] {
        let player = play("ref-beam", &scene, None, precision, Overrides::default()).unwrap();
        let found = player.modes("beam", 6).unwrap();
        let expected = [
            0.602218386959722,
            0.6379373321830879,
            3.5760048904644215,
            3.765247187429479,
            5.698269884521646,
            7.962862533298978,
        ];
        for (found, expected) in found.into_iter().zip(expected) {
            near(found, expected, if precision == Precision::Double { 1e-7 } else { 1e-4 });
        }
    }
}

/// The ball under the cloth may roll away, and then the cloth slides down: after 10 s both lie still, also with other sizes
/// and masses.
#[test]
fn a_cloth_on_a_free_ball_comes_to_rest() {
    for changes in [
        &[][..],
        &[("rigid.ball.mass", "0.7"), ("soft.cloth.mass", "0.65")],
        &[("rigid.ball.shape.ball.radius", "0.2"), ("rigid.ball.position", "[0, 0.2, 0]")],
    ] {
        let mut scene = builtin::find("cloth-ball").unwrap().scene(changes).unwrap();
        scene.seconds = 10.0;
        scene.expect.clear();
        let overrides = Overrides { measured: Measured::EveryStep, ..Overrides::default() };
        let mut player = play("cloth-ball", &scene, None, Precision::Single, overrides).unwrap();
        play_out(&mut *player);
        let speed = last(&player.report(), "speed");
        assert!(speed < 0.005, "{changes:?}: {speed} m/s");
    }
}

/// The numbers here and in the scenes are those of the table of reference cases, where it is.
#[test]
fn expectations_are_those_of_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/table.csv");
    let Ok(table) = std::fs::read_to_string(path) else {
        eprintln!("skipped: there is no table of reference cases");
        return;
    };
    let value = |id: &str| -> f64 {
        let line = table.lines().find(|line| line.starts_with(&format!("{id},")));
        let line = line.unwrap_or_else(|| panic!("no case {id}"));
        // The quantity may be quoted, and hold commas.
        let rest = &line[id.len() + 1..];
        let after = match rest.strip_prefix('"') {
            Some(quoted) => &quoted[quoted.find("\",").unwrap() + 2..],
            None => &rest[rest.find(',').unwrap() + 1..],
        };
        let field = after.split(',').next().unwrap();
        field.parse().unwrap_or_else(|_| panic!("{id}: {field} is no number"))
    };
    let expected = |name: &str, probe: &str| -> f64 {
        let scene = builtin::find(name).unwrap().scene(&[]).unwrap();
        let found = scene.expect.iter().find(|e| e.probe == probe && e.value.is_some());
        found.and_then(|e| e.value).unwrap_or_else(|| panic!("{name} expects no {probe}"))
    };
    let at = |name: &str, probe: &str| -> f64 {
        let scene = builtin::find(name).unwrap().scene(&[]).unwrap();
        let expect = scene.expect.iter().find(|e| e.probe == probe).unwrap();
        match expect.at {
            pliant_io::scene::At::Time(t) => t,
            pliant_io::scene::At::Statistic(_) => panic!("{name}: {probe} is at no time"),
        }
    };
    let same = |scene: f64, table: f64| {
        assert!((scene - table).abs() <= 1e-12 * table.abs(), "{scene} is not {table}");
    };
    same(expected("ref-beam", "tip_z"), 1e4 * value("a1.beam20x4x4"));
    same(expected("ref-beam-gravity", "tip_z"), value("a3.beam20x4x4.g0.981"));
    same(expected("ref-bar", "longer"), value("b2.bar"));
    same(expected("ref-slide", "v"), value("d2.incline20_mu0.2"));
    same(expected("ref-slide-cloth", "v"), value("d2.incline20_mu0.2"));
    same(expected("ref-atwood", "v-a"), -0.06 * value("e2.atwood0"));
    same(expected("ref-atwood", "v-b"), -0.06 * value("e2.atwood1"));
    same(expected("ref-atwood", "v-c"), -0.06 * value("e2.atwood2"));
    same(expected("ref-catenary", "middle"), -value("f1.catenary0"));
    same(expected("ref-bounce", "y") - 0.1, value("h1.bounce"));
    same(1.0 - expected("ref-integrators", "symplectic"), value("i1.symplectic_euler_v_then_x"));
    same(1.0 - expected("ref-integrators", "implicit"), value("i1.implicit_euler"));
    same(1.0 - expected("ref-integrators", "explicit-euler"), value("i1.explicit_euler"));
    same(1.0 - expected("ref-integrators", "velocity-verlet"), value("i1.velocity_verlet"));
    same(1.0 - expected("ref-integrators", "rk4"), value("i1.rk4"));
    same(1.0 - expected("ref-integrators", "implicit-euler"), value("i1.implicit_euler"));
    same(at("ref-pendulum", "x") / 1.25, value("c3.pendulum90"));
    same(at("ref-roll", "v") / 0.98, value("d5.ball_v1"));
    // Those that the tests above name.
    for (id, number) in [
        ("a2.beam20x4x4", 0.602218386959722),
        ("a3.beam20x4x4.g9.81", -0.6464103371994478),
        ("c3.pendulum5", 2.007021914469057),
        ("c3.pendulum30", 2.0409898895191305),
        ("c3.pendulum120", 2.7540898288878255),
        ("c3.pendulum170", 4.893524274105486),
        ("d2.incline30_mu0.3", 2.3562872366623964),
        ("d3.stop", 0.6795786612300374),
        ("d5.ball_v1", 0.29124799767001597),
        ("f1.catenary2", 0.7966853520325105),
        ("h1.rest", 1.3545709229571927),
    ] {
        same(number, value(id));
    }
}
