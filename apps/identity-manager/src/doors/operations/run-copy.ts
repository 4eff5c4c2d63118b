import type { DataSource } from 'typeorm';
import { readNamedArguments } from '@smart-city/options';
import { BadUsage, CommandFailed } from '@smart-city/service';
import type { Options } from '../../cli/options';
import { openDatabase } from '../../database/data-source';
import { NoSuchDatabase, openExisting } from '../../database/open-existing';
import { UserRow } from '../../database/entities/user.row';
import { selectFrom } from '../../database/query';
import { openSql } from '../../database/open-sql';
import { copiedTables } from './copied-tables';
import { copyTable, digestTable } from './copy-database';
import { optionsWithDatabase } from './database-address';
import type { CommandContext } from '../../service/command-context';

const anybody = selectFrom(UserRow, ['id'], () => 'LIMIT 1');

/**
 * `identity-manager copy`: moves all data from one database to another. No process should write to either meanwhile.
 * The encryption key stays what it is: both need the same.
 *
 * @throws BadUsage, OptionError, CommandFailed, or the driver's error
 */
export async function runCopy(args: readonly string[], { env, log }: CommandContext): Promise<string> {
  const named = readNamedArguments(args, { values: ['--from', '--to'], flags: ['--force'] });
  const addresses = ['--from', '--to'].map((name) => named.values.get(name) ?? '');
  const [from, to] = addresses.map((address) => optionsWithDatabase(address, env)) as [Options, Options];
  if (JSON.stringify(from.database) === JSON.stringify(to.database))
    throw new BadUsage('--from and --to are the same database');
  const opened: DataSource[] = [];
  const keep = (dataSource: DataSource) => {
    opened.push(dataSource);
    return dataSource;
  };
  try {
    const source = keep(await openExisting(from));
    const target = keep(await openDatabase(to, (message) => log.warn(message)));
    await copyAll(source, target, named.flags.has('--force'));
    return 'copied; both databases hold the same\n';
  } catch (error) {
    throw error instanceof NoSuchDatabase ? new CommandFailed(`cannot copy: ${error.message}`) : error;
  } finally {
    await Promise.allSettled(opened.map((dataSource) => dataSource.destroy()));
  }
}

async function copyAll(source: DataSource, target: DataSource, force: boolean): Promise<void> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const [from, to] = [openSql(source), openSql(target)];
  // A new database has the internal application and its roles, and nobody.
  if (!force && (await to.first(anybody)))
    throw new CommandFailed('the target has users already; --force copies into it all the same');
  for (const table of copiedTables) say(`${table.name}: ${await copyTable(from, to, table)} rows`);
  say('comparing both databases …');
  const differences: string[] = [];
  for (const table of copiedTables)
    if ((await digestTable(from, table)) !== (await digestTable(to, table))) differences.push(table.name);
  if (differences.length > 0)
    throw new CommandFailed(
      `the databases do not hold the same; these tables differ: ${differences.join(', ')}`,
    );
}
