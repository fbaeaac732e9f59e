// A pane as a picture: the legend above the canvas, with the line of the present time.

import type { Area } from './chart';
import type { Dot } from './overlay';
import type { Colors } from './palette';

export interface PictureContent {
  readonly canvas: HTMLCanvasElement;
  readonly area: Area;
  readonly colors: Colors;
  readonly entries: readonly { text: string; color: string; dash: readonly number[] }[];
  /** Pixels of the page from the left of the area; undefined in a phase plot. */
  readonly present: number | undefined;
  readonly dots: readonly Dot[];
}

const ROW = 18;
const MARGIN = 12;
const SWATCH = 22;

export function drawPicture(content: PictureContent, ratio: number): HTMLCanvasElement {
  const { canvas, colors } = content;
  const width = canvas.width / ratio;
  const picture = document.createElement('canvas');
  const ctx = picture.getContext('2d')!;
  ctx.font = `12px ${colors.font}`;
  const places = placeEntries(content.entries.map(({ text }) => ctx.measureText(text).width + SWATCH + MARGIN), width);
  const header = MARGIN + ROW * (1 + Math.max(-1, ...places.map((place) => place.row)));
  picture.width = canvas.width;
  picture.height = Math.round(canvas.height + header * ratio);
  ctx.fillStyle = colors.background;
  ctx.fillRect(0, 0, picture.width, picture.height);
  ctx.drawImage(canvas, 0, Math.round(header * ratio));
  ctx.scale(ratio, ratio);
  drawEntries(ctx, content, places);
  ctx.translate(content.area.left, header + content.area.top);
  drawPresent(ctx, content);
  return picture;
}

/** Entries from left to right, in as many rows as needed. */
function placeEntries(widths: readonly number[], width: number): { x: number; row: number }[] {
  let x = MARGIN;
  let row = 0;
  return widths.map((entry) => {
    if (x > MARGIN && x + entry > width) {
      x = MARGIN;
      ++row;
    }
    const place = { x, row };
    x += entry;
    return place;
  });
}

function drawEntries(
  ctx: CanvasRenderingContext2D, { entries, colors }: PictureContent, places: readonly { x: number; row: number }[],
): void {
  ctx.font = `12px ${colors.font}`;
  ctx.textBaseline = 'middle';
  ctx.lineWidth = 2;
  entries.forEach((entry, number) => {
    const { x, row } = places[number]!;
    const y = MARGIN + ROW * (row + 0.5);
    ctx.strokeStyle = entry.color;
    ctx.setLineDash([...entry.dash]);
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + SWATCH - 6, y);
    ctx.stroke();
    ctx.fillStyle = colors.text;
    ctx.fillText(entry.text, x + SWATCH, y);
  });
  ctx.setLineDash([]);
}

function drawPresent(ctx: CanvasRenderingContext2D, { present, area, colors, dots }: PictureContent): void {
  const inside = (x: number, y: number): boolean => x >= 0 && x <= area.width && y >= 0 && y <= area.height;
  if (present !== undefined && inside(present, 0)) {
    ctx.fillStyle = colors.text;
    ctx.fillRect(present - 0.75, 0, 1.5, area.height);
  }
  for (const dot of dots) {
    if (!inside(dot.x, dot.y)) continue;
    ctx.beginPath();
    ctx.arc(dot.x, dot.y, 3.5, 0, 2 * Math.PI);
    ctx.fillStyle = dot.hollow ? colors.background : dot.color;
    ctx.fill();
    ctx.strokeStyle = dot.color;
    ctx.stroke();
  }
}
