import { decodeBase64, decodeFloats, decodeIndices } from './base64';
import type { MeshData } from './types';
import type { Members } from './values';

const MAGIC = 0x314d5253;

// Plain loops: meshes have hundreds of thousands of numbers, and a function called for each would be felt when a page opens.

function maximum(values: Uint32Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; ++i) if (values[i]! > largest) largest = values[i]!;
  return largest;
}

function areFinite(values: Float32Array): boolean {
  for (let i = 0; i < values.length; ++i) if (!Number.isFinite(values[i]!)) return false;
  return true;
}

/** Throws where counts do not fit or a triangle refers to a vertex that does not exist. */
function checked(data: MeshData): MeshData {
  const vertices = data.positions.length / 3;
  if (!Number.isInteger(vertices) || vertices === 0) throw new Error('no whole number of vertices');
  if (data.triangles.length % 3 !== 0) throw new Error('no whole number of triangles');
  const largest = maximum(data.triangles);
  if (largest >= vertices) throw new Error(`vertex ${largest} of ${vertices}`);
  if (!areFinite(data.positions)) throw new Error('a vertex is not finite');
  if (data.normals && data.normals.length !== data.positions.length) throw new Error('wrong number of normals');
  if (data.colors && data.colors.length !== data.positions.length) throw new Error('wrong number of colors');
  if (data.texturePlaces && (data.texturePlaces.length !== 2 * vertices || !areFinite(data.texturePlaces))) {
    throw new Error('wrong places on the texture');
  }
  return data;
}

/** A mesh given within the scene, its numbers in base64. */
export function readInlineMesh(entry: Members): MeshData {
  return checked({
    positions: decodeFloats(String(entry['positions'])),
    triangles: decodeIndices(String(entry['triangles'])),
    normals: typeof entry['normals'] === 'string' ? decodeFloats(entry['normals']) : null,
    colors: typeof entry['colors'] === 'string' ? decodeBase64(entry['colors']) : null,
    texturePlaces: typeof entry['texture_places'] === 'string' ? decodeFloats(entry['texture_places']) : null,
  });
}

/** A mesh in the binary form. */
export function readMeshFile(buffer: ArrayBuffer): MeshData {
  if (buffer.byteLength < 16) throw new Error('the file is too short');
  const header = new DataView(buffer);
  if (header.getUint32(0, true) !== MAGIC) throw new Error('the file is not a mesh of this form');
  const vertices = header.getUint32(4, true), triangles = header.getUint32(8, true), flags = header.getUint32(12, true);
  const normals = (flags & 1) !== 0, colors = (flags & 2) !== 0, places = (flags & 4) !== 0;
  const afterTriangles = 16 + 12 * vertices + 12 * triangles, afterNormals = afterTriangles + (normals ? 12 * vertices : 0);
  const afterPlaces = afterNormals + (places ? 8 * vertices : 0), length = afterPlaces + (colors ? 3 * vertices : 0);
  if (buffer.byteLength !== length) throw new Error(`${buffer.byteLength} bytes instead of ${length}`);
  return checked({
    positions: new Float32Array(buffer, 16, 3 * vertices),
    triangles: new Uint32Array(buffer, 16 + 12 * vertices, 3 * triangles),
    normals: normals ? new Float32Array(buffer, afterTriangles, 3 * vertices) : null,
    texturePlaces: places ? new Float32Array(buffer, afterNormals, 2 * vertices) : null,
    colors: colors ? new Uint8Array(buffer, afterPlaces, 3 * vertices) : null,
  });
}
