import { Quaternion, Vector3 } from 'three';
import { h } from './element';

const AXES: readonly [string, Vector3][] = [['x', new Vector3(1, 0, 0)], ['y', new Vector3(0, 1, 0)], ['z', new Vector3(0, 0, 1)]];
const RADIUS = 22;

/** The directions of the world's axes as the camera sees them. */
export class Compass {
  readonly element = h('div.compass', { 'aria-hidden': true });
  private readonly arms: { axis: Vector3; line: SVGElement; text: SVGElement }[];

  constructor() {
    this.element.innerHTML = `<svg viewBox="-32 -32 64 64" width="64" height="64">${AXES.map(([name]) =>
      `<g class="${name}"><line x1="0" y1="0"/><text>${name}</text></g>`).join('')}</svg>`;
    this.arms = AXES.map(([name, axis]) => ({
      axis, line: this.element.querySelector(`.${name} line`)!, text: this.element.querySelector(`.${name} text`)!,
    }));
  }

  update(camera: Quaternion): void {
    const turn = camera.clone().invert(), v = new Vector3();
    for (const { axis, line, text } of this.arms) {
      v.copy(axis).applyQuaternion(turn).multiplyScalar(RADIUS);
      line.setAttribute('x2', v.x.toFixed(1));
      line.setAttribute('y2', (-v.y).toFixed(1));
      text.setAttribute('x', (1.25 * v.x).toFixed(1));
      text.setAttribute('y', (-1.25 * v.y).toFixed(1));
    }
  }
}
