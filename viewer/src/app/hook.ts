import { Vector3 } from 'three';
import type { BrowserMessage } from '../protocol/messages';
import type { Kind } from '../world/part';
import type { Viewer } from './viewer';

/** What tests can ask and do from outside, as `window.sarrus`. */
export function makeHook(viewer: Viewer): object {
  return {
    get ready() { return viewer.ready; },
    time: () => viewer.shown?.source.player.time ?? 0,
    setTime: (time: number) => viewer.shown?.source.scrub(time),
    poses: () => viewer.shown?.world.drawnPoses() ?? [],
    patches: () => viewer.shown?.world.patches.drawn() ?? [],
    scene: () => viewer.shown?.scene ?? null,
    /** The height of the ground along the direction up. */
    ground: () => viewer.shown?.world.groundHeight ?? 0,
    select: (kind: Kind, index: number) => viewer.selection.select({ kind, index }),
    selected: () => viewer.selection.owner,
    plotted: () => viewer.plots.plotted(),
    notes: () => [...viewer.notes.all],
    frameMilliseconds: () => viewer.timer.milliseconds,
    frames: () => viewer.timer.drawn,
    send: (message: BrowserMessage) => viewer.shown?.source.send(message),
    /** Where a point of the world is on the page, in pixels. */
    project: (point: [number, number, number]) => {
      const box = viewer.layout.canvas.getBoundingClientRect(), p = new Vector3(...point).project(viewer.rig.camera);
      return [box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height];
    },
    camera: () => ({
      position: viewer.rig.camera.position.toArray(), target: viewer.rig.target.toArray(), orthographic: viewer.rig.orthographic,
    }),
  };
}
