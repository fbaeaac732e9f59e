// Numbers as text.

/** Five significant digits, at most ten characters. */
export function valueText(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return withMinus(value.toExponential(3));
  const digitsBefore = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1;
  return withMinus(value.toFixed(Math.max(0, 5 - digitsBefore)));
}

/** The shortest decimal number that is read back as the same 32-bit number. */
export function float32Text(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 7; digits < 9; ++digits) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return String(rounded);
  }
  return String(Number(value.toPrecision(9)));
}

/** The power of ten, a multiple of three, that is taken out of the numbers of an axis; 0 for sizes that are easy to read. */
export function axisExponent(low: number, high: number): number {
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size === 0 || (size >= 0.01 && size < 1e5)) return 0;
  return 3 * Math.floor(Math.log10(size) / 3);
}

/** Labels of the ticks of an axis with as many decimals as their distance needs. */
export function tickLabels(ticks: readonly number[], increment: number, exponent: number): string[] {
  const factor = 10 ** -exponent;
  const decimals = decimalsOf(increment * factor);
  return ticks.map((tick) => withMinus((tick * factor).toFixed(decimals)).replace(/^−(0\.?0*)$/, '$1'));
}

function decimalsOf(increment: number): number {
  let decimals = 0;
  let scaled = Math.abs(increment);
  while (decimals < 12 && Math.abs(scaled - Math.round(scaled)) > 1e-6 * scaled) {
    scaled *= 10;
    ++decimals;
  }
  return decimals;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** What is written above an axis: its unit, and the power of ten taken out. */
export function axisTitle(unit: string, exponent: number): string {
  if (exponent === 0) return unit;
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');
  return `×10${exponent < 0 ? '⁻' : ''}${digits} ${unit}`.trimEnd();
}

function withMinus(text: string): string {
  return text.replaceAll('-', '−');
}
