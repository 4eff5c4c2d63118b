import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '@smart-city/context';
import type { BackupNote } from '../store-facts';

const pathOf = (folder: string, dbName: string): string => join(folder, `${dbName}.backup.json`);

/** Notes beside the data that it was copied. @throws Error when the folder cannot be written */
export async function writeBackupNote(folder: string, dbName: string, note: BackupNote): Promise<void> {
  await writeFile(pathOf(folder, dbName), JSON.stringify(note));
}

/** @returns undefined when there is none, or it cannot be read */
export async function readBackupNote(folder: string, dbName: string): Promise<BackupNote | undefined> {
  try {
    const json = parseJson(await readFile(pathOf(folder, dbName)));
    const [at, to] = isJsonObject(json) ? [json.get('at'), json.get('to')] : [];
    if (typeof at !== 'string' || typeof to !== 'string' || Number.isNaN(Date.parse(at))) return undefined;
    return { at, to };
  } catch {
    return undefined;
  }
}
