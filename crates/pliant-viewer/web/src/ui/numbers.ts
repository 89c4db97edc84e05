// The plots of a run: probes with what is expected of them, then the engine's own numbers.

import type { Expect, Frame, SceneHead, Verdict } from "../protocol";
import { el } from "./dom";
import { Plot, type Band } from "./plot";

/** Phases in the order of a step; the server may name others, which come after. */
const PHASES = ["apply commands", "broad phase", "narrow phase", "build rows", "free motion", "linearise", "solve", "integrate", "contain", "publish"];

export class Numbers {
  readonly element = el("div", { class: "numbers" });
  private probes: Plot[] = [];
  private engine: { plot: Plot; read: (frame: Frame) => (number | null)[] }[] = [];
  private shape = "";
  /** The plot that was drawn last. */
  private turn = 0;
  private head: SceneHead | null = null;

  scene(head: SceneHead): void {
    this.head = head;
    const shape = JSON.stringify([head.id, head.probes]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.probes = head.probes.map((probe) => new Plot({
      title: probe.name.replaceAll("_", " "),
      unit: probe.unit,
      names: [probe.name],
      bands: probe.expect.flatMap((expect) => bands(expect, head.seconds)),
      least: leastOf(probe.expect),
    }));
    this.engine = [];
    this.lay();
  }

  clear(): void {
    for (const plot of this.probes) plot.clear();
    for (const { plot } of this.engine) plot.clear();
  }

  frame(frame: Frame): void {
    const { head } = frame;
    if (this.engine.length === 0 && head.steps > 0) this.found(frame);
    this.probes.forEach((plot, i) => plot.add(head.t, [head.probes[i]]));
    if (head.steps > 0) for (const { plot, read } of this.engine) plot.add(head.t, read(frame));
    this.head?.probes.forEach((probe, i) => this.probes[i].judge(verdict(head.verdicts, probe.name)));
  }

  /** Draws one plot that is due; the others follow with the next pictures. */
  draw(now: number): void {
    const plots = [...this.probes, ...this.engine.map(({ plot }) => plot)];
    for (let i = 0; i < plots.length; i++) {
      this.turn = (this.turn + 1) % plots.length;
      if (plots[this.turn].draw(now)) return;
    }
  }

  /** Samples of the first plot, for tests. */
  get samples(): number {
    return (this.probes[0] ?? this.engine[0]?.plot)?.samples ?? 0;
  }

  /** Makes the plots of the engine once it is known what it tells. */
  private found(frame: Frame): void {
    const others = Object.keys(frame.head.phases_ms).filter((name) => !PHASES.includes(name));
    const phases = [...PHASES.filter((name) => name in frame.head.phases_ms), ...others];
    const kinds = Object.keys(frame.head.rows);
    const iterations = Math.min(frame.head.residual.length, 6);
    const soft = (this.head?.softs.length ?? 0) > 0;
    const add = (plot: Plot, read: (frame: Frame) => (number | null)[]) => this.engine.push({ plot, read });
    add(new Plot({ title: "Step time", unit: "ms", names: phases, stacked: true }), ({ head }) => phases.map((name) => head.phases_ms[name] ?? 0));
    add(new Plot({ title: "Rows", unit: "", names: kinds, stacked: true }), ({ head }) => kinds.map((kind) => head.rows[kind] ?? 0));
    add(new Plot({ title: "Contacts", unit: "", names: ["contacts"], least: 4 }), ({ head }) => [head.contacts]);
    if (iterations > 0) {
      const names = Array.from({ length: iterations }, (_, i) => `iteration ${i + 1}`);
      add(new Plot({ title: "Residual", unit: "N·s", names, log: true }), ({ head }) => names.map((_, i) => head.residual[i] ?? null));
    }
    add(new Plot({ title: "Energy", unit: "J", names: ["total", "kinetic", "potential", "elastic"] }),
      ({ head: { energy: [k, p, e] } }) => [k + p + e, k, p, e]);
    if (soft) add(new Plot({ title: "Largest stretch", unit: "%", names: ["stretch"], least: 0.1 }), ({ head }) => [100 * head.stretch]);
    add(new Plot({ title: "Deepest penetration", unit: "mm", names: ["penetration"], least: 0.1 }), ({ head }) => [1e3 * head.penetration]);
    this.lay();
  }

  private lay(): void {
    const probes = this.probes.map((plot) => plot.element);
    const engine = this.engine.map(({ plot }) => plot.element);
    this.element.replaceChildren(
      ...(probes.length > 0 ? [el("h3", {}, "Probes"), el("p", { class: "hint" }, "Shaded: what the scene expects."), ...probes] : []),
      el("h3", {}, "Engine"), ...engine,
    );
  }
}

/** What is expected of a probe, as bands of its plot. */
function bands(expect: Expect, seconds: number): Band[] {
  const [low, high] = expect.value !== null
    ? [expect.value - (expect.tolerance ?? 0), expect.value + (expect.tolerance ?? 0)]
    : [expect.above ?? -Infinity, expect.below ?? Infinity];
  switch (expect.at) {
    case "end":
      return [{ from: seconds, to: seconds, low, high }];
    case "min":
    case "max":
    case "mean":
      return [{ from: null, to: null, low, high }];
    case "drift":
      return [];
    default:
      return [{ from: expect.at, to: expect.at, low, high }];
  }
}

/** A plot is no finer than some tolerances: what is allowed should not look wild. */
function leastOf(expects: Expect[]): number | undefined {
  const tolerances = expects.map((expect) => expect.tolerance ?? 0).filter((tolerance) => tolerance > 0);
  return tolerances.length > 0 ? 4 * Math.min(...tolerances) : undefined;
}

function verdict(verdicts: Verdict[] | null, probe: string): boolean | null {
  const own = (verdicts ?? []).filter((v) => v.probe === probe && v.ok !== null);
  return own.length === 0 ? null : own.every((v) => v.ok);
}
