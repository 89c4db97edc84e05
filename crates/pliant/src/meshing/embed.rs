//! Embedding: points that move with a solid, such as the vertices of a finer surface to be drawn.
//!
//! A point is bound by barycentric coordinates to the tetrahedron at rest that it is in, or to the one it
//! is least outside of: its smallest coordinate is then below 0, and the point follows as if the
//! tetrahedron went on.

use super::Mesh;
use crate::error::{Check, Result};
use crate::math::{Real, Vec3};

/// Points bound to the tetrahedra of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Embedding {
    /// Nodes and weights of each point.
    points: Vec<([u32; 4], [Real; 4])>,
}

impl Embedding {
    /// Binds points to a mesh at rest, both in the same axes.
    pub fn new(mesh: &Mesh, points: &[Vec3]) -> Result<Self> {
        mesh.check("embedding")?;
        let check = Check("embedding");
        if mesh.tets.is_empty() {
            return check.refuse("mesh", "no tets", "tetrahedra");
        }
        if let Some(i) = points.iter().position(|p| !p.is_finite()) {
            return check.refuse("point", (i, points[i].to_array()), "finite coordinates");
        }
        let bins = Bins::new(mesh);
        Ok(Self { points: points.iter().map(|&p| bins.bind(mesh, p)).collect() })
    }

    /// The node that each point follows most.
    pub fn nearest(&self) -> impl Iterator<Item = u32> + '_ {
        self.points.iter().map(|(node, weight)| {
            let most = (0..4).max_by(|&a, &b| weight[a].total_cmp(&weight[b]));
            node[most.unwrap_or(0)]
        })
    }

    /// How many points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Where the points are when the nodes of the mesh are here; a node that is not given counts as the
    /// origin.
    pub fn positions<'a>(&'a self, nodes: &'a [Vec3]) -> impl Iterator<Item = Vec3> + 'a {
        self.points.iter().map(|(node, weight)| {
            let each = node.iter().zip(weight);
            each.map(|(&i, &w)| nodes.get(i as usize).copied().unwrap_or(Vec3::ZERO) * w).sum()
        })
    }
}

/// Tetrahedra by the cubes of a lattice that their boxes meet.
struct Bins {
    origin: Vec3,
    width: Real,
    /// Cubes along each axis.
    count: [i32; 3],
    /// A cube and a tetrahedron, ascending.
    entries: Vec<([i32; 3], u32)>,
}

/// Cubes along the longest side at most.
const MOST_CUBES: Real = 200.0;

impl Bins {
    fn new(mesh: &Mesh) -> Self {
        let (mut lo, mut hi) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for &p in &mesh.points {
            (lo, hi) = (lo.min(p), hi.max(p));
        }
        let sizes = mesh.tets.iter().map(|&t| mesh.volume6(t).abs().cbrt());
        let mean = sizes.sum::<Real>() / mesh.tets.len() as Real;
        let width = mean.max((hi - lo).max_element() / MOST_CUBES);
        let mut bins = Self { origin: lo, width, count: [1; 3], entries: Vec::new() };
        bins.count = bins.cube(hi).map(|c| c + 1);
        for (t, nodes) in mesh.tets.iter().enumerate() {
            let p = nodes.map(|i| mesh.points[i as usize]);
            let from = bins.cube(p[0].min(p[1]).min(p[2].min(p[3])));
            let to = bins.cube(p[0].max(p[1]).max(p[2].max(p[3])));
            for x in from[0]..=to[0] {
                for y in from[1]..=to[1] {
                    bins.entries.extend((from[2]..=to[2]).map(|z| ([x, y, z], t as u32)));
                }
            }
        }
        bins.entries.sort_unstable();
        bins
    }

    fn cube(&self, p: Vec3) -> [i32; 3] {
        ((p - self.origin) / self.width).to_array().map(|x| x.floor() as i32)
    }

    /// The tetrahedron that a point is in, or least outside of, and its coordinates there: looked for in the
    /// cube of the point, then in shells round it, one farther than where the first is found.
    fn bind(&self, mesh: &Mesh, p: Vec3) -> ([u32; 4], [Real; 4]) {
        let mut best = ([0; 4], [0.0; 4], Real::NEG_INFINITY);
        let mut home = self.cube(p);
        for k in 0..3 {
            home[k] = home[k].clamp(0, self.count[k] - 1);
        }
        let mut last = self.count.into_iter().max().unwrap_or(1);
        let mut shell = 0;
        while shell <= last {
            let mut found = false;
            for x in -shell..=shell {
                for y in -shell..=shell {
                    let inner = x.abs() < shell && y.abs() < shell;
                    let step = if inner && shell > 0 { 2 * shell } else { 1 };
                    for z in (-shell..=shell).step_by(step as usize) {
                        let cube = [home[0] + x, home[1] + y, home[2] + z];
                        let first = self.entries.partition_point(|e| e.0 < cube);
                        for (_, t) in self.entries[first..].iter().take_while(|e| e.0 == cube) {
                            found = true;
                            try_tet(mesh, mesh.tets[*t as usize], p, &mut best);
                        }
                    }
                }
            }
            if best.2 >= 0.0 {
                break;
            }
            if found {
                last = last.min(shell + 1);
            }
            shell += 1;
        }
        (best.0, best.1)
    }
}

/// Takes a tetrahedron if a point is less outside of it than of the best so far.
fn try_tet(mesh: &Mesh, t: [u32; 4], p: Vec3, best: &mut ([u32; 4], [Real; 4], Real)) {
    let x = t.map(|i| mesh.points[i as usize]);
    let whole = mesh.volume6(t);
    let share = |k: usize| {
        let mut y = x;
        y[k] = p;
        (y[1] - y[0]).cross(y[2] - y[0]).dot(y[3] - y[0]) / whole
    };
    let weight = [share(0), share(1), share(2), share(3)];
    // How far outside in metres, so that slivers do not draw points from afar.
    let inside = weight.iter().copied().fold(Real::INFINITY, Real::min) * whole.cbrt();
    if inside > best.2 {
        *best = (t, weight, inside);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meshing::primitives;

    #[test]
    fn points_follow_an_affine_map_exactly() {
        let mesh = primitives::solid_box([1.0, 0.5, 0.5], [3, 2, 2]).unwrap();
        let points: Vec<Vec3> = (0..40)
            .map(|i| {
                let t = i as Real;
                // Some of them a little outside.
                Vec3::new((0.9 * t).sin() * 0.52, (1.7 * t).sin() * 0.26, (2.3 * t).cos() * 0.26)
            })
            .collect();
        let embedding = Embedding::new(&mesh, &points).unwrap();
        let map = |p: Vec3| Vec3::new(1.1 * p.x + 0.3 * p.y, 0.8 * p.y - 0.2 * p.z, p.z + 2.0);
        let nodes: Vec<Vec3> = mesh.points.iter().map(|&p| map(p)).collect();
        assert_eq!(embedding.len(), 40);
        for (node, &p) in embedding.nearest().zip(&points) {
            assert!((mesh.points[node as usize] - p).length() < 0.4, "{node} {p}");
        }
        for (found, &p) in embedding.positions(&nodes).zip(&points) {
            assert!((found - map(p)).length() < 1e-5, "{found} {p}");
        }
    }

    #[test]
    fn what_has_no_tets_is_refused() {
        let mesh = primitives::grid([1.0, 1.0], [3, 3]).unwrap();
        assert!(Embedding::new(&mesh, &[Vec3::ZERO]).is_err());
        let solid = primitives::solid_box([1.0; 3], [1; 3]).unwrap();
        assert!(Embedding::new(&solid, &[Vec3::NAN]).is_err());
    }
}
