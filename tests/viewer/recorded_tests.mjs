// A self-contained page with a recorded motion.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, checkEqual, checkNear, sleep, test, until } from './harness.mjs';
import { filledPage } from './page_text.mjs';
import {
  SMALL, bodyNamed, checkNoErrors, drawn, inspected, open, pointOf, posesOf, rotationOf, sceneOf, screenPoint, showTime, timeOf, waitFor,
} from './pages.mjs';
import { columnAt, evaluatePoses, rowsAt } from './reference.mjs';

test('a page opened from a file needs no network and has no errors', async ({ crane }) => {
  const { page, errors, requests } = await crane();
  checkEqual(errors.join('; '), '', 'errors of the page');
  checkEqual(requests.join(' '), '', 'requests to the network');
  checkEqual((await sceneOf(page)).name, 'crane', 'name of the scene');
  checkEqual(await page.title(), 'crane', 'title');
});

test('poses drawn are those computed by evaluate', async ({ crane, motion, times, program, model }) => {
  const { page } = await crane();
  const rows = rowsAt(motion, [0, 0.12, 0.3, 0.5, 0.77, 1].map((s) => times[Math.round(s * (times.length - 1))]));
  const names = (await sceneOf(page)).bodies.map((body) => body.name);
  const wanted = await evaluatePoses(program, model, rows, ['lift', 'extend']);
  for (const [i, { time }] of rows.entries()) {
    await showTime(page, time);
    const poses = await posesOf(page);
    for (const [name, { p, R }] of Object.entries(wanted[i])) {
      const body = names.indexOf(name);
      check(body >= 0, `the page has no body '${name}'`);
      const tolerance = 1e-6 * Math.max(1, ...p.map(Math.abs));  // frames are in single precision
      const rotation = rotationOf(poses[body]);
      for (let k = 0; k < 3; ++k) {
        checkNear(poses[body][k], p[k], tolerance, `coordinate ${k} of '${name}' at ${time} s`);
        for (let j = 0; j < 3; ++j) checkNear(rotation[k][j], R[k][j], 1e-6, `rotation ${k}, ${j} of '${name}' at ${time} s`);
      }
    }
  }
});

test('between frames far apart a body turns evenly about one axis', async ({ browser, folder, pack, viewerPage }) => {
  const axis = [1 / 3, 2 / 3, -2 / 3], angle = 2.4;
  const turned = (by) => [Math.cos(by / 2), ...axis.map((x) => x * Math.sin(by / 2))];
  const still = [0, 0, 0, 1, 0, 0, 0];
  const scene = {
    format: 'sarrus-scene', version: 1, name: 'turn', size: 1, bodies: [{ name: 'world', parent: -1, joint: -1 }, { name: 'brick', parent: 0, joint: -1 }],
    visuals: [{ body: 1, name: 'brick', pose: still, shape: { type: 'brick', size: [1, 0.5, 0.2] }, role: 'visual' }],
  };
  // The second quaternion is written as its negative, the same orientation.
  const rows = [[...still, 0, 0, 0, ...turned(0)], [...still, 0, 0, 0, ...turned(angle).map((x) => -x)]];
  const turn = { format: 'sarrus-motion', version: 1, name: 'turn', frames: 2, times: pack.packTimes([0, 1]), data: pack.packRows(rows), events: [] };
  const file = path.join(folder, 'turn.html');
  await writeFile(file, filledPage(viewerPage, { format: 'sarrus-page', version: 1, title: 'turn', items: [{ name: 'turn', text: '', scene, motions: [turn] }] }));
  const opened = await open(browser, pathToFileURL(file).href, { offline: true, size: SMALL });
  for (const s of [0.1, 0.25, 0.5, 0.8]) {
    await showTime(opened.page, s);
    const [, , , ...q] = (await posesOf(opened.page))[1], sign = q[0] < 0 ? -1 : 1;
    turned(s * angle).forEach((value, i) => checkNear(sign * q[i], value, 2e-6, `quaternion at ${s} s`));
  }
  checkNoErrors(opened);
  await opened.close();
});

test('an item that opens slowly does not take the place of a later one', async ({ browser, samples, viewerPage }) => {
  const slow = samples.doublePendulum(), quick = samples.swarm(4);
  slow.scene.meshes = [{ name: 'slow', url: 'slow.mesh' }];
  const html = filledPage(viewerPage, { format: 'sarrus-page', version: 1, title: 'two', items: [slow, quick] });
  const context = await browser.newContext({ viewport: SMALL });
  let answer = null;
  await context.route('http://two.test/**', (route) => {
    if (route.request().url().endsWith('slow.mesh')) answer = () => route.fulfill({ status: 404 });
    else void route.fulfill({ contentType: 'text/html', body: html });
  });
  const page = await context.newPage();
  await page.goto('http://two.test/');
  await until(() => answer, 'the page asks for the mesh');
  await page.evaluate(() => { location.hash = '#item=1'; });
  await waitFor(page, () => window.sarrus.scene()?.name === 'swarm', null, 'the second item is shown');
  await answer();
  await sleep(1000);
  checkEqual((await sceneOf(page)).name, 'swarm', 'the scene when the first item has its answer');
  checkEqual((await page.evaluate(() => window.sarrus.notes())).join(' '), '', 'notes of the item that is shown');
  await context.close();
});

test('poses between frames lie on the arc from one to the next', async ({ crane, motion, times }) => {
  const { page } = await crane();
  const boom = await bodyNamed(page, 'boom'), frames = rowsAt(motion, times);
  for (const s of [0.03, 0.335, 0.648, 0.92]) {
    const time = s * times.at(-1);
    await showTime(page, time);
    const poses = await posesOf(page);
    poses.forEach(([, , , ...q], body) => checkNear(Math.hypot(...q), 1, 1e-6, `norm of the quaternion of body ${body} at ${time} s`));
    // The boom turns about −y by the angle `lift`, which grows evenly along the arc.
    const half = 0.5 * columnAt(frames, 'lift', time), q = poses[boom].slice(3), sign = Math.cos(half) * q[0] < 0 ? -1 : 1;
    [Math.cos(half), 0, -Math.sin(half), 0].forEach((value, i) => checkNear(sign * q[i], value, 1e-6, `quaternion of the boom at ${time} s`));
  }
});

/**
 * Seconds of motion per second of the clock, by the moments of the frames drawn. Where the machine is so busy that frames come
 * late the viewer lets at most 0.1 s pass at once.
 */
function measureSpeed(page, seconds) {
  return page.evaluate((duration) => new Promise((done) => {
    let before = null, passed = 0, played = 0;
    const tick = (moment) => {
      const now = { moment, time: window.sarrus.time() };
      if (before && now.time > before.time) {
        passed += Math.min(0.1, (moment - before.moment) / 1000);
        played += now.time - before.time;
      }
      before = now;
      if (passed >= duration) done(played / passed);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }), seconds);
}

/** Makes the page follow a new address, with nothing selected, at the usual speed, again and again. */
async function show(page, hash) {
  await page.evaluate((text) => new Promise((done) => {
    document.activeElement.blur();
    window.addEventListener('hashchange', () => done(), { once: true });
    location.hash = `${text}&again=${Math.random()}`;
  }), hash);
  await page.keyboard.press('Escape');
  await page.getByLabel('Speed', { exact: true }).selectOption('1');
  const loop = page.getByLabel('Loop', { exact: true });
  if ((await loop.getAttribute('aria-pressed')) === 'false') await loop.click();
  await drawn(page);
}

const playButton = (page) => page.locator('.time-line button.primary');

test('playing advances time at the speed chosen', async ({ crane }) => {
  const { page } = await crane();
  await show(page, 'at=0&play=1');
  await waitFor(page, () => window.sarrus.time() > 0, null, 'the motion plays');
  for (const speed of [1, 0.25, 2]) {
    await page.getByLabel('Speed', { exact: true }).selectOption(String(speed));
    await page.evaluate(() => window.sarrus.setTime(0));
    const ratio = await measureSpeed(page, 0.5);
    checkNear(ratio, speed, 0.2 * speed, 'seconds of motion per second');
  }
});

test('pausing stops time', async ({ crane }) => {
  const { page } = await crane();
  await show(page, 'at=0&play=1');
  await waitFor(page, () => window.sarrus.time() > 0, null, 'the motion plays');
  await playButton(page).click();
  await drawn(page);
  const time = await timeOf(page);
  await page.waitForTimeout(300);
  checkEqual(await timeOf(page), time, 'time after a while');
});

test('playing begins again at the end, or stops there', async ({ crane }) => {
  const { page } = await crane();
  await show(page, 'at=1.9&play=1');
  await waitFor(page, () => window.sarrus.time() < 1.5, null, 'it begins again');
  await page.getByLabel('Loop', { exact: true }).click();
  await page.evaluate(() => window.sarrus.setTime(1.9));
  await waitFor(page, () => window.sarrus.time() >= 2, null, 'it comes to the end');
  await page.waitForTimeout(300);
  checkNear(await timeOf(page), 2, 1e-9, 'time at the end');
  check((await playButton(page).getAttribute('aria-label')).startsWith('Play'), 'it still plays at the end');
});

test('single steps move by one frame', async ({ crane, times }) => {
  const { page } = await crane();
  await show(page, `at=${times[15]}`);
  await page.getByLabel('One frame forward', { exact: true }).click();
  checkEqual(await timeOf(page), times[16], 'time after a step forward by the button');
  await page.locator('main.stage canvas').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  checkEqual(await timeOf(page), times[14], 'time after two steps back by the keyboard');
});

test('the time line is scrubbed by keyboard and mouse', async ({ crane, times }) => {
  const { page } = await crane();
  await show(page, 'at=1');
  const slider = page.locator('.time-line input[type=range]');
  await slider.focus();
  const press = async (key) => { await page.keyboard.press(key); await drawn(page); return timeOf(page); };
  checkNear(await press('End'), 2, 1e-9, 'End');
  checkEqual(await press('ArrowLeft'), times.at(-2), 'one frame before the end');
  const after = await press('PageDown');
  check(after < 1.95 && after > 1, `PageDown goes from the end to ${after} s`);
  checkEqual(await press('Home'), 0, 'Home');
  const box = await slider.boundingBox();
  await page.mouse.click(box.x + 0.25 * box.width, box.y + 0.5 * box.height);
  checkNear(await timeOf(page), 0.5, 0.05, 'a click at a quarter of the time line');
});

test('what is plotted is what simulate writes', async ({ crane, motion }) => {
  const { page } = await crane();
  await show(page, 'at=0');
  await page.locator('main.stage canvas').focus();
  await page.keyboard.press('p');
  await waitFor(page, () => window.sarrus.plotted().some((pane) => pane.series.some(({ x }) => x.length > 0)), null, 'a pane with curves');
  const panes = await page.evaluate(() => window.sarrus.plotted());
  await page.keyboard.press('p');
  checkEqual(panes[0].x, 'time', 'the horizontal axis');
  const lift = panes[0].series.find(({ name }) => name === 'lift');
  check(lift !== undefined, `the first pane shows ${panes[0].series.map(({ name }) => name)}, not 'lift'`);
  check(lift.x.length > 50 && lift.x[0] === 0 && Math.abs(lift.x.at(-1) - 2) < 1e-9, `${lift.x.length} points from ${lift.x[0]} to ${lift.x.at(-1)} s`);
  lift.x.forEach((time, i) => checkNear(lift.y[i], columnAt(motion, 'lift', time), 1e-5, `lift at ${time} s`));
});

test('a click on a body selects it, and the inspector describes it', async ({ crane }) => {
  const { page } = await crane();
  await show(page, 'at=0');
  await page.locator('main.stage canvas').focus();
  await page.keyboard.press('0');
  await drawn(page);
  const boom = await bodyNamed(page, 'boom');
  const { x, y } = await screenPoint(page, pointOf((await posesOf(page))[boom], [0.75, 0, 0]));
  await page.mouse.click(x, y);
  const selected = await page.evaluate(() => window.sarrus.selected());
  checkEqual(JSON.stringify(selected), JSON.stringify({ kind: 'body', index: boom }), 'what is selected');
  const { title, mass } = await inspected(page);
  checkEqual(title, 'boom', 'name in the inspector');
  check(/^12(\.0+)? kg$/.test(mass), `mass in the inspector: ${mass}`);
  await page.keyboard.press('Escape');
  checkEqual(await page.evaluate(() => window.sarrus.selected()), null, 'what is selected after Escape');
});

test('a body is found and selected by keyboard', async ({ crane }) => {
  const { page } = await crane();
  await show(page, 'at=0');
  await page.locator('main.stage canvas').focus();
  await page.keyboard.press('/');
  await page.keyboard.type('boom');
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  for (let k = 0; k < 6 && (await focused()) !== 'body boom'; ++k) await page.keyboard.press('Tab');
  checkEqual(await focused(), 'body boom', 'what Tab comes to after a search');
  await page.keyboard.press('Enter');
  checkEqual((await inspected(page)).title, 'boom', 'name in the inspector');
  await page.getByLabel('Search the model').fill('');
  await page.locator('[role=treeitem][aria-label="body boom"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const { title, mass } = await inspected(page);
  checkEqual(title, 'jib', 'the body below');
  check(/^6(\.0+)? kg$/.test(mass), `mass in the inspector: ${mass}`);
  checkEqual(await page.locator('[role=treeitem][aria-selected=true]').getAttribute('aria-label'), 'body jib', 'the row marked');
});

test('after all of this the page has no errors', async ({ crane }) => checkNoErrors(await crane()));
