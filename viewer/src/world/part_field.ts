import {
  Color, DynamicDrawUsage, Group, InstancedMesh, Matrix4, Sphere, Vector3, type MeshStandardMaterial, type Raycaster,
} from 'three';
import type { GeometryLibrary } from './geometry_library';
import { multiplyAffine } from './matrices';
import { sameOwner, type Layer, type Owner, type Part } from './part';
import { partMaterial } from './part_material';
import type { TextureLibrary } from './texture_library';

/** Parts that are drawn with one call: same geometry, layer, opacity and texture. */
interface Batch {
  mesh: InstancedMesh<import('three').BufferGeometry, MeshStandardMaterial>;
  parts: Part[];
  bodies: Int32Array;
  locals: Float32Array;
  layer: Layer;
  opacity: number;
}

/** Layers that lie within the bodies: drawn over them. */
const ON_TOP: readonly Layer[] = ['axis', 'frame', 'mass'];

export interface Hit { owner: Owner; point: Vector3; distance: number; body: number }

/** All parts of a scene, drawn as instances: a frame costs one small product of matrices for each part. */
export class PartField {
  readonly group = new Group();
  private readonly batches: Batch[] = [];
  private hovered: Owner | null = null;

  /** Ghosts are faint, of one color, and cast no shadows. */
  constructor(parts: readonly Part[], library: GeometryLibrary, private readonly textures: TextureLibrary, private readonly ghost: Color | null = null) {
    const sorted = new Map<string, Part[]>();
    for (const part of parts) {
      const key = `${part.key}|${part.layer}|${part.opacity}|${part.texture ?? -1}`;
      const list = sorted.get(key);
      if (list) list.push(part);
      else sorted.set(key, [part]);
    }
    for (const list of sorted.values()) this.batches.push(this.makeBatch(list, library));
  }

  private makeBatch(parts: Part[], library: GeometryLibrary): Batch {
    const { key, layer, opacity } = parts[0]!;
    const open = key.startsWith('mesh') || key.startsWith('height') || key === 'plane';
    const material = partMaterial({
      open, vertexColors: key.endsWith('colored') && !this.ghost, map: this.ghost ? null : this.textures.get(parts[0]!.texture ?? -1),
      depthTest: !ON_TOP.includes(layer),
    });
    const mesh = new InstancedMesh(library.get(parts[0]!), material, parts.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    if (ON_TOP.includes(layer)) mesh.renderOrder = 5;
    mesh.boundingSphere = new Sphere(new Vector3(), Infinity);
    const bodies = new Int32Array(parts.length), locals = new Float32Array(16 * parts.length);
    parts.forEach((part, i) => {
      bodies[i] = part.body;
      part.local.toArray(locals, 16 * i);
      mesh.setColorAt(i, this.colorOf(part));
    });
    const batch: Batch = { mesh, parts, bodies, locals, layer, opacity: this.ghost ? 0.28 * opacity : opacity };
    setOpacity(batch, 1, this.ghost !== null);
    this.group.add(mesh);
    return batch;
  }

  private colorOf(part: Part): Color {
    if (this.ghost) return this.ghost;
    if (part.key.endsWith('colored')) return new Color(1, 1, 1);
    return part.color;
  }

  /** Moves all shown parts; `shown` says for each body whether it is. */
  update(matrices: Float32Array, shown: Uint8Array): void {
    for (const { mesh, bodies, locals } of this.batches) {
      if (!mesh.visible) continue;
      const out = mesh.instanceMatrix.array as Float32Array;
      for (let i = 0; i < bodies.length; ++i) {
        const body = bodies[i]!;
        if (shown[body] === 1 && matrices[16 * body + 15] === 1) multiplyAffine(matrices, 16 * body, locals, 16 * i, out, 16 * i);
        else out.fill(0, 16 * i, 16 * i + 16);
      }
      mesh.instanceMatrix.needsUpdate = true;
    }
  }

  showLayer(layer: Layer, on: boolean): void {
    for (const batch of this.batches) if (batch.layer === layer) batch.mesh.visible = on;
  }

  setLook(opacity: number, wireframe: boolean): void {
    for (const batch of this.batches) {
      if (batch.layer !== 'visual' && batch.layer !== 'collision') continue;
      setOpacity(batch, opacity, this.ghost !== null);
      batch.mesh.material.wireframe = wireframe;
    }
  }

  /** Brightens what the pointer is over. */
  hover(owner: Owner | null): void {
    if (sameOwner(owner, this.hovered)) return;
    this.paint(this.hovered, 0);
    this.paint(owner, 0.28);
    this.hovered = owner;
  }

  private paint(owner: Owner | null, amount: number): void {
    if (!owner) return;
    const color = new Color(), white = new Color(1, 1, 1);
    for (const { mesh, parts } of this.batches) {
      parts.forEach((part, i) => {
        if (sameOwner(part.owner, owner)) mesh.setColorAt(i, color.copy(this.colorOf(part)).lerp(white, amount));
      });
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** The visible parts that belong to an owner, with their matrices in the world. */
  partsOf(owner: Owner, see: (part: Part, matrix: Float32Array, at: number) => void): void {
    for (const { mesh, parts } of this.batches) {
      if (!mesh.visible) continue;
      parts.forEach((part, i) => {
        if (sameOwner(part.owner, owner)) see(part, mesh.instanceMatrix.array as Float32Array, 16 * i);
      });
    }
  }

  /** The matrix of a body as drawn, found from one of its visible parts; null where it has none. */
  drawnMatrix(body: number): Matrix4 | null {
    for (const { mesh, bodies, parts } of this.batches) {
      const i = mesh.visible ? bodies.indexOf(body) : -1;
      if (i < 0) continue;
      const matrix = new Matrix4();
      mesh.getMatrixAt(i, matrix);
      if (matrix.elements[15] === 1) return matrix.multiply(parts[i]!.local.clone().invert());
    }
    return null;
  }

  pick(raycaster: Raycaster): Hit | null {
    let best: Hit | null = null;
    for (const { mesh, parts } of this.batches) {
      if (!mesh.visible) continue;
      for (const hit of raycaster.intersectObject(mesh, false)) {
        const part = parts[hit.instanceId ?? -1];
        if (part && (!best || hit.distance < best.distance)) {
          best = { owner: part.owner, point: hit.point, distance: hit.distance, body: part.body };
        }
      }
    }
    return best;
  }

  dispose(): void {
    for (const { mesh } of this.batches) {
      mesh.material.dispose();
      mesh.dispose();
    }
  }
}

function setOpacity(batch: Batch, factor: number, ghost: boolean): void {
  const opacity = batch.opacity * factor, material = batch.mesh.material;
  if (material.transparent !== opacity < 1) material.needsUpdate = true;
  material.transparent = opacity < 1;
  material.depthWrite = opacity >= 1;
  material.opacity = opacity;
  batch.mesh.castShadow = opacity > 0.5 && !ghost && !ON_TOP.includes(batch.layer);
  batch.mesh.receiveShadow = !ghost;
}
