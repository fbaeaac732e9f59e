// What the panes of a panel share.

import type { DifferenceCache } from './difference';
import type { Colors } from './palette';
import type { Pane } from './pane';
import type { TimeRange } from './time_range';
import type { PlotSource, TimeCursor } from './types';

export interface PanelContext {
  readonly root: HTMLElement;
  readonly source: PlotSource;
  readonly cursor: TimeCursor;
  readonly range: TimeRange;
  readonly differences: DifferenceCache;
  readonly colors: Colors;
  /** Where the pointer is, in time; undefined if it is over no plot. */
  readonly pointer: number | undefined;
  /** Whether any pane has a right axis. */
  readonly rightPlace: boolean;
  setPointer(time: number | undefined): void;
  /** Draws all panes in the next frame. */
  redraw(): void;
  addPane(signals: number[]): void;
  removePane(pane: Pane): void;
}
