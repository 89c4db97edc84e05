//! Software pictures of worlds: no GPU, no window, the same pixels everywhere.
//!
//! A picture is described by a [`Model`] (surfaces, tubes, marks and a ground), seen by a
//! [`Camera`] and drawn by a [`Renderer`] into an [`Image`]. Images are written with
//! [`write_png`] or collected into a [`Gif`].
//!
//! Charts of numbers are SVG text: see [`chart`].
//!
//! The crate knows nothing about physics; it draws whatever triangles it is handed.
//!
//! ```
//! use pliant_draw::{Camera, Ground, Model, Pose, Renderer, Surface, write_png};
//!
//! let up = [0.0, 1.0, 0.0];
//! let mut model = Model::default();
//! model.surfaces.push(Surface::ball(Pose::at([0.0, 0.5, 0.0]), 0.5, [0.85, 0.35, 0.25]));
//! let bounds = model.bounds().unwrap_or_default();
//! model.ground = Some(Ground::fit(bounds, [0.0; 3], up));
//!
//! let mut renderer = Renderer::new(160, 120)?;
//! let camera = Camera::fit(bounds, up, renderer.aspect());
//! let png = write_png(renderer.render(&model, &camera)?)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), pliant_draw::Error>(())
//! ```
//!
//! # Bad input
//!
//! Nothing here panics. What spoils a whole picture (a size of zero, a camera that looks nowhere)
//! is an [`Error`] that names the value. What spoils only a part is left out of the picture:
//! triangles with an index out of range or with a corner that is not finite (or farther than a
//! thousand million units from the origin), tubes and marks without a positive radius, a ground
//! without a normal.

mod bounds;
mod camera;
pub mod chart;
mod colour;
mod contact;
mod error;
mod gif;
mod ground;
mod height_map;
mod image;
mod light;
mod mesh;
mod model;
mod palette;
mod png;
mod pose;
mod primitives;
mod raster;
mod renderer;
mod shade;
mod shadow;
mod tube;
mod vector;
mod visibility;

pub use bounds::Bounds;
pub use camera::Camera;
pub use error::Error;
pub use gif::Gif;
pub use ground::Ground;
pub use image::Image;
pub use model::{Mark, Model, Surface};
pub use png::{encode_png, write_png};
pub use pose::Pose;
pub use renderer::{Antialias, Renderer};
pub use tube::Tube;
