// A pane has two y axes, left and right, each for one unit.

import type { Signal } from './types';

export const AXES = 2;

/** The different units, in the order in which they first appear: the first is drawn left, the second right. */
export function distinctUnits(signals: readonly Signal[]): string[] {
  return [...new Set(signals.map((signal) => signal.unit))];
}

export function unitName(unit: string): string {
  return unit === '' ? 'no unit' : unit;
}

/** The sentence that refuses a signal, or undefined if there is an axis for it. */
export function refusal(signal: Signal, plotted: readonly Signal[]): string | undefined {
  const units = distinctUnits(plotted);
  if (units.length < AXES || units.includes(signal.unit)) return undefined;
  const shown = units.map(unitName).join(' and ');
  const name = `“${signal.name}” (${unitName(signal.unit)})`;
  return `${name} needs a third axis: this pane shows ${shown}. Plot it in another pane.`;
}
