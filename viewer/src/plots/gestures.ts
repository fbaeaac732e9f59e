// Pointer, wheel and keys over a plot, told as intentions. Positions are in pixels from the upper left corner of the plot.

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface Intentions {
  /** Show the moment at this position. */
  pick(at: Position): void;
  /** The pointer is here; undefined: it left. */
  hover(at: Position | undefined): void;
  zoomBy(factor: number, about: Position): void;
  /** Move what is shown by so many pixels. */
  panBy(x: number, y: number): void;
  /** A rectangle is being drawn; undefined: no more. */
  select(from: Position, to: Position): void;
  /** Zoom to the rectangle drawn; undefined: it was given up. */
  selected(from: Position, to: Position | undefined): void;
  reset(): void;
  /** Move the present time by this share of what is shown. */
  step(share: number): void;
}

type Drag = 'pick' | 'select' | 'pan';

const WHEEL_ZOOM = 1.0015;
const KEY_ZOOM = 1.25;
const KEY_PAN = 40;
const KEY_STEP = 0.01;
/** A rectangle smaller than this was not meant. */
const SMALLEST = 4;

export function listen(target: HTMLElement, intentions: Intentions): void {
  listenToPointer(target, intentions);
  target.addEventListener('wheel', (event) => turnWheel(event, intentions), { passive: false });
  target.addEventListener('dblclick', () => intentions.reset());
  target.addEventListener('keydown', (event) => {
    if (!pressKey(event, target, intentions)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function listenToPointer(target: HTMLElement, intentions: Intentions): void {
  let drag: Drag | undefined;
  let begin: Position = { x: 0, y: 0 };
  let last = begin;

  const end = (to: Position | undefined): void => {
    if (drag === 'select') {
      const large = to && Math.max(Math.abs(to.x - begin.x), Math.abs(to.y - begin.y)) >= SMALLEST;
      intentions.selected(begin, large ? to : undefined);
    }
    drag = undefined;
  };

  target.addEventListener('pointerdown', (event) => {
    drag = dragOf(event);
    if (!drag) return;
    begin = last = position(event);
    target.setPointerCapture(event.pointerId);
    if (drag === 'pick') intentions.pick(begin);
    else event.preventDefault();
  });
  target.addEventListener('pointermove', (event) => {
    const at = position(event);
    intentions.hover(at);
    if (drag === 'pick') intentions.pick(at);
    if (drag === 'select') intentions.select(begin, at);
    if (drag === 'pan') intentions.panBy(at.x - last.x, at.y - last.y);
    last = at;
  });
  target.addEventListener('pointerup', (event) => end(position(event)));
  target.addEventListener('pointercancel', () => end(undefined));
  target.addEventListener('pointerleave', () => intentions.hover(undefined));
  target.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') end(undefined);
  });
}

function dragOf(event: PointerEvent): Drag | undefined {
  if (event.button === 1) return 'pan';
  if (event.button !== 0) return undefined;
  if (event.shiftKey) return 'select';
  return event.altKey || event.ctrlKey ? 'pan' : 'pick';
}

/** Turning zooms; turning sideways, or with shift, pans. */
function turnWheel(event: WheelEvent, intentions: Intentions): void {
  event.preventDefault();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16;
  const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) intentions.panBy(-sideways * unit, 0);
  else intentions.zoomBy(WHEEL_ZOOM ** (event.deltaY * unit), position(event));
}

/** Whether the key meant something. */
function pressKey(event: KeyboardEvent, target: HTMLElement, intentions: Intentions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const center = { x: target.clientWidth / 2, y: target.clientHeight / 2 };
  const side = event.key === 'ArrowLeft' ? -1 : 1;
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      if (event.shiftKey) intentions.panBy(-side * KEY_PAN, 0);
      else intentions.step(side * KEY_STEP);
      return true;
    case '+':
    case '=':
      intentions.zoomBy(1 / KEY_ZOOM, center);
      return true;
    case '-':
      intentions.zoomBy(KEY_ZOOM, center);
      return true;
    case '0':
      intentions.reset();
      return true;
    default:
      return false;
  }
}

function position(event: MouseEvent): Position {
  const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
