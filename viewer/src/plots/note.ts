// A sentence over the lower edge of a plot, with something to press.

import { button, element } from './dom';

export class Note {
  readonly element = element('div', 'plots-note', { role: 'status' });

  constructor() {
    this.hide();
  }

  get shown(): boolean {
    return !this.element.hidden;
  }

  show(text: string, action: string, act: () => void): void {
    const acting = button(action, action, () => {
      this.hide();
      act();
    });
    const closing = button('×', 'Close this note', () => this.hide());
    this.element.replaceChildren(element('span', '', {}, text), acting, closing);
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}
