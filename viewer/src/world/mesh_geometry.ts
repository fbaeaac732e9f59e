import { Box3, BufferAttribute, BufferGeometry, Vector3 } from 'three';
import type { MeshData, Shape } from '../protocol/types';
import { creasedNormals } from './creases';

/** The geometry of a mesh. A mirrored one (x reversed) is made as such, so that its faces still look outward. */
export function meshGeometry(data: MeshData, mirrored: boolean): BufferGeometry {
  const geometry = new BufferGeometry();
  const positions = mirrored ? mirroredX(data.positions) : data.positions;
  const triangles = mirrored ? reversed(data.triangles) : data.triangles;
  geometry.boundingBox = boundsOf(positions);
  if (data.normals) {
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(mirrored ? mirroredX(data.normals) : data.normals, 3));
    if (data.colors) geometry.setAttribute('color', new BufferAttribute(data.colors, 3, true));
    if (data.texturePlaces) geometry.setAttribute('uv', new BufferAttribute(data.texturePlaces, 2));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    return geometry;
  }
  geometry.setAttribute('position', new BufferAttribute(gathered(positions, triangles, 3), 3));
  geometry.setAttribute('normal', new BufferAttribute(creasedNormals(positions, triangles), 3));
  if (data.colors) geometry.setAttribute('color', new BufferAttribute(gathered(data.colors, triangles, 3), 3, true));
  if (data.texturePlaces) geometry.setAttribute('uv', new BufferAttribute(gathered(data.texturePlaces, triangles, 2), 2));
  return geometry;
}

/** A box about points. */
function boundsOf(points: Float32Array): Box3 {
  const lower = [Infinity, Infinity, Infinity], upper = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    for (let k = 0; k < 3; ++k) {
      const x = points[i + k]!;
      if (x < lower[k]!) lower[k] = x;
      if (x > upper[k]!) upper[k] = x;
    }
  }
  return new Box3(new Vector3().fromArray(lower), new Vector3().fromArray(upper));
}

/** The values of `size` numbers of each corner of each triangle. */
function gathered<T extends Float32Array | Uint8Array>(values: T, triangles: Uint32Array, size: number): T {
  const out = new (values.constructor as new (length: number) => T)(size * triangles.length);
  triangles.forEach((vertex, i) => {
    for (let k = 0; k < size; ++k) out[size * i + k] = values[size * vertex + k]!;
  });
  return out;
}

function mirroredX(values: Float32Array): Float32Array {
  return values.map((x, i) => (i % 3 === 0 ? -x : x));
}

function reversed(triangles: Uint32Array): Uint32Array {
  const out = triangles.slice();
  for (let i = 0; i < out.length; i += 3) [out[i], out[i + 1]] = [out[i + 1]!, out[i]!];
  return out;
}

/** A surface over a rectangle about the origin, heights row by row, x within a row. */
export function heightFieldGeometry(shape: Extract<Shape, { type: 'height_field' }>): BufferGeometry {
  const { rows, columns, heights, size } = shape;
  const positions = new Float32Array(3 * rows * columns);
  const triangles = new Uint32Array(6 * (rows - 1) * (columns - 1));
  for (let r = 0, i = 0; r < rows; ++r) {
    for (let c = 0; c < columns; ++c, i += 3) {
      positions[i] = (c / (columns - 1) - 0.5) * size[0];
      positions[i + 1] = (r / (rows - 1) - 0.5) * size[1];
      positions[i + 2] = heights[r * columns + c]!;
    }
  }
  for (let r = 0, i = 0; r + 1 < rows; ++r) {
    for (let c = 0; c + 1 < columns; ++c, i += 6) {
      const a = r * columns + c, b = a + 1, d = a + columns, e = d + 1;
      triangles.set([a, b, e, a, e, d], i);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  geometry.computeVertexNormals();
  return geometry;
}
