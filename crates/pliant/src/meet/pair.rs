//! A corner and a face, or two edges: how far they are apart, and along which direction.

use crate::collision::contacts::Key;
use crate::math::{Real, Vec3};
use crate::state::Nodes;

/// What is on either side of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One corner, then the three of a face.
    CornerFace,
    /// The two ends of either edge. They touch between their ends only: what ends there is a corner of a face.
    Edges,
    /// The same where an edge is of no face: its ends touch too.
    Lines,
}

/// Four nodes that may come near each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) node: [u32; 4],
    pub(super) kind: Kind,
    /// How far apart its sides stay, m.
    pub(super) distance: Real,
    /// How far its sides are apart at least, on the ways that are foreseen: at the start of that time, and at its end, m. In between no
    /// less than the straight line.
    pub(super) apart: [Real; 2],
    /// The last substep in which it was near.
    pub(super) seen: u32,
}

/// The nearest points of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// Shares of the four nodes, negative on the second side: the sum of `wᵢ xᵢ` is the way from the second to the
    /// first.
    pub(super) weight: [Real; 4],
    /// Unit vector from the second side to the first.
    pub(super) normal: Vec3,
    /// How far they are apart, m.
    pub(super) distance: Real,
    /// Whether the points lie within both sides, or at ends that touch.
    pub(super) inside: bool,
}

impl Pair {
    /// These nodes, which stay so far apart.
    pub(super) fn new(node: [u32; 4], kind: Kind, distance: Real) -> Self {
        Self { node, kind, distance, apart: [0.0; 2], seen: 0 }
    }

    pub(super) fn nearest(&self, nodes: &Nodes) -> Nearest {
        self.nearest_of(self.node.map(|i| nodes.position(i as usize)))
    }

    /// The nearest points where the nodes are at `x`.
    pub(super) fn nearest_of(&self, x: [Vec3; 4]) -> Nearest {
        let [a, b, c, d] = x;
        let (weight, across, within) = match self.kind {
            Kind::CornerFace => {
                let [u, v, w] = on_triangle(a, [b, c, d]);
                let within = u > 0.0 && v > 0.0 && w > 0.0;
                ([1.0, -u, -v, -w], (c - b).cross(d - b), within)
            }
            Kind::Edges | Kind::Lines => {
                let (s, t) = between_segments([a, b], [c, d]);
                let within = s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0;
                ([1.0 - s, s, t - 1.0, -t], (b - a).cross(d - c), within)
            }
        };
        let way = a * weight[0] + b * weight[1] + c * weight[2] + d * weight[3];
        let distance = way.length();
        // Inside, the direction is known better from the sides than from the small way between them.
        let flat = across.length();
        let scale = (b - a).length_squared().max((d - c).length_squared());
        let known = (flat > 1e-3 * scale).then(|| across / flat);
        let known = known.filter(|n| within && n.dot(way).abs() >= 0.9 * distance);
        let normal = if let Some(n) = known {
            if n.dot(way) < 0.0 { -n } else { n }
        } else if distance > 0.0 {
            way / distance
        } else {
            Vec3::ZERO
        };
        let inside = within || self.kind != Kind::Edges;
        Nearest { weight, normal, distance, inside }
    }

    /// The least that its sides are apart from one share of the time that is foreseen to a later one, m.
    pub(super) fn foreseen(&self, [from, to]: [Real; 2]) -> Real {
        let [now, then] = self.apart;
        now + (then - now) * if then < now { to } else { from }
    }

    /// How fast its sides may come towards each other along their normal, m/s.
    pub(super) fn closing(&self, nodes: &Nodes, normal: Vec3) -> Real {
        let v = self.node.map(|i| nodes.velocity(i as usize).dot(normal));
        let (first, second) = v.split_at(self.split());
        let low = first.iter().copied().fold(Real::INFINITY, Real::min);
        second.iter().copied().fold(Real::NEG_INFINITY, Real::max) - low
    }

    /// The largest velocity of a node of one side relative to one of the other, m/s; `v` of all nodes.
    pub(super) fn relative(&self, v: &[[Real; 4]]) -> Real {
        let v = self.node.map(|i| {
            let v = &v[i as usize];
            Vec3::new(v[0], v[1], v[2])
        });
        let (first, second) = v.split_at(self.split());
        let mut most: Real = 0.0;
        for a in first {
            for b in second {
                most = most.max((*a - *b).length_squared());
            }
        }
        most.sqrt()
    }

    /// Its name: the same nodes have it again in the next substep.
    pub(super) fn key(&self) -> Key {
        let [a, b, c, d] = self.node.map(u64::from);
        // Slots are far below the bit that tells corners and faces from edges.
        let kind = u64::from(self.kind == Kind::CornerFace) << 63;
        [kind | a << 32 | b, c << 32 | d]
    }

    /// How many of its nodes are on the first side.
    pub(super) fn split(&self) -> usize {
        if self.kind == Kind::CornerFace { 1 } else { 2 }
    }
}

/// Shares of the corners of a triangle in its point that is nearest to `p` (Ericson 2005).
pub(super) fn on_triangle(p: Vec3, [a, b, c]: [Vec3; 3]) -> [Real; 3] {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return [0.0, 1.0, 0.0];
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        let t = share(d1, d1 - d3);
        return [1.0 - t, t, 0.0];
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return [0.0, 0.0, 1.0];
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        let t = share(d2, d2 - d6);
        return [1.0 - t, 0.0, t];
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        let t = share(d4 - d3, (d4 - d3) + (d5 - d6));
        return [0.0, 1.0 - t, t];
    }
    let sum = va + vb + vc;
    let (v, w) = (share(vb, sum), share(vc, sum));
    [1.0 - v - w, v, w]
}

/// Where two segments are nearest, as shares of their second ends (Ericson 2005).
pub(super) fn between_segments([a, b]: [Vec3; 2], [c, d]: [Vec3; 2]) -> (Real, Real) {
    let (p, q, r) = (b - a, d - c, a - c);
    let (pp, qq, qr, pr, pq) = (p.dot(p), q.dot(q), q.dot(r), p.dot(r), p.dot(q));
    let under = pp * qq - pq * pq;
    let mut s =
        if under > 1e-6 * pp * qq { ((pq * qr - pr * qq) / under).clamp(0.0, 1.0) } else { 0.5 };
    let mut t = share(pq * s + qr, qq);
    if !(0.0..=1.0).contains(&t) {
        t = t.clamp(0.0, 1.0);
        s = share(t * pq - pr, pp).clamp(0.0, 1.0);
    } else if under <= 1e-6 * pp * qq {
        s = share(t * pq - pr, pp).clamp(0.0, 1.0);
    }
    (s, t)
}

fn share(part: Real, whole: Real) -> Real {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(seed: u64) -> impl FnMut() -> Real {
        let mut x = seed;
        move || {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((x >> 40) as Real / (1_u64 << 24) as Real) * 2.0 - 1.0
        }
    }

    /// No point of either side that a fine grid of shares gives is nearer than what is found.
    #[test]
    fn nothing_is_nearer_than_the_nearest() {
        let mut next = numbers(7);
        for round in 0..400 {
            let x: [Vec3; 4] = std::array::from_fn(|_| Vec3::new(next(), next(), 0.3 * next()));
            let kind = if round % 2 == 0 { Kind::CornerFace } else { Kind::Lines };
            let pair = Pair::new([0; 4], kind, 0.0);
            let found = pair.nearest_of(x);
            let way =
                |w: [Real; 4]| (x[0] * w[0] + x[1] * w[1] + x[2] * w[2] + x[3] * w[3]).length();
            assert!((way(found.weight) - found.distance).abs() < 1e-5);
            for i in 0..=40 {
                for j in 0..=40 {
                    let (u, v) = (i as Real / 40.0, j as Real / 40.0);
                    let w = match kind {
                        Kind::CornerFace if u + v <= 1.0 => [1.0, u + v - 1.0, -u, -v],
                        Kind::CornerFace => continue,
                        _ => [1.0 - u, u, v - 1.0, -v],
                    };
                    assert!(way(w) > found.distance - 1e-5, "{round}: {u} {v}");
                }
            }
            // The plane across the normal has either side on its own side.
            let n = found.normal;
            let split = pair.split();
            let low = x[..split].iter().map(|p| p.dot(n)).fold(Real::INFINITY, Real::min);
            let high = x[split..].iter().map(|p| p.dot(n)).fold(Real::NEG_INFINITY, Real::max);
            assert!(low - high > found.distance - 1e-4, "{round}: {low} {high} {found:?}");
        }
    }
}
