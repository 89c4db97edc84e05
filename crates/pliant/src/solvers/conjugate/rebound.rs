//! Rebound: contacts of solids that were hit leave at a share of the speed they came with.
//!
//! A substep lets what comes near just touch. Then, where the positions have gone, every tie that was hit asks for
//! the rate `e |s₀|` along its normal, with the rate `s₀` before the substep, and those that carry something stay
//! where they are. It is the same iteration on the same ties, with nothing but their pushes on the right: the solid
//! answers by `A⁻¹`, as it does to rows when it is factorised. The friction of a rebound has a cone of its own.

use super::{Conjugate, Moments, Pushed, Quad, ROUNDS};
use crate::math::{Real, Vec3};

/// How often the ties are asked from where they were left: each leaves a tenth of what their springs gave way by.
const TIMES: usize = 3;

/// A gap that nothing closes, by the substep, m/s.
const IDLE: Real = 1e9;

impl Conjugate {
    /// Whether anything rebounds that was hit faster than this, m/s.
    pub fn rebounds(&self, threshold: Real) -> bool {
        self.ties.iter().any(|tie| tie.is_hit(threshold))
    }

    /// Lets what was hit faster than a threshold (m/s) rebound, with nodes at `x`; the rest as in [`Self::solve`].
    pub fn rebound(
        &mut self,
        x: &[Quad],
        frames: impl Fn(u32) -> Pushed,
        [gravity, threshold]: [Real; 2],
        product: impl Fn(&[Quad], &mut [Quad]),
    ) {
        let mut velocity = std::mem::take(&mut self.velocity);
        let holds = std::mem::take(&mut self.holds);
        let v = &mut velocity;
        for part in &mut self.parts {
            let range = part.range.clone();
            self.residual[range.clone()].fill([0.0; 4]);
            let now = Moments::of(&x[range.clone()], &v[range.clone()], &self.mass[range]);
            (part.centre, part.momentum, part.spin) = (now.centre, now.momentum, now.spin);
            part.inverse_inertia = now.inertia.inverse();
            part.gain = Vec3::ZERO;
        }
        for tie in &mut self.ties {
            tie.rebound = tie.impulse;
            tie.b = match tie.impulse.dot(tie.normal) > 0.0 {
                true if tie.is_hit(threshold) => tie.restitution * tie.approach,
                true => 0.0,
                false => IDLE,
            };
            (tie.load, tie.guess) = (0.0, Vec3::ZERO);
        }
        self.find_frames(frames);
        let mass: f64 = self.parts.iter().map(|p| p.mass).sum();
        let enough = mass as Real * (super::ERROR * gravity).powi(2);
        self.ask(v, false);
        for round in 0..ROUNDS * TIMES {
            self.answer_frames();
            self.precondition();
            let moved = self.iterate(v, enough, &product);
            self.effort.rounds += 1;
            if round % ROUNDS == ROUNDS - 1 || !self.disagree(v, enough) {
                for tie in &mut self.ties {
                    tie.load = tie.impulse.dot(tie.normal).max(0.0);
                    tie.guess = tie.impulse - tie.normal * tie.impulse.dot(tie.normal);
                }
                if !moved {
                    break;
                }
            }
            if round + 1 < ROUNDS * TIMES {
                self.ask(v, true);
            }
        }
        self.settle(v);
        self.balance(x, v);
        for tie in &mut self.ties {
            (tie.impulse, tie.rebound) = (tie.rebound, tie.impulse);
            tie.guess = tie.impulse;
        }
        self.velocity = velocity;
        self.holds = holds;
    }
}
