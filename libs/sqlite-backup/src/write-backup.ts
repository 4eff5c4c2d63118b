import { existsSync } from 'node:fs';
import { copyFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '@smart-city/service';
import Database from 'better-sqlite3';
import { BackupError, explain } from './backup-error';
import { describeFile, flushToDisk, MANIFEST, type BackedUpFile, type Manifest } from './manifest';

export interface BackupSource {
  readonly product: string;
  /** SQLite files, which may be in use. */
  readonly databases: readonly string[];
  /** Other files, copied as they are (keys). Missing ones are left out. */
  readonly plainFiles?: readonly string[];
}

/**
 * Copies databases into a new folder while others write to them. Each file of the copy is one moment of its original:
 * everything committed before, nothing half-written. The folder appears under its name only once everything in it is on
 * the disk, so what a killed backup leaves behind cannot be taken for one.
 *
 * @param target  a folder that does not exist, or is empty
 * @param say  hears of each file
 * @throws BackupError
 */
export async function writeBackup(
  { product, databases, plainFiles = [] }: BackupSource,
  target: string,
  say: (line: string) => void,
): Promise<Manifest> {
  const folder = resolve(target);
  const unfinished = `${folder}.unfinished-${process.pid}`;
  try {
    if (existsSync(folder) && (await readdir(folder)).length > 0)
      throw new BackupError(`${folder} exists and is not empty`);
    makeFolder(unfinished, 0o700);
    const files: BackedUpFile[] = [];
    for (const path of databases) {
      files.push(await copyDatabase(path, unfinished));
      say(`${files.at(-1)!.name}: ${files.at(-1)!.size} bytes`);
    }
    for (const path of plainFiles.filter((file) => existsSync(file))) {
      const name = nameOf(path);
      await copyFile(path, join(unfinished, name));
      await flushToDisk(join(unfinished, name));
      files.push(await describeFile(unfinished, name));
      say(`${name}: ${files.at(-1)!.size} bytes`);
    }
    const manifest: Manifest = { format: 1, product, createdAt: new Date().toISOString(), files };
    await writeFile(join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    await flushToDisk(unfinished);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
    await flushToDisk(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw explain(`cannot write the backup ${folder}`, error);
  }
}

const nameOf = (path: string) => path.slice(dirname(path).length + 1);

/** In one reading transaction: writers go on beside it, and their later commits are not in the copy. */
async function copyDatabase(path: string, folder: string): Promise<BackedUpFile> {
  const name = nameOf(path);
  const target = join(folder, name);
  try {
    const database = new Database(path, { fileMustExist: true, timeout: 10_000 });
    try {
      database.prepare('VACUUM INTO ?').run(target);
    } finally {
      database.close();
    }
    await flushToDisk(target);
  } catch (error) {
    throw explain(`cannot copy ${path}`, error);
  }
  return describeFile(folder, name);
}
