import { readMessage, type BrowserMessage, type ServerMessage } from '../protocol/messages';
import { Backoff } from './backoff';

export type Connection = 'connecting' | 'connected' | 'lost';

export interface ClientEvents {
  connection(state: Connection, waiting: number): void;
  message(message: ServerMessage): void;
  frame(buffer: ArrayBuffer): void;
  misunderstood(text: string): void;
}

/** Speaks with a running simulation, and connects again when the connection is lost. */
export class LiveClient {
  private socket: WebSocket | null = null;
  private readonly backoff = new Backoff();

  constructor(private readonly address: string, private readonly events: ClientEvents) {
    this.connect();
  }

  get connected(): boolean { return this.socket?.readyState === WebSocket.OPEN; }

  send(message: BrowserMessage): void {
    if (this.connected) this.socket!.send(JSON.stringify(message));
  }

  private connect(): void {
    this.events.connection('connecting', 0);
    const socket = new WebSocket(this.address);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.backoff.reset();
      this.events.connection('connected', 0);
    };
    socket.onmessage = (event: MessageEvent<unknown>) => this.receive(event.data);
    socket.onclose = () => {
      const seconds = this.backoff.next();
      this.events.connection('lost', seconds);
      setTimeout(() => this.connect(), 1000 * seconds);
    };
    this.socket = socket;
  }

  private receive(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      this.events.frame(data);
      return;
    }
    const message = typeof data === 'string' ? readMessage(data) : null;
    if (message) this.events.message(message);
    else this.events.misunderstood('A message from the server could not be understood.');
  }
}

/** The address `ws` relative to that of the page. */
export function liveAddress(page: string): string {
  const address = new URL('ws', page);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  address.search = '';
  return address.href;
}
