import { Color, Matrix4, Vector3 } from 'three';
import type { Body, Scene } from '../protocol/types';
import { eigenSymmetric } from './eigen';
import { scaleMatrix } from './matrices';
import { bodyColor } from './palette';
import type { Part } from './part';
import { SPHERE } from './unit_shapes';
import { framePieces } from './visual_parts';

const MASS_COLOR = new Color(0xd9448f);

/** Centers of mass, inertia ellipsoids and frames of the bodies. */
export function massParts(scene: Scene): Part[] {
  const size = scene.size;
  return scene.bodies.flatMap((body, index) => {
    const owner = { kind: 'body', index } as const;
    const frame = framePieces(0.13 * size, 0.0035 * size).map(({ geometry, place, color }): Part => ({
      ...geometry, body: index, local: place, color: color!, opacity: 1, layer: 'frame', owner,
    }));
    if (index === 0 || !(body.mass > 0)) return frame;
    const center = new Matrix4().makeTranslation(...body.com);
    const radius = 0.016 * size;
    const mass: Part = {
      ...SPHERE, body: index, local: center.clone().multiply(scaleMatrix(radius, radius, radius)), color: MASS_COLOR, opacity: 1,
      layer: 'mass', owner,
    };
    const ellipsoid = inertiaEllipsoid(body);
    if (!ellipsoid) return [...frame, mass];
    const inertia: Part = {
      ...SPHERE, body: index, local: center.multiply(ellipsoid), color: bodyColor(index), opacity: 0.45, layer: 'inertia', owner,
    };
    return [...frame, mass, inertia];
  });
}

/**
 * From the unit sphere to the solid ellipsoid of uniform density with the body's mass and inertia:
 * Ix = m (b² + c²)/5, so a² = 5 (Iy + Iz − Ix)/(2m).
 */
export function inertiaEllipsoid(body: Body): Matrix4 | null {
  const [xx, yy, zz, xy, xz, yz] = body.inertia as [number, number, number, number, number, number];
  const { values, vectors } = eigenSymmetric(xx, yy, zz, xy, xz, yz);
  const sum = values[0] + values[1] + values[2];
  if (!(sum > 0)) return null;
  const radii = values.map((value) => Math.sqrt(Math.max(0, (5 * (sum - 2 * value)) / (2 * body.mass))));
  const thin = 0.02 * Math.max(...radii);
  const axes = vectors.map((axis, i) => new Vector3(...axis).multiplyScalar(Math.max(thin, radii[i]!)));
  return new Matrix4().makeBasis(axes[0]!, axes[1]!, axes[2]!);
}
