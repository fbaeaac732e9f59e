import { deflateSync } from 'node:zlib';

/** Packs a table (rows of frames) as the protocol says; written independently of the viewer's unpacking. */
export function packRows(rows: readonly (readonly number[])[]): string {
  const width = rows[0]?.length ?? 0, count = rows.length * width;
  const bytes = Buffer.alloc(4 * count), word = Buffer.alloc(4);
  let at = 0;
  for (let c = 0; c < width; ++c) {
    let before = 0;
    for (const row of rows) {
      word.writeFloatLE(row[c]!);
      const bits = word.readUInt32LE();
      word.writeUInt32LE((bits - before) >>> 0);
      for (let k = 0; k < 4; ++k) bytes[k * count + at] = word[k]!;
      before = bits;
      at += 1;
    }
  }
  return deflateSync(bytes).toString('base64');
}

export function packTimes(times: readonly number[]): string {
  return Buffer.from(new Float64Array(times).buffer).toString('base64');
}

/** A binary frame as the protocol says. */
export function makeFrame(counts: { bodies: number; signals: number; arrows: number }, values: readonly number[], time = 0, number = 0): ArrayBuffer {
  const buffer = new ArrayBuffer(32 + 4 * values.length), view = new DataView(buffer);
  view.setUint32(0, 0x31465253, true);
  view.setUint32(4, number, true);
  view.setFloat64(8, time, true);
  view.setUint32(16, counts.bodies, true);
  view.setUint32(20, counts.signals, true);
  view.setUint32(24, counts.arrows, true);
  view.setFloat32(28, 1, true);
  values.forEach((value, i) => view.setFloat32(32 + 4 * i, value, true));
  return buffer;
}
