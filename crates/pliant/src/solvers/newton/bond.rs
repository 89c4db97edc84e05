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
use crate::math::{DMat3, DQuat, DVec3, IntoF64, double, outer};
use crate::site::Point;

use super::system::Entry;

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
    /// The axes of an anchor.
    axes: [DVec3; 3],
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
    /// `r` is the arm in the world, where the velocities lead.
    Frame {
        x: DVec3,
        q: DQuat,
        arm: DVec3,
        s: f64,
        sr: DMat3,
        r: DVec3,
    },
    Nodes {
        x: DVec3,
        count: usize,
        share: [f64; 4],
    },
}

#[derive(Clone, Copy, Debug)]
enum Part {
    /// `ḋ = s u`.
    Shift(f64),
    /// `ḋ = ±(srᵀ u) × r` of an end: which one, and its sign.
    Turn(usize, f64),
}

impl Bond {
    /// A bond between two points; its entries follow the order of points and slots.
    /// What is not a distance acts along three axes.
    pub(super) fn new(
        points: &[Point; 2],
        length: Option<f64>,
        axes: [DVec3; 3],
        h: f64,
        at: Places<'_>,
    ) -> Self {
        let start = points.map(|p| double(p.position(at.state)));
        let d = start[1] - start[0];
        let out = match length {
            Some(rest) => DVec3::new(d.length() - rest, 0.0, 0.0),
            None => DVec3::from_array(axes.map(|axis| axis.dot(d))),
        };
        let most = RETURN * h;
        Self {
            ends: points.map(|p| End::new(&p, at, h)),
            length,
            axes,
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
        for (e, sign) in [-1.0, 1.0].into_iter().enumerate() {
            match &mut self.ends[e] {
                End::Nodes { x, count, share } => {
                    places[e] = *x;
                    for &share in &share[..*count] {
                        let unknown = entries[used].unknown as usize;
                        places[e] += u[unknown] * (share * self.h);
                        self.parts[used] = Part::Shift(sign * share);
                        used += 1;
                    }
                }
                End::Frame { x, q, arm, s, sr, r } => {
                    *r = *q * *arm;
                    places[e] = *x;
                    if *s > 0.0 {
                        let [a, b] = [entries[used].unknown, entries[used + 1].unknown];
                        places[e] += u[a as usize] * (*s * self.h);
                        let turn = sr.transpose() * u[b as usize] * self.h;
                        *r = DQuat::from_scaled_axis(turn) * *r;
                        self.parts[used] = Part::Shift(sign * *s);
                        self.parts[used + 1] = Part::Turn(e, sign);
                        used += 2;
                    }
                    places[e] += *r;
                }
            }
        }
        self.d = places[1] - places[0];
        let (mut c, mut directions) = ([0.0; 3], self.axes);
        match self.length {
            Some(rest) => {
                c[0] = self.d.length() - rest;
                directions = [self.direction(), DVec3::ZERO, DVec3::ZERO];
            }
            None => c.iter_mut().zip(&self.axes).for_each(|(c, axis)| *c = axis.dot(self.d)),
        }
        for (i, entry) in entries.iter_mut().enumerate() {
            for (j, &n) in entry.j.iter_mut().zip(&directions) {
                *j = self.pull(i, n);
            }
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

    /// The second derivatives between pairs of its entries, times an impulse (N·s): what a group adds to
    /// the matrix besides `Jᵀ S J`. Blocks that are zero are not told.
    pub(super) fn curvature(
        &self,
        entries: usize,
        impulse: [f64; 3],
        mut tell: impl FnMut(usize, usize, DMat3),
    ) {
        let mut force = DVec3::ZERO;
        if self.length.is_some() {
            let (n, size) = (self.direction(), self.d.length());
            // A distance that pulls has a negative impulse.
            let pull = (-impulse[0]).max(0.0);
            if pull == 0.0 {
                return;
            }
            force = -n * pull;
            if size > 0.0 {
                let across = (DMat3::IDENTITY - outer(n, n)) * (self.h * pull / size);
                for i in 0..entries {
                    for k in i..entries {
                        tell(i, k, self.motion(i).transpose() * across * self.motion(k));
                    }
                }
            }
        } else {
            for (axis, f) in self.axes.iter().zip(impulse) {
                force += *axis * f;
            }
        }
        for i in 0..entries {
            let Part::Turn(end, sign) = self.parts[i] else { continue };
            if let End::Frame { sr, r, .. } = &self.ends[end] {
                let block = turning(force * sign, *r);
                if block != DMat3::ZERO {
                    tell(i, i, *sr * block * sr.transpose() * self.h);
                }
            }
        }
    }

    /// The Jacobian of `n·d` by an entry.
    fn pull(&self, i: usize, n: DVec3) -> DVec3 {
        match self.parts[i] {
            Part::Shift(s) => n * s,
            Part::Turn(end, sign) => match &self.ends[end] {
                End::Frame { sr, r, .. } => *sr * r.cross(n) * sign,
                End::Nodes { .. } => DVec3::ZERO,
            },
        }
    }

    /// `∂ḋ/∂u` by an entry.
    fn motion(&self, i: usize) -> DMat3 {
        match self.parts[i] {
            Part::Shift(s) => DMat3::from_diagonal(DVec3::splat(s)),
            Part::Turn(end, sign) => match &self.ends[end] {
                End::Frame { sr, r, .. } => {
                    let column = |i: usize| sr.row(i).cross(*r) * sign;
                    DMat3::from_cols(column(0), column(1), column(2))
                }
                End::Nodes { .. } => DMat3::ZERO,
            },
        }
    }
}

impl End {
    fn new(point: &Point, at: Places<'_>, h: f64) -> Self {
        match *point {
            Point::Frame { slot, arm } => {
                let f = &at.frames[slot as usize];
                // What does not move by itself is driven.
                let (x, q) = if f.s > 0.0 { (f.x, f.q) } else { (f.x1, f.q1) };
                let [qx, qy, qz, qw] = q.to_array();
                let [qx, qy, qz, qw] = [qx.into_f64(), qy.into_f64(), qz.into_f64(), qw.into_f64()];
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
                    r: DVec3::ZERO,
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
        k = DMat3::IDENTITY - outer(d, d);
    } else {
        if along > 0.0 {
            let n = e.cross(d).normalize_or_zero();
            k += outer(n, n) * along;
        }
        let n = apart.normalize();
        k += outer(n, n) * (0.5 * (along + 1.0));
    }
    k * (size * reach)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_positive_part_of_the_bracket_is_kept() {
        let (f, r) = (DVec3::new(1.0, -2.0, 0.5), DVec3::new(0.3, 0.4, -1.0));
        for (f, r) in [(f, r), (-f, r), (f, f * 0.2)] {
            let full =
                DMat3::from_diagonal(DVec3::splat(f.dot(r))) - (outer(f, r) + outer(r, f)) * 0.5;
            let kept = turning(f, r);
            for v in [DVec3::X, DVec3::Y, DVec3::Z, f, r, f + r, f.cross(r)] {
                assert!(v.dot(kept * v) >= -1e-12);
                assert!(v.dot(kept * v) >= v.dot(full * v) - 1e-12);
            }
        }
    }
}
