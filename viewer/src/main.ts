import { Commands } from './app/commands';
import { makeHook } from './app/hook';
import { LiveOpener } from './app/open_live';
import { PageOpener } from './app/open_page';
import { Pointer } from './app/pointer';
import { listenToKeys } from './app/shortcuts';
import { Viewer } from './app/viewer';
import { readAddress, type Wishes } from './protocol/address';
import { readPage } from './protocol/page';

/** The viewer, or a sentence on the page where the browser cannot draw in space. */
function makeViewer(root: HTMLElement): Viewer | null {
  try {
    return new Viewer(root);
  } catch (error) {
    root.className = 'failed';
    root.textContent = `This browser cannot show the scene, it lacks WebGL 2: ${error instanceof Error ? error.message : String(error)}`;
    return null;
  }
}

function start(): void {
  const root = document.getElementById('viewer')!;
  const wishes = readAddress(location.hash);
  const viewer = makeViewer(root);
  if (!viewer) return;
  const commands = new Commands(viewer, root);
  (window as unknown as { sarrus: object }).sarrus = makeHook(viewer);
  viewer.layout.bare = wishes.bare;
  viewer.setTheme(wishes.theme ?? (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  commands.bar.setTheme(viewer.theme);
  commands.bar.setStatus('', '');
  new Pointer(viewer);
  listenToKeys(viewer, commands);
  // The data follow this script in the page, so that shaders are compiled while they are read.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => open(root, viewer, commands, wishes));
  else open(root, viewer, commands, wishes);
}

/** Opens the data of the page, or the simulation of its server where it has none. */
function open(root: HTMLElement, viewer: Viewer, commands: Commands, wishes: Wishes): void {
  const element = document.getElementById('sarrus-page');
  if (!element) {
    new LiveOpener(viewer, commands, wishes);
    return;
  }
  try {
    const opener = new PageOpener(readPage(element.textContent ?? ''), viewer, commands, root);
    void opener.open(wishes);
    window.addEventListener('hashchange', () => void opener.change(readAddress(location.hash)));
  } catch (error) {
    viewer.showEmpty();
    viewer.notes.add(`The page cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

start();
