//! Deformable bodies against each other and themselves: what they keep, and what does not pass.

use super::tolerance;
use crate::math::{DVec3, double, rotation};
use crate::meshing::primitives;
use crate::{
    AnyBody, Config, ContactEvent, Groups, Handle, Kind, Mass, Material, Real, Rigid, Shape, Soft,
    Vec3, Watch, World,
};

const THIN: Material = Material::Inextensible { bending: 1e-5, compression: 5.0 };

fn cloth(size: Real, nodes: usize, at: Vec3) -> Soft {
    Soft {
        mesh: primitives::grid([size, size], [nodes, nodes]).unwrap(),
        material: THIN,
        mass: Mass::Density(0.3),
        thickness: 0.005,
        position: at,
        ..Soft::default()
    }
}

fn rope(length: Real, nodes: usize, at: Vec3) -> Soft {
    Soft {
        mesh: primitives::rope(length, nodes).unwrap(),
        material: Material::Inextensible { bending: 0.0, compression: 5.0 },
        mass: Mass::Density(0.05),
        thickness: 0.01,
        position: at,
        ..Soft::default()
    }
}

fn solid(size: Real, cells: usize, at: Vec3) -> Soft {
    Soft {
        mesh: primitives::solid_box([size; 3], [cells; 3]).unwrap(),
        material: Material::Corotational { young: 2e4, poisson: 0.3, damping: 0.0 },
        mass: Mass::Density(300.0),
        position: at,
        ..Soft::default()
    }
}

fn springs(size: Real, cells: usize, at: Vec3) -> Soft {
    let material = Material::MassSpring { stiffness: 300.0, damping: 0.2, bending: 0.0 };
    Soft { material, ..solid(size, cells, at) }
}

fn floating() -> World {
    World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap()
}

/// Edges of one body that go through faces of another: every pair, by signed volumes.
pub(super) fn crossings(world: &World) -> usize {
    let bodies: Vec<Handle<Soft>> = world.softs().map(|(h, _)| h).collect();
    let mut count = 0;
    for &a in &bodies {
        let x: Vec<DVec3> = world.node_positions(a).unwrap().map(double).collect();
        for &b in &bodies {
            if a == b {
                continue;
            }
            let y: Vec<DVec3> = world.node_positions(b).unwrap().map(double).collect();
            for (ends, _) in world.edges(a).unwrap() {
                let [p, q] = ends.map(|i| x[i as usize]);
                for face in &world.mesh(b).unwrap().faces {
                    let [u, v, w] = face.map(|i| y[i as usize]);
                    let volume =
                        |a: DVec3, b: DVec3, c: DVec3, d: DVec3| (b - a).cross(c - a).dot(d - a);
                    let through = [volume(p, q, u, v), volume(p, q, v, w), volume(p, q, w, u)];
                    let same = through.iter().all(|s| *s > 0.0) || through.iter().all(|s| *s < 0.0);
                    count += usize::from(same && volume(u, v, w, p) * volume(u, v, w, q) < 0.0);
                }
            }
        }
    }
    count
}

/// Counts crossings at the end of every substep.
#[derive(Default)]
struct Guard(usize);

impl Watch for Guard {
    fn substep(&mut self, world: &World, _h: Real) {
        self.0 = self.0.max(crossings(world));
    }
}

fn watched(world: &mut World, steps: usize) -> usize {
    let mut guard = Guard::default();
    for _ in 0..steps {
        world.step_watched(&mut guard);
    }
    guard.0
}

/// Every pair of kinds that fly at each other keeps its momentum, touches, and does not pass. Impulses are equal and
/// opposite, so momentum is kept to rounding; friction acts on points that are a thickness apart, which turns them a
/// little.
#[test]
fn what_flies_at_each_other_keeps_momentum_and_does_not_pass() {
    type Make = fn(Vec3) -> Soft;
    let kinds: [(&str, Make); 4] = [
        ("cloth", |at| cloth(0.3, 9, at)),
        ("rope", |at| rope(0.4, 21, at)),
        ("solid", |at| solid(0.15, 3, at)),
        ("springs", |at| springs(0.15, 3, at)),
    ];
    for (i, (name, first)) in kinds.iter().enumerate() {
        for (other, second) in &kinds[i..] {
            // Solids of springs fold under the blow, and what folds crosses: that is not held yet.
            if *other == "springs" && ["solid", "springs"].contains(name) {
                continue;
            }
            let mut world = floating();
            let above = Soft {
                velocity: Vec3::new(0.1, -1.5, 0.0),
                rotation: rotation(Vec3::new(0.1, 1.2, 0.2)),
                ..first(Vec3::Y * 0.13)
            };
            world.add_soft(above).unwrap();
            let below = Soft { velocity: Vec3::new(0.0, 1.5, 0.2), ..second(Vec3::Y * -0.13) };
            world.add_soft(below).unwrap();
            let [p, l] = world.momentum();
            let mass: Real = world
                .softs()
                .map(|(h, _)| h)
                .collect::<Vec<_>>()
                .iter()
                .flat_map(|h| world.node_masses(*h).unwrap().collect::<Vec<_>>())
                .sum();
            let scale = 1.5 * mass;
            let mut touched = false;
            for _ in 0..12 {
                assert_eq!(watched(&mut world, 1), 0, "{name} and {other}");
                touched |= world.events().iter().any(|e| matches!(e, ContactEvent::Started { .. }));
            }
            assert!(touched, "{name} and {other} did not touch");
            let [q, m] = world.momentum();
            let near = tolerance(2e-5, 1e-11);
            assert!((q - p).length() < near * scale, "{name} and {other}: {p:?} {q:?}");
            let turned = (m - l).length() / (scale * 0.1);
            assert!(turned < 0.02, "{name} and {other}: {l:?} {m:?}, {turned}");
        }
    }
}

/// Friction between two cloths is Coulomb's: on a slope of 20° one with μ = 0.5 stays, and with μ = 0.2 slides with
/// `g (sin α − μ cos α)`: 1.512 m/s² in place of 3.355.
#[test]
fn cloth_on_cloth_sticks_or_slides_as_coulomb_says() {
    for (friction, accelerated) in [(0.5, 0.0), (0.2, 1.512)] {
        let slope = 20.0_f64.to_radians() as Real;
        let gravity = Vec3::new(9.81 * slope.sin(), -9.81 * slope.cos(), 0.0);
        let mut world = World::new(Config { gravity, ..Config::default() }).unwrap();
        let all = (0..21 * 21).collect();
        let root = (friction as f64).sqrt() as Real;
        world.add_soft(Soft { pinned: all, friction: root, ..cloth(1.0, 21, Vec3::ZERO) }).unwrap();
        let upper = world
            .add_soft(Soft { friction: root, ..cloth(0.2, 6, Vec3::new(-0.3, 0.0051, 0.003)) })
            .unwrap();
        let at = |world: &World| {
            world.node_positions(upper).unwrap().fold(Vec3::ZERO, |sum, x| sum + x) / 36.0
        };
        let start = at(&world);
        for _ in 0..20 {
            world.step();
        }
        let slid = at(&world) - start;
        // 0.4 s: 0.121 m. What it takes to settle in counts for some millimetres.
        let expected = 0.5 * accelerated * 0.16;
        assert!(
            (slid.x - expected).abs() < 0.012,
            "μ = {friction}: slid {slid:?}, expected {expected}"
        );
        assert!(slid.y.abs() < 0.002, "{slid:?}");
    }
}

/// A cloth that lies on a pinned one is held up; in other groups, or if either does not touch deformable bodies, it
/// falls through.
#[test]
fn who_touches_whom_is_as_told() {
    type Change = fn(&mut Soft);
    let cases: [(&str, Change, bool); 4] = [
        ("as it is", |_| (), true),
        ("other groups", |s| s.groups = Groups { member: 2, meets: 2 }, false),
        ("no deformable bodies", |s| s.soft_contact = false, false),
        ("nothing", |s| s.collides = false, false),
    ];
    for (name, change, held) in cases {
        let mut world = World::default();
        let mut below = cloth(0.4, 9, Vec3::ZERO);
        below.pinned = (0..81).collect();
        below.groups = Groups { member: 1, meets: 1 };
        world.add_soft(below).unwrap();
        let mut above = cloth(0.2, 6, Vec3::Y * 0.02);
        above.groups = Groups { member: 1, meets: 1 };
        change(&mut above);
        let above = world.add_soft(above).unwrap();
        for _ in 0..20 {
            world.step();
        }
        let lowest =
            world.node_positions(above).unwrap().map(|x| x.y).fold(Real::INFINITY, Real::min);
        assert_eq!(lowest > 0.0, held, "{name}: {lowest}");
    }
}

/// Bodies that are far from each other are not looked at: as much is done as if each were alone. They are before they can touch, however
/// fast they come, and not any more once they have parted.
#[test]
fn only_who_is_near_another_is_looked_at() {
    for speed in [1.0, 5.0, 20.0] {
        let mut world = floating();
        world.add_soft(Soft { velocity: Vec3::X * speed, ..solid(0.2, 3, Vec3::ZERO) }).unwrap();
        world.add_soft(solid(0.2, 3, Vec3::X * 3.0)).unwrap();
        assert_eq!(crossings(&world), 0);
        let (mut alone, mut touched) = ([0, 0], false);
        for _ in 0..(8.0 / speed / world.config().step) as usize {
            world.step();
            alone[usize::from(touched)] += usize::from(world.scratch.meetings.is_idle());
            touched |= !world.scratch.meetings.is_idle() && world.scratch.meetings.count() > 0;
            assert_eq!(crossings(&world), 0, "at {speed} m/s");
        }
        assert!(touched && alone[0] > 1 && alone[1] > 1, "at {speed} m/s: {alone:?}, {touched}");
    }
    // What touches neither is no company.
    let mut world = floating();
    world.add_soft(cloth(0.4, 9, Vec3::ZERO)).unwrap();
    let other = Groups { member: 2, meets: 2 };
    let first = Groups { member: 1, meets: 1 };
    world.add_soft(Soft { groups: other, ..cloth(0.4, 9, Vec3::Y * 0.01) }).unwrap();
    world.add_soft(Soft { groups: first, ..cloth(0.4, 9, Vec3::Y * 5.0) }).unwrap();
    world.step();
    assert_eq!(world.softs().count(), 3);
    assert!(!world.scratch.meetings.is_idle(), "the first is in all groups");
    let mut world = floating();
    world.add_soft(Soft { groups: first, ..cloth(0.4, 9, Vec3::ZERO) }).unwrap();
    world.add_soft(Soft { groups: other, ..cloth(0.4, 9, Vec3::Y * 0.01) }).unwrap();
    world.step();
    assert!(world.scratch.meetings.is_idle());
}

/// A rope that falls across a held one stays on it while its ends swing: in free fall it would be 1.2 m below.
#[test]
fn a_rope_hangs_on_a_rope() {
    let mut world = World::default();
    let held = Soft { pinned: (0..21).collect(), ..rope(0.4, 21, Vec3::ZERO) };
    world.add_soft(held).unwrap();
    let across =
        Soft { rotation: rotation(Vec3::Y * 1.5), ..rope(0.4, 21, Vec3::new(0.013, 0.05, 0.011)) };
    let falling = world.add_soft(across).unwrap();
    for _ in 0..25 {
        world.step();
    }
    let top =
        world.node_positions(falling).unwrap().map(|x| x.y).fold(Real::NEG_INFINITY, Real::max);
    assert!(top > 0.0 && top < 0.2, "{top}");
}

/// Two cloths that cross from the start are reported by name.
#[test]
fn what_crosses_from_the_start_is_reported() {
    let mut world = floating();
    let flat = Soft { name: "flat".into(), ..cloth(0.3, 11, Vec3::ZERO) };
    world.add_soft(flat).unwrap();
    let tilted = Soft {
        name: "tilted".into(),
        rotation: rotation(Vec3::new(0.35, 0.2, 0.1)),
        ..cloth(0.3, 11, Vec3::new(0.013, 0.001, 0.021))
    };
    world.add_soft(tilted).unwrap();
    let before = crossings(&world);
    assert!(before > 0);
    let report = world.step();
    assert_eq!(report.crossed, ["flat and tilted"]);
}

/// So are solids that start in each other, and a cloth that goes through itself.
#[test]
fn solids_in_each_other_and_a_cloth_in_itself_are_reported() {
    let mut world = floating();
    let named = |name: &str, soft: Soft| Soft { name: name.into(), ..soft };
    world.add_soft(named("left", solid(0.15, 3, Vec3::ZERO))).unwrap();
    let turned = Soft {
        rotation: rotation(Vec3::new(0.3, 0.2, 0.1)),
        ..solid(0.15, 3, Vec3::new(0.1, 0.013, 0.02))
    };
    world.add_soft(named("right", turned)).unwrap();
    // A strip whose second half goes down through its first.
    let mut strip = named("strip", cloth(0.3, 16, Vec3::X * 3.0));
    strip.self_contact = true;
    for p in &mut strip.mesh.points {
        if p.x > 0.0 {
            (p.x, p.y) = (0.05 - 1.2 * p.x, 0.03 - 0.5 * p.x);
        }
    }
    world.add_soft(strip).unwrap();
    let report = world.step();
    assert_eq!(report.crossed, ["left and right", "strip"]);
}

/// Events tell of two deformable bodies.
#[test]
fn events_tell_of_deformable_bodies_that_touch() {
    let mut world = World::default();
    let below = Soft { pinned: (0..81).collect(), ..cloth(0.4, 9, Vec3::ZERO) };
    let below = world.add_soft(below).unwrap();
    let above = world.add_soft(cloth(0.2, 6, Vec3::Y * 0.02)).unwrap();
    let mut seen = Vec::new();
    for _ in 0..10 {
        world.step();
        seen.extend(world.events().iter().copied());
    }
    let expected = ContactEvent::Started { a: AnyBody::Soft(below), b: AnyBody::Soft(above) };
    assert!(seen.contains(&expected), "{seen:?}");
}

/// A restored world goes on bit for bit, in the middle of a collision.
#[test]
fn a_snapshot_in_a_collision_goes_on_bit_for_bit() {
    let mut world = floating();
    world.add_soft(Soft { velocity: Vec3::Y * -1.0, ..cloth(0.3, 9, Vec3::Y * 0.02) }).unwrap();
    world.add_soft(solid(0.15, 3, Vec3::Y * -0.09)).unwrap();
    world.add_soft(Soft { velocity: Vec3::Y * -2.0, ..rope(0.4, 21, Vec3::Y * 0.1) }).unwrap();
    for k in 0..12 {
        let mut other = World::restore(&world.snapshot()).unwrap();
        world.step();
        other.step();
        assert_eq!(world.state_hash(), other.state_hash(), "step {k}");
    }
}

/// A cloth that falls on its edge and lies in folds.
fn crumpled() -> World {
    let mut world = World::default();
    let ground = Shape::HalfSpace { normal: Vec3::Y };
    world.add_rigid(Rigid { kind: Kind::Fixed, ..Rigid::new(ground, 1.0, Vec3::ZERO) }).unwrap();
    let upright = Soft {
        rotation: rotation(Vec3::new(1.5, 0.1, 0.3)),
        self_contact: true,
        soft_contact: false,
        mass: Mass::Density(0.5),
        ..cloth(0.4, 21, Vec3::Y * 0.25)
    };
    let stiff = Material::Inextensible { bending: 1e-4, compression: 5.0 };
    world.add_soft(Soft { material: stiff, ..upright }).unwrap();
    world
}

/// The largest speed of any node, and the root of the mean of their squares, m/s.
fn speeds(world: &World) -> [Real; 2] {
    let (mut most, mut sum, mut count): (Real, Real, Real) = (0.0, 0.0, 0.0);
    for (handle, _) in world.softs() {
        for v in world.node_velocities(handle).unwrap() {
            most = most.max(v.length());
            sum += v.length_squared();
            count += 1.0;
        }
    }
    [most, (sum / count).sqrt()]
}

/// A cloth that lies in folds on itself comes to rest.
#[test]
fn a_cloth_in_folds_comes_to_rest() {
    let mut world = crumpled();
    for _ in 0..200 {
        world.step();
    }
    assert!(world.report().contacts > 60, "{}", world.report().contacts);
    let mut worst: [Real; 2] = [0.0; 2];
    for _ in 0..25 {
        world.step();
        let now = speeds(&world);
        worst = [worst[0].max(now[0]), worst[1].max(now[1])];
    }
    assert!(worst[0] < 0.005 && worst[1] < 0.0003, "{worst:?}");
}

/// What pairs pushed with is part of a snapshot: while a cloth falls together, and when it lies in folds.
#[test]
fn a_snapshot_of_folds_goes_on_bit_for_bit() {
    let mut world = crumpled();
    for k in 0..40 {
        if k % 4 == 0 {
            let mut other = World::restore(&world.snapshot()).unwrap();
            for i in 0..4 {
                world.step();
                other.step();
                assert_eq!(world.state_hash(), other.state_hash(), "step {k} and {i}");
            }
        }
    }
}

/// A body that gets the slots of one that was removed begins as if that had never been there: what the other pushed with is
/// forgotten, and that it touches is told.
#[test]
fn who_takes_the_place_of_another_begins_anew() {
    // Where the first upper cloth is: on the lower one, or beside it.
    let next_after = |first: Vec3| {
        let config = Config { gravity: Vec3::ZERO, substeps: Some(8), ..Config::default() };
        let mut world = World::new(config).unwrap();
        let below = Soft { pinned: (0..81).collect(), ..cloth(0.4, 9, Vec3::ZERO) };
        let below = world.add_soft(below).unwrap();
        let fast = Soft { velocity: Vec3::new(0.2, -1.0, 0.1), ..cloth(0.2, 6, first) };
        let upper = world.add_soft(fast).unwrap();
        world.step();
        let touched = !world.events().is_empty();
        world.remove_soft(upper).unwrap();
        let next = world.add_soft(cloth(0.2, 6, Vec3::new(0.003, 0.0049, 0.002))).unwrap();
        world.step();
        let told = ContactEvent::Started { a: AnyBody::Soft(below), b: AnyBody::Soft(next) };
        assert!(world.events().contains(&told), "{:?}", world.events());
        (touched, world.node_velocities(next).unwrap().collect::<Vec<_>>())
    };
    let (touched, after) = next_after(Vec3::new(0.003, 0.01, 0.002));
    let (beside, alone) = next_after(Vec3::new(3.0, 0.01, 0.002));
    assert!(touched && !beside);
    assert_eq!(after, alone);
}

/// A small cloth that is thrown at one that is held at its corners is thrown back; no edge of either goes through a face of the other, at
/// the end of any substep.
#[test]
fn a_cloth_thrown_at_a_cloth_does_not_pass() {
    for (speed, nodes) in [(10.0, 17), (30.0, 17), (30.0, 21)] {
        let mut world = floating();
        let last = nodes * nodes;
        let held = Soft {
            pinned: vec![0, nodes - 1, last - nodes, last - 1],
            self_contact: true,
            ..cloth(0.02 * (nodes - 1) as Real, nodes, Vec3::ZERO)
        };
        world.add_soft(held).unwrap();
        let thrown = Soft {
            velocity: Vec3::Y * -speed,
            rotation: rotation(Vec3::new(0.2, 0.2, 0.4)),
            self_contact: true,
            ..cloth(0.16, 9, Vec3::new(0.02, 0.2, 0.01))
        };
        let thrown = world.add_soft(thrown).unwrap();
        let steps = (1.0 / speed / world.config().step).ceil() as usize + 8;
        assert_eq!(watched(&mut world, steps), 0, "{speed} m/s");
        let mean = world.node_velocities(thrown).unwrap().fold(Vec3::ZERO, |a, v| a + v) / 81.0;
        assert!(mean.y > 0.0, "{speed} m/s: {mean:?}");
    }
}

/// Edges of a body that go through faces of its own with which they have no node in common.
fn crossings_with_itself(world: &World, body: Handle<Soft>) -> usize {
    let x: Vec<DVec3> = world.node_positions(body).unwrap().map(double).collect();
    let mut count = 0;
    for (ends, _) in world.edges(body).unwrap() {
        for face in &world.mesh(body).unwrap().faces {
            if face.iter().any(|i| ends.contains(i)) {
                continue;
            }
            let [p, q] = ends.map(|i| x[i as usize]);
            let [u, v, w] = face.map(|i| x[i as usize]);
            let volume = |a: DVec3, b: DVec3, c: DVec3, d: DVec3| (b - a).cross(c - a).dot(d - a);
            let through = [volume(p, q, u, v), volume(p, q, v, w), volume(p, q, w, u)];
            let same = through.iter().all(|s| *s > 0.0) || through.iter().all(|s| *s < 0.0);
            count += usize::from(same && volume(u, v, w, p) * volume(u, v, w, q) < 0.0);
        }
    }
    count
}

/// Two cloths that go through each other a little come apart, whether it is a corner, a hem aslant or a hem along the other that went
/// through, and stay so; their momentum is kept to rounding.
#[test]
fn cloths_that_cross_a_little_come_apart() {
    let cases = [
        ("corner", Vec3::new(0.4, 0.0, 0.4), 0.07),
        ("hem aslant", Vec3::new(0.15, 0.03, 0.5), 0.05),
        ("hem along", Vec3::new(0.0, 0.0, 0.6), 0.07),
        ("upright hem", Vec3::new(0.0, 0.2, 1.45), 0.13),
    ];
    for (name, turn, height) in cases {
        let mut world = floating();
        world.add_soft(cloth(0.5, 21, Vec3::ZERO)).unwrap();
        let at = Vec3::new(0.013, height, 0.021);
        let upper = Soft { rotation: rotation(turn), ..cloth(0.3, 13, at) };
        world.add_soft(upper).unwrap();
        let before = crossings(&world);
        assert!(before > 0, "{name}");
        let mut out = None;
        for k in 0..60 {
            world.step();
            let now = crossings(&world);
            let crossed = !world.report().crossed.is_empty();
            assert!(now == 0 || crossed, "{name}, step {k}: {now} and none reported");
            if now == 0 {
                out.get_or_insert(k);
            }
            assert!(now == 0 || out.is_none(), "{name}, step {k}: {now} again");
        }
        assert!(out.is_some_and(|k| k < 50), "{name}: {before}, then {}", crossings(&world));
        let [p, _] = world.momentum();
        assert!(p.length() < 1e-5, "{name}: {p:?}");
    }
}

/// A cloth that is folded over, with a corner through itself, comes apart.
#[test]
fn a_cloth_with_a_corner_through_itself_comes_apart() {
    let mut world = floating();
    let mut folded = cloth(0.3, 16, Vec3::ZERO);
    folded.self_contact = true;
    for p in &mut folded.mesh.points {
        // A third is turned over along a diagonal, and comes down again through what lies below.
        let over = (p.x + p.z - 0.06) / Real::sqrt(2.0);
        if over > 0.0 {
            let back = 2.0_f64.sqrt() as Real * 0.5 * over;
            (p.x, p.z) = (p.x - 1.9 * back, p.z - 1.9 * back);
            p.y = 0.03 * (over / 0.03).min(1.0) - (0.45 * (over - 0.08)).max(0.0);
        }
    }
    let body = world.add_soft(folded).unwrap();
    let before = crossings_with_itself(&world, body);
    assert!(before > 0);
    let mut out = None;
    for k in 0..60 {
        world.step();
        let now = crossings_with_itself(&world, body);
        let crossed = !world.report().crossed.is_empty();
        assert!(now == 0 || crossed, "step {k}: {now} and none reported");
        if now == 0 {
            out.get_or_insert(k);
        }
        assert!(now == 0 || out.is_none(), "step {k}: {now} again");
    }
    assert!(out.is_some_and(|k| k < 50), "{before}, then {}", crossings_with_itself(&world, body));
}

/// A rope through a cloth is named as long as it is there; nothing flies apart.
#[test]
fn a_rope_through_a_cloth_is_reported() {
    let mut world = floating();
    let sheet = Soft { name: "sheet".into(), ..cloth(0.3, 11, Vec3::ZERO) };
    world.add_soft(sheet).unwrap();
    let upright = rotation(Vec3::Z * 1.5);
    let needle = Soft {
        name: "needle".into(),
        rotation: upright,
        ..rope(0.4, 21, Vec3::new(0.013, 0.007, 0.021))
    };
    world.add_soft(needle).unwrap();
    for k in 0..25 {
        let report = world.step();
        assert_eq!(report.crossed, ["sheet and needle"], "step {k}");
    }
    let [fastest, _] = speeds(&world);
    assert!(fastest < 0.1, "{fastest}");
}
