// A list of signals to choose from, with search, groups and keys: a combo box that opens a list box.

import { nameWithUnit } from './curves';
import { element, uniqueId } from './dom';
import { grouped, search } from './search';
import type { Signal } from './types';

export interface Choice {
  readonly signals: readonly Signal[];
  readonly title: string;
  /** Several signals can be chosen: choosing one leaves the list open. */
  readonly several: boolean;
  /** Offers time above the signals, with the number TIME. */
  readonly time: boolean;
  isChosen(signal: number): boolean;
  /** Returns a sentence if the signal is refused. */
  choose(signal: number): string | undefined;
}

export const TIME = -1;

/** More options than this are not listed but counted: a search makes them fewer. */
const MOST = 300;
const MARGIN = 8;
const GAP = 4;
const WIDTH = 300;
const HEIGHT = 380;
/** With this height below the anchor the list is not opened above it. */
const ENOUGH = 240;

/** Opens the list below (or above) the anchor; the anchor gets the focus back. */
export function openChooser(anchor: HTMLElement, root: HTMLElement, choice: Choice): void {
  new Chooser(anchor, root, choice);
}

class Chooser {
  private readonly box = element('div', 'plots-chooser', { popover: 'manual', role: 'dialog' });
  private readonly input: HTMLInputElement;
  private readonly list: HTMLElement;
  private readonly refused = element('div', 'plots-refused', { role: 'status' });
  private readonly listening = new AbortController();
  private options: { signal: number; element: HTMLElement }[] = [];
  private active = 0;

  constructor(private readonly anchor: HTMLElement, root: HTMLElement, private readonly choice: Choice) {
    const listId = uniqueId();
    this.box.setAttribute('aria-label', choice.title);
    this.input = element('input', 'plots-search', {
      type: 'text', role: 'combobox', placeholder: 'Search by name, group or unit', 'aria-label': choice.title,
      'aria-expanded': 'true', 'aria-controls': listId, 'aria-autocomplete': 'list',
      autocomplete: 'off', spellcheck: 'false',
    });
    this.list = element('div', 'plots-options', { id: listId, role: 'listbox', 'aria-label': 'Signals' });
    if (choice.several) this.list.setAttribute('aria-multiselectable', 'true');
    this.refused.hidden = true;
    this.box.append(this.input, this.list, this.refused);
    root.append(this.box);
    this.box.showPopover();
    this.place();
    this.fill();
    this.listen();
    anchor.setAttribute('aria-expanded', 'true');
    this.input.focus();
  }

  private place(): void {
    const at = this.anchor.getBoundingClientRect();
    const width = Math.min(WIDTH, innerWidth - 2 * MARGIN);
    const below = innerHeight - at.bottom - MARGIN;
    const above = at.top - MARGIN;
    const { style } = this.box;
    style.width = `${width}px`;
    style.left = `${Math.max(MARGIN, Math.min(at.left, innerWidth - width - MARGIN))}px`;
    const isBelow = below >= Math.min(ENOUGH, above);
    style.height = `${Math.min(HEIGHT, (isBelow ? below : above) - GAP)}px`;
    if (isBelow) style.top = `${at.bottom + GAP}px`;
    else style.bottom = `${innerHeight - at.top + GAP}px`;
  }

  private listen(): void {
    const { signal } = this.listening;
    this.input.addEventListener('input', () => this.fill());
    this.box.addEventListener('keydown', (event) => this.pressKey(event));
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    addEventListener('resize', () => this.close(), { signal });
    document.addEventListener('pointerdown', (event) => {
      const target = event.target as Node;
      if (!this.box.contains(target)) this.close();
    }, { signal, capture: true });
    this.box.addEventListener('focusout', (event) => {
      const next = event.relatedTarget as Node | null;
      if (next && !this.box.contains(next)) this.close();
    });
  }

  private close(): void {
    if (this.listening.signal.aborted) return;
    this.listening.abort();
    const focused = this.box.contains(document.activeElement);
    this.anchor.setAttribute('aria-expanded', 'false');
    this.box.remove();
    if (focused) this.anchor.focus();
  }

  private fill(): void {
    const { signals, time } = this.choice;
    const query = this.input.value;
    const found = search(signals, query);
    this.options = [];
    this.list.replaceChildren();
    if (time && 'time s'.includes(query.trim().toLowerCase())) this.list.append(this.makeOption(TIME, 'time (s)'));
    for (const group of grouped(signals, found.slice(0, MOST))) this.list.append(this.makeGroup(group.name, group.signals));
    if (found.length > MOST) this.addNote(`and ${found.length - MOST} more: type to find them`);
    if (this.options.length === 0) {
      this.addNote(signals.length === 0 ? 'This model has no signals.' : `No signal matches “${query}”.`);
    }
    this.list.scrollTop = 0;
    this.activate(0);
  }

  private makeGroup(name: string, signals: readonly number[]): HTMLElement {
    const heading = element('div', 'plots-group', { role: 'presentation' }, name === '' ? 'other' : name);
    const group = element('div', '', { role: 'group', 'aria-label': name }, heading);
    for (const number of signals) group.append(this.makeOption(number, nameWithUnit(this.choice.signals[number]!)));
    return group;
  }

  private makeOption(signal: number, text: string): HTMLElement {
    const made = element('div', 'plots-option', {
      role: 'option', id: uniqueId(), 'aria-selected': String(this.choice.isChosen(signal)), title: text,
    }, element('span', 'plots-check', { 'aria-hidden': 'true' }, '✓'), element('span', 'plots-option-name', {}, text));
    const number = this.options.length;
    made.addEventListener('click', () => {
      this.activate(number);
      this.choose();
    });
    this.options.push({ signal, element: made });
    return made;
  }

  private addNote(text: string): void {
    this.list.append(element('div', 'plots-none', { role: 'presentation' }, text));
  }

  private activate(number: number): void {
    this.options[this.active]?.element.classList.remove('plots-active');
    this.active = Math.max(0, Math.min(number, this.options.length - 1));
    const option = this.options[this.active]?.element;
    option?.classList.add('plots-active');
    option?.scrollIntoView({ block: 'nearest' });
    this.input.setAttribute('aria-activedescendant', option?.id ?? '');
  }

  private choose(): void {
    const option = this.options[this.active];
    if (!option) return;
    const refused = this.choice.choose(option.signal);
    this.refused.hidden = refused === undefined;
    this.refused.textContent = refused ?? '';
    if (!this.choice.several) {
      this.close();
      return;
    }
    for (const each of this.options) each.element.setAttribute('aria-selected', String(this.choice.isChosen(each.signal)));
  }

  private pressKey(event: KeyboardEvent): void {
    event.stopPropagation();
    const page = 8;
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const move = moves[event.key];
    if (move !== undefined) this.activate(this.active + move);
    else if (event.key === 'Enter') this.choose();
    else if (event.key === 'Escape' || event.key === 'Tab') this.close();
    else return;
    event.preventDefault();
  }
}
