// A small WebSocket server (RFC 6455) for tests: whole text and binary messages, no extensions.
import { createHash } from 'node:crypto';

/** Calls `connected` with { send, close, onMessage, onClose } for each browser that connects to /ws of the server. */
export function acceptWebSockets(server, connected) {
  server.on('upgrade', (request, socket) => {
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`);
    const connection = {
      onMessage: () => {}, onClose: () => {},
      send: (data) => socket.writable && socket.write(frame(data)),
      close: () => socket.destroy(),
    };
    let rest = Buffer.alloc(0);
    socket.on('data', (data) => { rest = takeMessages(Buffer.concat([rest, data]), connection, socket); });
    socket.on('error', () => {});
    socket.on('close', () => connection.onClose());
    connected(connection);
  });
}

function frame(data) {
  const text = typeof data === 'string', payload = Buffer.from(data);
  const size = payload.length < 126 ? 2 : payload.length < 65536 ? 4 : 10;
  const header = Buffer.alloc(size);
  header[0] = text ? 0x81 : 0x82;
  header[1] = size === 2 ? payload.length : size === 4 ? 126 : 127;
  if (size === 4) header.writeUInt16BE(payload.length, 2);
  if (size === 10) header.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([header, payload]);
}

/** Passes on the whole messages at the beginning of the bytes; gives the rest. */
function takeMessages(bytes, connection, socket) {
  while (bytes.length >= 6) {
    const short = bytes[1] & 127, start = short === 126 ? 8 : short === 127 ? 14 : 6;
    if (bytes.length < start) break;
    const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
    if (bytes.length < start + length) break;
    const mask = bytes.subarray(start - 4, start), payload = Buffer.from(bytes.subarray(start, start + length));
    for (let i = 0; i < length; ++i) payload[i] ^= mask[i % 4];
    if ((bytes[0] & 15) === 8) socket.end();
    else if ((bytes[0] & 15) === 1) connection.onMessage(payload.toString('utf8'));
    bytes = bytes.subarray(start + length);
  }
  return bytes;
}
