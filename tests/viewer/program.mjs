// Runs the program `sarrus`.
import { spawn } from 'node:child_process';
import { check, until } from './harness.mjs';

const children = new Set();
process.on('exit', () => { for (const child of children) child.kill('SIGKILL'); });

/** The environment without a desktop, so that no window is opened. */
function environment(changes) {
  const result = { ...process.env, ...changes };
  for (const name of ['DISPLAY', 'WAYLAND_DISPLAY']) delete result[name];
  for (const [name, value] of Object.entries(changes)) if (value === undefined) delete result[name];
  return result;
}

function launch(file, words, changes) {
  const child = spawn(file, words, { env: environment(changes), stdio: ['pipe', 'pipe', 'pipe'] });
  const state = { child, output: '', messages: '', status: null };
  children.add(child);
  child.stdin.on('error', () => {});
  child.stdout.setEncoding('utf8').on('data', (text) => { state.output += text; });
  child.stderr.setEncoding('utf8').on('data', (text) => { state.messages += text; });
  state.ended = new Promise((done) => {
    const finish = (status) => {
      children.delete(child);
      state.status = status;
      done(status);
    };
    child.on('error', () => finish(-1));
    child.on('close', (code, signal) => finish(code ?? signal));
  });
  return state;
}

/** Runs a command to its end: status (or the signal that ended it), output, messages. */
export async function runProgram(file, words, { input = '', changes = {} } = {}) {
  const state = launch(file, words, changes);
  state.child.stdin.end(input);
  await state.ended;
  return state;
}

/** Runs a command that must succeed; returns its output. */
export async function outputOf(file, words, options) {
  const { status, output, messages } = await runProgram(file, words, options);
  check(status === 0, `${words.join(' ')} ends with status ${status}: ${messages.trim()}`);
  return output;
}

/** A program that serves a view until it is ended. */
export class Server {
  constructor(file, words) { this.state = launch(file, words, {}); }

  get pid() { return this.state.child.pid; }

  /** Its address, the first that it prints. */
  async address() {
    const found = await until(() => /http:\/\/\S+/.exec(this.state.output) ?? (this.state.status !== null && 'ended'),
      'the program prints its address', 15);
    check(found !== 'ended', `the program has ended with status ${this.state.status}: ${this.state.messages.trim()}`);
    return found[0];
  }

  /** Sends a signal and returns the status that the program ends with. */
  async end(signal = 'SIGTERM') {
    if (this.state.status === null) this.state.child.kill(signal);
    const timer = setTimeout(() => this.state.child.kill('SIGKILL'), 5000);
    const status = await this.state.ended;
    clearTimeout(timer);
    return status;
  }
}
