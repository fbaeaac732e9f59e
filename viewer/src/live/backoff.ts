/** Waiting times between attempts to connect: doubled each time, from a half second up to ten seconds. */
export class Backoff {
  private attempt = 0;
  next(): number { return Math.min(10, 0.5 * 2 ** this.attempt++); }
  reset(): void { this.attempt = 0; }
}
