//! The angular momentum of a free elastic solid, which a solve must give back.

use crate::math::{DMat3, DVec3, inertia_at};

/// What is needed to keep the angular momentum of a free body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Balance {
    /// Mass of each node and its place from the centre of mass.
    pub(crate) nodes: Vec<(f64, DVec3)>,
    inverse_inertia: DMat3,
    free: bool,
}

impl Balance {
    /// Takes the masses and places of the nodes; a body with a node that does not move is not free.
    pub(crate) fn set(&mut self, nodes: impl Iterator<Item = (f64, DVec3)>) {
        self.nodes.clear();
        self.nodes.extend(nodes);
        let mass: f64 = self.nodes.iter().map(|n| n.0).sum();
        let centre = self.nodes.iter().map(|n| n.1 * n.0).sum::<DVec3>() / mass;
        let mut inertia = DMat3::ZERO;
        self.free = self.nodes.iter().all(|n| n.0 > 0.0);
        for (m, r) in &mut self.nodes {
            *r -= centre;
            inertia += inertia_at(*r) * *m;
        }
        self.inverse_inertia = inertia.inverse();
    }

    /// The same for a body that may be a line or a point: a billionth more inertia keeps the inverse finite.
    pub(crate) fn set_thin(&mut self, nodes: impl Iterator<Item = (f64, DVec3)>) {
        self.set(nodes);
        let inertia: DMat3 = self.nodes.iter().map(|&(m, r)| inertia_at(r) * m).sum();
        let trace = inertia.x_axis.x + inertia.y_axis.y + inertia.z_axis.z;
        let more = DMat3::from_diagonal(DVec3::splat(1e-9 * trace));
        self.inverse_inertia = if trace > 0.0 { (inertia + more).inverse() } else { DMat3::ZERO };
    }

    /// Forgets the body: nothing is to be kept.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.free = false;
    }

    /// Whether all of its nodes can move.
    pub(crate) fn is_free(&self) -> bool {
        self.free
    }

    /// The moment of impulses about the centre of mass.
    pub(crate) fn moment(&self, impulse: impl Fn(usize) -> DVec3) -> DVec3 {
        self.nodes.iter().enumerate().map(|(i, &(_, r))| r.cross(impulse(i))).sum()
    }

    /// The rotations that let the answers to pushes on a node along each axis have the moments of these, with the
    /// moments that they have.
    pub(super) fn lost_by(&self, node: usize, spin: DMat3) -> [DVec3; 3] {
        let r = self.nodes[node].1;
        [0, 1, 2].map(|a| self.inverse_inertia * (r.cross(DVec3::AXES[a]) - spin.col(a)))
    }

    /// The rotation that lets changes of velocity have this moment.
    pub(crate) fn lost(&self, moment: DVec3, dv: impl Fn(usize) -> DVec3) -> DVec3 {
        if !self.free {
            return DVec3::ZERO;
        }
        self.inverse_inertia * (moment - self.moment(|i| dv(i) * self.nodes[i].0))
    }
}
