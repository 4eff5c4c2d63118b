import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ensureWritableFolder } from '@smart-city/service';
import Database from 'better-sqlite3';

export const DATA_FILE_SUFFIX = '.sqlite';

export const isTenantName = (name: string): boolean => /^[a-z0-9_]{1,50}$/.test(name);

/** The file of a tenant, without folder; '' is the default tenant. */
export const dataFileName = (dbName: string, tenant: string): string =>
  `${dbName}${tenant === '' ? '' : `-${tenant}`}${DATA_FILE_SUFFIX}`;

/** @returns the tenant whose file this is; undefined for other files. The default tenant is '' */
export function tenantOfFile(name: string, dbName: string): string | undefined {
  if (name === dataFileName(dbName, '')) return '';
  if (!name.startsWith(`${dbName}-`) || !name.endsWith(DATA_FILE_SUFFIX)) return undefined;
  const tenant = name.slice(dbName.length + 1, -DATA_FILE_SUFFIX.length);
  return isTenantName(tenant) ? tenant : undefined;
}

export const isDataFile = (name: string, dbName: string): boolean => tenantOfFile(name, dbName) !== undefined;

/** Paths of the database files of a folder; none when there is no such folder. */
export async function dataFiles(folder: string, dbName: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => isDataFile(name, dbName));
  return names.sort().map((name) => join(resolve(folder), name));
}

const HISTORY_OF = /^(.+)\.history-\d{4}-\d{2}-\d{2}\.sqlite$/;

/** The file of a tenant's past from a day on; beside the file of the tenant. @param day  `2026-11-26` */
export const historyFile = (database: string, day: string): string =>
  `${database.slice(0, -DATA_FILE_SUFFIX.length)}.history-${day}${DATA_FILE_SUFFIX}`;

/** Whether a file holds the past of one of the tenants. @param name  without folder */
export function isHistoryFile(name: string, dbName: string): boolean {
  const of = HISTORY_OF.exec(name)?.[1];
  return of !== undefined && isDataFile(of + DATA_FILE_SUFFIX, dbName);
}

/** Paths of the files of the past in a folder; none when there is no such folder. */
export async function historyFiles(folder: string, dbName: string): Promise<readonly string[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => isHistoryFile(name, dbName));
  return names.sort().map((name) => join(resolve(folder), name));
}

/**
 * Two brokers on one file would not see each other's pending writes. The operating system frees this lock when the process ends,
 * however it ends.
 *
 * @returns frees it
 * @throws FolderNotWritable
 * @throws Error when another process has it
 */
export function lockFolder(folder: string, dbName: string): () => void {
  const absolute = resolve(folder);
  ensureWritableFolder(absolute);
  const lock = new Database(join(absolute, `${dbName}.lock`), { timeout: 1_000 });
  try {
    lock.pragma('journal_mode = OFF');
    lock.exec('BEGIN EXCLUSIVE');
    return () => void lock.close();
  } catch (error) {
    lock.close();
    throw new Error(`the database '${dbName}' in ${absolute} is in use by another process`, { cause: error });
  }
}
