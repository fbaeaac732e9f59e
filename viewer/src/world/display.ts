import type { Scene } from '../protocol/types';

/** What is shown, and how. */
export interface Display {
  visuals: boolean; collisions: boolean; joints: boolean; axes: boolean; frames: boolean; masses: boolean; inertias: boolean;
  constraints: boolean; forces: boolean; ghosts: boolean; traces: boolean; grid: boolean; shadows: boolean;
  contactPoints: boolean; contactPatches: boolean; wireframe: boolean; opacity: number; arrowScale: number;
}

export type Toggle = { [K in keyof Display]: Display[K] extends boolean ? K : never }[keyof Display];

/** Joints are shown at first where bodies have no shapes of their own. */
export function defaultDisplay(scene: Scene): Display {
  const own = scene.visuals.some((visual) => visual.role === 'visual' && visual.body > 0);
  const drawn = scene.visuals.some((visual) => visual.role === 'drawn');
  return {
    visuals: true, collisions: !own && !drawn, joints: drawn || !own, axes: false, frames: false, masses: false, inertias: false,
    constraints: true, forces: true, ghosts: true, traces: true, grid: true, shadows: true,
    contactPoints: false, contactPatches: false, wireframe: false, opacity: 1, arrowScale: 1,
  };
}
