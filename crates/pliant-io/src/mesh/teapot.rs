//! The Utah teapot.
//!
//! Martin Newell drew it in 1975 as 32 bicubic Bézier patches. Most of them are quarters of a
//! revolution, so they are kept here as profiles; handle and spout are symmetric, so one half of
//! them is kept. The data is in Newell's units with z up; the mesh is y up.

use std::collections::HashMap;

use super::primitives::{require_counts, require_sizes};
use super::{Mesh, MeshError};

/// Radius and height of four control points each: rim, upper body, lower body, knob, lid, bottom.
const PROFILES: [[[f64; 2]; 4]; 6] = [
    [[1.4, 2.4], [1.3375, 2.53125], [1.4375, 2.53125], [1.5, 2.4]],
    [[1.5, 2.4], [1.75, 1.875], [2.0, 1.35], [2.0, 0.9]],
    [[2.0, 0.9], [2.0, 0.45], [1.5, 0.225], [1.5, 0.15]],
    [[0.0, 3.15], [0.8, 3.15], [0.0, 2.85], [0.2, 2.7]],
    [[0.2, 2.7], [0.4, 2.55], [1.3, 2.55], [1.3, 2.4]],
    [[1.5, 0.15], [1.5, 0.075], [1.425, 0.0], [0.0, 0.0]],
];

/// The part of the radius at which the inner control points of a quarter turn stand off.
const STAND_OFF: f64 = 0.56;
/// The same for the second control point of the knob, which Newell rounded differently.
const STAND_OFF_KNOB: f64 = 0.5625;

/// A control curve of half a handle or spout: from a point in the middle plane out to a width and
/// back, as x and z of its start, its width, and x and z of its end.
type Section = [f64; 5];

/// The sections of the handle's upper and lower part, then of the spout's lower and upper part.
const TUBES: [[Section; 4]; 4] = [
    [
        [-1.6, 2.025, 0.3, -1.5, 2.25],
        [-2.3, 2.025, 0.3, -2.5, 2.25],
        [-2.7, 2.025, 0.3, -3.0, 2.25],
        [-2.7, 1.8, 0.3, -3.0, 1.8],
    ],
    [
        [-2.7, 1.8, 0.3, -3.0, 1.8],
        [-2.7, 1.575, 0.3, -3.0, 1.35],
        [-2.5, 1.125, 0.3, -2.65, 0.9375],
        [-2.0, 0.9, 0.3, -1.9, 0.6],
    ],
    [
        [1.7, 1.425, 0.66, 1.7, 0.6],
        [2.6, 1.425, 0.66, 3.1, 0.825],
        [2.3, 2.1, 0.25, 2.4, 2.025],
        [2.7, 2.4, 0.25, 3.3, 2.4],
    ],
    [
        [2.7, 2.4, 0.25, 3.3, 2.4],
        [2.8, 2.475, 0.25, 3.525, 2.49375],
        [2.9, 2.475, 0.15, 3.45, 2.5125],
        [2.8, 2.4, 0.15, 3.2, 2.4],
    ],
];

/// The control points of a patch.
type Patch = [[[f64; 3]; 4]; 4];

/// The Utah teapot: body, lid, bottom, handle and spout, from its 32 Bézier patches.
///
/// `length` is the distance from the outside of the handle to the lip of the spout, from 1e-6 to
/// 1e6 m; `segments` the number of steps along each side of a patch, from 2 to 512. The surface
/// is open, as Newell drew it: handle and spout end inside the body, and the lid lies on it.
///
/// # Errors
///
/// When an argument is out of range.
pub fn teapot(length: f64, segments: u32) -> Result<Mesh, MeshError> {
    require_sizes("length", &[length])?;
    require_counts("segments, twice", &[segments; 2], 2, 64)?;
    let mut mesh = Mesh::default();
    let mut known = HashMap::new();
    for patch in patches() {
        push_patch(&mut mesh, &mut known, &patch, segments);
    }
    place(&mut mesh, length);
    Ok(mesh)
}

/// All patches; seen from outside, their columns run to the left of their rows.
fn patches() -> Vec<Patch> {
    let mut patches = Vec::new();
    for (number, profile) in PROFILES.iter().enumerate() {
        for quarter in 0..4 {
            patches.push(profile.map(|[radius, height]| {
                let knob = number == 3 && radius == 0.8;
                arc(radius, height, if knob { STAND_OFF_KNOB } else { STAND_OFF }, quarter)
            }));
        }
    }
    for sections in &TUBES {
        for side in [-1.0, 1.0] {
            patches.push(sections.map(|[x, z, width, x_end, z_end]| {
                let y = side * width;
                let mut curve = [[x, 0.0, z], [x, y, z], [x_end, y, z_end], [x_end, 0.0, z_end]];
                if side < 0.0 {
                    curve.reverse();
                }
                curve
            }));
        }
    }
    patches
}

/// The control points of a quarter turn.
fn arc(radius: f64, height: f64, stand_off: f64, quarter: usize) -> [[f64; 3]; 4] {
    let off = radius * stand_off;
    [[radius, 0.0], [radius, off], [off, radius], [0.0, radius]].map(|[x, y]| match quarter {
        0 => [x, y, height],
        1 => [-y, x, height],
        2 => [-x, -y, height],
        _ => [y, -x, height],
    })
}

/// Adds the triangles of a patch. Points within a millionth of each other become one.
fn push_patch(mesh: &mut Mesh, known: &mut HashMap<[i64; 3], u32>, patch: &Patch, segments: u32) {
    let mut index = |row: u32, column: u32| {
        let [u, v] = [row, column].map(|step| f64::from(step) / f64::from(segments));
        let point = bezier(patch.map(|points| bezier(points, v)), u);
        // The shift keeps round numbers away from the borders of the cells.
        let cell = point.map(|x| (x * 1e6 + 0.317).floor() as i64);
        *known.entry(cell).or_insert_with(|| {
            mesh.points.push(point);
            mesh.points.len() as u32 - 1
        })
    };
    let mut triangles = Vec::new();
    for row in 0..segments {
        for column in 0..segments {
            let [a, b] = [index(row, column), index(row, column + 1)];
            let [c, d] = [index(row + 1, column), index(row + 1, column + 1)];
            triangles.extend([[a, c, d], [a, d, b]]);
        }
    }
    let proper = |[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
    mesh.triangles.extend(triangles.into_iter().filter(proper));
}

/// The point of a cubic Bézier curve at `t`.
fn bezier(points: [[f64; 3]; 4], t: f64) -> [f64; 3] {
    let s = 1.0 - t;
    let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    std::array::from_fn(|axis| (0..4).map(|i| weights[i] * points[i][axis]).sum())
}

/// Turns z up into y up, centres the bounding box at the origin, and scales to the length.
fn place(mesh: &mut Mesh, length: f64) {
    mesh.points.iter_mut().for_each(|point| *point = [point[0], point[2], -point[1]]);
    let Some([low, high]) = mesh.check().bounds else {
        return;
    };
    let scale = length / (high[0] - low[0]);
    for point in &mut mesh.points {
        for axis in 0..3 {
            point[axis] = (point[axis] - 0.5 * (low[axis] + high[axis])) * scale;
        }
    }
}
