//! Descriptors to a world.

use std::path::Path;

use glamx::DVec3;
use pliant_io::{mesh, scene};

use super::cast::{Actor, Carrier, Cast, Dress, MovedNodes, find, place, refused};
use super::engine::constraints::contact::Push;
use super::engine::meshing::embed::Embedding;
use super::engine::{
    Anchor, AnchorImpulses, Compliance, Config, ContactImpulses, Distance, Effort, Firm,
    FrictionLimit, Generalised, Goals, Groups, Handle, HingeLaw, Integrator, Kind, Mass, Material,
    Mesh, Part, Plane, PositionBased, Real, Resistance, Resists, Rigid, Rule, Shape, ShapeMatching,
    Site, Sleep, Soft, Softness, SolverChoice, Springs, Stabilisation, Stretch, Target, World,
};
use super::joint::{add_gear, add_joint};
use super::{narrow, narrow_rotation, wide};
use crate::quality::{self, Scenery, Skin, Solid};
use crate::report::Counts;
use crate::{Error, Overrides, geometry, material, motion};

/// A world with everything of a scene in it.
pub(super) struct Assembled {
    pub(super) world: World,
    pub(super) cast: Cast,
    pub(super) scenery: Scenery,
    pub(super) counts: Counts,
}

/// Puts everything of a scene into a new world.
pub(super) fn assemble(
    scene: &scene::Scene,
    folder: Option<&Path>,
    overrides: Overrides,
) -> Result<Assembled, Error> {
    let mut world = World::new(config(scene, overrides)).map_err(refused("scene"))?;
    let mut cast = Cast::default();
    let mut scenery = Scenery::default();
    let mut counts = Counts::default();
    for rigid in scene.rigid.iter().flat_map(|rigid| rigid.bodies(scene.seed)) {
        add_rigid(&rigid, 0.0, folder, &mut world, &mut cast, &mut scenery)?;
    }
    let meshes = meshes(scene, folder)?;
    for (soft, [mesh, drawn]) in scene.soft.iter().zip(meshes) {
        let mesh = mesh.unwrap_or_default();
        add_soft(soft, &mesh, &mut world, &mut cast, &mut scenery, &mut counts)?;
        dress(soft, &mesh, drawn, &mut cast, &mut scenery)?;
    }
    for anchor in &scene.anchor {
        add_anchor(anchor, &mut world, &mut cast, &scenery)?;
    }
    for distance in &scene.distance {
        add_distance(distance, &mut world, &mut cast, &scenery)?;
    }
    for plane in &scene.plane {
        add_plane(plane, &mut world, &mut cast, &scenery)?;
    }
    for generalised in &scene.generalised {
        add_generalised(generalised, &mut world, &mut cast, &scenery)?;
    }
    for joint in &scene.joint {
        add_joint(joint, &mut world, &mut cast, &mut scenery)?;
    }
    for gear in &scene.gear {
        add_gear(gear, &mut world, &mut cast)?;
    }
    let anchors = scene.anchor.iter().map(|r| [&r.a, &r.b]);
    let distances = scene.distance.iter().map(|r| [&r.a, &r.b]);
    let planes = scene.plane.iter().map(|r| [&r.a, &r.b]);
    for [a, b] in anchors.chain(distances).chain(planes).map(|sites| sites.map(|s| s.soft())) {
        let (Some(a), Some(b)) = (a, b) else { continue };
        if let Some(skin) = scenery.skins.iter_mut().find(|skin| skin.name == a) {
            skin.tied.push(b.to_owned());
        }
    }
    (counts.rigid, counts.soft) = (cast.rigids.len(), scene.soft.len());
    Ok(Assembled { world, cast, scenery, counts })
}

/// The settings that a scene states.
pub(super) fn config(scene: &scene::Scene, overrides: Overrides) -> Config {
    let threads = scene.threads.map(|n| n as usize);
    Config {
        step: overrides.step.unwrap_or(scene.step) as Real,
        substeps: scene.substeps,
        iterations: scene.iterations,
        stabilisation: match scene.stabilisation {
            scene::Stabilisation::Full => Stabilisation::Full,
            scene::Stabilisation::Baumgarte(share) => Stabilisation::Baumgarte(share as Real),
        },
        contact_impulses: match scene.contact_impulses {
            scene::ContactImpulses::Sum => ContactImpulses::Sum,
            scene::ContactImpulses::Mean => ContactImpulses::Mean,
        },
        friction_limit: match scene.friction_limit {
            scene::FrictionLimit::Cone => FrictionLimit::Cone,
            scene::FrictionLimit::Gravity => FrictionLimit::Gravity,
        },
        anchor_impulses: match scene.anchor_impulses {
            scene::AnchorImpulses::Sum => AnchorImpulses::Sum,
            scene::AnchorImpulses::Mean => AnchorImpulses::Mean,
        },
        gravity: narrow(DVec3::from_array(scene.gravity)),
        wind: narrow(DVec3::from_array(scene.wind)),
        threads: overrides.threads.or(threads).unwrap_or(1),
        solver: solver(scene.solver),
        space: Effort {
            iterations: scene.constraint_space.iterations,
            tolerance: (scene.constraint_space.tolerance)
                .map_or(Effort::default().tolerance, |x| x as Real),
        },
        sleep: scene.sleep.map(|s| Sleep { speed: s.speed as Real, seconds: s.seconds as Real }),
        contact: Push {
            frequency: scene.contact.frequency as Real,
            rigid_frequency: scene.contact.rigid_frequency as Real,
            damping_ratio: scene.contact.damping_ratio as Real,
            rigid_damping_ratio: scene.contact.rigid_damping_ratio as Real,
            speed: scene.contact.speed as Real,
            slop: scene.contact.slop as Real,
            rebound_threshold: scene.contact.rebound_threshold as Real,
        },
        ..Config::default()
    }
}

fn solver(choice: scene::Solver) -> SolverChoice {
    match choice {
        scene::Solver::Auto => SolverChoice::Auto,
        scene::Solver::Sweep => SolverChoice::Sweep,
        scene::Solver::Newton => SolverChoice::Newton,
        scene::Solver::ConstraintSpace => SolverChoice::Space,
    }
}

fn integrator(named: scene::Integrator) -> Integrator {
    match named {
        scene::Integrator::ExplicitEuler => Integrator::ExplicitEuler,
        scene::Integrator::SymplecticEuler => Integrator::SymplecticEuler,
        scene::Integrator::Midpoint => Integrator::Midpoint,
        scene::Integrator::Heun => Integrator::Heun,
        scene::Integrator::Rk4 => Integrator::Rk4,
        scene::Integrator::Verlet => Integrator::Verlet,
        scene::Integrator::VelocityVerlet => Integrator::VelocityVerlet,
        scene::Integrator::ImplicitEuler => Integrator::ImplicitEuler,
        scene::Integrator::ImplicitMidpoint => Integrator::ImplicitMidpoint,
    }
}

/// The mesh of every deformable body, and the surface that is drawn instead of its own; if several cannot be
/// made, the error tells all of them.
fn meshes(
    scene: &scene::Scene,
    folder: Option<&Path>,
) -> Result<Vec<[Option<mesh::Mesh>; 2]>, Error> {
    let (mut meshes, mut errors) = (Vec::new(), Vec::new());
    for soft in &scene.soft {
        let object = |of: &str| format!("{of}soft `{}`", soft.name);
        let mut taken = |made: Result<Option<mesh::Mesh>, mesh::MeshError>, of: &str| {
            let failed = |reason| errors.push(Error::Mesh { object: object(of), reason });
            made.map_err(failed).ok().flatten()
        };
        let mesh = taken(material::mesh(&soft.mesh, folder).map(Some), "");
        meshes.push([mesh, taken(material::drawn(soft, folder), "surface of ")]);
    }
    match errors.len() {
        0 => Ok(meshes),
        1 => Err(errors.swap_remove(0)),
        _ => Err(Error::Several(errors)),
    }
}

/// Adds a rigid body as it is at a time. One of the same name, from before the world was restored
/// to an earlier snapshot, gives way.
pub(super) fn add_rigid(
    rigid: &scene::Rigid,
    t: f64,
    folder: Option<&Path>,
    world: &mut World,
    cast: &mut Cast,
    scenery: &mut Scenery,
) -> Result<(), Error> {
    let solid = solid(rigid, t, folder)?;
    let handle = world
        .add_rigid(Rigid {
            name: rigid.name.clone(),
            kind: kind(rigid.kind),
            shape: shape(&solid.shape, rigid),
            mass: mass(rigid.mass, rigid.density.unwrap_or(scene::DEFAULT_DENSITY)),
            position: narrow(solid.position),
            rotation: narrow_rotation(solid.rotation),
            velocity: narrow(DVec3::from_array(rigid.velocity)),
            angular_velocity: narrow(DVec3::from_array(rigid.angular_velocity)),
            friction: rigid.friction as Real,
            restitution: rigid.restitution as Real,
            rolling: rigid.rolling as Real,
            spinning: rigid.spinning as Real,
            collides: rigid.collides,
            sensor: rigid.sensor,
            groups: Groups { member: solid.groups[0], meets: solid.groups[1] },
            one_way: rigid.one_way.map(|side| narrow(DVec3::from_array(side))),
            inertia: rigid.inertia.map(|i| narrow(DVec3::from_array(i))),
            linear_damping: rigid.linear_damping as Real,
            angular_damping: rigid.angular_damping as Real,
            gravity_scale: rigid.gravity_scale as Real,
            locked_translation: rigid.locked_translation,
            locked_rotation: rigid.locked_rotation,
            solver: solver(rigid.solver),
            ..Rigid::default()
        })
        .map_err(refused(format!("rigid `{}`", rigid.name)))?;
    let actor = Actor { described: rigid.clone(), handle };
    match place(&cast.rigids, &rigid.name) {
        Ok(place) => (cast.rigids[place], scenery.solids[place]) = (actor, solid),
        Err(_) => {
            cast.rigids.push(actor);
            scenery.solids.push(solid);
        }
    }
    Ok(())
}

/// A rigid body as it is seen at a time.
pub(super) fn solid(rigid: &scene::Rigid, t: f64, folder: Option<&Path>) -> Result<Solid, Error> {
    let (position, rotation) = motion::pose_at(rigid, t);
    let object = || format!("rigid `{}`", rigid.name);
    Ok(Solid {
        name: rigid.name.clone(),
        shape: geometry::shape(rigid, folder)
            .map_err(|reason| Error::Mesh { object: object(), reason })?,
        position,
        rotation,
        moves: rigid.kind != scene::Kind::Fixed,
        touches: rigid.collides && !rigid.sensor && rigid.one_way.is_none(),
        groups: [bits(&rigid.groups), bits(&rigid.meets)],
        joined: Vec::new(),
        present: true,
        asleep: false,
    })
}

/// Groups as bits; absent: all.
fn bits(list: &Option<Vec<u32>>) -> u32 {
    list.as_ref().map_or(u32::MAX, |list| list.iter().fold(0, |bits, g| bits | 1 << (g & 31)))
}

fn kind(kind: scene::Kind) -> Kind {
    match kind {
        scene::Kind::Dynamic => Kind::Dynamic,
        scene::Kind::Fixed => Kind::Fixed,
        scene::Kind::Kinematic => Kind::Kinematic,
    }
}

/// The engine's shape of what is seen; the parts' friction and restitution are those of the scene.
fn shape(seen: &quality::Shape, rigid: &scene::Rigid) -> Shape {
    let narrowed = |points: &[DVec3]| points.iter().map(|&p| narrow(p)).collect();
    let rounded = |shape: Shape, round: f64| {
        if round > 0.0 { shape.rounded(round as Real) } else { shape }
    };
    match seen {
        quality::Shape::Ball { radius } => Shape::Ball { radius: *radius as Real },
        quality::Shape::Cuboid { half, round } => {
            rounded(Shape::Cuboid { size: narrow(*half * 2.0) }, *round)
        }
        quality::Shape::Capsule { radius, half } => {
            Shape::Capsule { radius: *radius as Real, height: (2.0 * half) as Real }
        }
        quality::Shape::Cylinder { radius, half, round } => {
            let (radius, height) = (*radius as Real, (2.0 * half) as Real);
            rounded(Shape::Cylinder { radius, height }, *round)
        }
        quality::Shape::Cone { radius, half, round } => {
            let (radius, height) = (*radius as Real, (2.0 * half) as Real);
            rounded(Shape::Cone { radius, height }, *round)
        }
        quality::Shape::Hull { surface, round } => {
            rounded(Shape::Hull { points: narrowed(&surface.points) }, *round)
        }
        quality::Shape::Mesh { surface, .. } | quality::Shape::Bowl { surface, .. } => {
            Shape::Mesh { points: narrowed(&surface.points), faces: surface.faces.clone() }
        }
        quality::Shape::HeightField { surface, size, count } => Shape::HeightField {
            size: size.map(|s| s as Real),
            heights: surface
                .points
                .chunks(count[0])
                .map(|row| row.iter().map(|p| p.y as Real).collect())
                .collect(),
        },
        quality::Shape::HalfSpace { normal } => Shape::HalfSpace { normal: narrow(*normal) },
        quality::Shape::Compound(parts) => {
            let own = |i: usize| i.checked_sub(1).and_then(|i| rigid.parts.get(i));
            let part = |(i, part): (usize, &quality::Part)| Part {
                shape: shape(&part.shape, rigid),
                position: narrow(part.position),
                rotation: narrow_rotation(part.rotation),
                friction: own(i).and_then(|p| p.friction).map(|f| f as Real),
                restitution: own(i).and_then(|p| p.restitution).map(|e| e as Real),
            };
            Shape::Compound(parts.iter().enumerate().map(part).collect())
        }
    }
}

fn mass(mass: Option<f64>, density: f64) -> Mass {
    match mass {
        Some(mass) => Mass::Total(mass as Real),
        None => Mass::Density(density as Real),
    }
}

fn add_soft(
    soft: &scene::Soft,
    mesh: &mesh::Mesh,
    world: &mut World,
    cast: &mut Cast,
    scenery: &mut Scenery,
    counts: &mut Counts,
) -> Result<(), Error> {
    let object = format!("soft `{}`", soft.name);
    let nodes = material::placed(soft, mesh);
    let pins = material::pins(soft);
    let held =
        |pin: &scene::Pin| material::chosen(pin.nodes.as_deref(), pin.bounds.as_ref(), &nodes);
    let pinned = pins.iter().filter(|pin| pin.is_whole()).flat_map(held).collect();
    let handle = world
        .add_soft(Soft {
            name: soft.name.clone(),
            mesh: engine_mesh(mesh),
            material: engine_material(&soft.model),
            mass: mass(soft.mass, material::density(soft, mesh)),
            position: narrow(DVec3::from_array(soft.position)),
            rotation: narrow_rotation(glamx::DQuat::from_array(soft.rotation)),
            velocity: narrow(DVec3::from_array(soft.velocity)),
            pinned,
            friction: soft.friction as Real,
            restitution: soft.restitution as Real,
            thickness: material::thickness(soft, mesh) as Real,
            damping: material::damping(soft, mesh) as Real,
            internal_friction: soft.internal_friction.map(|f| f as Real),
            hinges: match soft.hinges {
                scene::Hinges::Angle => HingeLaw::Angle,
                scene::Hinges::Product => HingeLaw::Product,
            },
            firm: firm(soft.firm.as_ref()),
            calibrate: soft
                .calibrate
                .map(|t| Target { young: t.young as Real, poisson: t.poisson as Real }),
            shear: soft.shear.map(|s| s as Real),
            drag: soft.drag as Real,
            compliance: match soft.compliance {
                scene::Compliance::Exact => Compliance::Exact,
                scene::Compliance::Warped => Compliance::Warped,
            },
            grading: material::grading(soft, mesh, &nodes).iter().map(|&f| f as Real).collect(),
            explicit: soft.explicit,
            integrator: soft.integrator.map(integrator),
            tolerance: soft.tolerance.map_or(Soft::default().tolerance, |t| t as Real),
            collides: soft.collides,
            soft_contact: soft.soft_contact,
            self_contact: soft.self_contact,
            groups: Groups { member: bits(&soft.groups), meets: bits(&soft.meets) },
            solver: solver(soft.solver),
        })
        .map_err(refused(&object))?;
    counts.nodes += nodes.len();
    counts.tets += mesh.tets.len();
    counts.faces += world.mesh(handle).map_err(refused(&object))?.faces.len();
    counts.springs += world.springs(handle).map_err(refused(&object))?;
    for pin in &pins {
        add_pin(pin, handle, soft, &nodes, world, cast)?;
    }
    cast.starts.push(nodes.clone());
    scenery.skins.push(Skin {
        name: soft.name.clone(),
        nodes,
        edges: material::seen_edges(mesh),
        faces: world.mesh(handle).map_err(refused(&object))?.faces.clone(),
        collides: soft.collides,
        meets: soft.soft_contact,
        present: true,
        ..Skin::default()
    });
    cast.softs.push(Actor { described: soft.clone(), handle });
    Ok(())
}

/// Binds the surface that is drawn instead of a solid's own.
fn dress(
    soft: &scene::Soft,
    mesh: &mesh::Mesh,
    drawn: Option<mesh::Mesh>,
    cast: &mut Cast,
    scenery: &mut Scenery,
) -> Result<(), Error> {
    let Some(drawn) = drawn else {
        cast.dresses.push(None);
        return Ok(());
    };
    let rest: Vec<DVec3> = drawn.points.iter().map(|&p| DVec3::from_array(p)).collect();
    let points: Vec<_> = rest.iter().map(|&p| narrow(p)).collect();
    let embedding = Embedding::new(&engine_mesh(mesh), &points)
        .map_err(refused(format!("surface of soft `{}`", soft.name)))?;
    if let Some(skin) = scenery.skins.last_mut() {
        skin.dress = vec![DVec3::ZERO; rest.len()];
        skin.wearers = embedding.nearest().collect();
        let nodes: Vec<_> = skin.nodes.iter().map(|&p| narrow(p)).collect();
        for (to, from) in skin.dress.iter_mut().zip(embedding.positions(&nodes)) {
            *to = wide(from);
        }
    }
    cast.dresses.push(Some(Dress { embedding, rest, faces: drawn.triangles }));
    Ok(())
}

fn engine_mesh(mesh: &mesh::Mesh) -> Mesh {
    let points = mesh.points.iter();
    Mesh {
        points: points.map(|&p| narrow(DVec3::from_array(p))).collect(),
        edges: mesh.lines.clone(),
        faces: mesh.triangles.clone(),
        tets: mesh.tets.clone(),
    }
}

fn engine_material(model: &scene::Model) -> Material {
    match *model {
        scene::Model::Inextensible(scene::Inextensible { bending, compression }) => {
            Material::Inextensible { bending: bending as Real, compression: compression as Real }
        }
        scene::Model::Elastic(ref elastic) => Material::Elastic {
            stretch: match (elastic.stiffness, elastic.young) {
                (_, Some(young)) => Stretch::Young(young as Real),
                (stiffness, None) => Stretch::Stiffness(stiffness.unwrap_or_default() as Real),
            },
            compression: elastic.compression as Real,
            bending: elastic.bending as Real,
            limit: limit(elastic.limit),
        },
        scene::Model::MassSpring { stiffness, damping, bending } => Material::MassSpring {
            stiffness: stiffness as Real,
            damping: damping as Real,
            bending: bending as Real,
        },
        scene::Model::Corotational(solid) => {
            let (young, poisson, damping) = numbers(solid);
            Material::Corotational { young, poisson, damping }
        }
        scene::Model::Linear(solid) => {
            let (young, poisson, damping) = numbers(solid);
            Material::Linear { young, poisson, damping }
        }
        scene::Model::NeoHookean(solid) => {
            let (young, poisson, damping) = numbers(solid);
            Material::NeoHookean { young, poisson, damping }
        }
        scene::Model::Springs(m) => Material::Springs(Springs {
            resistance: resistance(m.stiffness, m.strain, m.young, None),
            damping: m.damping as Real,
            bending: m.bending as Real,
            braces: m.braces,
        }),
        scene::Model::Pbd(m) => Material::PositionBased(PositionBased {
            resistance: resistance(m.stiffness, m.strain, m.young, m.share),
            damping: m.damping as Real,
            bending: m.bending as Real,
            braces: m.braces,
            iterations: m.iterations.unwrap_or(0),
            gamma: m.gamma.map(|gamma| gamma as Real),
        }),
        scene::Model::ShapeMatching(m) => Material::ShapeMatching(ShapeMatching {
            region: m.region.map(|width| width as Real),
            quadratic: m.quadratic,
            beta: m.beta as Real,
            rule: match (m.rate, m.share, m.paper) {
                (Some(rate), _, _) => Goals::Rate(rate as Real),
                (_, Some(share), _) => Goals::Share(share as Real),
                (_, _, paper) => {
                    let [gamma, k] = paper.map_or([0.0; 2], |p| [p.gamma, p.k]);
                    Goals::Paper { gamma: gamma as Real, k: k as Real }
                }
            },
            bending: m.bending as Real,
        }),
    }
}

/// How edges resist, by whichever number is given.
fn resistance(
    stiffness: Option<f64>,
    strain: Option<f64>,
    young: Option<f64>,
    share: Option<f64>,
) -> Resistance {
    match (stiffness, strain, young) {
        (Some(k), _, _) => Resistance::Stiffness(k as Real),
        (_, Some(k), _) => Resistance::Strain(k as Real),
        (_, _, Some(young)) => Resistance::Young(young as Real),
        _ => Resistance::Share(share.unwrap_or(1.0) as Real),
    }
}

/// What a body has on top of its model.
fn firm(given: Option<&scene::Firm>) -> Firm {
    let Some(given) = given else { return Firm::default() };
    let kept = |what: scene::Kept, pressure: f64| {
        if given.keep.contains(&what) { Real::INFINITY } else { pressure as Real }
    };
    Firm {
        stretch: limit(given.stretch),
        compression: limit(given.compression),
        cells: kept(scene::Kept::Cells, given.cells),
        volume: kept(scene::Kept::Volume, given.volume),
        bending: given.bending as Real,
    }
}

/// Young's modulus, Poisson's ratio and damping.
fn numbers(solid: scene::Solid) -> (Real, Real, Real) {
    (solid.young as Real, solid.poisson as Real, solid.damping as Real)
}

/// Holds nodes along some axes, and has those moved that are to be.
fn add_pin(
    pin: &scene::Pin,
    body: Handle<Soft>,
    soft: &scene::Soft,
    starts: &[DVec3],
    world: &mut World,
    cast: &mut Cast,
) -> Result<(), Error> {
    let nodes = material::chosen(pin.nodes.as_deref(), pin.bounds.as_ref(), starts);
    if pin.is_whole() {
        if let Some(travel) = &pin.motion {
            let (name, travel) = (soft.name.clone(), travel.clone());
            let from = nodes.iter().map(|&i| starts[i]).collect();
            cast.moved.push(MovedNodes { body, name, nodes, travel, from });
        }
        return Ok(());
    }
    for node in nodes {
        let b = match &pin.motion {
            Some(travel) => carried(travel, starts[node], world, cast)?,
            None => Site::World(narrow(starts[node])),
        };
        for axis in pin.axes.iter().flatten() {
            let name = format!("pin of soft `{}`", soft.name);
            let normal = narrow(DVec3::from_array(axis.direction()));
            let a = Site::Node(body, node);
            world
                .add_plane(Plane { name, a, b, normal, ..Plane::default() })
                .map_err(refused(format!("soft `{}`", soft.name)))?;
        }
    }
    Ok(())
}

/// A moving point of the world: one of a kinematic body that touches nothing. Points that move alike
/// share their carrier; the place is one in its axes, which stay those of the world.
fn carried(
    travel: &scene::Travel,
    point: DVec3,
    world: &mut World,
    cast: &mut Cast,
) -> Result<Site, Error> {
    // A linear motion depends on the place, so each point needs its own.
    let alike = |c: &&Carrier| {
        c.travel == *travel && (!matches!(travel, scene::Travel::Linear { .. }) || c.from == point)
    };
    let known = cast.carriers.iter().find(alike).map(|c| c.handle);
    let handle = match known {
        Some(handle) => handle,
        None => {
            let carrier = Rigid {
                name: "a moving point".into(),
                kind: Kind::Kinematic,
                position: narrow(motion::displacement(travel, point, 0.0)),
                collides: false,
                ..Rigid::default()
            };
            let handle = world.add_rigid(carrier).map_err(refused("motion"))?;
            cast.carriers.push(Carrier { handle, from: point, travel: travel.clone() });
            handle
        }
    };
    Ok(Site::Rigid(handle, narrow(point)))
}

/// The site of a descriptor.
pub(super) fn site(
    site: &scene::Site,
    world: &mut World,
    cast: &mut Cast,
    scenery: &Scenery,
) -> Result<Site, Error> {
    Ok(match site {
        scene::Site::World { world: point, motion: None } => {
            Site::World(narrow(DVec3::from_array(*point)))
        }
        scene::Site::World { world: point, motion: Some(travel) } => {
            carried(travel, DVec3::from_array(*point), world, cast)?
        }
        scene::Site::Rigid { rigid, point } => {
            Site::Rigid(find(&cast.rigids, rigid)?, narrow(DVec3::from_array(*point)))
        }
        scene::Site::Node { soft, node } => Site::Node(find(&cast.softs, soft)?, *node as usize),
        scene::Site::Face { soft, face, weights } => {
            Site::Face(find(&cast.softs, soft)?, *face as usize, weights.map(|w| w as Real))
        }
        scene::Site::Tet { soft, tet, weights } => {
            Site::Tet(find(&cast.softs, soft)?, *tet as usize, weights.map(|w| w as Real))
        }
        scene::Site::Nearest { soft, nearest } => {
            let place = place(&cast.softs, soft)?;
            let nodes = &scenery.skins[place].nodes;
            let node = material::nearest(nodes, DVec3::from_array(*nearest));
            Site::Node(cast.softs[place].handle, node)
        }
    })
}

pub(super) fn limit(force: Option<f64>) -> Real {
    force.map_or(Real::INFINITY, |force| force as Real)
}

fn add_anchor(
    anchor: &scene::Anchor,
    world: &mut World,
    cast: &mut Cast,
    scenery: &Scenery,
) -> Result<(), Error> {
    let sites = [site(&anchor.a, world, cast, scenery)?, site(&anchor.b, world, cast, scenery)?];
    let handle = world
        .add_anchor(Anchor {
            name: anchor.name.clone(),
            a: sites[0],
            b: sites[1],
            softness: Softness {
                compliance: anchor.compliance_or_rigid() as Real,
                damping: anchor.damping as Real,
            },
            max_force: limit(anchor.max_force),
            break_force: limit(anchor.break_force),
        })
        .map_err(refused(format!("anchor `{}`", anchor.name)))?;
    cast.anchor_sites.push(sites);
    cast.anchors.push(Actor { described: anchor.clone(), handle });
    Ok(())
}

fn add_distance(
    distance: &scene::Distance,
    world: &mut World,
    cast: &mut Cast,
    scenery: &Scenery,
) -> Result<(), Error> {
    let sites =
        [site(&distance.a, world, cast, scenery)?, site(&distance.b, world, cast, scenery)?];
    let handle = world
        .add_distance(Distance {
            name: distance.name.clone(),
            a: sites[0],
            b: sites[1],
            length: distance.length.map(|length| length as Real),
            resists: match distance.mode {
                scene::DistanceMode::Both => Resists::Both,
                scene::DistanceMode::Stretch => Resists::Stretch,
                scene::DistanceMode::Compression => Resists::Compression,
            },
            softness: Softness {
                compliance: distance.compliance_or_rigid() as Real,
                damping: distance.damping as Real,
            },
            max_force: limit(distance.max_force),
        })
        .map_err(refused(format!("distance `{}`", distance.name)))?;
    cast.distance_sites.push(sites);
    cast.distances.push(Actor { described: distance.clone(), handle });
    Ok(())
}

fn add_generalised(
    entry: &scene::Generalised,
    world: &mut World,
    cast: &mut Cast,
    scenery: &Scenery,
) -> Result<(), Error> {
    let (a, b) = (site(&entry.a, world, cast, scenery)?, site(&entry.b, world, cast, scenery)?);
    let axis = narrow(DVec3::from_array(entry.axis));
    let mut made = match entry.hold {
        scene::Hold::Plane => Generalised::on_plane(a, b, axis),
        scene::Hold::Line => Generalised::on_line(a, b, axis),
        scene::Hold::Point => Generalised::on_point(a, b),
        scene::Hold::Hinge => Generalised::hinge(a, b, axis),
        scene::Hold::Weld => Generalised::weld(a, b),
    };
    if let Some(friction) = entry.friction {
        let held = made.along.len();
        if held == 1 {
            made.along.extend(Generalised::on_line(a, b, axis).along);
        } else {
            made.along.push(axis);
        }
        let (coefficient, unilateral) = (friction as Real, entry.unilateral);
        made.law = Rule::Friction { coefficient, held, unilateral };
    } else if entry.unilateral {
        made.law = Rule::Unilateral;
    } else if let Some(most) = entry.max_force {
        made.law = Rule::Bounded(most as Real);
    }
    made.name = entry.name.clone();
    let handle =
        world.add_generalised(made).map_err(refused(format!("generalised `{}`", entry.name)))?;
    cast.generalised.push(Actor { described: entry.clone(), handle });
    Ok(())
}

fn add_plane(
    plane: &scene::Plane,
    world: &mut World,
    cast: &mut Cast,
    scenery: &Scenery,
) -> Result<(), Error> {
    let (a, b) = (site(&plane.a, world, cast, scenery)?, site(&plane.b, world, cast, scenery)?);
    let handle = world
        .add_plane(Plane {
            name: plane.name.clone(),
            a,
            b,
            normal: narrow(DVec3::from_array(plane.normal)),
            offset: plane.offset.map(|offset| offset as Real),
            softness: Softness {
                compliance: plane.compliance_or_rigid() as Real,
                damping: plane.damping as Real,
            },
            max_force: limit(plane.max_force),
        })
        .map_err(refused(format!("plane `{}`", plane.name)))?;
    cast.planes.push(Actor { described: plane.clone(), handle });
    Ok(())
}
