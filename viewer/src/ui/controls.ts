import { h } from './element';
import { icon, type IconName } from './icons';

/** A button with an icon alone; the label is its name for readers and its tip. */
export function iconButton(name: IconName, label: string, action: () => void, key?: string): HTMLButtonElement {
  const tip = key ? `${label} (${key})` : label;
  return h('button.icon', { type: 'button', title: tip, 'aria-label': label, onclick: action }, icon(name));
}

export function textButton(label: string, action: () => void, title?: string): HTMLButtonElement {
  return h('button', { type: 'button', title, onclick: action }, label);
}

export function setIcon(button: HTMLButtonElement, name: IconName, label: string): void {
  if (button.dataset['icon'] === name) return;
  button.dataset['icon'] = name;
  button.replaceChildren(icon(name));
  button.title = label;
  button.setAttribute('aria-label', label);
}

export function setPressed(button: HTMLElement, on: boolean): void {
  button.setAttribute('aria-pressed', String(on));
}

export function checkbox(label: string, on: boolean, change: (on: boolean) => void): { element: HTMLElement; set(on: boolean): void } {
  const input = h('input', { type: 'checkbox', onchange: () => change(input.checked) });
  input.checked = on;
  return { element: h('label.check', {}, input, h('span', {}, label)), set: (value) => { input.checked = value; } };
}

/** A slider; while a user moves it, `follow` leaves it alone. */
export interface Slider { element: HTMLElement; set(value: number): void; follow(value: number): void }

/** What a user sets takes effect after a while, in milliseconds: until then a slider does not go back. */
const EFFECT = 400;

/** A slider with its value beside it. */
export function slider(label: string, range: { lower: number; upper: number; value: number }, format: (value: number) => string,
                       change: (value: number) => void): Slider {
  const input = h('input', { type: 'range', min: range.lower, max: range.upper, step: 'any', 'aria-label': label });
  const shown = h('output', {}, format(range.value));
  input.value = String(range.value);
  let moved = -Infinity;
  input.addEventListener('input', () => {
    shown.textContent = format(input.valueAsNumber);
    moved = performance.now();
    change(input.valueAsNumber);
  });
  const set = (value: number): void => {
    if (document.activeElement !== input || !input.matches(':active')) input.value = String(value);
    shown.textContent = format(value);
  };
  const follow = (value: number): void => {
    if (!input.matches(':active') && performance.now() - moved > EFFECT) set(value);
  };
  return { element: h('div.slider', {}, h('span.name', { title: label }, label), shown, input), set, follow };
}

/** A part of a panel that can be folded. */
export function section(title: string, open: boolean, ...children: (Node | string)[]): HTMLDetailsElement {
  const details = h('details.section', {}, h('summary', {}, title), h('div.content', {}, ...children));
  details.open = open;
  return details;
}
