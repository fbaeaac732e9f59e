// What the plot panel is given by the rest of the viewer, and what it gives back.

export interface Signal {
  readonly name: string;
  readonly group: string;
  readonly unit: string;
}

/** Samples of all signals. `times` does not decrease; two equal times are the two sides of a jump. */
export interface Motion {
  readonly name: string;
  readonly length: number;
  readonly times: Float64Array;
  values(signal: number): Float32Array;
}

export interface PlotSource {
  readonly signals: readonly Signal[];
  /** Live motions grow: `times` and `values` are views on the entries that are there now. */
  readonly motions: readonly Motion[];
  /** The listener is called at most once a frame; the result unsubscribes it. */
  onGrowth(listener: () => void): () => void;
}

/** The present time, shared with the time line. */
export interface TimeCursor {
  readonly time: number;
  set(time: number): void;
  onChange(listener: (time: number) => void): () => void;
}

export type Theme = 'light' | 'dark';

/** The points of the curves of one pane, as they are drawn. */
export interface PlottedPane {
  pane: number;
  /** `"time"`, or the name of the signal along x. */
  x: string;
  series: { name: string; x: number[]; y: number[] }[];
}

export interface PlotPanel {
  addPane(signals?: number[]): void;
  setTheme(theme: Theme): void;
  resize(): void;
  plotted(): PlottedPane[];
  destroy(): void;
}

export type Range = readonly [number, number];
