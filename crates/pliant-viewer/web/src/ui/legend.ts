// What the colours and arrows mean.

import { strainGradient } from "../stage/strain";
import type { ForceScale } from "../stage/marks";
import { el, short } from "./dom";

export class Legend {
  private readonly low = el("span", {});
  private readonly high = el("span", {});
  private readonly contact = el("span", {});
  private readonly bond = el("span", {});
  private readonly strain: HTMLElement;
  private readonly contacts: HTMLElement;
  private readonly bonds: HTMLElement;
  readonly element: HTMLElement;

  constructor() {
    const bar = el("div", { class: "bar" });
    bar.style.background = strainGradient();
    this.strain = el("div", { class: "scale" }, el("b", {}, "Strain"), bar, el("div", { class: "ends" }, this.low, el("span", {}, "0"), this.high));
    this.contacts = el("div", { class: "arrow contact" }, el("i", {}), this.contact);
    this.bonds = el("div", { class: "arrow bond" }, el("i", {}), this.bond);
    this.element = el("div", { class: "card legend", id: "legend" }, this.strain, this.contacts, this.bonds);
  }

  show(strain: number | null, forces: ForceScale): void {
    this.strain.hidden = strain === null;
    this.contacts.hidden = forces.contacts === null;
    this.bonds.hidden = forces.bonds === null;
    this.element.hidden = this.strain.hidden && this.contacts.hidden && this.bonds.hidden;
    if (strain !== null) {
      this.low.textContent = `−${short(100 * strain)}%`;
      this.high.textContent = `+${short(100 * strain)}%`;
    }
    this.contact.textContent = `${short(forces.contacts ?? 0)} N at a contact`;
    this.bond.textContent = `${short(forces.bonds ?? 0)} N of a constraint`;
  }
}
