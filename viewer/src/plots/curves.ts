// The curves of a pane: its signals, once for each motion.

import type { CsvColumn } from './csv';
import type { DifferenceCache } from './difference';
import type { PlotSource, Signal } from './types';

export interface Curve {
  readonly name: string;
  readonly signal: number;
  readonly motion: number;
  readonly times: Float64Array;
  readonly values: Float32Array;
  /** Values along x of a phase plot; undefined if x is time. */
  readonly x: Float32Array | undefined;
}

/** What a pane plots: against which signal (undefined: time), and whether as differences to the first motion. */
export interface Mode {
  readonly x: number | undefined;
  readonly difference: boolean;
}

export function curvesOf(
  source: PlotSource, signals: readonly number[], mode: Mode, differences: DifferenceCache,
): Curve[] {
  const { motions } = source;
  const difference = isDifference(source, mode);
  const curves: Curve[] = [];
  for (const signal of signals) {
    for (let motion = difference ? 1 : 0; motion < motions.length; ++motion) {
      const samples = motions[difference ? 0 : motion]!;
      curves.push({
        name: curveName(source, signal, motion, difference),
        signal,
        motion,
        times: samples.times,
        values: difference ? differences.get(motions, motion, signal) : samples.values(signal),
        x: mode.x === undefined ? undefined : samples.values(mode.x),
      });
    }
  }
  return curves;
}

/** Differences need two motions and time along x. */
export function isDifference(source: PlotSource, mode: Mode): boolean {
  return mode.difference && mode.x === undefined && source.motions.length > 1;
}

function curveName(source: PlotSource, signal: number, motion: number, difference: boolean): string {
  const { motions, signals } = source;
  const name = signals[signal]?.name ?? '';
  if (difference) return `${name} (${motions[motion]!.name} − ${motions[0]!.name})`;
  return motions.length > 1 ? `${name} (${motions[motion]!.name})` : name;
}

export function nameWithUnit(signal: Signal): string {
  return signal.unit === '' ? signal.name : `${signal.name} (${signal.unit})`;
}

/** The columns of the table of a pane: all curves with all samples, in a phase plot also the signal along x. */
export function csvColumns(source: PlotSource, curves: readonly Curve[], mode: Mode): CsvColumn[] {
  const difference = isDifference(source, mode);
  const title = (signal: number, motion: number): string => {
    const name = nameWithUnit(source.signals[signal]!);
    if (source.motions.length < 2) return name;
    const first = source.motions[0]!.name;
    const motionName = source.motions[motion]!.name;
    return difference ? `${name} [${motionName} − ${first}]` : `${name} [${motionName}]`;
  };
  const columns: CsvColumn[] = [];
  const x = mode.x;
  if (x !== undefined) {
    source.motions.forEach((motion, number) => {
      columns.push({ name: title(x, number), times: motion.times, values: motion.values(x) });
    });
  }
  for (const { signal, motion, times, values } of curves) columns.push({ name: title(signal, motion), times, values });
  return columns;
}
