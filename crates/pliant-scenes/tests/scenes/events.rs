//! Events, motions, probes and the report, on small scenes of their own.

use pliant_io::scene::read;
use pliant_scenes::{Error, Overrides, Play, Precision, play};

fn small(text: &str, precision: Precision) -> Result<Box<dyn Play>, Error> {
    let scene = read("small.toml", text, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    play("small", &scene, None, precision, Overrides::default())
}

fn finished(text: &str) -> Box<dyn Play> {
    let mut player = small(text, Precision::Double).unwrap();
    while !player.is_over() {
        player.step().unwrap();
    }
    player
}

fn last(player: &dyn Play, probe: &str) -> f64 {
    let report = player.report();
    *report.probes.get(probe).unwrap().value.last().unwrap()
}

const FREE: &str = r#"
    gravity = [0, 0, 0]
    seconds = 1.0
    step = 0.01
    [[rigid]]
    name = "ball"
    shape = { ball = { radius = 0.1 } }
    mass = 2.0
    [[probe]]
    name = "v"
    of = { rigid = "ball", quantity = "velocity", axis = "x" }
    [[probe]]
    name = "x"
    of = { rigid = "ball", quantity = "position", axis = "x" }
    every = 0.25
"#;

#[test]
fn a_force_lasts_as_long_as_it_says() {
    let event =
        "[[event]]\ntime = 0.2\nforce = { rigid = \"ball\", value = [4, 0, 0], seconds = 0.5 }";
    let player = finished(&format!("{FREE}{event}"));
    assert!((last(player.as_ref(), "v") - 1.0).abs() < 1e-9);
}

#[test]
fn impulses_velocities_and_gravity_act_at_their_time() {
    for (event, v) in [
        ("impulse = { rigid = \"ball\", value = [3, 0, 0] }", 1.5),
        ("velocity = { rigid = \"ball\", value = [7, 0, 0] }", 7.0),
        ("gravity = [2, 0, 0]", 1.0),
    ] {
        let player = finished(&format!("{FREE}[[event]]\ntime = 0.5\n{event}"));
        let found = last(player.as_ref(), "v");
        assert!((found - v).abs() < 1e-9, "{event}: {found}");
    }
}

#[test]
fn probes_record_at_the_start_at_their_interval_and_at_the_end() {
    let report = finished(FREE).report();
    let times = &report.probes.get("x").unwrap().t;
    let expected = [0.0, 0.25, 0.5, 0.75, 1.0];
    assert_eq!(times.len(), expected.len());
    for (t, e) in times.iter().zip(expected) {
        assert!((t - e).abs() < 1e-9, "{times:?}");
    }
    assert_eq!(report.probes.get("v").unwrap().t.len(), 101);
}

#[test]
fn a_spawned_body_can_be_pushed_and_removed() {
    let events = r#"
        [[event]]
        time = 0.1
        spawn = { rigid = { name = "late", shape = { ball = { radius = 0.1 } }, position = [3, 0, 0] } }
        [[event]]
        time = 0.2
        velocity = { rigid = "late", value = [1, 0, 0] }
        [[event]]
        time = 0.8
        remove = { rigid = "late" }
        [[event]]
        time = 0.8
        remove = { rigid = "ball" }
    "#;
    let player = finished(&format!("{FREE}{events}"));
    assert!(last(player.as_ref(), "x").is_nan(), "a removed body has no position");
    assert_eq!(player.report().quality.non_finite, 0);
    assert_eq!(player.report().counts.rigid, 1);
}

#[test]
fn a_kinematic_body_follows_its_motion() {
    let player = finished(
        r#"
        seconds = 1.0
        [[rigid]]
        name = "piston"
        kind = "kinematic"
        shape = { cuboid = { size = [1, 1, 1] } }
        motion = { sine = { axis = [0, 1, 0], amplitude = 0.5, frequency = 0.25 } }
        [[probe]]
        name = "y"
        of = { rigid = "piston", quantity = "position", axis = "y" }
        "#,
    );
    assert!((last(player.as_ref(), "y") - 0.5).abs() < 1e-9);
    assert_eq!(player.report().quality.energy_drift, None, "it is driven");
}

#[test]
fn momentum_is_judged_only_where_nothing_pushes_from_outside() {
    let two = r#"
        [[rigid]]
        name = "other"
        shape = { ball = { radius = 0.1 } }
        mass = 1.0
        position = [1, 0, 0]
        velocity = [-2, 0, 0]
    "#;
    let report = finished(&format!("{FREE}{two}")).report();
    assert!(report.quality.momentum_error.unwrap() < 1e-12);
    let grounded = finished("[[rigid]]\nshape = { ball = { radius = 0.1 } }\n").report();
    assert_eq!(grounded.quality.momentum_error, None);
}

#[test]
fn a_shortened_run_is_not_judged_at_the_end_it_did_not_reach() {
    let text = format!("{FREE}[[expect]]\nprobe = \"x\"\nvalue = 0\ntolerance = 1\n");
    let scene = read("small.toml", &text, &[]).unwrap();
    let overrides = Overrides { seconds: Some(0.5), ..Overrides::default() };
    let mut player = play("small", &scene, None, Precision::Single, overrides).unwrap();
    while !player.is_over() {
        player.step().unwrap();
    }
    let report = player.report();
    assert_eq!((report.steps, report.expectations[0].ok), (50, None));
    assert!(report.is_good());
}

#[test]
fn what_cannot_be_is_refused_with_the_objects_name() {
    let refused = |text: &str| match small(text, Precision::Single) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("accepted: {text}"),
    };
    let missing = refused(
        "[[soft]]\nname = \"bunny\"\nmesh = { file = \"no/such.msh\" }\nmodel = { inextensible = {} }",
    );
    assert!(missing.contains("bunny") && missing.contains("such.msh"), "{missing}");
    let auxetic = refused(
        "[[soft]]\nname = \"foam\"\nmesh = { box = { size = [1, 1, 1], cells = [1, 1, 1] } }\n\
         model = { corotational = { young = 1e5, poisson = -0.5 } }",
    );
    assert!(auxetic.contains("foam") && auxetic.contains("poisson"), "{auxetic}");
    let force = refused(
        "[[rigid]]\nname = \"b\"\nshape = { ball = { radius = 1 } }\n[[probe]]\nname = \"f\"\n\
         of = { rigid = \"b\", quantity = \"contact_force\" }",
    );
    assert!(force.contains("probe `f`"), "{force}");
}
