// Sentences that come and go.

import { el } from "./dom";

const SHOWN = 5000;

export class Toasts {
  readonly element = el("div", { class: "toasts", "aria-live": "polite" });

  say(text: string): void {
    // The same sentence once is enough.
    for (const old of this.element.children) if (old.textContent === text) old.remove();
    const toast = el("div", { class: "toast" }, text);
    this.element.append(toast);
    while (this.element.children.length > 4) this.element.firstChild?.remove();
    setTimeout(() => toast.remove(), SHOWN);
  }
}
