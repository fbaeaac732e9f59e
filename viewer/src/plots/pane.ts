// A pane: buttons, legend and plot, and what the user does with them.

import { openChooser, TIME } from './chooser';
import type { PanelContext } from './context';
import { csv } from './csv';
import { csvColumns, curvesOf, isDifference, type Mode } from './curves';
import { button, element } from './dom';
import { download, fileName } from './download';
import { Legend } from './legend';
import { Note } from './note';
import { seriesColor } from './palette';
import { PaneHeader } from './pane_header';
import { Plot } from './plot';
import { SignalList } from './signal_list';
import type { PlottedPane } from './types';

export class Pane {
  readonly element: HTMLElement;
  private readonly signals: SignalList;
  private readonly plot: Plot;
  private readonly header: PaneHeader;
  private readonly legend: Legend;
  private readonly note = new Note();
  private readonly empty: HTMLElement;
  private readonly waiting = element('div', 'plots-empty plots-waiting', {}, element('p', '', {}, 'No samples yet.'));
  private readonly observer: ResizeObserver;
  private mode: Mode = { x: undefined, difference: false };
  /** Signals that found no axis, named in the note. */
  private refused: number[] = [];

  constructor(private readonly context: PanelContext, signals: readonly number[]) {
    this.signals = new SignalList(context.source.signals);
    this.plot = new Plot(context, this.signals);
    this.header = new PaneHeader({
      chooseSignals: (anchor) => this.chooseSignals(anchor),
      chooseX: (anchor) => this.chooseX(anchor),
      toggleDifference: () => this.setMode({ ...this.mode, difference: !this.mode.difference }),
      exportCsv: () => this.exportCsv(),
      exportPng: () => this.exportPng(),
      remove: () => context.removePane(this),
    });
    this.legend = new Legend({
      toggle: (signal) => this.toggleSignal(signal),
      remove: (signal) => this.removeSignal(signal),
    });
    this.empty = this.makeEmpty();
    const { host, overlay } = this.plot;
    const over = [overlay.element, this.empty, this.waiting, this.note.element];
    const place = element('div', 'plots-plot', {}, host, ...over);
    this.element = element(
      'section', 'plots-pane', { 'aria-label': 'Plot' }, this.header.element, this.legend.element, place,
    );
    this.observer = new ResizeObserver(() => context.redraw());
    this.observer.observe(host);
    for (const signal of signals) this.addSignal(signal);
  }

  /** Whether this pane needs a right axis. */
  get twoUnits(): boolean {
    return this.signals.units.length > 1;
  }

  /** Draws everything; called when samples, ranges, colors or sizes changed. */
  draw(): void {
    this.showState();
    this.showLegend();
    this.plot.draw();
    for (const { number } of this.signals.all) this.legend.setNotFinite(number, this.plot.notFinite(number));
    this.moveCursor();
  }

  /** Moves the lines and dots and renews the values; called when only the present time or the pointer moved. */
  moveCursor(): void {
    this.plot.moveCursor();
    const time = this.context.pointer ?? this.context.cursor.time;
    for (const { number } of this.signals.all) this.legend.setValues(number, this.plot.valuesAt(number, time));
  }

  plotted(): Omit<PlottedPane, 'pane'> {
    return { x: this.xName(), series: this.plot.plotted() };
  }

  destroy(): void {
    this.observer.disconnect();
    this.plot.destroy();
    this.element.remove();
  }

  private showState(): void {
    const { source } = this.context;
    const { empty } = this.signals;
    const several = source.motions.length > 1;
    this.empty.hidden = !empty;
    this.waiting.hidden = empty || source.motions.some(({ length }) => length > 0);
    this.plot.host.classList.toggle('plots-absent', empty);
    const overlay = this.plot.overlay.element;
    overlay.hidden = empty;
    const names = this.signals.all.map(({ signal }) => signal.name).join(', ');
    overlay.setAttribute('aria-label', `Plot of ${names} against ${this.xName()}. Left and right arrows move the present ` +
      'time, plus and minus zoom, shift with arrows pans, zero shows everything.');
    this.header.show({
      x: this.xName(),
      difference: isDifference(source, this.mode),
      comparable: several && this.mode.x === undefined,
      several,
      empty,
    });
  }

  private showLegend(): void {
    const { source, colors } = this.context;
    const difference = isDifference(source, this.mode);
    const motions = source.motions.map(({ name }) => name);
    this.legend.setEntries(
      this.signals.all.map(({ number, signal, slot, visible }) => ({
        number,
        name: difference ? `Δ ${signal.name}` : signal.name,
        unit: signal.unit,
        color: seriesColor(colors, slot),
        visible,
      })),
      difference ? motions.slice(1).map((name) => `${name} − ${motions[0]}`) : motions,
    );
  }

  private xName(): string {
    return this.mode.x === undefined ? 'time' : this.context.source.signals[this.mode.x]?.name ?? '';
  }

  private makeEmpty(): HTMLElement {
    const none = this.context.source.signals.length === 0;
    const text = none ? 'This model has no signals to plot.' : 'Nothing plotted yet. Choose signals to see them over time.';
    const made = element('div', 'plots-empty', {}, element('p', '', {}, text));
    if (!none) {
      const choose = button('Choose signals', 'Choose signals', () => this.chooseSignals(this.header.signals));
      choose.classList.add('plots-primary');
      made.append(choose);
    }
    return made;
  }

  /** Returns a sentence if there is no axis for the signal; a note then offers another pane. */
  private addSignal(number: number): string | undefined {
    const sentence = this.signals.add(number);
    if (sentence !== undefined) this.refuse(number, sentence);
    this.context.redraw();
    return sentence;
  }

  private refuse(number: number, sentence: string): void {
    this.refused = this.note.shown ? [...this.refused, number] : [number];
    const more = this.refused.length - 1;
    const text = more === 0 ? sentence : `${sentence} The same holds for ${more} more.`;
    this.note.show(text, 'New pane', () => this.context.addPane(this.refused));
  }

  private removeSignal(number: number): void {
    this.note.hide();
    this.signals.remove(number);
    this.context.redraw();
  }

  private toggleSignal(number: number): void {
    this.signals.toggle(number);
    this.context.redraw();
  }

  private setMode(mode: Mode): void {
    this.mode = mode;
    this.plot.setMode(mode);
    this.context.redraw();
  }

  private chooseSignals(anchor: HTMLElement): void {
    openChooser(anchor, this.context.root, {
      signals: this.context.source.signals,
      title: 'Choose signals to plot',
      several: true,
      time: false,
      isChosen: (signal) => this.signals.has(signal),
      choose: (signal) => {
        this.note.hide();
        if (!this.signals.has(signal)) return this.addSignal(signal);
        this.removeSignal(signal);
        return undefined;
      },
    });
  }

  private chooseX(anchor: HTMLElement): void {
    openChooser(anchor, this.context.root, {
      signals: this.context.source.signals,
      title: 'Choose what is along x',
      several: false,
      time: true,
      isChosen: (signal) => (this.mode.x ?? TIME) === signal,
      choose: (signal) => {
        this.setMode({ ...this.mode, x: signal === TIME ? undefined : signal });
        return undefined;
      },
    });
  }

  /** All samples of all signals of the pane, hidden ones too. */
  private exportCsv(): void {
    const { source, differences } = this.context;
    const curves = curvesOf(source, this.signals.all.map(({ number }) => number), this.mode, differences);
    const text = csv(csvColumns(source, curves, this.mode));
    download(this.fileName('csv'), new Blob([text], { type: 'text/csv;charset=utf-8' }));
  }

  private exportPng(): void {
    this.plot.picture()?.toBlob((blob) => {
      if (blob) download(this.fileName('png'), blob);
    });
  }

  private fileName(ending: string): string {
    return fileName(this.signals.all.map(({ signal }) => signal.name), ending);
  }
}
