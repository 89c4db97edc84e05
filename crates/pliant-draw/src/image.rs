//! A picture in memory.

use crate::Error;

/// A picture: rows from top to bottom, pixels from left to right, three sRGB bytes each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Image {
    /// The largest width and the largest height of an image.
    pub const MAX_SIDE: u32 = 4096;

    /// A black image. Errs with [`Error::ImageSize`] if a side is zero or above
    /// [`Image::MAX_SIDE`].
    pub fn new(width: u32, height: u32) -> Result<Image, Error> {
        let sides = 1..=Image::MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(Error::ImageSize { width, height });
        }
        let pixels = vec![0; width as usize * height as usize * 3];
        Ok(Image { width, height, pixels })
    }

    /// An image of given bytes, three to a pixel. Errs like [`Image::new`], and with
    /// [`Error::PixelCount`] if the bytes do not fill the image exactly.
    pub fn from_rgb(width: u32, height: u32, pixels: Vec<u8>) -> Result<Image, Error> {
        let mut image = Image::new(width, height)?;
        if pixels.len() != image.pixels.len() {
            return Err(Error::PixelCount { expected: image.pixels.len(), found: pixels.len() });
        }
        image.pixels = pixels;
        Ok(image)
    }

    /// The width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All bytes: red, green, blue of the top left pixel, and so on row by row.
    pub fn as_rgb(&self) -> &[u8] {
        &self.pixels
    }

    /// The pixel in column `x` and row `y`, or `None` outside the image.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = (y as usize * self.width as usize + x as usize) * 3;
        self.pixels.get(start..start + 3)?.try_into().ok()
    }

    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u8]> {
        self.pixels.chunks_exact_mut(self.width as usize * 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert_eq!(Image::new(0, 5), Err(Error::ImageSize { width: 0, height: 5 }));
        assert!(Image::new(1, Image::MAX_SIDE + 1).is_err());
        assert_eq!(
            Image::from_rgb(2, 1, vec![0; 5]),
            Err(Error::PixelCount { expected: 6, found: 5 })
        );
    }

    #[test]
    fn pixels_are_found_by_column_and_row() {
        let image = Image::from_rgb(2, 2, (0..12).collect());
        let pixel = |x, y| image.as_ref().ok().and_then(|i| i.pixel(x, y));
        assert_eq!(pixel(1, 0), Some([3, 4, 5]));
        assert_eq!(pixel(0, 1), Some([6, 7, 8]));
        assert_eq!(pixel(2, 0), None);
    }
}
