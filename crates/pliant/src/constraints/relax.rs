//! Relaxing: contacts without push-out, where the positions have gone.

use super::batch::{Batch, Engine, IDLE, Item, Part};
use super::linearise::local_compliance;
use super::row::Block;
use super::{Constraint, Substep};
use crate::math::lanes::{Lanes, V3};
use crate::solvers::velocities::{Shared, Velocities};

impl<C: Constraint<3>, const N: usize, const F: usize> Batch<C, N, F, 3> {
    /// Prepares contacts for a sweep without push-out, after the positions were integrated: the gap
    /// has become `c + h J v`, and a contact that was hit rebounds.
    pub fn begin_relax(
        &mut self,
        part: Part,
        velocities: &mut Velocities,
        t: &Substep,
        on: Engine,
    ) {
        let span = self.span(part);
        self.spread(velocities);
        let shared = velocities.share(on.level);
        let h = Lanes::splat(t.h);
        on.level.run(
            #[inline(always)]
            || {
                let blocks = self.blocks[span.clone()].iter_mut();
                for (block, item) in blocks.zip(&self.items[span]) {
                    let rate = block.rate(&shared)[0] + item.driven;
                    let gap = (item.gap + h * rate).max(Lanes::ZERO);
                    let fast = -item.approach - Lanes::splat(t.contact.rebound_threshold);
                    let rebound = fast.where_positive(item.param[5] * item.approach, Lanes::ZERO);
                    // A bouncy contact that carried nothing is left to the next substep, which must see the
                    // full speed at which it comes.
                    let open = gap.over(h) + rebound + item.driven;
                    let idle = item.param[5].where_positive(Lanes::splat(IDLE), open);
                    block.b[0] = block.lambda[0].where_positive(open, idle);
                    block.gamma[0] = Lanes::ZERO;
                    block.follow(item, &shared, h);
                    local_compliance(block);
                    for d in 0..3 {
                        // Padding has no compliance.
                        block.w[d][d] = block.w[d][d].where_positive(block.w[d][d], Lanes::ONE);
                    }
                }
            },
        );
    }
}

impl<const N: usize, const F: usize> Block<N, F, 3> {
    /// Moves the lever arms of contacts along with the bodies: pushed at the old ones, bodies that
    /// slide past each other would gain angular momentum.
    #[inline(always)]
    fn follow(&mut self, item: &Item<N, F>, v: &Shared<'_>, h: Lanes) {
        let n = V3 { x: item.param[0], y: item.param[1], z: item.param[2] };
        let (t, s) = super::contact::tangents(n);
        let node = if N == 1 {
            // The scaled Jacobian of a node is its direction times this.
            let mobility = self.jn[0][0].dot(-n);
            v.nodes(&self.node[0]).scale(mobility * h)
        } else {
            V3::ZERO
        };
        for k in 0..F {
            let mobility = item.frame_s[k] * item.split.1[k];
            let moved = node - v.frames(&self.frame[k])[0].scale(mobility * h);
            let [r0, r1, r2] = item.frame_sr[k];
            for (d, g) in [n, t, s].into_iter().enumerate() {
                let g = if N + k == 0 { -g } else { g };
                let turn = moved.cross(g).scale(item.split.1[k]);
                let more = V3 { x: r0.dot(turn), y: r1.dot(turn), z: r2.dot(turn) };
                self.jf[d][k][1] = self.jf[d][k][1] + more;
            }
        }
    }
}
