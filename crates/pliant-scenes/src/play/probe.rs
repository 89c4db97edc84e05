//! Reads the numbers that probes ask for.

use glamx::DVec3;
use pliant_io::scene::{
    AnchorQuantity, Axis, DistanceQuantity, Probe, ProbeOf, RigidQuantity, Scene, SoftQuantity,
    WorldQuantity,
};

use super::cast::{Cast, find, place};
use super::engine::math::{IntoF64, rotation_vector};
use super::engine::{self, World};
use super::wide;
use crate::Error;
use crate::quality::{Measured, Scenery};

/// What probes look at.
pub(super) struct Sight<'a> {
    pub(super) world: &'a World,
    pub(super) cast: &'a Cast,
    pub(super) scenery: &'a Scenery,
    pub(super) measured: &'a Measured,
}

/// Refuses probes of what the engine does not tell.
pub(super) fn check(probe: &Probe, scene: &Scene) -> Result<(), Error> {
    let refuse =
        |reason: &str| Err(Error::Probe { name: probe.name.clone(), reason: reason.into() });
    match &probe.of {
        ProbeOf::Soft { quantity: SoftQuantity::ContactForce, .. } => {
            refuse("contact forces on deformable bodies are not measured yet")
        }
        ProbeOf::Soft { quantity: SoftQuantity::Energy, .. } => {
            let soft_anchors = scene.anchor.iter().any(|a| a.compliance_or_rigid() > 0.0);
            let soft_distances = scene.distance.iter().any(|d| d.compliance_or_rigid() > 0.0);
            if scene.soft.len() > 1 || soft_anchors || soft_distances {
                refuse(
                    "elastic energy is known for the world as a whole: accepted with one \
                     deformable body and no soft constraints",
                )
            } else {
                Ok(())
            }
        }
        _ => Ok(()),
    }
}

/// Either a number or a vector of which an axis is picked.
enum Reading {
    Number(f64),
    Vector(DVec3),
}

/// The present number of a probe; NaN when its object has been removed.
pub(super) fn read(probe: &Probe, sight: &Sight<'_>) -> f64 {
    let reading = match &probe.of {
        ProbeOf::Rigid { rigid, quantity, .. } => sight.rigid(rigid, *quantity),
        ProbeOf::Soft { soft, quantity, node, .. } => {
            sight.soft(soft, *quantity, node.map(|n| n as usize))
        }
        ProbeOf::Anchor { anchor, quantity, .. } => sight.anchor(anchor, *quantity),
        ProbeOf::Distance { distance, quantity } => sight.distance(distance, *quantity),
        ProbeOf::World { quantity, .. } => Some(sight.world(*quantity)),
    };
    match reading {
        None => f64::NAN,
        Some(Reading::Number(x)) => x,
        Some(Reading::Vector(v)) => match probe.of.axis() {
            Some(Axis::X) => v.x,
            Some(Axis::Y) => v.y,
            Some(Axis::Z) => v.z,
            Some(Axis::Norm) | None => v.length(),
        },
    }
}

impl Sight<'_> {
    fn rigid(&self, name: &str, quantity: RigidQuantity) -> Option<Reading> {
        let body = find(&self.cast.rigids, name).ok()?;
        let world = self.world;
        let vector = |v: engine::Result<engine::Vec3>| v.ok().map(|v| Reading::Vector(wide(v)));
        match quantity {
            RigidQuantity::Position => vector(world.position(body)),
            RigidQuantity::Velocity => vector(world.velocity(body)),
            RigidQuantity::RotationVector => vector(world.rotation(body).map(rotation_vector)),
            RigidQuantity::AngularVelocity => vector(world.angular_velocity(body)),
            RigidQuantity::Speed => {
                let v = world.velocity(body).ok()?;
                Some(Reading::Number(wide(v).length()))
            }
            RigidQuantity::ContactForce => vector(world.contact_force(body)),
        }
    }

    fn soft(&self, name: &str, quantity: SoftQuantity, node: Option<usize>) -> Option<Reading> {
        let place = place(&self.cast.softs, name).ok()?;
        let skin = self.scenery.skins.get(place).filter(|skin| skin.present)?;
        let heights = skin.nodes.iter().map(|p| p.y);
        let number = |x| Some(Reading::Number(x));
        match quantity {
            SoftQuantity::Position => self.node_or_centre(place, node, &skin.nodes),
            SoftQuantity::Velocity => {
                let velocities = self.world.node_velocities(self.cast.softs[place].handle);
                let velocities: Vec<DVec3> = velocities.ok()?.map(wide).collect();
                self.node_or_centre(place, node, &velocities)
            }
            SoftQuantity::HeightMin => number(heights.fold(f64::INFINITY, f64::min)),
            SoftQuantity::HeightMax => number(heights.fold(f64::NEG_INFINITY, f64::max)),
            SoftQuantity::Stretch => number(100.0 * skin.stretch()),
            SoftQuantity::Volume => self.volume(place, &skin.nodes).map(Reading::Number),
            SoftQuantity::Energy => self.soft_energy(place, &skin.nodes).map(Reading::Number),
            // Refused by `check`.
            SoftQuantity::ContactForce => None,
        }
    }

    /// The value of a node, or the mean by mass. Pinned nodes have no mass to go by: they count as
    /// much as the others on average.
    fn node_or_centre(
        &self,
        place: usize,
        node: Option<usize>,
        values: &[DVec3],
    ) -> Option<Reading> {
        if let Some(node) = node {
            return values.get(node).copied().map(Reading::Vector);
        }
        let masses = self.masses(place)?;
        let free = masses.iter().filter(|m| **m > 0.0);
        let (count, sum) = free.fold((0_u32, 0.0), |(n, sum), m| (n + 1, sum + m));
        let pinned = if count > 0 { sum / f64::from(count) } else { 1.0 };
        let weight = |m: f64| if m > 0.0 { m } else { pinned };
        let total: f64 = masses.iter().map(|&m| weight(m)).sum();
        let weighted = masses.iter().zip(values).map(|(&m, &v)| v * weight(m));
        Some(Reading::Vector(weighted.sum::<DVec3>() / total))
    }

    fn masses(&self, place: usize) -> Option<Vec<f64>> {
        let masses = self.world.node_masses(self.cast.softs[place].handle).ok()?;
        Some(masses.map(IntoF64::into_f64).collect())
    }

    /// The volume that the faces enclose: the sum of the tetrahedra from the first node to each.
    fn volume(&self, place: usize, nodes: &[DVec3]) -> Option<f64> {
        let mesh = self.world.mesh(self.cast.softs[place].handle).ok()?;
        let origin = *nodes.first()?;
        let six = |f: &[u32; 3]| {
            let [a, b, c] = f.map(|i| nodes[i as usize] - origin);
            a.cross(b).dot(c)
        };
        Some(mesh.faces.iter().map(six).sum::<f64>() / 6.0)
    }

    fn soft_energy(&self, place: usize, nodes: &[DVec3]) -> Option<f64> {
        let gravity = wide(self.world.config().gravity);
        let velocities = self.world.node_velocities(self.cast.softs[place].handle);
        let moving = self.masses(place)?.into_iter().zip(velocities.ok()?);
        let each = moving
            .zip(nodes)
            .map(|((m, v), &x)| m * (0.5 * wide(v).length_squared() - gravity.dot(x)));
        Some(each.sum::<f64>() + self.world.energy().elastic)
    }

    fn anchor(&self, name: &str, quantity: AnchorQuantity) -> Option<Reading> {
        let anchor = find(&self.cast.anchors, name).ok()?;
        let vector = match quantity {
            AnchorQuantity::Force => wide(self.world.anchor_force(anchor).ok()?),
            AnchorQuantity::Violation => -wide(self.world.anchor_violation(anchor).ok()?),
        };
        Some(Reading::Vector(vector))
    }

    fn distance(&self, name: &str, quantity: DistanceQuantity) -> Option<Reading> {
        let distance = find(&self.cast.distances, name).ok()?;
        let number = match quantity {
            // The engine counts a push as positive, scenes a pull.
            DistanceQuantity::Force => -self.world.distance_force(distance).ok()?,
            DistanceQuantity::Violation => self.world.distance_violation(distance).ok()?,
        };
        Some(Reading::Number(number.into_f64()))
    }

    fn world(&self, quantity: WorldQuantity) -> Reading {
        let report = self.world.report();
        match quantity {
            WorldQuantity::Energy => Reading::Number(self.world.energy().total()),
            WorldQuantity::KineticEnergy => Reading::Number(self.world.energy().kinetic),
            WorldQuantity::Momentum => Reading::Vector(wide(self.world.momentum()[0])),
            WorldQuantity::AngularMomentum => Reading::Vector(wide(self.world.momentum()[1])),
            WorldQuantity::Penetration => Reading::Number(self.measured.deepest_now),
            WorldQuantity::Contacts => Reading::Number(report.contacts as f64),
            WorldQuantity::Rows => Reading::Number(report.rows.total() as f64),
            WorldQuantity::Stretch => Reading::Number(100.0 * self.measured.stretch_now),
        }
    }
}
