//! Hinges of the weave: two triangles keep their angle.
//!
//! The angle `θ` and its gradient `J` are those of [`crate::constraints::bend`], taken at the start
//! of the substep. Bending is slow beside stretching, so hinges are looked at only in some of the substeps: over the
//! time `H` from one such substep to the next the spring gives
//! `λ = −H k C⁺` with `C⁺ = C + H J v⁺`, as if it acted at once, which is stable for any stiffness:
//!
//! ```text
//! λ = −(C + H J v) / (1/(H k) + H w)      C = θ − θ₀, w = J M⁻¹ Jᵀ
//! ```

use super::{Nodes, Row};
use crate::constraints::bend::{fold, product};
use crate::math::Real;
use crate::math::lanes::{Lanes, W};
use crate::math::wide::Wide;

/// Eight hinges that keep their angle.
pub(crate) type HingeBlock = Block<false>;
/// Eight hinges that keep their product.
pub(crate) type ProductBlock = Block<true>;

/// Eight hinges.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct Block<const PRODUCT: bool> {
    /// Node slots: the ends of the edge, then the corners opposite.
    pub(crate) node: [[u32; W]; 4],
    /// Angle at rest, rad, or product.
    pub(crate) rest: Lanes,
    /// Compliance, 1/(N·m).
    pub(crate) compliance: Lanes,
    /// Inverse of the size of a product, 1/m².
    pub(crate) inverse: Lanes,
}

impl<const PRODUCT: bool> Default for Block<PRODUCT> {
    /// Padding: triangles without area.
    fn default() -> Self {
        let (rest, compliance, inverse) = (Lanes::ZERO, Lanes::ONE, Lanes::ZERO);
        Self { node: [[0; W]; 4], rest, compliance, inverse }
    }
}

impl<const PRODUCT: bool> Row for Block<PRODUCT> {
    #[inline(always)]
    fn solve<T: Wide>(&self, nodes: &Nodes<'_>, h: Real) -> T {
        let [i, j, l, r] = &self.node;
        let at = [nodes.x::<T>(i), nodes.x::<T>(j), nodes.x::<T>(l), nodes.x::<T>(r)];
        let corners = [at[0].0, at[1].0, at[2].0, at[3].0];
        let (value, grad, sound) = match PRODUCT {
            true => product(&corners, T::of(&self.inverse)),
            false => fold(&corners),
        };
        let c = (value - T::of(&self.rest)) * sound;
        let v = [nodes.v::<T>(i), nodes.v::<T>(j), nodes.v::<T>(l), nodes.v::<T>(r)];
        let (mut rate, mut mobility) = (T::splat(0.0), T::splat(0.0));
        for k in 0..4 {
            let (g, s) = (grad[k], at[k].1);
            rate = rate + g.dot(v[k]);
            mobility = mobility + g.dot(g) * (s * s);
        }
        let h = T::splat(h);
        let softness = T::of(&self.compliance).over(h) + h * mobility;
        let f = -(c + h * rate).over(softness);
        for k in 0..4 {
            let s = at[k].1;
            nodes.set_v(&self.node[k], v[k] + grad[k].scale(f * (s * s)));
        }
        f * f
    }
}
