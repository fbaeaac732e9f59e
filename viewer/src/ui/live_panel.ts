import type { BrowserMessage } from '../protocol/messages';
import type { Scene } from '../protocol/types';
import type { Snapshot } from '../motion/sample';
import { checkbox, section, slider, textButton, type Slider } from './controls';
import { h } from './element';
import { formatNumber } from './format';

/** Sliders for inputs, the program's buttons, and saved states. */
export class LivePanel {
  readonly element: HTMLElement;
  private readonly inputs: Slider[] = [];
  /** The signal that each input sets; −1: none. */
  private readonly signals: number[];
  private state: string | null = null;
  private readonly load: HTMLButtonElement;
  private readonly pauseAtEvents: ReturnType<typeof checkbox>;

  constructor(private readonly scene: Scene, send: (message: BrowserMessage) => void) {
    this.load = textButton('Load', () => { if (this.state !== null) send({ type: 'load', state: this.state }); }, 'Back to the saved state');
    this.state = recall(scene.name);
    this.load.disabled = this.state === null;
    this.pauseAtEvents = checkbox('Pause at events', false, (on) => send({ type: 'pause_at_events', on }));
    this.signals = scene.inputs.map((input) => scene.signals.findIndex(({ name, group }) => name === input.name && group === 'coordinates' && input.group === group));
    const groups = [...new Set(scene.inputs.map((input) => input.group))];
    scene.inputs.forEach((input, i) => {
      this.inputs.push(slider(input.name, input, (value) => `${formatNumber(value, 3)} ${input.unit}`,
        (value) => send({ type: 'input', input: i, value })));
    });
    const buttons = scene.buttons.map((button, i) =>
      textButton(button.key ? `${button.name}  (${button.key})` : button.name, () => send({ type: 'button', button: i })));
    this.element = h('div.live-panel', {},
      ...(buttons.length > 0 ? [section('Program', true, h('div.actions', {}, ...buttons))] : []),
      ...groups.map((group) => section(capitalized(group), true, ...this.sliders(group))),
      section('Run', true, this.pauseAtEvents.element),
      section('State', true, h('div.actions', {}, textButton('Save', () => send({ type: 'save' }), 'Keep the present state'), this.load)));
  }

  private sliders(group: string): HTMLElement[] {
    return this.inputs.filter((_, i) => this.scene.inputs[i]!.group === group).map(({ element }) => element);
  }

  setPauseAtEvents(on: boolean): void { this.pauseAtEvents.set(on); }
  setInput(input: number, value: number): void { this.inputs[input]?.set(value); }

  /** Has the sliders of coordinates show where the mechanism is. */
  update(now: Snapshot): void {
    this.signals.forEach((signal, i) => {
      const value = now.signals[signal];
      if (value !== undefined && Number.isFinite(value)) this.inputs[i]!.follow(value);
    });
  }

  setSaved(state: string): void {
    this.state = state;
    keep(this.scene.name, state);
    this.load.disabled = false;
  }
}

// A saved state outlives the page where the browser allows it.
function keep(name: string, state: string): void {
  try {
    localStorage.setItem(`sarrus state of ${name}`, state);
  } catch {
    return;
  }
}

function recall(name: string): string | null {
  try {
    return localStorage.getItem(`sarrus state of ${name}`);
  } catch {
    return null;
  }
}

function capitalized(text: string): string { return text.charAt(0).toUpperCase() + text.slice(1); }
