// Colors and dashes of curves, and the colors of the page that the canvas needs.

import type { Theme } from './types';

export interface Colors {
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly font: string;
  readonly series: readonly string[];
}

const SERIES: Record<Theme, readonly string[]> = {
  light: ['#1f6fd6', '#d1480c', '#0c8a64', '#8a3fc7', '#a96f00', '#c2255c', '#0b7a9e', '#59626e'],
  dark: ['#6aa9ff', '#ff9460', '#4fd3a4', '#c59bff', '#eebf55', '#ff82b2', '#5fd0ee', '#b4bdc9'],
};

export function readColors(root: HTMLElement, theme: Theme): Colors {
  const style = getComputedStyle(root);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  return {
    background: color('--plots-panel'),
    text: color('--plots-text'),
    muted: color('--plots-muted'),
    grid: color('--plots-grid'),
    font: style.fontFamily,
    series: SERIES[theme],
  };
}

export function seriesColor(colors: Colors, slot: number): string {
  return colors.series[slot % colors.series.length]!;
}

const DASHES: readonly (readonly number[])[] = [[], [6, 4], [2, 3], [9, 3, 2, 3]];

/** The first motion is drawn solid; further ones are dashed, in pixels. */
export function motionDash(motion: number): readonly number[] {
  return motion === 0 ? [] : DASHES[1 + ((motion - 1) % (DASHES.length - 1))]!;
}
