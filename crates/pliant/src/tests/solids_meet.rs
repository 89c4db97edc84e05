//! Elastic solids against each other: momentum, energy, and heaps.

use super::tolerance;
use crate::meshing::primitives;
use crate::{Config, Handle, Kind, Mass, Material, Real, Rigid, Shape, Soft, Vec3, Watch, World};

fn cube(size: Real, cells: usize, young: Real, at: Vec3) -> Soft {
    Soft {
        mesh: primitives::solid_box([size; 3], [cells; 3]).unwrap(),
        material: Material::Corotational { young, poisson: 0.3, damping: 0.0 },
        mass: Mass::Density(1000.0),
        position: at,
        ..Soft::default()
    }
}

fn fixed(shape: Shape, at: Vec3) -> Rigid {
    Rigid { kind: Kind::Fixed, shape, position: at, ..Rigid::default() }
}

fn floating() -> World {
    World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap()
}

/// The mean over its nodes, by their masses.
fn mean(world: &World, body: Handle<Soft>, of: impl Iterator<Item = Vec3>) -> Vec3 {
    let (mut m, mut sum) = (0.0, Vec3::ZERO);
    for (x, mass) in of.zip(world.node_masses(body).unwrap()) {
        (m, sum) = (m + mass, sum + x * mass);
    }
    sum / m
}

fn centre(world: &World, body: Handle<Soft>) -> Vec3 {
    mean(world, body, world.node_positions(body).unwrap())
}

fn velocity(world: &World, body: Handle<Soft>) -> Vec3 {
    mean(world, body, world.node_velocities(body).unwrap())
}

/// Two cubes that fly at each other, one of them turned, keep their momentum to rounding and never have more energy than before.
#[test]
fn solids_that_collide_keep_momentum_and_gain_no_energy() {
    let mut world = floating();
    let turned = crate::Quat::from_xyzw(0.2, 0.3, 0.4, 0.8).normalize();
    let left = cube(0.1, 3, 3e4, Vec3::new(-0.11, 0.0, 0.0));
    let left = Soft { velocity: Vec3::X, rotation: turned, ..left };
    let left = world.add_soft(left).unwrap();
    let right = cube(0.1, 3, 6e4, Vec3::new(0.11, 0.02, 0.01));
    world.add_soft(Soft { velocity: -Vec3::X, ..right }).unwrap();
    let ([p, l], energy) = (world.momentum(), world.energy().total());
    let mut guard = Guard::default();
    for k in 0..40 {
        world.step_watched(&mut guard);
        let now = world.energy().total();
        assert!(now < 1.01 * energy, "step {k}: {now} of {energy} J");
    }
    assert_eq!(guard.0, 0, "they cross");
    let [q, m] = world.momentum();
    let (scale, near) = (1.0, tolerance(1e-5, 1e-11));
    assert!((q - p).length() < near * scale, "{p:?} {q:?}");
    assert!((m - l).length() < 0.005, "{l:?} {m:?}");
    assert!(velocity(&world, left).x < 0.0, "it has not been thrown back");
}

/// Counts edges that go through faces of other bodies at the end of every substep.
#[derive(Default)]
struct Guard(usize);

impl Watch for Guard {
    fn substep(&mut self, world: &World, _h: Real) {
        self.0 = self.0.max(super::meet::crossings(world));
    }
}

fn crate_of_jellies(size: Real, young: Real, density: Real) -> World {
    let mut world = World::default();
    world.add_rigid(fixed(Shape::HalfSpace { normal: Vec3::Y }, Vec3::ZERO)).unwrap();
    let wide = 3.9 * size;
    for (side, axis) in [(-1.0, Vec3::X), (1.0, Vec3::X), (-1.0, Vec3::Z), (1.0, Vec3::Z)] {
        let thick = (Vec3::ONE - axis) * wide + axis * 0.1;
        let at = axis * (side * (0.5 * wide + 0.05)) + Vec3::Y * 0.5 * wide;
        world.add_rigid(fixed(Shape::Cuboid { size: thick }, at)).unwrap();
    }
    for k in 0..8 {
        let [x, y, z] = [k % 2, k / 4, k / 2 % 2].map(|i| i as Real);
        let jitter = 0.03 * ((7 * k) % 5) as Real;
        let at = Vec3::new(1.8 * x - 0.96 + jitter, 0.9 + 1.8 * y, 1.8 * z - 0.84 - jitter) * size;
        let q = [0.3 * k as Real - 1.0, 0.5, 0.2 * (k * k % 7) as Real, 1.0];
        let rotation = crate::Quat::from_xyzw(q[0], q[1], q[2], q[3]).normalize();
        let body = cube(size, 3, young, at);
        let mass = Mass::Density(density);
        world.add_soft(Soft { rotation, mass, self_contact: true, ..body }).unwrap();
    }
    world
}

/// Eight jellies that fall into a crate do not go through each other in any substep, gain no energy and stay in the crate;
/// after 1.5 s they roll and sway at most: as fast as something that fell by 1 cm.
#[test]
fn jellies_in_a_crate_lie_on_each_other() {
    for (size, young, density) in [(0.12, 5e4, 1000.0), (0.09, 4e4, 1300.0), (0.15, 9e4, 800.0)] {
        let mut world = crate_of_jellies(size, young, density);
        let mut guard = Guard::default();
        let energy = world.energy().total();
        for k in 0..75 {
            world.step_watched(&mut guard);
            assert_eq!(guard.0, 0, "{size} m, step {k}: they cross");
        }
        let now = world.energy().total();
        assert!(now < energy, "{now} of {energy} J");
        let bodies: Vec<_> = world.softs().map(|(h, _)| h).collect();
        for body in bodies {
            let at = centre(&world, body);
            let inside = at.x.abs().max(at.z.abs()) < 1.95 * size && at.y > 0.2 * size;
            assert!(inside, "{size} m: {at:?}");
            let v = velocity(&world, body).length();
            assert!(v < 0.45, "{size} m: {v} m/s");
        }
    }
}

/// A restored heap goes on bit for bit: what its pairs carried is kept.
#[test]
fn a_snapshot_of_a_heap_goes_on_bit_for_bit() {
    let mut world = crate_of_jellies(0.12, 5e4, 1000.0);
    for _ in 0..12 {
        world.step();
    }
    for k in 0..6 {
        let mut other = World::restore(&world.snapshot()).unwrap();
        world.step();
        other.step();
        assert_eq!(world.state_hash(), other.state_hash(), "step {k}");
    }
}

/// Three cubes on each other are as high as a column of their material that its weight presses, with the distance that solids
/// keep between them, and lie still.
#[test]
fn cubes_on_each_other_rest_as_a_column() {
    let (size, young, count): (Real, Real, usize) = (0.1, 1e5, 3);
    let mut world = World::default();
    world.add_rigid(Rigid::ground()).unwrap();
    let gap = 0.001;
    let mut top = None;
    for k in 0..count {
        let at = Vec3::Y * (0.5 * size + (size + gap) * k as Real);
        let material = Material::Corotational { young, poisson: 0.0, damping: 0.0 };
        top = Some(world.add_soft(Soft { material, ..cube(size, 5, young, at) }).unwrap());
    }
    let top = top.unwrap();
    for _ in 0..60 {
        world.step();
    }
    let high = size * count as Real;
    let pressed = 1000.0 * 9.81 * high * high / (2.0 * young);
    let expected = high - pressed + gap * (count - 1) as Real;
    let found = world.node_positions(top).unwrap().map(|x| x.y).fold(0.0, Real::max);
    assert!((found - expected).abs() < 3e-4, "{found} for {expected}");
    let fastest = world.node_velocities(top).unwrap().map(Vec3::length).fold(0.0, Real::max);
    assert!(fastest < 0.02, "{fastest}");
}

/// A cube on a slab whose ground slopes by 20° sticks with μ = 0.5; with less it slides down as Coulomb's law says, but for 10%: nodes that
/// pass edges may lose a little, and it settles on its way. Edges run along each other here, which is the hardest.
#[test]
fn a_cube_on_a_slab_sticks_or_slides() {
    let (slope, time): (Real, Real) = (20.0, 0.5);
    let (sin, cos) = slope.to_radians().sin_cos();
    let cases: [[Real; 4]; 5] = [
        [0.5, 1e5, 0.0, 0.01],
        [0.2, 1e5, 0.9, 1.05],
        [0.2, 3e5, 0.9, 1.05],
        [0.05, 3e4, 0.9, 1.05],
        [0.0, 1e5, 0.95, 1.05],
    ];
    for [friction, young, least, most] in cases {
        let gravity = Vec3::new(sin, -cos, 0.0) * 9.81;
        let mut world = World::new(Config { gravity, ..Config::default() }).unwrap();
        world.add_rigid(Rigid { friction: 6.0, ..Rigid::ground() }).unwrap();
        let root = friction.sqrt();
        let slab = Soft {
            mesh: primitives::solid_box([0.9, 0.06, 0.3], [18, 2, 6]).unwrap(),
            friction: root,
            ..cube(0.1, 1, 2.0 * young, Vec3::new(0.3, 0.03, 0.0))
        };
        world.add_soft(slab).unwrap();
        let at = Vec3::Y * 0.111;
        let body = world.add_soft(Soft { friction: root, ..cube(0.1, 4, young, at) }).unwrap();
        let before = centre(&world, body).x;
        for _ in 0..25 {
            world.step();
        }
        let way = centre(&world, body).x - before;
        let slides = 0.5 * 9.81 * (sin - friction.min(0.2) * cos) * time * time;
        assert!(
            way >= least * slides - 1e-3 && way < most * slides + 1e-3,
            "{friction}, {young} Pa: {way} of {slides}"
        );
    }
}
