import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignalList } from '../src/plots/signal_list';

const units = ['rad', 'rad', 'm', 'J', 'rad'];

function make(...numbers: number[]): SignalList {
  const list = new SignalList(units.map((unit, i) => ({ name: `s${i}`, group: '', unit })));
  for (const number of numbers) list.add(number);
  return list;
}

const numbers = (list: SignalList): number[] => list.all.map(({ number }) => number);

test('a signal is listed once, and unknown ones are not', () => {
  const list = make(0, 1, 0, 99);
  assert.deepEqual(numbers(list), [0, 1]);
});

test('a signal without an axis is refused and the list stays as it was', () => {
  const list = make(0, 2);
  assert.match(list.add(3) ?? '', /^“s3” \(J\) needs a third axis/);
  assert.deepEqual(numbers(list), [0, 2]);
  list.remove(2);
  assert.equal(list.add(3), undefined);
  assert.deepEqual(list.units, ['rad', 'J']);
});

test('colors stay when others are removed, and the first free one is used again', () => {
  const list = make(0, 1, 2);
  list.remove(0);
  assert.deepEqual([list.slotOf(1), list.slotOf(2)], [1, 2]);
  list.add(4);
  assert.equal(list.slotOf(4), 0);
});

test('hiding keeps the place', () => {
  const list = make(0, 1);
  list.toggle(0);
  assert.deepEqual(list.all.map(({ visible }) => visible), [false, true]);
  list.toggle(0);
  assert.deepEqual(list.all.map(({ visible }) => visible), [true, true]);
});
