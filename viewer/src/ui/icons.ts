// Icons drawn on a square of 16 units, lines of the current color.
const PATHS = {
  play: '<path d="M5 3.2v9.6l7.6-4.8z" fill="currentColor"/>',
  pause: '<path d="M5 3.5v9M11 3.5v9" stroke-width="2.6"/>',
  start: '<path d="M4 3.5v9M12.5 3.8 6.5 8l6 4.2z"/>',
  end: '<path d="M12 3.5v9M3.5 3.8 9.5 8l-6 4.2z"/>',
  back: '<path d="M11 3.8 5 8l6 4.2z"/>',
  forward: '<path d="M5 3.8 11 8l-6 4.2z"/>',
  loop: '<path d="M3 7a4 4 0 0 1 4-3h5M10 1.8 12.2 4 10 6.2M13 9a4 4 0 0 1-4 3H4M6 14.2 3.8 12 6 9.8"/>',
  reset: '<path d="M3.2 8a4.8 4.8 0 1 0 1.6-3.6M3 2.5v3h3"/>',
  eye: '<path d="M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8z"/><circle cx="8" cy="8" r="1.9"/>',
  hidden: '<path d="M2 8s2.4 3.6 6 3.6S14 8 14 8M3.6 10.2 2.4 11.8M8 11.6v1.9M12.4 10.2l1.2 1.6"/>',
  only: '<circle cx="8" cy="8" r="5.2"/><circle cx="8" cy="8" r="1.6" fill="currentColor"/>',
  sun: '<circle cx="8" cy="8" r="2.8"/><path d="M8 1.5v1.8M8 12.7v1.8M1.5 8h1.8M12.7 8h1.8M3.4 3.4l1.3 1.3M11.3 11.3l1.3 1.3M3.4 12.6l1.3-1.3M11.3 4.7l1.3-1.3"/>',
  moon: '<path d="M13 9.4A5.5 5.5 0 0 1 6.6 3 5.5 5.5 0 1 0 13 9.4z"/>',
  help: '<circle cx="8" cy="8" r="6"/><path d="M6.2 6.3A1.8 1.8 0 1 1 8 8.2v1M8 11.2v.3"/>',
  fit: '<path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"/><circle cx="8" cy="8" r="1.6"/>',
  cube: '<path d="M8 1.8 13.4 5v6L8 14.2 2.6 11V5zM2.6 5 8 8.1 13.4 5M8 8.1v6.1"/>',
  plot: '<path d="M2.5 2.5v11h11M5 10.5l2.6-3.6 2.2 2 3-4.4"/>',
  left: '<rect x="2" y="3" width="12" height="10" rx="1.5"/><path d="M6.2 3v10"/>',
  right: '<rect x="2" y="3" width="12" height="10" rx="1.5"/><path d="M9.8 3v10"/>',
  bottom: '<rect x="2" y="3" width="12" height="10" rx="1.5"/><path d="M2 9.2h12"/>',
  grid: '<rect x="2.2" y="2.2" width="4.8" height="4.8" rx="1"/><rect x="9" y="2.2" width="4.8" height="4.8" rx="1"/><rect x="2.2" y="9" width="4.8" height="4.8" rx="1"/><rect x="9" y="9" width="4.8" height="4.8" rx="1"/>',
  body: '<path d="M8 1.8 13.4 5v6L8 14.2 2.6 11V5z"/>',
  joint: '<circle cx="8" cy="8" r="3"/><path d="M1.5 8H5M11 8h3.5"/>',
  constraint: '<path d="M6.5 9.5 9.5 6.5M7 5l1.6-1.6a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.6 1.6a2.8 2.8 0 0 1-4-4L5 7"/>',
  force: '<path d="M2.5 13.5 13 3M7.5 3H13v5.5"/>',
  arrow: '<path d="M2.5 13.5 13 3M7.5 3H13v5.5"/>',
  close: '<path d="M4 4l8 8M12 4l-8 8"/>',
  warning: '<path d="M8 2.2 14.5 13.5h-13zM8 6.5v3.4M8 11.6v.3"/>',
  follow: '<circle cx="8" cy="8" r="4.2"/><path d="M8 1.5v4M8 10.5v4M1.5 8h4M10.5 8h4"/>',
  trace: '<path d="M2 12.5c3 0 2.5-8 6-8s2.5 5 6 5"/><circle cx="13.2" cy="9.5" r="1.2" fill="currentColor"/>',
  chevron: '<path d="M6 4l4 4-4 4"/>',
} as const;

export type IconName = keyof typeof PATHS;

const made = new Map<IconName, SVGElement>();

export function icon(name: IconName): SVGElement {
  let svg = made.get(name);
  if (!svg) {
    const holder = document.createElement('span');
    holder.innerHTML = `<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.4"
      stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${PATHS[name]}</svg>`;
    svg = holder.firstElementChild as SVGElement;
    made.set(name, svg);
  }
  return svg.cloneNode(true) as SVGElement;
}
