/** Mean of the JavaScript time of the latest frames that were drawn. */
export class FrameTimer {
  private readonly times = new Float64Array(120);
  private count = 0;
  /** Number of frames drawn. */
  get drawn(): number { return this.count; }

  measure(frame: () => boolean): void {
    const start = performance.now();
    if (frame()) this.times[this.count++ % this.times.length] = performance.now() - start;
  }

  get milliseconds(): number {
    const used = Math.min(this.count, this.times.length);
    return used > 0 ? this.times.subarray(0, used).reduce((sum, time) => sum + time, 0) / used : 0;
  }
}
