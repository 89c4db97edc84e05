// Mouse and fingers: taking hold of bodies, pinning, throwing balls. What hits nothing turns the
// camera.

import * as THREE from "three";
import type { Command, Place, Vec } from "../protocol";
import type { Bodies } from "./bodies";
import type { View } from "./view";

export type Tool = "hand" | "pin" | "ball";

/** Moves are sent no more often than this, ms. */
const INTERVAL = 16;
/** How fast a ball is thrown, in sizes of the scene a second. */
const THROW_SPEED = 7;
/** Radius of a thrown ball, in sizes of the scene. */
const BALL_SIZE = 0.1;
/** Density of a thrown ball, kg/m³. */
const BALL_DENSITY = 1000;

interface Drag {
  target: THREE.Vector3;
  plane: THREE.Plane;
  sent: number;
  client: [number, number];
}

export class Pointer {
  tool: Tool = "hand";
  /** Where each hand pulls to. */
  readonly drags = new Map<number, Drag>();
  private readonly ray = new THREE.Raycaster();

  constructor(
    private readonly view: View,
    private readonly bodies: () => Bodies | null,
    private readonly gravity: () => Vec,
    private readonly send: (command: Command) => void,
  ) {
    const canvas = view.renderer.domElement;
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"] as const) {
      canvas.addEventListener(end, (event) => this.up(event));
    }
    canvas.addEventListener("wheel", (event) => this.wheel(event), { capture: true, passive: false });
  }

  get targets(): Map<number, THREE.Vector3> {
    return new Map([...this.drags].map(([id, drag]) => [id, drag.target]));
  }

  private aim(x: number, y: number): void {
    const box = this.view.renderer.domElement.getBoundingClientRect();
    const at = new THREE.Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2);
    this.ray.setFromCamera(at, this.view.camera);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    this.aim(event.clientX, event.clientY);
    if (this.tool === "ball") {
      event.stopImmediatePropagation();
      this.throwBall();
      return;
    }
    const hit = this.bodies()?.pick(this.ray);
    if (!hit?.movable) return;
    // The camera stays where it is while something is held.
    event.stopImmediatePropagation();
    event.preventDefault();
    if (this.tool === "pin") {
      this.send({ do: "pin", on: hit.place });
    } else {
      this.grab(event, hit.place, hit.point);
    }
  }

  private grab(event: PointerEvent, on: Place, point: THREE.Vector3): void {
    const facing = this.view.camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(facing, point);
    const client: [number, number] = [event.clientX, event.clientY];
    this.drags.set(event.pointerId, { target: point.clone(), plane, sent: performance.now(), client });
    this.view.renderer.domElement.setPointerCapture(event.pointerId);
    this.view.renderer.domElement.classList.add("holding");
    this.send({ do: "grab", hand: event.pointerId, on, target: vec(point) });
  }

  private move(event: PointerEvent): void {
    const drag = this.drags.get(event.pointerId);
    if (!drag) return;
    drag.client = [event.clientX, event.clientY];
    this.follow(event.pointerId, drag);
  }

  private follow(id: number, drag: Drag): void {
    this.aim(...drag.client);
    if (!this.ray.ray.intersectPlane(drag.plane, drag.target)) return;
    const now = performance.now();
    if (now - drag.sent >= INTERVAL) {
      drag.sent = now;
      this.send({ do: "move", hand: id, target: vec(drag.target) });
    }
  }

  private up(event: PointerEvent): void {
    const drag = this.drags.get(event.pointerId);
    if (!drag) return;
    this.send({ do: "move", hand: event.pointerId, target: vec(drag.target) });
    this.send({ do: "release", hand: event.pointerId });
    this.drags.delete(event.pointerId);
    if (this.drags.size === 0) this.view.renderer.domElement.classList.remove("holding");
  }

  /** While something is held the wheel pushes it away or pulls it near. */
  private wheel(event: WheelEvent): void {
    if (this.drags.size === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const [id, drag] of this.drags) {
      drag.plane.constant += Math.sign(event.deltaY) * 0.06 * this.view.radius;
      drag.sent = 0;
      this.follow(id, drag);
    }
  }

  /** Throws a ball from before the camera so that it comes to what the pointer is on. */
  private throwBall(): void {
    const { radius: size, camera, centre } = this.view;
    const { direction } = this.ray.ray;
    const away = camera.position.distanceTo(centre);
    const hit = this.bodies()?.pick(this.ray)?.point ?? camera.position.clone().addScaledVector(direction, away);
    const start = Math.max(camera.position.distanceTo(hit) - 2.5 * size, 0.2 * size);
    const position = camera.position.clone().addScaledVector(direction, start);
    const seconds = hit.distanceTo(position) / (THROW_SPEED * size);
    const velocity = hit.clone().sub(position).divideScalar(seconds)
      .addScaledVector(new THREE.Vector3(...this.gravity()), -0.5 * seconds);
    const radius = BALL_SIZE * size;
    const mass = (4 / 3) * Math.PI * radius ** 3 * BALL_DENSITY;
    this.send({ do: "throw", position: vec(position), velocity: vec(velocity), radius, mass });
  }
}

const vec = (v: THREE.Vector3): Vec => [v.x, v.y, v.z];
