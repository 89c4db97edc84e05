//! What any deformable body may have on top of its model: kept volume, limited strain, folds that resist.
//!
//! Links (`bodies/links/mod.rs`) act on the velocities of the nodes by their masses: after the free motion of lumped bodies,
//! before that of elastic solids, which then answer with their stiffness. Their forces are kept from substep to substep
//! and grow until the links hold, so they hold on a stiff solid too. The volumes of an elastic solid's elements are kept by
//! Lamé's first constant.

use serde::{Deserialize, Serialize};

use super::links::{Edge, Fold, Links, Whole};
use crate::error::{Check, Result};
use crate::math::Real;
use crate::meshing::{Mesh, surface};
use crate::state::Slots;

/// Poisson's ratio of elastic solids whose elements keep their volumes: beyond it they would hardly be solvable.
const LARGEST_POISSON: Real = 0.495;

/// A strain that no edge reaches: as good as infinite, and its products are finite.
const UNBOUNDED: Real = 1e6;

/// What a deformable body has on top of its model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Firm {
    /// The largest strain of an edge, no unit; infinite: none; 0: it does not stretch.
    pub stretch: Real,
    /// The largest compression of an edge, no unit; infinite: none; 0: it does not get shorter.
    pub compression: Real,
    /// Pressure by relative change of the volume of each tetrahedron, Pa; 0: none; infinite: the volume stays.
    pub cells: Real,
    /// The same for the volume of the whole body, within its closed surface.
    pub volume: Real,
    /// Bending stiffness of every fold of its surface, N·m/rad²; 0: none.
    pub bending: Real,
}

impl Default for Firm {
    fn default() -> Self {
        let none = Real::INFINITY;
        Self { stretch: none, compression: none, cells: 0.0, volume: 0.0, bending: 0.0 }
    }
}

impl Firm {
    pub(super) fn check(&self, check: &Check<'_>, mesh: &Mesh) -> Result<()> {
        for (field, value) in [
            ("firm.stretch", self.stretch),
            ("firm.compression", self.compression),
            ("firm.cells", self.cells),
            ("firm.volume", self.volume),
        ] {
            if value.is_nan() || value < 0.0 {
                return check.refuse(field, value, "0 or above");
            }
        }
        check.not_negative("firm.bending", self.bending)?;
        if self.cells > 0.0 && mesh.tets.is_empty() {
            return check.refuse("firm.cells", self.cells, "0 for a mesh without tetrahedra");
        }
        if self.volume > 0.0 && mesh.tets.is_empty() && !is_closed(&mesh.faces) {
            return check.refuse("firm.volume", self.volume, "0 for a surface that is not closed");
        }
        Ok(())
    }

    /// Young's modulus and Poisson's ratio of an elastic solid whose elements resist changes of volume by
    /// [`Firm::cells`] more: Lamé's first constant is larger by that, and the shear modulus stays.
    pub(super) fn stiffened(&self, young: Real, poisson: Real) -> (Real, Real) {
        if self.cells == 0.0 {
            return (young, poisson);
        }
        let shear = young / (2.0 * (1.0 + poisson));
        let lame = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson)) + self.cells;
        let found = if lame.is_finite() { lame / (2.0 * (lame + shear)) } else { LARGEST_POISSON };
        let poisson = found.min(LARGEST_POISSON).max(poisson);
        (2.0 * shear * (1.0 + poisson), poisson)
    }

    /// The links it asks for; none if it asks for nothing.
    pub(super) fn links(
        &self,
        mesh: &Mesh,
        edges: &[([u32; 2], Real)],
        slots: Slots,
    ) -> Option<Box<Links>> {
        let mut links = Links::new(slots);
        if self.stretch.is_finite() || self.compression.is_finite() {
            links.edges.extend(edges.iter().map(|&(nodes, length)| Edge {
                nodes,
                shortest: (length * (1.0 - self.compression.min(1.0))).max(0.0),
                longest: length * (1.0 + self.stretch.min(UNBOUNDED)),
                stiffness: Real::INFINITY,
                damping: 0.0,
            }));
        }
        if self.cells > 0.0 {
            links.add_cells(mesh, self.cells);
        }
        if self.volume > 0.0 {
            links.whole = Some(Whole::new(mesh, self.volume));
        }
        if self.bending > 0.0 {
            let fold = |nodes: [u32; 4]| {
                let angle = Fold::measure(nodes.map(|i| mesh.points[i as usize]));
                Fold { nodes, angle, stiffness: self.bending }
            };
            links.folds.extend(surface::hinges(&mesh.faces).into_iter().map(fold));
        }
        (!links.is_empty()).then(|| Box::new(links))
    }
}

/// Whether every edge of the faces runs both ways.
fn is_closed(faces: &[[u32; 3]]) -> bool {
    let mut ways: Vec<[u32; 2]> =
        faces.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    ways.sort_unstable();
    !ways.is_empty() && ways.iter().all(|&[a, b]| ways.binary_search(&[b, a]).is_ok())
}
