//! Generated meshes, in metres, centred at the origin, y up.
//!
//! Curved shapes have their points on the surface and flat faces between them, so they are a
//! little smaller than the shape itself. No function of the platform's mathematics library is
//! used: the same arguments give the same bits everywhere.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use super::check::volume;
use super::{Mesh, MeshError};

pub use super::figure::figure;
pub use super::teapot::teapot;

/// The most elements that a generated mesh may have.
const MOST_ELEMENTS: u64 = 1 << 24;
/// The sizes that are accepted, in metres.
const SIZES: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// How the squares of a grid are cut into triangles.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Diagonals {
    /// All the same way, from `(x + 1, z)` to `(x, z + 1)`.
    #[default]
    Parallel,
    /// In turns, like a chess board, so that the cloth has no preferred direction.
    Alternate,
}

/// A rectangle of triangles in the xz-plane, facing up.
///
/// `size` is the extent along x and z, from 1e-6 to 1e6 m; `nodes` the number of points along
/// each, from 2. Point `iz * nodes[0] + ix` is number `ix` along x and `iz` along z.
///
/// # Errors
///
/// When an argument is out of range.
pub fn grid(size: [f64; 2], nodes: [u32; 2], diagonals: Diagonals) -> Result<Mesh, MeshError> {
    require_sizes("size", &size)?;
    require_counts("nodes", &nodes, 2, 2)?;
    let [nx, nz] = nodes;
    let mut mesh = Mesh::default();
    for iz in 0..nz {
        for ix in 0..nx {
            mesh.points.push([spread(size[0], ix, nx - 1), 0.0, spread(size[1], iz, nz - 1)]);
        }
    }
    for iz in 0..nz - 1 {
        for ix in 0..nx - 1 {
            let a = iz * nx + ix;
            let [b, c, d] = [a + 1, a + nx, a + nx + 1];
            let other = diagonals == Diagonals::Alternate && (ix + iz) % 2 == 1;
            let pair = if other { [[a, c, d], [a, d, b]] } else { [[a, c, b], [b, c, d]] };
            mesh.triangles.extend(pair);
        }
    }
    Ok(mesh)
}

/// A straight polyline along x.
///
/// `length` from 1e-6 to 1e6 m; `nodes` is the number of points, from 2.
///
/// # Errors
///
/// When an argument is out of range.
pub fn rope(length: f64, nodes: u32) -> Result<Mesh, MeshError> {
    require_sizes("length", &[length])?;
    require_counts("nodes", &[nodes], 2, 1)?;
    Ok(Mesh {
        points: (0..nodes).map(|i| [spread(length, i, nodes - 1), 0.0, 0.0]).collect(),
        lines: (1..nodes).map(|i| [i - 1, i]).collect(),
        ..Mesh::default()
    })
}

/// A tube along y, centred, open at both ends: `nodes` round it, from 3, and along it, from 2.
///
/// # Errors
///
/// When an argument is out of range.
pub fn tube(radii: [f64; 2], height: f64, nodes: [u32; 2]) -> Result<Mesh, MeshError> {
    require_sizes("radii", &radii)?;
    require_sizes("height", &[height])?;
    require_counts("nodes", &nodes[..1], 3, 1)?;
    require_counts("nodes", &nodes, 2, 2)?;
    let [around, along] = nodes;
    let mut mesh = Mesh::default();
    for j in 0..along {
        let share = f64::from(j) / f64::from(along - 1);
        let radius = radii[0] + (radii[1] - radii[0]) * share;
        for i in 0..around {
            let (sin, cos) = (TAU * f64::from(i) / f64::from(around)).sin_cos();
            mesh.points.push([radius * cos, (share - 0.5) * height, radius * sin]);
        }
    }
    for j in 1..along {
        for i in 0..around {
            let [a, b] = [(j - 1) * around + i, (j - 1) * around + (i + 1) % around];
            let [c, d] = [a + around, b + around];
            // Diagonals in turn, so that no direction is preferred.
            let faces =
                if (i + j) % 2 == 0 { [[a, c, b], [b, c, d]] } else { [[a, c, d], [a, d, b]] };
            mesh.triangles.extend(faces);
        }
    }
    Ok(mesh)
}

/// A polyline along straight pieces between corners, at least two of them.
///
/// `nodes` is the number of points, from 2, evenly along it: they need not meet the corners.
///
/// # Errors
///
/// When an argument is out of range, or the corners are all at one place.
pub fn polyline(corners: &[[f64; 3]], nodes: u32) -> Result<Mesh, MeshError> {
    require_counts("nodes", &[nodes], 2, 1)?;
    if corners.iter().flatten().any(|x| !x.is_finite()) {
        return Err(MeshError::new(format!("points = {corners:?}"), "finite"));
    }
    let between = |a: [f64; 3], b: [f64; 3], s: f64| [0, 1, 2].map(|i| a[i] + (b[i] - a[i]) * s);
    let mut pieces = Vec::new();
    let mut length = 0.0;
    for pair in corners.windows(2) {
        let d = [0, 1, 2].map(|i| pair[1][i] - pair[0][i]);
        let piece = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2]).sqrt();
        if piece > 0.0 {
            pieces.push((length, piece, pair[0], pair[1]));
            length += piece;
        }
    }
    require_sizes("length of the points", &[length])?;
    let mut points = Vec::new();
    let mut at = 0;
    for i in 0..nodes {
        let s = length * f64::from(i) / f64::from(nodes - 1);
        while at + 1 < pieces.len() && s >= pieces[at + 1].0 {
            at += 1;
        }
        let (start, piece, a, b) = pieces[at];
        points.push(between(a, b, ((s - start) / piece).min(1.0)));
    }
    Ok(Mesh { points, lines: (1..nodes).map(|i| [i - 1, i]).collect(), ..Mesh::default() })
}

/// A net in the xz-plane: ropes along x and z, knotted where they cross.
///
/// `size` is the extent along x and z, from 1e-6 to 1e6 m; `meshes` the number of squares along
/// each and `edges` the number of edges from knot to knot, both from 1. Knot
/// `iz * (meshes[0] + 1) + ix` is number `ix` along x and `iz` along z; the points between knots
/// follow.
///
/// # Errors
///
/// When an argument is out of range.
pub fn net(size: [f64; 2], meshes: [u32; 2], edges: u32) -> Result<Mesh, MeshError> {
    require_sizes("size", &size)?;
    require_counts("meshes", &meshes, 1, 2)?;
    require_counts("edges", &[edges], 1, 2 * u64::from(meshes[0]) * u64::from(meshes[1]))?;
    let [nx, nz] = meshes;
    let mut mesh = Mesh::default();
    for iz in 0..=nz {
        for ix in 0..=nx {
            mesh.points.push([spread(size[0], ix, nx), 0.0, spread(size[1], iz, nz)]);
        }
    }
    let knot = |ix: u32, iz: u32| iz * (nx + 1) + ix;
    let along = (0..=nz).flat_map(|iz| (0..nx).map(move |ix| [knot(ix, iz), knot(ix + 1, iz)]));
    let across = (0..nz).flat_map(|iz| (0..=nx).map(move |ix| [knot(ix, iz), knot(ix, iz + 1)]));
    let ropes: Vec<[u32; 2]> = along.chain(across).collect();
    for [a, b] in ropes {
        let [p, q] = [a, b].map(|i| mesh.points[i as usize]);
        let mut last = a;
        for k in 1..edges {
            let s = f64::from(k) / f64::from(edges);
            mesh.points.push([0, 1, 2].map(|i| p[i] + (q[i] - p[i]) * s));
            let next = mesh.points.len() as u32 - 1;
            mesh.lines.push([last, next]);
            last = next;
        }
        mesh.lines.push([last, b]);
    }
    Ok(mesh)
}

/// A box of tets: cubic cells of six tets each (Kuhn's subdivision).
///
/// `size` is the extent along x, y and z, from 1e-6 to 1e6 m; `cells` the number of cells along
/// each, from 1. Point `(iz * (cells[1] + 1) + iy) * (cells[0] + 1) + ix` is number `ix` along x,
/// and so on.
///
/// # Errors
///
/// When an argument is out of range.
pub fn tet_box(size: [f64; 3], cells: [u32; 3]) -> Result<Mesh, MeshError> {
    require_sizes("size", &size)?;
    require_counts("cells", &cells, 1, 6)?;
    let [nx, ny, nz] = cells;
    let index = |[x, y, z]: [u32; 3]| (z * (ny + 1) + y) * (nx + 1) + x;
    let mut mesh = Mesh::default();
    for z in 0..=nz {
        for y in 0..=ny {
            for x in 0..=nx {
                let at = [spread(size[0], x, nx), spread(size[1], y, ny), spread(size[2], z, nz)];
                mesh.points.push(at);
            }
        }
    }
    for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                mesh.tets.extend(kuhn([x, y, z]).map(|tet| tet.map(index)));
            }
        }
    }
    turn_tets(&mut mesh);
    Ok(mesh)
}

/// A cylinder of tets around the y axis.
///
/// `radius` and `height` from 1e-6 to 1e6 m; `rings` is the number of rings of triangles around
/// the middle of each disc, from 1, `layers` the number of layers along y, from 1, `sectors` the number
/// of triangles that meet in the middle, from 3 (the outermost ring has `sectors * rings` points).
///
/// # Errors
///
/// When an argument is out of range.
pub fn tet_cylinder(
    radius: f64,
    height: f64,
    rings: u32,
    layers: u32,
    sectors: u32,
) -> Result<Mesh, MeshError> {
    require_sizes("radius and height", &[radius, height])?;
    require_counts("sectors", &[sectors], 3, 1)?;
    let counts = [rings, rings, layers, sectors];
    require_counts("rings, rings again, layers and sectors", &counts, 1, 3)?;
    let (disc, triangles) = disc(radius, rings, sectors);
    let mut mesh = Mesh::default();
    for layer in 0..=layers {
        let y = spread(height, layer, layers);
        mesh.points.extend(disc.iter().map(|[x, z]| [*x, y, *z]));
    }
    let step = disc.len() as u32;
    for layer in 0..layers {
        for triangle in &triangles {
            let mut corners = triangle.map(|corner| corner + layer * step);
            // The diagonals of a prism's sides start at the lower number: neighbours agree.
            corners.sort_unstable();
            let [a, b, c] = corners;
            let [_, e, f] = corners.map(|corner| corner + step);
            mesh.tets.extend([[a, b, c, f], [a, b, e, f], [a, a + step, e, f]]);
        }
    }
    turn_tets(&mut mesh);
    Ok(mesh)
}

/// A ball of tets: eight octants of `rings³` tets each.
///
/// `radius` from 1e-6 to 1e6 m; `rings` is the number of shells from the middle to the surface,
/// from 1.
///
/// # Errors
///
/// When an argument is out of range.
pub fn tet_sphere(radius: f64, rings: u32) -> Result<Mesh, MeshError> {
    require_sizes("radius", &[radius])?;
    require_counts("rings, three times", &[rings; 3], 1, 8)?;
    let mut mesh = Mesh::default();
    let mut known = BTreeMap::new();
    for octant in 0..8 {
        for cell in cells(rings) {
            for tet in kuhn(cell) {
                // An octant is the simplex 0 <= a <= b <= c <= rings, cut into Kuhn's cells.
                if tet.iter().all(|&[a, b, c]| a <= b && b <= c && c <= rings) {
                    let corners = tet.map(|corner| octant_point(corner, octant));
                    mesh.tets.push(corners.map(|corner| {
                        *known.entry(corner).or_insert_with(|| {
                            mesh.points.push(ball_point(corner, radius, rings));
                            mesh.points.len() as u32 - 1
                        })
                    }));
                }
            }
        }
    }
    turn_tets(&mut mesh);
    Ok(mesh)
}

/// A sphere of triangles: an icosahedron whose triangles are cut in four `level` times.
///
/// `radius` from 1e-6 to 1e6 m; `level` from 0 (20 triangles) to 9 (5 million).
///
/// # Errors
///
/// When an argument is out of range.
pub fn icosphere(radius: f64, level: u32) -> Result<Mesh, MeshError> {
    require_sizes("radius", &[radius])?;
    if level > 9 {
        return Err(MeshError::new(format!("level {level}"), "a level from 0 to 9"));
    }
    let mut mesh = icosahedron();
    for _ in 0..level {
        let mut middles = BTreeMap::new();
        let mut finer = Vec::new();
        for [a, b, c] in std::mem::take(&mut mesh.triangles) {
            let [d, e, f] = [[a, b], [b, c], [c, a]].map(|[from, to]| {
                *middles.entry([from.min(to), from.max(to)]).or_insert_with(|| {
                    let [p, q] = [mesh.points[from as usize], mesh.points[to as usize]];
                    mesh.points.push(on_sphere(std::array::from_fn(|axis| p[axis] + q[axis]), 1.0));
                    mesh.points.len() as u32 - 1
                })
            });
            finer.extend([[a, d, f], [d, b, e], [f, e, c], [d, e, f]]);
        }
        mesh.triangles = finer;
    }
    mesh.points.iter_mut().flatten().for_each(|x| *x *= radius);
    Ok(mesh)
}

/// A box of twelve triangles.
///
/// `size` is the extent along x, y and z, from 1e-6 to 1e6 m.
///
/// # Errors
///
/// When an argument is out of range.
pub fn cuboid(size: [f64; 3]) -> Result<Mesh, MeshError> {
    require_sizes("size", &size)?;
    let half = size.map(|x| 0.5 * x);
    let sign = |corner: usize, axis: usize| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 };
    // The number of a corner has bit 0 set on the +x side, bit 1 on the +y side, bit 2 on +z.
    let sides: [[u32; 4]; 6] =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    Ok(Mesh {
        points: (0..8)
            .map(|corner| std::array::from_fn(|axis| sign(corner, axis) * half[axis]))
            .collect(),
        triangles: sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
        ..Mesh::default()
    })
}

/// A closed surface of revolution around the y axis.
///
/// `profile` is a polyline of `[radius, y]`, of at least two points; radii from 0 to 1e6 m, of
/// which 0 only at the ends. An end that is not on the axis is closed by a flat disc; when the
/// last point equals the first, the profile is a loop and the surface a ring. `segments` is the
/// number of steps around, from 3. The profile may run either way; it should not cross itself.
///
/// # Errors
///
/// When an argument is out of range.
pub fn lathe(profile: &[[f64; 2]], segments: u32) -> Result<Mesh, MeshError> {
    let ring = require_profile(profile)?;
    require_counts("profile and segments", &[profile.len() as u32, segments], 2, 2)?;
    require_counts("segments", &[segments], 3, 1)?;
    let mut path = profile.to_vec();
    if ring {
        path.pop();
    } else {
        let cap = |end: Option<&[f64; 2]>| end.filter(|[r, _]| *r > 0.0).map(|[_, y]| [0.0, *y]);
        path.extend(cap(profile.last()));
        path.splice(0..0, cap(profile.first()));
    }
    let mut mesh = Mesh::default();
    let mut rows: Vec<Vec<u32>> =
        path.iter().map(|&[radius, y]| push_row(&mut mesh, |_| radius, y, segments)).collect();
    if ring {
        rows.extend(rows.first().cloned());
    }
    join_rows(&mut mesh, &rows);
    Ok(mesh)
}

/// A gear around the y axis, a closed surface.
///
/// `teeth` from 3 to 10000; radii from the hole (`bore`, which may be 0) over the gaps (`root`) to
/// the tips (`tip`), each larger than the one before; `width` along y. All sizes from 1e-6 to
/// 1e6 m. Teeth are trapezoids, a sixth of their pitch wide at the tip and half at the root.
///
/// # Errors
///
/// When an argument is out of range.
pub fn gear(teeth: u32, bore: f64, root: f64, tip: f64, width: f64) -> Result<Mesh, MeshError> {
    require_sizes("root, tip and width", &[root, tip, width])?;
    let rising = bore >= 0.0 && bore < root && root < tip;
    if !rising || (bore > 0.0 && bore < *SIZES.start()) {
        let found = format!("radii {bore:?}, {root:?}, {tip:?}");
        return Err(MeshError::new(found, "bore < root < tip, bore 0 or from 1e-6"));
    }
    if !(3..=10_000).contains(&teeth) {
        return Err(MeshError::new(format!("{teeth} teeth"), "3 to 10000 teeth"));
    }
    // Six steps to a tooth: three along the gap, one up, one along the tip, one down.
    let steps = 6 * teeth;
    let radius_at = |step: u32| if matches!(step % 6, 4 | 5) { tip } else { root };
    let half = 0.5 * width;
    let mut mesh = Mesh::default();
    let mut rows = vec![
        push_row(&mut mesh, |_| bore, -half, steps),
        push_row(&mut mesh, radius_at, -half, steps),
        push_row(&mut mesh, radius_at, half, steps),
        push_row(&mut mesh, |_| bore, half, steps),
    ];
    if bore > 0.0 {
        rows.extend(rows.first().cloned());
    }
    join_rows(&mut mesh, &rows);
    Ok(mesh)
}

/// Refuses sizes out of range.
pub(super) fn require_sizes(name: &str, sizes: &[f64]) -> Result<(), MeshError> {
    if sizes.iter().all(|size| SIZES.contains(size)) {
        return Ok(());
    }
    Err(MeshError::new(format!("{name} = {sizes:?}"), "from 1e-6 to 1e6 m"))
}

/// Refuses numbers below `least`, and such whose product times `elements` is too large a mesh.
pub(super) fn require_counts(
    name: &str,
    counts: &[u32],
    least: u32,
    elements: u64,
) -> Result<(), MeshError> {
    let total = counts.iter().fold(elements, |total, &n| total.saturating_mul(u64::from(n)));
    if counts.iter().all(|&count| count >= least) && total <= MOST_ELEMENTS {
        return Ok(());
    }
    let accepted = format!("at least {least}, and at most {MOST_ELEMENTS} elements in all");
    Err(MeshError::new(format!("{name} = {counts:?}"), accepted))
}

/// Refuses profiles that make no closed surface; gives whether this one is a loop.
fn require_profile(profile: &[[f64; 2]]) -> Result<bool, MeshError> {
    let largest = *SIZES.end();
    let ring = profile.len() > 3 && profile.first() == profile.last();
    for (at, [radius, y]) in profile.iter().enumerate() {
        let end = !ring && (at == 0 || at + 1 == profile.len());
        let inside = (*radius >= *SIZES.start() || (*radius == 0.0 && end)) && *radius <= largest;
        if !inside || y.is_nan() || y.abs() > largest {
            let found = format!("point {at} of the profile, [{radius:?}, {y:?}]");
            let accepted = "radii from 1e-6 to 1e6 m, or 0 at the ends, and y up to 1e6 m";
            return Err(MeshError::new(found, accepted));
        }
    }
    if profile.len() < 2 || profile.iter().all(|[radius, _]| *radius == 0.0) {
        let found = format!("a profile of {} points", profile.len());
        return Err(MeshError::new(found, "at least 2 points, not all on the axis"));
    }
    Ok(ring)
}

/// Position `i` of `last` along an extent centred at 0.
fn spread(size: f64, i: u32, last: u32) -> f64 {
    size * (f64::from(i) / f64::from(last) - 0.5)
}

/// The lowest corners of all cells of a cube of `n` cells a side.
fn cells(n: u32) -> impl Iterator<Item = [u32; 3]> {
    (0..n).flat_map(move |c| (0..n).flat_map(move |b| (0..n).map(move |a| [a, b, c])))
}

/// The six tets of a cell: the paths along its edges from its lowest corner to its highest.
fn kuhn(low: [u32; 3]) -> [[[u32; 3]; 4]; 6] {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
    ORDERS.map(|order| {
        let mut path = [low; 4];
        for step in 1..4 {
            path[step] = path[step - 1];
            path[step][order[step - 1]] += 1;
        }
        path
    })
}

/// The lattice point of an octahedron that is `(a, b, c)` of one of its octants.
fn octant_point([a, b, c]: [u32; 3], octant: u32) -> [i64; 3] {
    let sizes = [a, b - a, c - b];
    std::array::from_fn(|axis| {
        let size = i64::from(sizes[axis]);
        if octant >> axis & 1 == 1 { -size } else { size }
    })
}

/// A lattice point of an octahedron, moved along its ray so that the octahedron becomes a ball.
fn ball_point(lattice: [i64; 3], radius: f64, rings: u32) -> [f64; 3] {
    let shell: i64 = lattice.iter().map(|x| x.abs()).sum();
    if shell == 0 {
        return [0.0; 3];
    }
    on_sphere(lattice.map(|x| x as f64), radius * shell as f64 / f64::from(rings))
}

/// The point of a sphere in that direction.
fn on_sphere(direction: [f64; 3], radius: f64) -> [f64; 3] {
    let [x, y, z] = direction;
    let scale = radius / (x * x + y * y + z * z).sqrt();
    direction.map(|x| x * scale)
}

/// A regular icosahedron of radius 1.
fn icosahedron() -> Mesh {
    let golden = 0.5 + 0.5 * 5.0_f64.sqrt();
    let mut points = Vec::new();
    for axis in 0..3 {
        for (short, long) in [(-1.0, -golden), (1.0, -golden), (-1.0, golden), (1.0, golden)] {
            let mut point = [0.0; 3];
            point[(axis + 1) % 3] = short;
            point[(axis + 2) % 3] = long;
            points.push(on_sphere(point, 1.0));
        }
    }
    let mut mesh = Mesh { points, ..Mesh::default() };
    // Any three points at the distance of neighbours make a face.
    let near = |a: usize, b: usize| {
        let [p, q] = [mesh.points[a], mesh.points[b]];
        (0..3).map(|axis| p[axis] * q[axis]).sum::<f64>() > 0.4
    };
    let mut triangles = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                if near(a, b) && near(b, c) && near(c, a) {
                    let corners = [mesh.points[a], mesh.points[b], mesh.points[c]];
                    let outside = volume([[0.0; 3], corners[0], corners[1], corners[2]]) > 0.0;
                    let [a, b, c] = [a as u32, b as u32, c as u32];
                    triangles.push(if outside { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    mesh.triangles = triangles;
    mesh
}

/// A disc in the plane: a point in the middle, then rings of one, two, three, ... times `sectors` points.
fn disc(radius: f64, rings: u32, sectors: u32) -> (Vec<[f64; 2]>, Vec<[u32; 3]>) {
    let mut points = vec![[0.0; 2]];
    let mut triangles = Vec::new();
    for ring in 1..=rings {
        let outer = points.len() as u32;
        let r = radius * f64::from(ring) / f64::from(rings);
        points.extend((0..sectors * ring).map(|i| {
            let [x, _, z] = around(r, 0.0, i, sectors * ring);
            [x, z]
        }));
        let inside = |i: u32| match ring {
            1 => 0,
            _ => outer - sectors * (ring - 1) + i % (sectors * (ring - 1)),
        };
        let outside = |i: u32| outer + i % (sectors * ring);
        for sector in 0..sectors {
            let [i, o] = [sector * (ring - 1), sector * ring];
            for step in 0..ring {
                triangles.push([inside(i + step), outside(o + step), outside(o + step + 1)]);
                if step + 1 < ring {
                    let pair = [inside(i + step), inside(i + step + 1)];
                    triangles.push([pair[0], outside(o + step + 1), pair[1]]);
                }
            }
        }
    }
    (points, triangles)
}

/// The point that is `step` of `steps` around the y axis, from x towards z.
fn around(radius: f64, y: f64, step: u32, steps: u32) -> [f64; 3] {
    let [x, z] = direction(step, steps);
    [radius * x, y, radius * z]
}

/// Cosine and sine of `step / steps` of a turn, the same bits on every machine.
///
/// The angle is brought below an eighth of a turn, where a few terms of the series are exact.
fn direction(step: u32, steps: u32) -> [f64; 2] {
    let [step, steps] = [8 * (u64::from(step) % u64::from(steps)), u64::from(steps)];
    let [octant, part] = [step / steps, step % steps];
    let part = if octant % 2 == 1 { steps - part } else { part };
    let angle = TAU / 8.0 * (part as f64 / steps as f64);
    let [mut cosine, mut sine] = [0.0; 2];
    for n in (0..9).rev() {
        let odd = f64::from(2 * n + 1);
        cosine = 1.0 - cosine * angle * angle / (odd * (odd + 1.0));
        sine = 1.0 - sine * angle * angle / ((odd + 1.0) * (odd + 2.0));
    }
    sine *= angle;
    match octant {
        0 => [cosine, sine],
        1 => [sine, cosine],
        2 => [-sine, cosine],
        3 => [-cosine, sine],
        4 => [-cosine, -sine],
        5 => [-sine, -cosine],
        6 => [sine, -cosine],
        _ => [cosine, -sine],
    }
}

/// Adds a closed row of points around the y axis; only one point when the radius is 0.
fn push_row(mesh: &mut Mesh, radius: impl Fn(u32) -> f64, y: f64, steps: u32) -> Vec<u32> {
    let first = mesh.points.len() as u32;
    if radius(0) == 0.0 {
        mesh.points.push([0.0, y, 0.0]);
        return vec![first; steps as usize];
    }
    mesh.points.extend((0..steps).map(|step| around(radius(step), y, step, steps)));
    (first..first + steps).collect()
}

/// Adds the triangles between rows of points, facing outwards. Where a row is one point, one of
/// each two triangles has no area and is left out.
fn join_rows(mesh: &mut Mesh, rows: &[Vec<u32>]) {
    for (below, above) in rows.iter().zip(rows.iter().skip(1)) {
        for i in 0..below.len() {
            let j = (i + 1) % below.len();
            let [a, b, c, d] = [below[i], below[j], above[j], above[i]];
            let proper = |[p, q, r]: &[u32; 3]| p != q && q != r && r != p;
            mesh.triangles.extend([[a, c, b], [a, d, c]].iter().filter(|t| proper(t)));
        }
    }
    turn_surface(mesh);
}

/// Makes all volumes positive.
fn turn_tets(mesh: &mut Mesh) {
    let mut tets = std::mem::take(&mut mesh.tets);
    for tet in &mut tets {
        if mesh.corners(tet).is_some_and(|corners| volume(corners) < 0.0) {
            tet.swap(2, 3);
        }
    }
    mesh.tets = tets;
}

/// Makes a closed surface face outwards.
fn turn_surface(mesh: &mut Mesh) {
    let corners = mesh.triangles.iter().filter_map(|triangle| mesh.corners(triangle));
    let total: f64 = corners.map(|[a, b, c]| volume([[0.0; 3], a, b, c])).sum();
    if total < 0.0 {
        mesh.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
}
