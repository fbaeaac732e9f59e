import { Box3, Matrix4, Vector3 } from 'three';
import type { Frames } from '../motion/frames';
import type { Scene, Vector } from '../protocol/types';
import type { GeometryLibrary } from './geometry_library';
import { bodyMatrices } from './matrices';
import type { Part } from './part';
import { isGround } from './visual_parts';

/** A box about the visible parts in the given poses. */
export function boundsOfParts(parts: readonly Part[], poses: Float32Array, library: GeometryLibrary): Box3 {
  const matrices = new Float32Array((poses.length / 7) * 16);
  bodyMatrices(poses, matrices);
  const box = new Box3(), matrix = new Matrix4(), one = new Box3();
  for (const part of parts) {
    if (matrices[16 * part.body + 15] !== 1) continue;
    const geometry = library.get(part);
    if (!geometry.boundingBox) geometry.computeBoundingBox();
    matrix.fromArray(matrices, 16 * part.body).multiply(part.local);
    box.union(one.copy(geometry.boundingBox!).applyMatrix4(matrix));
  }
  return box;
}

/** What is framed at first: the parts of all frames of a motion that stays near, else of the first frame alone. */
export function motionBounds(parts: readonly Part[], frames: Frames, size: number, library: GeometryLibrary): Box3 {
  const width = 7 * frames.counts.bodies;
  const near = parts.filter((part) => part.layer !== 'frame' && part.layer !== 'inertia' && (part.body > 0 || isSmall(part, size)));
  const at = (i: number): Box3 => boundsOfParts(near, frames.poses.subarray(i * width, (i + 1) * width), library);
  const first = frames.length > 0 ? at(0) : new Box3();
  const all = first.clone();
  const count = Math.round(Math.min(80, Math.max(8, 8000 / Math.max(1, near.length))));
  for (let k = 1; k <= count && frames.length > 0; ++k) all.union(at(Math.floor(((frames.length - 1) * k) / count)));
  if (first.isEmpty()) return new Box3(new Vector3(-size, -size, -size), new Vector3(size, size, size));
  const wide = all.getSize(new Vector3()).length() > 2.6 * Math.max(first.getSize(new Vector3()).length(), size);
  return wide ? first : all;
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
