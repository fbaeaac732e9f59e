// The time that a frame of a large scene takes, and that a page takes to open.
import { PATIENCE, check, test } from './harness.mjs';
import { TRIANGLES } from './humanoid.mjs';
import { measureFrames, measureHumanoid } from './page_speed.mjs';

const BODIES = 1000, WANTED = 4, MOST = 12;
/** Milliseconds; the least of a few openings counts, since the machine may be busy. */
const WANTED_OPENING = 2000, MOST_OPENING = 4000;

test('1,000 moving bodies take little of the time between frames', async (context) => {
  const times = await measureFrames(BODIES, context), median = times[times.length >> 1];
  console.log(`  ${BODIES} bodies: ${median.toFixed(2)} ms of JavaScript for a frame (median of ${times.length}; ${times[0].toFixed(2)} to ${times.at(-1).toFixed(2)}; wanted: ${WANTED})`);
  check(median < MOST, `${median.toFixed(2)} ms for a frame, at most ${MOST}`);
});

test('a humanoid with real meshes is soon to be seen', async (context) => {
  const { links, recorded, live } = await measureHumanoid(context);
  for (const [kind, times] of [['as a file', recorded], ['live', live]]) {
    console.log(`  ${links} links of ${TRIANGLES} triangles, ${kind}: first picture after ${times.map((t) => t.toFixed(0)).join(', ')} ms (wanted: ${WANTED_OPENING})`);
    check(times[0] < MOST_OPENING * PATIENCE, `${times[0].toFixed(0)} ms until the first picture, at most ${MOST_OPENING * PATIENCE}`);
  }
});
