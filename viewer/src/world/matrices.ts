import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Pose, Vector } from '../protocol/types';
import { isFinitePose } from '../motion/pose';

export function poseMatrix(pose: Pose): Matrix4 {
  return new Matrix4().compose(new Vector3(pose[0], pose[1], pose[2]),
    new Quaternion(pose[4], pose[5], pose[6], pose[3]), new Vector3(1, 1, 1));
}

export function scaleMatrix(x: number, y: number, z: number): Matrix4 { return new Matrix4().makeScale(x, y, z); }

/** Places z along a direction, scales by (radius, radius, length), and moves the middle to a point. */
export function alongMatrix(direction: Vector, radius: number, length: number, middle: Vector): Matrix4 {
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), new Vector3(...direction).normalize());
  return new Matrix4().compose(new Vector3(...middle), turn, new Vector3(radius, radius, length));
}

/** Columns of the matrices of all bodies, sixteen numbers each, from poses of seven. Where a pose is not finite the matrix is zero. */
export function bodyMatrices(poses: Float32Array, out: Float32Array): void {
  for (let p = 0, m = 0; p < poses.length; p += 7, m += 16) {
    if (!isFinitePose(poses, p)) {
      out.fill(0, m, m + 16);
      continue;
    }
    const w = poses[p + 3]!, x = poses[p + 4]!, y = poses[p + 5]!, z = poses[p + 6]!;
    out[m] = 1 - 2 * (y * y + z * z);
    out[m + 1] = 2 * (x * y + z * w);
    out[m + 2] = 2 * (x * z - y * w);
    out[m + 3] = 0;
    out[m + 4] = 2 * (x * y - z * w);
    out[m + 5] = 1 - 2 * (x * x + z * z);
    out[m + 6] = 2 * (y * z + x * w);
    out[m + 7] = 0;
    out[m + 8] = 2 * (x * z + y * w);
    out[m + 9] = 2 * (y * z - x * w);
    out[m + 10] = 1 - 2 * (x * x + y * y);
    out[m + 11] = 0;
    out[m + 12] = poses[p]!;
    out[m + 13] = poses[p + 1]!;
    out[m + 14] = poses[p + 2]!;
    out[m + 15] = 1;
  }
}

/** out = a·b for matrices of poses with scale, columns of four with last row 0 0 0 1. */
export function multiplyAffine(a: Float32Array, i: number, b: Float32Array, j: number, out: Float32Array, k: number): void {
  const a0 = a[i]!, a1 = a[i + 1]!, a2 = a[i + 2]!, a4 = a[i + 4]!, a5 = a[i + 5]!, a6 = a[i + 6]!;
  const a8 = a[i + 8]!, a9 = a[i + 9]!, a10 = a[i + 10]!;
  for (let c = 0; c < 16; c += 4) {
    const x = b[j + c]!, y = b[j + c + 1]!, z = b[j + c + 2]!;
    out[k + c] = a0 * x + a4 * y + a8 * z;
    out[k + c + 1] = a1 * x + a5 * y + a9 * z;
    out[k + c + 2] = a2 * x + a6 * y + a10 * z;
    out[k + c + 3] = 0;
  }
  out[k + 12] = out[k + 12]! + a[i + 12]!;
  out[k + 13] = out[k + 13]! + a[i + 13]!;
  out[k + 14] = out[k + 14]! + a[i + 14]!;
  out[k + 15] = 1;
}
