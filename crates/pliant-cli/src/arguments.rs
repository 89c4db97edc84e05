//! What may be said on the command line.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::export::Export;

/// Interactive worlds of rigid and deformable bodies.
#[derive(Debug, Parser)]
#[command(name = "pliant", version, about)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the built-in scenes, one a line
    Scenes,
    /// Simulate a scene and report
    Run(Run),
    /// Watch and touch a scene in the browser
    View(View),
    /// Read scene files and print everything that is wrong with them
    Check {
        /// Scene files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Print the JSON Schema of scene files
    Schema,
    /// Time scenes: milliseconds a step, and ratios to the first
    Bench(Bench),
    /// Run the scenes of a chapter of the docs and draw its figures, as SVG files
    Figures {
        /// The folder they are written to
        folder: PathBuf,
        /// The chapter
        #[arg(long, value_enum, default_value_t)]
        of: Chapter,
    },
    /// Print the lowest eigenfrequencies of deformable bodies
    Modes(Modes),
    /// Look at meshes
    #[command(subcommand)]
    Mesh(MeshCommand),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// A chapter of the docs with figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Chapter {
    /// How cloth converges, and what it costs
    #[default]
    Cloth,
    /// What integrators do
    Integrators,
}

/// Simulates a scene.
#[derive(Debug, Args)]
pub struct Run {
    /// A built-in scene by name, or a scene file
    pub scene: String,
    /// Simulated time, s [default: as the scene says]
    #[arg(long, value_name = "S")]
    pub seconds: Option<f64>,
    /// Length of a step, s [default: as the scene says]
    #[arg(long, value_name = "H")]
    pub step: Option<f64>,
    /// Threads [default: as the scene says, else 1]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Numbers to compute in
    #[arg(long, value_enum, default_value_t)]
    pub precision: Precision,
    /// How often penetration, stretch and the like are measured
    #[arg(long, value_enum, default_value_t)]
    pub measure: Measure,
    /// How rows are solved [default: as the scene says]
    #[arg(long, value_name = "SOLVER")]
    pub solver: Option<String>,
    /// Change a value of the scene, such as soft.cloth.mass=0.7
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<Change>,
    /// Write the report as JSON; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write pictures, 25 a simulated second (png:DIR or gif:FILE), or probes, energies and times as a chart (plot:FILE.svg)
    #[arg(long, value_name = "FORMAT:PATH")]
    pub export: Vec<Export>,
    /// Size of pictures in pixels
    #[arg(long, value_name = "WxH", default_value = "640x480")]
    pub size: Size,
}

/// Shows scenes in the browser.
#[derive(Debug, Args)]
pub struct View {
    /// A built-in scene by name, or a scene file [default: a gallery of all built-in ones]
    pub scene: Option<String>,
    /// The port to listen on; 0 takes a free one
    #[arg(long, value_name = "P", default_value_t = 7717)]
    pub port: u16,
    /// The host to listen on; other than loopback lets others in
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub host: String,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// Numbers to compute in
    #[arg(long, value_enum, default_value_t)]
    pub precision: Precision,
}

/// Times scenes.
#[derive(Debug, Args)]
pub struct Bench {
    /// Built-in scenes or scene files [default: all built-in ones]
    pub scenes: Vec<String>,
    /// Simulated time of each, s [default: as the scene says]
    #[arg(long, value_name = "S")]
    pub seconds: Option<f64>,
    /// Threads [default: as the scene says, else 1]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Numbers to compute in
    #[arg(long, value_enum, default_value_t)]
    pub precision: Precision,
}

/// Prints eigenfrequencies.
#[derive(Debug, Args)]
pub struct Modes {
    /// A built-in scene by name, or a scene file
    pub scene: String,
    /// A deformable body by name [default: all of them]
    #[arg(long, value_name = "NAME")]
    pub soft: Option<String>,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub count: usize,
    /// Change a value of the scene, such as soft.beam.model.corotational.young=1e5
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<Change>,
}

/// Looks at meshes.
#[derive(Debug, Subcommand)]
pub enum MeshCommand {
    /// Describe a mesh file and what is wrong with it
    Info {
        /// The mesh file
        file: PathBuf,
    },
    /// Write the outside of a mesh of tetrahedra, as triangles
    Surface {
        /// The mesh file
        file: PathBuf,
        /// The file to write: its name tells the format
        to: PathBuf,
    },
}

/// The two precisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Precision {
    /// 32 bits
    #[default]
    F32,
    /// 64 bits
    F64,
}

impl From<Precision> for pliant_scenes::Precision {
    fn from(precision: Precision) -> Self {
        match precision {
            Precision::F32 => Self::Single,
            Precision::F64 => Self::Double,
        }
    }
}

/// How often the quality of a run is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Measure {
    /// At the end of every substep: nothing is missed
    #[default]
    Substeps,
    /// At the end of every step: costs next to nothing
    Steps,
}

impl From<Measure> for pliant_scenes::Measured {
    fn from(measure: Measure) -> Self {
        match measure {
            Measure::Substeps => Self::EverySubstep,
            Measure::Steps => Self::EveryStep,
        }
    }
}

/// A change of a scene's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where.
    pub path: String,
    /// The new value, as TOML.
    pub value: String,
}

impl FromStr for Change {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (path, value) =
            text.split_once('=').ok_or("expected PATH=VALUE, such as soft.cloth.mass=0.7")?;
        Ok(Self { path: path.trim().into(), value: value.trim().into() })
    }
}

/// The size of a picture in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once(['x', 'X', '×']);
        let parsed = sides.and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
        match parsed {
            Some((width, height)) if width > 0 && height > 0 => Ok(Self { width, height }),
            _ => Err("expected WIDTHxHEIGHT in pixels, such as 640x480".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sizes_and_changes() {
        let size = |width, height| Ok(Size { width, height });
        assert_eq!("320x200".parse(), size(320, 200));
        for bad in ["320", "0x200", "axb", "1x2x3", "-1x2"] {
            assert!(bad.parse::<Size>().is_err(), "{bad}");
        }
        let change = "rigid.0.mass = 2".parse::<Change>();
        assert_eq!(change.map(|c| (c.path, c.value)), Ok(("rigid.0.mass".into(), "2".into())));
        assert!("mass".parse::<Change>().is_err());
    }
}
