//! Bodies whose integrator is named: from what rows have changed to the end of a substep.

use super::Scratch;
use super::motion::scaled_node;
use crate::bodies::soft::{Model, SoftBody};
use crate::constraints::Substep;
use crate::constraints::distance::Resists;
use crate::integrators::Integrator;
use crate::integrators::body::Integrated;
use crate::integrators::verlet::Link;
use crate::math::{Real, Vec3};
use crate::solvers::velocities::NodeSlot;
use crate::world::{DistanceRecord, World};

/// The bodies that are integrated in this step.
fn integrated(world: &mut World) -> impl Iterator<Item = &mut Integrated> {
    world.softs.values_mut().filter(|b| b.moves()).filter_map(|b| match &mut b.model {
        Model::Integrated(body) => Some(body.as_mut()),
        _ => None,
    })
}

impl Scratch {
    /// Puts the nodes of integrated bodies where their integrator and the rows have brought them, and gives their new
    /// velocities to the rows that relax.
    pub(super) fn settle(&mut self, world: &mut World, t: &Substep) {
        let mut any = false;
        let mut bodies = std::mem::take(&mut world.softs);
        for body in bodies.values_mut().filter(|b| b.moves()) {
            if let Model::Integrated(body) = &mut body.model {
                body.settle(&mut world.state.nodes, t.h);
                self.integrator_iterations += body.take_iterations();
                any = true;
            }
        }
        world.softs = bodies;
        if !any {
            return;
        }
        self.drift.clear();
        self.drift.resize(world.state.nodes.x.len(), Vec3::ZERO);
        let nodes = &world.state.nodes;
        for body in world.softs.values().filter(|b| b.moves()) {
            let Model::Integrated(integrated) = &body.model else { continue };
            for (i, drift) in body.slots.range().zip(integrated.drift()) {
                self.drift[i] = drift;
                self.velocities.nodes[i] = scaled_node(&nodes.x[i], &nodes.v[i]);
            }
        }
        for c in &self.rows.implicit {
            for i in c.touched.iter().map(|&i| i as usize) {
                self.velocities.nodes[i] = NodeSlot::new(nodes.velocity(i));
            }
        }
        self.shift_gaps(t.h);
    }

    /// Gaps are what the nodes have moved with left; the rows that relax reckon with what they go on with.
    fn shift_gaps(&mut self, h: Real) {
        for item in &mut self.rows.contact_nodes.items {
            for l in 0..item.used.len() {
                let drift = self.drift[item.node[0][l] as usize];
                let n = Vec3::new(item.param[0].0[l], item.param[1].0[l], item.param[2].0[l]);
                item.gap.0[l] += h * n.dot(drift);
            }
        }
        self.rows.general.shift_gaps(h, &self.drift);
    }

    /// Tells distances what Verlet has held them with.
    pub(super) fn add_link_impulses(&self, world: &mut World) {
        let World { softs, distances, .. } = world;
        for body in softs.values().filter(|b| b.moves()) {
            let Model::Integrated(body) = &body.model else { continue };
            for link in &body.links {
                if let Some(r) = distances.at_mut(link.owner as usize) {
                    r.impulse = link.impulse;
                    r.total += link.impulse;
                }
            }
        }
    }
}

impl World {
    /// Gives bodies the distances that they hold by themselves.
    pub(super) fn link_nodes(&mut self) {
        integrated(self).for_each(|body| body.links.clear());
        let Self { softs, distances, .. } = self;
        for (handle, record) in distances.iter::<()>() {
            let Some([a, b]) = own_nodes(softs.values(), record) else { continue };
            let holder = softs.values_mut().find(|s| s.slots.range().contains(&(a as usize)));
            if let Some(SoftBody { slots, model: Model::Integrated(body), .. }) = holder {
                let (l, resists) = (record.length, record.distance.resists);
                body.links.push(Link {
                    owner: handle.index() as u32,
                    ends: [a - slots.start, b - slots.start],
                    least: if resists == Resists::Stretch { 0.0 } else { l },
                    most: if resists == Resists::Compression { Real::INFINITY } else { l },
                    impulse: 0.0,
                });
            }
        }
    }
}

/// The two nodes of a distance that a body moved by Verlet holds by itself: both its own, and rigid without a limit.
pub(crate) fn own_nodes<'a>(
    mut softs: impl Iterator<Item = &'a SoftBody>,
    record: &DistanceRecord,
) -> Option<[u32; 2]> {
    let rigid =
        record.distance.softness.compliance == 0.0 && record.distance.max_force.is_infinite();
    let [a, b] = [record.points[0].single_node()?, record.points[1].single_node()?];
    let body = softs.find(|s| s.slots.range().contains(&(a as usize)))?;
    let verlet = matches!(&body.model, Model::Integrated(i) if i.integrator == Integrator::Verlet);
    (rigid && verlet && body.slots.range().contains(&(b as usize))).then_some([a, b])
}
