//! What a large solid keeps in memory.

mod counting;

use std::sync::atomic::Ordering;

use counting::LIVE;
use pliant::meshing::primitives;
use pliant::{Mass, Material, Rigid, Soft, Vec3, World};

/// At most 150 bytes a tetrahedron with everything that a step needs: mesh, nodes, contacts, work space.
#[test]
fn a_large_solid_is_small_in_memory() -> Result<(), pliant::Error> {
    let before = LIVE.load(Ordering::Relaxed);
    let mut world = World::default();
    world.add_rigid(Rigid::ground())?;
    let mesh = primitives::solid_box([0.3; 3], [20; 3])?;
    let tets = mesh.tets.len();
    world.add_soft(Soft {
        mesh,
        material: Material::Corotational { young: 1e5, poisson: 0.3, damping: 0.0 },
        mass: Mass::Density(1000.0),
        position: Vec3::Y * 0.151,
        ..Soft::default()
    })?;
    for _ in 0..5 {
        world.step();
    }
    let kept = (LIVE.load(Ordering::Relaxed) - before) as f64 / tets as f64;
    assert!(kept <= 150.0, "{kept} bytes a tetrahedron");
    Ok(())
}
