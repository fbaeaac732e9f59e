import { Box3, Matrix4, Vector3, type BufferGeometry } from 'three';
import type { Frames } from '../motion/frames';
import type { Scene, Vector } from '../protocol/types';
import { cornersOf } from './framing';
import type { GeometryLibrary } from './geometry_library';
import { bodyMatrices } from './matrices';
import type { Part } from './part';
import { isGround } from './visual_parts';

/** About so many vertices stand for a round shape where a scene is framed. */
const FEW = 40;

/** Calls a function with the geometry and the place of each part in the given poses; parts without a finite pose are left out. */
function forEachPlaced(parts: readonly Part[], poses: Float32Array, library: GeometryLibrary,
                       see: (geometry: BufferGeometry, place: Matrix4, part: Part) => void): void {
  const matrices = new Float32Array((poses.length / 7) * 16), place = new Matrix4();
  bodyMatrices(poses, matrices);
  for (const part of parts) {
    if (matrices[16 * part.body + 15] === 1) see(library.get(part), place.fromArray(matrices, 16 * part.body).multiply(part.local), part);
  }
}

function boxOf(geometry: BufferGeometry): Box3 {
  if (!geometry.boundingBox) geometry.computeBoundingBox();
  return geometry.boundingBox!;
}

/** A box about the parts in the given poses. */
export function boundsOfParts(parts: readonly Part[], poses: Float32Array, library: GeometryLibrary): Box3 {
  const box = new Box3(), one = new Box3();
  forEachPlaced(parts, poses, library, (geometry, place) => box.union(one.copy(boxOf(geometry)).applyMatrix4(place)));
  return box;
}

/** Points out of which no part reaches, or hardly: vertices of simple shapes, the corners of boxes about meshes. */
export function outlineOfParts(parts: readonly Part[], poses: Float32Array, library: GeometryLibrary): Vector3[] {
  const points: Vector3[] = [];
  forEachPlaced(parts, poses, library, (geometry, place, { key }) => {
    const own = /^(mesh|height)/.test(key) ? cornersOf(boxOf(geometry)) : someVertices(geometry);
    for (const point of own) points.push(point.applyMatrix4(place));
  });
  return points;
}

function someVertices(geometry: BufferGeometry): Vector3[] {
  const vertices = geometry.getAttribute('position'), step = Math.ceil(vertices.count / FEW);
  return Array.from({ length: Math.ceil(vertices.count / step) }, (_, i) => new Vector3().fromBufferAttribute(vertices, i * step));
}

/** What is framed at first: the parts of all frames of a motion that stays near, else of the first frame alone. */
export function motionBounds(parts: readonly Part[], frames: Frames, size: number, library: GeometryLibrary): Box3 {
  const width = 7 * frames.counts.bodies;
  const near = framedParts(parts, size);
  const at = (i: number): Box3 => boundsOfParts(near, frames.poses.subarray(i * width, (i + 1) * width), library);
  const first = frames.length > 0 ? at(0) : new Box3();
  const all = first.clone();
  const count = Math.round(Math.min(80, Math.max(8, 8000 / Math.max(1, near.length))));
  for (let k = 1; k <= count && frames.length > 0; ++k) all.union(at(Math.floor(((frames.length - 1) * k) / count)));
  if (first.isEmpty()) return new Box3(new Vector3(-size, -size, -size), new Vector3(size, size, size));
  return isWide(all, first, size) ? first : all;
}

/** Whether what moves has gone so far from where it was first that it cannot be framed as a whole. */
export function isWide(all: Box3, first: Box3, size: number): boolean {
  return all.getSize(new Vector3()).length() > 2.6 * Math.max(first.getSize(new Vector3()).length(), size);
}

/** The parts that decide how a scene is framed. */
export function framedParts(parts: readonly Part[], size: number): Part[] {
  return parts.filter((part) => part.layer !== 'frame' && part.layer !== 'inertia' && (part.body > 0 || isSmall(part, size)));
}

/** Large fixed parts (floors, terrain) do not decide how a scene is framed. */
function isSmall(part: Part, size: number): boolean {
  return part.local.getMaxScaleOnAxis() < 3 * size && !part.key.startsWith('height') && part.layer === 'visual';
}

/** The height of the ground along `up`: that of a level plane of the scene if it has one; else zero or just under the lowest point. */
export function groundHeight(scene: Scene, bounds: Box3): number {
  const up: Vector = scene.up;
  for (const visual of scene.visuals) {
    if (isGround(visual, up)) return visual.pose[0] * up[0] + visual.pose[1] * up[1] + visual.pose[2] * up[2];
  }
  const corner = (axis: number): number => (up[axis]! >= 0 ? bounds.min.getComponent(axis) : bounds.max.getComponent(axis));
  const lowest = up[0] * corner(0) + up[1] * corner(1) + up[2] * corner(2);
  if (lowest < -0.05 * scene.size || lowest > 3 * scene.size) return lowest - 0.06 * scene.size;
  return 0;
}
