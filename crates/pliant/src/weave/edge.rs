//! Edges of the weave: two nodes keep their distance, in position form.
//!
//! With `d = x_b − x_a` at the start of the substep and `d₁ = d + h (v_b − v_a)` where it would end,
//! `C = |d₁| − L`. The impulse acts along `d`, the direction at the start, so that it has no moment;
//! it is as large as it must be for `C` to vanish at the end (SHAKE: Ryckaert et al. 1977):
//!
//! ```text
//! λ = C / (h (w n·n₁ + α/h²))      n = d/|d|, n₁ = d₁/|d₁|, w = 1/m_a + 1/m_b
//! ```
//!
//! `α` is the compliance (m/N): that of stretching where `C > 0`, that of compression elsewhere; 0 is
//! rigid, `1/k` a spring of stiffness `k` (Macklin et al. 2016, of whose multipliers one sweep a
//! substep needs none). Cloth is soft against compression, or its edges fight each other. An edge of
//! elastic cloth may have a largest length, beyond which it is rigid.
//!
//! A direction kept for a substep is explicit: a node between edges under the tension `T` swings across them with
//! `ω² ≈ 2T/(m L)`, and is thrown ever farther beyond `h ω = 2`. With `T = m C/h²` that is where an edge would stretch by
//! about its length in a substep, as under what hits at 50 m/s. While something is that fast, edges that would stretch by
//! [`FAR`] of their length are therefore pulled along `d₁`, which is implicit, and has a small moment.
//!
//! Degenerate: an edge that has turned by 90° or more in the substep, or has no length, is pushed with
//! the lever of one that is a third of its rest length.

use super::{Nodes, Row};
use crate::math::Real;
use crate::math::lanes::{Lanes, Triple, W};
use crate::math::wide::Wide;

/// The share of its length by which an edge would stretch in a substep beyond which it is pulled along where it would be.
pub(super) const FAR: Real = 0.2;

/// Eight edges.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(crate) struct EdgeBlock {
    /// Node slots of both ends.
    pub(crate) node: [[u32; W]; 2],
    /// Rest length, m.
    pub(crate) length: Lanes,
    /// Largest length, m.
    pub(crate) longest: Lanes,
    /// Compliance against stretching, m/N.
    pub(crate) stretch: Lanes,
    /// Compliance against compression, m/N.
    pub(crate) push: Lanes,
}

impl Default for EdgeBlock {
    /// Padding: edges of no length on the world.
    fn default() -> Self {
        Self {
            node: [[0; W]; 2],
            length: Lanes::ZERO,
            longest: Lanes::splat(Real::INFINITY),
            stretch: Lanes::ONE,
            push: Lanes::ONE,
        }
    }
}

impl Row for EdgeBlock {
    #[inline(always)]
    fn solve<T: Wide>(&self, nodes: &Nodes<'_>, h: Real) -> T {
        let [a, b] = &self.node;
        let ((xa, sa), (xb, sb)) = (nodes.x::<T>(a), nodes.x::<T>(b));
        let (va, vb) = (nodes.v(a), nodes.v(b));
        let (wa, wb) = (sa * sa, sb * sb);
        let d = xb - xa;
        let p = match nodes.torn {
            true => self.torn_impulse(d, vb - va, wa + wb, h),
            false => d.scale(self.impulse(d, d, vb - va, wa + wb, h)),
        };
        nodes.set_v(a, va + p.scale(wa));
        nodes.set_v(b, vb - p.scale(wb));
        p.dot(p)
    }
}

impl EdgeBlock {
    /// The impulse on the first node, N·s, where edges may be torn far.
    #[inline(always)]
    fn torn_impulse<T: Wide>(&self, d: Triple<T>, rate: Triple<T>, w: T, h: Real) -> Triple<T> {
        let ahead = d + rate.scale(T::splat(h));
        let far = ahead.dot(ahead).sqrt() - T::of(&self.length) * T::splat(1.0 + FAR);
        let along = Triple {
            x: far.where_positive(ahead.x, d.x),
            y: far.where_positive(ahead.y, d.y),
            z: far.where_positive(ahead.z, d.z),
        };
        along.scale(self.impulse(d, along, rate, w, h))
    }

    /// The impulse on the first node as a multiple of the direction `along`, N·s/m.
    #[inline(always)]
    fn impulse<T: Wide>(
        &self,
        d: Triple<T>,
        along: Triple<T>,
        rate: Triple<T>,
        w: T,
        h: Real,
    ) -> T {
        let ahead = d + rate.scale(T::splat(h));
        let length = ahead.dot(ahead).sqrt();
        let rest = T::of(&self.length);
        let c = length - rest;
        let alpha = c.where_positive(T::of(&self.stretch), T::of(&self.push));
        let soft = w + alpha * T::splat(1.0 / (h * h));
        let soft = soft.where_positive(soft, T::splat(1.0));
        // Beyond its largest length an edge is rigid.
        let over = length - T::of(&self.longest);
        let rigid = over * soft - c * w;
        let c = rigid.where_positive(over, c);
        let soft = rigid.where_positive(w, soft);
        let floor = rest * rest * T::splat(0.1) + T::splat(Real::MIN_POSITIVE);
        let lever = ahead.dot(along).max(floor);
        (c * length).over(soft * lever * T::splat(h))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::lanes::V3;
    use crate::math::{DOUBLE, Vec3};

    const H: Real = 4e-4;

    fn block(length: Real, stretch: Real, push: Real) -> EdgeBlock {
        EdgeBlock {
            length: Lanes::splat(length),
            stretch: Lanes::splat(stretch),
            push: Lanes::splat(push),
            ..EdgeBlock::default()
        }
    }

    /// The length that two nodes of `w = 1` each have at the end of the substep.
    fn length_after(block: &EdgeBlock, d: Vec3, rate: Vec3) -> Real {
        let p = block.torn_impulse(V3::splat(d), V3::splat(rate), Lanes::splat(2.0), H).lane(0);
        (d + (rate - p * 2.0) * H).length()
    }

    #[test]
    fn a_rigid_edge_has_its_length_at_the_end() {
        let edge = block(0.02, 0.0, 0.0);
        for (d, rate) in [
            (Vec3::new(0.021, 0.0, 0.0), Vec3::ZERO),
            (Vec3::new(0.0, 0.019, 0.004), Vec3::new(0.5, -0.3, 0.1)),
            (Vec3::new(0.01, 0.01, 0.0), Vec3::new(-0.2, 0.4, 3.0)),
        ] {
            let left = (length_after(&edge, d, rate) - 0.02).abs();
            // Newton's step on a slightly curved function leaves the square of what it removes.
            assert!(left < 2e-5, "{d:?}: {left}");
        }
    }

    #[test]
    fn an_elastic_edge_pulls_with_its_stiffness() {
        let edge = block(0.5, 1.0 / 50.0, 1.0 / 20.0);
        for (length, stiffness) in [(0.6, 50.0), (0.4, 20.0)] {
            let d = V3::splat(Vec3::X * length);
            let force = edge.impulse(d, d, V3::ZERO, Lanes::splat(2.0), H).0[0] * length / H;
            let expected = stiffness * (length - 0.5);
            let tolerance = if DOUBLE { 1e-4 } else { 1e-3 };
            // Implicit: less by the share 2 k h².
            assert!((force / expected - 1.0).abs() < tolerance, "{force} {expected}");
        }
    }

    /// What is torn away across, by two lengths in a substep, is pulled back along where it would be.
    #[test]
    fn an_edge_torn_far_has_its_length_at_the_end() {
        let edge = block(0.02, 0.0, 0.05);
        let left = length_after(&edge, Vec3::X * 0.02, Vec3::Y * (0.04 / H));
        assert!((left - 0.02).abs() < 1e-6, "{left}");
    }

    #[test]
    fn beyond_its_largest_length_an_edge_is_rigid() {
        let mut edge = block(0.02, 1.0, 1.0);
        edge.longest = Lanes::splat(0.022);
        let left = length_after(&edge, Vec3::X * 0.025, Vec3::ZERO);
        assert!((left - 0.022).abs() < 1e-6, "{left}");
        let free = length_after(&edge, Vec3::X * 0.0215, Vec3::ZERO);
        assert!((free - 0.0215).abs() < 1e-6, "{free}");
    }

    #[test]
    fn an_edge_without_length_stays_finite() {
        let edge = block(0.02, 0.0, 0.05);
        for rate in [Vec3::ZERO, Vec3::X] {
            let p = edge.torn_impulse(V3::ZERO, V3::splat(rate), Lanes::splat(2.0), H);
            assert!(p.lane(0).is_finite());
        }
        let padding = EdgeBlock::default();
        assert_eq!(padding.torn_impulse(V3::ZERO, V3::ZERO, Lanes::ZERO, H), V3::ZERO);
    }
}
