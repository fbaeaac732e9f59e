import { Color, SRGBColorSpace } from 'three';

/** Color of lightness, chroma and hue (degrees) in the perceptual space OKLCH. */
export function fromOklch(lightness: number, chroma: number, hue: number): Color {
  const a = chroma * Math.cos((hue * Math.PI) / 180), b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (x: number): number => Math.min(1, Math.max(0, x));
  return new Color(
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s));
}

/** Hues that go well together, in an order in which neighbors are far apart. */
const HUES = [250, 55, 165, 25, 300, 90, 205, 350, 130];

/** The color of a body that has none of its own: equal lightness, neighbors of different hue; the world is gray. */
export function bodyColor(body: number): Color {
  if (body <= 0) return fromOklch(0.66, 0.012, 250);
  const round = Math.floor((body - 1) / HUES.length);
  return fromOklch(round % 2 === 0 ? 0.7 : 0.62, 0.115, HUES[(body - 1) % HUES.length]! + 17 * round);
}

export function fromSrgb(rgb: readonly [number, number, number]): Color {
  return new Color().setRGB(rgb[0], rgb[1], rgb[2], SRGBColorSpace);
}

/** The color of a constraint by the size of its error, from green (none) through amber to red, by powers of ten. */
export function errorColor(error: number, out: Color): Color {
  const s = Math.min(1, Math.max(0, (Math.log10(Math.abs(error) + 1e-12) + 6) / 4));
  return out.copy(fromOklch(0.68, 0.16, 155 - 130 * (Number.isFinite(s) ? s : 1)));
}

export const ARROW_COLORS: Readonly<Record<string, number>> = {
  'applied forces': 0xe8893a, 'applied torques': 0xc65bd0, 'joint reactions': 0x3f8fe0, 'contact forces': 0xe0483f,
  'constraint forces': 0x2fa88a,
};

/** The color of a pressure, from none (0, yellow) to the largest (1, dark red). */
export function pressureColor(s: number, out: Color): Color {
  return out.copy(fromOklch(0.88 - 0.4 * s, 0.14 + 0.05 * s, 98 - 73 * s));
}

export const CONTACT_COLOR = new Color(0xe0483f);
export const JOINT_COLOR = new Color(0xf2b544);
export const AXIS_COLOR = { rotation: new Color(0xe5484d), translation: new Color(0x2f9e8f) } as const;
export const AXIS_COLORS = [new Color(0xe5534b), new Color(0x57ab5a), new Color(0x539bf5)] as const;
