// A server that serves the viewer's page and says to it whatever a test wants.
import http from 'node:http';
import { atEnd } from './harness.mjs';
import { Connection, acceptance } from './websocket.mjs';

export class FakeServer {
  /** `greet` is called with each new connection. */
  constructor(html, greet) {
    this.html = html;
    this.greet = greet;
    this.connections = [];
    atEnd(() => this.stop());
  }

  get address() { return `http://127.0.0.1:${this.port}/`; }
  /** The latest connection. */
  get connection() { return this.connections.at(-1); }

  /** Listens at a free port, or at the same one as before. */
  async start() {
    this.server = http.createServer((request, response) => {
      const found = request.url === '/';
      response.writeHead(found ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8', Connection: 'close' });
      response.end(found ? this.html : '');
    });
    this.server.on('upgrade', (request, socket, first) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptance(request.headers['sec-websocket-key'])}\r\n\r\n`);
      const connection = new Connection(socket, first, false);
      this.connections.push(connection);
      this.greet(connection);
    });
    await new Promise((done, fail) => this.server.once('error', fail).listen(this.port ?? 0, '127.0.0.1', done));
    this.port = this.server.address().port;
    return this;
  }

  async stop() {
    for (const connection of this.connections) connection.destroy();
    this.connections = [];
    if (this.server?.listening) await new Promise((done) => this.server.close(done));
  }
}
