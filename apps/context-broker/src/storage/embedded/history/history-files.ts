import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_FILE_SUFFIX } from '../data-files';

const DAY = 86_400_000;
/** Of each file, from a Thursday on, as the epoch is one. */
export const SPAN_MS = 7 * DAY;
const NAME = /^(\d{4}-\d{2}-\d{2})\.sqlite$/;

/** Where a tenant keeps what it has: the file of its entities, and the folder of its past. */
export interface TenantPlace {
  readonly database: string;
  readonly folder: string;
}

export const tenantPlaceOf = (database: string): TenantPlace => ({
  database,
  folder: `${database.slice(0, -DATA_FILE_SUFFIX.length)}.history`,
});

/** The first moment of the span in which a time lies. */
export const spanOf = (ms: number): number => Math.floor(ms / SPAN_MS) * SPAN_MS;

/** The file of a span, named by its first day. */
export const fileOfSpan = (folder: string, span: number): string =>
  join(folder, `${new Date(span).toISOString().slice(0, 10)}${DATA_FILE_SUFFIX}`);

/** Spans that have a file, in order. */
export function spansIn(folder: string): readonly number[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const day = NAME.exec(name)?.[1];
      return day === undefined ? [] : [Date.parse(day)];
    })
    .sort((a, b) => a - b);
}

const PARTS = ['', '-wal', '-shm'];

export function dropFile(path: string): void {
  for (const part of PARTS) rmSync(path + part, { force: true });
}

/** Renames a damaged file, so that a new one can take its place. @returns its new path */
export function setAside(path: string, nowMs: number): string {
  const aside = `${path}.damaged-${nowMs}`;
  for (const part of PARTS) if (existsSync(path + part)) renameSync(path + part, aside + part);
  return aside;
}
