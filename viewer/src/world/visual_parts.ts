import { Matrix4, Vector3, type Color } from 'three';
import type { Mesh, Scene, Vector, Visual } from '../protocol/types';
import { alongMatrix, poseMatrix, scaleMatrix } from './matrices';
import { heightFieldGeometry, meshGeometry } from './mesh_geometry';
import { AXIS_COLORS, bodyColor, fromSrgb } from './palette';
import type { Part } from './part';
import { BOX, capsule, CONE, CYLINDER, PLANE, SPHERE, torus, type NamedGeometry } from './unit_shapes';

/** A geometry, its place in the visual's axes, and a color of its own where it has one. */
interface Piece { geometry: NamedGeometry; place: Matrix4; color?: Color }

/** The parts of a scene's visuals; lines, texts and the ground are drawn otherwise. */
export function visualParts(scene: Scene): Part[] {
  return scene.visuals.flatMap((visual, i) => {
    const color = visual.color ? fromSrgb(visual.color) : bodyColor(visual.body);
    return pieces(visual, i, scene).map(({ geometry, place, color: own }): Part => ({
      ...geometry, body: visual.body, local: poseMatrix(visual.pose).multiply(place), color: own ?? color,
      opacity: visual.opacity, texture: textureOf(visual, scene), layer: visual.role === 'collision' ? 'collision' : 'visual', owner: { kind: 'body', index: visual.body },
    }));
  });
}

/** The texture of a visual that is there, on a shape that says how it lies there; −1: none. */
function textureOf({ shape, texture }: Visual, scene: Scene): number {
  const hasPlaces = shape.type === 'mesh' ? scene.meshes[shape.mesh]?.data?.texturePlaces : shape.type !== 'height_field';
  return hasPlaces && scene.textures[texture]?.picture ? texture : -1;
}

/** An endless plane of the world that lies level: the ground itself, not a part. */
export function isGround(visual: Visual, up: Vector): boolean {
  if (visual.body !== 0 || visual.shape.type !== 'plane' || visual.shape.size !== null) return false;
  const normal = new Vector3(0, 0, 1).transformDirection(poseMatrix(visual.pose));
  return normal.dot(new Vector3(...up)) > 0.999;
}

function pieces(visual: Visual, index: number, scene: Scene): Piece[] {
  const shape = visual.shape;
  switch (shape.type) {
    case 'brick': return [{ geometry: BOX, place: scaleMatrix(...shape.size) }];
    case 'sphere': return [{ geometry: SPHERE, place: scaleMatrix(shape.radius, shape.radius, shape.radius) }];
    case 'ellipsoid': return [{ geometry: SPHERE, place: scaleMatrix(...shape.radii) }];
    case 'cylinder': return [{ geometry: CYLINDER, place: scaleMatrix(shape.radius, shape.radius, shape.length) }];
    case 'cone': return [{ geometry: CONE, place: scaleMatrix(shape.radius, shape.radius, shape.length) }];
    case 'capsule': return [{ geometry: capsule(shape.length / shape.radius), place: scaleMatrix(shape.radius, shape.radius, shape.radius) }];
    case 'torus': return [{ geometry: torus(shape.tube / shape.radius), place: scaleMatrix(shape.radius, shape.radius, shape.radius) }];
    case 'plane': {
      if (isGround(visual, scene.up)) return [];
      const [x, y] = shape.size ?? [20 * scene.size, 20 * scene.size];
      return [{ geometry: PLANE, place: scaleMatrix(x, y, 1) }];
    }
    case 'arrow': return arrowPieces(shape.vector, Math.hypot(...shape.vector) / 40);
    case 'frame': return framePieces(shape.length, shape.length / 30);
    case 'height_field':
      return [{ geometry: { key: `height field ${index}`, make: () => heightFieldGeometry(shape) }, place: new Matrix4() }];
    case 'mesh': return [meshPiece(scene.meshes[shape.mesh]!, shape.mesh, shape.scale, scene.size)];
    case 'line':
    case 'text': return [];
  }
}

function meshPiece(mesh: Mesh, index: number, scale: Vector, size: number): Piece {
  const data = mesh.data;
  if (!data) return { geometry: BOX, place: scaleMatrix(0.15 * size, 0.15 * size, 0.15 * size) };
  const mirrored = scale[0] * scale[1] * scale[2] < 0;
  const key = `mesh ${index}${mirrored ? ' mirrored' : ''}${data.colors ? ' colored' : ''}`;
  return { geometry: { key, make: () => meshGeometry(data, mirrored) }, place: scaleMatrix(mirrored ? -scale[0] : scale[0], scale[1], scale[2]) };
}

export function arrowPieces(vector: Vector, radius: number): Piece[] {
  const length = Math.hypot(...vector);
  if (!(length > 0)) return [];
  const direction: Vector = [vector[0] / length, vector[1] / length, vector[2] / length];
  const head = Math.min(length, 8 * radius);
  const at = (s: number): Vector => [s * direction[0], s * direction[1], s * direction[2]];
  return [
    { geometry: CYLINDER, place: alongMatrix(direction, radius, Math.max(1e-9, length - head), at((length - head) / 2)) },
    { geometry: CONE, place: alongMatrix(direction, 2.6 * radius, head, at(length - head / 2)) },
  ];
}

/** Three arrows along x (red), y (green), z (blue). */
export function framePieces(length: number, radius: number): Piece[] {
  const axes: Vector[] = [[length, 0, 0], [0, length, 0], [0, 0, length]];
  return axes.flatMap((axis, i) => arrowPieces(axis, radius).map((piece) => ({ ...piece, color: AXIS_COLORS[i]! })));
}
