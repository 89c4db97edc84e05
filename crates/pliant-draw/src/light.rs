//! The light everything is seen in.

use crate::vector::{Vec3, add, direction, dot, level_axes, mix, multiply, scale};

/// One distant lamp and the sky. All colours are linear.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Light {
    /// The unit vector to the lamp.
    pub(crate) toward: Vec3,
    /// The unit vector to the zenith.
    sky: Vec3,
}

const LAMP: Vec3 = [0.80, 0.76, 0.69];
const SKY: Vec3 = [0.34, 0.37, 0.42];
const BOUNCE: Vec3 = [0.20, 0.18, 0.16];
const GLOSS: f32 = 0.10;

/// What of the light reaches a point.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    /// The share of the lamp that is not in shadow.
    pub(crate) lamp: f32,
    /// The share of the sky that is not hidden.
    pub(crate) sky: f32,
}

impl Light {
    /// The light from a given direction, or from over the left shoulder of a fitted camera.
    pub(crate) fn new(toward: Option<Vec3>, sky: Vec3) -> Light {
        let (right, front) = level_axes(sky);
        let over_the_shoulder = add(add(scale(right, -0.40), scale(front, 0.55)), sky);
        let toward = toward.and_then(direction).or(direction(over_the_shoulder));
        Light { toward: toward.unwrap_or(sky), sky }
    }

    /// The light that a surface without gloss sends in all directions.
    pub(crate) fn matte(&self, colour: Vec3, normal: Vec3, reach: Reach) -> Vec3 {
        let upward = 0.5 + 0.5 * dot(normal, self.sky);
        let ambient = scale(mix(BOUNCE, SKY, upward), reach.sky);
        let facing = dot(normal, self.toward).max(0.0) * reach.lamp;
        multiply(colour, add(ambient, scale(LAMP, facing)))
    }

    /// The light of the lamp that a slightly glossy surface mirrors to the eye.
    pub(crate) fn gloss(&self, normal: Vec3, to_eye: Vec3, reach: Reach) -> Vec3 {
        let facing = dot(normal, self.toward);
        if facing <= 0.0 || reach.lamp == 0.0 {
            return [0.0; 3];
        }
        let halfway = direction(add(self.toward, to_eye)).unwrap_or(normal);
        let mut shine = dot(normal, halfway).max(0.0);
        for _ in 0..5 {
            shine *= shine;
        }
        // Without the factor the gloss would end in a line where the surface turns away.
        scale(LAMP, GLOSS * shine * reach.lamp * (4.0 * facing).min(1.0))
    }
}
