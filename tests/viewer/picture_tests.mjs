// Pictures drawn by a browser that the program starts.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { check, checkEqual, test } from './harness.mjs';
import { countColors, pixelAt, readPng, writePng } from './png.mjs';
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

test('a texture lies on a mesh as its file says', async ({ program, folder, browserPath }) => {
  const colors = { red: [220, 30, 30], green: [30, 180, 30], blue: [30, 30, 220], yellow: [220, 200, 30] };
  const { red, green, blue, yellow } = colors;
  const inFolder = (name) => path.join(folder, name), size = 32;
  await writeFile(inFolder('four.png'), writePng(size, size, (x, y) => (y < size / 2 ? (x < size / 2 ? red : green) : x < size / 2 ? blue : yellow)));
  await writeFile(inFolder('square.mtl'), 'newmtl four\nmap_Kd four.png\n');
  await writeFile(inFolder('square.obj'), 'mtllib square.mtl\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nusemtl four\nf 1/1 2/2 3/3 4/4\n');
  await writeFile(inFolder('plate.urdf'), "<robot name='plate'><link name='plate'><visual><geometry><mesh filename='square.obj'/></geometry></visual></link></robot>");
  await outputOf(program, ['view', inFolder('plate.urdf'), '--png', inFolder('plate.png'), '--size', '160x160', '--camera', 'top', '--duration', '0.1'], { changes: { SARRUS_BROWSER: browserPath } });
  const picture = readPng(await readFile(inFolder('plate.png')));
  const nearest = (color) => Object.entries(colors).map(([name, known]) => [Math.hypot(...known.map((c, i) => c - color[i])), name]).sort((a, b) => a[0] - b[0])[0][1];
  const seen = [[60, 60], [100, 60], [60, 100], [100, 100]].map(([x, y]) => nearest(pixelAt(picture, x, y)));
  checkEqual(seen.join(' '), 'red green blue yellow', 'colors of the quarters');
});

test('a film has the pictures of its time, and one that fails leaves the file that was there', async ({ program, model, folder, browserPath }) => {
  const programs = path.join(folder, 'encoders'), films = path.join(folder, 'films'), film = path.join(films, 'crane.mp4');
  for (const place of [programs, films]) await mkdir(place, { recursive: true });
  const words = ['view', model, '--video', film, '--duration', '0.4', '--at', '0.2', '--size', '64x48'];
  const make = async (encoder) => {  // in place of ffmpeg, whose last word is the file
    await writeFile(path.join(programs, 'ffmpeg'), `#!/bin/sh\nfor last; do :; done\n${encoder}\n`, { mode: 0o755 });
    return runProgram(program, words, { changes: { SARRUS_BROWSER: browserPath, PATH: `${programs}:${process.env.PATH}` } });
  };
  const made = await make('cat > "$last"');
  checkEqual(made.status, 0, `status, with the message ${made.messages.trim()}`);
  const bytes = await readFile(film), signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), begins = [];
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 1)) begins.push(at);
  checkEqual(begins.length, 7, 'pictures from 0.2 s to 0.4 s, 30 per second');
  const [first, last] = [begins[0], begins.at(-1)].map((at, i) => bytes.subarray(at, i === 0 ? begins[1] : bytes.length));
  checkEqual(`${readPng(last).width}x${readPng(last).height}`, '64x48', 'size');
  check(!first.equals(last), 'nothing moves');
  const failed = await make('cat > "$last"; exit 3');
  checkEqual(failed.status, 1, 'status of an encoder that fails');
  check(failed.messages.includes('ffmpeg could not write'), `the message is: ${failed.messages.trim()}`);
  check((await readFile(film)).equals(bytes), 'the film that was there has changed');
  checkEqual((await readdir(films)).join(' '), 'crane.mp4', 'files beside the film');
});

test('without a browser a picture is refused with a word on what to install', async ({ program, model, folder }) => {
  const empty = path.join(folder, 'no_programs');
  await mkdir(empty, { recursive: true });
  const { status, messages } = await runProgram(program, ['view', model, '--png', path.join(folder, 'none.png'), '--duration', '1'], { changes: { PATH: empty, SARRUS_BROWSER: undefined } });
  checkEqual(status, 1, 'status');
  check(messages.includes('chromium'), `the message is: ${messages.trim()}`);
});
