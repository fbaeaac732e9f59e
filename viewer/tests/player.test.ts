import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveClock } from '../src/motion/live_clock';
import { Player } from '../src/motion/player';

function player(): Player {
  const result = new Player();
  result.setRange(1, 3);
  return result;
}

test('time moves on at the speed, and only while playing', () => {
  const p = player();
  assert.equal(p.time, 1);
  p.advance(0.5);
  assert.equal(p.time, 1);
  p.toggle();
  p.speed = 2;
  p.advance(0.25);
  assert.equal(p.time, 1.5);
});

test('a loop begins again with what is left over, otherwise the end stops', () => {
  const p = player();
  p.toggle();
  p.set(2.9);
  p.advance(0.3);
  assert.ok(Math.abs(p.time - 1.2) < 1e-12);
  p.advance(4.1);
  assert.ok(Math.abs(p.time - 1.3) < 1e-12);
  p.loop = false;
  p.advance(10);
  assert.equal(p.time, 3);
  assert.equal(p.playing, false);
  p.toggle();
  assert.equal(p.time, 1);
});

test('times outside the range, and no numbers, do no harm', () => {
  const p = player();
  p.set(99);
  assert.equal(p.time, 3);
  p.set(NaN);
  assert.equal(p.time, 3);
  p.setRange(0, 2);
  assert.equal(p.time, 2);
  p.setRange(0, 0);
  p.playing = true;
  p.advance(1);
  assert.equal(p.time, 0);
});

test('steps go from frame to frame', () => {
  const p = player(), times = new Float64Array([1, 1.5, 2, 3]);
  const seen: number[] = [];
  for (const direction of [1, 1, -1, -1, -1]) {
    p.step(times, direction);
    seen.push(p.time);
  }
  assert.deepEqual(seen, [1.5, 2, 1.5, 1, 1]);
  p.set(1.7);
  p.step(times, -1);
  assert.equal(p.time, 1.5);
  p.set(1.7);
  p.step(times, 1);
  assert.equal(p.time, 2);
});

test('listeners hear each change once, until they leave', () => {
  const p = player(), heard: number[] = [];
  const leave = p.onChange((time) => heard.push(time));
  p.set(2);
  p.set(2);
  leave();
  p.set(1);
  assert.deepEqual(heard, [2]);
});

test('speeds go up and down within those offered', () => {
  const p = player();
  p.changeSpeed(1);
  assert.equal(p.speed, 2);
  for (let i = 0; i < 50; ++i) p.changeSpeed(-1);
  assert.equal(p.speed, 0.01);
});

test('a live motion is shown evenly though its frames come unevenly', () => {
  const clock = new LiveClock();
  let frame = 0, before = 0;
  const shown: number[] = [];
  for (let tick = 0; tick < 600; ++tick) {
    const at = tick / 120, delay = 0.006 * Math.sin(12.9 * frame);
    while (frame / 60 + delay <= at) clock.receive(frame++ / 60, at);
    clock.advance(1 / 120, at, true);
    assert.ok(clock.time <= (frame - 1) / 60 && clock.time >= before);
    if (tick > 240) shown.push(clock.time - before);
    before = clock.time;
  }
  for (const step of shown) assert.ok(Math.abs(step - 1 / 120) < 0.3 / 120, `step ${step}`);
});

test('a live motion that stops is shown at its newest frame, one that jumps back at once', () => {
  const clock = new LiveClock();
  for (let i = 0; i < 100; ++i) {
    clock.receive(i / 60, i / 60);
    clock.advance(1 / 60, i / 60, true);
  }
  clock.advance(1 / 60, 1.7, false);
  assert.equal(clock.time, 99 / 60);
  clock.receive(0, 2);
  assert.equal(clock.time, 0);
});
