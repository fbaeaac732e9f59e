// The time that a frame of a large scene takes.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { filledPage } from './page_text.mjs';
import { check, test } from './harness.mjs';
import { SMALL, checkNoErrors, open } from './pages.mjs';

const BODIES = 1000, WANTED = 4, MOST = 12;
/** The first frames compile and upload; the page gives the mean of at most 120. */
const WARM = 5, FRAMES = 60;
/** On a busy machine fewer frames must do. */
const MOST_SECONDS = 20, LEAST_FRAMES = 5;

/** The milliseconds of single frames, from the means that the page gives. */
function frameTimes(page) {
  return page.evaluate(({ least, most, seconds }) => new Promise((done) => {
    const times = [], end = performance.now() + 1000 * seconds;
    let frames = 0, sum = 0;
    const tick = () => {
      const now = window.sarrus.frames(), total = now * window.sarrus.frameMilliseconds();
      if (now === frames + 1) times.push(total - sum);
      [frames, sum] = [now, total];
      if (times.length >= (performance.now() < end ? most : least)) done(times);
      else requestAnimationFrame(tick);
    };
    tick();
  }), { least: WARM + LEAST_FRAMES, most: WARM + FRAMES, seconds: MOST_SECONDS });
}

test('1,000 moving bodies take little of the time between frames', async ({ browser, folder, samples, viewerPage }) => {
  const file = path.join(folder, 'swarm.html');
  const data = { format: 'sarrus-page', version: 1, title: 'swarm', items: [samples.swarm(BODIES)] };
  await writeFile(file, filledPage(viewerPage, data));
  const opened = await open(browser, `${pathToFileURL(file).href}#play=1`, { offline: true, size: SMALL });
  const { page } = opened;
  const times = (await frameTimes(page)).slice(WARM).sort((a, b) => a - b);
  const median = times[times.length >> 1];
  console.log(`  ${BODIES} bodies: ${median.toFixed(2)} ms of JavaScript for a frame (median of ${times.length}; ${times[0].toFixed(2)} to ${times.at(-1).toFixed(2)}; wanted: ${WANTED})`);
  check(median < MOST, `${median.toFixed(2)} ms for a frame, at most ${MOST}`);
  checkNoErrors(opened);
  await opened.close();
});
