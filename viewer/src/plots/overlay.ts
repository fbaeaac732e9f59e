// What lies over the canvas of a pane and moves without drawing it again: the lines of the present time and of the pointer,
// the dots on the curves, the rectangle being zoomed to.

import type { Area } from './chart';
import { element } from './dom';
import type { Position } from './gestures';

export interface Dot {
  readonly x: number;
  readonly y: number;
  readonly color: string;
  /** Dots of further motions are hollow. */
  readonly hollow: boolean;
}

export class Overlay {
  readonly element = element('div', 'plots-overlay', { tabindex: '0', role: 'group' });
  private readonly present = element('div', 'plots-present');
  private readonly pointer = element('div', 'plots-pointer');
  private readonly selection = element('div', 'plots-selection');
  private readonly dots: HTMLElement[] = [];
  private area: Area = { left: 0, top: 0, width: 0, height: 0 };

  constructor() {
    this.element.append(this.pointer, this.present, this.selection);
    this.setPresent(undefined);
    this.setPointer(undefined);
    this.clearSelection();
  }

  get width(): number {
    return this.area.width;
  }

  get height(): number {
    return this.area.height;
  }

  place(area: Area): void {
    this.area = area;
    const { style } = this.element;
    style.left = `${area.left}px`;
    style.top = `${area.top}px`;
    style.width = `${area.width}px`;
    style.height = `${area.height}px`;
  }

  /** The line of the present time, in pixels from the left; undefined: none. */
  setPresent(x: number | undefined): void {
    this.moveLine(this.present, x);
  }

  setPointer(x: number | undefined): void {
    this.moveLine(this.pointer, x);
  }

  /** Shows the rectangle between two corners, cut to the plot; of full height if only x is selected. */
  setSelection(a: Position, b: Position, onlyX: boolean): void {
    const { width, height } = this.area;
    const left = Math.max(0, Math.min(a.x, b.x));
    const right = Math.min(width, Math.max(a.x, b.x));
    const top = onlyX ? 0 : Math.max(0, Math.min(a.y, b.y));
    const bottom = onlyX ? height : Math.min(height, Math.max(a.y, b.y));
    const { style } = this.selection;
    style.transform = `translate(${left}px, ${top}px)`;
    style.width = `${right - left}px`;
    style.height = `${bottom - top}px`;
    this.selection.hidden = false;
  }

  clearSelection(): void {
    this.selection.hidden = true;
  }

  setDots(dots: readonly Dot[]): void {
    while (this.dots.length < dots.length) {
      const made = element('div', 'plots-dot');
      this.dots.push(made);
      this.element.append(made);
    }
    this.dots.forEach((shown, number) => {
      const dot = dots[number];
      shown.hidden = !dot || !this.contains(dot.x, dot.y);
      if (!dot || shown.hidden) return;
      shown.style.transform = `translate(${dot.x}px, ${dot.y}px)`;
      shown.style.borderColor = dot.color;
      shown.style.background = dot.hollow ? 'var(--plots-panel)' : dot.color;
    });
  }

  private moveLine(line: HTMLElement, x: number | undefined): void {
    line.hidden = x === undefined || !this.contains(x, 0);
    if (!line.hidden) line.style.transform = `translateX(${x}px)`;
  }

  private contains(x: number, y: number): boolean {
    return x >= -0.5 && x <= this.area.width + 0.5 && y >= -0.5 && y <= this.area.height + 0.5;
  }
}
