//! Joints: what each kind holds and lets go, what it carries, and motions with a known answer.

use super::{near, near3, tolerance};
use crate::math::rotation;
use crate::meshing::primitives;
use crate::solvers::islands::Reason;
use crate::{
    Axis, Config, Freedom, Gear, Handle, Joint, JointKind, Kind, Limit, Mass, Material, Motor,
    Quat, Real, Rigid, Shape, Site, Soft, SolverChoice, Spring, Vec3, World,
};

const G: Real = 9.81;
const PI: Real = std::f64::consts::PI as Real;

/// All tests, with each solver.
macro_rules! tests {
    ($($name:ident),* $(,)?) => {
        mod swept {
            $(#[test]
            fn $name() {
                super::$name(super::SolverChoice::Sweep);
            })*
        }
        mod direct {
            $(#[test]
            fn $name() {
                super::$name(super::SolverChoice::Newton);
            })*
        }
    };
}

tests!(
    every_joint_keeps_momentum_and_holds,
    every_joint_moves_alike_with_its_ends_swapped,
    a_joint_that_is_put_together_wrongly_closes,
    a_joint_tells_what_it_carries,
    a_velocity_motor_speeds_up_with_its_torque,
    a_position_motor_goes_turns_away_and_holds,
    a_sprung_slider_swings_and_hangs_by_its_stiffness,
    limits_stop_and_let_go,
    a_cone_limits_the_swing_of_a_ball_joint,
    a_soft_limit_gives_way,
    a_gear_keeps_its_ratio_over_turns,
    a_gear_keeps_momentum,
    joints_break_by_force_and_by_torque,
    points_of_deformable_bodies_can_be_joined,
    faces_and_tets_carry_a_block,
    a_chain_of_hinges_stays_together,
    locked_axes_stay,
    damping_and_the_scale_of_gravity_are_those_of_a_body,
    a_kinematic_body_stops_at_its_target,
    joined_bodies_touch_only_if_told,
    bad_joints_are_refused_and_change_nothing
);

fn with(solver: SolverChoice, gravity: Vec3) -> World {
    World::new(Config { gravity, solver, ..Config::default() }).unwrap()
}

fn weightless(solver: SolverChoice) -> World {
    with(solver, Vec3::ZERO)
}

fn run(world: &mut World, seconds: Real) {
    for _ in 0..(seconds / world.config().step).round() as usize {
        world.step();
        sound(world);
    }
}

/// Newton does not give up on what it takes.
fn sound(world: &World) {
    let islands = &world.scratch.islands.list;
    assert!(islands.iter().all(|i| i.reason != Reason::Failed), "newton gave up");
}

fn block(x: Vec3) -> Rigid {
    Rigid::new(Shape::cuboid(0.2, 0.1, 0.3), 1.0, x)
}

fn ball_joint() -> JointKind {
    JointKind::Ball { cone: Real::INFINITY, twist: Axis::default() }
}

fn hinge() -> JointKind {
    JointKind::Hinge(Axis::default())
}

/// Every kind of joint, with springs where it has coordinates, so that these carry something too.
fn kinds() -> Vec<JointKind> {
    let spring = Axis::sprung(0.1, 20.0, 0.3);
    let free = Axis::default();
    let (open, locked) = (Freedom::Free(spring), Freedom::Locked);
    vec![
        JointKind::Ball { cone: 0.2, twist: spring },
        ball_joint(),
        hinge(),
        JointKind::Hinge(Axis::driven(Motor::velocity(3.0))),
        JointKind::Slider(spring),
        JointKind::Slider(Axis::driven(Motor::velocity(0.3))),
        JointKind::Fixed,
        JointKind::Distance(free),
        JointKind::Distance(spring),
        JointKind::Cylindrical { slide: spring, twist: spring },
        JointKind::Universal { first: spring, second: free },
        JointKind::SixAxis { linear: [locked, open, open], angular: [open, locked, open] },
        JointKind::SixAxis { linear: [open; 3], angular: [open; 3] },
        JointKind::SixAxis { linear: [locked; 3], angular: [locked, locked, open] },
    ]
}

/// Two tumbling bodies joined anyhow.
fn pair(solver: SolverChoice, kind: JointKind, swapped: bool) -> (World, Handle<Joint>) {
    let mut world = weightless(solver);
    let body = |x: Vec3, v: Vec3, w: Vec3, turn: Vec3| Rigid {
        velocity: v,
        angular_velocity: w,
        rotation: rotation(turn),
        ..block(x)
    };
    let a = body(
        Vec3::new(0.1, 0.2, 0.3),
        Vec3::new(0.3, 0.1, -0.2),
        Vec3::new(1.4, 0.7, -0.2),
        Vec3::new(0.2, -0.3, 0.1),
    );
    let b = body(
        Vec3::new(0.5, 0.25, 0.2),
        Vec3::new(-0.2, 0.15, 0.1),
        Vec3::new(-0.6, 1.1, 0.9),
        Vec3::new(-0.4, 0.5, 0.9),
    );
    let [a, b] = [a, b].map(|r| world.add_rigid(r).unwrap());
    let at = Vec3::new(0.3, 0.22, 0.26);
    let site = |world: &World, h: Handle<Rigid>| {
        let local = world.rotation(h).unwrap().inverse() * (at - world.position(h).unwrap());
        Site::Rigid(h, local)
    };
    let (sa, mut sb) = (site(&world, a), site(&world, b));
    if matches!(kind, JointKind::Distance(_)) {
        sb = Site::Rigid(b, Vec3::new(0.1, 0.0, 0.1));
    }
    let axis = Vec3::new(0.3, 1.0, -0.4);
    let (sa, sb) = if swapped { (sb, sa) } else { (sa, sb) };
    let joint = world.add_joint(Joint::along(sa, sb, kind, axis)).unwrap();
    (world, joint)
}

fn every_joint_keeps_momentum_and_holds(solver: SolverChoice) {
    for kind in kinds() {
        let (mut world, joint) = pair(solver, kind, false);
        let before = world.momentum();
        let mut worst = [0.0, 0.0];
        for _ in 0..50 {
            world.step();
            let off = world.joint_violation(joint).unwrap();
            worst = [off[0].max(worst[0]), off[1].max(worst[1])];
        }
        assert!(world.report().contained.is_empty(), "{kind:?}");
        let after = world.momentum();
        for (p, q) in before.into_iter().zip(after) {
            let off = (p - q).length();
            assert!(off < tolerance(2e-4, 1e-6), "{kind:?}: {p} became {q}, off by {off}");
        }
        assert!(worst[0] < 1e-4 && worst[1] < 1e-3, "{kind:?}: off by {worst:?}");
    }
}

fn every_joint_moves_alike_with_its_ends_swapped(solver: SolverChoice) {
    for kind in kinds() {
        // Whose axes are slid along makes a difference, and a coordinate counts from a to b.
        let plain = |axis: Axis| axis == Axis::default();
        let driven = kind.coordinates().any(|c| !c.axis.is_some_and(plain));
        let skewed = matches!(kind, JointKind::SixAxis { .. } | JointKind::Universal { .. });
        if driven || skewed {
            continue;
        }
        let [one, two] = [false, true].map(|swapped| {
            let (mut world, joint) = pair(solver, kind, swapped);
            run(&mut world, 0.2);
            let value = world.joint_coordinate(joint, 0).unwrap_or(0.0);
            (world.position(world.rigids().next().unwrap().0).unwrap(), value)
        });
        let off = (one.0 - two.0).length();
        assert!(off < 2e-3, "{kind:?}: off by {off}");
    }
}

/// A joint far from its pose finds it again; half a turn is no special case.
fn a_joint_that_is_put_together_wrongly_closes(solver: SolverChoice) {
    for kind in [hinge(), JointKind::Fixed, JointKind::Slider(Axis::default())] {
        for angle in [1.0, 2.5, PI] {
            let mut world = weightless(solver);
            let body = world.add_rigid(block(Vec3::ZERO)).unwrap();
            let joint = Joint {
                a: Site::World(Vec3::new(0.1, 0.0, 0.0)),
                b: Site::Rigid(body, Vec3::ZERO),
                axes_b: rotation(Vec3::Y * angle),
                kind,
                ..Joint::default()
            };
            let joint = world.add_joint(joint).unwrap();
            run(&mut world, 0.5);
            let off = world.joint_violation(joint).unwrap();
            assert!(off[0] < 1e-4 && off[1] < 1e-3, "{kind:?} from {angle}: {off:?}");
            assert!(world.report().contained.is_empty());
        }
    }
}

/// A hinge carries the weight of a horizontal arm: its force, and its moment about the other axes.
fn a_joint_tells_what_it_carries(solver: SolverChoice) {
    let mut world = with(solver, Vec3::NEG_Y * G);
    let body = world.add_rigid(block(Vec3::new(0.5, 0.0, 0.0))).unwrap();
    let (a, b) = (Site::Rigid(body, Vec3::X * -0.5), Site::World(Vec3::ZERO));
    let fixed = world.add_joint(Joint { a, b, ..Joint::default() }).unwrap();
    run(&mut world, 0.5);
    near3(world.joint_force(fixed).unwrap(), Vec3::Y * G, 0.01);
    // The weight turns it by −0.5 m · 9.81 N about z.
    near3(world.joint_torque(fixed).unwrap(), Vec3::Z * (0.5 * G), 0.01);
    // The same from the other end.
    let mut world = with(solver, Vec3::NEG_Y * G);
    let body = world.add_rigid(block(Vec3::new(0.5, 0.0, 0.0))).unwrap();
    let (b, a) = (Site::Rigid(body, Vec3::X * -0.5), Site::World(Vec3::ZERO));
    let fixed = world.add_joint(Joint { a, b, ..Joint::default() }).unwrap();
    run(&mut world, 0.5);
    near3(world.joint_force(fixed).unwrap(), Vec3::Y * -G, 0.01);
    near3(world.joint_torque(fixed).unwrap(), Vec3::Z * (-0.5 * G), 0.01);
}

/// A motor of torque T on a wheel of inertia I: ω = T t / I until the target, then it stays; the
/// angle is counted over all turns.
fn a_velocity_motor_speeds_up_with_its_torque(solver: SolverChoice) {
    let mut world = weightless(solver);
    let wheel = world.add_rigid(Rigid::new(Shape::ball(0.2), 2.0, Vec3::ZERO)).unwrap();
    let motor = Motor::Velocity { target: 50.0, max_force: 0.4 };
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(wheel, Vec3::ZERO));
    let joint = world
        .add_joint(Joint::along(a, b, JointKind::Hinge(Axis::driven(motor)), Vec3::Y))
        .unwrap();
    let inertia = 0.4 * 2.0 * 0.04;
    run(&mut world, 1.0);
    near(world.joint_speed(joint, 0).unwrap(), 0.4 / inertia, 0.05);
    near3(world.joint_torque(joint).unwrap(), Vec3::Y * -0.4, 1e-3);
    run(&mut world, 9.0);
    near(world.joint_speed(joint, 0).unwrap(), 50.0, 0.01);
    // ½ α t² up to the target at t₁ = ω/α = 4 s, then ω (t − t₁).
    near(world.joint_coordinate(joint, 0).unwrap(), 0.5 * 12.5 * 16.0 + 50.0 * 6.0, 0.3);
}

fn a_position_motor_goes_turns_away_and_holds(solver: SolverChoice) {
    let mut world = with(solver, Vec3::NEG_Y * G);
    let arm = world.add_rigid(block(Vec3::new(0.5, 0.0, 0.0))).unwrap();
    let motor = Motor::Position { target: 5.0 * PI, max_speed: 8.0, max_force: 100.0 };
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(arm, Vec3::X * -0.5));
    let joint = world
        .add_joint(Joint::along(a, b, JointKind::Hinge(Axis::driven(motor)), Vec3::Z))
        .unwrap();
    run(&mut world, 1.0);
    near(world.joint_speed(joint, 0).unwrap(), 8.0, 0.01);
    run(&mut world, 2.0);
    near(world.joint_coordinate(joint, 0).unwrap(), 5.0 * PI, 1e-3);
    near3(world.position(arm).unwrap(), Vec3::X * -0.5, 1e-3);
    // A command takes it back.
    let back = Motor::Position { target: 0.0, max_speed: 8.0, max_force: 100.0 };
    world.set_motor(joint, 0, Some(back)).unwrap();
    run(&mut world, 3.0);
    near(world.joint_coordinate(joint, 0).unwrap(), 0.0, 1e-3);
    world.set_motor(joint, 0, None).unwrap();
    run(&mut world, 0.2);
    assert!(world.joint_speed(joint, 0).unwrap() < -1.0);
}

/// A mass on the spring of a slider: x = x₀ cos ωt; with gravity it hangs at mg/k.
fn a_sprung_slider_swings_and_hangs_by_its_stiffness(solver: SolverChoice) {
    let on = |damping: Real, gravity: Real, start: Real| {
        let mut world = with(solver, Vec3::NEG_Y * gravity);
        let body = world.add_rigid(block(Vec3::Y * start)).unwrap();
        let kind = JointKind::Slider(Axis::sprung(0.0, 100.0, damping));
        let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(body, Vec3::ZERO));
        let joint = world.add_joint(Joint::along(a, b, kind, Vec3::Y)).unwrap();
        (world, joint)
    };
    let (mut world, joint) = on(0.0, 0.0, 0.1);
    run(&mut world, 0.6);
    // ω = 10 1/s; implicit springs lose some: 0.5 ω² h t = 7.5%.
    near(world.joint_coordinate(joint, 0).unwrap(), 0.1 * (6.0 as Real).cos(), 0.012);
    let (mut world, joint) = on(5.0, G, 0.0);
    run(&mut world, 5.0);
    near(world.joint_coordinate(joint, 0).unwrap(), -G / 100.0, 1e-4);
}

fn limits_stop_and_let_go(solver: SolverChoice) {
    let mut world = with(solver, Vec3::NEG_Y * G);
    let arm = world.add_rigid(block(Vec3::new(0.5, 0.0, 0.0))).unwrap();
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(arm, Vec3::X * -0.5));
    let kind = JointKind::Hinge(Axis::limited(-0.5, 0.5));
    let joint = world.add_joint(Joint::along(a, b, kind, Vec3::Z)).unwrap();
    let mut least: Real = 0.0;
    for _ in 0..100 {
        world.step();
        least = least.min(world.joint_coordinate(joint, 0).unwrap());
    }
    near(least, -0.5, 2e-3);
    near(world.joint_speed(joint, 0).unwrap(), 0.0, 1e-3);
    // It falls back the other way when gravity turns.
    world.set_gravity(Vec3::Y * G).unwrap();
    run(&mut world, 2.0);
    near(world.joint_coordinate(joint, 0).unwrap(), 0.5, 2e-3);
}

/// A cone of 30° stops a pendulum's swing there.
fn a_cone_limits_the_swing_of_a_ball_joint(solver: SolverChoice) {
    let mut world = with(solver, Vec3::NEG_Y * G);
    let arm = world.add_rigid(block(Vec3::new(0.5, 0.0, 0.0))).unwrap();
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(arm, Vec3::X * -0.5));
    let kind = JointKind::Ball { cone: PI / 6.0, twist: Axis::limited(-0.1, 0.1) };
    let joint = world.add_joint(Joint::along(a, b, kind, Vec3::X)).unwrap();
    run(&mut world, 2.0);
    near(world.joint_coordinate(joint, 0).unwrap(), PI / 6.0, 2e-3);
    near(world.position(arm).unwrap().y, -0.25, 2e-3);
}

/// Soft limits give way by the moment over the stiffness.
fn a_soft_limit_gives_way(solver: SolverChoice) {
    let mut world = with(solver, Vec3::NEG_Y * G);
    let arm = world.add_rigid(block(Vec3::new(0.5, 0.0, 0.0))).unwrap();
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(arm, Vec3::X * -0.5));
    let limit = Limit { stiffness: 100.0, damping: 5.0, ..Limit::new(0.0, 1.0) };
    let kind = JointKind::Hinge(Axis { limit: Some(limit), ..Axis::default() });
    let joint = world.add_joint(Joint::along(a, b, kind, Vec3::Z)).unwrap();
    run(&mut world, 4.0);
    let angle = world.joint_coordinate(joint, 0).unwrap();
    near(100.0 * angle, -0.5 * G * angle.cos(), 0.02);
}

/// Two wheels on one axle carrier: the second turns against the first, `ratio` times slower, over
/// many turns; a rack moves by the circumference.
fn a_gear_keeps_its_ratio_over_turns(solver: SolverChoice) {
    let mut world = weightless(solver);
    let wheel = |world: &mut World, x: Real, axis: Vec3, axis_kind: JointKind| {
        let body = world.add_rigid(Rigid::new(Shape::ball(0.1), 1.0, Vec3::X * x)).unwrap();
        let (a, b) = (Site::World(Vec3::X * x), Site::Rigid(body, Vec3::ZERO));
        world.add_joint(Joint::along(a, b, axis_kind, axis)).unwrap()
    };
    let motor = Motor::Velocity { target: 20.0, max_force: 1.0 };
    let driven = JointKind::Hinge(Axis::driven(motor));
    let first = wheel(&mut world, 0.0, Vec3::Z, driven);
    let second = wheel(&mut world, 0.5, Vec3::Z, hinge());
    let rack = wheel(&mut world, 1.0, Vec3::X, JointKind::Slider(Axis::default()));
    let gear = Gear { name: String::new(), first: (first, 0), second: (second, 0), ratio: 3.0 };
    let gear = world.add_gear(gear).unwrap();
    // One turn of the second wheel moves the rack by 2π · 5 cm.
    let pinion = Gear { name: String::new(), first: (rack, 0), second: (second, 0), ratio: 0.05 };
    let pinion = world.add_gear(pinion).unwrap();
    run(&mut world, 10.0);
    let [x, y, z] = [first, second, rack].map(|j| world.joint_coordinate(j, 0).unwrap());
    assert!(x > 150.0, "it turned by {x}");
    near(y, -x / 3.0, 1e-3);
    near(z, -0.05 * y, 1e-4);
    near(world.gear_violation(gear).unwrap(), 0.0, 1e-3);
    near(world.gear_violation(pinion).unwrap(), 0.0, 1e-4);
}

/// Gears between bodies that are free to move keep all momentum.
fn a_gear_keeps_momentum(solver: SolverChoice) {
    let mut world = weightless(solver);
    let spin = |w: Real, x: Real| Rigid { angular_velocity: Vec3::Z * w, ..block(Vec3::X * x) };
    let bodies =
        [(0.0, 0.0), (4.0, -0.3), (1.0, 0.3)].map(|(w, x)| world.add_rigid(spin(w, x)).unwrap());
    let [first, second] = [(1, -0.3), (2, 0.3)].map(|(i, x)| {
        let (a, b) = (Site::Rigid(bodies[0], Vec3::X * x), Site::Rigid(bodies[i], Vec3::ZERO));
        (world.add_joint(Joint::along(a, b, hinge(), Vec3::Z)).unwrap(), 0)
    });
    let gear = Gear { name: String::new(), first, second, ratio: 0.5 };
    let gear = world.add_gear(gear).unwrap();
    let before = world.momentum();
    for _ in 0..50 {
        assert!(world.step().contained.is_empty());
    }
    near(world.gear_violation(gear).unwrap(), 0.0, 1e-3);
    for (p, q) in before.into_iter().zip(world.momentum()) {
        assert!((p - q).length() < tolerance(1e-4, 1e-8), "{p} became {q}");
    }
}

fn joints_break_by_force_and_by_torque(solver: SolverChoice) {
    for (force, torque, breaks) in [(50.0, 10.0, false), (9.0, 10.0, true), (50.0, 4.0, true)] {
        let mut world = with(solver, Vec3::NEG_Y * G);
        let body = world.add_rigid(block(Vec3::new(0.5, 0.0, 0.0))).unwrap();
        let (a, b) = (Site::Rigid(body, Vec3::X * -0.5), Site::World(Vec3::ZERO));
        let joint = Joint {
            name: "weak".into(),
            a,
            b,
            break_force: force,
            break_torque: torque,
            ..Joint::default()
        };
        let joint = world.add_joint(joint).unwrap();
        let mut told = Vec::new();
        for _ in 0..25 {
            told.extend(world.step().broken.clone());
        }
        assert_eq!(world.joint_is_broken(joint).unwrap(), breaks);
        assert_eq!(told.len(), usize::from(breaks), "{told:?}");
        assert_eq!(world.position(body).unwrap().y < -0.5, breaks);
    }
    let mut world = with(solver, Vec3::NEG_Y * G);
    let body = world.add_rigid(block(Vec3::ZERO)).unwrap();
    let (a, b) = (Site::Rigid(body, Vec3::ZERO), Site::World(Vec3::ZERO));
    let joint = world.add_joint(Joint { a, b, ..Joint::default() }).unwrap();
    run(&mut world, 0.1);
    world.break_joint(joint).unwrap();
    run(&mut world, 0.5);
    assert!(world.position(body).unwrap().y < -1.0);
}

/// The point parts take any site; angles of a deformable body are refused.
fn points_of_deformable_bodies_can_be_joined(solver: SolverChoice) {
    let mut world = with(solver, Vec3::NEG_Y * G);
    let rope = Soft {
        mesh: primitives::rope(0.5, 6).unwrap(),
        mass: Mass::Total(0.2),
        position: Vec3::X * 0.25,
        ..Soft::default()
    };
    let rope = world.add_soft(rope).unwrap();
    let node = Site::Node(rope, 0);
    let ring = world.site_position(node).unwrap();
    let free = Freedom::Free(Axis::default());
    let rail =
        JointKind::SixAxis { linear: [free, Freedom::Locked, Freedom::Locked], angular: [free; 3] };
    let joint = world.add_joint(Joint::along(Site::World(ring), node, rail, Vec3::X)).unwrap();
    let end = Site::Node(rope, 5);
    let top = world.site_position(end).unwrap() + Vec3::Y * 0.5;
    let rod = JointKind::Distance(Axis::default());
    let rod = world.add_joint(Joint::along(Site::World(top), end, rod, Vec3::X)).unwrap();
    run(&mut world, 1.0);
    assert!(world.joint_violation(joint).unwrap()[0] < 1e-3);
    assert!(world.joint_violation(rod).unwrap()[0] < 2e-3);
    assert!(world.joint_coordinate(joint, 0).unwrap().abs() > 0.01, "the ring slides");
    let message = world.add_joint(Joint::along(Site::World(ring), node, hinge(), Vec3::X));
    assert!(message.unwrap_err().to_string().contains("no attitude"));
}

/// Points inside a face of a pinned sheet and a tet of a pinned solid carry a block on its own surface:
/// the nodes that the joint holds do not push it away.
fn faces_and_tets_carry_a_block(solver: SolverChoice) {
    let sheet = Soft {
        mesh: primitives::grid([0.4, 0.4], [3, 3]).unwrap(),
        material: Material::MassSpring { stiffness: 2e4, damping: 5.0, bending: 0.0 },
        pinned: vec![0, 2, 6, 8],
        ..Soft::default()
    };
    let solid = Soft {
        mesh: primitives::solid_box([0.4; 3], [2; 3]).unwrap(),
        material: Material::Corotational { young: 2e5, poisson: 0.3, damping: 0.02 },
        pinned: (18..27).collect(),
        ..Soft::default()
    };
    for (soft, in_tet) in [(sheet, false), (solid, true)] {
        let mut world = with(solver, Vec3::NEG_Y * G);
        let soft = world.add_soft(Soft { mass: Mass::Total(0.5), ..soft }).unwrap();
        let a = if in_tet {
            Site::Tet(soft, 0, [0.4, 0.3, 0.2, 0.1])
        } else {
            Site::Face(soft, 3, [0.2, 0.3, 0.5])
        };
        let at = world.site_position(a).unwrap();
        // It would touch other nodes too.
        let hung = Rigid {
            linear_damping: 2.0,
            angular_damping: 5.0,
            collides: false,
            ..block(at - Vec3::Y * 0.05)
        };
        let b = Site::Rigid(world.add_rigid(hung).unwrap(), Vec3::Y * 0.05);
        let joint = world.add_joint(Joint::along(a, b, ball_joint(), Vec3::X)).unwrap();
        // The sheet swings at 1.3 Hz, and loses half in 0.9 s.
        run(&mut world, 8.0);
        near(world.joint_force(joint).unwrap().y, -G, 0.1);
        assert!(world.joint_violation(joint).unwrap()[0] < 1e-3);
    }
}

/// Ten bars of 10 cm on hinges, the last up to ten times as heavy, fall from the horizontal: while
/// they whip about one sweep a substep leaves gaps of millimetres. Hanging they nearly close.
fn a_chain_of_hinges_stays_together(solver: SolverChoice) {
    for ratio in [1.0, 10.0] {
        let whip = widest_gap_of_a_chain(solver, ratio, Quat::IDENTITY, 0..150);
        assert!(whip < 0.015, "falling, mass ratio {ratio}: {whip} m");
        let down = Quat::from_rotation_z(-std::f64::consts::FRAC_PI_2 as Real);
        let hung = widest_gap_of_a_chain(solver, ratio, down, 50..100);
        assert!(hung < 2e-3, "hanging, mass ratio {ratio}: {hung} m");
    }
}

/// The widest gap (m) in some steps of a chain that starts along the turned x-axis.
fn widest_gap_of_a_chain(
    solver: SolverChoice,
    ratio: Real,
    turn: Quat,
    steps: std::ops::Range<usize>,
) -> Real {
    let mut world = with(solver, Vec3::NEG_Y * G);
    let mut last = Site::World(Vec3::ZERO);
    let mut joints = Vec::new();
    for i in 0..10 {
        let mass = if i == 9 { 0.1 * ratio } else { 0.1 };
        let at = turn * (Vec3::X * (0.1 * i as Real + 0.05));
        let bar = Rigid { rotation: turn, ..Rigid::new(Shape::cuboid(0.09, 0.02, 0.04), mass, at) };
        let bar = world.add_rigid(bar).unwrap();
        let here = Site::Rigid(bar, Vec3::X * -0.05);
        joints.push(world.add_joint(Joint::along(last, here, hinge(), Vec3::Z)).unwrap());
        last = Site::Rigid(bar, Vec3::X * 0.05);
    }
    let mut widest = 0.0 as Real;
    for step in 0..steps.end {
        world.step();
        let gaps = joints.iter().map(|&j| world.joint_violation(j).unwrap()[0]);
        let now = gaps.fold(0.0, Real::max);
        widest = if steps.contains(&step) { widest.max(now) } else { 0.0 };
    }
    widest
}

fn locked_axes_stay(solver: SolverChoice) {
    let mut world = with(solver, Vec3::NEG_Y * G);
    world.add_rigid(Rigid::ground()).unwrap();
    let body = |translation: [bool; 3], rotation: [bool; 3], x: Real| Rigid {
        locked_translation: translation,
        locked_rotation: rotation,
        velocity: Vec3::new(0.5, 0.0, 1.0),
        angular_velocity: Vec3::new(2.0, 3.0, 1.0),
        gravity_scale: 0.0,
        ..block(Vec3::new(x, 1.0, 0.0))
    };
    let flat = world.add_rigid(body([false, false, true], [true, true, false], 0.0)).unwrap();
    let still = world.add_rigid(body([true; 3], [true; 3], 3.0)).unwrap();
    let upright = world.add_rigid(body([false; 3], [true, false, true], 6.0)).unwrap();
    run(&mut world, 1.0);
    near(world.position(flat).unwrap().z, 0.0, 1e-5);
    near(world.position(flat).unwrap().x, 0.5, 1e-3);
    near3(world.rotation(flat).unwrap() * Vec3::Z, Vec3::Z, 1e-4);
    near(world.angular_velocity(flat).unwrap().z, 1.0, 2e-3);
    near3(world.position(still).unwrap(), Vec3::new(3.0, 1.0, 0.0), 1e-5);
    near3(world.angular_velocity(still).unwrap(), Vec3::ZERO, 1e-4);
    near3(world.rotation(upright).unwrap() * Vec3::Y, Vec3::Y, 1e-4);
    near(world.angular_velocity(upright).unwrap().y, 3.0, 5e-3);
    assert_eq!(world.joints().count(), 0);
    // Put elsewhere, it is locked there.
    world.set_pose(still, Vec3::new(3.0, 2.0, 0.0), rotation(Vec3::Y)).unwrap();
    run(&mut world, 0.2);
    near3(world.position(still).unwrap(), Vec3::new(3.0, 2.0, 0.0), 1e-5);
}

/// v = v₀ e^(−dt), and a body without weight does not fall.
fn damping_and_the_scale_of_gravity_are_those_of_a_body(solver: SolverChoice) {
    let mut world = with(solver, Vec3::NEG_Y * G);
    let body = Rigid {
        velocity: Vec3::X,
        angular_velocity: Vec3::Y * 2.0,
        linear_damping: 0.5,
        angular_damping: 2.0,
        gravity_scale: 0.0,
        ..Rigid::new(Shape::ball(0.1), 1.0, Vec3::ZERO)
    };
    let body = world.add_rigid(body).unwrap();
    run(&mut world, 1.0);
    near3(world.velocity(body).unwrap(), Vec3::X * (-0.5 as Real).exp(), 1e-4);
    near3(world.angular_velocity(body).unwrap(), Vec3::Y * (2.0 * (-2.0 as Real).exp()), 1e-4);
    for gravity_scale in [-1.0, 0.5] {
        let mut world = with(solver, Vec3::NEG_Y * G);
        let ball = Rigid { gravity_scale, ..Rigid::new(Shape::ball(0.1), 2.0, Vec3::Y) };
        let ball = world.add_rigid(ball).unwrap();
        let before = world.energy().total();
        run(&mut world, 0.5);
        near(world.velocity(ball).unwrap().y, -G * gravity_scale * 0.5, 1e-4);
        // A body that falls from rest in substeps of 2.5 ms gains ½ m g² h t.
        let (off, g) = ((world.energy().total() - before).abs(), (G * gravity_scale) as f64);
        let gain = 0.5 * 2.0 * g * g * 2.5e-3 * 0.5;
        assert!(off < 1.05 * gain, "gravity times {gravity_scale} changed the energy by {off} J");
    }
}

fn a_kinematic_body_stops_at_its_target(solver: SolverChoice) {
    let mut world = with(solver, Vec3::NEG_Y * G);
    let body = Rigid { kind: Kind::Kinematic, ..block(Vec3::ZERO) };
    let body = world.add_rigid(body).unwrap();
    let turn = rotation(Vec3::new(0.2, 0.5, 0.1));
    world.move_to(body, Vec3::X, turn).unwrap();
    world.step();
    near(world.velocity(body).unwrap().x, 50.0, 1e-3);
    run(&mut world, 0.2);
    near3(world.position(body).unwrap(), Vec3::X, 1e-5);
    assert!((world.rotation(body).unwrap().inverse() * turn).w.abs() > 1.0 - 1e-5);
    near3(world.velocity(body).unwrap(), Vec3::ZERO, 0.0);
}

/// Bodies that a joint holds do not touch each other, unless told to.
fn joined_bodies_touch_only_if_told(solver: SolverChoice) {
    for collides in [false, true] {
        let mut world = weightless(solver);
        let [a, b] = [0.0, 0.15].map(|x| world.add_rigid(block(Vec3::X * x)).unwrap());
        let (a, b) = (Site::Rigid(a, Vec3::Y), Site::Rigid(b, Vec3::new(-0.15, 1.0, 0.0)));
        let joint = Joint { collides, ..Joint::along(a, b, hinge(), Vec3::Z) };
        let joint = world.add_joint(joint).unwrap();
        assert_eq!(world.step().contacts > 0, collides);
        if !collides {
            world.break_joint(joint).unwrap();
            world.step();
            assert!(world.step().contacts > 0, "broken, they touch again");
        }
    }
}

fn bad_joints_are_refused_and_change_nothing(solver: SolverChoice) {
    let mut world = with(solver, Vec3::NEG_Y * G);
    let body = world.add_rigid(block(Vec3::ZERO)).unwrap();
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(body, Vec3::ZERO));
    let with = |axis: Axis| Joint::along(a, b, JointKind::Hinge(axis), Vec3::X);
    let spring = Spring { rest: 0.0, stiffness: -1.0, damping: 0.0 };
    let bad = [
        (with(Axis::limited(1.0, -1.0)), "limit"),
        (with(Axis::limited(Real::NAN, 1.0)), "limit"),
        (with(Axis::driven(Motor::velocity(Real::NAN))), "motor.target"),
        (with(Axis { spring: Some(spring), ..Axis::default() }), "spring.stiffness"),
        (Joint { break_force: 0.0, ..with(Axis::default()) }, "break_force"),
        (Joint { axes_a: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), ..with(Axis::default()) }, "axes_a"),
        (Joint { b: a, ..with(Axis::default()) }, "sites"),
    ];
    for (joint, field) in bad {
        let message = world.add_joint(joint).unwrap_err().to_string();
        assert!(message.contains(field), "{message}");
    }
    assert_eq!(world.joints().count(), 0);
    let joint = world.add_joint(with(Axis::default())).unwrap();
    let message = world.set_motor(joint, 1, None).unwrap_err().to_string();
    assert!(message.contains("one of [0]"), "{message}");
    assert!(world.joint_coordinate(joint, 3).is_err());
    world.remove_rigid(body).unwrap();
    assert!(world.joint_force(joint).is_err());
}
