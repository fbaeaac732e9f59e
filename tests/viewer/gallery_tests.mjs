// The page with all mechanisms of the gallery.
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { check, checkEqual, test } from './harness.mjs';
import { checkNoErrors, drawn, notesOf, open, posesOf, showTime, waitFor } from './pages.mjs';

const MOST_BYTES = 3e6;

test('the gallery has six mechanisms that move, in less than 3 MB', async ({ browser, gallery }) => {
  const file = await gallery(), { size } = await stat(file);
  console.log(`  the gallery has ${(1e-6 * size).toFixed(2)} MB`);
  check(size < MOST_BYTES, `the page has ${size} bytes`);
  const url = pathToFileURL(file).href;
  const opened = await open(browser, url, { offline: true });
  const { page, close } = opened;
  const names = await page.evaluate(() => JSON.parse(document.getElementById('sarrus-page').textContent).items.map(({ name }) => name));
  checkEqual(names.length, 6, 'number of items');
  for (const [item, name] of names.entries()) {
    if (item > 0) {
      const before = await page.evaluateHandle(() => window.sarrus.scene());
      await page.goto(`${url}#item=${item}`);
      await waitFor(page, (old) => window.sarrus.scene() !== old, before, `'${name}' is shown`);
    }
    await drawn(page);
    const offered = await page.evaluate(() => [window.sarrus.scene().signals, window.sarrus.scene().arrows].map((list) => list.map(({ group }) => group)));
    check(offered[0].includes('accelerations') && offered[1].includes('joint reactions'), `'${name}' lacks accelerations to plot or reactions to draw`);
    check((await page.title()).startsWith(name), `the title of item ${item} is '${await page.title()}', not '${name}'`);
    checkEqual((await notesOf(page)).join(' '), '', `notes of '${name}'`);
    const first = await posesOf(page);
    await showTime(page, 1.5);
    const later = await posesOf(page);
    check(later.flat().every(Number.isFinite), `'${name}' has poses that are not finite`);
    check(later.some((pose, body) => Math.hypot(...pose.map((x, i) => x - first[body][i])) > 1e-3), `'${name}' does not move`);
  }
  checkNoErrors(opened);
  checkEqual(opened.requests.join(' '), '', 'requests to the network');
  await close();
});
