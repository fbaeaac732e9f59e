import type { PlotSource } from '../plots/plots';
import type { Scene } from '../protocol/types';
import type { Source } from './source';

/** The signals of a scene and its motions, as plots want them. */
export function plotSource(scene: Scene, source: Source): PlotSource {
  return {
    signals: scene.signals,
    motions: source.motions.map(({ name, frames }) => ({
      name,
      get length() { return frames.length; },
      get times() { return frames.times; },
      values: (signal: number) => frames.signal(signal),
    })),
    onGrowth: (listener) => source.onGrowth(listener),
  };
}

/** What is plotted at first: a few coordinates, else a few of whatever there is. */
export function firstSignals(scene: Scene): number[][] {
  const all = scene.signals.map((_, i) => i);
  const coordinates = all.filter((i) => scene.signals[i]!.group === 'coordinates');
  const unit = scene.signals[(coordinates[0] ?? 0)]?.unit;
  const chosen = (coordinates.length > 0 ? coordinates : all).filter((i) => scene.signals[i]!.unit === unit).slice(0, 4);
  return chosen.length > 0 ? [chosen] : [];
}
