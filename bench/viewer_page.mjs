// Measures the viewer's page in a browser without a window; prints one line of JSON, or ends with status 77 and a line that says
// what is missing.
//   node bench/viewer_page.mjs PROGRAM
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const BODIES = 1000, MODEL = 'examples/crane.urdf';
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium', MISSING = 77;

function missing(what) {
  console.log(what);
  process.exit(MISSING);
}

const [program] = process.argv.slice(2);
if (!program || !existsSync(program)) missing('the program sarrus is not built');
if (!existsSync(BROWSER)) missing('there is no browser (Debian: chromium)');
if (!existsSync(new URL('../viewer/node_modules/playwright-core', import.meta.url))) missing('the packages of viewer/ are not installed (npm ci)');
const { launchBrowser } = await import('../viewer/tests/browser.mjs');
const { bundled } = await import('../viewer/tests/bundle.mjs');
const { emptyPage } = await import('../tests/viewer/page_text.mjs');
const { measureFrames, measureHumanoid } = await import('../tests/viewer/page_speed.mjs');
const { outputOf } = await import('../tests/viewer/program.mjs');

const folder = await mkdtemp(path.join(os.tmpdir(), 'sarrus-viewer-bench-'));
const browser = await launchBrowser();
try {
  const file = path.join(folder, 'crane.html');
  await outputOf(program, ['view', MODEL, '--html', file, '--duration', '0.1']);
  const context = { browser, folder, program, viewerPage: emptyPage(await readFile(file, 'utf8')), samples: await bundled('sample.ts') };
  const times = await measureFrames(BODIES, context);
  const { links, recorded, live } = await measureHumanoid(context);
  const gallery = path.join(folder, 'gallery.html');
  await outputOf(program, ['gallery', '--html', gallery]);
  console.log(JSON.stringify({
    bodies: BODIES, frame_ms: times[times.length >> 1], fastest_frame_ms: times[0], links, recorded_opening_ms: recorded[0], live_opening_ms: live[0],
    gallery_bytes: (await stat(gallery)).size,
  }));
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
