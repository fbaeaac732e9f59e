// The signals of a pane. Each keeps its color when others are removed.

import type { Signal } from './types';
import { distinctUnits, refusal } from './units';

export interface ListedSignal {
  readonly number: number;
  readonly signal: Signal;
  /** Number of its color. */
  readonly slot: number;
  readonly visible: boolean;
}

export class SignalList {
  private list: ListedSignal[] = [];

  constructor(private readonly signals: readonly Signal[]) {}

  get all(): readonly ListedSignal[] {
    return this.list;
  }

  get empty(): boolean {
    return this.list.length === 0;
  }

  /** The units of the left and the right axis. */
  get units(): string[] {
    return distinctUnits(this.list.map(({ signal }) => signal));
  }

  has(number: number): boolean {
    return this.list.some((item) => item.number === number);
  }

  slotOf(number: number): number {
    return this.list.find((item) => item.number === number)?.slot ?? 0;
  }

  /** Adds a signal; the result is a sentence if there is no axis for it. */
  add(number: number): string | undefined {
    const signal = this.signals[number];
    if (!signal || this.has(number)) return undefined;
    const refused = refusal(signal, this.list.map((item) => item.signal));
    if (refused === undefined) this.list.push({ number, signal, slot: this.freeSlot(), visible: true });
    return refused;
  }

  remove(number: number): void {
    this.list = this.list.filter((item) => item.number !== number);
  }

  /** Shows a hidden signal, hides a visible one. */
  toggle(number: number): void {
    this.list = this.list.map((item) => (item.number === number ? { ...item, visible: !item.visible } : item));
  }

  private freeSlot(): number {
    let slot = 0;
    while (this.list.some((item) => item.slot === slot)) ++slot;
    return slot;
  }
}
