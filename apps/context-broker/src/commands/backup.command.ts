import { resolve } from 'node:path';
import { CommandFailed, errorMessage, type Subcommand } from '@smart-city/service';
import { BackupError, restoreBackup, writeBackup } from '@smart-city/sqlite-backup';
import { writeBackupNote } from '../storage/embedded/backup-note';
import {
  dataFiles,
  historyFiles,
  isDataFile,
  isHistoryFile,
  lockFolder,
} from '../storage/embedded/data-files';
import type { Deployment } from './deployment';
import { readBrokerOptions } from '../cli/options';
import { OptionError, readNamedArguments, type NamedArguments } from '@smart-city/options';

const PRODUCT = 'context-broker';
const DATA = [
  '  --data <folder>  the folder of the embedded store, default: that of the parameters before the subcommand and of the environment',
  '  --db <name>      name of the databases, default: -db, else orion',
];
const BACKUP_USAGE = [
  'usage: context-broker backup --to <folder> [--data <folder>] [--db <name>]',
  ...DATA,
].join('\n');
const RESTORE_USAGE = [
  'usage: context-broker restore --from <folder> [--data <folder>] [--db <name>] [--file <name>] [--force]',
  ...DATA,
  '  --file <name>    put back that database file of the backup only, the data of one tenant; the others stay',
  '  --force          replace the data that is there; without --file that of all tenants',
].join('\n');

const say = (line: string) => process.stderr.write(`${line}\n`);

/** `context-broker backup`: copies the embedded store of a running broker. */
export const backupCommand: Subcommand<Deployment> = {
  usage: BACKUP_USAGE,
  async run(args, deployment) {
    const named = readNamedArguments(args, { values: ['--to', '--data', '--db'], needed: ['--to'] });
    return attempt(() => backUp(named, deployment));
  },
};

async function backUp(named: NamedArguments, deployment: Deployment): Promise<string> {
  const to = named.values.get('--to')!;
  const { folder, dbName } = dataOf(named, deployment);
  const databases = await dataFiles(folder, dbName);
  if (databases.length === 0) throw new BackupError(`${folder} holds no data of '${dbName}'`);
  // Changes that move from the file of a tenant to that of its past meanwhile are in the copies of both, and count once.
  const all = [...databases, ...(await historyFiles(folder, dbName))];
  const { files } = await writeBackup({ product: PRODUCT, databases: all }, to, say);
  // The copy is there, whether or not it can be noted.
  await writeBackupNote(folder, dbName, { at: new Date().toISOString(), to: resolve(to) }).catch(
    (error: unknown) => say(`the backup is not noted beside the data: ${errorMessage(error)}`),
  );
  return `${files.length} databases in ${to}\n`;
}

/** `context-broker restore`: puts a backup back while no broker runs on it. */
export const restoreCommand: Subcommand<Deployment> = {
  usage: RESTORE_USAGE,
  async run(args, deployment) {
    const values = ['--from', '--data', '--db', '--file'];
    const named = readNamedArguments(args, { values, needed: ['--from'], flags: ['--force'] });
    return attempt(() => restore(named, deployment));
  },
};

async function restore(named: NamedArguments, deployment: Deployment): Promise<string> {
  const { folder, dbName } = dataOf(named, deployment);
  const unlock = lockFolder(folder, dbName);
  try {
    const only = named.values.get('--file');
    const target = { product: PRODUCT, folder, force: named.flags.has('--force'), only };
    const isOwned = (name: string) => isDataFile(name, dbName) || isHistoryFile(name, dbName);
    const { files } = await restoreBackup(named.values.get('--from')!, { ...target, isOwned }, say);
    return `${files.length} databases in ${folder}\n`;
  } finally {
    unlock();
  }
}

/** What the arguments name; for the rest, what a broker started with these parameters and this environment would use. */
function dataOf({ values }: NamedArguments, { argv, env }: Deployment): { folder: string; dbName: string } {
  const { options } = readBrokerOptions(argv, env);
  const dbName = values.get('--db') ?? options.dbName;
  const folder = values.get('--data');
  if (folder !== undefined) return { folder, dbName };
  if (!options.dbUri.startsWith('sqlite:'))
    throw new BackupError(
      "the parameters name a MongoDB server: back it up with the server's own tools, or give --data <folder>",
    );
  return { folder: options.dbUri.slice('sqlite:'.length), dbName };
}

/** Whatever a file system or a database says is for the operator. */
async function attempt(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OptionError ? error : new CommandFailed(errorMessage(error), { cause: error });
  }
}
