// WebSocket (RFC 6455) by hand, so that the wrong can be sent as well as the right.
import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';

export const TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10;

/** The answer to the key of a handshake. */
export function acceptance(key) {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

/** The bytes of a frame; browsers must mask theirs, servers must not. */
export function encode(opcode, payload, { masked = false, reserved = 0 } = {}) {
  const data = Buffer.from(payload), size = data.length;
  const head = [0x80 | (reserved << 4) | opcode], mask = masked ? 0x80 : 0;
  if (size < 126) head.push(mask | size);
  else if (size < 65536) head.push(mask | 126, size >> 8, size & 255);
  else head.push(mask | 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (size >>> shift) & 255));
  if (!masked) return Buffer.concat([Buffer.from(head), data]);
  const key = randomBytes(4);
  return Buffer.concat([Buffer.from(head), key, data.map((byte, i) => byte ^ key[i & 3])]);
}

/** Takes frames out of a stream of bytes. */
export class FrameReader {
  constructor() { this.rest = Buffer.alloc(0); }

  push(bytes) {
    this.rest = Buffer.concat([this.rest, bytes]);
    const frames = [];
    for (let frame = this.next(); frame; frame = this.next()) frames.push(frame);
    return frames;
  }

  next() {
    const { rest } = this;
    if (rest.length < 2) return null;
    const short = rest[1] & 127, masked = rest[1] >> 7, long = short === 126 ? 2 : short === 127 ? 8 : 0;
    if (rest.length < 2 + long) return null;
    const size = long === 2 ? rest.readUInt16BE(2) : long === 8 ? Number(rest.readBigUInt64BE(2)) : short;
    const begin = 2 + long + 4 * masked;
    if (rest.length < begin + size) return null;
    const key = rest.subarray(begin - 4, begin);
    const payload = rest.subarray(begin, begin + size).map((byte, i) => (masked ? byte ^ key[i & 3] : byte));
    this.rest = rest.subarray(begin + size);
    return { opcode: rest[0] & 15, payload: Buffer.from(payload) };
  }
}

/** Asks for a page, or for another path of its server; returns the status, the headers and the text. */
export function ask(address, { headers = { Host: new URL(address).host }, method = 'GET', path = new URL(address).pathname } = {}) {
  return new Promise((done, fail) => {
    const request = http.request(address, { method, headers, path, agent: false, setHost: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => { text += part; });
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, text }));
    });
    request.setTimeout(5000, () => request.destroy(new Error(`no answer from ${address}`)));
    request.on('error', fail).end();
  });
}

/** Asks for a WebSocket; returns the status, and where it is 101 the connection. */
export function connect(address, headers = {}) {
  return new Promise((done, fail) => {
    const wanted = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': randomBytes(16).toString('base64') };
    const given = { ...wanted, Origin: new URL(address).origin, ...headers };
    for (const [name, value] of Object.entries(given)) if (value === null) delete given[name];
    const request = http.request(address, { agent: false, headers: given });
    request.setTimeout(5000, () => request.destroy(new Error(`no answer from ${address}`)));
    request.on('response', (response) => { response.resume(); done({ status: response.statusCode }); });
    request.on('upgrade', (response, socket, first) => {
      request.setTimeout(0);
      done({ status: response.statusCode, connection: new Connection(socket, first, true) });
    });
    request.on('error', fail).end();
  });
}

/** One end of an open WebSocket; `masked` at the end of the browser. Keeps the messages received. */
export class Connection {
  constructor(socket, first, masked) {
    this.socket = socket;
    this.masked = masked;
    this.texts = [];
    this.binaries = [];
    this.open = true;
    this.onText = () => {};
    const reader = new FrameReader();
    const take = (bytes) => { for (const frame of reader.push(bytes)) this.take(frame); };
    socket.setTimeout(0);
    socket.setNoDelay(true);
    socket.on('data', take).on('error', () => {}).on('close', () => { this.open = false; });
    if (first.length > 0) take(first);
  }

  take({ opcode, payload }) {
    if (opcode === PING) this.write(encode(PONG, payload, { masked: this.masked }));
    if (opcode === CLOSE) this.socket.end();
    if (opcode === BINARY) this.binaries.push(payload);
    if (opcode !== TEXT) return;
    const text = payload.toString();
    this.texts.push(text);
    this.onText(text);
  }

  /** Sends an object as JSON, a text as it is, bytes as a binary message. */
  send(message) {
    const binary = message instanceof ArrayBuffer || ArrayBuffer.isView(message);
    const payload = binary ? Buffer.from(message) : typeof message === 'string' ? message : JSON.stringify(message);
    this.write(encode(binary ? BINARY : TEXT, payload, { masked: this.masked }));
  }

  /** Sends bytes as they are. */
  write(bytes) { if (this.open) this.socket.write(bytes); }
  destroy() { this.socket.destroy(); }
}
