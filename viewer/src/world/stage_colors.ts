import type { Theme } from '../protocol/address';

/** Colors of the surroundings as they appear on the screen, and strengths of the lights. */
export interface StageColors {
  zenith: number; horizon: number; ground: number; line: number; selection: number;
  shadow: number; skyLight: number; groundLight: number; ambient: number; sun: number;
}

export const STAGE_COLORS: Readonly<Record<Theme, StageColors>> = {
  light: {
    zenith: 0xaec9e6, horizon: 0xfafcfe, ground: 0xe6ebf0, line: 0x6b7886, selection: 0x1f6feb,
    shadow: 0.3, skyLight: 0xffffff, groundLight: 0xb8b2a8, ambient: 1.7, sun: 1.9,
  },
  dark: {
    zenith: 0x0b0f15, horizon: 0x2a323d, ground: 0x191e25, line: 0x77879a, selection: 0x58a6ff,
    shadow: 0.5, skyLight: 0xdfe9f5, groundLight: 0x4a4640, ambient: 1.4, sun: 2.2,
  },
};
