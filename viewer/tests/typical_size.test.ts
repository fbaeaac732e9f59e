import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TypicalSize } from '../src/world/typical_size';

function sizeOf(values: Iterable<number>): number {
  const size = new TypicalSize();
  for (const value of values) size.add(value);
  return size.size;
}

test('the typical size is the median, whatever a short impact is', () => {
  assert.equal(sizeOf([]), 0);
  assert.equal(sizeOf([3, 1, 2]), 2);
  assert.equal(sizeOf([3, 1, 2, 8, NaN, Infinity, 0, 0, 0, 0]), 3);
  assert.equal(sizeOf([10, 11, 12, 13, 14, 15, 60]), 60 / 4.5);
  assert.equal(sizeOf([10, 11, 12, 13, 14, 15, 50]), 13);
});

test('of a long row the median is that of values evenly taken from all of it', () => {
  const count = 100000, row = Array.from({ length: count }, (_, i) => 100 + i / count);
  assert.ok(Math.abs(sizeOf(row) - 100.5) < 0.01);
  assert.ok(Math.abs(sizeOf(row.reverse()) - 100.5) < 0.01);
});

test('the largest value counts though it is not among those kept', () => {
  const row = new Array<number>(5000).fill(1);
  row[4001] = 900;
  assert.equal(sizeOf(row), 200);
});
