// Reading JSON of unknown origin: each function takes anything and gives the value of the wanted type or the fallback.
import type { Pose, Vector } from './types';

export type Members = Record<string, unknown>;

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toNumber(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

export function toText(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}

export function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An index into a list of this length, or the fallback. */
export function toIndex(value: unknown, length: number, fallback: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length ? value : fallback;
}

export function toIndices(value: unknown, length: number): number[] {
  return toList(value).map((entry) => toIndex(entry, length, -1)).filter((index) => index >= 0);
}

export function toNumbers(value: unknown, fallback: readonly number[]): number[] {
  if (!Array.isArray(value) || value.length !== fallback.length) return [...fallback];
  return value.every((x) => typeof x === 'number' && Number.isFinite(x)) ? (value as number[]) : [...fallback];
}

export function toVector(value: unknown, fallback: Vector = [0, 0, 0]): Vector {
  return toNumbers(value, fallback) as Vector;
}

/** A pose whose quaternion has length one. */
export function toPose(value: unknown): Pose {
  const pose = toNumbers(value, [0, 0, 0, 1, 0, 0, 0]) as Pose;
  const norm = Math.hypot(pose[3], pose[4], pose[5], pose[6]);
  if (norm < 1e-12) return [pose[0], pose[1], pose[2], 1, 0, 0, 0];
  return [pose[0], pose[1], pose[2], pose[3] / norm, pose[4] / norm, pose[5] / norm, pose[6] / norm];
}
