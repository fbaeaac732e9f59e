import type { Vector } from '../protocol/types';

/** Eigenvalues and orthonormal eigenvectors, right-handed, of a symmetric 3×3 matrix by Jacobi's rotations. */
export function eigenSymmetric(xx: number, yy: number, zz: number, xy: number, xz: number, yz: number):
    { values: Vector; vectors: [Vector, Vector, Vector] } {
  const a = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
  const v = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  for (let sweep = 0; sweep < 12; ++sweep) for (const [p, q] of [[0, 1], [0, 2], [1, 2]] as const) rotate(a, v, p, q);
  const column = (i: number): Vector => [v[0]![i]!, v[1]![i]!, v[2]![i]!];
  const x = column(0), y = column(1);
  const z: Vector = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  return { values: [a[0]![0]!, a[1]![1]!, a[2]![2]!], vectors: [x, y, z] };
}

/** A = Rᵀ A R and V = V R, where R turns axes p and q so that A's element pq vanishes. */
function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const off = a[p]![q]!;
  if (off === 0) return;
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * off);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1), s = t * c;
  const columns = (m: number[][]): void => {
    for (const row of m) {
      const x = row[p]!, y = row[q]!;
      row[p] = c * x - s * y;
      row[q] = s * x + c * y;
    }
  };
  columns(a);
  columns(v);
  for (let k = 0; k < 3; ++k) {
    const x = a[p]![k]!, y = a[q]![k]!;
    a[p]![k] = c * x - s * y;
    a[q]![k] = s * x + c * y;
  }
}
