// The page against a server made here, which says right and wrong things.
import { check, checkEqual, checkNear, sleep, test, until } from './harness.mjs';
import { FakeServer } from './fake_server.mjs';
import { SMALL, drawn, notesOf, open, posesOf, sceneOf, waitFor } from './pages.mjs';
import { TEXT, encode } from './websocket.mjs';

/** The double pendulum of the samples, standing at a place, as a server would show it. */
function fakePendulum({ samples, pack }) {
  const { scene } = samples.doublePendulum();
  const counts = { bodies: scene.bodies.length, signals: scene.signals.length, arrows: scene.arrows.length };
  const frame = (time, x) => {
    const poses = scene.bodies.flatMap((_, body) => [body > 0 ? x : 0, 0, body, 1, 0, 0, 0]);
    return pack.makeFrame(counts, [...poses, ...new Array(counts.signals + 6 * counts.arrows).fill(0)], time, Math.round(100 * time));
  };
  const greet = (connection) => {
    connection.send({ type: 'scene', scene });
    connection.send({ type: 'status', running: false, rate: 1, text: '' });
    connection.send(frame(0, 0));
  };
  return { scene, counts, frame, greet };
}

/** A page that shows a pendulum of a server made here; all tests use the same. */
function openFake(context) {
  context.fake ??= makeFake(context);
  return context.fake;
}

async function makeFake(context) {
  const fake = fakePendulum(context);
  const server = await new FakeServer(context.viewerPage, fake.greet).start();
  return { ...fake, server, ...(await open(context.browser, server.address, { size: SMALL })) };
}

const waitForX = (page, x) => waitFor(page, (wanted) => Math.abs(window.sarrus.poses()[1][0] - wanted) < 1e-6, x, `a body comes to x = ${x}`);

/** Waits until nothing is drawn any more. */
async function quiet(page) {
  let before = -1;
  await until(async () => {
    await sleep(700);
    const frames = await page.evaluate(() => window.sarrus.frames()), still = frames === before;
    before = frames;
    return still;
  }, 'the page comes to rest');
}

const waitForLoss = (page) => waitFor(page, () => document.querySelector('header.top .status').textContent.includes('connection lost'), null, 'the page says that the connection is lost');

function setBytes(buffer, change) {
  change(new DataView(buffer));
  return buffer;
}

test('a frame of the time that is shown already is drawn', async (context) => {
  const { page, server, frame } = await openFake(context);
  for (const x of [0.25, 0.5, 0.75]) {  // as when a slider moves a paused mechanism
    await quiet(page);
    server.connection.send(frame(0, x));
    await waitForX(page, x);
  }
});

test('a page that is opened later shows what inputs were set to', async (context) => {
  const { scene, frame } = fakePendulum(context), inputs = [{ name: 'damping', group: 'parameters', unit: 'N·m·s', lower: 0, upper: 1, value: 0.25 }];
  const server = await new FakeServer(context.viewerPage, (connection) => {  // what servers send to a browser that connects
    connection.send({ type: 'scene', scene: { ...scene, inputs } });
    connection.send({ type: 'input', input: 0, value: 0.75 });
    connection.send(frame(0, 0));
  }).start();
  const { page, close } = await open(context.browser, server.address), slider = page.getByLabel('damping');
  checkNear(Number(await slider.inputValue()), 0.75, 1e-9, 'the slider');
  checkEqual(await page.locator('.slider', { has: slider }).locator('output').textContent(), '0.75 N·m·s', 'the value beside it');
  await close();
  await server.stop();
});

test('malformed messages and frames to the page are ignored with a note', async (context) => {
  const { page, errors, server, frame, scene } = await openFake(context);
  const wrong = [
    ['{', 'could not be understood'], ['[1]', 'could not be understood'], ['{"type":"unknown"}', 'could not be understood'],
    ['{"type":"scene","scene":5}', 'scene cannot be shown'], ['{"type":"scene","scene":{"format":"other","version":1}}', 'scene cannot be shown'],
    ['{"type":"event","time":"soon"}', 'could not be understood'], ['{"type":"input","input":99,"value":1}', null],
    [new Uint8Array([1, 2, 3]), 'shorter than its header'], [new Uint8Array(0), 'shorter than its header'],
    [setBytes(frame(0.1, 9), (view) => view.setUint32(0, 7, true)), 'not a frame'],
    [setBytes(frame(0.1, 9), (view) => view.setUint32(16, 4, true)), 'with 4 bodies does not fit'],
    [setBytes(frame(0.1, 9), (view) => view.setUint32(16, 0xffffffff, true)), 'does not fit'],
    [frame(0.1, 9).slice(0, -4), 'bytes instead of'], [setBytes(frame(0.1, 9), (view) => view.setFloat64(8, NaN, true)), 'not finite'],
  ];
  for (const [i, [message]] of wrong.entries()) {
    server.connection.send(message);
    server.connection.send(frame(1 + i, 1 + i));
  }
  await waitForX(page, wrong.length);
  const notes = await notesOf(page);
  for (const [message, note] of wrong) {
    const shown = typeof message === 'string' ? message : `${message.byteLength} bytes`;
    check(note === null || notes.some((text) => text.includes(note)), `no note says '${note}' after ${shown}: ${notes}`);
  }
  checkEqual((await sceneOf(page)).name, scene.name, 'the scene');
  checkEqual(errors.join('; '), '', 'errors of the page');
});

test('a pose that is not finite is named, and the others are drawn', async (context) => {
  const { page, errors, server, counts, frame } = await openFake(context);
  const bad = setBytes(frame(1, 0.5), (view) => view.setFloat32(32 + 4 * 7 * (counts.bodies - 1) + 4, NaN, true));
  server.connection.send(bad);
  await waitForX(page, 0.5);
  await drawn(page);
  const notes = await notesOf(page);
  check(notes.some((text) => text.includes('"lower"')), `no note names the body: ${notes}`);
  check(!notes.some((text) => text.includes('"upper"')), `a note names another body: ${notes}`);
  server.connection.send(frame(2, 0.75));
  await waitForX(page, 0.75);
  checkNear((await posesOf(page))[2][0], 0.75, 1e-6, 'x of the body whose pose is finite again');
  checkEqual(errors.join('; '), '', 'errors of the page');
});

test('the page connects again when the server comes back, or has broken the rules', async (context) => {
  const { page, server, scene, frame } = await openFake(context);
  await server.stop();
  await waitForLoss(page);
  const seen = await page.evaluate(() => {
    const status = document.querySelector('.status'), { left, right, top, height } = status.getBoundingClientRect();
    return { left, right, top, height, needed: status.scrollWidth, window: window.innerWidth };
  });
  check(seen.height > 0 && seen.left >= 0 && seen.right <= seen.window && seen.right - seen.left >= seen.needed && seen.needed > 150,
    `in a window ${seen.window} wide the loss is said from ${seen.left} to ${seen.right}, of ${seen.needed} needed`);
  server.greet = (connection) => {
    connection.send({ type: 'scene', scene: { ...scene, name: 'after the pause' } });
    connection.send(frame(3, 3));
  };
  await server.start();
  await waitFor(page, () => window.sarrus.scene().name === 'after the pause', null, 'the page shows the new scene', 12);
  await waitForX(page, 3);
  const before = server.connection;
  before.write(encode(TEXT, '{}', { reserved: 7 }));
  await waitForLoss(page);
  server.greet = (connection) => {
    connection.send({ type: 'scene', scene: { ...scene, name: 'after the error' } });
    connection.send(frame(4, 4));
  };
  await waitFor(page, () => window.sarrus.scene().name === 'after the error', null, 'the page connects again', 12);
  await waitForX(page, 4);
});
