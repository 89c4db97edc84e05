//! Events, sensors, groups, filters and one-way bodies.

use std::sync::Arc;

use crate::*;

fn falling(world: &mut World, x: Real) -> Handle<Rigid> {
    world.add_rigid(Rigid::new(Shape::ball(0.1), 1.0, Vec3::new(x, 0.3, 0.0))).unwrap()
}

/// Steps, and gathers the events.
fn run(world: &mut World, steps: usize) -> Vec<ContactEvent> {
    let mut events = Vec::new();
    for _ in 0..steps {
        world.step();
        events.extend_from_slice(world.events());
    }
    events
}

#[test]
fn a_landing_starts_and_a_lift_stops() {
    let mut world = World::default();
    let ground = world.add_rigid(Rigid { force_threshold: 30.0, ..Rigid::ground() }).unwrap();
    let ball = falling(&mut world, 0.0);
    let (mut events, mut impulse) = (Vec::new(), Vec3::ZERO);
    for _ in 0..50 {
        events.extend(run(&mut world, 1));
        impulse += world.contact_force(ball, None).unwrap() * world.config().step;
    }
    let (a, b) = (AnyBody::Rigid(ground), AnyBody::Rigid(ball));
    assert_eq!(events.iter().filter(|e| **e == ContactEvent::Started { a, b }).count(), 1);
    // It lands at 1.98 m/s: stopped within a step of 20 ms or two that is 99 N or half of it.
    let hit = |e: &ContactEvent| matches!(e, ContactEvent::Force { force, .. } if force.y > 40.0);
    assert!(events.iter().any(hit));
    // All that gravity gave in a second, the ground took.
    assert!((impulse - Vec3::Y * 9.81).length() < 0.1, "{impulse}");
    assert_eq!(world.touching(ball).unwrap(), [a]);
    let rest = world.contact_force(ball, None).unwrap();
    assert!((rest - Vec3::Y * 9.81).length() < 0.1, "{rest}");
    world.set_velocity(ball, Vec3::Y * 2.0, Vec3::ZERO).unwrap();
    assert!(run(&mut world, 5).contains(&ContactEvent::Stopped { a, b }));
    assert!(world.touching(ball).unwrap().is_empty());
}

#[test]
fn a_bounce_within_a_step_is_told() {
    let mut world = World::default();
    world.add_rigid(Rigid { restitution: 1.0, ..Rigid::ground() }).unwrap();
    falling(&mut world, 0.0);
    let events = run(&mut world, 20);
    assert!(matches!(events[..], [ContactEvent::Started { .. }, ContactEvent::Stopped { .. }]));
}

#[test]
fn a_cloth_that_lands_is_told() {
    let mut world = World::default();
    world.add_rigid(Rigid::ground()).unwrap();
    let mesh = meshing::primitives::grid([0.2, 0.2], [4, 4]).unwrap();
    let cloth = world
        .add_soft(Soft {
            mesh,
            position: Vec3::Y * 0.05,
            mass: Mass::Total(0.1),
            ..Soft::default()
        })
        .unwrap();
    let started = |e: &ContactEvent| matches!(e, ContactEvent::Started { b: AnyBody::Soft(h), .. } if *h == cloth);
    assert!(run(&mut world, 30).iter().any(started));
}

#[test]
fn a_sensor_notices_and_does_not_push() {
    let mut world = World::default();
    let gate = Rigid { sensor: true, ..Rigid::fixed(Shape::cuboid(1.0, 0.1, 1.0), Vec3::ZERO) };
    let gate = world.add_rigid(gate).unwrap();
    let ball = falling(&mut world, 0.0);
    let events = run(&mut world, 40);
    let (a, b) = (AnyBody::Rigid(gate), AnyBody::Rigid(ball));
    assert_eq!(events, [ContactEvent::Started { a, b }, ContactEvent::Stopped { a, b }]);
    let fallen = 0.3 - world.position(ball).unwrap().y;
    assert!((fallen - 0.5 * 9.81 * 0.8 * 0.8).abs() < 0.1, "{fallen}");
}

#[test]
fn groups_keep_bodies_apart() {
    let mut world = World::default();
    let only = |member: u32, meets: u32| Groups { member, meets };
    world.add_rigid(Rigid { groups: only(1, 2), ..Rigid::ground() }).unwrap();
    let mut ball = |x: Real, groups: Groups| {
        let rigid = Rigid::new(Shape::ball(0.1), 1.0, Vec3::new(x, 0.3, 0.0));
        world.add_rigid(Rigid { groups, ..rigid }).unwrap()
    };
    let (held, falls) = (ball(0.0, only(2, 1)), ball(1.0, only(4, 1)));
    run(&mut world, 50);
    assert!(world.position(held).unwrap().y > 0.09);
    assert!(world.position(falls).unwrap().y < -1.0);
}

/// Lets one body through, and makes another slide.
struct Chosen(Handle<Rigid>, Handle<Rigid>);

impl Filter for Chosen {
    fn may_touch(&self, _: Handle<Rigid>, b: Handle<Rigid>) -> bool {
        b != self.0
    }

    fn accept(&self, touch: &mut Touching) -> bool {
        if touch.b == self.1 {
            touch.friction = 0.0;
        }
        true
    }
}

#[test]
fn a_filter_is_asked() {
    let mut world = World::default();
    world.add_rigid(Rigid::ground()).unwrap();
    let cube = |x: Real| Rigid {
        velocity: Vec3::Z,
        ..Rigid::new(Shape::cuboid(0.2, 0.2, 0.2), 1.0, Vec3::new(x, 0.1, 0.0))
    };
    let [through, slides, stops] = [0.0, 1.0, 2.0].map(|x| world.add_rigid(cube(x)).unwrap());
    world.set_filter(Some(Arc::new(Chosen(through, slides))));
    run(&mut world, 30);
    assert!(world.position(through).unwrap().y < -1.0);
    assert!((world.velocity(slides).unwrap().z - 1.0).abs() < 1e-3);
    assert!(world.velocity(stops).unwrap().z.abs() < 1e-3);
}

#[test]
fn a_one_way_body_holds_what_is_above_and_lets_up_what_is_below() {
    let mut world = World::default();
    let shelf = Rigid::fixed(Shape::cuboid(1.0, 0.05, 1.0), Vec3::ZERO);
    world.add_rigid(Rigid { one_way: Some(Vec3::Y), ..shelf }).unwrap();
    let above = falling(&mut world, 0.0);
    let mut jumps = Rigid::new(Shape::ball(0.1), 1.0, Vec3::new(0.3, -0.5, 0.0));
    jumps.velocity = Vec3::Y * 4.5;
    let jumps = world.add_rigid(jumps).unwrap();
    let mut highest: Real = 0.0;
    for _ in 0..100 {
        world.step();
        highest = highest.max(world.position(jumps).unwrap().y);
    }
    assert!((world.position(above).unwrap().y - 0.125).abs() < 2e-3);
    // It rises as if the shelf were not there, and lands on it.
    assert!((highest - (-0.5 + 4.5 * 4.5 / 19.62)).abs() < 0.06, "{highest}");
    assert!((world.position(jumps).unwrap().y - 0.125).abs() < 2e-3);
}
