import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimeRange } from '../src/plots/time_range';

function make(...times: number[][]): { range: TimeRange; motions: { times: Float64Array }[]; changes: () => number } {
  let changes = 0;
  const motions = times.map((each) => ({
    name: '', length: each.length, times: Float64Array.from(each), values: () => new Float32Array(each.length),
  }));
  const range = new TimeRange({ signals: [], motions, onGrowth: () => () => undefined }, () => ++changes);
  return { range, motions, changes: () => changes };
}

test('everything is from the first to the last sample of all motions', () => {
  assert.deepEqual(make([1, 2], [0.5, 1.5]).range.all(), [0.5, 2]);
  assert.deepEqual(make([], [3, 4]).range.all(), [3, 4]);
  assert.deepEqual(make([]).range.all(), [0, 1]);
  assert.deepEqual(make([5]).range.all(), [5, 6]);
});

test('the window fills up and then shows the last seconds', () => {
  const { range, motions } = make([0, 3]);
  range.setWindow(10);
  assert.deepEqual(range.visible(), [0, 10]);
  motions[0]!.times = Float64Array.of(0, 25);
  assert.deepEqual(range.visible(), [15, 25]);
  range.setWindow(undefined);
  assert.deepEqual(range.visible(), [0, 25]);
});

test('zooming keeps the moment under the pointer, panning the length', () => {
  const { range, changes } = make([0, 8]);
  range.zoomBy(0.5, 2);
  assert.deepEqual(range.visible(), [1, 5]);
  range.pan(1);
  assert.deepEqual(range.visible(), [2, 6]);
  range.pan(100);
  assert.deepEqual(range.visible(), [4, 8]);
  assert.equal(range.zoomed, true);
  range.zoomBy(100, 5);
  assert.deepEqual(range.visible(), [0, 8]);
  assert.equal(range.zoomed, false);
  assert.equal(changes(), 4);
});

test('a range too short to draw is refused', () => {
  const { range } = make([0, 1]);
  range.zoomTo([0.5, 0.5]);
  assert.deepEqual(range.visible(), [0, 1]);
});

test('a zoom stays while a motion grows and is given up when its samples are gone', () => {
  const { range, motions } = make([0, 10]);
  range.zoomTo([6, 8]);
  motions[0]!.times = Float64Array.of(0, 20);
  range.follow();
  assert.deepEqual(range.visible(), [6, 8]);
  motions[0]!.times = Float64Array.of(0, 1);
  range.follow();
  assert.deepEqual(range.visible(), [0, 1]);
});
