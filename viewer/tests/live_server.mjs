// Serves the viewer with a small live simulation, a ball on a spring, for tests and for looking at the viewer.
//   node tests/live_server.mjs [port, 8080 if none is given] [file of the viewer]
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { acceptWebSockets } from './web_socket.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const POSE = [0, 0, 0, 1, 0, 0, 0];

const scene = {
  format: 'sarrus-scene', version: 1, name: 'ball on a spring', gravity: [0, 0, -9.81], up: [0, 0, 1], size: 1.5,
  bodies: [{ name: 'world', parent: -1, joint: -1 }, { name: 'ball', parent: 0, joint: 0, mass: 1, com: [0, 0, 0], inertia: [0.02, 0.02, 0.02, 0, 0, 0] }],
  joints: [{ name: 'free', type: 'Translation', body: 1, parent: 0, frame: POSE, parent_frame: POSE, coordinates: [0, 1, 2], speeds: [],
    axes: [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((direction) => ({ type: 'translation', direction })) }],
  forces: [{ name: 'spring', type: 'Spring', ends: [{ body: 0, point: [0, 0, 2] }, { body: 1, point: [0, 0, 0] }] }],
  visuals: [{ body: 1, name: 'ball', pose: POSE, shape: { type: 'sphere', radius: 0.2 }, color: [0.9, 0.4, 0.2], opacity: 1, role: 'visual' },
    { body: 0, name: 'plate', pose: [0, 0, 2.03, 1, 0, 0, 0], shape: { type: 'brick', size: [0.6, 0.6, 0.06] }, color: [0.6, 0.63, 0.67], opacity: 1, role: 'visual' }],
  signals: ['x', 'y', 'z'].map((name) => ({ name, group: 'coordinates', unit: 'm' })),
  arrows: [{ name: 'spring', group: 'applied forces', unit: 'N' }],
  inputs: [{ name: 'stiffness', group: 'parameters', unit: 'N/m', lower: 5, upper: 100, value: 30 }],
  buttons: [{ name: 'Kick', key: 'k' }],
};

/** The state of the ball and what acts on it. */
class Simulation {
  reset() { Object.assign(this, { t: 0, p: [0.4, 0, 1.2], v: [0, 0.6, 0] }); }
  constructor() { this.reset(); this.stiffness = 30; this.pull = null; }
  get force() {
    const d = [this.p[0], this.p[1], this.p[2] - 2], length = Math.hypot(...d);
    return d.map((x) => (-this.stiffness * (length - 0.6) * x) / length);
  }
  advance(duration) {
    for (let left = Math.round(duration / 1e-3); left > 0; --left) {
      const force = this.force;
      for (let k = 0; k < 3; ++k) {
        const pull = this.pull ? 60 * (this.pull[k] - this.p[k]) : 0;
        this.v[k] += 1e-3 * (force[k] + pull - 0.4 * this.v[k] - (k === 2 ? 9.81 : 0));
        this.p[k] += 1e-3 * this.v[k];
      }
      this.t += 1e-3;
    }
  }
  frame(number, rate) {
    const values = [...POSE, ...this.p, 1, 0, 0, 0, ...this.p, ...this.p, ...this.force];
    const view = new DataView(new ArrayBuffer(32 + 4 * values.length));
    [0x31465253, number].forEach((word, i) => view.setUint32(4 * i, word, true));
    view.setFloat64(8, this.t, true);
    [2, 3, 1].forEach((count, i) => view.setUint32(16 + 4 * i, count, true));
    view.setFloat32(28, rate, true);
    values.forEach((value, i) => view.setFloat32(32 + 4 * i, value, true));
    return new Uint8Array(view.buffer);
  }
}

/** Starts the server; gives the address, the messages received so far, and functions to send and stop. */
export async function startLiveServer(port, file) {
  const page = await readFile(file);
  const simulation = new Simulation(), connections = new Set(), received = [];
  const server = createServer((request, response) => {
    const known = request.url === '/';
    response.writeHead(known ? 200 : 404, { 'Content-Type': 'text/html' }).end(known ? page : '');
  });
  let running = true, rate = 1, number = 0, drawn = 0;
  const send = (message) => { for (const connection of connections) connection.send(typeof message === 'string' || ArrayBuffer.isView(message) ? message : JSON.stringify(message)); };
  const sendFrame = () => send(simulation.frame(++number, running ? rate : 0));
  const status = () => send({ type: 'status', running, rate, text: '' });
  const actions = {
    run: () => { running = true; status(); }, pause: () => { running = false; status(); }, reset: () => { simulation.reset(); sendFrame(); },
    step: ({ duration }) => { simulation.advance(duration); sendFrame(); }, rate: ({ value }) => { rate = value; status(); },
    input: ({ value }) => { simulation.stiffness = value; }, drag: ({ target }) => { simulation.pull = target; }, release: () => { simulation.pull = null; },
    button: () => { simulation.v[0] += 2; send({ type: 'event', time: simulation.t, name: 'kick' }); }, key: () => {},
    save: () => send({ type: 'saved', state: JSON.stringify({ t: simulation.t, p: simulation.p, v: simulation.v }) }),
    load: ({ state }) => { Object.assign(simulation, JSON.parse(state)); sendFrame(); }, received: ({ frame }) => { drawn = frame; },
  };
  acceptWebSockets(server, (connection) => {
    connections.add(connection);
    connection.onClose = () => connections.delete(connection);
    connection.onMessage = (text) => { const message = JSON.parse(text); received.push(message); actions[message.type]?.(message); };
    drawn = number;
    connection.send(JSON.stringify({ type: 'scene', scene }));
    connection.send(JSON.stringify({ type: 'status', running, rate, text: '' }));
    connection.send(simulation.frame(++number, 0));
  });
  const timer = setInterval(() => {
    if (!running || number - drawn > 6) return;
    simulation.advance((rate || 4) / 60);
    sendFrame();
  }, 1000 / 60);
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}/`, received, send, simulation,
    drop: () => { for (const connection of connections) connection.close(); },
    stop: () => { clearInterval(timer); for (const connection of connections) connection.close(); server.close(); },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { address } = await startLiveServer(Number(process.argv[2] ?? 8080), process.argv[3] ?? path.join(here, '..', 'dist', 'viewer.html'));
  console.log(address);
}
