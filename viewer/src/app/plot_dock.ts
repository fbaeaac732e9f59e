import { createPlots, type PlotPanel } from '../plots/plots';
import type { Theme } from '../protocol/address';
import type { Scene } from '../protocol/types';
import type { Layout } from '../ui/layout';
import { firstSignals, plotSource } from './plot_source';
import type { Source } from './source';

/** The place of the plots, made when they are first wanted. */
export class PlotDock {
  private panel: PlotPanel | null = null;
  private make: ((initial: number[][]) => PlotPanel) | null = null;
  private theme: Theme = 'light';
  private first: number[][] = [];

  constructor(private readonly layout: Layout) {}

  show(scene: Scene, source: Source, theme: Theme): void {
    this.theme = theme;
    this.make = (initial) => createPlots(this.layout.plots, plotSource(scene, source), source.player, { theme: this.theme, initial });
    this.first = firstSignals(scene);
    if (this.layout.shown('plots')) this.panel = this.make(this.first);
  }

  /** Opens or closes the panel; true where it is open now. */
  toggle(): boolean {
    const open = !this.layout.shown('plots');
    this.layout.show('plots', open);
    if (open && this.make) this.panel ??= this.make(this.first);
    this.resize();
    return open;
  }

  /** Plots signals in a pane of their own. */
  add(signals: number[]): void {
    this.layout.show('plots', true);
    if (this.panel) this.panel.addPane(signals);
    else if (this.make) this.panel = this.make([signals]);
    this.resize();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.panel?.setTheme(theme);
  }

  resize(): void { if (this.layout.shown('plots')) this.panel?.resize(); }
  plotted(): ReturnType<PlotPanel['plotted']> { return this.panel?.plotted() ?? []; }

  close(): void {
    this.panel?.destroy();
    this.panel = null;
    this.make = null;
  }
}
