// Points and patches of contact.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, checkEqual, checkNear, test } from './harness.mjs';
import { filledPage } from './page_text.mjs';
import { SMALL, checkNoErrors, drawn, open, showTime } from './pages.mjs';
import { outputOf } from './program.mjs';

const STILL = [0, 0, 0, 1, 0, 0, 0];
const patchesOf = (page) => page.evaluate(() => window.sarrus.patches());

/** Shows or hides points and patches, and waits until that is drawn. */
async function toggleContacts(page) {
  await page.keyboard.press('c');
  await drawn(page);
}

test('patches of contact are drawn where the frames say', async ({ browser, folder, pack, viewerPage }) => {
  const ellipse = [1, 0.5, 0, 0.25, 0.25, 0, 0, 0, 0.125, 0, 1e6], triangle = [2, -0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.25, 5e5];
  const rows = [[...STILL, ...ellipse, ...triangle], [...STILL, ...triangle, ...new Array(11).fill(0)], [...STILL, ...new Array(22).fill(NaN)]];
  const scene = { format: 'sarrus-scene', version: 1, name: 'patches', size: 1, bodies: [{ name: 'world' }], patches: [{ name: 'one' }, { name: 'two' }] };
  const motion = { format: 'sarrus-motion', version: 1, name: 'run', frames: 3, times: pack.packTimes([0, 1, 2]), data: pack.packRows(rows), events: [] };
  const file = path.join(folder, 'patches.html');
  await writeFile(file, filledPage(viewerPage, { format: 'sarrus-page', version: 1, title: 'patches', items: [{ name: 'patches', text: '', scene, motions: [motion] }] }));
  const opened = await open(browser, pathToFileURL(file).href, { offline: true, size: SMALL }), { page } = opened;
  await showTime(page, 0);
  checkEqual((await patchesOf(page)).length, 0, 'patches at first');
  await toggleContacts(page);
  const asDrawn = (kind, p) => JSON.stringify({ kind, center: p.slice(1, 4), a: p.slice(4, 7), b: p.slice(7, 10) });
  const shown = async () => (await patchesOf(page)).map((patch) => JSON.stringify(patch)).join();
  checkEqual(await shown(), [asDrawn('disk', ellipse), asDrawn('triangle', triangle)].join(), 'patches of the first frame');
  await showTime(page, 0.4);
  checkEqual((await patchesOf(page)).length, 2, 'patches near the first frame');
  await showTime(page, 0.6);
  checkEqual(await shown(), asDrawn('triangle', triangle), 'patches of the second frame');
  checkEqual(await page.locator('.legend output').textContent(), 'pressure up to 1 MPa', 'the legend');
  await showTime(page, 2);
  checkEqual((await patchesOf(page)).length, 0, 'patches that are not finite');
  checkNoErrors(opened);
  await opened.close();
});

test('a ball that has fallen shows the disk in which it touches the floor', async ({ browser, folder, program }) => {
  const radius = 0.1, model = path.join(folder, 'ball.urdf'), html = path.join(folder, 'ball.html');
  const inertial = '<inertial><mass value="2"/><inertia ixx="0.008" iyy="0.008" izz="0.008" ixy="0" ixz="0" iyz="0"/></inertial>';
  const ball = `<geometry><sphere radius="${radius}"/></geometry>`;
  await writeFile(model, `<robot name="ball"><link name="ball">${inertial}<collision>${ball}</collision></link></robot>`);
  await outputOf(program, ['view', model, '--base', 'free', '--contact', 'rubber', '--set', 'root_joint.z=0.12', '--html', html, '--duration', '3']);
  const opened = await open(browser, pathToFileURL(html).href, { offline: true, size: SMALL }), { page } = opened;
  await toggleContacts(page);
  await showTime(page, 0.03);
  checkEqual((await patchesOf(page)).length, 0, 'patches of the falling ball');
  await showTime(page, 3);
  const touching = await patchesOf(page);
  checkEqual(touching.length, 1, 'patches of the ball at rest');
  const { center, a, b } = touching[0];
  checkNear(Math.hypot(...a), Math.hypot(...b), 1e-6, 'semi-axes');
  checkNear(a[0] * b[0] + a[1] * b[1] + a[2] * b[2], 0, 1e-8, 'their product');
  check(Math.hypot(...a) > 1e-3 && Math.hypot(...a) < radius, `radius ${Math.hypot(...a)}`);
  check(Math.abs(center[2]) < 0.02, `height ${center[2]}`);
  checkNoErrors(opened);
  await opened.close();
});
