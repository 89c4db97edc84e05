//! Rows in blocks of eight: what every constraint becomes and every solver reads.
//!
//! A row means `J v⁺ + b + γ λ = 0` subject to its law. `b` carries the violation (see
//! [`Constraint::bias`](super::Constraint::bias)), `γ` the softness, `λ` is an impulse in N·s.
//! The Jacobian is stored scaled (see [`crate::solvers::velocities`]).

use super::law::Project;
use crate::math::lanes::{Lanes, V3, W};
use crate::solvers::velocities::Shared;

/// `W` groups of `D` rows, each on `N` nodes and `F` frames.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub struct Block<const N: usize, const F: usize, const D: usize> {
    /// Scaled Jacobian on the nodes.
    pub jn: [[V3; N]; D],
    /// Scaled Jacobian on the frames, linear and angular.
    pub jf: [[[V3; 2]; F]; D],
    /// Local compliance `J M⁻¹ Jᵀ`, with `γ` on its diagonal.
    pub w: [[Lanes; D]; D],
    /// Bias, m/s.
    pub b: [Lanes; D],
    /// Softness, 1/kg.
    pub gamma: [Lanes; D],
    /// Impulse, N·s.
    pub lambda: [Lanes; D],
    /// The law's parameters.
    pub bound: [Lanes; 3],
    /// Node slots.
    pub node: [[u32; W]; N],
    /// Frame slots.
    pub frame: [[u32; W]; F],
}

impl<const N: usize, const F: usize, const D: usize> Default for Block<N, F, D> {
    /// Padding: rows on the world that carry nothing.
    fn default() -> Self {
        let mut w = [[Lanes::ZERO; D]; D];
        for d in 0..D {
            w[d][d] = Lanes::ONE;
        }
        Self {
            jn: [[V3::ZERO; N]; D],
            jf: [[[V3::ZERO; 2]; F]; D],
            w,
            b: [Lanes::ZERO; D],
            gamma: [Lanes::ZERO; D],
            lambda: [Lanes::ZERO; D],
            bound: [Lanes::ZERO; 3],
            node: [[0; W]; N],
            frame: [[0; W]; F],
        }
    }
}

impl<const N: usize, const F: usize, const D: usize> Block<N, F, D> {
    /// The group of one lane, with padding beside it.
    pub fn alone(&self, l: usize) -> Self {
        let only = |x: Lanes| Lanes(std::array::from_fn(|i| if i == l { x.0[i] } else { 0.0 }));
        let only3 = |v: V3| V3 { x: only(v.x), y: only(v.y), z: only(v.z) };
        let slot = |s: [u32; W]| std::array::from_fn(|i| if i == l { s[i] } else { 0 });
        Self {
            jn: self.jn.map(|row| row.map(only3)),
            jf: self.jf.map(|row| row.map(|frame| frame.map(only3))),
            node: self.node.map(slot),
            frame: self.frame.map(slot),
            ..self.clone()
        }
    }

    /// `J v` of the present velocities.
    #[inline(always)]
    pub fn rate(&self, v: &Shared<'_>) -> [Lanes; D] {
        let (un, uf) = self.gather(v);
        self.rate_of(&un, &uf)
    }

    /// Pushes the slots by the impulses the rows hold: warm starting.
    #[inline(always)]
    pub fn warm_start(&self, v: &Shared<'_>) {
        let (mut un, mut uf) = self.gather(v);
        self.push(&self.lambda, &mut un, &mut uf);
        self.scatter(v, &un, &uf);
    }

    /// Solves the local problems once, in place; gives the squared changes of impulse.
    #[inline(always)]
    pub fn solve<L: Project<D>>(&mut self, v: &Shared<'_>) -> Lanes {
        let (mut un, mut uf) = self.gather(v);
        let mut delta = self.rate_of(&un, &uf);
        for d in 0..D {
            delta[d] = delta[d] + self.b[d] + self.gamma[d] * self.lambda[d];
        }
        let new = L::project(&self.w, &delta, &self.bound, &self.lambda);
        let mut change = [Lanes::ZERO; D];
        let mut squares = Lanes::ZERO;
        for d in 0..D {
            change[d] = new[d] - self.lambda[d];
            squares += change[d] * change[d];
        }
        self.lambda = new;
        self.push(&change, &mut un, &mut uf);
        self.scatter(v, &un, &uf);
        squares
    }

    #[inline(always)]
    fn rate_of(&self, un: &[V3; N], uf: &[[V3; 2]; F]) -> [Lanes; D] {
        let mut rate = [Lanes::ZERO; D];
        for d in 0..D {
            for k in 0..N {
                rate[d] += self.jn[d][k].dot(un[k]);
            }
            for k in 0..F {
                rate[d] += self.jf[d][k][0].dot(uf[k][0]) + self.jf[d][k][1].dot(uf[k][1]);
            }
        }
        rate
    }

    #[inline(always)]
    fn push(&self, impulse: &[Lanes; D], un: &mut [V3; N], uf: &mut [[V3; 2]; F]) {
        for d in 0..D {
            for k in 0..N {
                un[k] = un[k] + self.jn[d][k].scale(impulse[d]);
            }
            for k in 0..F {
                uf[k][0] = uf[k][0] + self.jf[d][k][0].scale(impulse[d]);
                uf[k][1] = uf[k][1] + self.jf[d][k][1].scale(impulse[d]);
            }
        }
    }

    #[inline(always)]
    fn gather(&self, v: &Shared<'_>) -> ([V3; N], [[V3; 2]; F]) {
        let mut un = [V3::ZERO; N];
        let mut uf = [[V3::ZERO; 2]; F];
        for k in 0..N {
            un[k] = v.nodes(&self.node[k]);
        }
        for k in 0..F {
            uf[k] = v.frames(&self.frame[k]);
        }
        (un, uf)
    }

    #[inline(always)]
    fn scatter(&self, v: &Shared<'_>, un: &[V3; N], uf: &[[V3; 2]; F]) {
        for k in 0..N {
            v.set_nodes(&self.node[k], &un[k]);
        }
        for k in 0..F {
            v.set_frames(&self.frame[k], &uf[k]);
        }
    }
}
