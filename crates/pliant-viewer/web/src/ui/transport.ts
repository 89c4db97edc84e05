// Play, pause, step, back, reset, speed.

import type { Command, FrameHead } from "../protocol";
import { button, el, icon } from "./dom";

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4];

export class Transport {
  private readonly play: HTMLButtonElement;
  private readonly back: HTMLButtonElement;
  private readonly time = el("output", { class: "time" });
  private readonly rate = el("span", { class: "rate" });
  private readonly speed = el("select", { class: "speed", title: "Speed", "aria-label": "Speed" });
  readonly element: HTMLElement;
  private playing = true;

  constructor(private readonly send: (command: Command) => void) {
    this.play = button("pause", "Play or pause (space)", () => this.toggle(), { class: "play", id: "play" });
    this.back = button("back", "One moment back (,)", () => send({ do: "back" }), { id: "back" });
    for (const value of SPEEDS) this.speed.append(el("option", { value: String(value) }, `${value}×`));
    this.speed.value = "1";
    this.speed.id = "speed";
    this.speed.onchange = () => send({ do: "speed", value: Number(this.speed.value) });
    this.time.id = "time";
    this.element = el(
      "div",
      { class: "card transport", role: "toolbar", "aria-label": "Time" },
      button("reset", "Start again (R)", () => send({ do: "reset" }), { id: "reset" }),
      this.back,
      this.play,
      button("step", "One step (.)", () => send({ do: "step" }), { id: "step" }),
      el("div", { class: "clock" }, this.time, this.rate),
      this.speed,
    );
  }

  toggle(): void {
    this.send({ do: this.playing ? "pause" : "play" });
  }

  show(head: FrameHead, seconds: number): void {
    if (head.playing !== this.playing || !this.play.firstChild) {
      this.playing = head.playing;
      this.play.replaceChildren(icon(head.playing ? "pause" : "play"));
    }
    this.element.classList.toggle("paused", !head.playing);
    this.back.disabled = head.history === 0;
    this.time.textContent = `${head.t.toFixed(2)} s`;
    this.time.dataset.steps = String(head.steps);
    const rate = head.playing ? `${head.rate.toFixed(2)}× real time` : `step ${head.steps}`;
    this.rate.textContent = head.t > seconds ? `${rate} · past the end` : rate;
    if (document.activeElement !== this.speed && SPEEDS.includes(head.speed)) this.speed.value = String(head.speed);
  }
}
