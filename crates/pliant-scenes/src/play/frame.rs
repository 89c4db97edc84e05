//! The present state as a picture's model.

use glamx::DVec3;
use pliant_draw::{Bounds, Mark, Model, Pose, Surface, Tube};
use pliant_io::scene;

use super::cast::{Actor, Cast};
use super::engine::{Anchor, Site, World};
use super::wide;
use crate::colour;
use crate::quality::{Scenery, Shape, Skin, Solid};

/// Draws all bodies as they are; the ground is added by the view.
pub(super) fn model(world: &World, cast: &Cast, scenery: &Scenery) -> Model {
    let mut model = Model::default();
    let rigids = cast.rigids.iter().zip(&scenery.solids).enumerate();
    for (place, (actor, solid)) in rigids.filter(|(_, (_, solid))| solid.present) {
        let colour = colour::stated_or(actor.described.colour, place);
        model.surfaces.extend(solid_surface(solid, colour));
    }
    let softs = cast.softs.iter().zip(&scenery.skins).enumerate();
    for (place, (actor, skin)) in softs.filter(|(_, (_, skin))| skin.present) {
        // Past the colours of the rigid bodies, so that the two kinds differ.
        let colour = colour::stated_or(actor.described.colour, cast.rigids.len() + place);
        if let Ok(mesh) = world.mesh(actor.handle) {
            add_skin(&mut model, skin, &actor.described, mesh, colour);
        }
    }
    add_constraints(&mut model, world, cast, scenery);
    model
}

fn solid_surface(solid: &Solid, colour: [f32; 3]) -> Option<Surface> {
    let pose = Pose {
        position: coordinates(solid.position),
        rotation: solid.rotation.to_array().map(|c| c as f32),
    };
    match solid.shape {
        Shape::Ball { radius } => Some(Surface::ball(pose, radius as f32, colour)),
        Shape::Cuboid { half } => Some(Surface::cuboid(pose, coordinates(half), colour)),
        Shape::Capsule { radius, half } => {
            Some(Surface::capsule(pose, half as f32, radius as f32, colour))
        }
        // The view's ground.
        Shape::HalfSpace { .. } => None,
    }
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

/// The constraints: a mark where an anchor or a joint holds a point of the world, a rod from a rigid body to a
/// point outside its shape, and a line along a distance.
fn add_constraints(model: &mut Model, world: &World, cast: &Cast, scenery: &Scenery) {
    let at = |site: &Site| world.site_position(*site).ok().map(wide);
    let present = |(actor, _): &(&Actor<scene::Anchor, Anchor>, _)| {
        world.anchor_violation(actor.handle).is_ok()
    };
    let anchors = cast.anchors.iter().zip(&cast.anchor_sites);
    let mut held = Vec::new();
    let mut lines = Vec::new();
    for site in anchors.filter(present).flat_map(|(_, sites)| sites) {
        held.extend(at(site).filter(|_| matches!(site, Site::World(_))));
        lines.extend(arm(site, cast, scenery));
    }
    let joints = cast.joints.iter().zip(&cast.joint_sites);
    let holds = |joint| world.joint_is_broken(joint).is_ok_and(|broken| !broken);
    for (joint, sites) in joints.filter(|(joint, _)| holds(joint.handle)) {
        if let (scene::JointKind::Distance(_), [a, b]) = (&joint.described.kind, sites) {
            lines.extend(at(a).zip(at(b)).map(|(a, b)| [a, b]));
        }
        for site in sites {
            held.extend(at(site).filter(|_| matches!(site, Site::World(_))));
            lines.extend(arm(site, cast, scenery));
        }
    }
    let distances = cast.distances.iter().zip(&cast.distance_sites);
    for (_, [a, b]) in distances.filter(|(d, _)| world.distance_violation(d.handle).is_ok()) {
        lines.extend(at(a).zip(at(b)).map(|(a, b)| [a, b]));
    }
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
