//! Forces: what an integrator asks of a body.

use crate::bodies::corotational::Corotational;
use crate::math::{Mat3, Real};
use crate::solvers::conjugate::Lattice;
use crate::solvers::simd::Level;

pub use crate::bodies::tets::Quad;

/// Springs or tetrahedra as functions of positions and velocities.
pub trait Forces {
    /// Adds the elastic and damping forces at these positions (m) and velocities (m/s), N.
    fn add(&mut self, x: &[Quad], v: &[Quad], out: &mut [Quad]);

    /// Prepares products with `A = stiff K + damp D` at these positions, where forces were asked last; `K = −∂f/∂x` and
    /// `D = −∂f/∂v` without what would make it indefinite; adds its diagonal blocks.
    fn linearise(&mut self, x: &[Quad], stiff: Real, damp: Real, diagonal: &mut [Mat3]);

    /// Sets `out` to `(M + A) p` with these masses, kg.
    fn product(&self, mass: &[Real], p: &[Quad], out: &mut [Quad]);

    /// Prepares the lattice with `A` and these masses (kg; none of nodes that do not move); tells whether there is one: a small body
    /// needs none.
    fn weigh(&mut self, mass: &[Real]) -> bool;

    /// The motions of larger parts.
    fn lattice(&mut self) -> Option<&mut Lattice>;
}

/// Bodies of fewer nodes have no lattice.
pub(super) const MANY: usize = 200;

/// The tetrahedra of an elastic solid.
///
/// Their rotations are followed to convergence each time they are asked: a force that depended on
/// how often it was asked before would have no order. Products take them as they are, and leave out that
/// they turn, see [`crate::bodies::tets`].
pub(crate) struct Tetrahedra<'a> {
    /// The solid.
    pub(crate) solid: &'a mut Corotational,
    /// Factor of products.
    pub(crate) scale: Real,
    /// Room.
    pub(crate) work: &'a mut Vec<Quad>,
}

impl Forces for Tetrahedra<'_> {
    fn add(&mut self, x: &[Quad], v: &[Quad], out: &mut [Quad]) {
        self.solid.add_forces(x, v, out, self.work);
    }

    fn linearise(&mut self, _: &[Quad], stiff: Real, damp: Real, diagonal: &mut [Mat3]) {
        self.scale = self.solid.factor(stiff, damp);
        for (block, k) in diagonal.iter_mut().zip(self.solid.diagonal()) {
            *block += Mat3::IDENTITY * (self.scale * k);
        }
    }

    fn product(&self, mass: &[Real], p: &[Quad], out: &mut [Quad]) {
        out.fill([0.0; 4]);
        self.solid.tets.product(p, out, Level::detect());
        for ((q, p), m) in out.iter_mut().zip(p).zip(mass) {
            for k in 0..4 {
                q[k] = self.scale * q[k] + m * p[k];
            }
        }
    }

    fn weigh(&mut self, mass: &[Real]) -> bool {
        mass.len() >= MANY && self.solid.prepare_lattice(mass, self.scale)
    }

    fn lattice(&mut self) -> Option<&mut Lattice> {
        self.solid.lattice.as_deref_mut()
    }
}
