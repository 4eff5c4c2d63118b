import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** What a spreadsheet takes as the beginning of a formula; so-called full-width signs count too. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠\t\r\n]/;

/** One cell (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe before it, which makes it text. */
export function csvCell(value: string | number | boolean | null): string {
  const text = value === null ? '' : String(value);
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export type CsvRow = readonly (string | number | boolean | null)[];

/** Rows as they are read; those that are here already are one group. */
type RowGroups = AsyncIterable<readonly CsvRow[]> | Iterable<readonly CsvRow[]>;

const lineOf = (row: CsvRow) => `${row.map(csvCell).join(',')}\r\n`;

/** UTF-8 that says so: spreadsheets take accents for something else without it. */
const BYTE_ORDER_MARK = '\uFEFF';

async function* textOf(head: CsvRow, rows: RowGroups): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(head);
  for await (const group of rows) yield group.map(lineOf).join('');
}

/**
 * Sends rows as a file while they are read, group by group, as fast as the browser takes them. When reading fails half-way the
 * connection is broken off: nobody holds half a list for the whole.
 */
export async function sendCsv(
  response: Response,
  name: string,
  head: CsvRow,
  rows: RowGroups,
): Promise<void> {
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  await pipeline(Readable.from(textOf(head, rows)), response).catch((error: unknown) => {
    // Who goes away in the middle of a file has no use for an answer.
    if (!response.destroyed) response.destroy();
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      throw error;
  });
}
