// Messages of the server, as docs/viewer.md describes them.

export const VERSION = 1;

const SCENE = 1;
const FRAME = 2;
const HAS_STRAIN = 1;
const KNOWS_SLEEP = 2;

export type Vec = [number, number, number];

export interface Parameter {
  path: string;
  group: string;
  label: string;
  unit: string;
  about: string;
  value: number | string | null | Vec;
  range: [number, number] | null;
  log: boolean;
  whole: boolean;
  options: string[];
  live: boolean;
}

export interface Expect {
  probe: string;
  at: number | "end" | "max" | "min" | "mean" | "drift";
  value: number | null;
  tolerance: number | null;
  above: number | null;
  below: number | null;
}

export interface Verdict extends Expect {
  measured: number | null;
  ok: boolean | null;
}

export interface RigidHead {
  name: string;
  colour: Vec;
  dynamic: boolean;
  vertices: number;
  triangles: number;
  smooth: boolean;
  plane: Vec | null;
}

export interface SoftHead {
  name: string;
  colour: Vec;
  nodes: number;
  faces: number;
  edges: number;
  lines: number[][];
  radius: number;
  solid: boolean;
  pinned: number[];
}

export interface SceneHead {
  id: string;
  name: string;
  title: string;
  about: string;
  step: number;
  seconds: number;
  up: Vec;
  camera: { eye: Vec; target: Vec; fov: number };
  rigids: RigidHead[];
  softs: SoftHead[];
  parameters: Parameter[];
  changed: string[];
  probes: { name: string; unit: string; expect: Expect[] }[];
  keep_view: boolean;
}

export interface Hand {
  id: number;
  grip: Vec;
  target: Vec;
  force: number;
  max_force: number;
}

export interface FrameHead {
  t: number;
  steps: number;
  playing: boolean;
  speed: number;
  rate: number;
  history: number;
  touched: boolean;
  substeps: number;
  rows: Record<string, number>;
  contacts: number;
  residual: number[];
  step_ms: number;
  phases_ms: Record<string, number>;
  energy: Vec;
  stretch: number;
  penetration: number;
  probes: (number | null)[];
  hands: Hand[];
  verdicts: Verdict[] | null;
}

export interface Scene {
  kind: "scene";
  serial: number;
  head: SceneHead;
  rigidVertices: Float32Array;
  rigidTriangles: Uint32Array;
  rigidTones: Uint8Array;
  softFaces: Uint32Array;
  softEdges: Uint32Array;
  softRest: Float32Array;
}

export interface Frame {
  kind: "frame";
  serial: number;
  head: FrameHead;
  poses: Float32Array;
  states: Uint8Array;
  nodes: Float32Array;
  strains: Int16Array | null;
  contacts: Float32Array;
  bonds: Float32Array;
  held: Float32Array;
  rods: Float32Array;
  knowsSleep: boolean;
}

/** Bits of a body's state. */
export const PRESENT = 1;
export const SLEEPS = 2;
/** The unit of strains in a frame. */
export const STRAIN_UNIT = 1e-4;

export class ProtocolError extends Error {}

/** Reads a binary message. */
export function decode(buffer: ArrayBuffer): Scene | Frame {
  const view = new DataView(buffer);
  if (buffer.byteLength < 16 || view.getUint32(0, false) !== 0x504c4e54) {
    throw new ProtocolError("the server sent something that is no message of Pliant");
  }
  const version = view.getUint8(4);
  if (version !== VERSION) {
    throw new ProtocolError(`the server speaks version ${version}, this page ${VERSION}: reload the page`);
  }
  const kind = view.getUint8(5);
  const flags = view.getUint16(6, true);
  const serial = view.getUint32(8, true);
  const length = view.getUint32(12, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 16, length)));
  const blocks = new Map<number, [number, number]>();
  for (let at = 16 + length; at + 8 <= buffer.byteLength; ) {
    const bytes = view.getUint32(at + 4, true);
    blocks.set(view.getUint32(at, true), [at + 8, bytes]);
    at += 8 + Math.ceil(bytes / 4) * 4;
  }
  const floats = (tag: number) => {
    const [at, bytes] = blocks.get(tag) ?? [0, 0];
    return new Float32Array(buffer, at, bytes / 4);
  };
  const words = (tag: number) => {
    const [at, bytes] = blocks.get(tag) ?? [0, 0];
    return new Uint32Array(buffer, at, bytes / 4);
  };
  const octets = (tag: number) => {
    const [at, bytes] = blocks.get(tag) ?? [0, 0];
    return new Uint8Array(buffer, at, bytes);
  };
  if (kind === SCENE) {
    return {
      kind: "scene", serial, head,
      rigidVertices: floats(1), rigidTriangles: words(2), rigidTones: octets(3),
      softFaces: words(4), softEdges: words(5), softRest: floats(6),
    };
  }
  if (kind === FRAME) {
    const [at, bytes] = blocks.get(19) ?? [0, 0];
    return {
      kind: "frame", serial, head,
      poses: floats(16), states: octets(17), nodes: floats(18),
      strains: flags & HAS_STRAIN ? new Int16Array(buffer, at, bytes / 2) : null,
      contacts: floats(20), bonds: floats(21), held: floats(22), rods: floats(23),
      knowsSleep: (flags & KNOWS_SLEEP) !== 0,
    };
  }
  throw new ProtocolError(`the server sent a message of kind ${kind}`);
}

/** What the page asks for. */
export type Command =
  | { do: "play" | "pause" | "step" | "back" | "reset" | "unset" }
  | { do: "speed"; value: number }
  | { do: "set"; path: string; value: number | string | Vec | null }
  | { do: "strain"; on: boolean }
  | { do: "grab"; hand: number; on: Place; target: Vec }
  | { do: "move"; hand: number; target: Vec }
  | { do: "release"; hand: number }
  | { do: "pin"; on: Place }
  | { do: "throw"; position: Vec; velocity: Vec; radius: number; mass: number };

export type Place =
  | { rigid: { place: number; point: Vec } }
  | { soft: { place: number; node: number } };
