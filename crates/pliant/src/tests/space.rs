//! The constraint space: generalised constraints on any sites, laws, conflicts, and what must be refused.

use super::{near, near3, tolerance};
use crate::math::IntoF64;
use crate::meshing::primitives;
use crate::{
    Anchor, Block, Compliance, Config, Distance, Error, Generalised, Handle, Law, Lines, Mass,
    Material, Real, Rigid, Rule, Shape, Site, Soft, SolverChoice, Vec3, World,
};

fn world(gravity: Vec3) -> World {
    World::new(Config { solver: SolverChoice::Space, gravity, ..Config::default() }).unwrap()
}

const FALL: Vec3 = Vec3::new(0.0, -9.81, 0.0);

fn block(x: Vec3) -> Rigid {
    Rigid { collides: false, ..Rigid::new(Shape::cuboid(0.2, 0.3, 0.25), 1.2, x) }
}

fn solid(world: &mut World, position: Vec3) -> Handle<Soft> {
    let mesh = primitives::solid_box([0.3, 0.2, 0.2], [2, 1, 1]).unwrap();
    let material = Material::Corotational { young: 1e5, poisson: 0.3, damping: 0.01 };
    let soft = Soft { mesh, material, mass: Mass::Total(1.0), position, ..Soft::default() };
    world.add_soft(Soft { collides: false, ..soft }).unwrap()
}

fn cloth(world: &mut World, position: Vec3) -> Handle<Soft> {
    let mesh = primitives::grid([0.3, 0.4], [4, 5]).unwrap();
    let material = Material::MassSpring { stiffness: 500.0, damping: 0.2, bending: 1e-3 };
    let soft = Soft { mesh, material, mass: Mass::Total(0.4), position, ..Soft::default() };
    world.add_soft(Soft { collides: false, ..soft }).unwrap()
}

fn run(world: &mut World, steps: usize) {
    for _ in 0..steps {
        world.step();
        assert!(world.report().contained.is_empty());
    }
}

/// The five examples of one to six lines.
fn examples(a: Site, b: Site) -> [Generalised; 5] {
    let axis = Vec3::new(0.3, 0.8, -0.4);
    [
        Generalised::on_plane(a, b, axis),
        Generalised::on_line(a, b, axis),
        Generalised::on_point(a, b),
        Generalised::hinge(a, b, axis),
        Generalised::weld(a, b),
    ]
}

/// Every example on every kind of site: what is held stays held, and momentum is kept.
#[test]
fn every_example_holds_on_any_sites_and_keeps_momentum() {
    for which in 0..5 {
        for second in 0..6 {
            for first in 0..4 {
                let mut world = world(Vec3::ZERO);
                let spin = Vec3::new(0.4, 0.7, -0.2);
                let velocity = Vec3::new(0.3, 0.1, -0.2);
                let body = Rigid { velocity, angular_velocity: spin, ..block(Vec3::ZERO) };
                let body = world.add_rigid(body).unwrap();
                let jelly = solid(&mut world, Vec3::X * 0.4);
                let a = match first {
                    0 => Site::Rigid(body, Vec3::new(0.1, 0.02, 0.03)),
                    1 => Site::Tet(jelly, 1, [0.1, 0.4, 0.3, 0.2]),
                    2 => Site::Face(jelly, 2, [0.2, 0.5, 0.3]),
                    _ => Site::Node(jelly, 3),
                };
                let at = world.site_position(a).unwrap();
                let b = match second {
                    0 => {
                        let other = world.add_rigid(block(at + Vec3::Y * 0.1)).unwrap();
                        Site::Rigid(other, Vec3::NEG_Y * 0.1)
                    }
                    1..=3 => {
                        let other = solid(&mut world, Vec3::ZERO);
                        let site = [
                            Site::Tet(other, 3, [0.3, 0.2, 0.4, 0.1]),
                            Site::Face(other, 1, [0.3, 0.3, 0.4]),
                            Site::Node(other, 5),
                        ][second - 1];
                        let off = at - world.site_position(site).unwrap();
                        world.remove_soft(other).unwrap();
                        let other = solid(&mut world, off);
                        match site {
                            Site::Tet(_, i, w) => Site::Tet(other, i, w),
                            Site::Face(_, i, w) => Site::Face(other, i, w),
                            _ => Site::Node(other, 5),
                        }
                    }
                    _ => {
                        let other = cloth(&mut world, Vec3::ZERO);
                        let off = at - world.site_position(Site::Node(other, 6)).unwrap();
                        world.remove_soft(other).unwrap();
                        let other = cloth(&mut world, off);
                        if second == 4 {
                            Site::Node(other, 6)
                        } else {
                            Site::Face(other, 5, [1.0, 0.0, 0.0])
                        }
                    }
                };
                let example = examples(a, b).into_iter().nth(which).unwrap();
                let lines = example.lines();
                let start = world.site_position(b).unwrap() - at;
                // The corner of a face need not be where the node is.
                let far = start.length() > 1e-3;
                let held = world.add_generalised(example).unwrap();
                let before = world.momentum();
                run(&mut world, if far { 0 } else { 5 });
                let cell = format!("{which} {first} {second}");
                for (p, q) in before.into_iter().zip(world.momentum()) {
                    let lost = (p - q).length();
                    assert!(lost < tolerance(1e-4, 1e-7), "{cell}: {p} became {q}");
                }
                let apart = world.generalised_violation(held).unwrap();
                assert_eq!(apart.len(), lines);
                if !far {
                    assert!(apart.length() < 1e-3, "{cell}: {apart:?}");
                }
            }
        }
    }
}

/// The gradient of each line is the rate of its violation.
#[test]
fn violations_move_as_their_rows_say() {
    let mut world = world(Vec3::ZERO);
    let jelly = solid(&mut world, Vec3::ZERO);
    let body = world.add_rigid(block(Vec3::X * 0.5)).unwrap();
    let (a, b) = (Site::Tet(jelly, 1, [0.25; 4]), Site::Rigid(body, Vec3::NEG_X * 0.1));
    let held = world.add_generalised(Generalised::weld(a, b)).unwrap();
    run(&mut world, 1);
    let turn = crate::math::rotation(Vec3::new(0.0, 0.0, 0.01));
    let position = world.position(body).unwrap();
    let before = world.generalised_violation(held).unwrap();
    let i = world.rigid_body(body).unwrap().slot as usize;
    world.state.frames.q[i] = turn * world.state.frames.q[i];
    world.state.frames.x[i] = position + Vec3::new(0.002, 0.0, 0.0);
    let after = world.generalised_violation(held).unwrap();
    let change: Vec<f64> = after.iter().zip(before.iter()).map(|(a, b)| a - b).collect();
    near(change[5] as Real, 0.01, 1e-4);
    near(change[0] as Real, 0.002, 1e-4);
}

/// A cart on a level rail that rubs: it slows down by `μ g`, by the force that the rail holds it with.
#[test]
fn friction_on_a_bilateral_line_is_of_what_it_holds() {
    let mut world = world(FALL);
    let cart = Rigid { velocity: Vec3::X, ..block(Vec3::ZERO) };
    let cart = world.add_rigid(cart).unwrap();
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(cart, Vec3::ZERO));
    let law = Rule::Friction { coefficient: 0.25, held: 2, unilateral: false };
    let along = vec![Vec3::Y, Vec3::Z, Vec3::X];
    let rail = Generalised { a, b, along, law, ..Generalised::default() };
    let rail = world.add_generalised(rail).unwrap();
    run(&mut world, 20);
    near(world.velocity(cart).unwrap().x, 1.0 - 0.25 * 9.81 * 0.4, 1e-4);
    let force = world.generalised_force(rail).unwrap();
    near(force[0] as Real, 1.2 * 9.81, 1e-3);
    near(force[2] as Real, -0.25 * 1.2 * 9.81, 1e-3);
    run(&mut world, 10);
    near(world.velocity(cart).unwrap().x, 0.0, 1e-5);
}

/// A ball on a unilateral plane rests, and leaves it when it is lifted.
#[test]
fn a_unilateral_plane_pushes_and_never_pulls() {
    let mut world = world(FALL);
    let ball = world.add_rigid(block(Vec3::Y * 0.1)).unwrap();
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(ball, Vec3::ZERO));
    let plane = Generalised::on_plane(a, b, Vec3::Y).with(Rule::Unilateral);
    let plane = world.add_generalised(plane).unwrap();
    run(&mut world, 40);
    near(world.position(ball).unwrap().y, 0.0, 1e-4);
    near(world.generalised_force(plane).unwrap()[0] as Real, 1.2 * 9.81, 1e-3);
    world.apply_impulse(b, Vec3::Y * 2.4).unwrap();
    run(&mut world, 5);
    assert!(world.position(ball).unwrap().y > 0.1);
    assert_eq!(world.generalised_force(plane).unwrap()[0], 0.0);
}

/// What is bounded lets go above its force: free fall is slowed by just that.
#[test]
fn a_bounded_point_carries_no_more_than_it_may() {
    let mut world = world(FALL);
    let ball = world.add_rigid(block(Vec3::ZERO)).unwrap();
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(ball, Vec3::ZERO));
    world.add_generalised(Generalised::on_point(a, b).with(Rule::Bounded(6.0))).unwrap();
    run(&mut world, 20);
    near(world.velocity(ball).unwrap().y, -(9.81 - 6.0 / 1.2) * 0.4, 1e-3);
}

/// Answers as told.
#[derive(Debug)]
struct Told(Vec<f64>);

impl Law for Told {
    fn lines(&self) -> usize {
        3
    }

    fn solve(&mut self, _: &Block<'_>, _: &[f64], _: &[f64]) -> Lines {
        self.0.iter().copied().collect()
    }
}

/// Holds until it is torn, and remembers that.
#[derive(Debug)]
struct Suture {
    strength: f64,
    torn: bool,
}

impl Law for Suture {
    fn lines(&self) -> usize {
        3
    }

    fn solve(&mut self, w: &Block<'_>, delta: &[f64], f: &[f64]) -> Lines {
        assert_eq!((w.lines(), delta.len(), f.len()), (3, 3, 3));
        if self.torn { Lines::zero(3) } else { w.bilateral(delta, f) }
    }

    fn end(&mut self, f: &[f64]) {
        self.torn |= f.iter().map(|x| x * x).sum::<f64>().sqrt() > self.strength;
    }

    fn save(&self) -> Vec<u8> {
        vec![u8::from(self.torn)]
    }

    fn load(&mut self, saved: &[u8]) {
        self.torn = saved == [1];
    }
}

fn sutured(strength: f64) -> (World, Handle<Rigid>, Handle<Generalised>) {
    let mut world = world(FALL);
    let ball = world.add_rigid(block(Vec3::ZERO)).unwrap();
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(ball, Vec3::ZERO));
    let law = Rule::Own(Box::new(Suture { strength, torn: false }));
    let suture = world.add_generalised(Generalised::on_point(a, b).with(law)).unwrap();
    (world, ball, suture)
}

#[test]
fn a_law_of_the_callers_holds_and_tears() {
    let (mut world, ball, suture) = sutured(20.0);
    run(&mut world, 20);
    near(world.position(ball).unwrap().y, 0.0, 1e-5);
    near(world.generalised_force(suture).unwrap()[1] as Real, 1.2 * 9.81, 1e-3);
    assert!(world.report().islands.iter().all(|i| i.method.name() == "constraint-space"));
    for _ in 0..20 {
        world.apply_force(Site::Rigid(ball, Vec3::ZERO), Vec3::NEG_Y * 15.0).unwrap();
        world.step();
    }
    assert!(world.position(ball).unwrap().y < -0.5, "it is torn");
}

/// A law's memory goes through a snapshot, and the law is brought back; the bits stay the same.
#[test]
fn laws_and_kept_factors_go_through_snapshots() {
    let (mut world, ball, suture) = sutured(1e9);
    let jelly = solid(&mut world, Vec3::new(1.0, 0.0, 0.0));
    for node in [0, 3, 6] {
        let a = Site::Node(jelly, node);
        let b = Site::World(world.site_position(a).unwrap());
        world.add_generalised(Generalised::on_point(b, a)).unwrap();
    }
    run(&mut world, 7);
    let mut copy = World::restore(&world.snapshot()).unwrap();
    let law = Rule::Own(Box::new(Suture { strength: 1e9, torn: false }));
    copy.set_law(suture, law).unwrap();
    run(&mut world, 10);
    run(&mut copy, 10);
    assert_eq!(world.state_hash(), copy.state_hash());
    near(copy.position(ball).unwrap().y, 0.0, 1e-5);
    // Without the law it holds nothing.
    let mut bare = World::restore(&world.snapshot()).unwrap();
    run(&mut bare, 10);
    assert!(bare.position(ball).unwrap().y < -0.1);
}

#[test]
fn laws_that_answer_with_nonsense_are_named() {
    for (answer, message) in [
        (vec![0.0, 1.0], "generalised `odd`: its law returned 2 lines; accepted: 3"),
        (vec![0.0; 9], "generalised `odd`: its law returned 9 lines; accepted: 3"),
        (
            vec![0.0, f64::NAN, 0.0],
            "generalised `odd`: its law returned NaN; accepted: finite forces",
        ),
    ] {
        let mut world = world(FALL);
        let ball = world.add_rigid(block(Vec3::ZERO)).unwrap();
        let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(ball, Vec3::ZERO));
        let law = Rule::Own(Box::new(Told(answer)));
        let odd = Generalised { name: "odd".into(), ..Generalised::on_point(a, b).with(law) };
        let odd = world.add_generalised(odd).unwrap();
        run(&mut world, 10);
        assert_eq!(world.report().faults, [message]);
        assert!(message.ends_with(world.generalised_fault(odd).unwrap().unwrap()));
        near(world.velocity(ball).unwrap().y, -9.81 * 0.2, 1e-3);
    }
}

#[test]
fn directions_of_no_length_and_wrong_laws_are_refused() {
    let mut world = world(FALL);
    let ball = world.add_rigid(block(Vec3::ZERO)).unwrap();
    let rope = primitives::rope(0.5, 4).unwrap();
    let rope = world.add_soft(Soft { mesh: rope, ..Soft::default() }).unwrap();
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(ball, Vec3::ZERO));
    let refused = |world: &mut World, made: Generalised| match world.add_generalised(made) {
        Err(Error::Value { field, .. }) => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&mut world, Generalised::on_plane(a, b, Vec3::ZERO)), "along");
    assert_eq!(refused(&mut world, Generalised::hinge(a, b, Vec3::ZERO)), "about");
    let none = Generalised { a, b, along: vec![], ..Generalised::default() };
    assert_eq!(refused(&mut world, none), "lines");
    let seven = Generalised { along: vec![Vec3::X; 7], a, b, ..Generalised::default() };
    assert_eq!(refused(&mut world, seven), "lines");
    assert_eq!(refused(&mut world, Generalised::on_point(a, b).with(Rule::Unilateral)), "lines");
    let wrong = Rule::Own(Box::new(Told(vec![])));
    assert_eq!(refused(&mut world, Generalised::weld(a, b).with(wrong)), "lines");
    let bounded = Rule::Bounded(-1.0);
    assert_eq!(refused(&mut world, Generalised::weld(a, b).with(bounded)), "max_force");
    let turned = Generalised::weld(a, Site::Node(rope, 1));
    assert_eq!(refused(&mut world, turned), "b");
    let infinite = Generalised::on_plane(a, b, Vec3::X * Real::INFINITY);
    assert_eq!(refused(&mut world, infinite), "along");
    assert_eq!(world.generalised.len(), 0);
}

/// Two anchors that pull one node apart: it stays between them, and both are named.
#[test]
fn conflicts_are_named_and_solved_by_least_squares() {
    for stiff in [false, true] {
        let mut world = world(Vec3::ZERO);
        let b = if stiff {
            Site::Node(solid(&mut world, Vec3::ZERO), 0)
        } else {
            Site::Rigid(world.add_rigid(block(Vec3::ZERO)).unwrap(), Vec3::ZERO)
        };
        let at = world.site_position(b).unwrap();
        for (name, x) in [("left", -0.1), ("right", 0.1)] {
            let a = Site::World(at + Vec3::X * x);
            world.add_anchor(Anchor { name: name.into(), a, b, ..Anchor::default() }).unwrap();
        }
        for _ in 0..100 {
            world.step();
            assert!(world.report().contained.is_empty());
        }
        assert_eq!(world.report().conflicts, ["anchor `left`", "anchor `right`"]);
        near3(world.site_position(b).unwrap(), at, 2e-3);
    }
}

/// Two rods that cannot both have their length.
#[test]
fn conflicting_distances_are_named() {
    let mut world = world(Vec3::ZERO);
    let ball = world.add_rigid(block(Vec3::ZERO)).unwrap();
    for (name, x) in [("short", -1.0), ("long", 1.0)] {
        let (a, b) = (Site::World(Vec3::X * x), Site::Rigid(ball, Vec3::ZERO));
        let rod = Distance { name: name.into(), a, b, length: Some(1.1), ..Distance::default() };
        world.add_distance(rod).unwrap();
    }
    run(&mut world, 3);
    // Neither is redundant as long as the ball can go sideways; held in a line they fight.
    let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(ball, Vec3::ZERO));
    world.add_generalised(Generalised::on_line(a, b, Vec3::X)).unwrap();
    run(&mut world, 20);
    let named = &world.report().conflicts;
    assert!(named.contains(&"distance `short`".into()), "{named:?}");
    assert!(named.contains(&"distance `long`".into()), "{named:?}");
    near(world.position(ball).unwrap().x, 0.0, 1e-3);
}

/// Consistent constraints are never called a conflict, however often they are repeated.
#[test]
fn redundant_constraints_move_alike_and_are_no_conflict() {
    let run = |points: usize| {
        let mut world = world(FALL);
        let cube = world.add_rigid(block(Vec3::new(0.0, 0.0, 0.1))).unwrap();
        for i in 0..points {
            let x = Vec3::X * (-0.09 + 0.18 * i as Real / (points - 1) as Real);
            let (a, b) = (Site::World(x), Site::Rigid(cube, x - Vec3::Z * 0.1));
            world.add_anchor(Anchor { a, b, ..Anchor::default() }).unwrap();
        }
        let mut iterations = 0;
        for _ in 0..40 {
            iterations += world.step().space.iterations;
            assert!(world.report().conflicts.is_empty(), "{:?}", world.report().conflicts);
        }
        (world.position(cube).unwrap(), iterations)
    };
    let (two, few) = run(2);
    let (twenty, many) = run(20);
    near3(twenty, two, tolerance(1e-4, 1e-6));
    assert!(many <= 2 * few, "{few} iterations became {many}");
}

/// Ten cubes on each other stand, and the lowest carries all of them.
#[test]
fn a_stack_of_ten_stands() {
    let mut world = world(FALL);
    let ground = world.add_rigid(Rigid::ground()).unwrap();
    let mut last = None;
    for i in 0..10 {
        let at = Vec3::Y * (0.1 + 0.2 * i as Real);
        let cube = Rigid::new(Shape::cuboid(0.2, 0.2, 0.2), 1.0, at);
        last = Some(world.add_rigid(cube).unwrap());
    }
    run(&mut world, 100);
    near(world.position(last.unwrap()).unwrap().y, 1.9, 1e-3);
    near(world.contact_force(ground, None).unwrap().y, -98.1, 0.05);
}

/// A ball that slides at 1 m/s with friction 0.1 rolls at 5/7 of its speed after `2 v/(7 μ g) = 0.291 s`: friction acts at its
/// surface, whoever solves it.
#[test]
fn a_sliding_ball_begins_to_roll() {
    for solver in [SolverChoice::Sweep, SolverChoice::Newton, SolverChoice::Space] {
        let mut world = World::new(Config { solver, ..Config::default() }).unwrap();
        world.add_rigid(Rigid { friction: 1.0, ..Rigid::ground() }).unwrap();
        let ball = Rigid::new(Shape::ball(0.1), 1.0, Vec3::Y * 0.1);
        let ball = Rigid { friction: 0.1, velocity: Vec3::X, ..ball };
        let ball = world.add_rigid(ball).unwrap();
        run(&mut world, 20);
        // Substeps of the direct solvers are twice as long, and friction lags by one of them.
        let allowed = if matches!(solver, SolverChoice::Sweep) { 0.015 } else { 0.03 };
        near(world.velocity(ball).unwrap().x, 5.0 / 7.0, allowed);
        near(world.angular_velocity(ball).unwrap().z, -50.0 / 7.0, 10.0 * allowed);
    }
}

/// A body that spins at 150 rad/s on a ball joint stays on it.
#[test]
fn a_fast_spinner_stays_on_its_joint() {
    let mut world = world(FALL);
    let disc = Rigid::new(Shape::cuboid(0.3, 0.1, 0.3), 1.0, Vec3::Y * 0.2);
    let angular_velocity = Vec3::new(2.0, 150.0, 0.0);
    let top = Rigid { angular_velocity, velocity: Vec3::Z * 0.4, ..disc };
    let top = world.add_rigid(top).unwrap();
    let foot = Site::Rigid(top, Vec3::NEG_Y * 0.2);
    let anchor = Anchor { a: Site::World(Vec3::ZERO), b: foot, ..Anchor::default() };
    world.add_anchor(anchor).unwrap();
    for _ in 0..50 {
        run(&mut world, 1);
        near(world.site_position(foot).unwrap().length(), 0.0, 5e-3);
    }
}

/// What gravity accelerates by on a slope against friction, as closed forms say, at 0.5 ms.
#[test]
fn friction_is_exact_on_slopes_and_to_a_stop() {
    let run = |angle: f64, mu: f64, speed: f64, steps: usize| {
        let (s, c) = libm::sincos(angle);
        let gravity = Vec3::new((9.81 * s) as Real, (-9.81 * c) as Real, 0.0);
        let solver = SolverChoice::Space;
        let config = Config { solver, gravity, step: 0.0005, ..Config::default() };
        let mut world = World::new(config).unwrap();
        world.add_rigid(Rigid { friction: 1.0, ..Rigid::ground() }).unwrap();
        let flat = Shape::cuboid(0.2, 0.1, 0.2);
        let body = Rigid {
            friction: mu as Real,
            velocity: Vec3::X * speed as Real,
            ..Rigid::new(flat, 1.0, Vec3::Y * 0.05)
        };
        let body = world.add_rigid(body).unwrap();
        for _ in 0..steps {
            world.step();
        }
        (world.position(body).unwrap().x.into_f64(), world.velocity(body).unwrap().x.into_f64())
    };
    // Accelerations on 20° and 30°, to 1e-4.
    for (degrees, mu, a) in [(20.0_f64, 0.2, 1.5115406840), (30.0, 0.3, 2.3562872367)] {
        let (_, v) = run(degrees.to_radians(), mu, 0.0, 1000);
        let off = (v / 0.5 / a - 1.0).abs();
        assert!(off < tolerance(3e-4, 1e-4).into_f64(), "{degrees}°: {v}, off by {off}");
    }
    // It sticks and slips within 0.05° of atan μ.
    for mu in [0.2_f64, 0.5, 1.0] {
        let (x, _) = run(libm::atan(mu) - 0.05_f64.to_radians(), mu, 0.0, 400);
        assert!(x.abs() < tolerance(1e-5, 1e-6).into_f64(), "{mu}: creeps {x}");
        let (_, v) = run(libm::atan(mu) + 0.05_f64.to_radians(), mu, 0.0, 400);
        assert!(v > 5e-4, "{mu}: sticks with {v}");
    }
    // From 2 m/s to a stop, μ = 0.3: 0.6796 m to 0.1%, with half a step less of it.
    let (x, v) = run(0.0, 0.3, 2.0, 1500);
    assert!(v.abs() < 1e-5, "{v}");
    let off = (x / 0.6795786612 - 1.0).abs();
    assert!(off < 1e-3, "{x}, off by {off}");
}

/// Exact and warped compliance lead to the same rest.
#[test]
fn warped_compliance_comes_to_the_same_rest() {
    let hang = |compliance| {
        let mut world = world(FALL);
        let mesh = primitives::solid_box([0.4, 0.1, 0.1], [8, 2, 2]).unwrap();
        let material = Material::Corotational { young: 2e5, poisson: 0.3, damping: 0.05 };
        let soft = Soft { mesh, material, mass: Mass::Total(4.0), compliance, ..Soft::default() };
        let bar = world.add_soft(soft).unwrap();
        for node in 0..9 {
            let a = Site::Node(bar, node * 9);
            let b = Site::World(world.site_position(a).unwrap());
            if node % 8 != 4 {
                world.add_anchor(Anchor { a, b, ..Anchor::default() }).unwrap();
            }
        }
        run(&mut world, 400);
        world.site_position(Site::Node(bar, 80)).unwrap()
    };
    near3(hang(Compliance::Warped), hang(Compliance::Exact), 2e-4);
}
