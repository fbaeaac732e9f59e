import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { readScene } from '../src/protocol/read_scene';
import { axisParts } from '../src/world/axis_parts';
import { jointParts, jointRadius } from '../src/world/joint_parts';
import { inertiaEllipsoid, massParts } from '../src/world/mass_parts';
import { bodyMatrices, multiplyAffine } from '../src/world/matrices';
import { meshGeometry } from '../src/world/mesh_geometry';
import { visualParts } from '../src/world/visual_parts';
import { doublePendulum, shapes } from './sample';

test('the ellipsoid of a body has its inertia', () => {
  const [a, b, c, m] = [0.5, 0.3, 0.2, 7];
  const inertia = [(m * (b * b + c * c)) / 5, (m * (a * a + c * c)) / 5, (m * (a * a + b * b)) / 5, 0, 0, 0];
  const axes = [0, 1, 2].map((k) => new Vector3().setFromMatrixColumn(inertiaEllipsoid({ name: '', parent: 0, joint: -1, mass: m, com: [0, 0, 0], inertia })!, k).length());
  assert.deepEqual(axes.map((x) => x.toFixed(9)), [a, b, c].map((x) => x.toFixed(9)));
});

test('matrices of poses and their products agree with those of three.js', () => {
  const turn = new Quaternion(0.1, -0.5, 0.3, 0.8).normalize();
  const pose = new Float32Array([1, 2, 3, turn.w, turn.x, turn.y, turn.z]);
  const expected = new Matrix4().compose(new Vector3(1, 2, 3), turn, new Vector3(1, 1, 1));
  const body = new Float32Array(16), product = new Float32Array(16);
  bodyMatrices(pose, body);
  expected.elements.forEach((x, i) => assert.ok(Math.abs(x - body[i]!) < 1e-6));
  const local = new Matrix4().compose(new Vector3(-1, 0.5, 2), new Quaternion(0.5, 0.5, 0.5, 0.5), new Vector3(2, 3, 4));
  multiplyAffine(body, 0, new Float32Array(local.elements), 0, product, 0);
  expected.multiply(local).elements.forEach((x, i) => assert.ok(Math.abs(x - product[i]!) < 1e-5));
  bodyMatrices(new Float32Array([NaN, 0, 0, 1, 0, 0, 0]), body);
  assert.ok(body.every((x) => x === 0));
});

test('every shape and joint has parts that are finite; equal shapes share their geometry', () => {
  const scene = readScene(shapes().scene);
  const parts = [...visualParts(scene), ...jointParts(scene), ...axisParts(scene), ...massParts(scene)];
  for (const part of parts) assert.ok(part.local.elements.every(Number.isFinite), part.key);
  const owners = new Set(parts.filter(({ layer }) => layer === 'joint').map(({ owner }) => owner.index));
  assert.equal(owners.size, scene.joints.length);
  const pendulum = visualParts(readScene(doublePendulum().scene));
  assert.equal(pendulum[0]!.key, pendulum[1]!.key);
});

test('drawn joints are in proportion to the scene, whatever its size', () => {
  const scene = readScene(doublePendulum().scene);
  for (const factor of [1e-3, 1, 1e3]) {
    const scaled = { ...scene, size: factor * scene.size, visuals: [],
      joints: scene.joints.map((joint) => ({ ...joint, parentFrame: joint.parentFrame.map((x, i) => (i < 3 ? factor * x : x)) as typeof joint.parentFrame })) };
    assert.ok(Math.abs(jointRadius(scaled) / jointRadius({ ...scene, visuals: [] }) / factor - 1) < 1e-9);
  }
});

test('an axis that is fixed on the parent is drawn on it, in the frame of the joint there', () => {
  const turned = [0, 0, 2, Math.SQRT1_2, Math.SQRT1_2, 0, 0];  // a quarter turn about x
  const scene = readScene({
    format: 'sarrus-scene', version: 1, size: 1, bodies: [{ name: 'world' }, { name: 'one' }, { name: 'two', parent: 1, joint: 0 }],
    joints: [{
      name: 'universal', type: 'Universal', body: 2, parent: 1, frame: [0, 0, 0, 1, 0, 0, 0], parent_frame: turned,
      axes: [{ type: 'rotation', direction: [0, 1, 0], on: 'parent' }, { type: 'rotation', direction: [1, 0, 0] }],
    }],
  });
  const middle = (part: { local: Matrix4 }): number[] => new Vector3().setFromMatrixPosition(part.local).toArray().map((x) => +x.toFixed(9));
  const along = (part: { local: Matrix4 }): number[] => new Vector3().setFromMatrixColumn(part.local, 2).normalize().toArray().map((x) => Math.abs(+x.toFixed(9)));
  for (const parts of [jointParts(scene), axisParts(scene)]) {
    const first = parts.filter(({ body }) => body === 1), second = parts.filter(({ body }) => body === 2);
    assert.ok(first.length > 0 && first.length === second.length && first.length + second.length === parts.length);
    assert.deepEqual(middle(first[0]!), [0, 0, 2]);
    for (const part of first) assert.deepEqual(along(part), [0, 0, 1]);
    for (const part of second) assert.deepEqual(along(part), [1, 0, 0]);
  }
});

test('a mesh knows the box about it, also mirrored', () => {
  const data = {
    positions: new Float32Array([1, 2, 3, 4, -5, 6, 2, 0, 9]), triangles: new Uint32Array([0, 1, 2]), normals: null, colors: null, texturePlaces: null,
  };
  const corners = (mirrored: boolean): number[] => {
    const { min, max } = meshGeometry(data, mirrored).boundingBox!;
    return [...min.toArray(), ...max.toArray()];
  };
  assert.deepEqual(corners(false), [1, -5, 3, 4, 2, 9]);
  assert.deepEqual(corners(true), [-4, -5, 3, -1, 2, 9]);
});
