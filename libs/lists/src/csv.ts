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
export type CsvGroups = AsyncIterable<readonly CsvRow[]> | Iterable<readonly CsvRow[]>;

const lineOf = (row: CsvRow) => `${row.map(csvCell).join(',')}\r\n`;

/** UTF-8 that says so: spreadsheets take accents for something else without it. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The file, bit by bit as it is read: a line for its head, then one for each row. */
export async function* csvText(head: CsvRow, rows: CsvGroups): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf(head);
  for await (const group of rows) yield group.map(lineOf).join('');
}

/** The headers of the answer that such a file is. @param name  of the file, without its ending */
export const csvHeaders = (name: string) =>
  ({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }) as const;
