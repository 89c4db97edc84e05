//! Sites: the places that constraints name. A site never says what kind of body it is on; it
//! resolves to a point of slots.

use serde::{Deserialize, Serialize};

use crate::bodies::{Rigid, Soft};
use crate::handle::Handle;
use crate::math::{Real, Vec3};
use crate::state::State;

/// A place on a body or in the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Site {
    /// A fixed point, m.
    World(Vec3),
    /// A point of a rigid body, m in body axes from its centre of mass.
    Rigid(Handle<Rigid>, Vec3),
    /// A node of a deformable body.
    Node(Handle<Soft>, usize),
    /// A point of a face by barycentric coordinates.
    Face(Handle<Soft>, usize, [Real; 3]),
    /// A point of a tetrahedron by barycentric coordinates.
    Tet(Handle<Soft>, usize, [Real; 4]),
}

/// A site as the rows see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Point {
    /// A point of a frame; frame 0 is the world.
    Frame {
        /// Frame slot.
        slot: u32,
        /// Where, in body axes.
        arm: Vec3,
    },
    /// A weighted sum of up to four nodes.
    Nodes {
        /// How many.
        count: usize,
        /// Node slots.
        slot: [u32; 4],
        /// Weights, of sum 1.
        weight: [Real; 4],
    },
}

impl Point {
    /// A single node.
    pub fn node(slot: u32) -> Self {
        Self::Nodes { count: 1, slot: [slot, 0, 0, 0], weight: [1.0, 0.0, 0.0, 0.0] }
    }

    /// The node, if it is a single one.
    pub fn single_node(&self) -> Option<u32> {
        match *self {
            Self::Nodes { count: 1, slot, .. } => Some(slot[0]),
            _ => None,
        }
    }

    /// Whether forces move it: a sleeping body is as fixed as a fixed one.
    pub fn moves(&self, state: &State) -> bool {
        match *self {
            Self::Frame { slot, .. } => state.frames.mass[slot as usize].mass > 0.0,
            Self::Nodes { count, slot, .. } => {
                slot[..count].iter().any(|&s| state.nodes.x[s as usize][3] > 0.0)
            }
        }
    }

    /// How fast it moves now.
    pub fn velocity(&self, state: &State) -> Vec3 {
        match *self {
            Self::Frame { slot, arm } => {
                let i = slot as usize;
                let frames = &state.frames;
                frames.v[i] + frames.w[i].cross(frames.q[i] * arm)
            }
            Self::Nodes { count, slot, weight } => (0..count)
                .map(|k| state.nodes.velocity(slot[k] as usize) * weight[k])
                .fold(Vec3::ZERO, |a, b| a + b),
        }
    }

    /// Where it is now.
    pub fn position(&self, state: &State) -> Vec3 {
        match *self {
            Self::Frame { slot, arm } => {
                let i = slot as usize;
                state.frames.x[i] + state.frames.q[i] * arm
            }
            Self::Nodes { count, slot, weight } => (0..count)
                .map(|k| state.nodes.position(slot[k] as usize) * weight[k])
                .fold(Vec3::ZERO, |a, b| a + b),
        }
    }
}
