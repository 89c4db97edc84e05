//! Sweeping until nothing changes, solving directly and solving in the constraint space lead to the same
//! motion, on problems that all can solve. Each is run by all from the same start, with the same substeps.

use super::tolerance;
use crate::math::rotation;
use crate::meshing::primitives;
use crate::solvers::Method;
use crate::{
    Anchor, Axis, Config, Distance, Joint, JointKind, Kind, Limit, Mass, Material, Motor, Real,
    Rigid, Shape, Site, Soft, Softness, SolverChoice, Vec3, World,
};

/// Sweeps in a substep that leave nothing to do on these problems.
const CONVERGED: u32 = 100;
/// Sweeping pulls along where things are at the start of a substep, newton along where they go: they
/// differ by the first order of its length.
const SUBSTEPS: u32 = 64;

/// Runs a problem by all solvers; in no step may a node or a rigid body be further than `most` from where
/// sweeping has it.
fn agree(seconds: Real, most: Real, build: impl Fn(&mut World)) {
    let methods = [SolverChoice::Sweep, SolverChoice::Newton, SolverChoice::Space];
    let mut worlds = methods.map(|solver| {
        let iterations = if solver == SolverChoice::Sweep { CONVERGED } else { 1 };
        let config = Config { solver, iterations, substeps: Some(SUBSTEPS), ..Config::default() };
        let mut world = World::new(config).unwrap();
        build(&mut world);
        world
    });
    for i in 0..(seconds / worlds[0].config().step).round() as usize {
        for (world, method) in worlds.iter_mut().zip([Method::Sweep, Method::Newton, Method::Space])
        {
            world.step();
            let islands = &world.report().islands;
            assert!(islands.iter().all(|i| i.method == method), "{islands:?}");
        }
        for other in &worlds[1..] {
            let apart = distance(&worlds[0], other);
            let solver = other.config().solver;
            assert!(apart <= most, "{solver:?} after {} steps is {apart} m apart", i + 1);
        }
    }
}

fn distance(one: &World, two: &World) -> Real {
    let frames = one.state.frames.x.iter().zip(&two.state.frames.x);
    let frames = frames.map(|(a, b)| (*a - *b).length());
    let nodes = (0..one.state.nodes.x.len())
        .map(|i| (one.state.nodes.position(i) - two.state.nodes.position(i)).length());
    frames.chain(nodes).fold(0.0, Real::max)
}

fn ground(world: &mut World) {
    let plane = Shape::HalfSpace { normal: Vec3::Y };
    let rigid = Rigid { kind: Kind::Fixed, friction: 0.5, ..Rigid::new(plane, 1.0, Vec3::ZERO) };
    world.add_rigid(rigid).unwrap();
}

fn block(x: Vec3, mass: Real) -> Rigid {
    Rigid { friction: 0.5, ..Rigid::new(Shape::cuboid(0.2, 0.2, 0.2), mass, x) }
}

#[test]
fn on_boxes_that_rest_on_each_other() {
    agree(1.0, tolerance(1e-3, 1e-3), |world| {
        ground(world);
        for i in 0..3 {
            world.add_rigid(block(Vec3::Y * (0.1 + 0.2 * i as Real), 1.0)).unwrap();
        }
    });
}

#[test]
fn on_a_block_that_slides_to_a_stop() {
    agree(1.0, tolerance(1e-3, 1e-3), |world| {
        ground(world);
        let velocity = Vec3::new(2.0, 0.0, 0.5);
        world.add_rigid(Rigid { velocity, ..block(Vec3::Y * 0.1, 1.0) }).unwrap();
    });
}

#[test]
fn on_a_ball_that_bounces() {
    agree(1.0, tolerance(1e-3, 1e-3), |world| {
        ground(world);
        let ball = Rigid::new(Shape::ball(0.1), 1.0, Vec3::Y * 0.5);
        world.add_rigid(Rigid { restitution: 0.6, ..ball }).unwrap();
    });
}

#[test]
fn on_a_chain_that_swings() {
    agree(0.6, tolerance(1e-2, 1e-2), |world| {
        let (half, mut last) = (0.1, Site::World(Vec3::ZERO));
        for i in 0..5 {
            let x = Vec3::X * (half * (2 * i + 1) as Real);
            let link = Rigid { collides: false, ..block(x, 1.0) };
            let link = world.add_rigid(link).unwrap();
            let b = Site::Rigid(link, -Vec3::X * half);
            world.add_anchor(Anchor { a: last, b, ..Anchor::default() }).unwrap();
            last = Site::Rigid(link, Vec3::X * half);
        }
    });
}

#[test]
fn on_a_driven_hinge_with_limits() {
    agree(1.0, tolerance(2e-3, 2e-3), |world| {
        let arm = Rigid { collides: false, ..block(Vec3::X * 0.3, 2.0) };
        let arm = world.add_rigid(arm).unwrap();
        let axis = Axis {
            motor: Some(Motor::Velocity { target: 3.0, max_force: 15.0 }),
            limit: Some(Limit::new(-1.0, 0.8)),
            ..Axis::default()
        };
        let (a, b) = (Site::World(Vec3::ZERO), Site::Rigid(arm, -Vec3::X * 0.3));
        world.add_joint(Joint::along(a, b, JointKind::Hinge(axis), Vec3::Z)).unwrap();
    });
}

#[test]
fn on_a_weight_at_a_spring_and_one_at_a_string() {
    agree(1.0, tolerance(5e-3, 5e-3), |world| {
        for (x, softness) in [(0.0, Softness::spring(500.0, 3.0)), (1.0, Softness::default())] {
            let weight = world.add_rigid(block(Vec3::new(x + 0.4, -0.3, 0.0), 1.5)).unwrap();
            let a = Site::World(Vec3::X * x);
            let b = Site::Rigid(weight, Vec3::new(0.0, 0.1, 0.05));
            world.add_distance(Distance { a, b, softness, ..Distance::default() }).unwrap();
        }
    });
}

#[test]
fn on_a_rope_that_holds_its_own_weight_and_a_block() {
    agree(0.6, tolerance(1.5e-2, 1.5e-2), |world| {
        let mesh = primitives::rope(0.5, 9).unwrap();
        let material = Material::Inextensible { bending: 0.0, compression: 20.0 };
        let rope =
            Soft { mesh, material, mass: Mass::Total(0.5), pinned: vec![0], ..Soft::default() };
        let rope = world.add_soft(Soft { collides: false, ..rope }).unwrap();
        let end = world.site_position(Site::Node(rope, 8)).unwrap();
        let b = world.add_rigid(Rigid { collides: false, ..block(end, 0.5) }).unwrap();
        let (a, b) = (Site::Node(rope, 8), Site::Rigid(b, Vec3::ZERO));
        world.add_anchor(Anchor { a, b, ..Anchor::default() }).unwrap();
    });
}

#[test]
fn on_a_sheet_of_springs_under_a_ball() {
    agree(1.0, tolerance(5e-3, 5e-3), |world| {
        let mesh = primitives::grid([0.6, 0.6], [7, 7]).unwrap();
        let material = Material::MassSpring { stiffness: 500.0, damping: 1.0, bending: 0.0 };
        let pinned = vec![0, 6, 42, 48];
        let sheet = Soft { mesh, material, mass: Mass::Total(0.5), pinned, ..Soft::default() };
        world.add_soft(Soft { thickness: 0.01, ..sheet }).unwrap();
        let ball = Rigid::new(Shape::ball(0.1), 0.5, Vec3::Y * 0.12);
        world.add_rigid(ball).unwrap();
    });
}

#[test]
fn on_a_solid_that_hangs_by_three_anchors() {
    agree(0.5, tolerance(1e-3, 1e-3), |world| {
        let mesh = primitives::solid_box([0.3, 0.2, 0.2], [3, 2, 2]).unwrap();
        let material = Material::Corotational { young: 5e4, poisson: 0.3, damping: 0.0 };
        let solid = Soft { mesh, material, mass: Mass::Total(2.0), ..Soft::default() };
        let solid = world.add_soft(solid).unwrap();
        for node in [0, 3, 8] {
            let a = Site::Node(solid, node);
            let b = Site::World(world.site_position(a).unwrap());
            world.add_anchor(Anchor { a, b, ..Anchor::default() }).unwrap();
        }
    });
}

#[test]
fn on_a_pair_that_is_pulled_together_while_it_turns() {
    agree(0.5, tolerance(1e-3, 1e-3), |world| {
        let spinning = Rigid {
            rotation: rotation(Vec3::new(0.3, 0.2, -0.4)),
            angular_velocity: Vec3::new(1.0, 3.0, -2.0),
            collides: false,
            ..block(Vec3::ZERO, 1.0)
        };
        let a = world.add_rigid(spinning).unwrap();
        let b = Rigid { collides: false, ..block(Vec3::X * 0.5, 2.0) };
        let b = world.add_rigid(b).unwrap();
        let (a, b) = (Site::Rigid(a, Vec3::X * 0.1), Site::Rigid(b, -Vec3::X * 0.1));
        world.add_distance(Distance { a, b, ..Distance::default() }).unwrap();
    });
}
