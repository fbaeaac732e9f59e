// Elements of the page made in one call.

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, className: string, attributes: Readonly<Record<string, string>> = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A button with a text to be seen and a longer one for the tooltip and for screen readers. */
export function button(text: string, label: string, pressed: () => void): HTMLButtonElement {
  const made = element('button', 'plots-button', { type: 'button', 'aria-label': label, title: label }, text);
  made.addEventListener('click', pressed);
  return made;
}

/** Writes a text only if it differs: an unchanged page is not laid out again. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

let ids = 0;

export function uniqueId(): string {
  return `plots-${++ids}`;
}
