// Looks for memory that grows. Not one of the tests: it is run by hand, in the root of the repository, and prints figures.
//   node tests/viewer/soak.mjs PROGRAM [frames, 216000 if none are given] [model, examples/four_bar.urdf]
// First the page: a server made here sends the frames of an hour at 60 frames per second, of 50 bodies, as fast as the page
// takes them (it says which frame it has drawn). Then the program: it simulates the model as fast as it can while a page
// watches, for as long as the first part took. Memory after collecting garbage is printed at the beginning, now and then, and
// at the end; the page keeps a limited number of frames, so that it must stop growing.
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { launchBrowser } from '../../viewer/tests/browser.mjs';
import { bundled } from '../../viewer/tests/bundle.mjs';
import { FakeServer } from './fake_server.mjs';
import { atEnd, end, sleep } from './harness.mjs';
import { SMALL, notesOf, open, send, timeOf, waitFor } from './pages.mjs';
import { Server, outputOf } from './program.mjs';
import { emptyPage } from './page_text.mjs';

const BODIES = 50, RATE = 60, AHEAD = 2000, REPORTS = 8;

const [program, count = '216000', model = 'examples/four_bar.urdf'] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Bytes that the objects and the arrays of a page take. */
async function pageMemory({ page }) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return `objects ${megabytes(usedSize)}, arrays ${megabytes(backingStorageSize)}`;
}

async function processMemory(pid) {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return `${(Number(/VmRSS:\s+(\d+)/.exec(text)[1]) / 1e3).toFixed(1)} MB`;
}

/** A ring of bricks that turns; all frames are made in the same buffer. */
function makeStream(samples, makeFrame) {
  const { scene } = samples.swarm(BODIES), counts = { bodies: BODIES + 1, signals: 0, arrows: 0 };
  const frame = makeFrame(counts, scene.bodies.flatMap(() => [0, 0, 0, 1, 0, 0, 0])), view = new DataView(frame);
  return { scene, frame: (number) => {
    const time = number / RATE;
    view.setUint32(4, number, true);
    view.setFloat64(8, time, true);
    for (let body = 1; body <= BODIES; ++body) {
      const angle = 0.3 * time + (2 * Math.PI * body) / BODIES;
      [3 * Math.cos(angle), 3 * Math.sin(angle), 1, Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)]
        .forEach((value, k) => view.setFloat32(32 + 28 * body + 4 * k, value, true));
    }
    return frame;
  } };
}

async function soakPage(browser, html, frames) {
  const { scene, frame } = makeStream(await bundled('sample.ts'), (await bundled('pack.ts')).makeFrame);
  let sent = 0, drawn = 0;
  const server = await new FakeServer(html, (connection) => {
    connection.send({ type: 'scene', scene });
    connection.send({ type: 'status', running: true, rate: 0, text: '' });
    connection.send(frame(0));
    connection.onText = (text) => {
      drawn = Math.max(drawn, JSON.parse(text).frame ?? 0);
      connection.texts.length = 0;
    };
  }).start();
  const opened = await open(browser, server.address, { size: SMALL });
  console.log(`page at the beginning: ${await pageMemory(opened)}`);
  const begin = Date.now();
  for (let report = 1; report <= REPORTS; ++report) {
    for (const last = Math.round((frames * report) / REPORTS); sent < last; await sleep(1))
      while (sent < last && sent < drawn + AHEAD) server.connection.send(frame(++sent));
    await waitFor(opened.page, (time) => window.sarrus.time() >= time - 1, sent / RATE, 'the page shows the last frame', 60);
    console.log(`page after ${sent} frames, ${((Date.now() - begin) / 1000).toFixed(0)} s: ${await pageMemory(opened)}`);
  }
  console.log(`notes: ${(await notesOf(opened.page)).join(' ') || 'none'}; errors: ${opened.errors.join(' ') || 'none'}`);
  await opened.close();
  return (Date.now() - begin) / 1000;
}

async function soakProgram(browser, seconds) {
  const server = new Server(program, ['view', model, '--rate', '0']);
  atEnd(() => server.end());
  const opened = await open(browser, await server.address(), { size: SMALL });
  const say = async (when) => console.log(`${when}, ${(await timeOf(opened.page)).toFixed(1)} s of motion: program ${await processMemory(server.pid)}; page ${await pageMemory(opened)}`);
  await say('live at the beginning');
  await send(opened.page, { type: 'run' });
  for (let report = 1; report <= REPORTS; ++report) {
    await sleep((1000 * seconds) / REPORTS);
    await say(`live after ${((seconds * report) / REPORTS).toFixed(0)} s`);
  }
  console.log(`notes: ${(await notesOf(opened.page)).join(' ') || 'none'}; errors: ${opened.errors.join(' ') || 'none'}`);
}

try {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sarrus-viewer-soak-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const html = path.join(folder, 'page.html');
  await outputOf(program, ['view', model, '--html', html, '--duration', '1']);
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  await soakProgram(browser, await soakPage(browser, emptyPage(await readFile(html, 'utf8')), Number(count)));
} finally {
  await end();
}
process.exit(0);
