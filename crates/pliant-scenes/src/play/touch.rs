//! Hands, pins and thrown balls: what somebody who looks on does to a world.
//!
//! A hand is a kinematic point that touches nothing, and an anchor from the gripped site to it. The
//! anchor is a spring with a damper and a largest force, so a hand can lift and throw what it holds
//! but not crush it. Stiffness and force go by the mass `m` of the whole body: `k = m ω²`,
//! `d = 2 m ω` (critical), at most some multiples of its weight.
//!
//! What was done is in the world, and so in its snapshots: pins and thrown balls are found there
//! again after a restore, and hands are taken off.

use std::path::Path;

use glamx::DVec3;
use pliant_io::scene;

use super::assemble::{add_rigid, solid};
use super::cast::{Actor, Cast, refused};
use super::engine::math::IntoF64;
use super::engine::{Anchor, Handle, Kind, Quat, Real, Rigid, Shape, Site, Softness, Vec3, World};
use super::{narrow, wide};
use crate::Error;
use crate::live::{Bond, Grip, HandNow};
use crate::quality::Scenery;

/// Frequency of the spring of a hand, rad/s: four swings a second.
const FREQUENCY: f64 = 25.0;
/// The most a hand pulls, in weights of what it holds on Earth.
const STRENGTH: f64 = 20.0;
const EARTH: f64 = 9.81;

/// Names of what is not the scene's.
const HAND: &str = "hand";
const PIN: &str = "pin";
const THROWN: &str = "thrown";

/// A hand that holds something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hand {
    id: u32,
    body: Handle<Rigid>,
    anchor: Handle<Anchor>,
    grip: Site,
    target: DVec3,
    max_force: f64,
}

/// All hands.
#[derive(Debug, Default)]
pub(super) struct Hands(Vec<Hand>);

impl Hands {
    /// Takes hold with a hand; what it held before is let go.
    pub(super) fn grab(
        &mut self,
        id: u32,
        grip: Grip,
        target: DVec3,
        world: &mut World,
        cast: &Cast,
    ) -> Result<(), Error> {
        self.release(id, world);
        let (site, mass) = site(grip, world, cast)?;
        if !target.is_finite() || mass <= 0.0 {
            let reason = "a hand holds only what moves".into();
            return Err(Error::Engine { object: HAND.into(), reason });
        }
        let body = world
            .add_rigid(Rigid {
                name: HAND.into(),
                kind: Kind::Kinematic,
                shape: Shape::Ball { radius: 0.01 },
                position: narrow(target),
                collides: false,
                ..Rigid::default()
            })
            .map_err(refused(HAND))?;
        let max_force = STRENGTH * mass * EARTH;
        let stiffness = mass * FREQUENCY * FREQUENCY;
        let anchor = world.add_anchor(Anchor {
            name: HAND.into(),
            a: site,
            b: Site::Rigid(body, Vec3::ZERO),
            softness: Softness::spring(stiffness as Real, (2.0 * mass * FREQUENCY) as Real),
            max_force: max_force as Real,
            ..Anchor::default()
        });
        match anchor {
            Ok(anchor) => {
                self.0.push(Hand { id, body, anchor, grip: site, target, max_force });
                Ok(())
            }
            Err(error) => {
                let _ = world.remove_rigid(body);
                Err(refused(HAND)(error))
            }
        }
    }

    /// Moves a hand; one that holds nothing stays where it is.
    pub(super) fn reach(&mut self, id: u32, target: DVec3) {
        if let Some(hand) = self.0.iter_mut().find(|hand| hand.id == id && target.is_finite()) {
            hand.target = target;
        }
    }

    /// Opens a hand.
    pub(super) fn release(&mut self, id: u32, world: &mut World) {
        self.0.retain(|hand| {
            if hand.id == id {
                // Its anchor goes with it. Whatever it held may be gone already.
                let _ = world.remove_rigid(hand.body);
            }
            hand.id != id
        });
    }

    /// Tells the hands where to be at the end of the step; those whose body is gone are opened.
    pub(super) fn guide(&mut self, world: &mut World) -> Result<(), Error> {
        self.0.retain(|hand| {
            let holds = world.anchor_violation(hand.anchor).is_ok();
            if !holds {
                let _ = world.remove_rigid(hand.body);
            }
            holds
        });
        for hand in &self.0 {
            world.move_to(hand.body, narrow(hand.target), Quat::IDENTITY).map_err(refused(HAND))?;
        }
        Ok(())
    }

    pub(super) fn now(&self, world: &World) -> Vec<HandNow> {
        let now = |hand: &Hand| {
            let force = wide(world.anchor_force(hand.anchor).ok()?).length();
            Some(HandNow {
                id: hand.id,
                grip: wide(world.site_position(hand.grip).ok()?),
                target: hand.target,
                force,
                max_force: hand.max_force,
            })
        };
        self.0.iter().filter_map(now).collect()
    }

    /// Takes all hands off a world that was restored.
    pub(super) fn leave(&mut self, world: &mut World, cast: &Cast) {
        self.0.clear();
        let hands: Vec<Handle<Rigid>> = (world.rigids())
            .filter(|(handle, r)| r.name == HAND && !r.collides && !is_cast(cast, *handle))
            .map(|(handle, _)| handle)
            .collect();
        for hand in hands {
            let _ = world.remove_rigid(hand);
        }
    }
}

/// The site of a grip, and the mass of the body it is on, kg.
fn site(grip: Grip, world: &World, cast: &Cast) -> Result<(Site, f64), Error> {
    let nobody = || Error::Engine { object: HAND.into(), reason: "there is no such body".into() };
    match grip {
        Grip::Rigid { place, point } => {
            let handle = cast.rigids.get(place).ok_or_else(nobody)?.handle;
            let mass = world.mass(handle).map_err(refused(HAND))?.into_f64();
            Ok((Site::Rigid(handle, narrow(point)), mass))
        }
        Grip::Node { place, node } => {
            let handle = cast.softs.get(place).ok_or_else(nobody)?.handle;
            let masses = world.node_masses(handle).map_err(refused(HAND))?;
            let mut mass = 0.0;
            let nodes = masses.map(|m| mass += m.into_f64()).count();
            // What is drawn instead of the surface comes after the nodes, and is held by those.
            let dress = cast.dresses.get(place).and_then(Option::as_ref);
            let worn = dress.and_then(|d| d.embedding.nearest().nth(node.checked_sub(nodes)?));
            Ok((Site::Node(handle, worn.map_or(node, |node| node as usize)), mass))
        }
    }
}

/// Holds a site where it is; takes the pin out if there is one already, or one near on the same
/// rigid body. Tells whether there is a pin now.
pub(super) fn toggle_pin(grip: Grip, world: &mut World, cast: &Cast) -> Result<bool, Error> {
    let (site, mass) = site(grip, world, cast)?;
    let same = |a: Site| match (a, site) {
        (Site::Rigid(h, _), Site::Rigid(k, _)) => h == k,
        (Site::Node(h, n), Site::Node(k, m)) => h == k && n == m,
        _ => false,
    };
    let old: Vec<Handle<Anchor>> =
        pins(world, cast).filter(|(_, anchor)| same(anchor.a)).map(|(handle, _)| handle).collect();
    for pin in &old {
        world.remove_anchor(*pin).map_err(refused(PIN))?;
    }
    if !old.is_empty() {
        return Ok(false);
    }
    if mass <= 0.0 {
        let reason = "only what moves can be pinned".into();
        return Err(Error::Engine { object: PIN.into(), reason });
    }
    let place = world.site_position(site).map_err(refused(PIN))?;
    let pin = Anchor { name: PIN.into(), a: site, b: Site::World(place), ..Anchor::default() };
    world.add_anchor(pin).map_err(refused(PIN))?;
    Ok(true)
}

/// The anchors that are pins.
fn pins<'a>(
    world: &'a World,
    cast: &'a Cast,
) -> impl Iterator<Item = (Handle<Anchor>, &'a Anchor)> {
    let of_scene = |handle| cast.anchors.iter().any(|actor| actor.handle == handle);
    world.anchors().filter(move |(handle, anchor)| anchor.name == PIN && !of_scene(*handle))
}

/// All constraints that are there, with what they carry.
pub(super) fn bonds(world: &World, cast: &Cast) -> Vec<Bond> {
    let mut bonds = Vec::new();
    let mut add = |[a, b]: [Site; 2], force: DVec3, pin: bool| {
        let at = |site| world.site_position(site).ok().map(wide);
        if let Some((x, y)) = at(a).zip(at(b)) {
            bonds.push(match (a, b) {
                (Site::World(_), _) => Bond { a: y, b: x, force: -force, pin },
                _ => Bond { a: x, b: y, force, pin },
            });
        }
    };
    for (actor, sites) in cast.anchors.iter().zip(&cast.anchor_sites) {
        if let Ok(force) = world.anchor_force(actor.handle) {
            add(*sites, wide(force), false);
        }
    }
    for (actor, sites) in cast.distances.iter().zip(&cast.distance_sites) {
        let ends = sites.map(|site| world.site_position(site));
        if let (Ok(push), [Ok(a), Ok(b)]) = (world.distance_force(actor.handle), ends) {
            let along = wide(a - b).normalize_or_zero();
            add(*sites, along * push.into_f64(), false);
        }
    }
    for (actor, sites) in cast.joints.iter().zip(&cast.joint_sites) {
        if let (Ok(false), Ok(force)) =
            (world.joint_is_broken(actor.handle), world.joint_force(actor.handle))
        {
            add(*sites, wide(force), false);
        }
    }
    for (handle, anchor) in pins(world, cast) {
        if let Ok(force) = world.anchor_force(handle) {
            add([anchor.a, anchor.b], wide(force), true);
        }
    }
    bonds
}

/// Throws a ball.
pub(super) fn throw(
    ball: &scene::Rigid,
    world: &mut World,
    cast: &mut Cast,
    scenery: &mut Scenery,
) -> Result<(), Error> {
    // The first free number: after a restore the same ball gets the same name.
    let is_free = |name: &String| !cast.rigids.iter().any(|a| a.described.name == *name);
    let name = (1..).map(|n| format!("{THROWN} {n}")).find(is_free).unwrap_or_default();
    add_rigid(&scene::Rigid { name, ..ball.clone() }, 0.0, None, world, cast, scenery)
}

fn is_cast(cast: &Cast, handle: Handle<Rigid>) -> bool {
    cast.rigids.iter().any(|actor| actor.handle == handle)
}

/// Who is there after a restore: bodies that events spawned or somebody threw may have come or
/// gone.
pub(super) fn meet(
    described: &scene::Scene,
    folder: Option<&Path>,
    world: &World,
    cast: &mut Cast,
    scenery: &mut Scenery,
) {
    let first = described.rigid.iter().map(scene::Rigid::count).sum();
    let is_there = |actor: &Actor<scene::Rigid, Rigid>| {
        world.rigid(actor.handle).is_ok_and(|r| r.name == actor.described.name)
    };
    let mut place = first;
    while place < cast.rigids.len() {
        if is_there(&cast.rigids[place]) {
            place += 1;
        } else {
            cast.rigids.remove(place);
            scenery.solids.remove(place);
        }
    }
    let spawned = |name: &str| {
        described.event.iter().find_map(|event| match &event.action {
            scene::Action::Spawn(scene::Spawn::Rigid(rigid)) if rigid.name == name => {
                Some(scene::Rigid::clone(rigid))
            }
            _ => None,
        })
    };
    for (handle, rigid) in world.rigids() {
        let of_scene = cast.rigids.iter().any(|actor| actor.handle == handle);
        let known = || spawned(&rigid.name).or_else(|| thrown(rigid));
        if let Some(described) = (!of_scene).then(known).flatten()
            && let Ok(solid) = solid(&described, 0.0, folder)
        {
            scenery.solids.push(solid);
            cast.rigids.push(Actor { described, handle });
        }
    }
}

/// A thrown ball as it was described.
fn thrown(rigid: &Rigid) -> Option<scene::Rigid> {
    match rigid.shape {
        Shape::Ball { radius } if rigid.name.starts_with(THROWN) => Some(scene::Rigid {
            name: rigid.name.clone(),
            shape: scene::Shape::Ball { radius: radius.into_f64() },
            ..scene::Rigid::default()
        }),
        _ => None,
    }
}
