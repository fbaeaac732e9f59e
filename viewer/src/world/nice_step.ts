/** The largest of 1, 2, 5 times a power of ten that is not above the value. */
export function niceStep(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1;
  const power = Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
  const mantissa = value / power * (1 + 1e-9);
  return (mantissa >= 5 ? 5 : mantissa >= 2 ? 2 : 1) * power;
}

/** Step of the grid under a scene of this size (a radius): two to five cells across the radius. */
export function gridStep(size: number): number {
  return niceStep(size / 2.2);
}
