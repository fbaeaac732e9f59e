import type { BufferGeometry, Color, Matrix4 } from 'three';

/** What can be selected. */
export type Kind = 'body' | 'joint' | 'constraint' | 'force' | 'arrow';
export interface Owner { kind: Kind; index: number }

export function sameOwner(a: Owner | null, b: Owner | null): boolean {
  return a?.kind === b?.kind && a?.index === b?.index;
}

/** Parts are shown and hidden by layer. */
export type Layer = 'visual' | 'collision' | 'joint' | 'mass' | 'inertia' | 'frame' | 'constraint' | 'axis';

/** A rigid piece of the picture that moves with a body. Parts of equal geometry and look are drawn together. */
export interface Part {
  /** Names the geometry: parts with the same key share it. */
  key: string;
  make(): BufferGeometry;
  body: number;
  /** From the geometry's axes to the body's, scale included. */
  local: Matrix4;
  color: Color;
  opacity: number;
  /** Number of the texture on it; −1 or none: the color alone. */
  texture?: number;
  layer: Layer;
  owner: Owner;
}
