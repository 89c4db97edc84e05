// Strain colours: blue where shorter than at rest, red where longer.

const STOPS: [number, [number, number, number]][] = [
  [-1, [0.13, 0.32, 0.66]],
  [-0.5, [0.42, 0.64, 0.86]],
  [0, [0.93, 0.91, 0.87]],
  [0.5, [0.95, 0.6, 0.36]],
  [1, [0.75, 0.13, 0.14]],
];

function mixed(x: number): [number, number, number] {
  const at = Math.min(Math.max(x, -1), 1);
  const i = STOPS.findIndex(([stop], k) => k + 1 === STOPS.length - 1 || at <= STOPS[k + 1][0] && at >= stop);
  const [[a, from], [b, to]] = [STOPS[i], STOPS[i + 1]];
  const t = (at - a) / (b - a);
  return [0, 1, 2].map((k) => from[k] + t * (to[k] - from[k])) as [number, number, number];
}

/** sRGB to linear light. */
const linear = (c: number) => (c < 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** The colours of 256 strains from -1 to 1 scales, in linear light. */
const TABLE = new Float32Array(256 * 3);
for (let i = 0; i < 256; i++) TABLE.set(mixed(i / 127.5 - 1).map(linear), 3 * i);

/** Writes the colour of a strain, in scales. */
export function strainColour(x: number, out: Float32Array, at: number): void {
  const i = 3 * Math.min(255, Math.max(0, Math.round(127.5 * (x + 1))));
  out[at] = TABLE[i];
  out[at + 1] = TABLE[i + 1];
  out[at + 2] = TABLE[i + 2];
}

/** The colours as a CSS gradient, for the legend. */
export function strainGradient(): string {
  const css = (x: number) => `rgb(${mixed(x).map((c) => Math.round(255 * c)).join(" ")})`;
  return `linear-gradient(to right, ${STOPS.map(([x]) => css(x)).join(", ")})`;
}
