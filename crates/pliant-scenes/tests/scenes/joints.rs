//! Joints from scene files: each kind, and what acts on it, against numbers known beforehand.

use pliant_io::scene::read;
use pliant_scenes::{Overrides, Play, Precision, play};

use crate::play_out;

/// Plays a scene of a box of 2 kg whose middle is 0.5 m from the origin, and of what else the text
/// says.
fn played(text: &str, precision: Precision) -> Box<dyn Play> {
    let scene = read("joint.toml", text, &[]).unwrap_or_else(|problems| panic!("{problems}"));
    let mut player = play("joint", &scene, None, precision, Overrides::default()).unwrap();
    play_out(&mut *player);
    player
}

const BOX: &str = r#"
    seconds = 3.0
    [[rigid]]
    name = "box"
    shape = { cuboid = { size = [0.2, 0.2, 0.2] } }
    mass = 2.0
"#;

const JOINT: &str = r#"
    [[joint]]
    name = "joint"
    a = { world = [0, 0, 0] }
    b = { rigid = "box" }
    at = [0, 0, 0]
"#;

/// In both precisions, the last value of what a probe of `of` shows is `expected`.
fn shows(text: &str, of: &str, expected: f64, tolerance: f64) {
    let text = format!("{text}\n[[probe]]\nname = \"p\"\nof = {{ {of} }}\n");
    for precision in [Precision::Single, Precision::Double] {
        let report = played(&text, precision).report();
        let found = *report.probes.get("p").unwrap().value.last().unwrap();
        let off = (found - expected).abs();
        assert!(off <= tolerance, "{of} is {found}, not {expected}, in {precision:?} of\n{text}");
    }
}

/// A box beside the origin, held by a joint of this axis and kind; gravity pulls along −y.
fn beside(axis: &str, kind: &str, of: &str, expected: f64, tolerance: f64) {
    let text = format!("{BOX}position = [0.5, 0, 0]\n{JOINT}axis = {axis}\nkind = {{ {kind} }}");
    shows(&text, of, expected, tolerance);
}

/// The same without gravity.
fn floating(axis: &str, kind: &str, of: &str, expected: f64, tolerance: f64) {
    let text = format!(
        "gravity = [0, 0, 0]\n{BOX}position = [0.5, 0, 0]\n{JOINT}axis = {axis}\nkind = {{ {kind} }}"
    );
    shows(&text, of, expected, tolerance);
}

const WEIGHT: f64 = 2.0 * 9.81;
const Z: &str = "[0, 0, 1]";
const Y: &str = "[0, 1, 0]";

fn of_joint(quantity: &str) -> String {
    format!("joint = \"joint\", quantity = \"{quantity}\"")
}

#[test]
fn a_fixed_joint_carries_force_and_torque() {
    // The force on the world is the weight; its lever is 0.5 m.
    beside(Z, "fixed = {}", &format!("{}, axis = \"y\"", of_joint("force")), -WEIGHT, 0.02);
    let torque = format!("{}, axis = \"z\"", of_joint("torque"));
    beside(Z, "fixed = {}", &torque, -WEIGHT * 0.5, 0.02);
    beside(Z, "fixed = {}", &of_joint("violation"), 0.0, 2e-4);
    beside(Z, "fixed = {}", &of_joint("angular_violation"), 0.0, 1e-3);
}

#[test]
fn a_hinge_with_a_spring_a_limit_or_a_motor() {
    // Where k θ = m g r cos θ.
    let spring = "hinge = { spring = { stiffness = 100, damping = 20 } }";
    beside(Z, spring, &of_joint("position"), -0.09763, 5e-4);
    let limit = "hinge = { limit = { min = -0.3, max = 1 } }";
    beside(Z, limit, &of_joint("position"), -0.3, 3e-3);
    let soft = "hinge = { limit = { min = -0.3, stiffness = 500, damping = 50 } }";
    // Where 500 (θ + 0.3) = −m g r cos θ.
    beside(Z, soft, &of_joint("position"), -0.31863, 1e-3);
    // The torque turns the inertia about the hinge, m s²/6 + m r² = 0.51333 kg·m², for 3 s.
    let motor = "hinge = { motor = { velocity = { target = 100, max_force = 0.2 } } }";
    floating(Z, motor, &of_joint("speed"), 0.2 * 3.0 / 0.51333, 0.012);
    let fast = "hinge = { motor = { velocity = { target = 4 } } }";
    floating(Z, fast, &of_joint("speed"), 4.0, 1e-3);
    let servo = "hinge = { motor = { position = { target = 9, max_speed = 6, max_force = 50 } } }";
    beside(Z, servo, &of_joint("position"), 9.0, 5e-3);
    // Held up by less than its weight it hangs where m g r cos θ is as much.
    let weak = "hinge = { motor = { position = { target = 0, max_force = 5 } }, \
                spring = { damping = 2 } }";
    beside(Z, weak, &of_joint("position"), -1.0356, 0.02);
}

#[test]
fn a_slider_hangs_on_its_spring() {
    let spring = "slider = { spring = { rest = 0.1, stiffness = 200, damping = 30 } }";
    beside(Y, spring, &of_joint("position"), 0.1 - WEIGHT / 200.0, 5e-4);
    beside(
        "[1, 0, 0]",
        "slider = {}",
        "rigid = \"box\", quantity = \"position\", axis = \"y\"",
        0.0,
        2e-4,
    );
}

#[test]
fn a_ball_joint_swings_within_its_cone() {
    let held = "ball = { cone = 0.4, twist = { spring = { damping = 0.5 } } }";
    beside("[1, 0, 0]", held, &of_joint("position"), 0.4, 5e-3);
    beside("[1, 0, 0]", held, &of_joint("violation"), 0.0, 5e-4);
}

#[test]
fn a_distance_carries_a_weight() {
    let text = format!(
        "{BOX}position = [0, -1, 0]\n[[joint]]\nname = \"joint\"\na = {{ world = [0, 0, 0] }}\n\
         b = {{ rigid = \"box\" }}\nkind = {{ distance = {{ SPRING }} }}"
    );
    let rod = text.replace("SPRING", "");
    shows(&rod, &format!("{}, axis = \"y\"", of_joint("force")), -WEIGHT, 0.02);
    shows(&rod, &of_joint("position"), 1.0, 2e-4);
    let sprung = text.replace("SPRING", "spring = { rest = 1, stiffness = 200, damping = 30 }");
    shows(&sprung, &of_joint("position"), 1.0 + WEIGHT / 200.0, 5e-4);
}

#[test]
fn a_cylindrical_joint_slides_and_turns() {
    let kind = "cylindrical = { slide = { limit = { min = -0.2 } }, \
                twist = { motor = { velocity = { target = 3 } } } }";
    beside(Y, kind, &format!("{}, coordinate = 0", of_joint("position")), -0.2, 2e-3);
    beside(Y, kind, &format!("{}, coordinate = 1", of_joint("speed")), 3.0, 5e-3);
}

#[test]
fn a_universal_joint_goes_where_both_motors_tell() {
    let kind = "universal = { first = { motor = { position = { target = 0.5 } } }, \
                second = { motor = { position = { target = 0.3 } } } }";
    floating("[1, 0, 0]", kind, &format!("{}, coordinate = 0", of_joint("position")), 0.5, 2e-3);
    floating("[1, 0, 0]", kind, &format!("{}, coordinate = 1", of_joint("position")), 0.3, 2e-3);
    floating("[1, 0, 0]", kind, &of_joint("angular_violation"), 0.0, 2e-3);
}

#[test]
fn a_six_axis_joint_leaves_free_what_it_names() {
    let kind = "six_axis = { along_y = { spring = { stiffness = 200, damping = 30 } }, \
                about_x = { motor = { velocity = { target = 2 } } } }";
    let x = "[1, 0, 0]";
    beside(x, kind, &format!("{}, coordinate = 1", of_joint("position")), -WEIGHT / 200.0, 1e-3);
    beside(x, kind, &format!("{}, coordinate = 3", of_joint("speed")), 2.0, 5e-3);
    beside(x, kind, &of_joint("violation"), 0.0, 5e-4);
    beside(x, kind, &of_joint("angular_violation"), 0.0, 2e-3);
}

#[test]
fn a_gear_keeps_its_ratio() {
    let text = format!(
        "gravity = [0, 0, 0]\n{BOX}\n{JOINT}axis = {Z}\n\
         kind = {{ hinge = {{ motor = {{ velocity = {{ target = 6, max_force = 5 }} }} }} }}\n\
         [[rigid]]\nname = \"wheel\"\nshape = {{ ball = {{ radius = 0.1 }} }}\nposition = [1, 0, 0]\n\
         [[joint]]\nname = \"second\"\na = {{ world = [1, 0, 0] }}\nb = {{ rigid = \"wheel\" }}\n\
         axis = {Z}\nkind = {{ hinge = {{}} }}\n\
         [[gear]]\nfirst = \"joint\"\nsecond = \"second\"\nratio = 2\n"
    );
    shows(&text, "joint = \"second\", quantity = \"speed\"", -3.0, 5e-3);
}

#[test]
fn a_joint_breaks_by_its_load_or_when_told() {
    let text = format!("{BOX}position = [0.5, 0, 0]\n{JOINT}kind = {{ fixed = {{}} }}\n");
    let height = "rigid = \"box\", quantity = \"position\", axis = \"y\"";
    shows(&format!("{text}break_force = 30\nbreak_torque = 12"), height, 0.0, 1e-3);
    let fallen = -0.5 * 9.81 * 9.0;
    for weak in ["break_force = 15", "break_torque = 8"] {
        // It breaks in the first step, whose fall of 2 mm it stops, and a step of 20 ms later falls.
        shows(&format!("{text}{weak}"), height, fallen, 0.7);
    }
    let told = format!("{text}[[event]]\ntime = 1\nbreak = {{ joint = \"joint\" }}");
    shows(&told, height, -0.5 * 9.81 * 4.0, 0.5);
}

#[test]
fn damping_gravity_and_locked_axes_are_those_of_a_body() {
    let v = "rigid = \"box\", quantity = \"velocity\", axis = ";
    let damped = format!("{BOX}velocity = [1, 0, 0]\nlinear_damping = 0.5\ngravity_scale = 0\n");
    shows(&damped, &format!("{v}\"x\""), (-1.5f64).exp(), 1e-3);
    let light = format!("{BOX}gravity_scale = 0.25\n");
    shows(&light, &format!("{v}\"y\""), -9.81 * 0.25 * 3.0, 1e-2);
    let spin = format!("{BOX}angular_velocity = [0, 2, 0]\nangular_damping = 0.5\n");
    let w = "rigid = \"box\", quantity = \"angular_velocity\", axis = \"y\"";
    shows(&spin, w, 2.0 * (-1.5f64).exp(), 2e-3);
    let locked = format!(
        "{BOX}velocity = [1, 0, 0]\nangular_velocity = [0, 2, 1]\n\
         locked_translation = [false, true, false]\nlocked_rotation = [true, false, true]\n"
    );
    let y = "rigid = \"box\", quantity = \"position\", axis = \"y\"";
    shows(&locked, y, 0.0, 1e-3);
    shows(&locked, "rigid = \"box\", quantity = \"angular_velocity\", axis = \"z\"", 0.0, 1e-3);
    shows(&locked, w, 2.0, 1e-2);
}

/// A box hangs from a kinematic one that goes a metre and stops.
#[test]
fn a_kinematic_body_takes_what_is_joined_to_it_along() {
    let text = format!(
        "{BOX}[[rigid]]\nname = \"carriage\"\nkind = \"kinematic\"\n\
         shape = {{ cuboid = {{ size = [0.1, 0.1, 0.1] }} }}\nposition = [0, 0.5, 0]\n\
         motion = {{ keyframes = [{{ time = 0, position = [0, 0.5, 0] }}, \
         {{ time = 1, position = [1, 0.5, 0] }}] }}\n\
         [[joint]]\nname = \"joint\"\na = {{ rigid = \"carriage\" }}\nb = {{ rigid = \"box\" }}\n\
         at = [0, 0.5, 0]\nkind = {{ fixed = {{}} }}\n"
    );
    shows(&text, "rigid = \"box\", quantity = \"position\", axis = \"x\"", 1.0, 2e-3);
    shows(&text, "rigid = \"box\", quantity = \"position\", axis = \"y\"", 0.0, 2e-3);
}

/// A ball joint takes a node or a point of a face of a deformable body; it feels the weight.
#[test]
fn a_box_hangs_from_a_deformable_body() {
    let force = format!("{}, axis = \"y\"", of_joint("force"));
    let rope = r#"
        [[soft]]
        name = "soft"
        mesh = { rope = { length = 0.5, nodes = 6 } }
        model = { inextensible = {} }
        mass = 0.2
        damping = 2
        position = [0, 0.35, 0]
        rotation = [0, 0, -1, 1]
        pinned = [0]
    "#;
    let jelly = r#"
        [[soft]]
        name = "soft"
        mesh = { box = { size = [0.4, 0.4, 0.4], cells = [3, 3, 3] } }
        model = { corotational = { young = 2e5, poisson = 0.3 } }
        density = 500
        damping = 2
        position = [0, 0.31, 0]
        pinned = { box = { min = [-1, 0.5, -1], max = [1, 1, 1] } }
    "#;
    let sheet = r#"
        [[soft]]
        name = "soft"
        mesh = { grid = { size = [0.4, 0.4], nodes = [3, 3] } }
        model = { mass_spring = { stiffness = 2e4 } }
        mass = 0.2
        damping = 5
        position = [-0.14, 0.1, 0.04]
        pinned = [0, 2, 6, 8]
    "#;
    for (soft, site) in [
        (sheet, "{ soft = \"soft\", face = 3, weights = [0.2, 0.3, 0.5] }"),
        (rope, "{ soft = \"soft\", node = 5 }"),
        (jelly, "{ soft = \"soft\", nearest = [0.06, 0.11, 0.06] }"),
    ] {
        let text = format!(
            "{BOX}collides = false\nlinear_damping = 4\nangular_damping = 4\n{soft}[[joint]]\nname = \"joint\"\n\
             a = {site}\nb = {{ rigid = \"box\", point = [0, 0.1, 0] }}\nkind = {{ ball = {{}} }}\n"
        );
        // The sheet rings for some seconds.
        let text = text.replace("seconds = 3.0", "seconds = 8.0");
        shows(&text, &force, -WEIGHT, 0.5);
        shows(&text, &of_joint("violation"), 0.0, 1e-3);
    }
}
