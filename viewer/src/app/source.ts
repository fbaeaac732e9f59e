import type { Player } from '../motion/player';
import type { BrowserMessage } from '../protocol/messages';
import type { Motion } from '../protocol/read_motion';

/** Where the motion comes from: a recording or a running simulation. */
export interface Source {
  readonly live: boolean;
  /** The first is shown as it is, the others as ghosts. */
  readonly motions: readonly Motion[];
  readonly player: Player;
  readonly playing: boolean;
  /** Whether the newest moment of a live motion is shown. */
  readonly following: boolean;
  /** Rate achieved; 0 if unknown. */
  readonly rate: number;
  /** Speed or rate wanted. */
  readonly wanted: number;
  /** Moves on by so many seconds of the clock on the wall. */
  advance(seconds: number): void;
  toggle(): void;
  step(direction: number): void;
  scrub(time: number): void;
  speed(value: number): void;
  changeSpeed(direction: number): void;
  reset(): void;
  follow(): void;
  send(message: BrowserMessage): void;
  /** Calls the listener, at most once a frame, when the motion has grown. */
  onGrowth(listener: () => void): () => void;
}
