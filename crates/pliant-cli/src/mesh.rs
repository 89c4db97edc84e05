//! `pliant mesh`.

use std::path::Path;

use pliant_io::mesh::{Check, read_file, surface, write_file};

use crate::failure::Failure;
use crate::output;

/// Describes a mesh file.
pub fn info(file: &Path) -> Result<(), Failure> {
    let mesh = read_file(file).map_err(Failure::input)?;
    output::text(&describe(&mesh.check()))
}

/// Writes the outside of a mesh of tetrahedra.
pub fn surface(file: &Path, to: &Path) -> Result<(), Failure> {
    let mut mesh = read_file(file).map_err(Failure::input)?;
    mesh.require_tets().map_err(|error| Failure::input(error.in_file(&file.to_string_lossy())))?;
    write_file(&surface::outside(&mesh), to).map_err(Failure::input)
}

fn describe(check: &Check) -> String {
    let mut text = format!(
        "points      {}\ntriangles   {}\ntets        {}\nlines       {}\n",
        check.points, check.triangles, check.tets, check.lines
    );
    let mut line = |name: &str, value: String| text += &format!("{name:<11} {value}\n");
    if let Some([low, high]) = check.bounds {
        line("bounds", format!("{low:?} to {high:?} m"));
    }
    line("area", format!("{:.6} m²", check.area));
    if let Some(volume) = check.volume {
        line("volume", format!("{volume:.6e} m³"));
    }
    line("closed", yes(check.closed));
    line("oriented", yes(check.oriented));
    line("parts", check.components.to_string());
    if let Some(quality) = check.worst_quality {
        line("worst tet", format!("{quality:.3} (a regular one has 0.816)"));
    }
    for problem in &check.problems {
        line("note", problem.clone());
    }
    text
}

fn yes(yes: bool) -> String {
    if yes { "yes" } else { "no" }.into()
}
