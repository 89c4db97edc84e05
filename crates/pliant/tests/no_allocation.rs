//! A steady step allocates nothing.

mod counting;

use std::sync::atomic::Ordering;

use counting::ALLOCATIONS;
use pliant::meshing::primitives;
use pliant::{Anchor, Integrator, Mass, Material, Rigid, Shape, Site, Soft, Vec3, World};

/// Boxes on the ground, a cloth lying on a fixed ball, a jelly, cubes of springs by
/// integrators of their own, and an anchor.
fn world() -> Result<World, pliant::Error> {
    let mut world = World::default();
    world.add_rigid(Rigid::ground())?;
    for i in 0..5 {
        let at = Vec3::new(2.0, 0.25 + 0.5 * i as f32, 0.0);
        world.add_rigid(Rigid::new(Shape::cuboid(0.5, 0.5, 0.5), 1.0, at))?;
    }
    world.add_rigid(Rigid::fixed(Shape::ball(0.25), Vec3::ZERO))?;
    let cloth = world.add_soft(Soft {
        mesh: primitives::grid([0.6, 0.6], [16, 16])?,
        material: Material::Inextensible { bending: 1e-4, compression: 20.0 },
        mass: Mass::Total(0.2),
        position: Vec3::Y * 0.26,
        damping: 20.0,
        ..Soft::default()
    })?;
    world.add_soft(Soft {
        mesh: primitives::solid_box([0.3; 3], [2; 3])?,
        material: Material::Corotational { young: 1e5, poisson: 0.3, damping: 0.05 },
        mass: Mass::Density(1000.0),
        position: Vec3::new(-2.0, 0.15, 0.0),
        ..Soft::default()
    })?;
    let integrators = [Integrator::Rk4, Integrator::Verlet, Integrator::ImplicitEuler];
    for (i, integrator) in integrators.into_iter().enumerate() {
        world.add_soft(Soft {
            mesh: primitives::solid_box([0.2; 3], [1; 3])?,
            material: Material::MassSpring { stiffness: 500.0, damping: 2.0, bending: 0.0 },
            position: Vec3::new(-3.0, 0.1, i as f32),
            damping: 5.0,
            integrator: Some(integrator),
            ..Soft::default()
        })?;
    }
    let corner = Site::Node(cloth, 0);
    let b = Site::World(world.site_position(corner)?);
    world.add_anchor(Anchor { a: corner, b, ..Anchor::default() })?;
    Ok(world)
}

#[test]
fn a_steady_step_allocates_nothing() -> Result<(), pliant::Error> {
    let mut world = world()?;
    // Buffers grow to what the busiest steps need.
    for _ in 0..200 {
        world.step();
    }
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    let mut contacts = 0;
    for _ in 0..20 {
        contacts += world.step().contacts;
    }
    assert!(contacts > 0, "nothing touches");
    assert_eq!(ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
    Ok(())
}
