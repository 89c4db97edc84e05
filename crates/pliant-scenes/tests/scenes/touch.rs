//! Hands, pins and thrown balls, and what a restored snapshot makes of them.

use pliant_io::scene;
use pliant_scenes::glamx::DVec3;
use pliant_scenes::live::Grip;
use pliant_scenes::{Overrides, Play, Precision, play};

use crate::advance;

const BOTH: [Precision; 2] = [Precision::Single, Precision::Double];

/// A ball and a sheet that float side by side.
const FLOATING: &str = r#"
    gravity = [0, 0, 0]
    [[rigid]]
    name = "ball"
    shape = { ball = { radius = 0.1 } }
    mass = 2.0
    [[rigid]]
    name = "wall"
    kind = "fixed"
    shape = { cuboid = { size = [1, 1, 1] } }
    position = [9, 0, 0]
    [[soft]]
    name = "sheet"
    mesh = { grid = { size = [0.5, 0.5], nodes = [6, 6] } }
    model = { inextensible = {} }
    mass = 0.5
    position = [3, 0, 0]
"#;

fn floating(precision: Precision) -> Box<dyn Play> {
    let scene = scene::read("floating.toml", FLOATING, &[]).unwrap();
    play("floating", &scene, None, precision, Overrides::default()).unwrap()
}

const BALL: Grip = Grip::Rigid { place: 0, point: DVec3::ZERO };
const CORNER: Grip = Grip::Node { place: 0, node: 0 };

#[test]
fn a_hand_brings_what_it_holds_and_pulls_no_harder_than_it_can() {
    for precision in BOTH {
        for (grip, mass, near) in [(BALL, 2.0, 0.02), (CORNER, 0.5, 0.04)] {
            let mut player = floating(precision);
            let start = match grip {
                Grip::Rigid { .. } => player.scenery().solids[0].position,
                Grip::Node { .. } => player.scenery().skins[0].nodes[0],
            };
            let target = start + DVec3::new(0.0, 2.0, 0.0);
            player.grab(7, grip, target).unwrap();
            let limit = 20.0 * mass * 9.81;
            for _ in 0..100 {
                player.step().unwrap();
                let [hand] = player.hands()[..] else { panic!("one hand") };
                assert!(hand.force <= 1.001 * hand.max_force && hand.max_force < 1.001 * limit);
            }
            // A critically damped spring of 25 rad/s is there after two seconds; a sheet still
            // swings about its corner at some 2.4 m/s, and its 8 N stretch the spring by 3 cm.
            let [hand] = player.hands()[..] else { panic!("one hand") };
            let off = (hand.grip - target).length();
            assert!(off < near, "{precision} {grip:?}: {off} m off");
            player.release(7);
            assert!(player.hands().is_empty());
        }
    }
}

#[test]
fn a_body_that_is_let_go_flies_on() {
    let mut player = floating(Precision::Double);
    player.grab(1, BALL, DVec3::ZERO).unwrap();
    for i in 1..=20 {
        player.reach(1, DVec3::new(0.02 * f64::from(i), 0.0, 0.0));
        player.step().unwrap();
    }
    player.release(1);
    player.step().unwrap();
    let before = player.scenery().solids[0].position.x;
    advance(player.as_mut(), 50);
    let speed = player.scenery().solids[0].position.x - before;
    // The hand moved at 1 m/s, and the ball after it.
    assert!((0.7..1.3).contains(&speed), "{speed}");
}

#[test]
fn nobody_holds_what_is_not_there_or_does_not_move() {
    let mut player = floating(Precision::Single);
    for grip in [
        Grip::Rigid { place: 1, point: DVec3::ZERO },
        Grip::Rigid { place: 5, point: DVec3::ZERO },
        Grip::Node { place: 0, node: 36 },
        Grip::Node { place: 1, node: 0 },
    ] {
        assert!(player.grab(1, grip, DVec3::ZERO).is_err(), "{grip:?}");
        assert!(player.pin(grip).is_err(), "{grip:?}");
    }
    assert!(player.grab(1, BALL, DVec3::NAN).is_err());
    advance(player.as_mut(), 2);
    assert!(player.hands().is_empty() && player.bonds().is_empty());
}

#[test]
fn a_pin_holds_until_it_is_taken_out() {
    for precision in BOTH {
        let mut player = floating(precision);
        let place = player.scenery().skins[0].nodes[0];
        assert_eq!(player.pin(CORNER), Ok(true));
        player.grab(1, Grip::Node { place: 0, node: 35 }, place + DVec3::Y).unwrap();
        advance(player.as_mut(), 30);
        assert!((player.scenery().skins[0].nodes[0] - place).length() < 1e-3);
        assert!(player.bonds().iter().any(|bond| bond.pin && bond.force.length() > 0.0));
        assert_eq!(player.pin(CORNER), Ok(false));
        advance(player.as_mut(), 30);
        assert!((player.scenery().skins[0].nodes[0] - place).length() > 0.1);
    }
}

/// Whoever goes back finds pins and balls as they were then, and no hand left behind.
#[test]
fn a_restored_moment_has_its_balls_and_pins_and_no_hands() {
    let ball = scene::Rigid {
        shape: scene::Shape::Ball { radius: 0.05 },
        mass: Some(0.1),
        position: [0.0, 5.0, 0.0],
        ..scene::Rigid::default()
    };
    for precision in BOTH {
        let mut player = floating(precision);
        let empty = player.snapshot();
        player.throw(&ball).unwrap();
        player.pin(CORNER).unwrap();
        player.grab(1, BALL, DVec3::Y).unwrap();
        advance(player.as_mut(), 3);
        let busy = player.snapshot();
        player.throw(&ball).unwrap();
        advance(player.as_mut(), 3);
        assert_eq!(player.scenery().solids.len(), 4);

        player.restore(&busy).unwrap();
        assert_eq!((player.scenery().solids.len(), player.bonds().len()), (3, 1));
        assert!(player.hands().is_empty());
        advance(player.as_mut(), 3);

        player.restore(&empty).unwrap();
        assert_eq!((player.scenery().solids.len(), player.bonds().len()), (2, 0));
        player.throw(&ball).unwrap();
        advance(player.as_mut(), 2);
        assert_eq!(player.stage().rigids.len(), 3);

        // A new player goes on from the same bytes.
        let mut other = floating(precision);
        other.restore(&busy).unwrap();
        assert_eq!((other.scenery().solids.len(), other.bonds().len()), (3, 1));
    }
}

#[test]
fn settings_change_while_a_scene_runs() {
    let mut player = floating(Precision::Double);
    advance(player.as_mut(), 5);
    let changes = [("gravity", "[0, -1, 0]"), ("substeps", "3")];
    let changed = scene::read("floating.toml", FLOATING, &changes).unwrap();
    player.adjust(&changed).unwrap();
    advance(player.as_mut(), 50);
    assert_eq!((player.numbers().substeps, player.steps()), (3, 55));
    // Half a metre in a second, and half a substep more.
    let y = player.scenery().solids[0].position.y;
    assert!((y + 0.5).abs() < 0.01, "{y}");
}
