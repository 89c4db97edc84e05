//! Hinges of the weave: two triangles keep their angle.
//!
//! The angle `θ` and its gradient `J` are those of [`crate::constraints::bend`], taken at the start
//! of the substep. Bending is weak beside stretching, so hinges act only in some of the substeps, with
//! the impulse of all of them: over the time `H` from one such substep to the next the spring gives
//! `λ = −H k C⁺` with `C⁺ = C + H J v⁺`, which is stable for any stiffness:
//!
//! ```text
//! λ = −(C + H J v) / (1/(H k) + H w)      C = θ − θ₀, w = J M⁻¹ Jᵀ
//! ```

use super::{Nodes, Row};
use crate::constraints::bend::fold;
use crate::math::Real;
use crate::math::lanes::{Lanes, W};
use crate::math::wide::Wide;

/// Eight hinges.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct HingeBlock {
    /// Node slots: the ends of the edge, then the corners opposite.
    pub(crate) node: [[u32; W]; 4],
    /// Rest angle, rad.
    pub(crate) angle: Lanes,
    /// Compliance, rad/(N·m).
    pub(crate) compliance: Lanes,
}

impl Default for HingeBlock {
    /// Padding: triangles without area.
    fn default() -> Self {
        Self { node: [[0; W]; 4], angle: Lanes::ZERO, compliance: Lanes::ONE }
    }
}

impl Row for HingeBlock {
    #[inline(always)]
    fn solve<T: Wide>(&self, nodes: &Nodes<'_>, h: Real) -> T {
        let [i, j, l, r] = &self.node;
        let at = [nodes.x::<T>(i), nodes.x::<T>(j), nodes.x::<T>(l), nodes.x::<T>(r)];
        let (angle, grad, sound) = fold(&[at[0].0, at[1].0, at[2].0, at[3].0]);
        let c = (angle - T::of(&self.angle)) * sound;
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
