import { Frames, liveCapacity } from '../motion/frames';
import { LiveClock } from '../motion/live_clock';
import { Player, SPEEDS } from '../motion/player';
import { decodeFrame } from '../protocol/frame';
import type { BrowserMessage } from '../protocol/messages';
import type { Motion, MotionEvent } from '../protocol/read_motion';
import { countsOf, type Counts, type Scene } from '../protocol/types';
import type { Source } from './source';

const MOST_EVENTS = 200;

/** Shows a running simulation: the newest moment, a little delayed so that it moves evenly, or any moment kept. */
export class LiveSource implements Source {
  readonly live = true;
  readonly player = new Player();
  readonly motions: readonly Motion[];
  following = true;
  running = false;
  rate = 0;
  wanted = 1;
  private readonly counts: Counts;
  private readonly clock = new LiveClock();
  private readonly listeners = new Set<() => void>();
  private grown = false;
  private newest = -1;
  private acknowledged = -1;

  constructor(scene: Scene, readonly send: (message: BrowserMessage) => void) {
    this.counts = countsOf(scene);
    this.motions = [{ name: 'live', frames: new Frames(this.counts, liveCapacity(this.counts)), events: [] }];
  }

  get frames(): Frames { return this.motions[0]!.frames; }
  get events(): MotionEvent[] { return this.motions[0]!.events; }
  get playing(): boolean { return this.running; }

  /** Keeps an event, the latest few hundred of them. */
  addEvent(event: MotionEvent): void {
    this.events.push(event);
    if (this.events.length > MOST_EVENTS) this.events.shift();
  }

  /** Takes a binary message; a sentence where it is not a frame of this scene. */
  receive(buffer: ArrayBuffer): string | null {
    const frame = decodeFrame(buffer, this.counts);
    if (typeof frame === 'string') return frame;
    if (this.frames.length > 0 && frame.time < this.frames.last) this.events.length = 0;
    this.frames.append(frame);
    this.clock.receive(frame.time, performance.now() / 1000);
    this.rate = frame.rate;
    this.newest = frame.number;
    this.grown = true;
    return null;
  }

  advance(seconds: number): void {
    this.clock.advance(seconds, performance.now() / 1000, this.running);
    this.player.setRange(this.frames.first, this.frames.last);
    if (this.following) this.player.set(this.clock.time);
    if (this.newest !== this.acknowledged) {
      this.acknowledged = this.newest;
      this.send({ type: 'received', frame: this.newest });
    }
    if (!this.grown) return;
    this.grown = false;
    for (const listener of this.listeners) listener();
  }

  toggle(): void {
    if (!this.running) this.following = true;
    this.send({ type: this.running ? 'pause' : 'run' });
  }

  step(direction: number): void {
    if (direction < 0 || !this.following) {
      this.following = false;
      this.player.step(this.frames.times, direction);
    } else {
      this.send({ type: 'step', duration: 0.01 });
    }
  }

  scrub(time: number): void {
    this.following = time >= this.frames.last;
    this.player.set(time);
  }

  speed(value: number): void {
    this.wanted = value;
    this.send({ type: 'rate', value });
  }

  changeSpeed(direction: number): void {
    const next = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, SPEEDS.indexOf(this.wanted) + direction))];
    if (next !== undefined) this.speed(next);
  }

  reset(): void {
    this.following = true;
    this.send({ type: 'reset' });
  }

  follow(): void { this.following = true; }

  onGrowth(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
