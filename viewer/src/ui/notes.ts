import { iconButton } from './controls';
import { h } from './element';
import { icon } from './icons';

const SHOWN = 3;

/** Sentences for the user in a corner of the scene: each said once, the latest few shown, all kept. */
export class Notes {
  readonly element = h('div.notes', { role: 'status', 'aria-live': 'polite' });
  readonly all: string[] = [];

  add(text: string): void {
    if (text === '' || this.all.includes(text)) return;
    this.all.push(text);
    const note = h('div.note', {}, icon('warning'), h('span', {}, text), iconButton('close', 'Dismiss', () => note.remove()));
    this.element.append(note);
    while (this.element.children.length > SHOWN) this.element.firstElementChild!.remove();
  }

  clear(): void {
    this.all.length = 0;
    this.element.replaceChildren();
  }
}
