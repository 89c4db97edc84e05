//! What lies between the elements of a mesh: boundary, edges, hinges, crossings.
//!
//! All results are in sorted order, so that the same mesh gives the same lists everywhere.

use super::Mesh;

pub use super::crossings::crossings;

/// The faces of a tet, counter-clockwise seen from outside when its volume is positive.
const FACES: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// The edges of a tet.
const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The triangles that belong to exactly one tet, sorted by their points.
///
/// They face outwards when the tets have positive volume.
///
/// ```
/// use pliant_io::mesh::{primitives, surface};
///
/// let cube = primitives::tet_box([1.0; 3], [2; 3])?;
/// assert_eq!(surface::boundary(&cube.tets).len(), 6 * 4 * 2);
/// # Ok::<(), pliant_io::mesh::MeshError>(())
/// ```
pub fn boundary(tets: &[[u32; 4]]) -> Vec<[u32; 3]> {
    let mut faces: Vec<([u32; 3], [u32; 3])> = tets
        .iter()
        .flat_map(|tet| FACES.map(|face| face.map(|corner| tet[corner])))
        .map(|face| (sorted(face), face))
        .collect();
    faces.sort_unstable();
    faces
        .chunk_by(|a, b| a.0 == b.0)
        .filter_map(|same| if let [(_, face)] = same { Some(*face) } else { None })
        .collect()
}

/// The outside of a mesh of tets as a mesh of its own, with the points that it needs; a mesh without tets as it is.
///
/// ```
/// use pliant_io::mesh::{primitives, surface};
///
/// let ball = primitives::tet_sphere(0.5, 3)?;
/// let outside = surface::outside(&ball);
/// assert!(outside.tets.is_empty() && outside.points.len() < ball.points.len());
/// assert!((outside.check().volume.unwrap() - ball.check().volume.unwrap()).abs() < 1e-12);
/// # Ok::<(), pliant_io::mesh::MeshError>(())
/// ```
pub fn outside(mesh: &Mesh) -> Mesh {
    if mesh.tets.is_empty() {
        return mesh.clone();
    }
    let faces = boundary(&mesh.tets);
    let mut used: Vec<u32> = faces.as_flattened().to_vec();
    used.sort_unstable();
    used.dedup();
    let place = |i: u32| used.partition_point(|&u| u < i) as u32;
    Mesh {
        points: used.iter().map(|&i| mesh.points[i as usize]).collect(),
        triangles: faces.iter().map(|face| face.map(place)).collect(),
        ..Mesh::default()
    }
}

/// The edges of triangles, each once with its lower point first, sorted.
pub fn triangle_edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    unique(triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]))
}

/// The edges of tets, each once with its lower point first, sorted.
pub fn tet_edges(tets: &[[u32; 4]]) -> Vec<[u32; 2]> {
    unique(tets.iter().flat_map(|tet| EDGES.map(|edge| edge.map(|corner| tet[corner]))))
}

/// The hinges of a triangle mesh: `[i, j, left, right]` for each edge `i < j` between two
/// triangles, sorted by edge.
///
/// `left` is the third point of the triangle that runs from `i` to `j`, `right` that of the one
/// that runs back. Where both run the same way (a surface not consistently oriented), the triangle
/// that comes first is on the left. Edges of one triangle, and of three or more, have no hinge;
/// triangles that name a point twice are passed over.
pub fn hinges(triangles: &[[u32; 3]]) -> Vec<[u32; 4]> {
    edge_uses(triangles)
        .chunk_by(|a, b| a.edge == b.edge)
        .filter_map(|uses| match uses {
            [a, b] if b.forward && !a.forward => Some([a.edge[0], a.edge[1], b.third, a.third]),
            [a, b] => Some([a.edge[0], a.edge[1], a.third, b.third]),
            _ => None,
        })
        .collect()
}

/// An edge as a triangle uses it.
pub(super) struct EdgeUse {
    /// The points, the lower first.
    pub edge: [u32; 2],
    /// The index of the triangle.
    pub triangle: usize,
    /// Whether the triangle runs from the lower to the higher point.
    pub forward: bool,
    /// The point of the triangle that is not on the edge.
    pub third: u32,
}

/// All edges of all triangles, sorted by edge, then triangle. Triangles that name a point twice
/// have none.
pub(super) fn edge_uses(triangles: &[[u32; 3]]) -> Vec<EdgeUse> {
    let mut uses: Vec<EdgeUse> = triangles
        .iter()
        .enumerate()
        .filter(|(_, [a, b, c])| a != b && b != c && c != a)
        .flat_map(|(triangle, &[a, b, c])| {
            [(a, b, c), (b, c, a), (c, a, b)].map(|(from, to, third)| EdgeUse {
                edge: [from.min(to), from.max(to)],
                triangle,
                forward: from < to,
                third,
            })
        })
        .collect();
    uses.sort_unstable_by_key(|u| (u.edge, u.triangle, u.forward));
    uses
}

/// Edges, each once with its lower point first, sorted.
fn unique(edges: impl Iterator<Item = [u32; 2]>) -> Vec<[u32; 2]> {
    let mut edges: Vec<[u32; 2]> = edges.map(sorted).filter(|[a, b]| a != b).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The same points in ascending order.
fn sorted<const N: usize>(mut points: [u32; N]) -> [u32; N] {
    points.sort_unstable();
    points
}
