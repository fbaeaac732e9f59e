// Two motions on one page: ghosts, their difference plotted, and what is saved of a plot.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, checkEqual, checkNear, test } from './harness.mjs';
import { checkNoErrors, drawn, open, waitFor } from './pages.mjs';
import { countColors, readPng } from './png.mjs';
import { outputOf } from './program.mjs';
import { columnAt, simulate } from './reference.mjs';

/** So wide that legends stand beside plots. */
const WIDE = { width: 1200, height: 600 };
const DURATION = 0.5, EVERY = 1 / 240, LIFTS = ['0.9', '0'];

/** Two motions of the crane without stops: with the boom lifted, and with it level at first, from where it falls far. All tests use the same page. */
const compared = (context) => (context.compared ??= openTwo(context));

async function openTwo({ browser, program, model, folder }) {
  const motions = [];
  for (const lift of LIFTS)
    motions.push(await simulate(program, model, DURATION, EVERY, '1e-9', folder, { name: `from_${lift}.csv`, more: ['--no-limits', '--set', `lift=${lift}`] }));
  const html = path.join(folder, 'compared.html');
  const files = LIFTS.flatMap((lift) => ['--motion', path.join(folder, `from_${lift}.csv`)]);
  await outputOf(program, ['view', model, ...files, '--html', html]);
  const opened = await open(browser, pathToFileURL(html).href, { offline: true, size: WIDE });
  await opened.page.keyboard.press('p');
  await waitFor(opened.page, () => window.sarrus.plotted()[0]?.series.length === 2, null, 'both motions are plotted');
  return { ...opened, first: motions[0], second: motions[1] };
}

/** The bytes of what a button saves. */
async function saved(page, label) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByLabel(label).click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const rowsOf = (text) => text.trim().split('\n').map((line) => line.split(','));

test('the ground is under both of two motions', async (context) => {
  const { page, second } = await compared(context);
  // The jib of the second motion comes below zero, where the first has its ground.
  const [lift, extend] = ['lift', 'extend'].map((name) => columnAt(second, name, DURATION));
  const jib = 1 + (1.5 + extend) * Math.sin(lift), ground = await page.evaluate(() => window.sarrus.ground());
  check(jib < -0.2, `the second jib ends at a height of ${jib} m`);
  check(ground < jib, `the ground is at ${ground} m, the second jib at ${jib} m`);
});

test('a plot is saved as a table of all samples', async (context) => {
  const { page, first, second } = await compared(context);
  const { name, bytes } = await saved(page, /as a table/), [titles, ...rows] = rowsOf(bytes.toString());
  checkEqual(name, 'lift.csv', 'name of the file');
  checkEqual(titles.length, 3, `columns of ${titles}: time, and a value for each motion`);
  check(rows.length > 20, `${rows.length} rows`);
  for (const [time, ...values] of rows.map((row) => row.map(Number)))
    [first, second].forEach((motion, k) => checkNear(values[k], columnAt(motion, 'lift', time), 1e-5, `${titles[k + 1]} at ${time} s`));
});

test('the difference of two motions is plotted, named and saved', async (context) => {
  const { page, first, second } = await compared(context);
  await page.getByLabel('Plot the difference to the first motion').click();
  await drawn(page);
  const { text, cut } = await page.evaluate(() => {
    const element = document.querySelector('.plots-name');
    return { text: element.textContent, cut: element.scrollWidth - element.clientWidth };
  });
  checkEqual(text, 'Δ lift', 'name in the legend');
  check(cut <= 0, `the name lacks ${cut} pixels`);
  const [titles, ...rows] = rowsOf((await saved(page, /as a table/)).bytes.toString());
  checkEqual(titles.length, 2, `columns of ${titles}`);
  for (const [time, value] of rows.map((row) => row.map(Number)))
    checkNear(value, columnAt(second, 'lift', time) - columnAt(first, 'lift', time), 2e-5, `difference at ${time} s`);
});

test('a plot is saved as a picture, and its last number is whole', async (context) => {
  const opened = await compared(context), { page } = opened;
  const { name, bytes } = await saved(page, /as a picture/), picture = readPng(bytes);
  checkEqual(name, 'lift.png', 'name of the file');
  check(picture.width > 50 && countColors(picture) > 10, `${picture.width} pixels wide, ${countColors(picture)} colors`);
  const { room, needed } = await page.evaluate(() => {
    const area = document.querySelector('.plots-overlay').getBoundingClientRect(), all = document.querySelector('.plots-canvas').getBoundingClientRect();
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = `11px ${getComputedStyle(document.querySelector('.plots-root')).fontFamily}`;
    return { room: all.right - area.right, needed: pen.measureText('2.0 s').width / 2 };
  });
  check(room >= needed, `the last number of the axis has ${room} pixels beyond the end, and needs ${needed}`);
  checkNoErrors(opened);
});
