//! Pictures as an animation.

use std::ops::RangeInclusive;

use crate::palette::{Histogram, Palette};
use crate::{Error, Image};

/// Collects pictures into an endlessly repeated animated GIF.
///
/// One palette serves all pictures, so that what stands still does not flicker; it is chosen when
/// all are known. Until then only the part of each picture that differs from the one before is
/// kept in memory.
#[derive(Debug)]
pub struct Gif {
    fps: f32,
    last: Image,
    histogram: Histogram,
    frames: Vec<Change>,
}

/// The part of a picture that differs from the one before.
#[derive(Debug)]
struct Change {
    area: Area,
    /// Three bytes per pixel of the area.
    pixels: Vec<u8>,
}

/// A rectangle of pixels.
#[derive(Debug, Clone, Copy)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// The entry of the palette that leaves a pixel as it was.
const UNCHANGED: u8 = 255;

impl Gif {
    /// The pictures per second that GIF players keep to: the format counts hundredths of a
    /// second, and players slow down what is quicker than two of them.
    pub const FRAME_RATES: RangeInclusive<f32> = 0.01..=50.0;

    /// An animation without pictures yet. Errs with [`Error::ImageSize`] or
    /// [`Error::FrameRate`] if the size or the rate is out of range.
    pub fn new(width: u32, height: u32, fps: f32) -> Result<Gif, Error> {
        if !Self::FRAME_RATES.contains(&fps) {
            return Err(Error::FrameRate { fps });
        }
        let last = Image::new(width, height)?;
        Ok(Gif { fps, last, histogram: Histogram::new(), frames: Vec::new() })
    }

    /// Adds a picture. Errs with [`Error::FrameSize`] if it is not of the animation's size.
    pub fn push(&mut self, image: &Image) -> Result<(), Error> {
        let size = |image: &Image| (image.width(), image.height());
        let (expected, found) = (size(&self.last), size(image));
        if expected != found {
            return Err(Error::FrameSize { expected, found });
        }
        let first = self.frames.is_empty();
        let area = if first { Area::whole(image) } else { Area::changed(&self.last, image) };
        let mut pixels = Vec::with_capacity(area.width * area.height * 3);
        for row in area.top..area.top + area.height {
            let start = (row * image.width() as usize + area.left) * 3;
            pixels.extend_from_slice(&image.as_rgb()[start..start + area.width * 3]);
        }
        for pixel in pixels.as_chunks().0 {
            self.histogram.count(*pixel);
        }
        self.frames.push(Change { area, pixels });
        self.last.clone_from(image);
        Ok(())
    }

    /// The bytes of the GIF file. Errs with [`Error::NoFrames`] if no picture was pushed.
    pub fn finish(self) -> Result<Vec<u8>, Error> {
        if self.frames.is_empty() {
            return Err(Error::NoFrames);
        }
        let failed =
            |error: gif::EncodingError| Error::Encode { format: "GIF", message: error.to_string() };
        let palette = self.histogram.palette(usize::from(UNCHANGED));
        let [width, height] = [self.last.width(), self.last.height()].map(|side| side as u16);
        let mut bytes = Vec::new();
        let mut encoder =
            gif::Encoder::new(&mut bytes, width, height, &padded(&palette)).map_err(failed)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(failed)?;

        let mut canvas = Canvas::new(&self.last, palette);
        for (number, change) in self.frames.iter().enumerate() {
            let delay = delay(number, self.fps);
            encoder.write_frame(&canvas.advance(change, number == 0, delay)).map_err(failed)?;
        }
        drop(encoder);
        Ok(bytes)
    }
}

/// The palette filled up to all 256 entries, so that the last one exists to mean "unchanged".
fn padded(palette: &Palette) -> Vec<u8> {
    let mut bytes = palette.bytes();
    bytes.resize(256 * 3, 0);
    bytes
}

/// How long a picture is shown, in hundredths of a second. Rounding the times at which pictures
/// begin, not their durations, keeps long animations at their rate.
fn delay(number: usize, fps: f32) -> u16 {
    let begin = |number: usize| (number as f64 * 100.0 / f64::from(fps)).round();
    (begin(number + 1) - begin(number)) as u16
}

impl Area {
    fn whole(image: &Image) -> Area {
        let [width, height] = [image.width(), image.height()].map(|side| side as usize);
        Area { left: 0, top: 0, width, height }
    }

    /// The smallest rectangle around all differences, or a single pixel if there are none: a
    /// picture that shows no change still takes its time.
    fn changed(before: &Image, after: &Image) -> Area {
        let row_bytes = after.width() as usize * 3;
        let rows =
            before.as_rgb().chunks_exact(row_bytes).zip(after.as_rgb().chunks_exact(row_bytes));
        let (mut left, mut right) = (usize::MAX, 0);
        let (mut top, mut bottom) = (usize::MAX, 0);
        for (row, (old, new)) in rows.enumerate() {
            let differs = |(a, b): (&u8, &u8)| a != b;
            let Some(first) = old.iter().zip(new).position(differs) else {
                continue;
            };
            let last = old.iter().zip(new).rposition(differs).unwrap_or(first);
            (left, right) = (left.min(first / 3), right.max(last / 3));
            (top, bottom) = (top.min(row), row);
        }
        if top == usize::MAX {
            return Area { left: 0, top: 0, width: 1, height: 1 };
        }
        Area { left, top, width: right + 1 - left, height: bottom + 1 - top }
    }
}

/// What a player shows while the frames are written.
struct Canvas {
    width: usize,
    palette: Palette,
    shown: Vec<u8>,
}

impl Canvas {
    fn new(image: &Image, palette: Palette) -> Canvas {
        let width = image.width() as usize;
        let shown = vec![UNCHANGED; width * image.height() as usize];
        Canvas { width, palette, shown }
    }

    /// The frame that turns what is shown into the next picture.
    fn advance(&mut self, change: &Change, first: bool, delay: u16) -> gif::Frame<'static> {
        let area = change.area;
        let mut buffer = Vec::with_capacity(area.width * area.height);
        for (i, &pixel) in change.pixels.as_chunks().0.iter().enumerate() {
            let (column, row) = (area.left + i % area.width, area.top + i / area.width);
            let index = self.palette.index_of(softened(pixel, column, row));
            let shown = &mut self.shown[row * self.width + column];
            buffer.push(if *shown == index { UNCHANGED } else { index });
            *shown = index;
        }
        gif::Frame {
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            delay,
            dispose: gif::DisposalMethod::Keep,
            transparent: (!first).then_some(UNCHANGED),
            buffer: buffer.into(),
            ..gif::Frame::default()
        }
    }
}

/// The pixel with a faint fixed pattern added that breaks up the bands of smooth gradients.
fn softened(pixel: [u8; 3], column: usize, row: usize) -> [u8; 3] {
    const PATTERN: [[i16; 2]; 2] = [[-1, 1], [2, 0]];
    let shift = PATTERN[row % 2][column % 2];
    pixel.map(|c| (i16::from(c) + shift).clamp(0, 255) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(colour: [u8; 3], spot: Option<usize>) -> Result<Image, Error> {
        let mut pixels = colour.repeat(12 * 9);
        if let Some(spot) = spot {
            pixels[spot * 3..spot * 3 + 3].copy_from_slice(&[250, 20, 20]);
        }
        Image::from_rgb(12, 9, pixels)
    }

    /// What a player shows, as RGBA, and for how many hundredths of a second.
    type Shown = (Vec<u8>, u16);

    fn play(file: &[u8]) -> Result<Vec<Shown>, gif::DecodingError> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(file)?;
        let width = usize::from(decoder.width());
        let mut shown = vec![0; width * usize::from(decoder.height()) * 4];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame()? {
            for (i, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let columns = usize::from(frame.width);
                let x = usize::from(frame.left) + i % columns;
                let y = usize::from(frame.top) + i / columns;
                if pixel[3] != 0 {
                    shown[(y * width + x) * 4..][..4].copy_from_slice(pixel);
                }
            }
            frames.push((shown.clone(), frame.delay));
        }
        Ok(frames)
    }

    #[test]
    fn a_gif_plays_what_was_pushed() -> Result<(), Box<dyn std::error::Error>> {
        let grey = [120, 120, 120];
        let images = [
            image(grey, None)?,
            image(grey, Some(17))?,
            image(grey, Some(17))?,
            image(grey, Some(40))?,
        ];
        let mut gif = Gif::new(12, 9, 30.0)?;
        for image in &images {
            gif.push(image)?;
        }
        let frames = play(&gif.finish()?)?;
        assert_eq!(frames.len(), images.len());
        assert_eq!(frames.iter().map(|f| f.1).collect::<Vec<_>>(), [3, 4, 3, 3]);
        for (image, (shown, _)) in images.iter().zip(&frames) {
            for (want, got) in image.as_rgb().chunks_exact(3).zip(shown.chunks_exact(4)) {
                assert!(want.iter().zip(got).all(|(a, b)| a.abs_diff(*b) <= 4), "{want:?} {got:?}");
            }
        }
        Ok(())
    }

    #[test]
    fn mistakes_are_named() -> Result<(), Error> {
        for fps in [0.0, -1.0, 60.0, f32::NAN] {
            assert!(matches!(Gif::new(4, 4, fps), Err(Error::FrameRate { .. })), "{fps}");
        }
        assert!(matches!(Gif::new(0, 4, 10.0), Err(Error::ImageSize { .. })));
        let mut gif = Gif::new(4, 4, 10.0)?;
        let wrong = gif.push(&Image::new(4, 5)?);
        assert_eq!(wrong, Err(Error::FrameSize { expected: (4, 4), found: (4, 5) }));
        assert_eq!(gif.finish(), Err(Error::NoFrames));
        Ok(())
    }
}
