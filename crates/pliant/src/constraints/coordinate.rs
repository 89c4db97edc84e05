//! Coordinates: one number of how two ends lie to each other, such as the angle of a hinge.
//!
//! A coordinate alone holds nothing. [`LimitRow`](super::limit::LimitRow) and
//! [`DriveRow`](super::drive::DriveRow) make rows of any of them; a [gear](super::gear) couples two.
//!
//! | coordinate | measures | file |
//! |---|---|---|
//! | slide | how far the point of b lies along the x-axis of a, m | `slide.rs` |
//! | reach | how far the two points are apart, m | `reach.rs` |
//! | twist | by how much b is turned about the x-axis of a, rad, over any number of turns | `twist.rs` |
//! | swing | the angle between the x-axes of a and b, rad | `swing.rs` |

use super::{Ends, Linear};
use crate::math::lanes::Lanes;

/// One number of how two ends lie to each other, eight at once.
pub trait Coordinate {
    /// Its value at the predicted place in `c`, at the start in `now`, and its gradient at the start.
    /// `last` is the value of the substep before, for angles that make whole turns.
    fn measure(start: &Ends, predicted: &Ends, last: Lanes) -> Linear<1>;
}

/// Checks of kernels on two frames, for the tests of the parts of joints.
#[cfg(test)]
pub(crate) mod checks {
    use crate::constraints::{Constraint, Ends, PARAMS, Params};
    use crate::math::lanes::{Lanes, Rotor, V3};
    use crate::math::{DOUBLE, Quat, Real, Vec3, rotation};

    /// A frame with the end of a constraint on it.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Frame {
        pub x: Vec3,
        pub q: Quat,
        pub arm: Vec3,
        pub axes: Quat,
    }

    /// What a kernel sees of its ends.
    pub(crate) fn ends<const K: usize>(frames: &[Frame; K]) -> Ends {
        let mut ends = Ends::ZERO;
        for (k, f) in frames.iter().enumerate() {
            ends.x[k] = V3::splat(f.x + f.q * f.arm);
            ends.q[k] = Rotor::splat(f.q * f.axes);
        }
        ends
    }

    /// Two frames anyhow placed, the axes of b turned by `turn` against those of a.
    pub(crate) fn pair(turn: Vec3) -> [Frame; 2] {
        let q = [rotation(Vec3::new(0.4, -0.2, 0.9)), rotation(Vec3::new(-0.3, 1.1, 0.2))];
        let axes = rotation(Vec3::new(0.2, 0.5, -0.4));
        let other = q[1].inverse() * (q[0] * axes * rotation(turn));
        [
            Frame { x: Vec3::new(0.1, 0.2, -0.3), q: q[0], arm: Vec3::new(0.3, 0.1, 0.2), axes },
            Frame {
                x: Vec3::new(0.6, -0.1, 0.4),
                q: q[1],
                arm: Vec3::new(-0.2, 0.15, 0.1),
                axes: other,
            },
        ]
    }

    /// The gradient of each row against differences of its value; and that the impulses of a row
    /// keep momentum and angular momentum, up to `moment` times a gap between its points.
    pub(crate) fn gradient_is_exact<C: Constraint<D>, const D: usize, const K: usize>(
        frames: &[Frame; K],
        param: [Real; PARAMS],
        keeps_moment: bool,
    ) {
        let k: Params = param.map(Lanes::splat);
        let value = |frames: &[Frame; K]| {
            let e = ends(frames);
            C::evaluate(&e, &e, &k).c.map(|c| c.0[0])
        };
        let e = ends(frames);
        let rows = C::evaluate(&e, &e, &k);
        let step: Real = if DOUBLE { 1e-5 } else { 4e-3 };
        for d in 0..D {
            let (mut force, mut moment) = (Vec3::ZERO, Vec3::ZERO);
            for i in 0..K {
                let (g, turn) = (rows.grad[d][i].lane(0), rows.turn[d][i].lane(0));
                let torque = (frames[i].q * frames[i].arm).cross(g) + turn;
                force += g;
                moment += frames[i].x.cross(g) + torque;
                for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
                    for turns in [false, true] {
                        let moved = |by: Real| {
                            let mut f = *frames;
                            if turns {
                                f[i].q = rotation(axis * by) * f[i].q;
                            } else {
                                f[i].x += axis * by;
                            }
                            value(&f)[d]
                        };
                        let slope = (moved(step) - moved(-step)) / (2.0 * step);
                        let found = if turns { torque } else { g }.dot(axis);
                        let off = (found - slope).abs();
                        let allowed = if DOUBLE { 1e-8 } else { 3e-4 };
                        assert!(
                            off < allowed,
                            "row {d}, end {i}, {axis} turned {turns}: {found}, expected {slope}"
                        );
                    }
                }
            }
            assert!(force.length() < 1e-5, "row {d} pushes with {force}");
            assert!(!keeps_moment || moment.length() < 1e-5, "row {d} turns with {moment}");
        }
    }
}
