//! Spans: cloth that hangs between several pins.
//!
//! [Tethers](super::tether) hold each node to its nearest pin alone. So of single edges the one between what is held to one pin and what
//! is held to another has to give way for all: of a line of 1 m that is too long by 0.7 mm, an edge of 20 mm stretches by 3.5%. Lines of
//! edges of such cloth are therefore solved as a whole, as [strands](super::strand) are, but after the tethers, which carry the
//! load round corners.
//!
//! Pins that edges join are one: between these nothing can gather. Nor is a rope a span.

use std::collections::BTreeSet;

use crate::math::Real;

/// Whether not all pins of a body are joined by edges between them.
pub(crate) fn are_apart(edges: &[([u32; 2], Real)], pins: &[usize]) -> bool {
    let pins: BTreeSet<u32> = pins.iter().map(|&pin| pin as u32).collect();
    let between = edges.iter().map(|e| e.0).filter(|e| e.iter().all(|i| pins.contains(i)));
    let between: Vec<[u32; 2]> = between.collect();
    let mut reached: BTreeSet<u32> = pins.first().copied().into_iter().collect();
    let mut front: Vec<u32> = reached.iter().copied().collect();
    while let Some(here) = front.pop() {
        for &[a, b] in between.iter().filter(|ends| ends.contains(&here)) {
            let there = if a == here { b } else { a };
            if reached.insert(there) {
                front.push(there);
            }
        }
    }
    reached.len() < pins.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_that_edges_join_are_one() {
        let rope: Vec<([u32; 2], Real)> = (0..6).map(|i| ([i, i + 1], 1.0)).collect();
        for (pins, apart) in [
            (&[][..], false),
            (&[3], false),
            (&[2, 3, 4], false),
            (&[4, 2], true),
            (&[0, 1, 6], true),
        ] {
            assert_eq!(are_apart(&rope, pins), apart, "{pins:?}");
        }
    }
}
