/** A number in few characters that do not jump about as it changes. */
export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'not a number' : value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size === 0) return '0';
  const text = size >= 1e5 || size < 1e-3 ? value.toExponential(Math.max(0, digits - 2)) : value.toFixed(Math.max(0, digits - 1 - Math.max(0, Math.floor(Math.log10(size)))));
  return text.replace('e+', 'e').replaceAll('-', '−');
}

/** Components below this part of the largest are rounding errors: frames have single precision. */
const ROUNDING = 5e-7;

export function formatVector(values: ArrayLike<number>, at = 0, count = 3): string {
  const components = Array.from({ length: count }, (_, k) => values[at + k] ?? NaN);
  const least = ROUNDING * Math.max(...components.map(Math.abs).filter(Number.isFinite));
  return components.map((x) => formatNumber(Math.abs(x) < least ? 0 : x)).join(', ');
}

/** A time with so many decimals as suit the length of the whole. */
export function formatTime(time: number, length: number): string {
  return time.toFixed(length >= 1000 ? 1 : length >= 100 ? 2 : 3).replace('-', '−');
}

export function formatSpeed(speed: number): string {
  return `${speed >= 1 ? String(speed) : speed.toFixed(2).replace(/0$/, '')}×`;
}

/** A length with a unit that suits it. */
export function formatLength(meters: number): string {
  if (meters >= 1000) return `${+(meters / 1000).toPrecision(3)} km`;
  if (meters >= 1) return `${+meters.toPrecision(3)} m`;
  if (meters >= 0.01) return `${+(100 * meters).toPrecision(3)} cm`;
  if (meters >= 1e-3) return `${+(1e3 * meters).toPrecision(3)} mm`;
  return `${+(1e6 * meters).toPrecision(3)} µm`;
}

/** A pressure with a unit that suits it. */
export function formatPressure(pascals: number): string {
  if (pascals >= 1e9) return `${+(pascals / 1e9).toPrecision(3)} GPa`;
  if (pascals >= 1e6) return `${+(pascals / 1e6).toPrecision(3)} MPa`;
  if (pascals >= 1e3) return `${+(pascals / 1e3).toPrecision(3)} kPa`;
  return `${+pascals.toPrecision(3)} Pa`;
}
