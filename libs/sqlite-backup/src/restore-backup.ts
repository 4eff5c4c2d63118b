import { existsSync } from 'node:fs';
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '@smart-city/service';
import Database from 'better-sqlite3';
import { BackupError, codeOf, explain } from './backup-error';
import { describeFile, flushToDisk, readManifest, type BackedUpFile, type Manifest } from './manifest';

export interface RestoreTarget {
  readonly product: string;
  readonly folder: string;
  /** Files of the folder that belong to the data that is replaced, by name. */
  readonly isOwned: (name: string) => boolean;
  /** Replace what is there. */
  readonly force: boolean;
  /** The only file to put back, by name; the others stay as they are. All files without it. */
  readonly only?: string | undefined;
}

const NEW = '.restoring';

/**
 * Puts a backup back. Every file is checked and copied before the first one is replaced; when it is killed in between,
 * running it again with `force` finishes it.
 *
 * @throws BackupError when the backup is damaged, the data is in use, or there is data and `force` was not given
 */
export async function restoreBackup(
  source: string,
  { product, folder: target, isOwned, force, only }: RestoreTarget,
  say: (line: string) => void,
): Promise<Manifest> {
  const folder = resolve(target);
  const manifest = chosen(await readManifest(resolve(source), product), only);
  try {
    makeFolder(folder, 0o700);
    const present = (await readdir(folder)).filter(
      (name) => (only === undefined && isOwned(name)) || manifest.files.some((file) => file.name === name),
    );
    if (present.length > 0 && !force)
      throw new BackupError(`${folder} holds data already (${present[0]}); --force replaces it`);
    for (const name of present) refuseInUse(join(folder, name));
    for (const file of manifest.files) {
      await copyChecked(resolve(source), file, folder);
      say(`${file.name}: ${file.size} bytes`);
    }
    for (const name of present) await removeDatabase(join(folder, name));
    for (const { name } of manifest.files) await rename(join(folder, name + NEW), join(folder, name));
    await flushToDisk(folder);
    return manifest;
  } catch (error) {
    for (const { name } of manifest.files) await rm(join(folder, name + NEW), { force: true });
    throw explain(`cannot restore to ${folder}`, error);
  }
}

/** @throws BackupError  the only file that is wanted is not in the backup */
function chosen(manifest: Manifest, only: string | undefined): Manifest {
  if (only === undefined) return manifest;
  const files = manifest.files.filter(({ name }) => name === only);
  if (files.length === 0) throw new BackupError(`the backup holds no ${only}`);
  return { ...manifest, files };
}

async function copyChecked(source: string, file: BackedUpFile, folder: string): Promise<void> {
  const copy = file.name + NEW;
  if (!existsSync(join(source, file.name))) throw new BackupError(`${file.name} is missing in the backup`);
  await copyFile(join(source, file.name), join(folder, copy));
  await flushToDisk(join(folder, copy));
  const { size, sha256 } = await describeFile(folder, copy);
  if (size !== file.size || sha256 !== file.sha256)
    throw new BackupError(`${file.name} is damaged: it is not what was backed up; nothing was changed`);
}

/** Leaving the log mode needs the file for oneself: it fails while any process has it open. */
function refuseInUse(path: string): void {
  if (!isDatabase(path)) return;
  const database = new Database(path, { timeout: 200 });
  try {
    const mode = database.pragma('journal_mode = DELETE', { simple: true });
    if (mode !== 'delete') throw new BackupError(`${path} is in use by another process`);
  } catch (error) {
    // A damaged file is in nobody's use; it is about to be replaced.
    if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error) ?? '')) return;
    throw explain(path, error);
  } finally {
    database.close();
  }
}

const isDatabase = (path: string) => /\.(?:sqlite|db)$/.test(path);

async function removeDatabase(path: string): Promise<void> {
  // The log first: it must never be found beside another file.
  for (const suffix of ['-wal', '-shm', '']) await rm(path + suffix, { force: true });
}
