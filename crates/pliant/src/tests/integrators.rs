//! Integrators by name: their step matrices, orders, growth and limits, what they keep, and what rows do
//! with their bodies.

use super::{near, near3, tolerance};
use crate::math::DOUBLE;
use crate::meshing::primitives;
use crate::{
    Anchor, Config, Distance, Handle, Integrator, Mass, Material, Real, Resists, Rigid, Shape,
    Site, Soft, Vec3, World,
};

/// 1 Hz.
const OMEGA: f64 = 2.0 * std::f64::consts::PI;

/// A mass of 1 kg on a spring of frequency `omega` (rad/s) and damping `c` (N·s/m) in steps of `h`. It starts at rest at
/// x = −1 m, and gravity along x puts the place of rest at x = 0.
fn oscillator(integrator: Integrator, omega: f64, c: f64, h: f64) -> (World, Handle<Soft>) {
    long_oscillator(integrator, omega, c, h, 1.0)
}

/// The same with a spring of this length, for swings that would reach its other end.
fn long_oscillator(
    integrator: Integrator,
    omega: f64,
    c: f64,
    h: f64,
    length: Real,
) -> (World, Handle<Soft>) {
    let k = (omega * omega) as Real;
    let config = Config { gravity: Vec3::X * k, step: h as Real, ..Config::default() };
    let mut world = World::new(config).unwrap();
    let soft = Soft {
        mesh: primitives::rope(length, 2).unwrap(),
        material: Material::MassSpring { stiffness: k, damping: c as Real, bending: 0.0 },
        mass: Mass::Total(2.0),
        position: Vec3::new(-1.0 - 0.5 * length, 0.0, 0.0),
        pinned: vec![0],
        collides: false,
        integrator: Some(integrator),
        ..Soft::default()
    };
    let body = world.add_soft(soft).unwrap();
    (world, body)
}

fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step();
    }
}

fn read(world: &World, body: Handle<Soft>) -> [f64; 2] {
    let x = world.node_positions(body).unwrap().last().unwrap().x;
    let v = world.node_velocities(body).unwrap().last().unwrap().x;
    [x as f64, v as f64]
}

/// The step matrix of an integrator on `x'' = −ω² x`, by its textbook rule.
fn matrix(integrator: Integrator, w: f64, h: f64) -> [[f64; 2]; 2] {
    let (z, w2) = (w * w * h * h, w * w);
    match integrator {
        Integrator::ExplicitEuler => [[1.0, h], [-w2 * h, 1.0]],
        Integrator::SymplecticEuler => [[1.0 - z, h], [-w2 * h, 1.0]],
        Integrator::Midpoint | Integrator::Heun => [[1.0 - z / 2.0, h], [-w2 * h, 1.0 - z / 2.0]],
        Integrator::Rk4 => {
            let c = 1.0 - z / 2.0 + z * z / 24.0;
            let s = h * (1.0 - z / 6.0);
            [[c, s], [-w2 * s, c]]
        }
        Integrator::VelocityVerlet => {
            [[1.0 - z / 2.0, h], [-w2 * h * (1.0 - z / 4.0), 1.0 - z / 2.0]]
        }
        // From (x, v of the middle before) to the next.
        Integrator::Verlet => [[1.0 - z, h], [-w2 * h, 1.0]],
        Integrator::ImplicitEuler => {
            let d = 1.0 / (1.0 + z);
            [[d, h * d], [-w2 * h * d, d]]
        }
        Integrator::ImplicitMidpoint => {
            let d = 1.0 / (1.0 + z / 4.0);
            [[(1.0 - z / 4.0) * d, h * d], [-w2 * h * d, (1.0 - z / 4.0) * d]]
        }
    }
}

fn apply(m: &[[f64; 2]; 2], [x, v]: [f64; 2]) -> [f64; 2] {
    [m[0][0] * x + m[0][1] * v, m[1][0] * x + m[1][1] * v]
}

/// A hundred steps are the hundredth power of the step matrix: to 1e-9 in double precision (1e-12 but for what the
/// iteration of an implicit one rounds), to 2e-6 in single, which is some ten of its roundings of positions up to 2 m.
#[test]
fn every_integrator_is_its_step_matrix() {
    let h = 0.01;
    for integrator in Integrator::ALL {
        let (mut world, body) = oscillator(integrator, OMEGA, 0.0, h);
        let m = matrix(integrator, OMEGA, h);
        let mut state = [-1.0, 0.0];
        if integrator == Integrator::Verlet {
            // The slide's start-up: x + h v + ½ h² a, from a velocity half a step before.
            state[1] = -0.5 * h * OMEGA * OMEGA;
        }
        for _ in 0..100 {
            world.step();
            state = apply(&m, state);
        }
        assert_eq!(world.report().substeps, 1);
        let [x, v] = read(&world, body);
        let allowed = tolerance(2e-6, 1e-11) as f64;
        assert!((x - state[0]).abs() < allowed, "{integrator:?}: {x} {state:?}");
        assert!((v - state[1]).abs() < OMEGA * allowed, "{integrator:?}: {v} {state:?}");
    }
}

/// The reference answers, found apart from this: x and v after 100 steps from x = 1.
#[test]
fn the_reference_cases_hold() {
    let cases = [
        (Integrator::ExplicitEuler, 1.2177068419842325, 0.06311371993527383),
        (Integrator::SymplecticEuler, 0.9999669652574475, -0.006500032537007897),
        (Integrator::VelocityVerlet, 0.9999994654201303, -0.006493617262033091),
        (Integrator::Rk4, 0.9999999572923411, 5.120181301351283e-06),
        (Integrator::ImplicitEuler, 0.8211598425803349, 0.042560697320425354),
    ];
    for (integrator, x, v) in cases {
        let (mut world, body) = oscillator(integrator, OMEGA, 0.0, 0.01);
        steps(&mut world, 100);
        let found = read(&world, body);
        let allowed = tolerance(2e-6, 1e-9) as f64;
        assert!((found[0] + x).abs() < allowed, "{integrator:?}: {found:?}");
        assert!((found[1] + v).abs() < OMEGA * allowed, "{integrator:?}: {found:?}");
    }
}

/// Errors after a second go with the power of the step that the book says: the slope between two steps is
/// within 0.1 of it. Single precision has no room for the fourth power.
#[test]
fn errors_go_with_the_order() {
    for integrator in Integrator::ALL.into_iter().filter(|i| DOUBLE || i.order() < 4) {
        let error = |h: f64| {
            // A third of a period off, so that amplitude and phase both count.
            let (mut world, body) = oscillator(integrator, 0.8 * OMEGA, 0.0, h);
            let n = (1.0 / h).round() as usize;
            steps(&mut world, n);
            (read(&world, body)[0] + (0.8 * OMEGA).cos()).abs()
        };
        let (coarse, fine) = (error(1.0 / 100.0), error(1.0 / 200.0));
        let slope = (coarse / fine).log2();
        assert!((slope - integrator.order() as f64).abs() < 0.1, "{integrator:?}: {slope}");
    }
}

/// The same on a rope of springs that swings and crumples, where forces are not linear; with dampers for those whose
/// order does not suffer from them. Against a run of RK4 in steps of 1/3200 s.
#[test]
fn errors_go_with_the_order_on_springs_that_swing() {
    if !DOUBLE {
        return;
    }
    let run = |integrator: Integrator, h: f64| {
        let mut world = World::new(Config { step: h as Real, ..Config::default() }).unwrap();
        let damping = if integrator == Integrator::Verlet { 0.0 } else { 0.3 };
        let soft = Soft {
            mesh: primitives::rope(1.0, 5).unwrap(),
            material: Material::MassSpring { stiffness: 60.0, damping, bending: 0.0 },
            mass: Mass::Total(1.0),
            velocity: Vec3::new(-0.8, 0.0, 0.4),
            pinned: vec![0],
            collides: false,
            integrator: Some(integrator),
            tolerance: 1e-12,
            ..Soft::default()
        };
        let body = world.add_soft(soft).unwrap();
        steps(&mut world, (0.5 / h).round() as usize);
        world.node_positions(body).unwrap().collect::<Vec<_>>()
    };
    let exact = run(Integrator::Rk4, 1.0 / 3200.0);
    let undamped = {
        // Verlet is compared without dampers, with velocity Verlet in short steps: they have the same positions.
        let mut world = World::new(Config { step: 1.0 / 3200.0, ..Config::default() }).unwrap();
        let soft = Soft {
            mesh: primitives::rope(1.0, 5).unwrap(),
            material: Material::MassSpring { stiffness: 60.0, damping: 0.0, bending: 0.0 },
            mass: Mass::Total(1.0),
            velocity: Vec3::new(-0.8, 0.0, 0.4),
            pinned: vec![0],
            collides: false,
            integrator: Some(Integrator::Rk4),
            ..Soft::default()
        };
        let body = world.add_soft(soft).unwrap();
        steps(&mut world, 1600);
        world.node_positions(body).unwrap().collect::<Vec<_>>()
    };
    for integrator in Integrator::ALL {
        let exact = if integrator == Integrator::Verlet { &undamped } else { &exact };
        let error = |h: f64| {
            let found = run(integrator, h);
            found.iter().zip(exact).map(|(a, b)| (*a - *b).length() as f64).fold(0.0, f64::max)
        };
        let slope = (error(1.0 / 200.0) / error(1.0 / 400.0)).log2();
        assert!((slope - integrator.order() as f64).abs() < 0.25, "{integrator:?}: {slope}");
    }
}

/// The same on elastic solids of every law: a bar that hangs down from one end.
#[test]
fn errors_go_with_the_order_on_elastic_solids() {
    if !DOUBLE {
        return;
    }
    let (young, poisson, damping) = (4e3, 0.3, 0.0);
    for material in [
        Material::Corotational { young, poisson, damping },
        Material::Linear { young, poisson, damping },
        Material::NeoHookean { young, poisson, damping },
    ] {
        let run = |integrator: Integrator, steps: usize| {
            let step = 0.1 / steps as Real;
            let mut world = World::new(Config { step, ..Config::default() }).unwrap();
            let soft = Soft {
                mesh: primitives::solid_box([0.4, 0.2, 0.2], [2, 1, 1]).unwrap(),
                material,
                mass: Mass::Total(8.0),
                pinned: vec![0, 3, 6, 9],
                collides: false,
                integrator: Some(integrator),
                tolerance: 1e-12,
                ..Soft::default()
            };
            let body = world.add_soft(soft).unwrap();
            self::steps(&mut world, steps);
            world.node_positions(body).unwrap().collect::<Vec<_>>()
        };
        let exact = run(Integrator::Rk4, 800);
        for integrator in Integrator::ALL {
            let error = |steps: usize| {
                let found = run(integrator, steps);
                found.iter().zip(&exact).map(|(a, b)| (*a - *b).length() as f64).fold(0.0, f64::max)
            };
            let slope = (error(50) / error(100)).log2();
            let off = (slope - integrator.order() as f64).abs();
            assert!(off < 0.25, "{integrator:?} {material:?}: {slope}");
        }
    }
}

/// The amplitude `√(x² + v²/ω²)` grows by the closed form in every step; symplectic ones keep a quadratic form.
#[test]
fn amplitudes_grow_and_decay_by_closed_forms() {
    let (w, h) = (OMEGA, 0.02);
    let allowed = tolerance(3e-6, 1e-11) as f64;
    for integrator in Integrator::ALL {
        let (mut world, body) = oscillator(integrator, w, 0.0, h);
        let size = |[x, v]: [f64; 2]| match integrator {
            // Verlet's velocity is that of the middle, and goes on like this one.
            Integrator::SymplecticEuler | Integrator::Verlet => x * x + v * v / (w * w) - h * x * v,
            Integrator::VelocityVerlet => x * x + v * v / (w * w * (1.0 - 0.25 * w * w * h * h)),
            _ => x * x + v * v / (w * w),
        };
        world.step();
        let mut last = size(read(&world, body));
        for _ in 0..50 {
            world.step();
            let now = size(read(&world, body));
            let growth = (now / last).sqrt();
            assert!(
                (growth - integrator.growth(w * h)).abs() < allowed,
                "{integrator:?}: {growth}"
            );
            last = now;
        }
    }
}

/// The largest |x| in so many steps of an oscillator with this `ω h`.
fn swing(integrator: Integrator, wh: f64, steps: usize) -> f64 {
    let h = 0.01;
    let (mut world, body) = long_oscillator(integrator, wh / h, 0.0, h, 200.0);
    let mut most: f64 = 0.0;
    for _ in 0..steps {
        world.step();
        most = most.max(read(&world, body)[0].abs());
        if most > 1e6 || !world.report().contained.is_empty() {
            return f64::INFINITY;
        }
    }
    most
}

/// Just below its limit an integrator stays bounded, just above it explodes; those without any limit stay bounded
/// with steps of 16 periods, and those that are never stable grow in any.
#[test]
fn limits_of_stability_are_where_the_book_says() {
    for integrator in Integrator::ALL {
        let limit = integrator.limit() as f64;
        if limit == 0.0 {
            // A turn takes some 63 steps: the largest of the last half is nearly the amplitude.
            let expected = integrator.growth(0.1).powi(600);
            let found = swing(integrator, 0.1, 600);
            assert!((found / expected - 1.0).abs() < 0.15, "{integrator:?}: {found} {expected}");
        } else if limit.is_finite() {
            let below = swing(integrator, 0.998 * limit, 3000);
            assert!(below < 50.0, "{integrator:?} just below: {below}");
            let above = swing(integrator, 1.004 * limit, 3000);
            // Beyond the length of its spring, 200 m, a swing is another one.
            assert!(above > 190.0, "{integrator:?} just above: {above}");
        } else {
            let stiff = swing(integrator, 100.0, 1000);
            assert!(stiff < 1.2, "{integrator:?}: {stiff}");
        }
    }
}

/// A damper alone slows a node by `v' = −k v`: explicit Euler turns it round in every step longer than 1/k, and
/// throws it ever faster in steps longer than 2/k. Implicit Euler does neither: it divides by 1 + kh.
#[test]
fn explicit_euler_overshoots_and_diverges_on_decay() {
    let run = |integrator: Integrator, kh: f64| {
        let h = 0.01;
        let (mut world, body) = oscillator(integrator, 1e-3, kh / h, h);
        world.push(body, Vec3::X);
        steps(&mut world, 10);
        read(&world, body)[1]
    };
    for kh in [0.5, 1.5, 2.5] {
        let expected = (1.0f64 - kh).powi(10);
        for integrator in [Integrator::ExplicitEuler, Integrator::SymplecticEuler] {
            near(run(integrator, kh) as Real, expected as Real, 1e-4 * (1.0 + expected as Real));
        }
        let expected = (1.0 + kh).powi(-10);
        near(run(Integrator::ImplicitEuler, kh) as Real, expected as Real, 1e-4);
    }
}

impl World {
    /// Sets the velocity of all nodes that move.
    fn push(&mut self, body: Handle<Soft>, v: Vec3) {
        self.set_soft_velocity(body, v).unwrap();
    }
}

/// A cube of springs or an elastic one, in a world without gravity.
fn cube(integrator: Integrator, solid: bool, step: Real, gravity: Vec3) -> (World, Handle<Soft>) {
    let mut world = World::new(Config { gravity, step, ..Config::default() }).unwrap();
    let body = world.add_soft(cube_of(integrator, solid)).unwrap();
    (world, body)
}

/// The same without dampers: the damping of a strained solid has a moment of the order of the strain.
fn undamped(integrator: Integrator, solid: bool, step: Real) -> (World, Handle<Soft>) {
    let config = Config { gravity: Vec3::ZERO, step, ..Config::default() };
    let mut world = World::new(config).unwrap();
    let mut soft = cube_of(integrator, solid);
    if solid {
        soft.material = Material::Corotational { young: 2e4, poisson: 0.3, damping: 0.0 };
    }
    let body = world.add_soft(soft).unwrap();
    (world, body)
}

fn cube_of(integrator: Integrator, solid: bool) -> Soft {
    let material = match solid {
        true => Material::Corotational { young: 2e4, poisson: 0.3, damping: 0.005 },
        false => Material::MassSpring { stiffness: 800.0, damping: 1.0, bending: 0.0 },
    };
    Soft {
        mesh: primitives::solid_box([0.2; 3], [2; 3]).unwrap(),
        material,
        mass: Mass::Total(2.0),
        integrator: Some(integrator),
        ..Soft::default()
    }
}

/// Momentum is kept to rounding by all; angular momentum, about where it was, too by those whose rule keeps it, and to the
/// order of the step by the others.
#[test]
fn momentum_is_kept() {
    for solid in [false, true] {
        for integrator in Integrator::ALL {
            let h = 0.001;
            let (mut world, body) = undamped(integrator, solid, h);
            let at = Site::Node(body, 0);
            world.apply_impulse(at, Vec3::new(0.3, -0.4, 0.5)).unwrap();
            world.step();
            let [p, l] = world.momentum();
            steps(&mut world, 60);
            near3(world.momentum()[0], p, tolerance(2e-5, 1e-12));
            let keeps = !matches!(
                integrator,
                Integrator::ExplicitEuler
                    | Integrator::Midpoint
                    | Integrator::Heun
                    | Integrator::Rk4
            );
            let allowed = match integrator {
                _ if keeps && !solid => tolerance(1e-5, 1e-8),
                // The rotations of its elements, and so the moment of its forces, are found to some 1e-5.
                _ if keeps => 3e-4 * l.length(),
                Integrator::ExplicitEuler => 0.2 * l.length(),
                _ => 2e-3 * l.length(),
            };
            let off = (world.momentum()[1] - l).length();
            assert!(off <= allowed, "{integrator:?} solid {solid}: {off} of {}", l.length());
        }
    }
}

/// All fall with g: after t by ½ g t² but for half a step more or less of the first-order ones.
#[test]
fn all_fall_freely() {
    for solid in [false, true] {
        for integrator in Integrator::ALL {
            let (mut world, body) = cube(integrator, solid, 0.002, -Vec3::Y * 9.81);
            let y = |w: &World| w.node_positions(body).unwrap().map(|x| x.y).sum::<Real>() / 27.0;
            let start = y(&world);
            steps(&mut world, 100);
            let half = 0.5 * 9.81 * 0.2 * 0.002;
            let late = match integrator {
                Integrator::ExplicitEuler => half,
                Integrator::SymplecticEuler | Integrator::ImplicitEuler => -half,
                _ => 0.0,
            };
            near(y(&world) - start, -0.5 * 9.81 * 0.04 + late, tolerance(2e-5, 1e-10));
        }
    }
}

/// A cube dropped on the ground comes to rest on it, by every integrator at the same height to a millimetre, without
/// being deeper than that at any time.
#[test]
fn all_rest_on_the_ground_alike() {
    for solid in [false, true] {
        let mut heights = Vec::new();
        for integrator in Integrator::ALL {
            let mut world = World::new(Config { step: 0.0005, ..Config::default() }).unwrap();
            world.add_rigid(Rigid::ground()).unwrap();
            let soft =
                Soft { position: Vec3::Y * 0.11, damping: 8.0, ..cube_of(integrator, solid) };
            let body = world.add_soft(soft).unwrap();
            let (mut deepest, mut top): (Real, Real) = (0.0, 0.0);
            for _ in 0..2400 {
                world.step();
                deepest = world.node_positions(body).unwrap().map(|x| x.y).fold(deepest, Real::min);
                top = world.node_positions(body).unwrap().map(|x| x.y).fold(0.0, Real::max);
            }
            let fastest = world.node_velocities(body).unwrap().map(|v| v.length());
            let fastest = fastest.fold(0.0, Real::max);
            assert!(deepest > -1e-3, "{integrator:?} solid {solid}: {deepest}");
            // A corner of the springs hangs on three of them, and sways for long.
            let allowed = if solid { 2e-3 } else { 0.1 };
            assert!(fastest < allowed, "{integrator:?} solid {solid}: {fastest} m/s");
            heights.push(top);
        }
        let (lo, hi) =
            heights.iter().fold((1.0 as Real, 0.0 as Real), |(l, h), &x| (l.min(x), h.max(x)));
        assert!(hi - lo < 1e-3 && lo > 0.18 && hi < 0.2, "solid {solid}: {heights:?}");
    }
}

/// A ball hung on a rope of springs: the anchor carries its weight, and what it is hung on the weight of both.
#[test]
fn anchors_carry_the_load_of_every_integrator() {
    for integrator in Integrator::ALL {
        let mut world = World::new(Config { step: 0.002, ..Config::default() }).unwrap();
        let rope = Soft {
            mesh: primitives::rope(0.5, 6).unwrap(),
            material: Material::MassSpring { stiffness: 600.0, damping: 15.0, bending: 0.0 },
            mass: Mass::Total(0.5),
            rotation: crate::math::rotation(Vec3::Z * -std::f64::consts::FRAC_PI_2 as Real),
            damping: 3.0,
            collides: false,
            integrator: Some(integrator),
            ..Soft::default()
        };
        let rope = world.add_soft(rope).unwrap();
        let at = Vec3::new(0.0, -0.35, 0.0);
        let ball = world.add_rigid(Rigid::new(Shape::ball(0.1), 0.5, at)).unwrap();
        let pin = |a, b| Anchor { a, b, ..Anchor::default() };
        let top = world.add_anchor(pin(Site::Node(rope, 0), Site::World(Vec3::Y * 0.25))).unwrap();
        let low = pin(Site::Node(rope, 5), Site::Rigid(ball, Vec3::Y * 0.1));
        let low = world.add_anchor(low).unwrap();
        steps(&mut world, 2500);
        let held = world.anchor_force(top).unwrap().length();
        let hung = world.anchor_force(low).unwrap().length();
        assert!((hung - 0.5 * 9.81).abs() < 0.05, "{integrator:?}: {hung} N");
        assert!((held - 9.81).abs() < 0.1, "{integrator:?}: {held} N");
    }
}

/// Two nodes of a Verlet body that is all of one mass and a rod: the length is kept to rounding, the period is that of a
/// pendulum (2π √(l/g) (1 + θ²/16)), and the rod carries `m (g cos θ + v²/l)`.
#[test]
fn verlet_holds_equal_distances() {
    let (mut world, body) = pendulum(Resists::Both);
    let rod = world.add_distance(rod(body, Resists::Both)).unwrap();
    let (mut last, mut crossings) = (0.1, Vec::new());
    for i in 0..3000 {
        world.step();
        let x = world.node_positions(body).unwrap().last().unwrap();
        near(x.length(), 1.0, tolerance(2e-6, 1e-14));
        if (last > 0.0) != (x.x > 0.0) {
            let late = x.x / (x.x - last);
            crossings.push((i as Real + 1.0 - late) * 0.002);
            if crossings.len() == 1 {
                let v = world.node_velocities(body).unwrap().last().unwrap().length();
                near(-world.distance_force(rod).unwrap(), 9.81 + v * v, 0.02);
            }
        }
        last = x.x;
    }
    let period = crossings[2] - crossings[0];
    let theta: Real = 0.1;
    let expected =
        2.0 * std::f64::consts::PI as Real / (9.81 as Real).sqrt() * (1.0 + theta * theta / 16.0);
    near(period, expected, 1e-3);
}

/// A string lets its ends come nearer and no farther apart.
#[test]
fn verlet_holds_distances_at_most() {
    let (mut world, body) = pendulum(Resists::Stretch);
    world.add_distance(rod(body, Resists::Stretch)).unwrap();
    world.push(body, Vec3::Y * 2.0);
    let mut nearest: Real = 1.0;
    for _ in 0..1000 {
        world.step();
        let x = world.node_positions(body).unwrap().last().unwrap().length();
        assert!(x < 1.0 + tolerance(2e-6, 1e-14), "{x}");
        nearest = nearest.min(x);
    }
    // Thrown up at 2 m/s it rises by v²/2g = 0.2 m.
    near(nearest, 0.8, 0.01);
}

fn rod(body: Handle<Soft>, resists: Resists) -> Distance {
    Distance { a: Site::Node(body, 0), b: Site::Node(body, 1), resists, ..Distance::default() }
}

/// A mass at 1 m from a pinned node, a tenth of a radian aside or straight below, with hardly a spring.
fn pendulum(resists: Resists) -> (World, Handle<Soft>) {
    let mut world = World::new(Config { step: 0.002, ..Config::default() }).unwrap();
    let aside: Real = if resists == Resists::Both { 0.1 } else { 0.0 };
    let down = Vec3::new(aside.sin(), -aside.cos(), 0.0);
    let soft = Soft {
        mesh: crate::Mesh {
            points: vec![Vec3::ZERO, down],
            edges: vec![[0, 1]],
            ..crate::Mesh::default()
        },
        material: Material::MassSpring { stiffness: 1e-6, damping: 0.0, bending: 0.0 },
        mass: Mass::Total(2.0),
        pinned: vec![0],
        collides: false,
        integrator: Some(Integrator::Verlet),
        ..Soft::default()
    };
    let body = world.add_soft(soft).unwrap();
    (world, body)
}

/// A net that lies in a wind of commands, contacts and anchors goes on with the same bits after a snapshot at any step.
#[test]
fn snapshots_restore_the_same_bits() {
    for solid in [false, true] {
        for integrator in Integrator::ALL {
            let mut world = World::new(Config { step: 0.002, ..Config::default() }).unwrap();
            world.add_rigid(Rigid::ground()).unwrap();
            let soft = Soft { position: Vec3::Y * 0.102, ..cube_of(integrator, solid) };
            let body = world.add_soft(soft).unwrap();
            let pin = Anchor {
                a: Site::Node(body, 26),
                b: Site::World(Vec3::new(0.1, 0.21, 0.1)),
                ..Anchor::default()
            };
            world.add_anchor(pin).unwrap();
            world.add_distance(rod(body, Resists::Both)).unwrap();
            for i in 0..12 {
                let mut other = World::restore(&world.snapshot()).unwrap();
                for _ in 0..3 {
                    other.step();
                }
                let mut same = World::restore(&world.snapshot()).unwrap();
                world.step();
                same.step();
                assert_eq!(world.state_hash(), same.state_hash(), "{integrator:?} {solid} {i}");
                if i == 5 {
                    world.apply_impulse(Site::Node(body, 4), Vec3::X * 0.1).unwrap();
                }
            }
        }
    }
}

/// What cannot be integrated is refused by name.
#[test]
fn what_has_no_integrator_says_so() {
    let mut world = World::default();
    let cloth = Soft {
        mesh: primitives::grid([1.0, 1.0], [3, 3]).unwrap(),
        integrator: Some(Integrator::Rk4),
        ..Soft::default()
    };
    let message = world.add_soft(cloth).unwrap_err().to_string();
    assert!(message.contains("integrator") && message.contains("rk4"), "{message}");
    let both = Soft { explicit: true, ..cube_of(Integrator::Rk4, true) };
    let message = world.add_soft(both).unwrap_err().to_string();
    assert!(message.contains("explicit"), "{message}");
    let lax = Soft { tolerance: 3.0, ..cube_of(Integrator::ImplicitEuler, true) };
    assert!(world.add_soft(lax).unwrap_err().to_string().contains("tolerance"));
}

/// A net of 10 000 springs that falls from two corners takes some thirty iterations a step of 20 ms, however stiff it is: the lattice
/// knows the motions that a diagonal would need hundreds for (141 at 1 kN/m, 244 at 10 kN/m).
#[test]
fn stiffer_nets_take_no_more_iterations() {
    for stiffness in [100.0, 1e3, 1e4] {
        let mut world = World::new(Config { substeps: Some(1), ..Config::default() }).unwrap();
        let net = Soft {
            mesh: primitives::grid([1.0, 1.0], [59, 59]).unwrap(),
            material: Material::MassSpring { stiffness, damping: 0.01, bending: 0.0 },
            mass: Mass::Total(1.0),
            pinned: vec![0, 58],
            integrator: Some(Integrator::ImplicitEuler),
            ..Soft::default()
        };
        world.add_soft(net).unwrap();
        let iterations: usize = (0..25).map(|_| world.step().integrators).sum();
        assert!((25..25 * 40).contains(&iterations), "{stiffness} N/m: {iterations} in 25 steps");
    }
}
