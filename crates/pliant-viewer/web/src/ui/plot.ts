// A small plot on a canvas: lines or stacked areas over time, with bands of what is expected.

import { el, short } from "./dom";

export interface Band {
  /** From when to when, s; null: all the time. */
  from: number | null;
  to: number | null;
  low: number;
  high: number;
}

export interface PlotOptions {
  title: string;
  unit: string;
  /** Names of the lines. */
  names: string[];
  stacked?: boolean;
  log?: boolean;
  bands?: Band[];
  /** Least value at the top, so that noise is not blown up. */
  least?: number;
}

/** Samples kept of each line. */
const KEPT = 1500;
/** A plot is drawn again no sooner than this, ms. */
const REDRAWN = 120;
const HEIGHT = 84;
const MARGIN = { left: 6, right: 50, top: 8, bottom: 16 };

export class Plot {
  readonly element: HTMLElement;
  private readonly canvas = el("canvas", { class: "plot" });
  private readonly now = el("span", { class: "now" });
  private readonly mark = el("span", { class: "mark" });
  private times: number[] = [];
  private values: number[][];
  private hover: number | null = null;
  private stale = true;
  private drawn = 0;
  private seen = false;

  constructor(private readonly options: PlotOptions) {
    this.values = options.names.map(() => []);
    const key = options.names.length > 1
      ? el("div", { class: "key" }, ...options.names.map((name, i) => el("span", { class: `c${i % 10}` }, name)))
      : null;
    this.element = el("figure", { class: "figure" },
      el("figcaption", {}, el("b", {}, options.title), this.mark, this.now),
      this.canvas, key);
    new IntersectionObserver(([entry]) => (this.seen = entry.isIntersecting)).observe(this.canvas);
    this.canvas.addEventListener("pointermove", (event) => this.point(event.offsetX));
    this.canvas.addEventListener("pointerleave", () => this.point(null));
  }

  get samples(): number {
    return this.times.length;
  }

  clear(): void {
    this.times = [];
    this.values = this.options.names.map(() => []);
    this.stale = true;
  }

  /** Adds a sample; time that runs back takes later ones with it. */
  add(t: number, values: (number | null)[]): void {
    while (this.times.length > 0 && this.times[this.times.length - 1] >= t) {
      this.times.pop();
      this.values.forEach((line) => line.pop());
    }
    this.times.push(t);
    this.values.forEach((line, i) => line.push(values[i] ?? NaN));
    if (this.times.length > KEPT) {
      this.times.shift();
      this.values.forEach((line) => line.shift());
    }
    this.stale = true;
  }

  /** Says whether what was expected was found. */
  judge(ok: boolean | null): void {
    this.mark.textContent = ok === null ? "" : ok ? "as expected" : "not as expected";
    this.mark.className = ok === null ? "mark" : ok ? "mark good" : "mark bad";
  }

  private point(x: number | null): void {
    this.hover = x;
    this.stale = true;
    this.drawn = 0;
  }

  /** Draws the plot if it is seen and was not drawn just now: eyes do not read any faster. */
  draw(now: number): boolean {
    if (!this.stale || !this.seen || now - this.drawn < REDRAWN) return false;
    [this.stale, this.drawn] = [false, now];
    this.paint();
    return true;
  }

  private paint(): void {
    const ratio = window.devicePixelRatio;
    const [width, height] = [this.canvas.clientWidth, HEIGHT];
    if (this.canvas.width !== Math.round(width * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const context = this.canvas.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(this.element);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const last = this.times.length - 1;
    this.now.textContent = last < 0 ? "" : this.reading(this.hovered(width) ?? last);
    if (last < 0) return;

    const [low, high] = this.range();
    const [start, end] = this.span();
    const inner = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
    const map = (value: number) => (this.options.log ? Math.log10(Math.max(value, 1e-12)) : value);
    const x = (t: number) => MARGIN.left + (inner.width * (t - start)) / (end - start);
    const y = (value: number) => MARGIN.top + inner.height * (1 - (map(value) - low) / (high - low));

    this.drawBands(context, x, y, colour, [start, end], inner);
    context.font = `10px ${style.fontFamily}`;
    context.fillStyle = colour("--faint");
    context.textBaseline = "middle";
    context.textAlign = "left";
    const label = (value: number) => short(this.options.log ? 10 ** value : value, Math.abs(value) < 0.01 ? 2 : 3);
    context.fillText(label(high), width - MARGIN.right + 6, MARGIN.top + 2);
    context.fillText(label(low), width - MARGIN.right + 6, height - MARGIN.bottom - 2);
    context.textBaseline = "bottom";
    context.fillText(`${start.toFixed(1)} s`, MARGIN.left, height - 1);
    context.textAlign = "right";
    context.fillText(`${end.toFixed(1)} s`, width - MARGIN.right, height - 1);
    context.strokeStyle = colour("--rule");
    context.lineWidth = 1;
    context.beginPath();
    for (const value of [low, high]) {
      const at = MARGIN.top + inner.height * (1 - (value - low) / (high - low));
      context.moveTo(MARGIN.left, at);
      context.lineTo(width - MARGIN.right, at);
    }
    if (low < 0 && high > 0 && !this.options.log) {
      context.moveTo(MARGIN.left, y(0));
      context.lineTo(width - MARGIN.right, y(0));
    }
    context.stroke();
    if (this.options.stacked) this.drawStack(context, x, y, colour);
    else this.drawLines(context, x, y, colour);
    const hovered = this.hovered(width);
    if (hovered !== null) {
      context.strokeStyle = colour("--faint");
      context.beginPath();
      context.moveTo(x(this.times[hovered]), MARGIN.top);
      context.lineTo(x(this.times[hovered]), height - MARGIN.bottom);
      context.stroke();
    }
  }

  private drawLines(context: CanvasRenderingContext2D, x: (t: number) => number, y: (v: number) => number, colour: (name: string) => string): void {
    this.values.forEach((line, i) => {
      context.strokeStyle = colour(`--c${i % 10}`);
      context.lineWidth = 1.6;
      context.lineJoin = "round";
      context.beginPath();
      let pen = false;
      line.forEach((value, k) => {
        if (!Number.isFinite(value)) {
          pen = false;
          return;
        }
        if (pen) context.lineTo(x(this.times[k]), y(value));
        else context.moveTo(x(this.times[k]), y(value));
        pen = true;
      });
      context.stroke();
    });
  }

  private drawStack(context: CanvasRenderingContext2D, x: (t: number) => number, y: (v: number) => number, colour: (name: string) => string): void {
    const below = new Float64Array(this.times.length);
    this.values.forEach((line, i) => {
      context.fillStyle = colour(`--c${i % 10}`);
      context.beginPath();
      for (let k = 0; k < line.length; k++) context.lineTo(x(this.times[k]), y(below[k] + (line[k] || 0)));
      for (let k = line.length - 1; k >= 0; k--) context.lineTo(x(this.times[k]), y(below[k]));
      context.fill();
      line.forEach((value, k) => (below[k] += value || 0));
    });
  }

  private drawBands(context: CanvasRenderingContext2D, x: (t: number) => number, y: (v: number) => number, colour: (name: string) => string, [start, end]: [number, number], inner: { height: number }): void {
    const clampY = (value: number) => Math.min(Math.max(y(value), MARGIN.top), MARGIN.top + inner.height);
    for (const band of this.options.bands ?? []) {
      const left = x(Math.max(band.from ?? start, start));
      const right = x(Math.min(band.to ?? end, end));
      const [top, bottom] = [clampY(band.high), clampY(band.low)];
      if (right < left) continue;
      context.fillStyle = colour("--band");
      // A moment is shown as wide as it can be seen.
      const wide = Math.max(right - left, 7);
      context.fillRect((left + right - wide) / 2, top - 1, wide, Math.max(bottom - top, 1) + 2);
    }
  }

  /** From when to when: all that is kept, and what is expected later. */
  private span(): [number, number] {
    const [start, last] = [this.times[0], this.times[this.times.length - 1]];
    const bands = (this.options.bands ?? []).map((band) => band.to ?? -Infinity);
    const end = Math.max(last, ...bands.filter((to) => start <= 0.001 || to < last));
    return [start, Math.max(end, start + 0.2)];
  }

  private range(): [number, number] {
    let [low, high] = [Infinity, -Infinity];
    const see = (value: number) => {
      if (!Number.isFinite(value)) return;
      low = Math.min(low, value);
      high = Math.max(high, value);
    };
    if (this.options.stacked) {
      see(0);
      this.times.forEach((_, k) => see(this.values.reduce((sum, line) => sum + (line[k] || 0), 0)));
    } else {
      for (const line of this.values) line.forEach((value) => see(this.options.log ? Math.log10(Math.max(value, 1e-12)) : value));
      // Bands are in the picture unless they are far off.
      const size = high - low;
      for (const band of this.options.bands ?? []) {
        for (const value of [band.low, band.high]) {
          if (value > low - Math.max(4 * size, this.options.least ?? 0) - 1e-9 && value < high + Math.max(4 * size, this.options.least ?? 0) + 1e-9) see(value);
        }
      }
    }
    if (low > high) [low, high] = [0, 1];
    const least = this.options.log ? 1 : (this.options.least ?? 1e-9);
    if (high - low < least) {
      const middle = 0.5 * (low + high);
      [low, high] = low >= 0 && middle < least ? [0, least] : [middle - 0.5 * least, middle + 0.5 * least];
    }
    const room = this.options.stacked ? 0 : 0.06 * (high - low);
    return [low - (low === 0 ? 0 : room), high + room];
  }

  private hovered(width: number): number | null {
    if (this.hover === null || this.times.length === 0) return null;
    const [start, end] = this.span();
    const t = start + ((this.hover - MARGIN.left) / (width - MARGIN.left - MARGIN.right)) * (end - start);
    let best = 0;
    this.times.forEach((time, k) => {
      if (Math.abs(time - t) < Math.abs(this.times[best] - t)) best = k;
    });
    return best;
  }

  private reading(k: number): string {
    const { unit, stacked } = this.options;
    const values = this.values.map((line) => line[k]);
    const shown = stacked ? [values.reduce((sum, value) => sum + (value || 0), 0)] : values.slice(0, 3);
    const text = shown.map((value) => short(value)).join(" · ");
    return unit ? `${text} ${unit}` : text;
  }
}
