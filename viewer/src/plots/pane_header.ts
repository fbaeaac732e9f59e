// The buttons of a pane.

import { button, element, setText } from './dom';

export interface HeaderActions {
  chooseSignals(anchor: HTMLElement): void;
  chooseX(anchor: HTMLElement): void;
  toggleDifference(): void;
  exportCsv(): void;
  exportPng(): void;
  remove(): void;
}

export interface HeaderState {
  /** Name of what is along x. */
  readonly x: string;
  readonly difference: boolean;
  /** Whether there are motions to compare, and time along x. */
  readonly comparable: boolean;
  /** Whether there are several motions. */
  readonly several: boolean;
  readonly empty: boolean;
}

export class PaneHeader {
  readonly element: HTMLElement;
  readonly signals: HTMLButtonElement;
  private readonly x: HTMLButtonElement;
  private readonly xName = element('span', 'plots-x-name');
  private readonly difference: HTMLButtonElement;
  private readonly csv: HTMLButtonElement;
  private readonly png: HTMLButtonElement;

  constructor(actions: HeaderActions) {
    this.signals = button('+ Signals', 'Choose signals', () => actions.chooseSignals(this.signals));
    this.x = button('x: ', 'Choose what is along x', () => actions.chooseX(this.x));
    this.x.classList.add('plots-x');
    this.x.append(this.xName);
    for (const opener of [this.signals, this.x]) {
      opener.setAttribute('aria-haspopup', 'dialog');
      opener.setAttribute('aria-expanded', 'false');
    }
    this.difference = button('Δ', 'Plot the difference to the first motion', () => actions.toggleDifference());
    this.csv = button('CSV', 'Save all samples of this pane as a table (CSV)', () => actions.exportCsv());
    this.png = button('PNG', 'Save this pane as a picture (PNG)', () => actions.exportPng());
    const remove = button('×', 'Remove this pane', () => actions.remove());
    remove.classList.add('plots-remove');
    const space = element('span', 'plots-space');
    this.element = element(
      'div', 'plots-header', {}, this.signals, this.x, this.difference, space, this.csv, this.png, remove,
    );
  }

  show(state: HeaderState): void {
    setText(this.xName, state.x);
    this.x.setAttribute('aria-label', `Along x: ${state.x}. Choose another`);
    this.difference.hidden = !state.several;
    this.difference.disabled = !state.comparable;
    this.difference.setAttribute('aria-pressed', String(state.difference));
    this.csv.disabled = state.empty;
    this.png.disabled = state.empty;
  }
}
