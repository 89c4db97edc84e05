//! The summary of a run, for people.

use pliant_io::scene::{At, Statistic};
use pliant_scenes::Report;
use pliant_scenes::report::{Expectation, Spread};

use crate::output::{Colour, coloured};

/// The table that `pliant run` prints.
pub fn table(report: &Report, title: &str) -> String {
    let mut text = format!("{}: {title}\n", report.scene);
    let mut line = |name: &str, value: String| text += &format!("  {name:<13} {value}\n");
    let threads = if report.threads == 1 { "thread" } else { "threads" };
    line(
        "simulated",
        format!(
            "{:.6} s in {} steps of {} s ({}, {} {threads})",
            Plain(report.seconds),
            report.steps,
            report.step,
            report.precision,
            report.threads
        ),
    );
    if let Some(settled) = report.settled {
        line("settled", if settled { "yes" } else { "no, the time was over" }.into());
    }
    let time = &report.time_ms;
    line(
        "time",
        format!(
            "{:.3} ms a step (median {:.3}, 99% {:.3}, longest {:.3}), {:.1} x real time",
            time.mean,
            time.p50,
            time.p99,
            time.max,
            1e3 * report.step / time.mean.max(1e-9)
        ),
    );
    line(
        "reporting",
        format!(
            "{:.3} ms a step beside it, {:.1}%",
            report.reporting_ms,
            100.0 * report.reporting_ms / time.mean.max(1e-9)
        ),
    );
    line("bodies", bodies(report));
    line(
        "rows",
        format!(
            "{:.0} mean, {:.0} most; contacts {:.1} mean, {:.0} most",
            report.rows.mean, report.rows.max, report.contacts.mean, report.contacts.max
        ),
    );
    let islands = report.islands.by_solver.0.iter().filter(|(_, n)| *n > 0.0);
    let islands: Vec<String> = islands.map(|(name, n)| format!("{n:.1} by {name}")).collect();
    if !islands.is_empty() {
        let reasons = report.islands.by_reason.0.iter().filter(|(name, _)| name != "easy");
        let reasons: Vec<String> = reasons.map(|(name, n)| format!("{name} {n:.1}")).collect();
        let why =
            if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
        line("islands", format!("{} a step{why}", islands.join(", ")));
    }
    if report.softened.max > 0.0 {
        let n = report.softened.max;
        line(
            "softened",
            format!("{n:.0} solids, too stiff for their size and the step: see docs/bodies.md"),
        );
    }
    for c in &report.calibrations {
        line(
            "calibrated",
            format!(
                "{}: gets thin by {:.3} of its stretch (elements {:.3}); errors: pulled {:.1}%, bent {:.1}%, twisted {:.1}%",
                c.name,
                c.contraction[1],
                c.contraction[0],
                c.stretch_percent,
                c.bend_percent,
                c.twist_percent
            ),
        );
    }
    if report.space_iterations.max > 0.0 {
        let Spread { mean, max } = report.space_iterations;
        line("iterations", format!("{mean:.1} mean, {max:.0} most, in the constraint space"));
    }
    if report.integrator_iterations.max > 0.0 {
        let Spread { mean, max } = report.integrator_iterations;
        line("iterations", format!("{mean:.1} mean, {max:.0} most, of implicit integrators"));
    }
    if !report.conflicts.is_empty() {
        line("conflicts", report.conflicts.join(", "));
    }
    if !report.crossed.is_empty() {
        line("crossed", report.crossed.join(", "));
    }
    let quality = &report.quality;
    if let Some(crossings) = quality.crossings {
        line("crossings", crossings.to_string());
    }
    let pair = quality.deepest_pair.as_ref();
    line(
        "penetration",
        format!(
            "{:.3} mm most{}, {:.3} mm mean",
            1e3 * quality.max_penetration_m,
            pair.map_or(String::new(), |[a, b]| format!(" ({a} and {b})")),
            1e3 * quality.mean_penetration_m
        ),
    );
    if report.counts.soft > 0 {
        line(
            "stretch",
            format!(
                "{:.3}% most, {:.3}% at the end",
                quality.max_stretch_percent, quality.end_stretch_percent
            ),
        );
    }
    if let Some(drift) = quality.energy_drift {
        line("energy drift", format!("{:+.3}%", 100.0 * drift));
    }
    if let Some(error) = quality.momentum_error {
        line("momentum error", format!("{error:.2e}"));
    }
    line("state hash", report.state_hash.clone());
    for expectation in &report.expectations {
        text += &judged(expectation);
    }
    text
}

/// A number without needless zeros.
struct Plain(f64);

impl std::fmt::Display for Plain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = f.precision().unwrap_or(6);
        let text = format!("{:.digits$}", self.0);
        let short = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if short.is_empty() { "0" } else { short })
    }
}

fn bodies(report: &Report) -> String {
    let counts = &report.counts;
    let mut text = format!("{} rigid", counts.rigid);
    if counts.soft > 0 {
        text += &format!(", {} soft of {} nodes", counts.soft, counts.nodes);
        for (count, what) in
            [(counts.faces, "faces"), (counts.tets, "tets"), (counts.springs, "springs")]
        {
            if count > 0 {
                text += &format!(", {count} {what}");
            }
        }
    }
    text
}

fn judged(expectation: &Expectation) -> String {
    let word = match expectation.ok {
        Some(true) => coloured("ok    ", Colour::Green),
        Some(false) => coloured("FAILED", Colour::Red),
        None => coloured("-     ", Colour::Yellow),
    };
    format!("  {word} {}\n", sentence(expectation))
}

/// What was missed, and by how much.
pub fn miss(expectation: &Expectation) -> String {
    let by = expectation.measured.map_or(f64::NAN, |measured| {
        let value = expectation
            .value
            .map_or(0.0, |value| (measured - value).abs() - expectation.tolerance.unwrap_or(0.0));
        let above = expectation.above.map_or(0.0, |bound| bound - measured);
        let below = expectation.below.map_or(0.0, |bound| measured - bound);
        value.max(above).max(below)
    });
    format!("{}: missed by {by:.3e}", sentence(expectation))
}

/// What a probe shows and what was expected.
fn sentence(expectation: &Expectation) -> String {
    let at = match expectation.at {
        At::Time(t) => format!("at {t} s"),
        At::Statistic(Statistic::End) => "at the end".into(),
        At::Statistic(Statistic::Max) => "at most".into(),
        At::Statistic(Statistic::Min) => "at least".into(),
        At::Statistic(Statistic::Mean) => "on average".into(),
        At::Statistic(Statistic::Drift) => "end less start".into(),
    };
    let at = match expectation.since {
        Some(since) => format!("{at} less that at {since} s"),
        None => at,
    };
    let found = match expectation.measured {
        Some(measured) => format!("is {}", short(measured)),
        None => "was not reached".into(),
    };
    let mut wanted = Vec::new();
    if let Some(value) = expectation.value {
        wanted.push(format!("{value} ± {}", expectation.tolerance.unwrap_or(0.0)));
    }
    wanted.extend(expectation.above.map(|bound| format!("above {bound}")));
    wanted.extend(expectation.below.map(|bound| format!("below {bound}")));
    format!("{} {at} {found}, expected {}", expectation.probe, wanted.join(" and "))
}

fn short(x: f64) -> String {
    if x == 0.0 || (1e-3..1e5).contains(&x.abs()) { format!("{x:.5}") } else { format!("{x:.3e}") }
}
