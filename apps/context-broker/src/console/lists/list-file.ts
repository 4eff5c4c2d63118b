import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvHeaders, csvText, type CsvGroups, type CsvRow } from '@smart-city/lists';
import { renderDateTime } from '@smart-city/context';
import { FileAnswer } from '../../http/answer';

type Cell = CsvRow[number] | undefined;

/** What each column of a file says of a row, by the name in its first line: one for programs, in no language. */
export type FileColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** A list as a file: comma-separated values (RFC 4180). */
export interface ListFile {
  /** Without ending. */
  readonly name: string;
  readonly head: CsvRow;
  readonly rows: CsvGroups;
}

/** @param groups  rows as they are read */
export function fileOf<Row>(
  name: string,
  columns: FileColumns<Row>,
  groups: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): ListFile {
  const cells = Object.values(columns);
  async function* rows(): AsyncGenerator<readonly CsvRow[]> {
    for await (const group of groups) yield group.map((row) => cells.map((cell) => cell(row) ?? null));
  }
  return { name, head: Object.keys(columns), rows: rows() };
}

/** `2026-11-22T10:00:00.000Z` of seconds since the epoch, as the interface has it; nothing of a time that never was. */
export const isoTime = (seconds: number | undefined): string | undefined =>
  seconds === undefined ? undefined : renderDateTime(seconds);

/**
 * The answer that sends a list while it is read: it never is in memory as a whole.
 *
 * @param failed  is told why it was broken off, unless whoever wanted it went away
 */
export function answerFile({ name, head, rows }: ListFile, failed: (error: unknown) => void): FileAnswer {
  const { 'Content-Type': type, ...headers } = csvHeaders(name);
  return new FileAnswer(type, Object.entries(headers).flat(), (body) => {
    pipeline(Readable.from(csvText(head, rows)), body).catch((error: unknown) => {
      if (!hasGone(error)) failed(error);
    });
  });
}

const hasGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
