import type { Display, Toggle } from '../world/display';
import { ARROW_COLORS } from '../world/palette';
import type { World } from '../world/world';
import { checkbox, section, slider, textButton } from './controls';
import { h, setText } from './element';
import { formatPressure } from './format';

const TOGGLES: readonly [Toggle, string][] = [
  ['visuals', 'Shapes'], ['collisions', 'Collision shapes'], ['joints', 'Joints'], ['axes', 'Joint axes'], ['frames', 'Frames'],
  ['masses', 'Centers of mass'], ['inertias', 'Inertias'], ['constraints', 'Constraints'], ['forces', 'Springs'],
  ['contactPoints', 'Contact points'], ['contactPatches', 'Contact areas'], ['traces', 'Paths'], ['ghosts', 'Ghosts'], ['wireframe', 'Wireframe'], ['grid', 'Grid'], ['shadows', 'Shadows'],
];

/** What is shown and how: switches, arrows, opacity. */
export class DisplayPanel {
  readonly element: HTMLElement;
  private readonly boxes = new Map<Toggle, { set(on: boolean): void }>();
  /** What the colors of contact patches mean. */
  private readonly legend = h('div.legend', {}, h('i', {}), h('output', {}));
  private readonly arrowBoxes = new Map<string, { set(on: boolean): void }>();

  constructor(private readonly world: World, ghosts: boolean, private readonly changed: () => void) {
    const display = world.display;
    const useful = (name: Toggle): boolean => {
      const scene = world.scene;
      if (name === 'ghosts') return ghosts;
      if (name === 'collisions') return scene.visuals.some((visual) => visual.role === 'collision');
      if (name === 'axes') return scene.joints.some(({ axes }) => axes.length > 0 && axes.length < 6);
      if (name === 'contactPoints' || name === 'contactPatches') return scene.patches.length > 0;
      if (name === 'constraints') return scene.constraints.length > 0;
      if (name === 'forces') return scene.forces.some((force) => force.ends.length > 1);
      return true;
    };
    const boxes = TOGGLES.filter(([name]) => useful(name)).map(([name, label]) => {
      const box = checkbox(label, display[name], (on) => this.set({ [name]: on }));
      this.boxes.set(name, box);
      return box.element;
    });
    const opacity = slider('Opacity', { lower: 0.1, upper: 1, value: 1 }, (value) => `${Math.round(100 * value)} %`,
      (value) => this.set({ opacity: value }));
    const show = section('Show', true, h('div.checks', {}, ...boxes), this.legend, opacity.element,
      h('div.actions', {}, textButton('Clear paths', () => { world.traces.clear(); changed(); }, 'Forget all traced points')));
    this.update();
    this.element = h('div.display', {}, show, ...(world.arrows.groups.length > 0 ? [this.arrowSection()] : []));
  }

  private arrowSection(): HTMLElement {
    const { arrows } = this.world;
    const boxes = arrows.groups.map((group) => {
      const { element, set } = checkbox(group, arrows.shown.has(group), (on) => this.showArrows(group, on));
      this.arrowBoxes.set(group, { set });
      const color = (ARROW_COLORS[group] ?? 0xe8893a).toString(16).padStart(6, '0');
      element.append(h('i.swatch', { style: `background:#${color}` }));
      return element;
    });
    const scale = slider('Length', { lower: -1, upper: 1, value: 0 }, (value) => `${(10 ** value).toPrecision(2)}×`,
      (value) => this.set({ arrowScale: 10 ** value }));
    return section('Arrows', true, h('div.checks.wide', {}, ...boxes), scale.element);
  }

  /** Brings the legend up to date with the largest pressure met. */
  update(): void {
    const { largest } = this.world.patches;
    this.legend.hidden = !this.world.display.contactPatches || !(largest > 0);
    if (!this.legend.hidden) setText(this.legend.lastElementChild as HTMLElement, `pressure up to ${formatPressure(largest)}`);
  }

  /** Shows points and patches of contact, or neither where one is shown. */
  toggleContacts(): void {
    const { contactPoints, contactPatches } = this.world.display, on = !contactPoints && !contactPatches;
    this.set({ contactPoints: on, contactPatches: on });
  }

  toggle(name: Toggle): void { this.set({ [name]: !this.world.display[name] }); }

  /** Shows all arrows, or none where some are shown. */
  toggleArrows(): void {
    const on = this.world.arrows.shown.size === 0;
    for (const group of this.world.arrows.groups) this.showArrows(group, on);
  }

  private showArrows(group: string, on: boolean): void {
    const { shown } = this.world.arrows;
    if (on) shown.add(group);
    else shown.delete(group);
    this.arrowBoxes.get(group)?.set(on);
    this.changed();
  }

  private set(change: Partial<Display>): void {
    Object.assign(this.world.display, change);
    for (const [name, box] of this.boxes) box.set(this.world.display[name]);
    this.world.applyDisplay();
    this.update();
    this.changed();
  }
}
