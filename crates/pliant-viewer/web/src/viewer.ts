// A scene that runs: the picture, the tools and the panels round it.

import * as THREE from "three";
import type { Command, Frame, Scene, Vec } from "./protocol";
import { Line } from "./socket";
import { Bodies, type Overlays } from "./stage/bodies";
import { roundNumber } from "./stage/ground";
import { Marks, type ForceScale } from "./stage/marks";
import { Pointer, type Tool } from "./stage/pointer";
import { View } from "./stage/view";
import { button, el, icon } from "./ui/dom";
import { Legend } from "./ui/legend";
import { Numbers } from "./ui/numbers";
import { Parameters } from "./ui/parameters";
import { onTheme, toggleTheme } from "./ui/theme";
import { Toasts } from "./ui/toast";
import { Transport } from "./ui/transport";

const TOOLS: [Tool, string, string][] = [
  ["hand", "Take hold and throw (1)", "1"],
  ["pin", "Pin or unpin a point (2)", "2"],
  ["ball", "Throw a ball (3)", "3"],
];

type Switch = keyof Overlays | "contacts" | "bonds";

const SWITCHES: [Switch, string, string][] = [
  ["wires", "Wireframe", "W"],
  ["nodes", "Nodes", "N"],
  ["contacts", "Contact forces", "C"],
  ["bonds", "Constraint forces", "X"],
  ["strain", "Strain", "S"],
  ["sleeping", "Sleeping bodies", "Z"],
];

export class Viewer {
  private readonly stage = el("div", { class: "stage" });
  private readonly view: View;
  private readonly marks: Marks;
  private readonly pointer: Pointer;
  private readonly line: Line;
  private readonly transport: Transport;
  private readonly parameters: Parameters;
  private readonly numbers = new Numbers();
  private readonly legend = new Legend();
  private readonly toasts = new Toasts();
  private readonly title = el("h1", {});
  private readonly about = el("p", {}, "Reading the scene …");
  private readonly status = el("div", { class: "status", id: "status" });
  private readonly failure = el("div", { class: "failure", hidden: true });
  private readonly tools = new Map<Tool, HTMLButtonElement>();
  private readonly switches = new Map<Switch, HTMLInputElement>();
  private readonly unsubscribe: () => void;
  private readonly keys = (event: KeyboardEvent) => this.key(event);
  private sides: HTMLElement | null = null;
  private bodies: Bodies | null = null;
  private scene: Scene | null = null;
  private bodiesOf = "";
  private older: Frame | null = null;
  private newer: Frame | null = null;
  private arrived = 0;
  private interval = 20;
  private framed = false;
  private overlays = { wires: false, nodes: false, strain: false, sleeping: false, contacts: false, bonds: false };
  private ended = false;
  private last = performance.now();
  private counted = { frames: 0, drawn: 0, bytes: 0, since: performance.now() };
  private spent = 0;
  /** The largest strain, smoothed. */
  private strained = 0.01;

  constructor(host: HTMLElement, sceneId: string) {
    const send = (command: Command) => this.line.send(command);
    this.transport = new Transport(send);
    this.parameters = new Parameters(send);
    const panel = this.panel();
    this.title.textContent = sceneId === "@file" ? "Your file" : sceneId;
    host.replaceChildren(el("div", { class: "viewer" },
      this.stage, this.heading(), this.rail(), panel, this.legend.element, this.transport.element,
      this.status, this.toasts.element, this.failure));
    this.view = new View(this.stage);
    this.sides = panel;
    panel.parentElement?.classList.toggle("wide", panel.classList.contains("closed"));
    this.uncover();
    this.marks = new Marks(this.view.scene);
    this.pointer = new Pointer(this.view, () => this.bodies, () => this.gravity(), send);
    this.legend.show(null, { contacts: null, bonds: null });
    this.unsubscribe = onTheme((theme) => {
      this.view.setTheme(theme);
      this.marks.setDark(theme === "dark");
      host.querySelector("#theme")?.replaceChildren(icon(theme === "dark" ? "sun" : "moon"));
    });
    document.addEventListener("keydown", this.keys);
    this.line = new Line(sceneId, {
      scene: (scene) => this.showScene(scene),
      frame: (frame) => this.take(frame),
      notice: (text) => this.toasts.say(text),
      failed: (text) => this.fail(text),
      connected: (open) => this.connected(open),
    });
    // For tests and for the curious.
    Object.assign(window, { pliant: this });
    requestAnimationFrame(() => this.draw());
  }

  dispose(): void {
    this.ended = true;
    this.line.close();
    this.unsubscribe();
    document.removeEventListener("keydown", this.keys);
    this.view.dispose();
  }

  private heading(): HTMLElement {
    return el("div", { class: "card heading" },
      el("a", { class: "home", href: "#/", title: "All scenes", "aria-label": "All scenes" }, icon("left"), el("img", { src: "icon.svg", alt: "" })),
      el("div", {}, this.title, this.about));
  }

  private rail(): HTMLElement {
    const pick = (tool: Tool) => () => this.pick(tool);
    const buttons = TOOLS.map(([tool, label]) => {
      const made = button(tool, label, pick(tool), { id: `tool-${tool}` });
      this.tools.set(tool, made);
      return made;
    });
    buttons[0].classList.add("on");
    return el("div", { class: "card rail", role: "toolbar", "aria-label": "Tools" }, ...buttons, el("hr", {}),
      button("fit", "See everything (F)", () => this.fit(), { id: "fit" }),
      button("moon", "Light or dark (T)", toggleTheme, { id: "theme" }));
  }

  private panel(): HTMLElement {
    const pages: [string, string, HTMLElement][] = [
      ["look", "Look", this.lookPage()],
      ["values", "Values", this.parameters.element],
      ["numbers", "Numbers", this.numbers.element],
    ];
    const bodies = pages.map(([id, , page]) => el("section", { class: "page", id: `page-${id}`, hidden: true }, page));
    const tabs = pages.map(([id, label], i) =>
      el("button", { type: "button", class: "tab", id: `tab-${id}`, onclick: () => show(i) }, label));
    const panel = el("aside", { class: "card panel" });
    const show = (i: number) => {
      // The tab that is open already closes the panel.
      const close = tabs[i].classList.contains("on");
      tabs.forEach((tab, k) => tab.classList.toggle("on", k === i && !close));
      bodies.forEach((body, k) => (body.hidden = k !== i || close));
      panel.classList.toggle("closed", close);
      panel.parentElement?.classList.toggle("wide", close);
      this.uncover();
      localStorage.setItem("tab", close ? "" : pages[i][0]);
    };
    panel.append(el("nav", { class: "tabs" }, ...tabs), ...bodies);
    const kept = localStorage.getItem("tab");
    if (kept === "" || window.innerWidth < 720) panel.classList.add("closed");
    else show(Math.max(0, pages.findIndex(([id]) => id === (kept ?? "numbers"))));
    return panel;
  }

  /** The picture is in the middle of what the panel leaves free. */
  private uncover(): void {
    const open = this.sides !== null && !this.sides.classList.contains("closed") && window.innerWidth >= 720;
    this.view?.cover(open ? this.sides!.offsetWidth : 0);
  }

  private lookPage(): HTMLElement {
    const rows = SWITCHES.map(([name, label, key]) => {
      const box = el("input", { type: "checkbox", id: `show-${name}`, onchange: () => this.toggled() });
      this.switches.set(name, box);
      return el("label", { class: "switch", for: `show-${name}` }, el("span", {}, label), el("kbd", {}, key), box);
    });
    const sleeping = this.switches.get("sleeping")!;
    sleeping.disabled = true;
    sleeping.parentElement!.title = "No body of this scene falls asleep";
    return el("div", { class: "look" }, ...rows,
      el("h3", {}, "Mouse and fingers"),
      el("dl", {},
        ...([
          ["drag a body", "take hold of it; let go to throw"],
          ["wheel while holding", "nearer or farther"],
          ["drag elsewhere", "turn the view"],
          ["right or shift drag", "shift the view"],
          ["wheel, pinch", "zoom"],
        ].flatMap(([what, means]) => [el("dt", {}, what), el("dd", {}, means)]))),
      el("h3", {}, "Keys"),
      el("dl", {},
        ...([
          ["space", "play or pause"], [". ,", "a step, a moment back"], ["R", "start again"],
          ["1 2 3", "hand, pin, ball"], ["F", "see everything"], ["T", "light or dark"],
        ].flatMap(([what, means]) => [el("dt", {}, el("kbd", {}, what)), el("dd", {}, means)]))));
  }

  private toggled(): void {
    for (const [name, box] of this.switches) this.overlays[name] = box.checked;
    this.line.send({ do: "strain", on: this.overlays.strain });
  }

  private pick(tool: Tool): void {
    this.pointer.tool = tool;
    for (const [name, made] of this.tools) made.classList.toggle("on", name === tool);
    this.view.renderer.domElement.dataset.tool = tool;
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input[type=text], select")) return;
    const key = event.key.toLowerCase();
    // A button that was clicked should not be pressed again by the space bar.
    if (key === " " && target instanceof HTMLButtonElement) target.blur();
    const tool = TOOLS.find(([, , own]) => own === key);
    const turned = SWITCHES.find(([, , own]) => own.toLowerCase() === key);
    if (key === " ") this.transport.toggle();
    else if (key === ".") this.line.send({ do: "step" });
    else if (key === ",") this.line.send({ do: "back" });
    else if (key === "r") this.line.send({ do: "reset" });
    else if (key === "f") this.fit();
    else if (key === "t") toggleTheme();
    else if (tool) this.pick(tool[0]);
    else if (turned) {
      const box = this.switches.get(turned[0])!;
      if (!box.disabled) box.click();
      return;
    } else return;
    event.preventDefault();
  }

  private showScene(scene: Scene): void {
    this.failure.hidden = true;
    this.scene = scene;
    const { head } = scene;
    document.title = `${head.title} · Pliant`;
    this.title.textContent = head.title || head.name;
    this.about.textContent = head.about;
    this.parameters.show(head);
    this.numbers.scene(head);
    // The same bodies keep their meshes: a change of gravity is no reason to make them again.
    const bodies = JSON.stringify([head.rigids, head.softs]);
    if (bodies === this.bodiesOf && this.bodies) return;
    this.bodiesOf = bodies;
    if (this.bodies) {
      this.view.scene.remove(this.bodies.group);
      this.bodies.dispose();
    }
    this.bodies = new Bodies(scene);
    this.view.scene.add(this.bodies.group);
    this.older = this.newer = null;
  }

  private take(frame: Frame): void {
    if (!this.scene || frame.serial !== this.scene.serial || !this.bodies) return;
    const began = performance.now();
    const restarted = this.newer !== null && frame.head.steps < this.newer.head.steps;
    const gap = began - this.arrived;
    if (frame.head.playing && gap < 1500) this.interval += 0.15 * (gap - this.interval);
    this.arrived = began;
    const still = restarted || !frame.head.playing || frame.nodes.length !== this.newer?.nodes.length;
    this.older = still ? frame : this.newer;
    this.newer = frame;
    if (restarted && frame.head.steps === 0) this.numbers.clear();
    if (!this.framed) this.first(frame);
    this.numbers.frame(frame);
    this.transport.show(frame.head, this.scene.head.seconds);
    const sleeping = this.switches.get("sleeping")!;
    sleeping.disabled = !frame.knowsSleep;
    this.counted.frames++;
    this.spent += performance.now() - began;
  }

  /** Stands camera, light and ground where the scene wants them. */
  private first(frame: Frame): void {
    const { head } = this.scene!;
    this.framed = true;
    this.bodies!.show(frame, frame, 1, this.overlays);
    const bounds = this.bodies!.bounds();
    for (let i = 0; i + 3 <= frame.held.length; i += 3) bounds.expandByPoint(new THREE.Vector3().fromArray(frame.held, i));
    const planes = head.rigids.map((rigid, i) => ({ rigid, pose: frame.poses.slice(7 * i, 7 * i + 7) })).filter(({ rigid }) => rigid.plane);
    // Things will fall to the ground: it belongs to the picture.
    if (planes.length > 0) {
      const up = new THREE.Vector3(...head.up);
      const floor = new THREE.Vector3().fromArray(planes[0].pose);
      for (const corner of [bounds.min.clone(), bounds.max.clone()]) {
        bounds.expandByPoint(corner.addScaledVector(up, floor.clone().sub(corner).dot(up)));
      }
    }
    this.view.frame(
      new THREE.Vector3(...head.camera.eye), new THREE.Vector3(...head.camera.target), head.camera.fov,
      new THREE.Vector3(...head.up));
    this.view.embrace(bounds);
    this.view.ground.set(planes.map(({ rigid }) => new THREE.Vector3(...rigid.plane!)), planes.map(({ pose }) => pose), this.view.centre, this.view.radius);
  }

  private gravity(): Vec {
    const found = this.scene?.head.parameters.find((parameter) => parameter.path === "gravity");
    return (found?.value ?? [0, 0, 0]) as Vec;
  }

  private fit(): void {
    if (this.bodies) this.view.fit(this.bodies.bounds());
  }

  private draw(): void {
    if (this.ended) return;
    requestAnimationFrame(() => this.draw());
    const now = performance.now();
    const seconds = (now - this.last) / 1000;
    this.last = now;
    let forces: ForceScale = { contacts: null, bonds: null };
    if (this.bodies && this.older && this.newer) {
      // Between two frames bodies are where they were on the way from one to the other.
      const share = Math.min((now - this.arrived) / Math.max(this.interval, 1), 1);
      this.bodies.strainScale = this.strainScale();
      this.bodies.show(this.older, this.newer, share, this.overlays);
      forces = this.marks.show(this.newer, this.view.radius, this.overlays.contacts, this.overlays.bonds);
      this.marks.showHands(this.newer.head.hands, this.pointer.targets, this.view.radius);
    }
    this.legend.show(this.bodies?.showsStrain ? this.bodies.strainScale : null, forces);
    this.spent += performance.now() - now;
    this.view.draw(seconds);
    this.numbers.draw(now);
    this.count(now);
  }

  /** A round scale that the largest strain sets at once and leaves slowly. */
  private strainScale(): number {
    const strains = this.newer?.strains;
    let scale = this.bodies!.strainScale;
    if (!strains || strains.length === 0) return scale;
    let most = 0;
    for (const strain of strains) most = Math.max(most, Math.abs(strain));
    const wanted = Math.max(most * 1e-4, 1e-3);
    this.strained = wanted > this.strained ? wanted : this.strained + 0.01 * (wanted - this.strained);
    if (this.strained > scale || this.strained < 0.4 * scale) scale = roundNumber(1.3 * this.strained);
    return scale;
  }

  private count(now: number): void {
    const seconds = (now - this.counted.since) / 1000;
    if (seconds < 1) return;
    const { head } = this.newer ?? {};
    const drawn = (this.view.drawn - this.counted.drawn) / seconds;
    const frames = this.counted.frames / seconds;
    const bytes = (this.line.received - this.counted.bytes) / seconds;
    const rows = head ? Object.values(head.rows).reduce((sum, n) => sum + n, 0) : 0;
    this.status.textContent = [
      `${drawn.toFixed(0)} pictures/s`,
      `${frames.toFixed(0)} frames/s`,
      `${(bytes / 1e6).toFixed(1)} MB/s`,
      head && head.steps > 0 ? `${head.step_ms.toFixed(2)} ms a step · ${rows} rows` : "",
      head?.touched ? "touched" : "",
    ].filter(Boolean).join(" · ");
    this.status.dataset.frames = frames.toFixed(1);
    this.status.dataset.spent = (this.spent / Math.max(this.view.drawn - this.counted.drawn, 1)).toFixed(3);
    this.spent = 0;
    this.counted = { frames: 0, drawn: this.view.drawn, bytes: this.line.received, since: now };
  }

  private fail(text: string): void {
    this.failure.hidden = false;
    this.failure.replaceChildren(el("div", { class: "card", role: "alert" },
      el("h2", {}, "This scene cannot be played"),
      el("pre", { id: "error" }, text),
      el("div", { class: "buttons" },
        el("button", { type: "button", class: "main", onclick: () => this.line.send({ do: "reset" }) }, "Try again"),
        el("a", { class: "button", href: "#/" }, "All scenes"))));
  }

  private connected(open: boolean): void {
    document.body.classList.toggle("lost", !open);
    if (!open) this.status.textContent = "The line to the simulation is lost. Trying again …";
    else if (this.overlays.strain) this.line.send({ do: "strain", on: true });
  }
}
