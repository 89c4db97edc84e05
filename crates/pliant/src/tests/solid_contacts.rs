//! Contacts of elastic solids: friction, rebound, momentum and energy.

use super::{near, near3, tolerance};
use crate::meshing::primitives;
use crate::*;

const G: Real = 9.81;

/// A cube, and the slope it is put on: gravity is what is aslant.
#[derive(Clone, Copy)]
struct Slope {
    size: Real,
    cells: usize,
    young: Real,
    poisson: Real,
    density: Real,
    /// The way down, from x about the normal, rad.
    towards: Real,
}

const PLAIN: Slope =
    Slope { size: 0.1, cells: 4, young: 5e4, poisson: 0.3, density: 1000.0, towards: 0.0 };

/// The same with sizes, masses, stiffness, resolution and direction changed by about a third.
fn copies() -> Vec<Slope> {
    vec![
        PLAIN,
        Slope { size: 0.07, ..PLAIN },
        Slope { size: 0.13, ..PLAIN },
        Slope { density: 700.0, ..PLAIN },
        Slope { density: 1300.0, ..PLAIN },
        Slope { young: 3.5e4, ..PLAIN },
        Slope { young: 6.5e4, ..PLAIN },
        Slope { cells: 3, ..PLAIN },
        Slope { cells: 5, ..PLAIN },
        Slope { towards: 0.5, ..PLAIN },
        Slope { poisson: 0.4, ..PLAIN },
    ]
}

impl Slope {
    fn world(self, degrees: Real, solver: SolverChoice) -> (World, Handle<Soft>) {
        let (s, c) = math::sin_cos(degrees.to_radians());
        let (b, a) = math::sin_cos(self.towards);
        let gravity = Vec3::new(a * s, -c, b * s) * G;
        let mut world = World::new(Config { gravity, ..Config::default() }).unwrap();
        world.add_rigid(Rigid::ground()).unwrap();
        let Self { size, cells, young, poisson, density, .. } = self;
        let soft = Soft {
            mesh: primitives::solid_box([size; 3], [cells; 3]).unwrap(),
            material: Material::Corotational { young, poisson, damping: 0.0 },
            mass: Mass::Density(density),
            position: Vec3::Y * (0.5 * size + 1e-4),
            solver,
            ..Soft::default()
        };
        let body = world.add_soft(soft).unwrap();
        (world, body)
    }
}

/// Mean position and velocity of the nodes.
fn mean(world: &World, body: Handle<Soft>) -> (Vec3, Vec3) {
    let n = world.node_positions(body).unwrap().count() as Real;
    let sum = |all: &mut dyn Iterator<Item = Vec3>| all.sum::<Vec3>() / n;
    let x = sum(&mut world.node_positions(body).unwrap());
    (x, sum(&mut world.node_velocities(body).unwrap()))
}

fn run(world: &mut World, seconds: Real) {
    for _ in 0..(seconds / world.config().step).round() as usize {
        world.step();
        assert!(world.report().contained.is_empty());
    }
}

/// With μ = 0.5 a cube stays on a slope of 20°, and slides down one of 30° with `g (sin α − μ cos α)`, whatever it
/// is like. A mean of the nodes over a second wavers by less than 1%: the cube trembles as it slides.
#[test]
fn friction_of_solids_is_that_of_their_load() {
    for (i, slope) in copies().into_iter().enumerate() {
        let (mut world, body) = slope.world(30.0, SolverChoice::Auto);
        run(&mut world, 0.5);
        let before = mean(&world, body).1.length();
        run(&mut world, 1.0);
        assert!(world.report().solids.products > 0, "by iteration");
        let (s, c) = math::sin_cos((30.0 as Real).to_radians());
        let expected = G * (s - 0.5 * c);
        near(mean(&world, body).1.length() - before, expected, 0.01 * expected);

        let (mut world, body) = slope.world(20.0, SolverChoice::Auto);
        run(&mut world, 1.5);
        let before = mean(&world, body).0;
        run(&mut world, 1.0);
        let moved = (mean(&world, body).0 - before).length();
        assert!(moved < 2e-4, "copy {i}: {moved}");
    }
}

/// A cube that shears as it starts goes as far as when it is solved directly: friction holds less until its foot slides.
#[test]
fn solids_slide_alike_by_iteration_and_directly() {
    let far = [SolverChoice::Auto, SolverChoice::Newton].map(|solver| {
        let (mut world, body) = PLAIN.world(30.0, solver);
        let start = mean(&world, body).0;
        run(&mut world, 1.0);
        (mean(&world, body).0 - start).length()
    });
    near(far[0], far[1], 0.03 * far[1]);
}

/// A cube comes down flat with `v`; in the step in which it lands, of one substep, its foot leaves with `e v`.
#[test]
fn nodes_of_solids_rebound() {
    for (restitution, cells) in [(0.3, 4), (0.5, 4), (0.9, 4), (0.5, 7)] {
        let config =
            Config { gravity: Vec3::ZERO, step: 0.005, substeps: Some(1), ..Config::default() };
        let mut world = World::new(config).unwrap();
        world.add_rigid(Rigid::ground()).unwrap();
        let mesh = primitives::solid_box([0.2; 3], [cells; 3]).unwrap();
        let feet: Vec<usize> =
            (0..mesh.points.len()).filter(|&i| mesh.points[i].y < -0.0999).collect();
        let soft = Soft {
            mesh,
            material: Material::Corotational { young: 5e4, poisson: 0.3, damping: 0.0 },
            mass: Mass::Density(1000.0),
            position: Vec3::Y * 0.105,
            velocity: Vec3::NEG_Y * 2.0,
            restitution,
            ..Soft::default()
        };
        let body = world.add_soft(soft).unwrap();
        world.step();
        assert!(world.report().solids.products > 0, "by iteration");
        let v: Vec<Vec3> = world.node_velocities(body).unwrap().collect();
        for &i in &feet {
            // The springs of ties give way a little.
            near(v[i].y, 2.0 * restitution, 0.1);
        }
    }
}

/// A stiff solid rebounds as a rigid one does. A tenth of its speed stays in it as vibration.
#[test]
fn stiff_solids_rebound_as_a_whole() {
    let after = [0.0, 0.5, 1.0].map(|restitution| {
        let mut world = World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap();
        world.add_rigid(Rigid::ground()).unwrap();
        let soft = Soft {
            mesh: primitives::solid_box([0.2; 3], [9; 3]).unwrap(),
            material: Material::Corotational { young: 1e7, poisson: 0.3, damping: 0.0 },
            mass: Mass::Density(1000.0),
            position: Vec3::Y * 0.13,
            velocity: Vec3::NEG_Y * 2.0,
            restitution,
            ..Soft::default()
        };
        let body = world.add_soft(soft).unwrap();
        run(&mut world, 0.2);
        mean(&world, body).1.y
    });
    assert!(after[0] < 0.3, "{after:?}");
    near(after[1], 1.0, 0.2);
    near(after[2], 2.0, 0.25);
}

/// A ball hits a floating jelly off its middle (Newton's third law), with and without rebound: momentum is kept to
/// rounding, angular momentum to a thousandth about the origin, and energy is never gained.
#[test]
fn a_ball_hits_a_jelly() {
    for (restitution, cells) in [(0.0, 4), (0.5, 4), (1.0, 4), (0.5, 8)] {
        let mut world = World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap();
        let jelly = Soft {
            mesh: primitives::solid_box([0.3, 0.2, 0.3], [cells; 3]).unwrap(),
            material: Material::Corotational { young: 2e4, poisson: 0.3, damping: 0.0 },
            mass: Mass::Density(1000.0),
            position: Vec3::new(0.1, 0.2, -0.3),
            ..Soft::default()
        };
        let jelly = world.add_soft(jelly).unwrap();
        let at = Vec3::new(0.13, 0.42, -0.28);
        let mut ball = Rigid::new(Shape::Ball { radius: 0.1 }, 0.5, at);
        (ball.velocity, ball.restitution) = (Vec3::NEG_Y * 2.0, restitution);
        let ball = world.add_rigid(ball).unwrap();
        let ([p, l], start) = (world.momentum(), world.energy());
        let mut most = 0.0_f64;
        for _ in 0..50 {
            world.step();
            let now = world.energy();
            most = most.max((now.kinetic + now.elastic) / (start.kinetic + start.elastic));
        }
        assert!(world.report().solids.products > 0 && cells > 2, "by iteration");
        assert!(world.velocity(ball).unwrap().y > 0.05, "it was thrown back");
        let [p1, l1] = world.momentum();
        near3(p1, p, p.length() * tolerance(1e-5, 1e-12));
        near3(l1, l, l.length() * 1e-3);
        assert!(most < 1.001, "{restitution} {cells}: {most}");
        let _ = jelly;
    }
}
