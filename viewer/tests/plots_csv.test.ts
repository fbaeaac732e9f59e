import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csv, quoted } from '../src/plots/csv';
import { csvColumns, curvesOf, type Mode } from '../src/plots/curves';
import { DifferenceCache } from '../src/plots/difference';
import { float32Text } from '../src/plots/numbers';
import type { Motion, PlotSource } from '../src/plots/types';

/** Reads a table by the rules of RFC 4180. */
function read(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\n]*)(,|\n)/gy;
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const content = match[1]!;
    rows.at(-1)!.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (match[2] === '\n') rows.push([]);
  }
  assert.deepEqual(rows.pop(), [], 'the table ends with a line feed');
  return rows;
}

test('only cells that need it are quoted', () => {
  assert.equal(quoted('angle (rad)'), 'angle (rad)');
  assert.equal(quoted('a, b'), '"a, b"');
  assert.equal(quoted('the "left" foot'), '"the ""left"" foot"');
  assert.equal(quoted('two\nlines'), '"two\nlines"');
});

test('numbers are read back as the same numbers', () => {
  const values = Float32Array.of(0, 0.1, -1 / 3, 1e-38, 3.4028234e38, 16777217, Math.PI, 1.17549435e-38, NaN, -Infinity);
  for (let bits = 1; bits < 2 ** 31; bits += 7654321) {
    values[0] = new Float32Array(Uint32Array.of(bits).buffer)[0]!;
    for (const value of values) assert.ok(Object.is(Math.fround(Number(float32Text(value))), value), `${value}`);
  }
  assert.equal(float32Text(Math.fround(0.1)), '0.1');
});

test('names with commas, quotation marks and line ends survive', () => {
  const times = Float64Array.of(0, 0.1);
  const names = ['hip, left (rad)', 'the "knee" (rad)', 'two\nlines'];
  const table = read(csv(names.map((name) => ({ name, times, values: Float32Array.of(1, 2) }))));
  assert.deepEqual(table, [['time (s)', ...names], ['0', '1', '1', '1'], ['0.1', '2', '2', '2']]);
});

test('motions with their own times share the time column and leave cells empty', () => {
  const table = read(csv([
    { name: 'a', times: Float64Array.of(0, 1, 1, 2), values: Float32Array.of(1, 2, 3, 4) },
    { name: 'b', times: Float64Array.of(1, 1.5), values: Float32Array.of(5, NaN) },
  ]));
  assert.deepEqual(table.slice(1), [['0', '1', ''], ['1', '2', '5'], ['1', '3', ''], ['1.5', '', 'NaN'], ['2', '4', '']]);
});

function motion(name: string, times: number[], columns: number[][]): Motion {
  return {
    name, length: times.length, times: Float64Array.from(times), values: (signal) => Float32Array.from(columns[signal]!),
  };
}

function header(source: PlotSource, mode: Mode): string[] {
  return read(csv(csvColumns(source, curvesOf(source, [1], mode, new DifferenceCache()), mode)))[0]!;
}

test('columns are named with units and, if there are several, with motions', () => {
  const signals = [['q', 'rad'], ['energy', 'J'], ['count', '']].map(([name = '', unit = '']) => ({ name, group: '', unit }));
  const first = motion('run', [0, 1], [[1, 2], [3, 4], [5, 6]]);
  const second = motion('rerun', [0, 2], [[1, 2], [3, 5], [5, 6]]);
  const one = { signals, motions: [first], onGrowth: () => () => undefined };
  const two = { ...one, motions: [first, second] };
  assert.deepEqual(header(one, { x: undefined, difference: true }), ['time (s)', 'energy (J)']);
  assert.deepEqual(header(one, { x: 2, difference: false }), ['time (s)', 'count', 'energy (J)']);
  assert.deepEqual(header(two, { x: undefined, difference: false }), ['time (s)', 'energy (J) [run]', 'energy (J) [rerun]']);
  assert.deepEqual(header(two, { x: undefined, difference: true }), ['time (s)', 'energy (J) [rerun − run]']);
  const [difference] = curvesOf(two, [1], { x: undefined, difference: true }, new DifferenceCache());
  assert.deepEqual([...difference!.values], [0, 0]);
  assert.equal(difference!.name, 'energy (rerun − run)');
});
