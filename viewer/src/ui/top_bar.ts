import type { Theme, ViewName } from '../protocol/address';
import { iconButton, setIcon, setPressed, textButton } from './controls';
import { h, setText } from './element';
import type { Layout } from './layout';

export interface TopActions {
  view(name: ViewName): void;
  fit(): void;
  orthographic(): void;
  theme(): void;
  help(): void;
  plots(): void;
  plotsBeside(): void;
  gallery(): void;
  next(direction: number): void;
}

/** The bar at the top: what is shown, the camera's views, panels, theme and help. */
export class TopBar {
  private readonly title = h('button.title', { type: 'button', title: 'Choose what to see' });
  private readonly chooser = h('div.buttons.chooser', {});
  private readonly status = h('span.status', { role: 'status' });
  private readonly parallel: HTMLButtonElement;
  private readonly themeButton: HTMLButtonElement;
  private readonly plotButton: HTMLButtonElement;
  private readonly panels: ['left' | 'right', HTMLButtonElement][] = [];

  constructor(layout: Layout, actions: TopActions) {
    const panel = (name: 'left' | 'right', label: string): HTMLButtonElement => {
      const button = iconButton(name, label, () => {
        layout.show(name, !layout.shown(name));
        this.setPanels(layout);
      }, 'B');
      this.panels.push([name, button]);
      return button;
    };
    const views: [ViewName, string, string][] = [['iso', 'Iso', '1'], ['front', 'Front', '2'], ['side', 'Side', '3'], ['top', 'Top', '4']];
    this.title.addEventListener('click', () => actions.gallery());
    this.parallel = textButton('Ortho', () => actions.orthographic(), 'Without perspective (O)');
    this.themeButton = iconButton('moon', 'Dark or light', () => actions.theme(), 'D');
    this.plotButton = iconButton('plot', 'Plots', () => actions.plots(), 'P');
    setPressed(this.parallel, false);
    setPressed(this.plotButton, false);
    this.chooser.append(iconButton('back', 'Previous', () => actions.next(-1)), iconButton('grid', 'Gallery', () => actions.gallery()),
      iconButton('forward', 'Next', () => actions.next(1)));
    layout.top.append(
      panel('left', 'Model tree'), this.title, this.chooser, this.status, h('span.space', {}),
      h('div.buttons.views', { role: 'group', 'aria-label': 'Views' },
        ...views.map(([name, label, key]) => textButton(label, () => actions.view(name), `${label} view (${key})`)), this.parallel,
        iconButton('fit', 'Fit all', () => actions.fit(), '0')),
      h('div.buttons', {}, this.plotButton, iconButton('bottom', 'Plots below or beside', () => actions.plotsBeside()), panel('right', 'Details'),
        this.themeButton, iconButton('help', 'Keys and gestures', () => actions.help(), '?')));
    this.setPanels(layout);
  }

  setTitle(page: string, name: string, several: boolean): void {
    this.title.replaceChildren(h('strong', {}, name), ...(page && page !== name ? [h('span', {}, page)] : []));
    this.title.disabled = !several;
    this.chooser.hidden = !several;
    document.title = page && page !== name ? `${name} – ${page}` : name;
  }

  setStatus(text: string, kind: '' | 'good' | 'waiting' | 'bad'): void {
    setText(this.status, text);
    this.status.dataset['kind'] = kind;
    this.status.hidden = text === '';
  }

  setTheme(theme: Theme): void { setIcon(this.themeButton, theme === 'dark' ? 'sun' : 'moon', `${theme === 'dark' ? 'Light' : 'Dark'} theme (D)`); }
  setPanels(layout: Layout): void { for (const [name, button] of this.panels) setPressed(button, layout.shown(name)); }
  setOrthographic(on: boolean): void { setPressed(this.parallel, on); }
  setPlots(on: boolean): void { setPressed(this.plotButton, on); }
}
