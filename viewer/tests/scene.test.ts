import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMeshFile } from '../src/protocol/mesh';
import { readPage } from '../src/protocol/page';
import { readScene } from '../src/protocol/read_scene';
import { doublePendulum, shapes } from './sample';

test('the sample scenes are read without notes', () => {
  const scene = readScene(doublePendulum().scene);
  assert.deepEqual(scene.notes, []);
  assert.deepEqual([scene.bodies.length, scene.joints.length, scene.signals.length, scene.arrows.length], [3, 2, 5, 3]);
  assert.deepEqual(scene.joints[1]!.coordinates, [1]);
  assert.deepEqual(readScene(shapes().scene).notes, []);
});

test('an empty scene has a world, and what is no scene is refused', () => {
  const scene = readScene({ format: 'sarrus-scene', version: 1 });
  assert.equal(scene.bodies.length, 1);
  assert.equal(scene.size, 1);
  for (const value of [null, 1, [], {}, { format: 'other' }]) assert.throws(() => readScene(value));
});

test('nonsense in a scene becomes notes and sensible values', () => {
  const scene = readScene({
    format: 'sarrus-scene', version: 1, size: -3, up: [0, 0, 0], gravity: 'down',
    bodies: [{ name: 'world' }, { parent: 77, joint: 'x', mass: NaN, com: [1] }, null],
    joints: [{ body: -5, parent: 1e9, frame: [1, 2], axes: [{ type: 'other', direction: [0, 0, 0] }], coordinates: [0, 99] }],
    visuals: [{ body: 99, shape: { type: 'sphere' } }, { body: 1, name: 'odd', shape: { type: 'banana' } }, { body: 1, shape: { type: 'mesh', mesh: 3 } }],
    meshes: [{ name: 'bad', positions: '####', triangles: '' }], signals: [{}],
  });
  assert.equal(scene.size, 1);
  assert.deepEqual(scene.up, [0, 0, 1]);
  assert.deepEqual(scene.bodies.map((body) => body.parent), [-1, 0, 0]);
  assert.deepEqual(scene.joints[0]!.coordinates, [0]);
  assert.deepEqual(scene.visuals, []);
  assert.equal(scene.notes.length, 4);
  assert.ok(scene.notes.some((note) => note.includes('banana')) && scene.notes.some((note) => note.includes('"bad"')));
});

test('a mesh file is read, and refused where its counts lie', () => {
  const buffer = new ArrayBuffer(16 + 36 + 12 + 36 + 9), view = new DataView(buffer);
  [0x314d5253, 3, 1, 3].forEach((word, i) => view.setUint32(4 * i, word, true));
  new Float32Array(buffer, 16, 9).set([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  new Uint32Array(buffer, 52, 3).set([0, 1, 2]);
  new Uint8Array(buffer, 100, 9).fill(200);
  const mesh = readMeshFile(buffer);
  assert.deepEqual([...mesh.triangles], [0, 1, 2]);
  assert.equal(mesh.colors![8], 200);
  assert.throws(() => readMeshFile(buffer.slice(0, 99)), /bytes/);
  view.setUint32(52, 9, true);
  assert.throws(() => readMeshFile(buffer), /vertex 9 of 3/);
});

test('textures are pictures within the scene; others are left out with a note', () => {
  const scene = readScene({
    format: 'sarrus-scene', version: 1, bodies: [{ name: 'world' }],
    textures: [{ name: 'wood', image: 'data:image/png;base64,AAAA' }, { name: 'far', image: 'https://example.org/a.png' },
      { name: 'drawing', image: 'data:image/svg+xml;base64,AAAA' }, 7],
    visuals: [0, 1, 99, undefined].map((texture) => ({ body: 0, shape: { type: 'sphere', radius: 1 }, texture })),
  });
  assert.deepEqual(scene.textures.map(({ image }) => image), ['data:image/png;base64,AAAA', '', '', '']);
  assert.deepEqual(scene.visuals.map(({ texture }) => texture), [0, 1, -1, -1]);
  assert.equal(scene.notes.length, 3);
  assert.ok(scene.notes[0]!.includes('"far"'));
});

test('a mesh says how textures lie on it', () => {
  const floats = (...values: number[]) => Buffer.from(new Float32Array(values).buffer).toString('base64');
  const mesh = (places: number[]) => readScene({
    format: 'sarrus-scene', version: 1,
    meshes: [{ name: 'm', positions: floats(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: 'AAAAAAEAAAACAAAA', texture_places: floats(...places) }],
  });
  assert.deepEqual([...mesh([0, 0, 1, 0, 0, 0.5]).meshes[0]!.data!.texturePlaces!], [0, 0, 1, 0, 0, 0.5]);
  for (const places of [[0, 0], [0, 0, 1, 0, 0, NaN]]) assert.equal(mesh(places).notes.length, 1);
  const buffer = new ArrayBuffer(16 + 36 + 12 + 24 + 9), view = new DataView(buffer);
  [0x314d5253, 3, 1, 2 + 4].forEach((word, i) => view.setUint32(4 * i, word, true));
  new Uint32Array(buffer, 52, 3).set([0, 1, 2]);
  new Float32Array(buffer, 64, 6).set([0, 0, 1, 0, 0, 0.5]);
  new Uint8Array(buffer, 88, 9).fill(200);
  const read = readMeshFile(buffer);
  assert.equal(read.texturePlaces![5], 0.5);
  assert.equal(read.colors![0], 200);
});

test('a page needs items', () => {
  assert.throws(() => readPage('{"format":"sarrus-page","items":[]}'));
  assert.throws(() => readPage('nonsense'));
  assert.equal(readPage('{"format":"sarrus-page","items":[{"name":"a"}]}').items[0]!.name, 'a');
});
