import type { Joint, JointAxis, Scene } from '../protocol/types';
import { alongMatrix, poseMatrix } from './matrices';
import { AXIS_COLOR } from './palette';
import type { Part } from './part';
import { CONE, CYLINDER, type NamedGeometry } from './unit_shapes';

/** Half the length of an axis, its thickness and the length of its tip, as parts of the scene's size. */
const REACH = 0.15, RADIUS = 0.004, TIP = 0.036;

/** The axes of joints as arrows so long that they are seen outside of most bodies. Free bodies have none of their own. */
export function axisParts(scene: Scene): Part[] {
  return scene.joints.flatMap((joint, index) => (joint.axes.length >= 6 ? [] : joint.axes).flatMap((axis) =>
    pieces(joint, axis, scene.size).map((piece): Part => ({ ...piece, color: AXIS_COLOR[axis.type], opacity: 1, layer: 'axis', owner: { kind: 'joint', index } }))));
}

function pieces(joint: Joint, { direction, onParent }: JointAxis, size: number): (NamedGeometry & Pick<Part, 'body' | 'local'>)[] {
  const at = (s: number): [number, number, number] => [s * size * direction[0], s * size * direction[1], s * size * direction[2]];
  const place = poseMatrix(onParent ? joint.parentFrame : joint.frame), body = onParent ? joint.parent : joint.body;
  return [
    { ...CYLINDER, body, local: place.clone().multiply(alongMatrix(direction, RADIUS * size, 2 * REACH * size, at(0))) },
    { ...CONE, body, local: place.clone().multiply(alongMatrix(direction, 2.6 * RADIUS * size, TIP * size, at(REACH + 0.5 * TIP))) },
  ];
}
