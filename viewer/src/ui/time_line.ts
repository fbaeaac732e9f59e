import { SPEEDS, type Player } from '../motion/player';
import type { MotionEvent } from '../protocol/read_motion';
import { niceStep } from '../world/nice_step';
import { iconButton, setIcon, setPressed, textButton } from './controls';
import { h, setText } from './element';
import { formatSpeed, formatTime } from './format';

export interface TimeActions {
  toggle(): void;
  step(direction: number): void;
  scrub(time: number): void;
  /** Speed of a recording, rate wanted of a live simulation. */
  speed(value: number): void;
  reset(): void;
  follow(): void;
}

/** What the time line shows beside the player's own state. */
export interface TimeState { playing: boolean; following: boolean; rate: number; wanted: number }

/** The bar at the bottom: buttons, a slider over the whole motion with marks of events, speed. */
export class TimeLine {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly slider: HTMLInputElement;
  private readonly now = h('output.now', { 'aria-label': 'Time' });
  private readonly length = h('span.length', {});
  private readonly marks = h('div.marks', { 'aria-hidden': true });
  private readonly ticks = h('div.ticks', { 'aria-hidden': true });
  private readonly loop: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly follow: HTMLButtonElement;
  private readonly rate = h('span.rate', { title: 'Seconds of motion per second, achieved' });
  private range = '';

  constructor(private readonly player: Player, private readonly live: boolean, actions: TimeActions) {
    this.play = iconButton('play', 'Play', () => actions.toggle(), 'Space');
    this.play.classList.add('primary');
    this.slider = h('input', { type: 'range', min: 0, max: 1, step: 'any', 'aria-label': 'Time', tabindex: 0 });
    this.slider.addEventListener('input', () => actions.scrub(this.slider.valueAsNumber));
    this.loop = iconButton('loop', 'Loop', () => { player.loop = !player.loop; setPressed(this.loop, player.loop); }, 'L');
    const speeds = live ? [0, ...SPEEDS] : SPEEDS;
    this.speed = h('select', { 'aria-label': live ? 'Rate wanted' : 'Speed', title: live ? 'Rate wanted' : 'Speed ([ and ])' },
      ...speeds.map((speed) => h('option', { value: speed }, speed === 0 ? 'fastest' : formatSpeed(speed))));
    this.speed.addEventListener('change', () => actions.speed(Number(this.speed.value)));
    this.follow = textButton('Live', () => actions.follow(), 'Show the newest moment');
    this.follow.classList.add('follow');
    this.element = h('div.time-line', { role: 'group', 'aria-label': 'Time line' },
      h('div.buttons', {},
        live ? iconButton('reset', 'Reset', () => actions.reset(), 'R') : iconButton('start', 'To the beginning', () => actions.scrub(player.begin), 'Home'),
        iconButton('back', 'One frame back', () => actions.step(-1), '←'), this.play,
        iconButton('forward', live ? 'One step' : 'One frame forward', () => actions.step(1), '→'),
        live ? null : iconButton('end', 'To the end', () => actions.scrub(player.end), 'End')),
      this.now, h('div.track', {}, this.ticks, this.slider, this.marks), this.length,
      h('div.buttons', {}, live ? this.follow : this.loop, this.speed, live ? this.rate : null));
  }

  setEvents(events: readonly MotionEvent[], scrub: (time: number) => void): void {
    this.marks.replaceChildren(...events.map((event) => {
      const mark = h('button.mark', { type: 'button', tabindex: -1, title: `${event.name} at ${event.time.toPrecision(5)} s` });
      mark.dataset['time'] = String(event.time);
      mark.addEventListener('click', () => scrub(event.time));
      return mark;
    }));
    this.range = '';
  }

  update(state: TimeState): void {
    const { begin, end, time } = this.player, length = end - begin;
    const range = `${begin} ${end}`;
    if (range !== this.range) {
      this.range = range;
      this.slider.min = String(begin);
      this.slider.max = String(end > begin ? end : begin + 1);
      setText(this.length, `${formatTime(end, length)} s`);
      this.placeMarks(begin, end);
    }
    this.slider.value = String(time);
    this.slider.style.setProperty('--played', length > 0 ? `${(100 * (time - begin)) / length}%` : '0%');
    setText(this.now, formatTime(time, length));
    setIcon(this.play, state.playing ? 'pause' : 'play', state.playing ? 'Pause (Space)' : this.live ? 'Run (Space)' : 'Play (Space)');
    setPressed(this.loop, this.player.loop);
    setPressed(this.follow, state.following);
    this.showSpeed(state.wanted);
    if (this.live) setText(this.rate, state.rate > 0 ? formatSpeed(Number(state.rate.toPrecision(2))) : '–');
  }

  private showSpeed(speed: number): void {
    const text = String(speed);
    if (document.activeElement === this.speed || this.speed.value === text) return;
    if (![...this.speed.options].some((option) => option.value === text)) this.speed.append(h('option', { value: text }, formatSpeed(speed)));
    this.speed.value = text;
  }

  private placeMarks(begin: number, end: number): void {
    const share = (time: number): number => (end > begin ? (time - begin) / (end - begin) : 0);
    for (const mark of this.marks.children as HTMLCollectionOf<HTMLElement>) {
      const s = share(Number(mark.dataset['time']));
      mark.hidden = s < 0 || s > 1;
      mark.style.setProperty('--at', String(s));
    }
    if (this.live) return;
    const step = niceStep((end - begin) / 5), ticks: HTMLElement[] = [];
    for (let k = Math.ceil(begin / step); end > begin && k * step <= end; ++k) {
      ticks.push(h('span', { style: `--at:${share(k * step)}` }, String(+(k * step).toPrecision(6))));
    }
    this.ticks.replaceChildren(...ticks);
  }
}
