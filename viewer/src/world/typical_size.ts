/** So many values are kept at most; of a longer row every second one, every fourth, … */
const KEPT = 256;
/** Rare values may be this many times as large as the typical one. */
const GREATEST = 4.5;

/**
 * A size to draw a row of values by: their median, so that impacts, which are short and large, do not make all others too
 * small to be seen; or more, so that the largest is at most 4.5 times the size.
 */
export class TypicalSize {
  private values: number[] = [];
  private stride = 1;
  private skipped = 0;
  private largest = 0;
  private known: number | null = null;

  /** Adds a value; what is zero or not finite says nothing about the size. */
  add(value: number): void {
    if (!Number.isFinite(value) || value <= 0) return;
    if (value > this.largest) {
      this.largest = value;
      this.known = null;
    }
    this.skipped += 1;
    if (this.skipped < this.stride) return;
    this.skipped = 0;
    this.known = null;
    this.values.push(value);
    if (this.values.length < KEPT) return;
    this.values = this.values.filter((_, i) => i % 2 === 0);
    this.stride *= 2;
  }

  /** 0 where nothing has a size. */
  get size(): number {
    this.known ??= Math.max(median(this.values), this.largest / GREATEST);
    return this.known;
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
