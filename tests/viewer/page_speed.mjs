// How fast the page is: JavaScript's time for a frame, and the time from opening a page to its first picture.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { filledPage } from './page_text.mjs';
import { PATIENCE, until } from './harness.mjs';
import { writeHumanoid } from './humanoid.mjs';
import { SMALL, checkNoErrors, open } from './pages.mjs';
import { Server, outputOf } from './program.mjs';

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

/** The milliseconds of JavaScript for each frame of so many moving bodies, from the shortest to the longest. */
export async function measureFrames(bodies, { browser, folder, samples, viewerPage }) {
  const file = path.join(folder, 'swarm.html');
  const data = { format: 'sarrus-page', version: 1, title: 'swarm', items: [samples.swarm(bodies)] };
  await writeFile(file, filledPage(viewerPage, data));
  const opened = await open(browser, `${pathToFileURL(file).href}#play=1`, { offline: true, size: SMALL });
  const times = (await frameTimes(opened.page)).slice(WARM).sort((a, b) => a - b);
  checkNoErrors(opened);
  await opened.close();
  return times;
}

/**
 * The milliseconds from the beginning of navigation to the first picture, of several openings. Drawing goes on after the call that
 * asks for it; the browser begins the second animation frame after that one when the picture is there.
 */
async function measureOpenings(url, browser, count = 3) {
  const times = [];
  for (let i = 0; i < count; ++i) {
    const context = await browser.newContext({ viewport: SMALL, deviceScaleFactor: 1 });
    const page = await context.newPage();
    await page.addInitScript(() => {
      let after = 0;
      const tick = () => {
        if (window.sarrus?.ready === true) after += 1;
        if (after === 3) window.firstPicture = performance.now();
        else requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    await page.goto(url, { timeout: 60000 * PATIENCE });
    times.push(await until(() => page.evaluate(() => window.firstPicture), 'the first picture', 45));
    await context.close();
  }
  return times.sort((a, b) => a - b);
}

/** The same for a humanoid with meshes, as a recorded page and live. */
export async function measureHumanoid({ browser, program, folder }) {
  const place = path.join(folder, 'humanoid'), html = path.join(place, 'humanoid.html');
  await mkdir(place);
  const { file, links } = await writeHumanoid(place);
  await outputOf(program, ['view', file, '--html', html, '--duration', '1']);
  const recorded = await measureOpenings(pathToFileURL(html).href, browser);
  const server = new Server(program, ['view', file]);
  try {
    return { links, recorded, live: await measureOpenings(await server.address(), browser) };
  } finally {
    await server.end();
  }
}
