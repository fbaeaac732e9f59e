// Curves against time, in the range that all panes share; y is scaled to what is visible.

import { decimate } from './decimation';
import { part } from './ranges';
import type { TimeRange } from './time_range';
import { rangesOf, type Frame, type Place, type PlottedCurve, type View } from './view';

export class TimeView implements View {
  constructor(private readonly range: TimeRange) {}

  prepare(plotted: readonly PlottedCurve[], width: number): Frame {
    const x = this.range.visible();
    for (const { curve, points } of plotted) decimate(curve.times, curve.values, x[0], x[1], width, points);
    return { x, y: rangesOf(plotted, ({ points }) => [points.low, points.high]) };
  }

  timeAt(place: Place): number {
    const [begin, end] = this.range.visible();
    return begin + (end - begin) * place.u;
  }

  zoomBy(factor: number, about: Place): void {
    this.range.zoomBy(factor, this.timeAt(about));
  }

  zoomTo(from: Place, to: Place): void {
    this.range.zoomTo(part(this.range.visible(), Math.min(from.u, to.u), Math.max(from.u, to.u)));
  }

  panBy(u: number): void {
    const [begin, end] = this.range.visible();
    this.range.pan(-u * (end - begin));
  }

  reset(): void {
    this.range.reset();
  }
}
