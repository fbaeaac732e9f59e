// Tables for other programs: comma-separated values as in RFC 4180, lines ended by a line feed.

import { float32Text } from './numbers';

export interface CsvColumn {
  readonly name: string;
  readonly times: Float64Array;
  readonly values: Float32Array;
}

/** Columns sampled at the same times. */
interface Table {
  readonly times: Float64Array;
  next: number;
}

/** Time first, then all columns; a cell is empty where a column has no sample at that time. */
export function csv(columns: readonly CsvColumn[]): string {
  const tables: Table[] = [];
  const tableOf = columns.map((column) => findTable(tables, column.times));
  const lines = [['time (s)', ...columns.map((column) => column.name)].map(quoted).join(',')];
  for (;;) {
    const time = Math.min(...tables.map((table) => table.times[table.next] ?? Infinity));
    if (time === Infinity) break;
    const cells = columns.map((column, number) => {
      const table = tableOf[number]!;
      return table.times[table.next] === time ? float32Text(column.values[table.next]!) : '';
    });
    lines.push(`${time},${cells.join(',')}`);
    for (const table of tables) if (table.times[table.next] === time) ++table.next;
  }
  return `${lines.join('\n')}\n`;
}

function findTable(tables: Table[], times: Float64Array): Table {
  const known = tables.find((table) => sameTimes(table.times, times));
  if (known) return known;
  const table = { times, next: 0 };
  tables.push(table);
  return table;
}

function sameTimes(a: Float64Array, b: Float64Array): boolean {
  return a === b || (a.length === b.length && a.every((time, i) => time === b[i]));
}

/** Quoted if it contains a comma, a quotation mark or the end of a line; quotation marks within are doubled. */
export function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
