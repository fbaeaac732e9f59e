// Which dash belongs to which motion.

import { element } from './dom';
import { motionDash } from './palette';

const WIDTH = 24;

export function motionKey(names: readonly string[]): HTMLElement {
  const entries = names.map((name, motion) =>
    element('span', 'plots-motion', { title: name }, sample(motion), element('span', 'plots-motion-name', {}, name)));
  return element('span', 'plots-motions', { role: 'group', 'aria-label': 'Motions' }, ...entries);
}

function sample(motion: number): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('width', String(WIDTH));
  svg.setAttribute('height', '8');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', `M0 4H${WIDTH}`);
  line.setAttribute('stroke', 'currentColor');
  line.setAttribute('stroke-width', '2');
  line.setAttribute('stroke-dasharray', motionDash(motion).join(' '));
  svg.append(line);
  return svg;
}
