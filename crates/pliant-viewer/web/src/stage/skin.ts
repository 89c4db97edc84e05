// Surfaces that move vertex by vertex, smooth but for their creases.

import * as THREE from "three";

/** Faces that meet at more than this stay apart: the edges of a box, not the roundness of a ball. */
const CREASE = Math.cos((50 * Math.PI) / 180);

/** Which node each vertex follows, and the triangles over the vertices. */
export interface Creased {
  node: Uint32Array;
  index: Uint32Array;
}

/** Splits nodes at creases of the surface at rest. */
export function creased(rest: Float32Array, faces: Uint32Array): Creased {
  const count = faces.length / 3;
  const normals = new Float32Array(faces.length);
  for (let f = 0; f < count; f++) {
    const [a, b, c] = [3 * faces[3 * f], 3 * faces[3 * f + 1], 3 * faces[3 * f + 2]];
    const [ux, uy, uz] = [rest[b] - rest[a], rest[b + 1] - rest[a + 1], rest[b + 2] - rest[a + 2]];
    const [vx, vy, vz] = [rest[c] - rest[a], rest[c + 1] - rest[a + 1], rest[c + 2] - rest[a + 2]];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.hypot(nx, ny, nz) || 1;
    normals.set([nx / length, ny / length, nz / length], 3 * f);
  }
  const corners: number[][] = Array.from({ length: rest.length / 3 }, () => []);
  for (let corner = 0; corner < faces.length; corner++) corners[faces[corner]].push(corner);
  const index = new Uint32Array(faces.length);
  const node: number[] = [];
  corners.forEach((own, at) => {
    const group = own.map((_, i) => i);
    const root = (i: number): number => (group[i] === i ? i : (group[i] = root(group[i])));
    for (let i = 0; i < own.length; i++) {
      for (let j = 0; j < i; j++) {
        if (meetSmoothly(own[i], own[j], at, faces, normals)) group[root(i)] = root(j);
      }
    }
    const vertex = new Map<number, number>();
    own.forEach((corner, i) => {
      const key = root(i);
      if (!vertex.has(key)) vertex.set(key, node.push(at) - 1);
      index[corner] = vertex.get(key)!;
    });
  });
  return { node: Uint32Array.from(node), index };
}

/** Whether two faces that have a node in common share an edge there without a crease. */
function meetSmoothly(a: number, b: number, at: number, faces: Uint32Array, normals: Float32Array): boolean {
  const [f, g] = [3 * Math.floor(a / 3), 3 * Math.floor(b / 3)];
  const cos = normals[f] * normals[g] + normals[f + 1] * normals[g + 1] + normals[f + 2] * normals[g + 2];
  if (cos < CREASE) return false;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      if (faces[f + i] === faces[g + j] && faces[f + i] !== at) return true;
    }
  }
  return false;
}

/** The surface as it is for cloth: every node one vertex. */
export function uncreased(nodes: number, faces: Uint32Array): Creased {
  return { node: Uint32Array.from({ length: nodes }, (_, i) => i), index: faces };
}

/** A geometry whose vertices follow nodes. */
export class Skin {
  readonly geometry = new THREE.BufferGeometry();
  private readonly position: THREE.BufferAttribute;
  private readonly normal: THREE.BufferAttribute;
  private readonly colour: THREE.BufferAttribute;

  constructor(readonly surface: Creased) {
    const count = surface.node.length;
    const attribute = () => new THREE.BufferAttribute(new Float32Array(3 * count), 3).setUsage(THREE.DynamicDrawUsage);
    [this.position, this.normal, this.colour] = [attribute(), attribute(), attribute()];
    this.geometry.setAttribute("position", this.position);
    this.geometry.setAttribute("normal", this.normal);
    this.geometry.setAttribute("color", this.colour);
    this.geometry.setIndex(new THREE.BufferAttribute(surface.index, 1));
  }

  /** Moves the vertices to the nodes, and turns the normals with them. */
  move(nodes: Float32Array): void {
    const { node, index } = this.surface;
    const p = this.position.array as Float32Array;
    for (let v = 0; v < node.length; v++) {
      const from = 3 * node[v];
      p[3 * v] = nodes[from];
      p[3 * v + 1] = nodes[from + 1];
      p[3 * v + 2] = nodes[from + 2];
    }
    const n = this.normal.array as Float32Array;
    n.fill(0);
    for (let i = 0; i < index.length; i += 3) {
      const [a, b, c] = [3 * index[i], 3 * index[i + 1], 3 * index[i + 2]];
      const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
      const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
      const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      n[a] += nx; n[a + 1] += ny; n[a + 2] += nz;
      n[b] += nx; n[b + 1] += ny; n[b + 2] += nz;
      n[c] += nx; n[c + 1] += ny; n[c + 2] += nz;
    }
    for (let i = 0; i < n.length; i += 3) {
      const scale = 1 / (Math.sqrt(n[i] * n[i] + n[i + 1] * n[i + 1] + n[i + 2] * n[i + 2]) || 1);
      n[i] *= scale; n[i + 1] *= scale; n[i + 2] *= scale;
    }
    this.position.needsUpdate = this.normal.needsUpdate = true;
    this.geometry.boundingSphere = this.geometry.boundingBox = null;
  }

  /** Colours each vertex as its node says. */
  paint(colour: (node: number, out: Float32Array, at: number) => void): void {
    const { node } = this.surface;
    const out = this.colour.array as Float32Array;
    for (let v = 0; v < node.length; v++) colour(node[v], out, 3 * v);
    this.colour.needsUpdate = true;
  }
}
