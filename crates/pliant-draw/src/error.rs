//! What can go wrong with a whole picture.

use std::fmt;

/// Why a picture could not be drawn or written; the message names the offending value.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The width or the height is zero or above [`Image::MAX_SIDE`](crate::Image::MAX_SIDE).
    ImageSize {
        /// The width asked for, in pixels.
        width: u32,
        /// The height asked for, in pixels.
        height: u32,
    },
    /// The number of bytes handed over does not fill an image of the given size.
    PixelCount {
        /// How many bytes the size calls for.
        expected: usize,
        /// How many bytes there were.
        found: usize,
    },
    /// The camera's eye, target or up vector cannot define a view.
    Camera {
        /// What is wrong, in words.
        problem: &'static str,
        /// The vector at fault.
        value: [f32; 3],
    },
    /// The camera's vertical field of view is not between 0 and π radians.
    FieldOfView {
        /// The angle, in radians.
        radians: f32,
    },
    /// The frame rate is not within [`Gif::FRAME_RATES`](crate::Gif::FRAME_RATES).
    FrameRate {
        /// The rate asked for, in pictures per second.
        fps: f32,
    },
    /// A picture pushed into an animation is not of the animation's size.
    FrameSize {
        /// Width and height of the animation.
        expected: (u32, u32),
        /// Width and height of the picture.
        found: (u32, u32),
    },
    /// An animation was finished before any picture was pushed.
    NoFrames,
    /// The file format's encoder or the writer behind it failed.
    Encode {
        /// The name of the file format.
        format: &'static str,
        /// What the encoder said.
        message: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::ImageSize { width, height } => write!(
                f,
                "an image of {width}x{height} pixels cannot be drawn: both sides must be within \
                 1..={}",
                crate::Image::MAX_SIDE
            ),
            Error::PixelCount { expected, found } => {
                write!(f, "the image needs {expected} bytes of pixels but got {found}")
            }
            Error::Camera { problem, value: [x, y, z] } => {
                write!(f, "the camera sees nothing: {problem} ({x}, {y}, {z})")
            }
            Error::FieldOfView { radians } => write!(
                f,
                "the camera's vertical field of view is {radians} radians: it must lie between \
                 0 and pi"
            ),
            Error::FrameRate { fps } => write!(
                f,
                "a frame rate of {fps} per second cannot be kept by a GIF: it must lie within \
                 {:?}",
                crate::Gif::FRAME_RATES
            ),
            Error::FrameSize { expected, found } => write!(
                f,
                "the picture is {}x{} pixels but the animation is {}x{}",
                found.0, found.1, expected.0, expected.1
            ),
            Error::NoFrames => write!(f, "the animation has no pictures"),
            Error::Encode { format, message } => write!(f, "writing {format} failed: {message}"),
        }
    }
}

impl std::error::Error for Error {}
