import { Player } from '../motion/player';
import type { BrowserMessage } from '../protocol/messages';
import type { Motion } from '../protocol/read_motion';
import type { Source } from './source';

/** Plays recorded motions. */
export class RecordedSource implements Source {
  readonly live = false;
  readonly following = false;
  readonly rate = 0;
  readonly player = new Player();

  constructor(readonly motions: readonly Motion[]) {
    const filled = motions.filter((motion) => motion.frames.length > 0);
    if (filled.length > 0) {
      this.player.setRange(Math.min(...filled.map(({ frames }) => frames.first)), Math.max(...filled.map(({ frames }) => frames.last)));
      this.player.set(filled[0]!.frames.first);
    }
  }

  get playing(): boolean { return this.player.playing; }
  get wanted(): number { return this.player.speed; }
  advance(seconds: number): void { this.player.advance(seconds); }
  toggle(): void { this.player.toggle(); }
  step(direction: number): void { if (this.motions[0]) this.player.step(this.motions[0].frames.times, direction); }
  scrub(time: number): void { this.player.set(time); }
  speed(value: number): void { this.player.speed = value; }
  changeSpeed(direction: number): void { this.player.changeSpeed(direction); }
  reset(): void { this.player.set(this.player.begin); }
  follow(): void {}
  send(_message: BrowserMessage): void {}
  onGrowth(): () => void { return () => {}; }
}
