// The bodies of a scene: their meshes, and where they are between two frames.

import * as THREE from "three";
import { PRESENT, SLEEPS, STRAIN_UNIT, type Frame, type Place, type Scene } from "../protocol";
import { creased, Skin, uncreased } from "./skin";
import { Rope } from "./rope";
import { strainColour } from "./strain";

interface RigidBody {
  mesh: THREE.Mesh | null;
  material: THREE.MeshStandardMaterial | null;
}

interface SoftBody {
  parts: { mesh: THREE.Mesh; shape: Skin | Rope }[];
  material: THREE.MeshStandardMaterial;
  colour: THREE.Color;
  wires: THREE.LineSegments;
  points: THREE.Points;
  /** Its nodes as they are drawn: three numbers each. */
  nodes: Float32Array;
  start: number;
  count: number;
}

export interface Overlays {
  wires: boolean;
  nodes: boolean;
  strain: boolean;
  sleeping: boolean;
}

export class Bodies {
  readonly group = new THREE.Group();
  private rigids: RigidBody[] = [];
  private softs: SoftBody[] = [];
  private readonly place = new Map<THREE.Object3D, Place>();
  private readonly quaternion = [new THREE.Quaternion(), new THREE.Quaternion()];
  /** What the strain colours reach to, as a fraction. */
  strainScale = 0.01;
  private painted = false;

  constructor(private readonly scene: Scene) {
    this.addRigids();
    this.addSofts();
  }

  /** Moves everything to where it is between two frames; `share` 1 is the newer one. */
  show(older: Frame, newer: Frame, share: number, overlays: Overlays): void {
    this.showRigids(older, newer, share, overlays);
    this.showSofts(older, newer, share, overlays);
  }

  private showRigids(older: Frame, newer: Frame, share: number, overlays: Overlays): void {
    const [from, to] = this.quaternion;
    this.rigids.forEach(({ mesh, material }, i) => {
      if (!mesh || !material || newer.poses.length < 7 * i + 7) return;
      const a = older.poses.length >= 7 * i + 7 ? older.poses : newer.poses;
      const b = newer.poses;
      mesh.visible = (newer.states[i] & PRESENT) !== 0;
      const mix = (k: number) => a[7 * i + k] + share * (b[7 * i + k] - a[7 * i + k]);
      mesh.position.set(mix(0), mix(1), mix(2));
      from.fromArray(a, 7 * i + 3);
      mesh.quaternion.copy(from.slerp(to.fromArray(b, 7 * i + 3), share));
      material.opacity = overlays.sleeping && newer.states[i] & SLEEPS ? 0.35 : 1;
      material.transparent = material.opacity < 1;
    });
  }

  private showSofts(older: Frame, newer: Frame, share: number, overlays: Overlays): void {
    const strained = overlays.strain && newer.strains !== null;
    const a = older.nodes.length === newer.nodes.length ? older.nodes : newer.nodes;
    const b = newer.nodes;
    this.softs.forEach((soft, i) => {
      const from = 3 * soft.start;
      for (let k = 0; k < soft.nodes.length; k++) {
        soft.nodes[k] = a[from + k] + share * (b[from + k] - a[from + k]);
      }
      const state = newer.states[this.rigids.length + i];
      const present = (state & PRESENT) !== 0;
      soft.material.opacity = overlays.sleeping && state & SLEEPS ? 0.35 : 1;
      soft.material.transparent = soft.material.opacity < 1;
      for (const { mesh, shape } of soft.parts) {
        mesh.visible = present;
        shape.move(soft.nodes);
        if (strained) this.paint(shape, newer.strains!, soft.start);
      }
      if (strained !== soft.material.vertexColors) {
        soft.material.vertexColors = strained;
        soft.material.color.copy(strained ? new THREE.Color(1, 1, 1) : soft.colour);
        soft.material.needsUpdate = true;
      }
      for (const [object, on] of [[soft.wires, overlays.wires], [soft.points, overlays.nodes]] as const) {
        object.visible = present && on;
        if (on) object.geometry.attributes.position.needsUpdate = true;
      }
    });
    this.painted = strained;
  }

  /** Paints strains, to a scale that follows the largest in round steps. */
  private paint(shape: Skin | Rope, strains: Int16Array, start: number): void {
    shape.paint((node, out, at) => strainColour((strains[start + node] * STRAIN_UNIT) / this.strainScale, out, at));
  }

  get showsStrain(): boolean {
    return this.painted;
  }

  bounds(): THREE.Box3 {
    const box = new THREE.Box3();
    for (const { mesh } of this.rigids) {
      if (mesh?.visible) box.expandByObject(mesh);
    }
    const point = new THREE.Vector3();
    for (const soft of this.softs.filter((soft) => soft.parts.some((part) => part.mesh.visible))) {
      for (let i = 0; i < soft.nodes.length; i += 3) box.expandByPoint(point.fromArray(soft.nodes, i));
    }
    if (box.isEmpty()) box.set(new THREE.Vector3(-0.5, 0, -0.5), new THREE.Vector3(0.5, 1, 0.5));
    return box;
  }

  /** What can be taken hold of under a ray, and where. */
  pick(ray: THREE.Raycaster): { place: Place; point: THREE.Vector3; movable: boolean } | null {
    const meshes = [...this.place.keys()].filter((object) => object.visible);
    const [hit] = ray.intersectObjects(meshes, false);
    if (!hit) return null;
    const known = this.place.get(hit.object)!;
    if ("rigid" in known) {
      const point = hit.object.worldToLocal(hit.point.clone());
      const { place } = known.rigid;
      const movable = this.scene.head.rigids[place].dynamic;
      return { place: { rigid: { place, point: point.toArray() } }, point: hit.point, movable };
    }
    const { place } = known.soft;
    const node = this.nearest(place, hit);
    return { place: { soft: { place, node } }, point: hit.point, movable: true };
  }

  /** Where a node is drawn. */
  nodePosition(place: number, node: number): THREE.Vector3 {
    return new THREE.Vector3().fromArray(this.softs[place].nodes, 3 * node);
  }

  private nearest(place: number, hit: THREE.Intersection): number {
    const soft = this.softs[place];
    const { shape } = soft.parts.find((part) => part.mesh === hit.object)!;
    const corners = [hit.face!.a, hit.face!.b, hit.face!.c];
    const nodes = corners.map((v) => (shape instanceof Rope ? shape.nodeOf(v) : shape.surface.node[v]));
    const distance = (node: number) => this.nodePosition(place, node).distanceToSquared(hit.point);
    return nodes.reduce((best, node) => (distance(node) < distance(best) ? node : best));
  }

  dispose(): void {
    this.group.traverse((object) => {
      if (object instanceof THREE.Mesh || object instanceof THREE.LineSegments || object instanceof THREE.Points) {
        object.geometry.dispose();
        (object.material as THREE.Material).dispose();
      }
    });
  }

  private addRigids(): void {
    const { head, rigidVertices, rigidTriangles, rigidTones } = this.scene;
    let [vertex, triangle] = [0, 0];
    head.rigids.forEach((rigid, place) => {
      if (rigid.triangles === 0) {
        this.rigids.push({ mesh: null, material: null });
        return;
      }
      const rest = rigidVertices.slice(3 * vertex, 3 * (vertex + rigid.vertices));
      const faces = rigidTriangles.slice(3 * triangle, 3 * (triangle + rigid.triangles));
      const tones = rigidTones.subarray(triangle, triangle + rigid.triangles);
      [vertex, triangle] = [vertex + rigid.vertices, triangle + rigid.triangles];
      const geometry = rigidGeometry(rest, faces, tones, srgb(rigid.colour));
      const material = new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.42 });
      const mesh = new THREE.Mesh(geometry, material);
      mesh.castShadow = mesh.receiveShadow = true;
      this.group.add(mesh);
      this.place.set(mesh, { rigid: { place, point: [0, 0, 0] } });
      this.rigids.push({ mesh, material });
    });
  }

  private addSofts(): void {
    const { head, softFaces, softEdges, softRest } = this.scene;
    let [node, face, edge] = [0, 0, 0];
    head.softs.forEach((soft, place) => {
      const colour = srgb(soft.colour);
      const material = new THREE.MeshStandardMaterial({
        color: colour,
        roughness: soft.solid ? 0.5 : 0.78,
        side: soft.solid || soft.lines.length > 0 ? THREE.FrontSide : THREE.DoubleSide,
        shadowSide: soft.solid ? undefined : THREE.DoubleSide,
      });
      if (material.side === THREE.DoubleSide) shadeBacks(material);
      const rest = softRest.subarray(3 * node, 3 * (node + soft.nodes));
      const faces = softFaces.slice(3 * face, 3 * (face + soft.faces));
      const edges = softEdges.slice(2 * edge, 2 * (edge + soft.edges));
      const shapes = soft.faces > 0
        ? [new Skin(soft.solid ? creased(rest, faces) : uncreased(soft.nodes, faces))]
        : soft.lines.map((line) => new Rope(line, Math.max(soft.radius, 1e-4)));
      const parts = shapes.map((shape) => {
        const mesh = new THREE.Mesh(shape.geometry, material);
        mesh.castShadow = mesh.receiveShadow = true;
        mesh.frustumCulled = false;
        this.group.add(mesh);
        this.place.set(mesh, { soft: { place, node: 0 } });
        return { mesh, shape };
      });
      const nodes = new Float32Array(3 * soft.nodes);
      const position = new THREE.BufferAttribute(nodes, 3).setUsage(THREE.DynamicDrawUsage);
      const wires = new THREE.LineSegments(
        new THREE.BufferGeometry().setAttribute("position", position).setIndex(new THREE.BufferAttribute(edges, 1)),
        new THREE.LineBasicMaterial({ color: 0x10131a, transparent: true, opacity: 0.5 }),
      );
      const points = new THREE.Points(
        new THREE.BufferGeometry().setAttribute("position", position),
        new THREE.PointsMaterial({ color: 0x10131a, size: 4, sizeAttenuation: false }),
      );
      for (const object of [wires, points]) {
        object.frustumCulled = false;
        object.visible = false;
        object.renderOrder = 1;
        this.group.add(object);
      }
      this.softs.push({ parts, material, colour, wires, points, nodes, start: node, count: soft.nodes });
      [node, face, edge] = [node + soft.nodes, face + soft.faces, edge + soft.edges];
    });
  }
}

function srgb([r, g, b]: [number, number, number]): THREE.Color {
  return new THREE.Color().setRGB(r, g, b, THREE.SRGBColorSpace);
}

/** The surface of a rigid body; triangles of the lighter tone show how it turns. */
function rigidGeometry(rest: Float32Array, faces: Uint32Array, tones: Uint8Array, colour: THREE.Color): THREE.BufferGeometry {
  const skin = new Skin(creased(rest, faces));
  skin.move(rest);
  skin.paint((_, out, at) => colour.toArray(out, at));
  const geometry = skin.geometry.toNonIndexed();
  const light = colour.clone().lerp(new THREE.Color(1, 1, 1), 0.55);
  const colours = geometry.attributes.color as THREE.BufferAttribute;
  tones.forEach((tone, triangle) => {
    if (tone) for (let k = 0; k < 3; k++) light.toArray(colours.array, 9 * triangle + 3 * k);
  });
  return geometry;
}

/** The back of a cloth is a little darker, so that folds read. */
function shadeBacks(material: THREE.MeshStandardMaterial): void {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <color_fragment>",
      "#include <color_fragment>\n  if (!gl_FrontFacing) diffuseColor.rgb *= 0.78;",
    );
  };
}
