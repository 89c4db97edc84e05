//! Reads the numbers that probes ask for.

use glamx::DVec3;
use pliant_io::scene::{
    AnchorQuantity, Axis, Bounds, DistanceQuantity, GeneralisedQuantity, Hold, JointQuantity,
    PlaneQuantity, Probe, ProbeOf, RigidQuantity, Scene, SoftQuantity, Target, WorldQuantity,
};

use super::cast::{Cast, find, place};
use super::engine::math::{IntoF64, rotation_vector};
use super::engine::{self, Other, World};
use super::player::rms_speed;
use super::wide;
use crate::material;
use crate::quality::{Measured, Scenery};

/// What probes look at.
pub(super) struct Sight<'a> {
    pub(super) world: &'a World,
    pub(super) cast: &'a Cast,
    pub(super) scenery: &'a Scenery,
    pub(super) measured: &'a Measured,
}

/// Whether a scene wants to know what goes through what, which takes time.
pub(super) fn asks_for_crossings(scene: &Scene) -> bool {
    let asks =
        |p: &Probe| matches!(&p.of, ProbeOf::World { quantity: WorldQuantity::Crossings, .. });
    scene.probe.iter().any(asks)
}

/// Either a number or a vector of which an axis is picked.
enum Reading {
    Number(f64),
    Vector(DVec3),
}

/// The present number of a probe; NaN when its object has been removed.
pub(super) fn read(probe: &Probe, sight: &Sight<'_>) -> f64 {
    let reading = match &probe.of {
        ProbeOf::Rigid { rigid, quantity, with, .. } => {
            sight.rigid(rigid, *quantity, with.as_ref())
        }
        ProbeOf::Soft { soft, quantity, node, nodes, bounds, with, .. } => {
            let chosen = Chosen { node: *node, nodes: nodes.as_deref(), bounds: bounds.as_ref() };
            sight.soft(soft, *quantity, chosen, with.as_ref())
        }
        ProbeOf::Plane { plane, quantity } => sight.plane(plane, *quantity),
        ProbeOf::Generalised { generalised, quantity } => sight.generalised(generalised, *quantity),
        ProbeOf::Anchor { anchor, quantity, .. } => sight.anchor(anchor, *quantity),
        ProbeOf::Distance { distance, quantity } => sight.distance(distance, *quantity),
        ProbeOf::Joint { joint, quantity, coordinate, .. } => {
            sight.joint(joint, *quantity, coordinate.unwrap_or(0) as usize)
        }
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

/// Which nodes a quantity is of; the centre of mass if none are chosen.
#[derive(Clone, Copy)]
struct Chosen<'a> {
    node: Option<u32>,
    nodes: Option<&'a [u32]>,
    bounds: Option<&'a Bounds>,
}

impl Sight<'_> {
    fn rigid(&self, name: &str, quantity: RigidQuantity, with: Option<&Target>) -> Option<Reading> {
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
            RigidQuantity::ContactForce => {
                vector(world.contact_force(body, self.other(with).ok()?))
            }
            RigidQuantity::Energy => Some(Reading::Number(world.rigid_energy(body).ok()?.total())),
            RigidQuantity::Momentum => {
                let (m, v) = (world.mass(body).ok()?, world.velocity(body).ok()?);
                Some(Reading::Vector(wide(v) * m.into_f64()))
            }
        }
    }

    /// The other body of a contact.
    fn other(&self, with: Option<&Target>) -> Result<Option<Other>, crate::Error> {
        Ok(match with {
            None => None,
            Some(Target::Rigid(name)) => Some(Other::Rigid(find(&self.cast.rigids, name)?)),
            Some(Target::Soft(name)) => Some(Other::Soft(find(&self.cast.softs, name)?)),
        })
    }

    fn soft(
        &self,
        name: &str,
        quantity: SoftQuantity,
        chosen: Chosen<'_>,
        with: Option<&Target>,
    ) -> Option<Reading> {
        let place = place(&self.cast.softs, name).ok()?;
        let skin = self.scenery.skins.get(place).filter(|skin| skin.present)?;
        let handle = self.cast.softs[place].handle;
        let heights = skin.nodes.iter().map(|p| p.y);
        let number = |x| Some(Reading::Number(x));
        match quantity {
            SoftQuantity::Position => self.nodes_or_centre(place, chosen, &skin.nodes),
            SoftQuantity::Velocity => {
                let velocities = self.world.node_velocities(handle);
                let velocities: Vec<DVec3> = velocities.ok()?.map(wide).collect();
                self.nodes_or_centre(place, chosen, &velocities)
            }
            SoftQuantity::Displacement => {
                let moved = skin.nodes.iter().zip(&self.cast.starts[place]);
                let moved: Vec<DVec3> = moved.map(|(&x, &start)| x - start).collect();
                self.nodes_or_centre(place, chosen, &moved)
            }
            SoftQuantity::InternalForce => {
                let forces = self.world.elastic_forces(handle).ok()?;
                let nodes = self.chosen(place, chosen);
                let each = nodes.into_iter().map(|i| forces.get(i).copied().map(wide));
                each.sum::<Option<DVec3>>().map(Reading::Vector)
            }
            SoftQuantity::InternalForceMax => {
                let forces = self.world.elastic_forces(handle).ok()?;
                number(forces.into_iter().map(|f| wide(f).length()).fold(0.0, f64::max))
            }
            SoftQuantity::Momentum => {
                let velocities = self.world.node_velocities(handle).ok()?;
                let each = self.masses(place)?.into_iter().zip(velocities);
                Some(Reading::Vector(each.map(|(m, v)| wide(v) * m).sum()))
            }
            SoftQuantity::HeightMin => number(heights.fold(f64::INFINITY, f64::min)),
            SoftQuantity::HeightMax => number(heights.fold(f64::NEG_INFINITY, f64::max)),
            SoftQuantity::SpeedMax => {
                let velocities = self.world.node_velocities(handle).ok()?;
                number(velocities.map(|v| wide(v).length()).fold(0.0, f64::max))
            }
            SoftQuantity::Stretch => number(100.0 * skin.stretch()),
            SoftQuantity::Volume => self.volume(place, &skin.nodes).map(Reading::Number),
            SoftQuantity::Strain => {
                let elements = self.world.element_states(handle).ok()?;
                let strains = elements.iter().map(|e| e.strain.to_cols_array());
                let squares = strains.map(|s| s.iter().map(|x| x * x).sum::<f64>());
                number(squares.fold(0.0, f64::max).sqrt())
            }
            SoftQuantity::Stress => {
                let elements = self.world.element_states(handle).ok()?;
                number(elements.iter().map(|e| e.von_mises).fold(0.0, f64::max))
            }
            SoftQuantity::Energy => number(self.world.soft_energy(handle).ok()?.total()),
            SoftQuantity::ContactForce => {
                let force = self.world.soft_contact_force(handle, self.other(with).ok()?);
                Some(Reading::Vector(wide(force.ok()?)))
            }
        }
    }

    /// The nodes that a probe names, or that started in its box.
    fn chosen(&self, place: usize, chosen: Chosen<'_>) -> Vec<usize> {
        match chosen.node {
            Some(node) => vec![node as usize],
            None => material::chosen(chosen.nodes, chosen.bounds, &self.cast.starts[place]),
        }
    }

    /// The mean over some nodes, or the mean by mass over all. Pinned nodes have no mass to go by:
    /// they count as much as the others on average.
    fn nodes_or_centre(
        &self,
        place: usize,
        chosen: Chosen<'_>,
        values: &[DVec3],
    ) -> Option<Reading> {
        if chosen.node.is_some() || chosen.nodes.is_some() || chosen.bounds.is_some() {
            let nodes = self.chosen(place, chosen);
            let sum: DVec3 =
                nodes.iter().map(|&i| values.get(i).copied()).sum::<Option<DVec3>>()?;
            return (!nodes.is_empty()).then(|| Reading::Vector(sum / nodes.len() as f64));
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

    fn plane(&self, name: &str, quantity: PlaneQuantity) -> Option<Reading> {
        let plane = find(&self.cast.planes, name).ok()?;
        let number = match quantity {
            PlaneQuantity::Force => self.world.plane_force(plane).ok()?,
            PlaneQuantity::Violation => self.world.plane_violation(plane).ok()?,
        };
        Some(Reading::Number(number.into_f64()))
    }

    fn generalised(&self, name: &str, quantity: GeneralisedQuantity) -> Option<Reading> {
        let actor = &self.cast.generalised[place(&self.cast.generalised, name).ok()?];
        // Lines that rub are not held.
        let held = match actor.described.hold {
            Hold::Plane => 1,
            Hold::Line => 2,
            Hold::Point | Hold::Hinge | Hold::Weld => 3,
        };
        let force = self.world.generalised_force(actor.handle).ok()?;
        let apart = self.world.generalised_violation(actor.handle).ok()?;
        let length = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        let along = force.len().min(3);
        Some(Reading::Number(match quantity {
            GeneralisedQuantity::Force => length(&force[..along]),
            GeneralisedQuantity::Torque => length(&force[along..]),
            GeneralisedQuantity::Violation => length(&apart[..held.min(along)]),
            GeneralisedQuantity::AngularViolation => length(&apart[along..]),
        }))
    }

    fn joint(&self, name: &str, quantity: JointQuantity, coordinate: usize) -> Option<Reading> {
        let (joint, world) = (find(&self.cast.joints, name).ok()?, self.world);
        let number = |x: engine::Real| Some(Reading::Number(x.into_f64()));
        match quantity {
            JointQuantity::Force => Some(Reading::Vector(wide(world.joint_force(joint).ok()?))),
            JointQuantity::Torque => Some(Reading::Vector(wide(world.joint_torque(joint).ok()?))),
            JointQuantity::Position => number(world.joint_coordinate(joint, coordinate).ok()?),
            JointQuantity::Speed => number(world.joint_speed(joint, coordinate).ok()?),
            JointQuantity::Violation => number(world.joint_violation(joint).ok()?[0]),
            JointQuantity::AngularViolation => number(world.joint_violation(joint).ok()?[1]),
        }
    }

    fn world(&self, quantity: WorldQuantity) -> Reading {
        let report = self.world.report();
        match quantity {
            WorldQuantity::Energy => Reading::Number(self.world.energy().total()),
            WorldQuantity::KineticEnergy => Reading::Number(self.world.kinetic_energy()),
            WorldQuantity::ElasticEnergy => Reading::Number(self.world.energy().elastic),
            WorldQuantity::Speed => Reading::Number(rms_speed(self.world)),
            WorldQuantity::Momentum => Reading::Vector(wide(self.world.momentum()[0])),
            WorldQuantity::AngularMomentum => Reading::Vector(wide(self.world.momentum()[1])),
            WorldQuantity::Penetration => Reading::Number(self.measured.deepest_now),
            WorldQuantity::Crossings => {
                let found = self.measured.crossings.as_ref();
                Reading::Number(found.map_or(0, |c| c.most + c.passes) as f64)
            }
            WorldQuantity::Contacts => Reading::Number(report.contacts as f64),
            WorldQuantity::Iterations => Reading::Number(report.space.iterations as f64),
            WorldQuantity::Conflicts => Reading::Number(report.conflicts.len() as f64),
            WorldQuantity::Asleep => Reading::Number(report.asleep as f64),
            WorldQuantity::Rows => Reading::Number(report.rows.total() as f64),
            WorldQuantity::Stretch => Reading::Number(100.0 * self.measured.stretch_now),
        }
    }
}
