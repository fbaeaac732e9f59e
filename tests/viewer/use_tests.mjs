// The page for all hands, eyes and screens: touch, names for readers of the screen, narrow windows.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, checkEqual, checkNear, test } from './harness.mjs';
import { pixelAt, readPng } from './png.mjs';
import { filledPage } from './page_text.mjs';
import { SIZE, SMALL, checkNoErrors, drawn, inspected, open, showTime, timeOf, waitFor } from './pages.mjs';
import { columnAt } from './reference.mjs';

const fileOf = ({ folder }) => pathToFileURL(path.join(folder, 'crane.html')).href;
const cameraOf = (page) => page.evaluate(() => window.sarrus.camera());
const distanceOf = ({ position, target }) => Math.hypot(...position.map((x, i) => x - target[i]));

test('every control has a name', async ({ crane }) => {
  const { page } = await crane();
  const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select, canvas, [role=treeitem]')]
    .filter((element) => !(element.getAttribute('aria-label') || element.textContent.trim() || element.title || element.closest('label')))
    .map((element) => element.outerHTML.slice(0, 80)));
  checkEqual(nameless.join(' '), '', 'controls without a name');
});

test('bars fit into a narrow window', async (context) => {
  const opened = await open(context.browser, fileOf(context), { offline: true, size: { width: 390, height: 700 } });
  const wide = await opened.page.evaluate(() => ['.top', '.time-line'].filter((bar) => document.querySelector(bar).scrollWidth > innerWidth));
  checkEqual(wide.join(), '', 'bars that are wider than the window');
  checkNoErrors(opened);
  await opened.close();
});

test('one finger turns the scene, two zoom', async (context) => {
  const opened = await open(context.browser, fileOf(context), { offline: true }), { page } = opened;
  const session = await page.context().newCDPSession(page);
  const { x, y, width, height } = await page.locator('main.stage canvas').boundingBox(), middle = [x + width / 2, y + height / 2];
  const touch = (type, offsets) => session.send('Input.dispatchTouchEvent', { type, touchPoints: offsets.map((dx, id) => ({ x: middle[0] + dx, y: middle[1], id })) });
  /** Moves fingers from and to these distances from the middle, until the camera stands differently. */
  const move = async (from, to, is) => {
    await touch('touchStart', from);
    for (let i = 1; i <= 5; ++i) {
      await touch('touchMove', from.map((dx, k) => dx + (i / 5) * (to[k] - dx)));
      await drawn(page);
    }
    await touch('touchEnd', []);
    await is();
  };
  const before = await cameraOf(page);
  await move([0], [60], () => waitFor(page, (old) => Math.abs(window.sarrus.camera().position[0] - old) > 0.1, before.position[0], 'the camera turns'));
  const turned = await cameraOf(page);
  check(Math.abs(distanceOf(turned) / distanceOf(before) - 1) < 1e-3, `turning changes the distance from ${distanceOf(before)} to ${distanceOf(turned)}`);
  await move([-30, 30], [-90, 90], () => waitFor(page, (old) => {
    const { position, target } = window.sarrus.camera();
    return Math.hypot(...position.map((p, i) => p - target[i])) < 0.8 * old;
  }, distanceOf(turned), 'the camera comes nearer'));
  checkNoErrors(opened);
  await opened.close();
});

test('a picture of a moment is framed more closely than the whole motion', async (context) => {
  const distances = [];
  const linkage = `${pathToFileURL(await context.gallery()).href}#item=0&at=1.2`;  // far below where it comes to
  for (const wishes of ['', '&fit=now']) {
    const opened = await open(context.browser, linkage + wishes, { offline: true });
    distances.push(distanceOf(await cameraOf(opened.page)));
    checkNoErrors(opened);
    await opened.close();
  }
  check(distances[1] < 0.9 * distances[0], `the camera is ${distances[1]} m away for a moment, ${distances[0]} m for the motion`);
});

test('a force says how large it is', async ({ crane, motion }) => {
  const damping = 2, time = 0.4, { page } = await crane();  // N·m·s, of examples/crane.urdf
  await showTime(page, time);
  await page.locator('[role=treeitem][aria-label="force lift.damping"]').click();
  await drawn(page);
  checkNear(Number.parseFloat((await inspected(page))['lift.damping'].replace('−', '-')), -damping * columnAt(motion, 'lift.rate', time), 2e-3, 'torque of the damper');
  await page.keyboard.press('Escape');
});

test('what closes a note is not covered', async ({ browser, folder, samples, viewerPage }) => {
  const item = samples.swarm(2), file = path.join(folder, 'noted.html');
  item.scene.notes = ['A note that is so long that it takes all of the width that there is in a window as narrow as this one.'];
  await writeFile(file, filledPage(viewerPage, { format: 'sarrus-page', version: 1, title: 'noted', items: [item] }));
  const opened = await open(browser, pathToFileURL(file).href, { offline: true, size: SMALL }), { page } = opened;
  const [close, compass] = await Promise.all(['.note button', '.compass'].map((selector) => page.locator(selector).boundingBox()));
  const apart = close.x + close.width <= compass.x || close.y + close.height <= compass.y || close.y >= compass.y + compass.height;
  check(apart, `the button is at ${JSON.stringify(close)}, the compass at ${JSON.stringify(compass)}`);
  await opened.close();
});

test('events are marks on the time line, which keys and the mouse go to', async ({ browser, folder, samples, viewerPage }) => {
  const item = samples.doublePendulum(), file = path.join(folder, 'events.html');
  await writeFile(file, filledPage(viewerPage, { format: 'sarrus-page', version: 1, title: 'events', items: [{ ...item, motions: item.motions.slice(0, 1) }] }));
  const opened = await open(browser, pathToFileURL(file).href, { offline: true }), { page } = opened;
  const marks = page.locator('.time-line .mark');
  checkEqual((await marks.evaluateAll((all) => all.map(({ title }) => title))).join('; '), 'passes the lowest point at 1.0500 s; turns at 3.4000 s', 'marks');
  await page.locator('main.stage canvas').focus();
  const press = async (key) => { await page.keyboard.press(key); await drawn(page); return timeOf(page); };
  for (const [key, time] of [['.', 1.05], ['.', 3.4], ['.', 3.4], [',', 1.05], [',', 1.05]]) checkEqual(await press(key), time, `time after ${key}`);
  await marks.nth(1).click();
  checkEqual(await timeOf(page), 3.4, 'time after a click on a mark');
  checkNoErrors(opened);
  await opened.close();
});

test('a switch shows the reactions of joints', async ({ crane }) => {
  const opened = await crane(), { page } = opened;
  const numbers = await page.evaluate(() => window.sarrus.scene().arrows.flatMap(({ name, group, unit }, i) => (group === 'joint reactions' ? [`${i} ${name} ${unit}`] : [])));
  checkEqual(numbers.join('; '), '0 lift N; 1 lift N·m; 2 extend N; 3 extend N·m', 'arrows of reactions');
  const box = page.getByLabel('joint reactions');
  checkEqual(await box.isChecked(), false, 'whether they are shown at first');
  await box.check();
  await page.locator('main.stage canvas').focus();
  await page.keyboard.press('a');
  checkEqual(await box.isChecked(), false, 'whether they are shown after the key that hides all arrows');
  checkNoErrors(opened);
});

test('what is framed stays in the picture when the window changes, until the user takes the camera', async (context) => {
  const opened = await open(context.browser, fileOf(context), { offline: true }), { page } = opened;
  const column = () => page.evaluate(() => {
    const { left, right } = document.querySelector('main.stage canvas').getBoundingClientRect();
    return [0, 1].map((z) => window.sarrus.project([0, 0, z])[0]).every((x) => x > left && x < right);
  });
  check(await column(), 'the column is not seen at first');
  await page.setViewportSize({ width: 700, height: 700 });  // the panels leave little width
  await drawn(page);
  check(await column(), 'the column is not seen in a narrow window');
  await page.keyboard.press('2');
  await drawn(page);
  const before = await cameraOf(page);
  await page.setViewportSize({ width: 1000, height: 480 });
  await drawn(page);
  const after = await cameraOf(page);
  before.position.forEach((x, k) => checkNear(after.position[k], x, 1e-9, `coordinate ${k} of the camera that the user has taken`));
  checkNoErrors(opened);
  await opened.close();
});

test('a search leaves the lists with what is found, and the tree is as before after it', async ({ crane }) => {
  const opened = await crane(), { page } = opened;
  const lists = () => page.evaluate(() => [...document.querySelectorAll('.tree details')].filter((list) => list.checkVisibility())
    .map((list) => `${list.querySelector('summary').textContent} ${list.open ? 'open' : 'closed'}`).join('; '));
  const nothing = page.getByText('No part has this in its name or type.'), search = page.getByLabel('Search the model');
  await page.locator('.tree summary', { hasText: 'Joints' }).click();
  const before = 'Bodies  4 open; Joints  2 closed; Forces  2 open';
  for (const [text, found, isNothing] of [['', before, false], ['lift', 'Joints  1 open; Forces  1 open', false],
    ['pin jib', '', true], ['slider', 'Bodies  1 open; Joints  1 open', false], ['', before, false]]) {
    await search.fill(text);
    checkEqual(await lists(), found, `lists for '${text}'`);
    checkEqual(await nothing.isVisible(), isNothing, `whether nothing is found for '${text}'`);
  }
  await page.locator('.tree summary', { hasText: 'Joints' }).click();
  checkNoErrors(opened);
});

test('in a low and narrow panel of plots the curves keep their room', async (context) => {
  const opened = await open(context.browser, `${pathToFileURL(await context.gallery()).href}#item=3`, { offline: true, size: { width: 1024, height: 640 } }), { page } = opened;
  await page.keyboard.press('p');
  await drawn(page);
  const [list, plot] = await Promise.all(['.plots-list', '.plots-plot'].map((selector) => page.locator(selector).boundingBox()));
  check(plot.height >= 80 && plot.y + plot.height <= list.y + list.height + 1, `the plot is at ${JSON.stringify(plot)} in ${JSON.stringify(list)}`);
  checkNoErrors(opened);
  await opened.close();
});

test('arrows are seen through the bodies that hide them', async ({ browser, folder, pack, viewerPage }) => {
  const cube = { name: 'cube', parent: 0, joint: -1, mass: 1, com: [0, 0, 0], inertia: [1, 1, 1, 0, 0, 0] };
  const scene = {
    format: 'sarrus-scene', version: 1, name: 'cube', size: 1, bodies: [{ ...cube, name: 'world', parent: -1, mass: 0 }, cube],
    visuals: [{ body: 1, pose: [0, 0, 0, 1, 0, 0, 0], shape: { type: 'brick', size: [1, 1, 1] }, color: [0.6, 0.6, 0.6], role: 'visual' }],
    arrows: [{ name: 'within', group: 'joint reactions', unit: 'N' }],
  };
  const still = [0, 0, 0, 1, 0, 0, 0], frame = [...still, ...still, -0.2, 0, 0, 3, 0, 0];
  const motion = { format: 'sarrus-motion', version: 1, name: 'still', frames: 2, times: pack.packTimes([0, 1]), data: pack.packRows([frame, frame]) };
  const file = path.join(folder, 'hidden_arrow.html');
  await writeFile(file, filledPage(viewerPage, { format: 'sarrus-page', version: 1, title: 'cube', items: [{ name: 'cube', scene, motions: [motion] }] }));
  const opened = await open(browser, `${pathToFileURL(file).href}#camera=0,-1.2,0,0,0,0`, { offline: true }), { page } = opened;
  const blueness = async () => {
    await drawn(page);
    const [x, y] = await page.evaluate(() => window.sarrus.project([0, 0, 0]));
    const picture = readPng(await page.screenshot()), ratio = picture.width / SIZE.width;
    const [red, , blue] = pixelAt(picture, Math.floor(x * ratio), Math.floor(y * ratio));
    return blue - red;
  };
  const without = await blueness();
  await page.keyboard.press('a');
  const seen = await blueness();
  check(seen > without + 40, `the cube is bluer by ${seen - without} where the arrow lies within it`);
  checkNoErrors(opened);
  await opened.close();
});
