// The plot of a pane: its curves on the canvas, and the lines and dots over it.

import { Chart } from './chart';
import type { PanelContext } from './context';
import { curvesOf, nameWithUnit, type Mode } from './curves';
import { element } from './dom';
import { listen, type Position } from './gestures';
import { valueAt } from './interpolation';
import { axisExponent, axisTitle } from './numbers';
import { Overlay, type Dot } from './overlay';
import { motionDash, seriesColor } from './palette';
import { PhaseView } from './phase_view';
import { drawPicture } from './picture';
import { Points } from './points';
import type { SignalList } from './signal_list';
import { TimeView } from './time_view';
import type { PlottedPane, Range } from './types';
import type { Frame, Place, PlottedCurve, View } from './view';

/** Pixels assumed for a plot that is not laid out. */
const LEAST_WIDTH = 200;
const LEAST_HEIGHT = 100;

export class Plot {
  readonly host = element('div', 'plots-canvas');
  readonly overlay = new Overlay();
  private readonly chart = new Chart(this.host);
  private mode: Mode = { x: undefined, difference: false };
  private view: View;
  private frame: Frame = { x: [0, 1], y: [[0, 1], [0, 1]] };
  private curves: PlottedCurve[] = [];
  private buffers = new Map<string, Points>();

  constructor(private readonly context: PanelContext, private readonly signals: SignalList) {
    this.view = new TimeView(context.range);
    this.listen();
  }

  setMode(mode: Mode): void {
    const { range, redraw } = this.context;
    if (mode.x !== this.mode.x) this.view = mode.x === undefined ? new TimeView(range) : new PhaseView(range, redraw);
    this.mode = mode;
  }

  draw(): void {
    const { source, colors, rightPlace } = this.context;
    const { units } = this.signals;
    this.curves = this.plotCurves(units);
    const area = this.chart.area();
    const width = Math.max(LEAST_WIDTH, area.width || this.host.clientWidth);
    const height = Math.max(LEAST_HEIGHT, area.height || this.host.clientHeight);
    this.frame = this.view.prepare(this.curves, Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio));
    const along = this.mode.x === undefined ? undefined : source.signals[this.mode.x];
    this.chart.draw({
      ...this.frame,
      units,
      xTitle: along && nameWithUnit({ ...along, unit: axisTitle(along.unit, axisExponent(...this.frame.x)) }),
      rightPlace: rightPlace && along === undefined,
      colors,
      curves: this.curves.map(({ curve, axis, points }) => ({
        points, axis, color: this.colorOf(curve.signal), dash: motionDash(curve.motion),
      })),
    });
    this.overlay.place(this.chart.area());
    this.overlay.element.classList.toggle('plots-phase', along !== undefined);
  }

  /** Moves the lines and dots to the present time and the pointer. */
  moveCursor(): void {
    const { cursor, pointer } = this.context;
    this.overlay.setPresent(this.pixelOfTime(cursor.time));
    this.overlay.setPointer(pointer === undefined ? undefined : this.pixelOfTime(pointer));
    this.overlay.setDots(this.dots());
  }

  /** The values of a signal at a time, one for each of its curves. */
  valuesAt(signal: number, time: number): (number | undefined)[] {
    return this.curvesOfSignal(signal).map(({ curve }) => valueAt(curve.times, curve.values, time));
  }

  /** How many of the samples shown of a signal are not finite. */
  notFinite(signal: number): number {
    return this.curvesOfSignal(signal).reduce((sum, { points }) => sum + points.notFinite, 0);
  }

  plotted(): PlottedPane['series'] {
    return this.curves.map(({ curve, points }) => ({
      name: curve.name,
      x: [...points.x.subarray(0, points.length)],
      y: [...points.y.subarray(0, points.length)],
    }));
  }

  /** What is seen, with a legend; undefined if nothing was drawn yet. */
  picture(): HTMLCanvasElement | undefined {
    const { canvas } = this.chart;
    const { source, colors, cursor } = this.context;
    return canvas && drawPicture({
      canvas,
      area: this.chart.area(),
      colors,
      entries: this.curves.map(({ curve }) => ({
        text: nameWithUnit({ ...source.signals[curve.signal]!, name: curve.name }),
        color: this.colorOf(curve.signal),
        dash: motionDash(curve.motion),
      })),
      present: this.pixelOfTime(cursor.time),
      dots: this.dots(),
    }, devicePixelRatio);
  }

  destroy(): void {
    this.chart.destroy();
  }

  private plotCurves(units: readonly string[]): PlottedCurve[] {
    const { source, differences } = this.context;
    const visible = this.signals.all.filter((item) => item.visible).map(({ number }) => number);
    const known = this.buffers;
    this.buffers = new Map();
    return curvesOf(source, visible, this.mode, differences).map((curve) => {
      const key = `${curve.signal} ${curve.motion}`;
      const points = known.get(key) ?? new Points();
      this.buffers.set(key, points);
      return { curve, axis: units.indexOf(source.signals[curve.signal]!.unit), points };
    });
  }

  private colorOf(signal: number): string {
    return seriesColor(this.context.colors, this.signals.slotOf(signal));
  }

  private curvesOfSignal(signal: number): PlottedCurve[] {
    return this.curves.filter(({ curve }) => curve.signal === signal);
  }

  /** The present time on each curve. */
  private dots(): Dot[] {
    const { time } = this.context.cursor;
    const dots: Dot[] = [];
    for (const { curve, axis } of this.curves) {
      const x = curve.x ? valueAt(curve.times, curve.x, time) : time;
      const y = valueAt(curve.times, curve.values, time);
      if (x === undefined || y === undefined || !Number.isFinite(x) || !Number.isFinite(y)) continue;
      const color = this.colorOf(curve.signal);
      dots.push({ x: this.pixelX(x), y: this.pixelY(y, axis), color, hollow: curve.motion > 0 });
    }
    return dots;
  }

  /** Where a time is along x; undefined in a phase plot. */
  private pixelOfTime(time: number): number | undefined {
    return this.mode.x === undefined ? this.pixelX(time) : undefined;
  }

  private pixelX(value: number): number {
    return share(this.frame.x, value) * this.overlay.width;
  }

  private pixelY(value: number, axis: number): number {
    return (1 - share(this.frame.y[axis === 0 ? 0 : 1], value)) * this.overlay.height;
  }

  private listen(): void {
    const { context, overlay } = this;
    listen(overlay.element, {
      pick: (at) => this.setTime(this.timeAt(at)),
      hover: (at) => context.setPointer(at && this.mode.x === undefined ? this.timeAt(at) : undefined),
      zoomBy: (factor, about) => this.view.zoomBy(factor, this.placeOf(about)),
      panBy: (x, y) => this.view.panBy(x / overlay.width, -y / overlay.height),
      select: (from, to) => overlay.setSelection(from, to, this.mode.x === undefined),
      selected: (from, to) => {
        overlay.clearSelection();
        if (to) this.view.zoomTo(this.placeOf(from), this.placeOf(to));
      },
      reset: () => this.view.reset(),
      step: (part) => {
        const [begin, end] = context.range.visible();
        this.setTime(context.cursor.time + part * (end - begin));
      },
    });
  }

  private setTime(time: number | undefined): void {
    if (time === undefined) return;
    const [begin, end] = this.context.range.all();
    this.context.cursor.set(Math.min(Math.max(time, begin), end));
  }

  private timeAt(at: Position): number | undefined {
    return this.view.timeAt(this.placeOf(at), this.curves, this.overlay.width / this.overlay.height);
  }

  private placeOf(at: Position): Place {
    const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);
    return { u: clamp(at.x / this.overlay.width), v: clamp(1 - at.y / this.overlay.height) };
  }
}

function share(range: Range, value: number): number {
  return (value - range[0]) / (range[1] - range[0]);
}
