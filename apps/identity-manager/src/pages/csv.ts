import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { csvHeaders, csvText, type CsvGroups, type CsvRow } from '@smart-city/lists';

/**
 * Sends rows as a file while they are read, group by group, as fast as the browser takes them. When reading fails half-way the
 * connection is broken off: nobody holds half a list for the whole.
 */
export async function sendCsv(
  response: Response,
  name: string,
  head: CsvRow,
  rows: CsvGroups,
): Promise<void> {
  response.set(csvHeaders(name));
  await pipeline(Readable.from(csvText(head, rows)), response).catch((error: unknown) => {
    // Who goes away in the middle of a file has no use for an answer.
    if (!response.destroyed) response.destroy();
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      throw error;
  });
}
