//! Where everything is and how it moves: contiguous arrays for all bodies together.
//!
//! Nodes of deformable bodies and frames of rigid ones are *slots*. A deformable body owns a range
//! of node slots, which is recycled when it goes and never moves while it lives. Slot 0 of each
//! kind is the world: it has no inverse mass and stands still.

use serde::{Deserialize, Serialize};

use crate::math::{Mat3, Quat, Real, Vec3, rotation};

/// Positions and velocities of all slots.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    /// Nodes of deformable bodies.
    pub nodes: Nodes,
    /// Frames of rigid bodies.
    pub frames: Frames,
}

impl Default for State {
    fn default() -> Self {
        let mut state = Self { nodes: Nodes::default(), frames: Frames::default() };
        state.nodes.x.push([0.0; 4]);
        state.nodes.v.push([0.0; 4]);
        state.frames.grow(1);
        state
    }
}

/// All nodes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Nodes {
    /// Position (m), and the square root of the inverse mass (kg^-½; 0 does not move).
    pub x: Vec<[Real; 4]>,
    /// Velocity (m/s), and padding.
    pub v: Vec<[Real; 4]>,
    /// Ranges that no body owns.
    free: Vec<Slots>,
}

/// A range of node slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slots {
    /// The first slot.
    pub start: u32,
    /// How many.
    pub len: u32,
}

impl Slots {
    /// As a range of indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

impl Nodes {
    /// Takes a range of slots, a recycled one of the same size if there is one.
    pub(crate) fn allocate(&mut self, len: usize) -> Slots {
        if let Some(i) = self.free.iter().position(|s| s.len as usize == len) {
            return self.free.remove(i);
        }
        let slots = Slots { start: self.x.len() as u32, len: len as u32 };
        self.x.resize(slots.range().end, [0.0; 4]);
        self.v.resize(slots.range().end, [0.0; 4]);
        slots
    }

    /// Gives a range back.
    pub(crate) fn release(&mut self, slots: Slots) {
        self.x[slots.range()].fill([0.0; 4]);
        self.v[slots.range()].fill([0.0; 4]);
        self.free.push(slots);
    }

    /// The position of a node.
    pub fn position(&self, i: usize) -> Vec3 {
        let x = self.x[i];
        Vec3::new(x[0], x[1], x[2])
    }

    /// The velocity of a node.
    pub fn velocity(&self, i: usize) -> Vec3 {
        let v = self.v[i];
        Vec3::new(v[0], v[1], v[2])
    }

    /// The mass of a node, kg; a node that does not move has none.
    pub fn mass(&self, i: usize) -> Real {
        let s = self.x[i][3];
        if s > 0.0 { 1.0 / (s * s) } else { 0.0 }
    }

    pub(crate) fn set_velocity(&mut self, i: usize, v: Vec3) {
        (self.v[i][0], self.v[i][1], self.v[i][2]) = (v.x, v.y, v.z);
    }
}

/// All frames: the moving state of rigid bodies.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Frames {
    /// Centre of mass, m.
    pub x: Vec<Vec3>,
    /// Rotation from body to world.
    pub q: Vec<Quat>,
    /// Velocity of the centre of mass, m/s.
    pub v: Vec<Vec3>,
    /// Angular velocity in world axes, rad/s.
    pub w: Vec<Vec3>,
    /// Inertia.
    pub mass: Vec<FrameMass>,
}

/// The inertia of a frame, about its centre of mass along its body axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FrameMass {
    /// Mass, kg; 0 stands for a frame that no force moves.
    pub mass: Real,
    /// Principal moments of inertia, kg·m².
    pub inertia: Vec3,
}

impl FrameMass {
    /// The square root of the inverse mass.
    pub fn inv_sqrt_mass(&self) -> Real {
        if self.mass > 0.0 { 1.0 / self.mass.sqrt() } else { 0.0 }
    }

    /// The square roots of the inverse moments of inertia.
    pub fn inv_sqrt_inertia(&self) -> Vec3 {
        if self.mass > 0.0 {
            Vec3::new(
                1.0 / self.inertia.x.sqrt(),
                1.0 / self.inertia.y.sqrt(),
                1.0 / self.inertia.z.sqrt(),
            )
        } else {
            Vec3::ZERO
        }
    }
}

impl Frames {
    /// Makes room for `count` frames.
    pub(crate) fn grow(&mut self, count: usize) {
        if count > self.x.len() {
            self.x.resize(count, Vec3::ZERO);
            self.q.resize(count, Quat::IDENTITY);
            self.v.resize(count, Vec3::ZERO);
            self.w.resize(count, Vec3::ZERO);
            self.mass.resize(count, FrameMass::default());
        }
    }

    /// A frame that is not there: it stands still at the origin.
    pub(crate) fn clear(&mut self, i: usize) {
        (self.x[i], self.q[i]) = (Vec3::ZERO, Quat::IDENTITY);
        (self.v[i], self.w[i]) = (Vec3::ZERO, Vec3::ZERO);
        self.mass[i] = FrameMass::default();
    }

    /// Angular momentum about the frame's own centre, in world axes.
    pub fn spin(&self, i: usize) -> Vec3 {
        let q = self.q[i];
        q * (self.mass[i].inertia * (q.inverse() * self.w[i]))
    }

    /// The angular velocity in the middle of a substep of length `h` in which nothing acts, to first
    /// order: a body that wobbles changes it.
    #[inline]
    fn middle_w(&self, i: usize, h: Real) -> Vec3 {
        let (q, w, mass) = (self.q[i], self.w[i], &self.mass[i]);
        if mass.mass == 0.0 || w == Vec3::ZERO {
            return w;
        }
        let own = q.inverse() * w;
        let wobble = (mass.inertia * own).cross(own);
        w + q * (wobble / mass.inertia) * (0.5 * h)
    }
}

/// Square roots of a frame's inertia, found once a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scale {
    /// `m^-½`; 0 for a frame that no force moves.
    pub inv_m: Real,
    /// `m^½`.
    pub m: Real,
    /// `I^-½`.
    pub inv_i: Vec3,
    /// `I^½`.
    pub i: Vec3,
    /// Whether all moments are equal, so that angular velocity and momentum are parallel.
    pub isotropic: bool,
}

impl From<&FrameMass> for Scale {
    fn from(mass: &FrameMass) -> Self {
        let root = |x: Real| if mass.mass > 0.0 { x.sqrt() } else { 0.0 };
        let FrameMass { mass: m, inertia: i } = *mass;
        Self {
            inv_m: mass.inv_sqrt_mass(),
            m: root(m),
            inv_i: mass.inv_sqrt_inertia(),
            i: Vec3::new(root(i.x), root(i.y), root(i.z)),
            isotropic: i.x == i.y && i.y == i.z,
        }
    }
}

/// What rows need to know of a frame in one substep.
#[derive(Clone, Copy, Debug)]
pub struct FrameView {
    /// Centre at the start.
    pub x: Vec3,
    /// Centre as predicted without the rows.
    pub x1: Vec3,
    /// Rotation at the start.
    pub q: Quat,
    /// Rotation as predicted without the rows.
    pub q1: Quat,
    /// Velocity.
    pub v: Vec3,
    /// Angular velocity.
    pub w: Vec3,
    /// Square root of the inverse mass.
    pub s: Real,
    /// `diag(I^-½) Rᵀ`: takes a torque in world axes to the scaled angular velocity.
    pub sr: Mat3,
}

impl FrameView {
    /// The view of frame `i` for a substep of length `h`.
    #[inline]
    pub fn new(frames: &Frames, i: usize, scale: &Scale, h: Real) -> Self {
        let (q, w) = (frames.q[i], frames.w[i]);
        Self {
            x: frames.x[i],
            x1: frames.x[i] + frames.v[i] * h,
            q,
            q1: rotation(frames.middle_w(i, h) * h) * q,
            v: frames.v[i],
            w,
            s: scale.inv_m,
            sr: {
                let r = Mat3::from_quat(q);
                let i = scale.inv_i;
                Mat3::from_cols(r.x_axis * i.x, r.y_axis * i.y, r.z_axis * i.z).transpose()
            },
        }
    }
}

/// A [`FrameView`] laid out for eight to be read at once: (x, s), q, x₁, q₁, v, w, rows of `sr`.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub struct PackedFrame(pub [[Real; 4]; 9]);

impl PackedFrame {
    /// The number of quadruples.
    pub const QUADS: usize = 9;

    /// The frame of the world.
    pub const WORLD: Self = {
        let mut quads = [[0.0; 4]; Self::QUADS];
        (quads[1][3], quads[3][3]) = (1.0, 1.0);
        Self(quads)
    };

    /// Predicts the pose of frame `i` after a substep of length `h` without the rows.
    #[inline]
    pub fn predict(&mut self, frames: &Frames, i: usize, h: Real) {
        let x1 = frames.x[i] + frames.v[i] * h;
        let q1 = rotation(frames.middle_w(i, h) * h) * frames.q[i];
        (self.0[2], self.0[3]) = ([x1.x, x1.y, x1.z, 0.0], q1.to_array());
    }

    fn part(&self, k: usize) -> Vec3 {
        Vec3::new(self.0[k][0], self.0[k][1], self.0[k][2])
    }

    /// Centre, rotation, and the rows that take a torque to the scaled angular velocity.
    #[inline]
    pub fn pose(&self) -> (Vec3, Quat, [Vec3; 3]) {
        let sr = [self.part(6), self.part(7), self.part(8)];
        (self.part(0), Quat::from_array(self.0[1]), sr)
    }

    /// Velocity and angular velocity.
    #[inline]
    pub fn rates(&self) -> [Vec3; 2] {
        [self.part(4), self.part(5)]
    }

    /// `Σ sr_k u_k`: the angular velocity of a scaled one.
    #[inline]
    pub fn unscale(&self, u: Vec3) -> Vec3 {
        self.part(6) * u.x + self.part(7) * u.y + self.part(8) * u.z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_recycled_and_others_stay() {
        let mut nodes = State::default().nodes;
        let (a, b) = (nodes.allocate(5), nodes.allocate(7));
        assert_eq!((a.start, b.start), (1, 6));
        nodes.release(a);
        assert_eq!(nodes.allocate(5), a);
        assert_eq!(nodes.allocate(5).start, 13);
    }
}
