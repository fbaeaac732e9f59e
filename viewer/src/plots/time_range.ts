// The range of time that all panes show.

import { scaled, within } from './ranges';
import type { PlotSource, Range } from './types';

/** The shortest range that can be zoomed to, as a share of all. */
const SHORTEST = 1e-6;

export class TimeRange {
  private zoom: Range | undefined;
  private seconds: number | undefined;

  constructor(private readonly source: PlotSource, private readonly changed: () => void) {}

  /** From the first to the last sample of all motions. */
  all(): Range {
    let begin = Infinity;
    let end = -Infinity;
    for (const { times } of this.source.motions) {
      if (times.length === 0) continue;
      begin = Math.min(begin, times[0]!);
      end = Math.max(end, times[times.length - 1]!);
    }
    if (begin > end) return [0, 1];
    return end > begin ? [begin, end] : [begin, begin + 1];
  }

  visible(): Range {
    if (this.zoom) return this.zoom;
    const all = this.all();
    if (this.seconds === undefined) return all;
    const begin = Math.max(all[0], all[1] - this.seconds);
    return [begin, begin + this.seconds];
  }

  get zoomed(): boolean {
    return this.zoom !== undefined;
  }

  /** Shows the last seconds of a growing motion; undefined: all. */
  setWindow(seconds: number | undefined): void {
    this.seconds = seconds;
    this.reset();
  }

  /** Gives the zoom up if the samples have moved out of it, as after a restart. */
  follow(): void {
    const all = this.all();
    if (this.zoom && (this.zoom[1] < all[0] || this.zoom[0] > all[1])) this.zoom = undefined;
  }

  zoomTo(range: Range): void {
    const all = this.all();
    const shortest = SHORTEST * (all[1] - all[0]);
    if (range[1] - range[0] < shortest) return;
    const limited = within(range, all);
    this.zoom = limited[0] <= all[0] && limited[1] >= all[1] && this.seconds === undefined ? undefined : limited;
    this.changed();
  }

  zoomBy(factor: number, about: number): void {
    this.zoomTo(scaled(this.visible(), factor, about));
  }

  pan(by: number): void {
    const [begin, end] = this.visible();
    this.zoomTo([begin + by, end + by]);
  }

  reset(): void {
    this.zoom = undefined;
    this.changed();
  }
}
