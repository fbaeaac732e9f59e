import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimate } from '../src/plots/decimation';
import { Points } from '../src/plots/points';

// Powers of two: the ends of columns are exact.
const COUNT = 16384;
const COLUMNS = 64;

function samples(value: (time: number, i: number) => number): { times: Float64Array; values: Float32Array } {
  const times = Float64Array.from({ length: COUNT }, (_, i) => i / COUNT);
  return { times, values: Float32Array.from(times, value) };
}

function decimated(times: Float64Array, values: Float32Array, from: number, to: number, columns = COLUMNS): Points {
  const points = new Points();
  decimate(times, values, from, to, columns, points);
  return points;
}

/** A reproducible sequence of numbers from −1 to 1. */
function noise(): () => number {
  let state = 12345;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 1073741824 - 1;
  };
}

/** Extremes by column, by looking at every sample. */
function extremes(times: ArrayLike<number>, values: ArrayLike<number>, length: number): [number, number][] {
  const result = Array.from({ length: COLUMNS }, (): [number, number] => [Infinity, -Infinity]);
  for (let i = 0; i < length; ++i) {
    const column = result[Math.min(COLUMNS - 1, Math.floor(times[i]! * COLUMNS))]!;
    column[0] = Math.min(column[0], values[i]!);
    column[1] = Math.max(column[1], values[i]!);
  }
  return result;
}

test('each column of pixels keeps its extremes, and its first and last sample', () => {
  const next = noise();
  const { times, values } = samples((time) => Math.sin(40 * time) + 0.3 * next());
  const points = decimated(times, values, 0, 1);
  assert.ok(points.length <= 4 * COLUMNS);
  assert.deepEqual(extremes(points.x, points.y, points.length), extremes(times, values, COUNT));
  const kept = new Set(points.x.subarray(0, points.length));
  for (let column = 0; column < COLUMNS; ++column) {
    assert.ok(kept.has(times[column * (COUNT / COLUMNS)]!), `first of column ${column}`);
    assert.ok(kept.has(times[(column + 1) * (COUNT / COLUMNS) - 1]!), `last of column ${column}`);
  }
});

test('points are samples, in their order', () => {
  const next = noise();
  const { times, values } = samples(next);
  const points = decimated(times, values, 0.2, 0.7);
  for (let i = 0; i < points.length; ++i) {
    if (i > 0) assert.ok(points.x[i]! > points.x[i - 1]!);
    assert.equal(points.y[i], values[Math.round(points.x[i]! * COUNT)]);
  }
});

test('a single spike is not lost', () => {
  const { times, values } = samples((_, i) => (i === 12345 ? 7 : 0));
  const points = decimated(times, values, 0, 1);
  assert.equal(points.high, 7);
  assert.ok(points.y.subarray(0, points.length).includes(7));
});

test('few samples are all kept, with a neighbor on each side', () => {
  const { times, values } = samples((time) => time * time);
  const points = decimated(times, values, times[100]!, times[200]!);
  assert.deepEqual([...points.x.subarray(0, points.length)], [...times.subarray(99, 202)]);
});

test('the extent is that of what is visible, between samples too', () => {
  const times = Float64Array.of(0, 1, 2, 3);
  const values = Float32Array.of(0, 10, 20, 1000);
  const points = decimated(times, values, 1.25, 1.75);
  assert.deepEqual([points.low, points.high], [12.5, 17.5]);
  assert.deepEqual([...points.x.subarray(0, points.length)], [1, 2]);
});

test('values that are not finite are gaps and are counted, with few samples', () => {
  const points = decimated(Float64Array.of(0, 1, 2, 3, 4), Float32Array.of(1, NaN, 3, Infinity, 5), 0, 4);
  assert.deepEqual([...points.y.subarray(0, points.length)], [1, NaN, 3, NaN, 5]);
  assert.equal(points.notFinite, 2);
  assert.deepEqual([points.low, points.high], [1, 5]);
});

test('values that are not finite are gaps and are counted, with many samples', () => {
  const { times, values } = samples((time) => (time >= 0.375 && time < 0.625 ? NaN : time));
  const points = decimated(times, values, 0, 1);
  assert.equal(points.notFinite, COUNT / 4);
  for (let i = 1; i < points.length; ++i) {
    const crosses = points.x[i - 1]! < 0.375 && points.x[i]! >= 0.625;
    assert.ok(!crosses, 'no line across the gap');
  }
  assert.ok(Number.isNaN(points.y[points.x.subarray(0, points.length).indexOf(0.5)] ?? NaN));
});

test('a single gap is kept wherever in a column it lies', () => {
  const width = COUNT / COLUMNS;
  for (const at of [10 * width, 10 * width + 7, 11 * width - 1]) {
    const { times, values } = samples((time, i) => (i === at ? NaN : Math.sin(9 * time)));
    const points = decimated(times, values, 0, 1);
    const gap = points.x.subarray(0, points.length).indexOf(at / COUNT);
    assert.ok(gap >= 0 && Number.isNaN(points.y[gap]));
    assert.equal(points.notFinite, 1);
  }
});

test('alternating gaps stay bounded', () => {
  const { times, values } = samples((time, i) => (i % 2 === 0 ? time : NaN));
  const points = decimated(times, values, 0, 1);
  assert.ok(points.length <= 5 * COLUMNS);
  assert.equal(points.notFinite, COUNT / 2);
});

test('nothing, one sample, and a range without samples', () => {
  assert.equal(decimated(new Float64Array(), new Float32Array(), 0, 1).length, 0);
  assert.equal(decimated(Float64Array.of(0.5), Float32Array.of(2), 0, 1).length, 1);
  const outside = decimated(Float64Array.of(0, 1), Float32Array.of(2, 3), 5, 6);
  assert.ok(outside.low > outside.high);
});
