//! What happens at given times, and bodies that move as told.

use std::path::Path;

use glamx::DVec3;
use pliant_io::scene::{Action, Cut, Event, Force, Kind, Remove, Spawn, Target};

use super::assemble::add_rigid;
use super::cast::{Cast, find, place, refused};
use super::engine::math::IntoF64;
use super::engine::{Site, Vec3, World};
use super::{narrow, narrow_rotation};
use crate::quality::Scenery;
use crate::{Error, material, motion, schedule};

/// Does what an event has to do before step `k` of length `h`.
pub(super) fn apply(
    event: &Event,
    k: u64,
    h: f64,
    folder: Option<&Path>,
    world: &mut World,
    cast: &mut Cast,
    scenery: &mut Scenery,
) -> Result<(), Error> {
    if let Action::Force(force) = &event.action {
        return if schedule::is_on(event.time, force.seconds, k, h) {
            let grown = schedule::ramp(event.time, force.ramp, k, h);
            apply_force(force, force.value.map(|x| x * grown), world, cast)
        } else {
            Ok(())
        };
    }
    if !schedule::is_due(event.time, k, h) {
        return Ok(());
    }
    match &event.action {
        // Done above: it lasts.
        Action::Force(_) => Ok(()),
        Action::Remove(remove) => take_out(remove, world, cast),
        Action::Impulse(kick) => push(&kick.on, kick.value, World::apply_impulse, world, cast),
        Action::Velocity(velocity) => set_velocity(&velocity.on, velocity.value, world, cast),
        Action::Gravity(gravity) => {
            world.set_gravity(narrow(DVec3::from_array(*gravity))).map_err(refused("event"))
        }
        Action::Motor(motor) => super::joint::set_motor(motor, world, cast),
        Action::Break(at) => world
            .break_joint(find(&cast.joints, &at.joint)?)
            .map_err(refused(format!("joint `{}`", at.joint))),
        Action::Cut(cut) => cut_edges(cut, world, cast, scenery),
        Action::Spawn(Spawn::Rigid(rigid)) => {
            add_rigid(rigid, k as f64 * h, folder, world, cast, scenery)
        }
    }
}

fn take_out(what: &Remove, world: &mut World, cast: &Cast) -> Result<(), Error> {
    match what {
        Remove::Anchor(name) => world.remove_anchor(find(&cast.anchors, name)?),
        Remove::Plane(name) => world.remove_plane(find(&cast.planes, name)?),
        Remove::Generalised(name) => world.remove_generalised(find(&cast.generalised, name)?),
        Remove::Distance(name) => world.remove_distance(find(&cast.distances, name)?),
        Remove::Joint(name) => world.remove_joint(find(&cast.joints, name)?),
        Remove::Gear(name) => world.remove_gear(find(&cast.gears, name)?),
        Remove::Rigid(name) => world.remove_rigid(find(&cast.rigids, name)?),
        Remove::Soft(name) => world.remove_soft(find(&cast.softs, name)?),
    }
    .map_err(refused(format!("remove {what:?}")))
}

/// Cuts edges by their nodes, or all whose middles started in a box.
fn cut_edges(
    cut: &Cut,
    world: &mut World,
    cast: &Cast,
    scenery: &mut Scenery,
) -> Result<(), Error> {
    let place = place(&cast.softs, &cut.soft)?;
    let (handle, starts) = (cast.softs[place].handle, &cast.starts[place]);
    let object = || format!("soft `{}`", cut.soft);
    let all: Vec<[u32; 2]> = {
        let edges = world.edges(handle).map_err(refused(object()))?;
        edges.iter().map(|(ends, _)| *ends).collect()
    };
    let chosen: Vec<[u32; 2]> = match &cut.edges {
        Some(edges) => edges.clone(),
        None => {
            let middle = |e: &[u32; 2]| (starts[e[0] as usize] + starts[e[1] as usize]) * 0.5;
            let middles: Vec<DVec3> = all.iter().map(middle).collect();
            let inside = material::chosen(None, cut.bounds.as_ref(), &middles);
            inside.into_iter().map(|i| all[i]).collect()
        }
    };
    for [a, b] in chosen {
        let there = |ends: &[([u32; 2], _)]| ends.iter().any(|(e, _)| *e == [a.min(b), a.max(b)]);
        // An edge may have gone with a face that another cut has taken.
        let gone = all.contains(&[a.min(b), a.max(b)]) && !world.edges(handle).is_ok_and(there);
        if !gone {
            world.cut(handle, a as usize, b as usize).map_err(refused(object()))?;
        }
    }
    let left = world.edges(handle).map_err(refused(object()))?;
    let left: std::collections::BTreeSet<[u32; 2]> = left.iter().map(|(ends, _)| *ends).collect();
    scenery.skins[place].edges.retain(|([a, b], _)| left.contains(&[*a.min(b), *a.max(b)]));
    Ok(())
}

/// Pushes a body as a whole, or some of its nodes in equal parts.
fn apply_force(
    force: &Force,
    value: [f64; 3],
    world: &mut World,
    cast: &Cast,
) -> Result<(), Error> {
    match &force.on {
        Target::Soft(name) if force.nodes.is_some() || force.bounds.is_some() => {
            let place = place(&cast.softs, name)?;
            let handle = cast.softs[place].handle;
            let starts = &cast.starts[place];
            let nodes = material::chosen(force.nodes.as_deref(), force.bounds.as_ref(), starts);
            let each = narrow(DVec3::from_array(value) / nodes.len().max(1) as f64);
            nodes.into_iter().try_for_each(|node| {
                world
                    .apply_force(Site::Node(handle, node), each)
                    .map_err(refused(format!("soft `{name}`")))
            })
        }
        _ => push(&force.on, value, World::apply_force, world, cast),
    }
}

/// Pushes or kicks a rigid body at its centre of mass, or all nodes of a deformable one in
/// proportion to their masses.
fn push(
    on: &Target,
    value: [f64; 3],
    with: fn(&mut World, Site, Vec3) -> Result<(), super::engine::Error>,
    world: &mut World,
    cast: &Cast,
) -> Result<(), Error> {
    let value = DVec3::from_array(value);
    match on {
        Target::Rigid(name) => {
            let site = Site::Rigid(find(&cast.rigids, name)?, Vec3::ZERO);
            with(world, site, narrow(value)).map_err(refused(format!("rigid `{name}`")))
        }
        Target::Soft(name) => {
            let handle = find(&cast.softs, name)?;
            let masses = world.node_masses(handle).map_err(refused(format!("soft `{name}`")))?;
            let masses: Vec<f64> = masses.map(IntoF64::into_f64).collect();
            let total: f64 = masses.iter().sum();
            for (node, mass) in masses.iter().enumerate().filter(|(_, mass)| **mass > 0.0) {
                with(world, Site::Node(handle, node), narrow(value * (mass / total)))
                    .map_err(refused(format!("soft `{name}`")))?;
            }
            Ok(())
        }
    }
}

fn set_velocity(on: &Target, value: [f64; 3], world: &mut World, cast: &Cast) -> Result<(), Error> {
    let value = narrow(DVec3::from_array(value));
    match on {
        Target::Rigid(name) => {
            let handle = find(&cast.rigids, name)?;
            // The body keeps its spin.
            world
                .angular_velocity(handle)
                .and_then(|spin| world.set_velocity(handle, value, spin))
                .map_err(refused(format!("rigid `{name}`")))
        }
        Target::Soft(name) => world
            .set_soft_velocity(find(&cast.softs, name)?, value)
            .map_err(refused(format!("soft `{name}`"))),
    }
}

/// Tells what moves by itself where to be at time `t`, the end of the step: kinematic bodies,
/// points of the world and pinned nodes with a motion.
pub(super) fn move_driven(t: f64, world: &mut World, cast: &Cast) -> Result<(), Error> {
    for carrier in &cast.carriers {
        let to = motion::displacement(&carrier.travel, carrier.from, t);
        world
            .move_to(carrier.handle, narrow(to), super::engine::Quat::IDENTITY)
            .map_err(refused("motion"))?;
    }
    for moved in &cast.moved {
        // A removed body has nowhere to be.
        if world.mesh(moved.body).is_err() {
            continue;
        }
        for (&node, &from) in moved.nodes.iter().zip(&moved.from) {
            let to = from + motion::displacement(&moved.travel, from, t);
            world
                .move_node(moved.body, node, narrow(to))
                .map_err(refused(format!("soft `{}`", moved.name)))?;
        }
    }
    for actor in &cast.rigids {
        let rigid = &actor.described;
        // A removed one has nowhere to be.
        let moves = rigid.kind == Kind::Kinematic && rigid.motion.is_some();
        if moves && world.rigid(actor.handle).is_ok() {
            let (position, rotation) = motion::pose_at(rigid, t);
            world
                .move_to(actor.handle, narrow(position), narrow_rotation(rotation))
                .map_err(refused(format!("rigid `{}`", rigid.name)))?;
        }
    }
    Ok(())
}
