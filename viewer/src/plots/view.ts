// How the curves of a pane lie on its axes: against time or against each other.

import type { Curve } from './curves';
import { padded } from './ranges';
import type { Points } from './points';
import type { Range } from './types';

/** A curve with the points drawn of it. */
export interface PlottedCurve {
  readonly curve: Curve;
  /** 0: left axis, 1: right axis. */
  readonly axis: number;
  readonly points: Points;
}

/** What the axes show. */
export interface Frame {
  readonly x: Range;
  readonly y: readonly [Range, Range];
}

/** A position in the plot as shares of its width and height, from the lower left corner. */
export interface Place {
  readonly u: number;
  readonly v: number;
}

export interface View {
  /** Fills the points of the curves for a plot of so many pixels of the screen. */
  prepare(plotted: readonly PlottedCurve[], width: number, height: number): Frame;
  /** The moment shown at a place; undefined if there is none. */
  timeAt(place: Place, plotted: readonly PlottedCurve[], aspect: number): number | undefined;
  zoomBy(factor: number, about: Place): void;
  zoomTo(from: Place, to: Place): void;
  /** Moves what is shown by shares of the plot. */
  panBy(u: number, v: number): void;
  reset(): void;
}

/** Ranges of both y axes around the extents of their curves. */
export function rangesOf(plotted: readonly PlottedCurve[], extentOf: (each: PlottedCurve) => Range): [Range, Range] {
  const rangeOf = (axis: number): Range => {
    const extents = plotted.filter((each) => each.axis === axis).map(extentOf);
    return padded(Math.min(...extents.map((each) => each[0])), Math.max(...extents.map((each) => each[1])));
  };
  return [rangeOf(0), rangeOf(1)];
}
