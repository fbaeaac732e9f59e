import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisExponent, axisTitle, tickLabels, valueText } from '../src/plots/numbers';
import { padded, within } from '../src/plots/ranges';
import { distinctUnits, refusal } from '../src/plots/units';

const signal = (name: string, unit: string): { name: string; group: string; unit: string } => ({ name, group: 'g', unit });

test('the first unit is drawn left, the second right', () => {
  assert.deepEqual(distinctUnits([]), []);
  assert.deepEqual(distinctUnits([signal('a', 'rad'), signal('b', 'm'), signal('c', 'rad')]), ['rad', 'm']);
});

test('a third unit is refused with a sentence, a known one is not', () => {
  const plotted = [signal('a', 'rad'), signal('b', '')];
  assert.equal(refusal(signal('c', 'm'), [signal('a', 'rad')]), undefined);
  assert.equal(refusal(signal('c', ''), plotted), undefined);
  assert.equal(
    refusal(signal('energy', 'J'), plotted),
    '“energy” (J) needs a third axis: this pane shows rad and no unit. Plot it in another pane.',
  );
});

test('ranges leave a margin, put constants in the middle and do not blow up rounding', () => {
  assert.deepEqual(padded(Infinity, -Infinity), [0, 1]);
  assert.deepEqual(padded(0, 0), [-1, 1]);
  const [low, high] = padded(-1, 1);
  assert.ok(low < -1 && high > 1 && Math.abs(low + high) < 1e-12);
  const constant = padded(5, 5 + 1e-6);
  assert.ok(constant[1] - constant[0] > 0.9);
  const small = padded(1e-9, 3e-9);
  assert.ok(small[1] - small[0] < 3e-9);
});

test('a range is moved into its limits', () => {
  assert.deepEqual(within([-1, 1], [0, 10]), [0, 2]);
  assert.deepEqual(within([9, 11], [0, 10]), [8, 10]);
  assert.deepEqual(within([-5, 20], [0, 10]), [0, 10]);
});

test('ticks have as many decimals as needed, and powers of ten are taken out', () => {
  assert.deepEqual(tickLabels([-0.25, 0, 0.25], 0.25, 0), ['−0.25', '0.00', '0.25']);
  assert.deepEqual(tickLabels([0, 5, 10], 5, 0), ['0', '5', '10']);
  assert.equal(axisExponent(-2e-6, 1e-6), -6);
  assert.equal(axisExponent(0, 250000), 3);
  assert.equal(axisExponent(0, 20000), 0);
  assert.deepEqual(tickLabels([0, 2e-6], 1e-6, -6), ['0', '2']);
  assert.equal(axisTitle('J', -6), '×10⁻⁶ J');
  assert.equal(axisTitle('J', 0), 'J');
});

test('values have five digits and say when they are not finite', () => {
  const values = [0, 1.5, -12.345678, 123456, 1e-7];
  assert.deepEqual(values.map(valueText), ['0.0000', '1.5000', '−12.346', '123456', '1.000e−7']);
  assert.deepEqual([NaN, Infinity, -Infinity].map(valueText), ['NaN', '∞', '−∞']);
});
