//! The volume within a closed surface, as one link.

use serde::{Deserialize, Serialize};

use crate::math::{DVec3, IntoF64, Real, double};
use crate::meshing::Mesh;
use crate::state::{Slots, State};

/// The part of a change of pressure that is kept where a solid answers with its stiffness.
const LED: f64 = 0.05;

/// The volume within a closed surface.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Whole {
    pub(crate) faces: Vec<[u32; 3]>,
    /// Volume at rest, m³.
    pub(crate) volume: f64,
    /// Pressure by relative change of volume, Pa; infinite: rigid.
    pub(crate) stiffness: Real,
    /// Its pressure in the last substep, Pa.
    pressure: f64,
    #[serde(skip)]
    start: Vec<DVec3>,
    #[serde(skip)]
    end: Vec<DVec3>,
}

impl Whole {
    pub(crate) fn new(mesh: &Mesh, stiffness: Real) -> Self {
        let faces = mesh.faces.clone();
        let mut whole = Self {
            faces,
            volume: 0.0,
            stiffness,
            pressure: 0.0,
            start: Vec::new(),
            end: Vec::new(),
        };
        let mut points = std::mem::take(&mut whole.start);
        points.extend(mesh.points.iter().map(|&p| double(p)));
        whole.volume = volume(&whole.faces, &points);
        whole.start = points;
        whole
    }

    /// Forgets the pressure of the last substep.
    pub(super) fn forget(&mut self) {
        self.pressure = 0.0;
    }

    /// Finds the gradient at the start, and pushes as in the last substep if that is kept.
    pub(super) fn begin(&mut self, state: &mut State, slots: Slots, h: Real, kept: bool) {
        let mut points = std::mem::take(&mut self.end);
        places(state, slots, 0.0, &mut points);
        gradient(&self.faces, &points, &mut self.start);
        self.end = points;
        if kept {
            self.push(state, slots, self.pressure * h.into_f64());
        }
    }

    pub(super) fn solve(
        &mut self,
        state: &mut State,
        slots: Slots,
        h: Real,
        share: Real,
        pushed: bool,
    ) {
        let mut points = std::mem::take(&mut self.end);
        places(state, slots, h, &mut points);
        let change = volume(&self.faces, &points) - self.volume;
        let mut weight = 0.0;
        for (i, g) in slots.range().zip(&self.start) {
            let s = state.nodes.x[i][3].into_f64();
            weight += s * s * g.length_squared();
        }
        self.end = points;
        let h = h.into_f64();
        let soft = self.volume.abs() / (self.stiffness.into_f64() * h);
        let old = self.pressure * h;
        let weight = weight * h + soft;
        if weight > 0.0 {
            let impulse = -share.into_f64() * (change + soft * old) / weight;
            // Alone it may keep all, but for a body that answers in its own way.
            let kept = if pushed { 1.0 } else { LED };
            self.pressure = (old + impulse * kept) / h;
            self.push(state, slots, if pushed { impulse } else { old + impulse });
        }
    }

    /// Pushes the nodes along the gradient at the start by an impulse of the volume, N·s/m².
    fn push(&self, state: &mut State, slots: Slots, impulse: f64) {
        for (i, g) in slots.range().zip(&self.start) {
            let s = state.nodes.x[i][3].into_f64();
            let dv = *g * (s * s * impulse);
            let v = &mut state.nodes.v[i];
            (v[0], v[1], v[2]) = (v[0] + dv.x as Real, v[1] + dv.y as Real, v[2] + dv.z as Real);
        }
    }
}

/// Where the nodes are after a time, about one of them.
fn places(state: &State, slots: Slots, h: Real, out: &mut Vec<DVec3>) {
    let nodes = &state.nodes;
    let origin = double(nodes.position(slots.start as usize));
    out.clear();
    let at = |i: usize| double(nodes.position(i)) + double(nodes.velocity(i)) * h.into_f64();
    out.extend(slots.range().map(|i| at(i) - origin));
}

/// `V = Σ a·(b × c)/6` over the faces.
fn volume(faces: &[[u32; 3]], points: &[DVec3]) -> f64 {
    let Some(&origin) = points.first() else { return 0.0 };
    let six = |f: &[u32; 3]| {
        let [a, b, c] = f.map(|i| points[i as usize] - origin);
        a.dot(b.cross(c))
    };
    faces.iter().map(six).sum::<f64>() / 6.0
}

fn gradient(faces: &[[u32; 3]], points: &[DVec3], out: &mut Vec<DVec3>) {
    out.clear();
    out.resize(points.len(), DVec3::ZERO);
    for f in faces {
        let [a, b, c] = f.map(|i| points[i as usize]);
        out[f[0] as usize] += b.cross(c) / 6.0;
        out[f[1] as usize] += c.cross(a) / 6.0;
        out[f[2] as usize] += a.cross(b) / 6.0;
    }
}
