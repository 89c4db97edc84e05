//! Particles: lumped masses, with springs between them or without.
//!
//! With springs this is the mass-spring model of cloth and solids, moved by symplectic Euler:
//! `f = −(k (l − l₀) + d l̇) n` on the ends of each spring. Without, the particles of an
//! inextensible cloth or rope, which its rows hold together.

use serde::{Deserialize, Serialize};

use super::{Body, Pull};
use crate::math::{DMat3, DVec3, IntoF64, Real, Vec3, double, outer};
use crate::state::{Slots, State};

/// A spring with a damper along it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spring {
    /// Ends, numbered within the body.
    pub ends: [u32; 2],
    /// Rest length, m.
    pub length: Real,
    /// Stiffness, N/m.
    pub stiffness: Real,
    /// Damping, N·s/m.
    pub damping: Real,
}

/// Lumped masses with springs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Particles {
    pub(crate) slots: Slots,
    pub(crate) springs: Vec<Spring>,
    pub(crate) longest: Real,
    #[serde(skip)]
    forces: Vec<Vec3>,
}

/// Substep of bodies that rows hold together: short, because one sweep a substep has to hold the
/// length of every edge.
pub const ROWS_SUBSTEP: Real = 0.0004;

impl Particles {
    pub(crate) fn new(slots: Slots, springs: Vec<Spring>, longest: Real) -> Self {
        Self { slots, springs, longest, forces: Vec::new() }
    }

    /// The longest substep for which symplectic Euler is stable on these springs.
    ///
    /// The largest frequency obeys `ω² ≤ 2 max_i Σ k/m_i` (Gershgorin), the largest damping rate
    /// `c ≤ 2 max_i Σ d/m_i`; stable while `h c + (h ω)² < 4`, taken with a margin of 2.
    pub(crate) fn stable_substep(springs: &[Spring], mass: &[Real]) -> Real {
        let mut sums = vec![(0.0, 0.0); mass.len()];
        for s in springs {
            for end in s.ends {
                sums[end as usize].0 += s.stiffness;
                sums[end as usize].1 += s.damping;
            }
        }
        let (mut w2, mut c): (Real, Real) = (0.0, 0.0);
        for (&m, &(k, d)) in mass.iter().zip(&sums).filter(|(m, _)| **m > 0.0) {
            w2 = w2.max(2.0 * k / m);
            c = c.max(2.0 * d / m);
        }
        // The positive root of ω² h² + c h = 2.
        if w2 > 0.0 { (-c + (c * c + 8.0 * w2).sqrt()) / (2.0 * w2) } else { 2.0 / c }
    }
}

impl Body for Particles {
    fn free_motion(&mut self, state: &mut State, pull: &Pull<'_>) {
        let base = self.slots.start as usize;
        let nodes = &mut state.nodes;
        if self.springs.is_empty() && !pull.pushed {
            let dv = pull.gravity * pull.h;
            let range = self.slots.range();
            for (x, v) in nodes.x[range.clone()].iter().zip(&mut nodes.v[range]) {
                let moves = if x[3] > 0.0 { 1.0 } else { 0.0 };
                *v = [v[0] + dv.x * moves, v[1] + dv.y * moves, v[2] + dv.z * moves, v[3]];
            }
            return;
        }
        self.forces.clear();
        self.forces.extend_from_slice(&pull.nodes[self.slots.range()]);
        // All springs see the velocities of the start: a damper that saw its neighbour's force would
        // carry part of the weight at rest.
        for s in &self.springs {
            let [a, b] = s.ends.map(|e| base + e as usize);
            let d = nodes.position(b) - nodes.position(a);
            let length = d.length();
            if length <= 0.0 {
                continue;
            }
            let n = d / length;
            let rate = n.dot(nodes.velocity(b) - nodes.velocity(a));
            let pull = n * (s.stiffness * (length - s.length) + s.damping * rate);
            self.forces[s.ends[0] as usize] += pull;
            self.forces[s.ends[1] as usize] -= pull;
        }
        for (i, force) in self.slots.range().zip(&self.forces) {
            let s = nodes.x[i][3];
            if s > 0.0 {
                let dv = (pull.gravity + *force * (s * s)) * pull.h;
                nodes.set_velocity(i, nodes.velocity(i) + dv);
            }
        }
    }

    fn longest_substep(&self) -> Real {
        self.longest
    }

    fn stiffness(&self, state: &State, tell: &mut dyn FnMut(u32, u32, DMat3)) {
        let base = self.slots.start as usize;
        for s in &self.springs {
            let [a, b] = s.ends;
            let [xa, xb] = s.ends.map(|e| double(state.nodes.position(base + e as usize)));
            let n = (xb - xa).normalize_or_zero();
            let k = outer(n, n) * s.stiffness.into_f64();
            tell(a, a, k);
            tell(b, b, k);
            tell(a, b, -k);
        }
    }

    fn elastic_forces(&self, state: &State, force: &mut [DVec3]) {
        let base = self.slots.start as usize;
        for s in &self.springs {
            let [a, b] = s.ends.map(|e| double(state.nodes.position(base + e as usize)));
            let length = (b - a).length();
            if length > 0.0 {
                let stretch = length - s.length.into_f64();
                let pull = (b - a) * (s.stiffness.into_f64() * stretch / length);
                force[s.ends[0] as usize] += pull;
                force[s.ends[1] as usize] -= pull;
            }
        }
    }

    fn elastic_energy(&self, state: &State) -> Real {
        let base = self.slots.start as usize;
        let stretch = |s: &Spring| {
            let [a, b] = s.ends.map(|e| state.nodes.position(base + e as usize));
            (b - a).length() - s.length
        };
        self.springs.iter().map(|s| 0.5 * s.stiffness * stretch(s) * stretch(s)).sum()
    }
}
