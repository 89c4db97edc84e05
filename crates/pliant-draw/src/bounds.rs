//! The axis-aligned box around what is drawn.

use crate::vector::{Vec3, add, is_drawable, scale, sub};

/// An axis-aligned box. The default is the box of side two around the origin, a reasonable thing
/// to look at when there is nothing to see.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The smallest coordinates.
    pub min: [f32; 3],
    /// The largest coordinates.
    pub max: [f32; 3],
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { min: [-1.0; 3], max: [1.0; 3] }
    }
}

impl Bounds {
    /// The smallest box around the points, passing over those that are not finite or absurdly far
    /// away. `None` when no point is left.
    pub fn around(points: impl IntoIterator<Item = [f32; 3]>) -> Option<Bounds> {
        let drawable = points.into_iter().filter(|&p| is_drawable(p));
        drawable.map(|p| Bounds { min: p, max: p }).reduce(Bounds::union)
    }

    /// The smallest box around both boxes.
    pub fn union(self, other: Bounds) -> Bounds {
        let pick = |f: fn(f32, f32) -> f32, a: Vec3, b: Vec3| {
            [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2])]
        };
        Bounds {
            min: pick(f32::min, self.min, other.min),
            max: pick(f32::max, self.max, other.max),
        }
    }

    /// The box grown by `margin` on every side.
    pub fn grown(self, margin: f32) -> Bounds {
        Bounds { min: sub(self.min, [margin; 3]), max: add(self.max, [margin; 3]) }
    }

    /// The middle of the box.
    pub fn centre(self) -> [f32; 3] {
        scale(add(self.min, self.max), 0.5)
    }

    /// The longest of the three sides.
    pub fn longest_side(self) -> f32 {
        let sides = sub(self.max, self.min);
        sides[0].max(sides[1]).max(sides[2])
    }

    /// The eight corners.
    pub fn corners(self) -> [[f32; 3]; 8] {
        std::array::from_fn(|i| {
            std::array::from_fn(
                |axis| {
                    if i >> axis & 1 == 0 { self.min[axis] } else { self.max[axis] }
                },
            )
        })
    }

    /// Whether both corners can be drawn and are the right way round.
    pub(crate) fn is_drawable(self) -> bool {
        is_drawable(self.min)
            && is_drawable(self.max)
            && (0..3).all(|axis| self.min[axis] <= self.max[axis])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_points_are_passed_over() {
        let points = [[0.0, 1.0, 2.0], [f32::NAN, 0.0, 0.0], [-1.0, 3.0, 0.5]];
        let bounds = Bounds::around(points);
        assert_eq!(bounds, Some(Bounds { min: [-1.0, 1.0, 0.5], max: [0.0, 3.0, 2.0] }));
        assert_eq!(Bounds::around([[f32::INFINITY; 3]]), None);
    }
}
