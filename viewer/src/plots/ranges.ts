// Ranges of axes.

import type { Range } from './types';

/** Samples have 24 bits: a variation below this share of their size is rounding and is not blown up to full height. */
const RESOLUTION = 1e-6;

/** The range of a y axis: all values from low to high with a margin; a constant lies in the middle. */
export function padded(low: number, high: number): Range {
  if (!(low <= high)) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size === 0) return [-1, 1];
  if (high - low <= RESOLUTION * size) return [low - 0.1 * size, high + 0.1 * size];
  const margin = 0.07 * (high - low);
  return [low - margin, high + margin];
}

/** The part of a range between two shares of it, 0 being its begin and 1 its end. */
export function part(range: Range, begin: number, end: number): Range {
  const length = range[1] - range[0];
  return [range[0] + begin * length, range[0] + end * length];
}

/** A range scaled about a point: factors below 1 zoom in. */
export function scaled(range: Range, factor: number, about: number): Range {
  return [about + (range[0] - about) * factor, about + (range[1] - about) * factor];
}

/** A range moved, but not out of the limits, and cut if it is longer than they are. */
export function within(range: Range, limits: Range): Range {
  const length = Math.min(range[1] - range[0], limits[1] - limits[0]);
  const begin = Math.min(Math.max(range[0], limits[0]), limits[1] - length);
  return [begin, begin + length];
}
