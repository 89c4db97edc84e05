//! Where a rigid body is and how it is turned.

use crate::vector::{Vec3, add, cross, scale};

/// A position and a rotation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// The position of the body's origin.
    pub position: [f32; 3],
    /// The rotation as a quaternion `[x, y, z, w]`. It is normalised before use; one without
    /// length counts as no rotation.
    pub rotation: [f32; 4],
}

impl Pose {
    /// A pose without rotation.
    pub fn at(position: [f32; 3]) -> Pose {
        Pose { position, rotation: [0.0, 0.0, 0.0, 1.0] }
    }

    /// A point of the body in world coordinates.
    pub fn apply(&self, point: [f32; 3]) -> [f32; 3] {
        add(self.position, self.rotate(point))
    }

    fn rotate(&self, v: Vec3) -> Vec3 {
        let [x, y, z, w] = self.rotation;
        let squared = x * x + y * y + z * z + w * w;
        if squared == 0.0 {
            return v;
        }
        // v + 2w(q×v) + 2q×(q×v), divided by |q|² where the products call for it.
        let axis = [x, y, z];
        let turn = scale(cross(axis, v), 2.0 / squared);
        add(v, add(scale(turn, w), cross(axis, turn)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y_at_any_quaternion_length() {
        for length in [1.0, 3.0] {
            let pose = Pose { position: [0.0, 0.0, 5.0], rotation: [0.0, 0.0, length, length] };
            let p = pose.apply([1.0, 0.0, 0.0]);
            for (got, want) in p.iter().zip([0.0, 1.0, 5.0]) {
                assert!((got - want).abs() < 1e-6, "{p:?}");
            }
        }
    }

    #[test]
    fn a_quaternion_without_length_does_not_turn() {
        let pose = Pose { position: [0.0; 3], rotation: [0.0; 4] };
        assert_eq!(pose.apply([1.0, 2.0, 3.0]), [1.0, 2.0, 3.0]);
    }
}
