//! Between the colours people name (sRGB) and the light that can be added up (linear).

use crate::vector::Vec3;

/// Linear light of an sRGB colour with components in 0..=1; components outside are clamped and a
/// NaN counts as zero.
pub(crate) fn linear(srgb: [f32; 3]) -> Vec3 {
    srgb.map(|c| {
        // In double precision, so that the last bit of a platform's `powf` cannot show.
        let c = if c.is_nan() { 0.0 } else { f64::from(c.clamp(0.0, 1.0)) };
        let light = if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) };
        light as f32
    })
}

/// A table from linear light to sRGB bytes.
#[derive(Debug)]
pub(crate) struct Encoder {
    bytes: Vec<u8>,
}

impl Encoder {
    const STEPS: usize = 4096;

    pub(crate) fn new() -> Encoder {
        let byte = |step| {
            let light = step as f64 / (Self::STEPS - 1) as f64;
            let srgb = if light <= 0.003_130_8 {
                light * 12.92
            } else {
                1.055 * light.powf(1.0 / 2.4) - 0.055
            };
            (srgb * 255.0).round() as u8
        };
        Encoder { bytes: (0..Self::STEPS).map(byte).collect() }
    }

    /// The bytes of a linear colour, with highlights rolled off rather than cut.
    #[inline]
    pub(crate) fn encode(&self, light: Vec3) -> [u8; 3] {
        [self.byte(light[0]), self.byte(light[1]), self.byte(light[2])]
    }

    fn byte(&self, light: f32) -> u8 {
        // Negative light and NaN are cast to zero.
        let step = (roll_off(light) * (Self::STEPS - 1) as f32 + 0.5) as u16;
        self.bytes[usize::from(step).min(Self::STEPS - 1)]
    }
}

/// Leaves light below the knee alone and bends what is above smoothly towards one.
fn roll_off(light: f32) -> f32 {
    const KNEE: f32 = 0.75;
    if light <= KNEE {
        return light;
    }
    let over = (light - KNEE) / (1.0 - KNEE);
    KNEE + (1.0 - KNEE) * over / (1.0 + over)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_below_the_knee_survive_the_round_trip() {
        let encoder = Encoder::new();
        for byte in 30..=200_u8 {
            let srgb = f32::from(byte) / 255.0;
            assert_eq!(encoder.encode(linear([srgb; 3])), [byte; 3]);
        }
    }

    #[test]
    fn any_light_has_bytes() {
        let encoder = Encoder::new();
        assert_eq!(encoder.encode([f32::NAN, -1.0, 0.0]), [0, 0, 0]);
        assert!(encoder.encode([1e30; 3])[0] >= 254);
    }
}
