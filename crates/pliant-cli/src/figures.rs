//! `pliant figures`: the figures of the docs from runs of one's own. Those of integrators are in `course.rs`; those of
//! cloth are the ones of Vezzano et al. 2015.
//!
//! Their first figure is the residual by iteration, their fifth the time by the number of constraints, their
//! sixth what the parts of a step take.

use std::path::Path;

use pliant_draw::chart::{self, Axis, Line};
use pliant_scenes::{Overrides, Precision, Report};

use crate::arguments::Chapter;
use crate::bench::run;
use crate::course;
use crate::failure::Failure;
use crate::output;

/// The cloths of the scaling figure.
const SCALES: [&str; 4] =
    ["cloth-scale-26", "cloth-scale-51", "cloth-scale-101", "cloth-scale-201"];
/// The scenes whose steps are split into parts.
const SPLIT: [&str; 4] = ["cloth-sphere", "cloth-ball", "cloth-scale-101", "teapots-rope"];

/// Runs the scenes and writes the figures into a folder.
pub fn draw(folder: &Path, of: Chapter) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|e| Failure::file("make", folder, e))?;
    let write = |name: &str, svg: String| {
        let path = folder.join(name);
        std::fs::write(&path, svg).map_err(|e| Failure::file("write", &path, e))?;
        output::text(&format!("{}\n", path.display()))
    };
    if of == Chapter::Integrators {
        return course::FIGURES.iter().try_for_each(|(name, figure)| write(name, figure()?));
    }
    write("residual.svg", residual()?)?;
    write("scaling.svg", scaling()?)?;
    write("phases.svg", phases()?)
}

fn timed(scene: &str, changes: &[(&str, &str)], seconds: f64) -> Result<Report, Failure> {
    let overrides = Overrides { seconds: Some(seconds), ..Overrides::default() };
    run(scene, changes, Precision::default(), overrides)
}

/// How much each iteration still changes, in the setting of the paper.
fn residual() -> Result<String, Failure> {
    let mut lines = Vec::new();
    for (scene, name) in [("cloth-sphere", "with bending"), ("cloth-sphere-limp", "limp")] {
        let changes = [
            ("substeps", "1"),
            ("iterations", "20"),
            ("stabilisation.baumgarte", "0.1"),
            ("solver", "\"sweep\""),
        ];
        let report = timed(scene, &changes, 1.0)?;
        let numbered = report.quality.residual.iter().zip(1..);
        let points = numbered.map(|(r, k)| [f64::from(k), *r]).collect();
        lines.push(Line::marked(name, points));
    }
    let x = Axis::linear("iteration");
    let y = Axis::logarithmic("RMS change of impulse, N s");
    Ok(chart::lines("Residual by iteration, one substep of 20 ms", &x, &y, &lines))
}

/// Time for solving, and for the whole step, by the number of rows.
fn scaling() -> Result<String, Failure> {
    let (mut solve, mut step) = (Vec::new(), Vec::new());
    for scene in SCALES {
        let report = timed(scene, &[], 0.5)?;
        let solving = report.time_ms.by_phase.get("solve").copied().unwrap_or(0.0);
        solve.push([report.rows.mean, solving]);
        step.push([report.rows.mean, report.time_ms.mean]);
    }
    let lines = [Line::marked("whole step", step), Line::marked("solve", solve)];
    let x = Axis::logarithmic("constraint rows");
    let y = Axis::logarithmic("CPU time of a step of 10 ms, ms");
    Ok(chart::lines("Time by the number of constraints", &x, &y, &lines))
}

/// What the parts of a step take.
fn phases() -> Result<String, Failure> {
    let (mut names, mut bars) = (Vec::new(), Vec::new());
    for scene in SPLIT {
        let report = timed(scene, &[], 1.5)?;
        let phases = &report.time_ms.by_phase;
        names = phases.iter().map(|(name, _)| name.to_owned()).collect();
        bars.push((scene.to_owned(), phases.iter().map(|(_, ms)| *ms).collect()));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok(chart::bars("What the parts of a step take", &names, &bars))
}
