// Who may speak with the program, and what strangers and the confused cannot do.
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { PATIENCE, check, checkEqual, sleep, test, until } from './harness.mjs';
import { Server } from './program.mjs';
import { TEXT, ask, connect, encode } from './websocket.mjs';

test('the page is served under its token alone', async ({ server }) => {
  const address = await server();
  const page = await ask(address);
  checkEqual(page.status, 200, 'status of the page');
  check(page.headers['content-security-policy']?.includes("default-src 'none'"), 'the page has no policy');
  const { origin, pathname } = new URL(address);
  const almost = pathname.replace(/.\/$/, (end) => (end === '0/' ? '1/' : '0/'));
  for (const path of ['/', '/ws', pathname.slice(0, -1), almost, `${pathname}other`, `${pathname}../../etc/passwd`, `${pathname}mesh/../..`])
    checkEqual((await ask(address, { path })).status, 404, `status of ${path.replace(pathname, '/TOKEN/')}`);
  checkEqual((await connect(`${origin}/${'0'.repeat(32)}/ws`)).status, 404, 'status of a WebSocket with a wrong token');
  checkEqual((await ask(address, { method: 'POST' })).status, 405, 'status of POST');
});

test('foreign hosts and origins are refused', async ({ server }) => {
  const address = await server(), { port } = new URL(address);
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1:1'])
    checkEqual((await ask(address, { headers: { Host: host } })).status, 403, `status of the page for the host '${host}'`);
  checkEqual((await ask(address, { headers: {} })).status, 403, 'status of the page without a host');
  for (const origin of ['http://evil.example', `https://evil.example:${port}`, 'http://127.0.0.1:1', 'null', null])
    checkEqual((await connect(`${address}ws`, { Origin: origin })).status, 403, `status of a WebSocket from ${origin}`);
  checkEqual((await connect(`${address}ws`, { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` })).status, 403, 'status of a WebSocket by another name');
  const { status, connection } = await connect(`${address}ws`);
  checkEqual(status, 101, 'status of a WebSocket from its own page');
  connection.destroy();
});

const MALFORMED = [
  '', '{', 'null', '[]', '"run"', '{"type":1}', '{"type":"explode"}', '{"type":"input"}', '{"type":"input","input":0,"value":"1"}',
  '{"type":"input","input":-1,"value":1}', '{"type":"input","input":99,"value":1}', '{"type":"input","input":0,"value":1e999}',
  '{"type":"input","input":0.5,"value":1}', '{"type":"drag","body":99,"point":[0,0,0],"target":[0,0,0]}',
  '{"type":"drag","body":2,"point":[0,0],"target":[0,0,0]}', '{"type":"drag","body":2,"point":[0,0,null],"target":[0,0,0]}',
  '{"type":"load","state":"nonsense"}', '{"type":"load","state":{}}', '{"type":"step","duration":-1}', '{"type":"rate","value":-1}',
  '{"type":"received","frame":-1}', '{"type":"button","button":7}', '[['.repeat(20000), `{"type":"key","key":"${'k'.repeat(10000)}"}`,
];

test('malformed messages to the program are ignored', async ({ server }) => {
  const address = await server();
  const { connection } = await connect(`${address}ws`), { connection: watcher } = await connect(`${address}ws`);
  await until(() => connection.texts.length > 0 && watcher.texts.length > 0, 'the scene comes');
  await sleep(300);
  const known = watcher.texts.length, later = () => watcher.texts.slice(known).map((text) => JSON.parse(text));
  for (const text of MALFORMED) connection.send(text);
  for (const size of [0, 1, 31, 1000]) connection.send(randomBytes(size));
  connection.send({ type: 'input', input: 0, value: 0.25 });
  await until(() => later().some(({ type, value }) => type === 'input' && value === 0.25), 'a message after the malformed ones is obeyed');
  check(connection.open, 'the connection is closed');
  const done = later().filter(({ type }) => type !== 'input');
  checkEqual(JSON.stringify(done), '[]', 'what else was done');
  checkEqual(later().map(({ input, value }) => `${input} = ${value}`).join(), '0 = 0.25', 'inputs that were set');
  connection.destroy();
  watcher.destroy();
});

test('broken connections end alone', async ({ server, live }) => {
  const address = await server(), { hostname, port } = new URL(address);
  const broken = [
    encode(TEXT, '{}', { masked: false }), encode(TEXT, '{}', { masked: true, reserved: 7 }), encode(7, 'x', { masked: true }),
    Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]), Buffer.alloc(4096, 0xff),
  ];
  for (const bytes of broken) {
    const { connection } = await connect(`${address}ws`);
    connection.write(bytes);
    await until(() => !connection.open, 'the program ends a broken connection');
  }
  for (const bytes of ['nonsense\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', `GET /${'x'.repeat(20000)} HTTP/1.1\r\n\r\n`, Buffer.alloc(4096, 0xff)]) {
    const socket = net.connect(Number(port), hostname);
    let closed = false;
    socket.on('error', () => {}).on('close', () => { closed = true; }).resume().write(bytes);
    await until(() => closed, 'the program ends a broken request', 10).finally(() => socket.destroy());
  }
  checkEqual((await ask(address)).status, 200, 'status of the page afterwards');
  const { page } = await live();
  checkEqual(await page.getByText('connection lost').count(), 0, 'signs of a lost connection in a page that was open all the time');
});

test('Ctrl-C ends the program with status 130, though a browser is connected', async ({ program, model }) => {
  const server = new Server(program, ['view', model]);
  try {
    const { connection } = await connect(`${await server.address()}ws`);
    await until(() => connection.texts.length > 0, 'the scene comes');
    const begin = Date.now();
    checkEqual(await server.end('SIGINT'), 130, 'status');
    check(Date.now() - begin < 3000 * PATIENCE, `it takes ${Date.now() - begin} ms`);
    await until(() => !connection.open, 'the connection ends');
  } finally {
    await server.end('SIGKILL');
  }
});
