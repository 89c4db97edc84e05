//! An array: one entry of a scene that stands for many bodies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Rigid, rotation, schema};

/// The most copies of one entry.
pub const MOST_COPIES: u64 = 1_000_000;

/// Copies of a body at regular places, layer by layer along y; in a layer, row by row along z, and
/// along x in a row. A body `box` becomes `box-0`, `box-1`, …; its position is that of the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["count", "spacing"]))]
pub struct Array {
    /// How many copies along x, y and z (no unit).
    #[schemars(transform = schema::at_least_one)]
    pub count: [u32; 3],
    /// From one copy to the next along x, y and z, m.
    pub spacing: [f64; 3],
    /// How many fewer copies each layer has along x and z than the one below it (no unit); layers
    /// are centred on each other, so [1, 0] makes a wall with steps and [1, 1] a pyramid.
    pub taper: [u32; 2],
    /// How far copies are moved at random along x, y and z, from end to end, m. Drawn from the
    /// scene's `seed`.
    #[schemars(transform = schema::non_negative)]
    pub jitter: [f64; 3],
    /// Whether each copy gets a rotation of its own, drawn evenly from all.
    pub tumble: bool,
}

impl Default for Array {
    fn default() -> Self {
        Self { count: [1; 3], spacing: [0.0; 3], taper: [0; 2], jitter: [0.0; 3], tumble: false }
    }
}

impl Array {
    /// The numbers of copies along x and z in a layer; none above the top of a pyramid.
    fn layer(&self, k: u32) -> Option<[u32; 2]> {
        let left =
            |count: u32, taper: u32| count.checked_sub(taper.checked_mul(k)?).filter(|&n| n > 0);
        Some([left(self.count[0], self.taper[0])?, left(self.count[2], self.taper[1])?])
    }

    /// How many copies there are.
    pub fn copies(&self) -> u64 {
        let product = |[x, z]: [u32; 2]| u64::from(x) * u64::from(z);
        let mut sum = 0_u64;
        for k in 0..self.count[1] {
            let Some(layer) = self.layer(k) else { break };
            sum = sum.saturating_add(product(layer));
            if sum > MOST_COPIES {
                break;
            }
        }
        sum
    }

    /// Where the copies are, relative to the first.
    fn offsets(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        let [sx, sy, sz] = self.spacing;
        (0..self.count[1]).map_while(|k| Some((k, self.layer(k)?))).flat_map(
            move |(k, [nx, nz])| {
                let start = self.taper.map(|t| 0.5 * f64::from(t) * f64::from(k));
                (0..nz).flat_map(move |j| {
                    (0..nx).map(move |i| {
                        [
                            sx * (start[0] + f64::from(i)),
                            sy * f64::from(k),
                            sz * (start[1] + f64::from(j)),
                        ]
                    })
                })
            },
        )
    }
}

impl Rigid {
    /// The bodies this entry stands for: itself, or the copies of its array.
    pub fn bodies(&self, seed: u64) -> Vec<Self> {
        let Some(array) = &self.array else { return vec![self.clone()] };
        let mut random = Random::new(seed, &self.name);
        let place = |(i, offset): (usize, [f64; 3])| {
            let mut copy = Self { name: copy_name(&self.name, i), array: None, ..self.clone() };
            for axis in 0..3 {
                copy.position[axis] += offset[axis] + array.jitter[axis] * (random.next() - 0.5);
            }
            if array.tumble {
                copy.rotation = random.rotation();
            }
            copy
        };
        array.offsets().enumerate().map(place).collect()
    }

    /// How many bodies this entry stands for.
    pub fn count(&self) -> usize {
        self.array.as_ref().map_or(1, |array| array.copies() as usize)
    }

    /// Whether a name is that of one of this entry's bodies.
    pub(super) fn answers_to(&self, name: &str) -> bool {
        match &self.array {
            None => self.name == name,
            Some(array) => name
                .strip_prefix(self.name.as_str())
                .and_then(|rest| rest.strip_prefix('-')?.parse::<u64>().ok())
                .is_some_and(|i| i < array.copies() && copy_name(&self.name, i as usize) == name),
        }
    }
}

/// The name of a copy.
pub(super) fn copy_name(name: &str, index: usize) -> String {
    format!("{name}-{index}")
}

/// Random numbers that depend on the scene's seed and an entry's name alone (Vigna 2015,
/// "SplitMix64").
struct Random(u64);

impl Random {
    fn new(seed: u64, name: &str) -> Self {
        let fold = |h: u64, b: u8| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
        Self(name.bytes().fold(seed ^ 0xcbf2_9ce4_8422_2325, fold))
    }

    /// From 0 to 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Evenly from all rotations: a direction in four dimensions.
    fn rotation(&mut self) -> [f64; 4] {
        loop {
            let mut q = [0.0; 4].map(|_: f64| 2.0 * self.next() - 1.0);
            let square: f64 = q.iter().map(|x| x * x).sum();
            if (0.01..=1.0).contains(&square) {
                rotation::normalise(&mut q);
                return q;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pyramid() -> Rigid {
        Rigid {
            name: "box".into(),
            position: [1.0, 0.0, 0.0],
            array: Some(Array {
                count: [3, 9, 1],
                spacing: [1.0, 2.0, 0.0],
                taper: [1, 0],
                ..Array::default()
            }),
            ..Rigid::default()
        }
    }

    #[test]
    fn layers_are_centred_on_each_other() {
        let bodies = pyramid().bodies(0);
        let places: Vec<[f64; 2]> = bodies.iter().map(|b| [b.position[0], b.position[1]]).collect();
        let expected = [[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [1.5, 2.0], [2.5, 2.0], [2.0, 4.0]];
        assert_eq!(places, expected);
        assert_eq!(pyramid().array.map(|a| a.copies()), Some(6));
        assert_eq!(bodies[5].name, "box-5");
    }

    #[test]
    fn names_of_copies_are_known() {
        let entry = pyramid();
        assert!(entry.answers_to("box-0") && entry.answers_to("box-5"));
        for wrong in ["box", "box-6", "box-05", "box-", "box--1", "boxes-1"] {
            assert!(!entry.answers_to(wrong), "{wrong}");
        }
    }

    #[test]
    fn chance_depends_on_the_seed_alone() {
        let mut entry = pyramid();
        if let Some(array) = &mut entry.array {
            array.jitter = [0.5, 0.0, 0.0];
            array.tumble = true;
        }
        assert_eq!(entry.bodies(7), entry.bodies(7));
        assert_ne!(entry.bodies(7), entry.bodies(8));
        for (body, plain) in entry.bodies(7).iter().zip(pyramid().bodies(7)) {
            assert!((body.position[0] - plain.position[0]).abs() <= 0.25);
            let square: f64 = body.rotation.iter().map(|x| x * x).sum();
            assert!((square - 1.0).abs() < 1e-12);
        }
    }
}
