// Curves against a signal, drawn for the range of time that the other panes show. Its zoom is its own.

import { lowerBound, upperBound } from './interpolation';
import { extent, nearest, thin, type PhaseSamples } from './phase';
import { padded, part, scaled, within } from './ranges';
import type { TimeRange } from './time_range';
import type { Range } from './types';
import { rangesOf, type Frame, type Place, type PlottedCurve, type View } from './view';

const ALL: Range = [0, 1];
const NONE: Range = [Infinity, -Infinity];
/** The smallest share of everything that can be zoomed to. */
const SMALLEST = 1e-4;

export class PhaseView implements View {
  /** The part shown, as shares of everything. */
  private u = ALL;
  private v = ALL;
  private frame: Frame = { x: ALL, y: [ALL, ALL] };

  constructor(private readonly range: TimeRange, private readonly changed: () => void) {}

  prepare(plotted: readonly PlottedCurve[], width: number, height: number): Frame {
    let along = NONE;
    for (const each of plotted) {
      const { x, first, last } = this.samplesOf(each);
      along = extent(x, first, last, along);
    }
    const y = rangesOf(plotted, (each) => {
      const samples = this.samplesOf(each);
      return extent(samples.y, samples.first, samples.last, NONE);
    });
    this.frame = {
      x: part(padded(...along), ...this.u),
      y: [part(y[0], ...this.v), part(y[1], ...this.v)],
    };
    for (const each of plotted) {
      const cellX = length(this.frame.x) / width;
      const cellY = length(this.rangeOf(each)) / height;
      thin(this.samplesOf(each), cellX, cellY, each.points);
    }
    return this.frame;
  }

  timeAt(place: Place, plotted: readonly PlottedCurve[], aspect: number): number | undefined {
    let time: number | undefined;
    let least = Infinity;
    for (const each of plotted) {
      const y = this.rangeOf(each);
      const { index, distance } = nearest(
        this.samplesOf(each), at(this.frame.x, place.u), at(y, place.v), aspect / length(this.frame.x), 1 / length(y),
      );
      if (distance >= least) continue;
      least = distance;
      time = each.curve.times[index];
    }
    return time;
  }

  zoomBy(factor: number, about: Place): void {
    this.show(scaled(this.u, factor, at(this.u, about.u)), scaled(this.v, factor, at(this.v, about.v)));
  }

  zoomTo(from: Place, to: Place): void {
    this.show(
      part(this.u, Math.min(from.u, to.u), Math.max(from.u, to.u)),
      part(this.v, Math.min(from.v, to.v), Math.max(from.v, to.v)),
    );
  }

  panBy(u: number, v: number): void {
    this.show(moved(this.u, -u * length(this.u)), moved(this.v, -v * length(this.v)));
  }

  reset(): void {
    this.show(ALL, ALL);
  }

  private show(u: Range, v: Range): void {
    if (length(u) < SMALLEST || length(v) < SMALLEST) return;
    this.u = within(u, ALL);
    this.v = within(v, ALL);
    this.changed();
  }

  private rangeOf(each: PlottedCurve): Range {
    return this.frame.y[each.axis === 0 ? 0 : 1];
  }

  private samplesOf({ curve }: PlottedCurve): PhaseSamples {
    const [begin, end] = this.range.visible();
    return {
      x: curve.x ?? curve.values,
      y: curve.values,
      first: lowerBound(curve.times, begin),
      last: upperBound(curve.times, end),
    };
  }
}

function length(range: Range): number {
  return range[1] - range[0];
}

function at(range: Range, share: number): number {
  return range[0] + share * length(range);
}

function moved(range: Range, by: number): Range {
  return [range[0] + by, range[1] + by];
}
