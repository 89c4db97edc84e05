//! From where and how the model is seen.

use crate::raster::Size;
use crate::vector::{
    Vec3, add, cross, direction, dot, is_viewpoint, length_between, level_axes, scale, sub,
};
use crate::{Bounds, Error};

/// A perspective camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Where the camera stands.
    pub eye: [f32; 3],
    /// The point in the middle of the picture.
    pub target: [f32; 3],
    /// The direction that is upwards in the picture; also where the sky is.
    pub up: [f32; 3],
    /// The angle between the lower and the upper edge of the picture, in radians.
    pub vertical_fov: f32,
}

impl Camera {
    /// A long lens: bodies keep their shape even near the edge of the picture.
    const PLEASING_FOV: f32 = 0.6;

    /// The part of the picture that a fitted box may fill in each direction.
    const FILLED: f32 = 0.88;

    /// A camera that sees the whole box in a three-quarter view from slightly above. `aspect` is
    /// the width of the picture divided by its height.
    ///
    /// Always gives a usable camera: bounds that cannot be drawn are replaced by the default
    /// bounds, an `up` without direction by the y axis and a senseless `aspect` by one.
    pub fn fit(bounds: Bounds, up: [f32; 3], aspect: f32) -> Camera {
        let bounds = if bounds.is_drawable() { bounds } else { Bounds::default() };
        // A box without size would put the eye on the target.
        let smallest = bounds.centre().iter().fold(1.0_f32, |m, c| m.max(c.abs())) * 1e-4;
        let bounds = bounds.grown((smallest - bounds.longest_side()).max(0.0));
        let up = direction(up).unwrap_or([0.0, 1.0, 0.0]);
        let aspect = if (0.01..100.0).contains(&aspect) { aspect } else { 1.0 };

        let (right, front) = level_axes(up);
        let from = add(add(scale(right, 0.55), scale(front, 0.85)), scale(up, 0.48));
        let backward = direction(from).unwrap_or(front);
        let right = direction(cross(up, backward)).unwrap_or(right);
        let axes = [right, cross(backward, right), backward];

        let centre = bounds.centre();
        let corners = bounds.corners().map(|p| axes.map(|axis| dot(sub(p, centre), axis)));
        let tall = half_tangent(Self::PLEASING_FOV) * Self::FILLED;
        let (x, back_for_width) = shift_and_retreat(corners.map(|c| [c[0], c[2]]), tall * aspect);
        let (y, back_for_height) = shift_and_retreat(corners.map(|c| [c[1], c[2]]), tall);

        let target = add(centre, add(scale(axes[0], x), scale(axes[1], y)));
        let eye = add(target, scale(axes[2], back_for_width.max(back_for_height)));
        Camera { eye, target, up, vertical_fov: Self::PLEASING_FOV }
    }

    /// The camera made ready for a raster of the given size; errs if it sees nothing.
    pub(crate) fn view(&self, width: usize, height: usize) -> Result<View, Error> {
        let err = |problem, value| Err(Error::Camera { problem, value });
        if !is_viewpoint(self.eye) {
            return err("the eye is not finite or too far away", self.eye);
        }
        if !is_viewpoint(self.target) {
            return err("the target is not finite or too far away", self.target);
        }
        if !(self.vertical_fov > 0.0 && self.vertical_fov < std::f32::consts::PI) {
            return Err(Error::FieldOfView { radians: self.vertical_fov });
        }
        let Some(forward) = direction(sub(self.target, self.eye)) else {
            return err("the eye is at the target", self.eye);
        };
        let Some(sky) = direction(self.up) else {
            return err("the up vector has no direction", self.up);
        };
        // Looking straight up or down, any level direction may be upwards in the picture.
        let right = direction(cross(forward, sky)).unwrap_or(level_axes(sky).0);
        Ok(View {
            eye: self.eye,
            right,
            up: cross(right, forward),
            forward,
            sky,
            focal: 0.5 * height as f32 / half_tangent(self.vertical_fov),
            width,
            height,
            near: 1e-3 * length_between(self.eye, self.target),
        })
    }
}

fn half_tangent(angle: f32) -> f32 {
    (f64::from(angle) * 0.5).tan() as f32
}

/// How far to move sideways and backwards to see all points, each `[sideways, backwards]`, within
/// `tangent` of the view axis. Both edges of the view then touch a point.
fn shift_and_retreat(points: [[f32; 2]; 8], tangent: f32) -> (f32, f32) {
    let most = |side: f32| {
        points.iter().map(|p| side * p[0] + tangent * p[1]).fold(f32::NEG_INFINITY, f32::max)
    };
    let (right, left) = (most(1.0), most(-1.0));
    ((right - left) * 0.5, (right + left) * 0.5 / tangent)
}

/// A camera whose axes are unit vectors, together with the raster it looks through.
///
/// Raster coordinates have their origin in the middle of the picture, x to the right and y
/// downwards, in units of samples; centred coordinates lose the least precision.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View {
    pub(crate) eye: Vec3,
    pub(crate) right: Vec3,
    pub(crate) up: Vec3,
    pub(crate) forward: Vec3,
    /// The unit vector of the world's upward direction.
    pub(crate) sky: Vec3,
    /// The distance at which one unit of length spans one sample.
    pub(crate) focal: f32,
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// What is nearer than this along the view axis is not drawn.
    pub(crate) near: f32,
}

impl View {
    pub(crate) fn size(&self) -> Size {
        Size { width: self.width, height: self.height }
    }

    /// The point in homogeneous raster coordinates: divided by the third, which is the distance
    /// along the view axis, the first two are raster coordinates.
    pub(crate) fn project(&self, point: Vec3) -> [f64; 3] {
        let offset = sub(point, self.eye);
        let focal = f64::from(self.focal);
        [
            f64::from(dot(offset, self.right)) * focal,
            -f64::from(dot(offset, self.up)) * focal,
            f64::from(dot(offset, self.forward)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster_point(view: &View, point: Vec3) -> [f64; 2] {
        let [x, y, w] = view.project(point);
        assert!(w > 0.0, "{point:?} is behind the camera");
        [x / w, y / w]
    }

    #[test]
    fn a_fitted_camera_sees_every_corner_and_fills_the_picture() -> Result<(), Error> {
        let boxes = [
            Bounds { min: [-1.0, 0.0, -1.0], max: [1.0, 2.0, 1.0] },
            Bounds { min: [5.0, -3.0, 2.0], max: [25.0, -2.5, 2.1] },
            Bounds { min: [0.0, 0.0, 0.0], max: [0.01, 4.0, 0.01] },
        ];
        for bounds in boxes {
            for up in [[0.0, 1.0, 0.0], [0.0, 0.0, 2.0], [0.3, -0.4, 1.0]] {
                for (width, height) in [(640, 480), (300, 900)] {
                    let camera = Camera::fit(bounds, up, width as f32 / height as f32);
                    let view = camera.view(width, height)?;
                    let mut filled = 0.0_f64;
                    for corner in bounds.corners() {
                        let [x, y] = raster_point(&view, corner);
                        filled = filled.max(x.abs() / (width as f64 / 2.0));
                        filled = filled.max(y.abs() / (height as f64 / 2.0));
                    }
                    assert!((0.8..0.9).contains(&filled), "{bounds:?} fills {filled}");
                }
            }
        }
        Ok(())
    }

    #[test]
    fn fit_survives_senseless_input() {
        let nan = Bounds { min: [f32::NAN; 3], max: [0.0; 3] };
        let point = Bounds { min: [7.0; 3], max: [7.0; 3] };
        for bounds in [nan, point] {
            let camera = Camera::fit(bounds, [0.0; 3], f32::NAN);
            assert!(camera.view(100, 100).is_ok(), "{camera:?}");
        }
    }

    #[test]
    fn degenerate_cameras_are_named() {
        let good = Camera::fit(Bounds::default(), [0.0, 1.0, 0.0], 1.0);
        let problem = |camera: Camera| camera.view(10, 10).err().map(|e| e.to_string());
        assert_eq!(problem(good), None);
        let stuck = Camera { eye: [1.0, 2.0, 3.0], target: [1.0, 2.0, 3.0], ..good };
        let message = problem(stuck).unwrap_or_default();
        assert!(message.contains("the eye is at the target (1, 2, 3)"), "{message}");
        assert!(problem(Camera { eye: [f32::NAN; 3], ..good }).is_some());
        assert!(problem(Camera { target: [f32::INFINITY; 3], ..good }).is_some());
        assert!(problem(Camera { up: [0.0; 3], ..good }).is_some());
        assert!(problem(Camera { vertical_fov: 4.0, ..good }).is_some());
    }

    #[test]
    fn looking_straight_down_is_allowed() -> Result<(), Error> {
        let camera = Camera {
            eye: [0.0, 5.0, 0.0],
            target: [0.0; 3],
            up: [0.0, 1.0, 0.0],
            vertical_fov: 1.0,
        };
        assert_eq!(camera.view(10, 10)?.right, [1.0, 0.0, 0.0]);
        Ok(())
    }
}
