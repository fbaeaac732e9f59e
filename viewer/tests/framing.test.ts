import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PerspectiveCamera, Vector3 } from 'three';
import { placeCamera } from '../src/world/framing';

const UP = new Vector3(0, 0, 1), HALF_ANGLE = (16 * Math.PI) / 180;

/** Extremes of the points in a picture: −1 and 1 at its edges. */
function seen(points: Vector3[], direction: Vector3, aspect: number): { x: [number, number]; y: [number, number] } {
  const { position, target } = placeCamera(points, { direction, up: UP, tangent: Math.tan(HALF_ANGLE), aspect }, 0.01);
  const camera = new PerspectiveCamera((2 * HALF_ANGLE * 180) / Math.PI, aspect, 0.01, 1000);
  camera.up.copy(UP);
  camera.position.copy(position);
  camera.lookAt(target);
  camera.updateMatrixWorld();
  const places = points.map((p) => p.clone().project(camera));
  const range = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)];
  return { x: range(places.map(({ x }) => x)), y: range(places.map(({ y }) => y)) };
}

test('what is framed touches the margins on two sides and is in the middle', () => {
  const direction = new Vector3(0.62, -1, 0.44).normalize(), edge = 1 / 1.16;
  // A deep scene: what is near is seen much larger than what is far away.
  const points = [[0, 0, 0], [3, 1, 0], [-2, 5, 1], [0.5, -2, 4], [1, 9, 2], [0, -4, 0.3]].map((p) => new Vector3(...(p as [number, number, number])));
  for (const aspect of [0.5, 1, 16 / 9]) {
    const { x, y } = seen(points, direction, aspect);
    const [tight, loose] = x[1] - x[0] > y[1] - y[0] ? [x, y] : [y, x];
    assert.ok(Math.abs(tight[0] + edge) < 1e-6 && Math.abs(tight[1] - edge) < 1e-6, `${aspect}: ${tight}`);
    assert.ok(loose[0] > -edge - 1e-6 && loose[1] < edge + 1e-6, `${aspect}: ${loose}`);
  }
});

test('any number of points can be framed', () => {
  const points = Array.from({ length: 300000 }, (_, i) => new Vector3(Math.cos(i), Math.sin(i), i / 300000));
  const { position } = placeCamera(points, { direction: new Vector3(0, -1, 0), up: UP, tangent: Math.tan(HALF_ANGLE), aspect: 1 }, 0.01);
  assert.ok(position.y < -3 && position.y > -6, `${position.y}`);
});

test('a single point is seen in the middle from the least distance', () => {
  const p = new Vector3(1, 2, 3), direction = new Vector3(0, -1, 0);
  const { position, target } = placeCamera([p], { direction, up: UP, tangent: 0.3, aspect: 1 }, 0.5);
  assert.ok(target.distanceTo(p) < 1e-12 && Math.abs(position.distanceTo(p) - 0.5) < 1e-12);
});
