//! `pliant run`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pliant_scenes::{Overrides, Play, Report, play};

use crate::arguments::Run;
use crate::export::{self, Exporter};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{output, source, summary};

/// Simulates a scene, draws it if asked, and reports.
pub fn run(run: &Run) -> Result<(), Failure> {
    let source = source::read(&run.scene, &changes(run))?;
    let overrides = Overrides {
        threads: run.threads,
        step: run.step,
        seconds: run.seconds,
        measured: run.measure.into(),
    };
    let folder = source.folder.as_deref();
    let mut player = play(&source.name, &source.scene, folder, run.precision.into(), overrides)
        .map_err(Failure::input)?;
    try_report(run.report.as_deref())?;
    let exporter = Exporter::new(&run.export, run.size, player.as_ref())?;

    let stopped = simulate(player.as_mut(), exporter)?;
    let report = player.report();
    if stopped {
        let (t, total) = (player.time(), player.total_steps() as f64 * report.step);
        eprintln!("stopped after {t:.3} of {total} s");
    }
    write_report(&report, &source.scene.title, run.report.as_deref())?;
    verdict(&report)
}

fn changes(run: &Run) -> Vec<(&str, &str)> {
    let set = run.set.iter().map(|c| (c.path.as_str(), c.value.as_str()));
    set.chain(run.solver.as_deref().map(|solver| ("solver", solver))).collect()
}

/// Steps to the end, or until Ctrl-C; tells whether it was the latter.
fn simulate(player: &mut dyn Play, mut exporter: Option<Exporter>) -> Result<bool, Failure> {
    let interrupted = catch_interrupt();
    let mut progress = Progress::new(player.total_steps());
    if let Some(exporter) = &mut exporter {
        exporter.frame(player)?;
    }
    while !player.is_over() && !interrupted.load(Ordering::Relaxed) {
        player.step().map_err(|error| Failure::Simulation(error.to_string()))?;
        if let Some(exporter) = &mut exporter {
            exporter.frame(player)?;
        }
        progress.show(player.steps(), player.time());
    }
    progress.finish();
    exporter.map_or(Ok(()), |exporter| exporter.finish(player))?;
    Ok(!player.is_over())
}

/// A flag that Ctrl-C raises; a second one ends the process at once.
fn catch_interrupt() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&flag);
    // Without a handler Ctrl-C ends the process: worse, but no reason not to run.
    let _ = ctrlc::set_handler(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    flag
}

fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A report that cannot be written should be known before the run.
fn try_report(path: Option<&Path>) -> Result<(), Failure> {
    match path {
        Some(path) if !is_stdout(path) => export::write(path, &[]),
        _ => Ok(()),
    }
}

fn write_report(report: &Report, title: &str, path: Option<&Path>) -> Result<(), Failure> {
    match path {
        Some(path) if is_stdout(path) => output::json(report),
        Some(path) => {
            export::write(path, output::to_json(report)?.as_bytes())?;
            output::text(&summary::table(report, title))
        }
        None => output::text(&summary::table(report, title)),
    }
}

/// Fails with what was missed, and by how much.
fn verdict(report: &Report) -> Result<(), Failure> {
    if report.is_good() {
        return Ok(());
    }
    let mut reasons: Vec<String> = report.missed().map(summary::miss).collect();
    if report.quality.non_finite > 0 {
        reasons.push(format!("{} bodies became non-finite", report.quality.non_finite));
    }
    Err(Failure::Simulation(reasons.join("\nfailed: ")))
}
