//! The plane everything stands on.

use crate::Bounds;
use crate::camera::View;
use crate::colour::linear;
use crate::raster::Affine;
use crate::vector::{Vec3, add, direction, dot, is_drawable, level_axes, mix, scale, sub};

/// A chequered plane that fades into the background. It is seen from above only, and is left out
/// if its numbers make no sense.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ground {
    /// A point of the plane, at which four fields meet.
    pub point: [f32; 3],
    /// The direction away from the plane, of any length.
    pub normal: [f32; 3],
    /// The side of a field.
    pub cell: f32,
    /// Where the ground is clearest.
    pub centre: [f32; 3],
    /// The distance from `centre` at which the ground has faded away.
    pub radius: f32,
    /// The sRGB colours of the fields.
    pub colours: [[f32; 3]; 2],
}

impl Ground {
    /// A ground for a model of the given bounds: it lies around the model, and its fields are the
    /// round number (1, 2 or 5 times a power of ten) closest to a fitting size.
    pub fn fit(bounds: Bounds, point: [f32; 3], normal: [f32; 3]) -> Ground {
        let bounds = if bounds.is_drawable() { bounds } else { Bounds::default() };
        let size = bounds.longest_side().max(1e-3);
        Ground {
            point,
            normal,
            cell: round_number(0.2 * size),
            centre: bounds.centre(),
            radius: 4.5 * size,
            colours: [[0.87, 0.865, 0.855], [0.82, 0.815, 0.805]],
        }
    }

    /// The ground prepared for a view, or `None` if it is not to be seen.
    pub(crate) fn seen(&self, view: &View) -> Option<SeenGround> {
        let normal = direction(self.normal)?;
        let sensible = is_drawable(self.point)
            && is_drawable(self.centre)
            && self.cell > 0.0
            && self.cell.is_finite()
            && self.radius > 0.0
            && self.radius.is_finite();
        let height = dot(sub(view.eye, self.point), normal);
        if !sensible || height <= 0.0 {
            return None;
        }
        // A ray of length one along the view axis meets the plane after w = -height / (ray·n).
        let depth = along_rays(view, scale(normal, -1.0 / height));
        let axes: [Vec3; 2] = level_axes(normal).into();
        let from_point = sub(view.eye, self.point);
        let fields = axes.map(|axis| {
            // The plane coordinate (eye + ray·w - point)·axis, divided by w.
            let ray = along_rays(view, axis);
            let eye = dot(from_point, axis);
            let sum = |ray: f32, depth: f32| (ray + eye * depth) / self.cell;
            Affine {
                per_x: sum(ray.per_x, depth.per_x),
                per_y: sum(ray.per_y, depth.per_y),
                constant: sum(ray.constant, depth.constant),
            }
        });
        let centre = axes.map(|axis| dot(sub(self.centre, self.point), axis) / self.cell);
        Some(SeenGround {
            point: self.point,
            normal,
            depth,
            fields,
            sides: axes.map(|axis| scale(axis, self.cell)),
            centre,
            per_radius_squared: (self.cell / self.radius).powi(2),
            colours: self.colours.map(linear),
        })
    }
}

/// The component along `axis` of the rays through the raster.
fn along_rays(view: &View, axis: Vec3) -> Affine {
    Affine {
        per_x: dot(view.right, axis) / view.focal,
        per_y: -dot(view.up, axis) / view.focal,
        constant: dot(view.forward, axis),
    }
}

/// The nearest of 1, 2 and 5 times a power of ten.
fn round_number(size: f32) -> f32 {
    let mut power = 1e-9;
    while power * 10.0 <= size && power < 1e12 {
        power *= 10.0;
    }
    let leading = size / power;
    let digit = match leading {
        l if l < 1.5 => 1.0,
        l if l < 3.5 => 2.0,
        l if l < 7.5 => 5.0,
        _ => 10.0,
    };
    digit * power
}

/// A ground as it appears in a view.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SeenGround {
    pub(crate) point: Vec3,
    pub(crate) normal: Vec3,
    /// One over the distance along the view axis; not positive above the horizon.
    pub(crate) depth: Affine,
    /// The coordinates in the plane, counted in fields and divided by the distance along the
    /// view axis: that makes them affine over the raster.
    fields: [Affine; 2],
    /// The sides of a field.
    sides: [Vec3; 2],
    /// The clearest spot, counted in fields.
    centre: [f32; 2],
    per_radius_squared: f32,
    colours: [Vec3; 2],
}

/// What the ground is like at a sample.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GroundSpot {
    pub(crate) position: Vec3,
    pub(crate) colour: Vec3,
    /// From one in the middle to zero where the ground has faded away.
    pub(crate) presence: f32,
}

impl SeenGround {
    /// The ground at a raster coordinate where its depth is positive. Fields are averaged over a
    /// square of `width` samples.
    #[inline]
    pub(crate) fn spot(&self, x: f32, y: f32, width: f32) -> GroundSpot {
        let distance = 1.0 / self.depth.at(x, y).max(1e-12);
        let [u, v] = self.fields.map(|field| field.at(x, y) * distance);
        let position = add(self.point, add(scale(self.sides[0], u), scale(self.sides[1], v)));
        let (du, dv) = (u - self.centre[0], v - self.centre[1]);
        let presence = 1.0 - smooth_step((du * du + dv * dv) * self.per_radius_squared);
        if presence <= 0.0 {
            return GroundSpot { position, colour: self.colours[0], presence: 0.0 };
        }
        let footprint = |field: Affine, at: f32| {
            // The derivatives of a quotient, over one sample.
            let across = (field.per_x - at * self.depth.per_x).abs();
            let down = (field.per_y - at * self.depth.per_y).abs();
            (if across > down { across } else { down }) * distance * width
        };
        let footprints = [footprint(self.fields[0], u), footprint(self.fields[1], v)];
        let chequer = mean_chequer([u, v], footprints);
        let colour = mix(self.colours[0], self.colours[1], 0.5 - 0.5 * chequer);
        GroundSpot { position, colour, presence }
    }
}

/// The mean, over a rectangle around a point, of the pattern that is 1 and -1 in turns.
fn mean_chequer([u, v]: [f32; 2], widths: [f32; 2]) -> f32 {
    // Along each axis the pattern is a square wave, whose integral is a triangle wave.
    let triangle = |x: f32| {
        // Adding and subtracting 1.5·2²³ rounds to the nearest integer; far out, where it no
        // longer does, nothing is left to see anyway.
        const ROUND: f32 = 12_582_912.0;
        let half = x * 0.5;
        1.0 - 2.0 * (half - ((half + ROUND) - ROUND)).abs()
    };
    let rise = |x: f32, width: f32| triangle(x - 0.5 * width) - triangle(x + 0.5 * width);
    let [du, dv] = [widths[0] + 1e-4, widths[1] + 1e-4];
    let mean = rise(u, du) * rise(v, dv) / (du * dv);
    if mean.is_finite() { mean.clamp(-1.0, 1.0) } else { 0.0 }
}

fn smooth_step(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Camera, Error};

    fn view() -> Result<View, Error> {
        Camera::fit(Bounds::default(), [0.0, 1.0, 0.0], 1.0).view(100, 100)
    }

    #[test]
    fn the_pattern_is_exact_near_and_flat_far_away() {
        let near = |u, v| mean_chequer([u, v], [0.01; 2]);
        let middles = [(0.5, 0.5, 1.0), (1.5, 0.5, -1.0), (-0.5, 0.5, -1.0), (-0.5, -0.5, 1.0)];
        for (u, v, want) in middles {
            assert!((near(u, v) - want).abs() < 1e-2, "{u} {v}: {}", near(u, v));
        }
        assert!(mean_chequer([0.3, 0.4], [50.0; 2]).abs() < 0.01);
        assert_eq!(mean_chequer([f32::NAN; 2], [1.0; 2]), 0.0);
    }

    #[test]
    fn spots_lie_on_the_plane() -> Result<(), Error> {
        let view = view()?;
        let ground = Ground::fit(Bounds::default(), [0.0, -1.0, 0.0], [0.0, 2.0, 0.0]);
        let seen = ground.seen(&view).ok_or(Error::NoFrames)?;
        let spot = seen.spot(3.0, 20.0, 1.0);
        assert!((spot.position[1] + 1.0).abs() < 1e-4, "{spot:?}");
        Ok(())
    }

    #[test]
    fn senseless_grounds_are_not_seen() -> Result<(), Error> {
        let view = view()?;
        let good = Ground::fit(Bounds::default(), [0.0; 3], [0.0, 1.0, 0.0]);
        assert!(good.seen(&view).is_some());
        let bad = [
            Ground { normal: [0.0; 3], ..good },
            Ground { point: [f32::NAN; 3], ..good },
            Ground { cell: 0.0, ..good },
            Ground { radius: f32::INFINITY, ..good },
            Ground { normal: [0.0, -1.0, 0.0], ..good },
        ];
        assert!(bad.iter().all(|ground| ground.seen(&view).is_none()));
        Ok(())
    }

    #[test]
    fn cells_are_round_numbers() {
        for (size, want) in [(0.9, 1.0), (1.2, 1.0), (2.9, 2.0), (40.0, 50.0), (0.024, 0.02)] {
            let got = round_number(size);
            assert!((got / want - 1.0).abs() < 1e-4, "{size}: {got}");
        }
    }
}
