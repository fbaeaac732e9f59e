// What concerns all panes: a new pane, the window of time, the zoom, the motions, the time of the values shown.

import { button, element, setText } from './dom';
import { motionKey } from './motion_key';
import type { Range } from './types';

export interface ToolbarActions {
  addPane(): void;
  /** Shows the last seconds; undefined: all. */
  setWindow(seconds: number | undefined): void;
  resetZoom(): void;
}

const WINDOWS = [1, 2, 5, 10, 30, 60, 300];

/** Ranges shorter than this, in seconds, are read in microseconds. */
const SHORT = 0.5;

const HELP = 'Click or drag: set the time. Wheel or Shift + drag: zoom. Middle button, Alt + drag or Shift + wheel: pan. ' +
  'Double click: show everything. With the plot focused: arrows move the time, + and − zoom, 0 shows everything.';

export class Toolbar {
  readonly element: HTMLElement;
  private readonly reset: HTMLButtonElement;
  private readonly readout = element('output', 'plots-readout', { 'aria-live': 'off', 'aria-label': 'Time of the values' });
  private motions: HTMLElement = motionKey([]);
  private motionNames = '';

  constructor(actions: ToolbarActions) {
    const add = button('+ Pane', 'Add a pane', () => actions.addPane());
    this.reset = button('Fit', 'Show all times again (double click in a plot)', () => actions.resetZoom());
    const help = element('span', 'plots-help', { title: HELP, role: 'img', 'aria-label': HELP, tabindex: '0' }, '?');
    this.element = element(
      'div', 'plots-toolbar', { role: 'group', 'aria-label': 'Plots' },
      add, makeWindows(actions), this.reset, this.motions, element('span', 'plots-space'), this.readout, help,
    );
  }

  setZoomed(zoomed: boolean): void {
    this.reset.disabled = !zoomed;
  }

  /** The time of the values in the legends: the pointer's if it is over a plot, otherwise the present. */
  setTime(time: number, pointer: boolean, range: Range): void {
    const decimals = range[1] - range[0] < SHORT ? 6 : 3;
    setText(this.readout, `t = ${time.toFixed(decimals).replace('-', '−')} s`);
    this.readout.classList.toggle('plots-at-pointer', pointer);
  }

  /** Explains the dashes if there are several motions. */
  setMotions(names: readonly string[]): void {
    const key = JSON.stringify(names);
    if (key === this.motionNames) return;
    this.motionNames = key;
    const made = motionKey(names.length > 1 ? names : []);
    this.motions.replaceWith(made);
    this.motions = made;
  }
}

function makeWindows(actions: ToolbarActions): HTMLElement {
  const select = element('select', 'plots-window', { 'aria-label': 'Window of time', title: 'Window of time' });
  select.append(element('option', '', { value: '' }, 'All times'));
  for (const seconds of WINDOWS) select.append(element('option', '', { value: String(seconds) }, `Last ${seconds} s`));
  select.addEventListener('change', () => actions.setWindow(select.value === '' ? undefined : Number(select.value)));
  return select;
}
