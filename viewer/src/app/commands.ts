import type { ViewName } from '../protocol/address';
import { Help } from '../ui/help';
import { TopBar, type TopActions } from '../ui/top_bar';
import type { Viewer } from './viewer';

/** What buttons of the top bar and keys do. */
export class Commands implements TopActions {
  readonly bar: TopBar;
  private readonly helpPage = new Help();
  /** Set by a page with several items. */
  chooser: { open(): void; next(direction: number): void } | null = null;

  constructor(private readonly viewer: Viewer, root: HTMLElement) {
    this.bar = new TopBar(viewer.layout, this);
    root.append(this.helpPage.element);
    viewer.selection.onPlot = () => this.bar.setPlots(true);
  }

  view(name: ViewName): void { this.viewer.rig.view(name); }
  fit(): void { this.viewer.fitAll(); }
  help(): void { this.helpPage.toggle(); }
  gallery(): void { this.chooser?.open(); }
  next(direction: number): void { this.chooser?.next(direction); }

  orthographic(): void {
    this.viewer.rig.orthographic = !this.viewer.rig.orthographic;
    this.bar.setOrthographic(this.viewer.rig.orthographic);
  }

  theme(): void {
    this.viewer.setTheme(this.viewer.theme === 'dark' ? 'light' : 'dark');
    this.bar.setTheme(this.viewer.theme);
  }

  plots(): void { this.bar.setPlots(this.viewer.plots.toggle()); }

  plotsBeside(): void {
    this.viewer.layout.plotsBeside = !this.viewer.layout.plotsBeside;
    if (!this.viewer.layout.shown('plots')) this.plots();
  }

  /** Hides both side panels, or shows them. */
  panels(): void {
    const { layout } = this.viewer, on = !layout.shown('left') && !layout.shown('right');
    layout.show('left', on);
    layout.show('right', on);
    this.bar.setPanels(layout);
  }

  arrows(): void { this.viewer.shown?.display.toggleArrows(); }

  search(): void {
    this.viewer.layout.show('left', true);
    this.bar.setPanels(this.viewer.layout);
    this.viewer.shown?.tree.focusSearch();
  }
}
