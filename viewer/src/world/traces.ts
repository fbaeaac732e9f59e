import { Color, Group } from 'three';
import type { Frames } from '../motion/frames';
import { transformPoint } from '../motion/pose';
import { indexAt } from '../motion/sample';
import type { Vector } from '../protocol/types';
import { fromOklch } from './palette';
import { Segments } from './segments';

/** At most so many points of a path are drawn. */
const POINTS = 1500;

export interface Trace { body: number; point: Vector; color: Color }

/** Paths of points of bodies: the part behind the time shown is strong, the part ahead is faint. */
export class Traces {
  readonly group = new Group();
  readonly list: Trace[] = [];
  private readonly past = new Segments(2.5);
  private readonly future = new Segments(1.5, { opacity: 0.35 });
  private drawn = '';

  constructor() { this.group.add(this.past.object, this.future.object); }

  add(body: number, point: Vector): void {
    this.list.push({ body, point, color: fromOklch(0.72, 0.17, 30 + 137.5 * this.list.length) });
  }

  clear(): void { this.list.length = 0; }

  update(frames: Frames, time: number): void {
    const now = indexAt(frames.times, time);
    const state = `${this.list.length} ${frames.length} ${frames.last} ${now}`;
    if (state === this.drawn) return;
    this.drawn = state;
    const stride = Math.max(1, Math.ceil(frames.length / POINTS));
    const count = this.list.length * (Math.ceil(frames.length / stride) + 1);
    this.past.begin(count);
    this.future.begin(count);
    for (const trace of this.list) this.draw(trace, frames, stride, now);
    this.past.end();
    this.future.end();
  }

  private draw({ body, point, color }: Trace, frames: Frames, stride: number, now: number): void {
    const width = 7 * frames.counts.bodies;
    const last = new Float32Array(3), next = new Float32Array(3);
    for (let i = 0; i < frames.length; i += stride) {
      transformPoint(frames.poses, i * width + 7 * body, point, next, 0);
      if (i > 0 && Number.isFinite(last[0]! + next[0]! + last[1]! + next[1]!)) {
        (i <= now ? this.past : this.future).add(last, 0, next, 0, color);
      }
      last.set(next);
    }
  }

  dispose(): void {
    this.past.dispose();
    this.future.dispose();
  }
}
