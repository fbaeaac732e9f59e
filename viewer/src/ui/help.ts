import { iconButton } from './controls';
import { h } from './element';

const KEYS: readonly [string, [string, string][]][] = [
  ['Time', [['Space', 'play, pause'], ['← →', 'one frame back, forward'], ['Home End', 'begin, end'], [', .', 'event before, after'], ['[ ]', 'slower, faster'], ['L', 'loop'], ['R', 'reset (live)']]],
  ['Camera', [['drag', 'turn'], ['right drag', 'pan'], ['wheel', 'zoom'], ['1 2 3 4', 'iso, front, side, top'], ['0', 'fit all'], ['O', 'perspective on, off'], ['F', 'follow the selected body']]],
  ['Model', [['click', 'select'], ['Esc', 'select nothing'], ['/', 'search'], ['H', 'hide, show the selected body'], ['I', 'isolate it'], ['T', 'trace the point clicked'], ['Ctrl drag', 'pull a body (live; also Alt)']]],
  ['Show', [['J', 'joints'], ['K', 'axes of joints'], ['X', 'frames'], ['M', 'centers of mass'], ['E', 'inertia ellipsoids'], ['A', 'arrows'], ['C', 'contact points and areas'], ['W', 'wireframe'], ['G', 'grid'], ['D', 'dark, light'], ['P', 'plots'], ['B', 'side panels'], ['?', 'this help']]],
];

/** All keys and gestures on one page. */
export class Help {
  readonly element: HTMLDialogElement;

  constructor() {
    this.element = h('dialog.help', { 'aria-label': 'Keys' },
      h('header', {}, h('h2', {}, 'Keys and gestures'), iconButton('close', 'Close', () => this.element.close())),
      h('div.columns', {}, ...KEYS.map(([title, keys]) => h('section', {}, h('h3', {}, title),
        h('dl', {}, ...keys.flatMap(([key, meaning]) => [h('dt', {}, ...key.split(' ').map((part) => h('kbd', {}, part))), h('dd', {}, meaning)]))))));
    this.element.addEventListener('click', (event) => { if (event.target === this.element) this.element.close(); });
  }

  toggle(): void {
    if (this.element.open) this.element.close();
    else this.element.showModal();
  }
}
