import { PATCH_WIDTH, frameWidth, type Counts } from './types';

const MAGIC = 0x31465253;
const HEADER = 32;

export interface Frame {
  number: number; time: number;
  /** Seconds of motion per second; 0 if unknown. */
  rate: number;
  poses: Float32Array; signals: Float32Array; arrows: Float32Array;
  /** Those that are there, at most as many as the scene has. */
  patches: Float32Array;
}

/** Reads a binary frame; a sentence instead where it is none or does not fit the scene. */
export function decodeFrame(buffer: ArrayBuffer, counts: Counts): Frame | string {
  if (buffer.byteLength < HEADER) return `A frame of ${buffer.byteLength} bytes is shorter than its header.`;
  const header = new DataView(buffer);
  if (header.getUint32(0, true) !== MAGIC) return 'A binary message is not a frame.';
  const bodies = header.getUint32(16, true), signals = header.getUint32(20, true), arrows = header.getUint32(24, true);
  for (const [name, got, wanted] of [['bodies', bodies, counts.bodies], ['signals', signals, counts.signals],
    ['arrows', arrows, counts.arrows]] as const) {
    if (got !== wanted) return `A frame with ${got} ${name} does not fit the scene with ${wanted}.`;
  }
  const most = HEADER + 4 * frameWidth(counts), patchesAt = most - 4 * PATCH_WIDTH * counts.patches;
  const patches = (buffer.byteLength - patchesAt) / (4 * PATCH_WIDTH);
  if (!Number.isInteger(patches) || patches < 0 || patches > counts.patches) {
    const wanted = counts.patches > 0 ? `${patchesAt} and ${4 * PATCH_WIDTH} for each of up to ${counts.patches} patches` : String(most);
    return `A frame has ${buffer.byteLength} bytes instead of ${wanted}.`;
  }
  const time = header.getFloat64(8, true);
  if (!Number.isFinite(time)) return 'The time of a frame is not finite.';
  const signalsAt = HEADER + 28 * bodies;
  return {
    number: header.getUint32(4, true), time, rate: header.getFloat32(28, true),
    poses: new Float32Array(buffer, HEADER, 7 * bodies),
    signals: new Float32Array(buffer, signalsAt, signals),
    arrows: new Float32Array(buffer, signalsAt + 4 * signals, 6 * arrows),
    patches: new Float32Array(buffer, patchesAt, PATCH_WIDTH * patches),
  };
}
