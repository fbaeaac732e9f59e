// Poses as seven numbers in an array: position x, y, z and quaternion w, x, y, z.

/** Writes the pose between those at `a` and `b`: positions on a straight line, orientations on the shortest arc (slerp). */
export function interpolatePose(from: Float32Array, a: number, b: number, s: number, out: Float32Array, at: number): void {
  if (s === 0 || a === b) {
    for (let k = 0; k < 7; ++k) out[at + k] = from[a + k]!;
    return;
  }
  for (let k = 0; k < 3; ++k) out[at + k] = from[a + k]! + s * (from[b + k]! - from[a + k]!);
  let dot = 0;
  for (let k = 3; k < 7; ++k) dot += from[a + k]! * from[b + k]!;
  const sign = dot < 0 ? -1 : 1;
  dot = Math.min(1, Math.abs(dot));
  // Close to each other the arc is a straight line, to within single precision.
  let first = 1 - s, second = s;
  if (dot < 0.9995) {
    const angle = Math.acos(dot), sine = Math.sin(angle);
    first = Math.sin((1 - s) * angle) / sine;
    second = Math.sin(s * angle) / sine;
  }
  let norm = 0;
  for (let k = 3; k < 7; ++k) {
    const q = first * from[a + k]! + sign * second * from[b + k]!;
    out[at + k] = q;
    norm += q * q;
  }
  const scale = 1 / Math.sqrt(norm);
  for (let k = 3; k < 7; ++k) out[at + k] = out[at + k]! * scale;
}

export function isFinitePose(poses: Float32Array, at: number): boolean {
  let sum = 0;
  for (let k = 0; k < 7; ++k) sum += poses[at + k]!;
  return Number.isFinite(sum);
}

/** The point of a body, given in its axes, in the world. */
export function transformPoint(poses: Float32Array, at: number, point: ArrayLike<number>, out: Float32Array, o: number): void {
  const w = poses[at + 3]!, x = poses[at + 4]!, y = poses[at + 5]!, z = poses[at + 6]!;
  const px = point[0]!, py = point[1]!, pz = point[2]!;
  // p + 2 w (q × p) + 2 q × (q × p)
  const tx = 2 * (y * pz - z * py), ty = 2 * (z * px - x * pz), tz = 2 * (x * py - y * px);
  out[o] = poses[at]! + px + w * tx + y * tz - z * ty;
  out[o + 1] = poses[at + 1]! + py + w * ty + z * tx - x * tz;
  out[o + 2] = poses[at + 2]! + pz + w * tz + x * ty - y * tx;
}

/** A point of the world in the axes of a body. */
export function inversePoint(poses: Float32Array, at: number, point: ArrayLike<number>): [number, number, number] {
  const w = poses[at + 3]!, x = -poses[at + 4]!, y = -poses[at + 5]!, z = -poses[at + 6]!;
  const px = point[0]! - poses[at]!, py = point[1]! - poses[at + 1]!, pz = point[2]! - poses[at + 2]!;
  const tx = 2 * (y * pz - z * py), ty = 2 * (z * px - x * pz), tz = 2 * (x * py - y * px);
  return [px + w * tx + y * tz - z * ty, py + w * ty + z * tx - x * tz, pz + w * tz + x * ty - y * tx];
}
