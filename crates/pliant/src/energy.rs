//! Budgets: energy and momentum of a world, summed in double precision.

use crate::math::DVec3;

use crate::bodies::corotational::{double, single};
use crate::bodies::soft::Material;
use crate::constraints::{Constraint, Ends, PARAMS, bend::BendRow};
use crate::math::lanes::{Lanes, V3};
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
        let mut energy = Energy::default();
        let gravity = double(self.config.gravity);
        let nodes = &self.state.nodes;
        for i in 0..nodes.x.len() {
            let m = nodes.mass(i).into_f64();
            if m > 0.0 {
                energy.kinetic += 0.5 * m * double(nodes.velocity(i)).length_squared();
                energy.potential -= m * gravity.dot(double(nodes.position(i)));
            }
        }
        let frames = &self.state.frames;
        for i in 0..frames.x.len() {
            let m = frames.mass[i].mass.into_f64();
            if m > 0.0 {
                energy.kinetic += 0.5 * m * double(frames.v[i]).length_squared();
                energy.kinetic += 0.5 * double(frames.spin(i)).dot(double(frames.w[i]));
                energy.potential -= m * gravity.dot(double(frames.x[i]));
            }
        }
        energy.elastic = self.elastic_energy();
        energy
    }

    fn elastic_energy(&self) -> f64 {
        let mut sum = 0.0;
        for body in self.softs.values() {
            sum += body.body().elastic_energy(&self.state).into_f64();
            let at = |i: u32| self.state.nodes.position((body.slots.start + i) as usize);
            let bending = match body.material {
                Material::Inextensible { bending, compression } => {
                    for &([a, b], length) in &body.edges {
                        let c = ((at(b) - at(a)).length() - length).min(0.0).into_f64();
                        sum += 0.5 * compression.into_f64() * c * c;
                    }
                    bending
                }
                Material::MassSpring { bending, .. } => bending,
                Material::Corotational { .. } => 0.0,
            };
            for hinge in &body.hinges {
                let p = Ends::points(hinge.nodes.map(|i| V3::splat(at(i))));
                let angle = BendRow::evaluate(&p, &p, &[Lanes::ZERO; PARAMS]).c[0].0[0];
                let c = (angle - hinge.angle).into_f64();
                sum += 0.5 * bending.into_f64() * c * c;
            }
        }
        let stored = |compliance: Real, c: Real| {
            if compliance > 0.0 { 0.5 * (c * c / compliance).into_f64() } else { 0.0 }
        };
        for r in self.anchors.values() {
            let d = r.points[1].position(&self.state) - r.points[0].position(&self.state);
            sum += stored(r.anchor.softness.compliance, d.length());
        }
        for r in self.distances.values() {
            let d = r.points[1].position(&self.state) - r.points[0].position(&self.state);
            sum += stored(r.distance.softness.compliance, d.length() - r.length);
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
