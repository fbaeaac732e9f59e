import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readScene } from '../src/protocol/read_scene';
import { standIn } from '../src/world/stand_in';
import { doublePendulum } from './sample';

test('for a force at a joint the joint is marked, or the body beyond it; other things stand for themselves', () => {
  const data = doublePendulum().scene as { forces: object[] }, spring = 0, motor = 1, wind = 2;
  data.forces.push({ name: 'motor', type: 'Motor', ends: [{ body: 1, point: [0, 0, -0.5] }, { body: 2, point: [0, 0, 0.5] }] });
  data.forces.push({ name: 'wind', type: 'ConstantForce', ends: [{ body: 2, point: [0, 0, 0.5] }] });
  const scene = readScene(data), elbow = 1, lower = 2, force = (index: number) => ({ kind: 'force', index }) as const;
  assert.deepEqual(standIn(scene, force(motor), true), { kind: 'joint', index: elbow });
  assert.deepEqual(standIn(scene, force(motor), false), { kind: 'body', index: lower });
  for (const other of [force(spring), force(wind), { kind: 'constraint', index: 0 } as const, { kind: 'body', index: motor } as const, null]) {
    assert.deepEqual(standIn(scene, other, true), other);
  }
});
