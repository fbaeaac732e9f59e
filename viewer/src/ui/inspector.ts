import type { Snapshot } from '../motion/sample';
import type { End, Scene } from '../protocol/types';
import type { Owner } from '../world/part';
import { setPressed, textButton } from './controls';
import { h, setText } from './element';
import { formatNumber, formatVector } from './format';
import { icon } from './icons';

export interface InspectorActions {
  select(owner: Owner): void;
  fit(owner: Owner): void;
  follow(body: number): void;
  trace(body: number): void;
  isolate(body: number): void;
  plot(signals: number[]): void;
  isFollowed(body: number): boolean;
  isIsolated(body: number): boolean;
}

/** A value on the page, and where it comes from. */
interface Live { element: HTMLElement; read(now: Snapshot): string }

/** What the first button for plotting says. */
const PLOTTED: Partial<Record<Owner['kind'], string>> = { joint: 'Plot coordinates', constraint: 'Plot errors', force: 'Plot force' };

/** Says everything about what is selected, with the values of the moment shown. */
export class Inspector {
  readonly element = h('div.inspector', { 'aria-live': 'off' });
  private live: Live[] = [];
  /** Buttons that stay pressed, and whether they are. */
  private pressed: { button: HTMLElement; read(): boolean }[] = [];

  constructor(private readonly scene: Scene, private readonly actions: InspectorActions) { this.show(null); }

  show(owner: Owner | null): void {
    this.live = [];
    this.pressed = [];
    this.element.replaceChildren(...(owner ? this.describe(owner) : this.overview()));
  }

  update(now: Snapshot): void {
    for (const { element, read } of this.live) setText(element, read(now));
    for (const { button, read } of this.pressed) setPressed(button, read());
  }

  private overview(): HTMLElement[] {
    const { scene } = this;
    const mass = scene.bodies.reduce((sum, body) => sum + body.mass, 0);
    return [
      this.title('cube', scene.name, 'model'),
      this.table([
        ['bodies', String(scene.bodies.length - 1)], ['joints', String(scene.joints.length)],
        ['constraints', String(scene.constraints.length)], ['forces', String(scene.forces.length)],
        ['mass', `${formatNumber(mass)} kg`], ['gravity', `${formatVector(scene.gravity)} m/s²`],
      ]),
      h('p.hint', {}, 'Select a body, joint, constraint or force in the scene or in the tree.'),
    ];
  }

  private describe(owner: Owner): HTMLElement[] {
    switch (owner.kind) {
      case 'body': return this.body(owner.index);
      case 'joint': return this.joint(owner.index);
      case 'constraint': return this.constraint(owner.index);
      case 'force': return this.force(owner.index);
      case 'arrow': return this.arrow(owner.index);
    }
  }

  private title(symbol: 'cube' | Owner['kind'], name: string, kind: string): HTMLElement {
    return h('h2', {}, icon(symbol), h('span.name', { title: name }, name), h('span.kind', {}, kind));
  }

  private table(rows: [string, string | HTMLElement][]): HTMLElement {
    return h('dl', {}, ...rows.flatMap(([name, value]) => [h('dt', { title: name }, name), h('dd', {}, value)]));
  }

  private value(read: (now: Snapshot) => string): HTMLElement {
    const element = h('span.value', {});
    this.live.push({ element, read });
    return element;
  }

  private signal(index: number): HTMLElement {
    const unit = this.scene.signals[index]!.unit;
    return this.value((now) => `${formatNumber(now.signals[index]!)} ${unit}`);
  }

  private link(kind: Owner['kind'], index: number): HTMLElement {
    const name = (kind === 'joint' ? this.scene.joints : this.scene.bodies)[index]?.name ?? '–';
    return h('button.link', { type: 'button', onclick: () => this.actions.select({ kind, index }) }, name);
  }

  private stays(button: HTMLElement, read: () => boolean): HTMLElement {
    this.pressed.push({ button, read });
    return button;
  }

  private body(index: number): HTMLElement[] {
    const { name, parent, joint, mass, com } = this.scene.bodies[index]!;
    const rows: [string, string | HTMLElement][] = [];
    if (index > 0) rows.push(['parent', this.link('body', Math.max(0, parent))]);
    if (joint >= 0) rows.push(['joint', this.link('joint', joint)]);
    rows.push(['position', this.value((now) => `${formatVector(now.poses, 7 * index)} m`)]);
    rows.push(['quaternion', this.value((now) => formatVector(now.poses, 7 * index + 3, 4))]);
    if (mass > 0) rows.push(['mass', `${formatNumber(mass)} kg`], ['center', `${formatVector(com)} m`]);
    const inertia = this.scene.bodies[index]!.inertia;
    if (inertia.some((x) => x !== 0)) rows.push(['inertia', `${formatVector(inertia)} kg m²`]);
    const coordinates = joint >= 0 ? this.scene.joints[joint]!.coordinates : [];
    for (const signal of coordinates) rows.push([this.scene.signals[signal]!.name, this.signal(signal)]);
    const actions = h('div.actions', {},
      textButton('Fit', () => this.actions.fit({ kind: 'body', index }), 'Look at this body'),
      this.stays(textButton('Follow', () => this.actions.follow(index), 'The camera moves with this body (F)'), () => this.actions.isFollowed(index)),
      textButton('Trace', () => this.actions.trace(index), 'Draw the path of the point clicked (T)'),
      this.stays(textButton('Isolate', () => this.actions.isolate(index), 'Show this body and what hangs on it alone (I)'), () => this.actions.isIsolated(index)),
      ...(coordinates.length > 0 ? [textButton('Plot', () => this.actions.plot(coordinates), 'Plot the coordinates of its joint')] : []));
    return [this.title('body', name, 'body'), actions, this.table(rows)];
  }

  private joint(index: number): HTMLElement[] {
    const joint = this.scene.joints[index]!;
    const rows: [string, string | HTMLElement][] = [
      ['type', joint.type], ['body', this.link('body', joint.body)], ['parent', this.link('body', joint.parent)],
    ];
    joint.coordinates.forEach((signal, i) => {
      rows.push([this.scene.signals[signal]!.name, this.signal(signal)]);
      const lower = joint.lower[i] ?? null, upper = joint.upper[i] ?? null;
      if (lower !== null || upper !== null) {
        rows.push(['limits', `${lower === null ? '−∞' : formatNumber(lower)} … ${upper === null ? '∞' : formatNumber(upper)}`]);
      }
    });
    for (const signal of joint.speeds) rows.push([this.scene.signals[signal]!.name, this.signal(signal)]);
    return [this.title('joint', joint.name, 'joint'), this.plotActions({ kind: 'joint', index }, joint.coordinates, joint.speeds), this.table(rows)];
  }

  private plotActions(owner: Owner, first: number[], second: number[]): HTMLElement {
    return h('div.actions', {}, textButton('Fit', () => this.actions.fit(owner), 'Look at it'),
      ...(first.length > 0 ? [textButton(PLOTTED[owner.kind] ?? 'Plot', () => this.actions.plot(first))] : []),
      ...(second.length > 0 ? [textButton('Plot speeds', () => this.actions.plot(second))] : []));
  }

  private ends(ends: End[]): [string, HTMLElement][] {
    return ends.map((end, i) => [`end ${i + 1}`, h('span', {}, this.link('body', end.body), ` at ${formatVector(end.point)} m`)]);
  }

  private constraint(index: number): HTMLElement[] {
    const { name, type, ends, errors, arrows } = this.scene.constraints[index]!;
    return [this.title('constraint', name, 'constraint'), this.plotActions({ kind: 'constraint', index }, errors, []),
      this.table([['type', type], ...this.ends(ends), ...this.signals(errors), ...this.sizes(arrows)])];
  }

  private force(index: number): HTMLElement[] {
    const { name, type, ends, values, arrows } = this.scene.forces[index]!;
    return [this.title('force', name, 'force'), this.plotActions({ kind: 'force', index }, values, []),
      this.table([['type', type], ...this.ends(ends), ...this.signals(values), ...this.sizes(arrows)])];
  }

  private signals(indices: number[]): [string, HTMLElement][] {
    return indices.map((index) => [this.scene.signals[index]!.name, this.signal(index)]);
  }

  /** The length of an arrow's vector. */
  private size(index: number): HTMLElement {
    const at = 6 * index, { unit } = this.scene.arrows[index]!;
    return this.value(({ arrows }) => `${formatNumber(Math.hypot(arrows[at + 3]!, arrows[at + 4]!, arrows[at + 5]!))} ${unit}`);
  }

  /** The sizes of forces and torques that are drawn as arrows. */
  private sizes(indices: number[]): [string, HTMLElement][] {
    return indices.map((index) => [this.scene.arrows[index]!.name, this.size(index)]);
  }

  private arrow(index: number): HTMLElement[] {
    const { name, group, unit } = this.scene.arrows[index]!;
    const at = 6 * index;
    return [this.title('arrow', name, group), this.table([
      ['size', this.size(index)],
      ['vector', this.value(({ arrows }) => `${formatVector(arrows, at + 3)} ${unit}`)],
      ['point', this.value(({ arrows }) => `${formatVector(arrows, at)} m`)],
    ])];
  }
}
