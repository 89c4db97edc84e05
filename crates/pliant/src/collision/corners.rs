//! Narrow phase between corners of rigid shapes and faces of elastic solids.
//!
//! A node inside a rigid shape is found by its distance. A corner that presses on a face between the
//! nodes is not: it is looked for among the faces, and touches the one it is nearest to.

use super::contacts::Face;
use crate::bodies::soft::SoftBody;
use crate::math::{Real, Vec3};
use crate::state::Nodes;

/// The face that a corner at `p` of a shape round `centre` touches, with its outward normal: the nearest to
/// it of those that it is above or below. It may be as far outside as `near`, and as deep inside as the face
/// is long.
pub(crate) fn face_at(
    soft: &SoftBody,
    nodes: &Nodes,
    p: Vec3,
    centre: Vec3,
    near: Real,
) -> Option<(Face, Vec3)> {
    let mut best: Option<(Real, Face, Vec3)> = None;
    for face in &soft.mesh.faces {
        let node = face.map(|i| soft.slots.start + i);
        let [a, b, c] = node.map(|i| nodes.position(i as usize));
        let area = (b - a).cross(c - a);
        let double = area.length();
        let normal = area / double;
        let height = (p - a).dot(normal);
        let outside = (p - centre).dot(normal) >= 0.0;
        // Twice the area is about the square of an edge.
        if double == 0.0 || outside || height > near || height * height > double.max(near * near) {
            continue;
        }
        let share = |u: Vec3, v: Vec3| (u - p).cross(v - p).dot(normal) / double;
        let weight = [share(b, c), share(c, a), share(a, b)];
        let nearer = best.as_ref().is_none_or(|(h, ..)| height.abs() < *h);
        if nearer && weight.iter().all(|&w| w >= 0.0) {
            best = Some((height.abs(), Face { node, weight }, normal));
        }
    }
    best.map(|(_, face, normal)| (face, normal))
}
