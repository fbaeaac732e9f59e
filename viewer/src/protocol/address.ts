// What the part of the address after # asks for.

export type ViewName = 'iso' | 'front' | 'side' | 'top';
export type Theme = 'light' | 'dark';

export interface Wishes {
  item: number; at: number | null; play: boolean; camera: number[] | null; view: ViewName | null; bare: boolean; fitNow: boolean; theme: Theme | null;
}

const VIEWS: readonly string[] = ['iso', 'front', 'side', 'top'];

export function readAddress(hash: string): Wishes {
  const members = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (name: string): number | null => {
    const text = members.get(name);
    const value = text === null || text === '' ? NaN : Number(text);
    return Number.isFinite(value) ? value : null;
  };
  const camera = (members.get('camera') ?? '').split(',').map(Number);
  const view = members.get('view') ?? '', theme = members.get('theme');
  return {
    item: Math.max(0, Math.trunc(number('item') ?? 0)), at: number('at'), play: members.get('play') === '1',
    camera: camera.length === 6 && camera.every(Number.isFinite) ? camera : null,
    view: VIEWS.includes(view) ? (view as ViewName) : null, bare: members.get('bare') === '1',
    fitNow: members.get('fit') === 'now',
    theme: theme === 'dark' || theme === 'light' ? theme : null,
  };
}
