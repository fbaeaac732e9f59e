import { decodeFloats } from './base64';
import type { Shape, Vector } from './types';
import { isObject, toIndex, toList, toNumber, toNumbers, toText, toVector } from './values';

/** A shape, or a sentence saying why it cannot be drawn. */
export function readShape(value: unknown, meshes: number): Shape | string {
  if (!isObject(value)) return 'it has no shape';
  const type = toText(value['type']);
  const length = (name: string, fallback: number): number => Math.abs(toNumber(value[name], fallback));
  switch (type) {
    case 'brick': return { type, size: toVector(value['size'], [1, 1, 1]) };
    case 'sphere': return { type, radius: length('radius', 0.5) };
    case 'ellipsoid': return { type, radii: toVector(value['radii'], [0.5, 0.5, 0.5]) };
    case 'cylinder':
    case 'capsule':
    case 'cone': return { type, radius: length('radius', 0.5), length: length('length', 1) };
    case 'torus': return { type, radius: length('radius', 1), tube: length('tube', 0.1) };
    case 'plane': {
      const size = value['size'];
      return { type, size: Array.isArray(size) ? (toNumbers(size, [1, 1]) as [number, number]) : null };
    }
    case 'line': return { type, points: readPoints(value['points']), width: length('width', 2) };
    case 'arrow': return { type, vector: toVector(value['vector'], [0, 0, 1]) };
    case 'frame': return { type, length: length('length', 1) };
    case 'text': return { type, text: toText(value['text']), height: length('height', 0.1) };
    case 'height_field': return readHeightField(value);
    case 'mesh': {
      const mesh = toIndex(value['mesh'], meshes, -1);
      if (mesh < 0) return `mesh ${String(value['mesh'])} does not exist`;
      return { type, mesh, scale: toVector(value['scale'], [1, 1, 1]) };
    }
    default: return `the shape "${type}" is not known`;
  }
}

function readPoints(value: unknown): Vector[] {
  return toList(value).map((point) => toVector(point));
}

function readHeightField(value: Record<string, unknown>): Shape | string {
  const rows = toNumber(value['rows'], 0), columns = toNumber(value['columns'], 0);
  if (rows < 2 || columns < 2) return 'a height field needs two rows and columns at least';
  try {
    const heights = decodeFloats(toText(value['heights']));
    if (heights.length !== rows * columns) return `${heights.length} heights instead of ${rows} × ${columns}`;
    return { type: 'height_field', size: toNumbers(value['size'], [1, 1]) as [number, number], rows, columns, heights };
  } catch {
    return 'its heights cannot be read';
  }
}
