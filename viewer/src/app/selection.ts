import { Vector3 } from 'three';
import { inversePoint } from '../motion/pose';
import type { Snapshot } from '../motion/sample';
import type { Vector } from '../protocol/types';
import type { InspectorActions } from '../ui/inspector';
import type { TreeActions } from '../ui/tree';
import type { Owner } from '../world/part';
import type { Viewer } from './viewer';

/** What is selected, hidden, isolated and followed; what the tree and the inspector ask for. */
export class Selection implements TreeActions, InspectorActions {
  owner: Owner | null = null;
  /** The point clicked of the selected body, in its axes. */
  private point: Vector | null = null;
  private followed = -1;
  private isolated = -1;
  onPlot: () => void = () => {};

  constructor(private readonly viewer: Viewer) {}

  select(owner: Owner | null, worldPoint?: Vector3): void {
    const shown = this.viewer.shown;
    if (!shown) return;
    this.owner = owner;
    this.point = owner?.kind === 'body' && worldPoint ? inversePoint(shown.now.poses, 7 * owner.index, worldPoint.toArray()) : null;
    shown.world.select(owner);
    shown.tree.mark(owner);
    shown.inspector.show(owner);
    shown.inspector.update(shown.now);
    this.viewer.redraw();
  }

  /** The outline again, after what is shown has changed. */
  refresh(): void { this.viewer.shown?.world.select(this.owner); }

  clear(): void {
    this.owner = null;
    this.point = null;
    this.followed = this.isolated = -1;
    this.viewer.rig.follow(null);
  }

  hover(owner: Owner | null): void {
    this.viewer.shown?.world.field.hover(owner);
    this.viewer.redraw();
  }

  fit(owner: Owner): void { this.viewer.fit(owner); }

  get body(): number { return this.owner?.kind === 'body' ? this.owner.index : -1; }

  show(body: number, on: boolean): void {
    const shown = this.viewer.shown!;
    shown.world.shown[body] = on ? 1 : 0;
    this.shownChanged();
  }

  toggleShown(body: number): void { this.show(body, this.viewer.shown!.world.shown[body] !== 1); }

  /** Shows a body and all that hang on it alone; a second time everything. */
  isolate(body: number): void {
    const { scene, world } = this.viewer.shown!;
    this.isolated = this.isolated === body ? -1 : body;
    const hangs = (b: number): boolean => {
      for (let k = 0; b >= 0 && k <= scene.bodies.length; ++k) {
        if (b === this.isolated) return true;
        b = b === 0 ? -1 : scene.bodies[b]!.parent;
      }
      return false;
    };
    for (let b = 0; b < scene.bodies.length; ++b) world.shown[b] = this.isolated < 0 || hangs(b) ? 1 : 0;
    this.shownChanged();
  }

  private shownChanged(): void {
    const { tree, world } = this.viewer.shown!;
    tree.setShown(world.shown);
    this.viewer.redraw();
  }

  follow(body: number): void {
    this.followed = this.followed === body ? -1 : body;
    this.viewer.rig.follow(this.followedPoint(this.viewer.shown!.now));
    this.viewer.redraw();
  }

  isFollowed(body: number): boolean { return this.followed === body; }
  isIsolated(body: number): boolean { return this.isolated === body; }

  followedPoint(now: Snapshot): Vector3 | null {
    return this.followed >= 0 ? new Vector3().fromArray(now.poses, 7 * this.followed) : null;
  }

  /** Traces the point clicked, or the center of mass. */
  trace(body: number): void {
    const { world, scene } = this.viewer.shown!;
    world.traces.add(body, this.point ?? scene.bodies[body]!.com);
    this.viewer.redraw();
  }

  plot(signals: number[]): void {
    this.viewer.plots.add(signals);
    this.onPlot();
  }
}
