//! Watches the steps: clocks, and the quality of every substep.

use super::cast::Cast;
use super::engine::{Real, Watch, World};
use super::{wide, wide_rotation};
use crate::clock::{Clock, Reading};
use crate::quality::{Measured, Scenery};

/// Watches one step. The time of the measurements themselves is kept out of all clocks.
pub(super) struct Observer<'a> {
    pub(super) clock: Clock,
    pub(super) cast: &'a Cast,
    pub(super) scenery: &'a mut Scenery,
    pub(super) measured: &'a mut Measured,
    /// Whether every substep is measured.
    pub(super) every_substep: bool,
    /// Time spent measuring.
    pub(super) spent: Reading,
}

impl Watch for Observer<'_> {
    fn seconds(&mut self) -> f64 {
        self.clock.read().cpu - self.spent.cpu
    }

    fn substep(&mut self, world: &World, _h: Real) {
        if !self.every_substep {
            return;
        }
        let start = self.clock.read();
        refresh(self.scenery, world, self.cast);
        self.measured.observe(self.scenery);
        self.spent.add(self.clock.read().since(start));
    }
}

/// Copies where everything is.
pub(super) fn refresh(scenery: &mut Scenery, world: &World, cast: &Cast) {
    for (solid, actor) in scenery.solids.iter_mut().zip(&cast.rigids) {
        let pose = (world.position(actor.handle), world.rotation(actor.handle));
        solid.present = pose.0.is_ok();
        solid.asleep = world.is_asleep(actor.handle) == Ok(true);
        if let (Ok(x), Ok(q)) = pose {
            (solid.position, solid.rotation) = (wide(x), wide_rotation(q));
        }
    }
    let softs = cast.softs.iter().zip(&cast.dresses);
    for (skin, (actor, dress)) in scenery.skins.iter_mut().zip(softs) {
        let nodes = world.node_positions(actor.handle);
        skin.present = nodes.is_ok();
        skin.asleep = world.is_soft_asleep(actor.handle) == Ok(true);
        if let Ok(nodes) = nodes {
            for (to, from) in skin.nodes.iter_mut().zip(nodes) {
                *to = wide(from);
            }
        }
        if let (Some(dress), Ok(nodes)) = (dress, world.node_positions(actor.handle)) {
            let nodes: Vec<_> = nodes.collect();
            for (to, from) in skin.dress.iter_mut().zip(dress.embedding.positions(&nodes)) {
                *to = wide(from);
            }
        }
    }
}
