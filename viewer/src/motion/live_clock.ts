/** The delay of what is shown behind the newest frame, in intervals between frames. */
const DELAY = 1.5;
/** How quickly a wrong delay is made right, per second. */
const CORRECTION = 6;

/**
 * The time shown of a live motion. Frames come at irregular moments; shown is a time a little before the newest frame, which
 * moves on evenly, so that the picture can be interpolated between two frames.
 */
export class LiveClock {
  private now = 0;
  private newest = 0;
  private arrival = 0;
  private interval = 0;
  private rate = 0;
  private started = false;

  get time(): number { return this.now; }

  /** A frame of motion time `time` came at the moment `at` (seconds of the clock on the wall). */
  receive(time: number, at: number): void {
    if (!this.started || time <= this.newest) {
      this.restart(time, at);
      return;
    }
    const step = time - this.newest, pause = at - this.arrival;
    this.interval = this.interval > 0 ? this.interval + 0.1 * (step - this.interval) : step;
    if (pause > 1e-4 && pause < 1) {
      const measured = step / pause;
      this.rate = this.rate > 0 ? this.rate + 0.1 * (measured - this.rate) : measured;
    }
    this.newest = time;
    this.arrival = at;
  }

  private restart(time: number, at: number): void {
    this.started = true;
    this.newest = this.now = time;
    this.arrival = at;
    this.interval = this.rate = 0;
  }

  /** Moves on by `dt` seconds of the clock on the wall; `at` is the moment now. Where no frames come the newest is shown. */
  advance(dt: number, at: number, running: boolean): void {
    const stalled = !running || at - this.arrival > 0.25;
    const target = this.newest - (stalled ? 0 : DELAY * this.interval);
    const gap = target - this.now;
    if (stalled && Math.abs(gap) <= 3 * this.interval) this.now = target;
    else if (Math.abs(gap) > 20 * this.interval + 0.5 * this.rate) this.now = target;
    else this.now += dt * (this.rate + CORRECTION * gap);
    this.now = Math.min(this.now, this.newest);
  }
}
