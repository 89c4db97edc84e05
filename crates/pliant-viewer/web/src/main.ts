// The page: `#/` is the gallery, `#/NAME` a scene.

import { gallery, listing, type Listing } from "./gallery";
import { el } from "./ui/dom";
import "./ui/theme";
import { Viewer } from "./viewer";

const host = document.getElementById("page")!;
let leave: () => void = () => {};
let known: Listing | null = null;

async function route(): Promise<void> {
  leave();
  leave = () => {};
  const scene = decodeURIComponent(location.hash.replace(/^#\/?/, ""));
  if (scene) {
    const viewer = new Viewer(host, scene);
    leave = () => viewer.dispose();
    return;
  }
  try {
    known = await listing();
    leave = gallery(host, known);
  } catch (error) {
    host.replaceChildren(el("div", { class: "failure" }, el("div", { class: "card" },
      el("h2", {}, "The viewer is not running"),
      el("pre", {}, String(error)),
      el("button", { type: "button", onclick: () => void route() }, "Try again"))));
  }
}

/** A page that is opened without a scene shows the one that the viewer was started with. */
async function start(): Promise<void> {
  if (!location.hash) {
    known = await listing().catch(() => null);
    if (known?.start) {
      location.replace(`#/${encodeURIComponent(known.start)}`);
      return;
    }
  }
  await route();
}

window.addEventListener("hashchange", () => void route());
void start();
