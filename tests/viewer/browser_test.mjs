// Tests the viewer as users see it, in a browser without a window.
//   node tests/viewer/browser_test.mjs PROGRAM [PARTS [part of the names of tests]]     in the root of the repository
// PARTS are those of `parts` below, with commas between them, or all.
// The environment variable PATIENCE multiplies all waiting times: more than 1 for a machine that is busy.
// Ends with status 77 where there is no browser or no viewer, 1 where a test failed.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { atEnd, check, end, once, runTests } from './harness.mjs';
import { emptyPage, timesIn } from './page_text.mjs';
import { Server, outputOf, runProgram } from './program.mjs';
import { simulate } from './reference.mjs';

const MODEL = 'examples/crane.urdf';
const DURATION = 2;
const EVERY = 1 / 120;
/** So small that programs which take other steps come to the same. */
const ACCURACY = '1e-9';
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
const SKIPPED = 77;

/** Each is a file of tests, none of which needs what another has done. */
const parts = ['recorded', 'compare', 'gallery', 'contact', 'use', 'live', 'access', 'hostile', 'speed', 'picture'];

const [program, chosen = 'all', only] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

function skip(reason) {
  console.log(`skipped: ${reason}`);
  return SKIPPED;
}

async function makeContext(folder, file) {
  const { launchBrowser } = await import('../../viewer/tests/browser.mjs');
  const { bundled } = await import('../../viewer/tests/bundle.mjs');
  const { open } = await import('./pages.mjs');
  const html = await readFile(file, 'utf8');
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  const server = once(async () => {
    const running = new Server(program, ['view', MODEL]);
    atEnd(() => running.end());
    return running.address();
  });
  return {
    program, browser, folder, server, model: MODEL, browserPath: BROWSER,
    samples: await bundled('sample.ts'), pack: await bundled('pack.ts'),
    motion: await simulate(program, MODEL, DURATION, EVERY, ACCURACY, folder),
    viewerPage: emptyPage(html), times: timesIn(html),
    crane: once(() => open(browser, pathToFileURL(file).href, { offline: true })),
    live: once(async () => ({ ...(await open(browser, await server())), address: await server() })),
    gallery: once(async () => {
      const file = path.join(folder, 'gallery.html');
      await outputOf(program, ['gallery', '--html', file]);
      return file;
    }),
  };
}

async function main() {
  check(program !== undefined && existsSync(program), 'usage: node browser_test.mjs PROGRAM [PARTS [part of the names of tests]]');
  const wanted = chosen === 'all' ? parts : chosen.split(',');
  for (const part of wanted) check(parts.includes(part), `there is no part '${part}', but there are ${parts.join(', ')}`);
  if (!existsSync(BROWSER)) return skip('no browser; install chromium (Debian: chromium)');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sarrus-viewer-test-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const html = path.join(folder, 'crane.html');
  const { status, messages } = await runProgram(program, ['view', MODEL, '--html', html, '--duration', `${DURATION}`, '--accuracy', ACCURACY]);
  if (status !== 0 && messages.includes('without the viewer')) return skip(messages.trim());
  check(status === 0, `view --html ends with status ${status}: ${messages.trim()}`);
  const context = await makeContext(folder, html);
  for (const part of wanted) await import(`./${part}_tests.mjs`);
  return (await runTests(context, only)) > 0 ? 1 : 0;
}

let status = 1;
try {
  status = await main();
} catch (error) {
  console.log(`FAILED: ${error.message}\n0 passed, 1 failed`);
}
await end();
process.exit(status);
