// The viewer in a browser with recorded pages: what is drawn, selected and said.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launchBrowser, openPage } from './browser.mjs';
import { bundled } from './bundle.mjs';

const viewer = process.env.VIEWER ?? path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'viewer.html');
const small = { width: 900, height: 500 };
let browser, folder, sample;

before(async () => {
  browser = await launchBrowser();
  folder = await mkdtemp(path.join(os.tmpdir(), 'sarrus-viewer-'));
  sample = await bundled('sample.ts');
});
after(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/** Opens a page with these data. */
async function open(data, hash = '') {
  const file = path.join(folder, `${Math.random()}.html`);
  const text = typeof data === 'string' ? data : JSON.stringify(data).replaceAll('<', '\\u003c');
  const element = `<script type="application/json" id="sarrus-page">${text}</script>`;
  await writeFile(file, (await readFile(viewer, 'utf8')).replace('<!--sarrus-page-->', () => element));
  return openPage(browser, `${pathToFileURL(file)}#${hash}`, small);
}

const page = (...items) => ({ format: 'sarrus-page', version: 1, title: 'Test', items });
const near = (a, b) => a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) < 2e-6, `${a} is not ${b}`));

/** The double pendulum's lower rod by the formula that made the sample. */
function lower(t) {
  const a = 0.9 * Math.cos(1.8 * t), sum = a + 1.3 * Math.cos(2.9 * t + 0.4);
  return [-Math.sin(a) - 0.5 * Math.sin(sum), 0, 2.2 - Math.cos(a) - 0.5 * Math.cos(sum), Math.cos(sum / 2), 0, Math.sin(sum / 2), 0];
}

const settled = (tab) => tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)))));

test('bodies are drawn where the motion says, at frames and between them', async () => {
  const { page: tab, errors } = await open(page(sample.doublePendulum()), 'at=1');
  assert.equal(await tab.evaluate(() => sarrus.time()), 1);
  near((await tab.evaluate(() => sarrus.poses()))[2], lower(1));
  await tab.evaluate(() => sarrus.setTime(2.5));
  await settled(tab);
  near((await tab.evaluate(() => sarrus.poses()))[2], lower(2.5));
  await tab.evaluate(() => sarrus.setTime(2.5 + 1 / 120));
  await settled(tab);
  const [a, b, between] = [lower(2.5), lower(2.5 + 1 / 60), (await tab.evaluate(() => sarrus.poses()))[2]];
  near(between.slice(0, 3), [0, 1, 2].map((k) => (a[k] + b[k]) / 2));
  assert.deepEqual(errors, []);
  assert.deepEqual(await tab.evaluate(() => sarrus.notes()), []);
  await tab.close();
});

test('playing, stepping, speed and loops by keys', async () => {
  const { page: tab } = await open(page(sample.doublePendulum()));
  await tab.keyboard.press('ArrowRight');
  assert.ok(Math.abs((await tab.evaluate(() => sarrus.time())) - 1 / 60) < 1e-12);
  await tab.keyboard.press('End');
  assert.equal(await tab.evaluate(() => sarrus.time()), 6);
  await tab.keyboard.press('l');
  await tab.keyboard.press(' ');
  await tab.waitForFunction(() => sarrus.time() > 0.05 && sarrus.time() < 5);
  await tab.keyboard.press(' ');
  await settled(tab);
  const stopped = await tab.evaluate(() => sarrus.time());
  await tab.waitForTimeout(150);
  assert.equal(await tab.evaluate(() => sarrus.time()), stopped);
  await tab.close();
});

test('a click in the scene and in the tree selects; values are shown; hiding and isolating work', async () => {
  const { page: tab } = await open(page(sample.doublePendulum()), 'at=2');
  const { row, values } = { row: tab.getByRole('treeitem', { name: 'body upper' }), values: tab.locator('.inspector') };
  await row.click();
  assert.deepEqual(await tab.evaluate(() => sarrus.selected()), { kind: 'body', index: 1 });
  assert.match(await values.textContent(), /upper.*position/s);
  await tab.keyboard.press('0');
  await tab.waitForTimeout(500);
  const place = await tab.evaluate(() => sarrus.project(sarrus.poses()[2].slice(0, 3)));
  await tab.mouse.click(place[0], place[1]);
  assert.deepEqual(await tab.evaluate(() => sarrus.selected()), { kind: 'body', index: 2 });
  await tab.keyboard.press('h');
  await settled(tab);
  await tab.mouse.click(place[0], place[1]);
  assert.notDeepEqual(await tab.evaluate(() => sarrus.selected()), { kind: 'body', index: 2 });
  await tab.getByRole('searchbox').fill('elb');
  assert.equal(await tab.getByRole('treeitem').filter({ visible: true }).count(), 1);
  await tab.close();
});

test('plots show the signals of the motion', async () => {
  const { page: tab } = await open(page(sample.doublePendulum()));
  await tab.keyboard.press('p');
  await settled(tab);
  const plotted = await tab.evaluate(() => sarrus.plotted());
  assert.ok(plotted.length >= 1 && plotted[0].series.length >= 2);
  assert.ok(Math.abs(plotted[0].series[0].y[0] - 0.9) < 1e-6);
  await tab.close();
});

test('several items: the address chooses, and the buttons', async () => {
  const { page: tab } = await open(page(sample.doublePendulum(), sample.swarm(20)), 'item=1&theme=dark');
  assert.equal(await tab.evaluate(() => sarrus.scene().name), 'swarm');
  assert.equal(await tab.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await tab.getByRole('button', { name: 'Next' }).click();
  await tab.waitForFunction(() => sarrus.scene().name === 'double pendulum');
  await tab.getByRole('button', { name: 'Gallery' }).click();
  await tab.getByRole('button', { name: /Swarm/ }).click();
  await tab.waitForFunction(() => sarrus.scene().name === 'swarm');
  await tab.close();
});

test('a bare page shows the scene alone, from the camera wanted', async () => {
  const { page: tab } = await open(page(sample.doublePendulum()), 'bare=1&camera=3,-4,5,0,0,1');
  assert.equal(await tab.locator('.top').isVisible(), false);
  const camera = await tab.evaluate(() => sarrus.camera());
  near(camera.position, [3, -4, 5]);
  near(camera.target, [0, 0, 1]);
  const box = await tab.locator('canvas').first().boundingBox();
  assert.deepEqual([box.width, box.height], [small.width, small.height]);
  await tab.close();
});

test('bad input is said, not fatal', async () => {
  const lost = sample.doublePendulum();
  lost.motions = [sample.brokenMotion(), { format: 'sarrus-motion', frames: 3 }];
  const { page: tab } = await open(page(lost), 'at=0.5');
  await settled(tab);
  const notes = await tab.evaluate(() => sarrus.notes());
  assert.ok(notes.some((note) => note.includes('"lower"') && note.includes('not finite')), notes.join('\n'));
  assert.ok(notes.some((note) => note.startsWith('Motion 2 cannot be shown')), notes.join('\n'));
  await tab.close();
});
