import type { Scene } from '../protocol/types';
import { sameOwner, type Kind, type Owner } from '../world/part';
import { section } from './controls';
import { h, setText } from './element';
import { icon, type IconName } from './icons';

export interface TreeActions {
  select(owner: Owner): void;
  hover(owner: Owner | null): void;
  /** Shows or hides a body. */
  show(body: number, on: boolean): void;
  /** Shows a body and what hangs on it alone; again: everything. */
  isolate(body: number): void;
  fit(owner: Owner): void;
}

interface Row { owner: Owner; element: HTMLElement; text: string; eye: HTMLElement | null }
/** A list of the tree; `open` says whether it was before a search opened it. */
interface List { element: HTMLDetailsElement; title: string; count: number; rows: readonly HTMLElement[]; open: boolean }

/** The model as a tree of bodies and lists of joints, constraints and forces, with search. */
export class Tree {
  readonly element: HTMLElement;
  private readonly rows: Row[] = [];
  private readonly lists: List[] = [];
  private readonly nothing = h('p.hint.nothing', { role: 'status', hidden: true }, 'No part has this in its name or type.');
  private selected: HTMLElement | null = null;

  constructor(private readonly scene: Scene, private readonly actions: TreeActions) {
    const search = h('input', { type: 'search', placeholder: 'Search the model  ( / )', 'aria-label': 'Search the model' });
    search.addEventListener('input', () => this.filter(search.value));
    const parts = [
      this.list('Bodies', this.bodyRows(), true, scene.bodies.length - 1),
      this.list('Joints', this.plainRows('joint', scene.joints), scene.joints.length <= 12),
      this.list('Constraints', this.plainRows('constraint', scene.constraints), scene.constraints.length <= 12),
      this.list('Forces', this.plainRows('force', scene.forces), scene.forces.length <= 12),
    ];
    const lists = h('div.tree-lists', { role: 'tree', 'aria-label': 'Model', onkeydown: (event: KeyboardEvent) => this.move(event) },
      ...parts.filter((part) => part !== null), this.nothing);
    this.element = h('div.tree', {}, h('div.search', {}, search), lists);
  }

  private list(title: string, rows: HTMLElement[], open: boolean, count = rows.length): HTMLElement | null {
    if (rows.length === 0) return null;
    const element = section(heading(title, count), open, ...rows);
    this.lists.push({ element, title, count, rows, open });
    return element;
  }

  /** Bodies, each after its parent, indented by depth. */
  private bodyRows(): HTMLElement[] {
    const children: number[][] = this.scene.bodies.map(() => []);
    this.scene.bodies.forEach((body, i) => { if (i > 0 && body.parent !== i) children[Math.max(0, body.parent)]!.push(i); });
    const rows: HTMLElement[] = [], seen = new Set<number>();
    const stack = [{ body: 0, depth: 0 }];
    while (stack.length > 0) {
      const { body, depth } = stack.pop()!;
      if (seen.has(body)) continue;
      seen.add(body);
      rows.push(this.bodyRow(body, depth));
      for (const child of [...children[body]!].reverse()) stack.push({ body: child, depth: depth + 1 });
    }
    return rows;
  }

  private bodyRow(body: number, depth: number): HTMLElement {
    const { name, joint } = this.scene.bodies[body]!;
    const eye = h('button.icon.eye', { type: 'button', tabindex: -1, title: 'Show or hide', 'aria-label': `Show or hide ${name}` }, icon('eye'));
    eye.addEventListener('click', (event) => {
      event.stopPropagation();
      this.actions.show(body, eye.classList.contains('off'));
    });
    const only = h('button.icon.only', { type: 'button', tabindex: -1, title: 'Show this alone', 'aria-label': `Show ${name} alone` }, icon('only'));
    only.addEventListener('click', (event) => {
      event.stopPropagation();
      this.actions.isolate(body);
    });
    return this.row({ kind: 'body', index: body }, 'body', name, this.scene.joints[joint]?.type ?? '', Math.min(depth, 10), only, eye);
  }

  private plainRows(kind: Kind & IconName, list: readonly { name: string; type: string }[]): HTMLElement[] {
    return list.map(({ name, type }, index) => this.row({ kind, index }, kind, name, type, 0));
  }

  private row(owner: Owner, symbol: IconName, name: string, type: string, depth: number, ...buttons: HTMLElement[]): HTMLElement {
    const element = h('div.row', {
      role: 'treeitem', tabindex: 0, 'aria-label': `${owner.kind} ${name}`, 'aria-level': depth + 1, style: `--depth:${depth}`,
      onclick: () => this.actions.select(owner), ondblclick: () => this.actions.fit(owner),
      onpointerenter: () => this.actions.hover(owner), onpointerleave: () => this.actions.hover(null),
    }, icon(symbol), h('span.name', { title: name }, name), h('span.type', {}, type), ...buttons);
    this.rows.push({ owner, element, text: `${name} ${type}`.toLowerCase(), eye: buttons[1] ?? null });
    return element;
  }

  /** Keys within the tree: arrows move, Enter selects. */
  private move(event: KeyboardEvent): void {
    const visible = this.rows.map(({ element }) => element).filter((element) => element.offsetParent !== null);
    const at = visible.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) visible[Math.min(visible.length - 1, Math.max(0, at + step))]!.focus();
    else if (event.key === 'Enter' || event.key === ' ') visible[at]!.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private filter(text: string): void {
    const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const before = this.element.classList.contains('filtered'), now = words.length > 0;
    this.element.classList.toggle('filtered', now);
    for (const row of this.rows) row.element.hidden = !words.every((word) => row.text.includes(word));
    for (const list of this.lists) {
      if (!before) list.open = list.element.open;
      const found = list.rows.filter((row) => !row.hidden).length;
      list.element.hidden = found === 0;
      list.element.open = now || list.open;
      setText(list.element.querySelector('summary')!, heading(list.title, now ? found : list.count));
    }
    this.nothing.hidden = this.lists.some(({ element }) => !element.hidden);
  }

  focusSearch(): void { this.element.querySelector('input')?.focus(); }

  mark(owner: Owner | null): void {
    this.selected?.classList.remove('selected');
    this.selected?.removeAttribute('aria-selected');
    this.selected = this.rows.find((row) => sameOwner(row.owner, owner))?.element ?? null;
    if (!this.selected) return;
    this.selected.classList.add('selected');
    this.selected.setAttribute('aria-selected', 'true');
    if (this.selected.offsetParent) this.selected.scrollIntoView({ block: 'nearest' });
  }

  setShown(shown: Uint8Array): void {
    for (const { owner, element, eye } of this.rows) {
      if (!eye) continue;
      const on = shown[owner.index] === 1;
      eye.classList.toggle('off', !on);
      eye.replaceChildren(icon(on ? 'eye' : 'hidden'));
      element.classList.toggle('dim', !on);
    }
  }
}

function heading(title: string, count: number): string { return `${title}  ${count}`; }
