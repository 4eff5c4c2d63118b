import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readNamedArguments } from '@smart-city/options';
import { BackupError, restoreBackup, writeBackup } from '@smart-city/sqlite-backup';
import { BadUsage, makeFolder } from '@smart-city/service';
import type { Options } from '../../cli/options';

const product = 'identity-manager';
const say = (line: string) => process.stderr.write(`${line}\n`);

/** The embedded database of the settings, and the key without which it is unreadable. @throws BackupError */
function dataFiles({ database, dataDir }: Options) {
  if (database.dialect !== 'sqlite')
    throw new BackupError(
      `the settings name a ${database.dialect} server: back it up with the server's own tools`,
    );
  return { file: database.file, key: join(dataDir, 'encryption.key') };
}

/**
 * `identity-manager backup`: copies the embedded database of a running process, with the encryption key when it is a file
 * of the data folder.
 *
 * @throws BadUsage, BackupError
 */
export async function runBackup(args: readonly string[], options: Options): Promise<void> {
  const named = readNamedArguments(args, { values: ['--to'] });
  if (typeof named === 'string') throw new BadUsage(named);
  const to = named.values.get('--to');
  if (to === undefined) throw new BadUsage('--to is missing');
  const { file, key } = dataFiles(options);
  const { files } = await writeBackup({ product, databases: [file], plainFiles: [key] }, to, say);
  const hasKey = files.some(({ name }) => name === basename(key));
  const note = hasKey
    ? 'with its encryption key: keep it as safe as the data'
    : 'the encryption key is in your settings: keep it too';
  process.stdout.write(`backup in ${to}; ${note}\n`);
}

/** `identity-manager restore`: puts a backup back while no process runs on it. @throws BadUsage, BackupError */
export async function runRestore(args: readonly string[], options: Options): Promise<void> {
  const named = readNamedArguments(args, { values: ['--from'], flags: ['--force'] });
  if (typeof named === 'string') throw new BadUsage(named);
  const from = named.values.get('--from');
  if (from === undefined) throw new BadUsage('--from is missing');
  const { file, key } = dataFiles(options);
  const folder = dirname(file);
  const isOwned = (name: string) => name === basename(file);
  await restoreBackup(from, { product, folder, isOwned, force: named.flags.has('--force') }, say);
  // The settings may keep the key elsewhere.
  const restoredKey = join(folder, basename(key));
  if (existsSync(restoredKey) && resolve(restoredKey) !== resolve(key)) {
    makeFolder(dirname(resolve(key)), 0o700);
    await rename(restoredKey, key);
  }
  process.stdout.write(`restored to ${folder}\n`);
}
