// A list of tests, each with a time limit, and what has to be ended after them.

/** All waiting times are multiplied by this; more than 1 for a machine that is busy. */
export const PATIENCE = Number(process.env.PATIENCE ?? 1);
/** Seconds that a test may take; on a quiet machine each takes a few. */
const LIMIT = 60 * PATIENCE, ENDING = 10 * PATIENCE;

const tests = [];
const endings = [];

/** Adds a test; `body` is given the context of runTests() and throws where it fails. */
export function test(name, body) { tests.push({ name, body }); }

/** Has a function called when all tests are over, whatever happened; the latest first. */
export function atEnd(end) { endings.push(end); }

export async function end() {
  while (endings.length > 0) await limited(Promise.resolve(endings.pop()()), ENDING).catch((error) => console.log(`at the end: ${error.message}`));
}

export function check(condition, reason) { if (!condition) throw new Error(reason); }

export function checkEqual(actual, expected, what) {
  check(actual === expected, `${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

export function checkNear(actual, expected, tolerance, what) {
  check(Math.abs(actual - expected) <= tolerance, `${what}: ${actual} instead of ${expected}, tolerance ${tolerance}`);
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until a function gives something true, and returns it. */
export async function until(condition, what, seconds = 20) {
  const last = Date.now() + 1000 * seconds * PATIENCE;
  for (;;) {
    const result = await condition();
    if (result) return result;
    check(Date.now() < last, `not within ${seconds * PATIENCE} s: ${what}`);
    await sleep(20);
  }
}

/** The result of a function, computed when it is first wanted. */
export function once(make) {
  let result;
  return () => (result ??= make());
}

async function limited(work, seconds) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it takes more than ${seconds} s`)), 1000 * seconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs all tests whose names contain `only`, one after the other; returns how many failed. */
export async function runTests(context, only = '') {
  let passed = 0, failed = 0;
  for (const { name, body } of tests.filter((entry) => entry.name.includes(only))) {
    const begin = Date.now();
    try {
      await limited(body(context), LIMIT);
      passed += 1;
      console.log(`passed: ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED: ${name}: ${error.message}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed;
}
