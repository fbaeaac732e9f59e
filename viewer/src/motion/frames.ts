import type { Frame } from '../protocol/frame';
import { PATCH_WIDTH, frameWidth, type Counts } from '../protocol/types';

/** At most so many frames and bytes of a live motion are kept. */
export const LIVE_FRAMES = 20000;
export const LIVE_BYTES = 64e6;

/** How many frames of a live motion with these counts are kept. */
export function liveCapacity(counts: Counts): number {
  const bytes = 8 + 4 * frameWidth(counts);
  return Math.max(64, Math.min(LIVE_FRAMES, Math.floor(LIVE_BYTES / bytes)));
}

/**
 * Frames in the order of time. Poses, arrows and patches are stored frame by frame, as the scene needs them, signals one by one, as
 * plots need them. Memory grows up to the capacity; then the oldest quarter is dropped at once, so that times and signals stay
 * contiguous and dropping costs little for each frame.
 */
export class Frames {
  length = 0;
  private room: number;
  private allTimes: Float64Array;
  private allPoses: Float32Array;
  private allArrows: Float32Array;
  private allPatches: Float32Array;
  private allSignals: Float32Array[];

  constructor(readonly counts: Counts, private readonly capacity: number, room = 64) {
    this.room = Math.min(room, capacity);
    this.allTimes = new Float64Array(this.room);
    this.allPoses = new Float32Array(this.room * 7 * counts.bodies);
    this.allArrows = new Float32Array(this.room * 6 * counts.arrows);
    this.allPatches = new Float32Array(this.room * PATCH_WIDTH * counts.patches);
    this.allSignals = Array.from({ length: counts.signals }, () => new Float32Array(this.room));
  }

  /** Frames from a table stored column by column: poses, signals, arrows, patches. */
  static fromColumns(counts: Counts, times: Float64Array, columns: Float32Array): Frames {
    const rows = times.length, poseWidth = 7 * counts.bodies, arrowWidth = 6 * counts.arrows;
    const frames = new Frames(counts, Math.max(1, rows), Math.max(1, rows));
    frames.length = rows;
    frames.allTimes.set(times);
    transpose(columns.subarray(0, poseWidth * rows), rows, poseWidth, frames.allPoses);
    frames.allSignals.forEach((signal, i) => signal.set(columns.subarray((poseWidth + i) * rows, (poseWidth + i + 1) * rows)));
    const arrowsAt = poseWidth + counts.signals, patchesAt = arrowsAt + arrowWidth;
    transpose(columns.subarray(arrowsAt * rows), rows, arrowWidth, frames.allArrows);
    transpose(columns.subarray(patchesAt * rows), rows, PATCH_WIDTH * counts.patches, frames.allPatches);
    return frames;
  }

  get times(): Float64Array { return this.allTimes.subarray(0, this.length); }
  get poses(): Float32Array { return this.allPoses; }
  get arrows(): Float32Array { return this.allArrows; }
  /** The patches of one frame. */
  patches(frame: number): Float32Array {
    const width = PATCH_WIDTH * this.counts.patches;
    return this.allPatches.subarray(frame * width, (frame + 1) * width);
  }
  signal(i: number): Float32Array { return this.allSignals[i]!.subarray(0, this.length); }
  /** One value of a signal. */
  value(signal: number, frame: number): number { return this.allSignals[signal]![frame]!; }
  get first(): number { return this.length > 0 ? this.allTimes[0]! : 0; }
  get last(): number { return this.length > 0 ? this.allTimes[this.length - 1]! : 0; }

  clear(): void { this.length = 0; }

  /** Appends a frame; one at the time of the last frame replaces it, an earlier one begins anew. */
  append(frame: Frame): void {
    if (this.length > 0 && frame.time < this.last) this.clear();
    if (this.length > 0 && frame.time === this.last) this.length -= 1;
    if (this.length === this.room) this.makeRoom();
    const i = this.length++;
    this.allTimes[i] = frame.time;
    this.allPoses.set(frame.poses, i * 7 * this.counts.bodies);
    this.allArrows.set(frame.arrows, i * 6 * this.counts.arrows);
    this.patches(i).fill(0).set(frame.patches);
    for (let s = 0; s < this.allSignals.length; ++s) this.allSignals[s]![i] = frame.signals[s]!;
  }

  private makeRoom(): void {
    if (this.room < this.capacity) this.grow();
    else this.dropOldest(Math.max(1, this.capacity >> 2));
  }

  private grow(): void {
    this.room = Math.min(this.capacity, 2 * this.room);
    const times = new Float64Array(this.room);
    times.set(this.allTimes);
    this.allTimes = times;
    this.allPoses = enlarged(this.allPoses, this.room * 7 * this.counts.bodies);
    this.allArrows = enlarged(this.allArrows, this.room * 6 * this.counts.arrows);
    this.allPatches = enlarged(this.allPatches, this.room * PATCH_WIDTH * this.counts.patches);
    this.allSignals = this.allSignals.map((signal) => enlarged(signal, this.room));
  }

  private dropOldest(count: number): void {
    this.allTimes.copyWithin(0, count);
    this.allPoses.copyWithin(0, count * 7 * this.counts.bodies);
    this.allArrows.copyWithin(0, count * 6 * this.counts.arrows);
    this.allPatches.copyWithin(0, count * PATCH_WIDTH * this.counts.patches);
    for (const signal of this.allSignals) signal.copyWithin(0, count);
    this.length -= count;
  }
}

function enlarged(values: Float32Array, size: number): Float32Array {
  const result = new Float32Array(size);
  result.set(values);
  return result;
}

function transpose(columns: Float32Array, rows: number, width: number, out: Float32Array): void {
  for (let c = 0; c < width; ++c) for (let r = 0; r < rows; ++r) out[r * width + c] = columns[c * rows + r]!;
}
