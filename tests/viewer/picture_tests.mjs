// Pictures drawn by a browser that the program starts.
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { check, checkEqual, test } from './harness.mjs';
import { countColors, readPng } from './png.mjs';
import { outputOf, runProgram } from './program.mjs';

const LEAST_COLORS = 50;

test('a picture has the size asked for, and shows something', async ({ program, model, folder, browserPath }) => {
  const file = path.join(folder, 'crane.png');
  await outputOf(program, ['view', model, '--png', file, '--at', '1', '--size', '320x240', '--camera', 'iso', '--duration', '2'], { changes: { SARRUS_BROWSER: browserPath } });
  const picture = readPng(await readFile(file));
  checkEqual(`${picture.width}x${picture.height}`, '320x240', 'size');
  const colors = countColors(picture);
  check(colors >= LEAST_COLORS, `the picture has ${colors} colors`);
});

test('without a browser a picture is refused with a word on what to install', async ({ program, model, folder }) => {
  const empty = path.join(folder, 'no_programs');
  await mkdir(empty, { recursive: true });
  const { status, messages } = await runProgram(program, ['view', model, '--png', path.join(folder, 'none.png'), '--duration', '1'], { changes: { PATH: empty, SARRUS_BROWSER: undefined } });
  checkEqual(status, 1, 'status');
  check(messages.includes('chromium'), `the message is: ${messages.trim()}`);
});
