import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeFrame, type Frame } from '../src/protocol/frame';
import { makeFrame } from './pack';

const counts = { bodies: 2, signals: 1, arrows: 1, patches: 0 };
const values = [...Array(14).keys(), 100, 1, 2, 3, 4, 5, 6];

test('a good frame is taken apart', () => {
  const frame = decodeFrame(makeFrame(counts, values, 1.25, 7), counts) as Frame;
  assert.equal(frame.number, 7);
  assert.equal(frame.time, 1.25);
  assert.equal(frame.rate, 1);
  assert.deepEqual([...frame.poses], values.slice(0, 14));
  assert.deepEqual([...frame.signals], [100]);
  assert.deepEqual([...frame.arrows], [1, 2, 3, 4, 5, 6]);
});

test('truncated and overlong frames are refused at every length', () => {
  const whole = makeFrame(counts, values);
  for (let length = 0; length < whole.byteLength; ++length) assert.equal(typeof decodeFrame(whole.slice(0, length), counts), 'string');
  assert.equal(typeof decodeFrame(makeFrame(counts, [...values, 0]), counts), 'string');
});

test('a frame has as many patches as there are contacts, up to those of the scene', () => {
  const three = { ...counts, patches: 3 }, patch = (kind: number): number[] => [kind, ...Array(10).keys()];
  for (const there of [0, 1, 2, 3]) {
    const patches = Array.from({ length: there }, (_, i) => patch(i + 1)).flat();
    assert.deepEqual([...(decodeFrame(makeFrame(three, [...values, ...patches]), three) as Frame).patches], patches);
  }
  for (const odd of [1, 10, 12, 44]) assert.match(String(decodeFrame(makeFrame(three, [...values, ...Array(odd).fill(1)]), three)), /up to 3 patches/);
});

test('a frame with other counts than the scene is refused with both numbers', () => {
  const fault = decodeFrame(makeFrame(counts, values), { ...counts, bodies: 3 });
  assert.match(String(fault), /2 bodies.*3/);
});

test('a message that is no frame and a time that is not finite are refused', () => {
  const other = makeFrame(counts, values);
  new DataView(other).setUint32(0, 1, true);
  assert.match(String(decodeFrame(other, counts)), /not a frame/);
  assert.match(String(decodeFrame(makeFrame(counts, values, NaN), counts)), /time/);
});

test('numbers that are not finite are passed on, for the viewer to say which', () => {
  const frame = decodeFrame(makeFrame(counts, [NaN, ...values.slice(1)]), counts) as Frame;
  assert.ok(Number.isNaN(frame.poses[0]));
});
