//! A few colours that stand for many.

/// Counts colours, coarsened to six bits per channel, and sums what falls together.
#[derive(Debug)]
pub(crate) struct Histogram {
    bins: Vec<Bin>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Bin {
    count: u64,
    sums: [u64; 3],
}

/// The bin of a colour: the upper six bits of each channel.
fn bin_of(colour: [u8; 3]) -> usize {
    colour.iter().fold(0, |bin, &c| bin << 6 | usize::from(c >> 2))
}

const BINS: usize = 1 << 18;

impl Histogram {
    pub(crate) fn new() -> Histogram {
        Histogram { bins: vec![Bin::default(); BINS] }
    }

    pub(crate) fn count(&mut self, colour: [u8; 3]) {
        let bin = &mut self.bins[bin_of(colour)];
        bin.count += 1;
        for (sum, c) in bin.sums.iter_mut().zip(colour) {
            *sum += u64::from(c);
        }
    }

    /// At most `size` colours that represent all colours counted.
    pub(crate) fn palette(&self, size: usize) -> Palette {
        let counted = self.bins.iter().filter(|bin| bin.count > 0);
        let all: Vec<Swatch> = counted.map(Swatch::of).collect();
        let mut boxes = vec![ColourBox::around(all)];
        while boxes.len() < size {
            let worst = (0..boxes.len())
                .filter(|&i| boxes[i].swatches.len() > 1)
                .max_by(|&a, &b| boxes[a].error.total_cmp(&boxes[b].error));
            let Some(worst) = worst else { break };
            let (low, high) = boxes.swap_remove(worst).split();
            boxes.extend([low, high]);
        }
        Palette::new(boxes.iter().map(ColourBox::mean).collect())
    }
}

/// A mean colour with the weight it has in the choice of the palette.
#[derive(Debug, Clone, Copy)]
struct Swatch {
    colour: [f64; 3],
    weight: f64,
}

impl Swatch {
    fn of(bin: &Bin) -> Swatch {
        let count = bin.count as f64;
        // The root keeps a large plain background from taking all colours.
        Swatch { colour: bin.sums.map(|sum| sum as f64 / count), weight: count.sqrt() }
    }
}

/// Swatches that are to share one colour of the palette.
struct ColourBox {
    swatches: Vec<Swatch>,
    /// The channel that varies most, and by how much.
    channel: usize,
    error: f64,
}

impl ColourBox {
    fn around(swatches: Vec<Swatch>) -> ColourBox {
        let mut whole = ColourBox { swatches, channel: 0, error: 0.0 };
        let mean = whole.weighted_mean();
        for channel in 0..3 {
            let squares = whole.swatches.iter();
            let error =
                squares.map(|s| s.weight * (s.colour[channel] - mean[channel]).powi(2)).sum();
            if error > whole.error {
                (whole.channel, whole.error) = (channel, error);
            }
        }
        whole
    }

    fn weighted_mean(&self) -> [f64; 3] {
        let total: f64 = self.swatches.iter().map(|s| s.weight).sum();
        std::array::from_fn(|channel| {
            let sum: f64 = self.swatches.iter().map(|s| s.weight * s.colour[channel]).sum();
            if total > 0.0 { sum / total } else { 0.0 }
        })
    }

    fn mean(&self) -> [u8; 3] {
        self.weighted_mean().map(|c| c.round() as u8)
    }

    /// Cuts the box at the mean of its most varied channel.
    fn split(self) -> (ColourBox, ColourBox) {
        let (channel, cut) = (self.channel, self.weighted_mean()[self.channel]);
        let (low, high) = self.swatches.into_iter().partition(|s| s.colour[channel] <= cut);
        (ColourBox::around(low), ColourBox::around(high))
    }
}

/// A list of colours, and the nearest of them for any other colour.
#[derive(Debug)]
pub(crate) struct Palette {
    colours: Vec<[u8; 3]>,
    /// The nearest entry for each bin of colours, found when first asked for.
    nearest: Vec<Option<u8>>,
}

impl Palette {
    fn new(colours: Vec<[u8; 3]>) -> Palette {
        Palette { colours, nearest: vec![None; BINS] }
    }

    /// All colours, three bytes each.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colours.concat()
    }

    /// The index of an entry close to a colour.
    pub(crate) fn index_of(&mut self, colour: [u8; 3]) -> u8 {
        let bin = bin_of(colour);
        if let Some(index) = self.nearest[bin] {
            return index;
        }
        // The middle of the bin rather than the colour asked for, so that the answer does not
        // depend on which colour was asked for first.
        let middle = colour.map(|c| i32::from(c & !3) + 2);
        let distance = |entry: &[u8; 3]| -> i32 {
            // Green weighs most in what the eye calls bright, blue least.
            let apart = |k: usize| (i32::from(entry[k]) - middle[k]).pow(2);
            3 * apart(0) + 5 * apart(1) + 2 * apart(2)
        };
        let nearest = (0..self.colours.len()).min_by_key(|&i| distance(&self.colours[i]));
        let index = nearest.unwrap_or(0) as u8;
        self.nearest[bin] = Some(index);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let mut histogram = Histogram::new();
        let colours = [[200, 10, 10], [10, 200, 10], [250, 250, 250]];
        for (i, &colour) in colours.iter().enumerate() {
            for _ in 0..=i * 100 {
                histogram.count(colour);
            }
        }
        let mut palette = histogram.palette(255);
        for colour in colours {
            let index = usize::from(palette.index_of(colour));
            assert_eq!(palette.colours[index], colour);
        }
    }

    #[test]
    fn many_colours_are_represented_closely() {
        let mut histogram = Histogram::new();
        for i in 0..=255_u8 {
            histogram.count([i, i, i]);
            histogram.count([i, 0, 0]);
        }
        let mut palette = histogram.palette(64);
        assert!(palette.colours.len() <= 64);
        for i in 0..=255_u8 {
            let index = usize::from(palette.index_of([i, i, i]));
            let found = palette.colours[index];
            assert!(found.iter().all(|&c| c.abs_diff(i) < 12), "{i}: {found:?}");
        }
    }
}
