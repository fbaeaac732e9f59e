import assert from 'node:assert/strict';
import { test } from 'node:test';
import { difference } from '../src/plots/difference';
import { valueAt } from '../src/plots/interpolation';

test('a linear motion sampled at other times differs by exactly its offset', () => {
  const times = Float64Array.of(0, 0.3, 0.5, 1.7, 2);
  const reference = Float64Array.of(0, 0.25, 0.5, 1, 2);
  const values = Float32Array.from(times, (t) => 4 * t + 1);
  const result = difference(times, values, reference, Float32Array.from(reference, (t) => 4 * t));
  for (const value of result) assert.ok(Math.abs(value - 1) < 1e-6);
});

test('the error of interpolating a curve is that of the chord: h²/8 times its curvature', () => {
  const step = 0.1;
  const times = Float64Array.from({ length: 11 }, (_, i) => i * step);
  const reference = Float64Array.from({ length: 10 }, (_, i) => (i + 0.5) * step);
  const square = (t: number): number => t * t;
  const result = difference(times, Float32Array.from(times, square), reference, Float32Array.from(reference, square));
  for (const value of result) assert.ok(Math.abs(value - (step * step) / 4) < 1e-6);
});

test('there is no difference before and after the other motion', () => {
  const reference = Float64Array.of(0, 1, 2, 3, 4);
  const result = difference(Float64Array.of(1, 3), Float32Array.of(1, 3), reference, Float32Array.from(reference));
  assert.deepEqual([...result], [NaN, 0, 0, 0, NaN]);
});

test('equal motions with a jump differ by nothing on both sides of it', () => {
  const times = Float64Array.of(0, 1, 1, 2);
  const values = Float32Array.of(0, 1, -1, 0);
  assert.deepEqual([...difference(times, values, times, values)], [0, 0, 0, 0]);
});

test('a value that is not finite spoils its neighborhood only', () => {
  const reference = Float64Array.of(0, 0.5, 1, 1.5, 2, 3);
  const result = difference(Float64Array.of(0, 1, 2, 3), Float32Array.of(0, NaN, 0, 0), reference, new Float32Array(6));
  assert.deepEqual([...result], [0, NaN, NaN, NaN, 0, 0]);
});

test('an empty motion differs from everything by nothing known', () => {
  assert.deepEqual([...difference(new Float64Array(), new Float32Array(), Float64Array.of(1), Float32Array.of(1))], [NaN]);
});

test('values at a time: between samples, at a jump, outside', () => {
  const times = Float64Array.of(0, 1, 1, 3);
  const values = Float32Array.of(0, 2, 5, 9);
  assert.equal(valueAt(times, values, 0.25), 0.5);
  assert.equal(valueAt(times, values, 1), 5);
  assert.equal(valueAt(times, values, 2), 7);
  assert.equal(valueAt(times, values, 3), 9);
  assert.equal(valueAt(times, values, 3.1), undefined);
  assert.equal(valueAt(times, values, -0.1), undefined);
});
