import type { End, Pose, Scene } from '../protocol/types';
import type { Owner } from './part';

/**
 * What is marked in the scene for a thing that is selected. A force at a joint, such as a damper or a motor, is not drawn: its
 * joint is marked, or the body beyond it where joints are hidden.
 */
export function standIn(scene: Scene, owner: Owner | null, jointsAreShown: boolean): Owner | null {
  if (owner?.kind !== 'force') return owner;
  const [near, far] = scene.forces[owner.index]!.ends;
  const joint = near && far ? scene.joints.findIndex((one) => one.parent === near.body && one.body === far.body &&
    isAt(near, one.parentFrame) && isAt(far, one.frame)) : -1;
  if (joint < 0) return owner;
  return jointsAreShown ? { kind: 'joint', index: joint } : { kind: 'body', index: far!.body };
}

function isAt({ point }: End, frame: Pose): boolean { return point.every((x, k) => x === frame[k]); }
