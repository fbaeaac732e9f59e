/** Faces that meet at a smaller angle than this look smooth, others have an edge. */
const CREASE_COSINE = Math.cos((35 * Math.PI) / 180);

/**
 * Normals for the corners of triangles: at each corner the mean of the normals of the faces about it, by area, that are turned
 * little against the corner's own face. Vertices at the same place count as one.
 */
export function creasedNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const faces = faceNormals(positions, triangles);
  const place = samePlaces(positions);
  const around: number[][] = [];
  triangles.forEach((vertex, corner) => (around[place[vertex]!] ??= []).push(Math.floor(corner / 3)));
  const lengths = new Float32Array(faces.length / 3);
  for (let f = 0; f < lengths.length; ++f) lengths[f] = Math.hypot(faces[3 * f]!, faces[3 * f + 1]!, faces[3 * f + 2]!) || 1e-30;
  const normals = new Float32Array(3 * triangles.length);
  triangles.forEach((vertex, corner) => {
    const own = Math.floor(corner / 3);
    let x = 0, y = 0, z = 0;
    for (const other of around[place[vertex]!]!) {
      const fx = faces[3 * other]!, fy = faces[3 * other + 1]!, fz = faces[3 * other + 2]!;
      const dot = fx * faces[3 * own]! + fy * faces[3 * own + 1]! + fz * faces[3 * own + 2]!;
      if (other !== own && dot < CREASE_COSINE * lengths[own]! * lengths[other]!) continue;
      x += fx; y += fy; z += fz;
    }
    const length = Math.hypot(x, y, z) || 1;
    normals[3 * corner] = x / length;
    normals[3 * corner + 1] = y / length;
    normals[3 * corner + 2] = z / length;
  });
  return normals;
}

/** Twice the area of each face times its unit normal. */
function faceNormals(p: Float32Array, triangles: Uint32Array): Float32Array {
  const out = new Float32Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!, b = 3 * triangles[t + 1]!, c = 3 * triangles[t + 2]!;
    const ux = p[b]! - p[a]!, uy = p[b + 1]! - p[a + 1]!, uz = p[b + 2]! - p[a + 2]!;
    const vx = p[c]! - p[a]!, vy = p[c + 1]! - p[a + 1]!, vz = p[c + 2]! - p[a + 2]!;
    out[t] = uy * vz - uz * vy;
    out[t + 1] = uz * vx - ux * vz;
    out[t + 2] = ux * vy - uy * vx;
  }
  return out;
}

/** For each vertex the number of the first one at the same place. */
function samePlaces(positions: Float32Array): Uint32Array {
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
  const count = positions.length / 3;
  const place = new Uint32Array(count);
  const buckets = new Map<number, number[]>();
  for (let v = 0; v < count; ++v) {
    const hash = (Math.imul(bits[3 * v]!, 73856093) ^ Math.imul(bits[3 * v + 1]!, 19349663) ^ Math.imul(bits[3 * v + 2]!, 83492791)) | 0;
    const bucket = buckets.get(hash);
    const same = bucket?.find((o) => positions[3 * o] === positions[3 * v] && positions[3 * o + 1] === positions[3 * v + 1] &&
      positions[3 * o + 2] === positions[3 * v + 2]);
    place[v] = same ?? v;
    if (same !== undefined) continue;
    if (bucket) bucket.push(v);
    else buckets.set(hash, [v]);
  }
  return place;
}
