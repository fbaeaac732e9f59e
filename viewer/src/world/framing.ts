import { Vector3, type Box3 } from 'three';

/** Room left about what is framed. */
const MARGIN = 1.16;

/** How a camera looks: from which side, with which direction up, and the tangent of half its field of view. */
export interface Look { direction: Vector3; up: Vector3; tangent: number; aspect: number }

export interface CameraPlace { position: Vector3; target: Vector3 }

/** The corners of a box; none where it is empty. */
export function cornersOf(box: Box3): Vector3[] {
  if (box.isEmpty()) return [];
  const { min, max } = box;
  return Array.from({ length: 8 }, (_, k) => new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z));
}

/**
 * The nearest place from which all points are seen, in the middle of the picture, at least `nearest` from the middle of their depth.
 *
 * In axes of the camera, x to the right, y upward and z toward it, a point p is seen from c where |p_x − c_x| ≤ t·(c_z − p_z) with
 * the tangent t of half the width, and likewise for y. With A = max(p_x + t·p_z) and B = max(−p_x + t·p_z) this is
 * A ≤ c_x + t·c_z and B ≤ −c_x + t·c_z: equal room on both sides at c_x = (A − B)/2, and c_z ≥ (A + B)/(2t).
 */
export function placeCamera(points: readonly Vector3[], look: Look, nearest: number): CameraPlace {
  const right = new Vector3().crossVectors(look.up, look.direction).normalize(), upward = new Vector3().crossVectors(look.direction, right);
  const depths = points.map((p) => p.dot(look.direction));
  const middle = 0.5 * (depths.reduce((a, b) => Math.min(a, b)) + depths.reduce((a, b) => Math.max(a, b)));
  const along = (axis: Vector3, t: number): { center: number; depth: number } => {
    let a = -Infinity, b = -Infinity;
    points.forEach((p, i) => {
      const x = p.dot(axis), z = t * depths[i]!;
      a = Math.max(a, x + z);
      b = Math.max(b, -x + z);
    });
    return { center: 0.5 * (a - b), depth: (a + b) / (2 * t) };
  };
  const x = along(right, (look.tangent * look.aspect) / MARGIN), y = along(upward, look.tangent / MARGIN);
  const target = right.multiplyScalar(x.center).addScaledVector(upward, y.center).addScaledVector(look.direction, middle);
  const distance = Math.max(x.depth - middle, y.depth - middle, nearest);
  return { position: target.clone().addScaledVector(look.direction, distance), target };
}
