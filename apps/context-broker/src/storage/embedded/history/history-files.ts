import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { historyFile } from '../data-files';

const DAY = 86_400_000;
/** Span of each file, from a Thursday on, as the epoch is one. */
export const SPAN_MS = 7 * DAY;

/** The first moment of the span in which a time lies. */
export const spanOf = (ms: number): number => Math.floor(ms / SPAN_MS) * SPAN_MS;

/** The file of a span of a tenant, named by its first day. @param database  path of the tenant's own file */
export const fileOfSpan = (database: string, span: number): string =>
  historyFile(database, new Date(span).toISOString().slice(0, 10));

/** Spans of a tenant that have a file, in order. */
export function spansOfTenant(database: string): readonly number[] {
  const [before = '', after = ''] = basename(historyFile(database, '|')).split('|');
  const folder = dirname(database);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(before) && name.endsWith(after))
    .map((name) => Date.parse(name.slice(before.length, -after.length)))
    .filter((span) => span === spanOf(span))
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
