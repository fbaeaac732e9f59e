// A live view: the program simulates, the page shows and acts.
import { check, checkEqual, checkNear, sleep, test, until } from './harness.mjs';
import { Server } from './program.mjs';
import { bodyNamed, checkNoErrors, drawn, open, pointOf, posesOf, sceneOf, screenPoint, send, timeOf, waitFor } from './pages.mjs';

const TIP = [1.5, 0, 0];

/** The tip of the boom: it turns by the angle `lift` about −y at a height of 1 m. */
const tipAt = (lift) => [1.5 * Math.cos(lift), 0, 1 + 1.5 * Math.sin(lift)];
const distance = (a, b) => Math.hypot(...a.map((x, i) => x - b[i]));
const tipOf = async (page) => pointOf((await posesOf(page))[await bodyNamed(page, 'boom')], TIP);
const slider = (page) => page.locator('.live-panel input[type=range][aria-label="lift"]');

/** Pauses the simulation at its beginning. */
async function begin({ page }) {
  await page.evaluate(() => document.activeElement.blur());
  for (const type of ['release', 'pause', 'reset']) await send(page, { type });
  await waitForLift(page, 0, 'the simulation begins anew');
  await waitFor(page, () => window.sarrus.time() === 0, null, 'time begins anew');
}

function waitForLift(page, lift, what) {
  return waitFor(page, ({ angle, tolerance }) => {
    const { bodies } = window.sarrus.scene(), pose = window.sarrus.poses()[bodies.findIndex(({ name }) => name === 'boom')];
    // The quaternion is (cos, 0, −sin, 0) of half the angle.
    return Math.abs(pose[3] - Math.cos(angle / 2)) < tolerance && Math.abs(pose[5] + Math.sin(angle / 2)) < tolerance;
  }, { angle: lift, tolerance: 1e-5 }, what);
}

const waitForTime = (page, time) => waitFor(page, (least) => window.sarrus.time() >= least, time, `the simulation comes to ${time} s`);

/** The time at which it stands still; the page may have to catch up with the program first. */
async function restingTime(page) {
  let before = NaN;
  await until(async () => {
    await sleep(300);
    const time = await timeOf(page), still = time === before;
    before = time;
    return still;
  }, 'time stands still');
  return before;
}

test('a live view shows the scene, paused', async ({ live }) => {
  const opened = await live(), { page } = opened;
  checkEqual((await sceneOf(page)).name, 'crane', 'name of the scene');
  checkEqual((await sceneOf(page)).inputs.map(({ name }) => name).join(), 'lift,extend', 'the sliders');
  await sleep(300);
  checkEqual(await timeOf(page), 0, 'time of a paused simulation');
  check(distance(await tipOf(page), tipAt(0)) < 1e-5, `the tip of the boom is at ${await tipOf(page)}`);
  checkNoErrors(opened);
});

test('a slider sets a coordinate', async ({ live }) => {
  const opened = await live(), { page } = opened;
  await begin(opened);
  await slider(page).fill('0.5');
  await waitForLift(page, 0.5, 'the boom follows the slider');
  await slider(page).focus();
  await page.keyboard.press('End');
  await waitForLift(page, 1.2, 'the boom follows the slider to its end');
  check(distance(await tipOf(page), tipAt(1.2)) < 1e-5, `the tip of the boom is at ${await tipOf(page)}`);
});

/** The angle `lift` as drawn, and as its slider says. */
const liftAndSlider = (page) => page.evaluate(() => {
  const { bodies } = window.sarrus.scene(), pose = window.sarrus.poses()[bodies.findIndex(({ name }) => name === 'boom')];
  return [2 * Math.atan2(-pose[5], pose[3]), document.querySelector('.live-panel input[aria-label="lift"]').valueAsNumber];
});

test('sliders follow the motion, except one that is held', async ({ live }) => {
  const opened = await live(), { page } = opened;
  await begin(opened);
  await page.getByLabel(/^Run/).click();
  // Sliders are brought up to date about ten times a second; at up to 2 rad/s the boom is never far from them.
  await until(async () => {
    const [lift, shown] = await liftAndSlider(page);
    return lift < -0.15 && Math.abs(shown - lift) < 0.1 && shown < -0.1;
  }, 'the slider follows the boom');
  await slider(page).scrollIntoViewIfNeeded();
  const box = await slider(page).boundingBox();
  await page.mouse.move(box.x + 0.8 * box.width, box.y + box.height / 2);
  await page.mouse.down();
  const [, held] = await liftAndSlider(page);
  check(held > 0.5, `the slider is taken to ${held}`);
  await until(async () => (await liftAndSlider(page))[0] < 0, 'the boom falls while the slider is held');
  checkEqual((await liftAndSlider(page))[1], held, 'the slider that is held');
  await page.mouse.up();
  await until(async () => {
    const [lift, shown] = await liftAndSlider(page);
    return Math.abs(shown - lift) < 0.1;
  }, 'the slider follows again when it is let go');
  await begin(opened);
});

test('the simulation runs, pauses, steps and begins again', async ({ live }) => {
  const opened = await live(), { page } = opened;
  await begin(opened);
  await page.getByLabel(/^Run/).click();
  await waitForTime(page, 0.3);
  check((await tipOf(page))[2] < 0.9, 'the boom falls');
  await page.getByLabel(/^Pause \(/).click();
  await page.getByLabel(/^Run/).waitFor();
  const time = await restingTime(page);
  await page.getByLabel('One step', { exact: true }).click();
  await waitFor(page, (before) => window.sarrus.time() > before, time, 'a single step');
  await sleep(200);
  checkNear(await timeOf(page), time + 0.01, 1e-9, 'time after a single step');
  await page.getByLabel('Reset', { exact: true }).click();
  await waitForLift(page, 0, 'the boom is back');
  checkEqual(await timeOf(page), 0, 'time after a reset');
});

// The boom is pulled up from here to there: not above the horizontal, where the jib would slide back and become a counterweight.
const LOW = -0.3, HIGH = -0.05;

async function beginLow(opened) {
  await begin(opened);
  await slider(opened.page).fill(String(LOW));
  await waitForLift(opened.page, LOW, 'the boom is low');
}

/** Lets the simulation run with a body being pulled, and then `release` it. */
async function checkPull(page, release) {
  const target = tipAt(HIGH), before = distance(await tipOf(page), target);
  await send(page, { type: 'run' });
  await waitForTime(page, 1);
  const after = distance(await tipOf(page), target);
  check(after < 0.4 * before, `the tip is ${after} m from where it is pulled to, at first ${before} m`);
  await release();
  await until(async () => (await tipOf(page))[2] < 0.5 * (tipAt(LOW)[2] + tipAt(HIGH)[2]), 'the boom falls when it is released');
}

test('a message pulls a body towards its target', async ({ live }) => {
  const opened = await live(), { page } = opened;
  await beginLow(opened);
  await send(page, { type: 'drag', body: await bodyNamed(page, 'boom'), point: TIP, target: tipAt(HIGH) });
  await checkPull(page, () => send(page, { type: 'release' }));
});

test('the mouse pulls a body with Alt held', async ({ live }) => {
  const opened = await live(), { page } = opened;
  await beginLow(opened);
  const held = (lift) => screenPoint(page, [0.8 * Math.cos(lift), 0, 1 + 0.8 * Math.sin(lift)]);
  const from = await held(LOW), to = await held(HIGH), camera = await page.evaluate(() => window.sarrus.camera());
  await page.mouse.move(from.x, from.y);
  await page.keyboard.down('Alt');
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  try {
    await checkPull(page, () => page.mouse.up());
  } finally {
    await page.mouse.up();
    await page.keyboard.up('Alt');
  }
  const after = await page.evaluate(() => window.sarrus.camera());
  for (const part of ['position', 'target'])
    camera[part].forEach((number, i) => checkNear(after[part][i], number, 1e-9, `${part} ${i} of the camera after a body was pulled`));
});

test('a state is saved and loaded', async ({ live }) => {
  const opened = await live(), { page } = opened;
  await begin(opened);
  const load = page.getByRole('button', { name: 'Load', exact: true });
  await slider(page).fill('0.7');
  await waitForLift(page, 0.7, 'the boom follows the slider');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await waitFor(page, () => [...document.querySelectorAll('button')].some((button) => button.textContent === 'Load' && !button.disabled), null, 'the state is saved');
  await slider(page).fill('-0.2');
  await waitForLift(page, -0.2, 'the boom follows the slider after saving');
  await load.click();
  await waitForLift(page, 0.7, 'the boom is where it was when the state was saved');
});

test('two pages see the same', async ({ browser, live }) => {
  const opened = await live(), { page, address } = opened;
  await begin(opened);
  const other = await open(browser, address);
  await waitForLift(other.page, 0, 'the second page shows the present state');
  await slider(page).fill('0.9');
  await waitForLift(other.page, 0.9, 'the second page shows what the first has done');
  await waitFor(other.page, () => Math.abs(document.querySelector('.live-panel input[aria-label="lift"]').valueAsNumber - 0.9) < 1e-6, null, 'its slider as well');
  await send(other.page, { type: 'run' });
  await waitForTime(page, 0.2);
  await send(page, { type: 'pause' });
  await other.page.getByLabel(/^Run/).waitFor();
  await page.getByLabel(/^Run/).waitFor();
  await until(async () => (await timeOf(other.page)) === (await timeOf(page)), 'both show the same time');
  for (const one of [page, other.page]) await drawn(one);
  checkEqual(JSON.stringify(await posesOf(other.page)), JSON.stringify(await posesOf(page)), 'poses');
  checkNoErrors(other);
  await other.close();
});

test('a page connects again to a program that begins anew at the same address', async ({ browser, program, model }) => {
  const token = 'begins-anew-0123456789', first = new Server(program, ['view', model, '--token', token]);
  const address = await first.address(), opened = await open(browser, address);
  await first.end();
  await waitFor(opened.page, () => document.querySelector('.status').textContent.includes('lost'), null, 'the page says that the connection is lost');
  const second = new Server(program, ['view', 'examples/dog.urdf', '--token', token, '--port', new URL(address).port]);
  try {
    checkEqual(await second.address(), address, 'address of the second program');
    await waitFor(opened.page, () => window.sarrus.scene().name === 'dog', null, 'the page shows the model of the second program');
  } finally {
    await second.end();
    await opened.close();
  }
});

test('what goes beyond its beginning is framed, until the user takes the camera', async ({ browser, program, model }) => {
  const server = new Server(program, ['view', model]), opened = await open(browser, await server.address()), { page } = opened;
  const camera = () => page.evaluate(() => [...window.sarrus.camera().position, ...window.sarrus.camera().target].map((x) => x.toFixed(6)).join(' '));
  const isSeen = () => page.evaluate((tip) => {
    const { left, right, top, bottom } = document.querySelector('main.stage canvas').getBoundingClientRect(), [x, y] = window.sarrus.project(tip);
    return x > left && x < right && y > top && y < bottom;
  }, tipAt(1.2));
  try {
    check(!(await isSeen()), 'the place where the tip will be is seen at first');
    await slider(page).fill('1.2');
    await waitForLift(page, 1.2, 'the boom is up');
    await until(isSeen, 'the tip of the boom is framed');
    await page.locator('main.stage canvas').focus();
    await page.keyboard.press('2');
    await drawn(page);
    const taken = await camera();
    await slider(page).fill('-0.3');
    await page.locator('.live-panel input[type=range][aria-label="extend"]').fill('0.8');
    await waitForLift(page, -0.3, 'the boom is down');
    await sleep(600);
    checkEqual(await camera(), taken, 'the camera after the user has taken it');
    checkNoErrors(opened);
  } finally {
    await server.end();
    await opened.close();
  }
});
