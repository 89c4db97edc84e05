//! Pictures and plots of a run.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use pliant_draw::{Camera, Gif, Renderer, write_png};
use pliant_scenes::Play;

use crate::arguments::Size;
use crate::failure::Failure;
use crate::plot::Plot;

/// Pictures a simulated second.
const FRAMES: f64 = 25.0;

/// A format and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Export {
    /// Numbered pictures in a folder.
    Png(PathBuf),
    /// One animation.
    Gif(PathBuf),
    /// Probes, energies and times, as an SVG file.
    Plot(PathBuf),
}

impl FromStr for Export {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("png", path)) if !path.is_empty() => Ok(Self::Png(path.into())),
            Some(("gif", path)) if !path.is_empty() => Ok(Self::Gif(path.into())),
            Some(("plot", path)) if !path.is_empty() => Ok(Self::Plot(path.into())),
            _ => Err("expected png:DIR, gif:FILE or plot:FILE.svg".into()),
        }
    }
}

/// Draws a run as it goes.
pub struct Exporter {
    renderer: Renderer,
    camera: Camera,
    folders: Vec<PathBuf>,
    animations: Vec<(PathBuf, Gif)>,
    plot: Plot,
    frames: u64,
}

impl Exporter {
    /// Makes the folders and tries the files, so that a wrong path is known before the run. None if
    /// nothing is to be written.
    pub fn new(exports: &[Export], size: Size, player: &dyn Play) -> Result<Option<Self>, Failure> {
        if exports.is_empty() {
            return Ok(None);
        }
        let renderer = Renderer::new(size.width, size.height).map_err(Failure::input)?;
        let mut exporter = Self {
            camera: player.camera(renderer.aspect()),
            renderer,
            folders: Vec::new(),
            animations: Vec::new(),
            plot: Plot::default(),
            frames: 0,
        };
        for export in exports {
            match export {
                Export::Png(folder) => {
                    fs::create_dir_all(folder)
                        .map_err(|error| Failure::file("make the folder", folder, error))?;
                    exporter.folders.push(folder.clone());
                }
                Export::Gif(file) => {
                    write(file, &[])?;
                    let gif =
                        Gif::new(size.width, size.height, FRAMES as f32).map_err(Failure::input)?;
                    exporter.animations.push((file.clone(), gif));
                }
                Export::Plot(file) => exporter.plot.add(file.clone())?,
            }
        }
        Ok(Some(exporter))
    }

    /// Draws the present state if a picture is due; notes its numbers in any case.
    pub fn frame(&mut self, player: &dyn Play) -> Result<(), Failure> {
        self.plot.note(player);
        if self.folders.is_empty() && self.animations.is_empty() {
            return Ok(());
        }
        // Times are sums of steps: they may fall short of a round number by rounding.
        if player.time() + 1e-6 < self.frames as f64 / FRAMES {
            return Ok(());
        }
        let image = self.renderer.render(&player.model(), &self.camera).map_err(Failure::input)?;
        for folder in &self.folders {
            let png = write_png(image).map_err(Failure::input)?;
            write(&folder.join(format!("{:05}.png", self.frames)), &png)?;
        }
        for (_, gif) in &mut self.animations {
            gif.push(image).map_err(Failure::input)?;
        }
        self.frames += 1;
        Ok(())
    }

    /// Writes the animations and plots.
    pub fn finish(self, player: &dyn Play) -> Result<(), Failure> {
        self.plot.finish(player)?;
        for (file, gif) in self.animations {
            write(&file, &gif.finish().map_err(Failure::input)?)?;
        }
        Ok(())
    }
}

/// Writes a file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| Failure::file("write", path, error))
}
