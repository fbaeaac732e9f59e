// Pages in the browser: how they are opened and what the tests do in all of them.
import { PATIENCE, check, checkEqual, until } from './harness.mjs';

/** With the first size the page has all its panels. Software draws the pictures: with few points they are soon done. */
export const SIZE = { width: 1000, height: 480 }, SMALL = { width: 400, height: 300 };
const POINTS_PER_PIXEL = 0.25;

/** A page in a context of its own, ready; with the lists of its errors and of its requests to the network. */
export async function open(browser, url, { offline = false, size = SIZE } = {}) {
  const context = await browser.newContext({ viewport: size, deviceScaleFactor: POINTS_PER_PIXEL, reducedMotion: 'reduce' });
  context.setDefaultTimeout(20000 * PATIENCE);
  const requests = [], errors = [];
  context.on('request', (request) => { if (/^(https?|wss?):/.test(request.url())) requests.push(request.url()); });
  await context.setOffline(offline);
  const page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) errors.push(message.text()); });
  await page.goto(url);
  await waitFor(page, () => window.sarrus?.ready === true, null, 'the page is ready', 45);
  return { page, errors, requests, close: () => context.close() };
}

/** Waits for a condition in the page. It is asked for again and again from here: pages of the program may not evaluate text. */
export function waitFor(page, condition, argument, what, seconds) {
  return until(() => page.evaluate(condition, argument), what, seconds);
}

/** Waits until what was changed is drawn. */
export function drawn(page) {
  return page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(() => done())); }));
}

export async function showTime(page, time) {
  await page.evaluate((t) => window.sarrus.setTime(t), time);
  await drawn(page);
}

export const timeOf = (page) => page.evaluate(() => window.sarrus.time());
export const posesOf = (page) => page.evaluate(() => window.sarrus.poses());
export const sceneOf = (page) => page.evaluate(() => window.sarrus.scene());
export const notesOf = (page) => page.evaluate(() => window.sarrus.notes());
export const send = (page, message) => page.evaluate((m) => window.sarrus.send(m), message);

/** The number of a body. */
export async function bodyNamed(page, name) {
  const number = await page.evaluate((wanted) => window.sarrus.scene().bodies.findIndex((body) => body.name === wanted), name);
  check(number >= 0, `there is no body '${name}'`);
  return number;
}

/** What the inspector says: its title, and the entries of its table by name. */
export function inspected(page) {
  return page.evaluate(() => {
    const element = document.querySelector('.inspector');
    const names = [...element.querySelectorAll('dt')].map((dt) => dt.textContent), values = [...element.querySelectorAll('dd')].map((dd) => dd.textContent);
    return { title: element.querySelector('h2 .name').textContent, ...Object.fromEntries(names.map((name, i) => [name, values[i]])) };
  });
}

export function checkNoErrors({ errors }) { checkEqual(errors.join('; '), '', 'errors of the page'); }

/** Where a point of the world is on the screen. The viewer's camera sees 32 degrees from top to bottom. */
export async function screenPoint(page, point) {
  const { position, target, up, box } = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('main.stage canvas').getBoundingClientRect();
    return { ...window.sarrus.camera(), up: window.sarrus.scene().up, box: { x, y, width, height } };
  });
  const forward = unit(minus(target, position)), right = unit(cross(forward, up)), upward = cross(right, forward);
  const from = minus(point, position), scale = (0.5 * box.height) / (Math.tan((16 * Math.PI) / 180) * dot(from, forward));
  return { x: box.x + 0.5 * box.width + scale * dot(from, right), y: box.y + 0.5 * box.height - scale * dot(from, upward) };
}

const minus = (a, b) => a.map((x, i) => x - b[i]);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => a.map((x) => x / Math.sqrt(dot(a, a)));

/** The rotation matrix of a pose's quaternion. */
export function rotationOf([, , , w, x, y, z]) {
  return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]];
}

/** A point of a body, given in its axes, in the world. */
export function pointOf(pose, point) { return rotationOf(pose).map((row, i) => pose[i] + dot(row, point)); }
