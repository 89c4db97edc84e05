//! What follows from the elements of a mesh: edges, hinges, boundary, braces. Always in the same order.

use super::Mesh;
use crate::math::Real;

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

/// Braces of a solid: pairs of corners that lie opposite each other across a side of two tets, if the line between them runs
/// through that side and is no edge. With the volume of the tets it runs through, m³; ascending.
pub(crate) fn braces(mesh: &Mesh) -> Vec<([u32; 2], Real)> {
    let mut sides = Vec::with_capacity(4 * mesh.tets.len());
    for &t in &mesh.tets {
        for k in 0..4 {
            let mut side = [t[(k + 1) % 4], t[(k + 2) % 4], t[(k + 3) % 4]];
            side.sort_unstable();
            sides.push((side, t[k], mesh.volume6(t).abs() / 6.0));
        }
    }
    sides.sort_unstable_by_key(|s| (s.0, s.1));
    let edges = edges(&[], &[], &mesh.tets);
    let mut out: Vec<([u32; 2], Real)> = Vec::new();
    for group in sides.chunk_by(|a, b| a.0 == b.0) {
        let &[(side, a, one), (_, b, other)] = group else { continue };
        // The line is inside if the three tets round it have one sign: those of flat ones are 0 but for rounding.
        let [i, j, k] = side;
        let parts = [[i, j], [j, k], [k, i]].map(|[i, j]| mesh.volume6([a, b, i, j]));
        let little = 1e-4 * (one + other);
        let inside = parts.iter().all(|p| *p > -little) || parts.iter().all(|p| *p < little);
        let pair = [a.min(b), a.max(b)];
        if inside && edges.binary_search(&pair).is_err() {
            out.push((pair, one + other));
        }
    }
    out.sort_unstable_by_key(|brace| brace.0);
    out.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::primitives;

    #[test]
    fn a_cube_of_six_tets_has_a_brace_across_each_of_its_inner_sides() {
        let one = primitives::solid_box([1.0, 1.0, 1.0], [1, 1, 1]).unwrap();
        let found = braces(&one);
        assert_eq!(found.len(), 6);
        assert!(found.iter().all(|(_, volume)| (volume - 1.0 / 3.0).abs() < 1e-6), "{found:?}");
        // From cube to cube no line runs through the side between them.
        let many = primitives::solid_box([2.0, 2.0, 2.0], [2, 2, 2]).unwrap();
        let (edges, all) = (edges(&[], &[], &many.tets), braces(&many));
        assert_eq!(all.len(), 8 * 6);
        assert!(all.windows(2).all(|w| w[0].0 < w[1].0));
        assert!(all.iter().all(|(pair, _)| edges.binary_search(pair).is_err()));
    }

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
        let volume: Real = surface
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
