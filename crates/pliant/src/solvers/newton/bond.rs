//! Bonds: constraints that a direct solve follows to the end of the substep.
//!
//! Rows keep their direction during a substep. Under a heavy load that is not enough: sideways a
//! taut rope would be an explicit spring of stiffness `T/l`, and explode. So the violation and the
//! gradient of rigid distances and anchors are taken where the velocities lead, `x + h v`, and their
//! second derivative goes into the matrix: along a line of length `l` under the pull `T`, with the
//! direction `n` and `d = x_b − x_a`,
//!
//! `½ h²(T/l) |(I − n nᵀ) ḋ|²`,
//!
//! and for a force `f` that acts at the arm `r` of a frame turning at `ω`
//!
//! `½ h² ωᵀ [(f·r) I − ½(f rᵀ + r fᵀ)] ω`,
//!
//! of which only the part that is not negative is kept: a push makes things less stiff sideways, and
//! the matrix must stay definite.

use crate::constraints::batch::Places;
use crate::math::{DMat3, DQuat, DVec3, IntoF64, Vec3};
use crate::site::Point;

use super::system::Entry;

/// In double precision.
pub(super) fn double(v: Vec3) -> DVec3 {
    DVec3::new(v.x.into_f64(), v.y.into_f64(), v.z.into_f64())
}

/// The most entries of a bond: four nodes at each end.
pub(super) const PARTS: usize = 8;

/// The fastest return of what is out of place at the start of a substep, m/s.
pub(super) const RETURN: f64 = 1.0;

/// A rigid distance or anchor between two points.
#[derive(Clone, Copy, Debug)]
pub struct Bond {
    ends: [End; 2],
    /// Rest length of a distance; an anchor has none.
    length: Option<f64>,
    /// Length of the substep, s.
    h: f64,
    /// Violation that is left for later, m: what is far out of place comes back slowly.
    spared: [f64; 3],
    /// From the first to the second end.
    d: DVec3,
    /// What the entries do to `d`.
    parts: [Part; PARTS],
}

#[derive(Clone, Copy, Debug)]
enum End {
    Frame { x: DVec3, q: DQuat, arm: DVec3, s: f64, sr: DMat3 },
    Nodes { x: DVec3, count: usize, share: [f64; 4] },
}

#[derive(Clone, Copy, Debug)]
enum Part {
    /// `ḋ = s u`.
    Shift(f64),
    /// `ḋ = ±(srᵀ u) × r`: the sign, and the arm.
    Turn(f64, DMat3, DVec3),
}

impl Bond {
    /// A bond between two points; its entries follow the order of points and slots.
    pub(super) fn new(points: &[Point; 2], length: Option<f64>, h: f64, at: Places<'_>) -> Self {
        let start = points.map(|p| double(p.position(at.state)));
        let d = start[1] - start[0];
        let out = match length {
            Some(rest) => DVec3::new(d.length() - rest, 0.0, 0.0),
            None => d,
        };
        let most = RETURN * h;
        Self {
            ends: points.map(|p| End::new(&p, at, h)),
            length,
            h,
            spared: (out - out.clamp_length_max(most)).to_array(),
            d: DVec3::ZERO,
            parts: [Part::Shift(0.0); PARTS],
        }
    }

    /// Goes where the velocities `u` lead; sets the Jacobian of the entries and gives the violation,
    /// m.
    pub(super) fn follow(&mut self, entries: &mut [Entry], u: &[DVec3]) -> [f64; 3] {
        let mut used = 0;
        let mut places = [DVec3::ZERO; 2];
        for ((end, place), sign) in self.ends.iter().zip(&mut places).zip([-1.0, 1.0]) {
            match *end {
                End::Nodes { x, count, share } => {
                    *place = x;
                    for &share in &share[..count] {
                        let unknown = entries[used].unknown as usize;
                        *place += u[unknown] * (share * self.h);
                        self.parts[used] = Part::Shift(sign * share);
                        used += 1;
                    }
                }
                End::Frame { x, q, arm, s, sr } => {
                    let mut r = q * arm;
                    *place = x;
                    if s > 0.0 {
                        let [a, b] = [used, used + 1].map(|i| u[entries[i].unknown as usize]);
                        *place += a * (s * self.h);
                        r = DQuat::from_scaled_axis(sr.transpose() * b * self.h) * r;
                        self.parts[used] = Part::Shift(sign * s);
                        self.parts[used + 1] = Part::Turn(sign, sr, r);
                        used += 2;
                    }
                    *place += r;
                }
            }
        }
        self.d = places[1] - places[0];
        let size = self.d.length();
        let (c, directions) = match self.length {
            Some(rest) => ([size - rest, 0.0, 0.0], [self.direction(), DVec3::ZERO, DVec3::ZERO]),
            None => (self.d.to_array(), DVec3::AXES),
        };
        for (entry, part) in entries.iter_mut().zip(&self.parts) {
            entry.j = directions.map(|n| part.pull(n));
        }
        std::array::from_fn(|i| c[i] - self.spared[i])
    }

    /// Length of the substep, s.
    pub(super) fn h(&self) -> f64 {
        self.h
    }

    fn direction(&self) -> DVec3 {
        self.d.try_normalize().unwrap_or(DVec3::X)
    }

    /// The second derivative between two entries, times an impulse (N·s): what a group adds to the
    /// matrix besides `Jᵀ S J`.
    pub(super) fn curvature(&self, i: usize, k: usize, impulse: [f64; 3]) -> DMat3 {
        let mut block = DMat3::ZERO;
        let force = match self.length {
            Some(_) => {
                let (n, size) = (self.direction(), self.d.length());
                // A distance that pulls has a negative impulse.
                let pull = (-impulse[0]).max(0.0);
                if size > 0.0 {
                    let across = DMat3::IDENTITY - outer(n);
                    let [a, b] = [i, k].map(|e| self.parts[e].motion());
                    block = a.transpose() * across * b * (self.h * pull / size);
                }
                -n * pull
            }
            None => DVec3::from_array(impulse),
        };
        if let (true, Part::Turn(sign, sr, r)) = (i == k, self.parts[i]) {
            block += sr * turning(force * sign, r) * sr.transpose() * self.h;
        }
        block
    }
}

impl End {
    fn new(point: &Point, at: Places<'_>, h: f64) -> Self {
        match *point {
            Point::Frame { slot, arm } => {
                let f = &at.frames[slot as usize];
                // What does not move by itself is driven.
                let (x, q) = if f.s > 0.0 { (f.x, f.q) } else { (f.x1, f.q1) };
                let [qx, qy, qz, qw] = q.to_array().map(IntoF64::into_f64);
                Self::Frame {
                    x: double(x),
                    q: DQuat::from_xyzw(qx, qy, qz, qw),
                    arm: double(arm),
                    s: f.s.into_f64(),
                    sr: DMat3::from_cols(
                        double(f.sr.x_axis),
                        double(f.sr.y_axis),
                        double(f.sr.z_axis),
                    ),
                }
            }
            Point::Nodes { count, slot, weight } => {
                let nodes = &at.state.nodes;
                let (mut x, mut mobile, mut share) = (DVec3::ZERO, 0, [0.0; 4]);
                for k in 0..count {
                    let (i, w) = (slot[k] as usize, weight[k].into_f64());
                    x += double(nodes.position(i)) * w;
                    let s = nodes.x[i][3].into_f64();
                    if s > 0.0 {
                        share[mobile] = w * s;
                        mobile += 1;
                    } else {
                        x += double(nodes.velocity(i)) * (w * h);
                    }
                }
                Self::Nodes { x, count: mobile, share }
            }
        }
    }
}

impl Part {
    /// The Jacobian of `n·d`.
    fn pull(&self, n: DVec3) -> DVec3 {
        match *self {
            Self::Shift(s) => n * s,
            Self::Turn(sign, sr, r) => sr * r.cross(n) * sign,
        }
    }

    /// `∂ḋ/∂u`.
    fn motion(&self) -> DMat3 {
        match *self {
            Self::Shift(s) => DMat3::from_diagonal(DVec3::splat(s)),
            Self::Turn(sign, sr, r) => {
                let column = |i: usize| sr.row(i).cross(r) * sign;
                DMat3::from_cols(column(0), column(1), column(2))
            }
        }
    }
}

/// The part of `(f·r) I − ½(f rᵀ + r fᵀ)` that is not negative. Its eigenvectors are `f × r`, and the
/// difference and the sum of the two directions; the last one's value is never positive.
fn turning(f: DVec3, r: DVec3) -> DMat3 {
    let (size, reach) = (f.length(), r.length());
    if size * reach == 0.0 {
        return DMat3::ZERO;
    }
    let (e, d) = (f / size, r / reach);
    let (along, apart) = (e.dot(d), e - d);
    let mut k = DMat3::ZERO;
    if apart.length_squared() < 1e-12 {
        k = DMat3::IDENTITY - outer(d);
    } else {
        if along > 0.0 {
            k += outer(e.cross(d).normalize_or_zero()) * along;
        }
        k += outer(apart.normalize()) * (0.5 * (along + 1.0));
    }
    k * (size * reach)
}

fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_positive_part_of_the_bracket_is_kept() {
        let (f, r) = (DVec3::new(1.0, -2.0, 0.5), DVec3::new(0.3, 0.4, -1.0));
        for (f, r) in [(f, r), (-f, r), (f, f * 0.2)] {
            let full = DMat3::from_diagonal(DVec3::splat(f.dot(r)))
                - (DMat3::from_cols(f * r.x, f * r.y, f * r.z)
                    + DMat3::from_cols(r * f.x, r * f.y, r * f.z))
                    * 0.5;
            let kept = turning(f, r);
            for v in [DVec3::X, DVec3::Y, DVec3::Z, f, r, f + r, f.cross(r)] {
                assert!(v.dot(kept * v) >= -1e-12);
                assert!(v.dot(kept * v) >= v.dot(full * v) - 1e-12);
            }
        }
    }
}
