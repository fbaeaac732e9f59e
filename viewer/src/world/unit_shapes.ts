import {
  BoxGeometry, CapsuleGeometry, CircleGeometry, ConeGeometry, CylinderGeometry, PlaneGeometry, SphereGeometry, TorusGeometry, type BufferGeometry,
} from 'three';

/** A geometry with the name under which it is shared. */
export interface NamedGeometry { key: string; make(): BufferGeometry }

// Geometries of size one, along z where they have an axis; a part's matrix scales them to size.

export const BOX: NamedGeometry = { key: 'box', make: () => new BoxGeometry(1, 1, 1) };
export const SPHERE: NamedGeometry = { key: 'sphere', make: () => new SphereGeometry(1, 28, 18).rotateX(Math.PI / 2) };
export const CYLINDER: NamedGeometry = { key: 'cylinder', make: () => new CylinderGeometry(1, 1, 1, 64).rotateX(Math.PI / 2) };
export const CONE: NamedGeometry = { key: 'cone', make: () => new ConeGeometry(1, 1, 32).rotateX(Math.PI / 2) };
export const DISK: NamedGeometry = { key: 'disk', make: () => new CircleGeometry(1, 40) };
/** Inscribed in the unit circle, with a corner at (1, 0). */
export const TRIANGLE: NamedGeometry = { key: 'triangle', make: () => new CircleGeometry(1, 3) };
export const PLANE: NamedGeometry = { key: 'plane', make: () => new PlaneGeometry(1, 1) };

/** Of radius one; the ratio is that of the length of the cylindrical part to the radius. */
export function capsule(ratio: number): NamedGeometry {
  return { key: `capsule ${ratio.toPrecision(5)}`, make: () => new CapsuleGeometry(1, ratio, 8, 28).rotateX(Math.PI / 2) };
}

/** Of radius one; the ratio is that of the tube's radius to it. */
export function torus(ratio: number): NamedGeometry {
  return { key: `torus ${ratio.toPrecision(5)}`, make: () => new TorusGeometry(1, ratio, 16, 56) };
}
