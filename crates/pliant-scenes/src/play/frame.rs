//! The present state as a picture's model.

use glamx::{DQuat, DVec3};
use pliant_draw::{Bounds, Mark, Model, Pose, Surface, Tube};
use pliant_io::scene;

use super::cast::{Actor, Cast};
use super::engine::{Anchor, Handle, Site, Soft, World};
use super::wide;
use crate::colour;
use crate::live::{RigidLook, Rods, SoftLook, Stage};
use crate::quality::{Scenery, Shape, Skin, Solid};

/// Draws all bodies as they are; the ground is added by the view.
pub(super) fn model(world: &World, cast: &Cast, scenery: &Scenery) -> Model {
    let mut model = Model::default();
    let rigids = cast.rigids.iter().zip(&scenery.solids).enumerate();
    for (place, (actor, solid)) in rigids.filter(|(_, (_, solid))| solid.present) {
        let colour = colour::stated_or(actor.described.colour, place);
        add_solid(&mut model, &solid.shape, (solid.position, solid.rotation), colour);
    }
    let softs = cast.softs.iter().zip(&scenery.skins).enumerate();
    for (place, (actor, skin)) in softs.filter(|(_, (_, skin))| skin.present) {
        // Past the colours of the rigid bodies, so that the two kinds differ.
        let colour = colour::stated_or(actor.described.colour, cast.rigids.len() + place);
        if let Some(dress) = &cast.dresses[place] {
            let points = skin.dress.iter().map(|&p| coordinates(p)).collect();
            model.surfaces.push(Surface::skin(points, dress.faces.clone(), colour));
        } else if let Ok(mesh) = world.mesh(actor.handle) {
            add_skin(&mut model, skin, &actor.described, mesh, colour);
        }
    }
    add_constraints(&mut model, world, cast, scenery);
    model
}

/// What stays of all bodies from step to step.
pub(super) fn stage(world: &World, cast: &Cast, scenery: &Scenery) -> Stage {
    let rigid = |(place, (actor, solid)): (usize, (&Actor<scene::Rigid, _>, &Solid))| {
        let colour = colour::stated_or(actor.described.colour, place);
        let mut at_rest = Model::default();
        add_solid(&mut at_rest, &solid.shape, (DVec3::ZERO, DQuat::IDENTITY), colour);
        RigidLook {
            name: solid.name.clone(),
            colour,
            dynamic: actor.described.kind == scene::Kind::Dynamic,
            surface: joined(at_rest.surfaces),
            plane: match solid.shape {
                Shape::HalfSpace { normal } => Some(normal),
                _ => None,
            },
        }
    };
    let soft = |(place, (actor, skin)): (usize, (&Actor<scene::Soft, _>, &Skin))| {
        let mesh = world.mesh(actor.handle).ok();
        let mut faces = mesh.map_or_else(Vec::new, |mesh| mesh.faces.clone());
        let mut rest: Vec<DVec3> =
            mesh.into_iter().flat_map(|m| &m.points).map(|&p| wide(p)).collect();
        if let Some(dress) = &cast.dresses[place] {
            let first = rest.len() as u32;
            faces = dress.faces.iter().map(|face| face.map(|i| first + i)).collect();
            rest.extend_from_slice(&dress.rest);
        }
        let lines = if faces.is_empty() { polylines(&skin.edges) } else { Vec::new() };
        SoftLook {
            name: skin.name.clone(),
            colour: colour::stated_or(actor.described.colour, cast.rigids.len() + place),
            rest,
            edges: skin.edges.iter().map(|(ends, _)| *ends).collect(),
            lines,
            radius: 0.5 * actor.described.thickness_or_default(),
            solid: mesh.is_some_and(|mesh| !mesh.tets.is_empty()),
            pinned: pinned(world, actor.handle),
            faces,
        }
    };
    Stage {
        rigids: cast.rigids.iter().zip(&scenery.solids).enumerate().map(rigid).collect(),
        softs: cast.softs.iter().zip(&scenery.skins).enumerate().map(soft).collect(),
    }
}

/// The surfaces of all parts as one; flat if one of them is.
fn joined(surfaces: Vec<Surface>) -> Option<Surface> {
    surfaces.into_iter().reduce(|mut all, part| {
        let first = all.positions.len() as u32;
        all.triangle_colours.resize(all.triangles.len(), all.colour);
        all.triangle_colours.extend(part.triangle_colours);
        all.positions.extend(part.positions);
        all.triangles.extend(part.triangles.iter().map(|t| t.map(|i| first + i)));
        all.two_sided |= part.two_sided;
        all.smooth &= part.smooth;
        all
    })
}

/// The nodes that no force moves.
fn pinned(world: &World, body: Handle<Soft>) -> Vec<u32> {
    let masses = world.node_masses(body).into_iter().flatten().zip(0..);
    masses.filter(|(mass, _)| *mass == 0.0).map(|(_, node)| node).collect()
}

/// Adds the surface of a shape at a pose.
fn add_solid(model: &mut Model, shape: &Shape, at: (DVec3, DQuat), colour: [f32; 3]) {
    let pose = Pose { position: coordinates(at.0), rotation: at.1.to_array().map(|c| c as f32) };
    let triangles = |surface: &crate::quality::Surface| {
        let points = surface.points.iter().map(|&p| coordinates(at.0 + at.1 * p)).collect();
        Surface { smooth: false, ..Surface::skin(points, surface.faces.clone(), colour) }
    };
    let [radius, half, round] = match *shape {
        Shape::Ball { radius } => [radius, 0.0, 0.0],
        Shape::Capsule { radius, half } => [radius, half, 0.0],
        Shape::Cylinder { radius, half, round } | Shape::Cone { radius, half, round } => {
            [radius, half, round]
        }
        _ => [0.0; 3],
    }
    .map(|x| x as f32);
    model.surfaces.push(match shape {
        Shape::Ball { .. } => Surface::ball(pose, radius, colour),
        Shape::Cuboid { half, round } => Surface::cuboid(pose, coordinates(*half + *round), colour),
        Shape::Capsule { .. } => Surface::capsule(pose, half, radius, colour),
        Shape::Cylinder { .. } => Surface::cylinder(pose, half + round, radius + round, colour),
        Shape::Cone { .. } => Surface::cone(pose, half + round, radius + round, colour),
        Shape::Hull { surface, .. } | Shape::Bowl { surface, .. } => triangles(surface),
        Shape::Mesh { surface, closed } => Surface { two_sided: !closed, ..triangles(surface) },
        Shape::HeightField { surface, .. } => Surface { two_sided: true, ..triangles(surface) },
        // The view's ground.
        Shape::HalfSpace { .. } => return,
        Shape::Compound(parts) => {
            for part in parts {
                let at = (at.0 + at.1 * part.position, at.1 * part.rotation);
                add_solid(model, &part.shape, at, colour);
            }
            return;
        }
    });
}

fn add_skin(
    model: &mut Model,
    skin: &Skin,
    soft: &scene::Soft,
    mesh: &super::engine::Mesh,
    colour: [f32; 3],
) {
    let points: Vec<[f32; 3]> = skin.nodes.iter().map(|&p| coordinates(p)).collect();
    if mesh.faces.is_empty() {
        let radius = 0.5 * soft.thickness_or_default() as f32;
        for line in polylines(&skin.edges) {
            model.tubes.push(Tube {
                points: line.iter().map(|&i| points[i as usize]).collect(),
                radius,
                colour,
            });
        }
    } else if mesh.tets.is_empty() {
        let cloth = Surface::cloth(points, mesh.faces.clone(), colour);
        model.surfaces.push(cloth);
    } else {
        // Flat shading shows the edges of a box, which smooth shading would round off.
        let smooth = !matches!(soft.mesh, scene::Mesh::Box { .. });
        model
            .surfaces
            .push(Surface { smooth, ..Surface::skin(points, mesh.faces.clone(), colour) });
    }
}

/// The edges of ropes joined to lines where one goes on from the last.
fn polylines(edges: &[([u32; 2], f64)]) -> Vec<Vec<u32>> {
    let mut lines: Vec<Vec<u32>> = Vec::new();
    for &([a, b], _) in edges {
        match lines.last_mut() {
            Some(line) if line.last() == Some(&a) => line.push(b),
            _ => lines.push(vec![a, b]),
        }
    }
    lines
}

/// The constraints: a mark where an anchor or a joint holds a point of the world, a rod from a rigid
/// body to a point outside its shape, and a line along a distance.
fn add_constraints(model: &mut Model, world: &World, cast: &Cast, scenery: &Scenery) {
    let Rods { held, lines } = rods(world, cast, scenery);
    let size = size(model, held.iter().chain(lines.as_flattened()));
    model.marks.extend(held.iter().map(|&point| Mark {
        position: coordinates(point),
        radius: 0.012 * size,
        colour: DARK,
    }));
    model.tubes.extend(lines.iter().map(|line| Tube {
        points: line.map(coordinates).to_vec(),
        radius: 0.004 * size,
        colour: DARK,
    }));
}

/// Where constraints are seen.
pub(super) fn rods(world: &World, cast: &Cast, scenery: &Scenery) -> Rods {
    let at = |site: &Site| world.site_position(*site).ok().map(wide);
    let present = |(actor, _): &(&Actor<scene::Anchor, Anchor>, _)| {
        world.anchor_violation(actor.handle).is_ok()
    };
    let anchors = cast.anchors.iter().zip(&cast.anchor_sites);
    let joints = cast.joints.iter().zip(&cast.joint_sites);
    let holds = |joint| world.joint_is_broken(joint).is_ok_and(|broken| !broken);
    let joints = joints.filter(|(joint, _)| holds(joint.handle));
    let mut rods = Rods::default();
    for (joint, [a, b]) in joints.clone() {
        if matches!(joint.described.kind, scene::JointKind::Distance(_)) {
            rods.lines.extend(at(a).zip(at(b)).map(|(a, b)| [a, b]));
        }
    }
    let anchored = anchors.filter(present).flat_map(|(_, sites)| sites);
    for site in anchored.chain(joints.flat_map(|(_, sites)| sites)) {
        let of_world = match site {
            Site::World(_) => true,
            Site::Rigid(h, _) => cast.carriers.iter().any(|carrier| carrier.handle == *h),
            _ => false,
        };
        rods.held.extend(at(site).filter(|_| of_world));
        rods.lines.extend(arm(site, cast, scenery));
    }
    let distances = cast.distances.iter().zip(&cast.distance_sites);
    for (_, [a, b]) in distances.filter(|(d, _)| world.distance_violation(d.handle).is_ok()) {
        rods.lines.extend(at(a).zip(at(b)).map(|(a, b)| [a, b]));
    }
    rods
}

/// Marks, rods and lines.
const DARK: [f32; 3] = [0.2, 0.2, 0.22];

/// The longest side of the box round the model and some more points.
fn size<'a>(model: &Model, more: impl Iterator<Item = &'a DVec3>) -> f32 {
    let more = Bounds::around(more.map(|&p| coordinates(p)));
    let all = model.bounds().into_iter().chain(more);
    all.reduce(Bounds::union).unwrap_or_default().longest_side()
}

/// From the middle of a rigid body to a site of it that lies outside its shape.
fn arm(site: &Site, cast: &Cast, scenery: &Scenery) -> Option<[DVec3; 2]> {
    let Site::Rigid(handle, point) = site else {
        return None;
    };
    let place = cast.rigids.iter().position(|a| a.handle == *handle)?;
    let solid = scenery.solids.get(place).filter(|solid| solid.present)?;
    let point = solid.point(wide(*point));
    (solid.distance(point) > 0.0).then_some([solid.position, point])
}

fn coordinates(v: DVec3) -> [f32; 3] {
    v.to_array().map(|c| c as f32)
}
