import type { Box3 } from 'three';
import { isWide } from '../world/bounds';
import type { World } from '../world/world';

/** Seconds between two looks, and for which the camera stays where it is while the user points at something. */
const INTERVAL = 0.25, PATIENCE = 1;
/** Room for what comes next, as a part of the size: so that the camera need not move again at once. */
const ROOM = 0.06;

/**
 * Of a live motion only the beginning is known when the camera is set. As it goes beyond what is framed, more is framed, until
 * the user takes the camera, or something goes so far that it cannot be framed as a whole.
 */
export class LiveFraming {
  private readonly first: Box3;
  private waited = 0;
  private ended = false;

  constructor(private readonly world: World) { this.first = world.bounds.clone(); }

  end(): void { this.ended = true; }

  /** Leaves the camera alone for a while: the user aims at something. */
  wait(): void { this.waited = -PATIENCE; }

  /** Lets some seconds pass; true where the world covers more than before. */
  advance(seconds: number, poses: Float32Array): boolean {
    this.waited += seconds;
    if (this.ended || this.waited < INTERVAL) return false;
    this.waited = 0;
    const { world } = this, now = world.boundsAt(poses);
    if (now.isEmpty() || world.bounds.containsBox(now)) return false;
    const all = world.bounds.clone().union(now.expandByScalar(ROOM * world.scene.size));
    this.ended = isWide(all, this.first, world.scene.size);
    if (!this.ended) world.cover(all);
    return !this.ended;
  }
}
