//! Budgets: energy and momentum of a world, summed in double precision.

use crate::math::{DVec3, double, single};

use crate::bodies::rigid::RigidBody;
use crate::bodies::soft::SoftBody;
use crate::bodies::{Rigid, Soft};
use crate::error::Result;
use crate::handle::Handle;
use crate::math::{IntoF64, Real, Vec3};
use crate::world::World;

/// The energy of a world by kind, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of motion.
    pub kinetic: f64,
    /// In gravity, from the origin.
    pub potential: f64,
    /// In springs, tetrahedra, hinges and soft constraints.
    pub elastic: f64,
}

impl Energy {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential + self.elastic
    }
}

impl World {
    /// The energy of everything that forces move.
    pub fn energy(&self) -> Energy {
        Energy { elastic: self.elastic_energy(), ..self.budget() }
    }

    /// The energy of motion of everything that forces move, J.
    pub fn kinetic_energy(&self) -> f64 {
        self.budget().kinetic
    }

    /// Kinetic and potential energy.
    fn budget(&self) -> Energy {
        let mut energy = Energy::default();
        self.softs.values().for_each(|body| self.add_nodes(body, &mut energy));
        self.rigids.values().for_each(|body| self.add_rigid_energy(body, &mut energy));
        energy
    }

    /// The energy of a rigid body; nothing for one that no force moves.
    pub fn rigid_energy(&self, body: Handle<Rigid>) -> Result<Energy> {
        let mut energy = Energy::default();
        self.add_rigid_energy(self.rigid_body(body)?, &mut energy);
        Ok(energy)
    }

    /// The energy of a deformable body; what soft constraints store belongs to no body.
    pub fn soft_energy(&self, body: Handle<Soft>) -> Result<Energy> {
        let soft = self.soft_body(body)?;
        let mut energy = Energy { elastic: self.stored_in(soft), ..Energy::default() };
        self.add_nodes(soft, &mut energy);
        Ok(energy)
    }

    fn add_nodes(&self, body: &SoftBody, energy: &mut Energy) {
        let nodes = &self.state.nodes;
        for i in body.slots.range() {
            let m = self.node_mass(body, i).into_f64();
            if m > 0.0 {
                energy.kinetic += 0.5 * m * double(nodes.velocity(i)).length_squared();
                energy.potential -= m * double(self.config.gravity).dot(double(nodes.position(i)));
            }
        }
    }

    fn add_rigid_energy(&self, body: &RigidBody, energy: &mut Energy) {
        let (frames, i) = (&self.state.frames, body.slot as usize);
        let m = self.mass_of(body).into_f64();
        if m > 0.0 {
            energy.kinetic += 0.5 * m * double(frames.v[i]).length_squared();
            energy.kinetic += 0.5 * double(frames.spin(i)).dot(double(frames.w[i]));
            let weight = m * body.rigid.gravity_scale.into_f64();
            energy.potential -= weight * double(self.config.gravity).dot(double(frames.x[i]));
        }
    }

    /// The elastic energy of a deformable body's springs, tetrahedra, edges and hinges, J.
    fn stored_in(&self, body: &SoftBody) -> f64 {
        let mut sum = body.body().elastic_energy(&self.state).into_f64();
        let at = |i: u32| self.state.nodes.position((body.slots.start + i) as usize);
        if body.is_thin() {
            for (i, &([a, b], length)) in body.edges.iter().enumerate() {
                let c = ((at(b) - at(a)).length() - length).into_f64();
                let yields = body.yields.get(i).copied().unwrap_or(0.0).into_f64();
                let stiffness = match c > 0.0 {
                    true if yields > 0.0 => 1.0 / yields,
                    true => 0.0,
                    false => body.compression_of(i).into_f64(),
                };
                sum += 0.5 * stiffness * c * c;
            }
        }
        let bending = body.bending().into_f64();
        for hinge in &body.hinges {
            let c = hinge.measure(hinge.nodes.map(at)).0.into_f64();
            sum += 0.5 * bending * c * c;
        }
        sum
    }

    fn elastic_energy(&self) -> f64 {
        let mut sum: f64 = self.softs.values().map(|body| self.stored_in(body)).sum();
        let stored = |compliance: Real, c: Real| {
            if compliance > 0.0 { 0.5 * (c * c / compliance).into_f64() } else { 0.0 }
        };
        for r in self.anchors.values().filter(|r| !r.broken) {
            let d = r.points[1].position(&self.state) - r.points[0].position(&self.state);
            sum += stored(r.anchor.softness.compliance, d.length());
        }
        for r in self.distances.values() {
            let d = r.points[1].position(&self.state) - r.points[0].position(&self.state);
            sum += stored(r.distance.softness.compliance, d.length() - r.length);
        }
        for (h, r) in self.planes.iter() {
            // The handle was just given out, so there is a violation.
            let c = self.plane_violation(h).unwrap_or_default();
            sum += stored(r.plane.softness.compliance, c);
        }
        sum + self.joint_energy()
    }

    /// Linear momentum (N·s) and angular momentum about the origin (N·m·s) of everything that
    /// forces move.
    pub fn momentum(&self) -> [Vec3; 2] {
        let (mut p, mut l) = (DVec3::ZERO, DVec3::ZERO);
        let nodes = &self.state.nodes;
        for i in 0..nodes.x.len() {
            let mv = double(nodes.velocity(i)) * nodes.mass(i).into_f64();
            p += mv;
            l += double(nodes.position(i)).cross(mv);
        }
        let frames = &self.state.frames;
        for i in 0..frames.x.len() {
            let mv = double(frames.v[i]) * frames.mass[i].mass.into_f64();
            p += mv;
            l += double(frames.x[i]).cross(mv) + double(frames.spin(i));
        }
        [single(p), single(l)]
    }
}
