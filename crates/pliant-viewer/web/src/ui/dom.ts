// Elements of the page in a few words.

type Child = Node | string | null | false;
type Properties = Record<string, unknown>;

/** An element with properties, attributes (with a dash), listeners (`on…`) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name.includes("-") || name === "for") element.setAttribute(name, String(value));
    else if (name === "class") element.className = String(value);
    else if (value !== undefined) Object.assign(element, { [name]: value });
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return element;
}

const PATHS: Record<string, string> = {
  play: "M8 5.5v13l10.500-6.500z",
  pause: "M8 5.500v13M16 5.500v13",
  step: "M6.500 6v12l8.500-6zM18 6v12",
  back: "M17.500 6v12L9 12zM6 6v12",
  reset: "M5.500 12a6.500 6.500 0 1 0 2.200-4.900M5.500 4.500v4h4",
  hand: "M8.500 12.500V6.200a1.300 1.300 0 0 1 2.600 0V11m0-6.300a1.300 1.300 0 0 1 2.600 0V11m0-5a1.300 1.300 0 0 1 2.600 0v6.800m0-3.300a1.300 1.300 0 0 1 2.500 0v4.800c0 3.500-2.400 6-5.700 6-2.400 0-3.700-1-5-2.900l-2.600-4.200c-.5-.8-.2-1.700.5-2.100s1.500-.2 2.100.5l.4.9",
  pin: "M12 14v6.500M8 4h8l-1 5.200 2.500 2.600V14h-11v-2.200L9 9.200z",
  ball: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM5 9.500c4 2.500 10 2.500 14 0",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M18.700 5.300l-1.400 1.400M6.700 17.300l-1.400 1.400",
  moon: "M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10z",
  panel: "M4 5h16v14H4zM14.500 5v14",
  left: "M14.500 6l-6 6 6 6",
  undo: "M8 5L4 9l4 4M4 9h9.500a5.500 5.500 0 0 1 0 11H9",
};

/** An icon of lines. */
export function icon(name: string): SVGSVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon", `icon-${name}`);
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button with an icon; its label is for those who hover or listen. */
export function button(name: string, label: string, press: () => void, more: Properties = {}): HTMLButtonElement {
  return el("button", { type: "button", title: label, "aria-label": label, onclick: press, ...more }, icon(name));
}

/** A number in few digits. */
export function short(x: number, digits = 3): string {
  if (!Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  if (size === 0) return "0";
  if (size >= 1e5 || size < 1e-3) return x.toExponential(Math.max(0, digits - 2)).replace("e+", "e");
  return Number(x.toPrecision(digits)).toString();
}
