//! Cloth in the constraint space: it is held, loaded and torn like everything else.

use super::{near, near3};
use crate::meshing::primitives;
use crate::{
    Anchor, Block, Config, Generalised, Handle, Law, Lines, Mass, Material, Real, Rigid, Rule,
    Shape, Site, Soft, SolverChoice, Vec3, World,
};

const SIDE: usize = 9;

fn world() -> World {
    World::new(Config { solver: SolverChoice::Space, ..Config::default() }).unwrap()
}

/// A level sheet of 0.4 m and 50 g that does not stretch; its node `j SIDE + i` is the `i`-th along x.
fn sheet(world: &mut World, pinned: &[usize]) -> Handle<Soft> {
    let soft = Soft {
        mesh: primitives::grid([0.4, 0.4], [SIDE, SIDE]).unwrap(),
        material: Material::Inextensible { bending: 1e-5, compression: 5.0 },
        mass: Mass::Total(0.05),
        pinned: pinned.to_vec(),
        ..Soft::default()
    };
    world.add_soft(soft).unwrap()
}

/// The largest strain of the edges along rows and columns.
fn stretch(world: &World, cloth: Handle<Soft>) -> Real {
    let at = |i: usize| world.site_position(Site::Node(cloth, i)).unwrap();
    let length = 0.4 / (SIDE - 1) as Real;
    let mut worst: Real = 0.0;
    for j in 0..SIDE {
        for i in 0..SIDE - 1 {
            let along = (at(j * SIDE + i + 1) - at(j * SIDE + i)).length();
            let across = (at((i + 1) * SIDE + j) - at(i * SIDE + j)).length();
            worst = worst.max(along.max(across) / length - 1.0);
        }
    }
    worst
}

fn corner(which: usize) -> usize {
    [0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1][which]
}

/// Points of generalised constraints hold two corners as pins would.
#[test]
fn points_hold_a_cloth() {
    let mut world = world();
    let cloth = sheet(&mut world, &[]);
    let mut held = Vec::new();
    for which in 0..2 {
        let site = Site::Node(cloth, corner(which));
        let here = world.site_position(site).unwrap();
        let point = Generalised::on_point(Site::World(here), site);
        held.push((site, here, world.add_generalised(point).unwrap()));
    }
    for _ in 0..150 {
        world.step();
        assert!(world.report().contained.is_empty());
        assert!(stretch(&world, cloth) < 0.02, "{}", stretch(&world, cloth));
    }
    let mut force = 0.0;
    for (site, here, point) in held {
        near3(world.site_position(site).unwrap(), here, 1e-3);
        force += world.generalised_force(point).unwrap()[1];
    }
    // It swings on, so its weight is met on the whole.
    near(force as Real, 0.05 * 9.81, 0.25);
    assert!(world.report().conflicts.is_empty());
}

/// A sheet of 50 g, pinned at its corners, catches a ball a hundred times as heavy.
#[test]
fn a_light_cloth_carries_a_heavy_ball() {
    let mut world = world();
    let cloth = sheet(&mut world, &[0, 1, 2, 3].map(corner));
    let ball = Rigid::new(Shape::ball(0.08), 5.0, Vec3::Y * 0.1);
    let ball = world.add_rigid(ball).unwrap();
    for _ in 0..100 {
        world.step();
        assert!(world.report().contained.is_empty());
        assert!(stretch(&world, cloth) < 0.05, "{}", stretch(&world, cloth));
    }
    let y = world.position(ball).unwrap().y;
    assert!(y > -0.2 && y < 0.1, "{y}");
}

/// Two anchors that pull a corner of a cloth apart are named, and it stays between them.
#[test]
fn conflicts_on_a_cloth_are_named() {
    let mut world = World::new(Config {
        solver: SolverChoice::Space,
        gravity: Vec3::ZERO,
        ..Config::default()
    })
    .unwrap();
    let cloth = sheet(&mut world, &[]);
    let site = Site::Node(cloth, corner(0));
    let here = world.site_position(site).unwrap();
    for way in [-0.02, 0.02] {
        let b = Site::World(here + Vec3::Y * way);
        world.add_anchor(Anchor { a: site, b, ..Anchor::default() }).unwrap();
    }
    for _ in 0..50 {
        world.step();
    }
    near3(world.site_position(site).unwrap(), here, 2e-3);
    assert_eq!(world.report().conflicts.len(), 2, "{:?}", world.report().conflicts);
}

/// Holds a point until that takes too much.
#[derive(Debug)]
struct Stitch {
    strength: f64,
    torn: bool,
}

impl Law for Stitch {
    fn lines(&self) -> usize {
        3
    }

    fn solve(&mut self, w: &Block<'_>, delta: &[f64], f: &[f64]) -> Lines {
        if self.torn { Lines::zero(3) } else { w.bilateral(delta, f) }
    }

    fn end(&mut self, f: &[f64]) {
        self.torn |= f.iter().map(|x| x * x).sum::<f64>().sqrt() > self.strength;
    }
}

/// Stitches of the caller's own hold a cloth by two corners, and let it fall when it is too heavy for them.
#[test]
fn stitches_hold_a_cloth_or_tear() {
    for (strength, tears) in [(50.0, false), (0.1, true)] {
        let mut world = world();
        let cloth = sheet(&mut world, &[]);
        for which in 0..2 {
            let site = Site::Node(cloth, corner(which));
            let here = Site::World(world.site_position(site).unwrap());
            let law = Rule::Own(Box::new(Stitch { strength, torn: false }));
            world.add_generalised(Generalised::on_point(here, site).with(law)).unwrap();
        }
        for _ in 0..50 {
            world.step();
            assert!(world.report().contained.is_empty());
        }
        let y = world.site_position(Site::Node(cloth, corner(0))).unwrap().y;
        assert!(if tears { y < -1.0 } else { y.abs() < 5e-3 }, "{strength} N: {y}");
    }
}
