import type { ViewName } from '../protocol/address';
import type { Toggle } from '../world/display';
import type { Commands } from './commands';
import type { Source } from './source';
import type { Viewer } from './viewer';

const VIEWS: Readonly<Record<string, ViewName>> = { 1: 'iso', 2: 'front', 3: 'side', 4: 'top' };
const TOGGLES: Readonly<Record<string, Toggle>> = { j: 'joints', k: 'axes', x: 'frames', m: 'masses', e: 'inertias', w: 'wireframe', g: 'grid' };

/** Keys: those of a live program's buttons first, then the viewer's own; the rest reach the program. */
export function listenToKeys(viewer: Viewer, commands: Commands): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (document.querySelector('dialog[open]') && event.key !== '?') return;
    if (pressButton(viewer, event.key) || handle(viewer, commands, event)) event.preventDefault();
    else if (viewer.shown?.source.live && event.key.length === 1) viewer.shown.source.send({ type: 'key', key: event.key });
  });
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && !(target.type === 'range' && target.closest('.time-line'));
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter'));
}

function pressButton(viewer: Viewer, key: string): boolean {
  const { scene, source } = viewer.shown ?? {};
  if (!source?.live) return false;
  const button = scene!.buttons.findIndex((entry) => entry.key !== '' && entry.key.toLowerCase() === key.toLowerCase());
  if (button < 0) return false;
  source.send({ type: 'button', button });
  return true;
}

function handle(viewer: Viewer, commands: Commands, event: KeyboardEvent): boolean {
  const shown = viewer.shown, key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === '?') return done(commands.help());
  if (key === 'd') return done(commands.theme());
  if (!shown) return false;
  const { source } = shown, { selection } = viewer;
  const view = VIEWS[key], toggle = TOGGLES[key];
  if (view) return done(viewer.rig.view(view));
  if (toggle) return done(shown.display.toggle(toggle));
  const body = selection.body;
  switch (key) {
    case ' ': return done(source.toggle());
    case 'ArrowLeft': return done(source.step(-1));
    case 'ArrowRight': return done(source.step(1));
    case 'Home': return done(source.scrub(source.player.begin));
    case 'End': return done(source.scrub(source.player.end));
    case ',': return done(goToEvent(source, -1));
    case '.': return done(goToEvent(source, 1));
    case '[': return done(source.changeSpeed(-1));
    case ']': return done(source.changeSpeed(1));
    case 'l': return done((source.player.loop = !source.player.loop));
    case 'r': return done(source.reset());
    case '0': return done(viewer.fitAll());
    case 'o': return done(commands.orthographic());
    case 'p': return done(commands.plots());
    case 'b': return done(commands.panels());
    case 'a': return done(commands.arrows());
    case 'c': return done(shown.display.toggleContacts());
    case '/': return done(commands.search());
    case 'Escape': return done(selection.select(null));
    case 'f': return body >= 0 && done(selection.follow(body));
    case 'h': return body >= 0 && done(selection.toggleShown(body));
    case 'i': return body >= 0 && done(selection.isolate(body));
    case 't': return body >= 0 && done(selection.trace(body));
    default: return false;
  }
}

/** Shows the time of the previous (−1) or next (+1) event. */
function goToEvent(source: Source, direction: number): void {
  const times = source.motions.flatMap(({ events }) => events.map(({ time }) => time)), now = source.player.time;
  const there = times.filter((time) => direction * (time - now) > 0);
  if (there.length > 0) source.scrub(direction > 0 ? Math.min(...there) : Math.max(...there));
}

function done(_result: unknown): true { return true; }
