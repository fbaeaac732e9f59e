import type { Page } from '../protocol/page';
import { isObject, toList } from '../protocol/values';
import { iconButton } from './controls';
import { h } from './element';

/** The items of a page as cards to choose from. */
export class Gallery {
  readonly element: HTMLDialogElement;
  private readonly cards: HTMLButtonElement[];

  constructor(page: Page, choose: (item: number) => void) {
    this.cards = page.items.map((item, i) => h('button.card', { type: 'button', onclick: () => { this.element.close(); choose(i); } },
      h('strong', {}, item.name), h('span.facts', {}, facts(item.scene, item.motions.length)), h('span.text', {}, item.text)));
    this.element = h('dialog.gallery', { 'aria-label': 'Choose what to see' },
      h('header', {}, h('h2', {}, page.title || 'Gallery'), iconButton('close', 'Close', () => this.element.close())),
      h('div.cards', {}, ...this.cards));
    this.element.addEventListener('click', (event) => { if (event.target === this.element) this.element.close(); });
  }

  open(current: number): void {
    this.cards.forEach((card, i) => card.classList.toggle('current', i === current));
    this.element.showModal();
    this.cards[current]?.focus();
  }
}

function facts(scene: unknown, motions: number): string {
  if (!isObject(scene)) return '';
  const count = (name: string): number => toList(scene[name]).length;
  const say = (n: number, one: string, many: string): string => (n > 0 ? `${n} ${n === 1 ? one : many}` : '');
  return [say(count('bodies') - 1, 'body', 'bodies'), say(count('joints'), 'joint', 'joints'), say(count('constraints'), 'constraint', 'constraints'),
    motions > 1 ? `${motions} motions` : ''].filter((text) => text !== '').join(' · ');
}
