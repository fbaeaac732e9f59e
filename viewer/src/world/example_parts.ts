import {
  BackSide, BoxGeometry, Color, DoubleSide, Group, InstancedMesh, MeshDepthMaterial, RGBADepthPacking, WebGLRenderTarget, type Material,
} from 'three';
import { partMaterial } from './part_material';
import { Segments } from './segments';

/** Parts and lines of the usual kinds that are never drawn: their shaders are those of almost every scene. */
export interface ExampleParts {
  seen: Group;
  /** The same as they are drawn into the map of shadows. */
  casting: Group;
  /** Stands for that map. */
  target: WebGLRenderTarget;
}

export function exampleParts(): ExampleParts {
  const look = { vertexColors: false, map: null, depthTest: true };
  const seen = [partMaterial({ ...look, open: false }), partMaterial({ ...look, open: true })];
  // The renderer has closed surfaces cast shadows by their back.
  const casting = [BackSide, DoubleSide].map((side) => new MeshDepthMaterial({ depthPacking: RGBADepthPacking, side }));
  return {
    seen: new Group().add(...seen.map(example), new Segments(1).object), casting: new Group().add(...casting.map(example)),
    target: new WebGLRenderTarget(1, 1),
  };
}

function example(material: Material): InstancedMesh {
  const mesh = new InstancedMesh(new BoxGeometry(), material, 1);
  mesh.setColorAt(0, new Color());
  mesh.receiveShadow = true;
  return mesh;
}
