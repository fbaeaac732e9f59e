// Values between samples.

/** The first index in [first, last) whose time is not less than `time`; `last` if there is none. */
export function lowerBound(times: Float64Array, time: number, first = 0, last = times.length): number {
  let low = first;
  let high = last;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first index whose time is greater than `time`; the number of times if there is none. */
export function upperBound(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The value on the line from sample `i` to sample `i + 1`. */
export function between(times: Float64Array, values: Float32Array, i: number, time: number): number {
  const t0 = times[i]!;
  const v0 = values[i]!;
  return v0 + (values[i + 1]! - v0) * ((time - t0) / (times[i + 1]! - t0));
}

/** The value at a time: linear between samples, the later side of a jump, undefined outside of the samples. */
export function valueAt(times: Float64Array, values: Float32Array, time: number): number | undefined {
  const after = upperBound(times, time);
  if (after === 0) return undefined;
  if (times[after - 1] === time) return values[after - 1];
  if (after === times.length) return undefined;
  return between(times, values, after - 1, time);
}
