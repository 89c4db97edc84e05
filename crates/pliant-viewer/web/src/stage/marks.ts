// What is drawn over the bodies: arrows of forces, rods, pins, and the springs of hands.

import * as THREE from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Frame, Hand } from "../protocol";
import { roundNumber } from "./ground";

const MOST = 4096;

/** Many arrows of one colour, each along a force. */
class Arrows {
  private readonly mesh: THREE.InstancedMesh;
  private readonly matrix = new THREE.Matrix4();
  private readonly turn = new THREE.Quaternion();
  private readonly up = new THREE.Vector3(0, 1, 0);

  constructor(scene: THREE.Scene, colour: number) {
    const shaft = new THREE.CylinderGeometry(0.02, 0.02, 0.76, 8).translate(0, 0.38, 0);
    const tip = new THREE.ConeGeometry(0.065, 0.24, 12).translate(0, 0.88, 0);
    const material = new THREE.MeshBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: 0.95 });
    this.mesh = new THREE.InstancedMesh(mergeGeometries([shaft, tip]), material, MOST);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 5;
    this.mesh.count = 0;
    scene.add(this.mesh);
  }

  /** `stride` numbers each: a point at `at`, a force at `force`; `length` m for 1 N. */
  show(data: Float32Array, stride: number, at: number, force: number, length: number, width: number): void {
    const point = new THREE.Vector3(), along = new THREE.Vector3(), size = new THREE.Vector3();
    let count = 0;
    for (let i = 0; i + stride <= data.length && count < MOST; i += stride) {
      along.fromArray(data, i + force);
      const strength = along.length();
      const long = strength * length;
      if (!(long > 1e-3 * width)) continue;
      this.turn.setFromUnitVectors(this.up, along.divideScalar(strength));
      const thick = Math.min(width, 2 * long);
      this.matrix.compose(point.fromArray(data, i + at), this.turn, size.set(thick, long, thick));
      this.mesh.setMatrixAt(count++, this.matrix);
    }
    this.mesh.count = count;
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  hide(): void {
    this.mesh.count = 0;
  }
}

/** Many small balls of one colour. */
class Beads {
  private readonly mesh: THREE.InstancedMesh;
  private readonly matrix = new THREE.Matrix4();

  constructor(scene: THREE.Scene, private readonly material: THREE.Material, over: boolean) {
    this.mesh = new THREE.InstancedMesh(new THREE.SphereGeometry(1, 16, 12), material, MOST);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = !over;
    if (over) {
      this.mesh.renderOrder = 4;
      material.depthTest = false;
      material.transparent = true;
    }
    this.mesh.count = 0;
    scene.add(this.mesh);
  }

  show(data: Float32Array | number[], stride: number, at: number, radius: number, wanted = (_: number) => true): void {
    let count = 0;
    for (let i = 0; i + stride <= data.length && count < MOST; i += stride) {
      if (!wanted(i)) continue;
      this.matrix.makeScale(radius, radius, radius).setPosition(data[i + at], data[i + at + 1], data[i + at + 2]);
      this.mesh.setMatrixAt(count++, this.matrix);
    }
    this.mesh.count = count;
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  hide(): void {
    this.mesh.count = 0;
  }

  get colour(): THREE.Color {
    return (this.material as THREE.MeshStandardMaterial).color;
  }
}

/** Many thin rods of one colour. */
class Sticks {
  private readonly mesh: THREE.InstancedMesh;
  private readonly matrix = new THREE.Matrix4();

  constructor(scene: THREE.Scene, material: THREE.Material) {
    this.mesh = new THREE.InstancedMesh(new THREE.CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), material, MOST);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.count = 0;
    scene.add(this.mesh);
  }

  show(data: Float32Array, radius: number): void {
    const a = new THREE.Vector3(), along = new THREE.Vector3(), turn = new THREE.Quaternion();
    const up = new THREE.Vector3(0, 1, 0);
    let count = 0;
    for (let i = 0; i + 6 <= data.length && count < MOST; i += 6) {
      along.fromArray(data, i + 3).sub(a.fromArray(data, i));
      const length = along.length();
      if (length === 0) continue;
      turn.setFromUnitVectors(up, along.divideScalar(length));
      this.matrix.compose(a, turn, new THREE.Vector3(radius, length, radius));
      this.mesh.setMatrixAt(count++, this.matrix);
    }
    this.mesh.count = count;
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

/** The spring between a grip and the hand that pulls it. */
class Spring {
  private static readonly POINTS = 160;
  private readonly line: THREE.Line;
  private readonly material = new THREE.LineBasicMaterial({ color: 0xffffff, depthTest: false, transparent: true });
  private readonly ring: THREE.Mesh;

  constructor(private readonly scene: THREE.Scene) {
    const positions = new THREE.BufferAttribute(new Float32Array(3 * Spring.POINTS), 3);
    this.line = new THREE.Line(new THREE.BufferGeometry().setAttribute("position", positions), this.material);
    this.ring = new THREE.Mesh(
      new THREE.SphereGeometry(1, 20, 14),
      new THREE.MeshBasicMaterial({ color: 0xffffff, depthTest: false, transparent: true, opacity: 0.9 }),
    );
    for (const object of [this.line, this.ring]) {
      object.frustumCulled = false;
      object.renderOrder = 6;
      scene.add(object);
    }
  }

  show(from: THREE.Vector3, to: THREE.Vector3, strain: number, size: number): void {
    const along = to.clone().sub(from);
    const length = along.length();
    const axis = length > 0 ? along.divideScalar(length) : new THREE.Vector3(0, 1, 0);
    const u = new THREE.Vector3(Math.abs(axis.x) < 0.8 ? 1 : 0, Math.abs(axis.x) < 0.8 ? 0 : 1, 0).cross(axis).normalize();
    const v = axis.clone().cross(u);
    const position = this.line.geometry.attributes.position as THREE.BufferAttribute;
    const coils = 9;
    // A longer spring is a narrower one.
    const width = (0.035 * size) / (1 + (2 * length) / size);
    for (let i = 0; i < Spring.POINTS; i++) {
      const t = i / (Spring.POINTS - 1);
      const ends = Math.min(1, 8 * Math.min(t, 1 - t));
      const angle = 2 * Math.PI * coils * t;
      const [c, s] = [Math.cos(angle) * width * ends, Math.sin(angle) * width * ends];
      position.setXYZ(
        i,
        from.x + axis.x * length * t + u.x * c + v.x * s,
        from.y + axis.y * length * t + u.y * c + v.y * s,
        from.z + axis.z * length * t + u.z * c + v.z * s,
      );
    }
    position.needsUpdate = true;
    // From calm to taut to the limit.
    const colour = new THREE.Color().setHSL(0.42 - 0.42 * Math.min(strain, 1), 0.75, 0.5);
    this.material.color.copy(colour);
    (this.ring.material as THREE.MeshBasicMaterial).color.copy(colour);
    this.ring.position.copy(to);
    this.ring.scale.setScalar(0.014 * size);
  }

  remove(): void {
    this.scene.remove(this.line, this.ring);
    this.line.geometry.dispose();
    this.material.dispose();
    this.ring.geometry.dispose();
    (this.ring.material as THREE.Material).dispose();
  }
}

export interface ForceScale {
  /** N that the arrow in the legend stands for; null: no arrows are shown. */
  contacts: number | null;
  bonds: number | null;
}

export class Marks {
  private readonly contactArrows: Arrows;
  private readonly contactPoints: Beads;
  private readonly bondArrows: Arrows;
  private readonly held: Beads;
  private readonly rods: Sticks;
  private readonly pins: Beads;
  private readonly springs = new Map<number, Spring>();
  private readonly rodMaterial = new THREE.MeshStandardMaterial({ color: 0x33353b, roughness: 0.5 });
  /** Largest forces, smoothed, N. */
  private strongest = { contacts: 0, bonds: 0 };

  constructor(private readonly scene: THREE.Scene) {
    this.contactArrows = new Arrows(scene, 0xe8552f);
    this.contactPoints = new Beads(scene, new THREE.MeshBasicMaterial({ color: 0xe8552f, opacity: 0.9 }), true);
    this.bondArrows = new Arrows(scene, 0x2f7de8);
    this.held = new Beads(scene, this.rodMaterial, false);
    this.rods = new Sticks(scene, this.rodMaterial);
    this.pins = new Beads(scene, new THREE.MeshBasicMaterial({ color: 0xf2b035 }), true);
  }

  setDark(dark: boolean): void {
    this.rodMaterial.color.set(dark ? 0xb9bec9 : 0x33353b);
  }

  show(frame: Frame, size: number, contacts: boolean, bonds: boolean): ForceScale {
    this.held.show(frame.held, 3, 0, 0.014 * size);
    this.rods.show(frame.rods, 0.0045 * size);
    this.pins.show(frame.bonds, 10, 3, 0.016 * size, (i) => frame.bonds[i + 9] === 1);
    const scale: ForceScale = { contacts: null, bonds: null };
    if (contacts) {
      scale.contacts = this.scale("contacts", largest(frame.contacts, 6, 3));
      this.contactPoints.show(frame.contacts, 6, 0, 0.005 * size);
      this.contactArrows.show(frame.contacts, 6, 0, 3, (0.2 * size) / scale.contacts, 0.22 * size);
    } else {
      this.contactPoints.hide();
      this.contactArrows.hide();
    }
    if (bonds) {
      scale.bonds = this.scale("bonds", largest(frame.bonds, 10, 6));
      this.bondArrows.show(frame.bonds, 10, 0, 6, (0.25 * size) / scale.bonds, 0.3 * size);
    } else {
      this.bondArrows.hide();
    }
    return scale;
  }

  /** Shows the hands; the page's own are drawn to where the pointer is, ahead of the server. */
  showHands(hands: Hand[], ahead: Map<number, THREE.Vector3>, size: number): void {
    const seen = new Set<number>();
    for (const hand of hands) {
      seen.add(hand.id);
      let spring = this.springs.get(hand.id);
      if (!spring) this.springs.set(hand.id, (spring = new Spring(this.scene)));
      const to = ahead.get(hand.id) ?? new THREE.Vector3(...hand.target);
      spring.show(new THREE.Vector3(...hand.grip), to, hand.force / hand.max_force, size);
    }
    for (const [id, spring] of this.springs) {
      if (seen.has(id)) continue;
      spring.remove();
      this.springs.delete(id);
    }
  }

  /** A round number of newtons that follows the largest force without jumping about. */
  private scale(kind: "contacts" | "bonds", now: number): number {
    const before = this.strongest[kind];
    this.strongest[kind] = now > before ? now : before + 0.01 * (now - before);
    return roundNumber(Math.max(this.strongest[kind], 1e-6));
  }
}

function largest(data: Float32Array, stride: number, at: number): number {
  let most = 0;
  for (let i = 0; i + stride <= data.length; i += stride) {
    most = Math.max(most, Math.hypot(data[i + at], data[i + at + 1], data[i + at + 2]));
  }
  return most;
}
