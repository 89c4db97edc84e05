//! Verlet in position form: `x' = 2x − x⁻ + h² a(x)`, from this position and the last.
//!
//! It starts with `x' = x + h v + ½h² a`. The velocity does not occur; what the body is said to have is
//! `(x' − x)/h`, which is that of the middle of the substep. Whoever changes it (an impulse, rows, damping) moves `x⁻`. Forces that
//! depend on the velocity get the same one, and are of first order therefore. If the substep changes its length from `h⁻` to `h`, the
//! way from `x⁻` to `x` counts `h/h⁻` times, and the acceleration `½h (h + h⁻)`.
//!
//! **Position constraints.** Whatever moves `x'` moves the velocity along, so distances between nodes of the body
//! are held by putting the nodes back ([`Link`]): each by its share, along the line between them,
//! one after the other until all of them hold (Jakobsen 2001). Distances may be equal, at most or at least.

use serde::{Deserialize, Serialize};

use super::Motion;
use super::forces::Quad;
use crate::math::{Real, Vec3};

/// The most rounds over all links in a substep.
const ROUNDS: usize = 64;
/// The relative error of a length at which a round was the last: some roundings.
const ENOUGH: Real = 8.0 * Real::EPSILON;

/// What is remembered from substep to substep.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// Positions at the start of the last substep, m; none before the first.
    pub before: Vec<Quad>,
    /// Velocities that the body was left with, m/s.
    pub left: Vec<Quad>,
    /// Length of the last substep, s.
    pub h: Real,
    /// The last change of velocity of an implicit integrator, m/s: its next first guess.
    pub guess: Vec<Quad>,
}

/// A distance between two nodes of a body that is held by putting them back.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The constraint.
    pub owner: u32,
    /// Nodes, numbered within the body.
    pub ends: [u32; 2],
    /// Smallest length, m.
    pub least: Real,
    /// Largest length, m.
    pub most: Real,
    /// What it has pushed its ends apart with in this substep, N·s.
    pub impulse: Real,
}

/// One substep.
pub fn go(m: &mut Motion<'_>) {
    let (h, history) = (m.h, &mut *m.history);
    let [a, ..] = &mut m.work.a;
    m.x1.clear();
    m.v1.clear();
    if history.before.len() != m.x.len() {
        m.field.acceleration(m.x, m.x, m.v, a);
        let half = 0.5 * h * h;
        m.x1.extend(m.x.iter().zip(m.v).zip(a).map(|((x, v), a)| {
            let to = |k: usize| x[k] + h * v[k] + half * a[k];
            [to(0), to(1), to(2), x[3]]
        }));
    } else {
        let (ratio, square) = (h / history.h, 0.5 * h * (h + history.h));
        // The way of the last substep, with what the velocity was changed by since.
        let (way, v) = (&mut m.work.x, &mut m.work.v);
        way.clear();
        let told = m.v.iter().zip(&history.left);
        way.extend(m.x.iter().zip(&history.before).zip(told).map(|((x, b), (v, left))| {
            let of = |k: usize| x[k] - b[k] + history.h * (v[k] - left[k]);
            if x[3] > 0.0 { [of(0), of(1), of(2), 0.0] } else { v.map(|v| v * history.h) }
        }));
        v.clear();
        v.extend(way.iter().map(|w| w.map(|w| w / history.h)));
        m.field.acceleration(m.x, m.x, v, a);
        m.x1.extend(m.x.iter().zip(&*way).zip(a).map(|((x, w), a)| {
            let to = |k: usize| x[k] + ratio * w[k] + square * a[k];
            [to(0), to(1), to(2), x[3]]
        }));
    }
    velocities(m.x, m.x1, h, m.v1);
}

/// `(x' − x)/h`.
pub fn velocities(x: &[Quad], x1: &[Quad], h: Real, v1: &mut Vec<Quad>) {
    v1.clear();
    v1.extend(
        x.iter()
            .zip(x1)
            .map(|(x, to)| [(to[0] - x[0]) / h, (to[1] - x[1]) / h, (to[2] - x[2]) / h, 0.0]),
    );
}

/// Puts the nodes back until all links hold.
pub fn hold(x: &mut [Quad], links: &mut [Link], h: Real) {
    for _ in 0..ROUNDS {
        let mut worst: Real = 0.0;
        for link in links.iter_mut() {
            worst = worst.max(link.put_back(x, h));
        }
        if worst <= ENOUGH {
            break;
        }
    }
}

impl Link {
    /// Puts the ends back if they are too near or too far; tells the relative error of the length before.
    fn put_back(&mut self, x: &mut [Quad], h: Real) -> Real {
        let [i, j] = self.ends.map(|e| e as usize);
        let (a, b) = (x[i], x[j]);
        let d = Vec3::new(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
        let length = d.length();
        let wanted = length.clamp(self.least, self.most);
        let shares = [a[3] * a[3], b[3] * b[3]];
        let sum = shares[0] + shares[1];
        if wanted == length || sum == 0.0 {
            return 0.0;
        }
        let n = if length > 0.0 { d / length } else { Vec3::X };
        let push = (wanted - length) / sum;
        for k in 0..3 {
            x[i][k] -= n[k] * push * shares[0];
            x[j][k] += n[k] * push * shares[1];
        }
        self.impulse += push / h;
        (wanted - length).abs() / wanted.max(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(least: Real, most: Real) -> Link {
        Link { owner: 0, ends: [0, 1], least, most, impulse: 0.0 }
    }

    /// The slide's rule: equal masses go half of the way each.
    #[test]
    fn ends_go_back_by_their_shares() {
        let mut x = [[0.0, 0.0, 0.0, 1.0], [3.0, 0.0, 0.0, 1.0]];
        hold(&mut x, &mut [link(2.0, 2.0)], 0.1);
        assert_eq!((x[0][0], x[1][0]), (0.5, 2.5));
        // Four times the mass, a quarter of the way.
        let mut x = [[0.0, 0.0, 0.0, 0.5], [3.0, 0.0, 0.0, 1.0]];
        let mut links = [link(2.0, 2.0)];
        hold(&mut x, &mut links, 0.1);
        assert!((x[0][0] - 0.2).abs() < 1e-6 && (x[1][0] - 2.2).abs() < 1e-6, "{x:?}");
        // 1 kg was moved by 0.8 m in 0.1 s.
        assert!((links[0].impulse + 8.0).abs() < 1e-4, "{links:?}");
    }

    #[test]
    fn at_most_lets_be_what_is_nearer() {
        let mut x = [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0]];
        hold(&mut x, &mut [link(0.0, 2.0)], 0.1);
        assert_eq!((x[0][0], x[1][0]), (0.0, 1.0));
        hold(&mut x, &mut [link(2.0, Real::INFINITY)], 0.1);
        assert_eq!((x[0][0], x[1][0]), (-0.5, 1.5));
    }
}
