//! A figure made of tetrahedra: balls and capsules joined, on a lattice.
//!
//! A cell of the lattice belongs to the figure if its middle does. Cells are cut into six tetrahedra
//! along a diagonal, the same in all of them, so that neighbours agree. Then the outer points move towards the surface of
//! the balls and capsules, by at most an eighth of a cell along each axis: no tetrahedron can turn over by that.

use std::collections::BTreeMap;

use super::error::MeshError;
use super::primitives::{require_counts, require_sizes};
use super::{Mesh, surface};

/// From, to, and the radii there, for a figure of height 1 that stands on the origin.
const PARTS: [([f64; 3], [f64; 3], [f64; 2]); 14] = [
    // Trunk, and belly.
    ([0.0, 0.36, 0.0], [0.0, 0.62, 0.0], [0.17, 0.14]),
    ([0.0, 0.40, 0.05], [0.0, 0.50, 0.06], [0.15, 0.13]),
    // Head, snout and ears.
    ([0.0, 0.80, 0.02], [0.0, 0.83, 0.04], [0.115, 0.105]),
    ([0.0, 0.80, 0.12], [0.0, 0.78, 0.22], [0.06, 0.04]),
    ([0.09, 0.88, 0.0], [0.14, 0.96, -0.02], [0.045, 0.04]),
    ([-0.09, 0.88, 0.0], [-0.14, 0.96, -0.02], [0.045, 0.04]),
    // Arms.
    ([0.13, 0.62, 0.0], [0.29, 0.55, 0.05], [0.07, 0.055]),
    ([0.29, 0.55, 0.05], [0.36, 0.68, 0.12], [0.055, 0.05]),
    ([-0.13, 0.62, 0.0], [-0.29, 0.55, 0.05], [0.07, 0.055]),
    ([-0.29, 0.55, 0.05], [-0.36, 0.68, 0.12], [0.055, 0.05]),
    // Legs: their feet are as low as the tail's end, so that it stands on three.
    ([0.11, 0.28, 0.0], [0.13, 0.08, 0.04], [0.09, 0.08]),
    ([-0.11, 0.28, 0.0], [-0.13, 0.08, 0.04], [0.09, 0.08]),
    // Tail.
    ([0.0, 0.33, -0.12], [0.0, 0.14, -0.26], [0.08, 0.06]),
    ([0.0, 0.14, -0.26], [0.0, 0.06, -0.38], [0.06, 0.05]),
];

/// How far a point is from the surface of the figure of height 1, about; negative inside.
fn distance(p: [f64; 3]) -> f64 {
    let part = |&(a, b, [r, s]): &([f64; 3], [f64; 3], [f64; 2])| {
        let along: [f64; 3] = std::array::from_fn(|k| b[k] - a[k]);
        let to: [f64; 3] = std::array::from_fn(|k| p[k] - a[k]);
        let dot = |u: [f64; 3], v: [f64; 3]| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
        let t = (dot(to, along) / dot(along, along)).clamp(0.0, 1.0);
        let off: [f64; 3] = std::array::from_fn(|k| to[k] - t * along[k]);
        dot(off, off).sqrt() - (r + t * (s - r))
    };
    PARTS.iter().map(part).fold(f64::INFINITY, f64::min)
}

/// A figure with head, ears, arms, legs and tail, standing on the origin and looking along z.
///
/// `height` is its height in m, `cells` the number of cells along it, from 12 to 200.
///
/// # Errors
///
/// When an argument is out of range.
pub fn figure(height: f64, cells: u32) -> Result<Mesh, MeshError> {
    require_sizes("height", &[height])?;
    require_counts("cells", &[cells], 12, 1)?;
    if cells > 200 {
        return Err(MeshError::new(format!("cells = {cells}"), "at most 200"));
    }
    let size = 1.0 / f64::from(cells);
    let half = i64::from(cells / 2 + 1);
    let mut points = Points { size, number: BTreeMap::new(), places: Vec::new() };
    let mut tets = Vec::new();
    for y in 0..i64::from(cells) + 1 {
        for z in -half..half {
            for x in -half..half {
                let middle = [x, y, z].map(|i| (i as f64 + 0.5) * size);
                if distance(middle) < 0.0 {
                    points.cut([x, y, z], &mut tets);
                }
            }
        }
    }
    let mut places = points.places;
    let outer = surface::boundary(&tets);
    let mut moves = vec![false; places.len()];
    outer.iter().flatten().for_each(|&i| moves[i as usize] = true);
    for (p, _) in places.iter_mut().zip(&moves).filter(|(_, moves)| **moves) {
        snap(p, size);
    }
    let lowest = places.iter().map(|p| p[1]).fold(f64::INFINITY, f64::min);
    for p in &mut places {
        p[1] -= lowest;
        *p = p.map(|x| x * height);
    }
    Ok(Mesh { points: places, tets, ..Mesh::default() })
}

/// Points of a lattice that are in use.
struct Points {
    size: f64,
    number: BTreeMap<[i64; 3], u32>,
    places: Vec<[f64; 3]>,
}

impl Points {
    fn number(&mut self, at: [i64; 3]) -> u32 {
        let Self { size, number, places } = self;
        *number.entry(at).or_insert_with(|| {
            places.push(at.map(|i| i as f64 * *size));
            places.len() as u32 - 1
        })
    }

    /// Cuts a cell into six tetrahedra (Kuhn 1960): from its lowest corner to its highest, along the axes in
    /// each order.
    fn cut(&mut self, cell: [i64; 3], tets: &mut Vec<[u32; 4]>) {
        const ORDERS: [([usize; 3], bool); 6] = [
            ([0, 1, 2], true),
            ([1, 2, 0], true),
            ([2, 0, 1], true),
            ([0, 2, 1], false),
            ([2, 1, 0], false),
            ([1, 0, 2], false),
        ];
        for (order, even) in ORDERS {
            let mut at = cell;
            let mut tet = [self.number(at); 4];
            for (k, axis) in order.into_iter().enumerate() {
                at[axis] += 1;
                tet[k + 1] = self.number(at);
            }
            if !even {
                tet.swap(2, 3);
            }
            tets.push(tet);
        }
    }
}

/// Moves a point towards the surface.
fn snap(p: &mut [f64; 3], size: f64) {
    let here = distance(*p);
    let e = 1e-4;
    let slope: [f64; 3] = std::array::from_fn(|k| {
        let mut q = *p;
        q[k] += e;
        (distance(q) - here) / e
    });
    let most = 0.12 * size;
    for k in 0..3 {
        p[k] -= (here * slope[k]).clamp(-most, most);
    }
}
