// The plot panel: panes below each other, with one range of time and one present time.

import type { PanelContext } from './context';
import { DifferenceCache } from './difference';
import { button, element } from './dom';
import { Pane } from './pane';
import { readColors, type Colors } from './palette';
import { TimeRange } from './time_range';
import { Toolbar } from './toolbar';
import type { PlotPanel, PlotSource, PlottedPane, Theme, TimeCursor } from './types';

export type { PlotPanel, PlotSource, PlottedPane, TimeCursor } from './types';

/** `initial`: signals of the panes to begin with; one empty pane if it is missing. The style is in plots.css. */
export function createPlots(
  container: HTMLElement, source: PlotSource, cursor: TimeCursor, options: { theme?: Theme; initial?: number[][] } = {},
): PlotPanel {
  return new Panel(container, source, cursor, options.theme ?? 'light', options.initial ?? [[]]);
}

class Panel implements PlotPanel, PanelContext {
  readonly root = element('div', 'plots-root');
  readonly range: TimeRange;
  readonly differences = new DifferenceCache();
  readonly redraw = (): void => this.request(true);
  pointer: number | undefined;

  private readonly toolbar: Toolbar;
  private readonly list = element('div', 'plots-list');
  private readonly none: HTMLElement;
  private readonly unsubscribe: (() => void)[];
  private panes: Pane[] = [];
  private theme: Theme;
  private knownColors: Colors | undefined;
  private frame = 0;
  private drawWanted = false;

  constructor(
    container: HTMLElement, readonly source: PlotSource, readonly cursor: TimeCursor, theme: Theme,
    initial: readonly (readonly number[])[],
  ) {
    this.theme = theme;
    this.range = new TimeRange(source, this.redraw);
    this.toolbar = new Toolbar({
      addPane: () => this.addPane(),
      setWindow: (seconds) => this.range.setWindow(seconds),
      resetZoom: () => this.range.reset(),
    });
    this.none = this.makeNone();
    this.root.dataset['theme'] = theme;
    this.root.append(this.toolbar.element, this.list, this.none);
    container.append(this.root);
    this.unsubscribe = [
      source.onGrowth(() => {
        this.differences.clear();
        this.range.follow();
        this.redraw();
      }),
      cursor.onChange(() => this.request(false)),
    ];
    for (const signals of initial) this.addPane([...signals]);
    this.redraw();
  }

  get colors(): Colors {
    return (this.knownColors ??= readColors(this.root, this.theme));
  }

  get rightPlace(): boolean {
    return this.panes.some((pane) => pane.twoUnits);
  }

  addPane(signals: number[] = []): void {
    const pane = new Pane(this, signals);
    this.panes.push(pane);
    this.list.append(pane.element);
    pane.element.scrollIntoView({ block: 'nearest' });
    this.redraw();
  }

  removePane(pane: Pane): void {
    this.panes = this.panes.filter((other) => other !== pane);
    pane.destroy();
    this.redraw();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.root.dataset['theme'] = theme;
    this.knownColors = undefined;
    this.redraw();
  }

  setPointer(time: number | undefined): void {
    if (time === this.pointer) return;
    this.pointer = time;
    this.request(false);
  }

  resize(): void {
    this.redraw();
  }

  plotted(): PlottedPane[] {
    if (this.drawWanted) this.flush();
    return this.panes.map((pane, number) => ({ pane: number, ...pane.plotted() }));
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    for (const stop of this.unsubscribe) stop();
    for (const pane of this.panes) pane.destroy();
    this.root.remove();
  }

  /** Everything asked for between two frames of the screen is done once, in the next; nothing while the panel is hidden. */
  private request(draw: boolean): void {
    this.drawWanted ||= draw;
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.showFrame());
  }

  private showFrame(): void {
    this.frame = 0;
    if (this.root.clientWidth > 0) this.flush();
  }

  private flush(): void {
    const draw = this.drawWanted;
    this.drawWanted = false;
    this.toolbar.setTime(this.pointer ?? this.cursor.time, this.pointer !== undefined, this.range.visible());
    if (draw) {
      this.none.hidden = this.panes.length > 0;
      this.list.hidden = this.panes.length === 0;
      this.toolbar.setZoomed(this.range.zoomed);
      this.toolbar.setMotions(this.source.motions.map(({ name }) => name));
    }
    for (const pane of this.panes) {
      if (draw) pane.draw();
      else pane.moveCursor();
    }
  }

  private makeNone(): HTMLElement {
    const add = button('Add a pane', 'Add a pane', () => this.addPane());
    add.classList.add('plots-primary');
    const text = element('p', '', {}, 'There are no plots. Add a pane and choose what it shows.');
    return element('div', 'plots-empty', { hidden: '' }, text, add);
  }
}
