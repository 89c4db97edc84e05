//! A site: the point of a body, or of the world, that a constraint takes hold of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::travel::Travel;

/// A point that a constraint takes hold of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Site {
    /// A point of the world: fixed, or moved as told.
    World {
        /// The point, m.
        world: [f64; 3],
        /// How it moves; absent: it does not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        motion: Option<Travel>,
    },
    /// A point of a rigid body.
    Rigid {
        /// Name of the rigid body.
        rigid: String,
        /// The point in the body's own axes, m; absent: its position.
        #[serde(default)]
        point: [f64; 3],
    },
    /// A node of a deformable body.
    Node {
        /// Name of the deformable body.
        soft: String,
        /// Index of the node.
        node: u32,
    },
    /// A point of a triangle of a deformable body.
    Face {
        /// Name of the deformable body.
        soft: String,
        /// Index of the triangle.
        face: u32,
        /// Weights of its three nodes, each 0 to 1, together 1 (no unit).
        #[schemars(transform = super::schema::fraction)]
        weights: [f64; 3],
    },
    /// A point of a tetrahedron of a deformable body.
    Tet {
        /// Name of the deformable body.
        soft: String,
        /// Index of the tetrahedron.
        tet: u32,
        /// Weights of its four nodes, each 0 to 1, together 1 (no unit).
        #[schemars(transform = super::schema::fraction)]
        weights: [f64; 4],
    },
    /// The node of a deformable body that starts nearest to a point of the world.
    Nearest {
        /// Name of the deformable body.
        soft: String,
        /// The point, m.
        nearest: [f64; 3],
    },
}

impl Default for Site {
    fn default() -> Self {
        Self::World { world: [0.0; 3], motion: None }
    }
}

impl Site {
    /// Name of the deformable body it is on, if it is on one.
    pub fn soft(&self) -> Option<&str> {
        match self {
            Self::World { .. } | Self::Rigid { .. } => None,
            Self::Node { soft, .. }
            | Self::Face { soft, .. }
            | Self::Tet { soft, .. }
            | Self::Nearest { soft, .. } => Some(soft),
        }
    }

    /// Gives the direction of its motion length one.
    pub(super) fn normalise(&mut self) {
        if let Self::World { motion: Some(motion), .. } = self {
            motion.normalise();
        }
    }
}
