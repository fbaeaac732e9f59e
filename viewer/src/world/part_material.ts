import { DoubleSide, FrontSide, MeshStandardMaterial, type Texture } from 'three';

/** What distinguishes the materials of parts; each combination has shaders of its own. */
export interface PartLook { open: boolean; vertexColors: boolean; map: Texture | null; depthTest: boolean }

/** The material of parts; surfaces that may be open are seen from both sides. */
export function partMaterial({ open, vertexColors, map, depthTest }: PartLook): MeshStandardMaterial {
  return new MeshStandardMaterial({ roughness: 0.58, metalness: 0.04, side: open ? DoubleSide : FrontSide, vertexColors, map, depthTest });
}
