//! Plots of a run: what its probes recorded, its energies, and what its steps took.

use std::path::PathBuf;

use pliant_draw::chart::{self, Axis, Line, Panel};
use pliant_io::scene::{Probe, Scene};
use pliant_scenes::Play;
use pliant_viewer::parameters::probe_unit;

use crate::export::write;
use crate::failure::Failure;

/// Phases that take less than this share of a step are not drawn.
const SHOWN: f64 = 0.05;

/// Collects what is plotted, step by step.
#[derive(Default)]
pub struct Plot {
    files: Vec<PathBuf>,
    energy: [Vec<[f64; 2]>; 4],
    step: Vec<[f64; 2]>,
    phases: Vec<(&'static str, Vec<[f64; 2]>)>,
}

impl Plot {
    /// Tries the file, so that a wrong path is known before the run.
    pub fn add(&mut self, file: PathBuf) -> Result<(), Failure> {
        write(&file, &[])?;
        self.files.push(file);
        Ok(())
    }

    /// Notes the numbers of the step that was made last.
    pub fn note(&mut self, player: &dyn Play) {
        if self.files.is_empty() {
            return;
        }
        let (t, numbers) = (player.time(), player.numbers());
        let (kinetic, elastic, potential) = (numbers.kinetic, numbers.elastic, numbers.potential);
        let energies = [kinetic, elastic, potential, kinetic + elastic + potential];
        for (line, energy) in self.energy.iter_mut().zip(energies) {
            line.push([t, energy]);
        }
        if player.steps() == 0 {
            return;
        }
        self.step.push([t, 1e3 * numbers.seconds]);
        for (name, seconds) in numbers.phases {
            match self.phases.iter_mut().find(|(known, _)| *known == name) {
                Some((_, line)) => line.push([t, 1e3 * seconds]),
                None => self.phases.push((name, vec![[t, 1e3 * seconds]])),
            }
        }
    }

    /// Draws the run.
    pub fn finish(self, player: &dyn Play) -> Result<(), Failure> {
        if self.files.is_empty() {
            return Ok(());
        }
        let mut panels = probes(player);
        let names = ["kinetic", "elastic", "potential", "sum"];
        let lines = names.iter().zip(self.energy).map(|(name, line)| Line::new(*name, line));
        panels.push(panel("Energy", "energy, J", lines.collect()));
        let sum = |line: &[[f64; 2]]| line.iter().map(|p| p[1]).sum::<f64>();
        let whole = sum(&self.step);
        let shown = self.phases.into_iter().filter(|(_, line)| sum(line) > SHOWN * whole);
        let phases = shown.map(|(name, line)| Line::new(name.replace('_', " "), line));
        let lines = std::iter::once(Line::new("whole step", self.step)).chain(phases).collect();
        panels.push(panel("CPU time of each step", "time, ms", lines));
        let svg = chart::figure(&panels);
        self.files.iter().try_for_each(|file| write(file, svg.as_bytes()))
    }
}

fn panel(title: &str, label: &str, lines: Vec<Line>) -> Panel {
    let (x, y) = (Axis::linear("simulated time, s"), Axis::linear(label));
    Panel { title: title.into(), x, y, lines, arrows: Vec::new() }
}

/// A panel for all probes of a quantity and unit.
fn probes(player: &dyn Play) -> Vec<Panel> {
    let (scene, report) = (player.scene(), player.report());
    let mut panels: Vec<(String, Panel)> = Vec::new();
    for probe in &scene.probe {
        let Some((_, record)) = report.probes.iter().find(|(name, _)| *name == probe.name) else {
            continue;
        };
        let points = record.t.iter().zip(&record.value).map(|(t, v)| [*t, *v]).collect();
        let label = label(scene, probe);
        let line = Line::new(probe.name.clone(), points);
        match panels.iter_mut().find(|(known, _)| *known == label) {
            Some((_, panel)) => panel.lines.push(line),
            None => panels.push((label.clone(), panel(&scene.title, &label, vec![line]))),
        }
    }
    panels.into_iter().map(|(_, panel)| panel).collect()
}

/// Quantity and unit of a probe.
fn label(scene: &Scene, probe: &Probe) -> String {
    let of = serde_json::to_value(&probe.of).unwrap_or_default();
    let quantity = of["quantity"].as_str().unwrap_or_default().replace('_', " ");
    let axis = of["axis"].as_str().map(|axis| format!(" {axis}")).unwrap_or_default();
    match probe_unit(scene, probe) {
        unit if unit.is_empty() => format!("{quantity}{axis}"),
        unit => format!("{quantity}{axis}, {unit}"),
    }
}
