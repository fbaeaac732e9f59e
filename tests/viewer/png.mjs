// Reads pictures (PNG, 8 bits for each of 3 or 4 channels, not interlaced).
import { inflateSync } from 'node:zlib';
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

/** How many different colors a picture has. */
export function countColors({ pixels, channels }) {
  const colors = new Set();
  for (let at = 0; at < pixels.length; at += channels) colors.add((pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]);
  return colors.size;
}
