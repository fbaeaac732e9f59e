import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMotion } from '../src/protocol/read_motion';
import { packRows, packTimes } from './pack';

const counts = { bodies: 2, signals: 2, arrows: 1, patches: 1 };
const width = 14 + 2 + 6 + 11;
const rows = Array.from({ length: 50 }, (_, i) => Array.from({ length: width }, (_, c) => Math.fround(Math.sin(0.3 * i + c) * 10 ** (c - 8))));
const times = rows.map((_, i) => i / 60);
const packed = (change: object = {}): object => ({
  format: 'sarrus-motion', version: 1, name: 'run', frames: rows.length, times: packTimes(times), data: packRows(rows), events: [{ time: 0.1, name: 'hit' }, { name: 'without time' }], ...change,
});

test('a packed motion comes back bit by bit', async () => {
  const { frames, events, name } = await readMotion(packed(), counts);
  assert.equal(name, 'run');
  assert.deepEqual([...frames.times], times);
  assert.deepEqual(events, [{ time: 0.1, name: 'hit' }]);
  rows.forEach((row, i) => {
    assert.deepEqual([...frames.poses.subarray(14 * i, 14 * i + 14)], row.slice(0, 14));
    assert.deepEqual([frames.signal(0)[i], frames.signal(1)[i]], row.slice(14, 16));
    assert.deepEqual([...frames.arrows.subarray(6 * i, 6 * i + 6)], row.slice(16, 22));
    assert.deepEqual([...frames.patches(i)], row.slice(22));
  });
});

test('values that are not finite survive packing', async () => {
  const odd = rows.map((row) => [NaN, Infinity, -0, ...row.slice(3)]);
  const { frames } = await readMotion(packed({ data: packRows(odd) }), counts);
  assert.ok(Number.isNaN(frames.poses[14]) && frames.poses[15] === Infinity && Object.is(frames.poses[16], -0));
});

test('motions that do not fit are refused', async () => {
  await assert.rejects(readMotion(packed({ frames: 49 }), counts), /50 times for 49 frames/);
  await assert.rejects(readMotion(packed(), { ...counts, bodies: 3 }), /bytes/);
  await assert.rejects(readMotion(packed({ data: packRows(rows).slice(0, 80) }), counts));
  await assert.rejects(readMotion(packed({ data: '!' }), counts));
  await assert.rejects(readMotion(packed({ times: packTimes([...times].reverse()) }), counts), /out of order/);
  await assert.rejects(readMotion({}, counts), /sarrus-motion/);
});

test('a motion without frames is a motion', async () => {
  const { frames } = await readMotion(packed({ frames: 0, times: '', data: packRows([]) }), counts);
  assert.equal(frames.length, 0);
});
