//! The surface of the hull of some points, by trying all planes through three of them.
//!
//! Slow for many points (the fourth power of their number), simple, and apart from the engine.

use glamx::DVec3;

use super::solid::Surface;

/// The triangles of the hull of some points, counter-clockwise from outside. Points in one plane have
/// none.
pub fn surface(points: &[DVec3]) -> Surface {
    let size = points.iter().map(|p| p.distance(points[0])).fold(0.0, f64::max);
    let slack = 1e-9 * size.max(1e-12);
    let mut planes: Vec<(DVec3, f64)> = Vec::new();
    let mut faces = Vec::new();
    for (i, &a) in points.iter().enumerate() {
        for (j, &b) in points.iter().enumerate().skip(i + 1) {
            for &c in &points[j + 1..] {
                let n = (b - a).cross(c - a);
                if n.length() <= 1e-9 * size * size {
                    continue;
                }
                for n in [n.normalize(), -n.normalize()] {
                    let d = n.dot(a);
                    let known =
                        |(m, e): &(DVec3, f64)| m.distance(n) < 1e-6 && (e - d).abs() < 1e3 * slack;
                    if points.iter().all(|p| p.dot(n) - d <= slack) && !planes.iter().any(known) {
                        planes.push((n, d));
                        add_face(points, n, d, 1e3 * slack, &mut faces);
                    }
                }
            }
        }
    }
    Surface { points: points.to_vec(), faces }
}

/// The points in a plane, in order round their middle, as a fan of triangles.
fn add_face(points: &[DVec3], n: DVec3, d: f64, slack: f64, faces: &mut Vec<[u32; 3]>) {
    let on = |i: &usize| (points[*i].dot(n) - d).abs() <= slack;
    let mut round: Vec<usize> = (0..points.len()).filter(on).collect();
    let middle = round.iter().map(|&i| points[i]).sum::<DVec3>() / round.len() as f64;
    let u = n.any_orthonormal_vector();
    let v = n.cross(u);
    let angle = |i: usize| {
        let r = points[i] - middle;
        libm::atan2(r.dot(v), r.dot(u))
    };
    round.sort_by(|&i, &j| angle(i).total_cmp(&angle(j)));
    for k in 1..round.len().saturating_sub(1) {
        faces.push([round[0] as u32, round[k] as u32, round[k + 1] as u32]);
    }
}
