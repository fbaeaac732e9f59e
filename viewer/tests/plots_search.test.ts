import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grouped, search } from '../src/plots/search';

const signals = [
  { name: 'left hip', group: 'coordinates', unit: 'rad' },
  { name: 'left knee', group: 'coordinates', unit: 'rad' },
  { name: 'left hip', group: 'speeds', unit: 'rad/s' },
  { name: 'kinetic energy', group: 'energies', unit: 'J' },
  { name: 'slider', group: 'coordinates', unit: 'm' },
];

test('an empty query finds everything', () => {
  assert.deepEqual(search(signals, '  '), [0, 1, 2, 3, 4]);
});

test('all words must be found, in any order and case, in name, group or unit', () => {
  assert.deepEqual(search(signals, 'HIP left'), [0, 2]);
  assert.deepEqual(search(signals, 'hip speed'), [2]);
  assert.deepEqual(search(signals, 'rad/s'), [2]);
  assert.deepEqual(search(signals, 'kin'), [3]);
  assert.deepEqual(search(signals, 'hip energy'), []);
});

test('groups come in the order of their first signal', () => {
  assert.deepEqual(grouped(signals, [3, 0, 2, 4]), [
    { name: 'energies', signals: [3] },
    { name: 'coordinates', signals: [0, 4] },
    { name: 'speeds', signals: [2] },
  ]);
});
