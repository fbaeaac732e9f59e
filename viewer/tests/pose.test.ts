import assert from 'node:assert/strict';
import { test } from 'node:test';
import { interpolatePose, inversePoint, isFinitePose, transformPoint } from '../src/motion/pose';

function about(axis: number[], angle: number): number[] {
  const norm = Math.hypot(...axis);
  return [Math.cos(angle / 2), ...axis.map((x) => (x / norm) * Math.sin(angle / 2))];
}

function between(a: number[], b: number[], s: number): number[] {
  const out = new Float32Array(7);
  interpolatePose(new Float32Array([...a, ...b]), 0, 7, s, out, 0);
  return [...out];
}

function assertNear(a: ArrayLike<number>, b: ArrayLike<number>, tolerance = 1e-6): void {
  for (let i = 0; i < b.length; ++i) assert.ok(Math.abs(a[i]! - b[i]!) < tolerance, `${Array.from(a)} is not ${Array.from(b)}`);
}

test('orientations turn evenly about one axis', () => {
  for (const angle of [1e-4, 0.01, 0.5, 1, 2, 3]) {
    for (const s of [0, 0.25, 0.5, 0.9, 1]) {
      const pose = between([1, 2, 3, ...about([1, 2, -1], 0.3)], [3, 2, 1, ...about([1, 2, -1], 0.3 + angle)], s);
      assertNear(pose, [1 + 2 * s, 2, 3 - 2 * s, ...about([1, 2, -1], 0.3 + s * angle)], 2e-6);
    }
  }
});

test('a quaternion and its negative are the same orientation', () => {
  const a = about([0, 0, 1], 0.2), b = about([0, 0, 1], 0.6).map((x) => -x);
  assertNear(between([0, 0, 0, ...a], [0, 0, 0, ...b], 0.5).slice(3), about([0, 0, 1], 0.4));
});

test('interpolated quaternions have length one', () => {
  const pose = between([0, 0, 0, ...about([1, 0, 0], 0.1)], [0, 0, 0, ...about([0, 1, 1], 2.2)], 0.37);
  assert.ok(Math.abs(Math.hypot(...pose.slice(3)) - 1) < 1e-6);
});

test('the own pose of a frame is not changed by a neighbor that is not finite', () => {
  const a = [1, 2, 3, 1, 0, 0, 0];
  assertNear(between(a, Array(7).fill(NaN), 0), a);
  assert.ok(!isFinitePose(new Float32Array([1, 2, 3, 1, 0, NaN, 0]), 0));
  assert.ok(isFinitePose(new Float32Array(a), 0));
});

test('points go to the world and back', () => {
  const pose = new Float32Array([1, 2, 3, ...about([0, 0, 1], Math.PI / 2)]), out = new Float32Array(3);
  transformPoint(pose, 0, [1, 0, 0.5], out, 0);
  assertNear(out, [1, 3, 3.5]);
  assertNear(inversePoint(pose, 0, out), [1, 0, 0.5]);
});
