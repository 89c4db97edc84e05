// Renderer, camera, light and ground.

import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import { Ground } from "./ground";
import type { Theme } from "../ui/theme";

/** What a theme means to the picture. */
const LOOK: Record<Theme, { sun: number; sky: number; environment: number; shadow: number }> = {
  light: { sun: 2.0, sky: 0.32, environment: 0.36, shadow: 0.34 },
  dark: { sun: 2.1, sky: 0.22, environment: 0.26, shadow: 0.6 },
};

/** Pixels drawn for each pixel of the screen, best first: a slow machine goes down the list. */
const QUALITY = [2, 1.5, 1, 0.75, 0.5];
/** Frames a second below which the picture gets coarser. */
const SLOW = 26;

export class View {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(36, 1, 0.01, 100);
  readonly controls: OrbitControls;
  readonly renderer: THREE.WebGLRenderer;
  readonly ground: Ground;
  private readonly sun = new THREE.DirectionalLight(0xfff4e6, 2);
  private readonly sky = new THREE.HemisphereLight(0xdfe9f7, 0x8d8378, 0.5);
  private quality: number;
  private slowFor = 0;
  /** Half the size of what there is to see, m. */
  radius = 1;
  readonly centre = new THREE.Vector3();
  private readonly up = new THREE.Vector3(0, 1, 0);
  /** Frames drawn. */
  drawn = 0;
  /** Pixels at the right that something else covers: the middle of the picture is left of them. */
  private covered = 0;

  constructor(private readonly host: HTMLElement) {
    this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.quality = QUALITY.findIndex((ratio) => ratio <= window.devicePixelRatio);
    if (this.quality < 0) this.quality = QUALITY.length - 1;
    host.append(this.renderer.domElement);

    const maker = new THREE.PMREMGenerator(this.renderer);
    this.scene.environment = maker.fromScene(new RoomEnvironment(), 0.04).texture;
    maker.dispose();
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 4;
    this.sun.shadow.bias = -0.0002;
    this.scene.add(this.sun, this.sun.target, this.sky);
    this.ground = new Ground(this.scene);

    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.zoomToCursor = true;
    new ResizeObserver(() => this.resize()).observe(host);
    this.resize();
  }

  setTheme(theme: Theme): void {
    const look = LOOK[theme];
    this.sun.intensity = look.sun;
    this.sky.intensity = look.sky;
    this.scene.environmentIntensity = look.environment;
    this.ground.setTheme(theme, look.shadow);
  }

  /** Stands the camera where the scene says, and puts light and ground round what there is. */
  frame(eye: THREE.Vector3, target: THREE.Vector3, fov: number, up: THREE.Vector3): void {
    this.up.copy(up);
    this.camera.up.copy(up);
    this.camera.fov = fov;
    this.camera.position.copy(eye);
    this.controls.target.copy(target);
    this.widen();
    this.controls.update();
  }

  /** Light, depth and ground for bodies within these bounds. */
  embrace(bounds: THREE.Box3): void {
    bounds.getCenter(this.centre);
    this.radius = Math.max(0.5 * bounds.getSize(new THREE.Vector3()).length(), 1e-3);
    const reach = 2.2 * this.radius;
    const shadow = this.sun.shadow.camera;
    shadow.left = shadow.bottom = -reach;
    shadow.right = shadow.top = reach;
    shadow.near = 0.1 * this.radius;
    shadow.far = 12 * this.radius;
    shadow.updateProjectionMatrix();
    this.sun.shadow.normalBias = 0.012 * this.radius;
    // From over the left shoulder, so that shadows fall to the right.
    const toEye = this.camera.position.clone().sub(this.controls.target);
    toEye.addScaledVector(this.up, -toEye.dot(this.up)).normalize();
    const left = toEye.clone().cross(this.up);
    this.sun.position.copy(this.centre).addScaledVector(this.up, 4.6 * this.radius)
      .addScaledVector(left, 3.2 * this.radius).addScaledVector(toEye, 1.6 * this.radius);
    this.sun.target.position.copy(this.centre);
    this.sky.position.copy(this.up);
    this.camera.near = 0.01 * this.radius;
    this.camera.far = 200 * this.radius;
    this.camera.updateProjectionMatrix();
    this.controls.minDistance = 0.1 * this.radius;
    this.controls.maxDistance = 40 * this.radius;
  }

  /** Moves the camera along its direction until everything is seen. */
  fit(bounds: THREE.Box3): void {
    const centre = bounds.getCenter(new THREE.Vector3());
    const radius = Math.max(0.5 * bounds.getSize(new THREE.Vector3()).length(), 1e-3);
    const half = Math.min(this.camera.fov, 2 * (180 / Math.PI) * Math.atan(Math.tan((this.camera.fov * Math.PI) / 360) * this.camera.aspect)) / 2;
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.camera.position.copy(centre).addScaledVector(direction, (1.12 * radius) / Math.sin((half * Math.PI) / 180));
    this.controls.target.copy(centre);
    this.controls.update();
  }

  draw(seconds: number): void {
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
    this.drawn++;
    this.slowFor = seconds > 1 / SLOW ? this.slowFor + seconds : 0;
    if (this.slowFor > 1.5 && this.quality < QUALITY.length - 1) {
      this.quality++;
      this.slowFor = 0;
      const side = 4096 >> this.quality;
      this.sun.shadow.mapSize.set(side, side);
      this.sun.shadow.map?.dispose();
      this.sun.shadow.map = null;
      this.resize();
    }
  }

  dispose(): void {
    this.controls.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(QUALITY[this.quality]);
    this.renderer.setSize(clientWidth, clientHeight);
    this.camera.aspect = clientWidth / clientHeight;
    this.widen();
    // A canvas of a new size is empty: nobody should see that.
    this.renderer.render(this.scene, this.camera);
  }

  cover(pixels: number): void {
    this.covered = pixels;
    this.widen();
  }

  /** A tall window sees as much across as a square one: the field of view grows. */
  private widen(): void {
    const { aspect } = this.camera;
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width > 0) this.camera.setViewOffset(width, height, 0.5 * this.covered, 0, width, height);
    this.camera.zoom = aspect < 1 ? aspect : 1;
    this.camera.updateProjectionMatrix();
  }
}
