import { Frames } from '../motion/frames';
import { decodeBase64, decodeDoubles } from './base64';
import { frameWidth, type Counts } from './types';
import { isObject, toList, toNumber, toText } from './values';

export interface MotionEvent { time: number; name: string }
export interface Motion { name: string; frames: Frames; events: MotionEvent[] }

/** Reads a recorded motion of a scene with these counts. Throws where it does not fit. */
export async function readMotion(value: unknown, counts: Counts): Promise<Motion> {
  if (!isObject(value) || value['format'] !== 'sarrus-motion') throw new Error('It is not of the format "sarrus-motion".');
  const length = toNumber(value['frames'], -1);
  const times = decodeDoubles(toText(value['times']));
  if (times.length !== length) throw new Error(`It has ${times.length} times for ${length} frames.`);
  for (let i = 0; i < times.length; ++i) {
    if (!Number.isFinite(times[i]) || (i > 0 && times[i]! < times[i - 1]!)) throw new Error(`The time of frame ${i} is out of order.`);
  }
  const bytes = await inflate(decodeBase64(toText(value['data'])));
  const wanted = 4 * length * frameWidth(counts);
  if (bytes.length !== wanted) throw new Error(`Its data has ${bytes.length} bytes, the scene needs ${wanted}.`);
  const events = toList(value['events']).filter(isObject)
    .map((event) => ({ time: toNumber(event['time'], NaN), name: toText(event['name']) }))
    .filter((event) => Number.isFinite(event.time));
  return { name: toText(value['name'], 'motion'), frames: Frames.fromColumns(counts, times, unpackColumns(bytes, length)), events };
}

/** Undoes deflate in zlib's format. */
async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The table column by column: gathers the bytes of each word, which are sorted by significance, and adds up the differences
 * within each column of `rows` words.
 */
export function unpackColumns(bytes: Uint8Array, rows: number): Float32Array {
  const count = bytes.length / 4;
  const words = new Uint32Array(count);
  for (let i = 0; i < count; ++i) {
    words[i] = bytes[i]! | (bytes[i + count]! << 8) | (bytes[i + 2 * count]! << 16) | (bytes[i + 3 * count]! << 24);
  }
  for (let i = 0; i < count; ++i) if (i % rows !== 0) words[i] = words[i]! + words[i - 1]!;
  return new Float32Array(words.buffer);
}
