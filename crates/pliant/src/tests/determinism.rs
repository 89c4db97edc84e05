//! Same input, same bits: run to run, for any number of threads and any instructions, and through a
//! snapshot at any step.

use crate::meshing::primitives;
use crate::{
    Anchor, Axis, Config, Distance, Freedom, Gear, Joint, JointKind, Mass, Material, Motor, Real,
    Resists, Rigid, Shape, Simd, Site, Soft, SolverChoice, Vec3, World,
};

/// A world with every body, constraint and row shape, and a cloth large enough for threads.
fn everything(config: Config) -> World {
    let mut world = World::new(config).unwrap();
    world.add_rigid(Rigid::ground()).unwrap();
    let bodies: Vec<_> = (0..4)
        .map(|i| {
            let at = Vec3::new(1.5, 0.26 + 0.52 * i as Real, 0.02 * i as Real);
            world.add_rigid(Rigid::new(Shape::cuboid(0.5, 0.5, 0.5), 1.0, at)).unwrap()
        })
        .collect();
    let sphere = world.add_rigid(Rigid::new(Shape::ball(0.25), 1.0, Vec3::Y * 0.25)).unwrap();
    let pill = Shape::Capsule { radius: 0.1, height: 0.3 };
    let pill = world.add_rigid(Rigid::new(pill, 0.5, Vec3::new(-1.5, 0.5, 0.0))).unwrap();
    let cloth = Soft {
        mesh: primitives::grid([1.0, 1.0], [71, 71]).unwrap(),
        material: Material::Inextensible { bending: 1e-4, compression: 20.0 },
        mass: Mass::Total(0.5),
        position: Vec3::Y * 0.51,
        damping: 1.0,
        ..Soft::default()
    };
    let cloth = world.add_soft(cloth).unwrap();
    let jelly = Soft {
        mesh: primitives::solid_box([0.3; 3], [2; 3]).unwrap(),
        material: Material::Corotational { young: 5e4, poisson: 0.3, damping: 0.0 },
        position: Vec3::new(0.0, 0.16, 2.0),
        mass: Mass::Density(800.0),
        ..Soft::default()
    };
    let jelly = world.add_soft(jelly).unwrap();
    let springs = Soft {
        mesh: primitives::solid_box([0.2; 3], [2; 3]).unwrap(),
        material: Material::MassSpring { stiffness: 500.0, damping: 0.5, bending: 0.0 },
        position: Vec3::new(0.0, 0.2, -2.0),
        ..Soft::default()
    };
    let springs = world.add_soft(springs).unwrap();
    for (a, b) in [
        (Site::Node(cloth, 0), Site::World(Vec3::new(-0.5, 0.52, -0.5))),
        (Site::Node(jelly, 3), Site::Node(springs, 2)),
        (Site::Rigid(pill, Vec3::Y * 0.15), Site::World(Vec3::new(-1.5, 0.7, 0.0))),
        (Site::Tet(springs, 1, [0.25; 4]), Site::World(Vec3::new(0.0, 0.3, -2.0))),
    ] {
        let softness = crate::Softness::spring(50.0, 1.0);
        world.add_anchor(Anchor { a, b, softness, ..Anchor::default() }).unwrap();
    }
    for (a, b) in [
        (Site::Rigid(bodies[3], Vec3::ZERO), Site::Rigid(sphere, Vec3::Y * 0.2)),
        (Site::Node(cloth, 70), Site::Rigid(bodies[3], Vec3::ZERO)),
        (Site::Face(cloth, 9, [0.3, 0.3, 0.4]), Site::Node(springs, 1)),
    ] {
        let distance = Distance { a, b, resists: Resists::Stretch, ..Distance::default() };
        world.add_distance(distance).unwrap();
    }
    add_joints(&mut world, Site::Node(springs, 5));
    world
}

/// A chain with every kind of joint, driven, sprung, limited and geared.
fn add_joints(world: &mut World, node: Site) {
    let (spring, free) = (Axis::sprung(0.1, 20.0, 0.2), Axis::default());
    let driven = Axis::driven(Motor::Velocity { target: 5.0, max_force: 0.5 });
    let (open, locked) = (Freedom::Free(spring), Freedom::Locked);
    let kinds = [
        JointKind::Hinge(driven),
        JointKind::Ball { cone: 0.3, twist: Axis::limited(-0.1, 0.2) },
        JointKind::Slider(spring),
        JointKind::Fixed,
        JointKind::Distance(free),
        JointKind::Cylindrical { slide: spring, twist: driven },
        JointKind::Universal { first: free, second: spring },
        JointKind::SixAxis { linear: [open, locked, locked], angular: [locked, open, open] },
        JointKind::Distance(spring),
    ];
    let mut last = Site::World(Vec3::new(4.0, 2.0, 0.0));
    let mut joints = Vec::new();
    for (i, kind) in kinds.into_iter().enumerate() {
        let at = Vec3::new(4.1 + 0.2 * i as Real, 2.0, 0.0);
        let link = Rigid::new(Shape::cuboid(0.15, 0.05, 0.08), 0.3, at);
        let link = world.add_rigid(link).unwrap();
        let here = Site::Rigid(link, Vec3::X * -0.1);
        joints.push(world.add_joint(Joint::along(last, here, kind, Vec3::Z)).unwrap());
        last = Site::Rigid(link, Vec3::X * 0.1);
    }
    let gear =
        Gear { name: String::new(), first: (joints[0], 0), second: (joints[5], 1), ratio: 2.0 };
    world.add_gear(gear).unwrap();
    let rod = JointKind::Distance(Axis::default());
    world.add_joint(Joint::along(last, node, rod, Vec3::X)).unwrap();
}

const STEPS: usize = 12;

fn hash_after(mut world: World, steps: usize) -> u64 {
    for i in 0..steps {
        if i == 5 {
            let body = world.rigids().nth(1).map(|(h, _)| h).unwrap();
            world
                .apply_impulse(Site::Rigid(body, Vec3::X * 0.1), Vec3::new(0.2, 0.1, 0.0))
                .unwrap();
        }
        world.step();
    }
    assert!(world.report().contained.is_empty());
    world.state_hash()
}

#[test]
fn any_number_of_threads_and_any_instructions_give_the_same_bits() {
    let config = Config { substeps: Some(20), ..Config::default() };
    let expected = hash_after(everything(config), STEPS);
    assert_eq!(hash_after(everything(config), STEPS), expected, "run to run");
    for threads in [2, 4] {
        let config = Config { threads, ..config };
        assert_eq!(hash_after(everything(config), STEPS), expected, "{threads} threads");
    }
    let config = Config { simd: Simd::Baseline, ..config };
    assert_eq!(hash_after(everything(config), STEPS), expected, "baseline instructions");
}

/// A world of joints that asks for newton, which leaves them to the sweep.
fn joined(threads: usize) -> World {
    let config = Config { solver: SolverChoice::Newton, threads, ..Config::default() };
    let mut world = World::new(config).unwrap();
    let rope = Soft {
        mesh: primitives::rope(1.0, 6).unwrap(),
        mass: Mass::Total(0.2),
        position: Vec3::new(6.0, 2.0, 0.5),
        ..Soft::default()
    };
    let rope = world.add_soft(rope).unwrap();
    add_joints(&mut world, Site::Node(rope, 5));
    world
}

#[test]
fn joints_give_the_same_bits_when_newton_is_asked_for() {
    let mut world = joined(1);
    let mut hashes = Vec::new();
    let mut snapshots = Vec::new();
    for _ in 0..STEPS {
        snapshots.push(world.snapshot());
        world.step();
        hashes.push(world.state_hash());
    }
    assert!(world.report().contained.is_empty());
    for threads in [1, 2, 4] {
        let mut other = joined(threads);
        for (i, hash) in hashes.iter().enumerate() {
            other.step();
            assert_eq!(other.state_hash(), *hash, "step {i} with {threads} threads");
        }
    }
    for (i, bytes) in snapshots.iter().enumerate() {
        let mut restored = World::restore(bytes).unwrap();
        (i..STEPS).for_each(|_| {
            restored.step();
        });
        assert_eq!(restored.state_hash(), world.state_hash(), "from step {i}");
    }
}

#[test]
fn a_snapshot_at_any_step_goes_on_with_the_same_bits() {
    let config = Config { substeps: Some(10), ..Config::default() };
    let mut world = everything(config);
    let mut snapshots = Vec::new();
    for _ in 0..STEPS {
        snapshots.push(world.snapshot());
        world.step();
    }
    for (i, bytes) in snapshots.iter().enumerate() {
        let mut restored = World::restore(bytes).unwrap();
        assert_eq!(&restored.snapshot(), bytes, "step {i}: written again");
        for _ in i..STEPS {
            restored.step();
        }
        assert_eq!(restored.state_hash(), world.state_hash(), "from step {i}");
    }
}

/// Handles, pending commands and recycled places survive too.
#[test]
fn a_snapshot_keeps_handles_and_commands() {
    let mut world = World::default();
    let gone = world.add_rigid(Rigid::default()).unwrap();
    world.remove_rigid(gone).unwrap();
    let body = world.add_rigid(Rigid::default()).unwrap();
    world.apply_impulse(Site::Rigid(body, Vec3::ZERO), Vec3::X).unwrap();
    let mut restored = World::restore(&world.snapshot()).unwrap();
    assert!(restored.position(gone).is_err());
    restored.step();
    assert!(restored.velocity(body).unwrap().x > 0.0);
}

#[test]
fn damaged_snapshots_are_refused_or_read_but_never_panic() {
    let mut world = World::default();
    world.add_rigid(Rigid::ground()).unwrap();
    let mesh = primitives::solid_box([0.3; 3], [1; 3]).unwrap();
    let material = Material::Corotational { young: 5e4, poisson: 0.3, damping: 0.0 };
    world.add_soft(Soft { mesh, material, ..Soft::default() }).unwrap();
    let driven = Axis::driven(Motor::Velocity { target: 5.0, max_force: 0.5 });
    let [first, second] = [JointKind::Hinge(driven), JointKind::Slider(Axis::limited(-0.1, 0.1))]
        .map(|kind| {
            let body = Rigid { collides: false, ..Rigid::default() };
            let b = Site::Rigid(world.add_rigid(body).unwrap(), Vec3::ZERO);
            world.add_joint(Joint::along(Site::World(Vec3::ZERO), b, kind, Vec3::X)).unwrap()
        });
    let (first, second) = ((first, 0), (second, 0));
    world.add_gear(Gear { name: String::new(), first, second, ratio: 2.0 }).unwrap();
    world.step();
    let bytes = world.snapshot();
    assert!(World::restore(&[]).is_err());
    assert!(World::restore(b"something else entirely").is_err());
    let mut other = bytes.clone();
    other[8] = 99;
    let message = World::restore(&other).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(message.contains("version 99"), "{message}");
    for i in 0..bytes.len() {
        assert!(World::restore(&bytes[..i]).is_err(), "cut at {i}");
        let mut bad = bytes.clone();
        bad[i] ^= 0x15;
        if let Ok(mut world) = World::restore(&bad) {
            world.step();
        }
    }
}
