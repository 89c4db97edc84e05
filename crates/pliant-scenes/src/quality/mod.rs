//! How good a run is, measured by code that shares nothing with the engine.
//!
//! The engine's state is copied into a [`Scenery`] of plain shapes and points in double precision
//! at the end of every substep, and looked at from there: [`overlaps`] finds how deep bodies are in
//! each other, [`stretch`] how much longer than at rest the edges are.

pub mod boxes;
pub mod crossings;
mod hull;
pub mod overlap;
pub mod solid;

use std::collections::BTreeSet;

use glamx::DVec3;

pub use crossings::Crossings;
pub use overlap::{Overlaps, overlaps};
pub use solid::{Part, Shape, Solid, Surface};

/// All there is, as the measurements see it.
#[derive(Clone, Debug, Default)]
pub struct Scenery {
    /// Rigid bodies.
    pub solids: Vec<Solid>,
    /// Deformable bodies.
    pub skins: Vec<Skin>,
}

/// A deformable body as the measurements see it.
#[derive(Clone, Debug, Default)]
pub struct Skin {
    /// Its name.
    pub name: String,
    /// Where its nodes are, m.
    pub nodes: Vec<DVec3>,
    /// Where the points of the surface are that is drawn instead of its own, m; none if there is no such surface.
    pub dress: Vec<DVec3>,
    /// The node that each of these follows most.
    pub wearers: Vec<u32>,
    /// The edges of its surface, or of a rope, with their lengths at rest, m.
    pub edges: Vec<([u32; 2], f64)>,
    /// The faces of its surface; none for a rope.
    pub faces: Vec<[u32; 3]>,
    /// Whether it touches anything.
    pub collides: bool,
    /// Whether it touches other deformable bodies, but for those tied to it.
    pub meets: bool,
    /// Names of deformable bodies that a constraint ties it to.
    pub tied: Vec<String>,
    /// Whether it has not been removed.
    pub present: bool,
    /// Whether it sleeps.
    pub asleep: bool,
}

/// The largest stretch of an edge that is longer than at rest, as a fraction.
pub fn stretch(skins: &[Skin]) -> f64 {
    skins.iter().filter(|skin| skin.present).map(Skin::stretch).fold(0.0, f64::max)
}

impl Skin {
    /// The largest stretch of an edge that is longer than at rest, as a fraction.
    pub fn stretch(&self) -> f64 {
        let mut largest = 0.0_f64;
        for &([a, b], rest) in &self.edges {
            let length_squared = self.nodes[a as usize].distance_squared(self.nodes[b as usize]);
            // Divided only where it is larger; the square root is taken once, of the largest.
            let rest_squared = rest * rest;
            if length_squared > largest * rest_squared {
                largest = length_squared / rest_squared;
            }
        }
        (largest.sqrt() - 1.0).max(0.0)
    }
}

impl Skin {
    /// The strain of the edge at each node that is farthest from its length at rest, as a
    /// fraction: above 0 where it is longer. Then the same of the points that are drawn instead.
    pub fn strain(&self) -> Vec<f32> {
        let mut strain = vec![0.0_f32; self.nodes.len()];
        for &([a, b], rest) in &self.edges {
            let [a, b] = [a as usize, b as usize];
            let here = (self.nodes[a].distance(self.nodes[b]) / rest - 1.0) as f32;
            for end in [a, b] {
                if here.abs() > strain[end].abs() {
                    strain[end] = here;
                }
            }
        }
        let dress: Vec<f32> = self.wearers.iter().map(|&node| strain[node as usize]).collect();
        strain.extend(dress);
        strain
    }

    /// Its nodes, then the points of what is drawn instead of its own surface.
    pub fn drawn(&self) -> impl Iterator<Item = &DVec3> {
        self.nodes.iter().chain(&self.dress)
    }
}

/// What was found in all substeps so far.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The deepest overlap, m.
    pub deepest: f64,
    /// The names of the two bodies.
    pub pair: Option<[String; 2]>,
    /// Sum over substeps and overlapping pairs of the pair's depth, m.
    sum: f64,
    /// How many were summed.
    count: u64,
    /// The largest stretch, as a fraction.
    pub stretch: f64,
    /// The deepest overlap in the last substep, m.
    pub deepest_now: f64,
    /// The largest stretch in the last substep, as a fraction.
    pub stretch_now: f64,
    /// What went through what, if that is asked for.
    pub crossings: Option<Crossings>,
    /// Names of bodies that were seen with a coordinate that is not finite.
    pub broken: BTreeSet<String>,
}

impl Measured {
    /// Nothing seen yet; crossings take time, and are counted if that is asked for.
    pub fn new(crossings: bool) -> Self {
        Self { crossings: crossings.then(Crossings::default), ..Self::default() }
    }

    /// Looks at the end of a substep.
    pub fn observe(&mut self, scenery: &Scenery) {
        self.look(scenery);
        let found = overlaps(scenery);
        if found.deepest > self.deepest {
            self.deepest = found.deepest;
            self.pair = found.pair.map(|pair| pair.map(str::to_owned));
        }
        self.sum += found.sum;
        self.count += found.count;
        self.deepest_now = found.deepest;
        self.stretch = self.stretch.max(self.stretch_now);
        if let Some(crossings) = &mut self.crossings {
            crossings.observe(scenery);
        }
    }

    /// Looks at the state before the first substep: nothing of it counts as the run's.
    pub fn start(&mut self, scenery: &Scenery) {
        self.look(scenery);
        self.deepest_now = overlaps(scenery).deepest;
        if let Some(crossings) = &mut self.crossings {
            crossings.observe(scenery);
        }
    }

    fn look(&mut self, scenery: &Scenery) {
        self.stretch_now = stretch(&scenery.skins);
        let solids = scenery.solids.iter().filter(|s| s.present);
        for solid in solids.filter(|s| !(s.position.is_finite() && s.rotation.is_finite())) {
            self.broken.insert(format!("rigid {}", solid.name));
        }
        let skins = scenery.skins.iter().filter(|s| s.present);
        // A sum is finite only if everything in it is, at the sizes that scenes have.
        for skin in skins.filter(|s| !s.nodes.iter().sum::<DVec3>().is_finite()) {
            self.broken.insert(format!("soft {}", skin.name));
        }
    }

    /// Mean over substeps and overlapping pairs of the pair's depth, m.
    pub fn mean_depth(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_shows_the_larger_strain_of_its_edges() {
        let at = |x: f64| DVec3::new(x, 0.0, 0.0);
        let skin = Skin {
            nodes: vec![at(0.0), at(1.1), at(1.9)],
            edges: vec![([0, 1], 1.0), ([1, 2], 1.0)],
            ..Skin::default()
        };
        for (found, expected) in skin.strain().iter().zip([0.1, -0.2, -0.2]) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    #[test]
    fn only_longer_edges_are_stretched() {
        let skin = |x: f64| Skin {
            nodes: vec![DVec3::ZERO, DVec3::new(x, 0.0, 0.0)],
            edges: vec![([0, 1], 2.0)],
            present: true,
            ..Skin::default()
        };
        assert!((skin(2.1).stretch() - 0.05).abs() < 1e-12);
        assert_eq!(skin(1.5).stretch(), 0.0);
    }
}
