import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extent, nearest, thin } from '../src/plots/phase';
import { Points } from '../src/plots/points';

const COUNT = 5000;
const angles = Array.from({ length: COUNT }, (_, i) => (2 * Math.PI * i) / COUNT);
const circle = {
  x: Float32Array.from(angles, Math.cos), y: Float32Array.from(angles, Math.sin), first: 0, last: COUNT,
};

test('a thinned circle has fewer points and stays within a cell of the circle', () => {
  const points = new Points();
  const cell = 0.01;
  thin(circle, cell, cell, points);
  assert.ok(points.length < COUNT / 4);
  for (let i = 1; i < points.length; ++i) {
    const chord = Math.hypot(points.x[i]! - points.x[i - 1]!, points.y[i]! - points.y[i - 1]!);
    assert.ok(chord >= cell && chord < 3 * cell);
    assert.ok(Math.abs(Math.hypot(points.x[i]!, points.y[i]!) - 1) < 1e-6);
  }
});

test('samples that are not finite in x or y leave a gap', () => {
  const points = new Points();
  const samples = { x: Float32Array.of(0, 1, NaN, 3, 4), y: Float32Array.of(0, 1, 2, Infinity, 4), first: 0, last: 5 };
  thin(samples, 0.1, 0.1, points);
  assert.deepEqual([...points.y.subarray(0, points.length)], [0, 1, NaN, 4]);
  assert.equal(points.notFinite, 2);
});

test('the nearest sample is found by distance on the screen', () => {
  const { index } = nearest(circle, 0, 2, 1, 1);
  assert.equal(index, COUNT / 4);
  const line = { x: Float32Array.of(0, 10), y: Float32Array.of(10, 0), first: 0, last: 2 };
  assert.equal(nearest(line, 4, 4, 1, 10).index, 1, 'a distance along y counts ten times');
  assert.equal(nearest(line, 4, 4, 10, 1).index, 0, 'a distance along x counts ten times');
});

test('the extent leaves out what is not finite and not drawn', () => {
  const values = Float32Array.of(100, -1, NaN, 2, Infinity, 100);
  assert.deepEqual(extent(values, 1, 5, [Infinity, -Infinity]), [-1, 2]);
});
