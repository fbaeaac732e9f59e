// A long curve drawn with few points. Each column of pixels keeps the first, the least, the greatest and the last sample in
// it: the picture of the polyline is the same, since within a column only its extent shows, and between columns only the
// line from the last sample of one to the first of the next.

import { isFiniteNumber, type Points } from './points';
import { lowerBound, upperBound, valueAt } from './interpolation';

/** Samples for each column below which all are kept. */
const FEW = 4;

/** Fills `points` with the samples from time `from` to time `to`, and one more on each side. */
export function decimate(
  times: Float64Array, values: Float32Array, from: number, to: number, columns: number, points: Points,
): void {
  points.clear();
  const first = lowerBound(times, from);
  const last = upperBound(times, to);
  if (first > 0) addSample(points, times[first - 1]!, values[first - 1]!);
  if (last - first <= FEW * columns) addAll(times, values, first, last, points);
  else addColumns(times, values, first, last, from, (to - from) / columns, columns, points);
  if (last < times.length) addSample(points, times[last]!, values[last]!);
  includeEnd(times, values, from, points);
  includeEnd(times, values, to, points);
}

/** The curve reaches the ends of the range between samples; their height counts as visible. */
function includeEnd(times: Float64Array, values: Float32Array, time: number, points: Points): void {
  const value = valueAt(times, values, time);
  if (value !== undefined && isFiniteNumber(value)) points.include(value);
}

function addSample(points: Points, time: number, value: number): void {
  points.add(time, isFiniteNumber(value) ? value : NaN);
}

function addAll(times: Float64Array, values: Float32Array, first: number, last: number, points: Points): void {
  for (let i = first; i < last; ++i) {
    const value = values[i]!;
    addSample(points, times[i]!, value);
    if (isFiniteNumber(value)) points.include(value);
    else ++points.notFinite;
  }
}

function addColumns(
  times: Float64Array, values: Float32Array, first: number, last: number,
  from: number, width: number, columns: number, points: Points,
): void {
  let begin = first;
  for (let column = 1; column <= columns && begin < last; ++column) {
    const end = column === columns ? last : lowerBound(times, from + column * width, begin, last);
    if (end > begin) addColumn(times, values, begin, end, points);
    begin = end;
  }
}

/** Adds the samples that matter of [begin, end), in their order. */
function addColumn(times: Float64Array, values: Float32Array, begin: number, end: number, points: Points): void {
  let low = values[begin]!;
  let high = low;
  let lowest = begin;
  let highest = begin;
  let spoiled = 0; // v − v is 0 for a finite v and NaN for others
  for (let i = begin; i < end; ++i) {
    const value = values[i]!;
    spoiled += value - value;
    if (value < low) {
      low = value;
      lowest = i;
    } else if (value > high) {
      high = value;
      highest = i;
    }
  }
  if (spoiled !== 0) {
    addSpoiledColumn(times, values, begin, end, points);
    return;
  }
  points.include(low);
  points.include(high);
  addInOrder(times, values, begin, lowest, highest, end - 1, -1, points);
}

/** The same for a column in which some samples are not finite: it has a gap at the first of them. */
function addSpoiledColumn(times: Float64Array, values: Float32Array, begin: number, end: number, points: Points): void {
  let lowest = -1;
  let highest = -1;
  let first = -1;
  let last = -1;
  let gap = -1;
  for (let i = begin; i < end; ++i) {
    const value = values[i]!;
    if (!isFiniteNumber(value)) {
      if (gap < 0) gap = i;
      ++points.notFinite;
      continue;
    }
    if (first < 0) first = lowest = highest = i;
    last = i;
    if (value < values[lowest]!) lowest = i;
    if (value > values[highest]!) highest = i;
  }
  if (first < 0) {
    points.add(times[gap]!, NaN);
    return;
  }
  points.include(values[lowest]!);
  points.include(values[highest]!);
  addInOrder(times, values, first, lowest, highest, last, gap, points);
}

/** Adds the samples with these indices, each once, and a gap at the index `gap` unless it is negative. */
function addInOrder(
  times: Float64Array, values: Float32Array, first: number, lowest: number, highest: number, last: number, gap: number,
  points: Points,
): void {
  const early = Math.min(lowest, highest);
  const late = Math.max(lowest, highest);
  const addGapBefore = (i: number): void => {
    if (gap >= 0 && gap < i) {
      points.add(times[gap]!, NaN);
      gap = -1;
    }
  };
  addGapBefore(first);
  points.add(times[first]!, values[first]!);
  addGapBefore(early);
  if (early > first) points.add(times[early]!, values[early]!);
  addGapBefore(late);
  if (late > early) points.add(times[late]!, values[late]!);
  addGapBefore(last);
  if (last > late) points.add(times[last]!, values[last]!);
  addGapBefore(Infinity);
}
