import { isObject, toList, toText } from './values';

export interface PageItem { name: string; text: string; scene: unknown; motions: unknown[] }
export interface Page { title: string; items: PageItem[] }

/** Reads the data element of a self-contained page; scenes and motions are read when an item is shown. */
export function readPage(text: string): Page {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || value['format'] !== 'sarrus-page') throw new Error('The page is not of the format "sarrus-page".');
  const items = toList(value['items']).filter(isObject).map((item, i) => ({
    name: toText(item['name']) || `item ${i}`, text: toText(item['text']), scene: item['scene'], motions: toList(item['motions']),
  }));
  if (items.length === 0) throw new Error('The page has no items.');
  return { title: toText(value['title']), items };
}
