import { Color, DoubleSide, DynamicDrawUsage, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Vector3, type BufferGeometry } from 'three';
import type { Frames } from '../motion/frames';
import type { Snapshot } from '../motion/sample';
import { PATCH_WIDTH, type Scene } from '../protocol/types';
import type { GeometryLibrary } from './geometry_library';
import { CONTACT_COLOR, pressureColor } from './palette';
import { DISK, SPHERE, TRIANGLE } from './unit_shapes';

const KINDS = [null, DISK, TRIANGLE] as const;
const OPACITY = 0.82;
/** The radius of a point as a part of the size of the scene. */
const POINT = 0.011;

/**
 * Where surfaces touch: areas colored by pressure, from none to the largest met, and points. They lie between the bodies, so
 * they are drawn over everything else.
 */
export class Patches {
  readonly group = new Group();
  showAreas = false;
  showPoints = false;
  /** The largest pressure met, in pascals. */
  largest = 0;
  private readonly areas: (InstancedMesh | null)[];
  private readonly points: InstancedMesh;
  private readonly materials = [OPACITY, 1].map((opacity) =>
    new MeshBasicMaterial({ transparent: true, opacity, depthTest: false, depthWrite: false, side: DoubleSide }));
  private readonly matrix = new Matrix4();
  private readonly color = new Color();

  constructor(private readonly scene: Scene, library: GeometryLibrary) {
    this.areas = KINDS.map((kind) => (kind ? this.makeMesh(library.get(kind), this.materials[0]!, 10) : null));
    this.points = this.makeMesh(library.get(SPHERE), this.materials[1]!, 11);
  }

  private makeMesh(geometry: BufferGeometry, material: MeshBasicMaterial, order: number): InstancedMesh {
    const mesh = new InstancedMesh(geometry, material, Math.max(1, this.scene.patches.length));
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.setColorAt(0, CONTACT_COLOR);
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    this.group.add(mesh);
    return mesh;
  }

  /** Learns the largest pressure from a recorded motion. */
  learn(frames: Frames): void {
    const stride = Math.max(1, Math.floor(frames.length / 200));
    for (let i = 0; i < frames.length; i += stride) this.learnValues(frames.patches(i));
  }

  private learnValues(patches: Float32Array): void {
    for (let at = PATCH_WIDTH - 1; at < patches.length; at += PATCH_WIDTH) {
      const pressure = patches[at]!;
      if (pressure > this.largest && Number.isFinite(pressure)) this.largest = pressure;
    }
  }

  update({ patches }: Snapshot): void {
    this.group.visible = this.showAreas || this.showPoints;
    if (!this.group.visible) return;
    this.learnValues(patches);
    for (const mesh of [this.points, ...this.areas]) if (mesh) mesh.count = 0;
    for (let at = 0; at < patches.length; at += PATCH_WIDTH) this.add(patches, at);
    for (const mesh of [this.points, ...this.areas]) {
      if (!mesh) continue;
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
    }
  }

  private add(patches: Float32Array, at: number): void {
    const area = this.areas[patches[at]!] ?? null;
    for (let k = 1; k < PATCH_WIDTH; ++k) if (!Number.isFinite(patches[at + k]!)) return;
    if (!area) return;
    const center = new Vector3().fromArray(patches, at + 1), a = new Vector3().fromArray(patches, at + 4), b = new Vector3().fromArray(patches, at + 7);
    const pressure = patches[at + 10]!, normal = new Vector3().crossVectors(a, b);
    if (this.showAreas && normal.lengthSq() > 0) {
      pressureColor(pressure > 0 ? pressure / this.largest : 1, this.color);
      put(area, this.matrix.makeBasis(a, b, normal.normalize()).setPosition(center), this.color);
    }
    if (!this.showPoints) return;
    const r = area === this.areas[2] ? Math.min(POINT * this.scene.size, 0.2 * a.length()) : POINT * this.scene.size;
    put(this.points, this.matrix.makeScale(r, r, r).setPosition(center), CONTACT_COLOR);
  }

  /** The areas as they are drawn. */
  drawn(): { kind: string; center: number[]; a: number[]; b: number[] }[] {
    const matrix = new Matrix4(), [a, b, normal] = [new Vector3(), new Vector3(), new Vector3()];
    return this.areas.flatMap((mesh, kind) => Array.from({ length: this.group.visible && mesh ? mesh.count : 0 }, (_, i) => {
      mesh!.getMatrixAt(i, matrix);
      matrix.extractBasis(a, b, normal);
      return { kind: KINDS[kind]!.key, center: new Vector3().setFromMatrixPosition(matrix).toArray(), a: a.toArray(), b: b.toArray() };
    }));
  }

  dispose(): void {
    for (const material of this.materials) material.dispose();
    for (const mesh of [this.points, ...this.areas]) mesh?.dispose();
  }
}

function put(mesh: InstancedMesh, matrix: Matrix4, color: Color): void {
  mesh.setMatrixAt(mesh.count, matrix);
  mesh.setColorAt(mesh.count, color);
  mesh.count += 1;
}
