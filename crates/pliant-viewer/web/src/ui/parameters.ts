// Sliders for the settings of the world and the numbers of the materials.

import type { Command, Parameter, SceneHead, Vec } from "../protocol";
import { button, el, short } from "./dom";

/** Positions of a slider. */
const TICKS = 400;
/** A change is sent this long after the last move of a slider, ms: rebuilding takes time. */
const SETTLE = 120;

export class Parameters {
  readonly element = el("div", { class: "parameters" });
  private shape = "";
  private readonly update = new Map<string, (parameter: Parameter, changed: boolean) => void>();

  constructor(private readonly send: (command: Command) => void) {}

  show(head: SceneHead): void {
    const shape = JSON.stringify(head.parameters.map((p) => [p.path, p.options, p.range === null]));
    if (shape !== this.shape) this.build(head);
    this.shape = shape;
    for (const parameter of head.parameters) {
      this.update.get(parameter.path)?.(parameter, head.changed.includes(parameter.path));
    }
  }

  private build(head: SceneHead): void {
    this.update.clear();
    const groups = new Map<string, Parameter[]>();
    for (const parameter of head.parameters) {
      groups.set(parameter.group, [...(groups.get(parameter.group) ?? []), parameter]);
    }
    const sections = [...groups].map(([name, parameters], i) =>
      el("details", { class: "group", open: i < 4 },
        el("summary", {}, name === "world" ? "World" : name),
        ...parameters.map((parameter) => this.row(parameter))));
    this.element.replaceChildren(
      el("p", { class: "hint" }, "Settings of the world act at once. A material is built in: changing it starts the scene again."),
      ...sections,
      el("button", { type: "button", class: "plain", id: "unset", onclick: () => this.send({ do: "unset" }) }, "All as the scene says"),
    );
  }

  private row(parameter: Parameter): HTMLElement {
    const own = button("undo", "As the scene says", () => this.set(parameter.path, null), { class: "own" });
    const field = parameter.options.length > 0
      ? this.choice(parameter)
      : Array.isArray(parameter.value) ? this.vector(parameter) : this.slider(parameter);
    const { update } = field;
    const row = el("div", { class: "row", title: parameter.about },
      el("label", { for: id(parameter) }, parameter.label,
        parameter.unit ? el("span", { class: "unit" }, parameter.unit) : null,
        parameter.live ? null : el("span", { class: "restarts", title: "Starts the scene again" }, "↻")),
      own,
      ...field.parts);
    this.update.set(parameter.path, (now, changed) => {
      row.classList.toggle("changed", changed);
      update(now);
    });
    return row;
  }

  private set(path: string, value: number | string | Vec | null): void {
    this.send({ do: "set", path, value });
  }

  private choice(parameter: Parameter) {
    const select = el("select", { id: id(parameter), onchange: () => this.set(parameter.path, select.value || null) },
      parameter.value === null ? el("option", { value: "" }, "auto") : null,
      ...parameter.options.map((option) => el("option", { value: option }, option.replaceAll("_", " "))));
    return { parts: [select], update: (now: Parameter) => void (select.value = String(now.value ?? "")) };
  }

  /** A slider and a number that can be typed. */
  private slider(parameter: Parameter) {
    const settled = new Later(parameter.live ? 30 : SETTLE);
    let scale = new Scale(parameter);
    const slider = el("input", { type: "range", min: "0", max: String(TICKS), step: "1", id: id(parameter) });
    const number = el("input", { type: "text", inputMode: "decimal", class: "number", "aria-label": parameter.label });
    const empty = parameter.value === null ? "auto" : "";
    slider.oninput = () => {
      const value = scale.value(Number(slider.value));
      number.value = short(value, 4);
      settled.call(() => this.set(parameter.path, value));
    };
    number.onchange = () => {
      const text = number.value.trim();
      const value = Number(text);
      if (text === "" || text === "auto") this.set(parameter.path, null);
      else if (Number.isFinite(value)) this.set(parameter.path, value);
    };
    const update = (now: Parameter) => {
      // A slider keeps its ends while its value wanders within them.
      if (!scale.holds(now.value)) scale = new Scale(now);
      if (document.activeElement === number || settled.waits) return;
      const value = now.value as number | null;
      number.value = value === null ? empty || "auto" : short(value, 4);
      slider.value = String(scale.tick(value ?? scale.middle));
      slider.classList.toggle("automatic", value === null);
    };
    return { parts: [slider, number], update };
  }

  /** A vector: a slider for y, numbers for all three. */
  private vector(parameter: Parameter) {
    const settled = new Later(30);
    const range = parameter.range ?? [-10, 10];
    const slider = el("input", { type: "range", min: String(range[0]), max: String(range[1]), step: "0.01", id: id(parameter) });
    const numbers = ["x", "y", "z"].map((axis) =>
      el("input", { type: "text", inputMode: "decimal", class: "number third", "aria-label": `${parameter.label} ${axis}`, title: axis }));
    const send = () => {
      const value = numbers.map((number) => Number(number.value)) as Vec;
      if (value.every(Number.isFinite)) this.set(parameter.path, value);
    };
    slider.oninput = () => {
      numbers[1].value = short(Number(slider.value), 4);
      settled.call(send);
    };
    for (const number of numbers) number.onchange = send;
    const update = (now: Parameter) => {
      if (settled.waits || numbers.some((number) => number === document.activeElement)) return;
      (now.value as Vec).forEach((x, i) => (numbers[i].value = short(x, 4)));
      slider.value = String((now.value as Vec)[1]);
    };
    return { parts: [slider, el("div", { class: "three" }, ...numbers)], update };
  }
}

const id = (parameter: Parameter) => `set-${parameter.path.replaceAll(/[^a-z0-9]/gi, "-")}`;

/** From positions of a slider to values and back. */
class Scale {
  private readonly low: number;
  private readonly high: number;
  private readonly log: boolean;
  private readonly whole: boolean;

  constructor({ range, log, whole, value }: Parameter) {
    [this.low, this.high] = range ?? [0, 1];
    if (typeof value === "number") {
      this.low = Math.min(this.low, value);
      this.high = Math.max(this.high, value);
    }
    this.log = log && this.low > 0;
    this.whole = whole;
  }

  holds(value: unknown): boolean {
    return typeof value !== "number" || (value >= this.low && value <= this.high);
  }

  get middle(): number {
    return this.value(TICKS / 2);
  }

  value(tick: number): number {
    const share = tick / TICKS;
    const x = this.log ? this.low * (this.high / this.low) ** share : this.low + share * (this.high - this.low);
    return this.whole ? Math.round(x) : Number(x.toPrecision(3));
  }

  tick(value: number): number {
    const share = this.log ? Math.log(value / this.low) / Math.log(this.high / this.low) : (value - this.low) / (this.high - this.low);
    return Math.round(TICKS * Math.min(Math.max(share, 0), 1));
  }
}

/** Does something a while after it was last asked to. */
class Later {
  private timer = 0;
  waits = false;

  constructor(private readonly ms: number) {}

  call(action: () => void): void {
    clearTimeout(this.timer);
    this.waits = true;
    this.timer = window.setTimeout(() => {
      this.waits = false;
      action();
    }, this.ms);
  }
}
