import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerspectiveCamera } from 'three';
import { Backoff } from '../src/live/backoff';
import { readAddress } from '../src/protocol/address';
import { readMessage } from '../src/protocol/messages';
import { formatNumber, formatVector } from '../src/ui/format';
import { CameraMark } from '../src/world/camera_mark';
import { creasedNormals } from '../src/world/creases';
import { eigenSymmetric } from '../src/world/eigen';
import { gridStep, niceStep } from '../src/world/nice_step';

test('steps of the grid are 1, 2, 5 times powers of ten, not above the value and more than 0.39 of it', () => {
  assert.deepEqual([1, 1.9, 2, 4.9, 5, 9.9, 10, 0.001, 0.003, 0.5, 7e6].map(niceStep), [1, 1, 2, 2, 5, 5, 10, 0.001, 0.002, 0.5, 5e6]);
  for (let x = 1e-7; x < 1e7; x *= 1.037) {
    const step = niceStep(x);
    assert.ok(step <= x * (1 + 1e-6) && step > 0.39 * x);
    assert.match(step.toExponential(6), /^[125]\.000000e/);
  }
  assert.equal(niceStep(0), 1);
  assert.equal(niceStep(NaN), 1);
  assert.equal(gridStep(4), 1);
});

test('waiting grows up to ten seconds and begins anew', () => {
  const backoff = new Backoff();
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(() => backoff.next()), [0.5, 1, 2, 4, 8, 10, 10]);
  backoff.reset();
  assert.equal(backoff.next(), 0.5);
});

test('the address says what is shown', () => {
  const wishes = readAddress('#item=2&at=1.5&play=1&camera=1,2,3,4,5,6&view=top&bare=1&theme=dark');
  assert.deepEqual(wishes, { item: 2, at: 1.5, play: true, camera: [1, 2, 3, 4, 5, 6], view: 'top', bare: true, fitNow: false, theme: 'dark' });
  assert.deepEqual(readAddress('#item=x&at=&camera=1,2&view=under&theme=pink'), { item: 0, at: null, play: false, camera: null, view: null, bare: false, fitNow: false, theme: null });
  assert.equal(readAddress('#at=1&fit=now').fitNow, true);
});

test('messages that cannot be understood are null', () => {
  for (const text of ['', '{', '1', 'null', '[]', '{}', '{"type":"dance"}', '{"type":"input","input":0}', '{"type":"saved"}', '{"type":"event"}']) {
    assert.equal(readMessage(text), null, text);
  }
  assert.deepEqual(readMessage('{"type":"status","running":true,"rate":0,"text":"hi"}'), { type: 'status', running: true, rate: 0, pauseAtEvents: false, text: 'hi' });
  assert.deepEqual(readMessage('{"type":"status","pause_at_events":true}'), { type: 'status', running: false, rate: 1, pauseAtEvents: true, text: '' });
});

test('eigenvectors of a symmetric matrix', () => {
  const [xx, yy, zz, xy, xz, yz] = [2, 3, 5, 0.5, -0.7, 0.9];
  const { values, vectors } = eigenSymmetric(xx, yy, zz, xy, xz, yz);
  assert.ok(Math.abs(values[0] + values[1] + values[2] - 10) < 1e-12);
  vectors.forEach(([x, y, z], i) => {
    const product = [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
    [x, y, z].forEach((component, k) => assert.ok(Math.abs(product[k]! - values[i]! * component) < 1e-12));
  });
});

test('normals keep the edges of a cube and smooth a shallow roof', () => {
  const edge = (height: number): Float32Array => creasedNormals(
    new Float32Array([0, 0, 0, 0, 1, 0, -1, 0, -height, 1, 0, -height]), new Uint32Array([0, 1, 2, 0, 3, 1]));
  const steep = edge(1), shallow = edge(0.1);
  assert.ok(Math.abs(steep[0]!) > 0.7 && Math.abs(shallow[0]!) < 1e-6 && shallow[2]! > 0.999);
});

test('numbers are short', () => {
  assert.deepEqual([0, 1, -0.25, 1234.567, 1.5e-7, NaN, 123456].map((x) => formatNumber(x)), ['0', '1.000', '−0.250', '1235', '1.50e−7', 'not a number', '1.23e5']);
});

test('of vectors only what single precision holds is shown', () => {
  assert.equal(formatVector([0.5, -1.48e-16, -0.70710678, 2e-6, 2.4e-7], 1, 4), '0, −0.707, 2.00e−6, 0');
  assert.equal(formatVector([0, 3e-9, -4e-9]), '0, 3.00e−9, −4.00e−9');
  assert.equal(formatVector([NaN, 1e-9, 1]), 'not a number, 0, 1.000');
  assert.equal(formatVector([Infinity, 2, NaN]), '∞, 2.000, not a number');
});

test('a camera has moved where pixels would, not where rounding errors change it', () => {
  const camera = new PerspectiveCamera(32, 1.5, 0.1, 100), mark = new CameraMark();
  const movedTo = (x: number): boolean => {
    camera.position.set(x, 2, 3);
    camera.updateMatrixWorld();
    return mark.moved(camera);
  };
  assert.ok(movedTo(1));
  assert.ok(!movedTo(1));
  assert.ok(!movedTo(1 + 1e-14));
  assert.ok(movedTo(1 + 1e-6));
  camera.fov = 33;
  camera.updateProjectionMatrix();
  assert.ok(movedTo(1 + 1e-6));
});
