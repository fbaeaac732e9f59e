// The canvas of a pane. uPlot draws axes and grid; the curves are drawn here, since each motion has its own times.

import uPlot from 'uplot';
import { axisExponent, axisTitle, tickLabels } from './numbers';
import type { Colors } from './palette';
import type { Points } from './points';
import type { Range } from './types';

export interface DrawnCurve {
  readonly points: Points;
  /** 0: left axis, 1: right axis. */
  readonly axis: number;
  readonly color: string;
  readonly dash: readonly number[];
}

export interface ChartContent {
  /** Units of the left and the right axis. */
  readonly units: readonly string[];
  /** Title of the x axis, with the power of ten taken out; undefined for time, whose last tick has its unit. */
  readonly xTitle: string | undefined;
  /** Keeps the place of a right axis, so that the x axes of all panes agree. */
  readonly rightPlace: boolean;
  readonly colors: Colors;
  readonly x: Range;
  /** Ranges of the left and the right axis. */
  readonly y: readonly [Range, Range];
  readonly curves: readonly DrawnCurve[];
}

/** The rectangle within the axes, in pixels of the page. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const AXIS_WIDTH = 50;
const WIDE_AXIS_WIDTH = 78;
const X_AXIS_HEIGHT = 24;
const TITLE_HEIGHT = 22;
/** Half of the last label of the x axis, which has its unit, stands beyond the end of the axis. */
const LAST_LABEL_ROOM = 26;
const LINE_WIDTH = 1.5;
const FONT_SIZE = 11;

export class Chart {
  private plot: uPlot | undefined;
  private layout = '';
  private content: ChartContent | undefined;

  constructor(private readonly host: HTMLElement) {}

  /** The canvas with all that is drawn; undefined before the first drawing. */
  get canvas(): HTMLCanvasElement | undefined {
    return this.plot?.ctx.canvas;
  }

  draw(content: ChartContent): void {
    const width = this.host.clientWidth;
    const height = this.host.clientHeight;
    if (width === 0 || height === 0) return;
    this.content = content;
    const { units, xTitle, rightPlace, colors } = content;
    const layout = JSON.stringify([units, xTitle, rightPlace, colors, devicePixelRatio]);
    if (!this.plot || layout !== this.layout) {
      this.plot?.destroy();
      this.plot = new uPlot(this.options(content, width, height), placeholder(content.x), this.host);
      this.plot.ctx.canvas.setAttribute('role', 'img');
      this.plot.ctx.canvas.setAttribute('aria-label', `Plot against ${xTitle || 'time'}`);
      this.layout = layout;
    }
    const plot = this.plot;
    plot.batch(() => {
      if (plot.width !== width || plot.height !== height) plot.setSize({ width, height });
      plot.setData(placeholder(content.x));
    });
  }

  area(): Area {
    if (!this.plot) return { left: 0, top: 0, width: 0, height: 0 };
    const { left, top, width, height } = this.plot.bbox;
    const ratio = uPlot.pxRatio;
    return { left: left / ratio, top: top / ratio, width: width / ratio, height: height / ratio };
  }

  destroy(): void {
    this.plot?.destroy();
    this.plot = undefined;
  }

  private options(content: ChartContent, width: number, height: number): uPlot.Options {
    const { units, colors, rightPlace } = content;
    const two = units.length > 1;
    const axes = [this.xAxis(content), this.yAxis(colors, 0)];
    if (two) axes.push(this.yAxis(colors, 1));
    return {
      width,
      height,
      padding: [TITLE_HEIGHT, two ? 0 : rightPlace ? AXIS_WIDTH : LAST_LABEL_ROOM, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: () => [...(this.content?.x ?? [0, 1])] as uPlot.Range.MinMax },
        y0: { range: () => [...this.range(0)] as uPlot.Range.MinMax },
        y1: { range: () => [...this.range(1)] as uPlot.Range.MinMax },
      },
      axes,
      series: [{}, ...[0, 1].map((axis) => ({ scale: `y${axis}`, paths: () => null, points: { show: false } }))],
      hooks: { draw: [(plot) => this.drawContent(plot)] },
    };
  }

  private xAxis({ colors, xTitle }: ChartContent): uPlot.Axis {
    const axis: uPlot.Axis = {
      scale: 'x',
      stroke: colors.muted,
      font: `${FONT_SIZE}px ${colors.font}`,
      size: X_AXIS_HEIGHT,
      gap: 4,
      space: 60,
      grid: { stroke: colors.grid, width: 1 },
      ticks: { show: false },
      values: (_plot, ticks, _axis, _space, increment) => {
        if (xTitle !== undefined) return tickLabels(ticks, increment, axisExponent(...(this.content?.x ?? [0, 1])));
        const labels = tickLabels(ticks, increment, 0);
        if (labels.length > 0) labels[labels.length - 1] += ' s';
        return labels;
      },
    };
    if (xTitle !== undefined) {
      Object.assign(axis, { label: xTitle, labelSize: 18, labelGap: 0, labelFont: `${FONT_SIZE}px ${colors.font}` });
    }
    return axis;
  }

  private yAxis(colors: Colors, axis: number): uPlot.Axis {
    return {
      scale: `y${axis}`,
      side: axis === 0 ? 3 : 1,
      stroke: colors.muted,
      font: `${FONT_SIZE}px ${colors.font}`,
      size: (_plot, labels) => (labels?.some((label) => label.length > 7) ? WIDE_AXIS_WIDTH : AXIS_WIDTH),
      gap: 6,
      space: 18,
      grid: { show: axis === 0, stroke: colors.grid, width: 1 },
      ticks: { show: false },
      values: (_plot, ticks, _axis, _space, increment) => tickLabels(ticks, increment, axisExponent(...this.range(axis))),
    };
  }

  private range(axis: number): Range {
    return this.content?.y[axis] ?? [0, 1];
  }

  private drawContent(plot: uPlot): void {
    const content = this.content;
    if (!content) return;
    const { ctx, bbox } = plot;
    const ratio = uPlot.pxRatio;
    ctx.save();
    drawTitles(ctx, bbox, content, ratio);
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.lineWidth = LINE_WIDTH * ratio;
    ctx.lineJoin = 'bevel';
    for (const curve of content.curves) {
      ctx.strokeStyle = curve.color;
      ctx.setLineDash(curve.dash.map((length) => length * ratio));
      ctx.beginPath();
      trace(ctx, curve.points, bbox, content.x, this.range(curve.axis), ratio);
      ctx.stroke();
    }
    ctx.restore();
  }
}

/** uPlot needs data; the curves are not among it. */
function placeholder(x: Range): uPlot.AlignedData {
  return [[...x], [null, null], [null, null]];
}

/** The units above the ends of the y axes. */
function drawTitles(ctx: CanvasRenderingContext2D, bbox: uPlot.BBox, content: ChartContent, ratio: number): void {
  ctx.font = `${FONT_SIZE * ratio}px ${content.colors.font}`;
  ctx.fillStyle = content.colors.muted;
  ctx.textBaseline = 'bottom';
  content.units.forEach((unit, axis) => {
    ctx.textAlign = axis === 0 ? 'left' : 'right';
    const end = axis === 0 ? 8 * ratio : ctx.canvas.width - 8 * ratio;
    ctx.fillText(axisTitle(unit, axisExponent(...content.y[axis]!)), end, bbox.top - 8 * ratio);
  });
}

/** The polyline of a curve; a point between two gaps becomes a short dash. */
function trace(
  ctx: CanvasRenderingContext2D, points: Points, bbox: uPlot.BBox, rangeX: Range, rangeY: Range, ratio: number,
): void {
  const { x, y, length } = points;
  const scaleX = bbox.width / (rangeX[1] - rangeX[0]);
  const scaleY = bbox.height / (rangeY[1] - rangeY[0]);
  const left = bbox.left - rangeX[0] * scaleX;
  const bottom = bbox.top + bbox.height + rangeY[0] * scaleY;
  let started = false;
  for (let i = 0; i < length; ++i) {
    const value = y[i]!;
    if (value !== value) {
      started = false;
      continue;
    }
    const px = left + x[i]! * scaleX;
    const py = bottom - value * scaleY;
    if (started) {
      ctx.lineTo(px, py);
    } else if (i + 1 === length || y[i + 1] !== y[i + 1]) {
      ctx.moveTo(px - ratio, py);
      ctx.lineTo(px + ratio, py);
    } else {
      ctx.moveTo(px, py);
      started = true;
    }
  }
}
