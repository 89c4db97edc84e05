//! Hinges of cloth: the inner edges of a surface, and what they keep.

use serde::{Deserialize, Serialize};

use crate::constraints::bend::{fold, product};
use crate::math::lanes::{Lanes, V3};
use crate::math::{Real, Vec3};
use crate::meshing::{Mesh, surface};

/// What the hinges of a surface keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HingeLaw {
    /// The dihedral angle.
    #[default]
    Angle,
    /// The scalar product of Eq. 33 of Vezzano et al. 2015, which hardly resists bending where the
    /// surface is flat: to compare.
    Product,
}

/// A hinge of a cloth: its four nodes, numbered within the body, and what it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hinge {
    pub(crate) nodes: [u32; 4],
    /// Its angle at rest, rad, or its product at rest, no unit.
    pub(crate) rest: Real,
    /// What the product is a multiple of, m²; 0: it keeps the angle.
    pub(crate) size: Real,
}

impl Hinge {
    fn new(nodes: [u32; 4], law: HingeLaw, points: &[Vec3]) -> Self {
        let at = nodes.map(|i| points[i as usize]);
        let size = match law {
            HingeLaw::Angle => 0.0,
            HingeLaw::Product => {
                let middle = (at[0] + at[1]) * 0.5;
                (at[2] - middle).length() * (at[3] - middle).length()
            }
        };
        let mut hinge = Self { nodes, rest: 0.0, size };
        hinge.rest = hinge.measure(at).0;
        hinge
    }

    /// How far it is from rest where its nodes are, and the lengths of the gradient by them.
    pub(crate) fn measure(&self, at: [Vec3; 4]) -> (Real, [Real; 4]) {
        let at = at.map(V3::splat);
        let (value, grad, _) = match self.size > 0.0 {
            true => product(&at, Lanes::splat(1.0 / self.size)),
            false => fold(&at),
        };
        (value.0[0] - self.rest, grad.map(|g| g.lane(0).length()))
    }
}

/// The hinges of a mesh, one for each inner edge of its surface.
pub(super) fn hinges(mesh: &Mesh, law: HingeLaw) -> Vec<Hinge> {
    let hinge = |nodes| Hinge::new(nodes, law, &mesh.points);
    surface::hinges(&mesh.faces).into_iter().map(hinge).collect()
}
