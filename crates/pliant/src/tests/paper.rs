//! The variants of Vezzano et al. 2015, each against what was derived for it.

use super::near;
use crate::meshing::primitives;
use crate::{
    Config, ContactImpulses, FrictionLimit, Mass, Material, PositionBased, Real, Resistance, Rigid,
    Shape, Soft, Vec3, World,
};

fn block(position: Vec3, velocity: Vec3) -> Soft {
    Soft {
        mesh: primitives::solid_box([0.2, 0.1, 0.2], [2, 1, 2]).unwrap(),
        material: Material::PositionBased(PositionBased {
            resistance: Resistance::Young(1e5),
            ..PositionBased::default()
        }),
        mass: Mass::Total(1.0),
        position,
        velocity,
        ..Soft::default()
    }
}

/// Section 4.3: a rigid body gets the mean of the impulses of its contacts, not their sum. Nine nodes that land on a heavy
/// plate each push it as if alone, and it gets a ninth of what they lose.
#[test]
fn averaged_contacts_lose_momentum() {
    let land = |contact_impulses: ContactImpulses| {
        let gravity = Vec3::ZERO;
        let mut world =
            World::new(Config { gravity, contact_impulses, ..Config::default() }).unwrap();
        let plate = Rigid::new(Shape::cuboid(0.5, 0.1, 0.5), 50.0, Vec3::Y * -0.05);
        let plate = world.add_rigid(plate).unwrap();
        world.add_soft(block(Vec3::Y * 0.06, Vec3::Y * -1.0)).unwrap();
        let before = world.momentum()[0].y;
        for _ in 0..15 {
            world.step();
        }
        let plate = world.velocity(plate).unwrap().y * 50.0;
        let soft = world.momentum()[0].y - plate - before;
        (plate, soft)
    };
    let (plate, soft) = land(ContactImpulses::Sum);
    near(plate, -soft, 2e-4);
    assert!(soft > 0.9, "{soft}");
    let (plate, soft) = land(ContactImpulses::Mean);
    assert!(soft > 0.9, "{soft}");
    near(-plate / soft, 1.0 / 9.0, 0.02);
}

/// Eq. 32: friction is limited by the weight, whatever presses. A block that is pressed down by three times its weight and
/// pushed aside by its weight stays put on a surface with μ = 0.5, and slips if only its weight counts.
#[test]
fn friction_by_gravity_ignores_what_presses() {
    let push = |friction_limit: FrictionLimit, pressed: Real| {
        let mut world = World::new(Config { friction_limit, ..Config::default() }).unwrap();
        world.add_rigid(Rigid::ground()).unwrap();
        let body = world.add_soft(block(Vec3::Y * 0.05, Vec3::ZERO)).unwrap();
        let nodes = world.node_positions(body).unwrap().count();
        for _ in 0..50 {
            for i in 0..nodes {
                let force = Vec3::new(9.81, -9.81 * pressed, 0.0) / nodes as Real;
                world.apply_force(crate::Site::Node(body, i), force).unwrap();
            }
            world.step();
        }
        let moved = world.node_positions(body).unwrap().map(|p| p.x).sum::<Real>();
        moved / nodes as Real
    };
    let stays = push(FrictionLimit::Cone, 3.0);
    assert!(stays < 0.01, "{stays}");
    // ½ (1 − μ) g t² in one second.
    let slips = push(FrictionLimit::Gravity, 3.0);
    near(slips, 0.5 * 0.5 * 9.81, 0.25);
    // Without a further load both are the same.
    let (cone, gravity) = (push(FrictionLimit::Cone, 0.0), push(FrictionLimit::Gravity, 0.0));
    near(gravity, cone, 0.05 * cone);
}

/// What the direct solvers do not know is refused with them.
#[test]
fn literal_rows_are_swept() {
    for config in [
        Config { contact_impulses: ContactImpulses::Mean, ..Config::default() },
        Config { friction_limit: FrictionLimit::Gravity, ..Config::default() },
    ] {
        assert!(World::new(config).is_ok());
        for solver in [crate::SolverChoice::Newton, crate::SolverChoice::Space] {
            assert!(World::new(Config { solver, ..config }).is_err());
        }
    }
}
