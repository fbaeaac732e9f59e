import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Frames, liveCapacity, LIVE_BYTES, LIVE_FRAMES } from '../src/motion/frames';
import { sample, Snapshot } from '../src/motion/sample';

const counts = { bodies: 1, signals: 2, arrows: 1, patches: 2 };
const make = (i: number, time = i): Parameters<Frames['append']>[0] => ({
  number: i, time, rate: 1, poses: new Float32Array([i, 0, 0, 1, 0, 0, 0]), signals: new Float32Array([i, -i]), arrows: new Float32Array([i, 0, 0, 0, 0, 1]),
  patches: new Float32Array(i % 2 === 0 ? [1, i, ...Array<number>(9).fill(1)] : []),
});

test('never more than the capacity is kept, the newest in order', () => {
  const frames = new Frames(counts, 100);
  for (let i = 0; i < 1234; ++i) {
    frames.append(make(i));
    assert.ok(frames.length <= 100 && frames.length >= Math.min(i + 1, 75));
    assert.equal(frames.last, i);
  }
  const first = frames.first;
  frames.times.forEach((time, k) => {
    assert.equal(time, first + k);
    assert.equal(frames.signal(0)[k], time);
    assert.equal(frames.signal(1)[k], -time);
    assert.equal(frames.poses[7 * k], time);
    assert.equal(frames.arrows[6 * k], time);
    assert.deepEqual([...frames.patches(k).subarray(0, 2), frames.patches(k)[11]], time % 2 === 0 ? [1, time, 0] : [0, 0, 0]);
  });
  assert.equal(frames.signal(0).length, frames.length);
});

test('a frame at the same time replaces, an earlier one begins anew', () => {
  const frames = new Frames(counts, 100);
  [0, 1, 2].forEach((i) => frames.append(make(i)));
  frames.append(make(9, 2));
  assert.equal(frames.length, 3);
  assert.equal(frames.signal(0)[2], 9);
  frames.append(make(5, 0.5));
  assert.deepEqual([...frames.times], [0.5]);
});

test('the memory of a live motion is bounded', () => {
  assert.equal(liveCapacity(counts), LIVE_FRAMES);
  const large = { bodies: 5000, signals: 1000, arrows: 1000, patches: 100 };
  assert.ok(liveCapacity(large) * 4 * (7 * 5000 + 1000 + 6000 + 1100) <= LIVE_BYTES);
});

test('samples lie between frames, and at the ends outside their range', () => {
  const frames = new Frames(counts, 100), out = new Snapshot(counts);
  [0, 1, 2, 4].forEach((i) => frames.append(make(i)));
  for (const [time, value] of [[-1, 0], [0, 0], [0.25, 0.25], [1, 1], [3, 3], [4, 4], [9, 4]] as const) {
    sample(frames, time, out);
    assert.equal(out.poses[0], value);
    assert.equal(out.signals[0], value);
    assert.equal(out.arrows[0], value);
  }
});

test('patches are those of the nearest frame: contacts of two frames are not mixed', () => {
  const frames = new Frames(counts, 100), out = new Snapshot(counts);
  [0, 1, 2].forEach((i) => frames.append(make(i)));
  for (const [time, kind, x] of [[0, 1, 0], [0.4, 1, 0], [0.6, 0, 0], [1.4, 0, 0], [1.6, 1, 2], [2, 1, 2]] as const) {
    sample(frames, time, out);
    assert.deepEqual([...out.patches.subarray(0, 2)], [kind, x]);
  }
});
