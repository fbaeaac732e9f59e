// Two motions compared: one less the other, at the times of the other.

import { between } from './interpolation';
import type { Motion } from './types';

/**
 * d(t_i) = v(t_i) − r(t_i) at the times t_i of the reference r, v being linear between its samples; NaN where v has none.
 * Where both jump at the same time, the sides of one jump are compared with the same sides of the other.
 */
export function difference(
  times: Float64Array, values: Float32Array, referenceTimes: Float64Array, reference: Float32Array,
): Float32Array {
  const result = new Float32Array(reference.length);
  const count = times.length;
  let next = 0; // the first sample not yet passed: earlier ones lie before t_i or were compared with equal times
  for (let i = 0; i < result.length; ++i) {
    const time = referenceTimes[i]!;
    while (next < count && times[next]! < time) ++next;
    let value = NaN;
    if (next < count && times[next] === time) {
      value = values[next]!;
      if (next + 1 < count && times[next + 1] === time) ++next;
    } else if (next > 0 && next < count) {
      value = between(times, values, next - 1, time);
    }
    result[i] = value - reference[i]!;
  }
  return result;
}

/** Differences are kept until the samples change. */
export class DifferenceCache {
  private readonly kept = new Map<string, Float32Array>();

  clear(): void {
    this.kept.clear();
  }

  get(motions: readonly Motion[], motion: number, signal: number): Float32Array {
    const key = `${motion} ${signal}`;
    const known = this.kept.get(key);
    if (known) return known;
    const other = motions[motion]!;
    const reference = motions[0]!;
    const result = difference(other.times, other.values(signal), reference.times, reference.values(signal));
    this.kept.set(key, result);
    return result;
  }
}
