// Phase plots: one signal against another, time along the curve.

import { isFiniteNumber, type Points } from './points';
import type { Range } from './types';

/** Samples of a curve with both coordinates. */
export interface PhaseSamples {
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** The samples [first, last) are drawn. */
  readonly first: number;
  readonly last: number;
}

/** Least and greatest finite value of the samples [first, last), widening `range`. */
export function extent(values: Float32Array, first: number, last: number, range: Range): Range {
  let [low, high] = range;
  for (let i = first; i < last; ++i) {
    const value = values[i]!;
    if (value - value !== 0) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Fills `points`, leaving out samples closer to the one before than a cell (one pixel) in both directions. */
export function thin(samples: PhaseSamples, cellX: number, cellY: number, points: Points): void {
  points.clear();
  let keptX = NaN;
  let keptY = NaN;
  for (let i = samples.first; i < samples.last; ++i) {
    const x = samples.x[i]!;
    const y = samples.y[i]!;
    if (!isFiniteNumber(x) || !isFiniteNumber(y)) {
      ++points.notFinite;
      if (keptX === keptX) points.add(keptX, NaN);
      keptX = NaN;
      continue;
    }
    if (Math.abs(x - keptX) < cellX && Math.abs(y - keptY) < cellY) continue;
    points.add(x, y);
    keptX = x;
    keptY = y;
  }
}

/** The sample nearest to (x, y), with its squared distance; lengths are scaled so that they are those of the screen. */
export function nearest(
  samples: PhaseSamples, x: number, y: number, scaleX: number, scaleY: number,
): { index: number; distance: number } {
  let index = -1;
  let distance = Infinity;
  for (let i = samples.first; i < samples.last; ++i) {
    const dx = (samples.x[i]! - x) * scaleX;
    const dy = (samples.y[i]! - y) * scaleY;
    const squared = dx * dx + dy * dy;
    if (squared < distance) {
      distance = squared;
      index = i;
    }
  }
  return { index, distance };
}
