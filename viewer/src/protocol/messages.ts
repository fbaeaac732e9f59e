import { isObject, toNumber, toText } from './values';

/** What a server says in text messages. */
export type ServerMessage =
  | { type: 'scene'; scene: unknown }
  | { type: 'status'; running: boolean; rate: number; pauseAtEvents: boolean; text: string }
  | { type: 'event'; time: number; name: string }
  | { type: 'input'; input: number; value: number }
  | { type: 'saved'; state: string }
  | { type: 'note'; text: string };

/** What the browser says. */
export type BrowserMessage =
  | { type: 'run' | 'pause' | 'reset' | 'release' | 'save' }
  | { type: 'pause_at_events'; on: boolean }
  | { type: 'step'; duration: number }
  | { type: 'rate'; value: number }
  | { type: 'input'; input: number; value: number }
  | { type: 'drag'; body: number; point: number[]; target: number[] }
  | { type: 'button'; button: number }
  | { type: 'key'; key: string }
  | { type: 'load'; state: string }
  | { type: 'received'; frame: number };

/** Reads a text message; null where it cannot be understood. */
export function readMessage(text: string): ServerMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  switch (value['type']) {
    case 'scene': return { type: 'scene', scene: value['scene'] };
    case 'status': return {
      type: 'status', running: value['running'] === true, rate: toNumber(value['rate'], 1),
      pauseAtEvents: value['pause_at_events'] === true, text: toText(value['text']),
    };
    case 'event': {
      const time = toNumber(value['time'], NaN);
      return Number.isFinite(time) ? { type: 'event', time, name: toText(value['name']) } : null;
    }
    case 'input': {
      const input = toNumber(value['input'], -1), number = toNumber(value['value'], NaN);
      return input >= 0 && Number.isFinite(number) ? { type: 'input', input, value: number } : null;
    }
    case 'saved': return typeof value['state'] === 'string' ? { type: 'saved', state: value['state'] } : null;
    case 'note': return { type: 'note', text: toText(value['text']) };
    default: return null;
  }
}
