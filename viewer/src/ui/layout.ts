import { h } from './element';

export type Panel = 'left' | 'right' | 'plots';

/** The places of the page: bars above and below, panels left and right, the scene between them, plots under or beside it. */
export class Layout {
  readonly top = h('header.top', {});
  readonly left = h('aside.left', { 'aria-label': 'Model' });
  readonly right = h('aside.right', { 'aria-label': 'Details' });
  readonly canvas = h('canvas', { tabindex: 0, 'aria-label': 'Scene' });
  readonly corner = h('div.corner', {});
  readonly tip = h('div.tip', { role: 'tooltip' });
  readonly stage = h('main.stage', {}, this.canvas, this.corner, this.tip);
  readonly plots = h('div.plot-area', {});
  readonly bottom = h('footer.bottom', {});
  private readonly plotPanel = h('section.dock', { 'aria-label': 'Plots' }, this.plots);

  constructor(private readonly root: HTMLElement, private readonly resized: () => void) {
    const splitter = h('div.splitter', {
      role: 'separator', tabindex: 0, 'aria-label': 'Size of the plots', 'aria-orientation': 'horizontal',
      onpointerdown: (event: PointerEvent) => this.startResizing(event, splitter),
      onkeydown: (event: KeyboardEvent) => this.resizeByKey(event),
    });
    this.plotPanel.prepend(splitter);
    root.append(this.top, this.left, this.stage, this.right, this.plotPanel, this.bottom);
    this.show('plots', false);
    if (window.innerWidth < 1000) this.show('right', false);
    if (window.innerWidth < 760) this.show('left', false);
  }

  shown(panel: Panel): boolean { return !this.root.classList.contains(`no-${panel}`); }

  show(panel: Panel, on: boolean): void {
    this.root.classList.toggle(`no-${panel}`, !on);
    this.resized();
  }

  get plotsBeside(): boolean { return this.root.classList.contains('plots-beside'); }
  set plotsBeside(on: boolean) {
    this.root.classList.toggle('plots-beside', on);
    this.resized();
  }

  set bare(on: boolean) { this.root.classList.toggle('bare', on); }

  private startResizing(event: PointerEvent, splitter: HTMLElement): void {
    event.preventDefault();
    splitter.setPointerCapture(event.pointerId);
    const move = (moved: PointerEvent): void => {
      const box = this.plotPanel.getBoundingClientRect();
      this.resizePlots(this.plotsBeside ? box.right - moved.clientX : box.bottom - moved.clientY);
    };
    splitter.addEventListener('pointermove', move);
    splitter.addEventListener('pointerup', () => splitter.removeEventListener('pointermove', move), { once: true });
  }

  private resizeByKey(event: KeyboardEvent): void {
    const step = { ArrowUp: 24, ArrowLeft: 24, ArrowDown: -24, ArrowRight: -24 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.resizePlots((this.plotsBeside ? this.plotPanel.clientWidth : this.plotPanel.clientHeight) + step);
  }

  private resizePlots(size: number): void {
    const most = 0.7 * (this.plotsBeside ? window.innerWidth : window.innerHeight);
    this.root.style.setProperty(this.plotsBeside ? '--plots-width' : '--plots-height', `${Math.round(Math.min(most, Math.max(140, size)))}px`);
    this.resized();
  }
}
