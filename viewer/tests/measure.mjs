// Measures the viewer in a browser: its size, how long a page takes to open, and JavaScript's time for a frame with 1,000 bodies.
// The window is small, so that drawing by software does not hold JavaScript up.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launchBrowser, openPage } from './browser.mjs';
import { bundled } from './bundle.mjs';

const file = process.env.VIEWER ?? path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'viewer.html');
const { doublePendulum, swarm } = await bundled('sample.ts');
const folder = await mkdtemp(path.join(os.tmpdir(), 'sarrus-viewer-'));
const browser = await launchBrowser();
try {
  console.log(`size of viewer.html: ${((await stat(file)).size / 1000).toFixed(0)} kB`);
  for (const [name, item] of [['double pendulum', doublePendulum()], ['1,000 bodies', swarm(1000)]]) {
    const data = JSON.stringify({ format: 'sarrus-page', version: 1, items: [item] }).replaceAll('<', '\\u003c');
    const page = path.join(folder, `${name}.html`);
    await writeFile(page, (await readFile(file, 'utf8')).replace('<!--sarrus-page-->', () => `<script type="application/json" id="sarrus-page">${data}</script>`));
    let opened = Infinity, frame = Infinity;
    for (let round = 0; round < 3; ++round) {
      const { page: tab } = await openPage(browser, `${pathToFileURL(page)}#play=1`, { width: 320, height: 200 });
      opened = Math.min(opened, await tab.evaluate(() => performance.now()));
      await tab.waitForFunction(() => sarrus.frames() > 150, null, { timeout: 120000 });
      frame = Math.min(frame, await tab.evaluate(() => sarrus.frameMilliseconds()));
      await tab.close();
    }
    console.log(`${name}: opened after ${opened.toFixed(0)} ms, JavaScript ${frame.toFixed(2)} ms for a frame (best of 3)`);
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
