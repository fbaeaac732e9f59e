import { PATCH_WIDTH, type Counts } from '../protocol/types';
import type { Frames } from './frames';
import { interpolatePose } from './pose';

/** Everything that is shown at one time. */
export class Snapshot {
  time = 0;
  readonly poses: Float32Array;
  readonly signals: Float32Array;
  readonly arrows: Float32Array;
  readonly patches: Float32Array;

  constructor(counts: Counts) {
    this.poses = new Float32Array(7 * counts.bodies);
    this.signals = new Float32Array(counts.signals);
    this.arrows = new Float32Array(6 * counts.arrows);
    this.patches = new Float32Array(PATCH_WIDTH * counts.patches);
    for (let b = 0; b < counts.bodies; ++b) this.poses[7 * b + 3] = 1;
  }
}

/** The last of the sorted times not after `time`; 0 where all are after it. */
export function indexAt(times: Float64Array, time: number): number {
  let low = 0, high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle;
    else high = middle;
  }
  return low;
}

/** What the frames say at a time, interpolated; the first or last frame outside their range. */
export function sample(frames: Frames, time: number, out: Snapshot): void {
  out.time = time;
  if (frames.length === 0) return;
  const times = frames.times;
  const i = indexAt(times, time), j = Math.min(i + 1, frames.length - 1);
  const span = times[j]! - times[i]!;
  const s = span > 0 ? Math.min(1, Math.max(0, (time - times[i]!) / span)) : 0;
  const width = out.poses.length;
  for (let k = 0; k < width; k += 7) interpolatePose(frames.poses, i * width + k, j * width + k, s, out.poses, k);
  for (let k = 0; k < out.signals.length; ++k) out.signals[k] = mix(frames.value(k, i), frames.value(k, j), s);
  const arrowWidth = out.arrows.length;
  for (let k = 0; k < arrowWidth; ++k) {
    out.arrows[k] = mix(frames.arrows[i * arrowWidth + k]!, frames.arrows[j * arrowWidth + k]!, s);
  }
  // Contacts come and go: what has one number in a frame is another one in the next.
  out.patches.set(frames.patches(s < 0.5 ? i : j));
}

/** Exact at both ends, so that a frame's own values are shown at its own time even beside one that is not finite. */
function mix(a: number, b: number, s: number): number {
  return s === 0 ? a : s === 1 ? b : a + s * (b - a);
}
