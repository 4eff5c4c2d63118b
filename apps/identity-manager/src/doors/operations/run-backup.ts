import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { readNamedArguments } from '@smart-city/options';
import { BackupError, restoreBackup, writeBackup } from '@smart-city/sqlite-backup';
import { makeFolder } from '@smart-city/service';
import type { Options } from '../../cli/options';
import type { CommandContext } from '../../service/command-context';

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
 * @throws OptionError, BackupError
 */
export async function runBackup(args: readonly string[], { options }: CommandContext): Promise<string> {
  const { values } = readNamedArguments(args, { values: ['--to'], needed: ['--to'] });
  const to = values.get('--to')!;
  const { file, key } = dataFiles(options);
  const { files } = await writeBackup({ product, databases: [file], plainFiles: [key] }, to, say);
  const hasKey = files.some(({ name }) => name === basename(key));
  const note = hasKey
    ? 'with its encryption key: keep it as safe as the data'
    : 'the encryption key is in your settings: keep it too';
  return `backup in ${to}; ${note}\n`;
}

/** `identity-manager restore`: puts a backup back while no process runs on it. @throws OptionError, BackupError */
export async function runRestore(args: readonly string[], { options }: CommandContext): Promise<string> {
  const known = { values: ['--from'], needed: ['--from'], flags: ['--force'] };
  const { values, flags } = readNamedArguments(args, known);
  const { file, key } = dataFiles(options);
  const folder = dirname(file);
  const isOwned = (name: string) => name === basename(file);
  const target = { product, folder, isOwned, force: flags.has('--force') };
  await restoreBackup(values.get('--from')!, target, say);
  // The settings may keep the key elsewhere.
  const restoredKey = join(folder, basename(key));
  if (existsSync(restoredKey) && resolve(restoredKey) !== resolve(key)) {
    makeFolder(dirname(resolve(key)), 0o700);
    await rename(restoredKey, key);
  }
  return `restored to ${folder}\n`;
}
