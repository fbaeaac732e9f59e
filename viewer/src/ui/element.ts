type Child = Node | string | null | undefined | false;
type Attributes = Record<string, unknown>;

/**
 * Makes an element: `h('button.primary', { title: 'Play', onclick: play }, 'Play')`. Attributes that begin with "on" are
 * listeners, false and undefined ones are left out.
 */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K | `${K}.${string}`, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const [name, ...classes] = tag.split('.') as [K, ...string[]];
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (key.startsWith('on') && typeof value === 'function') element.addEventListener(key.slice(2), value as EventListener);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets the text where it differs: most values shown do not change with every frame. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
