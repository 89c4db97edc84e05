//! `pliant bench`.

use pliant_scenes::{Measured, Overrides, Precision, Report, builtin, play};

use crate::arguments::Bench;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{output, source};

/// Runs scenes one after the other and prints how long their steps take.
pub fn bench(bench: &Bench) -> Result<(), Failure> {
    let scenes: Vec<&str> = if bench.scenes.is_empty() {
        builtin::all().iter().map(|scene| scene.name).collect()
    } else {
        bench.scenes.iter().map(String::as_str).collect()
    };
    let reports =
        scenes.into_iter().map(|scene| time(scene, bench)).collect::<Result<Vec<_>, _>>()?;
    output::text(&table(&reports))
}

fn time(scene: &str, bench: &Bench) -> Result<Report, Failure> {
    let overrides =
        Overrides { threads: bench.threads, seconds: bench.seconds, ..Overrides::default() };
    run(scene, &[], bench.precision.into(), overrides)
}

/// Runs a scene with changes, measured once a step.
pub fn run(
    scene: &str,
    changes: &[(&str, &str)],
    precision: Precision,
    overrides: Overrides,
) -> Result<Report, Failure> {
    let source = source::read(scene, changes)?;
    let overrides = Overrides { measured: Measured::EveryStep, ..overrides };
    let folder = source.folder.as_deref();
    let mut player =
        play(&source.name, &source.scene, folder, precision, overrides).map_err(Failure::input)?;
    let mut progress = Progress::new(player.total_steps());
    while !player.is_over() {
        player.step().map_err(|error| Failure::Simulation(error.to_string()))?;
        progress.show(player.steps(), player.time());
    }
    progress.finish();
    Ok(player.report())
}

/// CPU milliseconds a step; the ratio compares means with the first scene's.
fn table(reports: &[Report]) -> String {
    let width = reports.iter().map(|r| r.scene.len()).fold(5, usize::max);
    let mut text = format!(
        "{:<width$}  {:>7} {:>9} {:>9} {:>9} {:>9} {:>8} {:>10}\n",
        "scene", "steps", "mean ms", "median", "99%", "longest", "ratio", "real time"
    );
    let first = reports.first().map_or(1.0, |r| r.time_ms.mean.max(1e-9));
    for report in reports {
        let time = &report.time_ms;
        text += &format!(
            "{:<width$}  {:>7} {:>9.4} {:>9.4} {:>9.4} {:>9.4} {:>8.3} {:>8.1} x\n",
            report.scene,
            report.steps,
            time.mean,
            time.p50,
            time.p99,
            time.max,
            time.mean / first,
            1e3 * report.step / time.mean.max(1e-9)
        );
    }
    text
}
