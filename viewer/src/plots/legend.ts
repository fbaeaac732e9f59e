// The legend of a pane: color, name, unit and present values of each signal; a press hides it, the cross removes it.

import { button, element, setText } from './dom';
import { valueText } from './numbers';

export interface LegendEntry {
  /** Number of the signal. */
  readonly number: number;
  readonly name: string;
  readonly unit: string;
  readonly color: string;
  readonly visible: boolean;
}

export interface LegendActions {
  toggle(signal: number): void;
  remove(signal: number): void;
}

interface Row {
  readonly values: HTMLElement[];
  readonly mark: HTMLElement;
}

export class Legend {
  readonly element = element('ul', 'plots-legend', { 'aria-label': 'Signals of this pane' });
  private readonly rows = new Map<number, Row>();
  private shown = '';

  constructor(private readonly actions: LegendActions) {}

  /** `columns`: what the values of an entry belong to: motions or differences of them. */
  setEntries(entries: readonly LegendEntry[], columns: readonly string[]): void {
    const key = JSON.stringify([entries, columns]);
    if (key === this.shown) return;
    this.shown = key;
    const focused = this.focusedEntry();
    this.rows.clear();
    this.element.style.setProperty('--plots-columns', String(columns.length));
    this.element.classList.toggle('plots-several', columns.length > 1);
    this.element.replaceChildren(...entries.map((entry) => this.makeRow(entry, columns)));
    if (focused !== undefined) this.element.children[focused]?.querySelector('button')?.focus();
  }

  /** The values of a signal; undefined where there is none. */
  setValues(signal: number, values: readonly (number | undefined)[]): void {
    this.rows.get(signal)?.values.forEach((cell, column) => {
      const value = values[column];
      setText(cell, value === undefined ? '–' : valueText(value));
    });
  }

  /** Marks a signal if so many of its samples in the range shown are not finite. */
  setNotFinite(signal: number, count: number): void {
    const mark = this.rows.get(signal)?.mark;
    if (!mark) return;
    const text = count === 1 ? '1 value shown is not finite' : `${count} values shown are not finite`;
    mark.classList.toggle('plots-absent', count === 0);
    if (count > 0 && mark.title !== text) {
      mark.title = text;
      mark.setAttribute('aria-label', text);
    }
  }

  private makeRow(entry: LegendEntry, columns: readonly string[]): HTMLElement {
    const swatch = element('span', 'plots-swatch');
    swatch.style.background = entry.color;
    const name = element('span', 'plots-name', { title: entry.name }, entry.name);
    const toggle = element(
      'button', 'plots-toggle',
      { type: 'button', 'aria-pressed': String(entry.visible), 'aria-label': `Show ${entry.name}` },
      swatch, name, element('span', 'plots-unit', {}, entry.unit),
    );
    toggle.addEventListener('click', () => this.actions.toggle(entry.number));
    const values = columns.map((title) => element('output', 'plots-value', { 'aria-live': 'off', title }, '–'));
    const mark = element('span', 'plots-mark plots-absent', { role: 'img' }, '⚠');
    const remove = button('×', `Remove ${entry.name}`, () => this.actions.remove(entry.number));
    this.rows.set(entry.number, { values, mark });
    const row = element('li', 'plots-entry', {}, toggle, mark, ...values, remove);
    row.classList.toggle('plots-hidden', !entry.visible);
    return row;
  }

  private focusedEntry(): number | undefined {
    const focused = document.activeElement?.closest('li');
    const number = focused ? [...this.element.children].indexOf(focused) : -1;
    return number < 0 ? undefined : number;
  }
}
