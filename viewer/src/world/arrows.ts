import {
  Color, DynamicDrawUsage, GreaterDepth, Group, InstancedMesh, MeshBasicMaterial, MeshStandardMaterial, Quaternion, Matrix4, Sphere, Vector3, type Raycaster,
} from 'three';
import type { Frames } from '../motion/frames';
import type { Snapshot } from '../motion/sample';
import type { Scene } from '../protocol/types';
import type { GeometryLibrary } from './geometry_library';
import { ARROW_COLORS } from './palette';
import type { Hit } from './part_field';
import { TypicalSize } from './typical_size';
import { CONE, CYLINDER } from './unit_shapes';

const Z = new Vector3(0, 0, 1);
/** Length of the largest arrow of a typical moment, as a part of the scene's size. */
const TYPICAL_LENGTH = 0.45;
/** Opacity of what bodies hide of an arrow: reactions of joints mostly lie within links. */
const HIDDEN_OPACITY = 0.6;

/**
 * Arrows of forces and torques (two heads). Lengths are in proportion to the values, for each unit alone, so that the largest
 * of a typical moment is a fair part of the scene's size.
 */
export class Arrows {
  readonly group = new Group();
  readonly groups: string[];
  readonly shown = new Set<string>();
  scale = 1;
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;
  private readonly material = new MeshStandardMaterial({ roughness: 0.5, emissiveIntensity: 0.25 });
  private readonly hiddenMaterial = new MeshBasicMaterial({ transparent: true, opacity: HIDDEN_OPACITY, depthFunc: GreaterDepth, depthWrite: false });
  /** By unit: the largest value of each moment. */
  private readonly sizes = new Map<string, TypicalSize>();

  constructor(private readonly scene: Scene, library: GeometryLibrary) {
    const count = Math.max(1, scene.arrows.length);
    this.groups = [...new Set(scene.arrows.map((arrow) => arrow.group))];
    for (const { unit } of scene.arrows) this.sizes.set(unit, new TypicalSize());
    this.shafts = this.makeMesh(new InstancedMesh(library.get(CYLINDER), this.material, count), 1);
    this.heads = this.makeMesh(new InstancedMesh(library.get(CONE), this.material, 2 * count), 2);
  }

  private makeMesh(mesh: InstancedMesh, each: number): InstancedMesh {
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.boundingSphere = new Sphere(new Vector3(), Infinity);
    this.scene.arrows.forEach((arrow, i) => {
      const color = new Color(ARROW_COLORS[arrow.group] ?? 0xe8893a);
      for (let k = 0; k < each; ++k) mesh.setColorAt(each * i + k, color);
    });
    this.group.add(mesh, this.makeHidden(mesh));
    return mesh;
  }

  /** The same arrows, drawn faintly where bodies hide them. */
  private makeHidden(mesh: InstancedMesh): InstancedMesh {
    const hidden = new InstancedMesh(mesh.geometry, this.hiddenMaterial, mesh.count);
    hidden.instanceMatrix = mesh.instanceMatrix;
    hidden.instanceColor = mesh.instanceColor;
    hidden.frustumCulled = false;
    hidden.boundingSphere = mesh.boundingSphere;
    hidden.renderOrder = 4;
    return hidden;
  }

  /** Learns the sizes of the values from a recorded motion. */
  learn(frames: Frames): void {
    const width = 6 * this.scene.arrows.length;
    const stride = Math.max(1, Math.floor(frames.length / 200));
    for (let i = 0; i < frames.length; i += stride) this.learnValues(frames.arrows.subarray(i * width, (i + 1) * width));
  }

  private learnValues(values: Float32Array): void {
    const largest = new Map<string, number>();
    this.scene.arrows.forEach(({ unit }, i) => {
      const size = Math.hypot(values[6 * i + 3]!, values[6 * i + 4]!, values[6 * i + 5]!);
      if (Number.isFinite(size) && size > (largest.get(unit) ?? 0)) largest.set(unit, size);
    });
    for (const [unit, size] of largest) this.sizes.get(unit)!.add(size);
  }

  update(snapshot: Snapshot): void {
    this.group.visible = this.shown.size > 0;
    if (!this.group.visible) return;
    this.learnValues(snapshot.arrows);
    const position = new Vector3(), vector = new Vector3(), turn = new Quaternion(), matrix = new Matrix4(), scale = new Vector3();
    const radius = 0.0065 * this.scene.size;
    this.scene.arrows.forEach((arrow, i) => {
      position.fromArray(snapshot.arrows, 6 * i);
      vector.fromArray(snapshot.arrows, 6 * i + 3);
      const value = vector.length(), typical = this.sizes.get(arrow.unit)!.size || 1;
      const length = (value / typical) * TYPICAL_LENGTH * this.scene.size * this.scale;
      const shown = this.shown.has(arrow.group) && Number.isFinite(length + position.x) && length > 0.002 * this.scene.size;
      const thickness = shown ? Math.min(radius, 0.12 * length) : 0;
      const head = Math.min(0.6 * length, 5.5 * thickness);
      turn.setFromUnitVectors(Z, shown ? vector.divideScalar(value) : Z);
      const place = (mesh: InstancedMesh, at: number, middle: number, r: number, l: number): void => {
        scale.set(r, r, shown ? l : 0);
        const center = new Vector3().copy(position).addScaledVector(vector, shown ? middle : 0);
        mesh.setMatrixAt(at, shown ? matrix.compose(center, turn, scale) : matrix.makeScale(0, 0, 0));
      };
      const double = /torque|moment/i.test(arrow.group) || /m$/.test(arrow.unit);
      place(this.shafts, i, (length - head) / 2, thickness, length - head);
      place(this.heads, 2 * i, length - head / 2, 2.4 * thickness, head);
      place(this.heads, 2 * i + 1, length - 1.25 * head, double ? 2.4 * thickness : 0, head);
    });
    this.shafts.instanceMatrix.needsUpdate = this.heads.instanceMatrix.needsUpdate = true;
  }

  pick(raycaster: Raycaster): Hit | null {
    if (!this.group.visible) return null;
    const hit = raycaster.intersectObjects([this.shafts, this.heads], false)[0];
    if (!hit || hit.instanceId === undefined) return null;
    const index = hit.object === this.shafts ? hit.instanceId : hit.instanceId >> 1;
    return { owner: { kind: 'arrow', index }, point: hit.point, distance: hit.distance, body: 0 };
  }

  dispose(): void {
    this.material.dispose();
    this.hiddenMaterial.dispose();
    this.shafts.dispose();
    this.heads.dispose();
  }
}
