//! Motions with a known answer, each with the tolerance that default settings reach.

use super::{near, near3, tolerance};
use crate::math::rotation;
use crate::meshing::primitives;
use crate::{
    Anchor, Config, Distance, Handle, Kind, Mass, Material, Other, Plane, Real, Resists, Rigid,
    Shape, Site, Soft, Softness, SolverChoice, Vec3, World,
};

const G: Real = 9.81;

fn weightless() -> World {
    World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap()
}

fn run(world: &mut World, seconds: Real) {
    for _ in 0..(seconds / world.config().step).round() as usize {
        world.step();
    }
}

fn ball(x: Real, y: Real, z: Real) -> Rigid {
    Rigid::new(Shape::ball(0.05), 1.0, Vec3::new(x, y, z))
}

fn top(world: &World, body: Handle<Soft>) -> Real {
    world.node_positions(body).unwrap().map(|p| p.y).fold(Real::MIN, Real::max)
}

/// Every model falls at g whatever its damping: after n substeps of h by exactly n(n+1)/2 g h².
#[test]
fn every_body_falls_freely() {
    let grid = primitives::grid([0.4, 0.4], [5, 5]).unwrap();
    let solid = primitives::solid_box([0.2; 3], [1, 2, 2]).unwrap();
    let springs = Material::MassSpring { stiffness: 300.0, damping: 1.0, bending: 1e-3 };
    let elastic = Material::Corotational { young: 1e5, poisson: 0.4, damping: 0.05 };
    let bodies = [
        (grid.clone(), Material::Inextensible { bending: 1e-3, compression: 20.0 }),
        (primitives::rope(1.0, 9).unwrap(), Material::default()),
        (grid, springs),
        (solid.clone(), springs),
        (solid, elastic),
    ];
    for (mesh, material) in bodies {
        let mut world = World::default();
        let soft = Soft { mesh, material, damping: 30.0, ..Soft::default() };
        let body = world.add_soft(soft).unwrap();
        let start: Vec<Vec3> = world.node_positions(body).unwrap().collect();
        let (mut speed, mut fallen): (Real, Real) = (0.0, 0.0);
        for _ in 0..20 {
            world.step();
            // Not all steps have the same number of substeps.
            let (n, h) = (world.report().substeps as Real, world.report().substep);
            fallen += speed * n * h + 0.5 * n * (n + 1.0) * h * h * G;
            speed += n * h * G;
        }
        for (x, x0) in world.node_positions(body).unwrap().zip(start) {
            near3(x, x0 - Vec3::Y * fallen, tolerance(3e-5, 1e-10));
        }
    }
    let mut world = World::default();
    let body = world.add_rigid(ball(0.0, 0.0, 0.0)).unwrap();
    run(&mut world, 0.4);
    let n = 20.0 * 8.0;
    let fallen = 0.5 * n * (n + 1.0) * 0.0025 * 0.0025 * G;
    near(world.position(body).unwrap().y, -fallen, tolerance(1e-5, 1e-12));
}

/// A ball on a massless rod: the period is that of the mathematical pendulum of 90° (4 √(L/g) K)
/// times √(1 + 0.4 r²/L²), and the energy stays.
#[test]
fn a_pendulum_keeps_its_period_and_energy() {
    let mut world = World::default();
    let at = Vec3::new(1.0, 0.0, 0.0);
    let body = world.add_rigid(ball(1.0, 0.0, 0.0)).unwrap();
    let pivot =
        Anchor { a: Site::Rigid(body, -at), b: Site::World(Vec3::ZERO), ..Anchor::default() };
    let pivot = world.add_anchor(pivot).unwrap();
    let (mut last, mut crossings) = (1.0, Vec::new());
    for i in 0..500 {
        world.step();
        let x = world.position(body).unwrap().x;
        if last > 0.0 && x <= 0.0 {
            crossings.push((i as Real + last / (last - x)) * 0.02);
        }
        last = x;
        assert!(world.anchor_violation(pivot).unwrap().length() < 1e-5);
        assert!(world.energy().total().abs() < 0.02 * 9.81);
    }
    let period = (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as Real;
    near(period, 2.367842 * (1.0 + 0.4 * 0.0025 as Real).sqrt(), 0.001 * 2.37);
}

/// Two balls that part or meet: a rod stops both, a string only the parting, a strut only the
/// meeting.
#[test]
fn a_distance_resists_what_its_mode_says() {
    for (resists, stops_parting, stops_meeting) in [
        (Resists::Both, true, true),
        (Resists::Stretch, true, false),
        (Resists::Compression, false, true),
    ] {
        for (speed, stops) in [(1.0, stops_parting), (-1.0, stops_meeting)] {
            let mut world = weightless();
            let [a, b] = [-0.5, 0.5].map(|x| {
                let velocity = Vec3::X * (speed * 2.0 * x);
                world.add_rigid(Rigid { velocity, ..ball(x, 0.0, 0.0) }).unwrap()
            });
            let (a_site, b_site) = (Site::Rigid(a, Vec3::ZERO), Site::Rigid(b, Vec3::ZERO));
            let distance = Distance { a: a_site, b: b_site, resists, ..Distance::default() };
            world.add_distance(distance).unwrap();
            run(&mut world, 0.1);
            let moved = world.position(b).unwrap().x - 0.5;
            let expected = if stops { 0.0 } else { 0.1 * speed };
            near(moved, expected, 1e-4);
        }
    }
}

/// The same three modes on the nodes of a rope, through the cloth's own row shape.
#[test]
fn a_distance_between_nodes_resists_what_its_mode_says() {
    for (resists, parted, met) in
        [(Resists::Both, 1.0, 1.0), (Resists::Stretch, 1.0, 0.8), (Resists::Compression, 1.2, 1.0)]
    {
        for (speed, expected) in [(1.0, parted), (-1.0, met)] {
            let mut world = weightless();
            let nodes = [-0.5, 0.5].map(|x| {
                let soft = Soft {
                    mesh: primitives::rope(0.1, 2).unwrap(),
                    rotation: rotation(Vec3::Z * std::f64::consts::FRAC_PI_2 as Real),
                    position: Vec3::new(x, 0.0, 0.0),
                    velocity: Vec3::X * (speed * 2.0 * x),
                    ..Soft::default()
                };
                world.add_soft(soft).unwrap()
            });
            for node in 0..2 {
                let [a, b] = nodes.map(|body| Site::Node(body, node));
                world.add_distance(Distance { a, b, resists, ..Distance::default() }).unwrap();
            }
            run(&mut world, 0.1);
            let [a, b] = nodes.map(|h| world.site_position(Site::Node(h, 0)).unwrap().x);
            near(b - a, expected, 1e-3);
        }
    }
}

/// A weight on a damped spring comes to rest at mg/k below its start.
#[test]
fn a_soft_distance_is_a_spring() {
    let mut world = World::default();
    let body = world.add_rigid(ball(0.0, -1.0, 0.0)).unwrap();
    let spring = world
        .add_distance(Distance {
            a: Site::World(Vec3::ZERO),
            b: Site::Rigid(body, Vec3::ZERO),
            softness: Softness::spring(200.0, 20.0),
            ..Distance::default()
        })
        .unwrap();
    run(&mut world, 3.0);
    near(world.position(body).unwrap().y, -1.0 - G / 200.0, 1e-4);
    near(world.distance_force(spring).unwrap(), -G, 1e-2);
}

/// An undamped spring of period 2π √(m/k): a quarter later it passes its rest length.
#[test]
fn a_soft_anchor_swings_at_its_frequency() {
    let mut world = weightless();
    let body = world.add_rigid(ball(0.1, 0.0, 0.0)).unwrap();
    let softness = Softness::spring(4.0, 0.0);
    let (a, b) = (Site::Rigid(body, Vec3::ZERO), Site::World(Vec3::ZERO));
    world.add_anchor(Anchor { a, b, softness, ..Anchor::default() }).unwrap();
    run(&mut world, 0.78);
    // cos(ω t) with ω = 2 1/s, t = 0.78 s.
    near(world.position(body).unwrap().x, 0.1 * (1.56 as Real).cos(), 5e-4);
}

/// An anchor that may pull with 4 N lets 9.81 N slip away at the difference.
#[test]
fn a_bounded_anchor_slips() {
    let mut world = World::default();
    let body = world.add_rigid(ball(0.0, 0.0, 0.0)).unwrap();
    let (a, b) = (Site::Rigid(body, Vec3::ZERO), Site::World(Vec3::ZERO));
    let anchor = world.add_anchor(Anchor { a, b, max_force: 4.0, ..Anchor::default() }).unwrap();
    run(&mut world, 0.5);
    near(world.velocity(body).unwrap().y, -(G - 4.0) * 0.5, 0.02);
    near3(world.anchor_force(anchor).unwrap(), Vec3::Y * 4.0, 1e-3);
}

/// Anchors carry what hangs on them, whichever way round their sites are given.
#[test]
fn an_anchor_tells_the_weight_it_carries() {
    for swapped in [false, true] {
        let mut world = World::default();
        let light = Rigid::new(Shape::ball(0.05), 0.2, Vec3::ZERO);
        let body = world.add_rigid(light).unwrap();
        let rope = Soft {
            mesh: primitives::rope(0.5, 6).unwrap(),
            mass: Mass::Total(0.2),
            rotation: rotation(Vec3::Z * -std::f64::consts::FRAC_PI_2 as Real),
            position: Vec3::Y * 0.25,
            collides: false,
            damping: 5.0,
            ..Soft::default()
        };
        let rope = world.add_soft(rope).unwrap();
        let mut anchor = |a: Site, b: Site| {
            let (a, b) = if swapped { (b, a) } else { (a, b) };
            world.add_anchor(Anchor { a, b, ..Anchor::default() }).unwrap()
        };
        let up = anchor(Site::Node(rope, 0), Site::World(Vec3::Y * 0.5));
        let down = anchor(Site::Rigid(body, Vec3::ZERO), Site::Node(rope, 5));
        run(&mut world, 2.0);
        // The rope hums a little; its mean pull is the weight.
        let (mut sum_up, mut sum_down) = (Vec3::ZERO, Vec3::ZERO);
        for _ in 0..200 {
            world.step();
            sum_up += world.anchor_force(up).unwrap() / 200.0;
            sum_down += world.anchor_force(down).unwrap() / 200.0;
        }
        let sign = if swapped { -1.0 } else { 1.0 };
        near3(sum_up, Vec3::Y * (sign * 0.4 * G), 0.02 * 0.4 * G);
        near3(sum_down, Vec3::Y * (sign * 0.2 * G), 0.02 * 0.2 * G);
    }
}

/// A ball dropped from 1 m rises to e² after its first bounce.
#[test]
fn a_ball_bounces_to_the_height_of_its_restitution() {
    for e in [0.9, 0.5] {
        let mut world = World::default();
        world.add_rigid(Rigid::ground()).unwrap();
        let body = Rigid { restitution: e, ..ball(0.0, 1.05, 0.0) };
        let body = world.add_rigid(body).unwrap();
        let (mut risen, mut apex) = (false, 0.0);
        for _ in 0..75 {
            world.step();
            let v = world.velocity(body).unwrap().y;
            risen |= v > 0.1;
            if risen {
                apex = Real::max(apex, world.position(body).unwrap().y - 0.05);
                if v < -0.5 {
                    break;
                }
            }
        }
        near(apex, e * e, 0.02 * e * e);
    }
}

/// A box slides v²/(2μg) and stays there.
#[test]
fn a_sliding_box_stops_where_friction_says() {
    let mut world = World::default();
    let friction = (0.3 as Real).sqrt();
    world.add_rigid(Rigid { friction, ..Rigid::ground() }).unwrap();
    let block = Rigid::new(Shape::cuboid(0.2, 0.1, 0.2), 1.0, Vec3::Y * 0.05);
    let block = Rigid { friction, velocity: Vec3::X * 2.0, ..block };
    let body = world.add_rigid(block).unwrap();
    run(&mut world, 1.0);
    let expected = 4.0 / (2.0 * 0.3 * G);
    near(world.position(body).unwrap().x, expected, 0.01 * expected);
    let x = world.position(body).unwrap().x;
    run(&mut world, 5.0);
    near(world.position(body).unwrap().x, x, 1e-3);
}

/// On an incline of 20° a box with μ = 0.5 stays, one with μ = 0.2 slides at g (sin − μ cos).
#[test]
fn an_incline_holds_or_lets_slide() {
    let angle = (20.0 as Real).to_radians();
    let (s, c) = crate::math::sin_cos(angle);
    for (mu, expected) in [(0.5, 0.0), (0.2, G * (s - 0.2 * c))] {
        let gravity = Vec3::new(G * s, -G * c, 0.0);
        let mut world = World::new(Config { gravity, ..Config::default() }).unwrap();
        let friction = (mu as Real).sqrt();
        world.add_rigid(Rigid { friction, ..Rigid::ground() }).unwrap();
        let block = Rigid::new(Shape::cuboid(0.3, 0.1, 0.2), 2.0, Vec3::Y * 0.05);
        let body = world.add_rigid(Rigid { friction, ..block }).unwrap();
        run(&mut world, 1.0);
        let v = world.velocity(body).unwrap().x;
        near(v, expected, 0.01 * expected + 1e-3);
    }
}

/// Ten boxes stand, none deeper in the next than a millimetre.
#[test]
fn a_stack_stands() {
    let mut world = World::default();
    world.add_rigid(Rigid::ground()).unwrap();
    let bodies: Vec<_> = (0..10)
        .map(|i| {
            let at = Vec3::Y * (0.25 + 0.5 * i as Real);
            world.add_rigid(Rigid::new(Shape::cuboid(0.5, 0.5, 0.5), 1.0, at)).unwrap()
        })
        .collect();
    run(&mut world, 5.0);
    let mut below = -0.25;
    for body in bodies {
        let x = world.position(body).unwrap();
        assert!((x.x.abs() + x.z.abs()) < 0.02, "{x}");
        assert!(x.y - below > 0.499 && x.y - below < 0.5005, "{x}, above {below}");
        below = x.y;
    }
}

/// A hanging bar of ν = 0 is stretched by ρ g L²/(2E), where this says linear elasticity.
#[test]
fn an_elastic_bar_hangs_by_its_modulus() {
    let mut world = World::default();
    let mesh = primitives::solid_box([0.1, 1.0, 0.1], [1, 10, 1]).unwrap();
    let pinned = (0..mesh.points.len()).filter(|&i| mesh.points[i].y > 0.49).collect();
    let bar = Soft {
        mesh,
        material: Material::Corotational { young: 2e6, poisson: 0.0, damping: 0.02 },
        mass: Mass::Density(1000.0),
        pinned,
        ..Soft::default()
    };
    let body = world.add_soft(bar).unwrap();
    run(&mut world, 3.0);
    // The corners of the end carry different shares of mass; their mean is the bar's.
    let end: Vec<Real> =
        world.node_positions(body).unwrap().map(|p| p.y).filter(|y| *y < -0.49).collect();
    let mean = end.iter().sum::<Real>() / end.len() as Real;
    let expected = 1000.0 * G / (2.0 * 2e6);
    assert_eq!(end.len(), 4);
    near(-0.5 - mean, expected, 0.01 * expected);
}

/// A cube of jelly stands on the ground, a little lower than it is tall, and does not sink in.
#[test]
fn a_jelly_cube_rests() {
    let mut world = World::default();
    world.add_rigid(Rigid::ground()).unwrap();
    let cube = Soft {
        mesh: primitives::solid_box([0.3; 3], [3; 3]).unwrap(),
        material: Material::Corotational { young: 1e5, poisson: 0.3, damping: 0.005 },
        mass: Mass::Density(1000.0),
        position: Vec3::Y * 0.2,
        ..Soft::default()
    };
    let body = world.add_soft(cube).unwrap();
    run(&mut world, 3.0);
    near(top(&world, body), 0.2957, 0.001);
    let lowest = world.node_positions(body).unwrap().map(|p| p.y).fold(1.0, Real::min);
    assert!(lowest > -0.001, "{lowest}");
}

/// The same springs, anchored: a chain of ten springs under its own weight (Σ of tensions / k).
#[test]
fn a_chain_of_springs_stretches_by_its_tensions() {
    let mut world = World::default();
    let rope = Soft {
        mesh: primitives::rope(1.0, 11).unwrap(),
        material: Material::MassSpring { stiffness: 400.0, damping: 20.0, bending: 0.0 },
        mass: Mass::Total(1.0),
        rotation: rotation(Vec3::Z * -std::f64::consts::FRAC_PI_2 as Real),
        pinned: vec![0],
        ..Soft::default()
    };
    let body = world.add_soft(rope).unwrap();
    run(&mut world, 6.0);
    // Spring i (from the top) carries all masses below it: (10 − i − ½) tenths of the weight.
    let tensions: Real = (0..10).map(|i| (9.5 - i as Real) / 10.0 * G).sum();
    let end = world.site_position(Site::Node(body, 10)).unwrap().y;
    near(-0.5 - end, tensions / 400.0, 0.005 * tensions / 400.0);
}

/// A book thrown about its middle axis flips, and keeps its energy and angular momentum.
#[test]
fn a_tumbling_body_keeps_energy_and_angular_momentum() {
    let mut world =
        World::new(Config { gravity: Vec3::ZERO, step: 0.004, ..Config::default() }).unwrap();
    let book = Rigid {
        angular_velocity: Vec3::new(0.01, 0.02, 5.0),
        ..Rigid::new(Shape::cuboid(0.1, 0.3, 0.2), 1.0, Vec3::ZERO)
    };
    let body = world.add_rigid(book).unwrap();
    let (energy, [_, spin]) = (world.energy().total(), world.momentum());
    let mut flipped = false;
    for _ in 0..2500 {
        world.step();
        flipped |= world
            .rotation(body)
            .unwrap()
            .inverse()
            .mul_vec3(world.angular_velocity(body).unwrap())
            .z
            < -4.0;
    }
    assert!(flipped);
    // In single precision the rounding of 5000 attitudes adds up.
    let off = tolerance(5e-3, 1e-4) * energy as Real;
    near(world.energy().total() as Real, energy as Real, off);
    near3(world.momentum()[1], spin, tolerance(5e-3, 1e-9) * spin.length());
}

/// A kinematic body carries what lies on it, and arrives where it is told to.
#[test]
fn a_kinematic_body_carries_its_load() {
    let mut world = World::default();
    let plate = Rigid::new(Shape::cuboid(1.0, 0.1, 1.0), 1.0, Vec3::Y * -0.05);
    let plate = world.add_rigid(Rigid { kind: Kind::Kinematic, ..plate }).unwrap();
    let load =
        world.add_rigid(Rigid::new(Shape::cuboid(0.2, 0.2, 0.2), 1.0, Vec3::Y * 0.1)).unwrap();
    for i in 1..=50 {
        let x = 0.1 * (i as Real / 50.0).powi(2);
        world.move_to(plate, Vec3::new(x, -0.05, 0.0), crate::Quat::IDENTITY).unwrap();
        world.step();
    }
    near(world.position(plate).unwrap().x, 0.1, 1e-5);
    near(world.position(load).unwrap().x, 0.1, 2e-3);
}

/// The setting of 2015: two iterations, one substep, Baumgarte. Everything still stands, and the
/// change of impulse falls from the first iteration to the next.
#[test]
fn the_paper_setting_works() {
    let mut world = World::new(Config::paper()).unwrap();
    world.add_rigid(Rigid::ground()).unwrap();
    let sphere = Rigid::fixed(Shape::ball(0.25), Vec3::Y * 0.3);
    world.add_rigid(sphere).unwrap();
    let cloth = Soft {
        mesh: primitives::grid([1.0, 1.0], [21, 21]).unwrap(),
        material: Material::MassSpring { stiffness: 0.3, damping: 0.001, bending: 0.0 },
        mass: Mass::Total(0.5),
        position: Vec3::Y * 0.6,
        thickness: 0.01,
        ..Soft::default()
    };
    let cloth = world.add_soft(cloth).unwrap();
    for _ in 0..100 {
        world.step();
    }
    assert_eq!(world.report().substeps, 1);
    let residual = &world.report().residual;
    assert_eq!(residual.len(), 2);
    assert!(residual[1] < 0.7 * residual[0], "{residual:?}");
    assert!(world.node_positions(cloth).unwrap().all(|p| p.is_finite() && p.y > -0.05));
}

/// More iterations in a substep remove more of what is left (their figure 1).
#[test]
fn the_residual_falls_with_the_iterations() {
    let solver = SolverChoice::Sweep;
    let config = Config { iterations: 10, substeps: Some(4), solver, ..Config::default() };
    let mut world = World::new(config).unwrap();
    world.add_rigid(Rigid::ground()).unwrap();
    for i in 0..5 {
        world
            .add_rigid(Rigid::new(Shape::cuboid(1.0, 1.0, 1.0), 1.0, Vec3::Y * (0.5 + i as Real)))
            .unwrap();
    }
    let cloth = Soft {
        mesh: primitives::grid([1.0, 1.0], [15, 15]).unwrap(),
        position: Vec3::Y * 3.0,
        pinned: vec![0, 14],
        ..Soft::default()
    };
    world.add_soft(cloth).unwrap();
    run(&mut world, 0.4);
    let residual = world.report().residual.clone();
    assert!(residual[3] < 0.5 * residual[0] && residual[9] < 0.25 * residual[0], "{residual:?}");
}

/// A crowded ball: 961 cloth nodes rest on it, its slot is split, and it still carries their weight.
#[test]
fn a_crowded_body_is_split_and_keeps_momentum() {
    let mut world = weightless();
    let body = world
        .add_rigid(Rigid {
            velocity: Vec3::Y * 0.5,
            ..Rigid::new(Shape::cuboid(0.6, 0.1, 0.6), 1.0, Vec3::ZERO)
        })
        .unwrap();
    let cloth = Soft {
        mesh: primitives::grid([0.5, 0.5], [31, 31]).unwrap(),
        mass: Mass::Total(0.3),
        position: Vec3::Y * 0.06,
        ..Soft::default()
    };
    world.add_soft(cloth).unwrap();
    let before = world.momentum();
    let most = (0..10).map(|_| world.step().contacts).max().unwrap();
    assert!(most > 100, "{most}");
    near3(world.momentum()[0], before[0], tolerance(1e-5, 1e-12));
    // An inelastic impact: both go on together.
    near(world.velocity(body).unwrap().y, 0.5 / 1.3, 0.01);
}

/// A ball kept on a frictionless plane inclined by 30° slides with g sin 30°, and is pushed by
/// m g cos 30°.
#[test]
fn a_ball_kept_on_an_inclined_plane_slides_down_it() {
    let mut world = World::default();
    let body = world.add_rigid(ball(0.2, 0.3, 0.0)).unwrap();
    let (sin, cos) = (0.5, Real::sqrt(0.75));
    let plane = Plane {
        a: Site::Rigid(body, Vec3::ZERO),
        b: Site::World(Vec3::ZERO),
        normal: Vec3::new(-sin, cos, 0.0) * 3.0,
        ..Plane::default()
    };
    let plane = world.add_plane(plane).unwrap();
    run(&mut world, 0.5);
    let slope = Vec3::new(cos, sin, 0.0);
    near(world.velocity(body).unwrap().dot(slope), -G * sin * 0.5, tolerance(1e-4, 1e-9));
    near(world.plane_violation(plane).unwrap(), 0.0, tolerance(1e-6, 1e-12));
    near(world.plane_force(plane).unwrap(), G * cos, tolerance(1e-3, 1e-9));
}

/// A plane that turns with a kinematic body carries a ball along: at angular velocity w the ball
/// that is kept at distance r along its normal, and is held in the other directions by two more
/// such planes, moves at w r.
#[test]
fn planes_turn_with_the_body_they_are_fixed_to() {
    let mut world = weightless();
    let body = world.add_rigid(ball(0.5, 0.0, 0.0)).unwrap();
    let turning = Rigid {
        kind: Kind::Kinematic,
        angular_velocity: Vec3::new(0.0, 0.0, 2.0),
        collides: false,
        ..ball(0.0, 0.0, 0.0)
    };
    let turning = world.add_rigid(turning).unwrap();
    for normal in [Vec3::X, Vec3::Y, Vec3::Z] {
        let (a, b) = (Site::Rigid(body, Vec3::ZERO), Site::Rigid(turning, Vec3::ZERO));
        world.add_plane(Plane { a, b, normal, ..Plane::default() }).unwrap();
    }
    run(&mut world, 0.5);
    let (s, c) = Real::sin_cos(1.0);
    near3(world.position(body).unwrap(), Vec3::new(0.5 * c, 0.5 * s, 0.0), tolerance(1e-4, 1e-4));
    near(world.velocity(body).unwrap().length(), 1.0, tolerance(2e-3, 2e-3));
}

/// A soft plane is a spring along its normal and nothing else: m g / k, and free sideways.
#[test]
fn a_soft_plane_sags_by_its_stiffness() {
    let mut world = World::default();
    let moving = Rigid { velocity: Vec3::X, ..ball(0.0, 0.0, 0.0) };
    let body = world.add_rigid(moving).unwrap();
    let plane = Plane {
        a: Site::Rigid(body, Vec3::ZERO),
        softness: Softness::spring(1000.0, 60.0),
        ..Plane::default()
    };
    world.add_plane(plane).unwrap();
    run(&mut world, 2.0);
    near(world.position(body).unwrap().y, -G / 1000.0, tolerance(1e-5, 1e-9));
    near(world.velocity(body).unwrap().x, 1.0, tolerance(1e-5, 1e-12));
}

/// Pinned nodes go where they are told; the middle of an elastic bar follows halfway.
#[test]
fn moved_nodes_carry_the_body_along() {
    let mut world = weightless();
    let mesh = primitives::solid_box([1.0, 0.2, 0.2], [4, 1, 1]).unwrap();
    let ends: Vec<usize> =
        (0..mesh.points.len()).filter(|&i| mesh.points[i].x.abs() > 0.499).collect();
    let rest = mesh.points.clone();
    let soft = Soft {
        mesh,
        material: Material::Corotational { young: 1e5, poisson: 0.3, damping: 0.02 },
        mass: Mass::Density(100.0),
        pinned: ends.clone(),
        ..Soft::default()
    };
    let body = world.add_soft(soft).unwrap();
    assert!(world.move_node(body, 999, Vec3::ZERO).is_err());
    for k in 1..=100 {
        let share = (k as Real / 50.0).min(1.0);
        for &i in ends.iter().filter(|&&i| rest[i].x > 0.0) {
            let to = rest[i] + Vec3::new(0.0, 0.1, 0.0) * share;
            world.move_node(body, i, to).unwrap();
        }
        world.step();
    }
    let now: Vec<Vec3> = world.node_positions(body).unwrap().collect();
    for &i in &ends {
        let up = if rest[i].x > 0.0 { 0.1 } else { 0.0 };
        near3(now[i], rest[i] + Vec3::new(0.0, up, 0.0), tolerance(1e-6, 1e-12));
    }
    let middle: Vec<Vec3> =
        (0..now.len()).filter(|&i| rest[i].x.abs() < 0.01).map(|i| now[i] - rest[i]).collect();
    let mean = middle.iter().copied().sum::<Vec3>() / middle.len() as Real;
    near(mean.y, 0.05, 0.002);
    // At rest the elastic forces on free nodes vanish, and those on all nodes add up to nothing.
    let forces = world.elastic_forces(body).unwrap();
    let sum: Vec3 = forces.iter().copied().sum();
    assert!(sum.length() < tolerance(2e-2, 1e-9), "{sum}");
    let free = (0..now.len()).filter(|i| !ends.contains(i)).map(|i| forces[i].length());
    assert!(free.fold(0.0, Real::max) < tolerance(0.2, 0.02));
    assert!(forces[ends[0]].length() > 1.0);
    assert!(
        world
            .move_node(body, (0..now.len()).find(|i| !ends.contains(i)).unwrap(), Vec3::ZERO)
            .is_err()
    );
}

/// Contact forces: a stack of two boxes presses on the ground with both weights, the upper on the
/// lower with one; a jelly on a plate with its own.
#[test]
fn contact_forces_carry_the_weight() {
    let mut world = World::default();
    let ground = world.add_rigid(Rigid::ground()).unwrap();
    let low = Rigid::new(Shape::cuboid(0.4, 0.4, 0.4), 2.0, Vec3::new(0.0, 0.2, 0.0));
    let high = Rigid::new(Shape::cuboid(0.4, 0.4, 0.4), 1.0, Vec3::new(0.0, 0.6, 0.0));
    let (low, high) = (world.add_rigid(low).unwrap(), world.add_rigid(high).unwrap());
    let soft = Soft {
        mesh: primitives::solid_box([0.3; 3], [2, 2, 2]).unwrap(),
        material: Material::Corotational { young: 1e5, poisson: 0.3, damping: 0.01 },
        mass: Mass::Total(3.0),
        position: Vec3::new(2.0, 0.15, 0.0),
        damping: 5.0,
        ..Soft::default()
    };
    let jelly = world.add_soft(soft).unwrap();
    run(&mut world, 2.0);
    let y = |f: crate::Result<Vec3>| f.unwrap().y;
    let t = tolerance(2e-2, 2e-2);
    near(y(world.contact_force(ground, None)), -6.0 * G, 6.0 * t);
    near(y(world.contact_force(ground, Some(Other::Rigid(low)))), -3.0 * G, 3.0 * t);
    // That of a solid trembles by some thousandths, as the velocities do that its iteration accepts; on the mean it is its weight.
    let mut after = World::restore(&world.snapshot()).unwrap();
    let mut sum = [0.0; 2];
    for _ in 0..50 {
        after.step();
        sum[0] += y(after.contact_force(ground, Some(Other::Soft(jelly))));
        sum[1] += y(after.soft_contact_force(jelly, None));
    }
    near(sum[0] / 50.0, -3.0 * G, 3.0 * t);
    near(sum[1] / 50.0, 3.0 * G, 3.0 * t);
    near(y(world.contact_force(low, Some(Other::Rigid(high)))), -G, t);
    near(y(world.contact_force(high, None)), G, t);
    near(y(world.contact_force(high, Some(Other::Rigid(ground)))), 0.0, 1e-12);
    let restored = World::restore(&world.snapshot()).unwrap();
    assert_eq!(restored.contact_force(low, None), world.contact_force(low, None));
}

/// A bar of any Poisson ratio, pulled along x with a force: F L / (E A) longer, and thinner (or, if
/// it is negative, thicker) by ν times that. Planes at its ends let it change its width.
#[test]
fn poisson_ratios_from_negative_to_nearly_incompressible() {
    for poisson in [-0.9, -0.3, 0.0, 0.3, 0.45] {
        let mut world = weightless();
        let mesh = primitives::solid_box([1.0, 0.2, 0.2], [5, 2, 2]).unwrap();
        let rest = mesh.points.clone();
        let soft = Soft {
            mesh,
            material: Material::Corotational { young: 1e5, poisson, damping: 0.1 },
            mass: Mass::Density(1000.0),
            ..Soft::default()
        };
        let body = world.add_soft(soft).unwrap();
        for i in 0..rest.len() {
            for (axis, low) in [(Vec3::X, -0.5), (Vec3::Y, -0.1), (Vec3::Z, -0.1)] {
                if rest[i].dot(axis) < low + 1e-4 {
                    let a = Site::Node(body, i);
                    world.add_plane(Plane { a, normal: axis, ..Plane::default() }).unwrap();
                }
            }
        }
        // The far end is pulled by planes that move out: a strain of 1%.
        for i in (0..rest.len()).filter(|&i| rest[i].x > 0.499) {
            let plane = Plane {
                a: Site::Node(body, i),
                normal: Vec3::X,
                offset: Some(0.51),
                softness: Softness::spring(1e9, 0.0),
                ..Plane::default()
            };
            world.add_plane(plane).unwrap();
        }
        run(&mut world, 3.0);
        let far = world.node_positions(body).unwrap().zip(&rest);
        let (mut wide, mut count) = (0.0, 0.0);
        for (x, r) in far.filter(|(_, r)| r.y > 0.099) {
            wide += x.y - r.y;
            count += 1.0;
        }
        near(wide / count, -poisson * 0.01 * 0.2, tolerance(2e-5, 1e-5));
    }
}

#[test]
fn contacts_tell_the_weight_they_carry() {
    let mut world = World::default();
    world.add_rigid(Rigid::ground()).unwrap();
    let size = Vec3::new(0.4, 0.2, 0.4);
    world.add_rigid(Rigid::new(Shape::Cuboid { size }, 3.0, Vec3::new(0.0, 0.1, 0.0))).unwrap();
    let cloth = Soft {
        mesh: primitives::grid([0.2, 0.2], [5, 5]).unwrap(),
        material: Material::Inextensible { bending: 0.0, compression: 20.0 },
        mass: Mass::Total(0.5),
        thickness: 0.01,
        position: Vec3::new(2.0, 0.005, 0.0),
        ..Soft::default()
    };
    world.add_soft(cloth).unwrap();
    assert_eq!(world.contact_forces().count(), 0);
    run(&mut world, 1.0);
    // At rest the ground carries what gravity pulls: 1% is what a last wobble may leave.
    for (of_node, mass) in [(false, 3.0), (true, 0.5)] {
        let own = world.contact_forces().filter(|c| c.of_node == of_node);
        let (along, all) = own.fold((0.0, Vec3::ZERO), |(along, all), c| {
            (along + c.force.dot(c.normal), all + c.force)
        });
        near(along, mass * G, 0.01 * mass * G);
        near(all.y.abs(), mass * G, 0.01 * mass * G);
    }
}

#[test]
fn settings_change_while_a_world_runs() {
    let mut world = World::default();
    let body = world.add_rigid(ball(0.0, 0.0, 0.0)).unwrap();
    run(&mut world, 0.5);
    let gravity = Vec3::new(1.0, 0.0, 0.0);
    world.set_config(Config { gravity, substeps: Some(3), ..*world.config() }).unwrap();
    let before = world.velocity(body).unwrap();
    run(&mut world, 1.0);
    assert_eq!(world.report().substeps, 3);
    near3(world.velocity(body).unwrap() - before, gravity, tolerance(1e-5, 1e-12));
    let refused = world.set_config(Config { iterations: 0, ..*world.config() });
    assert!(refused.is_err() && world.config().iterations == 1);
}

/// A thousand kilograms rest on one, solved directly: nothing sinks.
#[test]
fn newton_holds_a_heavy_box_on_a_light_one() {
    let solver = SolverChoice::Newton;
    let mut world = World::new(Config { solver, ..Config::default() }).unwrap();
    world.add_rigid(Rigid::ground()).unwrap();
    let cube = |mass: Real, y: Real| {
        Rigid::new(Shape::cuboid(1.0, 1.0, 1.0), mass, Vec3::new(0.0, y, 0.0))
    };
    world.add_rigid(cube(1.0, 0.5)).unwrap();
    let heavy = world.add_rigid(cube(1000.0, 1.5)).unwrap();
    run(&mut world, 2.0);
    near(world.position(heavy).unwrap().y, 1.5, 2e-4);
    assert!(world.velocity(heavy).unwrap().length() < 1e-3);
}

/// Fifty links of 1 kg carry 1000 kg, solved directly: the joints stay together.
#[test]
fn newton_holds_a_long_chain_under_a_heavy_weight() {
    let solver = SolverChoice::Newton;
    let mut world = World::new(Config { solver, ..Config::default() }).unwrap();
    let (mut last, mut at) = (Site::World(Vec3::ZERO), 0.0);
    let mut anchors = Vec::new();
    for i in 0..=50 {
        let (half, mass) = if i == 50 { (0.2, 1000.0) } else { (0.05, 1.0) };
        let shape = Shape::cuboid(0.04, 2.0 * half, 0.04);
        let link = Rigid::new(shape, mass, Vec3::new(0.0, at - half, 0.0));
        let link = world.add_rigid(Rigid { collides: false, ..link }).unwrap();
        let (a, b) = (last, Site::Rigid(link, Vec3::new(0.0, half, 0.0)));
        anchors.push(world.add_anchor(Anchor { a, b, ..Anchor::default() }).unwrap());
        last = Site::Rigid(link, Vec3::new(0.0, -half, 0.0));
        at -= 2.0 * half;
    }
    run(&mut world, 1.0);
    for anchor in &anchors {
        assert!(world.anchor_violation(*anchor).unwrap().length() < 1e-4);
    }
    near(world.anchor_force(anchors[0]).unwrap().length(), 1050.0 * G, 0.01 * 1050.0 * G);
}

/// Links that hang by anchors hold when they are swept, once in a substep and from rest: a start from all of
/// their last impulse would tear them apart within half a second.
#[test]
fn links_that_hang_by_anchors_hold_when_swept() {
    for (links, load) in [(3, 1.0), (3, 10.0), (10, 10.0)] {
        let solver = SolverChoice::Sweep;
        let mut world = World::new(Config { solver, ..Config::default() }).unwrap();
        let (half, mut last) = (0.05, Site::World(Vec3::ZERO));
        let mut anchors = Vec::new();
        for i in 0..=links {
            let x = -Vec3::Y * (half * (2 * i + 1) as Real);
            let mass = if i == links { load } else { 1.0 };
            let link = Rigid { collides: false, ..Rigid::new(Shape::ball(0.04), mass, x) };
            let link = world.add_rigid(link).unwrap();
            let b = Site::Rigid(link, Vec3::Y * half);
            anchors.push(world.add_anchor(Anchor { a: last, b, ..Anchor::default() }).unwrap());
            last = Site::Rigid(link, -Vec3::Y * half);
        }
        for _ in 0..100 {
            world.step();
            for &anchor in &anchors {
                let gap = world.anchor_violation(anchor).unwrap().length();
                assert!(gap < 5e-3, "{links} links under {load} kg come apart by {gap} m");
            }
        }
    }
}
