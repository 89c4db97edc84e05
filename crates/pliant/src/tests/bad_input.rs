//! Bad input is refused with the object, the value and what is accepted; nothing panics.

use proptest::prelude::*;

use super::tolerance;
use crate::meshing::primitives;
use crate::{
    Anchor, Config, Distance, Error, Goals, Handle, Mass, Material, Mesh, Other, Plane,
    PositionBased, Quat, Real, Resistance, Rigid, Shape, ShapeMatching, Site, Soft, Softness,
    Springs, Vec3, World,
};

fn message<T>(result: crate::Result<T>) -> String {
    result.err().map(|e| e.to_string()).unwrap_or_default()
}

#[track_caller]
fn says<T>(result: crate::Result<T>, parts: &[&str]) {
    let text = message(result);
    assert!(parts.iter().all(|p| text.contains(p)), "{text:?} does not say {parts:?}");
}

fn cloth() -> Soft {
    Soft { mesh: primitives::grid([1.0, 1.0], [3, 3]).unwrap(), ..Soft::default() }
}

#[test]
fn a_refused_rigid_body_says_why() {
    let mut world = World::default();
    let name = || "crate".to_owned();
    let bad = |mass| Rigid { name: name(), mass: Mass::Total(mass), ..Rigid::default() };
    says(world.add_rigid(bad(0.0)), &["rigid `crate`", "mass is 0", "above 0"]);
    says(world.add_rigid(bad(-2.0)), &["mass is -2"]);
    says(world.add_rigid(bad(Real::NAN)), &["mass is NaN"]);
    let shape = |shape| Rigid { name: name(), shape, ..Rigid::default() };
    says(world.add_rigid(shape(Shape::ball(0.0))), &["radius is 0"]);
    says(world.add_rigid(shape(Shape::cuboid(1.0, -1.0, 1.0))), &["size is -1"]);
    let flat = Shape::HalfSpace { normal: Vec3::ZERO };
    says(world.add_rigid(Rigid::fixed(flat, Vec3::ZERO)), &["normal"]);
    let floating = shape(Shape::HalfSpace { normal: Vec3::Y });
    says(world.add_rigid(floating), &["kind is Dynamic", "half-space"]);
    let turned = Rigid { rotation: Quat::from_xyzw(0.0, 0.0, 0.0, 0.0), ..Rigid::default() };
    says(world.add_rigid(turned), &["rotation", "unit quaternion"]);
    let bouncy = Rigid { restitution: 1.5, ..Rigid::default() };
    says(world.add_rigid(bouncy), &["restitution is 1.5", "0 to 1"]);
    assert_eq!(world.counts(), [0; 4]);
}

#[test]
fn a_refused_deformable_body_says_why() {
    let mut world = World::default();
    says(world.add_soft(Soft::default()), &["mesh", "empty"]);
    let mut soft = cloth();
    soft.mesh.faces[0] = [0, 1, 99];
    says(world.add_soft(soft), &["point 99", "below 9"]);
    let mut soft = cloth();
    soft.mesh.points[2].x = Real::NAN;
    says(world.add_soft(soft), &["point", "NaN", "finite"]);
    let mut soft = cloth();
    soft.mesh.faces[0] = [0, 0, 1];
    says(world.add_soft(soft), &["face", "area above 0"]);
    let mut mesh = primitives::solid_box([1.0; 3], [1; 3]).unwrap();
    mesh.tets[3].swap(0, 1);
    says(world.add_soft(Soft { mesh, ..Soft::default() }), &["tet", "(3, -", "volume above 0"]);
    says(world.add_soft(Soft { pinned: vec![12], ..cloth() }), &["node 12", "below 9"]);
    let material = Material::Corotational { young: 1e5, poisson: 0.3, damping: 0.0 };
    says(world.add_soft(Soft { material, ..cloth() }), &["no tets"]);
    let material = Material::MassSpring { stiffness: 1e9, damping: 0.0, bending: 0.0 };
    says(world.add_soft(Soft { material, ..cloth() }), &["substeps", "up to 256"]);
    let mut soft = cloth();
    soft.mesh.points.push(Vec3::ZERO);
    says(world.add_soft(soft), &["node mass", "(9, 0"]);
    assert_eq!(world.counts(), [0; 4]);
    // Nothing was left behind: the world still steps, and the next body gets the first slots.
    world.step();
    world.add_soft(cloth()).unwrap();
}

#[test]
fn stale_handles_and_missing_parts_are_named() {
    let mut world = World::default();
    let body = world.add_rigid(Rigid::default()).unwrap();
    let soft = world.add_soft(cloth()).unwrap();
    let (a, b) = (Site::Rigid(body, Vec3::ZERO), Site::Node(soft, 4));
    let anchor = world.add_anchor(Anchor { a, b, ..Anchor::default() }).unwrap();
    let site = |a| Anchor { a, b: Site::World(Vec3::ZERO), ..Anchor::default() };
    says(world.add_anchor(site(Site::Node(soft, 9))), &["node 9", "below 9"]);
    says(world.add_anchor(site(Site::Face(soft, 80, [1.0, 0.0, 0.0]))), &["face 80"]);
    says(world.add_anchor(site(Site::Tet(soft, 0, [0.25; 4]))), &["tet 0", "below 0"]);
    says(world.add_anchor(site(Site::Face(soft, 0, [1.0, 1.0, 0.0]))), &["weights", "sum 1"]);
    says(world.add_anchor(Anchor { a, b: a, ..Anchor::default() }), &["two different sites"]);
    world.remove_rigid(body).unwrap();
    assert!(matches!(world.remove_rigid(body), Err(Error::Stale { .. })));
    says(world.add_anchor(site(a)), &["rigid 0v0", "removed"]);
    says(world.position(body), &["removed"]);
    says(world.apply_force(a, Vec3::X), &["removed"]);
    // The anchor went with the body it held.
    says(world.anchor_force(anchor), &["anchor", "removed"]);
    world.step();
}

#[test]
fn settings_and_constraints_are_checked() {
    for step in [0.0, -0.01, Real::NAN, Real::INFINITY] {
        says(World::new(Config { step, ..Config::default() }).map(|_| ()), &["config: step is"]);
    }
    let config = Config { substeps: Some(0), ..Config::default() };
    says(World::new(config).map(|_| ()), &["substeps is 0", "1 to 1000"]);
    let config = Config { gravity: Vec3::new(0.0, Real::NAN, 0.0), ..Config::default() };
    says(World::new(config).map(|_| ()), &["gravity", "finite"]);
    let mut world = World::default();
    let body = world.add_rigid(Rigid::default()).unwrap();
    let a = Site::Rigid(body, Vec3::ZERO);
    let softness = Softness { compliance: -1.0, damping: 0.0 };
    says(world.add_anchor(Anchor { a, softness, ..Anchor::default() }), &["compliance is -1"]);
    let softness = Softness { compliance: 0.0, damping: 3.0 };
    says(world.add_anchor(Anchor { a, softness, ..Anchor::default() }), &["damping is 3", "rigid"]);
    let distance = Distance { a, length: Some(-1.0), ..Distance::default() };
    says(world.add_distance(distance), &["length is -1"]);
    says(world.set_pose(body, Vec3::NAN, Quat::IDENTITY), &["position", "finite"]);
    says(world.move_to(body, Vec3::ZERO, Quat::IDENTITY), &["kind is Dynamic", "kinematic"]);
}

/// A body that becomes non-finite is stopped and reported; its neighbour goes on.
#[test]
fn a_broken_body_is_contained() {
    let mut world = World::default();
    let broken = Rigid { name: "broken".into(), ..Rigid::default() };
    let broken = world.add_rigid(broken).unwrap();
    let soft =
        world.add_soft(Soft { name: "torn".into(), position: Vec3::X * 9.0, ..cloth() }).unwrap();
    let other = Rigid { position: Vec3::X * 5.0, ..Rigid::default() };
    let other = world.add_rigid(other).unwrap();
    world.state.frames.v[1] = Vec3::new(Real::NAN, 0.0, 0.0);
    world.state.nodes.v[3] = [Real::INFINITY, 0.0, 0.0, 0.0];
    assert_eq!(world.step().contained, ["broken", "torn"]);
    world.step();
    assert!(world.report().contained.is_empty());
    assert_eq!(world.position(broken).unwrap(), Vec3::ZERO);
    assert!(world.node_positions(soft).unwrap().all(|p| p.is_finite()));
    super::near(world.velocity(other).unwrap().y, -9.81 * 0.04, tolerance(1e-5, 1e-12));
}

/// Numbers as users get them wrong.
fn number() -> impl Strategy<Value = Real> {
    prop_oneof![
        Just(0.0),
        Just(Real::NAN),
        Just(Real::INFINITY),
        Just(-Real::INFINITY),
        Just(Real::MAX),
        Just(Real::MIN_POSITIVE),
        Just(1e-30),
        Just(1e30),
        (-10.0 as Real)..10.0,
        (0.01 as Real)..2.0,
        (0.01 as Real)..2.0,
    ]
}

fn vector() -> impl Strategy<Value = Vec3> {
    [number(), number(), number()].prop_map(Vec3::from_array)
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        number().prop_map(|radius| Shape::Ball { radius }),
        vector().prop_map(|size| Shape::Cuboid { size }),
        (number(), number()).prop_map(|(radius, height)| Shape::Capsule { radius, height }),
        vector().prop_map(|normal| Shape::HalfSpace { normal }),
    ]
}

fn material() -> impl Strategy<Value = Material> {
    let three = || (number(), number(), number());
    prop_oneof![
        (number(), number())
            .prop_map(|(bending, compression)| Material::Inextensible { bending, compression }),
        three().prop_map(|(stiffness, damping, bending)| Material::MassSpring {
            stiffness,
            damping,
            bending
        }),
        three().prop_map(|(young, poisson, damping)| Material::Corotational {
            young,
            poisson,
            damping
        }),
        three().prop_map(|(young, damping, bending)| Material::Springs(Springs {
            resistance: Resistance::Young(young),
            damping,
            bending,
            braces: true
        })),
        three().prop_map(|(share, bending, gamma)| Material::PositionBased(PositionBased {
            resistance: Resistance::Share(share),
            bending,
            gamma: Some(gamma),
            ..PositionBased::default()
        })),
        (three(), number()).prop_map(|((region, beta, rate), bending)| {
            let rule = Goals::Rate(rate);
            let region = Some(region);
            Material::ShapeMatching(ShapeMatching { region, quadratic: true, beta, rule, bending })
        }),
    ]
}

fn mesh() -> impl Strategy<Value = Mesh> {
    prop_oneof![
        Just(primitives::grid([1.0, 1.0], [3, 3]).unwrap()),
        Just(primitives::solid_box([0.5; 3], [1; 3]).unwrap()),
        Just(primitives::rope(1.0, 4).unwrap()),
        (
            proptest::collection::vec(vector(), 4),
            proptest::collection::vec([0u32..5, 0u32..5, 0u32..5], 0..3)
        )
            .prop_map(|(points, faces)| Mesh { points, faces, ..Mesh::default() }),
    ]
}

fn site(rigid: Handle<Rigid>, soft: Handle<Soft>, i: usize, p: Vec3, w: Real) -> Site {
    match i % 6 {
        0 => Site::World(p),
        1 => Site::Rigid(rigid, p),
        2 => Site::Node(soft, i / 6),
        3 => Site::Face(soft, i / 6, [w, 0.5 - w, 0.5]),
        _ => Site::Tet(soft, i / 6, [w, 0.5 - w, 0.25, 0.25]),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is asked for, in whatever order: no panic, and the world still steps.
    #[test]
    fn no_input_panics(
        shape in shape(), material in material(), mesh in mesh(),
        numbers in proptest::collection::vec(number(), 12),
        vectors in proptest::collection::vec(vector(), 8),
        indices in proptest::collection::vec(0usize..60, 6),
    ) {
        let mut world = World::default();
        let ground = world.add_rigid(Rigid::ground()).unwrap();
        let soft = world.add_soft(Soft { mesh: primitives::solid_box([0.5; 3], [1; 3]).unwrap(), ..Soft::default() }).unwrap();
        let rigid = Rigid {
            shape, mass: Mass::Total(numbers[0]), position: vectors[0], velocity: vectors[1],
            angular_velocity: vectors[2], friction: numbers[1], restitution: numbers[2], ..Rigid::default()
        };
        let added = world.add_rigid(rigid).unwrap_or(ground);
        let body = Soft {
            mesh, material, mass: Mass::Density(numbers[3]), position: vectors[3], velocity: vectors[4],
            friction: numbers[4], thickness: numbers[5], damping: numbers[6], pinned: vec![indices[5] % 12], ..Soft::default()
        };
        let body = world.add_soft(body).unwrap_or(soft);
        let a = site(added, body, indices[0], vectors[5], numbers[7]);
        let b = site(ground, soft, indices[1], vectors[6], numbers[8]);
        let softness = Softness { compliance: numbers[9], damping: numbers[10] };
        let _ = world.add_anchor(Anchor { a, b, softness, max_force: numbers[11], ..Anchor::default() });
        let _ = world.add_distance(Distance { a: b, b: a, length: Some(numbers[7]), softness, ..Distance::default() });
        let _ = world.add_plane(Plane {
            a, b, normal: vectors[5], offset: Some(numbers[8]), softness, max_force: numbers[11], ..Plane::default()
        });
        let _ = world.move_node(body, indices[2], vectors[6]);
        let _ = world.modes(body, indices[3]);
        let _ = world.elastic_forces(body);
        let _ = world.apply_force(a, vectors[7]);
        let _ = world.apply_impulse(b, vectors[7]);
        let _ = world.set_velocity(added, vectors[6], vectors[5]);
        let _ = world.set_gravity(vectors[4]);
        world.step();
        let _ = world.contact_force(added, Some(Other::Soft(body)));
        let _ = world.remove_rigid(added);
        let _ = world.contact_force(added, None);
        let _ = world.set_pose(added, vectors[2], Quat::IDENTITY);
        world.step();
        let _ = world.remove_soft(body);
        let bytes = world.snapshot();
        world.step();
        let mut restored = World::restore(&bytes).unwrap();
        restored.step();
        prop_assert_eq!(restored.state_hash(), world.state_hash());
    }
}
