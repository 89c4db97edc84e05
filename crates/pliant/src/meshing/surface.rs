//! What follows from the elements of a mesh: edges, hinges, boundary. Always in the same order.

/// The distinct edges of faces and tets and those given, ascending.
pub fn edges(edges: &[[u32; 2]], faces: &[[u32; 3]], tets: &[[u32; 4]]) -> Vec<[u32; 2]> {
    let mut out = edges.to_vec();
    for &[a, b, c] in faces {
        out.extend([[a, b], [b, c], [c, a]]);
    }
    for &[a, b, c, d] in tets {
        out.extend([[a, b], [a, c], [a, d], [b, c], [b, d], [c, d]]);
    }
    for e in &mut out {
        e.sort_unstable();
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// The hinges of a surface: edges with exactly two faces, as `[i, j, l, r]` with `l` and `r` the
/// opposite corners; `i → j` runs round the face of `l`.
pub fn hinges(faces: &[[u32; 3]]) -> Vec<[u32; 4]> {
    // (ends of the edge, corner opposite, whether the face runs from the smaller end to the larger)
    let mut sides = Vec::with_capacity(3 * faces.len());
    for &[a, b, c] in faces {
        for (i, j, k) in [(a, b, c), (b, c, a), (c, a, b)] {
            sides.push((i.min(j), i.max(j), k, i < j));
        }
    }
    sides.sort_unstable();
    let mut out = Vec::new();
    for group in sides.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        if let &[(i, j, l, forward), (_, _, r, _)] = group {
            out.push(if forward { [i, j, l, r] } else { [j, i, l, r] });
        }
    }
    out
}

/// The triangles on the outside of a solid, normals outwards.
pub fn boundary(tets: &[[u32; 4]]) -> Vec<[u32; 3]> {
    let mut sides = Vec::with_capacity(4 * tets.len());
    for &[a, b, c, d] in tets {
        for face in [[a, c, b], [a, b, d], [a, d, c], [b, c, d]] {
            let mut key = face;
            key.sort_unstable();
            sides.push((key, face));
        }
    }
    sides.sort_unstable();
    let single = |g: &[([u32; 3], [u32; 3])]| (g.len() == 1).then(|| g[0].1);
    sides.chunk_by(|a, b| a.0 == b.0).filter_map(single).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::primitives;

    #[test]
    fn a_grid_has_the_edges_and_hinges_of_the_paper() {
        let mesh = primitives::grid([1.0, 1.0], [51, 51]).unwrap();
        assert_eq!(edges(&[], &mesh.faces, &[]).len(), 7600);
        assert_eq!(hinges(&mesh.faces).len(), 7400);
    }

    #[test]
    fn the_boundary_of_a_box_is_closed_and_has_its_volume() {
        let mesh = primitives::solid_box([1.0, 2.0, 3.0], [2, 3, 4]).unwrap();
        let surface = boundary(&mesh.tets);
        let volume: crate::math::Real = surface
            .iter()
            .map(|&[a, b, c]| {
                let [a, b, c] = [a, b, c].map(|i| mesh.points[i as usize]);
                a.dot(b.cross(c)) / 6.0
            })
            .sum();
        assert!((volume - 6.0).abs() < 1e-4, "{volume}");
        assert!(edges(&[], &surface, &[]).len() * 2 == surface.len() * 3);
    }
}
