import { Vector3, type Matrix4 } from 'three';
import type { Joint, JointAxis, Scene, Vector } from '../protocol/types';
import { alongMatrix, poseMatrix, scaleMatrix } from './matrices';
import { JOINT_COLOR } from './palette';
import type { Part } from './part';
import { BOX, CYLINDER, SPHERE, torus, type NamedGeometry } from './unit_shapes';

/** A radius that suits the joints of a scene: a little more than that of drawn rods, small against the whole and between joints. */
export function jointRadius(scene: Scene): number {
  const rods = scene.visuals.flatMap(({ role, shape }) => (role === 'drawn' && shape.type === 'capsule' ? [shape.radius] : []));
  const distances = scene.joints.map((joint) => Math.hypot(joint.parentFrame[0], joint.parentFrame[1], joint.parentFrame[2]))
    .filter((distance) => distance > 1e-6 * scene.size);
  const wanted = rods.length > 0 ? 1.15 * median(rods) : Math.min(0.014 * scene.size, distances.length > 0 ? 0.08 * median(distances) : Infinity);
  return Math.min(0.025 * scene.size, Math.max(0.004 * scene.size, wanted));
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** The joints drawn by their directions of motion: pins as short cylinders, balls as spheres, sliders as rails. */
export function jointParts(scene: Scene): Part[] {
  const radius = jointRadius(scene);
  return scene.joints.flatMap((joint, index) => {
    const inner = jointPieces(joint, radius);
    return inner.map(({ geometry, place, onParent }): Part => ({
      ...geometry, body: onParent ? joint.parent : joint.body,
      local: poseMatrix(onParent ? joint.parentFrame : joint.frame).multiply(place),
      color: JOINT_COLOR, opacity: 1, layer: 'joint', owner: { kind: 'joint', index },
    }));
  });
}

interface Piece { geometry: NamedGeometry; place: Matrix4; onParent: boolean }

function jointPieces(joint: Joint, r: number): Piece[] {
  const rotations = joint.axes.filter((axis) => axis.type === 'rotation');
  const translations = joint.axes.filter((axis) => axis.type === 'translation').map((axis) => axis.direction);
  if (rotations.length + translations.length >= 6) return [];
  if (joint.axes.length === 0) return [{ geometry: BOX, place: scaleMatrix(1.6 * r, 1.6 * r, 1.6 * r), onParent: false }];
  return [...rotationPieces(rotations, r), ...translations.flatMap((direction) => rail(direction, r, translations.length))];
}

function rotationPieces(axes: JointAxis[], r: number): Piece[] {
  const origin: Vector = [0, 0, 0];
  const pin = ({ direction, onParent }: JointAxis, length: number): Piece[] => [
    { geometry: CYLINDER, place: alongMatrix(direction, r, length, origin), onParent },
    ...[-1, 1].map((side): Piece => ({
      geometry: CYLINDER, onParent,
      place: alongMatrix(direction, 1.45 * r, 0.35 * r, direction.map((x) => side * 0.5 * length * x) as Vector),
    })),
  ];
  switch (axes.length) {
    case 0: return [];
    case 1: return pin(axes[0]!, 4.2 * r);
    case 2: return axes.flatMap((axis) => pin(axis, 3.8 * r));
    default: {
      const up = planeNormal(axes.map((axis) => axis.direction));
      return [
        { geometry: SPHERE, place: scaleMatrix(1.6 * r, 1.6 * r, 1.6 * r), onParent: false },
        { geometry: torus(0.16), place: alongMatrix(up, 1.75 * r, 1.75 * r, origin), onParent: true },
      ];
    }
  }
}

/** A direction square to the first two. */
function planeNormal(directions: Vector[]): Vector {
  const cross = new Vector3(...directions[0]!).cross(new Vector3(...directions[1]!));
  return cross.lengthSq() > 1e-12 ? cross.normalize().toArray() : [0, 0, 1];
}

/** A rail fixed to the parent, and a block on it that moves with the body. */
function rail(direction: Vector, r: number, count: number): Piece[] {
  const length = (count > 1 ? 7 : 12) * r;
  return [
    { geometry: CYLINDER, place: alongMatrix(direction, 0.4 * r, length, [0, 0, 0]), onParent: true },
    { geometry: BOX, place: alongMatrix(direction, 2 * r, 2.6 * r, [0, 0, 0]), onParent: false },
  ];
}
