//! Rows on one implicit body: each feels all others through the body, so their part of `W` is assembled.

use super::law::MOST;
use crate::constraints::general::Compliance;
use crate::math::{DMat3, DVec3, double3};

/// A node of an implicit body that a group of rows touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// Which of the coupled bodies.
    pub(super) body: u32,
    /// Node slot.
    pub(super) slot: u32,
    /// Its place among the nodes of the body that rows touch.
    pub(super) local: u32,
    /// First row of the group among the rows on the body.
    pub(super) row: u32,
    /// First of the rows of the Jacobian.
    pub(super) j: u32,
    /// How many there are.
    pub(super) rows: u32,
}

/// All rows of a system on one implicit body.
#[derive(Debug, Default)]
pub(super) struct Coupled {
    /// Place of the body among those that rows touch.
    pub(super) body: u32,
    /// How many rows.
    pub(super) rows: usize,
    /// `J C Jᵀ` of these rows, dense and symmetric.
    w: Vec<f64>,
    /// The rates that the body's nodes have along the rows, m/s.
    pub(super) rate: Vec<f64>,
    /// The same at the start of an iteration.
    pub(super) before: Vec<f64>,
    /// Where the iterations are heading.
    pub(super) heading: Vec<f64>,
    /// `C Jᵀ` of one row.
    answer: Vec<DVec3>,
}

impl Coupled {
    /// Forgets its rows.
    pub(super) fn clear(&mut self, body: u32) {
        (self.body, self.rows) = (body, 0);
    }

    /// Finds the rates at these velocities of the touched nodes.
    pub(super) fn start(
        &mut self,
        touches: &[Touch],
        jacobian: &[DVec3],
        velocity: impl Fn(u32) -> DVec3,
    ) {
        self.rate.clear();
        self.rate.resize(self.rows, 0.0);
        for t in touches {
            let v = velocity(t.slot);
            for d in 0..t.rows {
                self.rate[(t.row + d) as usize] += jacobian[(t.j + d) as usize].dot(v);
            }
        }
    }

    /// Assembles `W`.
    pub(super) fn assemble(&mut self, c: &Compliance, touches: &[Touch], jacobian: &[DVec3]) {
        let n = self.rows;
        self.w.clear();
        self.w.resize(n * n, 0.0);
        for t in touches {
            for d in 0..t.rows {
                let j = jacobian[(t.j + d) as usize];
                self.answer.clear();
                self.answer.extend((0..c.touched.len() as u32).map(|p| at(c, p, t.local) * j));
                let line = (t.row + d) as usize * n;
                for other in touches {
                    let v = self.answer[other.local as usize];
                    for e in 0..other.rows {
                        let along = jacobian[(other.j + e) as usize].dot(v);
                        self.w[line + (other.row + e) as usize] += along;
                    }
                }
            }
        }
        // Rounding of single precision must not make it lopsided.
        for i in 0..n {
            for k in 0..i {
                let mean = 0.5 * (self.w[i * n + k] + self.w[k * n + i]);
                (self.w[i * n + k], self.w[k * n + i]) = (mean, mean);
            }
        }
    }

    /// How one of its rows gives way to another.
    pub(super) fn at(&self, i: usize, k: usize) -> f64 {
        self.w[i * self.rows + k]
    }

    /// Adds the block of a group to its compliance.
    pub(super) fn add_block(&self, row: usize, rows: usize, w: &mut [f64]) {
        for d in 0..rows {
            for e in 0..rows {
                w[d * rows + e] += self.w[(row + d) * self.rows + row + e];
            }
        }
    }

    /// All rows feel the change of impulse of a group.
    #[inline]
    pub(super) fn push(&mut self, row: usize, change: &[f64; MOST], rows: usize) {
        for (d, f) in change[..rows].iter().enumerate() {
            let line = &self.w[(row + d) * self.rows..(row + d + 1) * self.rows];
            for (rate, w) in self.rate.iter_mut().zip(line) {
                *rate += w * f;
            }
        }
    }
}

fn at(c: &Compliance, p: u32, q: u32) -> DMat3 {
    double3(c.at(p, q))
}
