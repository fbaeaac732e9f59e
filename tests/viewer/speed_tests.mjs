// The time that a frame of a large scene takes, and that a page takes to open.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PATIENCE, check, checkEqual, test, until } from './harness.mjs';
import { TRIANGLES } from './humanoid.mjs';
import { filledPage } from './page_text.mjs';
import { measureFrames, measureHumanoid } from './page_speed.mjs';
import { SMALL, drawn } from './pages.mjs';

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

test('shaders are compiled while the scene is read, and a scene at rest is drawn once', async ({ browser, folder, samples, viewerPage }) => {
  const file = path.join(folder, 'soon.html');
  const data = { format: 'sarrus-page', version: 1, title: 'soon', items: [samples.swarm(20)] };
  await writeFile(file, filledPage(viewerPage, data).replace('</body>', '<script>window.programsBefore = window.programs;</script></body>'));
  const context = await browser.newContext({ viewport: SMALL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const { linkProgram } = WebGL2RenderingContext.prototype;
    window.programs = 0;
    WebGL2RenderingContext.prototype.linkProgram = function (program) {
      window.programs += 1;
      linkProgram.call(this, program);
    };
  });
  await page.goto(pathToFileURL(file).href);
  await until(() => page.evaluate(() => window.sarrus?.ready), 'the first picture', 45);
  for (let i = 0; i < 3; ++i) await drawn(page);
  const { programsBefore, programs, frames } = await page.evaluate(
    () => ({ programsBefore: window.programsBefore, programs: window.programs, frames: window.sarrus.frames() }));
  check(programsBefore > 0, 'no shader is compiled before the data are read');
  checkEqual(programs, programsBefore, 'number of shaders after the first picture');
  checkEqual(frames, 1, 'number of pictures');
  await context.close();
});
