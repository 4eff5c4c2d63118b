import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The data folder cannot be used; waiting does not help. */
export class FolderNotWritable extends Error {
  override readonly name = 'FolderNotWritable';
}

/**
 * Makes the folder when it is missing, and checks that files can be made in it: a database says less about why it cannot.
 *
 * @param mode  of a folder that is made
 * @throws FolderNotWritable with the folder, the user and the remedy
 */
export function ensureWritableFolder(folder: string, mode = 0o755): void {
  const path = resolve(folder);
  try {
    makeFolder(path, mode);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new FolderNotWritable(explain(path, error as NodeJS.ErrnoException), { cause: error });
  }
}

/**
 * Makes a folder with its parents. As `mkdirSync` with `recursive`, which in Node never ends where the system says ENOENT
 * below a folder that is there, as in /proc.
 *
 * @param path  absolute
 * @param mode  of the folders that are made
 * @throws what the system says
 */
export function makeFolder(path: string, mode = 0o755): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(path);
  if (!existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

function explain(path: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EROFS') return `the data folder ${path} is on a read-only file system: mount a volume there`;
  if (code !== 'EACCES' && code !== 'EPERM')
    return `the data folder ${path} cannot be used: ${message}; choose another folder`;
  const user = `${process.getuid?.() ?? '?'}:${process.getgid?.() ?? '?'}`;
  const owner = ownerOf(path);
  return `the data folder ${path} ${owner}cannot be written by user ${user}: give it to that user (chown -R ${user} on the folder or volume behind it), or run as its owner`;
}

function ownerOf(path: string): string {
  try {
    const { uid, gid } = statSync(path);
    return `belongs to user ${uid}:${gid} and `;
  } catch {
    return '';
  }
}
