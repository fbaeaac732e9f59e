// The scene as the viewer uses it after reading: every list is present, every number is finite.

export type Vector = [number, number, number];
/** Position x, y, z and unit quaternion w, x, y, z. */
export type Pose = [number, number, number, number, number, number, number];

export interface Body { name: string; parent: number; joint: number; mass: number; com: Vector; inertia: number[] }

/** A direction in the joint's frame on the body or, with `onParent`, in that on the parent, which does not move there. */
export interface JointAxis { type: 'rotation' | 'translation'; direction: Vector; onParent: boolean }

export interface Joint {
  name: string; type: string; body: number; parent: number; frame: Pose; parentFrame: Pose; axes: JointAxis[];
  coordinates: number[]; speeds: number[]; lower: (number | null)[]; upper: (number | null)[];
}

export interface End { body: number; point: Vector }
/** The errors of a constraint and the values of a force are numbers of signals; arrows are theirs, too. */
export interface Constraint { name: string; type: string; ends: End[]; errors: number[]; arrows: number[] }
export interface Force { name: string; type: string; ends: End[]; values: number[]; arrows: number[] }

export type Shape =
  | { type: 'brick'; size: Vector }
  | { type: 'sphere'; radius: number }
  | { type: 'ellipsoid'; radii: Vector }
  | { type: 'cylinder' | 'capsule' | 'cone'; radius: number; length: number }
  | { type: 'torus'; radius: number; tube: number }
  | { type: 'plane'; size: [number, number] | null }
  | { type: 'line'; points: Vector[]; width: number }
  | { type: 'arrow'; vector: Vector }
  | { type: 'frame'; length: number }
  | { type: 'text'; text: string; height: number }
  | { type: 'height_field'; size: [number, number]; rows: number; columns: number; heights: Float32Array }
  | { type: 'mesh'; mesh: number; scale: Vector };

export type Role = 'visual' | 'collision' | 'drawn';
export interface Visual {
  body: number; name: string; pose: Pose; shape: Shape; color: Vector | null; opacity: number; role: Role;
  /** Number of its texture; −1: none. */
  texture: number;
}

export interface MeshData {
  positions: Float32Array; triangles: Uint32Array; normals: Float32Array | null; colors: Uint8Array | null;
  /** To the right and up on a texture, for each vertex. */
  texturePlaces: Float32Array | null;
}
export interface Mesh { name: string; data: MeshData | null; url: string | null }

/** A picture for surfaces; `picture` is there once the browser has decoded it. */
export interface Texture { name: string; image: string; picture: HTMLImageElement | null }

export interface Signal { name: string; group: string; unit: string }
export interface Arrow { name: string; group: string; unit: string }
/** An area in which surfaces touch; the frames say where. */
export interface Patch { name: string }
export interface Input { name: string; group: string; unit: string; lower: number; upper: number; value: number }
export interface Button { name: string; key: string }

export interface Scene {
  name: string; gravity: Vector; up: Vector; size: number;
  bodies: Body[]; joints: Joint[]; constraints: Constraint[]; forces: Force[];
  visuals: Visual[]; meshes: Mesh[]; textures: Texture[]; signals: Signal[]; arrows: Arrow[]; patches: Patch[];
  inputs: Input[]; buttons: Button[]; notes: string[];
}

/** How many numbers a frame holds. */
export interface Counts { bodies: number; signals: number; arrows: number; patches: number }

export function countsOf(scene: Scene): Counts {
  return { bodies: scene.bodies.length, signals: scene.signals.length, arrows: scene.arrows.length, patches: scene.patches.length };
}

/** Numbers of a patch: kind (0: none, 1: ellipse, 2: triangle), center, a, b, pressure. */
export const PATCH_WIDTH = 11;

/** Numbers of a frame after its header: seven for each body, one for each signal, six for each arrow, and those of patches. */
export function frameWidth(counts: Counts): number {
  return 7 * counts.bodies + counts.signals + 6 * counts.arrows + PATCH_WIDTH * counts.patches;
}
