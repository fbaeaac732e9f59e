// The motion of a model by `simulate`, and poses in its states by `evaluate`: what pages must show.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { check } from './harness.mjs';
import { outputOf } from './program.mjs';

/** The rows of a motion at the times k·every, as objects by column. */
export async function simulate(program, model, duration, every, accuracy, folder, { name = 'motion.csv', more = [] } = {}) {
  const file = path.join(folder, name);
  await outputOf(program, ['simulate', model, '--duration', `${duration}`, '--every', `${every}`, '--accuracy', accuracy, '--output', file, '--quiet', ...more]);
  const [names, ...rows] = (await readFile(file, 'utf8')).trim().split('\n').map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(row.map((value, i) => [names[i], Number(value)])));
}

/** For each of the rows the poses of all bodies by name: position p and rotation matrix R. */
export async function evaluatePoses(program, model, rows, coordinates) {
  const states = rows.map((row) => ({ q: Object.fromEntries(coordinates.map((name) => [name, row[name]])) }));
  const result = JSON.parse(await outputOf(program, ['evaluate', model, '--states', '-', '--json'], { input: JSON.stringify(states) }));
  return result.states.map(({ poses }) => Object.fromEntries(poses.map((pose, i) => [result.bodies[i], pose])));
}

/** A column at a time, on the straight line between the rows beside it. */
export function columnAt(rows, name, time) {
  const next = Math.max(1, rows.findIndex((row) => row.time >= time)), a = rows[next - 1], b = rows[next];
  return a[name] + ((time - a.time) / (b.time - a.time)) * (b[name] - a[name]);
}

/** The rows at given times. */
export function rowsAt(rows, times) {
  return times.map((time) => {
    const found = rows.find((row) => Math.abs(row.time - time) < 1e-9);
    check(found !== undefined, `simulate wrote no row at ${time} s`);
    return found;
  });
}
