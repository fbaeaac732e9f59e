// Reads and writes pictures (PNG, 8 bits for each of 3 or 4 channels, not interlaced).
import { deflateSync, inflateSync } from 'node:zlib';
import { check } from './harness.mjs';

export function readPng(bytes) {
  check(bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')), 'the file is not a PNG');
  const parts = [];
  let header = null;
  for (let at = 8; at < bytes.length;) {
    const size = bytes.readUInt32BE(at), type = bytes.toString('latin1', at + 4, at + 8), data = bytes.subarray(at + 8, at + 8 + size);
    if (type === 'IHDR') header = data;
    if (type === 'IDAT') parts.push(data);
    at += 12 + size;
  }
  const width = header.readUInt32BE(0), height = header.readUInt32BE(4), channels = { 2: 3, 6: 4 }[header[9]];
  check(header[8] === 8 && channels !== undefined && header[12] === 0, 'the PNG has a form that the test cannot read');
  return { width, height, channels, pixels: unfilter(inflateSync(Buffer.concat(parts)), width * channels, height, channels) };
}

/** Undoes the filters of the rows: each byte is the difference to a prediction from those to the left and above. */
function unfilter(bytes, width, height, step) {
  const pixels = Buffer.alloc(width * height);
  for (let row = 0; row < height; ++row) {
    const filter = bytes[row * (width + 1)];
    for (let i = 0; i < width; ++i) {
      const at = row * width + i;
      const left = i >= step ? pixels[at - step] : 0, above = row > 0 ? pixels[at - width] : 0;
      const corner = i >= step && row > 0 ? pixels[at - width - step] : 0;
      pixels[at] = bytes[row * (width + 1) + 1 + i] + [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
    }
  }
  return pixels;
}

function paeth(left, above, corner) {
  const guess = left + above - corner;
  const distances = [left, above, corner].map((value) => Math.abs(guess - value));
  return [left, above, corner][distances.indexOf(Math.min(...distances))];
}

/** The red, green and blue of a pixel. */
export function pixelAt({ width, channels, pixels }, x, y) {
  const at = (y * width + x) * channels;
  return [...pixels.subarray(at, at + 3)];
}

/** A picture whose pixels are given by a function: [red, green, blue] at x to the right and y down. */
export function writePng(width, height, colorAt) {
  const rows = Array.from({ length: height }, (_, y) => [0, ...Array.from({ length: width }, (__, x) => colorAt(x, y)).flat()]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [['IHDR', header], ['IDAT', deflateSync(Buffer.from(rows.flat()))], ['IEND', Buffer.alloc(0)]];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(([type, data]) => chunk(type, data))]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]), ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** The checksum of the standard: remainder of a division of polynomials, bit by bit. */
function crc(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; ++bit) rest = (rest & 1) !== 0 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}

/** How many different colors a picture has. */
export function countColors({ pixels, channels }) {
  const colors = new Set();
  for (let at = 0; at < pixels.length; at += channels) colors.add((pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]);
  return colors.size;
}
