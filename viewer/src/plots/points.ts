// The points of one drawn curve. A point whose y is NaN is a gap.

/** Grows as needed and is filled again for each drawing, so that live plots leave no garbage. */
export class Points {
  x = new Float64Array(1024);
  y = new Float64Array(1024);
  length = 0;
  /** Extremes of what is visible; low is greater than high if nothing is. */
  low = Infinity;
  high = -Infinity;
  /** Number of samples in the range that are not finite. */
  notFinite = 0;

  clear(): void {
    this.length = 0;
    this.low = Infinity;
    this.high = -Infinity;
    this.notFinite = 0;
  }

  add(x: number, y: number): void {
    if (this.length === this.x.length) this.grow();
    this.x[this.length] = x;
    this.y[this.length] = y;
    ++this.length;
  }

  include(value: number): void {
    if (value < this.low) this.low = value;
    if (value > this.high) this.high = value;
  }

  private grow(): void {
    const x = new Float64Array(2 * this.x.length);
    const y = new Float64Array(2 * this.y.length);
    x.set(this.x);
    y.set(this.y);
    this.x = x;
    this.y = y;
  }
}

export function isFiniteNumber(value: number): boolean {
  return value - value === 0;
}
