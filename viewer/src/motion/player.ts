import { indexAt } from './sample';

/** The speeds offered, in seconds of motion per second. */
export const SPEEDS: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10];

/** The time shown, and how it moves on: between a beginning and an end, at a speed, once or again and again. */
export class Player {
  playing = false;
  loop = true;
  speed = 1;
  private now = 0;
  private from = 0;
  private to = 0;
  private readonly listeners = new Set<(time: number) => void>();

  get time(): number { return this.now; }
  get begin(): number { return this.from; }
  get end(): number { return this.to; }

  onChange(listener: (time: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  setRange(begin: number, end: number): void {
    this.from = begin;
    this.to = Math.max(begin, end);
    this.set(this.now);
  }

  /** Shows a time; outside the range the nearer end. */
  set(time: number): void {
    if (!Number.isFinite(time)) return;
    const next = Math.min(this.to, Math.max(this.from, time));
    if (next === this.now) return;
    this.now = next;
    for (const listener of this.listeners) listener(next);
  }

  /** Starts or stops; starting at the end begins again. */
  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && this.now >= this.to) this.set(this.from);
  }

  /** Lets so many seconds of the clock on the wall pass. */
  advance(seconds: number): void {
    if (!this.playing) return;
    const length = this.to - this.from;
    const next = this.now + seconds * this.speed;
    if (next < this.to) return this.set(next);
    if (this.loop && length > 0) return this.set(this.from + ((next - this.from) % length));
    this.set(this.to);
    this.playing = false;
  }

  /** Goes to the next (+1) or previous (−1) of the times and stops there. */
  step(times: Float64Array, direction: number): void {
    this.playing = false;
    if (times.length === 0) return;
    const i = indexAt(times, this.now);
    const between = this.now > times[i]!;
    const next = direction > 0 ? i + 1 : between ? i : i - 1;
    this.set(times[Math.min(times.length - 1, Math.max(0, next))]!);
  }

  /** The next faster (+1) or slower (−1) of the speeds offered. */
  changeSpeed(direction: number): void {
    const faster = SPEEDS.filter((speed) => speed > this.speed), slower = SPEEDS.filter((speed) => speed < this.speed);
    this.speed = (direction > 0 ? faster[0] : slower[slower.length - 1]) ?? this.speed;
  }
}
