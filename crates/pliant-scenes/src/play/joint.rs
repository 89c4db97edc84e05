//! Joints and gears of a scene: from their descriptors into the world.

use glamx::DVec3;
use pliant_io::scene;

use super::assemble::{limit, site};
use super::cast::{Actor, Cast, find, place, refused};
use super::engine::{
    Axis, Freedom, Gear, Joint, JointKind, Limit, Motor, Real, Site, Spring, World,
};
use super::narrow;
use crate::Error;
use crate::quality::Scenery;

/// Adds a joint.
pub(super) fn add_joint(
    joint: &scene::Joint,
    world: &mut World,
    cast: &mut Cast,
    scenery: &mut Scenery,
) -> Result<(), Error> {
    let object = format!("joint `{}`", joint.name);
    let mut ends = [site(&joint.a, world, cast, scenery)?, site(&joint.b, world, cast, scenery)?];
    if let Some(at) = joint.at {
        for end in &mut ends {
            *end = placed(*end, DVec3::from_array(at), world).map_err(refused(&object))?;
        }
    }
    let axis = narrow(DVec3::from_array(joint.axis));
    let handle = world
        .add_joint(Joint {
            name: joint.name.clone(),
            break_force: limit(joint.break_force),
            break_torque: limit(joint.break_torque),
            collides: joint.collides,
            ..Joint::along(ends[0], ends[1], kind(&joint.kind), axis)
        })
        .map_err(refused(object))?;
    if let (scene::Site::Rigid { rigid: a, .. }, scene::Site::Rigid { rigid: b, .. }, false) =
        (&joint.a, &joint.b, joint.collides)
    {
        for (one, other) in [(a, b), (b, a)] {
            scenery.solids[place(&cast.rigids, one)?].joined.push(other.clone());
        }
    }
    cast.joint_sites.push(ends);
    cast.joints.push(Actor { described: joint.clone(), handle });
    Ok(())
}

/// The site of the same body at a point of the world.
fn placed(end: Site, at: DVec3, world: &World) -> super::engine::Result<Site> {
    Ok(match end {
        Site::World(_) => Site::World(narrow(at)),
        Site::Rigid(body, _) => {
            let local = world.rotation(body)?.inverse() * (narrow(at) - world.position(body)?);
            Site::Rigid(body, local)
        }
        other => other,
    })
}

fn kind(kind: &scene::JointKind) -> JointKind {
    match kind {
        scene::JointKind::Ball(ball) => {
            JointKind::Ball { cone: limit(ball.cone), twist: axis(&ball.twist) }
        }
        scene::JointKind::Hinge(a) => JointKind::Hinge(axis(a)),
        scene::JointKind::Slider(a) => JointKind::Slider(axis(a)),
        scene::JointKind::Fixed {} => JointKind::Fixed,
        scene::JointKind::Distance(a) => JointKind::Distance(axis(a)),
        scene::JointKind::Cylindrical(c) => {
            JointKind::Cylindrical { slide: axis(&c.slide), twist: axis(&c.twist) }
        }
        scene::JointKind::Universal(u) => {
            JointKind::Universal { first: axis(&u.first), second: axis(&u.second) }
        }
        scene::JointKind::SixAxis(s) => JointKind::SixAxis {
            linear: [&s.along_x, &s.along_y, &s.along_z].map(freedom),
            angular: [&s.about_x, &s.about_y, &s.about_z].map(freedom),
        },
    }
}

fn freedom(stated: &Option<scene::JointAxis>) -> Freedom {
    stated.as_ref().map_or(Freedom::Locked, |a| Freedom::Free(axis(a)))
}

fn axis(a: &scene::JointAxis) -> Axis {
    Axis {
        limit: a.limit.as_ref().map(|l| Limit {
            lo: l.min.map_or(Real::NEG_INFINITY, |x| x as Real),
            hi: l.max.map_or(Real::INFINITY, |x| x as Real),
            stiffness: limit(l.stiffness),
            damping: l.damping as Real,
        }),
        motor: a.motor.as_ref().map(motor),
        spring: a.spring.as_ref().map(|s| Spring {
            rest: s.rest as Real,
            stiffness: s.stiffness as Real,
            damping: s.damping as Real,
        }),
    }
}

fn motor(motor: &scene::JointMotor) -> Motor {
    match *motor {
        scene::JointMotor::Velocity { target, max_force } => {
            Motor::Velocity { target: target as Real, max_force: limit(max_force) }
        }
        scene::JointMotor::Position { target, max_speed, max_force } => Motor::Position {
            target: target as Real,
            max_speed: limit(max_speed),
            max_force: limit(max_force),
        },
    }
}

/// Adds a gear.
pub(super) fn add_gear(
    gear: &scene::Gear,
    world: &mut World,
    cast: &mut Cast,
) -> Result<(), Error> {
    let first = (find(&cast.joints, &gear.first)?, gear.first_coordinate as usize);
    let second = (find(&cast.joints, &gear.second)?, gear.second_coordinate as usize);
    let handle = world
        .add_gear(Gear { name: gear.name.clone(), first, second, ratio: gear.ratio as Real })
        .map_err(refused(format!("gear `{}`", gear.name)))?;
    cast.gears.push(Actor { described: gear.clone(), handle });
    Ok(())
}

/// Sets the motor of a joint.
pub(super) fn set_motor(
    set: &scene::SetMotor,
    world: &mut World,
    cast: &Cast,
) -> Result<(), Error> {
    world
        .set_motor(
            find(&cast.joints, &set.joint)?,
            set.coordinate as usize,
            set.to.as_ref().map(motor),
        )
        .map_err(refused(format!("joint `{}`", set.joint)))
}
