//! A tetrahedron at rest, in double precision: what is read of an element, and what a factor is made of.

use super::elasticity;
use crate::math::{DMat3, DVec3, outer};

/// A tetrahedron at rest.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its nodes, numbered within the body.
    pub nodes: [u32; 4],
    /// Shear modulus and Lamé's first parameter, Pa.
    pub lame: [f64; 2],
    /// m³.
    pub volume: f64,
    /// Gradients of the shape functions, 1/m.
    pub gradient: [DVec3; 4],
}

/// The pairs of an element's nodes, each once.
pub(crate) const PAIRS: [[usize; 2]; 10] =
    [[0, 0], [1, 1], [2, 2], [3, 3], [0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

impl Element {
    /// With these moduli and corners at rest.
    pub fn new(nodes: [u32; 4], lame: [f64; 2], corners: [DVec3; 4]) -> Self {
        let [a, b, c, d] = corners;
        let edges = DMat3::from_cols(b - a, c - a, d - a);
        let inverse = edges.inverse().transpose();
        let [g1, g2, g3] = [inverse.x_axis, inverse.y_axis, inverse.z_axis];
        let gradient = [-(g1 + g2 + g3), g1, g2, g3];
        Self { nodes, lame, volume: edges.determinant() / 6.0, gradient }
    }

    /// Elastic force on each node, N.
    pub fn force(&self, stress: DMat3) -> [DVec3; 4] {
        let stress = stress * -self.volume;
        let [a, b, c, d] = self.gradient;
        [stress * a, stress * b, stress * c, stress * d]
    }

    /// `Σ x_i b_iᵀ` of a field on the nodes.
    pub fn gradient_of(&self, field: impl Fn(u32) -> DVec3) -> DMat3 {
        let mut f = DMat3::ZERO;
        for (&i, &b) in self.nodes.iter().zip(&self.gradient) {
            f += outer(field(i), b);
        }
        f
    }

    /// Stiffness between two of its nodes along rest axes, N/m.
    pub fn stiffness(&self, [i, j]: [usize; 2]) -> DMat3 {
        let moduli = self.lame.map(|x| x * self.volume);
        elasticity::stiffness(moduli, self.gradient[i], self.gradient[j])
    }

    /// The mean of the diagonal of the stiffness at each node, N/m: rotations do not change it.
    pub fn diagonal(&self) -> [f64; 4] {
        let [mu, lambda] = self.lame.map(|x| x * self.volume);
        self.gradient.map(|b| b.length_squared() * (mu + (mu + lambda) / 3.0))
    }
}
