//! Bearings: how a place turns, on whatever body it is.
//!
//! A frame turns with its rotation `q`. A point of a tet turns as the tet does: with the gradients `b_i` of
//! its shape functions now, the velocity field has the curl `Σ b_i × v_i`, so `ω = ½ Σ b_i × v_i`. A triangle
//! with the unit normal `n` carries that along, `ṅ = −Σ b_i (n·v_i)`, and `ω = ½ Σ b_i × v_i − (n × b_i)(n·v_i)`.
//! Of a rigid motion both give its `ω`, and pushing the nodes by `∂(e·ω)/∂v_i` is a pure moment `e`. The rotation
//! itself is the one nearest to how the nodes have moved since the bearing was made (Müller et al. 2016).
//! A node turns with a tet or face that it is part of; the node of a rope does not turn.

use serde::{Deserialize, Serialize};

use crate::math::polar::rotation_of;
use crate::math::{DMat3, DQuat, DVec3, outer};

/// How one end of a constraint turns.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) enum Bearing {
    /// Not at all.
    #[default]
    World,
    /// As a frame: its slot and its rotation when the bearing was made.
    Frame(u32, DQuat),
    /// As a tet or a face.
    Nodes(Cell),
}

/// Three or four nodes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Cell {
    /// Node slots.
    pub(crate) slots: Vec<u32>,
    /// Gradients of the shape functions when the bearing was made, 1/m; for a face the last one is its
    /// normal.
    gradients: Vec<DVec3>,
    /// The rotation of the last substep: a guess.
    turned: DQuat,
}

impl Cell {
    /// A bearing on nodes that are here now; none if they lie on a line, or in a plane for a tet.
    pub(crate) fn new(slots: &[u32], at: impl Fn(u32) -> DVec3) -> Option<Self> {
        let gradients = gradients(slots, at)?;
        Some(Self { slots: slots.to_vec(), gradients, turned: DQuat::IDENTITY })
    }

    /// The rotation since it was made, if its nodes are here.
    pub(crate) fn rotation(&self, at: impl Fn(u32) -> DVec3) -> DQuat {
        let mut f = DMat3::ZERO;
        for (&slot, &b) in self.slots.iter().zip(&self.gradients) {
            f += outer(at(slot), b);
        }
        if self.slots.len() == 3 {
            let [a, b, c] = [0, 1, 2].map(|i| at(self.slots[i]));
            f += outer((b - a).cross(c - a).normalize_or_zero(), self.gradients[3]);
        }
        rotation_of(f, self.turned)
    }

    /// Whether its slots are among so many, as a snapshot's must be.
    pub(crate) fn is_sound(&self, nodes: usize) -> bool {
        let inside = self.slots.iter().all(|s| (*s as usize) < nodes);
        inside && matches!(self.slots.len(), 3 | 4) && self.gradients.len() == 4
    }

    /// Remembers where it has turned to.
    pub(crate) fn follow(&mut self, turned: DQuat) {
        self.turned = turned;
    }

    /// How each node pushes for a moment `e`: `∂(e·ω)/∂v_i`.
    pub(crate) fn moment(
        &self,
        e: DVec3,
        at: impl Fn(u32) -> DVec3,
        mut tell: impl FnMut(u32, DVec3),
    ) {
        let Some(now) = gradients(&self.slots, at) else { return };
        let normal = if self.slots.len() == 3 { now[3] } else { DVec3::ZERO };
        for (&slot, b) in self.slots.iter().zip(now) {
            tell(slot, 0.5 * (e.cross(b) - normal * e.dot(normal.cross(b))));
        }
    }
}

/// Gradients of the shape functions of a tet, or of a triangle with its normal last.
fn gradients(slots: &[u32], at: impl Fn(u32) -> DVec3) -> Option<Vec<DVec3>> {
    let p: Vec<DVec3> = slots.iter().map(|&s| at(s)).collect();
    let (u, v) = (p[1] - p[0], p[2] - p[0]);
    let w = if slots.len() == 4 { p[3] - p[0] } else { u.cross(v).try_normalize()? };
    let edges = DMat3::from_cols(u, v, w);
    let size = u.length() * v.length() * w.length();
    if edges.determinant().abs() <= 1e-9 * size || !edges.is_finite() {
        return None;
    }
    let inverse = edges.inverse().transpose();
    let [a, b, c] = [inverse.x_axis, inverse.y_axis, inverse.z_axis];
    Some(if slots.len() == 4 { vec![-(a + b + c), a, b, c] } else { vec![-(a + b), a, b, w] })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: [DVec3; 4] = [
        DVec3::new(0.1, 0.0, 0.2),
        DVec3::new(0.6, 0.1, 0.1),
        DVec3::new(0.2, 0.5, 0.3),
        DVec3::new(0.3, 0.2, 0.9),
    ];

    fn at(i: u32) -> DVec3 {
        PLACES[i as usize]
    }

    /// On a tet and on a face the nodes of a rigid motion tell its `ω`, and pushes are pure moments.
    #[test]
    fn nodes_turn_as_the_body_does() {
        let w = DVec3::new(0.3, -0.7, 0.4);
        for slots in [&[0, 1, 2, 3][..], &[2, 0, 3]] {
            let cell = Cell::new(slots, at).unwrap();
            for e in DVec3::AXES {
                let (mut rate, mut force, mut torque) = (0.0, DVec3::ZERO, DVec3::ZERO);
                cell.moment(e, at, |i, j| {
                    rate += j.dot(w.cross(at(i)) + DVec3::new(1.0, 2.0, 3.0));
                    force += j;
                    torque += at(i).cross(j);
                });
                assert!((rate - e.dot(w)).abs() < 1e-12, "{slots:?}: {rate}");
                assert!(force.length() < 1e-12 && (torque - e).length() < 1e-12, "{torque}");
            }
        }
    }

    #[test]
    fn the_rotation_is_found() {
        let q = DQuat::from_xyzw(0.2, -0.4, 0.1, 0.8).normalize();
        for slots in [&[0, 1, 2, 3][..], &[2, 0, 3]] {
            let cell = Cell::new(slots, at).unwrap();
            let found = cell.rotation(|i| q * at(i) + DVec3::splat(0.3));
            assert!(found.dot(q).abs() > 1.0 - 1e-12, "{slots:?}: {found}");
        }
    }

    #[test]
    fn nodes_on_a_line_do_not_turn() {
        assert!(Cell::new(&[0, 1, 2], |i| DVec3::X * f64::from(i)).is_none());
    }
}
