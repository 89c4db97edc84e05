//! Meshes made by code, in metres, centred at the origin.

use super::Mesh;
use crate::error::{Check, Result};
use crate::math::{Real, Vec3};

/// The most nodes along one direction.
const MOST: usize = 10_000;

/// A cloth in the plane y = 0: `size` along x and z, node `(i, j)` at index `j·nodes[0] + i`.
/// Diagonals alternate, so that no direction of shear is preferred.
pub fn grid(size: [Real; 2], nodes: [usize; 2]) -> Result<Mesh> {
    let check = Check("grid");
    check.positive("size", size[0])?;
    check.positive("size", size[1])?;
    if nodes.iter().any(|n| !(2..=MOST).contains(n)) {
        return check.refuse("nodes", nodes, format!("2 to {MOST} each"));
    }
    let [nx, nz] = nodes;
    let mut mesh = Mesh::default();
    for j in 0..nz {
        for i in 0..nx {
            mesh.points.push(Vec3::new(
                size[0] * (i as Real / (nx - 1) as Real - 0.5),
                0.0,
                size[1] * (j as Real / (nz - 1) as Real - 0.5),
            ));
        }
    }
    for j in 0..nz - 1 {
        for i in 0..nx - 1 {
            let a = (j * nx + i) as u32;
            let (b, c, d) = (a + 1, a + nx as u32, a + nx as u32 + 1);
            // Counter-clockwise seen from above: the normal is +y.
            if (i + j) % 2 == 0 {
                mesh.faces.extend([[a, d, b], [a, c, d]]);
            } else {
                mesh.faces.extend([[a, c, b], [b, c, d]]);
            }
        }
    }
    Ok(mesh)
}

/// A rope along x.
pub fn rope(length: Real, nodes: usize) -> Result<Mesh> {
    let check = Check("rope");
    check.positive("length", length)?;
    if !(2..=MOST).contains(&nodes) {
        return check.refuse("nodes", nodes, format!("2 to {MOST}"));
    }
    let at = |i: usize| Vec3::X * (length * (i as Real / (nodes - 1) as Real - 0.5));
    Ok(Mesh {
        points: (0..nodes).map(at).collect(),
        edges: (0..nodes as u32 - 1).map(|i| [i, i + 1]).collect(),
        ..Mesh::default()
    })
}

/// A solid box of tetrahedra, six to a cell (Kuhn's subdivision); node `(i, j, k)` at index
/// `(k·(cells[1]+1) + j)·(cells[0]+1) + i`.
pub fn solid_box(size: [Real; 3], cells: [usize; 3]) -> Result<Mesh> {
    let check = Check("box");
    for s in size {
        check.positive("size", s)?;
    }
    if cells.iter().any(|n| !(1..=200).contains(n)) {
        return check.refuse("cells", cells, "1 to 200 each");
    }
    let count = cells.map(|n| n + 1);
    let index = |c: [usize; 3]| ((c[2] * count[1] + c[1]) * count[0] + c[0]) as u32;
    let mut mesh = Mesh::default();
    for k in 0..count[2] {
        for j in 0..count[1] {
            for i in 0..count[0] {
                let c = [i, j, k];
                let p: [Real; 3] =
                    std::array::from_fn(|a| size[a] * (c[a] as Real / cells[a] as Real - 0.5));
                mesh.points.push(Vec3::from_array(p));
            }
        }
    }
    for k in 0..cells[2] {
        for j in 0..cells[1] {
            for i in 0..cells[0] {
                for path in KUHN {
                    mesh.tets.push(kuhn([i, j, k], path).map(index));
                }
            }
        }
    }
    Ok(mesh)
}

/// The orders in which the six tets of a cell go along the axes from one corner to the opposite.
const KUHN: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The corners of one tet of a cell, with positive volume.
fn kuhn(cell: [usize; 3], path: [usize; 3]) -> [[usize; 3]; 4] {
    let mut corners = [cell; 4];
    for step in 0..3 {
        for corner in &mut corners[step + 1..] {
            corner[path[step]] += 1;
        }
    }
    let even = matches!(path, [0, 1, 2] | [1, 2, 0] | [2, 0, 1]);
    if !even {
        corners.swap(2, 3);
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_is_filled_by_positive_tets() {
        let mesh = solid_box([1.0, 2.0, 0.5], [3, 2, 2]).unwrap();
        assert_eq!((mesh.points.len(), mesh.tets.len()), (4 * 3 * 3, 6 * 12));
        assert!(mesh.tets.iter().all(|&t| mesh.volume6(t) > 0.0));
        let volume: Real = mesh.tets.iter().map(|&t| mesh.volume6(t) / 6.0).sum();
        assert!((volume - 1.0).abs() < 1e-5);
    }

    #[test]
    fn a_grid_faces_up() {
        let mesh = grid([2.0, 1.0], [4, 3]).unwrap();
        assert!(mesh.faces.iter().all(|&f| mesh.area2(f).y > 0.0));
        assert!(grid([0.0, 1.0], [4, 3]).is_err() && grid([1.0, 1.0], [1, 3]).is_err());
    }
}
