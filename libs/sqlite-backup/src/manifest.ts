import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, explain } from './backup-error';

export interface BackedUpFile {
  /** Without folder. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

/** What a backup holds; the file `backup.json` in its folder, written last. */
export interface Manifest {
  readonly format: 1;
  /** Whose data it is: `context-broker`, `identity-manager`. */
  readonly product: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly files: readonly BackedUpFile[];
}

export const MANIFEST = 'backup.json';

/** @throws BackupError when the folder holds no backup of this product */
export async function readManifest(folder: string, product: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  let manifest: Partial<Manifest> | null;
  try {
    manifest = JSON.parse(await readFile(path, 'utf8')) as Partial<Manifest> | null;
  } catch (error) {
    throw new BackupError(`${folder} holds no complete backup (${MANIFEST} is missing or unreadable)`, {
      cause: error,
    });
  }
  if (manifest?.format !== 1 || !Array.isArray(manifest.files))
    throw new BackupError(`${path} is of a newer version`);
  if (manifest.product !== product)
    throw new BackupError(`${folder} is a backup of ${String(manifest.product)}, not of ${product}`);
  // A name from a file that somebody changed must not lead out of the folder.
  const files: readonly { readonly name?: unknown }[] = manifest.files;
  const strange = files.find(({ name }) => typeof name !== 'string' || !/^[\w-][\w.-]*$/.test(name));
  if (strange) throw new BackupError(`${path} names a file that is not in the folder`);
  return manifest as Manifest;
}

/** Reads a file once. @throws BackupError */
export async function describeFile(folder: string, name: string): Promise<BackedUpFile> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const chunk of createReadStream(join(folder, name)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
  } catch (error) {
    throw explain(`cannot read ${join(folder, name)}`, error);
  }
  return { name, size, sha256: hash.digest('hex') };
}

/** Waits until a file, or the entries of a folder, are on the disk. */
export async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
