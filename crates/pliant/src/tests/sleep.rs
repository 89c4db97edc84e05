//! Sleep: who falls asleep, who wakes, and what stays as it was.

use super::near;
use crate::events::ContactEvent;
use crate::meshing::primitives;
use crate::*;

const G: Real = 9.81;

fn run(world: &mut World, seconds: Real) {
    for _ in 0..(seconds / world.config().step).round() as usize {
        world.step();
    }
}

fn sleepy() -> World {
    let mut world =
        World::new(Config { sleep: Some(Sleep::default()), ..Config::default() }).unwrap();
    world.add_rigid(Rigid::ground()).unwrap();
    world
}

fn cube(x: Real, y: Real) -> Rigid {
    Rigid::new(Shape::cuboid(0.2, 0.2, 0.2), 1.0, Vec3::new(x, y, 0.0))
}

fn stack(world: &mut World, x: Real, count: usize) -> Vec<Handle<Rigid>> {
    (0..count).map(|i| world.add_rigid(cube(x, 0.1 + 0.2 * i as Real)).unwrap()).collect()
}

fn asleep(world: &World, bodies: &[Handle<Rigid>]) -> bool {
    bodies.iter().all(|&b| world.is_asleep(b).unwrap())
}

#[test]
fn a_world_at_rest_sleeps_and_makes_no_substeps() {
    let mut world = sleepy();
    let boxes = stack(&mut world, 0.0, 3);
    run(&mut world, 0.3);
    assert!(!asleep(&world, &boxes), "not at once");
    run(&mut world, 2.0);
    assert!(asleep(&world, &boxes));
    let (energy, time) = (world.energy(), world.time());
    let before = world.state_hash();
    run(&mut world, 1.0);
    assert_eq!(world.report().substeps, 0);
    assert_eq!(world.report().rows.total(), 0);
    assert_eq!(world.state_hash(), before);
    assert_eq!(world.energy(), energy);
    near(world.mass(boxes[0]).unwrap(), 1.0, 0.0);
    assert!((world.time() - time - 1.0).abs() < 1e-6);
}

#[test]
fn without_the_setting_nothing_sleeps() {
    let mut world = World::new(Config::default()).unwrap();
    world.add_rigid(Rigid::ground()).unwrap();
    let boxes = stack(&mut world, 0.0, 2);
    run(&mut world, 2.0);
    assert!(boxes.iter().all(|&b| !world.is_asleep(b).unwrap()));
    assert!(world.report().substeps > 0);
}

#[test]
fn a_contact_wakes_its_island_and_no_other() {
    let mut world = sleepy();
    let (hit, far) = (stack(&mut world, 0.0, 3), stack(&mut world, 5.0, 3));
    run(&mut world, 2.0);
    assert!(asleep(&world, &hit) && asleep(&world, &far));
    let heights = hit.iter().map(|&b| world.position(b).unwrap().y).collect::<Vec<_>>();
    world.add_rigid(Rigid::new(Shape::ball(0.1), 1.0, Vec3::new(0.0, 1.2, 0.0))).unwrap();
    let mut woken = false;
    for _ in 0..30 {
        world.step();
        woken |= !world.is_asleep(hit[0]).unwrap();
        assert!(asleep(&world, &far));
    }
    assert!(woken, "the ball came down");
    // Those that woke did not fall into the ground.
    for (&b, y) in hit.iter().zip(heights) {
        near(world.position(b).unwrap().y, y, 3e-3);
    }
}

#[test]
fn pushes_and_removals_wake() {
    let mut world = sleepy();
    let boxes = stack(&mut world, 0.0, 3);
    run(&mut world, 2.0);
    assert!(asleep(&world, &boxes));
    world.apply_impulse(Site::Rigid(boxes[2], Vec3::ZERO), Vec3::X).unwrap();
    world.step();
    assert!(boxes.iter().all(|&b| !world.is_asleep(b).unwrap()));
    assert!(world.velocity(boxes[2]).unwrap().x > 0.1);

    let mut world = sleepy();
    let boxes = stack(&mut world, 0.0, 3);
    run(&mut world, 2.0);
    world.remove_rigid(boxes[0]).unwrap();
    run(&mut world, 1.5);
    near(world.position(boxes[1]).unwrap().y, 0.1, 2e-3);
}

#[test]
fn deformable_bodies_sleep_with_what_they_touch() {
    let mut world = sleepy();
    let jelly = Soft {
        mesh: primitives::solid_box([0.2; 3], [2; 3]).unwrap(),
        material: Material::Corotational { young: 1e5, poisson: 0.3, damping: 0.02 },
        mass: Mass::Total(8.0),
        position: Vec3::Y * 0.101,
        ..Soft::default()
    };
    let jelly = world.add_soft(jelly).unwrap();
    let top = world.add_rigid(cube(0.0, 0.31)).unwrap();
    run(&mut world, 6.0);
    assert!(world.is_soft_asleep(jelly).unwrap() && world.is_asleep(top).unwrap());
    let mass: Real = world.node_masses(jelly).unwrap().sum();
    near(mass, 8.0, 1e-3);
    let force = world.soft_contact_force(jelly, None).unwrap().y;
    near(force, 8.0 * G, 0.05 * 8.0 * G);
    world.apply_impulse(Site::Node(jelly, 0), Vec3::Y * 0.1).unwrap();
    world.step();
    assert!(!world.is_soft_asleep(jelly).unwrap() && !world.is_asleep(top).unwrap());
}

#[test]
fn what_holds_a_sleeper_is_remembered() {
    let mut world = sleepy();
    let lamp = Rigid { linear_damping: 1.0, ..Rigid::new(Shape::ball(0.1), 2.0, Vec3::Y * 2.0) };
    let lamp = world.add_rigid(lamp).unwrap();
    let (a, b) = (Site::World(Vec3::Y * 2.1), Site::Rigid(lamp, Vec3::Y * 0.1));
    let hook = world.add_anchor(Anchor { a, b, ..Anchor::default() }).unwrap();
    run(&mut world, 2.0);
    assert!(world.is_asleep(lamp).unwrap());
    near(world.anchor_force(hook).unwrap().y.abs(), 2.0 * G, 0.01 * 2.0 * G);
    world.remove_anchor(hook).unwrap();
    run(&mut world, 0.1);
    assert!(world.velocity(lamp).unwrap().y < -0.5);
}

#[test]
fn a_motor_wakes_what_it_drives() {
    let mut world = sleepy();
    let wheel = world.add_rigid(cube(0.0, 2.0)).unwrap();
    let (a, b) = (Site::World(Vec3::Y * 2.0), Site::Rigid(wheel, Vec3::ZERO));
    let kind = JointKind::Hinge(Axis::default());
    let axle = world.add_joint(Joint::along(a, b, kind, Vec3::Z)).unwrap();
    run(&mut world, 2.0);
    assert!(world.is_asleep(wheel).unwrap());
    let motor = Motor::Velocity { target: 2.0, max_force: 10.0 };
    world.set_motor(axle, 0, Some(motor)).unwrap();
    run(&mut world, 0.5);
    near(world.angular_velocity(wheel).unwrap().z.abs(), 2.0, 0.02);
}

#[test]
fn falling_asleep_is_no_event_and_snapshots_hold_it() {
    let mut world = sleepy();
    let boxes = stack(&mut world, 0.0, 2);
    run(&mut world, 0.4);
    let mut events = Vec::new();
    for _ in 0..100 {
        world.step();
        events.extend_from_slice(world.events());
    }
    assert!(asleep(&world, &boxes));
    let ends = |e: &ContactEvent| matches!(e, ContactEvent::Stopped { .. });
    assert!(!events.iter().any(ends), "{events:?}");
    assert!(world.touching(boxes[0]).unwrap().len() == 2);
    let mut other = World::restore(&world.snapshot()).unwrap();
    for world in [&mut world, &mut other] {
        world.apply_impulse(Site::Rigid(boxes[1], Vec3::ZERO), Vec3::X * 0.5).unwrap();
        run(world, 1.0);
    }
    assert_eq!(world.state_hash(), other.state_hash());
}
