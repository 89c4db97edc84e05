// Ropes: a tube round a line of nodes, turned along it without twist.

import * as THREE from "three";

const SIDES = 10;
/** Points between two nodes, on a spline through them. */
const FINER = 3;

export class Rope {
  readonly geometry = new THREE.BufferGeometry();
  private readonly position: THREE.BufferAttribute;
  private readonly normal: THREE.BufferAttribute;
  private readonly colour: THREE.BufferAttribute;
  private readonly rings: number;
  private readonly points: THREE.Vector3[];

  constructor(readonly line: number[], private readonly radius: number) {
    this.rings = (line.length - 1) * FINER + 1;
    // Each end is closed by a last ring of no width.
    const count = (this.rings + 2) * SIDES;
    const attribute = () => new THREE.BufferAttribute(new Float32Array(3 * count), 3).setUsage(THREE.DynamicDrawUsage);
    [this.position, this.normal, this.colour] = [attribute(), attribute(), attribute()];
    this.geometry.setAttribute("position", this.position);
    this.geometry.setAttribute("normal", this.normal);
    this.geometry.setAttribute("color", this.colour);
    const index: number[] = [];
    for (let r = 0; r + 1 < this.rings + 2; r++) {
      for (let s = 0; s < SIDES; s++) {
        const [a, b] = [r * SIDES + s, r * SIDES + ((s + 1) % SIDES)];
        index.push(a, b, a + SIDES, b, b + SIDES, a + SIDES);
      }
    }
    this.geometry.setIndex(index);
    this.points = Array.from({ length: this.rings }, () => new THREE.Vector3());
  }

  /** The node nearest to a vertex of the tube. */
  nodeOf(vertex: number): number {
    const ring = THREE.MathUtils.clamp(Math.floor(vertex / SIDES) - 1, 0, this.rings - 1);
    return this.line[Math.round(ring / FINER)];
  }

  move(nodes: Float32Array): void {
    this.lay(nodes);
    const p = this.position.array as Float32Array;
    const n = this.normal.array as Float32Array;
    const tangent = new THREE.Vector3(), side = new THREE.Vector3(), other = new THREE.Vector3();
    const { points, rings } = this;
    for (let r = 0; r < rings; r++) {
      tangent.subVectors(points[Math.min(r + 1, rings - 1)], points[Math.max(r - 1, 0)]).normalize();
      if (r === 0) side.set(Math.abs(tangent.x) < 0.8 ? 1 : 0, Math.abs(tangent.x) < 0.8 ? 0 : 1, 0);
      side.addScaledVector(tangent, -side.dot(tangent)).normalize();
      other.crossVectors(tangent, side);
      this.ring(p, n, r + 1, points[r], side, other, this.radius);
      if (r === 0) this.cap(p, n, 0, points[r], tangent.clone().negate());
      if (r === rings - 1) this.cap(p, n, rings + 1, points[r], tangent);
    }
    this.position.needsUpdate = this.normal.needsUpdate = true;
    this.geometry.boundingSphere = this.geometry.boundingBox = null;
  }

  paint(colour: (node: number, out: Float32Array, at: number) => void): void {
    const out = this.colour.array as Float32Array;
    for (let v = 0; v < out.length / 3; v++) colour(this.nodeOf(v), out, 3 * v);
    this.colour.needsUpdate = true;
  }

  /** Points of a Catmull-Rom spline through the nodes. */
  private lay(nodes: Float32Array): void {
    const { line } = this;
    const at = (i: number, axis: number) => nodes[3 * line[THREE.MathUtils.clamp(i, 0, line.length - 1)] + axis];
    for (let r = 0; r < this.rings; r++) {
      const i = Math.min(Math.floor(r / FINER), line.length - 2);
      const t = r / FINER - i;
      for (let axis = 0; axis < 3; axis++) {
        const [a, b, c, d] = [at(i - 1, axis), at(i, axis), at(i + 1, axis), at(i + 2, axis)];
        const x = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
        this.points[r].setComponent(axis, x);
      }
    }
  }

  private ring(p: Float32Array, n: Float32Array, row: number, at: THREE.Vector3, u: THREE.Vector3, v: THREE.Vector3, radius: number): void {
    for (let s = 0; s < SIDES; s++) {
      const angle = (2 * Math.PI * s) / SIDES;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const o = 3 * (row * SIDES + s);
      for (let axis = 0; axis < 3; axis++) {
        const out = u.getComponent(axis) * cos + v.getComponent(axis) * sin;
        n[o + axis] = out;
        p[o + axis] = at.getComponent(axis) + radius * out;
      }
    }
  }

  private cap(p: Float32Array, n: Float32Array, row: number, at: THREE.Vector3, out: THREE.Vector3): void {
    for (let s = 0; s < SIDES; s++) {
      const o = 3 * (row * SIDES + s);
      for (let axis = 0; axis < 3; axis++) {
        n[o + axis] = out.getComponent(axis);
        p[o + axis] = at.getComponent(axis) + 0.4 * this.radius * out.getComponent(axis);
      }
    }
  }
}
