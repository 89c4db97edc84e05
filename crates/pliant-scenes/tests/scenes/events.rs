//! Events, motions, probes and the report, on small scenes of their own.

use pliant_io::scene::read;
use pliant_scenes::{Error, Overrides, Play, Precision, play};

use crate::play_out;

fn small(text: &str, precision: Precision) -> Result<Box<dyn Play>, Error> {
    let scene = read("small.toml", text, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    play("small", &scene, None, precision, Overrides::default())
}

fn finished(text: &str) -> Box<dyn Play> {
    let mut player = small(text, Precision::Double).unwrap();
    play_out(&mut *player);
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
    play_out(&mut *player);
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
    let two = refused(
        "[[soft]]\nname = \"bunny\"\nmesh = { file = \"no/such.msh\" }\nmodel = { inextensible = {} }\n\
         [[soft]]\nname = \"cow\"\nmesh = { file = \"none.obj\" }\nmodel = { inextensible = {} }",
    );
    assert!(two.contains("bunny") && two.contains("cow"), "all at once: {two}");
    let stiff = refused(
        "[[soft]]\nname = \"foam\"\nmesh = { rope = { length = 1, nodes = 9 } }\nmass = 1e-3\n\
         model = { mass_spring = { stiffness = 1e12 } }",
    );
    assert!(stiff.contains("foam") && stiff.contains("stiffness"), "{stiff}");
}

/// Everything that a probe can be asked for gives a number, or NaN nowhere.
#[test]
fn every_quantity_is_measured() {
    let world = r#"
        seconds = 0.4
        [[rigid]]
        name = "ground"
        kind = "fixed"
        shape = { half_space = {} }
        [[rigid]]
        name = "box"
        shape = { cuboid = { size = [0.2, 0.2, 0.2] } }
        mass = 2.0
        position = [0, 0.1, 0]
        [[soft]]
        name = "jelly"
        mesh = { box = { size = [0.2, 0.2, 0.2], cells = [1, 1, 1] } }
        model = { corotational = { young = 1e5, poisson = 0.3, damping = 0.01 } }
        mass = 3.0
        damping = 10
        position = [1, 0.1, 0]
        [[rigid]]
        name = "ball"
        shape = { ball = { radius = 0.1 } }
        mass = 1.0
        position = [2, 1, 0]
        [[anchor]]
        a = { rigid = "ball" }
        b = { world = [2, 1, 0], motion = { sine = { axis = [1, 0, 0], amplitude = 0.1, frequency = 1 } } }
        [[distance]]
        a = { rigid = "ball" }
        b = { rigid = "box" }
        mode = "stretch"
        length = 9
        [[plane]]
        a = { rigid = "ball" }
        b = { world = [0, 0, 0] }
        normal = [0, 0, 1]
    "#;
    let mut text = world.to_string();
    let mut expected = Vec::new();
    let mut add = |of: &str, value: Option<(f64, f64)>| {
        text += &format!("\n[[probe]]\nname = \"p{}\"\nof = {{ {of} }}\n", expected.len());
        expected.push((of.to_string(), value));
    };
    let some = |x: f64, t: f64| Some((x, t));
    for quantity in [
        "position",
        "velocity",
        "rotation_vector",
        "angular_velocity",
        "speed",
        "energy",
        "momentum",
    ] {
        add(&format!("rigid = \"box\", quantity = \"{quantity}\""), None);
    }
    add("rigid = \"box\", quantity = \"contact_force\", axis = \"y\"", some(19.62, 0.1));
    let ground = "rigid = \"ground\", quantity = \"contact_force\", axis = \"y\"";
    add(ground, some(-49.05, 0.5));
    add(&format!("{ground}, with = {{ rigid = \"box\" }}"), some(-19.62, 0.1));
    add(&format!("{ground}, with = {{ soft = \"jelly\" }}"), some(-29.43, 0.5));
    add("soft = \"jelly\", quantity = \"contact_force\", axis = \"y\"", some(29.43, 0.5));
    for quantity in [
        "position",
        "velocity",
        "displacement",
        "momentum",
        "height_min",
        "height_max",
        "stretch",
        "energy",
        "internal_force_max",
    ] {
        add(&format!("soft = \"jelly\", quantity = \"{quantity}\""), None);
    }
    add("soft = \"jelly\", quantity = \"volume\"", some(0.008, 1e-4));
    add("soft = \"jelly\", quantity = \"internal_force\", node = 3", None);
    add("soft = \"jelly\", quantity = \"position\", nodes = [0, 1], axis = \"y\"", some(0.0, 1e-3));
    let top = "box = { min = [-9, 0.2, -9], max = [9, 0.2, 9] }";
    add(
        &format!("soft = \"jelly\", quantity = \"position\", {top}, axis = \"y\""),
        some(0.2, 2e-3),
    );
    add("anchor = \"anchor-0\", quantity = \"force\", axis = \"y\"", some(9.81, 1e-3));
    add("anchor = \"anchor-0\", quantity = \"violation\"", some(0.0, 1e-3));
    add("distance = \"distance-0\", quantity = \"force\"", some(0.0, 1e-9));
    add("distance = \"distance-0\", quantity = \"violation\"", None);
    add("plane = \"plane-0\", quantity = \"force\"", some(0.0, 1e-9));
    add("plane = \"plane-0\", quantity = \"violation\"", some(0.0, 1e-9));
    add(
        "rigid = \"ball\", quantity = \"position\", axis = \"x\"",
        some(2.0 + 0.1 * 0.5877852522924731, 1e-3),
    );
    for quantity in [
        "energy",
        "kinetic_energy",
        "elastic_energy",
        "speed",
        "momentum",
        "angular_momentum",
        "penetration",
        "contacts",
        "rows",
        "stretch",
    ] {
        add(&format!("world = true, quantity = \"{quantity}\""), None);
    }
    let player = finished(&text);
    for (i, (of, value)) in expected.iter().enumerate() {
        let found = last(player.as_ref(), &format!("p{i}"));
        assert!(found.is_finite(), "{of}: {found}");
        if let Some((x, tolerance)) = value {
            assert!((found - x).abs() <= *tolerance, "{of}: {found}, expected {x}");
        }
    }
}

#[test]
fn a_scene_ends_when_it_has_settled() {
    let text = r#"
        seconds = 5.0
        settle = { speed = 1e-3, seconds = 0.2 }
        [[rigid]]
        kind = "fixed"
        shape = { half_space = {} }
        [[rigid]]
        shape = { cuboid = { size = [0.2, 0.2, 0.2] } }
        position = [0, 0.15, 0]
    "#;
    let report = finished(text).report();
    assert_eq!(report.settled, Some(true));
    assert!(report.seconds > 0.25 && report.seconds < 2.0, "{}", report.seconds);
    let moving = finished(&text.replace("1e-3", "1e-12").replace("[0, 0.15, 0]", "[0, 999, 0]"));
    assert_eq!((moving.report().settled, moving.report().seconds > 4.99), (Some(false), true));
    assert_eq!(finished(FREE).report().settled, None);
}

#[test]
fn pins_along_an_axis_leave_the_others_free_and_move_as_told() {
    let text = r#"
        seconds = 1.0
        gravity = [1, -9.81, 0]
        [[soft]]
        name = "rope"
        mesh = { rope = { length = 1, nodes = 5 } }
        model = { inextensible = {} }
        mass = 1.0
        pinned = [
            { nodes = [0, 1, 2, 3, 4], axes = ["y"], motion = { keyframes = [{ time = 0, displacement = [0, 0, 0] }, { time = 1, displacement = [0, 0.5, 0] }] } },
        ]
        [[probe]]
        name = "x"
        of = { soft = "rope", quantity = "displacement", axis = "x" }
        [[probe]]
        name = "y"
        of = { soft = "rope", quantity = "displacement", axis = "y" }
    "#;
    let player = finished(text);
    assert!((last(player.as_ref(), "y") - 0.5).abs() < 1e-6);
    // Free fall along x: half a metre, and what symplectic Euler adds in substeps of 0.4 ms.
    assert!((last(player.as_ref(), "x") - 0.5).abs() < 1e-3);
    assert_eq!(player.report().quality.energy_drift, None, "it is driven");
}

#[test]
fn a_ramped_force_on_some_nodes_grows() {
    let text = r#"
        seconds = 1.0
        step = 0.01
        gravity = [0, 0, 0]
        [[soft]]
        name = "two"
        mesh = { rope = { length = 1, nodes = 2 } }
        model = { mass_spring = { stiffness = 1e-6 } }
        mass = 2.0
        [[event]]
        time = 0
        force = { soft = "two", nodes = [1], value = [0, 6, 0], ramp = 0.5 }
        [[probe]]
        name = "pushed"
        of = { soft = "two", quantity = "velocity", node = 1, axis = "y" }
        [[probe]]
        name = "left"
        of = { soft = "two", quantity = "velocity", node = 0, axis = "y" }
    "#;
    let player = finished(text);
    // 6 N on 1 kg: a quarter second's worth while it grows (and half a step), then half a second.
    assert!(
        (last(player.as_ref(), "pushed") - 4.53).abs() < 1e-3,
        "{}",
        last(player.as_ref(), "pushed")
    );
    assert!(last(player.as_ref(), "left").abs() < 1e-3);
}

#[test]
fn several_half_spaces_are_drawn() {
    let player = finished(
        r#"
        seconds = 0.02
        [[rigid]]
        kind = "fixed"
        shape = { half_space = { normal = [1, 0, 0] } }
        position = [-1, 0, 0]
        [[rigid]]
        kind = "fixed"
        shape = { half_space = {} }
        [[rigid]]
        shape = { ball = { radius = 0.1 } }
        position = [0, 0.5, 0]
        "#,
    );
    let model = player.model();
    assert_eq!(model.ground.unwrap().normal, [0.0, 1.0, 0.0], "the one that faces up");
    assert_eq!(model.surfaces.len(), 2, "a ball and a wall");
    assert!(model.surfaces[1].positions.iter().all(|p| (p[0] + 1.0).abs() < 1e-6));
}

/// The scene format and the engine agree on what contacts do by default.
#[test]
fn contact_defaults_are_the_engines() {
    let ours = pliant_io::scene::Push::default();
    let engine = pliant_f64::Config::default().contact;
    let fields = [
        ours.frequency,
        ours.rigid_frequency,
        ours.damping_ratio,
        ours.rigid_damping_ratio,
        ours.speed,
        ours.slop,
        ours.rebound_threshold,
    ];
    let theirs = [
        engine.frequency,
        engine.rigid_frequency,
        engine.damping_ratio,
        engine.rigid_damping_ratio,
        engine.speed,
        engine.slop,
        engine.rebound_threshold,
    ];
    assert_eq!(fields, theirs);
}
