// The gallery: all scenes with a picture and a line each.

import { button, el } from "./ui/dom";
import { toggleTheme, onTheme, type Theme } from "./ui/theme";

interface Entry {
  id: string;
  title: string;
  about: string;
  rigid: number;
  soft: number;
}

export interface Listing {
  version: string;
  scenes: Entry[];
  start: string | null;
}

export async function listing(): Promise<Listing> {
  const answer = await fetch("api/scenes");
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.json();
}

export function gallery(host: HTMLElement, { scenes, version }: Listing): () => void {
  document.title = "Pliant";
  const theme = button("moon", "Light or dark", toggleTheme, { class: "round" });
  host.replaceChildren(
    el("div", { class: "gallery" },
      el("header", {},
        el("div", { class: "brand" }, el("img", { src: "icon.svg", alt: "", width: 44, height: 44 }),
          el("div", {}, el("h1", {}, "Pliant"), el("p", {}, "Rigid and deformable bodies that push, pull, hold and carry each other. Pick a scene, then take hold of it."))),
        theme),
      el("main", { class: "cards" }, ...scenes.map(card)),
      el("footer", {}, `Pliant ${version} · simulated on this machine`)));
  return onTheme((now: Theme) => theme.firstElementChild?.replaceWith(button(now === "dark" ? "sun" : "moon", "", () => {}).firstElementChild!));
}

function card(entry: Entry): HTMLElement {
  const picture = el("img", { src: `thumbnail/${encodeURIComponent(entry.id)}`, alt: "", loading: "lazy", width: 640, height: 400 });
  picture.onload = () => picture.classList.add("there");
  picture.onerror = () => picture.remove();
  return el("a", { class: "card scene", href: `#/${encodeURIComponent(entry.id)}` },
    el("div", { class: "picture" }, picture),
    el("div", { class: "words" },
      el("h2", {}, entry.title),
      el("p", {}, entry.about),
      el("span", { class: "name" }, entry.id === "@file" ? "your file" : entry.id)));
}
