// Half-spaces: a disc that fades away, a grid in round numbers, and the shadows on it.

import * as THREE from "three";
import type { Theme } from "../ui/theme";

const COLOURS: Record<Theme, { floor: number; line: number; opacity: number }> = {
  light: { floor: 0xfaf9f6, line: 0x8a8378, opacity: 0.92 },
  dark: { floor: 0x272b35, line: 0x6d7688, opacity: 0.9 },
};

const VERTEX = `
  varying vec2 place;
  void main() {
    place = position.xy;
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

const FRAGMENT = `
  varying vec2 place;
  uniform vec3 floorColour;
  uniform vec3 line;
  uniform float opacity;
  uniform float cell;
  uniform float radius;
  uniform vec2 middle;
  float grid(float size, float width) {
    vec2 at = place / size;
    vec2 wide = fwidth(at);
    vec2 near = abs(fract(at - 0.5) - 0.5) / max(wide, vec2(1e-6));
    float clear = 1.0 - clamp(max(wide.x, wide.y) * 2.0, 0.0, 1.0);
    return (1.0 - clamp(min(near.x, near.y) / width, 0.0, 1.0)) * clear;
  }
  void main() {
    float away = length(place - middle) / radius;
    float fade = 1.0 - smoothstep(0.25, 1.0, away);
    float lines = max(0.16 * grid(cell, 1.2), 0.34 * grid(5.0 * cell, 1.5));
    vec3 colour = mix(floorColour, line, lines);
    gl_FragColor = vec4(colour, max(opacity * fade * fade, 0.0));
    #include <colorspace_fragment>
  }`;

interface Plane {
  group: THREE.Group;
  floor: THREE.ShaderMaterial;
  shadow: THREE.ShadowMaterial;
}

export class Ground {
  private planes: Plane[] = [];
  private theme: Theme = "light";
  private darkness = 0.3;

  constructor(private readonly scene: THREE.Scene) {}

  /** Shows half-spaces at these poses: a normal in their own axes, and 7 numbers of a pose each. */
  set(normals: THREE.Vector3[], poses: Float32Array[], centre: THREE.Vector3, radius: number): void {
    this.clear();
    const cell = roundNumber(0.2 * radius);
    normals.forEach((normal, i) => {
      const [x, y, z, a, b, c, d] = poses[i];
      const turned = normal.clone().applyQuaternion(new THREE.Quaternion(a, b, c, d));
      const group = new THREE.Group();
      group.position.set(x, y, z);
      group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), turned);
      const middle = group.worldToLocal(centre.clone());
      group.updateMatrixWorld();
      group.worldToLocal(middle.copy(centre));
      const size = 18 * radius;
      const geometry = new THREE.PlaneGeometry(2 * size, 2 * size).translate(middle.x, middle.y, 0);
      const floor = new THREE.ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        transparent: true,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: 2,
        polygonOffsetUnits: 2,
        uniforms: {
          floorColour: { value: new THREE.Color() },
          line: { value: new THREE.Color() },
          opacity: { value: 1 },
          cell: { value: cell },
          radius: { value: 0.8 * size },
          middle: { value: new THREE.Vector2(middle.x, middle.y) },
        },
      });
      const shadow = new THREE.ShadowMaterial({
        depthWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
      });
      const floorMesh = new THREE.Mesh(geometry, floor);
      floorMesh.renderOrder = -2;
      const shadowMesh = new THREE.Mesh(geometry, shadow);
      shadowMesh.renderOrder = -1;
      shadowMesh.receiveShadow = true;
      group.add(floorMesh, shadowMesh);
      this.scene.add(group);
      this.planes.push({ group, floor, shadow });
    });
    this.setTheme(this.theme, this.darkness);
  }

  setTheme(theme: Theme, darkness: number): void {
    [this.theme, this.darkness] = [theme, darkness];
    const { floor, line, opacity } = COLOURS[theme];
    for (const plane of this.planes) {
      plane.floor.uniforms.floorColour.value.set(floor);
      plane.floor.uniforms.line.value.set(line);
      plane.floor.uniforms.opacity.value = opacity;
      plane.shadow.opacity = darkness;
    }
  }

  private clear(): void {
    for (const { group, floor, shadow } of this.planes) {
      this.scene.remove(group);
      floor.dispose();
      shadow.dispose();
    }
    this.planes = [];
  }
}

/** The number 1, 2 or 5 times a power of ten next to x. */
export function roundNumber(x: number): number {
  const power = 10 ** Math.floor(Math.log10(x));
  const digit = x / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}
