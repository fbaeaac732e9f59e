// The viewer in a browser with a live simulation: control, inputs, pulling, states, and a connection that breaks.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchBrowser, openPage } from './browser.mjs';
import { startLiveServer } from './live_server.mjs';

const viewer = process.env.VIEWER ?? path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'viewer.html');
let browser, server, tab, errors;

before(async () => {
  browser = await launchBrowser();
  server = await startLiveServer(0, viewer);
  ({ page: tab, errors } = await openPage(browser, server.address, { width: 1100, height: 620 }));
});
after(async () => {
  await browser.close();
  server.stop();
});

async function sent(type) {
  for (let k = 0; k < 100; ++k) {
    const found = server.received.filter((message) => message.type === type).pop();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no message "${type}"`);
}

const paused = () => tab.waitForFunction(() => document.querySelector('.status').textContent === 'paused');

test('frames are shown and acknowledged', async () => {
  await tab.waitForFunction(() => sarrus.time() > 0.5);
  assert.ok((await sent('received')).frame > 1);
  assert.deepEqual(errors, []);
});

test('pause, step, run and reset reach the program', async () => {
  await tab.keyboard.press(' ');
  await paused();
  await tab.waitForFunction((time) => Math.abs(sarrus.time() - time) < 1e-9, server.simulation.t);
  const before = server.simulation.t;
  await tab.keyboard.press('ArrowRight');
  await tab.waitForFunction((time) => sarrus.time() > time, before);
  await tab.keyboard.press('r');
  await tab.waitForFunction(() => sarrus.time() === 0);
  const pose = (await tab.evaluate(() => sarrus.poses()))[1];
  assert.ok(Math.abs(pose[0] - 0.4) < 1e-6 && Math.abs(pose[2] - 1.2) < 1e-6);
});

test('a slider sets an input, another browser sets the slider', async () => {
  await tab.getByLabel('stiffness').fill('50');
  assert.equal((await sent('input')).value, 50);
  server.send({ type: 'input', input: 0, value: 12 });
  await tab.waitForFunction(() => document.querySelector('.live-panel output').textContent.startsWith('12'));
});

test('states are saved and loaded', async () => {
  assert.equal(await tab.getByRole('button', { name: 'Load' }).isDisabled(), true);
  await tab.getByRole('button', { name: 'Save' }).click();
  await sent('save');
  await tab.getByRole('button', { name: 'Load' }).click();
  assert.match((await sent('load')).state, /"p"/);
});

test('a body is pulled by dragging with Ctrl', async () => {
  await tab.keyboard.press('1');  // the camera no longer follows the motion
  await tab.waitForTimeout(1000);
  const [x, y] = await tab.evaluate(() => sarrus.project(sarrus.poses()[1].slice(0, 3)));
  const camera = await tab.evaluate(() => sarrus.camera());
  await tab.mouse.move(x, y);
  await tab.keyboard.down('Control');
  await tab.mouse.down();
  await tab.mouse.move(x + 60, y - 20, { steps: 4 });
  const { body, point, target } = await sent('drag');
  assert.equal(body, 1);
  assert.ok(Math.abs(Math.hypot(...point) - 0.2) < 0.02, `the point ${point} lies on the ball`);
  assert.ok(target.every(Number.isFinite));
  await tab.mouse.up();
  await tab.keyboard.up('Control');
  await sent('release');
  const after = await tab.evaluate(() => sarrus.camera());
  after.position.forEach((x, i) => assert.ok(Math.abs(x - camera.position[i]) < 1e-9, 'the camera stays'));
});

test('buttons and keys reach the program, events are marked', async () => {
  await tab.keyboard.press('k');
  assert.equal((await sent('button')).button, 0);
  await tab.keyboard.press('z');
  assert.equal((await sent('key')).key, 'z');
  await tab.waitForFunction(() => document.querySelectorAll('.mark').length === 1);
});

test('messages that make no sense are noted, and the motion goes on', async () => {
  server.send('nonsense');
  server.send('{"type":"dance"}');
  server.send(new Uint8Array(5));
  server.send(new Uint8Array(100));
  await tab.waitForFunction(() => sarrus.notes().length >= 3);
  await tab.keyboard.press(' ');
  await tab.waitForFunction((time) => sarrus.time() > time + 0.2, server.simulation.t);
});

test('a lost connection is said, and made again', async () => {
  server.drop();
  await tab.waitForFunction(() => document.querySelector('.status').textContent.includes('lost'));
  await tab.waitForFunction((time) => sarrus.time() > time + 0.2, server.simulation.t);
});
