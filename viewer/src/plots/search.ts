// Signals found by words, and shown in their groups.

import type { Signal } from './types';

/** Numbers of the signals whose name, group and unit contain every word of the query, in any order and case. */
export function search(signals: readonly Signal[], query: string): number[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const found: number[] = [];
  signals.forEach((signal, number) => {
    const text = `${signal.name} ${signal.group} ${signal.unit}`.toLowerCase();
    if (words.every((word) => text.includes(word))) found.push(number);
  });
  return found;
}

export interface Group {
  readonly name: string;
  readonly signals: number[];
}

/** The groups in the order in which they first appear. */
export function grouped(signals: readonly Signal[], numbers: readonly number[]): Group[] {
  const groups = new Map<string, Group>();
  for (const number of numbers) {
    const name = signals[number]?.group ?? '';
    const group = groups.get(name) ?? { name, signals: [] };
    group.signals.push(number);
    groups.set(name, group);
  }
  return [...groups.values()];
}
